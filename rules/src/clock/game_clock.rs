//! The clock of a game: told when turns start and end, and never asked what time it is.

use super::budget::Budget;
use super::control::{Rule, TimeControl};
use super::duration::LONGEST_DURATION;
use super::limits::LONGEST_GAME;
use super::time_off::{TimeOff, TimeOffError, Vacation};
use super::{DAY, MINUTE, Micros, Reading};
use crate::seat::{Seat, SeatSet};
use thiserror::Error;

/// A turn came to its end too late: it had run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{seat} has run out of time")]
pub struct Flagged {
    /// Whose turn it was.
    pub seat: Seat,
    /// When the time ran out, whenever that came to notice.
    pub deadline: Micros,
}

impl Flagged {
    /// The stable code: `out_of_time`.
    pub const fn code(&self) -> &'static str {
        "out_of_time"
    }
}

/// The clocks of all seats of one game, under one time control.
///
/// It has no time of its own: every method that needs a moment takes it, in microseconds from
/// wherever the caller counts. Moments need not be in order; one before the start of a turn counts
/// as that start, so elapsed time is never negative. A seat that the game does not have is ignored.
///
/// One rule decides every control: a turn that takes exactly what there is has run out.
///
/// ```
/// use zeitnot_rules::Seat;
/// use zeitnot_rules::clock::{Clock, SECOND, TimeControl};
///
/// let control: TimeControl = "fischer:5m+30s".parse()?;
/// let mut clock = Clock::new(&control, 2);
/// clock.start_turn(Seat::FIRST, 0);
/// assert_eq!(clock.deadline(), Some(300 * SECOND));
/// assert_eq!(clock.end_turn(Seat::FIRST, 60 * SECOND), Ok(60 * SECOND));
/// assert_eq!(clock.reading(Seat::FIRST).main_us, 270 * SECOND);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    pub(super) control: TimeControl,
    pub(super) paused: bool,
    pub(super) sides: Vec<Side>,
}

/// One seat's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Side {
    /// What it has at the start of its running or next turn.
    pub(super) budget: Budget,
    pub(super) running: Option<Running>,
    /// The sum of its gifts.
    pub(super) given: Micros,
    /// Whether the seat has left the game.
    pub(super) left: bool,
    pub(super) vacation: Vacation,
}

/// A turn that has started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Running {
    /// The start, or the end of the last pause; while paused, the start of the pause.
    pub(super) since: Micros,
    /// What the turn had used by then; below zero after [`Clock::give_back`].
    pub(super) spent: Micros,
}

/// What a turn that ended in time has come to.
pub(super) struct Finished {
    pub(super) used: Micros,
    /// The face as the turn ends: with what it has earned, before anything is made whole again.
    pub(super) shown: Reading,
}

impl Side {
    /// How long the running turn has taken by `at`.
    pub(super) fn elapsed(&self, running: Running, at: Micros, paused: bool) -> Micros {
        let counted = if paused { 0 } else { self.vacation.counted(running.since, at) };
        running.spent.saturating_add(counted).clamp(0, LONGEST_DURATION)
    }
}

impl Clock {
    /// The clock of a game that is about to begin; `seats` below 2 or above 8 count as 2 and 8.
    pub fn new(control: &TimeControl, seats: u8) -> Clock {
        let budget = control.arithmetic().map_or(Budget::default(), |arithmetic| arithmetic.begin());
        let vacation = match control.rule() {
            Rule::Correspondence(rule) => Vacation::of(rule.vacation),
            _ => Vacation::of(0),
        };
        let side = Side { budget, running: None, given: 0, left: false, vacation };
        Clock { control: control.clone(), paused: false, sides: vec![side; usize::from(seats.clamp(2, 8))] }
    }

    /// The control it keeps.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The seats whose turns are running, or would be if the clock were not paused.
    pub fn running(&self) -> SeatSet {
        self.walk().filter(|(_, side)| side.running.is_some()).map(|(seat, _)| seat).collect()
    }

    /// Starts a turn. Several seats may be at it at once. A turn that is running already goes on as
    /// it was: nobody gets time by starting it again. In a pause it begins when the pause ends.
    pub fn start_turn(&mut self, seat: Seat, at: Micros) {
        if let Some(side) = self.sides.get_mut(seat.index())
            && side.running.is_none()
            && !side.left
        {
            side.running = Some(Running { since: at, spent: 0 });
            side.vacation.forget_before(at);
        }
    }

    /// Ends a turn by a move, and says how much it used. A turn that had run out by then stays as it
    /// is. Without a running turn nothing happens, and nothing is used.
    pub fn end_turn(&mut self, seat: Seat, at: Micros) -> Result<Micros, Flagged> {
        Ok(self.finish(seat, at)?.map_or(0, |finished| finished.used))
    }

    pub(super) fn finish(&mut self, seat: Seat, at: Micros) -> Result<Option<Finished>, Flagged> {
        let Some((side, running)) = self.side_running(seat) else { return Ok(None) };
        let used = side.elapsed(running, at, self.paused);
        let Some(arithmetic) = self.control.arithmetic() else {
            self.sides[seat.index()].running = None;
            return Ok(Some(Finished { used, shown: Reading::default() }));
        };
        if used >= arithmetic.allowance(&side.budget) {
            return Err(Flagged { seat, deadline: self.end_of(side, running).unwrap_or(at) });
        }
        let ended = arithmetic.earn(arithmetic.run(side.budget, used), used);
        let shown = arithmetic.reading(&ended);
        let next = arithmetic.renew(ended);
        let side = &mut self.sides[seat.index()];
        side.budget = next;
        side.running = None;
        self.pass_on(seat, used);
        Ok(Some(Finished { used, shown }))
    }

    /// Ends a turn without a move, and charges nothing for it: the game is over, or the turn was
    /// taken away from the seat. The seat's clock says what it said when the turn started.
    pub fn stop_turn(&mut self, seat: Seat) {
        if let Some(side) = self.sides.get_mut(seat.index()) {
            side.running = None;
        }
    }

    /// Ends a turn that has run out, where the game goes on for the seat: it was skipped, or somebody
    /// played for it. All that the turn could use is used up. What a control gives anew for each turn
    /// is there again at the next (the limit a turn, a delay); main time, periods, the block and the
    /// bank stay empty, and nothing is earned.
    pub fn miss_turn(&mut self, seat: Seat) {
        let Some((side, _)) = self.side_running(seat) else { return };
        let mut used = 0;
        let mut next = side.budget;
        if let Some(arithmetic) = self.control.arithmetic() {
            used = arithmetic.allowance(&next);
            next = arithmetic.renew(arithmetic.run(next, used));
        }
        let side = &mut self.sides[seat.index()];
        side.budget = next;
        side.running = None;
        self.pass_on(seat, used);
    }

    /// The seat has left the game. Its clock stands as when its turn started, no turn of it starts
    /// again, and in an hourglass it gets nothing more.
    pub fn leave(&mut self, seat: Seat) {
        self.stop_turn(seat);
        if let Some(side) = self.sides.get_mut(seat.index()) {
            side.left = true;
        }
    }

    /// The earliest moment at which a running turn runs out. `None` if none runs, if the clock is
    /// paused, or if there is no limit.
    pub fn deadline(&self) -> Option<Micros> {
        self.walk().filter_map(|(_, side)| self.deadline_of(side)).min()
    }

    /// Whose time has run out by `now`: those whose deadline is not after it.
    pub fn flagged(&self, now: Micros) -> SeatSet {
        self.walk()
            .filter(|(_, side)| self.deadline_of(side).is_some_and(|deadline| deadline <= now))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// How long the running turn, or the next one, can take as a whole; `None` without a limit.
    pub fn allowance(&self, seat: Seat) -> Option<Micros> {
        Some(self.control.arithmetic()?.allowance(&self.sides.get(seat.index())?.budget))
    }

    /// What the seat has at the start of its running or next turn.
    pub fn reading(&self, seat: Seat) -> Reading {
        let Some((side, arithmetic)) = self.sides.get(seat.index()).zip(self.control.arithmetic()) else {
            return Reading::default();
        };
        Reading { deadline: self.deadline_of(side), ..arithmetic.reading(&side.budget) }
    }

    /// What the seat's clock shows at a moment, never below zero. What others use of an hourglass is
    /// on it already.
    pub fn reading_at(&self, seat: Seat, now: Micros) -> Reading {
        let Some((side, arithmetic)) = self.sides.get(seat.index()).zip(self.control.arithmetic()) else {
            return Reading::default();
        };
        let mut budget = side.budget;
        if matches!(self.control.rule(), Rule::Hourglass(_)) {
            budget.main += self
                .walk()
                .map(|(other, _)| self.share(other, seat, self.used_by(other, now)))
                .sum::<Micros>();
        }
        if side.running.is_some() {
            budget = arithmetic.run(budget, self.used_by(seat, now));
        }
        Reading { deadline: self.deadline_of(side), ..arithmetic.reading(&budget) }
    }

    /// Stops all clocks. Each keeps what its turn has used to the microsecond; no turn has a deadline
    /// until [`Clock::resume`]. Turns may start and end meanwhile: they count, towards a block as
    /// well, and use no more. A pause in a pause changes nothing. Whose time has run out by `at` is for
    /// the caller to settle first, with [`Clock::flagged`].
    pub fn pause(&mut self, at: Micros) {
        if self.paused {
            return;
        }
        for side in &mut self.sides {
            if let Some(running) = side.running {
                let spent = running.spent.saturating_add(side.vacation.counted(running.since, at));
                let since = running.since.max(at);
                side.running = Some(Running { since, spent: spent.min(LONGEST_DURATION) });
            }
        }
        self.paused = true;
    }

    /// Lets the clocks go on. Without a pause nothing changes.
    pub fn resume(&mut self, at: Micros) {
        if !self.paused {
            return;
        }
        for running in self.sides.iter_mut().filter_map(|side| side.running.as_mut()) {
            running.since = running.since.max(at);
        }
        self.paused = false;
    }

    /// Whether the clocks stand.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Gives a seat extra time, as an opponent may, and says how much of it the seat got. The time is
    /// the seat's to keep: it joins the main time, the running Canadian block, or where each turn has
    /// a limit of its own the running or else the next turn.
    ///
    /// Over a game a seat is given at most as much as its clock began with, but always up to a
    /// minute and never more than a day.
    pub fn give(&mut self, seat: Seat, amount: Micros) -> Micros {
        let Some(arithmetic) = self.control.arithmetic() else { return 0 };
        let Some(side) = self.sides.get_mut(seat.index()).filter(|side| !side.left) else { return 0 };
        let most = most_given(arithmetic.begin().main) - side.given;
        let room = LONGEST_GAME - arithmetic.allowance(&side.budget);
        let given = amount.min(most).min(room).max(0);
        side.budget = arithmetic.give(side.budget, given);
        side.given += given;
        given
    }

    /// Takes time off what the running turn has used: for an outage, or the network's delay. It moves
    /// the deadline; what the turn does not use of it is gone with the turn. At most 730 days, from
    /// its start, for a turn. Without a running turn nothing happens.
    pub fn give_back(&mut self, seat: Seat, amount: Micros) {
        let Some((side, running)) = self.side_running(seat) else { return };
        let least = self.control.arithmetic().map_or(0, |rule| rule.allowance(&side.budget)) - LONGEST_GAME;
        let spent = running.spent.saturating_sub(amount.max(0)).max(least).min(running.spent);
        self.sides[seat.index()].running = Some(Running { spent, ..running });
    }

    /// Takes whole days off: from `now` on for a vacation that begins at once, from later for days off
    /// in advance. While they last the seat's turns use nothing; moves it makes meanwhile count.
    ///
    /// Refused, with nothing changed, if the control has no vacation or not that many days are left;
    /// if they begin before `now`, end more than 730 days after it, or are taken off already; if eight
    /// times off are booked; and if the seat has run out of time.
    pub fn take_off(&mut self, seat: Seat, now: Micros, from: Micros, days: u32) -> Result<(), TimeOffError> {
        if self.flagged(now).contains(seat) {
            return Err(TimeOffError::OutOfTime);
        }
        let side = self.sides.get_mut(seat.index()).ok_or(TimeOffError::NoVacation)?;
        side.vacation.book(now, from, days)
    }

    /// Ends the seat's running time off, and cancels what it has booked ahead. Whole days that were
    /// not begun are the seat's again.
    pub fn end_time_off(&mut self, seat: Seat, now: Micros) {
        if let Some(side) = self.sides.get_mut(seat.index()) {
            side.vacation.cut(now);
        }
    }

    /// The seat's time off in order: what is running or to come, and what is over if the running turn
    /// began before that.
    pub fn time_off(&self, seat: Seat) -> &[TimeOff] {
        self.sides.get(seat.index()).map_or(&[], |side| side.vacation.booked.as_slice())
    }

    /// Days that the seat can still take off.
    pub fn vacation_days(&self, seat: Seat) -> u32 {
        self.sides.get(seat.index()).map_or(0, |side| side.vacation.days)
    }

    pub(super) fn walk(&self) -> impl Iterator<Item = (Seat, &Side)> {
        self.sides.iter().zip(0..).filter_map(|(side, index)| Some((Seat::new(index)?, side)))
    }

    fn side_running(&self, seat: Seat) -> Option<(&Side, Running)> {
        let side = self.sides.get(seat.index())?;
        Some((side, side.running?))
    }

    fn deadline_of(&self, side: &Side) -> Option<Micros> {
        if self.paused { None } else { self.end_of(side, side.running?) }
    }

    /// When a turn runs out or did, pause or not.
    fn end_of(&self, side: &Side, running: Running) -> Option<Micros> {
        let left = self.control.arithmetic()?.allowance(&side.budget) - running.spent;
        Some(side.vacation.end_after(running.since, left))
    }

    /// What the seat's running turn has used by `now`, and no more than it can; pauses, and what was given back,
    /// do not count. 0 without a running turn.
    pub fn used_by(&self, seat: Seat, now: Micros) -> Micros {
        let Some((side, running)) = self.side_running(seat) else { return 0 };
        side.elapsed(running, now, self.paused).min(self.allowance(seat).unwrap_or(Micros::MAX))
    }

    /// In an hourglass, what one uses goes to the others.
    fn pass_on(&mut self, from: Seat, used: Micros) {
        if !matches!(self.control.rule(), Rule::Hourglass(_)) {
            return;
        }
        let shares: Vec<Micros> = self.walk().map(|(to, _)| self.share(from, to, used)).collect();
        for (side, share) in self.sides.iter_mut().zip(shares) {
            side.budget.main += share;
        }
    }

    /// How much of `used` goes from one seat to another: even parts, and a microsecond more for the
    /// first ones after `from` where it does not divide.
    fn share(&self, from: Seat, to: Seat, used: Micros) -> Micros {
        let mut others: SeatSet = self.walk().filter(|(_, side)| !side.left).map(|(seat, _)| seat).collect();
        others.remove(from);
        if !others.contains(to) {
            return 0;
        }
        let seats = self.sides.len();
        let distance = |seat: Seat| (seat.index() + seats - from.index()) % seats;
        let before = others.iter().filter(|&other| distance(other) < distance(to)).count() as Micros;
        let count = others.len() as Micros;
        used / count + Micros::from(before < used % count)
    }
}

/// The most that a seat is given over a game, if its clock began with `begin`.
pub(super) fn most_given(begin: Micros) -> Micros {
    begin.clamp(MINUTE, DAY)
}
