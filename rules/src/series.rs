//! Several games for one result: how long a series is, the score, and who sits where.

use crate::config_error::shortened;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// The longest text that is read at all, in bytes; the longest canonical one has 11.
const MAX_BYTES: usize = 32;

/// How many games or points a series may be of.
const LENGTH: RangeInclusive<u8> = 2..=99;

/// A win counts two half-points.
const WIN: u32 = 2;

/// A draw counts one half-point for each who has drawn.
const DRAW: u32 = 1;

/// How long a series of games is. Its text is canonical: equal lengths have equal texts.
///
/// | text | the series is over |
/// | --- | --- |
/// | `single` | with the first game; an empty text is read as this too |
/// | `best-of:5` | when nobody can catch up with who leads, or after five games |
/// | `first-to:3` | when somebody has three points |
///
/// A win is a point, a draw half a point for each who has drawn. So every game that counts brings a
/// series nearer to its end, even where good players always draw. Void games do not count and are
/// played again. The number is 2 to 99. It may be even: in a match of four games both have begun as often, and it
/// can end level.
///
/// ```
/// use zeitnot_rules::{Score, SeatSet, Seat, SeriesLength, SeriesVerdict};
///
/// let length: SeriesLength = "best-of:3".parse()?;
/// let both = SeatSet::first(2);
/// let mut score = Score::new(2)?;
/// // The players change seats: the same one wins the first game from seat 1, the second from seat 2.
/// score.count_game(0, SeatSet::only(Seat::FIRST), both);
/// assert_eq!(length.verdict(&score, 1), None);
/// score.count_game(1, SeatSet::only(Seat::new(1).unwrap()), both);
/// assert_eq!(score.to_string(), "2–0");
/// assert_eq!(length.verdict(&score, 2), Some(SeriesVerdict::Won { player: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeriesLength {
    rule: SeriesRule,
}

/// When a series is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SeriesRule {
    /// After one game. `single`
    #[default]
    Single,
    /// After so many games, or as soon as it is decided. `best-of:5`
    BestOf {
        /// Games, 2 to 99.
        games: u8,
    },
    /// With so many points. `first-to:3`
    FirstTo {
        /// Points, 2 to 99.
        points: u8,
    },
}

/// How a series has ended. Players are counted from 0, by their seats in its first game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SeriesVerdict {
    /// One player has won it.
    Won {
        /// Who.
        player: usize,
    },
    /// Several lead level at its end.
    Drawn {
        /// They, in ascending order; at least two.
        players: Vec<usize>,
    },
}

impl SeriesLength {
    /// One game.
    pub const SINGLE: SeriesLength = SeriesLength { rule: SeriesRule::Single };

    /// This, if its number is in its range.
    pub fn new(rule: SeriesRule) -> Result<SeriesLength, SeriesError> {
        match rule {
            SeriesRule::BestOf { games: number } | SeriesRule::FirstTo { points: number }
                if !LENGTH.contains(&number) =>
            {
                Err(SeriesError::OutOfRange { value: number.to_string() })
            }
            _ => Ok(SeriesLength { rule }),
        }
    }

    /// When it is over.
    pub fn rule(&self) -> SeriesRule {
        self.rule
    }

    /// Whether it is a single game, and so no series to speak of.
    pub fn is_single(&self) -> bool {
        self.rule == SeriesRule::Single
    }

    /// How the series has ended with this score after so many games, void ones not counted; `None`
    /// while it goes on.
    pub fn verdict(&self, score: &Score, games: u32) -> Option<SeriesVerdict> {
        let most = score.half_points.iter().copied().max()?;
        let leaders: Vec<usize> =
            (0..score.half_points.len()).filter(|&player| score.half_points[player] == most).collect();
        let behind = score.half_points.iter().copied().filter(|&points| points < most).max();
        let best_of = |length: u32| {
            let left = length.saturating_sub(games);
            let lead = most - behind.unwrap_or(0);
            left == 0 || leaders.len() == 1 && lead > left.saturating_mul(WIN)
        };
        let over = match self.rule {
            SeriesRule::Single => best_of(1),
            SeriesRule::BestOf { games: length } => best_of(u32::from(length)),
            SeriesRule::FirstTo { points } => most >= u32::from(points) * WIN,
        };
        over.then(|| match leaders[..] {
            [player] => SeriesVerdict::Won { player },
            _ => SeriesVerdict::Drawn { players: leaders },
        })
    }
}

impl fmt::Display for SeriesLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            SeriesRule::Single => f.write_str("single"),
            SeriesRule::BestOf { games } => write!(f, "best-of:{games}"),
            SeriesRule::FirstTo { points } => write!(f, "first-to:{points}"),
        }
    }
}

impl FromStr for SeriesLength {
    type Err = SeriesError;

    fn from_str(text: &str) -> Result<SeriesLength, SeriesError> {
        if text.len() > MAX_BYTES {
            return Err(SeriesError::TooLong { length: text.len(), max: MAX_BYTES });
        }
        let rule = match text.split_once(':') {
            None if text.is_empty() || text == "single" => SeriesRule::Single,
            Some(("best-of", games)) => SeriesRule::BestOf { games: number(games)? },
            Some(("first-to", points)) => SeriesRule::FirstTo { points: number(points)? },
            _ => return Err(SeriesError::Unknown { text: shortened(text) }),
        };
        SeriesLength::new(rule)
    }
}

/// Only digits: the standard library's parser would also take a plus sign.
fn number(text: &str) -> Result<u8, SeriesError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && LENGTH.contains(number));
    number.ok_or_else(|| SeriesError::OutOfRange { value: shortened(text) })
}

/// The score of a series, in half-points for each player: two for a win, one for a draw. Players are
/// counted from 0, by their seats in its first game.
///
/// It is shown in points: `2½–1½`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    half_points: Vec<u32>,
}

impl Score {
    /// The score before the first game of so many players, 2 to 8.
    pub fn new(players: u8) -> Result<Score, ScoreError> {
        Score::from_half_points(&vec![0; usize::from(players)])
    }

    /// A stored score: what [`half_points`](Score::half_points) has given.
    pub fn from_half_points(half_points: &[u32]) -> Result<Score, ScoreError> {
        if (2..=usize::from(MAX_SEATS)).contains(&half_points.len()) {
            Ok(Score { half_points: half_points.to_vec() })
        } else {
            Err(ScoreError { players: half_points.len() })
        }
    }

    /// Each player's half-points.
    pub fn half_points(&self) -> &[u32] {
        &self.half_points
    }

    /// Adds a game that has not been voided. `round` is its place in the series, counted from 0,
    /// which tells [who sat where](seat_order). `winners` have won it; if there are none, those of
    /// `playing`, who were still in, have drawn it.
    pub fn count_game(&mut self, round: u32, winners: SeatSet, playing: SeatSet) {
        let (seats, earned) = if winners.is_empty() { (playing, DRAW) } else { (winners, WIN) };
        let players = u8::try_from(self.half_points.len()).unwrap_or(MAX_SEATS);
        for (seat, player) in (0..).map_while(Seat::new).zip(seat_order(round, players)) {
            if let Some(points) = self.half_points.get_mut(player).filter(|_| seats.contains(seat)) {
                *points = points.saturating_add(earned);
            }
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, half_points) in self.half_points.iter().enumerate() {
            if player > 0 {
                f.write_str("–")?;
            }
            match (half_points / WIN, half_points % WIN) {
                (points, 0) => write!(f, "{points}")?,
                (0, _) => f.write_str("½")?,
                (points, _) => write!(f, "{points}½")?,
            }
        }
        Ok(())
    }
}

/// Which player has each seat in a game of a series, from the first seat on. Each game moves
/// everybody up one seat and the first to the last, so that two change seats, and of more each
/// begins once in as many games. `round` is the game's place in the series, counted from 0; a void
/// game is played again in the same round.
///
/// ```
/// use zeitnot_rules::seat_order;
///
/// assert_eq!(seat_order(0, 2), [0, 1]);
/// assert_eq!(seat_order(1, 2), [1, 0]);
/// assert_eq!(seat_order(1, 3), [1, 2, 0]);
/// ```
pub fn seat_order(round: u32, players: u8) -> Vec<usize> {
    let mut order: Vec<usize> = (0..usize::from(players)).collect();
    if let Some(shift) = round.checked_rem(u32::from(players)) {
        order.rotate_left(shift as usize);
    }
    order
}

/// Why the length of a series is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SeriesError {
    /// Longer than any valid text.
    #[error("the length of the series is {length} bytes long; at most {max} are allowed")]
    TooLong {
        /// Bytes given.
        length: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// No length of a series.
    #[error("a series is single, best-of:GAMES or first-to:POINTS, not `{text}`")]
    Unknown {
        /// What was given, shortened.
        text: String,
    },
    /// No number, or not in the range.
    #[error("a series is of {} to {} games or points, not `{value}`", LENGTH.start(), LENGTH.end())]
    OutOfRange {
        /// What was given, shortened.
        value: String,
    },
}

impl SeriesError {
    /// The stable code of all of them: `bad_series`.
    pub const fn code(&self) -> &'static str {
        "bad_series"
    }
}

/// Too few or too many players for a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a score is kept for 2 to {MAX_SEATS} players, not {players}")]
pub struct ScoreError {
    /// How many were given.
    pub players: usize,
}

impl ScoreError {
    /// The stable code: `bad_score`.
    pub const fn code(&self) -> &'static str {
        "bad_score"
    }
}
