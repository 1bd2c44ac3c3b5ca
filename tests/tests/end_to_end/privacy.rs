//! What a client is not to see does not reach it.

mod every_table;
mod seats;
mod viewer;
mod world;

use zeitnot_rules::Rules;
use zeitnot_rules::mnk::{Position, Sight};
use zeitnot_tests::{Player, Server, Wire, mark};

/// Whether `needle` stands anywhere in `hay`.
fn contains(hay: &[u8], needle: &[u8]) -> bool {
    hay.windows(needle.len()).any(|window| window == needle)
}

/// An action as it travels: its length before it.
fn on_the_wire(action: &[u8]) -> Vec<u8> {
    [&(action.len() as u32).to_le_bytes(), action].concat()
}

#[test]
fn a_phantom_opponents_marks_are_in_no_byte_that_the_client_receives() {
    let server = Server::start();
    let (anns_wire, bobs_wire) = (Wire::to(server.address()), Wire::to(server.address()));
    let ann = Player::connect(&anns_wire.url(), server.database(), None);
    let bob = Player::connect(&bobs_wire.url(), server.database(), None);
    let game = ann.open("mnk:rows=7,columns=7,strike=7,phantom", "").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    // So many that some are on a page.
    let anns = [(4, 2), (4, 3), (4, 1), (4, 4), (5, 1), (5, 2), (5, 4), (6, 1), (6, 2)];
    let bobs = [(2, 3), (2, 1), (2, 4), (2, 2), (3, 1), (3, 5), (3, 2), (1, 5), (1, 1)];
    for (a, b) in anns.into_iter().zip(bobs) {
        ann.mark(game, a.0, a.1).expect("a legal move");
        bob.mark(game, b.0, b.1).expect("a legal move");
    }
    let row = bob.wait_for(game, "all moves", |row| row.moves.len() == 18);
    let anns_row = ann.wait_for(game, "all moves", |row| row.moves.len() == 18);
    assert_eq!(
        row.moves.iter().filter(|ply| ply.action.is_empty()).count(),
        9,
        "he knows that she has moved"
    );

    let (anns_bytes, bobs_bytes) = (anns_wire.heard(), bobs_wire.heard());
    for (row, column) in anns {
        let travels = on_the_wire(&mark(row, column));
        assert!(contains(&anns_bytes, &travels), "Ann is told her own moves: the wire can be read");
        assert!(!contains(&bobs_bytes, &travels), "Bob was sent Ann's move at {row} {column}");
    }
    for (row, column) in bobs {
        assert!(!contains(&anns_bytes, &on_the_wire(&mark(row, column))), "Ann was sent Bob's move");
    }
    // The position as Bob has it: none of Ann's marks, and it is those bytes that have travelled, and not hers.
    assert!(contains(&bobs_bytes, &row.turn().position));
    assert!(contains(&anns_bytes, &anns_row.turn().position));
    assert!(!contains(&bobs_bytes, &anns_row.turn().position), "Bob was sent what Ann sees");
    let sight: Sight = Position::decode_sight(&row.turn().position).expect("a sight");
    for (row, column) in anns {
        assert!(!format!("{:?}", sight.cell(row, column)).contains("Mark"), "{:?}", sight.cell(row, column));
    }

    // A failed try is told to him who made it, and to nobody else: not even that something has happened.
    ann.mark(game, 3, 3).expect("a legal move");
    let anns_row = ann.wait_for(game, "her own move", |row| row.moves.len() == 19);
    let before = anns_wire.heard().len();
    bob.mark(game, 4, 2).expect("he cannot know that it is taken");
    bob.wait_for(game, "the try", |row| row.moves.last().is_some_and(|ply| ply.action == mark(4, 2)));
    // The answer to a call of her own comes after whatever the try would have brought her.
    ann.take_seat("nonsense").expect_err("there is no such game");
    assert!(!contains(&anns_wire.heard()[before..], &anns_row.turn().position));
    assert_eq!(ann.wait_for(game, "the game", |_| true), anns_row);
}

#[test]
fn a_stranger_is_shown_nothing_of_a_game() {
    let server = Server::start();
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    let wire = Wire::to(server.address());
    let eve = Player::connect(&wire.url(), server.database(), None);
    let game = ann.open("tic-tac-toe", "").id;
    bob.take_seat(&game.to_string()).expect("a free seat");
    let before = wire.heard().len();
    ann.mark(game, 1, 1).expect("a legal move");
    bob.wait_for(game, "the move", |row| row.ply() == 1);
    // The answer to a call of her own comes after whatever the move would have brought her.
    eve.take_seat("nonsense").expect_err("there is no such game");
    assert!(eve.games().is_empty());
    assert!(!contains(&wire.heard()[before..], &on_the_wire(&mark(1, 1))));
    assert!(!contains(&wire.heard(), &ann.identity.to_byte_array()), "not even who plays");
}
