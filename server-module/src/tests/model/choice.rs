//! What a call of a sequence comes to when its turn has come: who calls what, with which arguments.

use zeitnot_rules::{Seat, SeatSet};

use super::call::{Call, Caller, OF_THE_SERVER};
use super::game::Game;
use super::server::Server;
use super::step::{self, Act, Config, Pick};
use super::{DAY, PEOPLE};
use crate::challenge::DeclineReason;
use crate::game::{GameConfig, GameStatus};
use crate::tests::{OWNER, Who, World};

const SPECS: [&str; 10] = [
    "tic-tac-toe",
    "connect-four",
    "mnk:rows=3,columns=3,strike=3,seats=3",
    "phantom-tic-tac-toe",
    "misere-tic-tac-toe",
    "mnk:rows=3,columns=4,strike=3,seats=4,misere",
    "mnk:rows=3,columns=3,strike=3,first=random",
    "mnk:rows=3,columns=3,strike=3,seats=3,phantom",
    "mnk:rows=4,columns=3,strike=3,gravity,phantom",
    "chess",
];

const TIMES: [&str; 18] = [
    "5+3",
    "turn:30s",
    "",
    "1+0",
    "none",
    "days:1+3",
    "days:1+3",
    "days:2",
    "byoyomi:10s+2x5s",
    "canadian:20s+3/10s",
    "hourglass:60s",
    "delay:60s+5s",
    "bronstein:60s+2s",
    "stages:3/60s,30s",
    "bank:30s+60s",
    "fischer:20s+20s<30s",
    "absolute:10s",
    "soon",
];

const POLICIES: [&str; 9] = [
    "",
    "skip:3",
    "play",
    "play:2",
    "forfeit,void-at-start",
    "forfeit,draw-if-unwinnable",
    "skip:2,void-at-start",
    "skip:1",
    "never",
];

const LEAVINGS: [&str; 5] = ["", "pause:60s", "pause:10s", "reset", "cry"];

const SERIES: [&str; 4] = ["", "best-of:3", "first-to:2", "for ever"];

const POOLS: [&str; 6] = [
    "tic-tac-toe/3+2",
    "tic-tac-toe/3+2/rated",
    "tic-tac-toe/1+0",
    "tic-tac-toe/days:3",
    "connect-four/3+2/rated",
    "own",
];

const NAMES: [&str; 6] = ["Ann", "Bob", "bob", "Zoë", "", "x\u{200b}"];

const TEXTS: [&str; 4] = ["hello", "so long, and thanks", "", "a\nb"];

const REASONS: [DeclineReason; 3] = [DeclineReason::Generic, DeclineReason::Later, DeclineReason::NoBot];

fn of<T: Copy>(all: &[T], pick: Pick) -> T {
    all[usize::from(pick) % all.len()]
}

/// Whether a number is one of every so many.
fn one_in(so_many: Pick, pick: Pick) -> bool {
    pick.is_multiple_of(so_many)
}

pub(super) fn person(pick: Pick) -> Who {
    of(&PEOPLE, pick)
}

/// The last text of each list is a wrong one, which is left out of a config that is to `fit`.
pub(super) fn config(config: &Config, fit: bool) -> GameConfig {
    let text = |all: &[&str], pick: Pick| of(&all[..all.len() - usize::from(fit)], pick).to_owned();
    GameConfig {
        spec: text(&SPECS, config.spec),
        time: text(&TIMES, config.time),
        policy: text(&POLICIES, config.policy),
        leaving: text(&LEAVINGS, config.leaving),
        series: text(&SERIES, config.series),
        private: config.private,
        rated: config.rated,
    }
}

/// The caller and the call.
pub(super) fn choose(server: &Server, call: &step::Call) -> (Caller, Call) {
    let call = &step::Call { act: ripe(server, call), ..call.clone() };
    let game = choose_game(server, call);
    if call.fit && game.is_none() && is_about_a_game(call.act) {
        return make_one(server, call);
    }
    let id = game.map_or_else(|| u64::from(call.game) % (server.last_game + 2), |game| game.id);
    let who = choose_caller(server, call, game);
    let made = with_arguments(server, call, who, id, game);
    (Caller { who, device: call.device % 2 }, made)
}

/// What is to come before an act whose time has not come yet: where nothing is asked, it is asked.
fn ripe(server: &Server, call: &step::Call) -> Act {
    let before = match call.act {
        Act::AcceptTakeback | Act::DeclineTakeback => Act::AskTakeback,
        Act::AskRematch | Act::DeclineRematch => Act::Resign,
        Act::AskTakeback => Act::MakeMove,
        Act::CancelPremove => Act::Premove,
        Act::DeclineDraw => Act::OfferDraw,
        Act::EndTimeOff => Act::TakeTimeOff,
        Act::Resume => Act::AskPause,
        Act::ResumeGame => Act::PauseGame,
        Act::UnbanPlayer if !PEOPLE.iter().any(|who| server.is_banned(who)) => Act::BanPlayer,
        Act::UnwatchGame => Act::WatchGame,
        Act::Write if !server.free_chat => Act::AllowFreeChat,
        act => return act,
    };
    let has_come = is_about_a_game(before) && server.games.values().any(|game| suits(server, call.act, game));
    if !call.fit || has_come || one_in(8, call.game) {
        return call.act;
    }
    ripe(server, &step::Call { act: before, ..call.clone() })
}

/// Where there is no game that would suit, somebody joins one or opens it.
fn make_one(server: &Server, call: &step::Call) -> (Caller, Call) {
    let caller = |who| Caller { who, device: 0 };
    let waiting =
        server.games.values().find(|game| suits(server, Act::JoinGame, game) && game.code.is_some());
    let outside = |who: &Who| waiting.is_some_and(|game| game.seat_of(who).is_none());
    let outsiders: Vec<Who> = PEOPLE.into_iter().filter(outside).collect();
    let slow = || GameConfig { time: "days:1+3".to_owned(), ..config(&call.config, true) };
    match waiting.and_then(|game| game.code.clone()) {
        _ if call.act == Act::TakeTimeOff && waiting.is_none() => {
            (caller(person(call.who)), Call::OpenGame(slow()))
        }
        Some(code) if !outsiders.is_empty() => (caller(of(&outsiders, call.who)), Call::JoinGame(code)),
        _ => (caller(person(call.who)), Call::OpenGame(config(&call.config, true))),
    }
}

/// Whether there has to be a certain kind of game for an act to make sense.
fn is_about_a_game(act: Act) -> bool {
    !matches!(
        act,
        Act::AcceptChallenge
            | Act::AddPool
            | Act::AllowFreeChat
            | Act::Appoint
            | Act::BanPlayer
            | Act::Block
            | Act::Challenge
            | Act::DeclareBot
            | Act::DeclineChallenge
            | Act::DeleteAccount
            | Act::Drain
            | Act::JoinQueue
            | Act::LeaveQueue
            | Act::LimitCalls
            | Act::Mute
            | Act::OfTheServer
            | Act::OpenGame
            | Act::OpenSeek
            | Act::Ping
            | Act::RemovePool
            | Act::RenamePlayer
            | Act::SayGoodbye
            | Act::SetName
            | Act::StartGame
            | Act::UnbanPlayer
            | Act::Unblock
            | Act::Unmute
            | Act::UnwatchGame
    )
}

/// Whether a game is one for which an act makes sense.
fn suits(server: &Server, act: Act, game: &Game) -> bool {
    let live = game.status == GameStatus::Live;
    match act {
        Act::JoinGame | Act::CancelGame => game.status == GameStatus::Waiting,
        Act::AcceptChallenge | Act::DeclineChallenge => server.challenges.contains_key(&game.id),
        Act::AskRematch | Act::DeclineRematch => game.status == GameStatus::Over,
        Act::Say | Act::Write | Act::WatchGame => game.status != GameStatus::Waiting,
        Act::UnwatchGame => server.audiences.contains_key(&game.id),
        Act::AcceptTakeback | Act::DeclineTakeback => live && game.takeback_asked.is_some(),
        Act::AskTakeback => live && !game.before.is_empty(),
        Act::DeclineDraw => live && !game.draw_offered.is_empty(),
        Act::CancelPremove => live && !game.premoves.is_empty(),
        Act::Resume | Act::ResumeGame => live && game.paused_at.is_some(),
        Act::Claim => {
            live && game.parties.iter().any(|party| party.claim_from.is_some_and(|it| it <= server.now))
        }
        Act::AskPause => live && game.paused_at.is_none() && !game.terms.time.is_untimed(),
        Act::TakeTimeOff => live && game.terms.time.is_correspondence(),
        Act::EndTimeOff => live && !game.time_off_seen().is_empty(),
        _ => live,
    }
}

/// Somebody has asked for the same, and waits for the answer.
fn is_asked(act: Act, game: &Game) -> bool {
    match act {
        Act::AskPause => !game.pause_asked.is_empty(),
        Act::AskRematch => !game.rematch_asked.is_empty(),
        Act::OfferDraw => !game.draw_offered.is_empty(),
        _ => false,
    }
}

/// Of the games that suit, one of the latest more often.
fn choose_game<'a>(server: &'a Server, call: &step::Call) -> Option<&'a Game> {
    if !call.fit {
        // Any game at all, or one that is not there.
        let at = usize::from(call.game / 4).checked_rem(server.games.len())?;
        return server.games.values().rev().nth(at).filter(|_| !one_in(4, call.game));
    }
    let mut fitting: Vec<&Game> =
        server.games.values().rev().filter(|game| suits(server, call.act, game)).collect();
    if !one_in(4, call.pick) && fitting.iter().any(|game| is_asked(call.act, game)) {
        fitting.retain(|game| is_asked(call.act, game));
    }
    if fitting.is_empty() && is_about_a_game(call.act) && call.act != Act::TakeTimeOff {
        // At least it is one that runs.
        fitting = server.games.values().rev().filter(|game| game.status == GameStatus::Live).collect();
    }
    let at = usize::from(call.game / 2).checked_rem(fitting.len())?;
    Some(if one_in(2, call.game) { fitting[0] } else { fitting[at] })
}

fn choose_caller(server: &Server, call: &step::Call, game: Option<&Game>) -> Who {
    let anybody = person(call.who);
    if !call.fit {
        let seated = game.map(Game::people).filter(|people| !people.is_empty() && one_in(2, call.who));
        return seated.map_or(anybody, |people| of(&people, call.who / 2));
    }
    let staff = |all: Vec<Who>| if one_in(3, call.who) { of(&all, call.who / 3) } else { OWNER };
    match call.act {
        Act::AddPool | Act::RemovePool | Act::Drain | Act::AllowFreeChat | Act::LimitCalls | Act::Appoint => {
            OWNER
        }
        Act::PauseGame | Act::ResumeGame | Act::VoidGame => {
            let outside = game.is_none_or(|game| game.seat_of(OWNER).is_none());
            if outside { staff(with_owner(server.moderators.iter())) } else { anybody }
        }
        Act::BanPlayer | Act::UnbanPlayer | Act::RenamePlayer => staff(with_owner(server.moderators.iter())),
        Act::JoinQueue => {
            let idle = PEOPLE.into_iter().filter(|who| !server.plays_in_real_time(who));
            let idle: Vec<Who> = idle.collect();
            if idle.is_empty() { anybody } else { of(&idle, call.who) }
        }
        Act::LeaveQueue => server.searches.first().map_or(anybody, |search| search.player),
        Act::StartGame => staff(with_owner(server.matchmakers.iter())),
        Act::JoinGame | Act::WatchGame => {
            let outside = |who: &Who| game.is_none_or(|game| game.seat_of(who).is_none());
            let outsiders: Vec<Who> = PEOPLE.into_iter().filter(outside).collect();
            if outsiders.is_empty() { anybody } else { of(&outsiders, call.who) }
        }
        Act::AcceptChallenge | Act::DeclineChallenge => {
            game.and_then(|game| server.challenges.get(&game.id)).map_or(anybody, |it| it.challenged)
        }
        Act::UnwatchGame => {
            let watcher = game.and_then(|game| server.watching.iter().find(|it| it.2 == game.id));
            watcher.map_or(anybody, |it| it.0)
        }
        // Now and then somebody of the game who has nothing to say just now.
        _ if one_in(8, call.who) => {
            let people = game.map(Game::people).filter(|people| !people.is_empty());
            people.map_or(anybody, |people| of(&people, call.who / 8))
        }
        act => game.and_then(|game| seated(act, game, call.who)).unwrap_or(anybody),
    }
}

fn with_owner<'a>(staff: impl Iterator<Item = &'a Who>) -> Vec<Who> {
    staff.copied().chain([OWNER]).collect()
}

/// Somebody of a game for whom the act makes sense.
fn seated(act: Act, game: &Game, pick: Pick) -> Option<Who> {
    let all: SeatSet = game.taken().map(|(seat, _)| seat).collect();
    let playing = if game.status == GameStatus::Live { game.playing() } else { all };
    let asked: SeatSet = game.takeback_asked.into_iter().collect();
    let sensible = match act {
        Act::MakeMove | Act::SawTurn => game.on_move(),
        Act::Premove => playing.without(game.on_move()),
        Act::AcceptTakeback => playing.without(asked),
        Act::OfferDraw => playing.without(game.draw_offered),
        Act::AskPause => playing.without(game.pause_asked),
        Act::AskRematch => all.without(game.rematch_asked),
        Act::CancelPremove => game.premoves.keys().copied().collect(),
        Act::AskTakeback => game.before.iter().map(|before| before.seat).collect(),
        Act::EndTimeOff => game.time_off_seen().iter().filter_map(|off| Seat::new(off.seat)).collect(),
        _ => playing,
    };
    let people: Vec<Who> =
        game.taken().filter(|(seat, _)| sensible.contains(*seat)).map(|(_, who)| who).collect();
    (!people.is_empty()).then(|| of(&people, pick))
}

fn with_arguments(server: &Server, call: &step::Call, who: Who, id: u64, game: Option<&Game>) -> Call {
    let pick = call.pick;
    let known: Vec<Who> = server.players.keys().copied().filter(|&known| known != who).collect();
    let other = if call.fit && !known.is_empty() { of(&known, pick) } else { person(pick) };
    let text = |all: &[&str]| of(all, pick).to_owned();
    let reason = |pick: Pick| {
        let fit = call.fit && !one_in(4, pick);
        if fit { TEXTS[0].to_owned() } else { of(&TEXTS, pick / 4).to_owned() }
    };
    let ply = || {
        let seat = game.and_then(|game| Some((game, game.seat_of(who)?)));
        let ply = seat.map_or(0, |(game, seat)| game.ply(seat));
        if call.fit { ply } else { ply + u32::from(pick % 3) }
    };
    let pool = if call.fit && !one_in(4, pick) { POOLS[0].to_owned() } else { text(&POOLS) };
    match call.act {
        Act::AbortGame => Call::AbortGame(id),
        Act::AcceptChallenge => Call::AcceptChallenge(id),
        Act::AcceptTakeback => Call::AcceptTakeback(id),
        Act::AddPool => Call::AddPool(
            "own".to_owned(),
            config(&call.config, call.fit).spec,
            "3+2".to_owned(),
            one_in(4, pick),
        ),
        Act::AllowFreeChat => Call::AllowFreeChat(!one_in(4, pick)),
        Act::Appoint => match pick % 8 {
            0 => Call::RemoveModerator(person(call.game)),
            1 => Call::RemoveMatchmaker(person(call.game)),
            n if n % 2 == 0 => Call::AddModerator(person(call.game)),
            _ => Call::AddMatchmaker(person(call.game)),
        },
        Act::AskPause => Call::AskPause(id),
        Act::AskRematch => Call::AskRematch(id),
        Act::AskTakeback => Call::AskTakeback(id),
        Act::BanPlayer => Call::BanPlayer(other, u32::from(call.game % 4) * 12, reason(call.game)),
        Act::Block => Call::Block(other),
        Act::CancelGame => Call::CancelGame(id),
        Act::CancelPremove => Call::CancelPremove(id),
        Act::Challenge => {
            let named = match call.game % 3 {
                0 => of(&NAMES, pick).to_owned(),
                1 => server.name_of(other),
                _ => World::identity(other).to_hex().to_string(),
            };
            Call::Challenge(config(&call.config, call.fit), named)
        }
        Act::Claim => Call::Claim(id, one_in(3, pick)),
        Act::DeclareBot => Call::DeclareBot,
        Act::DeclineChallenge => Call::DeclineChallenge(id, of(&REASONS, pick)),
        Act::DeclineDraw => Call::DeclineDraw(id),
        Act::DeclineRematch => Call::DeclineRematch(id),
        Act::DeclineTakeback => Call::DeclineTakeback(id),
        Act::DeleteAccount => Call::DeleteAccount,
        Act::Drain => Call::Drain(!server.draining && one_in(4, pick)),
        Act::EndTimeOff => Call::EndTimeOff(id),
        Act::GiveTime => Call::GiveTime(id, pick % 4),
        Act::JoinGame => {
            let code = game.and_then(|game| game.code.clone());
            let wrong = || if one_in(32, pick) { "ABCDEF".to_owned() } else { id.to_string() };
            let by_code = game.is_some_and(|game| game.terms.private) || one_in(3, pick);
            Call::JoinGame(code.filter(|_| by_code && pick % 9 != 8).unwrap_or_else(wrong))
        }
        Act::JoinQueue => {
            let range = |pick: Pick| of(&[u32::MAX, 0, 100, 200, 400], pick);
            Call::JoinQueue(pool, range(call.game), range(call.game / 5))
        }
        Act::LeaveQueue => {
            let mine = server.searches.iter().find(|search| search.player == who);
            Call::LeaveQueue(mine.map_or(pool, |search| search.pool.clone()))
        }
        Act::LimitCalls => Call::LimitCalls(of(&[20, 0, 2, 50], pick)),
        Act::MakeMove => Call::MakeMove(id, ply(), action(call, who, game)),
        Act::Mute => Call::Mute(other),
        Act::OfTheServer => Call::OfTheServer(of(&OF_THE_SERVER, pick)),
        Act::OfferDraw => Call::OfferDraw(id),
        Act::OpenGame => Call::OpenGame(config(&call.config, call.fit)),
        Act::OpenSeek => {
            let (least, most) = of(&[(0, 0), (0, 0), (1400, 1600), (0, 1400), (1501, 0), (1500, 1499)], pick);
            Call::OpenSeek(config(&call.config, call.fit), least, most)
        }
        Act::PauseGame => Call::PauseGame(id),
        Act::Ping => Call::Ping,
        Act::Premove => Call::Premove(id, ply(), action(call, who, game)),
        Act::RemovePool => Call::RemovePool(if one_in(2, pick) { "own".to_owned() } else { pool }),
        Act::RenamePlayer => Call::RenamePlayer(other, of(&NAMES, call.game).to_owned()),
        Act::Resign => Call::Resign(id),
        Act::Resume => Call::Resume(id),
        Act::ResumeGame => Call::ResumeGame(id),
        Act::SawTurn => Call::SawTurn(id, ply()),
        Act::Say => Call::Say(id, pick % 14),
        Act::SayGoodbye => Call::SayGoodbye,
        Act::SetName => Call::SetName(text(&NAMES)),
        Act::StartGame => {
            // Often the same again, so that its key is known already.
            let terms = if one_in(2, pick) { Config::default() } else { call.config };
            let terms = config(&terms, call.fit);
            let seats = zeitnot_rules::seats_of(&terms.spec).unwrap_or(2) + u8::from(!call.fit);
            let players = (0..seats).map(|n| person(call.game.wrapping_add(n))).collect();
            Call::StartGame(terms, players, of(&["a", "b", "a", "b", "c", ""], pick / 2).to_owned())
        }
        Act::TakeTimeOff => {
            Call::TakeTimeOff(id, server.now + i64::from(pick % 3) * DAY, u32::from(call.game % 3))
        }
        Act::UnbanPlayer => {
            let banned = PEOPLE.into_iter().find(|who| server.is_banned(who));
            Call::UnbanPlayer(banned.filter(|_| call.fit).unwrap_or(other), reason(call.game))
        }
        Act::Unblock => Call::Unblock(other),
        Act::Unmute => Call::Unmute(other),
        Act::UnwatchGame => Call::UnwatchGame(id),
        Act::VoidGame => Call::VoidGame(id, reason(pick)),
        Act::WatchGame => Call::WatchGame(id),
        Act::Write => Call::Write(id, text(&TEXTS)),
    }
}

/// Something legal, or almost.
fn action(call: &step::Call, who: Who, game: Option<&Game>) -> Vec<u8> {
    let legal = game.and_then(|game| {
        let seat = game.seat_of(who)?;
        // Who is not on move has no legal action yet, and means one that the other has now.
        let mover = if game.on_move().contains(seat) { seat } else { game.on_move().iter().next()? };
        let actions = game.position()?.legal_actions(mover);
        let at = usize::from(call.pick).checked_rem(actions.len())?;
        actions.into_iter().nth(at)
    });
    match (legal, call.pick % 16) {
        (_, 15) => vec![call.pick; usize::from(call.game)],
        (_, 14) => vec![1, 0, call.game % 5, call.game / 5 % 5],
        (_, 13) => vec![1, 1, call.game % 9],
        (Some(action), _) => action,
        (None, _) => vec![1, 0, 0, call.pick % 3],
    }
}
