//! From a game to its record.

use zeitnot_client::session::{GameView, MoveKind, Status};
use zeitnot_client::time::ServerTime;
use zeitnot_rules::SeatSet;
use zeitnot_rules::record::{Entry, Header, Moment, Record, Tag};

use super::history::beginning;

/// Endings of games that count for nobody.
const UNCOUNTED: [&str; 2] = ["void", "aborted"];

/// Why there is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRecord {
    /// A move of it is hidden.
    Hidden,
    /// Its texts cannot be read, or its moves not be played.
    Unreadable(String),
}

/// The record of a game as far as it has been played, at `site`.
pub fn record_of(game: &GameView, site: &str) -> Result<Record, NoRecord> {
    let unreadable = |error: &dyn std::fmt::Display| NoRecord::Unreadable(error.to_string());
    let entries = game.moves.iter().map(|ply| {
        let used = i64::try_from(ply.used.as_micros()).unwrap_or(i64::MAX);
        Ok(match &ply.kind {
            MoveKind::Action(action) => Entry::Move { seat: ply.seat, action: action.clone(), used },
            MoveKind::Unseen => return Err(NoRecord::Hidden),
            MoveKind::Pass => Entry::Pass { seat: ply.seat, used },
            MoveKind::Out(reason) => Entry::Out { seat: ply.seat, reason: reason.clone() },
        })
    });
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let rules = beginning(game).ok_or_else(|| NoRecord::Unreadable(game.spec.clone()))?.settled_spec();
    let counts = game.status == Status::Over && !UNCOUNTED.contains(&game.ending.as_str());
    let header = Header {
        event: if game.rated { "Rated game" } else { "Casual game" }.to_owned(),
        site: site.to_owned(),
        round: if game.series.is_empty() { "-".to_owned() } else { game.round.to_string() },
        players: game.players.iter().map(|player| player.name.clone()).collect(),
        rules,
        time: game.time.parse().map_err(|error| unreadable(&error))?,
        policy: game.policy.parse().map_err(|error| unreadable(&error))?,
        leaving: game.leaving.parse().map_err(|error| unreadable(&error))?,
        rated: game.rated,
        started: Moment::new(game.opened_at.micros()),
        ended: game.ended_at.map(ServerTime::micros).and_then(Moment::new),
        winners: counts.then(|| game.winners.iter().copied().collect::<SeatSet>()),
        ending: game.ending.clone(),
        more: vec![Tag::new("Game", game.id.to_string())],
    };
    Record::new(header, entries).map_err(|error| unreadable(&error))
}
