//! Why a command did not do what it was asked to.

use std::io;

use clap::error::ErrorKind;
use thiserror::Error;
use zeitnot_rules::clock::{DurationError, TimeControlError};
use zeitnot_rules::record::RecordError;
use zeitnot_rules::{ConfigError, presets};

use crate::session::{Answer, NoRecord};
use crate::term::answer_sentence;

/// Why a command did not do what it was asked to.
#[derive(Debug, Error)]
pub enum CliError {
    /// The terminal, a thread or a file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The server could not be reached.
    #[error("not connected to {server}: {reason}")]
    Unreachable {
        /// Its address.
        server: String,
        /// Why, as a sentence.
        reason: String,
    },
    /// The server has refused a call, or it was not carried out.
    #[error("{0}")]
    Answer(String),
    /// The server has ended a search for an opponent.
    #[error("no opponent is searched for any more: {0}")]
    Search(String),
    /// The rules that were asked for cannot be.
    #[error("these rules cannot be played: {0}{known}", known = known_games(.0))]
    Config(#[from] ConfigError),
    /// The time control that was asked for cannot be.
    #[error("this time control cannot be used: {0}")]
    Time(#[from] TimeControlError),
    /// A length of time that is none.
    #[error(transparent)]
    Duration(#[from] DurationError),
    /// A file that cannot be read.
    #[error("{path} cannot be read: {error}")]
    File {
        /// Which.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// A text that is no record of a game.
    #[error("this is no record of a game: {0}")]
    Record(#[from] RecordError),
    /// No such game of the player's.
    #[error("you have no game {0} that is still going on; `zeitnot games` lists them")]
    NoSuchGame(u64),
    /// No such game of the player's at all.
    #[error("you have no game {0}, neither on `zeitnot games` nor in the archive")]
    UnknownGame(u64),
    /// Nobody else is, or was, in that seat of a game.
    #[error("nobody else has seat {seat} of game {game}")]
    NobodyThere {
        /// The game.
        game: u64,
        /// The seat, counted from 1.
        seat: u8,
    },
    /// Nobody else is in a game.
    #[error("nobody else is known in game {0}")]
    Alone(u64),
    /// Nobody of this name is blocked.
    #[error("you have blocked nobody called {0:?}; `zeitnot block` lists whom you have")]
    NotBlocked(String),
    /// No such finished game of the player's.
    #[error("you have no finished game {0}; `zeitnot games` lists those of the last day")]
    NotFinished(u64),
    /// A game of which there is no record.
    #[error(transparent)]
    NoRecord(#[from] NoRecord),
    /// What the demonstration was to show did not happen.
    #[error("the demonstration went wrong: {0}")]
    Demo(String),
    /// Options that exclude each other, or cannot be used here.
    #[error("{0}")]
    Usage(&'static str),
}

/// Where no game is called as was asked for: what they are called.
fn known_games(error: &ConfigError) -> String {
    match error {
        ConfigError::UnknownGame { .. } => {
            let names: Vec<&str> = presets().map(|(name, _)| name).collect();
            format!("; there are {}", names.join(", "))
        }
        _ => String::new(),
    }
}

/// What is wrong on the command line, in one line: what the parser says of it, without the usage that it
/// appends.
pub fn usage_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let said = text.rsplit_once("\n\nFor more information").map_or(&*text, |(said, _)| said);
    // A value that was typed may hold anything, and no usage comes after it.
    let said = match said.rsplit_once("\n\nUsage:") {
        Some((said, _)) if error.kind() != ErrorKind::ValueValidation => said,
        _ => said,
    };
    let paragraphs: Vec<String> = said
        .split("\n\n")
        .map(|paragraph| {
            let words: Vec<&str> = paragraph
                .split(|c: char| c.is_whitespace() || c.is_control())
                .filter(|w| !w.is_empty())
                .collect();
            words.join(" ")
        })
        .collect();
    paragraphs.join("; ")
}

impl CliError {
    /// What the program ends with: 2 for what is wrong on the command line itself, else 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Time(_) | CliError::Duration(_) => 2,
            _ => 1,
        }
    }

    /// From the answer to a call that was not done.
    pub(super) fn from_answer(answer: &Answer) -> CliError {
        CliError::Answer(answer_sentence(answer).unwrap_or_else(|| answer.to_string()))
    }
}
