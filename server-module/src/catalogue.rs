//! What this server offers, for clients to show.

use spacetimedb::{AnonymousViewContext, SpacetimeType, view};
use zeitnot_rules::clock::Speed;
use zeitnot_rules::{FAMILIES, MAX_SPEC_BYTES, presets, seats_of};

use crate::deployment::{self, deployment__view as _};
use crate::pool::{self, Pool, pool__view as _};
use crate::{archive, block, challenge, chat, matchmaker, player, seek, watch};

/// Time controls to choose from, the fastest first. Any other one may be asked for as well.
pub const TIMES: [&str; 13] = [
    "absolute:60s",
    "fischer:2m+1s",
    "turn:10s",
    "fischer:3m+2s",
    "absolute:5m",
    "fischer:5m+3s",
    "fischer:10m+5s",
    "turn:30s",
    "fischer:15m+10s",
    "byoyomi:10m+5x30s",
    "fischer:30m+20s",
    "days:1",
    "days:3",
];

/// What may happen when time runs out, to choose from.
pub const POLICIES: [&str; 6] =
    ["forfeit", "forfeit,void-at-start", "forfeit,draw-if-unwinnable", "skip:3", "play", "play:2"];

/// What may happen when a player loses the connection, to choose from.
pub const LEAVINGS: [&str; 4] = ["run", "pause:60s", "pause:5m", "reset"];

/// How many games may be played for one result, to choose from.
pub const SERIES: [&str; 6] = ["single", "best-of:3", "best-of:5", "first-to:3", "first-to:5", "first-to:10"];

/// All that is offered. One row.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Catalogue {
    /// Always 0.
    pub id: u8,
    /// The version of this module.
    pub version: String,
    /// No game begins any more.
    pub draining: bool,
    /// Players may write to each other what they like.
    pub free_chat: bool,
    /// The games that have a name.
    pub presets: Vec<Preset>,
    /// What games without one may be made of.
    pub families: Vec<FamilyOffer>,
    /// What may be searched for with `join_queue`.
    pub pools: Vec<PoolOffer>,
    /// Time controls, policies, ways to see to players who leave, and lengths of series, to choose from.
    pub times: Vec<TimeOffer>,
    pub policies: Vec<String>,
    pub leavings: Vec<String>,
    pub series: Vec<String>,
    /// What players may say to each other with `say`, each by its number, from 0.
    pub phrases: Vec<String>,
    pub limits: Limits,
}

/// A game that has a name.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Preset {
    pub name: String,
    /// Its rules in their canonical text.
    pub spec: String,
    pub seats: u8,
}

/// A family of games.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct FamilyOffer {
    /// What the texts of its rules begin with.
    pub name: String,
    /// The numbers that its rules have, and what they may be.
    pub bounds: Vec<Bound>,
}

/// What a number in the rules of a game may be.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Bound {
    pub field: String,
    pub least: u8,
    pub most: u8,
}

/// A pool of players who search for the same game.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct PoolOffer {
    pub name: String,
    pub spec: String,
    /// The name of these rules.
    pub preset: String,
    pub time: String,
    /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: String,
    pub rated: bool,
}

/// A time control and how fast it is; `speed` is empty without a clock.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct TimeOffer {
    pub time: String,
    pub speed: String,
}

/// How many there may be of what.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct Limits {
    /// Games of a player that wait or run, those by correspondence not counted, and those by correspondence.
    pub games: u32,
    pub slow_games: u32,
    /// Games of a player in `open_seeks`, and of all players.
    pub seeks: u32,
    pub all_seeks: u32,
    /// Challenges of a player that wait for their answers, and challenges that wait for one player's answer.
    pub challenges: u32,
    pub challenged: u32,
    pub blocks: u32,
    /// Players that one may mute, and things that one may say in a minute.
    pub mutes: u32,
    pub messages: u32,
    /// Games that a connection may watch at once.
    pub watched: u32,
    /// Finished games in `seat`.
    pub finished: u32,
    /// Calls of a player in a second, over time; 0: any number.
    pub calls_per_second: u32,
    /// Bytes of a text of rules, and characters of a key of `start_game`.
    pub spec_bytes: u32,
    pub key_characters: u32,
}

/// One row: what this server offers, the same for everybody. A client shows nothing else to choose from.
#[view(accessor = catalogue, public, primary_key = id)]
pub fn catalogue(ctx: &AnonymousViewContext) -> Vec<Catalogue> {
    let deployment = ctx.db.deployment().id().find(0).unwrap_or(deployment::AT_FIRST);
    let mut pools: Vec<PoolOffer> = ctx.db.pool().shelf().filter(pool::SHELF).map(offer).collect();
    pools.sort_by(|one, other| one.name.cmp(&other.name));
    vec![Catalogue {
        id: 0,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        draining: deployment.draining,
        free_chat: deployment.free_chat,
        presets: presets().map(preset).collect(),
        families: FAMILIES.iter().map(family).collect(),
        pools,
        times: TIMES.iter().map(|&time| TimeOffer { time: time.to_owned(), speed: speed(time) }).collect(),
        policies: POLICIES.map(str::to_owned).to_vec(),
        leavings: LEAVINGS.map(str::to_owned).to_vec(),
        series: SERIES.map(str::to_owned).to_vec(),
        phrases: chat::PHRASES.iter().map(|&phrase| phrase.to_owned()).collect(),
        limits: Limits {
            games: player::MAX_GAMES,
            slow_games: player::MAX_SLOW_GAMES,
            seeks: seek::MAX_SEEKS as u32,
            all_seeks: seek::MAX_LISTED as u32,
            challenges: challenge::MAX_CHALLENGES as u32,
            challenged: challenge::MAX_CHALLENGED as u32,
            blocks: block::MAX_BLOCKS as u32,
            mutes: chat::MAX_MUTED as u32,
            messages: chat::MAX_LINES as u32,
            watched: watch::MAX_WATCHED as u32,
            finished: archive::MAX_FINISHED as u32,
            calls_per_second: deployment.calls_per_second,
            spec_bytes: MAX_SPEC_BYTES as u32,
            key_characters: matchmaker::MAX_KEY as u32,
        },
    }]
}

fn preset((name, spec): (&str, String)) -> Preset {
    Preset { name: name.to_owned(), seats: seats_of(&spec).unwrap_or_default(), spec }
}

fn family(family: &zeitnot_rules::Family) -> FamilyOffer {
    let bound = |&(field, least, most): &(&str, u8, u8)| Bound { field: field.to_owned(), least, most };
    FamilyOffer { name: family.name().to_owned(), bounds: family.bounds().iter().map(bound).collect() }
}

fn offer(pool: Pool) -> PoolOffer {
    PoolOffer {
        preset: zeitnot_rules::preset_of(&pool.spec).unwrap_or_default().to_owned(),
        speed: speed(&pool.time),
        name: pool.name,
        spec: pool.spec,
        time: pool.time,
        rated: pool.rated,
    }
}

fn speed(time: &str) -> String {
    let speed = time.parse().ok().and_then(|time| Speed::of(&time));
    speed.map_or("", Speed::name).to_owned()
}
