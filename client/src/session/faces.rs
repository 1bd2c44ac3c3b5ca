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
    /// it off: outages, pauses and gifts. Nothing is counted in a pause, and nothing below zero: whether
    /// the time has run out is for the server to say.
    pub fn faces(&self, now: ServerTime) -> Vec<Option<Face>> {
        let control = self.time.parse::<TimeControl>().ok().filter(|control| !control.is_untimed());
        let Some(control) = control else { return vec![None; self.clocks.len()] };
        let used = self.used(&control, now).unwrap_or_default();
        let seats = (0..).map_while(Seat::new).zip(&self.clocks);
        let face = |(seat, clock): (Seat, &SeatClock)| {
            let start = Face::from(clock);
            let shown = if self.to_move.contains(&seat) {
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
        if self.status != Status::Live || self.to_move.is_empty() {
            return None;
        }
        let allowance = self.allowance(control);
        if let Some(paused_at) = self.paused_at {
            // The row does not tell what earlier pauses of this turn and outages put off. If that is not
            // known otherwise, what cannot be is taken for nothing rather than for a time that is up.
            let since_start = paused_at.since(self.turn_started);
            return Some(self.used_at_pause.unwrap_or(if since_start < allowance {
                since_start
            } else {
                Duration::ZERO
            }));
        }
        let deadline = self.deadline?;
        // Past the deadline, all of it and more.
        let overdue = now.since(deadline);
        Some((allowance + overdue).saturating_sub(deadline.since(now)))
    }

    /// The shortest time that a seat on move has for the running turn: the deadline is that seat's.
    fn allowance(&self, control: &TimeControl) -> Duration {
        let clocks = self.to_move.iter().filter_map(|seat| self.clocks.get(seat.index()));
        clocks.map(|clock| Face::from(clock).allowance(control)).min().unwrap_or_default()
    }

    /// What a seat that waits gets of the time that an hourglass's turn has used: an even part.
    fn gain(&self, seat: Seat, used: Duration) -> Duration {
        let plays = |seat: Seat| self.players.get(seat.index()).is_some_and(|player| !player.out);
        if !plays(seat) {
            return Duration::ZERO;
        }
        let seats = (0..).map_while(Seat::new).take(self.players.len());
        let others = seats.filter(|other| plays(*other) && !self.to_move.contains(other)).count();
        used / u32::try_from(others).unwrap_or(u32::MAX).max(1)
    }

    /// The game with what its turn had used when it was paused, told from what was known of it before.
    pub(super) fn after(self, before: Option<&GameView>) -> GameView {
        let (Some(paused_at), Some(before)) = (self.paused_at, before) else { return self };
        let used_at_pause = if before.turn_started != self.turn_started {
            // A turn that began in the pause.
            (self.turn_started >= paused_at).then_some(Duration::ZERO)
        } else if before.is_paused() {
            before.used_at_pause.filter(|_| before.paused_at == self.paused_at)
        } else {
            let control = self.time.parse::<TimeControl>().ok();
            // A turn that has run out cannot be paused: more than there was is no figure to go by.
            let used =
                |control| before.used(&control, paused_at).filter(|used| *used < before.allowance(&control));
            control.and_then(used)
        };
        GameView { used_at_pause, ..self }
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
    use crate::session::samples;

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
    fn a_paused_clock_stands_to_the_microsecond() {
        let running = turn("absolute:60s", 60, 1060);
        let paused = |before: &GameView, at: ServerTime| {
            GameView { deadline: None, paused_at: Some(at), ..before.clone() }.after(Some(before))
        };
        let first = paused(&running, at(1020));
        for later in [1020, 1021, 90_000] {
            assert_eq!(shown(&first, later), ["0:40", "1:00"]);
        }
        assert_eq!(shown(&GameView { used_at_pause: None, ..first.clone() }, 5000)[0], "0:40");
        // It went on at 2000, and is paused again 5 s later.
        let resumed = GameView { deadline: Some(at(2040)), ..running.clone() };
        let second = paused(&resumed, at(2005));
        assert_eq!(shown(&second, 9000)[0], "0:35");
        // Somebody who sees only this does not know; it is not taken for a time that is up.
        assert_eq!(shown(&GameView { used_at_pause: None, ..second.clone() }, 9000)[0], "1:00");
        // What is said in the pause changes nothing.
        let asked = GameView { used_at_pause: None, winners: vec![], ..second.clone() }.after(Some(&second));
        assert_eq!(shown(&asked, 9000)[0], "0:35");
        // A gift does.
        let mut given = asked.clone();
        given.clocks[0].main += Duration::from_secs(15);
        assert_eq!(shown(&given.after(Some(&second)), 9000)[0], "0:50");
    }

    /// Moves may be made in a pause by correspondence: the next turn has used nothing of its time.
    #[test]
    fn a_turn_that_begins_in_a_pause_is_whole() {
        let before = turn("days:3", 3 * 86_400, 1000 + 3 * 86_400);
        let paused = GameView { deadline: None, paused_at: Some(at(2000)), ..before.clone() };
        let moved = GameView { turn_started: at(3000), ..paused.clone() };
        assert_eq!(shown(&moved.after(Some(&paused)), 4000)[0], "3 d 0:00:00");
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
