//! Writes the seeds that are bytes, for the targets whose input nobody writes by hand, into `fuzz/seeds`. Run it in
//! `fuzz/` when an encoding has changed; it is built as the targets are (`xtask/src/fuzz.rs`).
#![no_main]

use std::fs;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use spacetimedb_client_api_messages::websocket::v2::{
    CallProcedure, CallReducer, CallReducerFlags, ClientMessage, OneOffQuery, QuerySetId, Subscribe,
    SubscribeBatch, SubscribeSet, Unsubscribe, UnsubscribeFlags,
};
use spacetimedb_lib::bsatn;
use zeitnot_fuzz::{SPECS, play};
use zeitnot_rules::clock::{Clock, TimeControl};
use zeitnot_rules::mnk::Action;
use zeitnot_rules::{AnyGame, Seat, Viewer};

/// A time control of every kind, as `docs/time-controls.md` lists them.
const TIMES: [&str; 14] = [
    "none",
    "turn:30s",
    "absolute:10m",
    "fischer:5m+30s",
    "fischer:20m+20s<20m",
    "delay:60s+5s",
    "bronstein:3m+2s",
    "byoyomi:10m+5x30s",
    "canadian:10m+3/30s",
    "hourglass:60s",
    "stages:40/120m,30m",
    "stages:40/90m,30m+30s",
    "bank:3d+7d",
    "days:3+10",
];

// It is linked with libFuzzer like the others, and is done before that begins.
fuzz_target!(init: write_and_leave(), |_data: &[u8]| {});

fn write_and_leave() {
    seeds().expect("they can be written");
    std::process::exit(0)
}

fn seeds() -> std::io::Result<()> {
    positions()?;
    clocks()?;
    written_records()?;
    for (name, action) in [("mark", Action::Mark { row: 1, column: 2 }), ("drop", Action::Drop { column: 3 })]
    {
        write("action", name, &action.encode())?;
        write("action", &format!("{name}-text"), action.to_string().as_bytes())?;
    }
    frames()
}

/// Each game at its beginning and after some moves, with moves to come.
fn positions() -> std::io::Result<()> {
    for (which, spec) in (0..).zip(SPECS) {
        for (name, choices) in [("start", &[][..]), ("later", &[3, 1, 4, 1, 5][..])] {
            let mut game = AnyGame::set_up(spec, 7).expect("one of ours");
            play(&mut game, choices);
            let state = game.encode();
            let name = format!("{which:02}-{name}");
            let Ok(length) = u8::try_from(state.len()) else { continue };
            let actions = [1, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 0];
            write("state", &name, &[&[which, length][..], &state, &actions].concat())?;
            for (viewer, of) in [("seat", Viewer::Seat(Seat::FIRST)), ("all", Viewer::Spectator)] {
                write("sight", &format!("{name}-{viewer}"), &game.sight(of))?;
            }
            let typed = if name.contains("start") { "b2" } else { "C1" };
            let length = choices.len() as u8;
            for target in ["notation", "client"] {
                write(target, &name, &[&[which, 7, length][..], choices, typed.as_bytes()].concat())?;
            }
        }
    }
    Ok(())
}

/// A clock of each kind that runs, and what is then done with it.
fn clocks() -> std::io::Result<()> {
    for (number, text) in TIMES.iter().enumerate() {
        let control: TimeControl = text.parse().expect("one of ours");
        let mut clock = Clock::new(&control, 2);
        clock.start_turn(Seat::FIRST, 1_000_000);
        let bytes = clock.encode();
        let mut seed = [text.as_bytes(), &[0, bytes.len() as u8], &bytes].concat();
        for (what, at) in
            [(1, 3_000_000_i64), (16, 3_000_000), (5, 4_000_000), (6, 5_000_000), (7, 15_000_000)]
        {
            seed.push(what);
            seed.extend(at.to_le_bytes());
        }
        write("clock", &format!("{number:02}"), &seed)?;
    }
    Ok(())
}

/// A game of each kind that somebody leaves, with names and places that are hard to write down.
fn written_records() -> std::io::Result<()> {
    for (which, spec) in (0..).zip(SPECS) {
        let seats = usize::from(AnyGame::set_up(spec, 7).expect("one of ours").seats());
        // Rated, ended, and won by nobody that counts, or by the second seat. Each move takes a second, a pass among
        // them.
        let flags = if which % 2 == 0 { 0b0011 } else { 0b10_0111 };
        let choices = [3, 1, 0xff, 4];
        let head = [&[which, 7, flags][..], &1_000_000_i64.to_le_bytes(), &[choices.len() as u8], &choices];
        let names = ["Ann]", "[Bob", "\u{1b}[2J", "名"];
        let texts = [
            &["resignation", "resignation", "A \"game\"", "at\n\\home", "-"][..],
            &names[..seats],
            &["fischer:5m+3s", "skip:3", "pause:5m", "Game", "Club"],
        ];
        let tail = texts.concat().iter().map(|text| text.as_bytes()).collect::<Vec<_>>().join(&0xff);
        write("written_record", &format!("{which:02}"), &[head.concat(), tail].concat())?;
    }
    Ok(())
}

/// Every message of the protocol, and two in one frame.
fn frames() -> std::io::Result<()> {
    let queries: Box<[Box<str>]> =
        ["SELECT * FROM me".into(), "SELECT * FROM broadcast WHERE id = 5".into()].into();
    let query_set_id = QuerySetId::new(3);
    let messages = [
        ClientMessage::Subscribe(Subscribe { request_id: 1, query_set_id, query_strings: queries.clone() }),
        ClientMessage::Unsubscribe(Unsubscribe {
            request_id: 2,
            query_set_id,
            flags: UnsubscribeFlags::SendDroppedRows,
        }),
        ClientMessage::OneOffQuery(OneOffQuery { request_id: 3, query_string: queries[0].clone() }),
        ClientMessage::CallReducer(CallReducer {
            request_id: 4,
            flags: CallReducerFlags::Default,
            reducer: "make_move".into(),
            args: vec![5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 1, 1].into(),
        }),
        ClientMessage::CallProcedure(CallProcedure {
            request_id: 5,
            flags: Default::default(),
            procedure: "my_archive".into(),
            args: vec![0, 0, 0, 0].into(),
        }),
        ClientMessage::SubscribeBatch(SubscribeBatch {
            request_id: 6,
            sets: [SubscribeSet { query_set_id, query_strings: queries }].into(),
        }),
    ];
    let bytes: Vec<Vec<u8>> =
        messages.iter().map(|message| bsatn::to_vec(message).expect("it can be written")).collect();
    for (number, bytes) in bytes.iter().enumerate() {
        write("frame", &format!("{number}"), bytes)?;
    }
    write("frame", "two", &[&bytes[2][..], &bytes[3]].concat())
}

fn write(target: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(name), bytes)
}
