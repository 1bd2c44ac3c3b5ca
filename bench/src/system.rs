//! What is measured: a server, and pairs of players who are connected to it.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::drawn_game::Ply;
use crate::ground::Ground;

/// A server that games are played on.
pub trait System: Sized {
    type Pair: Pair;

    /// Starts it with nothing in it, in a folder of its own on [`Ground`]. When this returns it takes connections.
    fn start(ground: &Ground, durable: bool) -> impl Future<Output = Result<Self>> + Send;

    /// The processes whose time counts, with all that these have started.
    fn processes(&self) -> Vec<u32>;

    /// Connects so many more pairs. Each has begun its first game when this returns.
    fn seat(&mut self, pairs: usize) -> impl Future<Output = Result<Vec<Self::Pair>>> + Send;

    /// Stops it and waits until it has ended. What it has written is thrown away with the ground.
    fn stop(self) -> impl Future<Output = Result<()>> + Send;
}

/// Two players of one game, each with a connection of their own.
pub trait Pair: Send + 'static {
    /// Begins their next game, after the ninth move. Returns when both know of it.
    fn begin(&mut self) -> impl Future<Output = Result<()>> + Send;

    /// Makes a move, and returns when the mover has the server's answer and the opponent has been told of the
    /// move by the server. A refusal is an error.
    fn play(&mut self, ply: Ply) -> impl Future<Output = Result<Timing>> + Send;
}

/// When things happened to a move. All three are read in this process, off the same clock.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Right before the mover's message was handed to the connection.
    pub sent: Instant,
    /// The mover had the whole answer.
    pub answered: Instant,
    /// The opponent had the whole message with the move.
    pub seen: Instant,
}

impl Timing {
    /// From sending to the mover's answer.
    pub fn ack(&self) -> Duration {
        self.answered - self.sent
    }

    /// From sending to the opponent's receipt.
    pub fn seen_after(&self) -> Duration {
        self.seen - self.sent
    }
}
