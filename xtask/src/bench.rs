//! The benchmark, built as what it measures is shipped: release builds.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::build;

/// Builds server, modules and driver, and measures.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<ExitCode> {
    let folder = build::target(shell).join("release");
    if let Some(only_told) =
        arguments.iter().find(|it| ["-h", "--help", "-V", "--version"].contains(&it.as_str()))
    {
        return tell(&folder, only_told);
    }
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
    prepare_peers(shell);
    let mut driver = std::process::Command::new(folder.join("zeitnot-bench"));
    driver.args(arguments).env("ZEITNOT_COMMIT", commit(shell));
    if is_whole(arguments) {
        driver.arg("--docs").arg(build::root().join("docs"));
    }
    let status = driver.status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the program says of itself, if it is there. Nobody should wait half an hour for that.
fn tell(folder: &Path, option: &str) -> Result<ExitCode> {
    let program = folder.join(format!("zeitnot-bench{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        println!(
            "The benchmark is not built yet. `cargo xtask bench` builds it and measures everything, `cargo xtask bench --quick`\n\
             the most important; then `cargo xtask bench {option}` tells the rest."
        );
        return Ok(ExitCode::SUCCESS);
    }
    let status = std::process::Command::new(program).arg(option).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What leaves something out, or measures something else, is not for the documentation: only options that say where
/// things are written to may be given.
fn is_whole(arguments: &[String]) -> bool {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.split_once('=') {
            Some(("--json" | "--folder", _)) => {}
            None if argument == "--json" || argument == "--folder" => {
                arguments.next();
            }
            _ => return false,
        }
    }
    true
}

/// The commit that is measured, as short as it is unique, or nothing.
fn commit(shell: &Shell) -> String {
    cmd!(shell, "git rev-parse --short HEAD").quiet().ignore_stderr().read().unwrap_or_default()
}

/// Installs boardgame.io as its lock file has it. Without Node or npm, or off line, it cannot be measured, but all else.
fn prepare_peers(shell: &Shell) {
    let folder = build::root().join("bench/peers/boardgame");
    let changed = |name: &str| std::fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok();
    // npm writes this file when it is done.
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return;
    }
    let _inside = shell.push_dir(&folder);
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if let Err(error) = cmd!(shell, "{npm} ci --no-audit --no-fund").run() {
        eprintln!("boardgame.io is not there, so it is not measured: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn only_a_whole_run_is_written_into_the_documentation() {
        let whole =
            |arguments: &[&str]| is_whole(&arguments.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
        assert!(whole(&[]));
        assert!(whole(&["--json", "figures.json"]));
        assert!(whole(&["--json=figures.json", "--folder", "/somewhere"]));
        assert!(!whole(&["--quick"]));
        for option in
            ["--rounds", "--seconds", "--games", "--live", "--rates", "--clients", "--pending", "--burst"]
        {
            assert!(!whole(&[option, "2"]), "{option}");
            assert!(!whole(&["--json", "figures.json", &format!("{option}=2")]), "{option}");
        }
        assert!(!whole(&["--only=moves"]));
        assert!(!whole(&["--json", "figures.json", "--systems", "zeitnot"]));
    }
}
