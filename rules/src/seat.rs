//! Who sits where, and who may see what.

use std::fmt;

/// The most seats any game may have.
pub const MAX_SEATS: u8 = 8;

/// A place at the table, counted from zero: `0..=7`.
///
/// ```
/// use zeitnot_rules::Seat;
///
/// let second = Seat::new(1).unwrap();
/// assert_eq!(second.index(), 1);
/// assert_eq!(second.to_string(), "seat 2");
/// assert_eq!(Seat::new(8), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that the opener of a game takes.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number, counted from zero; `None` beyond [`MAX_SEATS`].
    pub const fn new(index: u8) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index)) } else { None }
    }

    /// For indexing, `0..=7`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's number as stored, `0..=7`.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// As people count: seat 1 to seat 8.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// A set of seats, one bit each, in ascending order when walked.
///
/// ```
/// use zeitnot_rules::{Seat, SeatSet};
///
/// let mut playing = SeatSet::first(3);
/// playing.remove(Seat::FIRST);
/// assert_eq!(playing.iter().map(Seat::get).collect::<Vec<_>>(), [1, 2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats; everybody at a table of [`MAX_SEATS`] or more.
    pub const fn first(count: u8) -> SeatSet {
        if count >= MAX_SEATS { SeatSet(u8::MAX) } else { SeatSet((1 << count) - 1) }
    }

    /// This seat alone.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Bit `n` stands for seat `n`.
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits)
    }

    /// Bit `n` stands for seat `n`.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many seats are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `seat` is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether everybody in `other` is in this set too.
    pub const fn includes(self, other: SeatSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// This set and `seat`.
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | (1 << seat.0))
    }

    /// Those of this set who are not in `other`.
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Puts `seat` in.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..MAX_SEATS).map(Seat).filter(move |&seat| self.contains(seat))
    }

    /// The member that comes after `seat` in cyclic order, which is `seat` itself when it is the
    /// only one; `None` from an empty set.
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        (1..=MAX_SEATS).map(|step| Seat((seat.0 + step) % MAX_SEATS)).find(|&seat| self.contains(seat))
    }

    /// The one seat of a set of one.
    pub fn sole(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::get)).finish()
    }
}

/// Somebody who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// One who plays, or has played and is out.
    Seat(Seat),
    /// One who only watches.
    Spectator,
}

/// A set of viewers: any of the seats, and the spectators all alike.
///
/// ```
/// use zeitnot_rules::{Audience, Seat, Viewer};
///
/// let mover = Audience::only(Seat::FIRST);
/// assert!(mover.contains(Viewer::Seat(Seat::FIRST)));
/// assert!(!mover.contains(Viewer::Spectator));
/// assert!(Audience::EVERYONE.includes(mover));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Audience {
    /// Those of the players.
    pub seats: SeatSet,
    /// Whether spectators are part of it.
    pub spectators: bool,
}

impl Audience {
    /// All seats and all spectators.
    pub const EVERYONE: Audience = Audience { seats: SeatSet::from_bits(u8::MAX), spectators: true };

    /// This seat alone.
    pub const fn only(seat: Seat) -> Audience {
        Audience { seats: SeatSet::only(seat), spectators: false }
    }

    /// Whether this viewer belongs to it.
    pub const fn contains(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.contains(seat),
            Viewer::Spectator => self.spectators,
        }
    }

    /// Whether every viewer in `other` belongs to this audience too.
    pub const fn includes(self, other: Audience) -> bool {
        self.seats.includes(other.seats) && (self.spectators || !other.spectators)
    }

    /// Bit `n` for seat `n`, bit 8 for spectators.
    pub const fn bits(self) -> u16 {
        self.seats.bits() as u16 | (self.spectators as u16) << 8
    }

    /// The reverse of [`Audience::bits`]; higher bits are ignored.
    pub const fn from_bits(bits: u16) -> Audience {
        Audience { seats: SeatSet::from_bits(bits as u8), spectators: bits & 1 << 8 != 0 }
    }
}
