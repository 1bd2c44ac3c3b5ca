//! Who plays whom, of those who search in one pool: a pure function.

use spacetimedb::Identity;
use zeitnot_rules::clock::{Micros, SECOND};

/// By how much a range grows, upwards and downwards, with each second of waiting.
const WIDER_BY: u32 = 10;

/// After so long any opponent will do.
const PATIENCE: Micros = 60 * SECOND;

/// Somebody who searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Searcher {
    pub player: Identity,
    pub rating: u32,
    /// How far below and above their own rating they have asked for.
    pub below: u32,
    pub above: u32,
    /// For how long they have been searching.
    pub waited: Micros,
}

impl Searcher {
    /// Whether the other is within this one's range, as it is by now.
    pub fn accepts(&self, other: &Self) -> bool {
        let asked = if other.rating < self.rating { self.below } else { self.above };
        other.rating.abs_diff(self.rating) <= self.widened(asked)
    }

    fn widened(&self, asked: u32) -> u32 {
        if self.waited >= PATIENCE {
            return u32::MAX;
        }
        let seconds = u32::try_from(self.waited / SECOND).unwrap_or(0);
        asked.saturating_add(seconds * WIDER_BY)
    }
}

/// Where in `waiting` the opponent is found: whoever has waited longest of those who accept `searcher` and whom
/// `searcher` accepts; of several who came in the same second, whoever is the closest by rating; of several of
/// these, the first.
///
/// `waiting` is in order of arrival. `may_meet` says of one within both ranges whether anything else is against it.
pub(crate) fn opponent(
    searcher: &Searcher,
    waiting: &[Searcher],
    may_meet: impl Fn(&Searcher) -> bool,
) -> Option<usize> {
    let mut found: Option<(usize, &Searcher)> = None;
    for (at, other) in waiting.iter().enumerate() {
        if found.is_some_and(|(_, best)| came_later(other, best)) {
            break;
        }
        let closer = |best: &Searcher| distance(searcher, other) < distance(searcher, best);
        let better = found.is_none_or(|(_, best)| closer(best));
        let fits = other.player != searcher.player && searcher.accepts(other) && other.accepts(searcher);
        if better && fits && may_meet(other) {
            found = Some((at, other));
        }
    }
    found.map(|(at, _)| at)
}

fn came_later(one: &Searcher, other: &Searcher) -> bool {
    one.waited / SECOND < other.waited / SECOND
}

fn distance(one: &Searcher, other: &Searcher) -> u32 {
    one.rating.abs_diff(other.rating)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searcher(n: u64, rating: u32, below: u32, above: u32, waited_s: i64) -> Searcher {
        let player = Identity::from_claims("tests", &n.to_string());
        Searcher { player, rating, below, above, waited: waited_s * SECOND }
    }

    /// The one who searches has 1500 and takes 100 more or less.
    #[test]
    fn the_longest_waiting_within_both_ranges_is_chosen() {
        const ANY: u32 = u32::MAX;
        let me = searcher(0, 1500, 100, 100, 0);
        type Waiting<'a> = &'a [(u32, u32, u32, i64)];
        let table: &[(&str, Waiting, Option<usize>)] = &[
            ("nobody", &[], None),
            ("just within", &[(1400, ANY, ANY, 5)], Some(0)),
            ("just without", &[(1399, ANY, ANY, 5), (1601, ANY, ANY, 4)], None),
            ("theirs does not reach", &[(1400, 0, 99, 0), (1600, 99, 0, 0)], None),
            ("theirs has been widened", &[(1400, 0, 90, 1)], Some(0)),
            ("the first, though another is closer", &[(1410, ANY, ANY, 9), (1500, ANY, ANY, 5)], Some(0)),
            ("the second, since the first is without", &[(2000, ANY, ANY, 9), (1590, ANY, ANY, 5)], Some(1)),
            ("the closest of the same second", &[(1410, ANY, ANY, 5), (1510, ANY, ANY, 5)], Some(1)),
            ("the first of the same rating", &[(1510, ANY, ANY, 5), (1490, ANY, ANY, 5)], Some(0)),
            ("mine is not widened by their patience", &[(2000, ANY, ANY, 600)], None),
        ];
        for (what, waiting, wanted) in table {
            let waiting: Vec<Searcher> = (1..)
                .zip(*waiting)
                .map(|(n, &(rating, below, above, waited))| searcher(n, rating, below, above, waited))
                .collect();
            assert_eq!(opponent(&me, &waiting, |_| true), *wanted, "{what}");
        }
    }

    #[test]
    fn after_a_minute_anybody_will_do() {
        let narrow = |n, rating, waited| searcher(n, rating, 0, 0, waited);
        let far = [narrow(1, 400, 60)];
        assert_eq!(opponent(&narrow(0, 4000, 59), &far, |_| true), None);
        assert_eq!(opponent(&narrow(0, 4000, 60), &far, |_| true), Some(0));
        assert_eq!(opponent(&narrow(0, 4000, 60), &[narrow(1, 400, 59)], |_| true), None);
    }

    #[test]
    fn nobody_meets_themself_or_someone_they_may_not() {
        let me = searcher(0, 1500, u32::MAX, u32::MAX, 60);
        let other = searcher(1, 1500, u32::MAX, u32::MAX, 60);
        assert_eq!(opponent(&me, &[me], |_| true), None);
        assert_eq!(opponent(&me, &[other], |_| false), None);
        assert_eq!(opponent(&me, &[me, other], |_| true), Some(1));
    }

    /// Whatever a thousand ask for, the rule above says who is chosen: looked for here the long way.
    #[test]
    fn ranges_are_respected_however_many_wait() {
        let mut seed = 7_u64;
        let mut chance = move |below: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u32 % below
        };
        let mut anybody = |n: u64, waited: Micros| {
            let limit = |number: u32| if number.is_multiple_of(97) { u32::MAX } else { number };
            Searcher {
                player: Identity::from_claims("tests", &(n % 900).to_string()),
                rating: 400 + chance(3_600),
                below: limit(chance(9)),
                above: limit(chance(9)),
                waited,
            }
        };
        let mut matched = 0;
        for round in 0..200 {
            let me = anybody(round, round as Micros % 3 * SECOND);
            let mut waiting: Vec<Searcher> =
                (0..1_000).map(|n| anybody(n, (n * 37_000_003 % 5_000_000) as Micros)).collect();
            waiting.sort_by_key(|other| -other.waited);
            let may_meet = |other: &Searcher| !other.rating.is_multiple_of(7);
            let fits = |other: &Searcher| {
                let (low, high) = if me.rating < other.rating { (me, *other) } else { (*other, me) };
                let gap = high.rating - low.rating;
                let upwards = if low.rating == high.rating { other.above.min(me.above) } else { low.above };
                let downwards = if low.rating == high.rating { other.above } else { high.below };
                let room = |asked: u32, it: &Searcher| {
                    u64::from(asked) + 10 * (it.waited / SECOND) as u64 >= u64::from(gap)
                };
                room(upwards, &low) && room(downwards, &high) && other.player != me.player && may_meet(other)
            };
            let best = waiting
                .iter()
                .filter(|other| fits(other))
                .min_by_key(|other| (-(other.waited / SECOND), other.rating.abs_diff(me.rating)));
            let found = opponent(&me, &waiting, may_meet).map(|at| waiting[at]);
            assert_eq!(found, best.copied(), "{me:?}");
            matched += usize::from(found.is_some());
        }
        assert!((20..200).contains(&matched), "{matched} of 200 found somebody: the numbers test nothing");
    }
}
