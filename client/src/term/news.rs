//! What has become of what was asked: told once, when it changes.

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Action;

use super::wording::player_name;
use crate::session::{GameView, Status};

/// What has become, from `before` to `game`, of what the players had asked for or decided. What is asked now is
/// told by [`offer_sentences`](super::offer_sentences).
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn news(before: &GameView, game: &GameView, you: Option<Seat>) -> Vec<String> {
    match (before.status, game.status) {
        (Status::Live, Status::Live) => {
            let draw = draw_news(before, game, you);
            draw.into_iter()
                .chain(takeback_news(before, game, you))
                .chain(premove_news(before, game))
                .collect()
        }
        (Status::Over, Status::Over) => rematch_news(before, game, you).into_iter().collect(),
        (Status::Live, Status::Waiting) => {
            vec!["Somebody has left: the game waits for players, and begins again.".to_owned()]
        }
        _ => Vec::new(),
    }
}

fn draw_news(before: &GameView, game: &GameView, you: Option<Seat>) -> Option<String> {
    let you = you?;
    (before.draw_offered.contains(&you) && !game.draw_offered.contains(&you))
        .then(|| "Your offer of a draw does not stand any more.".to_owned())
}

fn takeback_news(before: &GameView, game: &GameView, you: Option<Seat>) -> Option<String> {
    if game.moves.len() < before.moves.len() {
        let whose = before.takeback_asked?;
        return Some(match Some(whose) == you {
            true => "Your move has been taken back.".to_owned(),
            false => format!("{} has taken a move back.", player_name(game, whose)),
        });
    }
    (before.takeback_asked.is_some() && before.takeback_asked == you && game.takeback_asked.is_none())
        .then(|| "Your move stands.".to_owned())
}

fn premove_news(before: &GameView, game: &GameView) -> Option<String> {
    let premove = before.premove.as_deref().filter(|_| game.premove.is_none() && game.is_my_turn())?;
    let new = game.moves.get(before.moves.len()..).unwrap_or_default();
    let played = new.iter().any(|ply| ply.seat == game.seat && ply.action() == Some(premove));
    let name = Action::decode(premove).map_or_else(|_| "Your move".to_owned(), |action| action.to_string());
    (!played).then(|| format!("{name} could not be played."))
}

fn rematch_news(before: &GameView, game: &GameView, you: Option<Seat>) -> Option<String> {
    let you = you?;
    (before.rematch_asked.contains(&you) && game.rematch_asked.is_empty() && game.next_game.is_none())
        .then(|| "There will be no other game now.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    const OTHER: Seat = match Seat::new(1) {
        Some(seat) => seat,
        None => panic!("there are two seats"),
    };

    #[test]
    fn what_was_asked_is_heard_of_again() {
        let me = Some(Seat::FIRST);
        let live = samples::live(1);
        let offered = GameView { draw_offered: vec![Seat::FIRST], ..live.clone() };
        assert_eq!(news(&offered, &live, me), ["Your offer of a draw does not stand any more."]);
        assert_eq!(news(&live, &offered, me), Vec::<String>::new());
        let moved = samples::after(live.clone(), Seat::FIRST, &[1, 0, 0, 0]);
        let asked = GameView { takeback_asked: me, ..moved.clone() };
        assert_eq!(news(&asked, &live, me), ["Your move has been taken back."]);
        assert_eq!(news(&asked, &live, Some(OTHER)), ["Ada has taken a move back."]);
        assert_eq!(news(&asked, &moved, me), ["Your move stands."]);
        let over = GameView { status: Status::Over, rematch_asked: vec![Seat::FIRST], ..live };
        let declined = GameView { rematch_asked: vec![], ..over.clone() };
        assert_eq!(news(&over, &declined, me), ["There will be no other game now."]);
        let begun = GameView { next_game: Some(2), ..declined };
        assert_eq!(news(&over, &begun, me), Vec::<String>::new());
    }

    #[test]
    fn a_premove_that_was_not_legal_is_told() {
        let premove = Action::Mark { row: 0, column: 0 }.encode();
        let waiting = GameView { premove: Some(premove.clone()), to_move: vec![OTHER], ..samples::live(1) };
        let taken = GameView { premove: None, ..samples::after(waiting.clone(), OTHER, &premove) };
        assert_eq!(taken.to_move, [Seat::FIRST]);
        assert_eq!(news(&waiting, &taken, Some(Seat::FIRST)), ["a1 could not be played."]);
    }
}
