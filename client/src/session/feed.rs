//! What a session knows beside its player's games, as far as it has asked for it.

use std::sync::Arc;

use spacetimedb_sdk::Identity;
use zeitnot_rules::Seat;

use super::decline::DeclineReason;
use super::view::{GameId, GameView};
use crate::time::ServerTime;

/// What a session knows beside its player's games: of each [`Topic`](super::Topic) that it has asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Feed {
    /// What has been said at the player's tables, in that order.
    pub chat: Vec<ChatLine>,
    /// The games of others that are watched, as they show them: `seat` means nothing in them.
    pub watched: Vec<Arc<GameView>>,
    /// Games that can be watched, those of the strongest first.
    pub live: Vec<LiveGame>,
    /// Games that wait for anyone, the oldest first.
    pub seeks: Vec<Seek>,
    /// What can be searched for.
    pub pools: Vec<Pool>,
    /// The server is about to be stopped, and no game begins any more. Told with the pools.
    pub draining: bool,
    /// The player's searches for an opponent.
    pub searches: Vec<Search>,
    /// Challenges made by the player, and to them, the oldest first.
    pub challenges: Vec<Challenge>,
    /// Whom the player has blocked, by name.
    pub blocks: Vec<Blocked>,
    /// The player's ratings.
    pub ratings: Vec<Rating>,
    /// The best of each board, by board and place.
    pub leaders: Vec<Leader>,
    /// The game of the player's that was looked for in the archive, if it is there.
    pub archived: Option<Arc<GameView>>,
    /// The page of the archive that was asked for.
    pub archive: Option<ArchivePage>,
}

/// A page of the games of the player's that have been over for so long that the server shows them no more by itself.
#[derive(Clone, PartialEq, Debug)]
pub struct ArchivePage {
    /// Which, `0` the newest.
    pub page: u32,
    /// How many there are.
    pub pages: u32,
    /// The newest first. `seat` means nothing in them.
    pub games: Vec<Arc<GameView>>,
}

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// In the order in which it was said.
    pub id: u64,
    /// Where.
    pub game: GameId,
    /// By whom.
    pub seat: Seat,
    /// What.
    pub text: String,
}

/// A game that can be watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveGame {
    /// The game's number.
    pub id: GameId,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    /// Whether the result counts for the players' ratings.
    pub rated: bool,
    /// Who plays.
    pub players: Vec<Contestant>,
}

/// Somebody who plays or looks for a game, as others are shown them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// Their name.
    pub name: String,
    /// Their rating, where there is one.
    pub rating: Option<u32>,
    /// A program, by its own account.
    pub bot: bool,
}

/// A game that waits for anyone who likes to play it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The game's number, to join it by.
    pub id: GameId,
    /// Who has opened it.
    pub by: Contestant,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    /// What happens when time runs out, in its canonical text.
    pub policy: String,
    /// What happens when a player leaves, in its canonical text.
    pub leaving: String,
    /// How many games are played, in its canonical text.
    pub series: String,
    /// Whether the result counts for the players' ratings.
    pub rated: bool,
    /// Seats that are taken.
    pub taken: u8,
    /// Seats that there are.
    pub seats: u8,
    /// The lowest and the highest rating that may join; 0: no bound.
    pub ratings: (u32, u32),
}

/// Everybody who searches in a pool plays the same game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// `tic-tac-toe/3+2`
    pub name: String,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    /// Whether the result counts for the players' ratings.
    pub rated: bool,
}

/// The player searches for an opponent in a pool, and waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// The pool's name.
    pub pool: String,
    /// The player's rating in games of this kind.
    pub rating: u32,
    /// How far below and above that the opponent's may be at first, in points.
    pub range: (u32, u32),
    /// Since when.
    pub since: ServerTime,
}

/// A player asks another one for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The game's number.
    pub game: GameId,
    /// Whether the player has made it; else it is to them.
    pub is_mine: bool,
    /// The other one.
    pub other: Contestant,
    /// The rules in their canonical text.
    pub spec: String,
    /// The time control in its canonical text.
    pub time: String,
    /// What happens when time runs out, in its canonical text.
    pub policy: String,
    /// What happens when a player leaves, in its canonical text.
    pub leaving: String,
    /// How many games are played, in its canonical text.
    pub series: String,
    /// Whether the result counts for the players' ratings.
    pub rated: bool,
    /// Why it was declined, if it was.
    pub declined: Option<DeclineReason>,
}

/// Somebody whom the player has blocked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// Who.
    pub player: Identity,
    /// Their name at that time; empty once they have deleted their account.
    pub name: String,
}

/// One of the player's ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    /// A game by name and a speed: `tic-tac-toe/blitz`.
    pub board: String,
    /// In points.
    pub value: u32,
    /// How far off it may be, in points.
    pub deviation: u32,
    /// Too little is known yet.
    pub provisional: bool,
    /// Games that counted, and of those the won, drawn and lost ones.
    pub games: u32,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// Somebody's place on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leader {
    /// A game by name and a speed.
    pub board: String,
    /// From 1.
    pub place: u32,
    /// Who.
    pub player: Identity,
    /// Their name.
    pub name: String,
    /// Their rating.
    pub value: u32,
    /// Games that counted.
    pub games: u32,
}

/// The latest time in it that the server's clock has certainly passed.
pub(super) fn stamp(feed: &Feed) -> Option<ServerTime> {
    feed.watched.iter().map(|game| game.stamp()).max()
}
