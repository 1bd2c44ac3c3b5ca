//! What is said of a pause.

use zeitnot_rules::Seat;

use super::wording::player_name;
use crate::session::{GameView, Status};
use crate::time::ServerTime;

const MINUTE: i64 = 60_000_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// Since when a game is paused: `Paused since 14:03 UTC, 3 days ago.` By the server's clock, in the one
/// time of day that needs neither this computer's clock nor its time zone.
pub fn paused_sentence(game: &GameView, now: Option<ServerTime>) -> Option<String> {
    let paused_at = game.paused_at?.micros();
    let minutes = paused_at.div_euclid(MINUTE).rem_euclid(24 * 60);
    let ago = match now.map_or(0, |now| now.micros().saturating_sub(paused_at) / DAY) {
        ..=0 => String::new(),
        1 => ", a day ago".to_owned(),
        days => format!(", {days} days ago"),
    };
    Some(format!("Paused since {:02}:{:02} UTC{ago}.", minutes / 60, minutes % 60))
}

/// Who has asked for a pause that the others have not agreed to yet.
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn pause_asked_sentence(game: &GameView, you: Option<Seat>) -> Option<String> {
    if game.status != Status::Live || game.is_paused() || game.pause_asked.is_empty() {
        return None;
    }
    let asked_too = you.is_some_and(|you| game.pause_asked.contains(&you));
    let others: Vec<String> = game
        .pause_asked
        .iter()
        .filter(|seat| Some(**seat) != you)
        .map(|seat| player_name(game, *seat))
        .collect();
    let names = others.join(" and ");
    let verb = if others.len() == 1 { "asks" } else { "ask" };
    Some(match (asked_too, others.is_empty()) {
        (true, true) => "You have asked for a pause.".to_owned(),
        (true, false) => format!("You and {names} have asked for a pause."),
        (false, _) if you.is_some() => format!("{names} {verb} for a pause; `pause` agrees."),
        (false, _) => format!("{names} {verb} for a pause."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    #[test]
    fn a_long_pause_says_how_long() {
        // 2026-03-05 14:03:59 UTC.
        let paused_at = 1_772_719_439_000_000;
        let game = GameView { paused_at: Some(ServerTime::from_micros(paused_at)), ..samples::live(1) };
        let told = |later: i64| paused_sentence(&game, Some(ServerTime::from_micros(paused_at + later)));
        assert_eq!(told(0).as_deref(), Some("Paused since 14:03 UTC."));
        assert_eq!(told(-5).as_deref(), Some("Paused since 14:03 UTC."));
        assert_eq!(told(DAY).as_deref(), Some("Paused since 14:03 UTC, a day ago."));
        assert_eq!(told(3 * DAY + 1).as_deref(), Some("Paused since 14:03 UTC, 3 days ago."));
        assert_eq!(paused_sentence(&samples::live(1), None), None);
    }
}
