//! Random configurations, and random courses of play.

use proptest::collection::vec;
use proptest::prelude::*;
use zeitnot_rules::mnk::{Action, Config, First, Position, Variant};
use zeitnot_rules::{Applied, MAX_SEATS, Rules, Seat, SeatSet, Viewer};

/// Small boards more often than large ones: their games end.
pub fn configs() -> impl Strategy<Value = Config> {
    let sides = prop_oneof![4 => 3..=4_u8, 2 => 3..=6_u8, 1 => 3..=10_u8];
    let variants = any::<(bool, bool, bool)>().prop_map(|(gravity, misere, phantom)| Variant {
        gravity,
        misere,
        phantom,
    });
    (sides.clone(), sides, any::<u8>(), 2..=4_u8, proptest::option::of(any::<u8>()), variants).prop_map(
        |(rows, columns, strike, seats, first, variant)| {
            let strike = 3 + strike % (rows.max(columns).min(5) - 2);
            let first = match first {
                Some(first) => First::Seat(seat(first % seats)),
                None => First::Random,
            };
            let config = Config::new(rows, columns, strike).and_then(|config| config.with_seats(seats));
            config.and_then(|config| config.with_first(first)).expect("valid rules").with_variant(variant)
        },
    )
}

/// One step of a random course of play.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// The mover does whichever of its legal actions this picks.
    Act(u8),
    /// This seat leaves, if there is such a one.
    Leave(u8),
    /// The mover lets its turn pass.
    Pass,
}

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    let act = || any::<u8>().prop_map(Step::Act);
    let with_passes = prop_oneof![24 => act(), 1 => (0..4_u8).prop_map(Step::Leave), 4 => Just(Step::Pass)];
    let without = prop_oneof![24 => act(), 1 => (0..4_u8).prop_map(Step::Leave)];
    prop_oneof![vec(with_passes, 0..60), vec(without, 0..60)]
}

pub fn seat(index: u8) -> Seat {
    Seat::new(index).expect("a seat")
}

pub fn every_seat() -> impl Iterator<Item = Seat> {
    SeatSet::first(MAX_SEATS).iter()
}

pub fn viewers() -> impl Iterator<Item = Viewer> {
    every_seat().map(Viewer::Seat).chain([Viewer::Spectator])
}

/// What the mover would do; `None` once the game is over.
pub fn choose(position: &Position, pick: u8) -> Option<(Seat, Action)> {
    let mover = position.to_move().sole()?;
    let legal = position.legal_actions(mover);
    Some((mover, legal[usize::from(pick) % legal.len()]))
}

pub fn take(position: &mut Position, step: Step) -> Option<(Seat, Applied)> {
    match step {
        Step::Act(pick) => {
            let (mover, action) = choose(position, pick)?;
            let applied = position.apply(mover, &action).expect("a legal action is accepted");
            Some((mover, applied))
        }
        Step::Leave(index) => {
            position.leave(seat(index));
            None
        }
        Step::Pass => {
            let mover = position.to_move();
            assert!(mover.iter().all(|mover| position.pass(mover)), "the turn does not pass");
            None
        }
    }
}

/// Sometimes a position at the end, mostly one on the way.
pub fn positions() -> impl Strategy<Value = Position> {
    (configs(), any::<u64>(), steps()).prop_map(|(config, chance, steps)| {
        let mut position = Position::set_up(&config, chance);
        for step in steps {
            take(&mut position, step);
        }
        position
    })
}

/// All there are on the board, beyond it, and those that would be another cell if they were counted
/// on from the end of a row or a column.
pub fn candidates(config: &Config) -> Vec<Action> {
    let far = |side: u8| (0..=2 * side).chain([100, 127, 128, 254, 255]);
    let marks = far(config.rows())
        .flat_map(|row| far(config.columns()).map(move |column| Action::Mark { row, column }));
    marks.chain(far(config.columns()).map(|column| Action::Drop { column })).collect()
}
