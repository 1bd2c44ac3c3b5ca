//! What is done in a round: all that chance decides, from a seed.

use std::fmt;
use std::time::Duration;

use fastrand::Rng;

use crate::blow::Blow;
use crate::journal::PlayerNumber;
use crate::table::{KINDS, Table};

/// How many bots sit at tables.
pub const SEATED: usize = 6;

/// How many more find their opponents by the queue.
pub const SEARCHING: usize = 2;

/// How many tables there are.
const TABLES: usize = 7;

/// One round in so many has a small disk, which is filled.
const SMALL_DISK_IN: u32 = 4;

/// All that is decided beforehand about a round. When exactly something happens in the server, only the machine
/// decides; so a blow falls after a number of acknowledged calls, not at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seed of the run.
    pub seed: u64,
    /// Which round, from 1.
    pub round: u32,
    /// What is played.
    pub tables: Vec<Table>,
    /// What is done, in order.
    pub blows: Vec<Planned>,
}

/// When a blow falls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// So many acknowledged calls after the one before, or after the start.
    pub after: usize,
    /// What falls.
    pub blow: Blow,
}

impl Plan {
    /// The plan of a round.
    pub fn new(seed: u64, round: u32) -> Self {
        let mut chance = generator(seed, round, 0);
        let tables = (0..TABLES).map(|_| table(&mut chance)).collect();
        let restart = if chance.u32(..SMALL_DISK_IN) == 0 {
            Blow::Fill { left: chance.u64(..48 << 10) }
        } else {
            kill(&mut chance)
        };
        let mut blows = vec![restart, lesser(&mut chance)];
        blows.push(if chance.bool() { kill(&mut chance) } else { lesser(&mut chance) });
        chance.shuffle(&mut blows);
        let planned = |blow| Planned { after: chance.usize(15..90), blow };
        Self { seed, round, tables, blows: blows.into_iter().map(planned).collect() }
    }

    /// The chance of one of its bots.
    pub fn chance_of(&self, player: PlayerNumber) -> Rng {
        generator(self.seed, self.round, player as u64 + 1)
    }

    /// Whether the server is to have a disk that can be filled.
    pub fn fills_the_disk(&self) -> bool {
        self.blows.iter().any(|planned| matches!(planned.blow, Blow::Fill { .. }))
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {} round {}", self.seed, self.round)?;
        for table in &self.tables {
            writeln!(f, "  table: {table}")?;
        }
        for Planned { after, blow } in &self.blows {
            writeln!(f, "  after {after} more acknowledged: {blow}")?;
        }
        Ok(())
    }
}

/// Streams of chance that have nothing to do with each other: the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014) over seed, round and stream.
fn generator(seed: u64, round: u32, stream: u64) -> Rng {
    let mut mixed = seed ^ (u64::from(round) << 32) ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Rng::with_seed(mixed ^ (mixed >> 31))
}

fn table(chance: &mut Rng) -> Table {
    let kind = KINDS[chance.usize(..KINDS.len())];
    let players = chance.choose_multiple(0..SEATED, kind.seats);
    let staller = kind.is_stalled.then(|| (players[chance.usize(..players.len())], chance.usize(1..3)));
    Table { kind, players, staller }
}

fn kill(chance: &mut Rng) -> Blow {
    Blow::Kill { down: Duration::from_millis(chance.u64(..800)) }
}

fn lesser(chance: &mut Rng) -> Blow {
    let everybody = 0..SEATED + SEARCHING;
    let some = chance.usize(1..=everybody.len());
    let mut players = chance.choose_multiple(everybody, some);
    players.sort_unstable();
    let lasts = Duration::from_millis(chance.u64(100..900));
    match chance.u32(..5) {
        0 => Blow::Cut { players, lasts, linger: Duration::ZERO },
        1 => Blow::Cut { players, lasts, linger: Duration::from_millis(chance.u64(1..400)) },
        2 => Blow::Deafen { players, lasts },
        3 => Blow::Delay { players, by: Duration::from_millis(chance.u64(5..80)) },
        // Either certainly not credited, or certainly: see `absence::UNCREDITED`.
        _ if chance.bool() => Blow::Stop { lasts },
        _ => Blow::Stop { lasts: Duration::from_millis(chance.u64(2_200..3_000)) },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_seed_gives_the_same_plan_again_and_each_round_another() {
        assert_eq!(Plan::new(5, 3), Plan::new(5, 3));
        let plans: BTreeSet<String> = (1..=50).map(|round| Plan::new(5, round).to_string()).collect();
        assert_eq!(plans.len(), 50);
        let chances: BTreeSet<u64> =
            (0..SEATED + SEARCHING).map(|player| Plan::new(5, 3).chance_of(player).u64(..)).collect();
        assert_eq!(chances.len(), SEATED + SEARCHING);
    }

    #[test]
    fn two_hundred_rounds_play_every_kind_and_strike_every_blow() {
        let plans: Vec<Plan> = (1..=200).map(|round| Plan::new(1, round)).collect();
        let blows: BTreeSet<&str> =
            plans.iter().flat_map(|plan| &plan.blows).map(|planned| planned.blow.name()).collect();
        assert_eq!(blows, ["cut", "deafen", "delay", "fill", "kill", "stop"].into());
        let specs: BTreeSet<(&str, &str)> = plans
            .iter()
            .flat_map(|plan| &plan.tables)
            .map(|table| (table.kind.spec, table.kind.time))
            .collect();
        assert_eq!(specs.len(), KINDS.len());
        for plan in plans {
            let restarts = |planned: &Planned| matches!(planned.blow, Blow::Kill { .. } | Blow::Fill { .. });
            assert!(plan.blows.iter().any(restarts), "a round without a restart: {plan}");
            for table in &plan.tables {
                let players: BTreeSet<_> = table.players.iter().collect();
                assert_eq!(players.len(), table.kind.seats, "each seat has a player of its own: {table}");
            }
        }
    }
}
