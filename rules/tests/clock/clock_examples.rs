//! Worked examples from rule books and reference pages, each a row. Expected figures are those that
//! the source prints, or follow from the one rule that it states.

use crate::{FIRST, control, seat, us};
use zeitnot_rules::clock::{Clock, Line, trace};

/// What a row expects of each turn; what it does not state is not compared.
#[derive(Clone, Copy, Default)]
struct Turn {
    used: &'static str,
    before: Option<&'static str>,
    after: Option<&'static str>,
    periods: Option<u32>,
    block_turns: Option<u32>,
    bank: Option<&'static str>,
    opponent: Option<&'static str>,
    lost: bool,
}

const fn used(used: &'static str) -> Turn {
    Turn {
        used,
        before: None,
        after: None,
        periods: None,
        block_turns: None,
        bank: None,
        opponent: None,
        lost: false,
    }
}

impl Turn {
    const fn shows(self, before: &'static str) -> Turn {
        Turn { before: Some(before), ..self }
    }

    const fn leaves(self, after: &'static str) -> Turn {
        Turn { after: Some(after), ..self }
    }

    const fn periods(self, periods: u32) -> Turn {
        Turn { periods: Some(periods), ..self }
    }

    const fn block_turns(self, turns: u32) -> Turn {
        Turn { block_turns: Some(turns), ..self }
    }

    const fn bank(self, bank: &'static str) -> Turn {
        Turn { bank: Some(bank), ..self }
    }

    const fn opponent(self, opponent: &'static str) -> Turn {
        Turn { opponent: Some(opponent), ..self }
    }

    const fn loses(self) -> Turn {
        Turn { lost: true, after: Some("0"), ..self }
    }
}

struct Example {
    source: &'static str,
    control: &'static str,
    turns: &'static [Turn],
}

const EXAMPLES: &[Example] = &[
    Example {
        source: "absolute: what is used is gone (Sensei's Library, Absolute Timing)",
        control: "absolute:600s",
        turns: &[used("45").shows("600").leaves("555")],
    },
    Example {
        source: "Sensei's Library, Fischer Timing: 5 minutes plus 30 seconds bonus",
        control: "fischer:5:00+0:30",
        turns: &[
            used("1:00").shows("5:00"),
            used("1:20").shows("4:30"),
            used("2:40").shows("3:40"),
            used("0:10").shows("1:30"),
            used("0:20").shows("1:50"),
            used("0:30").shows("2:00"),
            used("2:00").shows("2:00").loses(),
        ],
    },
    Example {
        source: "the same page: 'If it were only one second less in step 7, life would continue with 0:31'",
        control: "fischer:5:00+0:30",
        turns: &[
            used("1:00"),
            used("1:20"),
            used("2:40"),
            used("0:10"),
            used("0:20"),
            used("0:30"),
            used("1:59").shows("2:00").leaves("0:31"),
        ],
    },
    Example {
        source: "online-go.com, Fischer with a maximum time: never lifted above it",
        control: "fischer:5:00+0:30<5:00",
        turns: &[
            used("0:15").shows("5:00").leaves("5:00"),
            used("0:45").shows("5:00").leaves("4:45"),
            used("0:05").shows("4:45").leaves("5:00"),
        ],
    },
    Example {
        source: "Wikipedia, Time control, simple delay: the clock waits for the delay each turn",
        control: "delay:60s+5s",
        turns: &[used("30").shows("60").leaves("35"), used("40").shows("35").loses()],
    },
    Example {
        source: "US Chess forum, '10 second delay': at 13 s with a delay of 5 s one has 18 s",
        control: "delay:13s+5s",
        turns: &[used("5").leaves("13"), used("17.999999").leaves("0.000001"), used("5.000001").loses()],
    },
    Example {
        source: "the same: 'a Bronstein clock showing 13 seconds has only 13 seconds'",
        control: "bronstein:13s+5s",
        turns: &[used("5").leaves("13"), used("12.999999").leaves("5.000001"), used("5.000001").loses()],
    },
    Example {
        source: "Wikipedia, Time control, Bronstein delay: added after the move, at most what it took",
        control: "bronstein:60s+5s",
        turns: &[used("30").shows("60").leaves("35"), used("34.99").shows("35").leaves("5.01")],
    },
    Example {
        source: "the same: this may be crucial when a player is running out of time",
        control: "bronstein:60s+5s",
        turns: &[used("30").leaves("35"), used("35.00").shows("35").loses()],
    },
    Example {
        source: "the same: 3 minutes and 2 seconds, turns longer than the delay cost the difference",
        control: "bronstein:180s+2s",
        turns: &[used("3").leaves("179"), used("3").leaves("178"), used("3").leaves("177")],
    },
    Example {
        source: "the same: shorter ones nothing",
        control: "bronstein:180s+2s",
        turns: &[used("1").leaves("180"), used("1").leaves("180"), used("1").leaves("180")],
    },
    Example {
        source: "Wikipedia, Byoyomi: who oversteps a period starts the next turn with one fewer, whole again",
        control: "byoyomi:600s+3x30s",
        turns: &[
            used("645").shows("600").leaves("15").periods(2),
            used("29.999999").shows("30").leaves("0.000001").periods(2),
            used("30").shows("30").leaves("30").periods(1),
            used("30").shows("30").periods(0).loses(),
        ],
    },
    Example {
        source: "the same: all periods in one turn",
        control: "byoyomi:10s+5x5s",
        turns: &[used("35").shows("10").periods(0).loses()],
    },
    Example {
        source: "Sensei's Library, Japanese Timing: 30 one-minute periods; fractions of a period don't matter",
        control: "byoyomi:0+30x1:00",
        turns: &[
            used("0:40").periods(30),
            used("3:30").periods(27),
            used("9:10").periods(18),
            used("15:20").periods(3),
            used("0:55").periods(3),
            used("1:05").periods(2),
            used("2:00").periods(0).loses(),
        ],
    },
    Example {
        source: "Sensei's Library, Canadian Timing: 3 stones in 3 minutes; lost with one stone left",
        control: "canadian:0+3/3:00",
        turns: &[
            used("0:40").shows("3:00").block_turns(2),
            used("1:50").shows("2:20").block_turns(1),
            used("0:29").shows("0:30").block_turns(0),
            used("1:10").shows("3:00").block_turns(2),
            used("1:45").shows("1:50").block_turns(1),
            used("0:03").shows("0:05").block_turns(0).leaves("0:02"),
            used("2:10").shows("3:00").block_turns(2),
            used("0:50").shows("0:50").block_turns(1).loses(),
        ],
    },
    Example {
        source: "Canadian: the turn that crosses out of main time is the first of the block",
        control: "canadian:600s+3/30s",
        turns: &[
            used("615").shows("600").leaves("15").block_turns(2),
            used("10").shows("15").leaves("5").block_turns(1),
            used("4").shows("5").leaves("1").block_turns(0),
            used("30").shows("30").block_turns(2).loses(),
        ],
    },
    Example {
        source: "Canadian: turns within main time are no part of a block",
        control: "canadian:600s+3/30s",
        turns: &[
            used("599").shows("600").leaves("1").block_turns(3),
            used("1").shows("1").leaves("30").block_turns(2),
        ],
    },
    Example {
        source: "Wikipedia, Time control, hourglass: the sum of both clocks always remains the same",
        control: "hourglass:60s",
        turns: &[
            used("10").shows("60").leaves("50").opponent("70"),
            used("50").shows("50").opponent("120").loses(),
        ],
    },
    Example {
        source: "FIDE, Laws of Chess, article 6: time saved in one period is added to the next",
        control: "stages:3/120s,30s",
        turns: &[
            used("50").shows("120").leaves("70").block_turns(2),
            used("50").shows("70").leaves("20").block_turns(1),
            used("15").shows("20").leaves("35"),
            used("34").shows("35").leaves("1"),
            used("1").shows("1").loses(),
        ],
    },
    Example {
        source: "40 moves in 90 minutes, then 30 minutes, 30 seconds a move from the first on, in small",
        control: "stages:2/90s,30s+5s",
        turns: &[
            used("60").shows("90").leaves("35").block_turns(1),
            used("30").shows("35").leaves("40"),
            used("10").shows("40").leaves("35"),
        ],
    },
    Example {
        source: "bank: drains only past the turn's limit and never refills",
        control: "bank:3d+7d",
        turns: &[
            used("3d").shows("3d").leaves("0").bank("7d"),
            used("4d").shows("3d").leaves("0").bank("6d"),
            used("1d").shows("3d").leaves("2d").bank("6d"),
            used("9d").shows("3d").bank("0").loses(),
        ],
    },
    Example {
        source: "per turn: the full limit each turn, nothing carries over",
        control: "turn:30s",
        turns: &[
            used("1").shows("30").leaves("29"),
            used("29.999999").shows("30").leaves("0.000001"),
            used("30").shows("30").loses(),
        ],
    },
    Example {
        source: "correspondence: the days are whole again each turn",
        control: "days:3",
        turns: &[used("2d").shows("3d").leaves("1d"), used("3d").shows("3d").loses()],
    },
];

#[test]
fn every_worked_example_comes_out() {
    for example in EXAMPLES {
        let lengths: Vec<_> = example.turns.iter().map(|turn| us(turn.used)).collect();
        let lines = trace(&control(example.control), &lengths);
        assert_eq!(lines.len(), example.turns.len(), "{}: turns played", example.source);
        for (line, turn) in lines.iter().zip(example.turns) {
            let place = format!("{}: turn {} of {}", example.source, line.turn, turn.used);
            let same = |what: &str, expected: Option<&str>, shown| {
                if let Some(expected) = expected {
                    assert_eq!(shown, Some(us(expected)), "{place}: {what}");
                }
            };
            same("before", turn.before, line.before_us);
            same("after", turn.after, line.after_us);
            same("bank", turn.bank, line.bank_us);
            same("opponent", turn.opponent, line.opponent_us);
            if turn.periods.is_some() {
                assert_eq!(line.periods_left, turn.periods, "{place}: periods");
            }
            if turn.block_turns.is_some() {
                assert_eq!(line.turns_left_in_block, turn.block_turns, "{place}: turns left");
            }
            assert_eq!(line.used_us, us(turn.used), "{place}: used");
            assert_eq!(line.flagged, turn.lost, "{place}: lost");
        }
    }
}

/// Sensei's Library, Hourglass Timing: 10 minutes each, both columns.
#[test]
fn the_hourglass_table_comes_out_for_both_players() {
    let rows = [
        ("10:00", "10:00", "1:30"),
        ("8:30", "11:30", "1:40"),
        ("10:10", "9:50", "2:00"),
        ("8:10", "11:50", "0:20"),
        ("8:30", "11:30", "5:00"),
        ("3:30", "16:30", "0:30"),
        ("4:00", "16:00", "4:00"),
    ];
    let mut clock = Clock::new(&control("hourglass:10m"), 2);
    let mut now = 0;
    for (row, (first, second, used)) in rows.into_iter().enumerate() {
        let mover = seat(row as u8 % 2);
        assert_eq!(clock.reading(seat(0)).main_us, us(first), "row {}", row + 1);
        assert_eq!(clock.reading(seat(1)).main_us, us(second), "row {}", row + 1);
        clock.start_turn(mover, now);
        now += us(used);
        let lost = row == rows.len() - 1;
        assert_eq!(clock.end_turn(mover, now).is_err(), lost, "row {}", row + 1);
    }
    assert_eq!(clock.reading_at(seat(0), now).main_us, 0);
    assert_eq!(clock.reading_at(seat(1), now).main_us, us("20:00"));
}

#[test]
fn a_trace_has_only_the_fields_of_its_control() {
    let line = |text: &str| trace(&control(text), &[us("1")])[0];
    let bare = Line {
        turn: 1,
        before_us: None,
        used_us: us("1"),
        after_us: None,
        periods_left: None,
        turns_left_in_block: None,
        bank_us: None,
        flagged: false,
        opponent_us: None,
    };
    assert_eq!(line("none"), bare);
    let timed =
        |before: &str, after: &str| Line { before_us: Some(us(before)), after_us: Some(us(after)), ..bare };
    assert_eq!(line("absolute:10s"), timed("10", "9"));
    assert_eq!(line("byoyomi:10s+5x5s"), Line { periods_left: Some(5), ..timed("10", "9") });
    assert_eq!(line("canadian:10s+5/5s"), Line { turns_left_in_block: Some(5), ..timed("10", "9") });
    assert_eq!(line("stages:5/10s,5s"), Line { turns_left_in_block: Some(4), ..timed("10", "9") });
    assert_eq!(line("bank:10s+1d"), Line { bank_us: Some(us("1d")), ..timed("10", "9") });
    assert_eq!(line("hourglass:10s"), Line { opponent_us: Some(us("11")), ..timed("10", "9") });
}

#[test]
fn nobody_loses_a_game_without_a_time_limit() {
    let mut clock = Clock::new(&control("none"), 2);
    clock.start_turn(FIRST, 0);
    assert_eq!(clock.deadline(), None);
    assert_eq!(clock.flagged(us("9999d")).len(), 0);
    assert_eq!(clock.allowance(FIRST), None);
    assert_eq!(clock.end_turn(FIRST, us("9999d")), Ok(us("9999d")));
}
