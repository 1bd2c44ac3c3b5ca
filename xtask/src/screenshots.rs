//! Pictures of the window, taken while it is played in.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::build;

/// Plays a game in a real window for each look. Fails if anything that is looked for does not appear.
pub fn run(shell: &Shell) -> Result<()> {
    build::announce(shell);
    build::module(shell)?;
    build::programs(shell)?;
    // Without Xvfb it would only say that it does nothing.
    cmd!(shell, "cargo test --package zeitnot-desktop --test screen -- --ignored pictures --nocapture")
        .env("CI", "true")
        .run()?;
    Ok(())
}
