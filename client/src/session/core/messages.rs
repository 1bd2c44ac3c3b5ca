//! What the core is told, and what it asks for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::session::call::{Answer, CallId};
use crate::session::event::Event;
use crate::session::feed::Feed;
use crate::session::request::Request;
use crate::session::view::{GameId, GameView, Me};
use crate::time::ServerTime;

/// A connection, or an attempt at one. What an abandoned one still reports is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) struct LinkId(pub(super) u64);

#[cfg(test)]
impl LinkId {
    pub(in crate::session) fn for_test() -> LinkId {
        LinkId(1)
    }
}

/// Something that has happened.
#[derive(Debug)]
pub(in crate::session) enum Input {
    /// The user calls.
    Call(CallId, Request),
    /// The user does not want to wait for the next attempt.
    RetryNow,
    /// A connection reports.
    Report(LinkId, Report),
    /// The token that the connection was to show has been put aside.
    TokenSetAside(Option<PathBuf>),
    /// Another window has a token for this profile already, and it is the one to use.
    TokenReplaced,
    /// The token could not be read or kept.
    TokenNotKept(String),
    /// Time has passed.
    Tick,
    /// The user is done.
    Close,
}

/// What a connection reports.
#[derive(Debug)]
pub(in crate::session) enum Report {
    /// The server has accepted or minted this token.
    Connected { token: String },
    /// The subscription stands, and this is all there is.
    Ready { me: Option<Me>, games: Vec<GameView> },
    /// A game is new or has changed.
    Game(Arc<GameView>),
    /// A game is no longer among the player's.
    Gone(GameId),
    /// The player's name has changed.
    Me(Me),
    /// What is known beside the player's games has changed.
    Fed(Arc<Feed>),
    /// A call was carried out (`Ok`) or refused by the server, which stamped it.
    Answered { call: CallId, sent: Instant, stamp: ServerTime, result: Result<(), String> },
    /// What was sent to learn the server's time came back.
    Synced { sent: Instant, stamp: ServerTime },
    /// What was sent to see whether the connection is alive came back.
    Alive,
    /// The connection could not be made.
    Failed { token_refused: bool, reason: String },
    /// The connection is lost.
    Lost { reason: String },
}

/// Something to be done.
#[derive(Debug, PartialEq)]
pub(in crate::session) enum Effect {
    /// Connect, with the kept token.
    Open(LinkId),
    /// Abandon a connection.
    Close(LinkId),
    /// Say goodbye to the server, and end the connection when it has heard.
    Leave(LinkId),
    /// Put the kept token aside.
    SetTokenAside,
    /// Keep a token that the server may just have minted.
    SaveToken(String),
    /// Send a call.
    Send(LinkId, CallId, Request),
    /// Send something that the server stamps.
    SyncClock(LinkId),
    /// Send something that comes back.
    Probe(LinkId),
    /// Tell the server that the player has seen the turn that a ply begins; the answer interests nobody.
    SawTurn(LinkId, GameId, u32),
    /// Tell the user.
    Emit(Event),
    /// Answer a call.
    Finish(CallId, Answer),
}
