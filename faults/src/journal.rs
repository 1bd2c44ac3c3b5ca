//! What the bots have asked, what they were told, and what they were shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zeitnot_client::session::{GameView, MoveKind, Status};
use zeitnot_rules::clock::Micros;

use crate::ledger::EntryKind;
use crate::now;

/// Which bot.
pub type PlayerNumber = usize;

/// Something that a bot asks of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Be called this.
    Name(String),
    /// Open a game and take its first seat.
    Open,
    /// Take a seat.
    Join(u64),
    /// Leave a game that waits.
    Cancel(u64),
    /// Search for an opponent in this pool.
    Queue(String),
    /// Act.
    Move {
        /// The game.
        game: u64,
        /// The ply that is answered.
        ply: u32,
        /// What is played.
        action: Vec<u8>,
        /// The deadline that was shown for it.
        deadline: Option<Micros>,
    },
    /// Decide the next move in advance.
    Premove {
        /// The game.
        game: u64,
        /// The ply that it was decided at.
        ply: u32,
        /// What is to be played.
        action: Vec<u8>,
    },
    /// Give up.
    Resign(u64),
    /// Offer a draw, or accept one.
    OfferDraw(u64),
    /// Ask for the last move back.
    AskTakeback(u64),
    /// Give it back.
    AcceptTakeback {
        /// The game.
        game: u64,
        /// How many entries are to be left.
        entries: usize,
    },
    /// Do not give it back.
    DeclineTakeback(u64),
    /// Ask for another game, or agree to it.
    Rematch(u64),
    /// Say a phrase.
    Say {
        /// Where.
        game: u64,
        /// Which.
        phrase: u8,
    },
}

/// How a call ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It has not ended.
    Open,
    /// The server has done it; for calls that begin games, with the game.
    Done(Option<u64>),
    /// The server has refused it, with this code.
    Refused(String),
    /// It has certainly not been done, says the client.
    NotDone(String),
    /// Nobody knows.
    Unknown,
}

/// Something asked, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Who has asked.
    pub player: PlayerNumber,
    /// What.
    pub deed: Deed,
    /// When, in microseconds since 1970.
    pub begun: Micros,
    /// When the answer was there.
    pub ended: Option<Micros>,
    /// The answer.
    pub fate: Fate,
    /// The connection was lost before the answer: the client has found out from the state what became of it.
    pub settled: bool,
}

impl Note {
    /// Whether its player was told that it is done.
    pub fn is_acknowledged(&self) -> bool {
        matches!(self.fate, Fate::Done(_))
    }

    /// Whether it was answered before this moment.
    pub fn ended_before(&self, at: Micros) -> bool {
        self.ended.is_some_and(|ended| ended < at) && !matches!(self.fate, Fate::Open | Fate::Unknown)
    }
}

/// An entry as a player was shown it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What it is.
    pub kind: EntryKind,
    /// Whose.
    pub seat: u8,
    /// What was played; empty: the player may not know.
    pub action: Vec<u8>,
}

/// A game as it was shown to a player last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The player's seat.
    pub seat: u8,
    /// It has begun.
    pub begun: bool,
    /// It has ended.
    pub over: bool,
    /// What has been played.
    pub moves: Vec<Shown>,
    /// Who has won.
    pub winners: Vec<u8>,
    /// How it ended.
    pub ending: String,
    /// When.
    pub ended_at: Option<Micros>,
}

/// A turn as a player was shown it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Turn {
    /// The game.
    pub game: u64,
    /// How many entries the player knew of.
    pub entries: usize,
    /// When it began.
    pub started: Micros,
    /// When it was to run out.
    pub deadline: Option<Micros>,
}

/// All notes of a round.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// What was asked, in order.
    pub asked: Vec<Note>,
    /// What was shown last, by player and game.
    pub seen: BTreeMap<(PlayerNumber, u64), Seen>,
    /// All turns that were shown, whoever's.
    pub turns: BTreeSet<Turn>,
    /// The bots' identities, in hexadecimal.
    pub identities: BTreeMap<PlayerNumber, String>,
}

impl Notes {
    /// How many answers said that it is done.
    pub fn acknowledged(&self) -> usize {
        self.asked.iter().filter(|note| note.is_acknowledged()).count()
    }

    /// One line for each note, for people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (player, identity) in &self.identities {
            // Writing to a string does not fail.
            let _ = writeln!(text, "player {player} is {identity}");
        }
        for Note { player, deed, begun, ended, fate, settled } in &self.asked {
            let settled = if *settled { " (settled)" } else { "" };
            let _ = writeln!(text, "{begun} player {player} {deed:?} -> {fate:?}{settled} at {ended:?}");
        }
        for ((player, game), seen) in &self.seen {
            let _ = writeln!(text, "player {player} was shown of game {game}: {seen:?}");
        }
        for turn in &self.turns {
            let _ = writeln!(text, "{turn:?}");
        }
        text
    }
}

/// Where the bots write their notes.
#[derive(Debug, Default)]
pub struct Journal {
    notes: Mutex<Notes>,
    acknowledged: Condvar,
}

/// Which note.
#[derive(Clone, Copy, Debug)]
pub struct NoteNumber(usize);

impl Journal {
    /// A bot knows who it is.
    pub fn identified(&self, player: PlayerNumber, identity: String) {
        self.lock().identities.insert(player, identity);
    }

    /// A bot is about to ask something.
    pub fn asks(&self, player: PlayerNumber, deed: Deed) -> NoteNumber {
        let mut notes = self.lock();
        let note = Note { player, deed, begun: now(), ended: None, fate: Fate::Open, settled: false };
        notes.asked.push(note);
        NoteNumber(notes.asked.len() - 1)
    }

    /// The connection was lost before the answer.
    pub fn in_doubt(&self, note: NoteNumber) {
        if let Some(note) = self.lock().asked.get_mut(note.0) {
            note.settled = true;
        }
    }

    /// The answer is there.
    pub fn answered(&self, note: NoteNumber, fate: Fate) {
        if let Some(note) = self.lock().asked.get_mut(note.0) {
            note.ended = Some(now());
            note.fate = fate;
        }
        self.acknowledged.notify_all();
    }

    /// A game was shown.
    pub fn shown(&self, player: PlayerNumber, view: &GameView) {
        let mut notes = self.lock();
        notes.seen.insert((player, view.id), Seen::of(view));
        if view.status == Status::Live {
            notes.turns.insert(Turn {
                game: view.id,
                entries: view.moves.len(),
                started: view.turn_started.micros(),
                deadline: view.deadline.map(|at| at.micros()),
            });
        }
    }

    /// A copy of all notes so far.
    pub fn notes(&self) -> Notes {
        self.lock().clone()
    }

    /// Waits until so many calls have been acknowledged, but not longer than this; says whether they have.
    pub fn wait_for(&self, acknowledged: usize, limit: Duration) -> bool {
        let until = Instant::now() + limit;
        let mut notes = self.lock();
        loop {
            if notes.acknowledged() >= acknowledged {
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            notes = self.acknowledged.wait_timeout(notes, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn of(view: &GameView) -> Self {
        let moves = view.moves.iter().map(|played| {
            let (kind, action) = match &played.kind {
                MoveKind::Action(action) => (EntryKind::Move, action.clone()),
                MoveKind::Unseen => (EntryKind::Move, Vec::new()),
                MoveKind::Pass => (EntryKind::Pass, Vec::new()),
                MoveKind::Out(reason) => (EntryKind::Out, reason.clone().into_bytes()),
            };
            Shown { kind, seat: played.seat.get(), action }
        });
        Self {
            seat: view.seat.get(),
            begun: view.status != Status::Waiting,
            over: view.status == Status::Over,
            moves: moves.collect(),
            winners: view.winners.iter().map(|seat| seat.get()).collect(),
            ending: view.ending.clone(),
            ended_at: view.ended_at.map(|at| at.micros()),
        }
    }
}
