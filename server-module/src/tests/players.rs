//! Names.

use super::{ANN, BOB, OWNER, Who, World};
use crate::moderation::ban_player;
use crate::player::{declare_bot, me, set_name};

fn name(world: &World, who: Who) -> String {
    me(&world.test.view_context(World::auth(who)))[0].name.clone()
}

#[test]
fn everybody_has_a_name_and_may_choose_another() {
    let world = World::new();
    assert!(name(&world, ANN).starts_with("Guest "));
    assert_ne!(name(&world, ANN), name(&world, BOB));
    for chosen in ["Ann", "Ännchen", "安娜", "👩‍👩‍👧‍👦 family", "x", &"w".repeat(24)] {
        world.call(ANN, |ctx| set_name(ctx, chosen.to_owned())).expect(chosen);
        assert_eq!(name(&world, ANN), chosen);
    }
}

#[test]
fn a_name_shows_in_the_games_begun_after_it() {
    let world = World::new();
    world.call(ANN, |ctx| set_name(ctx, "Ann".to_owned())).expect("a good name");
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    assert_eq!(world.row(BOB, id).players[0].name, "Ann");
    assert_eq!(world.row(BOB, id).players[1].name, name(&world, BOB));
}

#[test]
fn bad_names_are_refused() {
    let world = World::new();
    world.call(ANN, |ctx| set_name(ctx, "Ann".to_owned())).expect("a good name");
    for bad in
        ["", "   ", "a\nb", "\u{7}", "\u{200b}", "a\u{202e}b", &"w".repeat(25), &"a\u{301}".repeat(100_000)]
    {
        world.refused(ANN, "bad_name", |ctx| set_name(ctx, bad.to_owned()));
    }
    assert_eq!(name(&world, ANN), "Ann");
}

#[test]
fn a_program_says_so_once_and_for_all() {
    let world = World::new();
    world.call(ANN, declare_bot).expect("declared");
    world.call(ANN, declare_bot).expect("twice is once");
    let id = world.play("tic-tac-toe", "", &[ANN, BOB]);
    let bots: Vec<bool> = world.row(BOB, id).players.iter().map(|party| party.bot).collect();
    assert_eq!(bots, [true, false], "the opponent sees it");
    let ann = World::identity(ANN);
    world.call(OWNER, |ctx| ban_player(ctx, ann, 1, "spam".to_owned())).expect("the owner may");
    world.refused(ANN, "banned", declare_bot);
}
