//! All figures of a run. `--json` writes them as they are here.

use serde::Serialize;

use crate::machine::Machine;
use crate::summary::{Latency, Range};

/// What was measured, and what was not.
#[derive(Default, Serialize)]
pub struct Report {
    pub machine: Machine,
    pub setting: Setting,
    pub moves: Vec<Moves>,
    pub open_loop: Vec<OpenLoop>,
    pub boards: Vec<Boards>,
    pub growth: Vec<Growth>,
    pub subscribers: Vec<Subscribers>,
    pub timers: Vec<Timers>,
    pub arming: Vec<Arming>,
    pub size: Size,
    pub not_run: Vec<NotRun>,
}

/// How it was measured.
#[derive(Default, Serialize)]
pub struct Setting {
    /// As they were given, without the paths of files.
    pub options: Vec<String>,
    pub rounds: usize,
    pub seconds: f64,
    /// How busy the machine was before the start: proc_loadavg(5).
    pub load_average: String,
}

/// Closed loop: one move in flight a game.
#[derive(Serialize)]
pub struct Moves {
    pub system: &'static str,
    pub games: usize,
    pub durable: bool,
    /// In which it was measured, and the moves of all of them.
    pub rounds: usize,
    pub moves: usize,
    pub per_second: Range,
    /// Processor time of the servers. One game in nine moves is begun anew, which is in it.
    pub cpu_us_per_move: Range,
    /// From sending to the mover's answer: medians of the rounds. Not there if too few moves came to an end in one.
    pub ack_us: Option<Latency>,
    /// From sending to the opponent's receipt: the same.
    pub seen_us: Option<Latency>,
}

/// Open loop: moves at a fixed rate, whether or not earlier ones are answered.
#[derive(Serialize)]
pub struct OpenLoop {
    pub system: &'static str,
    pub games: usize,
    pub durable: bool,
    /// Moves a second that were to be made, and that were.
    pub rate: f64,
    pub per_second: f64,
    pub moves: usize,
    /// From when the move was to be sent.
    pub ack_us: Latency,
    pub seen_us: Latency,
}

/// Closed loop with larger games of Zeitnot's.
#[derive(Serialize)]
pub struct Boards {
    pub game: &'static str,
    pub games: usize,
    pub rounds: usize,
    pub per_second: Range,
    pub cpu_us_per_move: Range,
    pub ack_us: Option<Latency>,
    /// Until the last of the others had it.
    pub seen_us: Option<Latency>,
}

/// What a move costs among so many games that nobody plays just now.
#[derive(Serialize)]
pub struct Growth {
    pub design: &'static str,
    pub live_games: usize,
    /// Of the server without what it uses while nobody plays.
    pub cpu_us_per_move: Range,
    /// What it uses then, of one processor.
    pub idle_cpu_ms_per_second: f64,
}

/// What a move costs among so many connected, subscribed clients.
#[derive(Serialize)]
pub struct Subscribers {
    pub design: &'static str,
    pub clients: usize,
    /// The same as for [`Growth`].
    pub cpu_us_per_move: Range,
    pub idle_cpu_ms_per_second: f64,
}

/// How late timers fire.
#[derive(Serialize)]
pub struct Timers {
    /// Those that are set beside the ones that fire.
    pub pending: usize,
    pub load: &'static str,
    pub late_us: Latency,
}

/// What setting a timer costs, with so many set.
#[derive(Serialize)]
pub struct Arming {
    pub pending: usize,
    pub cpu_us_per_timer: f64,
}

/// What things take up. What was not measured is not there.
#[derive(Default, Serialize)]
pub struct Size {
    /// Payload of WebSocket messages, of both players together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wire_bytes_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitlog_bytes_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes_per_live_game: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes_per_finished_game: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_seconds: Option<f64>,
    /// The same after the server was killed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_seconds_after_kill: Option<f64>,
    /// The games that were there at both starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_live_games: Option<usize>,
    /// What is written in one go before it is on the disk, and how long the disk takes for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fsync_bytes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fsync_us: Option<Latency>,
}

/// What was to be measured and was not.
#[derive(Serialize)]
pub struct NotRun {
    pub what: String,
    pub why: String,
}
