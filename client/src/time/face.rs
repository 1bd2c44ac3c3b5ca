//! What a player's clock shows while a turn is running.

use std::time::Duration;

use zeitnot_rules::clock::{Micros, Rule, TimeControl};

use super::countdown::Countdown;

/// What a player's clock shows. What the time control does not have is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// The time on the face: main time, or what is left of the current period, block or turn.
    pub left: Countdown,
    /// Byo-yomi periods left, the current one included.
    pub periods: u32,
    /// Turns left in the block or stage.
    pub block_turns: u32,
    /// What is left of the bank.
    pub bank: Duration,
}

/// A turn that is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// From the beginning of the turn to its deadline.
    pub allowed: Duration,
    /// From the beginning of the turn until now.
    pub elapsed: Duration,
}

impl Face {
    /// The face of the seat whose turn it is. `at_start` is what it showed when the turn began; the
    /// deadline, in `running`, is the server's and has the last word: all that is left never adds up to
    /// more than the time until then.
    pub fn while_running(self, control: &TimeControl, running: Running) -> Face {
        let Running { allowed, elapsed } = running;
        let rest = allowed.saturating_sub(elapsed);
        let first = self.left.left();
        let past = elapsed.saturating_sub(first);
        let face = |left: Duration| Face { left: Countdown::of(left.min(rest)), ..self };
        match control.rule() {
            Rule::ByoYomi(rule) => {
                let period = micros(rule.period);
                // Without main time, the face showed the first of the periods.
                let in_overtime = allowed < first + period * self.periods;
                if elapsed < first || period.is_zero() {
                    return face(first.saturating_sub(elapsed));
                }
                let passed = (past.as_micros() / period.as_micros()) as u32 + u32::from(in_overtime);
                let periods = self.periods.saturating_sub(passed);
                let in_period = Duration::from_micros((past.as_micros() % period.as_micros()) as u64);
                Face { periods, ..face(if periods == 0 { Duration::ZERO } else { period - in_period }) }
            }
            Rule::Canadian(_) if elapsed < first => face(first - elapsed),
            Rule::Bank(_) => {
                let bank = self.bank.saturating_sub(past);
                Face { bank, ..face(first.saturating_sub(elapsed)) }
            }
            // The free seconds are over when what is left is what was on the face.
            Rule::Delay(_) => face(first),
            _ => face(rest),
        }
    }

    /// The face of a seat while another's turn is running.
    pub fn while_waiting(self, control: &TimeControl, running: Running) -> Face {
        match control.rule() {
            Rule::Hourglass(_) => {
                let used = running.elapsed.min(running.allowed);
                Face { left: Countdown::of(self.left.left() + used), ..self }
            }
            _ => self,
        }
    }

    /// Whether the player should be warned.
    pub fn is_low(&self, control: &TimeControl) -> bool {
        let last_resort = self.periods <= 1 && self.bank.is_zero();
        last_resort && control.low_time().is_some_and(|low| self.left.left() < micros(low))
    }
}

/// `4:32`, `0:28, 3 periods`, `2:10, 5 turns`, `9.8`.
impl std::fmt::Display for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.left)?;
        let counted = |count: u32, one: &str| match count {
            0 => String::new(),
            1 => format!(", last {one}"),
            _ => format!(", {count} {one}s"),
        };
        f.write_str(&counted(self.periods, "period"))?;
        f.write_str(&counted(self.block_turns, "turn"))?;
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
    use zeitnot_rules::clock::Clock;

    /// What the face shows `elapsed` after the start of the first turn, by the face's own arithmetic
    /// and by the clock that the server runs.
    fn both(text: &str, elapsed: f64) -> (String, String) {
        let control: TimeControl = text.parse().expect(text);
        let mut clock = Clock::new(&control, 2);
        let face = |reading: zeitnot_rules::clock::Reading| Face {
            left: Countdown::of(micros(reading.main_us)),
            periods: reading.periods_left.unwrap_or_default(),
            block_turns: reading.turns_left_in_block.unwrap_or_default(),
            bank: micros(reading.bank_us.unwrap_or_default()),
        };
        let at_start = face(clock.reading(Seat::FIRST));
        clock.start_turn(Seat::FIRST, 0);
        let elapsed = (elapsed * 1e6) as Micros;
        let allowed = micros(clock.deadline().expect("a limit"));
        let shown = at_start.while_running(&control, Running { allowed, elapsed: micros(elapsed) });
        (shown.to_string(), face(clock.reading_at(Seat::FIRST, elapsed)).to_string())
    }

    #[test]
    fn shows_what_the_servers_clock_shows() {
        for control in [
            "turn:30s",
            "absolute:60s",
            "fischer:30s+5s",
            "delay:20s+5s",
            "bronstein:30s+5s",
            "byoyomi:10s+3x5s",
            "byoyomi:0s+3x5s",
            "canadian:10s+3/15s",
            "hourglass:30s",
            "stages:40/20s,30s",
            "bank:10s+20s",
        ] {
            for tenths in 0..700 {
                let elapsed = f64::from(tenths) / 10.0 + 0.05;
                let (face, clock) = both(control, elapsed);
                assert_eq!(face, clock, "{control} after {elapsed} s");
            }
        }
    }

    #[test]
    fn says_what_there_is_beside_the_main_time() {
        assert_eq!(both("byoyomi:60s+3x30s", 10.0).0, "0:50, 3 periods");
        assert_eq!(both("byoyomi:60s+3x30s", 95.0).0, "0:25, 2 periods");
        assert_eq!(both("byoyomi:60s+3x30s", 145.0).0, "5.0, last period");
        assert_eq!(both("bank:3d+7d", 0.0).0, "3 d 0:00:00, bank 7 d 0:00:00");
    }

    #[test]
    fn a_deadline_that_was_put_off_is_followed() {
        let control: TimeControl = "turn:30s".parse().expect("a control");
        let at_start = Face {
            left: Countdown::of(Duration::from_secs(30)),
            periods: 0,
            block_turns: 0,
            bank: Duration::ZERO,
        };
        // The server was down for 20 s in the middle of the turn.
        let running = Running { allowed: Duration::from_secs(50), elapsed: Duration::from_secs(25) };
        assert_eq!(at_start.while_running(&control, running).to_string(), "0:25");
    }

    #[test]
    fn the_other_side_of_an_hourglass_fills() {
        let control: TimeControl = "hourglass:60s".parse().expect("a control");
        let face = Face {
            left: Countdown::of(Duration::from_secs(60)),
            periods: 0,
            block_turns: 0,
            bank: Duration::ZERO,
        };
        let running = Running { allowed: Duration::from_secs(60), elapsed: Duration::from_secs(10) };
        assert_eq!(face.while_waiting(&control, running).to_string(), "1:10");
    }

    #[test]
    fn warns_when_little_is_left() {
        let control: TimeControl = "byoyomi:10m+3x30s".parse().expect("a control");
        let face = |seconds: u64, periods: u32| Face {
            left: Countdown::of(Duration::from_secs(seconds)),
            periods,
            block_turns: 0,
            bank: Duration::ZERO,
        };
        assert!(face(20, 1).is_low(&control));
        assert!(!face(20, 3).is_low(&control), "periods are left");
        assert!(!face(90, 1).is_low(&control));
    }
}
