//! The memory that a server uses, from `/proc`: see proc_pid_status(5).

use std::fs;

use anyhow::{Context, Result};

/// Bytes of a process that are in memory.
pub fn resident(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("the process is gone")?;
    parse(&status, "VmRSS:").context("no VmRSS")
}

/// Bytes that a new program could have without swapping: `MemAvailable` in proc_meminfo(5).
pub fn available() -> Result<u64> {
    let info = fs::read_to_string("/proc/meminfo").context("there is no /proc")?;
    parse(&info, "MemAvailable:").context("no MemAvailable")
}

fn parse(text: &str, field: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    // The unit is always kB, and means 1,024 bytes.
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resident_memory_is_read_in_bytes() {
        assert_eq!(
            parse("VmPeak:\t  900 kB\nVmRSS:\t  512 kB\nRssAnon:\t 1 kB\n", "VmRSS:"),
            Some(512 * 1024)
        );
        assert_eq!(parse("VmPeak:\t  900 kB\n", "VmRSS:"), None);
        assert!(resident(std::process::id()).unwrap() > 100_000);
        assert!(available().unwrap() > 100_000);
    }
}
