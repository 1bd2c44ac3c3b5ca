//! What becomes of a game in which time has run out, by its policy.

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::{Cell, Sight};

use super::{ANN, BOB, EVE, SECOND, Who, World, config};
use crate::game::{GameConfig, GameStatus, PlyKind};
use crate::lobby::{join_game, open_game};

const LIMIT: i64 = 30 * SECOND;

fn play(world: &World, spec: &str, policy: &str, players: &[Who]) -> u64 {
    let config = GameConfig { policy: policy.to_owned(), ..config(spec, "turn:30s") };
    world.call(players[0], |ctx| open_game(ctx, config)).expect("open_game");
    let id = world.games(players[0])[0].id;
    for who in &players[1..] {
        world.call(who, |ctx| join_game(ctx, id.to_string())).expect("join_game");
    }
    id
}

/// Lets the running turn run out.
fn run_out(world: &World, id: u64) {
    world.pass(LIMIT);
    world.fire(world.timer(id).expect("a timer")).expect("a timer never fails");
    world.check_invariants();
}

#[test]
fn skip_passes_the_turn_until_one_has_missed_too_many() {
    let world = World::new();
    let id = play(&world, "gomoku-10", "skip:3", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    for column in [1, 2] {
        run_out(&world, id);
        let row = world.row(ANN, id);
        assert_eq!((row.status, row.to_move), (GameStatus::Live, vec![0]));
        let last = row.moves.last().map(|ply| (ply.kind, ply.seat));
        assert_eq!(last, Some((PlyKind::Pass, 1)), "the history says that the turn passed");
        world.mark(ANN, id, 0, column).expect("a legal move");
    }
    run_out(&world, id);
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![0], "time"));
}

#[test]
fn a_move_forgives_what_was_missed() {
    let world = World::new();
    let id = play(&world, "gomoku-10", "skip:2", &[ANN, BOB]);
    for column in 0..5 {
        world.mark(ANN, id, 0, column * 2).expect("a legal move");
        if column % 2 == 0 {
            run_out(&world, id);
        } else {
            world.mark(BOB, id, 1, column * 2).expect("a legal move");
        }
    }
    assert_eq!(world.row(ANN, id).status, GameStatus::Live);
}

#[test]
fn a_game_where_nobody_moves_for_a_round_is_void() {
    let world = World::new();
    let id = play(&world, "gomoku-10", "skip:9", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.mark(BOB, id, 1, 1).expect("a legal move");
    run_out(&world, id);
    run_out(&world, id);
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![], "void"));
}

#[test]
fn play_makes_the_move_that_the_rules_name() {
    let world = World::new();
    let id = play(&world, "tic-tac-toe", "play", &[ANN, BOB]);
    world.mark(ANN, id, 1, 1).expect("a legal move");
    run_out(&world, id);
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.moves.len(), row.to_move), (GameStatus::Live, 2, vec![0]));
    assert_eq!(row.moves[1].seat, 1);
    assert_eq!(row.moves[1].used_us, LIMIT as u64);
}

#[test]
fn a_move_that_is_played_for_somebody_ends_the_game_as_any_move_does() {
    let world = World::new();
    let id = play(&world, "tic-tac-toe", "play", &[ANN, BOB]);
    // Ann lacks a3, which is the first free cell.
    world.marks(id, &[ANN, BOB], &[(0, 0), (1, 1), (0, 1), (2, 2)]);
    let deadline = world.row(ANN, id).deadline;
    world.pass(SECOND);
    run_out(&world, id);
    let row = world.row(BOB, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![0], "line"));
    assert!(row.ended_at > deadline, "it ended by the move, when that was played");
}

#[test]
fn play_goes_on_trying_for_a_phantom_player() {
    let world = World::new();
    let id = play(&world, "phantom-tic-tac-toe", "play", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    run_out(&world, id);
    assert_eq!(world.row(ANN, id).to_move, [0], "the first cell is taken, and the next is free");
}

#[test]
fn play_with_a_limit_forfeits_in_the_end() {
    let world = World::new();
    let id = play(&world, "gomoku-10", "play:2", &[ANN, BOB]);
    world.mark(ANN, id, 5, 5).expect("a legal move");
    run_out(&world, id);
    world.mark(ANN, id, 6, 6).expect("a legal move");
    run_out(&world, id);
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners, row.ending.as_str()), (GameStatus::Over, vec![0], "time"));
}

#[test]
fn running_out_before_every_seat_has_moved_may_void_the_game() {
    for (policy, ending) in [("forfeit,void-at-start", "void"), ("forfeit", "time")] {
        let world = World::new();
        let id = play(&world, "tic-tac-toe", policy, &[ANN, BOB]);
        world.mark(ANN, id, 0, 0).expect("a legal move");
        run_out(&world, id);
        assert_eq!(world.row(ANN, id).ending, ending, "{policy}");
    }
    let world = World::new();
    let id = play(&world, "tic-tac-toe", "forfeit,void-at-start", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.mark(BOB, id, 1, 1).expect("a legal move");
    run_out(&world, id);
    assert_eq!(world.row(BOB, id).winners, [1], "both have moved");
}

#[test]
fn an_opponent_who_can_no_longer_win_may_get_a_draw() {
    // X O X / X O . / O X .: O is on move with two cells left, and X has no line open. X's lines: row 3 has O
    // and X, the columns and diagonals an O each.
    let cells = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (2, 0), (2, 1)];
    for (policy, winners) in [("forfeit,draw-if-unwinnable", vec![]), ("forfeit", vec![0])] {
        let world = World::new();
        let id = play(&world, "tic-tac-toe", policy, &[ANN, BOB]);
        world.marks(id, &[ANN, BOB], &cells);
        run_out(&world, id);
        let row = world.row(ANN, id);
        assert_eq!(
            (row.status, row.winners, row.ending.as_str()),
            (GameStatus::Over, winners, "time"),
            "{policy}"
        );
    }
}

#[test]
fn of_three_players_the_late_one_may_be_skipped() {
    let world = World::new();
    let id = play(&world, "mnk:rows=5,columns=5,strike=4,seats=3", "skip:2", &[ANN, BOB, EVE]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    run_out(&world, id);
    assert_eq!(world.row(EVE, id).to_move, [2]);
    world.mark(EVE, id, 1, 0).expect("a legal move");
    world.mark(ANN, id, 0, 1).expect("a legal move");
    run_out(&world, id);
    let row = world.row(EVE, id);
    assert_eq!((row.status, row.to_move), (GameStatus::Live, vec![2]));
    assert!(row.players[1].out, "twice in a row");
}

#[test]
fn a_bad_policy_is_refused() {
    let world = World::new();
    for policy in ["never", "skip", "skip:0", "skip:100", "forfeit,forfeit", &"x".repeat(100_000)] {
        let config = GameConfig { policy: policy.to_owned(), ..config("tic-tac-toe", "") };
        world.refused(ANN, "bad_policy", |ctx| open_game(ctx, config.clone()));
    }
}

#[test]
fn a_failed_try_of_a_phantom_game_is_no_move_that_forgives() {
    let world = World::new();
    let id = play(&world, "mnk:rows=4,columns=4,strike=4,phantom", "skip:2", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    run_out(&world, id);
    world.mark(ANN, id, 0, 1).expect("a legal move");
    world.mark(BOB, id, 0, 0).expect("he cannot know that it is taken");
    run_out(&world, id);
    let row = world.row(ANN, id);
    assert_eq!((row.status, row.winners), (GameStatus::Over, vec![0]), "two turns in a row without a move");
}

#[test]
fn a_phantom_game_that_is_void_is_open_to_all() {
    let world = World::new();
    let id = play(&world, "phantom-tic-tac-toe", "skip:9", &[ANN, BOB]);
    world.mark(ANN, id, 0, 0).expect("a legal move");
    world.mark(BOB, id, 1, 1).expect("a legal move");
    run_out(&world, id);
    assert_ne!(world.row(ANN, id).position, world.row(BOB, id).position);
    run_out(&world, id);
    let row = world.row(ANN, id);
    assert_eq!(row.ending, "void");
    assert_eq!(row.position, world.row(BOB, id).position);
    let sight = Sight::decode(&row.position).expect("a sight");
    assert!(sight.is_over() && sight.winners().is_some_and(|winners| winners.is_empty()));
    assert_eq!(sight.cell(0, 0), Some(Cell::Mark(Seat::FIRST)));
    assert!(matches!(sight.cell(1, 1), Some(Cell::Mark(_))));
    assert_eq!(sight.cell(2, 2), Some(Cell::Empty));
}
