//! What holds for every configuration and every course of play.

use proptest::collection::vec;
use proptest::prelude::*;
use zeitnot_rules::mnk::{Action, Cell, First, Position, Sight};
use zeitnot_rules::{AnyGame, Illegal, Reason, Rules, SeatSet, canonical_spec};

use super::courses::{Step, candidates, configs, every_seat, positions, seat, steps, take, viewers};
use super::soundness::{assert_sound, play_on};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_action_is_legal_exactly_when_it_is_accepted(position in positions()) {
        let before = position.encode();
        for seat in every_seat() {
            let legal = position.legal_actions(seat);
            for action in candidates(position.config()) {
                let mut after = position.clone();
                match after.apply(seat, &action) {
                    Ok(_) => prop_assert!(legal.contains(&action), "{seat}: {action:?} is accepted"),
                    Err(error) => {
                        prop_assert!(!legal.contains(&action), "{seat}: {action:?}: {}", error.code());
                        prop_assert_eq!(&after, &position);
                        prop_assert_eq!(after.encode(), before.clone());
                    }
                }
            }
            let absent = position.absent_action(seat);
            prop_assert_eq!(absent.is_some(), position.to_move().contains(seat));
            prop_assert!(absent.is_none_or(|action| legal.contains(&action)));
        }
    }

    #[test]
    fn what_is_encoded_is_decoded_the_same(
        config in configs(), chance in any::<u64>(), steps in steps(),
    ) {
        prop_assert_eq!(config.to_string().parse(), Ok(config));
        let spec = format!("mnk:{config}");
        prop_assert_eq!(canonical_spec(&spec), Ok(spec.clone()));
        let mut position = Position::set_up(&config, chance);
        for step in steps {
            take(&mut position, step);
            assert_sound(&position);
            let state = position.encode();
            prop_assert_eq!(Position::decode(&config, &state), Ok(position.clone()));
            let game = AnyGame::decode(&spec, &state);
            prop_assert_eq!(game.map(|game| (game.spec(), game.encode())), Ok((spec.clone(), state)));
            for viewer in viewers() {
                let sight = position.sight(viewer);
                prop_assert_eq!(Sight::decode(&sight.encode()), Ok(sight));
            }
        }
        for action in candidates(&config) {
            prop_assert_eq!(Action::decode(&action.encode()), Ok(action));
        }
    }

    #[test]
    fn turns_go_round_past_those_who_are_out(
        config in configs(), chance in any::<u64>(), steps in steps(),
    ) {
        let mut position = Position::set_up(&config, chance);
        if let First::Seat(first) = config.first() {
            prop_assert_eq!(position.to_move(), SeatSet::only(first));
        }
        for step in steps {
            let mover = position.to_move();
            let marks = |position: &Position| {
                position.board().iter().filter(|(_, cell)| *cell != Cell::Empty).count()
            };
            let marked = marks(&position);
            take(&mut position, step);
            let (Some(mover), None) = (mover.sole(), position.outcome()) else { break };
            let acted_in_vain = marks(&position) == marked && !matches!(step, Step::Pass);
            let stays = acted_in_vain && position.playing().contains(mover);
            let mut next = mover.get();
            if !stays {
                next = (next + 1) % config.seats();
                while !position.playing().contains(seat(next)) {
                    next = (next + 1) % config.seats();
                }
            }
            prop_assert_eq!(position.to_move(), SeatSet::only(seat(next)));
        }
    }

    #[test]
    fn the_last_one_left_has_won(mut position in positions(), order in Just([0, 1, 2, 3]).prop_shuffle()) {
        prop_assume!(position.outcome().is_none());
        for leaver in order {
            if position.outcome().is_none() {
                let before = position.playing();
                position.leave(seat(leaver));
                prop_assert_eq!(position.playing(), before.without(SeatSet::only(seat(leaver))));
                assert_sound(&position);
            }
        }
        let outcome = position.outcome().expect("all but one have left");
        prop_assert_eq!(outcome.reason, Reason::LAST_SEAT);
        prop_assert_eq!(outcome.winners.len(), 1);
        let over = position.clone();
        for leaver in every_seat() {
            position.leave(leaver);
        }
        prop_assert_eq!(position, over);
    }

    #[test]
    fn every_game_ends(mut position in positions(), picks in vec(any::<u8>(), 1..40)) {
        play_on(&mut position, &picks);
        prop_assert!(every_seat().all(|seat| position.legal_actions(seat).is_empty()));
    }
}
