//! What takes a night.

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use xshell::Shell;

use crate::{faults, fuzz, test};

const HELP: &str = "\
cargo xtask nightly

Runs one after the other, for some hours, and goes on when one fails:

  the hostile client's full edition          ten thousand connections; wants 12,000 open files
  10,000 sequences of calls beside a model   as four processes, from other seeds each time
  200 rounds of faults                       from the day's seed
  every fuzz target for ten minutes

At the end it says what has failed, and fails if anything has.
";

/// Rounds of faults.
const ROUNDS: &str = "200";

/// Processes that play against the model: what the engine's test store has taken it keeps until its process ends.
const PROCESSES: u32 = 4;

/// Sequences of calls of each.
const SEQUENCES: &str = "2500";

/// Seconds of each fuzz target.
const SECONDS: &str = "600";

/// What has become of a part of it.
struct Outcome {
    name: String,
    took: Duration,
    failure: Option<String>,
}

/// Does it all.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<ExitCode> {
    match arguments.first().map(String::as_str) {
        None => {}
        Some("-h" | "--help") => {
            print!("{HELP}");
            return Ok(ExitCode::SUCCESS);
        }
        Some(unknown) => bail!("cargo xtask nightly takes no {unknown:?}"),
    }
    let seed = day().to_string();
    let mut outcomes = vec![carry_out("the hostile client".to_owned(), || {
        let _full = shell.push_env("ZEITNOT_HOSTILE", "full");
        test::run(shell, &owned(&["--test", "hostile", "--", "--nocapture"]))
    })];
    for process in 1..=PROCESSES {
        outcomes.push(carry_out(format!("{SEQUENCES} sequences, {process} of {PROCESSES}"), || {
            let _many = shell.push_env("ZEITNOT_SEQUENCES", SEQUENCES);
            test::run(shell, &owned(&["--lib", "random_sequences_go_as_the_model_says"]))
        }));
    }
    outcomes.push(carry_out(format!("{ROUNDS} rounds of faults from seed {seed}"), || {
        faults::play(shell, &owned(&["--rounds", ROUNDS, "--seed", &seed]))
    }));
    for target in fuzz::targets(shell)? {
        outcomes.push(carry_out(format!("fuzz target {target}"), || {
            fuzz::run(shell, &owned(&[&target, "--seconds", SECONDS]))
        }));
    }
    let (lines, passed) = summary(&outcomes);
    print!("\n== what was done\n{lines}");
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn carry_out(name: String, act: impl FnOnce() -> Result<()>) -> Outcome {
    println!("\n== {name}");
    let begun = Instant::now();
    let failure = act().err().map(|error| format!("{error:#}"));
    if let Some(failure) = &failure {
        println!("{failure}");
    }
    Outcome { name, took: begun.elapsed(), failure }
}

/// What was done, and whether all of it has passed.
fn summary(outcomes: &[Outcome]) -> (String, bool) {
    let line = |Outcome { name, took, failure }: &Outcome| {
        let verdict = if failure.is_some() { "FAILED" } else { "passed" };
        format!("{verdict} in {:>5} s: {name}\n", took.as_secs())
    };
    (outcomes.iter().map(line).collect(), outcomes.iter().all(|outcome| outcome.failure.is_none()))
}

/// Days since 1970, another seed each night that can be repeated.
fn day() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / (24 * 60 * 60)
}

fn owned(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|&argument| argument.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_fails_stops_nothing_and_fails_all() {
        let acts: [fn() -> Result<()>; 3] = [|| Ok(()), || bail!("something was found"), || Ok(())];
        let outcomes: Vec<Outcome> = acts.map(|act| carry_out("it".to_owned(), act)).into();
        let (lines, passed) = summary(&outcomes);
        let verdicts: Vec<&str> = lines.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(verdicts, ["passed", "FAILED", "passed"]);
        assert!(!passed && summary(&outcomes[..1]).1);
    }
}
