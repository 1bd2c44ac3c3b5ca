//! What a clock says turn by turn, to hold a control against a rule book.

use super::control::{Rule, TimeControl};
use super::duration::LONGEST_DURATION;
use super::game_clock::Clock;
use super::{Micros, Reading};
use crate::seat::Seat;

/// One turn of one player: what the clock said before and after it. What the control does not have
/// is `None`; times are in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The player's turn, counted from 1.
    pub turn: u32,
    /// The face as the turn starts: see [`Reading::main_us`].
    pub before_us: Option<Micros>,
    /// What the turn took.
    pub used_us: Micros,
    /// The face as the turn ends, with what it has earned (an increment, what comes back, the next
    /// stage) and before what is made whole for the next (a turn's limit, a period, a block). Zero
    /// when the time has run out.
    pub after_us: Option<Micros>,
    /// Byo-yomi periods left after the turn.
    pub periods_left: Option<u32>,
    /// Turns of the block or stage left after the turn; zero when the block is done.
    pub turns_left_in_block: Option<u32>,
    /// The bank after the turn.
    pub bank_us: Option<Micros>,
    /// Whether the turn ran out of time: it is the last.
    pub flagged: bool,
    /// In an hourglass, the opponent's clock after the turn.
    pub opponent_us: Option<Micros>,
}

/// Plays turns of these lengths for one of two players, and says what the clock shows; the opponent
/// answers at once. Ends with the first turn that runs out of time.
///
/// ```
/// use zeitnot_rules::clock::{SECOND, TimeControl, trace};
///
/// let control: TimeControl = "fischer:5m+30s".parse()?;
/// let lines = trace(&control, &[60 * SECOND, 80 * SECOND, 160 * SECOND]);
/// let before: Vec<_> = lines.iter().filter_map(|line| line.before_us).collect();
/// assert_eq!(before, [300 * SECOND, 270 * SECOND, 220 * SECOND]);
/// # Ok::<(), zeitnot_rules::clock::TimeControlError>(())
/// ```
pub fn trace(control: &TimeControl, used: &[Micros]) -> Vec<Line> {
    const OPPONENT: Option<Seat> = Seat::new(1);
    let shown = |us: Micros| (!control.is_untimed()).then_some(us);
    let mut clock = Clock::new(control, 2);
    let mut lines = Vec::new();
    let mut now = 0;
    for (turn, &used) in (1..).zip(used) {
        let used = used.clamp(0, LONGEST_DURATION);
        let before = clock.reading(Seat::FIRST);
        clock.start_turn(Seat::FIRST, now);
        now += used;
        let played_out = clock.reading_at(Seat::FIRST, now);
        let opponent = OPPONENT.map(|seat| clock.reading_at(seat, now).main_us);
        let (after, flagged) = match clock.finish(Seat::FIRST, now) {
            Ok(finished) => (finished.map_or(played_out, |finished| finished.shown), false),
            // The turn that ran out is no longer to play, though it brought nothing.
            Err(_) => {
                let turns_left_in_block = played_out.turns_left_in_block.map(|turns| turns.saturating_sub(1));
                (Reading { turns_left_in_block, ..played_out }, true)
            }
        };
        lines.push(Line {
            turn,
            before_us: shown(before.main_us),
            used_us: used,
            after_us: shown(after.main_us),
            periods_left: after.periods_left,
            turns_left_in_block: after.turns_left_in_block,
            bank_us: after.bank_us,
            flagged,
            opponent_us: opponent.filter(|_| matches!(control.rule(), Rule::Hourglass(_))),
        });
        if flagged {
            break;
        }
    }
    lines
}
