//! The server killed, stopped, cut off and out of disk while it is played on.

use std::process::{Command, ExitCode};

use anyhow::Result;
use xshell::Shell;

use crate::build;

/// Builds everything, and plays.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<ExitCode> {
    build::announce(shell);
    build::module(shell)?;
    build::programs(shell)?;
    let status = Command::new(build::binary(shell, "zeitnot-faults")).args(arguments).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
