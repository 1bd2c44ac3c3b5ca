//! What a reviewer should not have to say.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::build;

/// Formatting, clippy and rustdoc, warnings denied; and whether the fuzz targets can be built, which are a workspace of
/// their own and include files of others by their paths.
pub fn run(shell: &Shell) -> Result<()> {
    cmd!(shell, "cargo fmt --all --check").run()?;
    cmd!(shell, "cargo clippy --workspace --all-targets -- --deny warnings").run()?;
    cmd!(shell, "cargo fmt --manifest-path fuzz/Cargo.toml --check").run()?;
    {
        // Without this cargo would build into a folder inside fuzz/, and everything once more.
        let _folder = shell.push_env("CARGO_TARGET_DIR", build::target(shell));
        cmd!(shell, "cargo clippy --manifest-path fuzz/Cargo.toml --locked -- --deny warnings").run()?;
    }
    let _deny = shell.push_env("RUSTDOCFLAGS", "--deny warnings");
    cmd!(shell, "cargo doc --workspace --no-deps --document-private-items").run()?;
    Ok(())
}
