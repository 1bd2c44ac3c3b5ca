//! Why a challenge is declined.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Why a challenge is declined. They are those of lichess.
///
/// ```
/// use zeitnot_client::session::DeclineReason;
///
/// let reason: DeclineReason = "too-fast".parse()?;
/// assert_eq!(reason.sentence(), "this time control is too fast");
/// assert!("busy".parse::<DeclineReason>().is_err());
/// # Ok::<(), zeitnot_client::session::NoReason>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DeclineReason {
    /// Without a reason.
    #[default]
    Generic,
    /// Not now; ask again later.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Under another time control.
    TimeControl,
    /// Rated games only.
    Rated,
    /// Casual games only.
    Casual,
    /// Not by these rules.
    Variant,
    /// No games with programs.
    NoBot,
    /// Games with programs only.
    OnlyBot,
}

/// A text that is no such reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the reasons are {}, not {text:?}", DeclineReason::names())]
pub struct NoReason {
    /// What was given.
    text: String,
}

impl DeclineReason {
    /// Each with what it is called and what it says.
    const ALL: [(DeclineReason, &str, &str); 10] = [
        (DeclineReason::Generic, "generic", "no, thank you"),
        (DeclineReason::Later, "later", "not now; ask again later"),
        (DeclineReason::TooFast, "too-fast", "this time control is too fast"),
        (DeclineReason::TooSlow, "too-slow", "this time control is too slow"),
        (DeclineReason::TimeControl, "time-control", "not under this time control"),
        (DeclineReason::Rated, "rated", "rated games only"),
        (DeclineReason::Casual, "casual", "casual games only"),
        (DeclineReason::Variant, "variant", "not by these rules"),
        (DeclineReason::NoBot, "no-bot", "no games with programs"),
        (DeclineReason::OnlyBot, "only-bot", "games with programs only"),
    ];

    /// What it says to the challenger.
    pub fn sentence(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> (DeclineReason, &'static str, &'static str) {
        DeclineReason::ALL.into_iter().find(|row| row.0 == self).unwrap_or(DeclineReason::ALL[0])
    }

    fn names() -> String {
        DeclineReason::ALL.map(|row| row.1).join(", ")
    }
}

impl fmt::Display for DeclineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().1)
    }
}

impl FromStr for DeclineReason {
    type Err = NoReason;

    fn from_str(text: &str) -> Result<DeclineReason, NoReason> {
        let found = DeclineReason::ALL.into_iter().find(|row| row.1 == text).map(|row| row.0);
        found.ok_or_else(|| NoReason { text: text.chars().take(20).collect() })
    }
}
