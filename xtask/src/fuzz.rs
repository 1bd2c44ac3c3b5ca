//! Fuzzing, on the stable compiler and with nothing installed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::build;

/// What makes libFuzzer see which way a program goes. `cargo fuzz` gives the same and a sanitizer, which only the nightly
/// compiler has; all of our own code forbids `unsafe`.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                     -Cllvm-args=-sanitizer-coverage-pc-table \
                     -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

const HELP: &str = "\
cargo xtask fuzz [TARGET…] [--seconds N]

Fuzzes the targets that are named, or all of them, one after the other, for a minute each or N seconds:

";

/// How long each target runs unless told otherwise.
const SECONDS: &str = "60";

/// Fuzzes the targets that are named, or all of them, one after the other, for so long each. What they find is kept in
/// `target/fuzz/corpus` and goes on from there the next time; what goes wrong, in `target/fuzz/artifacts`.
pub fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let all = targets(shell)?;
    if arguments.iter().any(|argument| ["-h", "--help"].contains(&argument.as_str())) {
        print!("{HELP}");
        all.iter().for_each(|target| println!("  {target}"));
        return Ok(());
    }
    let (targets, seconds) = read(arguments)?;
    let targets = if targets.is_empty() { all.clone() } else { targets };
    if let Some(unknown) = targets.iter().find(|target| !all.contains(target)) {
        bail!("there is no target {unknown:?}; there are {}", all.join(", "));
    }
    let host = host(shell)?;
    let target_dir = build::target(shell);
    {
        let _flags = shell.push_env("RUSTFLAGS", FLAGS);
        let _folder = shell.push_env("CARGO_TARGET_DIR", &target_dir);
        // For one system by name: then the flags are not for what runs while the rest is built.
        let bins = targets.iter().flat_map(|target| ["--bin", target]);
        cmd!(shell, "cargo build --manifest-path fuzz/Cargo.toml --release --target {host} {bins...}")
            .run()?;
    }
    for target in &targets {
        fuzz(shell, &target_dir, &host, target, &seconds)?;
    }
    Ok(())
}

fn fuzz(shell: &Shell, target_dir: &Path, host: &str, target: &str, seconds: &str) -> Result<()> {
    let program = target_dir.join(host).join("release").join(target);
    let folder = target_dir.join("fuzz");
    let corpus = folder.join("corpus").join(target);
    let artifacts = folder.join("artifacts");
    let seeds = build::root().join("fuzz/seeds").join(target);
    shell.create_dir(&corpus)?;
    shell.create_dir(&artifacts)?;
    let prefix = format!("{}/{target}-", artifacts.display());
    cmd!(
        shell,
        "{program} -max_total_time={seconds} -timeout=10 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1
        -artifact_prefix={prefix} {corpus} {seeds}"
    )
    .run()
    .with_context(|| {
        format!(
            "{target} has found something; run it again with the file that it names:\n  {} FILE",
            program.display()
        )
    })
}

/// The targets, and how many seconds each is to run.
fn read(arguments: &[String]) -> Result<(Vec<String>, String)> {
    let mut targets = Vec::new();
    let mut seconds = SECONDS.to_owned();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--seconds" {
            let number = arguments.next().context("--seconds takes a number")?;
            ensure!(number.parse::<u32>().is_ok(), "{number:?} is no number of seconds");
            seconds = number.clone();
        } else {
            targets.push(argument.clone());
        }
    }
    Ok((targets, seconds))
}

/// The names of the files in `fuzz/fuzz_targets`.
pub fn targets(shell: &Shell) -> Result<Vec<String>> {
    let files: Vec<PathBuf> = shell.read_dir("fuzz/fuzz_targets")?;
    let mut names: Vec<String> =
        files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// The system that the compiler runs on.
fn host(shell: &Shell) -> Result<String> {
    let version = cmd!(shell, "rustc -vV").quiet().read()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say where it runs")?.to_owned())
}
