//! What becomes of a running game while one of its players is away.

use spacetimedb::{ReducerContext, Timestamp, reducer};
use zeitnot_rules::clock::{Micros, TimeControl};
use zeitnot_rules::{Leaving, OnLeaving, Seat, SeatSet};

use crate::game::{Game, GameStatus, NEVER, Party, game as _};
use crate::play::{Running, micros};
use crate::presence::CLAIM_AFTER_LOSS;
use crate::refusal::{Outcome, Refusal};
use crate::{chat, limits, lobby, presence, seat, tally, turn_timer, watch, watchable};

/// Claims a game that the others have left: for 40 s after they have lost the connection, or 10 s after they
/// have closed the client, it is theirs to come back to. Those who are away are out, or the game is drawn if
/// `draw` says so and all others are away. A game by correspondence cannot be claimed, nor one whose clocks stand.
///
/// Refused with `no_claim`, `paused`, or as `resign` is.
#[reducer]
pub fn claim(ctx: &ReducerContext, game_id: u64, draw: bool) -> Outcome {
    limits::admit(ctx)?;
    let (mut table, seat) = Running::open_mine(ctx, game_id)?;
    table.refuse_if_late(ctx)?;
    table.refuse_if_paused()?;
    let away = claimable(&table.game, ctx.timestamp);
    let others = table.position.playing().without(SeatSet::only(seat));
    let is_back = |seat: Seat| {
        let party = table.game.players.get(seat.index());
        party.and_then(|party| party.identity).is_some_and(|player| presence::is_there_to_stay(ctx, player))
    };
    let claimed: SeatSet = others.iter().filter(|&other| away.contains(other) && !is_back(other)).collect();
    if claimed.is_empty() || draw && claimed != others {
        return Err(Refusal::NoClaim);
    }
    if draw {
        table.finish(ctx, SeatSet::EMPTY, "away", None);
        table.store(ctx);
    } else {
        for gone in claimed.iter() {
            table.put_out(gone, "away");
        }
        table.settle(ctx, Some("away"), None);
    }
    Ok(())
}

/// The seats whose players have been away for long enough.
fn claimable(game: &Game, now: Timestamp) -> SeatSet {
    let ripe = |party: &&Party| !party.out && party.claim_from.is_some_and(|from| from <= now);
    (0..)
        .map_while(Seat::new)
        .zip(game.players.iter())
        .filter(|(_, party)| ripe(party))
        .map(|(seat, _)| seat)
        .collect()
}

/// At the start of a game: whoever is not there may come yet.
pub(crate) fn expect_all(ctx: &ReducerContext, game: &mut Game) {
    let claim_from = can_be_claimed(game).then(|| ctx.timestamp + CLAIM_AFTER_LOSS);
    for party in game.players.iter_mut() {
        party.online = party.identity.is_some_and(|player| presence::is_present(ctx, player));
        party.claim_from = if party.online { None } else { claim_from };
    }
}

/// A player has gone away.
pub(crate) fn went(ctx: &ReducerContext, mut game: Game, seat: Seat, claim_from: Timestamp) {
    let claim_from = can_be_claimed(&game).then_some(claim_from);
    if let Some(party) = game.players.get_mut(seat.index()) {
        party.online = false;
        party.claim_from = claim_from.filter(|_| !party.out);
    }
    change(ctx, game, |table| match leaving(&table.game) {
        OnLeaving::Pause { at_most } => table.wait_for(ctx, seat, at_most),
        OnLeaving::Reset => true,
        OnLeaving::Run => false,
    });
}

/// A player has come back.
pub(crate) fn came(ctx: &ReducerContext, mut game: Game, seat: Seat) {
    if let Some(party) = game.players.get_mut(seat.index()) {
        party.online = true;
        party.claim_from = None;
    }
    change(ctx, game, |table| {
        let waited = SeatSet::from_bits(table.game.waits_for).contains(seat);
        if waited {
            table.wait_no_longer(ctx, SeatSet::only(seat));
        }
        waited || leaving(&table.game) == OnLeaving::Reset
    });
}

/// Writes what has changed about who is there and, if `act` says that it has done more, all of a game that runs.
fn change(ctx: &ReducerContext, game: Game, act: impl FnOnce(&mut Running) -> bool) {
    if game.status == GameStatus::Live && leaving(&game) != OnLeaving::Run {
        let id = game.id;
        match Running::of(ctx, game.clone()) {
            Ok(mut table) => {
                act(&mut table);
                return table.settle(ctx, None, None);
            }
            Err(refusal) => log::error!("game {id} cannot follow who is there: {refusal}"),
        }
    }
    seat::restate(ctx, &game);
    ctx.db.game().id().update(game);
}

fn can_be_claimed(game: &Game) -> bool {
    let slow = game.time.parse::<TimeControl>().is_ok_and(|time| time.is_correspondence());
    game.status == GameStatus::Live && !slow
}

fn leaving(game: &Game) -> OnLeaving {
    game.leaving.parse::<Leaving>().unwrap_or_default().action()
}

/// When something is to be done about somebody who is away, if they stay away.
pub(crate) fn due(game: &Game) -> Option<Micros> {
    let first = |due: &mut dyn Iterator<Item = Micros>| due.min();
    match leaving(game) {
        OnLeaving::Run => None,
        OnLeaving::Reset => first(&mut game.players.iter().filter_map(|party| party.claim_from).map(micros)),
        OnLeaving::Pause { at_most } => {
            let since = micros(game.paused_at?);
            let waits_for = SeatSet::from_bits(game.waits_for);
            first(&mut waits_for.iter().map(|seat| since.saturating_add(at_most - waited_for(game, seat))))
        }
    }
}

/// Does what is due: the clocks go on, or the game waits for other players.
pub(crate) fn see_to(ctx: &ReducerContext, mut table: Running) {
    match leaving(&table.game) {
        OnLeaving::Reset if !claimable(&table.game, ctx.timestamp).is_empty() => {
            return reset(ctx, table.game);
        }
        OnLeaving::Pause { at_most } => {
            let waited = micros(ctx.timestamp).saturating_sub(table.game.paused_at.map_or(0, micros));
            let over = |&seat: &Seat| waited_for(&table.game, seat).saturating_add(waited) >= at_most;
            let over: SeatSet = SeatSet::from_bits(table.game.waits_for).iter().filter(over).collect();
            table.wait_no_longer(ctx, over);
        }
        _ => {}
    }
    table.settle(ctx, None, None);
}

/// Frees the seats of those who are away; the others wait for new players. What was played is forgotten.
fn reset(ctx: &ReducerContext, mut game: Game) {
    let away = claimable(&game, ctx.timestamp);
    let seats = game.players.len();
    let parties = (0..).map_while(Seat::new).zip(game.players.0);
    let (gone, there): (Vec<_>, Vec<_>) =
        parties.partition(|&(seat, ref party)| away.contains(seat) || party.out);
    for identity in gone.into_iter().filter_map(|(_, party)| party.identity) {
        tally::change(ctx, identity, |tally| tally.uncount(&game.time));
    }
    game.players.0 = there.into_iter().map(|(_, party)| Party { claim_from: None, ..party }).collect();
    let anybody = !game.players.is_empty();
    game.players.resize(seats, Party::FREE);
    watch::close(ctx, game.id);
    watchable::unlist(ctx, game.id);
    chat::close(ctx, game.id);
    game.watchers = 0;
    turn_timer::set(ctx, game.id, NEVER);
    if anybody { lobby::reopen(ctx, game) } else { lobby::remove(ctx, &game) }
}

impl Running {
    /// Lets the clocks stand for all who are away, if the game's policy says so.
    pub(crate) fn wait_for_all_who_are_away(&mut self, ctx: &ReducerContext) {
        let OnLeaving::Pause { at_most } = leaving(&self.game) else { return };
        let seats = (0..).map_while(Seat::new).zip(self.game.players.iter());
        let away: SeatSet = seats.filter(|(_, party)| !party.online).map(|(seat, _)| seat).collect();
        for seat in away.iter() {
            self.wait_for(ctx, seat, at_most);
        }
    }

    /// The clocks go on: whoever is away has their time to come back from now on.
    pub(crate) fn expect_back(&mut self, ctx: &ReducerContext) {
        for from in self.game.players.iter_mut().filter_map(|party| party.claim_from.as_mut()) {
            *from = (*from).max(ctx.timestamp + CLAIM_AFTER_LOSS);
        }
    }

    /// Lets the clocks stand until a player is back; says whether they do.
    fn wait_for(&mut self, ctx: &ReducerContext, seat: Seat, at_most: Micros) -> bool {
        let late = !self.clock.flagged(micros(ctx.timestamp)).is_empty();
        let agreed = self.clock.is_paused() && self.game.waits_for == 0;
        let untimed = self.clock.control().is_untimed();
        let playing = self.position.playing().contains(seat);
        if late || agreed || untimed || !playing || waited_for(&self.game, seat) >= at_most {
            return false;
        }
        // Those who were waited for already have used some of their time up.
        self.count_waiting(ctx);
        self.game.waits_for = SeatSet::from_bits(self.game.waits_for).with(seat).bits();
        self.pause(ctx);
        self.game.paused_at = Some(ctx.timestamp);
        let until = micros(ctx.timestamp).saturating_add(at_most - waited_for(&self.game, seat));
        if let Some(party) = self.game.players.get_mut(seat.index()) {
            // The game cannot be claimed while it is the clocks that wait.
            let until = Timestamp::from_micros_since_unix_epoch(until);
            party.claim_from = party.claim_from.map(|from| from.max(until));
        }
        true
    }

    /// Some are not waited for any more; when none is, the clocks go on.
    pub(crate) fn wait_no_longer(&mut self, ctx: &ReducerContext, seats: SeatSet) {
        self.count_waiting(ctx);
        let still = SeatSet::from_bits(self.game.waits_for).without(seats);
        self.game.waits_for = still.bits();
        if still.is_empty() {
            self.resume(ctx);
        } else {
            self.game.paused_at = Some(ctx.timestamp);
        }
    }

    /// Counts the time since the clocks were stopped, or since it was counted last.
    fn count_waiting(&mut self, ctx: &ReducerContext) {
        let Some(since) = self.game.paused_at else { return };
        let waited = micros(ctx.timestamp).saturating_sub(micros(since)).max(0).unsigned_abs();
        for seat in SeatSet::from_bits(self.game.waits_for).iter() {
            if let Some(so_far) = self.game.waited_for_us.get_mut(seat.index()) {
                *so_far += waited;
            }
        }
    }
}

fn waited_for(game: &Game, seat: Seat) -> Micros {
    let waited = game.waited_for_us.get(seat.index()).copied().unwrap_or_default();
    Micros::try_from(waited).unwrap_or(Micros::MAX)
}
