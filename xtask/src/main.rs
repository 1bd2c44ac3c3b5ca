//! The project's own commands, `cargo xtask <command>`, in the manner of
//! <https://github.com/matklad/cargo-xtask>: nothing to install, the same on every machine.

mod bench;
mod bindings;
mod build;
mod check;
mod deny;
mod dist;
mod faults;
mod fuzz;
mod nightly;
mod play;
mod screenshots;
mod server;
mod test;

use std::process::ExitCode;

use anyhow::{Result, bail};
use xshell::Shell;

const HELP: &str = "\
cargo xtask <command>

  play [OPTIONS]   starts a server and opens the window; again, it opens a second player's.
                   With OPTIONS, those of `zeitnot play`, or without a display it plays in
                   the terminal, against a house bot; in a second terminal,
                   `cargo xtask play --join CODE` joins as the opponent.
                   Without a terminal on standard input, two bots show three short games.
  test [FILTER]    builds everything and runs every test
  check            formatting, clippy and rustdoc, warnings denied
  deny             licences and sources of all dependencies, and known faults in them (cargo-deny, cargo-audit)
  bench [OPTIONS]  measures moves a second and more beside other systems; `--quick` takes five minutes,
                   `--help` tells the rest
  faults [OPTIONS] plays on a server that is killed, stopped, cut off and out of disk, and looks for what
                   was lost: 10 rounds, or `--rounds N --seed S`
  fuzz [TARGET…] [--seconds N]
                   fuzzes what reads bytes and texts from outside, a minute each unless told otherwise
  nightly          what takes hours: 200 rounds of faults, 10,000 sequences of calls beside a model, ten
                   minutes of each fuzz target, and ten thousand hostile connections
  bindings         writes module_bindings/ anew with the `spacetime` CLI
  screenshots      plays games in a real window under Xvfb, and writes pictures of it to docs/images
  dist             writes target/dist/zeitnot-….tar.gz: the window and the terminal client, with all licences
  module           builds the module and prints where it is and how large
  help             this text
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let shell = Shell::new()?;
    shell.change_dir(build::root());
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_else(|| "help".to_owned());
    let rest: Vec<String> = arguments.collect();
    match command.as_str() {
        "play" => return play::run(&shell, &rest),
        "test" => test::run(&shell, &rest)?,
        "check" => check::run(&shell)?,
        "deny" => deny::run(&shell)?,
        "bench" => return bench::run(&shell, &rest),
        "faults" => faults::play(&shell, &rest)?,
        "fuzz" => fuzz::run(&shell, &rest)?,
        "nightly" => return nightly::run(&shell, &rest),
        "bindings" => bindings::run(&shell)?,
        "dist" => dist::run(&shell)?,
        "screenshots" => screenshots::run(&shell)?,
        "module" => build::report_module(&shell)?,
        "help" | "-h" | "--help" => print!("{HELP}"),
        unknown => bail!("there is no command {unknown:?}\n\n{HELP}"),
    }
    Ok(ExitCode::SUCCESS)
}
