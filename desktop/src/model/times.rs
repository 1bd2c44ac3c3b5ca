//! Times and time controls in words.

use std::time::Duration;

use zeitnot_client::time::{Countdown, Face};
use zeitnot_rules::clock::{DAY, HOUR, MINUTE, Micros, Rule, SECOND, TimeControl};

use super::texts::Texts;

/// A length of time in its largest unit that keeps it whole: `5 min`, `90 s`, `3 d`.
pub fn duration_title(time: Micros, texts: &Texts) -> String {
    let units =
        [(DAY, "unit-days"), (HOUR, "unit-hours"), (MINUTE, "unit-minutes"), (SECOND, "unit-seconds")];
    let whole = units.into_iter().find(|(unit, _)| time > 0 && time % unit == 0);
    match whole {
        Some((unit, name)) => texts.with(name, &[("count", (time / unit).to_string().into())]),
        None => {
            let seconds = time as f64 / SECOND as f64;
            texts.with("unit-seconds", &[("count", seconds.to_string().into())])
        }
    }
}

/// A time control in words; what cannot be read is given back.
pub fn time_title(time: &str, texts: &Texts) -> String {
    let Ok(control) = time.parse::<TimeControl>() else { return time.to_owned() };
    let length = |time: Micros| duration_title(time, texts).into();
    match control.rule() {
        Rule::Untimed => texts.get("time-none"),
        Rule::PerTurn(rule) => texts.with("time-turn", &[("turn", length(rule.turn))]),
        Rule::Absolute(rule) => texts.with("time-absolute", &[("main", length(rule.main))]),
        Rule::Fischer(rule) => {
            texts.with("time-fischer", &[("main", length(rule.main)), ("increment", length(rule.increment))])
        }
        Rule::Delay(rule) => {
            texts.with("time-delay", &[("main", length(rule.main)), ("delay", length(rule.delay))])
        }
        Rule::Bronstein(rule) => {
            texts.with("time-bronstein", &[("main", length(rule.main)), ("delay", length(rule.delay))])
        }
        Rule::ByoYomi(rule) => texts.with(
            "time-byoyomi",
            &[("main", length(rule.main)), ("periods", rule.periods.into()), ("period", length(rule.period))],
        ),
        Rule::Canadian(rule) => texts.with(
            "time-canadian",
            &[("main", length(rule.main)), ("turns", rule.turns.into()), ("block", length(rule.block))],
        ),
        Rule::Hourglass(rule) => texts.with("time-hourglass", &[("main", length(rule.main))]),
        Rule::Bank(rule) => {
            texts.with("time-bank", &[("turn", length(rule.turn)), ("bank", length(rule.bank))])
        }
        Rule::Correspondence(rule) => texts.with("time-days", &[("days", rule.days.into())]),
        Rule::Stages(_) => time.to_owned(),
    }
}

/// A time control as players write it among themselves, `3+2` or `3 d`; the others in words.
pub(super) fn short_time(time: &str, texts: &Texts) -> String {
    let control = time.parse::<TimeControl>();
    match control.as_ref().map(TimeControl::rule) {
        Ok(Rule::Absolute(rule)) if rule.main % MINUTE == 0 => format!("{}+0", rule.main / MINUTE),
        Ok(Rule::Fischer(rule)) if rule.main % MINUTE == 0 && rule.increment % SECOND == 0 => {
            format!("{}+{}", rule.main / MINUTE, rule.increment / SECOND)
        }
        Ok(Rule::Correspondence(rule)) => duration_title(Micros::from(rule.days) * DAY, texts),
        _ => time_title(time, texts),
    }
}

/// What is left, never below zero, with tenths below ten seconds: `4:32`, `9.8`, `2 d 7:33:20`.
pub(super) fn left_text(left: Countdown, texts: &Texts) -> String {
    let seconds = left.left().as_secs();
    let days = seconds / 86_400;
    if days == 0 {
        return left.to_string();
    }
    let rest = format!("{}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    texts.with("clock-days", &[("days", days.into()), ("rest", rest.into())])
}

/// What is left, roughly, for a list: `2 d 23 h`, `3 h`, `4:32`.
pub(super) fn rough_left_text(left: Countdown, texts: &Texts) -> String {
    let left_us = Micros::try_from(left.left().as_micros()).unwrap_or(Micros::MAX);
    match left_us {
        DAY.. => {
            let (days, hours) = (left_us / DAY * DAY, left_us % DAY / HOUR * HOUR);
            let days = duration_title(days, texts);
            if hours == 0 { days } else { format!("{days} {}", duration_title(hours, texts)) }
        }
        HOUR.. => duration_title(left_us / HOUR * HOUR, texts),
        _ => left_text(left, texts),
    }
}

/// How long what [`rough_left_text`] says stays true.
pub(super) fn rough_change(left: Countdown) -> Duration {
    let step = match left.left().as_secs() {
        3_600.. => 3_600,
        _ => return left.next_change(),
    };
    Duration::from_secs(left.left().as_secs() % step + 1)
}

/// What a clock shows beside the time: periods, turns, the bank. Empty if there is nothing.
pub(super) fn beside_text(face: &Face, texts: &Texts) -> String {
    let mut parts = Vec::new();
    if face.periods > 0 {
        let name = if face.overtime { "clock-periods-left" } else { "clock-periods" };
        parts.push(texts.with(name, &[("periods", face.periods.into())]));
    }
    if face.block_turns > 0 {
        parts.push(texts.with("clock-turns-left", &[("turns", face.block_turns.into())]));
    }
    if !face.bank.is_zero() {
        let bank = left_text(Countdown::of(face.bank), texts);
        parts.push(texts.with("clock-bank", &[("bank", bank.into())]));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_said_in_words() {
        let texts = Texts::of("en");
        let title = |time: &str| time_title(time, &texts);
        assert_eq!(title("none"), "no time limit");
        assert_eq!(title("turn:90s"), "90 s a turn");
        assert_eq!(title("turn:60s"), "1 min a turn");
        assert_eq!(title("5+3"), "5 min + 3 s");
        assert_eq!(title("days:1"), "1 day a turn");
        assert_eq!(title("days:3"), "3 days a turn");
        assert_eq!(title("byoyomi:10m+3x30s"), "10 min + 3 × 30 s");
        assert_eq!(title("nonsense"), "nonsense");
        assert_eq!(time_title("days:3", &Texts::of("de")), "3 Tage je Zug");
    }

    #[test]
    fn common_time_controls_are_short() {
        let texts = Texts::of("en");
        let shown = ["3+2", "10+0", "days:3", "turn:30s"].map(|time| short_time(time, &texts));
        assert_eq!(shown, ["3+2", "10+0", "3 d", "30 s a turn"]);
    }

    #[test]
    fn a_list_says_roughly_what_is_left() {
        let texts = Texts::of("en");
        let text = |seconds: u64| rough_left_text(Countdown::of(Duration::from_secs(seconds)), &texts);
        assert_eq!([text(259_199), text(172_800), text(7_300)], ["2 d 23 h", "2 d", "2 h"]);
        assert_eq!([text(272), text(9)], ["4:32", "9.0"]);
    }

    #[test]
    fn what_is_left_is_never_below_zero() {
        let texts = Texts::of("en");
        let text = |millis: u64| left_text(Countdown::of(Duration::from_millis(millis)), &texts);
        assert_eq!([text(0), text(9_840), text(272_000)], ["0.0", "9.8", "4:32"]);
        assert_eq!(text(200_000_000), "2 d 7:33:20");
    }
}
