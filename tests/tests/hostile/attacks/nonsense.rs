//! What is not of the protocol.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use spacetimedb_client_api_messages::websocket::v2::{
    CallReducer, CallReducerFlags, ClientMessage, OneOffQuery,
};
use spacetimedb_lib::bsatn;
use tungstenite::{Error, Message};
use zeitnot_tests::upgrade;

use super::Attack;

/// How long the answer to something that is wrong may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The largest message that the server takes, as `docs/protocol.md` has it.
const LARGEST: usize = 1 << 20;

pub fn wrong_subprotocols(attack: &Attack) {
    for protocols in
        ["", "v1.bsatn.spacetimedb", "v1.json.spacetimedb", "chat", "v2.bsatn.spacetimedb.", ",,,"]
    {
        let server = attack.server;
        match upgrade(server.address(), server.database(), None, protocols, "").map_err(|error| *error) {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 400, "{protocols:?}"),
            Err(other) => panic!("{protocols:?}: {other}"),
            Ok(_) => panic!("{protocols:?} was let through"),
        }
    }
}

/// Messages with some bytes changed, left out or put in. The server takes leave of the client, or answers.
pub fn malformed_messages(attack: &Attack) {
    let good = [
        ClientMessage::OneOffQuery(OneOffQuery { request_id: 1, query_string: "SELECT * FROM me".into() }),
        ClientMessage::CallReducer(CallReducer {
            request_id: 2,
            flags: CallReducerFlags::Default,
            reducer: "make_move".into(),
            args: vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 1, 1].into(),
        }),
        ClientMessage::CallReducer(CallReducer {
            request_id: 3,
            flags: CallReducerFlags::Default,
            reducer: "join_game".into(),
            args: vec![3, 0, 0, 0, b'1', b'2', b'3'].into(),
        }),
    ];
    let good = good.map(|message| bsatn::to_vec(&message).expect("it can be written"));
    let until = attack.end();
    let mut connection = attack.connect();
    for round in 0.. {
        if Instant::now() > until {
            break;
        }
        let message = mutated(&good[round % good.len()]);
        let sent = connection.socket().send(Message::binary(message));
        // Its own queue of what waits to be sent is of no interest here.
        if sent.is_err() || round % 8 == 7 {
            connection = attack.connect();
        }
    }
    attack.look_that_it_answers();
}

/// Some bytes changed, left out or put in.
fn mutated(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..fastrand::usize(1..4) {
        let at = fastrand::usize(..=bytes.len());
        match fastrand::u8(..5) {
            0 if at < bytes.len() => bytes[at] = fastrand::u8(..),
            1 if at < bytes.len() => bytes[at] ^= 1 << fastrand::u32(..8),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 => bytes.truncate(at),
            _ => bytes.insert(at, fastrand::u8(..)),
        }
    }
    bytes
}

pub fn bad_frames(attack: &Attack) {
    // First of all: too large, as one message and in pieces; as text; with a length that is a lie.
    let mut connection = attack.connect();
    let _ = connection.socket().send(Message::binary(vec![0; LARGEST + 1]));
    is_closed(connection.socket().get_mut());
    let mut connection = attack.connect();
    let _ = connection.socket().send(Message::text("SELECT * FROM me"));
    is_closed(connection.socket().get_mut());
    for head in HEADS {
        let mut connection = attack.connect();
        let stream = connection.socket().get_mut();
        let _ = stream.write_all(head).and_then(|()| stream.write_all(&[0; 1024]));
        is_closed(stream);
    }
    // A message in pieces that has no end.
    let mut connection = attack.connect();
    let stream = connection.socket().get_mut();
    // Binary, not the last; then continuations: each masked with zeros, which changes nothing.
    let mut piece = vec![0x02, 0x80 | 126, 0x40, 0, 0, 0, 0, 0];
    piece.resize(8 + 0x4000, 7);
    for _ in 0..2 * LARGEST / 0x4000 {
        if stream.write_all(&piece).is_err() {
            break;
        }
        piece[0] = 0;
    }
    is_closed(stream);
    attack.look_that_it_answers();
}

/// Beginnings of frames that RFC 6455, section 5, does not allow, or that are too long.
const HEADS: [&[u8]; 6] = [
    // Not masked, as a client's must be.
    &[0x82, 5, 1, 2, 3, 4, 5],
    // An opcode that is reserved.
    &[0x83, 0x80, 0, 0, 0, 0],
    // Bits that are reserved.
    &[0xf2, 0x80, 0, 0, 0, 0],
    // A ping that is longer than 125 bytes.
    &[0x89, 0x80 | 126, 4, 0, 0, 0, 0, 0],
    // A continuation of nothing.
    &[0x80, 0x80, 0, 0, 0, 0],
    // 2^62 bytes are to come.
    &[0x82, 0x80 | 127, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
];

/// Waits until the server has closed the connection.
fn is_closed(stream: &mut TcpStream) {
    let _ = stream.set_read_timeout(Some(PATIENCE));
    let started = Instant::now();
    let mut bytes = [0; 4096];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return,
            Ok(_) => assert!(started.elapsed() < PATIENCE, "it goes on"),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("it is still open"),
            Err(_) => return,
        }
    }
}

/// Requests over HTTP with some bytes changed: each is answered with what is the client's fault, or not at all.
pub fn malformed_requests(attack: &Attack) {
    let good = [
        "GET /v1/database/zeitnot HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /v1/database/zeitnot/schema?version=9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /v1/identity/c200/verify HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x.y.z\r\nConnection: close\r\n\r\n",
        "GET /v1/database/zeitnot/subscribe?token=a&connection_id=zz HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: v2.bsatn.spacetimedb\r\n\r\n",
        "POST /v1/database/zeitnot/sql?confirmed=true HTTP/1.1\r\nHost: a\r\nContent-Length: 16\r\n\
         Connection: close\r\n\r\nSELECT * FROM me",
        "POST /v1/database/zeitnot/call/make_move HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
         Content-Length: 9\r\nConnection: close\r\n\r\n[1,0,[1]]",
        "POST /v1/identity HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
        "OPTIONS /v1/ping HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nConnection: close\r\n\r\n",
    ];
    let until = attack.end();
    for round in 0.. {
        if Instant::now() > until {
            break;
        }
        let request = mutated(good[round % good.len()].as_bytes());
        let Ok(mut stream) = TcpStream::connect(attack.server.address()) else { panic!("not let in") };
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let _ = stream.write_all(&request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).unwrap_or_default();
        // 530 is a reducer's own refusal.
        let fault = status.starts_with('5') && status != "530" && status != "501";
        assert!(!fault, "{:?} was answered with {answer}", String::from_utf8_lossy(&request));
    }
    attack.look_that_it_answers();
}
