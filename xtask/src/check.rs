//! What a reviewer should not have to say.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Formatting, clippy and rustdoc, warnings denied.
pub fn run(shell: &Shell) -> Result<()> {
    cmd!(shell, "cargo fmt --all --check").run()?;
    cmd!(shell, "cargo clippy --workspace --all-targets -- --deny warnings").run()?;
    let _deny = shell.push_env("RUSTDOCFLAGS", "--deny warnings");
    cmd!(shell, "cargo doc --workspace --no-deps --document-private-items").run()?;
    Ok(())
}
