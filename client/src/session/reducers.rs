//! From what is asked to the reducer that does it.

use std::time::Instant;

use spacetimedb_sdk::error::InternalError;
use spacetimedb_sdk::{Error, Timestamp};
use zeitnot_bindings::{
    DbConnection, GameConfig, ReducerEventContext, RemoteReducers, abort_game, accept_challenge,
    accept_takeback, ask_pause, ask_rematch, ask_takeback, block, cancel_game, cancel_premove, challenge,
    claim, declare_bot, decline_challenge, decline_draw, decline_rematch, decline_takeback, delete_account,
    end_time_off, give_time, join_game, join_queue, leave_queue, make_move, mute, offer_draw, open_game,
    open_seek, premove, resign, resume, say, set_name, start_game, take_time_off, unblock, unmute,
    watch_game, write,
};

use super::call::CallId;
use super::core::Report;
use super::link::Tell;
use super::request::{GameSetup, Request};
use super::row;

/// Sends a call; what comes back is told.
pub(super) fn send(
    connection: &DbConnection,
    call: CallId,
    request: Request,
    tell: &impl Tell,
) -> Result<(), Error> {
    let (tell, sent) = (tell.clone(), Instant::now());
    let answered = move |ctx: &ReducerEventContext, result: Result<Result<(), String>, InternalError>| {
        let result = result.unwrap_or_else(|error| Err(error.to_string()));
        tell(Report::Answered { call, sent, stamp: row::time(ctx.event.timestamp), result });
    };
    let reducers: &RemoteReducers = &connection.reducers;
    match request {
        Request::SetName { name } => reducers.set_name_then(name, answered),
        Request::DeclareBot => reducers.declare_bot_then(answered),
        Request::OpenGame(setup) => reducers.open_game_then(config(setup), answered),
        Request::JoinGame { game } => reducers.join_game_then(game, answered),
        Request::CancelGame { game } => reducers.cancel_game_then(game, answered),
        Request::MakeMove { game, ply, action } => reducers.make_move_then(game, ply, action, answered),
        Request::Resign { game } => reducers.resign_then(game, answered),
        Request::AskPause { game } => reducers.ask_pause_then(game, answered),
        Request::Resume { game } => reducers.resume_then(game, answered),
        Request::GiveTime { game, seat } => reducers.give_time_then(game, seat.get(), answered),
        Request::TakeTimeOff { game, from, days } => {
            let from = Timestamp::from_micros_since_unix_epoch(from.micros());
            reducers.take_time_off_then(game, from, days, answered)
        }
        Request::EndTimeOff { game } => reducers.end_time_off_then(game, answered),
        Request::OfferDraw { game } => reducers.offer_draw_then(game, answered),
        Request::DeclineDraw { game } => reducers.decline_draw_then(game, answered),
        Request::AskTakeback { game } => reducers.ask_takeback_then(game, answered),
        Request::AcceptTakeback { game } => reducers.accept_takeback_then(game, answered),
        Request::DeclineTakeback { game } => reducers.decline_takeback_then(game, answered),
        Request::AbortGame { game } => reducers.abort_game_then(game, answered),
        Request::Claim { game, draw } => reducers.claim_then(game, draw, answered),
        Request::Premove { game, ply, action } => reducers.premove_then(game, ply, action, answered),
        Request::CancelPremove { game } => reducers.cancel_premove_then(game, answered),
        Request::AskRematch { game } => reducers.ask_rematch_then(game, answered),
        Request::DeclineRematch { game } => reducers.decline_rematch_then(game, answered),
        Request::OpenSeek { setup, min_rating, max_rating } => {
            reducers.open_seek_then(config(setup), min_rating, max_rating, answered)
        }
        Request::Challenge { setup, player } => reducers.challenge_then(config(setup), player, answered),
        Request::AcceptChallenge { game } => reducers.accept_challenge_then(game, answered),
        Request::DeclineChallenge { game, reason } => {
            reducers.decline_challenge_then(game, row::to_server(reason), answered)
        }
        Request::JoinQueue { pool, below, above } => reducers.join_queue_then(pool, below, above, answered),
        Request::LeaveQueue { pool } => reducers.leave_queue_then(pool, answered),
        Request::Say { game, phrase } => reducers.say_then(game, phrase, answered),
        Request::Write { game, text } => reducers.write_then(game, text, answered),
        Request::Mute { player } => reducers.mute_then(player, answered),
        Request::Unmute { player } => reducers.unmute_then(player, answered),
        Request::Block { player } => reducers.block_then(player, answered),
        Request::Unblock { player } => reducers.unblock_then(player, answered),
        Request::DeleteAccount => reducers.delete_account_then(answered),
        Request::WatchGame { game } => reducers.watch_game_then(game, answered),
        Request::StartGame { setup, players, key } => {
            reducers.start_game_then(config(setup), players, key, answered)
        }
    }
}

fn config(setup: GameSetup) -> GameConfig {
    let GameSetup { spec, time, policy, leaving, series, rated, private } = setup;
    GameConfig { spec, time, policy, leaving, series, private, rated }
}
