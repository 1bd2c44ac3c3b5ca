//! A game played through from its beginning, by its rules and its clock.

use zeitnot_rules::clock::{Clock, Micros, TimeControl};
use zeitnot_rules::{AnyGame, Audience, Seat, SeatSet, Viewer};

use crate::journal::Shown;
use crate::ledger::{Entry, EntryKind, Game};

/// A game played through.
pub struct Replay {
    /// The position at the end.
    pub position: AnyGame,
    /// The clock at the end; turns that were running are running.
    pub clock: Clock,
    /// For each entry who may see and who may know of it, and what its seat's turn could take at its start.
    pub entries: Vec<Step>,
}

/// What the rules say of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Who may see what was played.
    pub seen_by: Audience,
    /// Who may know that something was.
    pub known_to: Audience,
    /// How long the turn could be as a whole; `None` without a limit.
    pub allowance: Option<Micros>,
}

impl Replay {
    /// Plays a game through, or says which entry cannot be.
    pub fn of(game: &Game) -> Result<Self, String> {
        let control: TimeControl = game.time.parse().map_err(|error| format!("its time: {error}"))?;
        // Once a game has begun its rules leave nothing to chance.
        let position = AnyGame::set_up(&game.spec, 0).map_err(|error| format!("its rules: {error}"))?;
        let clock = Clock::new(&control, position.seats());
        let mut replay = Self { position, clock, entries: Vec::new() };
        replay.start_turns();
        for (at, entry) in game.history.iter().enumerate() {
            replay.step(entry).map_err(|reason| format!("entry {at}, {entry:?}: {reason}"))?;
        }
        Ok(replay)
    }

    fn step(&mut self, entry: &Entry) -> Result<(), String> {
        let seat = Seat::new(entry.seat).ok_or("there is no such seat")?;
        let allowance = self.clock.allowance(seat);
        let mut step = Step { seen_by: Audience::EVERYONE, known_to: Audience::EVERYONE, allowance };
        match entry.kind {
            EntryKind::Move => {
                let applied = self.position.apply(seat, &entry.action).map_err(|refused| refused.message)?;
                step = Step { seen_by: applied.action_seen_by, known_to: applied.known_to, allowance };
                if !self.position.to_move().contains(seat) {
                    // Every turn of the replay begins at 0: only how long they took is stored.
                    self.clock.end_turn(seat, entry.used).map_err(|flagged| flagged.to_string())?;
                }
            }
            EntryKind::Pass => {
                if !self.position.pass(seat) {
                    return Err("this seat cannot pass now".to_owned());
                }
                self.clock.miss_turn(seat);
            }
            EntryKind::Out => {
                if self.position.outcome().is_some() || !self.position.playing().contains(seat) {
                    return Err("this seat does not play any more".to_owned());
                }
                self.clock.leave(seat);
                self.position.leave(seat);
            }
        }
        self.start_turns();
        self.entries.push(step);
        Ok(())
    }

    fn start_turns(&mut self) {
        for seat in self.position.to_move().without(self.clock.running()).iter() {
            self.clock.start_turn(seat, 0);
        }
    }

    /// What a seat may know of the history while the game runs: where each entry stands, and what is shown of it.
    pub fn known_to(&self, game: &Game, seat: Seat) -> Vec<(usize, Shown)> {
        let viewer = Viewer::Seat(seat);
        let entries = game.history.iter().zip(&self.entries).enumerate();
        let known = entries.filter(|(_, (_, step))| step.known_to.contains(viewer));
        known
            .map(|(at, (entry, step))| {
                let action = if step.seen_by.contains(viewer) { entry.action.clone() } else { Vec::new() };
                (at, Shown { kind: entry.kind, seat: entry.seat, action })
            })
            .collect()
    }

    /// The seats of the game.
    pub fn seats(&self) -> SeatSet {
        SeatSet::first(self.position.seats())
    }
}

/// The whole history, as everybody sees it once a game is over.
pub fn laid_open(game: &Game) -> Vec<Shown> {
    let shown = |entry: &Entry| Shown { kind: entry.kind, seat: entry.seat, action: entry.action.clone() };
    game.history.iter().map(shown).collect()
}
