//! A turn has run out: what the policy of the game does about it.

use zeitnot_rules::{AnyGame, Missed, Seat, SeatSet, Verdict};

use super::game::{Entry, Game};
use super::play::put_out;
use super::server::Server;
use crate::game::PlyKind;

impl Server {
    /// A loss on time is dated at its deadline, whenever the server got round to it.
    pub fn time_is_up(&mut self, mut game: Game, late: SeatSet) {
        let deadline = |seat: Seat| game.clock().and_then(|clock| clock.reading(seat).deadline);
        let at = late.iter().filter_map(deadline).min();
        if late == game.playing() {
            self.finish(&mut game, SeatSet::EMPTY, "time", at);
            return self.put(game);
        }
        let mut cause = None;
        for seat in late.iter() {
            game.missed[seat.index()] += 1;
            match game.terms.policy.decide(&case(&game, seat)) {
                Verdict::Draw => {
                    self.finish(&mut game, SeatSet::EMPTY, "time", at);
                    return self.put(game);
                }
                Verdict::Void => {
                    self.finish(&mut game, SeatSet::EMPTY, "void", at);
                    return self.put(game);
                }
                Verdict::Skip => pass(&mut game, seat),
                Verdict::Play if play_for(&mut game, seat) => {}
                Verdict::Play | Verdict::Forfeit => {
                    put_out(&mut game, seat, "time");
                    cause = Some("time");
                }
            }
        }
        self.settle(game, cause, cause.and(at));
    }
}

/// What the policy is asked about.
fn case(game: &Game, seat: Seat) -> Missed {
    let playing = game.playing();
    let moved = |seat: Seat| game.history.iter().any(|it| it.kind == PlyKind::Move && it.seat == seat);
    let position = game.position();
    let can_win = |other: Seat| position.is_some_and(|position| position.can_still_win(other));
    Missed {
        every_seat_has_moved: playing.iter().all(moved),
        missed_in_a_row: game.missed[seat.index()],
        nobody_moved_for_a_round: playing.iter().all(|seat| game.missed[seat.index()] > 0),
        an_opponent_can_win: playing.iter().any(|other| other != seat && can_win(other)),
        absent_action: position.is_some_and(|position| position.absent_action(seat).is_some()),
        can_pass: position.is_some_and(|position| position.clone().pass(seat)),
    }
}

/// The turn passes, and all that it could take is used up.
fn pass(game: &mut Game, seat: Seat) {
    let Some((position, clock)) = &mut game.board else { return };
    let used = clock.allowance(seat).unwrap_or(0);
    clock.miss_turn(seat);
    position.pass(seat);
    game.history.push(Entry::public(PlyKind::Pass, seat, "", used));
}

/// The action that the rules name is played, until the turn has passed.
fn play_for(game: &mut Game, seat: Seat) -> bool {
    let Some((position, clock)) = &mut game.board else { return false };
    let used = clock.allowance(seat).unwrap_or(0);
    let on_move = |position: &AnyGame| position.to_move().contains(seat);
    while on_move(position) {
        let Some(action) = position.absent_action(seat) else { return false };
        let Ok(applied) = position.apply(seat, &action) else { return false };
        let (seen_by, known_to) = (applied.action_seen_by, applied.known_to);
        game.history.push(Entry { kind: PlyKind::Move, seat, action, used, seen_by, known_to });
    }
    clock.miss_turn(seat);
    true
}
