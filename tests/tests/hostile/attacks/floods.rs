//! More of what everybody may do than anybody needs.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Instant;

use spacetimedb_client_api_messages::websocket::v2::{
    CallProcedure, CallReducer, CallReducerFlags, ClientMessage,
};
use zeitnot_tests::{LIMIT, Raw, http};

use super::super::tokens::issue;
use super::Attack;

/// How many do it at once.
const AT_ONCE: usize = 8;

/// How many calls are sent before any is answered.
const AHEAD: usize = 200;

/// Subscriptions that are kept, each another query, as many as the server lets anybody have in that time. Each of them is of a
/// table that a move writes, and by a column without an index: the engine looks at all of them for each move of everybody.
pub fn subscriptions(attack: &Attack) {
    let until = attack.end();
    let kept = AtomicUsize::new(0);
    // So many that the limit of their address is what holds them up, and not that of each player.
    let many = attack.edition.of(AT_ONCE, 5 * AT_ONCE);
    let mut flooders: Vec<Raw> = (0..many).map(|_| attack.connect()).collect();
    thread::scope(|scope| {
        for flooder in &mut flooders {
            scope.spawn(|| {
                for number in 0.. {
                    if Instant::now() > until {
                        break;
                    }
                    let query = match number % 3 {
                        0 => format!("SELECT * FROM turn WHERE ply <> {number}"),
                        1 => format!("SELECT * FROM seat WHERE round <> {number}"),
                        _ => format!("SELECT * FROM broadcast WHERE id <> {number}"),
                    };
                    flooder.subscribe(&query).expect("everybody may");
                    kept.fetch_add(1, SeqCst);
                }
            });
        }
    });
    println!("{} subscriptions of {many} connections", kept.into_inner());
    // The others move while all of them are there.
    thread::sleep(attack.edition.length() / 2);
    attack.look_that_it_answers();
}

/// Reducers, all that the connection takes. The module lets through so many a second of each player.
pub fn calls(attack: &Attack) {
    let until = attack.end();
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                let mut flooder = attack.connect();
                let mut request_id = 0;
                while Instant::now() < until {
                    for _ in 0..AHEAD {
                        request_id += 1;
                        flooder.send(&ClientMessage::CallReducer(CallReducer {
                            request_id,
                            flags: CallReducerFlags::Default,
                            reducer: "set_name".into(),
                            args: vec![2, 0, 0, 0, b'E', b'v'].into(),
                        }));
                    }
                    for _ in 0..AHEAD {
                        flooder.answer();
                    }
                }
            });
        }
    });
    attack.look_that_it_answers();
}

/// SQL and calls over HTTP: half of them of one player, half of a new one each. Beyond the limit they are refused with a
/// code; on a machine that is busy otherwise that may take a while.
pub fn queries(attack: &Attack) {
    let until = attack.end();
    let (answered, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let token = issue(attack.server);
    thread::scope(|scope| {
        for flooder in 0..AT_ONCE {
            let token = (flooder % 2 == 0).then_some(&token[..]);
            let (answered, refused) = (&answered, &refused);
            scope.spawn(move || {
                let goes_on =
                    || Instant::now() < until || refused.load(SeqCst) == 0 && Instant::now() < until + LIMIT;
                while goes_on() {
                    let (line, body): (_, &[u8]) = match flooder {
                        0..4 => ("POST /v1/database/zeitnot/sql", b"SELECT * FROM catalogue"),
                        _ => ("POST /v1/database/zeitnot/call/my_archive", b"[0]"),
                    };
                    let answer = http::request(attack.server.address(), line, token, body);
                    let answer = answer.expect("the server answers");
                    match answer.status {
                        200 => answered.fetch_add(1, SeqCst),
                        429 => {
                            assert!(answer.body.starts_with("too_fast: "), "{answer:?}");
                            assert!(answer.retry_after().is_some(), "{answer:?}");
                            refused.fetch_add(1, SeqCst)
                        }
                        _ => panic!("{answer:?}"),
                    };
                }
            });
        }
    });
    let (answered, refused) = (answered.into_inner(), refused.into_inner());
    println!("{answered} were answered, {refused} refused");
    assert!(refused > 0, "nobody was too fast");
    attack.look_that_it_answers();
}

/// The procedure, which reads twenty games at a time.
pub fn archive(attack: &Attack) {
    let until = attack.end();
    thread::scope(|scope| {
        for _ in 0..2 * AT_ONCE {
            scope.spawn(|| {
                let mut flooder = attack.connect();
                for request_id in 0.. {
                    if Instant::now() > until {
                        break;
                    }
                    flooder.send(&ClientMessage::CallProcedure(CallProcedure {
                        request_id,
                        flags: Default::default(),
                        procedure: "my_archive".into(),
                        args: vec![0; 4].into(),
                    }));
                    flooder.answer();
                }
            });
        }
    });
    attack.look_that_it_answers();
}
