//! Many games that end at once, and where they are afterwards.

use std::collections::BTreeSet;
use std::sync::mpsc;

use zeitnot_bindings::{ArchivePage, GameStatus, my_archive, start_game};
use zeitnot_tests::{LIMIT, Player, Server, config};

/// Games of the simultaneous display.
const BOARDS: u64 = 40;

/// Finished games that stay in `seat`.
const KEPT: usize = 10;

fn page(player: &Player, page: u32) -> ArchivePage {
    let (answer, answered) = mpsc::channel();
    player.connection.procedures.my_archive_then(page, move |_, result| {
        let _ = answer.send(result);
    });
    answered.recv_timeout(LIMIT).expect("an answer").expect("a page")
}

#[test]
fn all_boards_of_a_simultaneous_display_end_at_their_deadlines_and_are_kept() {
    let Some(server) = Server::start_local() else { return };
    let owner = Player::return_to(&server, &server.owner_token());
    let (ann, bob) = (Player::join(&server), Player::join(&server));
    for board in 0..BOARDS {
        let players = vec![ann.identity, bob.identity];
        let key = format!("board {board}");
        owner
            .call(|reducers, answer| {
                reducers
                    .start_game_then(config("tic-tac-toe", "turn:2s"), players, key, answer.take())
                    .expect("sent");
            })
            .expect("the owner may");
    }
    // Nobody moves: all timers fire, and each game is lost by who was on move.
    let kept = bob.wait("the end of all games", |games| {
        let over: Vec<_> = games.iter().filter(|row| row.status == GameStatus::Over).cloned().collect();
        (over.len() == games.len() && over.len() == KEPT).then_some(over)
    });
    assert_eq!(page(&bob, 0).pages, 2);
    let archived: Vec<_> = (0..2).flat_map(|number| page(&bob, number).games).collect();
    assert_eq!(kept.len() + archived.len(), BOARDS as usize);
    let ids: BTreeSet<u64> =
        kept.iter().map(|row| row.id).chain(archived.iter().map(|game| game.id)).collect();
    assert_eq!(ids.len(), BOARDS as usize, "each of them once");
    for game in archived {
        assert_eq!((game.winners, game.ending.as_str()), (vec![1], "time"));
    }
    for row in kept {
        assert_eq!((&row.winners, row.ending.as_str(), row.turn().deadline), (&vec![1], "time", None));
    }
    assert_eq!(page(&bob, 2).games, []);
}
