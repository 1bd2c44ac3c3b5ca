//! How often a player may call.

use super::{ANN, BOB, OWNER, SECOND, World};
use crate::deployment::limit_calls;
use crate::ping;
use crate::refusal::Outcome;

/// A call without the refill that tests have before each.
fn ping_as(world: &World, who: &'static str) -> Outcome {
    world.test.with_reducer_tx(World::auth(who), ping)
}

/// How many calls go through before one is refused.
fn until_refused(world: &World, who: &'static str) -> usize {
    (0..1_000).take_while(|_| ping_as(world, who).is_ok()).count()
}

#[test]
fn twenty_calls_a_second_over_time() {
    let world = World::new();
    assert_eq!(until_refused(&world, ANN), 40, "two seconds' worth at once");
    assert_eq!(ping_as(&world, ANN).expect_err("refused").code(), "too_fast");
    assert_eq!(until_refused(&world, BOB), 40, "each has a bucket of their own");
    world.pass(SECOND / 2);
    assert_eq!(until_refused(&world, ANN), 10);
    world.pass(60 * SECOND);
    assert_eq!(until_refused(&world, ANN), 40);
}

#[test]
fn who_calls_steadily_at_the_rate_is_never_refused() {
    let world = World::new();
    for _ in 0..200 {
        world.pass(SECOND / 20);
        ping_as(&world, ANN).expect("twenty a second");
    }
}

#[test]
fn the_owner_sets_the_rate() {
    let world = World::new();
    world.refused(ANN, "not_allowed", |ctx| limit_calls(ctx, 5));
    world.call(OWNER, |ctx| limit_calls(ctx, 5)).expect("set");
    assert_eq!(until_refused(&world, ANN), 10);
    world.call(OWNER, |ctx| limit_calls(ctx, 0)).expect("set");
    assert_eq!(until_refused(&world, ANN), 1_000);
}
