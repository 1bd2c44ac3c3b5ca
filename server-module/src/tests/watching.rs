//! Watching: what a spectator sees, how many they are, and the list of games to watch.

use spacetimedb::{ReducerContext, Table};

use super::{ANN, BOB, EVE, SECOND, Who, World, config, mark};
use crate::chat::{chat_line as _, say};
use crate::game::{Game, GameConfig, GameStatus, game as _};
use crate::limits;
use crate::lobby::{join_game, open_game};
use crate::pause::ask_pause;
use crate::play::make_move;
use crate::refusal::Outcome;
use crate::sweep::KEEP_FINISHED;
use crate::watch::{
    Broadcast, MAX_WATCHED, audience as _, broadcast as _, unwatch_game, watch_game, watcher as _,
};
use crate::watchable::{MAX_LISTED, Watchable, watchable as _};

const SAM: Who = "sam";
const ZOE: Who = "zoe";
/// Ann takes the top row.
const ANN_WINS: &[(u8, u8)] = &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];

impl World {
    /// Calls a reducer by one of several devices of the same player.
    fn call_on(&self, who: Who, device: u8, reducer: impl FnOnce(&ReducerContext) -> Outcome) -> Outcome {
        limits::refill();
        self.test.with_reducer_tx(Self::auth_on(who, device), reducer)
    }

    /// Connects and watches.
    #[track_caller]
    fn watch(&self, who: Who, device: u8, game: u64) {
        self.connect_on(who, device);
        self.call_on(who, device, |ctx| watch_game(ctx, game)).expect("a game to watch");
    }

    fn broadcast(&self, id: u64) -> Option<Broadcast> {
        self.test.db.broadcast().id().find(id)
    }

    #[track_caller]
    fn shown(&self, id: u64) -> Broadcast {
        self.broadcast(id).expect("a game that is watched")
    }

    fn listed(&self) -> Vec<Watchable> {
        let mut listed: Vec<_> = self.test.db.watchable().iter().collect();
        listed.sort_by_key(|row| row.id);
        listed
    }
}

#[test]
fn a_spectator_sees_the_moves_of_an_ordinary_game_as_its_players_do() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+3", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.broadcast(id), None, "nobody watches yet");
    world.watch(SAM, 0, id);
    let mut cells = ANN_WINS[1..].iter();
    loop {
        let (seen, played) = (world.shown(id), world.row(ANN, id));
        assert_eq!(
            (seen.status, &seen.position, &seen.moves),
            (played.status, &played.position, &played.moves)
        );
        assert_eq!((&seen.players, &seen.clocks), (&played.players, &played.clocks));
        assert_eq!((&seen.to_move, seen.deadline), (&played.to_move, played.deadline));
        assert_eq!(
            (&seen.winners, &seen.ending, seen.ended_at),
            (&played.winners, &played.ending, played.ended_at)
        );
        let Some(&(row, column)) = cells.next() else { break };
        world.pass(SECOND);
        world.mark(if seen.to_move == [0] { ANN } else { BOB }, id, row, column).expect("a legal move");
    }
    assert_eq!(world.shown(id).ending, "line");
}

#[test]
fn a_game_that_nobody_watches_has_no_copy_for_spectators() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], ANN_WINS);
    assert_eq!(world.test.db.broadcast().iter().count(), 0);
    assert_eq!(world.test.db.audience().iter().count(), 0);
}

/// The cells of a position's bytes, and the cell marked last.
fn cells_of(position: &[u8]) -> &[u8] {
    &position[10..]
}

#[test]
fn a_spectator_of_a_phantom_game_sees_nothing_hidden_before_it_is_over() {
    for (spec, fall) in
        [("phantom-tic-tac-toe", false), ("mnk:rows=4,columns=4,strike=4,gravity,phantom,seats=3", true)]
    {
        let world = World::new();
        let players = if fall { vec![ANN, BOB, EVE] } else { vec![ANN, BOB] };
        let id = world.play(spec, "", &players);
        world.watch(SAM, 0, id);
        let width = if fall { 4 } else { 3 };
        let mut tries: Vec<Vec<u8>> = Vec::new();
        for row in 0..width {
            for column in 0..width {
                tries.push(if fall { vec![1, 1, (column + row) % width] } else { mark(row, column) });
            }
        }
        let mut hidden = 0;
        while world.row(ANN, id).status == GameStatus::Live {
            let seen = world.shown(id);
            assert!(cells_of(&seen.position).iter().all(|&cell| cell == 255), "{:?}", seen.position);
            assert!(seen.moves.iter().all(|ply| ply.action.is_empty()), "{:?}", seen.moves);
            let mover = players[usize::from(world.row(ANN, id).to_move[0])];
            let ply = world.row(mover, id).ply;
            // Each tries the same cells in the same order: most of them are taken already, by others.
            let mut played = false;
            for action in &tries {
                if world.call(mover, |ctx| make_move(ctx, id, ply, action.clone())).is_ok() {
                    played = true;
                    break;
                }
            }
            assert!(played, "some action is legal");
            if world.row(mover, id).status == GameStatus::Live && world.row(mover, id).to_move == seen.to_move
            {
                hidden += 1;
                assert_eq!(world.shown(id), seen, "a try in vain is nobody else's business");
            }
        }
        assert!(hidden > 0 || fall, "some tries were in vain");
        let (seen, played) = (world.shown(id), world.row(ANN, id));
        assert_eq!(seen.status, GameStatus::Over);
        assert_eq!((&seen.position, &seen.moves), (&played.position, &played.moves), "now it is open");
        assert!(cells_of(&seen.position).iter().any(|&cell| (1..=3).contains(&cell)));
    }
}

#[test]
fn watching_is_refused_with_the_reason_and_changes_nothing() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    let waiting = world.open(ANN, "tic-tac-toe", "").id;
    let hidden = GameConfig { private: true, ..config("tic-tac-toe", "") };
    world.call(EVE, |ctx| open_game(ctx, hidden)).expect("a private game");
    let private = world.games(EVE)[0].clone();
    world.call(BOB, |ctx| join_game(ctx, private.code)).expect("by its code");

    world.refused(SAM, "not_connected", |ctx| watch_game(ctx, id));
    world.refused(SAM, "not_connected", |ctx| unwatch_game(ctx, id));
    world.connect(SAM);
    world.connect(ANN);
    world.refused(SAM, "no_such_game", |ctx| watch_game(ctx, 12_345));
    world.refused(SAM, "not_started", |ctx| watch_game(ctx, waiting));
    world.refused(SAM, "private_game", |ctx| watch_game(ctx, private.id));
    world.refused(ANN, "already_joined", |ctx| watch_game(ctx, id));
    let game = world.test.db.game().id().find(id).expect("the game");
    world.test.db.game().id().update(Game { state: vec![7], ..game.clone() });
    world.refused(SAM, "corrupt_game", |ctx| watch_game(ctx, id));
    world.test.db.game().id().update(game);
    world.call(SAM, |ctx| watch_game(ctx, id)).expect("now it is one to watch");
}

#[test]
fn a_connection_watches_twenty_games_and_no_more() {
    let world = World::new();
    let game = |n: u8| world.play("tic-tac-toe", "", if n < 15 { &[ANN, BOB] } else { &[EVE, ZOE] });
    let games: Vec<u64> = (0..=MAX_WATCHED as u8).map(game).collect();
    for &id in &games[..MAX_WATCHED] {
        world.watch(SAM, 0, id);
    }
    let last = games[MAX_WATCHED];
    world.refused(SAM, "too_many_watched", |ctx| watch_game(ctx, last));
    world.call_on(SAM, 0, |ctx| watch_game(ctx, games[3])).expect("twice is once");
    world.watch(SAM, 1, last);
    world.call_on(SAM, 0, |ctx| unwatch_game(ctx, games[3])).expect("watched");
    world.call_on(SAM, 0, |ctx| watch_game(ctx, last)).expect("there is room now");
}

#[test]
fn the_number_of_watchers_counts_players_and_follows_their_connections() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    let numbers = || (world.row(ANN, id).watchers, world.row(BOB, id).watchers, world.shown(id).watchers);
    world.watch(SAM, 0, id);
    world.watch(SAM, 1, id);
    world.watch(EVE, 0, id);
    world.sweep();
    assert_eq!(numbers(), (2, 2, 2), "two players, three connections");
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(numbers(), (2, 2, 2));
    world.disconnect_on(SAM, 0);
    world.sweep();
    assert_eq!(numbers(), (2, 2, 2), "the other window is there");
    world.disconnect_on(SAM, 1);
    world.sweep();
    assert_eq!(numbers(), (1, 1, 1));
    assert_eq!(world.shown(id).moves.len(), 1);
    world.call_on(EVE, 0, |ctx| unwatch_game(ctx, id)).expect("watched");
    world.call_on(EVE, 0, |ctx| unwatch_game(ctx, id)).expect("nothing to stop is no fault");
    world.sweep();
    assert_eq!((world.row(ANN, id).watchers, world.broadcast(id)), (0, None));
    assert_eq!(world.test.db.audience().iter().count() + world.test.db.watcher().iter().count(), 0);
    world.mark(BOB, id, 1, 1).expect("the game goes on");
    assert_eq!(world.broadcast(id), None);
    world.watch(SAM, 2, id);
    assert_eq!(world.shown(id).moves.len(), 2, "and may be watched again");
    world.check_invariants();
}

#[test]
fn those_who_come_and_go_write_nobodys_rows_but_in_the_sweepers_round() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.watch(EVE, 0, id);
    world.sweep();
    let before = (world.row(ANN, id), world.shown(id));
    for _ in 0..5 {
        world.watch(SAM, 0, id);
        world.call_on(SAM, 0, |ctx| unwatch_game(ctx, id)).expect("watched");
        world.watch(SAM, 0, id);
        assert_eq!((world.row(ANN, id), world.shown(id)), before);
        world.disconnect_on(SAM, 0);
    }
    world.sweep();
    assert_eq!((world.row(ANN, id), world.shown(id)), before, "they are gone again");
}

#[test]
fn one_who_comes_between_the_last_to_go_and_the_sweeper_goes_on_seeing() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.watch(EVE, 0, id);
    world.disconnect_on(EVE, 0);
    world.watch(SAM, 0, id);
    world.sweep();
    world.mark(ANN, id, 2, 2).expect("a legal move");
    assert_eq!((world.shown(id).watchers, world.shown(id).moves.len()), (1, 1));
}

#[test]
fn spectators_are_told_of_what_is_no_move() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+3", &[ANN, BOB]);
    world.watch(SAM, 0, id);
    world.connect_on(ANN, 0);
    assert!(world.shown(id).players[0].online);
    world.disconnect_on(ANN, 0);
    assert!(!world.shown(id).players[0].online);
    assert_eq!(world.shown(id).position, world.row(ANN, id).position);
    for who in [ANN, BOB] {
        world.call(who, |ctx| ask_pause(ctx, id)).expect("a pause");
    }
    assert_eq!(world.shown(id).deadline, None);
    assert!(world.shown(id).paused_at.is_some());
}

#[test]
fn a_game_that_is_over_can_be_watched_while_the_server_has_it() {
    let world = World::new();
    let id = world.play("phantom-tic-tac-toe", "", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], ANN_WINS);
    world.watch(SAM, 0, id);
    assert_eq!(world.shown(id).position, world.row(ANN, id).position);
    world.sweep();
    assert_eq!(world.shown(id).watchers, 1);
    world.pass(KEEP_FINISHED.as_micros() as i64 + SECOND);
    world.sweep();
    assert_eq!(world.broadcast(id), None);
    assert_eq!(world.test.db.audience().iter().count() + world.test.db.watcher().iter().count(), 0);
    world.disconnect_on(SAM, 0);
}

#[test]
fn the_list_has_public_games_from_their_beginning_to_their_end() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "5+3", &[ANN, BOB]);
    world.play("tic-tac-toe", "days:3", &[ANN, BOB]);
    world.play("tic-tac-toe", "none", &[ANN, BOB]);
    world.open(ANN, "tic-tac-toe", "");
    let hidden = GameConfig { private: true, ..config("tic-tac-toe", "") };
    world.call(EVE, |ctx| open_game(ctx, hidden)).expect("a private game");
    let code = world.games(EVE)[0].code.clone();
    world.call(BOB, |ctx| join_game(ctx, code)).expect("by its code");

    let listed = world.listed();
    assert_eq!(listed.iter().map(|row| row.id).collect::<Vec<_>>(), [id]);
    assert_eq!(
        (listed[0].spec.as_str(), listed[0].time.as_str()),
        ("mnk:rows=3,columns=3,strike=3", "fischer:5m+3s")
    );
    let names: Vec<_> = listed[0].players.iter().map(|player| player.name.clone()).collect();
    assert_eq!(names, world.row(ANN, id).players.iter().map(|party| party.name.clone()).collect::<Vec<_>>());
    world.pass(SECOND);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    assert_eq!(world.listed(), listed, "a move costs the list nothing");
    world.resign(BOB, id).expect("his game");
    assert_eq!(world.listed(), []);
}

#[test]
fn a_full_list_takes_games_of_higher_standing_only() {
    let world = World::new();
    let mut games = Vec::new();
    for n in 0..MAX_LISTED {
        games.push(world.play("tic-tac-toe", "", if n % 2 == 0 { &[ANN, BOB] } else { &[EVE, SAM] }));
    }
    let before = world.listed();
    assert_eq!(before.len() as u64, MAX_LISTED);
    let ordinary = world.play("tic-tac-toe", "", &[ANN, EVE]);
    assert_eq!(world.listed(), before, "an equal one does not push another out");

    let strong = world.test.db.game().id().find(ordinary).map(|mut game| {
        game.players.iter_mut().for_each(|party| party.rating = Some(1900));
        game
    });
    world
        .call(ANN, |ctx| {
            crate::watchable::list(ctx, &strong.expect("the game"));
            Ok(())
        })
        .expect("listed");
    let after = world.listed();
    assert_eq!(after.len() as u64, MAX_LISTED);
    assert_eq!(after.iter().find(|row| row.id == ordinary).map(|row| row.standing), Some(1900));
}

#[test]
fn a_table_that_waits_for_other_players_is_watched_by_nobody() {
    let world = World::new();
    let reset = GameConfig { leaving: "reset".to_owned(), ..config("tic-tac-toe", "") };
    for who in [ANN, BOB] {
        world.connect_on(who, 0);
    }
    world.call(ANN, |ctx| open_game(ctx, reset)).expect("a casual table");
    let id = world.games(ANN)[0].id;
    world.call(BOB, |ctx| join_game(ctx, id.to_string())).expect("a seat");
    world.watch(SAM, 0, id);
    world.call(ANN, |ctx| say(ctx, id, 0)).expect("a phrase");
    world.disconnect_on(ANN, 0);
    for _ in 0..9 {
        world.pass(5 * SECOND);
        world.sweep();
    }
    assert_eq!(world.row(BOB, id).status, GameStatus::Waiting);
    assert_eq!((world.broadcast(id), world.listed(), world.row(BOB, id).watchers), (None, vec![], 0));
    assert_eq!(world.test.db.audience().iter().count() + world.test.db.watcher().iter().count(), 0);
    assert_eq!(world.test.db.chat_line().iter().count(), 0, "others will sit there");
    world.check_invariants();
}
