//! What each viewer learns of a game, and what nobody may learn.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use zeitnot_rules::mnk::{Action, Cell, Config, Position};
use zeitnot_rules::{Applied, Audience, Rules, Seat, SeatSet, Viewer};

use super::courses::{Step, candidates, choose, configs, positions, seat, steps, take, viewers};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_sight_tells_all_that_may_be_known(position in positions()) {
        let hides = position.config().variant().phantom && position.outcome().is_none();
        for viewer in viewers() {
            let sight = position.sight(viewer);
            prop_assert_eq!(sight.to_move(), position.to_move());
            prop_assert_eq!(sight.out(), SeatSet::first(position.seats()).without(position.playing()));
            prop_assert_eq!(sight.winners(), position.outcome().map(|outcome| outcome.winners));
            if !hides {
                prop_assert_eq!(sight.board(), position.board());
            }
            for ((point, shown), (_, there)) in sight.board().iter().zip(position.board().iter()) {
                let own = matches!((there, viewer), (Cell::Mark(of), Viewer::Seat(me)) if of == me);
                let kept = hides && !own && shown == Cell::Unknown;
                prop_assert!(kept || shown == there, "{viewer:?} sees {shown:?} at {point:?}");
            }
            if let Viewer::Seat(seat) = viewer {
                prop_assert_eq!(sight.legal_actions(seat), position.legal_actions(seat));
            }
        }
    }

    #[test]
    fn where_nothing_is_hidden_all_see_and_know_the_same(
        config in configs(), chance in any::<u64>(), steps in steps(),
    ) {
        let mut position = Position::set_up(&config, chance);
        prop_assert_eq!(position.hides(), config.variant().phantom);
        for step in steps {
            let mover = position.to_move().iter().next();
            let action = mover.and_then(|seat| position.legal_actions(seat).into_iter().next());
            if let (Some(seat), Some(action)) = (mover, action) {
                let applied = position.clone().apply(seat, &action).expect("a legal action");
                prop_assert_eq!(applied == Applied::PUBLIC, !position.hides());
            }
            take(&mut position, step);
            prop_assert_eq!(position.hides(), config.variant().phantom);
            if !position.hides() {
                for viewer in viewers() {
                    prop_assert_eq!(position.sight(viewer), position.sight(Viewer::Spectator));
                }
            }
        }
    }
}

fn phantoms() -> impl Strategy<Value = Config> {
    configs().prop_map(|config| config.with_phantom())
}

/// A turn of somebody else, in two games independently: until the turn has passed on.
fn take_turn(position: &mut Position, picks: &mut impl Iterator<Item = u8>) {
    let mover = position.to_move();
    while position.outcome().is_none() && position.to_move() == mover {
        take(position, Step::Act(picks.next().unwrap_or(0)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Two games in which I do the same and see the same happen to me, and the others do what they
    /// like: as long as nothing public differs, I cannot tell one from the other.
    #[test]
    fn what_a_player_may_not_know_changes_nothing_it_gets(
        config in phantoms(), me in 0..4_u8, chance in any::<u64>(),
        mine in vec(any::<u8>(), 40), one in vec(any::<u8>(), 1..60), another in vec(any::<u8>(), 1..60),
    ) {
        let me = seat(me % config.seats());
        let mut games = [Position::set_up(&config, chance), Position::set_up(&config, chance)];
        let mut picks = [one.iter().copied().cycle(), another.iter().copied().cycle()];
        for pick in mine {
            let public = |game: &Position| (game.to_move(), game.playing(), game.outcome().is_some());
            if public(&games[0]) != public(&games[1]) || games[0].outcome().is_some() {
                break;
            }
            for viewer in [Viewer::Seat(me), Viewer::Spectator] {
                prop_assert_eq!(games[0].sight(viewer).encode(), games[1].sight(viewer).encode());
            }
            prop_assert_eq!(games[0].legal_actions(me), games[1].legal_actions(me));
            prop_assert_eq!(games[0].absent_action(me), games[1].absent_action(me));
            prop_assert_eq!(games[0].can_still_win(me), games[1].can_still_win(me));
            for action in candidates(&config) {
                let refused = |game: &Position| game.clone().apply(me, &action).err();
                prop_assert_eq!(refused(&games[0]), refused(&games[1]));
            }
            // A turn that passes is seen to pass, and shows nothing else.
            if pick % 8 == 0 {
                prop_assert!(games.iter_mut().all(|game| take(game, Step::Pass).is_none()));
            } else if games[0].to_move().contains(me) {
                let (_, action) = choose(&games[0], pick).expect("I am to move");
                let mut after = games.clone();
                let seen = after.each_mut().map(|game| (game.apply(me, &action), game.sight(Viewer::Seat(me))));
                // What I do may show me the difference; then this is where they part.
                if seen[0] != seen[1] {
                    break;
                }
                games = after;
            } else {
                for (game, picks) in games.iter_mut().zip(&mut picks) {
                    take_turn(game, picks);
                }
            }
        }
    }

    /// Of what one does, the others learn that it was done, or not even that.
    #[test]
    fn an_action_changes_nothing_for_those_who_may_not_see_it(
        config in phantoms(), chance in any::<u64>(), steps in vec(any::<u8>(), 1..60),
    ) {
        let mut position = Position::set_up(&config, chance);
        for pick in steps {
            let before = position.clone();
            let Some((mover, applied)) = take(&mut position, Step::Act(pick)) else { break };
            prop_assert!(applied.known_to.includes(applied.action_seen_by));
            prop_assert!(applied.action_seen_by.includes(Audience::only(mover)));
            if position.outcome().is_some() {
                break;
            }
            for viewer in viewers().filter(|viewer| !applied.action_seen_by.contains(*viewer)) {
                let (old, new) = (before.sight(viewer), position.sight(viewer));
                prop_assert_eq!(old.board(), new.board());
                if !applied.known_to.contains(viewer) {
                    prop_assert_eq!(old.encode(), new.encode());
                }
            }
        }
    }
}

/// The plainest case of the above, where the difference is certain to be there.
#[test]
fn two_games_that_differ_only_in_what_is_hidden_look_the_same() {
    let config: Config = "rows=3,columns=3,strike=3,phantom".parse().expect("valid rules");
    let x = Seat::FIRST;
    let boards: BTreeSet<String> = (0..8_u8)
        .map(|pick| {
            let mut game = Position::set_up(&config, 0);
            game.apply(x, &Action::Mark { row: 1, column: 1 }).expect("free");
            take(&mut game, Step::Act(if pick < 4 { pick } else { pick + 1 }));
            assert_eq!(game.sight(Viewer::Seat(x)).board().to_string(), "???\n?X?\n???");
            assert_eq!(game.legal_actions(x).len(), 8);
            game.board().to_string()
        })
        .collect();
    assert_eq!(boards.len(), 8);
}
