//! Connections that cost the server something and do nothing.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use spacetimedb_client_api_messages::websocket::v2::{ClientMessage, OneOffQuery};
use spacetimedb_lib::bsatn;
use tungstenite::Message;

use super::super::Edition;
use super::Attack;

/// What a client of ours subscribes to.
const ITS_GAMES: [&str; 3] = ["SELECT * FROM seat", "SELECT * FROM turn", "SELECT * FROM past_moves"];

/// Requests of which a byte comes now and then.
pub fn endless_requests(attack: &Attack) {
    let many = attack.edition.of(100, 1_000);
    let mut streams: Vec<TcpStream> =
        (0..many).map(|_| TcpStream::connect(attack.server.address()).expect("let in")).collect();
    for (index, stream) in streams.iter_mut().enumerate() {
        let beginning: &[u8] = match index % 3 {
            0 => b"GET /v1/ping HTTP/1.1\r\nHost: ",
            1 => {
                b"POST /v1/database/zeitnot/sql HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nSELECT"
            }
            _ => b"",
        };
        let _ = stream.write_all(beginning);
    }
    let until = attack.end();
    while Instant::now() < until {
        for stream in &mut streams {
            let _ = stream.write_all(b"a");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    attack.look_that_it_answers();
}

/// How many come.
pub fn crowd_of(edition: Edition) -> usize {
    edition.of(200, 10_000)
}

/// Players who are connected, subscribed to their games, of which they have none, and silent.
pub fn crowd(attack: &Attack) {
    let many = crowd_of(attack.edition);
    let started = Instant::now();
    let mut crowd = Vec::with_capacity(many);
    for _ in 0..many {
        let mut one = attack.connect();
        for query in ITS_GAMES {
            one.subscribe(query).expect("everybody may");
        }
        crowd.push(one);
    }
    let memory = attack.server.memory().unwrap_or_default() >> 20;
    println!("{many} connections in {:.1?}, the server has {memory} MiB", started.elapsed());
    attack.look_that_it_answers();
    drop(crowd);
}

/// They ask for much, and take nothing in.
pub fn slow_readers(attack: &Attack) {
    let many = attack.edition.of(10, 200);
    let query = ClientMessage::OneOffQuery(OneOffQuery {
        request_id: 1,
        query_string: "SELECT * FROM catalogue".into(),
    });
    let query = bsatn::to_vec(&query).expect("it can be written");
    let mut readers: Vec<_> = (0..many).map(|_| attack.connect()).collect();
    for reader in &mut readers {
        let _ = reader.socket().get_mut().set_nonblocking(true);
    }
    let until = attack.end();
    while Instant::now() < until {
        for reader in &mut readers {
            let _ = reader.socket().send(Message::binary(query.clone()));
            let _ = reader.socket().send(Message::Ping(vec![0; 125].into()));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    attack.look_that_it_answers();
}
