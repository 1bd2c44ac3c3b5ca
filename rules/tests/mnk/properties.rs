//! What holds for every configuration and every course of play.

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use zeitnot_rules::mnk::{Action, Board, Cell, Config, First, Point, Position, Sight, Variant};
use zeitnot_rules::{
    AnyGame, Applied, Audience, Illegal, MAX_SEATS, Reason, Rules, Seat, SeatSet, Viewer, canonical_spec,
};

/// Small boards more often than large ones: their games end.
fn configs() -> impl Strategy<Value = Config> {
    let sides = prop_oneof![4 => 3..=4_u8, 2 => 3..=6_u8, 1 => 3..=10_u8];
    let variants = any::<(bool, bool, bool)>().prop_map(|(gravity, misere, phantom)| Variant {
        gravity,
        misere,
        phantom,
    });
    (sides.clone(), sides, any::<u8>(), 2..=4_u8, proptest::option::of(any::<u8>()), variants).prop_map(
        |(rows, columns, strike, seats, first, variant)| {
            let strike = 3 + strike % (rows.max(columns).min(5) - 2);
            let first = match first {
                Some(first) => First::Seat(seat(first % seats)),
                None => First::Random,
            };
            let config = Config::new(rows, columns, strike).and_then(|config| config.with_seats(seats));
            config.and_then(|config| config.with_first(first)).expect("valid rules").with_variant(variant)
        },
    )
}

/// One step of a random course of play.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The mover does whichever of its legal actions this picks.
    Act(u8),
    /// This seat leaves, if there is such a one.
    Leave(u8),
    /// The mover lets its turn pass.
    Pass,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let act = || any::<u8>().prop_map(Step::Act);
    let with_passes = prop_oneof![24 => act(), 1 => (0..4_u8).prop_map(Step::Leave), 4 => Just(Step::Pass)];
    let without = prop_oneof![24 => act(), 1 => (0..4_u8).prop_map(Step::Leave)];
    prop_oneof![vec(with_passes, 0..60), vec(without, 0..60)]
}

fn seat(index: u8) -> Seat {
    Seat::new(index).expect("a seat")
}

fn every_seat() -> impl Iterator<Item = Seat> {
    SeatSet::first(MAX_SEATS).iter()
}

fn viewers() -> impl Iterator<Item = Viewer> {
    every_seat().map(Viewer::Seat).chain([Viewer::Spectator])
}

/// What the mover would do; `None` once the game is over.
fn choose(position: &Position, pick: u8) -> Option<(Seat, Action)> {
    let mover = position.to_move().sole()?;
    let legal = position.legal_actions(mover);
    Some((mover, legal[usize::from(pick) % legal.len()]))
}

fn take(position: &mut Position, step: Step) -> Option<(Seat, Applied)> {
    match step {
        Step::Act(pick) => {
            let (mover, action) = choose(position, pick)?;
            let applied = position.apply(mover, &action).expect("a legal action is accepted");
            Some((mover, applied))
        }
        Step::Leave(index) => {
            position.leave(seat(index));
            None
        }
        Step::Pass => {
            let mover = position.to_move();
            assert!(mover.iter().all(|mover| position.pass(mover)), "the turn does not pass");
            None
        }
    }
}

/// Sometimes a position at the end, mostly one on the way.
fn positions() -> impl Strategy<Value = Position> {
    (configs(), any::<u64>(), steps()).prop_map(|(config, chance, steps)| {
        let mut position = Position::set_up(&config, chance);
        for step in steps {
            take(&mut position, step);
        }
        position
    })
}

/// All there are on the board, beyond it, and those that would be another cell if they were counted
/// on from the end of a row or a column.
fn candidates(config: &Config) -> Vec<Action> {
    let far = |side: u8| (0..=2 * side).chain([100, 127, 128, 254, 255]);
    let marks = far(config.rows())
        .flat_map(|row| far(config.columns()).map(move |column| Action::Mark { row, column }));
    marks.chain(far(config.columns()).map(|column| Action::Drop { column })).collect()
}

/// Every window of `strike` cells, one after another: slow and plain.
fn has_line(board: &Board, strike: u8, seat: Seat) -> bool {
    let mark = |row: i16, column: i16| {
        let point = u8::try_from(row).ok().zip(u8::try_from(column).ok());
        point.and_then(|(row, column)| board.get(Point { row, column })) == Some(Cell::Mark(seat))
    };
    let strike = i16::from(strike);
    (0..i16::from(board.rows())).any(|row| {
        (0..i16::from(board.columns())).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
                (0..strike).all(|steps| mark(row + down * steps, column + right * steps))
            })
        })
    })
}

fn is_full(board: &Board) -> bool {
    board.iter().all(|(_, cell)| cell != Cell::Empty)
}

/// What can be said of every position, however it came about.
fn assert_sound(position: &Position) {
    let config = position.config();
    let misere = config.variant().misere;
    let lined: SeatSet =
        every_seat().filter(|seat| has_line(position.board(), config.strike(), *seat)).collect();
    let full = is_full(position.board());
    let playing = position.playing();
    assert!(SeatSet::first(config.seats()).includes(playing));
    let Some(outcome) = position.outcome() else {
        assert!(!full && playing.len() >= 2, "it should be over");
        assert!(lined.without(playing) == lined && (misere || lined.is_empty()), "a line without effect");
        let mover = position.to_move().sole().expect("one is to move");
        assert!(playing.contains(mover));
        assert!(!position.legal_actions(mover).is_empty());
        return;
    };
    assert!(position.to_move().is_empty());
    assert!(playing.includes(outcome.winners));
    match outcome.reason {
        Reason::LINE if misere => {
            assert_eq!(outcome.winners, playing);
            assert!(outcome.winners.len() == 1 && !lined.is_empty() && !lined.contains(sole(playing)));
        }
        Reason::LINE => assert!(lined == outcome.winners && lined.len() == 1),
        Reason::FULL_BOARD => {
            assert!(full && outcome.is_draw() && playing.len() >= 2);
            assert!(lined.without(playing) == lined && (misere || lined.is_empty()));
        }
        Reason::LAST_SEAT => assert!(outcome.winners == playing && playing.len() == 1 && !full),
        other => panic!("{other:?}"),
    }
}

fn sole(seats: SeatSet) -> Seat {
    seats.sole().expect("one seat")
}

/// To the end by legal actions, which comes in time: each cell is marked once, and each seat meets
/// each cell once.
fn play_on(position: &mut Position, picks: &[u8]) {
    let mut left = position.board().iter().count() * (1 + usize::from(position.seats()));
    let mut picks = picks.iter().copied().chain([0]).cycle();
    while position.outcome().is_none() {
        take(position, Step::Act(picks.next().unwrap_or(0)));
        assert_sound(position);
        assert!(left > 0, "it does not end");
        left -= 1;
    }
}

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

/// Bytes as they might come from a stranger: something written by the encoder, and changed.
fn mutated(mut bytes: Vec<u8>, changes: &[(u8, u8)]) -> Vec<u8> {
    for (index, byte) in changes {
        let index = usize::from(*index) % (bytes.len() + 1);
        match bytes.get_mut(index) {
            // Small values are what the fields hold.
            Some(there) => *there = if byte % 2 == 0 { byte / 2 % 8 } else { *byte },
            None => bytes.push(*byte),
        }
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(u8, u8)>> {
    vec(any::<(u8, u8)>(), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_state_that_is_accepted_is_kept_and_can_be_played_on(
        position in positions(), changes in changes(), picks in vec(any::<u8>(), 1..40),
    ) {
        let bytes = mutated(position.encode(), &changes);
        if let Ok(mut accepted) = Position::decode(position.config(), &bytes) {
            prop_assert_eq!(accepted.encode(), bytes);
            assert_sound(&accepted);
            for viewer in viewers() {
                let sight = accepted.sight(viewer);
                prop_assert_eq!(Sight::decode(&sight.encode()), Ok(sight));
            }
            play_on(&mut accepted, &picks);
        }
    }

    #[test]
    fn a_sight_or_an_action_that_is_accepted_is_kept(
        position in positions(), viewer in 0..9_u8, changes in changes(),
    ) {
        let viewer = Seat::new(viewer).map_or(Viewer::Spectator, Viewer::Seat);
        let bytes = mutated(position.sight(viewer).encode(), &changes);
        if let Ok(sight) = Sight::decode(&bytes) {
            prop_assert_eq!(sight.encode(), bytes);
            let _ = (sight.lines(), sight.last(), sight.board().to_string());
            let legal: Vec<Action> = every_seat().flat_map(|seat| sight.legal_actions(seat)).collect();
            prop_assert!(legal.len() <= 100);
        }
        let bytes = mutated(Action::Mark { row: 1, column: 2 }.encode(), &changes);
        if let Ok(action) = Action::decode(&bytes) {
            prop_assert_eq!(action.encode(), bytes);
        }
    }

    #[test]
    fn no_bytes_and_no_text_make_anything_panic(
        config in configs(), bytes in vec(any::<u8>(), 0..80), text in "\\PC{0,40}",
        fields in vec("(rows|columns|strike|seats|first|gravity|misere|phantom)?=?[0-9]{0,3}", 0..6),
    ) {
        let decoded = Position::decode(&config, &bytes);
        prop_assert!(decoded.is_err(), "80 random bytes are no position: {decoded:?}");
        let _ = Action::decode(&bytes);
        let _ = Sight::decode(&bytes);
        for version in [1, 2] {
            let bytes = [&[version], bytes.as_slice()].concat();
            let _ = (Position::decode(&config, &bytes), Action::decode(&bytes), Sight::decode(&bytes));
        }
        for spec in [text.clone(), format!("mnk:{text}"), format!("mnk:{}", fields.join(","))] {
            if let Ok(canonical) = canonical_spec(&spec) {
                prop_assert_eq!(canonical_spec(&canonical), Ok(canonical));
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
