//! The example of a new game, played as the server would: text and bytes alone.

#[path = "../examples/rock_paper_scissors.rs"]
mod rock_paper_scissors;

use rock_paper_scissors::{Choice, FAMILY, RockPaperScissors};
use zeitnot_rules::{AnyGame, Applied, Reason, Rules, Seat, SeatSet, Viewer};

fn seat(index: u8) -> Seat {
    Seat::new(index).expect("a seat")
}

/// Through the bytes, as between one move and the next.
fn choose(game: &AnyGame, index: u8, choice: Choice) -> Result<(AnyGame, Applied), &'static str> {
    let config = game.spec().split_once(':').expect("family:config").1.to_owned();
    let mut game = FAMILY.decode(&config, &game.encode()).expect("its own bytes");
    let applied = game.apply(seat(index), &RockPaperScissors::encode_action(&choice));
    applied.map(|applied| (game, applied)).map_err(|refused| refused.code)
}

#[test]
fn seats_that_move_at_once_learn_nothing_before_both_have_moved() {
    let game = FAMILY.set_up("wins=2", 0).expect("valid rules");
    assert_eq!(game.spec(), "rock-paper-scissors:wins=2");
    assert_eq!(game.to_move(), SeatSet::first(2));
    // Whoever is quicker, the second seat or the first.
    for (quick, slow) in [(0, 1), (1, 0)] {
        let sights = Choice::ALL.map(|choice| {
            let (game, applied) = choose(&game, quick, choice).expect("legal");
            assert_eq!(applied, Applied::concealed(seat(quick)));
            assert_eq!(game.to_move(), SeatSet::only(seat(slow)));
            assert_eq!(choose(&game, quick, choice).err(), Some("not_your_turn"));
            assert_ne!(game.sight(Viewer::Seat(seat(quick))), game.sight(Viewer::Spectator));
            assert_eq!(game.sight(Viewer::Seat(seat(slow))), game.sight(Viewer::Spectator));
            game.sight(Viewer::Spectator)
        });
        assert!(sights.windows(2).all(|pair| pair[0] == pair[1]), "the choice shows");
    }
}

#[test]
fn rounds_are_won_until_one_has_enough() {
    use Choice::{Paper, Rock, Scissors};
    let mut game = FAMILY.set_up("wins=2", 0).expect("valid rules");
    let rounds = [(Rock, Scissors), (Paper, Paper), (Rock, Paper), (Scissors, Paper)];
    for (first, second) in rounds {
        assert_eq!(game.outcome(), None);
        game = choose(&game, 1, second).expect("legal").0;
        game = choose(&game, 0, first).expect("legal").0;
    }
    let outcome = game.outcome().expect("two rounds are won");
    assert_eq!((outcome.winners, outcome.reason.code()), (SeatSet::only(seat(0)), "outplayed"));
    assert_eq!(choose(&game, 0, Rock).err(), Some("game_over"));
}

#[test]
fn one_who_leaves_while_the_other_has_chosen_has_lost() {
    let game = FAMILY.set_up("wins=1", 0).expect("valid rules");
    let (mut game, _) = choose(&game, 0, Choice::Rock).expect("legal");
    game.leave(seat(1));
    let outcome = game.outcome().expect("one is left");
    assert_eq!((outcome.winners, outcome.reason), (SeatSet::only(seat(0)), Reason::LAST_SEAT));
    assert!(game.to_move().is_empty());
}

#[test]
fn choices_are_written_as_words() {
    let game = FAMILY.set_up("wins=1", 0).expect("valid rules");
    for (choice, name) in Choice::ALL.into_iter().zip(["rock", "paper", "scissors"]) {
        let action = RockPaperScissors::encode_action(&choice);
        assert_eq!(game.describe(&action).as_deref(), Some(name));
        assert_eq!(game.parse_action(name), Ok(action));
    }
    assert_eq!(game.parse_action("Rock").map_err(|refused| refused.code), Err("bad_action"));
    assert_eq!(game.describe(&[9, 9]), None);
    // Chance has no part in it.
    assert_eq!(game.settled_spec(), game.spec());
}

#[test]
fn a_game_need_not_know_passing() {
    let mut game = FAMILY.set_up("wins=1", 0).expect("valid rules");
    let before = game.encode();
    assert!(!game.pass(seat(0)) && !game.pass(seat(1)));
    assert_eq!(game.encode(), before);
}

#[test]
fn a_text_or_bytes_that_make_no_sense_are_refused() {
    for text in ["", "wins=0", "wins=10", "wins=", "rounds=3"] {
        assert_eq!(FAMILY.set_up(text, 0).err().map(|error| error.code()), Some("bad_config"), "{text}");
    }
    let state = FAMILY.set_up("wins=3", 0).expect("valid rules").encode();
    for index in 0..state.len() {
        let mut broken = state.clone();
        broken[index] = 77;
        assert!(FAMILY.decode("wins=3", &broken).is_err(), "byte {index}");
    }
}
