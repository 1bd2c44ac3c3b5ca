//! `zeitnot clock`

use std::time::Duration;

use serde_json::json;
use zeitnot_rules::clock::{Line, Micros, TimeControl, duration_text, parse_duration, trace};

use super::args::ClockArgs;
use super::error::CliError;
use super::out;
use crate::time::Countdown;

/// Shows what a clock of this control says before and after each turn.
pub(super) fn run(args: &ClockArgs) -> Result<(), CliError> {
    let control: TimeControl = args.control.parse()?;
    let used = args.used.iter().map(|text| parse_duration(text)).collect::<Result<Vec<_>, _>>()?;
    let lines = trace(&control, &used);
    if args.json {
        out::lines(lines.iter().map(json_of))?;
    } else {
        out::line(heading(&control))?;
        out::lines(lines.iter().map(text_of))?;
        if lines.len() < used.len() {
            out::line(format_args!("{} turns were not played.", used.len() - lines.len()))?;
        }
    }
    Ok(())
}

fn heading(control: &TimeControl) -> String {
    format!("{control}\n turn       before         used        after")
}

fn text_of(line: &Line) -> String {
    let shown = |time: Option<Micros>| time.map_or("-".to_owned(), clock_text);
    let mut text = format!(
        "{:>5} {:>12} {:>12} {:>12}",
        line.turn,
        shown(line.before_us),
        clock_text(line.used_us),
        shown(line.after_us)
    );
    let mut beside = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            text += &format!("  {name} {value}");
        }
    };
    beside("periods left", line.periods_left.map(|count| count.to_string()));
    beside("turns left in the block", line.turns_left_in_block.map(|count| count.to_string()));
    beside("bank", line.bank_us.map(clock_text));
    beside("opponent", line.opponent_us.map(clock_text));
    if line.flagged {
        text += "  out of time";
    }
    text
}

/// As a clock shows it, but to the microsecond where there are any.
fn clock_text(time: Micros) -> String {
    let time = Duration::from_micros(time.max(0).unsigned_abs());
    let whole = if time.subsec_micros() == 0 && time >= Duration::from_secs(10) {
        Countdown::of(time).to_string()
    } else if time < Duration::from_secs(60) {
        return duration_text(time.as_micros() as Micros).trim_end_matches('s').to_owned();
    } else {
        Countdown::of(Duration::from_secs(time.as_secs())).to_string()
    };
    let decimals = format!("{:06}", time.subsec_micros());
    match decimals.trim_end_matches('0') {
        "" => whole,
        decimals => format!("{whole}.{decimals}"),
    }
}

fn json_of(line: &Line) -> serde_json::Value {
    let Line {
        turn,
        before_us,
        used_us,
        after_us,
        periods_left,
        turns_left_in_block,
        bank_us,
        flagged,
        opponent_us,
    } = line;
    json!({
        "turn": turn,
        "before_us": before_us,
        "used_us": used_us,
        "after_us": after_us,
        "periods_left": periods_left,
        "turns_left_in_block": turns_left_in_block,
        "bank_us": bank_us,
        "flagged": flagged,
        "opponent_us": opponent_us,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(control: &str, used: &[&str]) -> Vec<Line> {
        let used: Vec<Micros> = used.iter().map(|text| parse_duration(text).expect("a time")).collect();
        trace(&control.parse().expect("a control"), &used)
    }

    /// Fischer 5:00+0:30 of Sensei's Library.
    #[test]
    fn a_clock_turn_by_turn() {
        let lines =
            lines("fischer:5m+30s", &["1:00", "1:20", "2:40", "0:10", "0:20", "0:30", "2:00", "0:01"]);
        let before: Vec<String> = lines.iter().filter_map(|line| line.before_us).map(clock_text).collect();
        assert_eq!(before, ["5:00", "4:30", "3:40", "1:30", "1:50", "2:00", "2:00"]);
        assert_eq!(text_of(&lines[0]), "    1         5:00         1:00         4:30");
        assert!(text_of(&lines[6]).ends_with("out of time"), "{}", text_of(&lines[6]));
    }

    /// A control, what each turn takes, and what the clock says after it in seconds; `None` where the time
    /// has run out. Then what else it says after the last turn.
    type Example =
        (&'static str, &'static [&'static str], &'static [Option<f64>], &'static [(&'static str, u32)]);

    /// Where not said otherwise, by the rule itself as the module `clock` of the rules states it.
    const EXAMPLES: &[Example] = &[
        ("absolute:600s", &["45"], &[Some(555.0)], &[]),
        // Sensei's Library, Fischer Timing.
        (
            "fischer:5m+30s",
            &["1:00", "1:20", "2:40", "0:10", "0:20", "0:30", "2:00"],
            &[Some(270.0), Some(220.0), Some(90.0), Some(110.0), Some(120.0), Some(120.0), None],
            &[],
        ),
        (
            "fischer:5m+30s",
            &["1:00", "1:20", "2:40", "0:10", "0:20", "0:30", "1:59"],
            &[Some(270.0), Some(220.0), Some(90.0), Some(110.0), Some(120.0), Some(120.0), Some(31.0)],
            &[],
        ),
        ("fischer:5m+30s<5m", &["0:15"], &[Some(300.0)], &[]),
        ("delay:60s+5s", &["30", "40"], &[Some(35.0), None], &[]),
        ("bronstein:60s+5s", &["30", "34.99"], &[Some(35.0), Some(5.01)], &[]),
        ("bronstein:60s+5s", &["30", "35.00"], &[Some(35.0), None], &[]),
        ("bronstein:180s+2s", &["3", "3s", "0:03"], &[Some(179.0), Some(178.0), Some(177.0)], &[]),
        ("bronstein:180s+2s", &["1", "1", "1"], &[Some(180.0), Some(180.0), Some(180.0)], &[]),
        // Sensei's Library, Byoyomi.
        ("byoyomi:600s+3x30s", &["645"], &[Some(15.0)], &[("periods_left", 2)]),
        ("byoyomi:10s+5x5s", &["34.999999"], &[Some(0.000001)], &[("periods_left", 1)]),
        ("byoyomi:10s+5x5s", &["35"], &[None], &[("periods_left", 0)]),
        // Sensei's Library, Canadian Timing.
        (
            "canadian:0s+3/3m",
            &["0:40", "1:50", "0:29", "1:10", "1:45", "0:03", "2:10", "0:50"],
            &[Some(140.0), Some(30.0), Some(1.0), Some(110.0), Some(5.0), Some(2.0), Some(50.0), None],
            &[("turns_left_in_block", 1)],
        ),
        ("canadian:600s+3/30s", &["615"], &[Some(15.0)], &[("turns_left_in_block", 2)]),
        ("hourglass:60s", &["10"], &[Some(50.0)], &[("opponent_us", 70_000_000)]),
        ("bank:1s+10s", &["5"], &[Some(0.0)], &[("bank_us", 6_000_000)]),
        ("days:3", &["3d"], &[None], &[]),
    ];

    #[test]
    fn worked_examples_come_out() {
        for (control, used, after, beside) in EXAMPLES {
            let objects: Vec<serde_json::Value> = lines(control, used).iter().map(json_of).collect();
            assert_eq!(objects.len(), after.len(), "{control} {used:?}");
            for (index, (object, after)) in objects.iter().zip(*after).enumerate() {
                let name = format!("{control} {used:?}, turn {}", index + 1);
                let micros = after.map_or(0, |after| (after * 1e6).round() as Micros);
                assert_eq!(object["after_us"], micros, "{name}");
                assert_eq!(object["flagged"], after.is_none(), "{name}");
                assert_eq!(object["turn"], index + 1, "{name}");
                assert_eq!(object["used_us"], parse_duration(used[index]).expect(used[index]), "{name}");
            }
            let last = objects.last().expect("a turn");
            for (field, value) in *beside {
                assert_eq!(last[field], *value, "{control} {used:?}: {field}");
            }
            // What is not named is not there.
            for field in ["periods_left", "turns_left_in_block", "bank_us", "opponent_us"] {
                let named = beside.iter().any(|(name, _)| *name == field);
                assert_eq!(last[field].is_null(), !named, "{control}: {field}");
            }
        }
    }

    #[test]
    fn without_a_limit_no_clock_says_anything() {
        let object = json_of(&lines("none", &["3d"])[0]);
        assert!(object["before_us"].is_null() && object["after_us"].is_null());
        assert_eq!((&object["used_us"], &object["flagged"]), (&json!(259_200_000_000_i64), &json!(false)));
    }

    #[test]
    fn nothing_is_rounded_away() {
        assert_eq!(clock_text(5_010_000), "5.01");
        assert_eq!(clock_text(65_010_000), "1:05.01");
        assert_eq!(clock_text(30_000_000), "0:30");
        assert_eq!(clock_text(0), "0");
        assert_eq!(clock_text(7 * 86_400_000_000), "7 d 0:00:00");
    }

    #[test]
    fn what_a_control_does_not_have_is_null() {
        let lines = lines("byoyomi:10s+5x5s", &["12"]);
        assert_eq!(
            json_of(&lines[0]).to_string(),
            r#"{"after_us":3000000,"bank_us":null,"before_us":10000000,"flagged":false,"opponent_us":null,"periods_left":5,"turn":1,"turns_left_in_block":null,"used_us":12000000}"#
        );
    }
}
