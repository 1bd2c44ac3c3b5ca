//! The player's games that have been over for long.

use std::sync::Arc;

use chrono::{DateTime, Local};
use zeitnot_client::session::{ArchivePage, GameView, Me};
use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Sight;

use super::texts::Texts;
use super::times::time_title;
use super::wording::{ending_sentence, game_title, names};

/// A game of the archive, as it is to be listed.
#[derive(Clone, Debug)]
pub struct ArchiveView {
    /// The game.
    pub game: Arc<GameView>,
    /// The names of those who played besides the player.
    pub others: Vec<String>,
    /// Who played.
    pub players: String,
    /// What and how fast, and on which day, by the computer's clock, it ended.
    pub title: String,
    /// How it ended.
    pub ending: String,
}

impl ArchiveView {
    /// The games of a page.
    pub fn all(page: &ArchivePage, me: Option<&Me>, texts: &Texts) -> Vec<ArchiveView> {
        page.games.iter().map(|game| ArchiveView::of(game, me, texts)).collect()
    }

    fn of(game: &Arc<GameView>, me: Option<&Me>, texts: &Texts) -> ArchiveView {
        let seats = || (0..).map_while(Seat::new).take(game.players.len());
        let is_mine = |seat: &Seat| {
            let player = game.players.get(seat.index());
            player.zip(me).is_some_and(|(player, me)| player.identity == Some(me.identity))
        };
        let sight = Sight::decode(&game.position).ok();
        let day = game
            .ended_at
            .and_then(|at| DateTime::from_timestamp_micros(at.micros()))
            .map(|at| at.with_timezone(&Local).format("%Y-%m-%d").to_string());
        let title = [Some(game_title(&game.spec, texts)), Some(time_title(&game.time, texts)), day];
        let others = seats().filter(|seat| !is_mine(seat));
        ArchiveView {
            others: others.filter_map(|seat| Some(game.players.get(seat.index())?.name.clone())).collect(),
            players: names(game, seats(), texts).replace(", ", " – "),
            title: title.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            ending: ending_sentence(game, seats().find(is_mine), sight.as_ref(), texts),
            game: Arc::clone(game),
        }
    }
}
