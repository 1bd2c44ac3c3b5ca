//! All that the model knows, and how it answers a call.

use std::collections::{BTreeMap, BTreeSet};

use zeitnot_rules::clock::Micros;

use super::account::Player;
use super::archive::Archived;
use super::block::Block;
use super::call::{Call, Caller};
use super::challenge::Challenge;
use super::chat::Line;
use super::game::Game;
use super::limits::Memory;
use super::matchmaker::Start;
use super::outage::Outage;
use super::presence::{Coming, Connection};
use super::queue::{Pool, Search};
use super::rating::{Board, Leader, Rating};
use super::seek::Seek;
use super::staff::Act;
use super::told::Told;
use super::watch::Audience;
use crate::tests::{OWNER, Who};

/// The word before the colon of a refusal.
pub(super) type Code = &'static str;

/// What a call is answered with.
pub(super) type Answer = Result<(), Code>;

/// The whole module, in memory.
#[derive(Clone, Default)]
pub(super) struct Server {
    pub now: Micros,
    /// The last beat of the heart, and whether the server has been started anew since the last call.
    pub heart_at: Micros,
    pub restarted: bool,
    pub outages: Vec<Outage>,
    pub games: BTreeMap<u64, Game>,
    pub last_game: u64,
    pub players: BTreeMap<Who, Player>,
    pub connections: BTreeMap<(Who, u8), Connection>,
    /// Those of whom the games say that they are there, and those whom they are to be told of.
    pub present: BTreeSet<Who>,
    pub coming: BTreeMap<Who, Coming>,
    pub seeks: BTreeMap<u64, Seek>,
    pub challenges: BTreeMap<u64, Challenge>,
    /// In order of arrival.
    pub searches: Vec<Search>,
    pub pools: BTreeMap<String, Pool>,
    pub blocks: Vec<Block>,
    pub mutes: BTreeSet<(Who, Who)>,
    /// Everybody's copies, in the order in which they were said.
    pub lines: Vec<Line>,
    pub ratings: BTreeMap<(Who, String), Rating>,
    pub boards: BTreeMap<String, Board>,
    pub leaders: BTreeMap<String, Vec<Leader>>,
    /// The archive, and in which order each player's games have come to it.
    pub archived: BTreeMap<u64, Archived>,
    pub shelves: BTreeMap<Who, Vec<u64>>,
    pub erasures: Vec<(u64, Who)>,
    pub started: Vec<Start>,
    pub moderators: BTreeSet<Who>,
    pub matchmakers: BTreeSet<Who>,
    pub draining: bool,
    pub free_chat: bool,
    pub calls_per_second: u32,
    pub acts: Vec<Act>,
    /// Who watches which game by which connection.
    pub watching: BTreeSet<(Who, u8, u64)>,
    pub audiences: BTreeMap<u64, Audience>,
    /// The games on the list of games to watch, with their standing.
    pub watchable: BTreeMap<u64, (u32, Micros)>,
    /// What is not rolled back.
    pub memory: Memory,
    /// What chance has decided in the module.
    pub told: Told,
}

impl Server {
    /// A database that has just been published by [`OWNER`].
    pub fn new(now: Micros) -> Self {
        Self { now, heart_at: now, pools: Pool::at_first(), calls_per_second: 20, ..Self::default() }
    }

    pub fn is_owner(who: Who) -> bool {
        who == OWNER
    }

    /// Answers a call: one that is refused has changed nothing.
    pub fn answer(&mut self, caller: Caller, call: &Call) -> Answer {
        let mut after = self.clone();
        let answer = after.carry_out(caller, call);
        match answer {
            Ok(()) => *self = after,
            Err(_) => self.memory = after.memory,
        }
        answer
    }

    fn carry_out(&mut self, caller: Caller, call: &Call) -> Answer {
        let me = caller.who;
        if !call.is_of_the_staff() {
            self.admit(me)?;
        }
        match *call {
            Call::OfTheServer(_) => Err("not_allowed"),
            Call::Ping => Ok(()),

            Call::OpenGame(ref config) => self.open_game(me, config),
            Call::JoinGame(ref named) => self.join_game(me, named),
            Call::CancelGame(id) => self.cancel_game(me, id),
            Call::OpenSeek(ref config, least, most) => self.open_seek(me, config, least, most),
            Call::Challenge(ref config, ref named) => self.challenge(me, config, named),
            Call::AcceptChallenge(id) => self.accept_challenge(me, id),
            Call::DeclineChallenge(id, reason) => self.decline_challenge(me, id, reason),
            Call::JoinQueue(ref pool, below, above) => self.join_queue(me, pool, below, above),
            Call::LeaveQueue(ref pool) => self.leave_queue(me, pool),
            Call::Block(other) => self.block(me, other),
            Call::Unblock(other) => self.unblock(me, other),

            Call::MakeMove(id, ply, ref action) => self.make_move(me, id, ply, action),
            Call::Resign(id) => self.resign(me, id),
            Call::AbortGame(id) => self.abort_game(me, id),
            Call::OfferDraw(id) => self.offer_draw(me, id),
            Call::DeclineDraw(id) => self.decline_draw(me, id),
            Call::AskTakeback(id) => self.ask_takeback(me, id),
            Call::AcceptTakeback(id) => self.accept_takeback(me, id),
            Call::DeclineTakeback(id) => self.decline_takeback(me, id),
            Call::Premove(id, ply, ref action) => self.premove(me, id, ply, action),
            Call::CancelPremove(id) => self.cancel_premove(me, id),
            Call::Claim(id, draw) => self.claim(me, id, draw),
            Call::AskPause(id) => self.ask_pause(me, id),
            Call::Resume(id) => self.resume(me, id),
            Call::GiveTime(id, seat) => self.give_time(me, id, seat),
            Call::TakeTimeOff(id, from, days) => self.take_time_off(me, id, from, days),
            Call::EndTimeOff(id) => self.end_time_off(me, id),
            Call::SawTurn(id, ply) => self.saw_turn(me, id, ply),
            Call::AskRematch(id) => self.ask_rematch(me, id),
            Call::DeclineRematch(id) => self.decline_rematch(me, id),

            Call::SetName(ref name) => self.set_name(me, name),
            Call::DeclareBot => self.declare_bot(me),
            Call::DeleteAccount => self.delete_account(me),
            Call::SayGoodbye => self.say_goodbye(caller),
            Call::WatchGame(id) => self.watch_game(caller, id),
            Call::UnwatchGame(id) => self.unwatch_game(caller, id),
            Call::Say(id, phrase) => self.say(me, id, phrase),
            Call::Write(id, ref text) => self.write(me, id, text),
            Call::Mute(other) => self.mute(me, other),
            Call::Unmute(other) => self.unmute(me, other),

            Call::StartGame(ref config, ref players, ref key) => self.start_game(me, config, players, key),
            Call::AddMatchmaker(other) => self.appoint(me, "matchmaker", other, true),
            Call::RemoveMatchmaker(other) => self.appoint(me, "matchmaker", other, false),
            Call::AddModerator(other) => self.appoint(me, "moderator", other, true),
            Call::RemoveModerator(other) => self.appoint(me, "moderator", other, false),
            Call::AddPool(ref name, ref spec, ref time, rated) => self.add_pool(me, name, spec, time, rated),
            Call::RemovePool(ref name) => self.remove_pool(me, name),
            Call::Drain(on) => self.drain(me, on),
            Call::AllowFreeChat(on) => self.allow_free_chat(me, on),
            Call::LimitCalls(per_second) => self.limit_calls(me, per_second),
            Call::PauseGame(id) => self.pause_game(me, id),
            Call::ResumeGame(id) => self.resume_game(me, id),
            Call::VoidGame(id, ref reason) => self.void_game(me, id, reason),
            Call::BanPlayer(other, hours, ref reason) => self.ban_player(me, other, hours, reason),
            Call::UnbanPlayer(other, ref reason) => self.unban_player(me, other, reason),
            Call::RenamePlayer(other, ref name) => self.rename_player(me, other, name),
        }
    }

    /// The id of a new game.
    pub fn next_id(&mut self) -> u64 {
        self.last_game = self.told.id_after(self.last_game);
        self.last_game
    }

    pub fn refuse_if_draining(&self) -> Answer {
        if self.draining { Err("draining") } else { Ok(()) }
    }
}
