//! What time it is for the server, told without ever asking this computer's wall clock.
//!
//! A player's clock may be an hour off, or be set in the middle of a game. Deadlines are the
//! server's; so the server's time is estimated from what it sends, and carried on by the monotonic
//! clock ([`std::time::Instant`]).

mod countdown;
mod face;
mod server_clock;
mod server_time;

pub use countdown::Countdown;
pub use face::Face;
pub use server_clock::ServerClock;
pub use server_time::ServerTime;
