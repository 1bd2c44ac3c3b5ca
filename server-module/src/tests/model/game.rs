//! A game as the model keeps it, and what a player is shown of it.

use std::collections::BTreeMap;

use spacetimedb::Timestamp;
use zeitnot_rules::clock::{Clock, LagQuota, Micros, Reading};
use zeitnot_rules::{AnyGame, Audience, MAX_SEATS, OnLeaving, Seat, SeatSet, Viewer};

use super::server::Server;
use super::terms::Terms;
use super::{DAY, MINUTE, SECOND};
use crate::game::{self, GameStatus, PlyKind};
use crate::past_moves::Move;
use crate::tests::row::Row;
use crate::tests::{Who, World};
use crate::turn::{SeatClock, TimeOff};

/// Who has a seat. The name is that of the time when the seat was taken.
#[derive(Clone, Default)]
pub(super) struct Party {
    pub who: Option<Who>,
    pub name: String,
    pub out: bool,
    pub bot: bool,
    pub online: bool,
    pub claim_from: Option<Micros>,
    pub rating: Option<u32>,
    pub provisional: bool,
    pub rating_change: Option<i32>,
}

impl Party {
    pub fn row(&self) -> game::Party {
        game::Party {
            identity: self.who.map(World::identity),
            name: self.name.clone(),
            out: self.out,
            bot: self.bot,
            online: self.online,
            claim_from: self.claim_from.map(at),
            rating: self.rating,
            provisional: self.provisional,
            rating_change: self.rating_change,
        }
    }

    /// The player has deleted the account.
    pub fn unname(&mut self) {
        (self.who, self.online) = (None, false);
        self.name.clear();
    }
}

/// An entry of the history.
#[derive(Clone)]
pub(super) struct Entry {
    pub kind: PlyKind,
    pub seat: Seat,
    pub action: Vec<u8>,
    pub used: Micros,
    pub seen_by: Audience,
    pub known_to: Audience,
}

impl Entry {
    /// A seat that left, or a turn that passed: for all to know.
    pub fn public(kind: PlyKind, seat: Seat, action: &str, used: Micros) -> Self {
        let everyone = Audience::EVERYONE;
        Self { kind, seat, action: action.into(), used, seen_by: everyone, known_to: everyone }
    }
}

/// What the game was at the start of a turn that a move has ended.
#[derive(Clone)]
pub(super) struct Before {
    pub position: AnyGame,
    pub clock: Clock,
    pub entries: usize,
    pub seat: Seat,
}

#[derive(Clone)]
pub(super) struct Game {
    pub id: u64,
    pub status: GameStatus,
    pub terms: Terms,
    pub round: u32,
    pub score: Vec<u32>,
    pub parties: Vec<Party>,
    /// Nothing while it waits.
    pub board: Option<(AnyGame, Clock)>,
    pub turn_started: Micros,
    pub history: Vec<Entry>,
    pub winners: SeatSet,
    pub ending: String,
    pub opened_at: Micros,
    pub ended_at: Option<Micros>,
    /// Until when it waits, while it does.
    pub waits_until: Micros,
    /// How many outages it has been credited with; none: its turn has no deadline that an outage could touch.
    pub credited: Option<usize>,
    pub missed: Vec<u8>,
    pub lag: Vec<LagQuota>,
    pub seen: SeatSet,
    pub pause_asked: SeatSet,
    pub paused_at: Option<Micros>,
    pub by_staff: bool,
    pub draw_offered: SeatSet,
    pub draw_again_at: Vec<u32>,
    pub takeback_asked: Option<Seat>,
    pub takeback_tried: SeatSet,
    pub before: Vec<Before>,
    pub premoves: BTreeMap<Seat, Vec<u8>>,
    pub rematch_asked: SeatSet,
    pub declined: bool,
    /// A minute after a game of a series has been looked at once.
    pub series_tried: bool,
    pub next_game: Option<u64>,
    /// How many watch it, as is known and as the players have been told.
    pub watchers: u32,
    pub watchers_told: u32,
    /// For whom the clocks stand, and for how long they have stood for each.
    pub waits_for: SeatSet,
    pub waited: Vec<Micros>,
    /// What others join by. The module draws it; it is learned from the first row, and stays.
    pub code: Option<String>,
    /// Who has it in `seat`.
    pub readers: Vec<Who>,
}

impl Game {
    pub fn waiting(id: u64, terms: Terms, mut parties: Vec<Party>, now: Micros) -> Self {
        let seats = terms.seats;
        parties.resize(seats, Party::default());
        let readers = parties.iter().filter_map(|party| party.who).collect();
        Self {
            id,
            status: GameStatus::Waiting,
            terms,
            round: 1,
            score: vec![0; seats],
            parties,
            board: None,
            turn_started: now,
            history: Vec::new(),
            winners: SeatSet::EMPTY,
            ending: String::new(),
            opened_at: now,
            ended_at: None,
            waits_until: now + 60 * MINUTE,
            credited: None,
            missed: vec![0; seats],
            lag: vec![LagQuota::default(); seats],
            seen: SeatSet::EMPTY,
            pause_asked: SeatSet::EMPTY,
            paused_at: None,
            by_staff: false,
            draw_offered: SeatSet::EMPTY,
            draw_again_at: vec![0; seats],
            takeback_asked: None,
            takeback_tried: SeatSet::EMPTY,
            before: Vec::new(),
            premoves: BTreeMap::new(),
            rematch_asked: SeatSet::EMPTY,
            declined: false,
            series_tried: false,
            next_game: None,
            watchers: 0,
            watchers_told: 0,
            waits_for: SeatSet::EMPTY,
            waited: vec![0; seats],
            code: None,
            readers,
        }
    }

    pub fn taken(&self) -> impl Iterator<Item = (Seat, Who)> + '_ {
        seats().zip(&self.parties).filter_map(|(seat, party)| Some((seat, party.who?)))
    }

    pub fn people(&self) -> Vec<Who> {
        self.taken().map(|(_, who)| who).collect()
    }

    pub fn seat_of(&self, who: Who) -> Option<Seat> {
        self.taken().find(|&(_, taker)| taker == who).map(|(seat, _)| seat)
    }

    /// The players' copies are written anew.
    pub fn restate(&mut self) {
        self.watchers_told = self.watchers;
    }

    pub fn position(&self) -> Option<&AnyGame> {
        self.board.as_ref().map(|(position, _)| position)
    }

    pub fn playing(&self) -> SeatSet {
        self.position().map_or(SeatSet::EMPTY, AnyGame::playing)
    }

    pub fn on_move(&self) -> SeatSet {
        match self.position() {
            Some(position) if self.status == GameStatus::Live => position.to_move(),
            _ => SeatSet::EMPTY,
        }
    }

    pub fn clock(&self) -> Option<&Clock> {
        self.board.as_ref().map(|(_, clock)| clock)
    }

    pub fn deadline(&self) -> Option<Micros> {
        self.clock().and_then(Clock::deadline)
    }

    /// Waits or runs: it counts against the bound of its players.
    pub fn counts_for(&self, who: Who, slow: bool) -> bool {
        let is_slow = self.terms.time.is_correspondence();
        self.status != GameStatus::Over && is_slow == slow && self.seat_of(who).is_some()
    }

    /// How many entries of the history a seat may know of.
    pub fn ply(&self, seat: Seat) -> u32 {
        self.known_to(Viewer::Seat(seat)).count() as u32
    }

    pub fn known_to(&self, viewer: Viewer) -> impl Iterator<Item = &Entry> {
        let over = self.status == GameStatus::Over;
        self.history.iter().filter(move |entry| over || entry.known_to.contains(viewer))
    }

    /// A game that is void or aborted counts for nobody.
    pub fn counts(&self) -> bool {
        self.ending != "void" && self.ending != "aborted"
    }

    pub fn can_be_claimed(&self) -> bool {
        self.status == GameStatus::Live && !self.terms.time.is_correspondence()
    }

    /// When the sweeper is to look at it: see docs/time-controls.md and the limits in docs/protocol.md.
    pub fn due(&self) -> Micros {
        match self.status {
            GameStatus::Waiting => self.waits_until,
            GameStatus::Over => {
                let ended_at = self.ended_at.unwrap_or(self.opened_at);
                let goes_on = self.went_on() && !self.series_tried;
                ended_at + if goes_on { MINUTE } else { DAY }
            }
            GameStatus::Live => {
                let turn = match (self.paused_at, self.deadline()) {
                    (Some(since), _) => since + 30 * DAY,
                    (None, Some(deadline)) => deadline + 10 * SECOND,
                    (None, None) => self.turn_started + 30 * DAY,
                };
                self.absence_due().map_or(turn, |due| due.min(turn))
            }
        }
    }

    /// When something is to be done about one who is away.
    pub fn absence_due(&self) -> Option<Micros> {
        match self.terms.leaving.action() {
            OnLeaving::Run => None,
            OnLeaving::Reset => self.parties.iter().filter_map(|party| party.claim_from).min(),
            OnLeaving::Pause { at_most } => {
                let since = self.paused_at?;
                self.waits_for.iter().map(|seat| since + at_most - self.waited[seat.index()]).min()
            }
        }
    }

    /// What a player has of it.
    pub fn row(&self, server: &Server, seat: Seat, who: Who) -> Row {
        let viewer = Viewer::Seat(seat);
        let moves = self.moves_seen(viewer);
        let listed_code = if server.challenges.contains_key(&self.id) { None } else { self.code.clone() };
        Row {
            key: self.id * 8 + u64::from(seat.get()),
            id: self.id,
            player: World::identity(who),
            seat: seat.get(),
            status: self.status,
            code: if self.status == GameStatus::Waiting {
                listed_code.unwrap_or_default()
            } else {
                String::new()
            },
            private: self.terms.private,
            spec: self.terms.spec.clone(),
            time: self.terms.time.to_string(),
            policy: self.terms.policy.to_string(),
            leaving: self.terms.leaving.to_string(),
            rated: self.terms.rated,
            series: self.terms.series_text(),
            round: self.round,
            score: self.score.clone(),
            players: self.parties.iter().map(Party::row).collect(),
            position: self.position_seen(viewer),
            ply: moves.len() as u32,
            to_move: numbers(self.on_move()),
            turn_started: if self.status == GameStatus::Waiting {
                Timestamp::UNIX_EPOCH
            } else {
                at(self.turn_started)
            },
            deadline: self.deadline().map(at),
            paused_at: self.paused_at.map(at),
            pause_asked: numbers(self.pause_asked),
            clocks: self.clocks_seen(),
            time_off: self.time_off_seen(),
            moves,
            draw_offered: numbers(self.draw_offered),
            draw_again_at: self.draw_again_at[seat.index()],
            takeback_asked: self.takeback_asked.map(Seat::get),
            premove: self.premoves.get(&seat).cloned().unwrap_or_default(),
            rematch_asked: numbers(self.rematch_asked),
            next_game: self.next_game,
            watchers: self.watchers_told,
            winners: numbers(self.winners),
            ending: self.ending.clone(),
            opened_at: at(self.opened_at),
            ended_at: self.ended_at.map(at),
        }
    }

    pub fn position_seen(&self, viewer: Viewer) -> Vec<u8> {
        match self.position() {
            None => Vec::new(),
            Some(position) if self.status == GameStatus::Over && position.outcome().is_none() => {
                position.laid_open()
            }
            Some(position) => position.sight(viewer),
        }
    }

    /// Once a game is over its row shows every move.
    pub fn moves_seen(&self, viewer: Viewer) -> Vec<Move> {
        let over = self.status == GameStatus::Over;
        let seen = |entry: &Entry| over || entry.seen_by.contains(viewer);
        self.known_to(viewer)
            .map(|entry| Move {
                kind: entry.kind,
                seat: entry.seat.get(),
                action: if seen(entry) { entry.action.clone() } else { Vec::new() },
                used_us: entry.used as u64,
            })
            .collect()
    }

    pub fn clocks_seen(&self) -> Vec<SeatClock> {
        let Some(clock) = self.clock() else { return Vec::new() };
        let read = |seat| match self.paused_at {
            Some(since) => clock.reading_at(seat, since),
            None => clock.reading(seat),
        };
        seats().take(self.parties.len()).map(|seat| face(read(seat))).collect()
    }

    pub fn time_off_seen(&self) -> Vec<TimeOff> {
        let Some(clock) = self.clock() else { return Vec::new() };
        let of = |seat: Seat| {
            let booked = clock.time_off(seat).iter();
            booked.map(move |off| TimeOff { seat: seat.get(), from: at(off.from), until: at(off.until) })
        };
        seats().take(self.parties.len()).flat_map(of).collect()
    }
}

/// What a control does not have is zero.
fn face(reading: Reading) -> SeatClock {
    SeatClock {
        main_us: reading.main_us as u64,
        overtime: reading.overtime,
        periods: reading.periods_left.unwrap_or(0),
        block_turns: reading.turns_left_in_block.unwrap_or(0),
        bank_us: reading.bank_us.unwrap_or(0) as u64,
    }
}

pub(super) fn seats() -> impl Iterator<Item = Seat> + Clone {
    SeatSet::first(MAX_SEATS).iter()
}

pub(super) fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::get).collect()
}

pub(super) fn at(micros: Micros) -> Timestamp {
    Timestamp::from_micros_since_unix_epoch(micros)
}
