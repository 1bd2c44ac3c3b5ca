//! Plays out whole game trees and compares the counts with published ones.

use std::collections::{HashMap, HashSet};
use zeitnot_rules::mnk::{Board, Cell, Point, Position};
use zeitnot_rules::{Rules, Seat};

fn start(preset: &str) -> Position {
    let (_, config) = Position::PRESETS.iter().find(|(name, _)| *name == preset).expect("a preset");
    Position::set_up(&config.parse().expect("a valid preset"), 0)
}

/// The positions one move on; none once the game is over.
fn successors(position: &Position) -> impl Iterator<Item = Position> + '_ {
    position.to_move().iter().flat_map(move |seat| {
        position.legal_actions(seat).into_iter().map(move |action| {
            let mut next = position.clone();
            next.apply(seat, &action).expect("a legal action is accepted");
            next
        })
    })
}

#[derive(Default, PartialEq, Debug)]
struct Games {
    won_by_x: u32,
    won_by_o: u32,
    drawn: u32,
}

/// Counts the games from here on, and notes each position and whether it ends the game.
fn play_out(position: &Position, games: &mut Games, seen: &mut HashMap<Board, bool>) {
    seen.insert(*position.board(), position.outcome().is_some());
    if let Some(outcome) = position.outcome() {
        match outcome.winners.sole().map(Seat::get) {
            Some(0) => games.won_by_x += 1,
            Some(1) => games.won_by_o += 1,
            _ => games.drawn += 1,
        }
    }
    for next in successors(position) {
        play_out(&next, games, seen);
    }
}

/// Henry Bottomley, "How many Tic-Tac-Toe (noughts and crosses) games are possible?" (2001): 255,168
/// games in all. A line ends a misère game as well, so that it has the same games with winner and
/// loser swapped.
///
/// Positions: 5,478, of which 958 end the game (Mathematics Stack Exchange, "TicTacToe State Space
/// Choose Calculation"); by ply, up to rotation and reflection, OEIS A008907.
#[test]
fn tic_tac_toe_has_as_many_games_and_positions_as_published() {
    let plain = Games { won_by_x: 131_184, won_by_o: 77_904, drawn: 46_080 };
    let misere = Games { won_by_x: 77_904, won_by_o: 131_184, drawn: 46_080 };
    assert_eq!(plain.won_by_x + plain.won_by_o + plain.drawn, 255_168);
    for (preset, expected) in [("tic-tac-toe", plain), ("misere-tic-tac-toe", misere)] {
        let (mut games, mut seen) = (Games::default(), HashMap::new());
        play_out(&start(preset), &mut games, &mut seen);
        assert_eq!(games, expected, "{preset}");
        assert_eq!(seen.len(), 5_478, "{preset}");
        assert_eq!(seen.values().filter(|over| **over).count(), 958, "{preset}");

        let distinct: HashSet<[Cell; 9]> = seen.keys().map(least_of_its_images).collect();
        for (ply, published) in [1, 3, 12, 38, 108, 174, 204, 153, 57, 15].into_iter().enumerate() {
            let marks = |cells: &[Cell; 9]| cells.iter().filter(|cell| **cell != Cell::Empty).count();
            let found = distinct.iter().filter(|cells| marks(cells) == ply).count();
            assert_eq!(found, published, "{preset} after {ply} plies");
        }
    }
}

/// One board for all that are the same but for rotation and reflection.
fn least_of_its_images(board: &Board) -> [Cell; 9] {
    let mut image: [Cell; 9] = std::array::from_fn(|index| {
        let point = Point { row: index as u8 / 3, column: index as u8 % 3 };
        board.get(point).expect("a 3 by 3 board")
    });
    let key = |cells: &[Cell; 9]| {
        cells.map(|cell| match cell {
            Cell::Mark(seat) => seat.get() + 1,
            _ => 0,
        })
    };
    let mut least = image;
    for step in 0..8 {
        // Transpose and mirror in turn: two make a rotation, eight all the symmetries of the square.
        let before = image;
        image = std::array::from_fn(|index| {
            let (row, column) = (index / 3, index % 3);
            if step % 2 == 0 { before[column * 3 + row] } else { before[row * 3 + 2 - column] }
        });
        if key(&image) < key(&least) {
            least = image;
        }
    }
    least
}

/// Positions after so many plies: OEIS A212693.
#[test]
fn connect_four_has_as_many_positions_by_ply_as_published() {
    let published = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
    let first = start("connect-four");
    let mut positions = HashMap::from([(*first.board(), first)]);
    for (ply, expected) in published.into_iter().enumerate() {
        assert_eq!(positions.len(), expected, "after {ply} plies");
        if ply + 1 < published.len() {
            let next = positions.values().flat_map(successors);
            positions = next.map(|position| (*position.board(), position)).collect();
        }
    }
}
