//! What the network takes from a turn, and how much of it is given back.

use super::{MINUTE, Micros, SECOND};

/// What a seat may still be given back for the network's delay.
///
/// A move spends time on the way that its player did not use. Whoever keeps the clock measures the delay by
/// their own timestamps and gives it back, within a quota: part of a delay may be put on by the player. The
/// quota is scalachess's (`LagTracker`): it begins with two turns' worth, grows by one a turn and holds at
/// most five. A turn's worth is a second, or a thirtieth of what a turn may take where that is less. Over a
/// game no more than a minute is given back.
///
/// ```
/// use zeitnot_rules::clock::{LagQuota, MINUTE, SECOND};
///
/// let mut quota = LagQuota::default();
/// assert_eq!(quota.credit(300_000, 5 * MINUTE), 300_000);
/// // Somebody who answers late on purpose has used it up soon.
/// let given: i64 = (0..10).map(|_| quota.credit(5 * SECOND, 5 * MINUTE)).sum();
/// assert_eq!(given, 2 * SECOND - 300_000 + 10 * SECOND);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LagQuota {
    /// Microseconds that can be given back at the next turn, before that turn's own worth; `None` before the
    /// first.
    pub left: Option<Micros>,
    /// Microseconds given back so far.
    pub given: Micros,
}

/// A turn's worth, at most.
const WORTH: Micros = SECOND;

/// A turn's worth is this part of what a turn may take.
const PART: Micros = 30;

/// Turns' worth that there are at the beginning, and at most.
const BEGIN: Micros = 2;
const MOST: Micros = 5;

/// The most that is given back over a game.
const GAME: Micros = MINUTE;

impl LagQuota {
    /// Takes a measured delay and says how much of it is given back. `allowance` is what the turn may take as
    /// a whole.
    pub fn credit(&mut self, delay: Micros, allowance: Micros) -> Micros {
        let worth = WORTH.min(allowance / PART).max(0);
        let left = match self.left {
            None => BEGIN * worth,
            Some(left) => left.saturating_add(worth).min(MOST * worth),
        };
        let credit = delay.min(left).min(GAME.saturating_sub(self.given)).max(0);
        self.left = Some(left - credit);
        self.given = self.given.saturating_add(credit);
        credit
    }
}
