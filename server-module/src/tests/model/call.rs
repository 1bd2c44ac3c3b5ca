//! A call that a client can make, with its arguments.

use spacetimedb::{ReducerContext, ScheduleAt};
use zeitnot_rules::clock::Micros;

use super::game::at;
use crate::absence::claim;
use crate::account::delete_account;
use crate::block::{block, unblock};
use crate::challenge::{DeclineReason, accept_challenge, challenge, decline_challenge};
use crate::chat::{mute, say, unmute, write};
use crate::deployment::{allow_free_chat, drain, limit_calls};
use crate::draw::{decline_draw, offer_draw};
use crate::extra_time::{end_time_off, give_time, take_time_off};
use crate::game::GameConfig;
use crate::lag::saw_turn;
use crate::lobby::{cancel_game, join_game, open_game};
use crate::matchmaker::start_game;
use crate::moderation::{ban_player, rename_player, unban_player, void_game};
use crate::outage::{BeatTimer, beat};
use crate::pause::{ask_pause, pause_game, resume, resume_game};
use crate::ping;
use crate::play::{abort_game, make_move, resign};
use crate::player::{declare_bot, set_name};
use crate::pool::{add_pool, remove_pool};
use crate::premove::{cancel_premove, premove};
use crate::presence::say_goodbye;
use crate::queue::{PairingTimer, join_queue, leave_queue, pair_up};
use crate::refusal::Outcome;
use crate::rematch::{ask_rematch, decline_rematch};
use crate::seek::open_seek;
use crate::staff::{add_matchmaker, add_moderator, remove_matchmaker, remove_moderator};
use crate::sweep::{SweepTimer, sweep};
use crate::takeback::{accept_takeback, ask_takeback, decline_takeback};
use crate::tests::{Who, World};
use crate::turn_timer::{TurnTimer, turn_timeout};
use crate::watch::{unwatch_game, watch_game};

/// Who calls, and by which of their devices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    pub who: Who,
    pub device: u8,
}

#[derive(Clone, Debug)]
pub(super) enum Call {
    AbortGame(u64),
    AcceptChallenge(u64),
    AcceptTakeback(u64),
    AddMatchmaker(Who),
    AddModerator(Who),
    AddPool(String, String, String, bool),
    AllowFreeChat(bool),
    AskPause(u64),
    AskRematch(u64),
    AskTakeback(u64),
    BanPlayer(Who, u32, String),
    Block(Who),
    CancelGame(u64),
    CancelPremove(u64),
    Challenge(GameConfig, String),
    Claim(u64, bool),
    DeclareBot,
    DeclineChallenge(u64, DeclineReason),
    DeclineDraw(u64),
    DeclineRematch(u64),
    DeclineTakeback(u64),
    DeleteAccount,
    Drain(bool),
    EndTimeOff(u64),
    GiveTime(u64, u8),
    JoinGame(String),
    JoinQueue(String, u32, u32),
    LeaveQueue(String),
    LimitCalls(u32),
    MakeMove(u64, u32, Vec<u8>),
    Mute(Who),
    /// A client calls what only the server's own schedules do.
    OfTheServer(&'static str),
    OfferDraw(u64),
    OpenGame(GameConfig),
    OpenSeek(GameConfig, u32, u32),
    PauseGame(u64),
    Ping,
    Premove(u64, u32, Vec<u8>),
    RemoveMatchmaker(Who),
    RemoveModerator(Who),
    RemovePool(String),
    RenamePlayer(Who, String),
    Resign(u64),
    Resume(u64),
    ResumeGame(u64),
    SawTurn(u64, u32),
    Say(u64, u8),
    SayGoodbye,
    SetName(String),
    StartGame(GameConfig, Vec<Who>, String),
    TakeTimeOff(u64, Micros, u32),
    UnbanPlayer(Who, String),
    Unblock(Who),
    Unmute(Who),
    UnwatchGame(u64),
    VoidGame(u64, String),
    WatchGame(u64),
    Write(u64, String),
}

/// The reducers that the server's own schedules call.
pub(super) const OF_THE_SERVER: [&str; 4] = ["turn_timeout", "sweep", "beat", "pair_up"];

/// All reducers that clients are there for.
pub(super) const NAMES: [&str; 57] = [
    "abort_game",
    "accept_challenge",
    "accept_takeback",
    "add_matchmaker",
    "add_moderator",
    "add_pool",
    "allow_free_chat",
    "ask_pause",
    "ask_rematch",
    "ask_takeback",
    "ban_player",
    "block",
    "cancel_game",
    "cancel_premove",
    "challenge",
    "claim",
    "declare_bot",
    "decline_challenge",
    "decline_draw",
    "decline_rematch",
    "decline_takeback",
    "delete_account",
    "drain",
    "end_time_off",
    "give_time",
    "join_game",
    "join_queue",
    "leave_queue",
    "limit_calls",
    "make_move",
    "mute",
    "offer_draw",
    "open_game",
    "open_seek",
    "pause_game",
    "ping",
    "premove",
    "remove_matchmaker",
    "remove_moderator",
    "remove_pool",
    "rename_player",
    "resign",
    "resume",
    "resume_game",
    "saw_turn",
    "say",
    "say_goodbye",
    "set_name",
    "start_game",
    "take_time_off",
    "unban_player",
    "unblock",
    "unmute",
    "unwatch_game",
    "void_game",
    "watch_game",
    "write",
];

impl Call {
    /// The reducer's name, one of [`NAMES`].
    pub fn name(&self) -> &'static str {
        match self {
            Call::AbortGame(..) => "abort_game",
            Call::AcceptChallenge(..) => "accept_challenge",
            Call::AcceptTakeback(..) => "accept_takeback",
            Call::AddMatchmaker(..) => "add_matchmaker",
            Call::AddModerator(..) => "add_moderator",
            Call::AddPool(..) => "add_pool",
            Call::AllowFreeChat(..) => "allow_free_chat",
            Call::AskPause(..) => "ask_pause",
            Call::AskRematch(..) => "ask_rematch",
            Call::AskTakeback(..) => "ask_takeback",
            Call::BanPlayer(..) => "ban_player",
            Call::Block(..) => "block",
            Call::CancelGame(..) => "cancel_game",
            Call::CancelPremove(..) => "cancel_premove",
            Call::Challenge(..) => "challenge",
            Call::Claim(..) => "claim",
            Call::DeclareBot => "declare_bot",
            Call::DeclineChallenge(..) => "decline_challenge",
            Call::DeclineDraw(..) => "decline_draw",
            Call::DeclineRematch(..) => "decline_rematch",
            Call::DeclineTakeback(..) => "decline_takeback",
            Call::DeleteAccount => "delete_account",
            Call::Drain(..) => "drain",
            Call::EndTimeOff(..) => "end_time_off",
            Call::GiveTime(..) => "give_time",
            Call::JoinGame(..) => "join_game",
            Call::JoinQueue(..) => "join_queue",
            Call::LeaveQueue(..) => "leave_queue",
            Call::LimitCalls(..) => "limit_calls",
            Call::MakeMove(..) => "make_move",
            Call::Mute(..) => "mute",
            Call::OfTheServer(name) => name,
            Call::OfferDraw(..) => "offer_draw",
            Call::OpenGame(..) => "open_game",
            Call::OpenSeek(..) => "open_seek",
            Call::PauseGame(..) => "pause_game",
            Call::Ping => "ping",
            Call::Premove(..) => "premove",
            Call::RemoveMatchmaker(..) => "remove_matchmaker",
            Call::RemoveModerator(..) => "remove_moderator",
            Call::RemovePool(..) => "remove_pool",
            Call::RenamePlayer(..) => "rename_player",
            Call::Resign(..) => "resign",
            Call::Resume(..) => "resume",
            Call::ResumeGame(..) => "resume_game",
            Call::SawTurn(..) => "saw_turn",
            Call::Say(..) => "say",
            Call::SayGoodbye => "say_goodbye",
            Call::SetName(..) => "set_name",
            Call::StartGame(..) => "start_game",
            Call::TakeTimeOff(..) => "take_time_off",
            Call::UnbanPlayer(..) => "unban_player",
            Call::Unblock(..) => "unblock",
            Call::Unmute(..) => "unmute",
            Call::UnwatchGame(..) => "unwatch_game",
            Call::VoidGame(..) => "void_game",
            Call::WatchGame(..) => "watch_game",
            Call::Write(..) => "write",
        }
    }

    /// Calls of the owner's people are not limited in number.
    pub fn is_of_the_staff(&self) -> bool {
        matches!(
            self,
            Call::AddMatchmaker(..)
                | Call::AddModerator(..)
                | Call::AddPool(..)
                | Call::AllowFreeChat(..)
                | Call::BanPlayer(..)
                | Call::Drain(..)
                | Call::LimitCalls(..)
                | Call::OfTheServer(..)
                | Call::PauseGame(..)
                | Call::RemoveMatchmaker(..)
                | Call::RemoveModerator(..)
                | Call::RemovePool(..)
                | Call::RenamePlayer(..)
                | Call::ResumeGame(..)
                | Call::StartGame(..)
                | Call::UnbanPlayer(..)
                | Call::VoidGame(..)
        )
    }

    /// It takes a connection that lasts.
    pub fn takes_a_connection(&self) -> bool {
        matches!(self, Call::JoinQueue(..) | Call::SayGoodbye | Call::UnwatchGame(..) | Call::WatchGame(..))
    }

    /// A game may be opened or begin: the engine gives it its id, and chance may decide who begins.
    pub fn may_make_a_game(&self) -> bool {
        matches!(
            self,
            Call::AcceptChallenge(..)
                | Call::AskRematch(..)
                | Call::Challenge(..)
                | Call::JoinGame(..)
                | Call::JoinQueue(..)
                | Call::OpenGame(..)
                | Call::OpenSeek(..)
                | Call::StartGame(..)
        )
    }

    /// Makes the call in the module.
    pub fn make(&self, ctx: &ReducerContext) -> Outcome {
        let id = World::identity;
        match self.clone() {
            Call::AbortGame(game) => abort_game(ctx, game),
            Call::AcceptChallenge(game) => accept_challenge(ctx, game),
            Call::AcceptTakeback(game) => accept_takeback(ctx, game),
            Call::AddMatchmaker(who) => add_matchmaker(ctx, id(who)),
            Call::AddModerator(who) => add_moderator(ctx, id(who)),
            Call::AddPool(name, spec, time, rated) => add_pool(ctx, name, spec, time, rated),
            Call::AllowFreeChat(on) => allow_free_chat(ctx, on),
            Call::AskPause(game) => ask_pause(ctx, game),
            Call::AskRematch(game) => ask_rematch(ctx, game),
            Call::AskTakeback(game) => ask_takeback(ctx, game),
            Call::BanPlayer(who, hours, reason) => ban_player(ctx, id(who), hours, reason),
            Call::Block(who) => block(ctx, id(who)),
            Call::CancelGame(game) => cancel_game(ctx, game),
            Call::CancelPremove(game) => cancel_premove(ctx, game),
            Call::Challenge(config, player) => challenge(ctx, config, player),
            Call::Claim(game, draw) => claim(ctx, game, draw),
            Call::DeclareBot => declare_bot(ctx),
            Call::DeclineChallenge(game, reason) => decline_challenge(ctx, game, reason),
            Call::DeclineDraw(game) => decline_draw(ctx, game),
            Call::DeclineRematch(game) => decline_rematch(ctx, game),
            Call::DeclineTakeback(game) => decline_takeback(ctx, game),
            Call::DeleteAccount => delete_account(ctx),
            Call::Drain(on) => drain(ctx, on),
            Call::EndTimeOff(game) => end_time_off(ctx, game),
            Call::GiveTime(game, seat) => give_time(ctx, game, seat),
            Call::JoinGame(named) => join_game(ctx, named),
            Call::JoinQueue(pool, below, above) => join_queue(ctx, pool, below, above),
            Call::LeaveQueue(pool) => leave_queue(ctx, pool),
            Call::LimitCalls(per_second) => limit_calls(ctx, per_second),
            Call::MakeMove(game, ply, action) => make_move(ctx, game, ply, action),
            Call::Mute(who) => mute(ctx, id(who)),
            Call::OfTheServer(name) => as_the_server(ctx, name),
            Call::OfferDraw(game) => offer_draw(ctx, game),
            Call::OpenGame(config) => open_game(ctx, config),
            Call::OpenSeek(config, least, most) => open_seek(ctx, config, least, most),
            Call::PauseGame(game) => pause_game(ctx, game),
            Call::Ping => ping(ctx),
            Call::Premove(game, ply, action) => premove(ctx, game, ply, action),
            Call::RemoveMatchmaker(who) => remove_matchmaker(ctx, id(who)),
            Call::RemoveModerator(who) => remove_moderator(ctx, id(who)),
            Call::RemovePool(name) => remove_pool(ctx, name),
            Call::RenamePlayer(who, name) => rename_player(ctx, id(who), name),
            Call::Resign(game) => resign(ctx, game),
            Call::Resume(game) => resume(ctx, game),
            Call::ResumeGame(game) => resume_game(ctx, game),
            Call::SawTurn(game, ply) => saw_turn(ctx, game, ply),
            Call::Say(game, phrase) => say(ctx, game, phrase),
            Call::SayGoodbye => say_goodbye(ctx),
            Call::SetName(name) => set_name(ctx, name),
            Call::StartGame(config, players, key) => {
                start_game(ctx, config, players.into_iter().map(id).collect(), key)
            }
            Call::TakeTimeOff(game, from, days) => take_time_off(ctx, game, at(from), days),
            Call::UnbanPlayer(who, reason) => unban_player(ctx, id(who), reason),
            Call::Unblock(who) => unblock(ctx, id(who)),
            Call::Unmute(who) => unmute(ctx, id(who)),
            Call::UnwatchGame(game) => unwatch_game(ctx, game),
            Call::VoidGame(game, reason) => void_game(ctx, game, reason),
            Call::WatchGame(game) => watch_game(ctx, game),
            Call::Write(game, text) => write(ctx, game, text),
        }
    }
}

fn as_the_server(ctx: &ReducerContext, name: &str) -> Outcome {
    let (scheduled_id, scheduled_at) = (1, ScheduleAt::Time(ctx.timestamp));
    match name {
        "turn_timeout" => turn_timeout(ctx, TurnTimer { scheduled_id, scheduled_at }),
        "sweep" => sweep(ctx, SweepTimer { scheduled_id, scheduled_at }),
        "beat" => beat(ctx, BeatTimer { scheduled_id, scheduled_at }),
        _ => pair_up(ctx, PairingTimer { scheduled_id, scheduled_at }),
    }
}
