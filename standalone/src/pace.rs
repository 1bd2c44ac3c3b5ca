//! How often somebody may ask the database something.
//!
//! What changes the database is limited in the module, by player. A query or a procedure reaches the engine without it;
//! each holds up everybody's moves while it runs, and identities cost nothing. So both are counted here, by identity and by
//! the address that they come from.
//!
//! A count is kept as the moment at which it will have been made good (the generic cell rate algorithm, ITU-T I.371).

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use spacetimedb_lib::Identity;

/// How many seconds' worth of questions somebody who has been quiet may ask at once.
const BURST: u32 = 3;

/// A connection that has to wait looks again after this long at the latest, or when its turn would be.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// With so many counts in memory those that are made good are thrown away, which changes nothing.
const MANY: usize = 10_000;

/// How many questions a second; 0 is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Of one identity.
    pub identity: u32,
    /// From one address, or from one network of 2^64 addresses in IPv6: whoever has one of them has them all.
    pub address: u32,
}

impl Rates {
    /// The limits unless told otherwise. A client of ours asks ten things when it connects and hardly anything
    /// afterwards; many of them may come through one address.
    pub const STANDARD: Self = Self { identity: 20, address: 200 };
}

/// Why somebody has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too_fast: {whose} may ask {rate} things a second")]
pub struct TooFast {
    whose: &'static str,
    rate: u32,
    /// How long until the same is let through, if nothing else is asked in between.
    pub wait: Duration,
}

/// Counts what is asked.
pub struct Pace {
    counts: Mutex<Counts>,
}

struct Counts {
    identities: Count<Identity>,
    addresses: Count<IpAddr>,
}

impl Pace {
    /// Nobody has asked anything yet.
    pub fn new(rates: Rates) -> Self {
        let identities = Count::new("a player", rates.identity);
        let addresses = Count::new("an address", rates.address);
        Self { counts: Mutex::new(Counts { identities, addresses }) }
    }

    /// Counts so many questions of `who` from `address`, if both may ask them now. More than fit into a burst are taken for
    /// as many as do.
    ///
    /// # Errors
    /// Who has to wait, and how long. Nothing is counted then.
    pub fn take(
        &self,
        who: Identity,
        address: IpAddr,
        questions: usize,
        now: Instant,
    ) -> Result<(), TooFast> {
        let address = network(address);
        let mut counts = self.counts();
        let by_identity = counts.identities.after(who, questions, now)?;
        let by_address = counts.addresses.after(address, questions, now)?;
        counts.identities.note(who, by_identity, now);
        counts.addresses.note(address, by_address, now);
        Ok(())
    }

    /// Waits until so many questions may be asked, and counts them.
    pub async fn wait(&self, who: Identity, address: IpAddr, questions: usize) {
        let mut pause = Duration::ZERO;
        while let Err(too_fast) = self.take(who, address, questions, Instant::now()) {
            // Thousands may wait for the same, and need not all wake up for each of them that is let through.
            pause = (2 * pause).min(LONGEST_PAUSE).max(too_fast.wait);
            tokio::time::sleep(pause).await;
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // A count is whole at any time.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The questions of many, of whom each may ask so many a second.
struct Count<Key> {
    whose: &'static str,
    rate: u32,
    /// When all that somebody has asked will have been made good.
    good_at: HashMap<Key, Instant>,
}

impl<Key: Eq + Hash> Count<Key> {
    fn new(whose: &'static str, rate: u32) -> Self {
        Self { whose, rate, good_at: HashMap::new() }
    }

    /// When all will have been made good after so many questions more. `None` without a limit.
    fn after(&self, key: Key, questions: usize, now: Instant) -> Result<Option<Instant>, TooFast> {
        if self.rate == 0 {
            return Ok(None);
        }
        let most = self.rate.saturating_mul(BURST);
        let questions = u32::try_from(questions).unwrap_or(u32::MAX).min(most);
        let begin = self.good_at.get(&key).map_or(now, |&good_at| good_at.max(now));
        let good_at = begin + Duration::from_secs(1) * questions / self.rate;
        let wait = good_at.saturating_duration_since(now + Duration::from_secs(BURST.into()));
        if wait.is_zero() {
            Ok(Some(good_at))
        } else {
            Err(TooFast { whose: self.whose, rate: self.rate, wait })
        }
    }

    fn note(&mut self, key: Key, good_at: Option<Instant>, now: Instant) {
        let Some(good_at) = good_at else { return };
        if self.good_at.len() >= MANY {
            self.good_at.retain(|_, good_at| *good_at > now);
        }
        self.good_at.insert(key, good_at);
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::{Duration, Instant};

    use spacetimedb_lib::Identity;

    use super::{MANY, Pace, Rates};

    const HERE: &str = "192.0.2.1";

    fn who(number: u8) -> Identity {
        Identity::from_byte_array([number; 32])
    }

    fn at(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    /// How many of so many questions are let through at once.
    fn let_through(
        pace: &Pace,
        tries: usize,
        ask: impl Fn(usize) -> (Identity, IpAddr),
        now: Instant,
    ) -> usize {
        (0..tries).map(&ask).filter(|&(who, address)| pace.take(who, address, 1, now).is_ok()).count()
    }

    #[test]
    fn three_seconds_worth_are_let_through_at_once_and_then_the_rate() {
        let pace = Pace::new(Rates { identity: 10, address: 0 });
        let start = Instant::now();
        let ask = |_| (who(1), at(HERE));
        assert_eq!(let_through(&pace, 100, ask, start), 30);
        let refused = pace.take(who(1), at(HERE), 1, start).expect_err("too many");
        assert_eq!(refused.to_string(), "too_fast: a player may ask 10 things a second");
        assert_eq!(refused.wait, Duration::from_millis(100));
        assert_eq!(let_through(&pace, 100, ask, start + Duration::from_secs(1)), 10);
        // A refusal costs nothing: after the time that it named the same is let through.
        let later = start + Duration::from_secs(1) + Duration::from_millis(100);
        assert_eq!(let_through(&pace, 100, ask, later), 1);
        assert_eq!(let_through(&pace, 100, ask, start + Duration::from_secs(60)), 30);
    }

    #[test]
    fn others_are_not_kept_waiting() {
        let pace = Pace::new(Rates { identity: 10, address: 0 });
        let now = Instant::now();
        let_through(&pace, 100, |_| (who(1), at(HERE)), now);
        assert_eq!(pace.take(who(2), at(HERE), 1, now), Ok(()));
    }

    #[test]
    fn new_identities_from_one_address_are_one_and_the_same() {
        let pace = Pace::new(Rates { identity: 10, address: 40 });
        let now = Instant::now();
        let many = |asked: usize| (who(asked as u8), at(HERE));
        assert_eq!(let_through(&pace, 200, many, now), 120);
        let refused = pace.take(who(201), at(HERE), 1, now).expect_err("too many");
        assert_eq!(refused.to_string(), "too_fast: an address may ask 40 things a second");
        assert_eq!(pace.take(who(201), at("192.0.2.2"), 1, now), Ok(()));
        // So are all addresses of a network in IPv6.
        let many = |asked: usize| (who(asked as u8), at(&format!("2001:db8::{asked:x}")));
        assert_eq!(let_through(&pace, 200, many, now), 120);
        assert_eq!(pace.take(who(202), at("2001:db8:0:1::1"), 1, now), Ok(()));
        assert!(pace.take(who(203), at(&format!("::ffff:{HERE}")), 1, now).is_err(), "the same in IPv6");
    }

    #[test]
    fn a_request_with_many_questions_counts_as_many_but_can_be_made() {
        let pace = Pace::new(Rates { identity: 10, address: 0 });
        let now = Instant::now();
        assert_eq!(pace.take(who(1), at(HERE), 16, now), Ok(()));
        assert_eq!(let_through(&pace, 100, |_| (who(1), at(HERE)), now), 14);
        assert_eq!(pace.take(who(2), at(HERE), 1_000_000, now), Ok(()));
        assert!(pace.take(who(2), at(HERE), 1, now).is_err());
    }

    #[test]
    fn without_a_limit_nothing_is_counted() {
        let pace = Pace::new(Rates { identity: 0, address: 0 });
        let now = Instant::now();
        assert_eq!(let_through(&pace, 1000, |_| (who(1), at(HERE)), now), 1000);
        assert!(pace.counts().identities.good_at.is_empty());
    }

    #[test]
    fn what_has_been_made_good_is_forgotten() {
        let pace = Pace::new(Rates { identity: 10, address: 0 });
        let start = Instant::now();
        let stranger = |number: usize| {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            Identity::from_byte_array(bytes)
        };
        for number in 0..2 * MANY {
            // Each is forgotten a tenth of a second later.
            let now = start + Duration::from_millis(number as u64);
            assert_eq!(pace.take(stranger(number), at(HERE), 1, now), Ok(()));
            assert!(pace.counts().identities.good_at.len() <= MANY);
        }
    }
}
