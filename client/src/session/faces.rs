//! What the clocks of a game show.

use std::time::Duration;

use zeitnot_rules::Seat;
use zeitnot_rules::clock::{Rule, TimeControl};

use super::view::{GameView, SeatClock, Status};
use crate::time::{Countdown, Face, ServerTime};

impl GameView {
    /// What each seat's clock shows at `now`; nobody has one without a time limit.
    ///
    /// A running turn is counted back from its deadline, which is the server's and holds all that has put
    /// it off: outages, pauses, days off and gifts. In a pause the server says what each clock shows.
    /// Nothing is counted below zero: whether the time has run out is for the server to say.
    pub fn faces(&self, now: ServerTime) -> Vec<Option<Face>> {
        let control = self.time.parse::<TimeControl>().ok().filter(|control| !control.is_untimed());
        let Some(control) = control else { return vec![None; self.clocks.len()] };
        let used = self.used(&control, now).unwrap_or_default();
        let seats = (0..).map_while(Seat::new).zip(&self.clocks);
        let face = |(seat, clock): (Seat, &SeatClock)| {
            let start = Face::from(clock);
            let shown = if self.is_paused() {
                start
            } else if self.to_move.contains(&seat) {
                start.after(&control, used)
            } else if matches!(control.rule(), Rule::Hourglass(_)) {
                start.with_gain(self.gain(seat, used.min(self.allowance(&control))))
            } else {
                start
            };
            Some(if shown.overtime { shown } else { before_overtime(shown, &control) })
        };
        seats.map(face).collect()
    }

    /// Until when a seat's clock stands at `now` because its player has taken days off; `None` if it has
    /// not.
    pub fn off_until(&self, seat: Seat, now: ServerTime) -> Option<ServerTime> {
        // They are in order: some may follow each other without a gap.
        let until = self
            .time_off
            .iter()
            .filter(|off| off.seat == seat)
            .fold(now, |until, off| if off.from <= until { until.max(off.until) } else { until });
        (self.status == Status::Live && until > now).then_some(until)
    }

    /// How long what the clocks show stays true: when to draw them again. `None` if nothing runs.
    pub fn next_change(&self, now: ServerTime) -> Option<Duration> {
        let control = self.time.parse::<TimeControl>().ok()?;
        let used = self.used(&control, now)?;
        let off = self.time_off.iter().flat_map(|off| [off.from, off.until]).filter(|at| *at > now);
        let off = off.map(|at| at.since(now));
        let is_off = self.to_move.iter().any(|seat| self.off_until(*seat, now).is_some());
        if is_off || self.is_time_up(now) {
            return off.min();
        }
        let hourglass = matches!(control.rule(), Rule::Hourglass(_));
        let seats = (0..).map_while(Seat::new).zip(self.faces(now));
        let change = |(seat, face): (Seat, Option<Face>)| {
            let face = face?;
            if self.to_move.contains(&seat) {
                Some(face.next_change()? + face.stands_for(&control, used))
            } else if hourglass && self.plays(seat) {
                Some(face.left.next_rise() * self.waiting())
            } else {
                None
            }
        };
        seats.filter_map(change).chain(off).min()
    }

    /// Whether the running turn's time is up, and the server is about to say what becomes of it.
    pub fn is_time_up(&self, now: ServerTime) -> bool {
        self.status == Status::Live && self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// Whether the player is to act now and the server would take it: in a pause, moves are made by
    /// correspondence only.
    pub fn takes_my_move(&self) -> bool {
        let correspondence = || self.time.parse::<TimeControl>().is_ok_and(|time| time.is_correspondence());
        self.is_my_turn() && (!self.is_paused() || correspondence())
    }

    /// How much of the running turn is used; `None` if none runs. It may be more than there was.
    fn used(&self, control: &TimeControl, now: ServerTime) -> Option<Duration> {
        let deadline = self.deadline.filter(|_| self.status == Status::Live && !self.to_move.is_empty())?;
        let off = self.time_off.iter().filter(|off| self.to_move.contains(&off.seat));
        let off: Duration = off.map(|off| off.until.min(deadline).since(off.from.max(now))).sum();
        let left = deadline.since(now).saturating_sub(off);
        // Past the deadline, all of it and more.
        Some((self.allowance(control) + now.since(deadline)).saturating_sub(left))
    }

    /// The shortest time that a seat on move has for the running turn: the deadline is that seat's.
    fn allowance(&self, control: &TimeControl) -> Duration {
        let clocks = self.to_move.iter().filter_map(|seat| self.clocks.get(seat.index()));
        clocks.map(|clock| Face::from(clock).allowance(control)).min().unwrap_or_default()
    }

    /// What a seat that waits gets of the time that an hourglass's turn has used: an even part.
    fn gain(&self, seat: Seat, used: Duration) -> Duration {
        if self.plays(seat) { used / self.waiting() } else { Duration::ZERO }
    }

    fn plays(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| !player.out)
    }

    /// How many play and are not on move; one if nobody does.
    fn waiting(&self) -> u32 {
        let seats = (0..).map_while(Seat::new).take(self.players.len());
        let waiting = seats.filter(|seat| self.plays(*seat) && !self.to_move.contains(seat)).count();
        u32::try_from(waiting).unwrap_or(u32::MAX).max(1)
    }
}

impl From<&SeatClock> for Face {
    fn from(clock: &SeatClock) -> Face {
        Face {
            left: Countdown::of(clock.main),
            overtime: clock.overtime,
            periods: clock.periods,
            block_turns: clock.block_turns,
            bank: clock.bank,
        }
    }
}

/// A Canadian block's turns are no matter as long as there is main time.
fn before_overtime(face: Face, control: &TimeControl) -> Face {
    match control.rule() {
        Rule::Canadian(_) => Face { block_turns: 0, ..face },
        _ => face,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{TimeOff, samples};

    /// 1970, in whole seconds.
    fn at(seconds: i64) -> ServerTime {
        ServerTime::from_micros(seconds * 1_000_000)
    }

    /// The first seat's turn, which began at 1000 s and ends at `deadline`.
    fn turn(time: &str, main: u64, deadline: i64) -> GameView {
        let clock = SeatClock { main: Duration::from_secs(main), ..SeatClock::default() };
        GameView {
            time: time.to_owned(),
            clocks: vec![clock; 2],
            turn_started: at(1000),
            deadline: Some(at(deadline)),
            ..samples::live(1)
        }
    }

    fn shown(game: &GameView, seconds: i64) -> [String; 2] {
        let faces = game.faces(at(seconds));
        [0, 1].map(|seat: usize| faces[seat].map(|face| face.to_string()).unwrap_or_default())
    }

    #[test]
    fn only_the_clock_of_who_is_on_move_runs() {
        let game = turn("absolute:60s", 60, 1060);
        assert_eq!(shown(&game, 1000), ["1:00", "1:00"]);
        assert_eq!(shown(&game, 1020), ["0:40", "1:00"]);
        let over = GameView { status: Status::Over, ..game };
        assert_eq!(shown(&over, 2000), ["1:00", "1:00"]);
        assert_eq!(shown(&turn("none", 0, 1060), 1020), ["", ""]);
    }

    /// Between 0:00 and what the server says of it.
    #[test]
    fn past_the_deadline_nothing_is_left_and_nothing_below() {
        for (time, main) in [("turn:30s", 30), ("fischer:30s+5s", 30), ("hourglass:30s", 30)] {
            let game = turn(time, main, 1030);
            for late in [1030, 1031, 5000] {
                assert_eq!(shown(&game, late)[0], "0.0", "{time}");
                assert!(game.faces(at(late))[0].is_some_and(|face| face.is_out()));
            }
        }
        // What has been used up goes to the other side, and no more.
        assert_eq!(shown(&turn("hourglass:30s", 30, 1030), 5000)[1], "1:00");
    }

    /// The server was down, and gave the time back: the deadline is later than the turn's start and its
    /// limit say. Once it is reached nothing is left, and never less.
    #[test]
    fn after_a_restart_the_clock_goes_on_from_the_new_deadline() {
        let game = turn("turn:30s", 30, 1130);
        assert_eq!(shown(&game, 1110)[0], "0:20");
        assert_eq!(shown(&game, 1129)[0], "1.0");
        assert_eq!(shown(&game, 1140)[0], "0.0");
        // Never more than there was.
        assert_eq!(shown(&game, 1010)[0], "0:30");
    }

    #[test]
    fn a_turn_in_overtime_is_counted_from_the_deadline_too() {
        let mut game = turn("byoyomi:10s+3x30s", 30, 1190);
        game.clocks[0] = SeatClock { overtime: true, periods: 3, ..game.clocks[0] };
        // 90 s for the turn, put off by 100.
        assert_eq!(shown(&game, 1110)[0], "0:20, 3 periods left");
        assert_eq!(shown(&game, 1135)[0], "0:25, 2 periods left");
        let mut game = turn("canadian:10s+3/30s", 10, 1040);
        game.clocks[0].block_turns = 3;
        assert_eq!(shown(&game, 1000)[0], "0:10");
        assert_eq!(shown(&game, 1015)[0], "0:25, 3 turns left");
    }

    #[test]
    fn a_paused_clock_shows_what_the_server_says() {
        let mut paused =
            GameView { deadline: None, paused_at: Some(at(1020)), ..turn("absolute:60s", 60, 1060) };
        paused.clocks[0].main = Duration::from_secs(40);
        for later in [1020, 1021, 90_000] {
            assert_eq!(shown(&paused, later), ["0:40", "1:00"]);
            assert_eq!(paused.next_change(at(later)), None);
        }
        // What an hourglass's other side has got is in it.
        let mut paused = GameView { time: "hourglass:60s".to_owned(), ..paused };
        paused.clocks[1].main = Duration::from_secs(80);
        assert_eq!(shown(&paused, 5000), ["0:40", "1:20"]);
    }

    const DAY: i64 = 86_400;

    /// Three days a turn; on the first the player has used ten hours, then is off for two.
    fn with_days_off() -> GameView {
        let off = |seat: Seat, from: i64, until: i64| TimeOff { seat, from: at(from), until: at(until) };
        let began = 1000 + 36_000;
        GameView {
            time_off: vec![
                off(Seat::FIRST, began, began + DAY),
                off(Seat::FIRST, began + DAY, began + 2 * DAY),
                off(Seat::new(1).expect("a seat"), 1000, 1000 + 9 * DAY),
            ],
            ..turn("days:3", 3 * 86_400, 1000 + 5 * DAY)
        }
    }

    #[test]
    fn a_clock_stands_while_days_off_run() {
        let game = with_days_off();
        let began = 1000 + 36_000;
        assert_eq!(shown(&game, 1000)[0], "3 d 0:00:00");
        assert_eq!(shown(&game, began - 1)[0], "2 d 14:00:01");
        for later in [0, 1, DAY, 2 * DAY] {
            assert_eq!(shown(&game, began + later)[0], "2 d 14:00:00");
        }
        assert_eq!(shown(&game, began + 2 * DAY + 1)[0], "2 d 13:59:59");
        assert_eq!(shown(&game, 1000 + 5 * DAY)[0], "0.0");
    }

    #[test]
    fn days_off_in_a_row_end_with_the_last() {
        let (game, began) = (with_days_off(), 1000 + 36_000);
        assert_eq!(game.off_until(Seat::FIRST, at(began - 1)), None);
        assert_eq!(game.off_until(Seat::FIRST, at(began)), Some(at(began + 2 * DAY)));
        assert_eq!(game.off_until(Seat::FIRST, at(began + 2 * DAY)), None);
        // Nothing to draw again until the first of them is over.
        assert_eq!(game.next_change(at(began)), Some(Duration::from_secs(86_400)));
        let over = GameView { status: Status::Over, ..game };
        assert_eq!(over.off_until(Seat::FIRST, at(began)), None);
    }

    /// Each drawing shows something else than the one before: once a second, from ten seconds down ten times.
    #[test]
    fn is_drawn_again_when_a_digit_changes_and_not_before() {
        for (time, main, limit, least) in [
            ("turn:30s", 30, 30, 20 + 100),
            ("delay:20s+5s", 20, 25, 10 + 100),
            ("byoyomi:20s+2x5s", 20, 30, 10 + 100 + 2 * 50),
            ("bank:12s+12s", 12, 24, 2 * (2 + 100)),
            // Both sides', which need not change at once.
            ("hourglass:30s", 30, 30, 20 + 100),
        ] {
            let mut game = turn(time, main, 1000 + limit);
            game.clocks[0].periods = if time.starts_with("byoyomi") { 2 } else { 0 };
            game.clocks[0].bank = Duration::from_secs(if time.starts_with("bank") { 12 } else { 0 });
            let faces = |now: ServerTime| {
                game.faces(now).iter().map(|face| face.map(|face| face.to_string())).collect::<Vec<_>>()
            };
            let (mut now, mut drawn) = (at(1000), 0);
            while let Some(wait) = game.next_change(now) {
                let next = ServerTime::from_micros(now.micros() + wait.as_nanos().div_ceil(1000) as i64);
                assert!(faces(next) != faces(now) || game.is_time_up(next), "{time} at {now:?}, {wait:?}");
                (now, drawn) = (next, drawn + 1);
            }
            assert!(game.is_time_up(now), "{time} is drawn to the end");
            let both = if time.starts_with("hourglass") { limit } else { 0 };
            assert!((least..least + 5 + both).contains(&drawn), "{time} is drawn {drawn} times");
        }
    }

    #[test]
    fn moves_wait_for_the_end_of_a_pause_but_by_correspondence() {
        let paused = |time: &str| GameView { paused_at: Some(at(1020)), ..turn(time, 60, 1060) };
        assert!(turn("absolute:60s", 60, 1060).takes_my_move());
        assert!(!paused("absolute:60s").takes_my_move());
        assert!(paused("days:3").takes_my_move());
    }

    #[test]
    fn an_hourglass_of_three_fills_evenly() {
        let mut game = turn("hourglass:60s", 60, 1060);
        game.players.push(game.players[0].clone());
        game.clocks.push(game.clocks[0]);
        assert_eq!(shown(&game, 1010), ["0:50", "1:05"]);
        game.players[2].out = true;
        assert_eq!(shown(&game, 1010), ["0:50", "1:10"]);
        assert_eq!(game.faces(at(1010))[2].map(|face| face.to_string()).as_deref(), Some("1:00"));
    }
}
