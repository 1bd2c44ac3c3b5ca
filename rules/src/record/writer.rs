//! How a record is written.

use super::Record;
use super::entry::Entry;
use crate::clock::{HOUR, MINUTE, Micros, SECOND};
use std::fmt;

/// The whole text, which ends with a line break.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in self.header.tags() {
            writeln!(f, "{tag}")?;
        }
        writeln!(f)?;
        for (number, entry) in (1..).zip(&self.entries) {
            let notation = self.notation(number).unwrap_or_default();
            match entry {
                Entry::Move { used, .. } | Entry::Pass { used, .. } => {
                    writeln!(f, "{number}. {notation} {{{}}}", time_text(*used))?;
                }
                Entry::Out { reason, .. } => writeln!(f, "{number}. {notation} {{{reason}}}")?,
            }
        }
        writeln!(f, "{}", self.header.result())
    }
}

/// How the time that a move took is written, to the microsecond: `0:03.250123`, and from an hour on
/// `1:00:03.250123`. Below zero is written as zero.
pub fn time_text(used: Micros) -> String {
    let used = used.max(0);
    let (hours, minutes) = (used / HOUR, used % HOUR / MINUTE);
    let (seconds, micros) = (used % MINUTE / SECOND, used % SECOND);
    if hours == 0 {
        format!("{minutes}:{seconds:02}.{micros:06}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}.{micros:06}")
    }
}
