//! The players' copies of the game, and what can be wrong with them.

use zeitnot_rules::{AnyGame, Seat, Viewer};

use super::{GAME, Scene};
use crate::check::copies::MOVES_A_PAGE;
use crate::copy::{Asked, Copies, Copy, PageRow, SeatRow, TurnRow};
use crate::finding::Kind;
use crate::ledger::{Game, Status};
use crate::replay::Replay;

/// What the two players who share a row name it by.
const KEY: u64 = GAME * 8;

/// The copies of a game for two in which nothing is hidden.
pub(super) fn of(game: &Game, position: &AnyGame) -> Copies {
    let over = game.status == Status::Over;
    let copy = |(seat, player): (u8, &Option<String>)| {
        let row = SeatRow {
            seat,
            status: game.status,
            winners: game.winners.clone(),
            ending: game.ending.clone(),
            ended_at: game.ended_at,
            asked: Asked::default(),
        };
        let pages = game.history.chunks_exact(MOVES_A_PAGE);
        let turn = TurnRow {
            key: KEY,
            is_shared: true,
            position: position.sight(Viewer::Spectator),
            ply: game.history.len() as u32,
            latest: pages.remainder().to_vec(),
            to_move: if over { Vec::new() } else { position.to_move().iter().map(Seat::get).collect() },
        };
        let pages = (0..).step_by(MOVES_A_PAGE).zip(pages);
        let pages = pages.map(|(first, moves)| PageRow { key: KEY, first, moves: moves.to_vec() }).collect();
        ((GAME, player.clone().expect("a player")), Copy { seats: vec![row], turns: vec![turn], pages })
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
    found("half", &|scene| scene.copy_of("ann").turns.clear());
    found("the other half", &|scene| scene.copy_of("ann").seats.clear());
    found("double", &|scene| {
        let copy = scene.copy_of("bob");
        copy.turns.push(copy.turns[0].clone());
    });
    found("of another seat", &|scene| scene.copy_of("ann").seats[0].seat = 1);
    found("old", &|scene| {
        let turn = scene.turn_of("ann");
        turn.ply -= 1;
        turn.latest.pop();
    });
    found("without a move", &|scene| drop(scene.turn_of("ann").latest.pop()));
    found("with a move twice", &|scene| {
        let moves = &mut scene.turn_of("bob").latest;
        moves.push(moves[2].clone());
    });
    found("with another move", &|scene| scene.turn_of("ann").latest[1].action = vec![1, 0, 2, 2]);
    found("with a hidden move", &|scene| scene.turn_of("ann").latest[1].action.clear());
    found("with another time", &|scene| scene.turn_of("ann").latest[1].used += 1);
    found("of another position", &|scene| scene.turn_of("ann").position[10] = 2);
    found("with another on move", &|scene| scene.turn_of("ann").to_move = vec![0]);
    found("of another end", &|scene| scene.copy_of("ann").seats[0].winners = vec![1]);
    found("another's", &|scene| {
        let copy = scene.copy_of("bob").clone();
        scene.ledger.copies.insert((GAME, "eve".to_owned()), copy);
    });
    found("of a game that is not there", &|scene| {
        let copy = scene.copy_of("ann").clone();
        scene.ledger.copies.insert((99, "ann".to_owned()), copy);
    });
}

#[test]
fn what_is_asked_and_not_shown_is_found_and_the_other_way_round() {
    type Change<T> = fn(&mut T);
    let asked: [(&str, Change<Game>, Change<Asked>); 7] = [
        ("a pause", |game| game.pause_asked = 0b10, |asked| asked.pause = vec![1]),
        ("a draw", |game| game.draw_offered = 0b01, |asked| asked.draw = vec![0]),
        ("a draw later", |game| game.draw_again_at = vec![0, 22], |asked| asked.draw_again_at = 22),
        ("a move back", |game| game.takeback_asked = Some(0), |asked| asked.takeback = Some(0)),
        ("a move ahead", |game| game.premoves = vec![(1, vec![7])], |asked| asked.premove = vec![7]),
        ("another game", |game| game.rematch_asked = 0b11, |asked| asked.rematch = vec![0, 1]),
        ("the next game", |game| game.next_game = Some(9), |asked| asked.next_game = Some(9)),
    ];
    for (what, ask, show) in asked {
        let mut scene = Scene { finished: false, ..Scene::after(3) };
        ask(scene.game());
        assert_eq!(scene.kinds(), [Kind::Copies], "{what} is not shown");

        let mut scene = Scene { finished: false, ..Scene::after(3) };
        show(&mut scene.copy_of("bob").seats[0].asked);
        assert_eq!(scene.kinds(), [Kind::Copies], "{what} is not asked");
        ask(scene.game());
        show(&mut scene.copy_of("ann").seats[0].asked);
        // What one may offer again, and has decided in advance, is nobody else's business.
        let is_own = matches!(what, "a draw later" | "a move ahead");
        assert_eq!(scene.kinds(), if is_own { vec![Kind::Copies] } else { Vec::new() }, "{what}");
    }
}

/// Eighteen marks on a board of five by five, row by row: sixteen of them fill a page. Nobody has five in line: by turns
/// they are each player's, and the one diagonal on which all are the first player's is not full.
fn two_rows_and_more() -> Scene {
    let cells: Vec<(u8, u8)> = (0..18).map(|at| (at / 5, at % 5)).collect();
    Scene { finished: false, ..Scene::of("mnk:rows=5,columns=5,strike=5", &cells) }
}

#[test]
fn pages_that_do_not_fit_together_are_found() {
    let found = |what: &str, change: &dyn Fn(&mut Copy)| {
        let mut scene = two_rows_and_more();
        assert_eq!(scene.kinds(), []);
        assert_eq!(scene.copy_of("bob").pages.len(), 1);
        change(scene.copy_of("bob"));
        assert_eq!(scene.kinds(), [Kind::Copies], "{what}");
    };
    found("no page", &|copy| copy.pages.clear());
    found("a page twice", &|copy| copy.pages.push(copy.pages[0].clone()));
    found("a page of another row", &|copy| copy.pages[0].key += 1);
    found("a page of other moves", &|copy| copy.pages[0].first = 16);
    found("a page with another move", &|copy| copy.pages[0].moves[3].action = vec![1, 0, 4, 4]);
    found("moves in another order", &|copy| copy.pages[0].moves.swap(0, 2));
    found("a page that is not full", &|copy| {
        let last = copy.pages[0].moves.pop().expect("a move");
        copy.turns[0].latest.insert(0, last);
    });
    found("moves on a page and after it", &|copy| {
        let last = copy.pages[0].moves[15].clone();
        copy.turns[0].latest.insert(0, last);
    });
    found("no page where one is full", &|copy| {
        let moves = copy.pages.remove(0).moves;
        copy.turns[0].latest.splice(0..0, moves);
    });
}

#[test]
fn copies_that_are_missing_are_found_while_the_game_runs() {
    let mut missing = Scene { finished: false, ..Scene::after(3) };
    missing.ledger.copies.remove(&(GAME, "ann".to_owned()));
    assert_eq!(missing.kinds(), [Kind::Copies]);

    // The other one, who has shared the row, keeps it.
    let mut archived = Scene::after(5);
    archived.ledger.copies.remove(&(GAME, "ann".to_owned()));
    archived.turn_of("bob").is_shared = false;
    assert_eq!(archived.kinds(), []);
    // But not without it.
    archived.copy_of("bob").turns.clear();
    assert_eq!(archived.kinds(), [Kind::Copies]);
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
    assert_eq!(told(&mut scene), ["the copy of seat 1 is", "the copy of seat 2 is"], "one for both");
    for player in ["ann", "bob"] {
        scene.turn_of(player).is_shared = false;
    }
    assert_eq!(
        told(&mut scene),
        ["the copy of seat 1 has", "the copy of seat 2 has"],
        "all that is on the board"
    );
    let game = scene.game().clone();
    let position = Replay::of(&game).expect("a legal game").position;
    for (seat, player) in [(0, "ann"), (1, "bob")] {
        let viewer = Viewer::Seat(Seat::new(seat).expect("a seat"));
        scene.turn_of(player).position = position.sight(viewer);
    }
    assert_eq!(told(&mut scene), ["the copy of seat 1 shows", "the copy of seat 2 shows"], "and every move");
    scene.turn_of("ann").latest[1].action.clear();
    scene.turn_of("bob").latest[0].action.clear();
    assert_eq!(told(&mut scene), [""; 0]);
}
