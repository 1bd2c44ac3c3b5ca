//! What can be asked of the server, one method each.

use spacetimedb_sdk::Identity;
use zeitnot_rules::Seat;

#[cfg(doc)]
use super::GameView;
use super::Session;
use super::call::Call;
use super::decline::DeclineReason;
use super::request::{GameSetup, Request};
use super::view::GameId;
use crate::time::ServerTime;

impl Session {
    /// Be called this from now on.
    pub fn set_name(&self, name: impl Into<String>) -> Call {
        self.call(Request::SetName { name: name.into() })
    }

    /// Says that the player is a program, for good.
    pub fn declare_bot(&self) -> Call {
        self.call(Request::DeclareBot)
    }

    /// Opens a game and takes its first seat.
    pub fn open_game(&self, setup: GameSetup) -> Call {
        self.call(Request::OpenGame(setup))
    }

    /// Takes a seat in a public game, by its number, or in any game, by its code.
    pub fn join_game(&self, game: impl Into<String>) -> Call {
        self.call(Request::JoinGame { game: game.into() })
    }

    /// Gives up a game that nobody has joined yet.
    pub fn cancel_game(&self, game: GameId) -> Call {
        self.call(Request::CancelGame { game })
    }

    /// Acts. `ply` is that of the [`GameView`] that is answered, `action` as `encode_action` of the
    /// rules writes it.
    pub fn make_move(&self, game: GameId, ply: u32, action: Vec<u8>) -> Call {
        self.call(Request::MakeMove { game, ply, action })
    }

    /// Gives a game up.
    pub fn resign(&self, game: GameId) -> Call {
        self.call(Request::Resign { game })
    }

    /// Asks for a pause, or agrees to the one that others have asked for: when all who play have, the
    /// clocks stop.
    pub fn ask_pause(&self, game: GameId) -> Call {
        self.call(Request::AskPause { game })
    }

    /// Lets the clocks go on.
    pub fn resume(&self, game: GameId) -> Call {
        self.call(Request::Resume { game })
    }

    /// Gives another player 15 s.
    pub fn give_time(&self, game: GameId, seat: Seat) -> Call {
        self.call(Request::GiveTime { game, seat })
    }

    /// Takes days off in a correspondence game. They begin at `from`, or if that is past, when the server
    /// hears of it.
    pub fn take_time_off(&self, game: GameId, from: ServerTime, days: u32) -> Call {
        self.call(Request::TakeTimeOff { game, from, days })
    }

    /// Ends the days off that run, and cancels those to come.
    pub fn end_time_off(&self, game: GameId) -> Call {
        self.call(Request::EndTimeOff { game })
    }

    /// Offers a draw, or accepts the one that is offered.
    pub fn offer_draw(&self, game: GameId) -> Call {
        self.call(Request::OfferDraw { game })
    }

    /// Declines the draw that is offered, or takes the player's own offer back.
    pub fn decline_draw(&self, game: GameId) -> Call {
        self.call(Request::DeclineDraw { game })
    }

    /// Asks for the player's last move back.
    pub fn ask_takeback(&self, game: GameId) -> Call {
        self.call(Request::AskTakeback { game })
    }

    /// Lets the opponent take back what they have asked for.
    pub fn accept_takeback(&self, game: GameId) -> Call {
        self.call(Request::AcceptTakeback { game })
    }

    /// Declines what the opponent has asked for, or withdraws what the player has.
    pub fn decline_takeback(&self, game: GameId) -> Call {
        self.call(Request::DeclineTakeback { game })
    }

    /// Gives up a game in which hardly anything has been played: it counts for nobody.
    pub fn abort_game(&self, game: GameId) -> Call {
        self.call(Request::AbortGame { game })
    }

    /// Claims a game that the others have left, as won or as drawn.
    pub fn claim(&self, game: GameId, draw: bool) -> Call {
        self.call(Request::Claim { game, draw })
    }

    /// Decides on the next move in advance, while others are on move. `ply` is that of the [`GameView`] that
    /// it was decided by.
    pub fn premove(&self, game: GameId, ply: u32, action: Vec<u8>) -> Call {
        self.call(Request::Premove { game, ply, action })
    }

    /// Takes the premove back.
    pub fn cancel_premove(&self, game: GameId) -> Call {
        self.call(Request::CancelPremove { game })
    }

    /// Asks for another game with the same players, or agrees to it. Its answer names the next game, once
    /// all have agreed.
    pub fn ask_rematch(&self, game: GameId) -> Call {
        self.call(Request::AskRematch { game })
    }

    /// Declines the rematch that others have asked for, or takes the player's own asking back.
    pub fn decline_rematch(&self, game: GameId) -> Call {
        self.call(Request::DeclineRematch { game })
    }

    /// Opens a game for everybody to see whose rating is in a range, 0 for no bound, and takes its first seat.
    pub fn open_seek(&self, setup: GameSetup, min_rating: u32, max_rating: u32) -> Call {
        self.call(Request::OpenSeek { setup, min_rating, max_rating })
    }

    /// Asks a player, by name or by identity in hexadecimal, for a game of two.
    pub fn challenge(&self, setup: GameSetup, player: impl Into<String>) -> Call {
        self.call(Request::Challenge { setup, player: player.into() })
    }

    /// Takes the seat that a challenge keeps.
    pub fn accept_challenge(&self, game: GameId) -> Call {
        self.call(Request::AcceptChallenge { game })
    }

    /// Says no to a challenge.
    pub fn decline_challenge(&self, game: GameId, reason: DeclineReason) -> Call {
        self.call(Request::DeclineChallenge { game, reason })
    }

    /// Searches for an opponent whose rating is at most `below` under the player's and `above` over it, to
    /// begin with. The game that is found shows among the player's games.
    pub fn join_queue(&self, pool: impl Into<String>, below: u32, above: u32) -> Call {
        self.call(Request::JoinQueue { pool: pool.into(), below, above })
    }

    /// Stops searching.
    pub fn leave_queue(&self, pool: impl Into<String>) -> Call {
        self.call(Request::LeaveQueue { pool: pool.into() })
    }

    /// Says one of the phrases that every server has, by its number from 0.
    pub fn say(&self, game: GameId, phrase: u8) -> Call {
        self.call(Request::Say { game, phrase })
    }

    /// Says something else, where the server lets one.
    pub fn write(&self, game: GameId, text: impl Into<String>) -> Call {
        self.call(Request::Write { game, text: text.into() })
    }

    /// Hears nothing more of a player.
    pub fn mute(&self, player: Identity) -> Call {
        self.call(Request::Mute { player })
    }

    /// Hears a player again.
    pub fn unmute(&self, player: Identity) -> Call {
        self.call(Request::Unmute { player })
    }

    /// Meets a player no more: neither finds a game with the other.
    pub fn block(&self, player: Identity) -> Call {
        self.call(Request::Block { player })
    }

    /// Takes that back.
    pub fn unblock(&self, player: Identity) -> Call {
        self.call(Request::Unblock { player })
    }

    /// Deletes the account: resigns every game, and the name, the ratings and what was said are gone.
    pub fn delete_account(&self) -> Call {
        self.call(Request::DeleteAccount)
    }

    /// Watches a game of others, for as long as this connection lasts.
    pub fn watch_game(&self, game: GameId) -> Call {
        self.call(Request::WatchGame { game })
    }

    /// Starts a game between others. For matchmakers; the same `key` again starts no second game.
    pub fn start_game(&self, setup: GameSetup, players: Vec<Identity>, key: impl Into<String>) -> Call {
        self.call(Request::StartGame { setup, players, key: key.into() })
    }
}
