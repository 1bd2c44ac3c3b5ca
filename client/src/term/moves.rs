//! What has happened on a ply, in words.

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Action;

use super::wording::player_name;
use crate::session::{GameView, Move, MoveKind};

/// What has happened on a ply: `Guest 1a2b3c has played b2.` `None` if it cannot be read.
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn move_sentence(game: &GameView, ply: &Move, you: Option<Seat>) -> Option<String> {
    let who = if Some(ply.seat) == you {
        "You have".to_owned()
    } else {
        format!("{} has", player_name(game, ply.seat))
    };
    Some(match &ply.kind {
        MoveKind::Action(action) => format!("{who} played {}.", Action::decode(action).ok()?),
        MoveKind::Unseen => format!("{who} played, unseen."),
        MoveKind::Pass => missed_sentence(&who),
        MoveKind::Out(reason) => left_sentence(&who, reason),
    })
}

/// `Ada has missed the turn.` `who` is `Ada has`, or `You have`.
pub(super) fn missed_sentence(who: &str) -> String {
    format!("{who} missed the turn.")
}

/// `Ada has resigned.` `who` is `Ada has`, or `You have`.
pub(super) fn left_sentence(who: &str, reason: &str) -> String {
    match reason {
        "resignation" => format!("{who} resigned."),
        "time" => format!("{who} run out of time."),
        "banned" => format!("{who} been banned."),
        _ => format!("{who} left the game."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;
    use std::time::Duration;

    #[test]
    fn what_has_happened_is_told_to_whoever_reads_it() {
        let game = samples::live(1);
        let told = |kind: MoveKind, you: Option<Seat>| {
            move_sentence(&game, &Move { seat: Seat::FIRST, kind, used: Duration::ZERO }, you)
        };
        let a1 = MoveKind::Action(Action::Mark { row: 0, column: 0 }.encode());
        assert_eq!(told(a1.clone(), Some(Seat::FIRST)).as_deref(), Some("You have played a1."));
        assert_eq!(told(a1, None).as_deref(), Some("Ada has played a1."));
        assert_eq!(told(MoveKind::Unseen, Seat::new(1)).as_deref(), Some("Ada has played, unseen."));
        assert_eq!(told(MoveKind::Pass, None).as_deref(), Some("Ada has missed the turn."));
        let out = |reason: &str| told(MoveKind::Out(reason.to_owned()), None);
        assert_eq!(out("resignation").as_deref(), Some("Ada has resigned."));
        assert_eq!(out("time").as_deref(), Some("Ada has run out of time."));
        assert_eq!(out("banned").as_deref(), Some("Ada has been banned."));
        assert_eq!(told(MoveKind::Action(vec![99]), None), None);
    }
}
