//! What it was measured on.

use std::fs;
use std::time::SystemTime;

use serde::Serialize;

use crate::systems::{boardgame, postgres};

/// A machine, and what ran on it.
#[derive(Default, Serialize)]
pub struct Machine {
    /// Of the measurement, UTC.
    pub date: String,
    pub processor: String,
    pub cores: usize,
    pub memory_gib: u64,
    pub kernel: String,
    /// Programs and what version they are.
    pub versions: Vec<String>,
    /// Of this project, or empty.
    pub commit: String,
}

/// The variable in which `cargo xtask bench` hands the commit over.
const COMMIT: &str = "ZEITNOT_COMMIT";

impl Machine {
    /// This one, now. What cannot be told is empty.
    pub async fn this() -> Self {
        let mut versions = vec![
            format!("Zeitnot {}", env!("CARGO_PKG_VERSION")),
            format!("SpacetimeDB's engine {}", engine()),
        ];
        // One that is not there is not measured either, which the report says by itself.
        versions.extend(postgres::version().await.map(|version| format!("PostgreSQL {version}")));
        versions.extend(boardgame::version().await.map(|version| format!("boardgame.io {version}")));
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            processor: field(&read("/proc/cpuinfo"), "model name").unwrap_or_default(),
            cores: std::thread::available_parallelism().map_or(0, Into::into),
            memory_gib: field(&read("/proc/meminfo"), "MemTotal")
                .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok())
                .map_or(0, |kib| kib.div_ceil(1 << 20)),
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            versions,
            commit: std::env::var(COMMIT).unwrap_or_default(),
        }
    }
}

/// The version of SpacetimeDB's engine that the lock file has, which is what is built.
fn engine() -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let after = lock.split_once("name = \"spacetimedb-core\"\nversion = \"").map(|(_, after)| after);
    after.and_then(|after| after.split_once('"')).map_or("of an unknown version", |(version, _)| version)
}

/// The first field of this name, in the manner of `name : value`.
fn field(text: &str, name: &str) -> Option<String> {
    let fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.into_iter().find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{engine, field};

    #[test]
    fn the_engine_is_that_of_the_lock_file() {
        assert!(engine().starts_with("2."), "{}", engine());
    }

    #[test]
    fn fields_of_proc_are_found_by_name() {
        let text = "processor\t: 0\nmodel name\t: A Processor: 3 GHz\nmodel name\t: Another\n";
        assert_eq!(field(text, "model name").as_deref(), Some("A Processor: 3 GHz"));
        assert_eq!(field(text, "model"), None);
    }
}
