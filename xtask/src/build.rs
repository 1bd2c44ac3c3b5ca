//! What has to be built before anything can run, and where it ends up.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// The folder that cargo builds into.
pub fn target(shell: &Shell) -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => shell.current_dir().join(dir),
        None => root().join("target"),
    }
}

/// The debug binary of this name.
pub fn binary(shell: &Shell, name: &str) -> PathBuf {
    target(shell).join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Says beforehand what takes long: nothing is worse than a silent wait.
pub fn announce(shell: &Shell) {
    if !binary(shell, "zeitnot-server").exists() {
        eprintln!(
            "The first build compiles SpacetimeDB's engine and takes 5 to 12 minutes on two cores.\n\
             cargo shows how far it is; later builds take seconds.\n"
        );
    }
}

/// Builds the module to wasm and puts it beside the server, which takes it from there.
pub fn module(shell: &Shell) -> Result<PathBuf> {
    cmd!(shell, "cargo build --package zeitnot-module --target wasm32-unknown-unknown --profile wasm")
        .run()?;
    let built = target(shell).join("wasm32-unknown-unknown/wasm/zeitnot_module.wasm");
    let beside_the_server = target(shell).join("debug/zeitnot_module.wasm");
    shell.create_dir(target(shell).join("debug"))?;
    shell.copy_file(&built, &beside_the_server)?;
    Ok(built)
}

/// Builds the module of what is compared with Zeitnot's on the same host.
pub fn bench_module(shell: &Shell) -> Result<PathBuf> {
    cmd!(shell, "cargo build --package zeitnot-bench-module --target wasm32-unknown-unknown --profile wasm")
        .run()?;
    Ok(target(shell).join("wasm32-unknown-unknown/wasm/zeitnot_bench_module.wasm"))
}

/// Builds the server and the client. The whole workspace, so that whatever else is built shares the engine:
/// cargo compiles a dependency again for each set of packages that asks for other features of it.
pub fn programs(shell: &Shell) -> Result<()> {
    cmd!(shell, "cargo build --workspace").run()?;
    Ok(())
}

/// Builds the module and prints where it is and how large.
pub fn report_module(shell: &Shell) -> Result<()> {
    let path = module(shell)?;
    let size = std::fs::metadata(&path).with_context(|| format!("{} is not there", path.display()))?.len();
    println!("{} ({} KiB)", path.display(), size.div_ceil(1024));
    Ok(())
}
