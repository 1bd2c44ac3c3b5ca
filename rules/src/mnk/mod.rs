//! The m,n,k family: mark cells in turn, and whoever gets k in a row has won.
//!
//! Tic-tac-toe is 3,3,3; with [gravity](Variant::gravity) a mark falls to the lowest free cell of
//! its column, so that Connect Four is 6,7,4; in [misère](Variant::misere) play a line loses; in
//! [phantom](Variant::phantom) play nobody sees the others' marks.
//!
//! ```
//! use zeitnot_rules::mnk::{Action, Config, Position};
//! use zeitnot_rules::{Reason, Rules, Seat};
//!
//! let x = Seat::FIRST;
//! let o = Seat::new(1).unwrap();
//! let mut game = Position::set_up(&Config::new(3, 3, 3)?, 0);
//! for (seat, row, column) in [(x, 0, 0), (o, 1, 0), (x, 0, 1), (o, 1, 1), (x, 0, 2)] {
//!     game.apply(seat, &Action::Mark { row, column })?;
//! }
//! let outcome = game.outcome().unwrap();
//! assert_eq!((outcome.winners.sole(), outcome.reason), (Some(x), Reason::LINE));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod board;
mod cell_set;
mod config;
mod notation;
mod position;
mod sight;
mod state;

pub use action::{Action, Illegal};
pub use board::{Board, Cell, Line, MARKS, Point, mark_of};
pub use config::{Config, First, MAX_SEATS, MAX_SIDE, MIN_SIDE, MIN_STRIKE, Variant};
pub use notation::{NoAction, column_name};
pub use position::Position;
pub use sight::Sight;
