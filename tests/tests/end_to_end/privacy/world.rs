//! A server with something in nearly every table, and those who look at it.

use std::ops::Range;

use spacetimedb_sdk::Identity;
use zeitnot_bindings::{
    GameConfig, GameStatus, add_matchmaker, add_moderator, allow_free_chat, ban_player, block, challenge,
    join_queue, limit_calls, mute, open_game, open_seek, premove, resign, say, set_name, start_game,
    watch_game, write,
};
use zeitnot_tests::{Game, Player, Server, config, mark};

/// Finished games that stay at hand; one more, and the oldest is in the archive.
const AT_HAND: usize = 10;

/// A time control by which nobody loses while the test looks.
pub const SLOW: &str = "days:3";

pub struct World {
    pub server: Server,
    pub owner: Player,
    /// She plays Bob, waits with a private game, and has asked him for another.
    pub ann: Player,
    pub bob: Player,
    /// He watches Ann's and Bob's phantom game.
    pub sam: Player,
    /// He searches for a game.
    pub dave: Player,
    /// She has played, and was banned.
    pub eve: Player,
    /// A moderator.
    pub moe: Player,
    /// A matchmaker.
    pub matt: Player,
    /// She has a name, and has never done anything else.
    pub stranger: Player,
    /// Ann's and Bob's public phantom game.
    pub phantom: u64,
    /// Another game of theirs, in which nothing is hidden.
    pub open: u64,
    /// The code of Ann's private game that waits.
    pub code: String,
}

/// What is said in a game, and nobody else is to hear.
pub const SAID: &str = "meet me at the quay at nine";

/// Why somebody was banned.
pub const REASON: &str = "sandbagging in the Friday arena";

impl World {
    /// `None` where the tests run against a server of somebody else's.
    pub fn new() -> Option<Self> {
        let server = Server::start_owned()?;
        let owner = Player::return_to(&server, &server.owner_token());
        succeed(&owner, |reducers, answer| reducers.limit_calls_then(0, answer.take()));
        succeed(&owner, |reducers, answer| reducers.allow_free_chat_then(true, answer.take()));
        let named = |name: &str| {
            let player = Player::join(&server);
            succeed(&player, |reducers, answer| reducers.set_name_then(name.to_owned(), answer.take()));
            player
        };
        let [ann, bob, sam, dave, eve, moe, matt, stranger] =
            ["Ann", "Bob", "Sam", "Dave", "Eve", "Moe", "Matt", "Nobody"].map(named);
        succeed(&owner, |reducers, answer| reducers.add_moderator_then(moe.identity, answer.take()));
        succeed(&owner, |reducers, answer| reducers.add_matchmaker_then(matt.identity, answer.take()));

        let phantom = phantom_game(&ann, &bob, &sam);
        private_game(&ann, &bob);
        let code = open(&ann, private("tic-tac-toe")).code.clone();
        finished_games(&ann, &bob);
        looked_for(&ann, &bob, &dave);
        contacts(&ann, &bob, &sam, &dave);
        banned(&eve, &bob, &moe);
        let open = begin(&ann, &bob, "mnk:rows=5,columns=5,strike=5");
        alternate(&ann, &bob, open, 0..MOVES);
        started(&matt, [ann.identity, bob.identity]);
        Some(Self { server, owner, ann, bob, sam, dave, eve, moe, matt, stranger, phantom, open, code })
    }
}

/// The moves on a page of `past_moves`.
pub const PAGE: u8 = 16;

/// So many that there is a page, and more in the turn.
const MOVES: u8 = PAGE + 2;

/// Opens a game, which the other one joins.
pub fn begin(one: &Player, other: &Player, spec: &str) -> u64 {
    let game = open(one, config(spec, SLOW)).id;
    other.take_seat(&game.to_string()).expect("a free seat");
    game
}

/// Makes moves of a game on five by five cells: each the next cell, row by row. Before the last row nobody can have
/// five in a line that way.
pub fn alternate(one: &Player, other: &Player, game: u64, moves: Range<u8>) {
    for number in moves {
        let player = if number % 2 == 0 { one } else { other };
        player.mark(game, number / 5, number % 5).expect("a legal move");
    }
}

/// Calls a reducer that must succeed.
#[track_caller]
pub fn succeed(
    player: &Player,
    call: impl FnOnce(
        &zeitnot_bindings::RemoteReducers,
        zeitnot_tests::Answer,
    ) -> Result<(), spacetimedb_sdk::Error>,
) {
    player.call(|reducers, answer| call(reducers, answer).expect("sent")).expect("it is allowed");
}

fn phantom_game(ann: &Player, bob: &Player, sam: &Player) -> u64 {
    let game = begin(ann, bob, "mnk:rows=5,columns=5,strike=5,phantom");
    succeed(sam, |reducers, answer| reducers.watch_game_then(game, answer.take()));
    alternate(ann, bob, game, 0..MOVES);
    succeed(ann, |reducers, answer| reducers.write_then(game, SAID.to_owned(), answer.take()));
    succeed(bob, |reducers, answer| reducers.say_then(game, 0, answer.take()));
    game
}

fn private(spec: &str) -> GameConfig {
    GameConfig { private: true, ..config(spec, SLOW) }
}

/// Opens a game, and gives it.
fn open(player: &Player, config: GameConfig) -> Game {
    let newest = player.games().iter().map(|row| row.id).max().unwrap_or_default();
    succeed(player, |reducers, answer| reducers.open_game_then(config, answer.take()));
    player.wait("the game", |games| games.iter().find(|row| row.id > newest).cloned())
}

fn private_game(ann: &Player, bob: &Player) {
    let row = open(ann, private("tic-tac-toe"));
    bob.take_seat(&row.code).expect("a free seat");
    bob.wait_for(row.id, "the start", |row| row.status == GameStatus::Live);
    let waiting = if bob.games().iter().any(|it| it.id == row.id && it.is_my_turn()) { ann } else { bob };
    let ply = waiting.wait_for(row.id, "the row", |_| true).ply();
    succeed(waiting, |reducers, answer| reducers.premove_then(row.id, ply, mark(1, 1), answer.take()));
}

/// Rated games too, and more than can be at hand.
fn finished_games(ann: &Player, bob: &Player) {
    for round in 0..=AT_HAND {
        let rated = GameConfig { rated: round == 0, ..config("tic-tac-toe", "10+5") };
        let game = open(ann, rated).id;
        bob.take_seat(&game.to_string()).expect("a free seat");
        let begun = ann.wait_for(game, "the start", |row| row.status == GameStatus::Live);
        let (first, second) = if begun.is_my_turn() { (ann, bob) } else { (bob, ann) };
        first.mark(game, 0, 0).expect("a legal move");
        second.mark(game, 1, 1).expect("a legal move");
        succeed(second, |reducers, answer| reducers.resign_then(game, answer.take()));
        ann.wait_for_end(game);
    }
}

fn looked_for(ann: &Player, bob: &Player, dave: &Player) {
    succeed(bob, |reducers, answer| {
        reducers.open_seek_then(config("tic-tac-toe", SLOW), 0, 0, answer.take())
    });
    succeed(ann, |reducers, answer| {
        reducers.challenge_then(config("tic-tac-toe", SLOW), bob.identity.to_string(), answer.take())
    });
    succeed(dave, |reducers, answer| {
        reducers.join_queue_then("tic-tac-toe/3+2".to_owned(), 500, 500, answer.take())
    });
}

fn contacts(ann: &Player, bob: &Player, sam: &Player, dave: &Player) {
    succeed(ann, |reducers, answer| reducers.block_then(dave.identity, answer.take()));
    succeed(bob, |reducers, answer| reducers.mute_then(sam.identity, answer.take()));
}

fn banned(eve: &Player, bob: &Player, moe: &Player) {
    eve.play_against(bob, SLOW);
    succeed(moe, |reducers, answer| {
        reducers.ban_player_then(eve.identity, 24, REASON.to_owned(), answer.take())
    });
}

fn started(matt: &Player, players: [Identity; 2]) {
    succeed(matt, |reducers, answer| {
        let config = private("tic-tac-toe");
        reducers.start_game_then(config, players.to_vec(), "round 7 table 3".to_owned(), answer.take())
    });
}
