//! Connections that cost the server something and do nothing.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use spacetimedb_client_api_messages::websocket::v2::{ClientMessage, OneOffQuery};
use spacetimedb_lib::bsatn;
use tungstenite::Message;

use super::Attack;

/// Files that this process needs for everything else.
const SPARE: u64 = 500;

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

/// As many players as there may be, who are connected, subscribed to their games and silent.
pub fn crowd(attack: &Attack) {
    // Both ends of a connection are files, of this process and of the server: each has a limit of its own.
    let most = usize::try_from(attack.most_files.saturating_sub(SPARE)).unwrap_or(usize::MAX);
    let many = attack.edition.of(200, 10_000).min(most);
    let started = Instant::now();
    let mut crowd = Vec::with_capacity(many);
    for _ in 0..many {
        let mut one = attack.connect();
        one.subscribe("SELECT * FROM broadcast WHERE id = 1").expect("everybody may");
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
