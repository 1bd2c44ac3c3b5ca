//! Offers, requests, and their answers: an answer that is late must not become a new request, nor a request
//! an answer.

use zeitnot_rules::Seat;

use super::Verdict;
use crate::session::view::{GameView, Move};

const MOVED_ON: Verdict = Verdict::NotDone("the game had moved on before it arrived");

pub(super) fn draw_offered(view: &GameView, before: Option<&GameView>) -> Verdict {
    let others = |game: &GameView| game.draw_offered.iter().any(|seat| *seat != game.seat);
    let Some(before) = before else { return Verdict::Unclear };
    // Offering again is possible much later only.
    if view.draw_offered.contains(&view.seat) || view.draw_again_at != before.draw_again_at {
        Verdict::Done(None)
    } else if others(before) != others(view) {
        Verdict::NotDone("the other's offer had changed before the answer arrived")
    } else if view.moves.len() != before.moves.len() {
        MOVED_ON
    } else {
        Verdict::SendAgain
    }
}

pub(super) fn draw_declined(view: &GameView, before: Option<&GameView>) -> Verdict {
    if view.draw_offered.is_empty() {
        Verdict::Done(None)
    } else if before.is_some_and(|before| before.draw_offered == view.draw_offered) {
        Verdict::SendAgain
    } else {
        MOVED_ON
    }
}

pub(super) fn takeback_asked(view: &GameView, before: Option<&GameView>) -> Verdict {
    let Some(before) = before else { return Verdict::Unclear };
    if view.takeback_asked == Some(view.seat) || taken_back(view, before) {
        Verdict::Done(None)
    } else if view.moves.len() > before.moves.len() {
        MOVED_ON
    } else {
        Verdict::SendAgain
    }
}

pub(super) fn takeback_accepted(view: &GameView, before: Option<&GameView>) -> Verdict {
    let Some(before) = before else { return Verdict::Unclear };
    if taken_back(view, before) {
        Verdict::Done(None)
    } else if asked_by_other(view).is_some() && view.moves.len() == before.moves.len() {
        Verdict::SendAgain
    } else {
        Verdict::NotDone("the move was not asked back any more")
    }
}

pub(super) fn takeback_declined(view: &GameView, before: Option<&GameView>) -> Verdict {
    let Some(before) = before else { return Verdict::Unclear };
    if taken_back(view, before) {
        Verdict::NotDone("the move had been taken back before")
    } else if view.takeback_asked.is_none() {
        Verdict::Done(None)
    } else if view.takeback_asked == before.takeback_asked && view.moves.len() == before.moves.len() {
        Verdict::SendAgain
    } else {
        MOVED_ON
    }
}

pub(super) fn premove_cancelled(view: &GameView, before: Option<&GameView>) -> Verdict {
    let own = |game: &GameView| game.moves.iter().filter(|ply| ply.seat == game.seat).count();
    match (before, &view.premove) {
        (Some(before), None) if own(view) > own(before) => Verdict::NotDone("it had been played before"),
        (_, None) => Verdict::Done(None),
        (Some(before), Some(_)) if before.premove == view.premove => Verdict::SendAgain,
        // Another one, decided on another device since.
        (_, Some(_)) => MOVED_ON,
    }
}

/// Whether moves have gone that there were. Others may have been played since: then there are as many again, of which one took
/// another time. What was played does not count, since at the end of a game there is more of it to see.
fn taken_back(view: &GameView, before: &GameView) -> bool {
    let is_kept = |(now, then): (&Move, &Move)| (now.seat, now.used) == (then.seat, then.used);
    view.moves.len() < before.moves.len() || !view.moves.iter().zip(&before.moves).all(is_kept)
}

fn asked_by_other(view: &GameView) -> Option<Seat> {
    view.takeback_asked.filter(|seat| *seat != view.seat)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::session::samples;

    const OTHER: Seat = match Seat::new(1) {
        Some(seat) => seat,
        None => panic!("there are two seats"),
    };

    fn moved(game: GameView) -> GameView {
        samples::after(game, OTHER, &[1, 0, 0, 0])
    }

    #[test]
    fn accepting_a_draw_never_becomes_offering_one() {
        let offered = GameView { draw_offered: vec![OTHER], ..samples::live(7) };
        assert_eq!(draw_offered(&offered, Some(&offered)), Verdict::SendAgain);
        assert!(matches!(draw_offered(&samples::live(7), Some(&offered)), Verdict::NotDone(_)));
        assert!(matches!(draw_offered(&moved(samples::live(7)), Some(&offered)), Verdict::NotDone(_)));
    }

    #[test]
    fn an_offer_that_was_declined_meanwhile_was_made() {
        let before = samples::live(7);
        let declined = GameView { draw_again_at: 20, ..moved(before.clone()) };
        assert_eq!(draw_offered(&declined, Some(&before)), Verdict::Done(None));
        assert_eq!(draw_offered(&before, Some(&before)), Verdict::SendAgain);
        assert_eq!(draw_declined(&before, Some(&declined)), Verdict::Done(None));
    }

    #[test]
    fn a_takeback_shows_in_the_moves() {
        let before = moved(samples::live(7));
        let asked = GameView { takeback_asked: Some(OTHER), ..before.clone() };
        assert_eq!(takeback_asked(&before, Some(&before)), Verdict::SendAgain);
        assert_eq!(takeback_accepted(&asked, Some(&asked)), Verdict::SendAgain);
        assert_eq!(takeback_accepted(&samples::live(7), Some(&asked)), Verdict::Done(None));
        assert!(matches!(takeback_accepted(&before, Some(&asked)), Verdict::NotDone(_)), "it was withdrawn");
        assert_eq!(takeback_declined(&before, Some(&asked)), Verdict::Done(None));
        assert!(matches!(takeback_declined(&samples::live(7), Some(&asked)), Verdict::NotDone(_)));
    }

    #[test]
    fn a_move_that_was_taken_back_and_made_again_was_taken_back() {
        let played = moved(samples::live(7));
        let before = GameView { takeback_asked: Some(OTHER), ..played.clone() };
        let mut again = played;
        again.moves.last_mut().expect("a move").used += Duration::from_millis(1);
        let longer = samples::after(again.clone(), Seat::FIRST, &[1, 0, 2, 2]);
        for view in [&again, &longer] {
            assert_eq!(takeback_accepted(view, Some(&before)), Verdict::Done(None));
            assert_eq!(takeback_asked(view, Some(&before)), Verdict::Done(None), "not once more");
            assert!(matches!(takeback_declined(view, Some(&before)), Verdict::NotDone(_)));
        }
    }

    #[test]
    fn a_premove_that_was_played_cannot_be_cancelled() {
        let before = GameView { premove: Some(vec![1]), ..samples::live(7) };
        let played = samples::after(samples::live(7), Seat::FIRST, &[1]);
        assert_eq!(premove_cancelled(&before, Some(&before)), Verdict::SendAgain);
        assert_eq!(premove_cancelled(&samples::live(7), Some(&before)), Verdict::Done(None));
        assert!(matches!(premove_cancelled(&played, Some(&before)), Verdict::NotDone(_)));
    }
}
