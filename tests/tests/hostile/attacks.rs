//! What somebody does who means harm, each for a while or so many times.

mod connections;
mod floods;
mod nonsense;

use std::time::{Duration, Instant};

use zeitnot_tests::{Raw, Server};

use super::{Edition, tokens};

/// On whom, and how hard.
pub struct Attack<'a> {
    pub server: &'a Server,
    pub edition: Edition,
}

/// What is done.
pub type Act = fn(&Attack);

/// All of them.
pub const ALL: &[(&str, Act)] = &[
    ("forged tokens", tokens::forged),
    ("wrong subprotocols", nonsense::wrong_subprotocols),
    ("malformed messages", nonsense::malformed_messages),
    ("frames that are too large or against the protocol", nonsense::bad_frames),
    ("malformed requests", nonsense::malformed_requests),
    ("requests that never end", connections::endless_requests),
    ("a crowd of connections", connections::crowd),
    ("slow readers", connections::slow_readers),
    ("a flood of subscriptions", floods::subscriptions),
    ("a flood of calls", floods::calls),
    ("a flood of queries over HTTP", floods::queries),
    ("a flood of pages of the archive", floods::archive),
];

impl Attack<'_> {
    /// When this attack is over.
    pub fn end(&self) -> Instant {
        Instant::now() + self.edition.length()
    }

    /// A new player's connection.
    pub fn connect(&self) -> Raw {
        Raw::connect(self.server, None).expect("the server lets everybody in")
    }

    /// The server still answers somebody new.
    pub fn look_that_it_answers(&self) {
        let started = Instant::now();
        self.connect().ask("SELECT * FROM me").expect("an answer");
        assert!(started.elapsed() < Duration::from_secs(10), "it took {:.1?}", started.elapsed());
    }
}

/// Files that this process and the server each need for everything but the crowd, and for connections of the attack before
/// that are not closed yet.
const SPARE: u64 = 2_000;

/// How many files this process and the server each have to be allowed to open: each has one end of a connection, and a
/// limit of its own.
pub fn files(edition: Edition) -> u64 {
    let crowd = connections::crowd_of(edition);
    match edition {
        Edition::Small => crowd as u64 + SPARE / 4,
        Edition::Full => crowd as u64 + SPARE,
    }
}

/// Lets this process and those that it starts open as many files as it may, and says how many.
pub fn raise_file_limit() -> u64 {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
        getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
    }
    #[cfg(not(unix))]
    1024
}
