//! The memory that a server uses, from `/proc`: see proc_pid_status(5).

use std::fs;

use anyhow::{Context, Result};

/// Bytes of a process that are in memory.
pub fn resident(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("the process is gone")?;
    parse(&status).context("no VmRSS")
}

fn parse(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    // The unit is always kB, and means 1,024 bytes.
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resident_memory_is_read_in_bytes() {
        assert_eq!(parse("VmPeak:\t  900 kB\nVmRSS:\t  512 kB\nRssAnon:\t 1 kB\n"), Some(512 * 1024));
        assert_eq!(parse("VmPeak:\t  900 kB\n"), None);
        assert!(resident(std::process::id()).unwrap() > 100_000);
    }
}
