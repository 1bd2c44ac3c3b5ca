//! What becomes of a game in which somebody's time has run out.

use spacetimedb::ReducerContext;
use zeitnot_rules::{Missed, Seat, SeatSet, TimeoutPolicy, Verdict};

use crate::game::{Ply, PlyKind};
use crate::play::Running;

/// The most actions that are played for somebody in one turn: a phantom player may try that often in vain.
const MOST_TRIES: usize = 256;

impl Running {
    /// Carries out the game's policy for those whose time had run out by `late`'s deadlines. The game is
    /// settled afterwards as after a move.
    pub(crate) fn time_is_up(mut self, ctx: &ReducerContext, late: SeatSet) {
        let policy: TimeoutPolicy = self.game.policy.parse().unwrap_or_default();
        // The outcome depends on the deadline, not on when the timer got its turn.
        let at = late.iter().filter_map(|seat| self.clock.reading(seat).deadline).min();
        if late == self.position.playing() {
            // Some games move at once: where all are late together, none of them has won.
            self.finish(ctx, SeatSet::EMPTY, "time", at);
            return self.store(ctx);
        }
        let mut cause = None;
        for seat in late.iter() {
            if let Some(missed) = self.game.missed.get_mut(seat.index()) {
                *missed = missed.saturating_add(1);
            }
            match policy.decide(&self.missed(seat)) {
                Verdict::Forfeit => {
                    self.put_out(seat, "time");
                    cause = Some("time");
                }
                Verdict::Draw => {
                    self.finish(ctx, SeatSet::EMPTY, "time", at);
                    return self.store(ctx);
                }
                Verdict::Void => {
                    self.finish(ctx, SeatSet::EMPTY, "void", at);
                    return self.store(ctx);
                }
                Verdict::Skip => {
                    let used = self.clock.allowance(seat).unwrap_or(0);
                    self.clock.miss_turn(seat);
                    self.position.pass(seat);
                    self.game.history.push(Ply::pass(seat, used));
                }
                Verdict::Play => {
                    if !self.play_for(seat) {
                        self.put_out(seat, "time");
                        cause = Some("time");
                    }
                }
            }
        }
        // A move that was played for somebody may have ended the game as any move may, and now.
        self.settle(ctx, cause, cause.and(at));
    }

    fn missed(&self, seat: Seat) -> Missed {
        let playing = self.position.playing();
        let missed = |seat: Seat| self.game.missed.get(seat.index()).copied().unwrap_or_default();
        Missed {
            every_seat_has_moved: playing.iter().all(|seat| {
                self.game.history.iter().any(|ply| ply.kind == PlyKind::Move && ply.seat == seat.get())
            }),
            missed_in_a_row: missed(seat),
            nobody_moved_for_a_round: playing.iter().all(|seat| missed(seat) > 0),
            an_opponent_can_win: playing
                .iter()
                .any(|other| other != seat && self.position.can_still_win(other)),
            absent_action: self.position.absent_action(seat).is_some(),
            can_pass: self.position.clone().pass(seat),
        }
    }

    /// Plays what the rules name, until the turn has passed. `false` if it has not.
    fn play_for(&mut self, seat: Seat) -> bool {
        let used = self.clock.allowance(seat).unwrap_or(0);
        for _ in 0..MOST_TRIES {
            if !self.position.to_move().contains(seat) {
                break;
            }
            let Some(action) = self.position.absent_action(seat) else { break };
            match self.position.apply(seat, &action) {
                Ok(applied) => self.game.history.push(Ply::new(seat, action, used, applied)),
                Err(refused) => {
                    log::error!(
                        "game {}: what the rules name for {seat} they refuse: {refused}",
                        self.game.id
                    );
                    break;
                }
            }
        }
        let passed = !self.position.to_move().contains(seat);
        if passed {
            self.clock.miss_turn(seat);
        }
        passed
    }
}
