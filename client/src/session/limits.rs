//! How long a session waits for what.

use std::time::Duration;

/// How long a session waits for what. The default suits people; tests want it shorter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// A connection that does not stand after this long is given up and tried again.
    pub open_limit: Duration,
    /// A call that is not answered after this long means that the connection is dead: it is made
    /// anew, and the call settled by what the server says then.
    pub reply_limit: Duration,
    /// A call that could not be sent or settled after this long ends in
    /// [`NotDone`](super::Answer::NotDone) or [`Unknown`](super::Answer::Unknown).
    pub answer_limit: Duration,
    /// While a fast game is running, a silence of this length is looked into. (The SDK's own check,
    /// which is all there is otherwise, takes up to a minute.)
    pub probe_after: Duration,
    /// What is sent to look into it has to come back within this time.
    pub probe_limit: Duration,
    /// A turn of at most this length makes a game a fast one.
    pub fast_turn: Duration,
    /// From this round trip on, the server is told when a turn has been seen that began in a fast game, so
    /// that it gives the network's delay back.
    pub far_trip: Duration,
    /// The server's time has to be known this exactly while a fast game is running.
    pub clock_error: Duration,
    /// How often one call is sent at most, for connections that break each time.
    pub times_sent: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            open_limit: Duration::from_secs(10),
            reply_limit: Duration::from_secs(10),
            answer_limit: Duration::from_secs(45),
            probe_after: Duration::from_secs(10),
            probe_limit: Duration::from_secs(5),
            fast_turn: Duration::from_secs(600),
            far_trip: Duration::from_millis(20),
            clock_error: Duration::from_millis(100),
            times_sent: 3,
        }
    }
}
