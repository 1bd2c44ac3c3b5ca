//! Who plays.

use zeitnot_rules::clock::TimeControl;
use zeitnot_rules::{Seat, SeatSet};

use super::look::Look;
use super::presence::absence_text;
use super::text::{Line, Style};
use super::time_off::off_text;
use super::wording::player_name;
use crate::session::{GameView, Player, Status};
use crate::time::{Face, ServerTime};

/// Who plays, who is to move, and what the clocks show.
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn player_lines(game: &GameView, you: Option<Seat>, now: Option<ServerTime>, look: Look) -> Vec<Line> {
    let control = game.time.parse::<TimeControl>().ok();
    let faces = now.map(|now| game.faces(now)).unwrap_or_default();
    let seats: Vec<Seat> = SeatSet::first(game.players.len().min(8) as u8).iter().collect();
    let names: Vec<String> = seats.iter().map(|seat| seat_name(game, *seat, you)).collect();
    let widest = names.iter().map(|name| Line::from(name.as_str()).width()).max().unwrap_or_default();
    let line = |(seat, name): (&Seat, &String)| {
        let on_move = game.status == Status::Live && game.to_move.contains(seat);
        let pointer = if on_move { look.pointer() } else { " " };
        let mut line = Line::from(" ").and(pointer, Style::Strong).and(" ", Style::Plain);
        line.push(look.mark(*seat), Style::Mark(seat.get()));
        line.push("  ", Style::Plain);
        let start = line.width();
        line.push(name, if on_move { Style::Strong } else { Style::Plain });
        line.pad_to(start + widest + 3);
        let flagged =
            game.ending == "time" && game.players.get(seat.index()).is_some_and(|player| player.out);
        if flagged {
            line.push("out of time", Style::Faint);
        } else if let Some(face) = faces.get(seat.index()).copied().flatten() {
            let low = on_move && control.as_ref().is_some_and(|control| face.is_low(control));
            let style = match (on_move, low) {
                (true, true) => Style::Warning,
                (true, false) => Style::Strong,
                (false, _) => Style::Faint,
            };
            line.push(face_text(face, low), style);
            if let Some((now, until)) = now.and_then(|now| Some((now, game.off_until(*seat, now)?))) {
                line.push(format!(", {}", off_text(until, now)), Style::Faint);
            }
        }
        if let Some(absence) = absence_text(game, *seat, you, now) {
            let style = if absence == "away" { Style::Faint } else { Style::Strong };
            line.push(if line.width() > start + widest + 3 { ", " } else { "" }, Style::Plain);
            line.push(absence, style);
        }
        line
    };
    seats.iter().zip(&names).map(line).collect()
}

/// A clock that runs low is told by more than its colour.
fn face_text(face: Face, low: bool) -> String {
    if low { format!("{face} !") } else { face.to_string() }
}

fn seat_name(game: &GameView, seat: Seat, you: Option<Seat>) -> String {
    let mut name = player_name(game, seat);
    let Some(player) = game.players.get(seat.index()) else { return name };
    if player.bot {
        name += " (bot)";
    }
    if Some(seat) == you {
        name += " (you)";
    }
    if player.out {
        name += ", out";
    }
    if let Some(rating) = rating_text(player) {
        name += "  ";
        name += &rating;
    }
    name
}

/// `1500?`, and after a rated game `1500? +8`.
fn rating_text(player: &Player) -> Option<String> {
    let doubt = if player.provisional { "?" } else { "" };
    let rating = format!("{}{doubt}", player.rating?);
    Some(match player.rating_change {
        Some(change) => format!("{rating} {change:+}"),
        None => rating,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    const LOOK: Look = Look { ascii: false, styled: false };

    fn told(game: &GameView) -> Vec<String> {
        let now = Some(ServerTime::from_micros(1_000_000));
        player_lines(game, Some(Seat::FIRST), now, LOOK).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn ratings_and_what_has_become_of_them_stand_by_the_names() {
        let mut game = GameView { time: "none".to_owned(), ..samples::live(1) };
        game.players[0].rating = Some(1512);
        game.players[1] =
            Player { rating: Some(1500), provisional: true, bot: true, ..game.players[1].clone() };
        assert_eq!(told(&game), [" ▸ X  Ada (you)  1512", "   O  Blaise (bot)  1500?"]);
        game.status = Status::Over;
        game.players[0].rating_change = Some(8);
        game.players[1].rating_change = Some(-23);
        assert_eq!(told(&game), ["   X  Ada (you)  1512 +8", "   O  Blaise (bot)  1500? -23"]);
    }

    #[test]
    fn who_is_away_is_told_beside_the_clock() {
        let mut game = samples::live(1);
        game.clocks[1].main = std::time::Duration::from_secs(30);
        game.players[1].identity = Some(spacetimedb_sdk::Identity::ONE);
        game.players[1].online = false;
        assert_eq!(told(&game)[1], "   O  Blaise      0:30, away");
        game.players[1].claim_from = Some(ServerTime::from_micros(33_000_000));
        assert_eq!(told(&game)[1], "   O  Blaise      0:30, away, you may claim in 0:32");
        let untimed = GameView { time: "none".to_owned(), ..game };
        assert_eq!(told(&untimed)[1], "   O  Blaise      away, you may claim in 0:32");
    }
}
