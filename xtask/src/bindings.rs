//! The client's bindings, as the `spacetime` CLI writes them.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::build;

const HOW_TO_GET_IT: &str = "\
the `spacetime` command is not on PATH.
It comes with SpacetimeDB: see https://spacetimedb.com/install, or build crates/cli of
https://github.com/clockworklabs/SpacetimeDB, and run this again.";

/// Writes `module_bindings/src/generated` and the snapshot of the schema that it was made from.
pub fn run(shell: &Shell) -> Result<()> {
    if cmd!(shell, "spacetime --version").quiet().ignore_stdout().ignore_stderr().run().is_err() {
        bail!(HOW_TO_GET_IT);
    }
    let module = build::module(shell)?;
    let out = build::root().join("module_bindings/src/generated");
    shell.remove_path(&out)?;
    shell.create_dir(&out)?;
    cmd!(shell, "spacetime generate --yes --lang rust --out-dir {out} --bin-path {module}").run()?;
    let _write = shell.push_env("UPDATE_SCHEMA", "1");
    cmd!(shell, "cargo test --package zeitnot-module schema").run()?;
    Ok(())
}
