//! The server killed, stopped, cut off and out of disk while it is played on.

use std::process::Command;

use anyhow::{Result, ensure};
use xshell::Shell;

use crate::build;

/// What `zeitnot-faults` takes, said here as well: it is for those who have not built it yet.
const HELP: &str = "\
cargo xtask faults [OPTIONS]

Plays on a server that is killed, stopped, cut off and out of disk, and looks for what was lost.

  --rounds N      how many rounds are played [default: 10]
  --seed N        what everything random comes from [default: 1]
  --round N       plays this round of the seed alone
  --server FILE   the server [default: the one that is built]
  --folder DIR    where rounds keep their data; those with findings stay there [default: /tmp/zeitnot-faults]

docs/faults.md says what is done, and what is looked at.
";

/// Builds everything, and plays; fails if anything is found.
pub fn play(shell: &Shell, arguments: &[String]) -> Result<()> {
    if arguments.iter().any(|argument| ["-h", "--help"].contains(&argument.as_str())) {
        print!("{HELP}");
        return Ok(());
    }
    build::announce(shell);
    build::module(shell)?;
    build::programs(shell)?;
    let status = Command::new(build::binary(shell, "zeitnot-faults")).args(arguments).status()?;
    ensure!(status.success(), "something was found, or a round could not be played");
    Ok(())
}
