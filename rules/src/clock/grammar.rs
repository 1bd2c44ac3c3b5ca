//! How time controls are written and read.

use super::control::{Rule, TimeControl};
use super::error::TimeControlError;
use super::main_time::{Absolute, Bronstein, Delay, Fischer, Hourglass, Stage, Stages};
use super::overtime::{ByoYomi, Canadian};
use super::per_turn::{Bank, Correspondence, PerTurn};
use super::{MINUTE, Micros, SECOND, duration_text, parse_duration};
use crate::config_error::shortened;
use std::fmt;
use std::str::FromStr;

/// More than the longest canonical text has: eight stages with all their decimals come to 208.
const MAX_BYTES: usize = 256;

const KNOWN: &str = "none, turn, absolute, fischer, delay, bronstein, byoyomi, canadian, hourglass, stages, \
                     bank, days, and 5+3 for minutes and seconds of increment";

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        if text.len() > MAX_BYTES {
            return Err(TimeControlError::TooLong { length: text.len(), max: MAX_BYTES });
        }
        let rule = match text.split_once(':') {
            Some((name, figures)) => named(name, figures)?,
            None if text == "none" => Rule::Untimed,
            None => match text.split_once('+') {
                Some((minutes, seconds)) => short(minutes, seconds)?,
                None => return Err(unknown(text)),
            },
        };
        TimeControl::new(rule)
    }
}

fn unknown(name: &str) -> TimeControlError {
    TimeControlError::Unknown { name: shortened(name), known: KNOWN }
}

/// `5+3`: minutes and seconds of increment, as chess servers write it; `5+0` is absolute.
fn short(minutes: &str, seconds: &str) -> Result<Rule, TimeControlError> {
    let main = Micros::from(count("minutes", minutes)?) * MINUTE;
    let increment = Micros::from(count("seconds of increment", seconds)?) * SECOND;
    Ok(match increment {
        0 => Rule::Absolute(Absolute { main }),
        _ => Rule::Fischer(Fischer { main, increment, cap: None }),
    })
}

fn named(name: &str, figures: &str) -> Result<Rule, TimeControlError> {
    Ok(match name {
        "turn" => Rule::PerTurn(PerTurn { turn: span("turn", figures)? }),
        "absolute" => Rule::Absolute(Absolute { main: span("main", figures)? }),
        "fischer" => {
            let (main, rest) = halves(figures, '+', "fischer:MAIN+INCREMENT or fischer:MAIN+INCREMENT<CAP")?;
            let (increment, cap) = rest.split_once('<').map_or((rest, None), |(left, cap)| (left, Some(cap)));
            Rule::Fischer(Fischer {
                main: span("main", main)?,
                increment: span("increment", increment)?,
                cap: cap.map(|cap| span("cap", cap)).transpose()?,
            })
        }
        "delay" => {
            let (main, delay) = halves(figures, '+', "delay:MAIN+DELAY")?;
            Rule::Delay(Delay { main: span("main", main)?, delay: span("delay", delay)? })
        }
        "bronstein" => {
            let (main, delay) = halves(figures, '+', "bronstein:MAIN+DELAY")?;
            Rule::Bronstein(Bronstein { main: span("main", main)?, delay: span("delay", delay)? })
        }
        "byoyomi" => {
            const FORM: &str = "byoyomi:MAIN+PERIODSxPERIOD";
            let (main, overtime) = halves(figures, '+', FORM)?;
            let (periods, period) = halves(overtime, 'x', FORM)?;
            Rule::ByoYomi(ByoYomi {
                main: span("main", main)?,
                periods: count("periods", periods)?,
                period: span("period", period)?,
            })
        }
        "canadian" => {
            const FORM: &str = "canadian:MAIN+TURNS/BLOCK";
            let (main, overtime) = halves(figures, '+', FORM)?;
            let (turns, block) = halves(overtime, '/', FORM)?;
            Rule::Canadian(Canadian {
                main: span("main", main)?,
                turns: count("turns", turns)?,
                block: span("block", block)?,
            })
        }
        "hourglass" => Rule::Hourglass(Hourglass { main: span("main", figures)? }),
        "stages" => Rule::Stages(stages(figures)?),
        "bank" => {
            let (turn, bank) = halves(figures, '+', "bank:TURN+BANK")?;
            Rule::Bank(Bank { turn: span("turn", turn)?, bank: span("bank", bank)? })
        }
        "days" => {
            let (days, vacation) = figures.split_once('+').map_or((figures, None), |(d, v)| (d, Some(v)));
            let vacation = vacation.map(|vacation| count("vacation", vacation)).transpose()?;
            Rule::Correspondence(Correspondence {
                days: count("days", days)?,
                vacation: vacation.unwrap_or(Correspondence::DEFAULT_VACATION),
            })
        }
        _ => return Err(unknown(name)),
    })
}

/// `40/120m,20/60m,30m+30s`: stages with their turns, the last one without, perhaps an increment.
fn stages(figures: &str) -> Result<Stages, TimeControlError> {
    const FORM: &str = "stages:TURNS/TIME,…,TIME or stages:TURNS/TIME,…,TIME+INCREMENT";
    let form = || TimeControlError::Form { form: FORM, text: shortened(figures) };
    let (ended, last) = figures.rsplit_once(',').ok_or_else(form)?;
    let stages = ended
        .split(',')
        .map(|stage| {
            let (turns, time) = halves(stage, '/', FORM)?;
            Ok(Stage { turns: count("turns of a stage", turns)?, time: span("time of a stage", time)? })
        })
        .collect::<Result<Vec<Stage>, TimeControlError>>()?;
    let (rest, increment) = last.split_once('+').map_or((last, None), |(rest, inc)| (rest, Some(inc)));
    Ok(Stages {
        stages,
        rest: span("time of the last stage", rest)?,
        increment: increment.map(|increment| span("increment", increment)).transpose()?,
    })
}

fn halves<'a>(
    text: &'a str,
    separator: char,
    form: &'static str,
) -> Result<(&'a str, &'a str), TimeControlError> {
    text.split_once(separator).ok_or_else(|| TimeControlError::Form { form, text: shortened(text) })
}

fn span(field: &'static str, text: &str) -> Result<Micros, TimeControlError> {
    parse_duration(text).map_err(|source| TimeControlError::Duration { field, source })
}

/// Digits; more of them than fit count as the largest number, which no range includes.
fn count(field: &'static str, text: &str) -> Result<u32, TimeControlError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TimeControlError::Count { field, text: shortened(text) });
    }
    Ok(text.parse().unwrap_or(u32::MAX))
}

/// The canonical text: equal controls have equal texts, and parsing gives the same control back.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = duration_text;
        match self.rule() {
            Rule::Untimed => f.write_str("none"),
            Rule::PerTurn(PerTurn { turn }) => write!(f, "turn:{}", span(*turn)),
            Rule::Absolute(Absolute { main }) => write!(f, "absolute:{}", span(*main)),
            Rule::Fischer(Fischer { main, increment, cap }) => {
                write!(f, "fischer:{}+{}", span(*main), span(*increment))?;
                cap.map_or(Ok(()), |cap| write!(f, "<{}", span(cap)))
            }
            Rule::Delay(Delay { main, delay }) => write!(f, "delay:{}+{}", span(*main), span(*delay)),
            Rule::Bronstein(Bronstein { main, delay }) => {
                write!(f, "bronstein:{}+{}", span(*main), span(*delay))
            }
            Rule::ByoYomi(ByoYomi { main, periods, period }) => {
                write!(f, "byoyomi:{}+{periods}x{}", span(*main), span(*period))
            }
            Rule::Canadian(Canadian { main, turns, block }) => {
                write!(f, "canadian:{}+{turns}/{}", span(*main), span(*block))
            }
            Rule::Hourglass(Hourglass { main }) => write!(f, "hourglass:{}", span(*main)),
            Rule::Stages(Stages { stages, rest, increment }) => {
                f.write_str("stages:")?;
                for Stage { turns, time } in stages {
                    write!(f, "{turns}/{},", span(*time))?;
                }
                f.write_str(&span(*rest))?;
                increment.map_or(Ok(()), |increment| write!(f, "+{}", span(increment)))
            }
            Rule::Bank(Bank { turn, bank }) => write!(f, "bank:{}+{}", span(*turn), span(*bank)),
            Rule::Correspondence(Correspondence { days, vacation }) => match *vacation {
                Correspondence::DEFAULT_VACATION => write!(f, "days:{days}"),
                vacation => write!(f, "days:{days}+{vacation}"),
            },
        }
    }
}
