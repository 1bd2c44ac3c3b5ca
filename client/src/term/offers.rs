//! What is offered, asked for and decided in advance at a table.

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Action;

use super::wording::player_name;
use crate::session::{GameView, Status};

/// What stands between the players, and how it is answered.
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn offer_sentences(game: &GameView, you: Option<Seat>) -> Vec<String> {
    match game.status {
        Status::Waiting => Vec::new(),
        Status::Live => draw(game, you).into_iter().chain(takeback(game, you)).collect(),
        Status::Over => rematch(game, you).into_iter().collect(),
    }
}

fn draw(game: &GameView, you: Option<Seat>) -> Option<String> {
    let (own, others) = split(game, &game.draw_offered, you);
    Some(match (own, others) {
        (false, None) => return None,
        (true, _) => "You have offered a draw; `decline` takes it back.".to_owned(),
        (false, Some(who)) if you.is_some() => {
            format!("{who} a draw: `accept` or `decline`.", who = who.verb("offers", "offer"))
        }
        (false, Some(who)) => format!("{} a draw.", who.verb("offers", "offer")),
    })
}

fn takeback(game: &GameView, you: Option<Seat>) -> Option<String> {
    let asked = game.takeback_asked?;
    let name = player_name(game, asked);
    Some(match you {
        Some(you) if you == asked => {
            "You have asked for your last move back; `decline` withdraws it.".to_owned()
        }
        Some(_) => format!("{name} asks for a move back: `accept` or `decline`."),
        None => format!("{name} asks for a move back."),
    })
}

fn rematch(game: &GameView, you: Option<Seat>) -> Option<String> {
    if game.next_game.is_some() {
        return None;
    }
    let (own, others) = split(game, &game.rematch_asked, you);
    Some(match (own, others) {
        (false, None) => return None,
        (true, _) => "You have asked for another game; `decline` takes it back.".to_owned(),
        (false, Some(who)) if you.is_some() => {
            format!("{} for another game: `again` or `decline`.", who.verb("asks", "ask"))
        }
        (false, Some(who)) => format!("{} for another game.", who.verb("asks", "ask")),
    })
}

/// What is decided in advance: `b2 is played as soon as it is your turn; `cancel` takes it back.`
pub fn premove_sentence(game: &GameView) -> Option<String> {
    let action = Action::decode(game.premove.as_deref()?).ok();
    let action = action.map_or_else(|| "Your move".to_owned(), |action| action.to_string());
    (game.status == Status::Live)
        .then(|| format!("{action} is played as soon as it is your turn; `cancel` takes it back."))
}

/// The others of those who ask for something.
struct Others(Vec<String>);

impl Others {
    fn verb(&self, one: &str, several: &str) -> String {
        format!("{} {}", self.0.join(" and "), if self.0.len() == 1 { one } else { several })
    }
}

/// Whether the reader is among `seats`, and who else is.
fn split(game: &GameView, seats: &[Seat], you: Option<Seat>) -> (bool, Option<Others>) {
    let others = seats.iter().filter(|seat| Some(**seat) != you).map(|seat| player_name(game, *seat));
    let others: Vec<String> = others.collect();
    let own = you.is_some_and(|you| seats.contains(&you));
    (own, (!others.is_empty()).then_some(Others(others)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    const OTHER: Seat = match Seat::new(1) {
        Some(seat) => seat,
        None => panic!("there are two seats"),
    };

    fn told(game: &GameView, you: Option<Seat>) -> Vec<String> {
        offer_sentences(game, you)
    }

    #[test]
    fn what_is_asked_says_how_to_answer() {
        let me = Some(Seat::FIRST);
        let draw = |seats: Vec<Seat>| GameView { draw_offered: seats, ..samples::live(1) };
        assert_eq!(told(&draw(vec![OTHER]), me), ["Blaise offers a draw: `accept` or `decline`."]);
        assert_eq!(told(&draw(vec![Seat::FIRST]), me), ["You have offered a draw; `decline` takes it back."]);
        assert_eq!(told(&draw(vec![OTHER]), None), ["Blaise offers a draw."]);
        assert_eq!(told(&samples::live(1), me), Vec::<String>::new());
        let takeback = |seat: Seat| GameView { takeback_asked: Some(seat), ..samples::live(1) };
        assert_eq!(told(&takeback(OTHER), me), ["Blaise asks for a move back: `accept` or `decline`."]);
        assert!(told(&takeback(Seat::FIRST), me)[0].starts_with("You have asked for your last move back"));
    }

    #[test]
    fn a_rematch_is_asked_for_until_it_has_begun() {
        let over = GameView { status: Status::Over, rematch_asked: vec![OTHER], ..samples::live(1) };
        assert_eq!(told(&over, Some(Seat::FIRST)), ["Blaise asks for another game: `again` or `decline`."]);
        let begun = GameView { next_game: Some(2), ..over };
        assert_eq!(told(&begun, Some(Seat::FIRST)), Vec::<String>::new());
    }

    #[test]
    fn what_is_decided_in_advance_is_named() {
        let action = Action::Mark { row: 1, column: 1 };
        let game = GameView { premove: Some(action.encode()), ..samples::live(1) };
        assert_eq!(
            premove_sentence(&game).as_deref(),
            Some("b2 is played as soon as it is your turn; `cancel` takes it back.")
        );
        assert_eq!(premove_sentence(&samples::live(1)), None);
    }
}
