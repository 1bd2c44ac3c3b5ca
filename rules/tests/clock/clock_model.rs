//! A clock as somebody with a stopwatch would keep it: one tick at a time, counting down and
//! nothing else. Slow and simple, to hold the real one against.

use crate::seat;
use proptest::prelude::*;
use zeitnot_rules::clock::{
    Absolute, Bank, Bronstein, ByoYomi, Canadian, Clock, Delay, Fischer, Flagged, Hourglass, Micros, PerTurn,
    Rule, Stage, Stages, TimeControl,
};

/// A tick in microseconds: a little over a second, so that no figure is a round one.
const TICK: Micros = 1_000_003;

/// A control in ticks.
#[derive(Clone, Debug)]
enum Ticks {
    PerTurn(u32),
    Absolute(u32),
    Fischer { main: u32, increment: u32, cap: Option<u32> },
    Delay { main: u32, delay: u32 },
    Bronstein { main: u32, delay: u32 },
    ByoYomi { main: u32, periods: u32, period: u32 },
    Canadian { main: u32, turns: u32, block: u32 },
    Hourglass(u32),
    Stages { stages: Vec<(u32, u32)>, rest: u32, increment: u32 },
    Bank { turn: u32, bank: u32 },
}

impl Ticks {
    fn control(&self) -> TimeControl {
        let us = |ticks: u32| Micros::from(ticks) * TICK;
        let rule = match *self {
            Ticks::PerTurn(turn) => Rule::PerTurn(PerTurn { turn: us(turn) }),
            Ticks::Absolute(main) => Rule::Absolute(Absolute { main: us(main) }),
            Ticks::Fischer { main, increment, cap } => {
                Rule::Fischer(Fischer { main: us(main), increment: us(increment), cap: cap.map(us) })
            }
            Ticks::Delay { main, delay } => Rule::Delay(Delay { main: us(main), delay: us(delay) }),
            Ticks::Bronstein { main, delay } => {
                Rule::Bronstein(Bronstein { main: us(main), delay: us(delay) })
            }
            Ticks::ByoYomi { main, periods, period } => {
                Rule::ByoYomi(ByoYomi { main: us(main), periods, period: us(period) })
            }
            Ticks::Canadian { main, turns, block } => {
                Rule::Canadian(Canadian { main: us(main), turns, block: us(block) })
            }
            Ticks::Hourglass(main) => Rule::Hourglass(Hourglass { main: us(main) }),
            Ticks::Stages { ref stages, rest, increment } => Rule::Stages(Stages {
                stages: stages.iter().map(|&(turns, time)| Stage { turns, time: us(time) }).collect(),
                rest: us(rest),
                increment: (increment > 0).then_some(us(increment)),
            }),
            Ticks::Bank { turn, bank } => Rule::Bank(Bank { turn: us(turn), bank: us(bank) }),
        };
        TimeControl::new(rule).expect("a few ticks are in every range")
    }
}

/// One seat's clock, in ticks.
#[derive(Clone, Debug, Default)]
struct Face {
    main: u32,
    /// Of the running turn's delay.
    free: u32,
    block: u32,
    periods: u32,
    turns: u32,
    stage: usize,
    bank: u32,
}

struct Model {
    ticks: Ticks,
    faces: Vec<Face>,
}

impl Model {
    fn new(ticks: &Ticks, seats: u8) -> Model {
        let face = match *ticks {
            Ticks::PerTurn(main) | Ticks::Absolute(main) | Ticks::Hourglass(main) => {
                Face { main, ..Face::default() }
            }
            Ticks::Fischer { main, .. } | Ticks::Delay { main, .. } | Ticks::Bronstein { main, .. } => {
                Face { main, ..Face::default() }
            }
            Ticks::ByoYomi { main, periods, period } => {
                Face { main, periods, block: period, ..Face::default() }
            }
            Ticks::Canadian { main, turns, block } => Face { main, turns, block, ..Face::default() },
            Ticks::Stages { ref stages, .. } => {
                Face { main: stages[0].1, turns: stages[0].0, ..Face::default() }
            }
            Ticks::Bank { turn, bank } => Face { main: turn, bank, ..Face::default() },
        };
        Model { ticks: ticks.clone(), faces: vec![face; usize::from(seats)] }
    }

    fn start(&mut self, mover: usize) {
        if let Ticks::Delay { delay, .. } = self.ticks {
            self.faces[mover].free = delay;
        }
    }

    /// A tick goes by; true if the time is up with it.
    fn tick(&mut self, mover: usize) -> bool {
        let face = &mut self.faces[mover];
        match self.ticks {
            Ticks::Delay { .. } if face.free > 0 => {
                face.free -= 1;
                false
            }
            Ticks::ByoYomi { period, .. } if face.main == 0 => {
                face.block -= 1;
                if face.block == 0 {
                    face.periods -= 1;
                    face.block = period;
                }
                face.periods == 0
            }
            Ticks::ByoYomi { .. } => {
                face.main -= 1;
                false
            }
            Ticks::Canadian { .. } if face.main == 0 => {
                face.block -= 1;
                face.block == 0
            }
            Ticks::Canadian { .. } => {
                face.main -= 1;
                false
            }
            Ticks::Bank { .. } if face.main == 0 => {
                face.bank -= 1;
                face.bank == 0
            }
            Ticks::Bank { .. } => {
                face.main -= 1;
                face.main == 0 && face.bank == 0
            }
            Ticks::Hourglass(_) => {
                face.main -= 1;
                let up = face.main == 0;
                let other = 1 - mover;
                self.faces[other].main += 1;
                up
            }
            _ => {
                face.main -= 1;
                face.main == 0
            }
        }
    }

    /// The turn has ended in time after so many ticks.
    fn end(&mut self, mover: usize, used: u32) {
        let face = &mut self.faces[mover];
        match self.ticks {
            Ticks::PerTurn(turn) | Ticks::Bank { turn, .. } => face.main = turn,
            Ticks::Fischer { increment, cap, .. } => {
                face.main = cap.map_or(face.main + increment, |cap| cap.min(face.main + increment));
            }
            Ticks::Bronstein { delay, .. } => face.main += used.min(delay),
            Ticks::ByoYomi { period, .. } => face.block = period,
            Ticks::Canadian { turns, block, .. } if face.main == 0 => {
                face.turns -= 1;
                if face.turns == 0 {
                    (face.turns, face.block) = (turns, block);
                }
            }
            Ticks::Stages { ref stages, rest, increment } => {
                face.main += increment;
                if face.stage < stages.len() {
                    face.turns -= 1;
                    if face.turns == 0 {
                        face.stage += 1;
                        let (turns, time) = stages.get(face.stage).copied().unwrap_or((0, rest));
                        face.main += time;
                        face.turns = turns;
                    }
                }
            }
            _ => {}
        }
    }

    /// The same face as the real clock's reading: main, periods, turns, bank.
    fn shown(&self, who: usize) -> (Micros, Option<u32>, Option<u32>, Option<Micros>) {
        let face = &self.faces[who];
        let us = |ticks: u32| Micros::from(ticks) * TICK;
        match self.ticks {
            Ticks::ByoYomi { .. } if face.periods == 0 => (0, Some(0), None, None),
            Ticks::ByoYomi { .. } if face.main == 0 => (us(face.block), Some(face.periods), None, None),
            Ticks::ByoYomi { .. } => (us(face.main), Some(face.periods), None, None),
            Ticks::Canadian { .. } if face.main == 0 => (us(face.block), None, Some(face.turns), None),
            Ticks::Canadian { .. } => (us(face.main), None, Some(face.turns), None),
            Ticks::Stages { ref stages, .. } => {
                (us(face.main), None, (face.stage < stages.len()).then_some(face.turns), None)
            }
            Ticks::Bank { .. } => (us(face.main), None, None, Some(us(face.bank))),
            _ => (us(face.main), None, None, None),
        }
    }
}

fn agree(clock: &Clock, model: &Model, now: Micros) -> Result<(), TestCaseError> {
    for who in 0..model.faces.len() {
        let reading = clock.reading_at(seat(who as u8), now);
        let shown = (reading.main_us, reading.periods_left, reading.turns_left_in_block, reading.bank_us);
        prop_assert_eq!(shown, model.shown(who), "seat {} at {}", who, now);
    }
    Ok(())
}

fn any_ticks() -> impl Strategy<Value = Ticks> {
    let few = || 1..8u32;
    let many = || 1..40u32;
    prop_oneof![
        many().prop_map(Ticks::PerTurn),
        many().prop_map(Ticks::Absolute),
        (many(), few(), proptest::option::of(few())).prop_map(|(main, increment, above)| Ticks::Fischer {
            main,
            increment,
            cap: above.map(|above| main + above - 1),
        }),
        (many(), few()).prop_map(|(main, delay)| Ticks::Delay { main, delay }),
        (many(), few()).prop_map(|(main, delay)| Ticks::Bronstein { main, delay }),
        (0..40u32, few(), few()).prop_map(|(main, periods, period)| Ticks::ByoYomi { main, periods, period }),
        (0..40u32, few(), many()).prop_map(|(main, turns, block)| Ticks::Canadian { main, turns, block }),
        many().prop_map(Ticks::Hourglass),
        (proptest::collection::vec((few(), many()), 1..4), many(), 0..4u32)
            .prop_map(|(stages, rest, increment)| Ticks::Stages { stages, rest, increment }),
        (few(), many()).prop_map(|(turn, bank)| Ticks::Bank { turn, bank }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Two players move in turn until somebody's time is up or the turns are over. The real clock
    /// agrees with the stopwatch after every tick and every turn, and on when the time is up.
    #[test]
    fn a_clock_agrees_with_a_stopwatch(
        ticks in any_ticks(),
        turns in proptest::collection::vec(0..14u32, 1..60),
        start in prop_oneof![Just(0), -2_000_000_000_000_000..2_000_000_000_000_000i64],
    ) {
        let mut clock = Clock::new(&ticks.control(), 2);
        let mut model = Model::new(&ticks, 2);
        let mut now = start;
        for (turn, &length) in turns.iter().enumerate() {
            let mover = turn % 2;
            let player = seat(mover as u8);
            clock.start_turn(player, now);
            model.start(mover);
            for _ in 0..length {
                now += TICK;
                let up = model.tick(mover);
                prop_assert_eq!(clock.flagged(now).contains(player), up, "turn {} at {}", turn, now);
                prop_assert!(clock.flagged(now - 1).is_empty(), "turn {} before {}", turn, now);
                agree(&clock, &model, now)?;
                if up {
                    prop_assert_eq!(clock.deadline(), Some(now));
                    prop_assert_eq!(clock.end_turn(player, now), Err(Flagged { seat: player, deadline: now }));
                    return Ok(());
                }
            }
            prop_assert_eq!(clock.end_turn(player, now), Ok(Micros::from(length) * TICK));
            model.end(mover, length);
            agree(&clock, &model, now)?;
        }
    }
}
