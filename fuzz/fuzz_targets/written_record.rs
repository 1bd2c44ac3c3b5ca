//! Records made of any texts: names, places, endings, tags. Whatever can be written down can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::game;
use zeitnot_rules::clock::Micros;
use zeitnot_rules::record::{Entry, Header, Moment, Record, RecordFault, Tag};
use zeitnot_rules::{AnyGame, SeatSet};

/// What no text has in it, and so stands between two.
const BETWEEN: u8 = 0xff;

/// A choice of no action: the turn passes, where it can.
const PASS: u8 = 0xff;

fuzz_target!(|data: &[u8]| {
    // Which game and which chance, whether it was rated and who won, when it began and how long each move took, how
    // many moves, the moves, and then the texts.
    let Some((mut game, rest)) = game(data) else { return };
    let [flags, rest @ ..] = rest else { return };
    let Some((time, rest)) = rest.split_first_chunk() else { return };
    let [length, rest @ ..] = rest else { return };
    let Some((choices, rest)) = rest.split_at_checked(usize::from(*length)) else { return };
    let texts: Result<Vec<&str>, _> = rest.split(|&byte| byte == BETWEEN).map(std::str::from_utf8).collect();
    let Ok(texts) = texts else { return };
    let mut texts = texts.into_iter().map(str::to_owned);
    let mut text = || texts.next().unwrap_or_default();

    let time = Micros::from_le_bytes(*time);
    let rules = game.settled_spec();
    let mut entries = moves(&mut game, choices, time);
    let reason = text();
    if let Some(seat) = game.to_move().iter().next().filter(|_| !reason.is_empty()) {
        entries.push(Entry::Out { seat, reason });
    }
    let header = Header {
        ending: text(),
        event: text(),
        site: text(),
        round: text(),
        players: (0..game.seats()).map(|_| text()).collect(),
        rules,
        time: text().parse().unwrap_or_default(),
        policy: text().parse().unwrap_or_default(),
        leaving: text().parse().unwrap_or_default(),
        rated: flags & 1 != 0,
        started: Moment::new(time),
        ended: Moment::new(time).filter(|_| flags & 2 != 0),
        winners: (flags & 4 != 0).then(|| SeatSet::from_bits(flags >> 4)),
        more: texts.map(|name| Tag::new(name.clone(), name)).collect(),
    };
    check(header, entries, time);
});

/// Plays what is chosen, each move in this time.
fn moves(game: &mut AnyGame, choices: &[u8], used: Micros) -> Vec<Entry> {
    let mut entries = Vec::new();
    for &choice in choices {
        let Some(seat) = game.to_move().iter().next() else { break };
        if choice == PASS {
            if game.pass(seat) {
                entries.push(Entry::Pass { seat, used });
            }
            continue;
        }
        let mut legal = game.legal_actions(seat);
        let action = legal.swap_remove(usize::from(choice) % legal.len());
        game.apply(seat, &action).expect("a legal action");
        entries.push(Entry::Move { seat, action, used });
    }
    entries
}

fn check(header: Header, entries: Vec<Entry>, time: Micros) {
    let record = match Record::new(header.clone(), entries.clone()) {
        Ok(record) => record,
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{sentence:?}");
            // Nobody's name and no place is a reason.
            let for_a_reason = match &error.fault {
                RecordFault::Tag { name: "Ending", .. } => !header.ending.is_empty(),
                RecordFault::Tag { name: "Winners", .. } => header.winners.is_some(),
                RecordFault::TagName { .. }
                | RecordFault::Repeated { .. }
                | RecordFault::TooManyTags { .. } => !header.more.is_empty(),
                RecordFault::Reason { .. } => matches!(entries.last(), Some(Entry::Out { .. })),
                RecordFault::TimeRange => !(0..=i64::from(36_500) * 86_400_000_000).contains(&time),
                _ => false,
            };
            return assert!(for_a_reason, "{error:?}");
        }
    };
    assert_eq!((record.header(), record.entries()), (&header, &entries[..]));
    let written = record.to_string();
    assert!(!written.contains(|letter: char| letter.is_control() && letter != '\n'), "{written:?}");
    let again: Record = written.parse().unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again, record, "{written}");
    assert_eq!(again.to_string(), written);
}
