//! Games written down in short.
//!
//! A cell is a letter for the column and a number for the row, both from the top left: `c1` is the
//! top right corner of tic-tac-toe. A column to drop into is a letter alone. Whoever is to move does
//! it; `O:b2` says who. `O-` leaves. `~` lets the turn pass. `b2!cell_occupied` is refused with that code.

use zeitnot_rules::mnk::{Action, MARKS, Sight};
use zeitnot_rules::{AnyGame, Applied, Rules, Seat, Viewer};

pub fn seat(mark: char) -> Seat {
    let index = MARKS.iter().position(|known| *known == mark).expect("a seat's mark");
    Seat::new(index as u8).expect("a seat")
}

/// Plays a script. Between two moves the game goes through its bytes, as it does on a server.
pub fn play(spec: &str, script: &str) -> AnyGame {
    let mut game = AnyGame::set_up(spec, 0).unwrap_or_else(|error| panic!("{spec}: {error}"));
    for step in script.split_whitespace() {
        let before = game.encode();
        game = AnyGame::decode(&game.spec(), &before)
            .unwrap_or_else(|error| panic!("{spec}: {script}: before {step}: {error}"));
        assert_eq!(game.encode(), before, "{spec}: {script}: before {step}");
        if let Some(leaver) = step.strip_suffix('-') {
            game.leave(seat(leaver.parse().expect("a mark")));
            continue;
        }
        if step == "~" {
            let mover = game.to_move().sole().expect("somebody is to move");
            assert!(game.pass(mover), "{spec}: {script}: the turn does not pass");
            continue;
        }
        let (step, refusal) = match step.split_once('!') {
            Some((step, code)) => (step, Some(code)),
            None => (step, None),
        };
        let code = act(&mut game, step).err();
        assert_eq!(code, refusal, "{spec}: {script}: {step}");
        if refusal.is_some() {
            assert_eq!(game.encode(), before, "{spec}: {script}: {step} was refused and has changed it");
        }
    }
    game
}

/// One step that is neither a leave nor expected to be refused.
pub fn act(game: &mut AnyGame, step: &str) -> Result<Applied, &'static str> {
    let (who, what) = match step.split_once(':') {
        Some((who, what)) => (seat(who.parse().expect("a mark")), what),
        None => (game.to_move().sole().expect("somebody is to move"), step),
    };
    let column = what.as_bytes()[0] - b'a';
    let action = match &what[1..] {
        "" => Action::Drop { column },
        row => Action::Mark { row: row.parse::<u8>().expect("a row") - 1, column },
    };
    game.apply(who, &action.encode()).map_err(|refused| refused.code)
}

/// How a game stands: `O to move`, `X wins by line`, `drawn by full_board`.
pub fn standing(game: &AnyGame) -> String {
    let marks = |seats: zeitnot_rules::SeatSet| seats.iter().map(|seat| MARKS[seat.index()]).collect();
    match game.outcome() {
        None => {
            let to_move: String = marks(game.to_move());
            format!("{to_move} to move")
        }
        Some(outcome) if outcome.is_draw() => format!("drawn by {}", outcome.reason.code()),
        Some(outcome) => {
            let winners: String = marks(outcome.winners);
            format!("{winners} wins by {}", outcome.reason.code())
        }
    }
}

/// What `viewer` sees: rows from the top, divided by `/`.
pub fn seen(game: &AnyGame, viewer: Viewer) -> String {
    sight(game, viewer).board().to_string().replace('\n', "/")
}

pub fn sight(game: &AnyGame, viewer: Viewer) -> Sight {
    Sight::decode(&game.sight(viewer)).expect("its own bytes")
}

/// Plays each script and compares how the game stands then.
pub fn check(cases: &[(&str, &str, &str)]) {
    for (spec, script, expected) in cases {
        assert_eq!(standing(&play(spec, script)), *expected, "{spec}: {script}");
    }
}

/// The m,n,k position behind a game.
pub fn position(game: &AnyGame) -> zeitnot_rules::mnk::Position {
    let spec = game.spec();
    let config = spec.strip_prefix("mnk:").expect("an m,n,k game").parse().expect("a canonical text");
    Rules::decode(&config, &game.encode()).expect("its own bytes")
}
