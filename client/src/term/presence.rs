//! Who is away, and since when a game can be claimed from them.

use std::time::Duration;

use zeitnot_rules::Seat;

use crate::session::{GameView, Player, Status};
use crate::time::ServerTime;

/// What is said of a player who is away from a game that is being played: `away, you may claim in 0:32`.
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn absence_text(
    game: &GameView,
    seat: Seat,
    you: Option<Seat>,
    now: Option<ServerTime>,
) -> Option<String> {
    let player = absent(game, seat).filter(|_| Some(seat) != you)?;
    let Some((from, now)) = player.claim_from.zip(now).filter(|_| you.is_some()) else {
        return Some("away".to_owned());
    };
    // Those who are not told of the last moment are told a moment later.
    let seconds = from.since(now).as_millis().div_ceil(1000);
    Some(match seconds {
        0 => "away: `claim`, or `claim draw`".to_owned(),
        _ => format!("away, you may claim in {}:{:02}", seconds / 60, seconds % 60),
    })
}

/// How long what is said of who is away stays true; `None` if it changes with the game only.
pub fn presence_change(game: &GameView, now: ServerTime) -> Option<Duration> {
    let seats = (0..).map_while(Seat::new).take(game.players.len());
    let left = seats.filter(|seat| *seat != game.seat).filter_map(|seat| {
        let left = absent(game, seat)?.claim_from?.since(now);
        // A digit changes each time a whole second is left.
        let part = Duration::from_nanos(u64::from(left.subsec_nanos()));
        (!left.is_zero()).then(|| if part.is_zero() { Duration::from_secs(1) } else { part })
    });
    left.min()
}

fn absent(game: &GameView, seat: Seat) -> Option<&Player> {
    let player = game.players.get(seat.index())?;
    (game.status == Status::Live && player.identity.is_some() && !player.online && !player.out)
        .then_some(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;
    use spacetimedb_sdk::Identity;

    fn at(seconds: i64) -> ServerTime {
        ServerTime::from_micros(seconds * 1_000_000)
    }

    fn left_at(second: i64) -> GameView {
        let mut game = samples::live(1);
        let identity = Some(Identity::ONE);
        let away = Player { identity, online: false, claim_from: Some(at(second + 40)), ..Player::default() };
        game.players[1] = away;
        game
    }

    #[test]
    fn who_is_away_can_be_claimed_from_after_a_while() {
        let game = left_at(100);
        let other = Seat::new(1).expect("a seat");
        let told = |now: i64| absence_text(&game, other, Some(Seat::FIRST), Some(at(now)));
        assert_eq!(told(108).as_deref(), Some("away, you may claim in 0:32"));
        assert_eq!(told(139).as_deref(), Some("away, you may claim in 0:01"));
        assert_eq!(told(140).as_deref(), Some("away: `claim`, or `claim draw`"));
        assert_eq!(absence_text(&game, other, None, Some(at(108))).as_deref(), Some("away"));
        assert_eq!(absence_text(&samples::live(1), other, Some(Seat::FIRST), Some(at(108))), None);
    }

    #[test]
    fn the_countdown_is_drawn_once_a_second_and_then_not_at_all() {
        let game = left_at(100);
        let half = ServerTime::from_micros(108_500_000);
        assert_eq!(presence_change(&game, half), Some(Duration::from_millis(500)));
        assert_eq!(presence_change(&game, at(109)), Some(Duration::from_secs(1)));
        assert_eq!(presence_change(&game, at(140)), None);
        assert_eq!(presence_change(&samples::live(1), at(109)), None);
    }
}
