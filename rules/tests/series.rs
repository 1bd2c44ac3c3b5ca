//! Series: their texts, their scores and when they are over.

use zeitnot_rules::{
    Score, ScoreError, Seat, SeatSet, SeriesError, SeriesLength, SeriesRule, SeriesVerdict, seat_order,
};

fn length(text: &str) -> SeriesLength {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn score(half_points: &[u32]) -> Score {
    Score::from_half_points(half_points).expect("2 to 8 players")
}

fn won(player: usize) -> Option<SeriesVerdict> {
    Some(SeriesVerdict::Won { player })
}

fn drawn(players: &[usize]) -> Option<SeriesVerdict> {
    Some(SeriesVerdict::Drawn { players: players.to_vec() })
}

#[test]
fn a_text_says_how_long_a_series_is() {
    let cases = [
        ("single", SeriesRule::Single),
        ("best-of:2", SeriesRule::BestOf { games: 2 }),
        ("best-of:99", SeriesRule::BestOf { games: 99 }),
        ("first-to:3", SeriesRule::FirstTo { points: 3 }),
    ];
    for (text, rule) in cases {
        assert_eq!((length(text).rule(), length(text).to_string().as_str()), (rule, text));
        assert_eq!(SeriesLength::new(rule), Ok(length(text)));
        assert_eq!(length(text).is_single(), text == "single");
    }
    assert_eq!((length(""), length("best-of:05")), (SeriesLength::SINGLE, length("best-of:5")));
    assert_eq!(SeriesLength::default(), SeriesLength::SINGLE);
}

#[test]
fn a_bad_text_is_refused_with_what_it_may_be() {
    let is = "a series is single, best-of:GAMES or first-to:POINTS, not";
    let of = "a series is of 2 to 99 games or points, not";
    let cases = [
        ("best", format!("{is} `best`")),
        ("best-of", format!("{is} `best-of`")),
        ("Single", format!("{is} `Single`")),
        ("single:1", format!("{is} `single:1`")),
        ("best-of:", format!("{of} ``")),
        ("best-of:1", format!("{of} `1`")),
        ("first-to:0", format!("{of} `0`")),
        ("first-to:100", format!("{of} `100`")),
        ("first-to:+3", format!("{of} `+3`")),
        ("first-to:3:4", format!("{of} `3:4`")),
        (&"x".repeat(33), "the length of the series is 33 bytes long; at most 32 are allowed".into()),
    ];
    for (text, sentence) in cases {
        let error = text.parse::<SeriesLength>().expect_err(text);
        assert_eq!((error.code(), error.to_string()), ("bad_series", sentence), "{text}");
    }
    for number in [0, 1, 100, 255] {
        let refused = Err(SeriesError::OutOfRange { value: number.to_string() });
        assert_eq!(SeriesLength::new(SeriesRule::BestOf { games: number }), refused);
        assert_eq!(SeriesLength::new(SeriesRule::FirstTo { points: number }), refused);
    }
}

#[test]
fn a_series_ends_when_it_is_decided() {
    let cases: &[(&str, &[u32], u32, Option<SeriesVerdict>)] = &[
        ("single", &[0, 0], 0, None),
        ("single", &[2, 0], 1, won(0)),
        ("single", &[1, 1], 1, drawn(&[0, 1])),
        ("best-of:3", &[2, 0], 1, None),
        ("best-of:3", &[4, 0], 2, won(0)),
        ("best-of:3", &[3, 1], 2, None),
        ("best-of:3", &[2, 2], 2, None),
        ("best-of:3", &[3, 3], 3, drawn(&[0, 1])),
        ("best-of:3", &[2, 4], 3, won(1)),
        ("best-of:5", &[6, 0], 3, won(0)),
        ("best-of:5", &[5, 1], 3, None),
        ("best-of:5", &[6, 2], 4, won(0)),
        // Even: as many wins as half the games are not enough, for it could still be level.
        ("best-of:4", &[4, 0], 2, None),
        ("best-of:4", &[5, 1], 3, won(0)),
        ("best-of:4", &[4, 4], 4, drawn(&[0, 1])),
        ("first-to:3", &[5, 5], 5, None),
        ("first-to:3", &[6, 4], 5, won(0)),
        // Both get there with the same drawn game.
        ("first-to:3", &[6, 6], 6, drawn(&[0, 1])),
        ("first-to:2", &[0, 0], 40, None),
        // More than two.
        ("best-of:3", &[4, 0, 0], 2, won(0)),
        ("best-of:3", &[2, 2, 2], 3, drawn(&[0, 1, 2])),
        ("best-of:3", &[1, 3, 3], 3, drawn(&[1, 2])),
        ("first-to:2", &[3, 4, 3, 0], 5, won(1)),
        ("first-to:2", &[3, 5, 4], 6, won(1)),
    ];
    for (text, half_points, games, verdict) in cases {
        assert_eq!(&length(text).verdict(&score(half_points), *games), verdict, "{text}: {half_points:?}");
    }
}

#[test]
fn players_move_up_a_seat_with_every_game() {
    assert_eq!((seat_order(0, 2), seat_order(1, 2), seat_order(2, 2)), (vec![0, 1], vec![1, 0], vec![0, 1]));
    assert_eq!((seat_order(4, 3), seat_order(5, 3)), (vec![1, 2, 0], vec![2, 0, 1]));
    assert_eq!(seat_order(7, 0), []);
    for players in 2..=8_u8 {
        // In as many games as there are players each has had every seat.
        for seat in 0..usize::from(players) {
            let mut had: Vec<usize> = (0..u32::from(players))
                .map(|round| seat_order(u32::MAX / 8 * 8 + round, players)[seat])
                .collect();
            had.sort_unstable();
            assert_eq!(had, (0..usize::from(players)).collect::<Vec<_>>(), "seat {seat} of {players}");
        }
    }
}

#[test]
fn a_game_counts_for_those_who_sat_where_it_was_won() {
    let seats = |indices: &[u8]| indices.iter().filter_map(|&index| Seat::new(index)).collect::<SeatSet>();
    type Case = (u32, &'static [u8], &'static [u8], [u32; 3]);
    let cases: [Case; 7] = [
        (0, &[0], &[0, 1, 2], [2, 0, 0]),
        (1, &[0], &[0, 1, 2], [0, 2, 0]),
        (2, &[1], &[0, 1, 2], [2, 0, 0]),
        // One is out, and the two others draw.
        (0, &[], &[0, 2], [1, 0, 1]),
        (1, &[], &[0, 2], [1, 1, 0]),
        (0, &[0, 1], &[0, 1, 2], [2, 2, 0]),
        // A seat that the game does not have.
        (0, &[7], &[0, 1, 2], [0, 0, 0]),
    ];
    for (round, winners, playing, half_points) in cases {
        let mut score = Score::new(3).expect("three players");
        score.count_game(round, seats(winners), seats(playing));
        assert_eq!(score.half_points(), half_points, "round {round}: {winners:?} of {playing:?}");
    }
    assert_eq!(score(&[5, 3]).to_string(), "2½–1½");
    assert_eq!(score(&[0, 1, 2]).to_string(), "0–½–1");
    for players in [0, 1, 9] {
        let refused = Score::new(players);
        assert_eq!(refused, Err(ScoreError { players: usize::from(players) }));
    }
}

/// Every course that a short series can take: it ends, not before it is decided and not after.
#[test]
fn every_short_series_ends_when_nothing_can_change_any_more() {
    /// What can still come out from here on, if all are played that may be.
    fn walk(
        length: SeriesLength,
        score: &Score,
        games: u32,
        players: u8,
        found: &mut u32,
    ) -> Vec<Vec<usize>> {
        let most = score.half_points().iter().max().copied();
        let leaders = |score: &Score| -> Vec<usize> {
            (0..usize::from(players)).filter(|&player| Some(score.half_points()[player]) == most).collect()
        };
        let played_out = match length.rule() {
            SeriesRule::Single => games == 1,
            SeriesRule::BestOf { games: all } => games == u32::from(all),
            SeriesRule::FirstTo { points } => most >= Some(2 * u32::from(points)),
        };
        let verdict = length.verdict(score, games);
        let results = if played_out {
            vec![leaders(score)]
        } else {
            let seats = SeatSet::first(players);
            let mut ends: Vec<SeatSet> = seats.iter().map(SeatSet::only).collect();
            ends.push(SeatSet::EMPTY);
            let mut results: Vec<Vec<usize>> = ends
                .into_iter()
                .flat_map(|winners| {
                    let mut next = score.clone();
                    next.count_game(games, winners, seats);
                    walk(length, &next, games + 1, players, found)
                })
                .collect();
            results.sort();
            results.dedup();
            results
        };
        *found += 1;
        let expected = match &results[..] {
            [only] if only.len() == 1 => won(only[0]),
            [only] => drawn(only),
            _ => None,
        };
        assert_eq!(verdict, expected, "{length} at {score} after {games}");
        results
    }
    for (text, players) in [
        ("single", 2),
        ("single", 4),
        ("best-of:2", 2),
        ("best-of:5", 2),
        ("best-of:6", 2),
        ("best-of:4", 3),
        ("first-to:2", 2),
        ("first-to:3", 2),
        ("first-to:2", 3),
    ] {
        let mut positions = 0;
        let start = Score::new(players).expect("2 to 8");
        let results = walk(length(text), &start, 0, players, &mut positions);
        // Anybody can win it, and all can share it.
        for player in 0..usize::from(players) {
            assert!(results.contains(&vec![player]), "{text}: player {player} of {players}");
        }
        assert!(positions > 3, "{text}");
    }
}
