//! What the programs are linked with: licences, sources, and faults that are known of.

use std::path::Path;

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::build;

/// Where `.ci/run` puts the tools, in the target directory.
const TOOLS: &str = "tools/bin";

/// Names the folder of a copy of the advisories, for machines that do not reach their source.
const ADVISORIES: &str = "ZEITNOT_ADVISORIES";

/// Runs cargo-deny and cargo-audit, by `deny.toml` and `.cargo/audit.toml`. Where the advisories cannot be had, it
/// says so and looks at the rest.
pub fn run(shell: &Shell) -> Result<()> {
    let path = std::env::var("PATH").unwrap_or_default();
    let tools = build::target(shell).join(TOOLS);
    let _path = shell.push_env("PATH", format!("{}:{path}", tools.display()));
    for tool in ["cargo-deny", "cargo-audit"] {
        ensure!(
            cmd!(shell, "{tool} --version").quiet().ignore_stdout().ignore_stderr().run().is_ok(),
            "{tool} is missing. Where there is Python, this takes seconds (compiling them takes minutes):\n  \
             python3 -m pip install --require-hashes --target {} --requirement .ci/tools.txt",
            tools.parent().unwrap_or(&tools).display()
        );
    }
    cmd!(shell, "cargo deny check --hide-inclusion-graph --allow no-license-field licenses bans sources")
        .run()?;
    // The fuzz targets have a lock file of their own, and nearly everything of the engine is not in it.
    cmd!(
        shell,
        "cargo deny --manifest-path fuzz/Cargo.toml --config deny.toml --locked check --hide-inclusion-graph
         --allow no-license-field --allow license-not-encountered --allow license-exception-not-encountered
         --allow duplicate licenses bans sources"
    )
    .run()?;
    advisories(shell)
}

fn advisories(shell: &Shell) -> Result<()> {
    if let Some(copy) = std::env::var_os(ADVISORIES) {
        let copy = Path::new(&copy);
        // Its age is for whoever made the copy to judge.
        cmd!(shell, "cargo audit --db {copy} --no-fetch --stale").run()?;
        cmd!(shell, "cargo audit --db {copy} --no-fetch --stale --file fuzz/Cargo.lock").run()?;
        return Ok(());
    }
    if cmd!(shell, "cargo deny fetch db").quiet().ignore_stdout().ignore_stderr().run().is_err() {
        println!(
            "advisories NOT LOOKED AT: https://github.com/RustSec/advisory-db cannot be reached from here.\n\
             With a copy of it: {ADVISORIES}=DIR cargo xtask deny"
        );
        return Ok(());
    }
    cmd!(shell, "cargo deny check --hide-inclusion-graph advisories").run()?;
    cmd!(shell, "cargo audit").run()?;
    cmd!(shell, "cargo audit --file fuzz/Cargo.lock").run()?;
    Ok(())
}
