//! What may be searched for: a well-known game under a time control, rated or not.

use spacetimedb::{ReducerContext, Table, reducer, table};
use zeitnot_rules::clock::{Speed, TimeControl};

use crate::game::{Checked, GameConfig};
use crate::refusal::{Outcome, Refusal};
use crate::staff::only_owner;
use crate::{audit, queue, rating};

/// The most pools that there may be.
pub const MAX_POOLS: u64 = 100;

/// The longest name of one, in bytes.
pub const MAX_NAME: usize = 64;

/// The time controls that each game is offered under at first: bullet, blitz, rapid, and by correspondence.
pub const TIMES: [&str; 4] = ["1+0", "3+2", "10+5", "days:3"];

/// The only shelf: the pools are read by it, since a view reads by exact keys.
pub(crate) const SHELF: u8 = 0;

/// Everybody who searches here plays the same game.
#[table(accessor = pool)]
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    /// `tic-tac-toe/3+2`, `tic-tac-toe/3+2/rated`, or what the owner has called it.
    #[primary_key]
    pub name: String,
    /// Always 0.
    #[index(btree)]
    pub shelf: u8,
    /// The rules in their canonical text: those of a game with a name, for two.
    pub spec: String,
    /// The time control in its canonical text; there is a clock.
    pub time: String,
    pub rated: bool,
}

/// Lays the pools out that there are at first.
pub(crate) fn set_up(ctx: &ReducerContext) {
    for (game, _) in zeitnot_rules::presets() {
        for time in TIMES {
            for rated in [false, true] {
                let name = format!("{game}/{time}{}", if rated { "/rated" } else { "" });
                if let Err(refusal) = add(ctx, name, game, time, rated) {
                    log::error!("a pool was left out: {refusal}");
                }
            }
        }
    }
}

/// Lets players search for a game of this kind. `name` has 1 to 64 of the characters `a` to `z`, `0` to `9` and
/// `/ + - . :`. Only the owner may.
///
/// Refused with `not_allowed`, `bad_config`, `bad_time`, `not_rateable`, `bad_pool` (the name is bad or taken,
/// the game has no name or no clock, or is not for two) or `too_many_pools`.
#[reducer]
pub fn add_pool(ctx: &ReducerContext, name: String, spec: String, time: String, rated: bool) -> Outcome {
    only_owner(ctx)?;
    let detail = format!("{name}: {spec}, {time}{}", if rated { ", rated" } else { "" });
    add(ctx, name, &spec, &time, rated)?;
    audit::note(ctx, "add_pool", "", detail);
    Ok(())
}

/// Takes a pool away, with all searches in it. Only the owner may. Refused with `not_allowed` or `no_such_pool`.
#[reducer]
pub fn remove_pool(ctx: &ReducerContext, name: String) -> Outcome {
    only_owner(ctx)?;
    let pool = find(ctx, &name)?;
    queue::empty(ctx, &pool.name);
    audit::note(ctx, "remove_pool", "", &pool.name);
    ctx.db.pool().name().delete(pool.name);
    Ok(())
}

/// The pool of this name. Refused with `no_such_pool`.
pub(crate) fn find(ctx: &ReducerContext, name: &str) -> Outcome<Pool> {
    let pool = if name.len() <= MAX_NAME { ctx.db.pool().name().find(name.to_owned()) } else { None };
    pool.ok_or_else(|| Refusal::NoSuchPool(name.chars().take(MAX_NAME).collect()))
}

impl Pool {
    /// What those who meet here play.
    pub(crate) fn config(&self) -> GameConfig {
        GameConfig {
            spec: self.spec.clone(),
            time: self.time.clone(),
            policy: String::new(),
            leaving: String::new(),
            series: String::new(),
            private: false,
            rated: self.rated,
        }
    }

    /// Whether its games are played in one sitting: nobody plays two of these at once.
    pub(crate) fn is_fast(&self) -> bool {
        is_fast(&self.time)
    }
}

/// Whether a game under this control is played in one sitting, against the clock.
pub(crate) fn is_fast(time: &str) -> bool {
    let speed = time.parse::<TimeControl>().ok().and_then(|time| Speed::of(&time));
    speed.is_some_and(|speed| speed != Speed::Correspondence)
}

fn add(ctx: &ReducerContext, name: String, spec: &str, time: &str, rated: bool) -> Outcome {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"/+-.:".contains(&byte);
    if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(letter) {
        return Err(Refusal::BadPool("a name has 1 to 64 of the characters a-z 0-9 / + - . :"));
    }
    if ctx.db.pool().name().find(&name).is_some() {
        return Err(Refusal::BadPool("there is a pool of this name"));
    }
    if ctx.db.pool().count() >= MAX_POOLS {
        return Err(Refusal::TooManyPools(MAX_POOLS));
    }
    let pool = Pool { name, shelf: SHELF, spec: spec.to_owned(), time: time.to_owned(), rated };
    let checked = Checked::try_from(pool.config())?;
    if rating::board(&checked.spec, &checked.time).is_none() {
        return Err(Refusal::BadPool("its game is one with a name and a clock, for two"));
    }
    ctx.db.pool().insert(Pool { spec: checked.spec, time: checked.time.to_string(), ..pool });
    Ok(())
}
