//! From the tables that a player's games are in to the games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use spacetimedb_sdk::{DbContext, Event, Identity, Table, TableWithPrimaryKey};
use zeitnot_bindings::{
    DbConnection, EventContext, MeTableAccess, PastMovesTableAccess, SeatTableAccess, TurnTableAccess,
    meQueryTableAccess, past_movesQueryTableAccess, seatQueryTableAccess, turnQueryTableAccess,
};

use super::copies::Copies;
use super::core::Report;
use super::link::Tell;
use super::row;

/// The games of the player on one connection. The SDK's callbacks have a hand in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Games(Arc<Mutex<Copies>>);

impl Games {
    /// Subscribes to the player's games and name, and tells of all of them when they have come.
    pub(super) fn subscribe(&self, connection: &DbConnection, identity: Identity, tell: impl Tell) {
        let db = &connection.db;
        self.gather(&db.seat(), Copies::put_seat, Copies::drop_seat);
        self.gather(&db.turn(), Copies::put_turn, Copies::drop_turn);
        self.gather(&db.past_moves(), Copies::put_page, Copies::drop_page);
        let (seats, turns) = (self.clone(), self.clone());
        db.seat().on_update(move |_, _, row| seats.copies().put_seat(row));
        db.turn().on_update(move |_, _, row| turns.copies().put_turn(row));
        let told = tell.clone();
        db.me().on_update(move |_, _, row| told(Report::Me(row::me(row))));
        let (told, games) = (tell.clone(), self.clone());
        connection
            .subscription_builder()
            .on_applied(move |ctx| {
                let me = ctx.db.me().iter().next().as_ref().map(row::me);
                let mut copies = games.copies();
                ctx.db.seat().iter().for_each(|row| copies.put_seat(&row));
                ctx.db.turn().iter().for_each(|row| copies.put_turn(&row));
                ctx.db.past_moves().iter().for_each(|row| copies.put_page(&row));
                told(Report::Ready { me, games: copies.all() });
            })
            .on_error(move |_, error| tell(Report::Lost { reason: error.to_string() }))
            .add_query(|query| query.from.me())
            // The owner of the database would get everybody's otherwise.
            .add_query(|query| query.from.seat().filter(|seat| seat.player.eq(identity)))
            .add_query(|query| {
                query.from.turn().filter(|turn| turn.player.eq(identity).or(turn.other.eq(identity)))
            })
            .add_query(|query| {
                query.from.past_moves().filter(|page| page.player.eq(identity).or(page.other.eq(identity)))
            })
            .subscribe();
    }

    /// Gathers the rows that come into a table and go out of it.
    fn gather<T: Table<EventContext = EventContext>>(
        &self,
        table: &T,
        put: fn(&mut Copies, &T::Row),
        drop: fn(&mut Copies, &T::Row),
    ) {
        let (inserted, deleted) = (self.clone(), self.clone());
        table.on_insert(move |ctx, row| {
            // Those that are there at the beginning have been told all together.
            if !matches!(ctx.event, Event::SubscribeApplied) {
                put(&mut inserted.copies(), row);
            }
        });
        table.on_delete(move |_, row| drop(&mut deleted.copies(), row));
    }

    /// Tells of the games that have changed. To be called when all rows of a transaction have been gathered.
    pub(super) fn hand_on(&self, tell: &impl Tell) {
        self.copies().changes().into_iter().for_each(tell);
    }

    /// A callback that panics leaves them half changed at worst; the connection is lost then, and they with it.
    fn copies(&self) -> MutexGuard<'_, Copies> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
