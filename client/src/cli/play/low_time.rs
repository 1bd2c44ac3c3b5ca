//! The one warning that time runs low.

use std::collections::BTreeSet;

use zeitnot_rules::Seat;
use zeitnot_rules::clock::TimeControl;

use crate::session::{GameId, GameView, Status};
use crate::term::player_name;
use crate::time::{Face, ServerTime};

/// Who has been warned in which game: everybody once.
#[derive(Debug, Default)]
pub(super) struct LowTime(BTreeSet<(GameId, Seat)>);

impl LowTime {
    /// The warning that is due now, if one is, and what the clock shows that it is about.
    pub(super) fn warning(&mut self, game: &GameView, now: ServerTime) -> Option<(String, Face)> {
        if game.status != Status::Live || game.is_paused() {
            return None;
        }
        let control: TimeControl = game.time.parse().ok()?;
        let faces = game.faces(now);
        let low = game.to_move.iter().find_map(|seat| {
            let face = faces.get(seat.index()).copied().flatten()?;
            let due = face.is_low(&control) && !face.is_out() && !self.0.contains(&(game.id, *seat));
            due.then_some((*seat, face))
        });
        let (seat, face) = low?;
        self.0.insert((game.id, seat));
        let text = if seat == game.seat {
            "Your time is running low".to_owned()
        } else {
            format!("{} is running low on time", player_name(game, seat))
        };
        Some((text, face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;
    use std::time::Duration;

    #[test]
    fn everybody_is_warned_once_a_game() {
        let other = Seat::new(1).expect("a seat");
        let turn = |id: GameId, seat: Seat, started: i64| {
            let mut game = samples::live(id);
            game.time = "absolute:4m".to_owned();
            game.clocks.iter_mut().for_each(|clock| clock.main = Duration::from_secs(240));
            game.to_move = vec![seat];
            game.turn_started = ServerTime::from_micros(started * 1_000_000);
            game.deadline = Some(ServerTime::from_micros((started + 240) * 1_000_000));
            game
        };
        let mut low = LowTime::default();
        // Looked at every 50 ms, through both players' turns, and one of another game.
        let mut told = Vec::new();
        for game in
            [turn(1, Seat::FIRST, 0), turn(1, other, 1000), turn(1, Seat::FIRST, 2000), turn(2, other, 0)]
        {
            for step in 0..5000 {
                let now = ServerTime::from_micros(game.turn_started.micros() + step * 50_000);
                told.extend(low.warning(&game, now).map(|(text, face)| format!("{text}: {face}")));
            }
        }
        assert_eq!(
            told,
            [
                "Your time is running low: 0:29",
                "Blaise is running low on time: 0:29",
                "Blaise is running low on time: 0:29",
            ]
        );
    }

    #[test]
    fn nobody_is_warned_in_a_pause_or_when_it_is_too_late() {
        let mut low = LowTime::default();
        let mut game = samples::live(1);
        game.clocks[0].main = Duration::from_secs(30);
        let paused =
            GameView { deadline: None, paused_at: Some(ServerTime::from_micros(28_000_000)), ..game.clone() };
        assert_eq!(low.warning(&paused, ServerTime::from_micros(29_000_000)), None);
        assert_eq!(low.warning(&game, ServerTime::from_micros(32_000_000)), None);
        assert!(low.warning(&game, ServerTime::from_micros(29_000_000)).is_some());
    }
}
