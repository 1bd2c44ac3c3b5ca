//! What is said of days off.

use chrono::{DateTime, Datelike, Utc};
use zeitnot_rules::Seat;

use super::wording::player_name;
use crate::session::{GameView, Status};
use crate::time::ServerTime;

/// Until when a player is off: `off until 4 Dec`, on the last day `off until 14:03 UTC`. By the server's
/// clock and in its time of day, as everything that is said of days.
pub fn off_text(until: ServerTime, now: ServerTime) -> String {
    let Some((day, today)) = utc(until).zip(utc(now)) else { return "off".to_owned() };
    if day.date_naive() == today.date_naive() {
        return format!("off until {} UTC", day.format("%H:%M"));
    }
    format!("off until {}", date_text(day, today))
}

/// The days off that are booked for later: `Days off: you from 24 Dec to 2 Jan.`
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn booked_sentence(game: &GameView, you: Option<Seat>, now: Option<ServerTime>) -> Option<String> {
    let now = now.filter(|_| game.status == Status::Live)?;
    let booked = game.time_off.iter().filter(|off| {
        // What follows without a gap is said with what runs.
        let runs = game.off_until(off.seat, now).is_some_and(|until| off.from < until);
        off.from > now && !runs
    });
    let texts: Vec<String> = booked
        .filter_map(|off| {
            let today = utc(now)?;
            let [from, until] = [utc(off.from)?, utc(off.until)?].map(|day| date_text(day, today));
            let who = if Some(off.seat) == you { "you".to_owned() } else { player_name(game, off.seat) };
            Some(format!("{who} from {from} to {until}"))
        })
        .collect();
    (!texts.is_empty()).then(|| format!("Days off: {}.", texts.join(", ")))
}

/// `4 Dec`, or if that could be another year's, `4 Dec 2027`.
fn date_text(day: DateTime<Utc>, today: DateTime<Utc>) -> String {
    let far = day.year() != today.year() && (day - today).num_days() > 180;
    day.format(if far { "%-d %b %Y" } else { "%-d %b" }).to_string()
}

fn utc(time: ServerTime) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(time.micros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{TimeOff, samples};
    use std::time::Duration;

    /// 2026-12-01 14:03 UTC.
    const NOW: ServerTime = ServerTime::from_micros(1_796_133_780_000_000);

    fn after(hours: u64) -> ServerTime {
        NOW.after(Duration::from_secs(hours * 3600))
    }

    #[test]
    fn an_end_is_told_by_its_day() {
        assert_eq!(off_text(after(3 * 24), NOW), "off until 4 Dec");
        assert_eq!(off_text(after(40 * 24), NOW), "off until 10 Jan");
        assert_eq!(off_text(after(370 * 24), NOW), "off until 6 Dec 2027");
        assert_eq!(off_text(after(2), NOW), "off until 16:03 UTC");
    }

    #[test]
    fn what_is_booked_is_told_in_one_line() {
        let off = |seat: u8, from: u64, until: u64| TimeOff {
            seat: Seat::new(seat).expect("a seat"),
            from: after(from * 24),
            until: after(until * 24),
        };
        let told = |time_off: Vec<TimeOff>, now| {
            booked_sentence(&GameView { time_off, ..samples::live(1) }, Some(Seat::FIRST), Some(now))
        };
        let booked = vec![off(0, 23, 32), off(1, 34, 35)];
        assert_eq!(
            told(booked.clone(), NOW).as_deref(),
            Some("Days off: you from 24 Dec to 2 Jan, Blaise from 4 Jan to 5 Jan.")
        );
        // What runs is told beside its clock, with what follows it without a gap.
        assert_eq!(
            told(booked.clone(), after(23 * 24)).as_deref(),
            Some("Days off: Blaise from 4 Jan to 5 Jan.")
        );
        assert_eq!(told(vec![off(0, 0, 2), off(0, 2, 4)], NOW), None);
        assert_eq!(told(booked, after(40 * 24)), None);
    }
}
