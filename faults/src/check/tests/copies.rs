//! The players' copies of the game, and what can be wrong with them.

use zeitnot_rules::{AnyGame, Seat, Viewer};

use super::{GAME, Scene};
use crate::copy::{Copies, Copy, PlyRow, SeatRow, TurnRow};
use crate::finding::Kind;
use crate::ledger::{Entry, Game, Status};
use crate::replay::Replay;

/// The copies of a game in which nothing is hidden.
pub(super) fn of(game: &Game, position: &AnyGame) -> Copies {
    let over = game.status == Status::Over;
    let copy = |(seat, player): (u8, &Option<String>)| {
        let player = player.clone().expect("a player");
        let row = SeatRow {
            player: player.clone(),
            status: game.status,
            winners: game.winners.clone(),
            ending: game.ending.clone(),
            ended_at: game.ended_at,
        };
        let turn = TurnRow {
            player: player.clone(),
            position: position.sight(Viewer::Spectator),
            ply: game.history.len() as u32,
            to_move: if over { Vec::new() } else { position.to_move().iter().map(Seat::get).collect() },
        };
        let plies = (0..).zip(&game.history);
        let ply =
            |(number, entry): (u32, &Entry)| PlyRow { player: player.clone(), number, entry: entry.clone() };
        ((GAME, seat), Copy { seat: Some(row), turn: Some(turn), plies: plies.map(ply).collect() })
    };
    (0..).zip(&game.players).map(copy).collect()
}

#[test]
fn copies_that_are_not_those_of_the_game_are_found() {
    let found = |what: &str, change: &dyn Fn(&mut Scene)| {
        for mut scene in [Scene { finished: false, ..Scene::after(3) }, Scene::after(5)] {
            assert_eq!(scene.kinds(), []);
            change(&mut scene);
            assert_eq!(scene.kinds(), [Kind::Copies], "{what}");
        }
    };
    found("half", &|scene| scene.copy_of(0).turn = None);
    found("the other half", &|scene| scene.copy_of(0).seat = None);
    found("old", &|scene| {
        let copy = scene.copy_of(0);
        copy.turn.as_mut().expect("a turn").ply -= 1;
        copy.plies.pop();
    });
    found("without a ply", &|scene| drop(scene.copy_of(0).plies.pop()));
    found("with a ply twice", &|scene| {
        let plies = &mut scene.copy_of(1).plies;
        plies.push(plies[2].clone());
    });
    found("with another move", &|scene| scene.copy_of(0).plies[1].entry.action = vec![1, 0, 2, 2]);
    found("with a hidden move", &|scene| scene.copy_of(0).plies[1].entry.action.clear());
    found("with another time", &|scene| scene.copy_of(0).plies[1].entry.used += 1);
    found("of another position", &|scene| scene.copy_of(0).turn.as_mut().expect("a turn").position[10] = 2);
    found("with another on move", &|scene| scene.copy_of(0).turn.as_mut().expect("a turn").to_move = vec![0]);
    found("of another end", &|scene| scene.copy_of(0).seat.as_mut().expect("a row").winners = vec![1]);
    found("another's", &|scene| scene.copy_of(1).plies[0].player = "ann".to_owned());
    found("of a game that is not there", &|scene| {
        let copy = scene.copy_of(0).clone();
        scene.ledger.copies.insert((99, 0), copy);
    });
}

#[test]
fn copies_that_are_missing_are_found_while_the_game_runs() {
    let mut missing = Scene { finished: false, ..Scene::after(3) };
    missing.ledger.copies.remove(&(GAME, 0));
    assert_eq!(missing.kinds(), [Kind::Copies]);
    let mut archived = Scene::after(5);
    archived.ledger.copies.remove(&(GAME, 0));
    assert_eq!(archived.kinds(), []);
}

#[test]
fn a_copy_that_tells_what_is_hidden_is_found() {
    let mut scene = Scene { finished: false, ..Scene::after(2) };
    scene.game().spec = "mnk:rows=3,columns=3,strike=3,phantom".to_owned();
    let told = |scene: &mut Scene| {
        let found = scene.findings();
        let told: Vec<_> = found.iter().filter(|it| it.kind == Kind::Copies).collect();
        told.iter()
            .map(|finding| finding.what.split(' ').take(6).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told(&mut scene),
        ["the copy of seat 1 has", "the copy of seat 2 has"],
        "all that is on the board"
    );
    let game = scene.game().clone();
    let position = Replay::of(&game).expect("a legal game").position;
    for seat in [0, 1] {
        let viewer = Viewer::Seat(Seat::new(seat).expect("a seat"));
        scene.copy_of(seat).turn.as_mut().expect("a turn").position = position.sight(viewer);
    }
    assert_eq!(told(&mut scene), ["the copy of seat 1 shows", "the copy of seat 2 shows"], "and every move");
    scene.copy_of(0).plies[1].entry.action.clear();
    scene.copy_of(1).plies[0].entry.action.clear();
    assert_eq!(told(&mut scene), [""; 0]);
}
