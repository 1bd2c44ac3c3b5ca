//! The player's games, each put together from its rows in three tables.
//!
//! One transaction of the server's changes rows in all of them. The SDK applies all of it and then tells of each
//! row by itself, in an order of its own. So the rows are gathered here, and a game is handed on once all that a
//! transaction has brought has been told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use zeitnot_bindings::{GameStatus, Seat, SeatPly, SeatTurn};

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
    turn: Option<SeatTurn>,
    plies: BTreeMap<u32, SeatPly>,
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

    /// A row of `seat_turn` is new, or has taken another one's place.
    pub(super) fn put_turn(&mut self, row: &SeatTurn) {
        self.change(row.id).turn = Some(row.clone());
    }

    /// A row of `seat_turn` is gone.
    pub(super) fn drop_turn(&mut self, row: &SeatTurn) {
        self.change(row.id).turn.take_if(|kept| kept.key == row.key);
    }

    /// A row of `seat_ply` is new.
    pub(super) fn put_ply(&mut self, row: &SeatPly) {
        self.change(row.id).plies.insert(row.number, row.clone());
    }

    /// A row of `seat_ply` is gone: the move was taken back, or the same one came with more to see.
    pub(super) fn drop_ply(&mut self, row: &SeatPly) {
        let plies = &mut self.change(row.id).plies;
        if plies.get(&row.number) == Some(row) {
            plies.remove(&row.number);
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
        self.seat.is_none() && self.turn.is_none() && self.plies.is_empty()
    }

    /// The game, if its rows fit together: a turn unless it waits, and as many plies as the turn says.
    fn game(&self) -> Option<GameView> {
        let seat = self.seat.as_ref()?;
        let ply = self.turn.as_ref().map_or(0, |turn| turn.ply);
        let waits = seat.status == GameStatus::Waiting;
        if self.turn.is_none() != waits || !self.plies.keys().copied().eq(0..ply) {
            return None;
        }
        match &self.turn {
            None => row::waiting(seat),
            Some(turn) => row::game(seat, turn, self.plies.values().map(|ply| &ply.played)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spacetimedb_sdk::{Identity, Timestamp};
    use zeitnot_bindings::{Move, PlyKind};

    fn waiting(id: GameId) -> Seat {
        Seat {
            key: id * 8,
            id,
            player: Identity::ZERO,
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

    fn turn(id: GameId, ply: u32) -> SeatTurn {
        SeatTurn {
            key: id * 8,
            id,
            player: Identity::ZERO,
            position: vec![ply as u8],
            ply,
            to_move: vec![(ply % 2) as u8],
            turn_started: Timestamp::UNIX_EPOCH,
            deadline: None,
            paused_at: None,
            pause_asked: Vec::new(),
            clocks: Vec::new(),
            time_off: Vec::new(),
            draw_offered: Vec::new(),
            draw_again_at: 0,
            takeback_asked: None,
            premove: Vec::new(),
        }
    }

    fn ply(id: GameId, number: u32, action: &[u8]) -> SeatPly {
        let played =
            Move { kind: PlyKind::Move, seat: (number % 2) as u8, action: action.to_vec(), used_us: 1 };
        SeatPly { player: Identity::ZERO, id, seat: 0, number, played }
    }

    /// A game with so many moves, as it is when a subscription begins.
    fn begun(copies: &mut Copies, id: GameId, plies: u32) {
        copies.put_seat(&live(id));
        copies.put_turn(&turn(id, plies));
        (0..plies).for_each(|number| copies.put_ply(&ply(id, number, &[number as u8])));
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
        copies.put_ply(&ply(7, 2, &[2]));
        copies.put_turn(&turn(7, 3));
        assert_eq!(told(&mut copies), [(7, vec![3], vec![vec![0], vec![1], vec![2]])]);
        assert_eq!(told(&mut copies), []);
    }

    #[test]
    fn moves_may_come_in_any_order() {
        let mut copies = Copies::default();
        (0..3).rev().for_each(|number| copies.put_ply(&ply(1, number, &[number as u8])));
        copies.put_turn(&turn(1, 3));
        copies.put_seat(&live(1));
        assert_eq!(told(&mut copies), [(1, vec![3], vec![vec![0], vec![1], vec![2]])]);
    }

    #[test]
    fn moves_that_are_taken_back_go() {
        let mut copies = Copies::default();
        begun(&mut copies, 1, 3);
        copies.all();
        copies.drop_ply(&ply(1, 1, &[1]));
        copies.drop_ply(&ply(1, 2, &[2]));
        copies.put_turn(&turn(1, 1));
        assert_eq!(told(&mut copies), [(1, vec![1], vec![vec![0]])]);
    }

    #[test]
    fn hidden_moves_give_way_to_what_was_played_whichever_is_told_first() {
        for hidden_go_first in [false, true] {
            let mut copies = Copies::default();
            begun(&mut copies, 1, 1);
            copies.put_ply(&ply(1, 1, &[]));
            copies.put_turn(&turn(1, 2));
            copies.all();
            if hidden_go_first {
                copies.drop_ply(&ply(1, 1, &[]));
            }
            copies.put_ply(&ply(1, 1, &[9]));
            if !hidden_go_first {
                copies.drop_ply(&ply(1, 1, &[]));
            }
            assert_eq!(told(&mut copies), [(1, vec![2], vec![vec![0], vec![9]])]);
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
        begun(&mut copies, 1, 1);
        begun(&mut copies, 2, 0);
        copies.all();
        copies.drop_seat(&live(1));
        copies.drop_turn(&turn(1, 1));
        copies.drop_ply(&ply(1, 0, &[0]));
        assert!(matches!(copies.changes()[..], [Report::Gone(1)]));
        assert_eq!(copies.all().iter().map(|game| game.id).collect::<Vec<_>>(), [2]);
        assert_eq!(copies.copies.len(), 1, "nothing is kept of it");
    }

    #[test]
    fn what_does_not_fit_together_is_not_told() {
        let untold = |change: &dyn Fn(&mut Copies)| {
            let mut copies = Copies::default();
            begun(&mut copies, 1, 2);
            assert_eq!(copies.all().len(), 1);
            change(&mut copies);
            assert_eq!(told(&mut copies), []);
            assert_eq!(copies.all(), []);
        };
        untold(&|copies| copies.put_turn(&turn(1, 3)));
        untold(&|copies| copies.put_ply(&ply(1, 2, &[2])));
        untold(&|copies| copies.drop_ply(&ply(1, 1, &[1])));
        // As many as there are to be, with a gap.
        untold(&|copies| {
            copies.drop_ply(&ply(1, 0, &[0]));
            copies.put_ply(&ply(1, 2, &[2]));
        });
        untold(&|copies| copies.drop_turn(&turn(1, 2)));
        untold(&|copies| copies.put_seat(&waiting(1)));
        untold(&|copies| copies.put_seat(&Seat { seat: 8, ..live(1) }));
    }
}
