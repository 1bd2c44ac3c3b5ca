//! The floor of what durability costs: the disk, and nothing else.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::ground::Ground;
use crate::summary::Latency;

/// As often as is measured.
const TIMES: usize = 500;

/// How long it takes until so many bytes are on the disk, one write after the other at the end of a file.
pub fn fsync(ground: &Ground, bytes: usize) -> Result<Latency> {
    let folder = ground.folder()?;
    let mut file = File::create(folder.path().join("bytes"))?;
    let bytes = vec![b'.'; bytes];
    let mut took: Vec<Duration> = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        file.write_all(&bytes)?;
        file.sync_data()?;
        took.push(begun.elapsed());
    }
    Latency::of(took)
}
