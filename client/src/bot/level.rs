//! How well a bot plays.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How well a bot plays, 0 to 5.
///
/// | level | plays |
/// | --- | --- |
/// | 0 | anything that is allowed |
/// | 1 | a winning move if it sees one, else anything |
/// | 2 | what looks good at a glance: wins, blocks, builds |
/// | 3 | looks two turns ahead |
/// | 4 | looks six turns ahead |
/// | 5 | as far as it gets: perfect at tic-tac-toe |
///
/// Where others' marks are hidden, or more than two play, nobody can look ahead: levels above 2 play as
/// level 2 does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// Why a level was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a bot's level is 0 (careless) to 5 (its best), not {0:?}")]
pub struct LevelError(String);

impl Level {
    /// Plays anything.
    pub const CARELESS: Level = Level(0);
    /// Plays a winning move if it sees one.
    pub(super) const GREEDY: Level = Level(1);
    /// A fair opponent.
    pub const FAIR: Level = Level(3);
    /// Plays as well as it can.
    pub const BEST: Level = Level(5);

    /// How many turns it looks ahead, if there is time; `None` at a glance or less.
    pub(super) fn depth(self) -> Option<u32> {
        match self.0 {
            0..=2 => None,
            3 => Some(2),
            4 => Some(6),
            _ => Some(u32::MAX),
        }
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let level = text.trim().parse().ok().filter(|level| *level <= Level::BEST.0);
        level.map(Level).ok_or_else(|| LevelError(text.chars().take(20).collect()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
