//! The benchmark, built as what it measures is shipped: release builds.

use std::process::ExitCode;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::build;

/// Builds server, modules and driver, and measures.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<ExitCode> {
    let folder = build::target(shell).join("release");
    if !folder.join("zeitnot-server").exists() {
        eprintln!(
            "The first release build compiles SpacetimeDB's engine and takes half an hour on two cores;\n\
             cargo shows how far it is.\n"
        );
    }
    // Apart from each other: together, cargo would compile the engine for both with the features of both.
    cmd!(shell, "cargo build --release --package zeitnot-standalone").run()?;
    cmd!(shell, "cargo build --release --package zeitnot-bench").run()?;
    for module in [build::module(shell)?, build::bench_module(shell)?] {
        shell.copy_file(module, &folder)?;
    }
    let status = std::process::Command::new(folder.join("zeitnot-bench")).args(arguments).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
