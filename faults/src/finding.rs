//! What a check can find.

use std::fmt;

/// What is wrong, by the promise that it breaks; the last two are about the round itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Acknowledged or shown, and not there.
    Lost,
    /// Asked once, and there more than once or where it was not asked.
    Twice,
    /// In the game though nobody has asked for it, or though its player was told that it was not done.
    Unasked,
    /// A history that its rules or its clock refuse, or a position that is not that of its history.
    Illegal,
    /// A live game with a clock and without exactly one timer, which goes off before the running turn is over or
    /// when it is; or a timer of any other.
    Timers,
    /// A turn or a game taken from a player who had time left.
    TimeLeft,
    /// A game that should have ended by now.
    NeverEnds,
    /// A player's copy of a game that is not there, doubled, or of another moment than the game.
    Copies,
    /// A round in which so little was acknowledged that it says nothing.
    Idle,
    /// A bot that has panicked, or has lost its session: it has looked at nothing since.
    Bots,
}

impl Kind {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Kind; 10] = [
        Kind::Lost,
        Kind::Twice,
        Kind::Unasked,
        Kind::Illegal,
        Kind::Timers,
        Kind::TimeLeft,
        Kind::NeverEnds,
        Kind::Copies,
        Kind::Idle,
        Kind::Bots,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Lost => "acknowledged and lost",
            Kind::Twice => "applied twice",
            Kind::Unasked => "done unasked",
            Kind::Illegal => "illegal positions",
            Kind::Timers => "two timers, none, or a wrong one",
            Kind::TimeLeft => "out of time with time left",
            Kind::NeverEnds => "games that never end",
            Kind::Copies => "wrong copies of a game",
            Kind::Idle => "hardly anything played",
            Kind::Bots => "bots that broke down",
        })
    }
}

/// Something that a check has found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// Which promise is broken.
    pub kind: Kind,
    /// In which game; `None` where it is about a player or the round.
    pub game: Option<u64>,
    /// A sentence.
    pub what: String,
}

impl Finding {
    /// In a game.
    pub fn of(kind: Kind, game: u64, what: impl Into<String>) -> Self {
        Self { kind, game: Some(game), what: what.into() }
    }

    /// Of a player, or of the round.
    pub fn beside_games(kind: Kind, what: impl Into<String>) -> Self {
        Self { kind, game: None, what: what.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, what, .. } = self;
        match self.game {
            Some(game) => write!(f, "{kind}: game {game}: {what}"),
            None => write!(f, "{kind}: {what}"),
        }
    }
}
