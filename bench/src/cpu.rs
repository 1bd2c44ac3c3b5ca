//! The processor time that servers use, from `/proc`: see proc_pid_stat(5).

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// What the kernel counts processor time in, on every Linux that Rust runs on: `USER_HZ` is 100.
const TICK: Duration = Duration::from_millis(10);

/// What a process has used, and who started it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Usage {
    parent: u32,
    /// In user and system mode.
    own: u32,
    /// The same of its children that have ended and been waited for.
    of_the_ended: u32,
}

/// The time that these processes have used so far, with all that they have started.
pub fn used(roots: &[u32]) -> Result<Duration> {
    let mut all = HashMap::new();
    for entry in fs::read_dir("/proc").context("there is no /proc")?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        // It may end while we look.
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        if let Some(usage) = parse(&stat) {
            all.insert(id, usage);
        }
    }
    Ok(TICK * family(&all, roots))
}

/// The fields after the program's name, which may hold anything and stands in parentheses: the state, the parent, and
/// from the twelfth on utime, stime, cutime, cstime.
fn parse(stat: &str) -> Option<Usage> {
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u32>().ok();
    Some(Usage { parent: ticks(1)?, own: ticks(11)? + ticks(12)?, of_the_ended: ticks(13)? + ticks(14)? })
}

/// The ticks of these processes and all below them.
fn family(all: &HashMap<u32, Usage>, roots: &[u32]) -> u32 {
    let mut members: HashSet<u32> = roots.iter().copied().filter(|id| all.contains_key(id)).collect();
    loop {
        let children = all.iter().filter(|(_, usage)| members.contains(&usage.parent)).map(|(&id, _)| id);
        let more: Vec<u32> = children.filter(|id| !members.contains(id)).collect();
        if more.is_empty() {
            break;
        }
        members.extend(more);
    }
    members.iter().filter_map(|id| all.get(id)).map(|usage| usage.own + usage.of_the_ended).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_stat_is_read_whatever_the_program_is_called() {
        // The example's fields are those of proc_pid_stat(5), numbered from 1 there: 4 ppid, 14 to 17 the times.
        let stat = "4242 (a ) (b) S 17 4242 4242 0 -1 4194560 900 0 0 0 31 11 5 2 20 0 1 0 33 0 0";
        assert_eq!(parse(stat), Some(Usage { parent: 17, own: 42, of_the_ended: 7 }));
        assert_eq!(parse("4242 (a) S 17"), None);
    }

    #[test]
    fn children_count_and_strangers_do_not() {
        let usage = |parent, own| Usage { parent, own, of_the_ended: 1 };
        let all =
            HashMap::from([(1, usage(0, 500)), (10, usage(1, 20)), (11, usage(10, 3)), (12, usage(11, 4))]);
        assert_eq!(family(&all, &[10]), 20 + 3 + 4 + 3);
        // A child that is named as well counts once.
        assert_eq!(family(&all, &[10, 11]), 20 + 3 + 4 + 3);
        assert_eq!(family(&all, &[99]), 0);
    }

    #[test]
    fn work_of_this_process_is_seen() {
        let me = [std::process::id()];
        let before = used(&me).unwrap();
        let mut number = 1_u64;
        while used(&me).unwrap() < before + 3 * TICK {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
    }
}
