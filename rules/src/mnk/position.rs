//! A position and its rules.

use super::action::{Action, Illegal};
use super::board::{Board, Cell, Point};
use super::cell_set::CellSet;
use super::config::{self, Config, First, MAX_SEATS};
use super::sight::Sight;
use crate::codec::DecodeError;
use crate::outcome::{Outcome, Reason};
use crate::rules::{Applied, Rules};
use crate::seat::{Seat, SeatSet, Viewer};

/// A position of an m,n,k game.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Position {
    pub(super) config: Config,
    pub(super) board: Board,
    /// Who began.
    pub(super) first: Seat,
    /// Who moves next. Always one who is playing; once the game is over, who would have moved.
    pub(super) turn: Seat,
    pub(super) playing: SeatSet,
    /// How many turns each seat has let pass.
    pub(super) passes: [u8; MAX_SEATS as usize],
    /// The cell marked last.
    pub(super) last: Option<usize>,
    /// Phantom: the others' marks that each seat has run into.
    pub(super) revealed: [CellSet; MAX_SEATS as usize],
    pub(super) outcome: Option<Outcome>,
}

/// What an action comes down to.
enum Effect {
    /// This empty cell is marked.
    Marks(usize),
    /// A mark that was hidden from the mover is in this cell.
    Reveals(usize),
}

impl Position {
    /// The whole board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What `viewer` knows of a cell.
    pub(super) fn seen(&self, viewer: Viewer, cell: usize) -> Cell {
        let there = self.board.at(cell);
        if !self.config.variant().phantom || self.outcome.is_some() {
            return there;
        }
        match viewer {
            Viewer::Seat(seat) if there == Cell::Mark(seat) || self.has_met(seat, cell) => there,
            _ => Cell::Unknown,
        }
    }

    fn has_met(&self, seat: Seat, cell: usize) -> bool {
        self.revealed.get(seat.index()).is_some_and(|met| met.contains(cell))
    }

    fn effect(&self, seat: Seat, action: &Action) -> Result<Effect, Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::GameOver);
        }
        if seat.get() < self.config.seats() && !self.playing.contains(seat) {
            return Err(Illegal::SeatOut);
        }
        if seat != self.turn {
            return Err(Illegal::NotYourTurn { turn: self.turn });
        }
        let gravity = self.config.variant().gravity;
        let (rows, columns) = (self.config.rows(), self.config.columns());
        // The cell that must not be known to be taken: of a column, the one at the top.
        let (point, taken) = match *action {
            Action::Mark { row, column } if !gravity => {
                (Point { row, column }, Illegal::CellOccupied { row, column })
            }
            Action::Drop { column } if gravity => (Point { row: 0, column }, Illegal::ColumnFull { column }),
            _ => return Err(Illegal::WrongAction { gravity }),
        };
        let cell = self.board.index(point).ok_or(Illegal::OutsideBoard { rows, columns })?;
        match (self.seen(Viewer::Seat(seat), cell), self.board.at(cell)) {
            (Cell::Mark(_), _) => Err(taken),
            (_, Cell::Mark(_)) => Ok(Effect::Reveals(cell)),
            _ if gravity => self.board.landing(point.column).map(Effect::Marks).ok_or(taken),
            _ => Ok(Effect::Marks(cell)),
        }
    }

    fn mark(&mut self, seat: Seat, cell: usize) {
        self.board.set(cell, Cell::Mark(seat));
        self.last = Some(cell);
        let line = self.board.in_line(cell, self.config.strike());
        let misere = self.config.variant().misere;
        if line && misere {
            self.playing.remove(seat);
        }
        self.outcome = match self.playing.sole() {
            _ if line && !misere => Some(Outcome::won(SeatSet::only(seat), Reason::LINE)),
            Some(left) => Some(Outcome::won(SeatSet::only(left), Reason::LINE)),
            None if self.board.is_full() => Some(Outcome::drawn(Reason::FULL_BOARD)),
            None => None,
        };
        self.pass_turn_after(seat);
    }

    fn pass_turn_after(&mut self, seat: Seat) {
        self.turn = self.playing.next_after(seat).unwrap_or(seat);
    }

    /// Whether `seat` may yet complete a line, as far as that shows at a glance: somewhere a line
    /// fits without another's mark in it, and enough turns are left. The others are taken to leave
    /// as soon as it helps, and to fill only cells that do not matter.
    fn may_complete_line(&self, seat: Seat) -> bool {
        let empty = self.board.iter().filter(|(_, cell)| *cell == Cell::Empty).count();
        // Every second turn at most, since the game is over once nobody else is left.
        let waits = self.playing.len() == 2 && seat != self.turn;
        let turns = if waits { empty / 2 } else { empty.div_ceil(2) };
        self.board.lacking(seat, self.config.strike()).is_some_and(|lacking| usize::from(lacking) <= turns)
    }
}

impl Rules for Position {
    const FAMILY: &'static str = "mnk";

    const PRESETS: &'static [(&'static str, &'static str)] = &[
        ("tic-tac-toe", "rows=3,columns=3,strike=3"),
        ("connect-four", "rows=6,columns=7,strike=4,gravity"),
        ("gomoku-10", "rows=10,columns=10,strike=5"),
        ("misere-tic-tac-toe", "rows=3,columns=3,strike=3,misere"),
        ("phantom-tic-tac-toe", "rows=3,columns=3,strike=3,phantom"),
    ];
    const BOUNDS: &'static [(&'static str, u8, u8)] = config::BOUNDS;

    type Config = Config;
    type Action = Action;
    type Illegal = Illegal;
    type Sight = Sight;

    fn set_up(config: &Config, chance: u64) -> Position {
        let first = match config.first() {
            First::Seat(seat) => seat,
            First::Random => {
                let index = chance % u64::from(config.seats());
                Seat::new(index as u8).unwrap_or(Seat::FIRST)
            }
        };
        Position {
            config: *config,
            board: Board::new(config.rows(), config.columns()),
            first,
            turn: first,
            playing: SeatSet::first(config.seats()),
            passes: Default::default(),
            last: None,
            revealed: Default::default(),
            outcome: None,
        }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    /// With whoever began in place of `random`.
    fn settled_config(&self) -> Config {
        self.config.with_first(First::Seat(self.first)).unwrap_or(self.config)
    }

    fn seats(&self) -> u8 {
        self.config.seats()
    }

    fn to_move(&self) -> SeatSet {
        match self.outcome {
            None => SeatSet::only(self.turn),
            Some(_) => SeatSet::EMPTY,
        }
    }

    fn playing(&self) -> SeatSet {
        self.playing
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// From the seat's own sight, so that they cannot tell more than it.
    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        self.sight(Viewer::Seat(seat)).legal_actions(seat)
    }

    fn apply(&mut self, seat: Seat, action: &Action) -> Result<Applied, Illegal> {
        match self.effect(seat, action)? {
            Effect::Reveals(cell) => {
                if let Some(met) = self.revealed.get_mut(seat.index()) {
                    met.insert(cell);
                }
                Ok(Applied::secret(seat))
            }
            Effect::Marks(cell) => {
                self.mark(seat, cell);
                Ok(if self.config.variant().phantom { Applied::concealed(seat) } else { Applied::PUBLIC })
            }
        }
    }

    fn leave(&mut self, seat: Seat) {
        if self.outcome.is_some() || !self.playing.contains(seat) {
            return;
        }
        self.playing.remove(seat);
        if seat == self.turn {
            self.pass_turn_after(seat);
        }
        if let Some(left) = self.playing.sole() {
            self.outcome = Some(Outcome::won(SeatSet::only(left), Reason::LAST_SEAT));
        }
    }

    /// The turn goes to the next seat that plays. No seat lets more than 255 turns pass.
    fn pass(&mut self, seat: Seat) -> bool {
        if !self.to_move().contains(seat) {
            return false;
        }
        let passes = self.passes.get_mut(seat.index());
        let Some((passes, more)) = passes.and_then(|passes| passes.checked_add(1).map(|more| (passes, more)))
        else {
            return false;
        };
        *passes = more;
        self.pass_turn_after(seat);
        true
    }

    fn sight(&self, viewer: Viewer) -> Sight {
        Sight::of(self, viewer)
    }

    fn hides(&self) -> bool {
        self.config.variant().phantom
    }

    /// As after a draw: nobody has won, and nothing is hidden.
    fn laid_open(&self) -> Sight {
        let outcome = self.outcome.or(Some(Outcome::drawn(Reason::FULL_BOARD)));
        Sight::of(&Position { outcome, ..self.clone() }, Viewer::Spectator)
    }

    /// The first cell or column that the seat does not know to be taken. In phantom play it may turn
    /// out to be, and then the seat is still to move.
    fn absent_action(&self, seat: Seat) -> Option<Action> {
        self.legal_actions(seat).into_iter().next()
    }

    /// Once the game is over, whether it has won. Until then, plainly: whether somewhere a line fits
    /// without another's mark in it, and as many turns are left as it lacks marks; in misère play for
    /// two, whether the other can still complete a line in this sense. It does not ask whether the
    /// others could help without winning first, nor, with gravity, in which order cells come free.
    /// `true` for all who play where this would tell what is hidden, and in misère play for more.
    fn can_still_win(&self, seat: Seat) -> bool {
        if let Some(outcome) = self.outcome {
            return outcome.winners.contains(seat);
        }
        if !self.playing.contains(seat) {
            return false;
        }
        let variant = self.config.variant();
        let other = self.playing.without(SeatSet::only(seat)).sole();
        match (variant.phantom, variant.misere, other) {
            (false, false, _) => self.may_complete_line(seat),
            (false, true, Some(other)) => self.may_complete_line(other),
            _ => true,
        }
    }

    fn encode(&self) -> Vec<u8> {
        super::state::encode(self)
    }

    fn decode(config: &Config, bytes: &[u8]) -> Result<Position, DecodeError> {
        super::state::decode(config, bytes)
    }

    fn encode_action(action: &Action) -> Vec<u8> {
        action.encode()
    }

    fn decode_action(bytes: &[u8]) -> Result<Action, DecodeError> {
        Action::decode(bytes)
    }

    fn describe(&self, action: &Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        text.parse().ok()
    }

    fn encode_sight(sight: &Sight) -> Vec<u8> {
        sight.encode()
    }

    fn decode_sight(bytes: &[u8]) -> Result<Sight, DecodeError> {
        Sight::decode(bytes)
    }
}
