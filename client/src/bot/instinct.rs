//! What looks good at a glance.

use zeitnot_rules::{Seat, SeatSet};

use super::field::{Field, worth};

/// Worth more than anything that is built.
const WIN: i64 = 1 << 40;
/// Keeping another from winning at once.
const BLOCK: i64 = 1 << 36;

/// How good it looks for `seat` to mark an empty cell; `playing` are those still in the game.
pub(super) fn appeal(field: &mut Field, cell: usize, seat: Seat, playing: SeatSet) -> i64 {
    let own = built(field, cell, seat);
    if field.variant().misere {
        // A line is what one must not get; whatever builds one is left to the others.
        let lost = if field.completes(cell, seat) { WIN } else { 0 };
        return -own - lost;
    }
    if field.completes(cell, seat) {
        return WIN;
    }
    let mut appeal = own;
    for (later, other) in order_after(seat, playing).enumerate() {
        appeal += built(field, cell, other) / 2;
        if field.completes(cell, other) {
            // Whoever comes first is the more urgent.
            appeal += BLOCK >> later;
        }
    }
    if let Some(above) = field.above(cell)
        && let Some(next) = order_after(seat, playing).next()
    {
        field.put(cell, seat);
        if field.completes(above, next) {
            appeal -= BLOCK / 4;
        }
        field.take(cell);
    }
    appeal
}

/// What `seat` has begun on the lines through a cell where nobody else stands.
fn built(field: &Field, cell: usize, seat: Seat) -> i64 {
    let own = |counts: &&[u8; 4]| counts.iter().sum::<u8>() == counts[seat.index()];
    field.counts_through(cell).filter(own).map(|counts| worth(counts[seat.index()] + 1)).sum()
}

/// The others, in the order in which they move after `seat`.
fn order_after(seat: Seat, playing: SeatSet) -> impl Iterator<Item = Seat> {
    let mut at = seat;
    std::iter::from_fn(move || {
        at = playing.next_after(at)?;
        (at != seat).then_some(at)
    })
}
