//! What is typed after the name of the terminal client or of the window.
#![no_main]

#[path = "../../desktop/src/shell/args.rs"]
#[allow(dead_code)]
mod args;

use args::Args;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use libfuzzer_sys::fuzz_target;
use zeitnot_client::cli::args::{Cli, Command, GameArgs};
use zeitnot_client::cli::usage_line;
use zeitnot_fuzz::reads_back;
use zeitnot_rules::canonical_spec;
use zeitnot_rules::clock::{TimeControl, parse_duration, trace};

fuzz_target!(|data: &[u8]| {
    // A word a line.
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(args) = read::<Args>("zeitnot-window", text) {
        reads_back(&args.profile);
        if let Some(server) = &args.server {
            reads_back(server);
        }
    }
    let Some(cli) = read::<Cli>("zeitnot", text) else { return };
    reads_back(&cli.connect.server);
    reads_back(&cli.connect.profile);
    match &cli.command {
        Command::Play(args) => check(&args.setup),
        Command::Bot(args) => check(&args.setup),
        Command::Seek(args) => check(&args.setup),
        Command::Challenge(args) => check(&args.setup),
        Command::Clock(args) => {
            let Ok(control) = args.control.parse::<TimeControl>() else { return };
            let used: Result<Vec<_>, _> = args.used.iter().map(|text| parse_duration(text)).collect();
            if let Ok(used) = used {
                assert!(trace(&control, &used).len() <= used.len());
            }
        }
        _ => {}
    }
});

/// What the words mean to a program of this name, if anything.
fn read<T: CommandFactory + FromArgMatches>(name: &str, text: &str) -> Option<T> {
    let words = std::iter::once(name).chain(text.lines());
    match T::command().try_get_matches_from(words).and_then(|matches| T::from_arg_matches(&matches)) {
        Ok(read) => Some(read),
        Err(told) => {
            // Help fills a page; what is wrong is told in a line.
            if !matches!(told.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
                let line = usage_line(&told);
                assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
            }
            None
        }
    }
}

/// The game that is asked for is one, or it is said why not; and asking for it in the words of the client itself is
/// asking for the same.
fn check(asked: &GameArgs) {
    let setup = match asked.setup(false) {
        Ok(setup) => setup,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(canonical_spec(&setup.spec).as_deref(), Ok(setup.spec.as_str()));
    let options = [
        ("--game", &setup.spec),
        ("--time", &setup.time),
        ("--policy", &setup.policy),
        ("--leaving", &setup.leaving),
        ("--series", &setup.series),
    ];
    let mut words = vec!["play"];
    words.extend(
        options.into_iter().filter(|(_, text)| !text.is_empty()).flat_map(|(name, text)| [name, text]),
    );
    words.extend(
        [("--rated", setup.rated), ("--private", setup.private)]
            .into_iter()
            .filter(|(_, set)| *set)
            .map(|(name, _)| name),
    );
    let again = read::<Cli>("zeitnot", &words.join("\n")).expect("its own words");
    let Command::Play(again) = again.command else { panic!("no game: {words:?}") };
    assert_eq!(again.setup.setup(false).expect("it was read before"), setup, "{words:?}");
}
