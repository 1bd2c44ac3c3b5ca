//! Pictures of the window, taken while it is played in.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::build;

/// What the pictures' names end in, and what the window looks like in them.
const LOOKS: [(&str, &[&str]); 5] = [
    ("dark", &[]),
    ("light", &["--light"]),
    ("contrast", &["--light", "--contrast"]),
    ("large", &["--scale", "2", "--width", "1400", "--height", "1000"]),
    ("narrow", &["--width", "480", "--height", "800"]),
];

/// Plays a game in a real window for each look. Fails if anything that is looked for does not appear.
pub fn run(shell: &Shell) -> Result<()> {
    build::announce(shell);
    build::module(shell)?;
    build::programs(shell)?;
    cmd!(shell, "cargo build --package zeitnot-desktop --example screenshots").run()?;
    let program = build::target(shell).join("debug/examples/screenshots");
    let server = build::binary(shell, "zeitnot-server");
    let module = build::target(shell).join("debug/zeitnot_module.wasm");
    let images = build::root().join("docs/images");
    shell.create_dir(&images)?;
    let screen = "--server-args=-screen 0 1600x1200x24";
    for (name, look) in LOOKS {
        // No graphics card is needed, and no display but the one that is made for it.
        cmd!(
            shell,
            "xvfb-run --auto-servernum {screen} {program} --server {server} --module {module} --to {images} --name {name} {look...}"
        )
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .run()
        .context("on Debian, the packages xvfb and libgl1-mesa-dri are needed")?;
    }
    Ok(())
}
