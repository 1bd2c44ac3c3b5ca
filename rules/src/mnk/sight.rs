//! A position as one viewer may see it.

use super::action::Action;
use super::board::{Board, Cell, Line, Point};
use super::config::{Config, Variant};
use super::position::Position;
use crate::codec::{DecodeError, Reader, Writer};
use crate::rules::Rules;
use crate::seat::{Seat, SeatSet, Viewer};

const VERSION: u8 = 1;
const LIVE: u8 = 0;
const WON: u8 = 1;
const DRAWN: u8 = 2;
const NONE: u8 = 255;

/// A position as one viewer may see it: all that a client needs to draw the board and to offer
/// moves.
///
/// ```
/// use zeitnot_rules::mnk::{Action, Config, Position, Sight};
/// use zeitnot_rules::{Rules, Seat, Viewer};
///
/// let game = Position::set_up(&Config::new(6, 7, 4)?.with_gravity(), 0);
/// let bytes = game.sight(Viewer::Spectator).encode();
/// let sight = Sight::decode(&bytes)?;
/// assert_eq!(sight.legal_actions(Seat::FIRST)[6], Action::Drop { column: 6 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    board: Board,
    strike: u8,
    variant: Variant,
    seats: u8,
    to_move: SeatSet,
    out: SeatSet,
    winners: Option<SeatSet>,
    last: Option<usize>,
}

impl Sight {
    pub(super) fn of(position: &Position, viewer: Viewer) -> Sight {
        let config = &position.config;
        let variant = config.variant();
        let mut board = position.board;
        if variant.phantom && position.outcome.is_none() {
            for cell in 0..board.len() {
                board.set(cell, position.seen(viewer, cell));
            }
        }
        // Of the others' marks a player may know where, but not when they were made.
        let last = position.last.filter(|&cell| match (board.at(cell), viewer) {
            _ if !variant.phantom || position.outcome.is_some() => true,
            (Cell::Mark(owner), Viewer::Seat(seat)) => owner == seat,
            _ => false,
        });
        Sight {
            board,
            strike: config.strike(),
            variant,
            seats: config.seats(),
            to_move: position.to_move(),
            out: SeatSet::first(config.seats()).without(position.playing),
            winners: position.outcome.map(|outcome| outcome.winners),
            last,
        }
    }

    /// The board, with [`Cell::Unknown`] for what the viewer may not see.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What is in a cell, as far as the viewer knows; `None` beyond the board.
    pub fn cell(&self, row: u8, column: u8) -> Option<Cell> {
        self.board.get(Point { row, column })
    }

    /// The board's rows.
    pub fn rows(&self) -> u8 {
        self.board.rows()
    }

    /// The board's columns.
    pub fn columns(&self) -> u8 {
        self.board.columns()
    }

    /// How many in a row count.
    pub fn strike(&self) -> u8 {
        self.strike
    }

    /// How the game departs from plain m,n,k.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Whose turn it is; nobody's once the game is over.
    pub fn to_move(&self) -> SeatSet {
        self.to_move
    }

    /// Those who have left, or lost by a line in misère play.
    pub fn out(&self) -> SeatSet {
        self.out
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.winners.is_some()
    }

    /// `None` while the game goes on; the empty set for a draw.
    pub fn winners(&self) -> Option<SeatSet> {
        self.winners
    }

    /// The cell marked last, where the viewer may know it.
    pub fn last(&self) -> Option<Point> {
        self.last.map(|cell| self.board.point(cell))
    }

    /// The lines that the viewer can see: those that have won, or in misère play lost.
    pub fn lines(&self) -> Vec<Line> {
        self.board.lines(self.strike)
    }

    /// What `seat`, whose sight this is, may do now: cells row by row, or columns from the left.
    pub fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if !self.to_move.contains(seat) {
            return Vec::new();
        }
        let open = self.board.iter().filter(|(_, cell)| !matches!(cell, Cell::Mark(_)));
        if self.variant.gravity {
            let top = open.take_while(|(point, _)| point.row == 0);
            top.map(|(point, _)| Action::Drop { column: point.column }).collect()
        } else {
            open.map(|(Point { row, column }, _)| Action::Mark { row, column }).collect()
        }
    }

    /// A version byte; rows, columns, strike; the variant's bits (gravity 1, misère 2, phantom 4);
    /// seats; the sets of those to move and those out; 0 live, 1 won, 2 drawn; the set of winners;
    /// the cells row by row, a byte each (0 empty, 1 to 4 the mark of seat 0 to 3, 255 unknown); the
    /// last cell's index, or 255.
    pub fn encode(&self) -> Vec<u8> {
        let ending = match self.winners {
            None => LIVE,
            Some(SeatSet::EMPTY) => DRAWN,
            Some(_) => WON,
        };
        Writer::new(VERSION)
            .bytes(&[self.rows(), self.columns(), self.strike, self.variant.bits(), self.seats])
            .bytes(&[self.to_move.bits(), self.out.bits()])
            .bytes(&[ending, self.winners.unwrap_or_default().bits()])
            .bytes(self.board.codes())
            .byte(self.last.map_or(NONE, |cell| cell as u8))
            .finish()
    }

    /// The reverse of [`Sight::encode`].
    pub fn decode(bytes: &[u8]) -> Result<Sight, DecodeError> {
        let invalid = |what| DecodeError::Invalid { what };
        let mut reader = Reader::new(bytes, VERSION)?;
        let (rows, columns, strike) = (reader.byte()?, reader.byte()?, reader.byte()?);
        let variant = Variant::from_bits(reader.byte()?).ok_or(invalid("there is no such variant"))?;
        let seats = reader.byte()?;
        let config = Config::new(rows, columns, strike)?.with_seats(seats)?.with_variant(variant);
        let to_move = SeatSet::from_bits(reader.byte()?);
        let out = SeatSet::from_bits(reader.byte()?);
        let ending = reader.byte()?;
        let winners = SeatSet::from_bits(reader.byte()?);
        let mut board = Board::new(rows, columns);
        for (index, &code) in reader.bytes(board.len())?.iter().enumerate() {
            board.set(index, Cell::from_code(code).ok_or(invalid("there is no such mark"))?);
        }
        let last = match reader.byte()? {
            NONE => None,
            cell => Some(usize::from(cell)),
        };
        reader.end()?;
        let winners = match ending {
            LIVE if winners.is_empty() => None,
            DRAWN if winners.is_empty() => Some(winners),
            WON if !winners.is_empty() => Some(winners),
            _ => return Err(invalid("the winners do not fit the ending")),
        };
        let sight = Sight { board, strike, variant, seats, to_move, out, winners, last };
        sight.check(&config)?;
        Ok(sight)
    }

    fn check(&self, config: &Config) -> Result<(), DecodeError> {
        let all = SeatSet::first(config.seats());
        let playing = all.without(self.out);
        DecodeError::unless(all.includes(self.out), "a seat that does not exist is out")?;
        DecodeError::unless(playing.includes(self.winners.unwrap_or_default()), "a winner is not playing")?;
        DecodeError::unless(
            playing.includes(self.to_move) && self.to_move.len() == usize::from(!self.is_over()),
            "the seats to move do not fit the ending",
        )?;
        let hiding = self.variant.phantom && !self.is_over();
        for (_, cell) in self.board.iter() {
            DecodeError::unless(
                match cell {
                    Cell::Empty => !hiding,
                    Cell::Unknown => hiding,
                    Cell::Mark(seat) => all.contains(seat),
                },
                "a cell shows what it cannot",
            )?;
        }
        let marked = |cell| cell < self.board.len() && matches!(self.board.at(cell), Cell::Mark(_));
        DecodeError::unless(self.last.is_none_or(marked), "the last cell is not marked")
    }
}
