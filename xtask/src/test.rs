//! Every test there is.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::build;

/// Builds the module and the programs, which the end-to-end tests start, and runs every test; with arguments,
/// those that `cargo test` makes of them.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    build::announce(shell);
    build::module(shell)?;
    build::programs(shell)?;
    cmd!(shell, "cargo test --workspace {arguments...}").run()?;
    Ok(())
}
