//! When the server was not there, as the harness knows it that took it away.

use zeitnot_rules::clock::Micros;

/// A gap between two heartbeats of the server up to which it credits nobody (docs/time-controls.md, "Outages"): a
/// stop that was no longer is the player's own time.
pub const UNCREDITED: Micros = 2_000_000;

/// A time when the server was not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// When it was stopped or killed, in microseconds since 1970.
    pub from: Micros,
    /// When it was there again.
    pub until: Micros,
}

/// How much of a time the server was there, in microseconds.
///
/// ```
/// use zeitnot_faults::absence::{Absence, presence};
///
/// let kill = Absence { from: 30, until: 50 };
/// assert_eq!(presence(20, 100, &[kill]), 60);
/// ```
pub fn presence(from: Micros, until: Micros, absences: &[Absence]) -> Micros {
    let away = |absence: &Absence| (absence.until.min(until) - absence.from.max(from)).max(0);
    (until - from).max(0) - absences.iter().map(away).sum::<Micros>()
}

/// Puts the server's own first sign of life in the place of the moment at which its process was started: the process
/// has to load the database first, and nobody's turn is to run meanwhile. Signs outside the absences, and those that
/// the harness could not have seen, are not believed.
pub fn refine(absences: &mut [Absence], listening: &[Micros], signs: &[Micros]) {
    for (absence, &heard) in absences.iter_mut().zip(listening) {
        let first = signs.iter().copied().filter(|sign| (absence.until..=heard).contains(sign)).min();
        absence.until = first.unwrap_or(absence.until);
    }
}
