//! Who can still win, held against a search of everything that can follow.

use super::script::{play, position, standing};
use std::collections::{HashMap, HashSet};
use zeitnot_rules::mnk::{Board, Position, mark_of};
use zeitnot_rules::{Reason, Rules, SeatSet};

/// All of a position that its future depends on.
type Key = (Board, SeatSet, SeatSet);

fn key(position: &Position) -> Key {
    (*position.board(), position.to_move(), position.playing())
}

/// What may come next without a turn that passes: a legal action, or that somebody leaves.
fn successors(position: &Position) -> Vec<Position> {
    let mut successors = Vec::new();
    for mover in position.to_move().iter() {
        for action in position.legal_actions(mover) {
            let mut next = position.clone();
            next.apply(mover, &action).expect("a legal action is accepted");
            successors.push(next);
        }
        for leaver in position.playing().iter().filter(|_| position.playing().len() > 2) {
            let mut next = position.clone();
            next.leave(leaver);
            successors.push(next);
        }
    }
    successors
}

/// Those for whom some course of play ends in a win by a line.
fn winnable(position: &Position, known: &mut HashMap<Key, SeatSet>) -> SeatSet {
    if let Some(outcome) = position.outcome() {
        return if outcome.reason == Reason::LINE { outcome.winners } else { SeatSet::EMPTY };
    }
    if let Some(seats) = known.get(&key(position)) {
        return *seats;
    }
    let seats = successors(position).iter().flat_map(|next| winnable(next, known).iter()).collect();
    known.insert(key(position), seats);
    seats
}

/// Every position that play leads to, if turns may pass too.
fn reachable(start: Position, with_passes: bool) -> Vec<Position> {
    let mut seen = HashSet::from([key(&start)]);
    let mut found = vec![start];
    let mut next = 0;
    while let Some(position) = found.get(next).cloned() {
        next += 1;
        let mut after = successors(&position);
        for mover in position.to_move().iter().filter(|_| with_passes) {
            let mut passed = position.clone();
            assert!(passed.pass(mover));
            after.push(passed);
        }
        found.extend(after.into_iter().filter(|position| seen.insert(key(position))));
    }
    found
}

/// Nobody who can win is said to be unable to; and of those who cannot, most are found out. A turn
/// that passes counts for the past, not for what is to come.
#[test]
fn no_one_is_said_to_be_unable_to_win_who_can() {
    let cases = [
        ("tic-tac-toe", "", true),
        ("misere-tic-tac-toe", "", true),
        ("mnk:rows=3,columns=3,strike=3,gravity", "", true),
        ("mnk:rows=3,columns=4,strike=4,gravity", "", false),
        ("mnk:rows=3,columns=3,strike=3,seats=3,gravity", "", false),
        ("mnk:rows=3,columns=3,strike=3,seats=3", "b2 a1 c1", false),
        ("mnk:rows=4,columns=3,strike=4,seats=4", "a1 b1 c1 a4 c2 b2 a3", false),
    ];
    for (spec, script, with_passes) in cases {
        let mut known = HashMap::new();
        let (mut found_out, mut in_doubt) = (0, 0);
        for game in reachable(position(&play(spec, script)), with_passes) {
            let winners = winnable(&game, &mut known);
            for seat in game.to_move().iter().flat_map(|_| game.playing().iter()) {
                match (winners.contains(seat), game.can_still_win(seat)) {
                    (true, able) => assert!(able, "{spec}: {seat} can win:\n{game:?}"),
                    (false, true) => in_doubt += 1,
                    (false, false) => found_out += 1,
                }
            }
        }
        assert!(found_out > in_doubt, "{spec}: {found_out} are found out, {in_doubt} are not");
    }
}

#[test]
fn only_those_who_play_and_have_room_and_turns_for_a_line_can_still_win() {
    const THREE: &str = "mnk:rows=4,columns=4,strike=3,seats=3";
    // X O X / X X O / O . .: O has a row to itself, but only one turn for two marks.
    let one_turn = "a1 b1 c1 c2 a2 a3 b2";
    // X O X / X O O / O X .: every line has both.
    let blocked = "a1 b1 c1 b2 a2 c2 b3 a3";
    let cases = [
        ("tic-tac-toe", "", "XO", "X to move"),
        ("tic-tac-toe", one_turn, "X", "O to move"),
        ("tic-tac-toe", blocked, "", "X to move"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", "X", "X wins by line"),
        ("tic-tac-toe", "X-", "O", "O wins by last_seat"),
        // In misère play one wins by the other's line.
        ("misere-tic-tac-toe", one_turn, "O", "O to move"),
        ("misere-tic-tac-toe", blocked, "", "X to move"),
        ("mnk:rows=3,columns=3,strike=3,seats=3,misere", "a1 b1 c1 b2 a2 c2 a3 c3", "XO△", "△ to move"),
        // Nothing is told of what is hidden.
        ("phantom-tic-tac-toe", blocked, "XO", "X to move"),
        ("phantom-tic-tac-toe", "a1 a2 b1 b2 c1", "X", "X wins by line"),
        (THREE, "a1 O-", "X△", "△ to move"),
    ];
    for (spec, script, expected, stands) in cases {
        let game = play(spec, script);
        let able = SeatSet::first(8).iter().filter(|seat| game.can_still_win(*seat));
        assert_eq!(able.map(mark_of).collect::<String>(), expected, "{spec}: {script}");
        // That nobody can win ends no game.
        assert_eq!(standing(&game), stands, "{spec}: {script}");
    }
}
