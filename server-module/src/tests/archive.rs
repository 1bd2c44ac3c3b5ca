//! What is over is swept, and kept where it can be paged through.

use super::{ANN, BOB, EVE, SECOND, Who, World};
use crate::archive::{ArchivePage, MAX_FINISHED, PAGE, my_archive};
use crate::archive::{archive_entry as _, archived_game as _};
use crate::game::{GameStatus, game as _};
use crate::lobby::waiting as _;
use crate::matchmaker::started as _;
use crate::play::resign;
use crate::seat::seat as _;
use crate::turn_timer::turn_timer as _;
use spacetimedb::Table;

const DAY: i64 = 24 * 60 * 60 * SECOND;

fn archive(world: &World, who: Who, page: u32) -> ArchivePage {
    my_archive(&mut world.test.procedure_context(World::auth(who)), page)
}

#[test]
fn a_finished_game_moves_to_the_archive_after_a_day() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    world.marks(id, &[ANN, BOB], &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]);
    let row = world.row(ANN, id);
    world.pass(DAY - 1);
    world.sweep();
    assert_eq!(world.row(ANN, id), row, "it stays for the whole day");

    world.pass(1);
    world.sweep();
    for who in [ANN, BOB] {
        assert_eq!(world.games(who), []);
        let page = archive(&world, who, 0);
        assert_eq!((page.pages, page.games.len()), (1, 1));
        let game = &page.games[0];
        assert_eq!((game.id, &game.spec, &game.moves), (id, &row.spec, &row.moves));
        assert_eq!((&game.winners, game.ending.as_str(), &game.players), (&vec![0], "line", &row.players));
        assert_eq!(game.position, row.position);
    }
    assert_eq!(archive(&world, EVE, 0), ArchivePage { pages: 0, games: vec![] });
    world.refused(ANN, "no_such_game", |ctx| resign(ctx, id));
    world.check_invariants();
}

#[test]
fn pages_hold_every_game_once_the_newest_first() {
    let world = World::new();
    let games = PAGE * 2 + 3;
    for _ in 0..games {
        let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
        world.resign(ANN, id).expect("her own game");
        world.pass(SECOND);
    }
    world.pass(DAY);
    world.sweep();
    assert_eq!(world.games(ANN), []);
    let pages: Vec<ArchivePage> = (0..3).map(|page| archive(&world, ANN, page)).collect();
    assert!(pages.iter().all(|page| page.pages == 3));
    let ids: Vec<u64> = pages.iter().flat_map(|page| &page.games).map(|game| game.id).collect();
    assert_eq!(ids.len(), games as usize);
    assert!(ids.is_sorted_by(|newer, older| newer > older), "{ids:?}");
    for beyond in [3, 4, u32::MAX] {
        assert_eq!(archive(&world, ANN, beyond).games, []);
    }
}

#[test]
fn a_player_of_many_games_keeps_the_last_ten_and_pays_for_no_more() {
    let world = World::new();
    let mut ids = Vec::new();
    for round in 0..MAX_FINISHED + 3 {
        // Bob has another partner in between: each player has rows of their own.
        let other = if round % 2 == 0 { ANN } else { EVE };
        let id = world.play("tic-tac-toe", "", &[other, BOB]);
        world.resign(BOB, id).expect("his own game");
        world.pass(SECOND);
        ids.push(id);
    }
    let running = world.play("tic-tac-toe", "", &[ANN, BOB]);
    let mut kept: Vec<u64> = world.games(BOB).iter().map(|row| row.id).collect();
    kept.sort();
    assert_eq!(kept, [&ids[3..], &[running]].concat());
    assert_eq!(
        archive(&world, BOB, 0).games.iter().map(|game| game.id).collect::<Vec<_>>(),
        [ids[2], ids[1], ids[0]]
    );
    assert_eq!(archive(&world, ANN, 0).pages, 0, "Ann has not played that many");
    assert!(world.games(ANN).iter().any(|row| row.id == ids[0]));

    world.pass(DAY);
    world.sweep();
    assert_eq!(archive(&world, BOB, 0).games.len(), ids.len());
    assert_eq!(archive(&world, ANN, 0).games.iter().filter(|game| game.id == ids[0]).count(), 1);
    assert_eq!(world.games(BOB).len(), 1);
    world.check_invariants();
}

#[test]
fn a_game_that_nobody_joins_is_taken_away_and_frees_its_place() {
    let world = World::new();
    world.connect(ANN);
    let id = world.open(ANN, "tic-tac-toe", "").id;
    world.pass(60 * 60 * SECOND - 1);
    world.sweep();
    assert_eq!(world.row(ANN, id).status, GameStatus::Waiting);
    world.pass(1);
    world.sweep();
    assert_eq!(world.games(ANN), []);
    assert_eq!(world.test.db.waiting().count(), 0);
    assert_eq!(world.tally(ANN).map(|tally| tally.games), Some(0));
}

#[test]
fn a_game_that_is_played_is_not_swept() {
    let world = World::new();
    let id = world.play("tic-tac-toe", "none", &[ANN, BOB]);
    for (who, cell) in [(ANN, (0, 0)), (BOB, (1, 0)), (ANN, (0, 1)), (BOB, (1, 1))] {
        world.pass(29 * DAY);
        world.sweep();
        world.mark(who, id, cell.0, cell.1).expect("a legal move");
    }
    assert_eq!(world.row(ANN, id).status, GameStatus::Live);
}

#[test]
fn nothing_is_left_behind_by_games_that_are_over() {
    let world = World::new();
    for _ in 0..5 {
        let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
        world.resign(BOB, id).expect("his own game");
    }
    world.pass(DAY);
    world.sweep();
    let db = &world.test.db;
    assert_eq!(
        (
            db.game().count(),
            db.seat().count(),
            db.turn_timer().count(),
            db.waiting().count(),
            db.started().count()
        ),
        (0, 0, 0, 0, 0)
    );
    assert_eq!((db.archived_game().count(), db.archive_entry().count()), (5, 10));
}
