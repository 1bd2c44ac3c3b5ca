//! Looking through a game, and trying what else could have been played.

use proptest::prelude::*;
use zeitnot_rules::record::{Entry, Record};
use zeitnot_rules::{AnyGame, Review, Seat};

/// A game by these rules, each entry as a record writes it.
fn record(rules: &str, players: &str, entries: &[&str]) -> Record {
    let mut text = format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n{players}[Result \"*\"]\n[Winners \"*\"]\n\
         [Ending \"\"]\n[Rules \"{rules}\"]\n[TimeControl \"none\"]\n[Policy \"forfeit\"]\n[Leaving \"run\"]\n\
         [Rated \"no\"]\n\n",
    );
    for (number, entry) in (1..).zip(entries) {
        let braced = if entry.ends_with("out") { "time" } else { "1s" };
        text += &format!("{number}. {entry} {{{braced}}}\n");
    }
    format!("{text}*\n").parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const TWO: &str = "[White \"Ada\"]\n[Black \"Blaise\"]\n";

fn tic_tac_toe() -> Record {
    record("tic-tac-toe", TWO, &["b2", "a1", "c3", "--", "a3", "b3", "c1"])
}

fn play(review: &mut Review, text: &str) -> Result<(), String> {
    let seat = review.position().to_move().sole().unwrap_or(Seat::FIRST);
    let action = review.position().parse_action(text).expect(text);
    review.play(seat, action).map_err(|fault| fault.to_string())
}

#[test]
fn one_goes_on_and_back_and_to_any_ply() {
    let record = tic_tac_toe();
    let mut review = Review::of(record.clone());
    assert_eq!((review.ply(), review.length(), review.notation()), (0, 7, None));
    assert!(!review.back() && review.ply() == 0);
    for (ply, text) in (1..).zip(["b2", "a1", "c3", "--", "a3", "b3", "c1"]) {
        assert!(review.forward());
        assert_eq!((review.ply(), review.notation()), (ply, Some(text)));
        assert_eq!(review.entry(), record.entries().get(ply - 1));
        assert_eq!(review.position().encode(), record.position(ply).expect("a ply").encode());
        assert!(review.is_on_main_line());
    }
    assert!(!review.forward() && review.ply() == 7);
    assert!(review.back() && review.ply() == 6);
    assert!(review.go_to(2) && review.path() == ["b2", "a1"]);
    assert!(!review.go_to(8) && review.ply() == 2);
    review.last();
    assert_eq!(review.ply(), 7);
    review.first();
    assert_eq!(review.ply(), 0);
    assert_eq!(review.into_record(), record);
}

#[test]
fn another_move_opens_a_branch_and_leaves_the_game_as_it_was() {
    let record = tic_tac_toe();
    let mut review = Review::of(record.clone());
    review.go_to(2);
    assert_eq!(play(&mut review, "a2"), Ok(()));
    assert_eq!(play(&mut review, "c2"), Ok(()));
    assert!(!review.is_on_main_line());
    assert_eq!((review.ply(), review.path()), (4, vec!["b2", "a1", "a2", "c2"]));
    let line: Vec<(&str, bool)> = review.line().iter().map(|step| (step.notation, step.is_played)).collect();
    assert_eq!(line, [("b2", true), ("a1", true), ("a2", false), ("c2", false)]);
    // A branch of the branch.
    assert!(review.back());
    assert_eq!(play(&mut review, "b1"), Ok(()));
    assert!(review.back());
    assert_eq!(review.ways_on().collect::<Vec<_>>(), ["c2", "b1"]);
    // The same again is no new branch.
    assert_eq!(play(&mut review, "b1"), Ok(()));
    assert!(review.back());
    assert_eq!(review.ways_on().count(), 2);
    // On a branch one goes on along it.
    assert!(review.forward() && review.notation() == Some("c2"));
    review.first();
    review.last();
    assert_eq!((review.ply(), review.is_on_main_line()), (7, true));

    review.go_to(2);
    assert_eq!(review.ways_on().collect::<Vec<_>>(), ["c3", "a2"]);
    // The whole game, wherever one is in it.
    let line: Vec<&str> = review.line().iter().map(|step| step.notation).collect();
    assert_eq!(line, ["b2", "a1", "c3", "--", "a3", "b3", "c1"]);
    assert_eq!(play(&mut review, "a2"), Ok(()));
    review.last();
    assert_eq!(review.path(), ["b2", "a1", "a2", "c2"]);
    review.back_to_main_line();
    assert_eq!((review.ply(), review.is_on_main_line()), (2, true));
    review.back_to_main_line();
    assert_eq!(review.ply(), 2);
    assert!(review.forward() && review.notation() == Some("c3"));
    assert_eq!(review.record(), &record);
}

#[test]
fn the_games_own_move_follows_the_game() {
    let mut review = Review::of(tic_tac_toe());
    assert_eq!(play(&mut review, "b2"), Ok(()));
    assert_eq!((review.ply(), review.is_on_main_line()), (1, true));
    assert_eq!(review.ways_on().collect::<Vec<_>>(), ["a1"]);
}

#[test]
fn a_move_that_the_rules_refuse_changes_nothing() {
    let mut review = Review::of(tic_tac_toe());
    review.go_to(1);
    let taken = Err("b2 is refused: row 2, column 2 is taken".to_owned());
    assert_eq!(play(&mut review, "b2"), taken);
    let action = review.position().parse_action("a1").expect("a cell");
    assert!(review.play(Seat::FIRST, action).is_err());
    assert!(review.play(Seat::FIRST, vec![9]).is_err());
    assert_eq!((review.ply(), review.ways_on().count()), (1, 1));
}

/// One who resigned may be played on for, and so may a game that was over.
#[test]
fn a_game_can_be_played_on_from_before_its_end() {
    let players = "[Player1 \"Ada\"]\n[Player2 \"Blaise\"]\n[Player3 \"Claude\"]\n";
    let rules = "mnk:rows=3,columns=4,strike=3,seats=3";
    let mut review = Review::of(record(rules, players, &["a1", "2:out", "b1", "1:out"]));
    review.last();
    assert!(review.position().outcome().is_some());
    assert!(play(&mut review, "c1").is_err());
    assert!(review.back());
    assert_eq!(play(&mut review, "c1"), Ok(()));
    review.go_to(1);
    assert_eq!(play(&mut review, "b1"), Ok(()));
    assert_eq!(review.path(), ["a1", "b1"]);
    // The same move by another seat is another one.
    review.go_to(2);
    assert_eq!(play(&mut review, "b1"), Ok(()));
    assert!(review.is_on_main_line());
}

proptest! {
    /// Whatever is done, what is shown is what its path leads to, and the game stays as it was.
    #[test]
    fn what_is_shown_is_what_the_path_leads_to(acts in proptest::collection::vec((0..8_u8, any::<u16>()), 0..80)) {
        let record = tic_tac_toe();
        let mut review = Review::of(record.clone());
        for (act, number) in acts {
            match act {
                0 => { review.back(); }
                1 => { review.forward(); }
                2 => { review.go_to(usize::from(number % 9)); }
                3 => review.back_to_main_line(),
                4 => review.last(),
                _ => {
                    let Some(seat) = review.position().to_move().sole() else { continue };
                    let legal = review.position().legal_actions(seat);
                    let action = legal[usize::from(number) % legal.len()].clone();
                    let text = review.position().describe(&action);
                    prop_assert_eq!(review.play(seat, action), Ok(()));
                    prop_assert_eq!(review.notation().map(str::to_owned), text);
                }
            }
            let mut game = AnyGame::set_up("tic-tac-toe", 0).expect("a preset");
            for text in review.path() {
                let seat = game.to_move().sole().expect("it goes on");
                if text == "--" {
                    prop_assert!(game.pass(seat));
                } else {
                    let action = game.parse_action(text).expect("an action");
                    prop_assert!(game.apply(seat, &action).is_ok());
                }
            }
            prop_assert_eq!(review.position().encode(), game.encode());
            prop_assert_eq!(review.ply(), review.path().len());
            let ways: std::collections::HashSet<&str> = review.ways_on().collect();
            prop_assert_eq!(ways.len(), review.ways_on().count());
            let ply = review.ply();
            if review.is_on_main_line() {
                prop_assert_eq!(review.entry(), ply.checked_sub(1).and_then(|index| record.entries().get(index)));
            } else {
                let tried = matches!(review.entry(), Some(Entry::Move { used: 0, .. }));
                prop_assert!(tried);
            }
        }
        prop_assert_eq!(review.record(), &record);
    }
}
