//! How a series of games stands.

use zeitnot_rules::{Score, Seat, SeriesLength, SeriesRule, SeriesVerdict};

use super::wording::player_name;
use crate::session::{GameView, Status};

/// How the series stands that a game is part of: `Best of 3, game 2: Ada 1, Blaise 0.` `None` if the game is
/// by itself.
pub fn series_sentence(game: &GameView) -> Option<String> {
    let length: SeriesLength =
        game.series.parse().ok().filter(|length: &SeriesLength| !length.is_single())?;
    let name = match length.rule() {
        SeriesRule::BestOf { games } => format!("Best of {games}"),
        SeriesRule::FirstTo { points } => format!("First to {points}"),
        SeriesRule::Single => return None,
    };
    let seats = (0..).map_while(Seat::new).zip(&game.score);
    let score: Vec<String> =
        seats.map(|(seat, points)| format!("{} {}", player_name(game, seat), points_text(*points))).collect();
    let state = match verdict(game, &length) {
        None => format!("game {}", game.round),
        // The score is by the seats of this game, and so is who has won.
        Some(SeriesVerdict::Won { player }) => {
            let winner = u8::try_from(player).ok().and_then(Seat::new)?;
            format!("won by {}", player_name(game, winner))
        }
        Some(SeriesVerdict::Drawn { .. }) => "drawn".to_owned(),
    };
    Some(format!("{name}, {state}: {}.", score.join(", ")))
}

/// How the series ended with this game, if it did.
fn verdict(game: &GameView, length: &SeriesLength) -> Option<SeriesVerdict> {
    if game.status != Status::Over || ["void", "aborted"].contains(&game.ending.as_str()) {
        return None;
    }
    length.verdict(&Score::from_half_points(&game.score).ok()?, game.round)
}

/// Whether another game of the series follows this one, which is over.
pub fn goes_on(game: &GameView) -> bool {
    let length = game.series.parse::<SeriesLength>().unwrap_or_default();
    game.status == Status::Over && !length.is_single() && verdict(game, &length).is_none()
}

/// What can be done when a game is over.
pub fn over_hint(game: &GameView) -> &'static str {
    // One that does not count is played again only if the players ask for it.
    let counts = !["aborted", "void"].contains(&game.ending.as_str());
    match goes_on(game) && counts {
        true => {
            "The next game begins within a minute if all players stay; `decline` stops it, `again` begins it when \
             all are ready."
        }
        false => "`again` asks for a rematch, `new` opens another game like this, `quit` leaves.",
    }
}

/// `1`, `½`, `2½`.
fn points_text(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    fn after(round: u32, score: [u32; 2], status: Status) -> GameView {
        let series = "best-of:3".to_owned();
        GameView { series, round, score: score.to_vec(), status, ..samples::live(1) }
    }

    #[test]
    fn a_series_tells_how_it_stands() {
        let told = |game: &GameView| series_sentence(game).unwrap_or_default();
        assert_eq!(told(&after(2, [2, 0], Status::Live)), "Best of 3, game 2: Ada 1, Blaise 0.");
        assert_eq!(told(&after(2, [3, 1], Status::Over)), "Best of 3, game 2: Ada 1½, Blaise ½.");
        assert_eq!(told(&after(2, [4, 0], Status::Over)), "Best of 3, won by Ada: Ada 2, Blaise 0.");
        assert_eq!(told(&after(3, [3, 3], Status::Over)), "Best of 3, drawn: Ada 1½, Blaise 1½.");
        assert_eq!(series_sentence(&samples::live(1)), None);
    }

    #[test]
    fn it_goes_on_until_it_is_decided() {
        assert!(goes_on(&after(2, [3, 1], Status::Over)));
        assert!(!goes_on(&after(2, [4, 0], Status::Over)) && !goes_on(&after(2, [3, 1], Status::Live)));
        let aborted = GameView { ending: "aborted".to_owned(), ..after(3, [2, 2], Status::Over) };
        assert!(goes_on(&aborted), "it is played again");
        assert!(over_hint(&after(2, [3, 1], Status::Over)).contains("`decline` stops it"));
        assert!(over_hint(&aborted).starts_with("`again`"), "it does not begin by itself");
        assert!(!goes_on(&GameView { status: Status::Over, ..samples::live(1) }));
    }
}
