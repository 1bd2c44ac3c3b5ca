//! Records: what they hold, how they are written, what is refused.

mod games;
mod malformed;
mod moments;
mod properties;
mod replay;
mod text;

use zeitnot_rules::clock::TimeControl;
use zeitnot_rules::record::{Entry, Header, Moment, Record};
use zeitnot_rules::{AnyGame, Leaving, Seat, SeatSet, TimeoutPolicy};

fn seat(number: u8) -> Seat {
    Seat::new(number - 1).expect("a seat from 1 to 8")
}

fn seats(numbers: &[u8]) -> Option<SeatSet> {
    Some(numbers.iter().map(|number| seat(*number)).collect())
}

/// The header of a game by these rules that has not ended.
fn header(rules: &str) -> Header {
    let players = zeitnot_rules::seats_of(rules).expect("valid rules");
    let names = ["Ada", "Blaise", "Claude", "Dorothy"];
    Header {
        event: "Casual game".to_owned(),
        site: "?".to_owned(),
        round: "-".to_owned(),
        players: names.iter().take(usize::from(players)).map(|name| (*name).to_owned()).collect(),
        rules: rules.to_owned(),
        time: TimeControl::default(),
        policy: TimeoutPolicy::default(),
        leaving: Leaving::default(),
        rated: false,
        started: Moment::new(0),
        ended: None,
        winners: None,
        ending: String::new(),
        more: Vec::new(),
    }
}

/// What has happened, in the words of a record: `b2`, `--`, `2:out`. Each takes a second longer than the
/// one before.
fn entries(rules: &str, script: &str) -> Vec<Entry> {
    let mut game = AnyGame::set_up(rules, 0).expect("valid rules");
    let mut entries = Vec::new();
    for (word, used) in script.split_whitespace().zip((1..).map(|seconds| seconds * 1_000_000)) {
        let (number, word) = word.split_once(':').map_or((None, word), |(seat, word)| (Some(seat), word));
        let seat = match number {
            Some(number) => seat(number.parse().expect("a number")),
            None => game.to_move().sole().expect("one is to move"),
        };
        entries.push(match word {
            "--" => {
                assert!(game.pass(seat), "{script}: {word}");
                Entry::Pass { seat, used }
            }
            "out" => {
                game.leave(seat);
                Entry::Out { seat, reason: "resignation".to_owned() }
            }
            _ => {
                let action = game.parse_action(word).expect("an action");
                game.apply(seat, &action).expect("legal");
                Entry::Move { seat, action, used }
            }
        });
    }
    entries
}

/// The record of such a game, with the ending that the rules give it.
fn record(rules: &str, script: &str) -> Record {
    let entries = entries(rules, script);
    let open = Record::new(header(rules), entries.clone()).expect("a legal game");
    let outcome = open.final_position().outcome();
    let ending = outcome.map_or(String::new(), |outcome| outcome.reason.code().to_owned());
    let header = Header { winners: outcome.map(|outcome| outcome.winners), ending, ..header(rules) };
    Record::new(header, entries).expect("a legal game")
}
