//! `zeitnot games`

use zeitnot_rules::mnk::Sight;
use zeitnot_rules::{Seat, SeatSet};

use super::connect::Context;
use super::error::CliError;
use super::lobby::contestant_text;
use super::out;
use super::table::table;
use crate::session::{Challenge, GameView, Status, Topic};
use crate::term::{Look, ending_sentence, game_title, player_name, time_title};
use crate::time::ServerTime;

/// Lists the player's games.
pub(super) fn run(context: &Context) -> Result<(), CliError> {
    let (session, feed) = context.read([Topic::Challenges])?;
    let snapshot = session.snapshot();
    let going = snapshot.going();
    let mut over: Vec<_> = snapshot.games.values().filter(|game| !game.is_going()).cloned().collect();
    over.sort_by_key(|game| std::cmp::Reverse(game.ended_at));
    if going.is_empty() && over.is_empty() {
        return Ok(out::line("You have no games. `zeitnot play` begins one.")?);
    }
    let now = session.server_now();
    let rows: Vec<[String; 5]> =
        going.iter().chain(&over).map(|game| row(game, &feed.challenges, now, context.look)).collect();
    Ok(out::lines(table(&rows))?)
}

fn row(game: &GameView, challenges: &[Challenge], now: Option<ServerTime>, look: Look) -> [String; 5] {
    let asked =
        challenges.iter().find(|challenge| challenge.game == game.id).map(|challenge| &challenge.other);
    let paused = if game.is_paused() { ", paused" } else { "" };
    let state = match game.status {
        Status::Waiting if game.code.is_empty() => match asked {
            Some(other) => format!("you have asked {}", contestant_text(other)),
            None => "waiting for an answer".to_owned(),
        },
        Status::Waiting => format!("waiting, code {}", game.code),
        Status::Over => ending_sentence(game, Some(game.seat), Sight::decode(&game.position).ok().as_ref()),
        Status::Live if game.is_my_turn() => format!("your move{}{paused}", time_left(game, now)),
        Status::Live => {
            let others: Vec<String> = game.to_move.iter().map(|seat| player_name(game, *seat)).collect();
            format!("{} to move{}{paused}", others.join(" and "), time_left(game, now))
        }
    };
    let against = asked.map_or_else(|| opponents(game), |other| format!("against {}", other.name));
    let title = game_title(&game.spec, look) + if game.rated { ", rated" } else { "" };
    [game.id.to_string(), title, time_title(&game.time), against, state]
}

fn time_left(game: &GameView, now: Option<ServerTime>) -> String {
    let seat = game.to_move.first().map(|seat| seat.index());
    let faces = now.map(|now| game.faces(now)).unwrap_or_default();
    let face = seat.and_then(|seat| faces.get(seat).copied().flatten());
    face.map(|face| {
        let text = face.to_string();
        // Some faces end in "periods left" themselves.
        if text.ends_with("left") { format!(", {text}") } else { format!(", {text} left") }
    })
    .unwrap_or_default()
}

fn opponents(game: &GameView) -> String {
    let others = SeatSet::first(game.players.len().min(8) as u8).without(SeatSet::only(game.seat));
    let names: Vec<String> = others.iter().map(|seat: Seat| player_name(game, seat)).collect();
    format!("against {}", names.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Contestant, samples};

    #[test]
    fn a_running_game_says_whose_turn_it_is_and_how_long() {
        let mut game = samples::live(12);
        game.clocks[0].main = std::time::Duration::from_secs(30);
        let look = Look { ascii: false, styled: false };
        let now = Some(ServerTime::from_micros(6_000_000));
        assert_eq!(
            row(&game, &[], now, look),
            ["12", "tic-tac-toe", "30s a turn", "against Blaise", "your move, 0:25 left"]
        );
        let paused_at = Some(ServerTime::from_micros(3_000_000));
        let mut paused = GameView { deadline: None, paused_at, ..game };
        paused.clocks[0].main = std::time::Duration::from_secs(28);
        assert_eq!(row(&paused, &[], now, look)[4], "your move, 0:28 left, paused");
        let rated = GameView { rated: true, ..samples::live(12) };
        assert_eq!(row(&rated, &[], None, look)[1], "tic-tac-toe, rated");
        assert_eq!(
            row(&samples::waiting(3), &[], now, look)[3..],
            ["against nobody yet", "waiting, code ABCDEF"]
        );
    }

    #[test]
    fn a_challenge_says_whom_one_has_asked() {
        let challenge = Challenge {
            game: 3,
            is_mine: true,
            other: Contestant { name: "Blaise".to_owned(), rating: Some(1500), bot: false },
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            series: String::new(),
            rated: false,
            declined: None,
        };
        let look = Look { ascii: false, styled: false };
        let game = GameView { code: String::new(), ..samples::waiting(3) };
        assert_eq!(
            row(&game, &[challenge], None, look)[3..],
            ["against Blaise", "you have asked Blaise 1500"]
        );
    }
}
