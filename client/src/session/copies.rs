//! The player's games, each put together from its rows in three tables.
//!
//! One transaction of the server's changes rows in all of them. The SDK applies all of it and then tells of each
//! row by itself, in an order of its own. So the rows are gathered here, and a game is handed on once all that a
//! transaction has brought has been told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use zeitnot_bindings::{GameStatus, Move, PastMoves, Seat, Turn};

use super::core::Report;
use super::row;
use super::view::{GameId, GameView};

/// The rows of the player's games.
#[derive(Debug, Default)]
pub(super) struct Copies {
    copies: BTreeMap<GameId, Copy>,
    /// The games with rows that have come or gone since the last report.
    changed: BTreeSet<GameId>,
}

/// The rows of one game.
#[derive(Debug, Default)]
struct Copy {
    seat: Option<Seat>,
    turn: Option<Turn>,
    /// By the number of their first moves.
    pages: BTreeMap<u32, PastMoves>,
}

impl Copies {
    /// A row of `seat` is new, or has taken another one's place.
    pub(super) fn put_seat(&mut self, row: &Seat) {
        self.change(row.id).seat = Some(row.clone());
    }

    /// A row of `seat` is gone. What came in its place may have been told before, here as below.
    pub(super) fn drop_seat(&mut self, row: &Seat) {
        self.change(row.id).seat.take_if(|kept| kept.key == row.key);
    }

    /// A row of `turn` is new, or has taken another one's place.
    pub(super) fn put_turn(&mut self, row: &Turn) {
        self.change(row.id).turn = Some(row.clone());
    }

    /// A row of `turn` is gone.
    pub(super) fn drop_turn(&mut self, row: &Turn) {
        self.change(row.id).turn.take_if(|kept| kept == row);
    }

    /// A row of `past_moves` is new.
    pub(super) fn put_page(&mut self, row: &PastMoves) {
        self.change(row.id).pages.insert(row.first, row.clone());
    }

    /// A row of `past_moves` is gone: moves of it were taken back, or the same ones came with more to see, or
    /// another player who had it has it no more.
    pub(super) fn drop_page(&mut self, row: &PastMoves) {
        let pages = &mut self.change(row.id).pages;
        if pages.get(&row.first) == Some(row) {
            pages.remove(&row.first);
        }
    }

    fn change(&mut self, game: GameId) -> &mut Copy {
        self.changed.insert(game);
        self.copies.entry(game).or_default()
    }

    /// All games that there are; none of them counts as changed any more.
    pub(super) fn all(&mut self) -> Vec<GameView> {
        self.changed.clear();
        self.copies.values().filter_map(Copy::game).collect()
    }

    /// What is to be told of the games that have changed.
    ///
    /// Nothing of one whose rows do not fit together: the server has written it wrong, since each of its
    /// transactions comes whole or not at all. Then what was known before stays, which at least was so once.
    pub(super) fn changes(&mut self) -> Vec<Report> {
        let mut reports = Vec::new();
        for id in std::mem::take(&mut self.changed) {
            let Some(copy) = self.copies.get(&id) else { continue };
            if copy.seat.is_none() {
                reports.push(Report::Gone(id));
            } else if let Some(game) = copy.game() {
                reports.push(Report::Game(Arc::new(game)));
            }
            if copy.is_empty() {
                self.copies.remove(&id);
            }
        }
        reports
    }
}

impl Copy {
    fn is_empty(&self) -> bool {
        self.seat.is_none() && self.turn.is_none() && self.pages.is_empty()
    }

    /// The game, if its rows fit together: a turn unless it waits, and as many moves as the turn says.
    fn game(&self) -> Option<GameView> {
        let seat = self.seat.as_ref()?;
        match &self.turn {
            None if seat.status == GameStatus::Waiting && self.pages.is_empty() => row::waiting(seat),
            Some(turn) if seat.status != GameStatus::Waiting => row::game(seat, turn, self.moves(turn)?),
            _ => None,
        }
    }

    /// What was played, in order; `None`: there is a gap between the pages, or it is not what the turn says.
    fn moves<'a>(&'a self, turn: &'a Turn) -> Option<impl Iterator<Item = &'a Move>> {
        let mut paged = 0;
        for (first, page) in &self.pages {
            if *first as usize != paged {
                return None;
            }
            paged += page.moves.len();
        }
        let pages = self.pages.values().flat_map(|page| &page.moves);
        (turn.ply as usize == paged + turn.latest.len()).then(|| pages.chain(&turn.latest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spacetimedb_sdk::{Identity, Timestamp};
    use zeitnot_bindings::PlyKind;

    const ANN: Identity = Identity::ONE;
    const BOB: Identity = Identity::from_byte_array([2; 32]);

    fn waiting(id: GameId) -> Seat {
        Seat {
            key: id * 8,
            id,
            player: ANN,
            seat: 0,
            status: GameStatus::Waiting,
            code: "ABCDEF".to_owned(),
            private: false,
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            rated: false,
            series: String::new(),
            round: 1,
            score: vec![0; 2],
            players: Vec::new(),
            pause_asked: Vec::new(),
            draw_offered: Vec::new(),
            draw_again_at: 0,
            takeback_asked: None,
            premove: Vec::new(),
            rematch_asked: Vec::new(),
            next_game: None,
            watchers: 0,
            winners: Vec::new(),
            ending: String::new(),
            opened_at: Timestamp::UNIX_EPOCH,
            ended_at: None,
        }
    }

    fn live(id: GameId) -> Seat {
        Seat { status: GameStatus::Live, code: String::new(), ..waiting(id) }
    }

    /// The moves on a page in these tests.
    const PAGE: u32 = 2;

    /// A turn that so many moves have led to, the last of which it holds.
    fn turn(id: GameId, ply: u32) -> Turn {
        Turn {
            key: id * 8,
            id,
            player: ANN,
            other: Identity::ZERO,
            position: vec![ply as u8],
            ply,
            latest: (ply - ply % PAGE..ply).map(|number| played(number, &[number as u8])).collect(),
            to_move: vec![(ply % 2) as u8],
            turn_started: Timestamp::UNIX_EPOCH,
            deadline: None,
            paused_at: None,
            clocks: Vec::new(),
            time_off: Vec::new(),
        }
    }

    fn played(number: u32, action: &[u8]) -> Move {
        Move { kind: PlyKind::Move, seat: (number % 2) as u8, action: action.to_vec(), used_us: 1 }
    }

    /// A page of moves from this one on.
    fn page(id: GameId, first: u32) -> PastMoves {
        let moves = (first..first + PAGE).map(|number| played(number, &[number as u8])).collect();
        PastMoves { key: id * 8, first, id, player: ANN, other: Identity::ZERO, moves }
    }

    /// The same, of which nothing can be seen.
    fn hidden(page: PastMoves) -> PastMoves {
        let hide = |played: Move| Move { action: Vec::new(), ..played };
        PastMoves { moves: page.moves.into_iter().map(hide).collect(), ..page }
    }

    /// A game with so many moves, as it is when a subscription begins.
    fn begun(copies: &mut Copies, id: GameId, plies: u32) {
        copies.put_seat(&live(id));
        copies.put_turn(&turn(id, plies));
        (0..plies / PAGE).for_each(|number| copies.put_page(&page(id, number * PAGE)));
    }

    /// The games that are told of: the position, and what was played.
    fn told(copies: &mut Copies) -> Vec<(GameId, Vec<u8>, Vec<Vec<u8>>)> {
        let view = |report| match report {
            Report::Game(game) => {
                let played = game.moves.iter().map(|ply| ply.action().unwrap_or_default().to_vec());
                (game.id, game.position.clone(), played.collect())
            }
            other => panic!("{other:?}"),
        };
        copies.changes().into_iter().map(view).collect()
    }

    #[test]
    fn a_game_that_waits_becomes_one_that_has_begun_and_may_wait_again() {
        let mut copies = Copies::default();
        copies.put_seat(&waiting(1));
        assert_eq!(copies.all().iter().map(|game| game.code.as_str()).collect::<Vec<_>>(), ["ABCDEF"]);
        copies.put_seat(&live(1));
        copies.put_turn(&turn(1, 0));
        assert_eq!(told(&mut copies), [(1, vec![0], vec![])]);
        // One player has left, and the game begins anew with another.
        copies.put_seat(&waiting(1));
        copies.drop_turn(&turn(1, 0));
        assert_eq!(told(&mut copies), [(1, vec![], vec![])]);
    }

    #[test]
    fn a_move_is_told_once_and_with_all_that_it_changes() {
        let mut copies = Copies::default();
        (1..=300).for_each(|id| begun(&mut copies, id, 2));
        assert_eq!(copies.all().len(), 300);
        copies.put_turn(&turn(7, 3));
        assert_eq!(told(&mut copies), [(7, vec![3], vec![vec![0], vec![1], vec![2]])]);
        assert_eq!(told(&mut copies), []);
    }

    #[test]
    fn a_page_that_is_full_is_told_with_the_move_that_has_filled_it() {
        let mut copies = Copies::default();
        begun(&mut copies, 1, 1);
        assert_eq!(copies.all().len(), 1);
        copies.put_page(&page(1, 0));
        copies.put_turn(&turn(1, 2));
        assert_eq!(told(&mut copies), [(1, vec![2], vec![vec![0], vec![1]])]);
    }

    #[test]
    fn rows_may_come_in_any_order() {
        let mut copies = Copies::default();
        (0..2).rev().for_each(|number| copies.put_page(&page(1, number * PAGE)));
        copies.put_turn(&turn(1, 5));
        copies.put_seat(&live(1));
        let played = (0..5).map(|number| vec![number]).collect();
        assert_eq!(told(&mut copies), [(1, vec![5], played)]);
    }

    #[test]
    fn moves_that_are_taken_back_go() {
        let mut copies = Copies::default();
        begun(&mut copies, 1, 5);
        copies.all();
        copies.drop_page(&page(1, 2));
        copies.put_turn(&turn(1, 3));
        assert_eq!(told(&mut copies), [(1, vec![3], vec![vec![0], vec![1], vec![2]])]);
    }

    #[test]
    fn hidden_moves_give_way_to_what_was_played_whichever_is_told_first() {
        for hidden_go_first in [false, true] {
            let mut copies = Copies::default();
            copies.put_seat(&live(1));
            copies.put_turn(&turn(1, 2));
            copies.put_page(&hidden(page(1, 0)));
            assert_eq!(told(&mut copies), [(1, vec![2], vec![vec![], vec![]])]);
            if hidden_go_first {
                copies.drop_page(&hidden(page(1, 0)));
            }
            copies.put_page(&page(1, 0));
            if !hidden_go_first {
                copies.drop_page(&hidden(page(1, 0)));
            }
            assert_eq!(told(&mut copies), [(1, vec![2], vec![vec![0], vec![1]])]);
        }
    }

    #[test]
    fn rows_that_were_shared_are_the_same_to_the_one_who_keeps_them_whichever_is_told_first() {
        for shared_go_first in [false, true] {
            let mut copies = Copies::default();
            let shared = || (Turn { other: BOB, ..turn(1, 3) }, PastMoves { other: BOB, ..page(1, 0) });
            let kept = || (Turn { player: BOB, ..turn(1, 3) }, PastMoves { player: BOB, ..page(1, 0) });
            let drop = |copies: &mut Copies| {
                copies.drop_turn(&shared().0);
                copies.drop_page(&shared().1);
            };
            copies.put_seat(&live(1));
            copies.put_turn(&shared().0);
            copies.put_page(&shared().1);
            let before = copies.all();
            if shared_go_first {
                drop(&mut copies);
            }
            copies.put_turn(&kept().0);
            copies.put_page(&kept().1);
            if !shared_go_first {
                drop(&mut copies);
            }
            assert_eq!(copies.all(), before);
        }
    }

    #[test]
    fn another_seat_in_the_same_game_is_not_lost_with_the_first() {
        let mut copies = Copies::default();
        copies.put_seat(&waiting(1));
        copies.all();
        copies.put_seat(&Seat { key: 9, seat: 1, ..waiting(1) });
        copies.drop_seat(&waiting(1));
        assert_eq!(copies.all().iter().map(|game| game.seat.get()).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_game_whose_rows_go_is_gone() {
        let mut copies = Copies::default();
        begun(&mut copies, 1, 2);
        begun(&mut copies, 2, 0);
        copies.all();
        copies.drop_seat(&live(1));
        copies.drop_turn(&turn(1, 2));
        copies.drop_page(&page(1, 0));
        assert!(matches!(copies.changes()[..], [Report::Gone(1)]));
        assert_eq!(copies.all().iter().map(|game| game.id).collect::<Vec<_>>(), [2]);
        assert_eq!(copies.copies.len(), 1, "nothing is kept of it");
    }

    #[test]
    fn what_does_not_fit_together_is_not_told() {
        let untold = |change: &dyn Fn(&mut Copies)| {
            let mut copies = Copies::default();
            begun(&mut copies, 1, 5);
            assert_eq!(copies.all().len(), 1);
            change(&mut copies);
            assert_eq!(told(&mut copies), []);
            assert_eq!(copies.all(), []);
        };
        untold(&|copies| copies.put_turn(&Turn { ply: 6, ..turn(1, 5) }));
        untold(&|copies| copies.put_turn(&Turn { latest: Vec::new(), ..turn(1, 5) }));
        untold(&|copies| copies.put_page(&page(1, 4)));
        untold(&|copies| copies.drop_page(&page(1, 2)));
        // As many moves as there are to be, with a gap.
        untold(&|copies| {
            copies.drop_page(&page(1, 2));
            copies.put_page(&page(1, 4));
        });
        untold(&|copies| copies.drop_turn(&turn(1, 5)));
        untold(&|copies| copies.put_seat(&waiting(1)));
        untold(&|copies| copies.put_seat(&Seat { seat: 8, ..live(1) }));
    }
}
