//! What a player's clock shows while a turn is running.

use std::fmt;
use std::time::Duration;

use zeitnot_rules::clock::{Micros, Rule, TimeControl};

use super::countdown::Countdown;

/// What a player's clock shows. What the time control does not have is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// The time on the face: main time, or what is left of the current period, block or turn.
    pub left: Countdown,
    /// The main time is gone: `left` is that of a period or a block.
    pub overtime: bool,
    /// Byo-yomi periods left, the current one included.
    pub periods: u32,
    /// Turns left in the block or stage.
    pub block_turns: u32,
    /// What is left of the bank.
    pub bank: Duration,
}

impl Face {
    /// How long a turn can take that begins with this face; a turn that takes as long has run out.
    pub fn allowance(&self, control: &TimeControl) -> Duration {
        let face = self.left.left();
        match control.rule() {
            Rule::ByoYomi(rule) => {
                let whole = self.periods.saturating_sub(u32::from(self.overtime));
                face.saturating_add(micros(rule.period).saturating_mul(whole))
            }
            Rule::Canadian(rule) if !self.overtime => face.saturating_add(micros(rule.block)),
            Rule::Delay(rule) => face.saturating_add(micros(rule.delay)),
            Rule::Bank(_) => face.saturating_add(self.bank),
            _ => face,
        }
    }

    /// The face when a turn that began with it has used this much. Never below zero.
    pub fn after(self, control: &TimeControl, used: Duration) -> Face {
        let face = self.left.left();
        let past = used.saturating_sub(face);
        let left = |left: Duration| Face { left: Countdown::of(left), ..self };
        match control.rule() {
            Rule::ByoYomi(rule) if used >= face => {
                let period = micros(rule.period).max(Duration::from_micros(1));
                let gone = past.as_micros() / period.as_micros() + u128::from(self.overtime);
                let periods = self.periods.saturating_sub(u32::try_from(gone).unwrap_or(u32::MAX));
                let in_period = Duration::from_micros((past.as_micros() % period.as_micros()) as u64);
                let rest = if periods == 0 { Duration::ZERO } else { period - in_period };
                Face { overtime: true, periods, ..left(rest) }
            }
            Rule::Canadian(rule) if used >= face && !self.overtime => {
                Face { overtime: true, ..left(micros(rule.block).saturating_sub(past)) }
            }
            Rule::Bank(_) => Face { bank: self.bank.saturating_sub(past), ..left(face.saturating_sub(used)) },
            Rule::Delay(rule) => left(face.saturating_sub(used.saturating_sub(micros(rule.delay)))),
            _ => left(face.saturating_sub(used)),
        }
    }

    /// The face of one who has got this much from others, as in an hourglass.
    pub fn with_gain(self, gain: Duration) -> Face {
        Face { left: Countdown::of(self.left.left().saturating_add(gain)), ..self }
    }

    /// Whether nothing is left at all: the server is about to say what becomes of it.
    pub fn is_out(&self) -> bool {
        self.left.is_zero() && self.bank.is_zero()
    }

    /// Whether the player should be warned: below an eighth of what the clock began with, but no less
    /// than 10 s and no more than 60 s, with no period and no bank to fall back on.
    pub fn is_low(&self, control: &TimeControl) -> bool {
        let more_to_come = match control.rule() {
            Rule::ByoYomi(_) => self.periods > u32::from(self.overtime),
            Rule::Canadian(_) => !self.overtime,
            _ => false,
        };
        let left = self.left.left().saturating_add(self.bank);
        !more_to_come && control.low_time().is_some_and(|low| left < micros(low))
    }

    /// How long a running clock still stands when its turn has used this much: the rest of a delay.
    pub fn stands_for(&self, control: &TimeControl, used: Duration) -> Duration {
        match control.rule() {
            Rule::Delay(rule) => micros(rule.delay).saturating_sub(used),
            _ => Duration::ZERO,
        }
    }

    /// How long what a running clock shows stays true: when to draw it again. `None` when it has run
    /// out.
    pub fn next_change(&self) -> Option<Duration> {
        let runs = if self.left.is_zero() { Countdown::of(self.bank) } else { self.left };
        (!runs.is_zero()).then(|| runs.next_change())
    }
}

/// `4:32`, `4:32 + 3 periods` in main time, `0:28, 2 periods left` and `0:28, last period` in overtime,
/// `2:10, 5 turns left`, `2:10, bank 7 d 0:00:00` and then `0:42 of the bank`, `9.8`.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left.is_zero() && !self.bank.is_zero() {
            return write!(f, "{} of the bank", Countdown::of(self.bank));
        }
        write!(f, "{}", self.left)?;
        match (self.periods, self.overtime) {
            (0, _) => {}
            (1, false) => f.write_str(" + 1 period")?,
            (periods, false) => write!(f, " + {periods} periods")?,
            (1, true) => f.write_str(", last period")?,
            (periods, true) => write!(f, ", {periods} periods left")?,
        }
        match self.block_turns {
            0 => {}
            1 => f.write_str(", 1 turn left")?,
            turns => write!(f, ", {turns} turns left")?,
        }
        if !self.bank.is_zero() {
            write!(f, ", bank {}", Countdown::of(self.bank))?;
        }
        Ok(())
    }
}

fn micros(time: Micros) -> Duration {
    Duration::from_micros(time.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeitnot_rules::Seat;
    use zeitnot_rules::clock::{Clock, Reading, SECOND};

    fn control(text: &str) -> TimeControl {
        text.parse().expect(text)
    }

    fn of(reading: Reading) -> Face {
        Face {
            left: Countdown::of(micros(reading.main_us)),
            overtime: reading.overtime,
            periods: reading.periods_left.unwrap_or_default(),
            block_turns: reading.turns_left_in_block.unwrap_or_default(),
            bank: micros(reading.bank_us.unwrap_or_default()),
        }
    }

    fn seconds(count: u64) -> Face {
        Face { left: Countdown::of(Duration::from_secs(count)), ..Face::default() }
    }

    /// The face as it was before a turn and what it shows in it, against the clock that the server runs: over
    /// several turns, so that periods, blocks, stages and banks are met at every point.
    #[test]
    fn shows_what_the_servers_clock_shows() {
        for text in [
            "turn:30s",
            "absolute:60s",
            "fischer:30s+5s",
            "delay:20s+5s",
            "bronstein:30s+5s",
            "byoyomi:10s+3x5s",
            "byoyomi:0s+3x5s",
            "canadian:10s+3/15s",
            "canadian:0s+3/15s",
            "hourglass:30s",
            "stages:2/20s,30s",
            "bank:10s+20s",
        ] {
            let control = control(text);
            let mut clock = Clock::new(&control, 2);
            let mut now = 0;
            for turn in 0..8 {
                let before = of(clock.reading(Seat::FIRST));
                clock.start_turn(Seat::FIRST, now);
                let deadline = clock.deadline().expect("a limit");
                assert_eq!(before.allowance(&control), micros(deadline - now), "{text}, turn {turn}");
                for tenths in 0..400 {
                    let used = tenths * SECOND / 10 + SECOND / 20;
                    let shown = before.after(&control, micros(used));
                    let reading = of(clock.reading_at(Seat::FIRST, now + used));
                    assert_eq!(shown.left, reading.left, "{text}, turn {turn}, {used} used");
                    assert_eq!(
                        (shown.periods, shown.bank),
                        (reading.periods, reading.bank),
                        "{text}, {used}"
                    );
                    assert_eq!(shown.is_out(), used >= deadline - now, "{text}, {used}");
                }
                now += 6 * SECOND;
                if clock.end_turn(Seat::FIRST, now).is_err() {
                    break;
                }
            }
        }
    }

    /// A gift in overtime is main time again, before the periods that are left.
    #[test]
    fn a_gift_in_overtime_comes_before_the_period() {
        let control = control("byoyomi:1s+3x30s");
        let mut clock = Clock::new(&control, 2);
        clock.start_turn(Seat::FIRST, 0);
        clock.end_turn(Seat::FIRST, 40 * SECOND).expect("in time");
        assert_eq!(of(clock.reading(Seat::FIRST)).to_string(), "0:30, 2 periods left");
        clock.give(Seat::FIRST, 15 * SECOND);
        let given = of(clock.reading(Seat::FIRST));
        assert_eq!(given.to_string(), "0:15 + 2 periods");
        assert_eq!(given.after(&control, Duration::from_secs(20)).to_string(), "0:25, 2 periods left");
    }

    #[test]
    fn says_what_there_is_beside_the_main_time() {
        let shown = |text: &str, used: f64| {
            let control = control(text);
            let start = of(Clock::new(&control, 2).reading(Seat::FIRST));
            start.after(&control, Duration::from_secs_f64(used)).to_string()
        };
        assert_eq!(shown("byoyomi:60s+3x30s", 10.0), "0:50 + 3 periods");
        assert_eq!(shown("byoyomi:60s+3x30s", 60.0), "0:30, 3 periods left");
        assert_eq!(shown("byoyomi:60s+3x30s", 95.0), "0:25, 2 periods left");
        assert_eq!(shown("byoyomi:60s+3x30s", 145.0), "5.0, last period");
        assert_eq!(shown("byoyomi:60s+3x30s", 150.0), "0.0");
        assert_eq!(shown("bank:3d+7d", 0.0), "3 d 0:00:00, bank 7 d 0:00:00");
        assert_eq!(shown("bank:10s+60s", 15.5), "0:54 of the bank");
        assert_eq!(shown("stages:40/120m,30m", 1.0), "1:59:59, 40 turns left");
    }

    #[test]
    fn warns_when_little_is_left() {
        let byoyomi = control("byoyomi:10m+3x30s");
        let face = |count: u64, overtime: bool, periods: u32| Face { overtime, periods, ..seconds(count) };
        assert!(face(20, true, 1).is_low(&byoyomi));
        assert!(!face(20, true, 3).is_low(&byoyomi), "periods are left");
        assert!(!face(20, false, 1).is_low(&byoyomi), "a period is left");
        // An eighth of 10 minutes is more than 60 s, of 60 s less than 10 s, of 4 minutes 30 s.
        for (text, low) in [("absolute:10m", 60), ("absolute:60s", 10), ("absolute:4m", 30)] {
            let control = control(text);
            assert!(!seconds(low).is_low(&control), "{text}");
            let below =
                Face { left: Countdown::of(Duration::from_millis(low * 1000 - 1)), ..Face::default() };
            assert!(below.is_low(&control), "{text}");
        }
        let bank = Face { bank: Duration::from_secs(600), ..seconds(0) };
        assert!(!bank.is_low(&control("bank:60s+20m")), "there is a bank");
        assert!(Face { bank: Duration::from_secs(5), ..bank }.is_low(&control("bank:60s+20m")));
    }

    #[test]
    fn is_drawn_again_as_long_as_anything_runs() {
        let bank = Face { bank: Duration::from_millis(12_500), ..seconds(0) };
        assert_eq!(bank.next_change(), Some(Duration::from_nanos(500_000_001)));
        assert_eq!(Face::default().next_change(), None);
    }
}
