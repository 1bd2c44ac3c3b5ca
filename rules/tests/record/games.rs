//! Games of all kinds, as chance has them.

use super::header;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use zeitnot_rules::clock::{LONGEST_DURATION, TimeControl};
use zeitnot_rules::record::{Entry, Header, Moment, Record, Tag};
use zeitnot_rules::{AnyGame, SeatSet};

const RULES: [&str; 9] = [
    "tic-tac-toe",
    "connect-four",
    "misere-tic-tac-toe",
    "phantom-tic-tac-toe",
    "mnk:rows=3,columns=4,strike=3,first=2,gravity,phantom",
    "mnk:rows=3,columns=5,strike=3,seats=3,first=3",
    "mnk:rows=4,columns=4,strike=3,seats=3,misere",
    "mnk:rows=4,columns=4,strike=4,seats=4,first=4,phantom",
    "mnk:rows=10,columns=10,strike=5,seats=4",
];

/// Plays a game: each number says what happens next.
fn played(rules: &str, choices: &[(u16, i64)]) -> (Vec<Entry>, AnyGame) {
    let mut game = AnyGame::set_up(rules, 0).expect("valid rules");
    let mut entries = Vec::new();
    for &(choice, used) in choices {
        let Some(seat) = game.to_move().sole() else { break };
        match choice % 16 {
            0 => {
                let playing: Vec<_> = game.playing().iter().collect();
                let seat = playing[usize::from(choice / 16) % playing.len()];
                game.leave(seat);
                entries.push(Entry::Out { seat, reason: "time".to_owned() });
            }
            1 | 2 if game.pass(seat) => entries.push(Entry::Pass { seat, used }),
            _ => {
                let legal = game.legal_actions(seat);
                let action = legal[usize::from(choice / 16) % legal.len()].clone();
                game.apply(seat, &action).expect("legal");
                entries.push(Entry::Move { seat, action, used });
            }
        }
    }
    (entries, game)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,12}", "[\\x00-\\x7f\"\\\\\n\r]{0,12}"]
}

fn moment() -> impl Strategy<Value = Option<Moment>> {
    prop_oneof![Just(None), any::<i64>().prop_map(|micros| Moment::new(micros % 253_402_300_800_000_000))]
}

/// Any record there can be.
pub(super) fn any_record() -> impl Strategy<Value = Record> {
    let header_texts = (vec(text(), 7), moment(), moment(), any::<bool>(), vec(text(), 0..4));
    let used = prop_oneof![0..=LONGEST_DURATION, 0..10_000_000_i64, Just(0), Just(LONGEST_DURATION)];
    let choices = vec((any::<u16>(), used), 0..60);
    let controls = select(vec!["turn:30s", "5+3", "days:3", "stages:40/90m,30m+30s", "none"]);
    (select(RULES.to_vec()), choices, header_texts, controls, 0..4_u8).prop_map(
        |(rules, choices, (texts, started, ended, rated, more), time, ending)| {
            let (entries, game) = played(rules, &choices);
            let tags = more.into_iter().enumerate();
            let base = header(rules);
            let winners = match (game.outcome(), ending) {
                (_, 0) => None,
                (Some(outcome), _) => Some(outcome.winners),
                (None, 1) => Some(SeatSet::EMPTY),
                (None, _) => Some(game.playing()),
            };
            let header = Header {
                event: texts[0].clone(),
                site: texts[1].clone(),
                round: texts[2].clone(),
                players: texts[3..].iter().take(base.players.len()).cloned().collect(),
                time: time.parse::<TimeControl>().expect("a control"),
                started,
                ended,
                rated,
                winners,
                ending: ["", "line", "last_seat", "void"][usize::from(ending)].to_owned(),
                more: tags.map(|(number, value)| Tag::new(format!("More{number}"), value)).collect(),
                ..base
            };
            Record::new(header, entries).expect("what was played can be recorded")
        },
    )
}
