//! Every test there is.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::build;

/// Builds the module, which the servers under test run, and runs every test; with arguments, those that
/// `cargo test` makes of them. The programs that the end-to-end tests start are built with the tests.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    build::announce(shell);
    build::module(shell)?;
    cmd!(shell, "cargo test --workspace {arguments...}").run()?;
    Ok(())
}
