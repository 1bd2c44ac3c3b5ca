//! What the server says that it offers.

use super::{ANN, OWNER, World, config};
use crate::catalogue::{Catalogue, LEAVINGS, POLICIES, SERIES, TIMES, catalogue};
use crate::deployment::{allow_free_chat, drain, limit_calls};
use crate::game::GameConfig;
use crate::lobby::{cancel_game, open_game};
use crate::pool::remove_pool;
use crate::queue::join_queue;
use zeitnot_rules::clock::{Speed, TimeControl};
use zeitnot_rules::{AnyGame, Leaving, SeriesLength, TimeoutPolicy};

fn read(world: &World) -> Catalogue {
    let rows = catalogue(&world.test.anonymous_view_context());
    let [row] = &rows[..] else { panic!("{rows:?}") };
    row.clone()
}

#[test]
fn whatever_is_offered_can_be_had() {
    let world = World::new();
    world.connect(ANN);
    let offered = read(&world);
    let try_out = |config: GameConfig| {
        world.call(ANN, |ctx| open_game(ctx, config)).expect("an offer");
        let row = world.games(ANN).remove(0);
        world.call(ANN, |ctx| cancel_game(ctx, row.id)).expect("her own");
        row
    };
    for preset in &offered.presets {
        for named in [&preset.name, &preset.spec] {
            let row = try_out(config(named, ""));
            assert_eq!((&row.spec, row.players.len()), (&preset.spec, usize::from(preset.seats)));
        }
    }
    let plain = config("tic-tac-toe", "");
    for time in &offered.times {
        assert_eq!(try_out(config("tic-tac-toe", &time.time)).time, time.time);
    }
    for policy in &offered.policies {
        assert_eq!(try_out(GameConfig { policy: policy.clone(), ..plain.clone() }).policy, *policy);
    }
    for leaving in &offered.leavings {
        assert_eq!(try_out(GameConfig { leaving: leaving.clone(), ..plain.clone() }).leaving, *leaving);
    }
    for series in &offered.series {
        let one = if series == "single" { "" } else { series };
        assert_eq!(try_out(GameConfig { series: series.clone(), ..plain.clone() }).series, one);
    }
    for pool in &offered.pools {
        world.call(ANN, |ctx| join_queue(ctx, pool.name.clone(), 0, 0)).expect("an offer");
        let time: TimeControl = pool.time.parse().expect("a time control");
        assert_eq!(Speed::of(&time).map(Speed::name), Some(pool.speed.as_str()));
        assert_eq!(zeitnot_rules::preset_of(&pool.spec), Some(pool.preset.as_str()));
    }
}

#[test]
fn what_is_offered_is_in_canonical_text() {
    for text in TIMES {
        assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
    }
    for text in POLICIES {
        assert_eq!(text.parse::<TimeoutPolicy>().expect(text).to_string(), text);
    }
    for text in LEAVINGS {
        assert_eq!(text.parse::<Leaving>().expect(text).to_string(), text);
    }
    for text in SERIES {
        assert_eq!(text.parse::<SeriesLength>().expect(text).to_string(), text);
    }
}

#[test]
fn the_bounds_of_a_family_are_those_of_its_rules() {
    let offered = read(&World::new());
    let mnk = offered.families.iter().find(|family| family.name == "mnk").expect("the family");
    for bound in &mnk.bounds {
        let with = |value: u8| {
            let value_of = |field: &str, otherwise| if field == bound.field { value } else { otherwise };
            let (rows, columns) = (value_of("rows", 10), value_of("columns", 10));
            let (strike, seats) = (value_of("strike", 3), value_of("seats", 2));
            AnyGame::set_up(&format!("mnk:rows={rows},columns={columns},strike={strike},seats={seats}"), 0)
        };
        assert!(with(bound.least).is_ok() && with(bound.most).is_ok(), "{bound:?}");
        assert!(with(bound.least - 1).is_err() && with(bound.most + 1).is_err(), "{bound:?}");
    }
    assert_eq!(mnk.bounds.len(), 4);
}

#[test]
fn the_catalogue_follows_what_the_owner_decides() {
    let world = World::new();
    let before = read(&world);
    assert!(!before.draining && !before.free_chat);
    assert_eq!((before.version.as_str(), before.limits.calls_per_second), (env!("CARGO_PKG_VERSION"), 20));
    world.call(OWNER, |ctx| drain(ctx, true)).expect("the owner may");
    world.call(OWNER, |ctx| allow_free_chat(ctx, true)).expect("the owner may");
    world.call(OWNER, |ctx| limit_calls(ctx, 5)).expect("the owner may");
    let first = before.pools[0].name.clone();
    world.call(OWNER, |ctx| remove_pool(ctx, first.clone())).expect("the owner may");
    let after = read(&world);
    assert!(after.draining && after.free_chat);
    assert_eq!(after.limits.calls_per_second, 5);
    assert_eq!(after.pools, before.pools[1..]);
}
