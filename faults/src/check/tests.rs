//! That the check can fail: it is shown a game with each fault in turn, and has to name it.
//!
//! The game is tic-tac-toe under `turn:2s`, in which the first player has won with the top row:
//! X a1, O b1, X a2, O b2, X a3 (rows are letters, as `docs/protocol.md` writes cells).

mod copies;

use std::collections::BTreeMap;

use zeitnot_rules::clock::{Clock, Micros, TimeControl};
use zeitnot_rules::{AnyGame, Seat};

use super::{Evidence, check};
use crate::absence::Absence;
use crate::copy::{Copy, TurnRow};
use crate::finding::{Finding, Kind};
use crate::journal::{Deed, Fate, Note, Notes, Seen, Shown, Turn};
use crate::ledger::{Entry, EntryKind, Game, Ledger, Line, Status, Timer};
use crate::replay::Replay;

const GAME: u64 = 7;
const START: Micros = 1_000_000_000;
const SECOND: Micros = 1_000_000;
const SPEC: &str = "mnk:rows=3,columns=3,strike=3";
const CELLS: [(u8, u8); 5] = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];

/// A game as it is stored, and the notes of its players.
struct Scene {
    spec: &'static str,
    notes: Notes,
    ledger: Ledger,
    absences: Vec<Absence>,
    finished: bool,
}

impl Scene {
    /// So many moves of the game, each acknowledged and shown to both players.
    fn after(moves: usize) -> Self {
        Self::of(SPEC, &CELLS[..moves])
    }

    /// The marks of a game for two, set in turn, each acknowledged.
    fn of(spec: &'static str, cells: &[(u8, u8)]) -> Self {
        let seats = [0, 1].into_iter().cycle();
        let history: Vec<Entry> = cells.iter().zip(seats).map(|(&cell, seat)| mark(seat, cell)).collect();
        let asked = history.iter().zip(0..).map(|(entry, ply)| Note {
            player: usize::from(entry.seat),
            deed: Deed::Move { game: GAME, ply, action: entry.action.clone(), deadline: None },
            begun: START + i64::from(ply) * SECOND,
            ended: Some(START + i64::from(ply) * SECOND + 1),
            fate: Fate::Done(None),
            settled: false,
        });
        let mut notes = Notes { asked: asked.collect(), ..Notes::default() };
        notes.identities = BTreeMap::from([(0, "ann".to_owned()), (1, "bob".to_owned())]);
        let mut scene = Self { spec, notes, ledger: Ledger::default(), absences: Vec::new(), finished: true };
        scene.store(history);
        scene
    }

    /// Puts this history into the database, with the position, the clock, the timer and the copies that go with it.
    fn store(&mut self, history: Vec<Entry>) {
        let mut game = Game {
            id: GAME,
            status: Status::Live,
            spec: self.spec.to_owned(),
            time: "turn:2s".to_owned(),
            players: vec![Some("ann".to_owned()), Some("bob".to_owned())],
            state: None,
            clock: None,
            timer_at: None,
            turn_started: START,
            history,
            winners: Vec::new(),
            ending: String::new(),
            ended_at: None,
            pause_asked: 0,
            draw_offered: 0,
            draw_again_at: vec![0, 0],
            takeback_asked: None,
            premoves: Vec::new(),
            rematch_asked: 0,
            next_game: None,
        };
        self.ledger.copies.clear();
        if let Ok(Replay { position, .. }) = Replay::of(&game) {
            game.state = Some(position.encode());
            let control: TimeControl = game.time.parse().expect("a time control");
            let mut clock = Clock::new(&control, 2);
            if let Some(outcome) = position.outcome() {
                game.status = Status::Over;
                game.winners = outcome.winners.iter().map(Seat::get).collect();
                game.ending = outcome.reason.code().to_owned();
                game.ended_at = Some(START + 2 * SECOND);
            } else {
                position.to_move().iter().for_each(|seat| clock.start_turn(seat, START));
            }
            game.timer_at = clock.deadline();
            let timer = game.timer_at.map(|at| Timer { game: GAME, at: Some(at) });
            self.ledger.timers = timer.into_iter().collect();
            game.clock = Some(clock.encode());
            self.ledger.copies = copies::of(&game, &position);
        }
        self.ledger.games = BTreeMap::from([(GAME, game)]);
    }

    fn game(&mut self) -> &mut Game {
        self.ledger.games.get_mut(&GAME).expect("the game")
    }

    fn findings(&self) -> Vec<Finding> {
        let Self { notes, ledger, absences, finished, .. } = self;
        check(&Evidence { notes, ledger, absences, finished: *finished })
    }

    fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.findings().into_iter().map(|finding| finding.kind).collect();
        kinds.dedup();
        kinds
    }

    fn ask(&mut self, player: usize, deed: Deed, fate: Fate) {
        let begun = START + 100 * SECOND;
        self.notes.asked.push(Note { player, deed, begun, ended: Some(begun + 1), fate, settled: false });
    }

    /// Bob, whose turn it is after the first move, has lost on time; the game is dated at this moment.
    fn forfeit(&mut self, ended_at: Micros) {
        let mut history = self.game().history.clone();
        history.push(Entry { kind: EntryKind::Out, seat: 1, action: b"time".to_vec(), used: 0 });
        self.store(history);
        let game = self.game();
        game.ending = "time".to_owned();
        game.ended_at = Some(ended_at);
        self.copy_end();
    }

    /// Lets the copies say of the end what the game says.
    fn copy_end(&mut self) {
        let game = self.game().clone();
        for row in self.ledger.copies.values_mut().flat_map(|copy| &mut copy.seats) {
            row.winners.clone_from(&game.winners);
            row.ending.clone_from(&game.ending);
            row.ended_at = game.ended_at;
        }
    }

    fn copy_of(&mut self, player: &str) -> &mut Copy {
        self.ledger.copies.get_mut(&(GAME, player.to_owned())).expect("the copy")
    }

    fn turn_of(&mut self, player: &str) -> &mut TurnRow {
        &mut self.copy_of(player).turns[0]
    }
}

fn mark(seat: u8, (row, column): (u8, u8)) -> Entry {
    Entry { kind: EntryKind::Move, seat, action: vec![1, 0, row, column], used: SECOND / 2 }
}

#[test]
fn a_game_that_is_as_it_was_told_has_nothing_wrong() {
    assert_eq!(Scene::after(5).findings(), []);
    let running = Scene { finished: false, ..Scene::after(3) };
    assert_eq!(running.findings(), []);
}

#[test]
fn a_lost_move_is_found() {
    let mut scene = Scene::after(5);
    let history = scene.game().history[..4].to_vec();
    scene.store(history);
    scene.finished = false;
    assert_eq!(scene.kinds(), [Kind::Lost]);
}

#[test]
fn a_move_in_the_middle_that_another_has_replaced_is_found() {
    let mut scene = Scene::after(3);
    let mut history = scene.game().history.clone();
    history[2] = mark(0, (2, 2));
    scene.store(history);
    scene.finished = false;
    // It is there, and nobody has asked for it; and what was asked for is not.
    assert_eq!(scene.kinds(), [Kind::Lost, Kind::Unasked]);
}

#[test]
fn a_move_applied_twice_is_found() {
    // In phantom play the same cell can be tried again: it is the one game in which a doubled move is legal.
    let mut scene = Scene::after(2);
    let mut history = scene.game().history.clone();
    let tried = Entry { action: vec![1, 0, 1, 0], ..mark(0, (1, 0)) };
    history.extend([tried.clone()]);
    scene.store(history.clone());
    scene.game().spec = "mnk:rows=3,columns=3,strike=3,phantom".to_owned();
    scene.finished = false;
    assert!(scene.findings().iter().any(|it| it.kind == Kind::Unasked), "a try that nobody has made");
    // Ann has tried it at a ply before, once.
    scene.ask(0, Deed::Move { game: GAME, ply: 0, action: tried.action, deadline: None }, Fate::Done(None));
    let found = scene.findings();
    assert!(found.iter().any(|it| it.kind == Kind::Twice), "{found:?}");
}

#[test]
fn a_move_whose_player_was_told_that_it_was_not_done_is_found() {
    let mut scene = Scene::after(5);
    scene.notes.asked[3].fate = Fate::NotDone("the connection was lost".to_owned());
    assert_eq!(scene.kinds(), [Kind::Unasked]);
    // Of one whose fate is not known anything may have become.
    scene.notes.asked[3].fate = Fate::Unknown;
    assert_eq!(scene.kinds(), []);
}

#[test]
fn an_illegal_history_is_found() {
    let mut scene = Scene::after(3);
    let occupied = mark(1, CELLS[0]);
    scene.notes.asked[1].deed =
        Deed::Move { game: GAME, ply: 1, action: occupied.action.clone(), deadline: None };
    scene.game().history[1] = occupied;
    scene.finished = false;
    assert_eq!(scene.kinds(), [Kind::Illegal]);
}

#[test]
fn a_position_that_is_not_that_of_its_history_is_found() {
    let mut scene = Scene::after(3);
    scene.finished = false;
    let empty = AnyGame::set_up("tic-tac-toe", 0).expect("rules");
    scene.game().state = Some(empty.encode());
    assert_eq!(scene.kinds(), [Kind::Illegal]);
}

#[test]
fn a_winner_whom_the_rules_do_not_know_is_found() {
    let mut scene = Scene::after(5);
    scene.game().winners = vec![1];
    scene.copy_end();
    assert_eq!(scene.kinds(), [Kind::Illegal]);
}

#[test]
fn a_clock_that_its_moves_do_not_leave_is_found() {
    let mut scene = Scene::after(3);
    scene.finished = false;
    let mut clock = Clock::new(&"turn:2s".parse().expect("a time control"), 2);
    clock.give(Seat::FIRST, 15 * SECOND);
    clock.start_turn(Seat::new(1).expect("a seat"), START);
    scene.game().clock = Some(clock.encode());
    assert_eq!(scene.kinds(), [Kind::Illegal]);
}

#[test]
fn two_timers_none_and_a_wrong_one_are_found() {
    let running = || Scene { finished: false, ..Scene::after(3) };
    let mut two = running();
    two.ledger.timers.push(two.ledger.timers[0]);
    assert_eq!(two.kinds(), [Kind::Timers]);

    let mut none = running();
    none.ledger.timers.clear();
    assert_eq!(none.kinds(), [Kind::Timers]);

    let set_at = |at: Micros| {
        let mut scene = running();
        scene.ledger.timers[0].at = Some(at);
        scene.game().timer_at = Some(at);
        scene.kinds()
    };
    // A turn has two seconds.
    assert_eq!(set_at(START + 2 * SECOND + 1), [Kind::Timers], "a late one");
    assert_eq!(set_at(START + SECOND), [], "an early one, which is set again when it goes off");

    let mut another_than_it_says = running();
    another_than_it_says.ledger.timers[0].at = Some(START + SECOND);
    assert_eq!(another_than_it_says.kinds(), [Kind::Timers]);

    let mut of_another_kind = running();
    of_another_kind.ledger.timers[0].at = None;
    of_another_kind.game().timer_at = None;
    assert_eq!(of_another_kind.kinds(), [Kind::Timers]);

    let mut of_no_game = running();
    of_no_game.ledger.timers.push(Timer { game: 99, at: Some(START) });
    assert_eq!(of_no_game.kinds(), [Kind::Timers]);

    let mut of_an_ended_game = Scene::after(5);
    of_an_ended_game.ledger.timers.push(Timer { game: GAME, at: Some(START) });
    assert_eq!(of_an_ended_game.kinds(), [Kind::Timers]);

    let mut said_of_an_ended_game = Scene::after(5);
    said_of_an_ended_game.game().timer_at = Some(START);
    assert_eq!(said_of_an_ended_game.kinds(), [Kind::Timers]);
}

#[test]
fn a_forfeit_with_time_left_is_found() {
    let mut late = Scene::after(1);
    late.forfeit(START + 2 * SECOND);
    assert_eq!(late.kinds(), [], "two seconds are what a turn has");

    let mut early = Scene::after(1);
    early.forfeit(START + 2 * SECOND - 1);
    assert_eq!(early.kinds(), [Kind::TimeLeft]);
}

#[test]
fn the_time_in_which_the_server_was_away_is_nobodys() {
    let away = Absence { from: START + SECOND, until: START + 5 * SECOND };
    let mut uncredited = Scene { absences: vec![away], ..Scene::after(1) };
    uncredited.forfeit(START + 5 * SECOND);
    assert_eq!(uncredited.kinds(), [Kind::TimeLeft]);

    let mut credited = Scene { absences: vec![away], ..Scene::after(1) };
    credited.forfeit(START + 6 * SECOND);
    assert_eq!(credited.kinds(), []);
}

#[test]
fn a_forfeit_before_the_deadline_that_was_shown_is_found() {
    let mut scene = Scene::after(1);
    scene.forfeit(START + 2 * SECOND);
    // After an outage, say.
    let deadline = Some(START + 30 * SECOND);
    scene.notes.turns.insert(Turn { game: GAME, entries: 1, started: START, deadline });
    assert_eq!(scene.kinds(), [Kind::TimeLeft]);
}

#[test]
fn a_move_refused_before_its_deadline_is_found() {
    let mut scene = Scene { finished: false, ..Scene::after(1) };
    let deed =
        |deadline| Deed::Move { game: GAME, ply: 1, action: vec![1, 0, 2, 2], deadline: Some(deadline) };
    let late = || Fate::Refused("out_of_time".to_owned());
    scene.ask(1, deed(START + 100 * SECOND), late());
    assert_eq!(scene.kinds(), []);
    scene.ask(1, deed(START + 101 * SECOND), late());
    assert_eq!(scene.kinds(), [Kind::TimeLeft]);
}

#[test]
fn a_game_that_does_not_end_is_found() {
    assert_eq!(Scene::after(3).kinds(), [Kind::NeverEnds]);
}

#[test]
fn a_lost_game_is_found() {
    let mut scene = Scene::after(5);
    scene.ledger = Ledger::default();
    assert_eq!(scene.kinds(), [Kind::Lost]);
    // Nobody need have moved.
    let mut opened = Scene::after(0);
    opened.ledger = Ledger::default();
    opened.ask(0, Deed::Open, Fate::Done(Some(GAME)));
    assert_eq!(opened.kinds(), [Kind::Lost]);
}

#[test]
fn what_was_shown_and_is_not_so_is_found() {
    let shown = |entry: &Entry| Shown { kind: entry.kind, seat: entry.seat, action: entry.action.clone() };
    let mut scene = Scene { finished: false, ..Scene::after(3) };
    let moves: Vec<Shown> = scene.game().history.iter().map(shown).collect();
    let mut seen = Seen {
        seat: 1,
        begun: true,
        over: false,
        moves,
        winners: Vec::new(),
        ending: String::new(),
        ended_at: None,
    };
    scene.notes.seen.insert((1, GAME), seen.clone());
    assert_eq!(scene.kinds(), []);
    // One more that nobody has been told is acknowledged.
    seen.moves.push(shown(&mark(1, CELLS[3])));
    scene.notes.seen.insert((1, GAME), seen.clone());
    assert_eq!(scene.kinds(), [Kind::Lost]);

    let mut over = Scene::after(5);
    seen = Seen {
        over: true,
        moves: over.game().history.iter().map(shown).collect(),
        winners: vec![1],
        ending: "resignation".to_owned(),
        ended_at: Some(START),
        ..seen
    };
    over.notes.seen.insert((1, GAME), seen);
    assert_eq!(over.kinds(), [Kind::Lost], "an end that was shown does not become another one");
}

#[test]
fn other_promises_that_were_not_kept_are_found() {
    let broken = |deed: Deed| {
        let mut scene = Scene { finished: false, ..Scene::after(3) };
        scene.ask(0, deed, Fate::Done(None));
        scene.kinds()
    };
    for deed in [
        Deed::Resign(GAME),
        Deed::OfferDraw(GAME),
        Deed::Rematch(GAME),
        Deed::Say { game: GAME, phrase: 4 },
        Deed::Name("Ann".to_owned()),
        // The last move is there still.
        Deed::AcceptTakeback { game: GAME, entries: 2 },
    ] {
        assert_eq!(broken(deed.clone()), [Kind::Lost], "{deed:?}");
    }
}

#[test]
fn a_move_that_was_given_back_may_be_gone() {
    let mut scene = Scene { finished: false, ..Scene::after(3) };
    let history = scene.game().history[..2].to_vec();
    scene.store(history);
    scene.ask(1, Deed::AcceptTakeback { game: GAME, entries: 2 }, Fate::Done(None));
    assert_eq!(scene.kinds(), []);
    // Not where it was not given back.
    if let Some(accepted) = scene.notes.asked.last_mut() {
        accepted.fate = Fate::Refused("no_takeback_asked".to_owned());
    }
    assert_eq!(scene.kinds(), [Kind::Lost]);
}

#[test]
fn a_line_said_once_and_there_twice_is_found() {
    let mut scene = Scene::after(5);
    scene.ask(0, Deed::Say { game: GAME, phrase: 4 }, Fate::Done(None));
    let line = Line { recipient: "ann".to_owned(), game: GAME, speaker: "ann".to_owned(), phrase: Some(4) };
    scene.ledger.lines = vec![line.clone()];
    assert_eq!(scene.kinds(), []);
    scene.ledger.lines.push(line);
    assert_eq!(scene.kinds(), [Kind::Twice]);
}
