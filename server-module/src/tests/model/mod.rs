//! A model of the whole module, and random sequences of calls by several players that are answered by both.
//!
//! The model is plain values in memory, written from the docs and the comments on the reducers. It takes from the
//! `rules` crate what a position and a clock are after a move, which that crate's own tests see to; who may call
//! what and when, and what everybody sees after it, it decides by itself. After each step the answer and all that
//! anybody sees are compared, and the timers.
//!
//! `proptest-state-machine` would run the model before the module: what the module leaves to chance, such as who
//! begins, could not be told to the model then. So a sequence is a list of steps whose numbers choose among what there
//! is when their time comes ([`step`]), and proptest makes it shorter when it fails.

mod absence;
mod account;
mod archive;
mod block;
mod call;
mod challenge;
mod chat;
mod choice;
mod draw;
mod extra_time;
mod game;
mod limits;
mod lobby;
mod matchmaker;
mod outage;
mod pause;
mod play;
mod premove;
mod presence;
mod queue;
mod rating;
mod rematch;
mod run;
mod seek;
mod server;
mod staff;
mod step;
mod sweep;
mod takeback;
mod terms;
mod timeout;
mod told;
mod view;
mod watch;

use std::cell::RefCell;
use std::collections::BTreeSet;

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed, TestCaseError, TestError, TestRunner};
use zeitnot_rules::clock::Micros;

use self::call::{NAMES, OF_THE_SERVER};
use self::run::{Done, Run};
use super::refusals::documented;
use super::{ANN, BOB, EVE, OWNER, Who};

const SECOND: Micros = super::SECOND;
const MINUTE: Micros = 60 * SECOND;
const DAY: Micros = 24 * 60 * MINUTE;

/// Everybody there is.
const PEOPLE: [Who; 5] = [ANN, BOB, EVE, "zoe", OWNER];

/// How many steps a sequence has at most.
const STEPS: usize = 60;

/// So many sequences are run, always the same, unless `ZEITNOT_SEQUENCES` says how many others.
const SEQUENCES: u32 = 100;

/// So many come to everything.
const ENOUGH: u32 = 2_000;

/// How many threads share them, on whatever machine.
const THREADS: u32 = 4;

/// Runs sequences on this thread. What reducers have succeeded, or how a sequence failed.
fn run(sequences: u32, seed: RngSeed) -> Result<Done, String> {
    let config = Config {
        cases: sequences,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(REGRESSIONS))),
        max_shrink_iters: 2_000,
        max_shrink_time: 30_000,
        rng_seed: seed,
        ..Config::default()
    };
    let all = RefCell::new(Done::new());
    let outcome = TestRunner::new(config).run(&step::sequences(STEPS), |steps| {
        let mut run = Run::new();
        run.carry_out(&steps).map_err(TestCaseError::fail)?;
        for (answer, times) in run.done {
            *all.borrow_mut().entry(answer).or_default() += times;
        }
        Ok(())
    });
    match outcome {
        Ok(()) => Ok(all.into_inner()),
        Err(TestError::Fail(why, steps)) => Err(format!("{why}\nof these steps: {steps:#?}")),
        Err(TestError::Abort(why)) => Err(why.to_string()),
    }
}

/// The seeds of sequences that have failed: they are run first.
const REGRESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/model/regressions.txt");

#[test]
fn the_model_knows_every_call() {
    let mut known: Vec<&str> = NAMES.into_iter().chain(OF_THE_SERVER).collect();
    known.sort_unstable();
    assert_eq!(known, documented().keys().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn random_sequences_go_as_the_model_says() {
    let asked = std::env::var_os("ZEITNOT_SEQUENCES").map(|text| {
        let number = text.to_str().and_then(|text| text.parse::<u32>().ok());
        number.unwrap_or_else(|| panic!("ZEITNOT_SEQUENCES={text:?} is no number, such as 10000"))
    });
    let sequences = asked.unwrap_or(SEQUENCES);
    let share = sequences.div_ceil(THREADS);
    let seed = |thread| if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(thread) };
    let outcomes: Vec<Result<Done, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || run(share, seed(thread.into())))).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.map(|outcome| outcome.unwrap_or_else(|_| Err("a sequence panicked".to_owned()))).collect()
    });
    let mut done = Done::new();
    for outcome in outcomes {
        for (answer, times) in outcome.unwrap_or_else(|why| panic!("{why}")) {
            *done.entry(answer).or_default() += times;
        }
    }
    let all: BTreeSet<String> = documented().into_keys().collect();
    let never: Vec<&String> = all.iter().filter(|name| !done.contains_key(&(name.as_str(), ""))).collect();
    let answers: String =
        done.iter().map(|((name, code), times)| format!("{name} {code}: {times}\n")).collect();
    println!("{answers}");
    assert!(
        never.is_empty() || sequences < ENOUGH,
        "in {sequences} sequences these calls have never succeeded: {never:?}"
    );
}
