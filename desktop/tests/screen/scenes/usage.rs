//! What this process uses, as Linux tells it.

use std::fs;

/// The time that processors have spent on this process, in milliseconds.
pub fn processor_ms() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_whitespace().collect();
    // User's and system's time, in hundredths of a second (proc(5)).
    let ticks = |field: usize| fields[field].parse::<f64>().expect("a number");
    (ticks(11) + ticks(12)) * 10.0
}

/// The memory that it has in use, in MB: what is resident, shared libraries included.
pub fn resident_mb() -> f64 {
    status("VmRSS:") / 1024.0
}

/// Of that, what is not of a file: heap, stacks, buffers.
pub fn anonymous_mb() -> f64 {
    status("RssAnon:") / 1024.0
}

fn status(name: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
