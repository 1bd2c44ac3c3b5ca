//! What is handed to others: the programs, an entry for the desktop's menu, and every licence.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::build;

/// What begins the name of a file that has a licence.
const LICENCES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// The texts of licences by their names in SPDX's list (<https://spdx.org/licenses/>), for crates that name theirs and
/// come without its text.
const TEXTS: [(&str, &str); 3] = [
    ("Apache-2.0", include_str!("../licences/Apache-2.0.txt")),
    ("BSD-3-Clause", include_str!("../licences/BSD-3-Clause.txt")),
    ("MIT", include_str!("../licences/MIT.txt")),
];

/// What stands in these texts for who has written the program, and when.
const HOLDERS: [&str; 2] = ["<year> <copyright holders>", "<year> <owner>"];

/// Writes `target/dist/zeitnot-VERSION-ARCH-OS.tar.gz`.
pub fn run(shell: &Shell) -> Result<()> {
    cmd!(shell, "cargo build --release --locked --package zeitnot-desktop --package zeitnot-client").run()?;
    let name =
        format!("zeitnot-{}-{}-{}", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    let dist = build::target(shell).join("dist");
    let staging = dist.join(&name);
    shell.remove_path(&staging)?;
    for program in ["zeitnot-window", "zeitnot"] {
        let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        put(shell, &build::target(shell).join("release").join(&file), &staging.join("bin").join(&file))?;
    }
    let package = build::root().join("desktop/package");
    let share = staging.join("share");
    put(shell, &package.join("zeitnot.desktop"), &share.join("applications/zeitnot.desktop"))?;
    put(shell, &package.join("zeitnot.svg"), &share.join("icons/hicolor/scalable/apps/zeitnot.svg"))?;
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
        put(shell, &build::root().join(file), &staging.join(file))?;
    }
    licences(shell, &staging.join("licences"))?;
    let archive = dist.join(format!("{name}.tar.gz"));
    cmd!(shell, "tar --create --gzip --file {archive} --directory {dist} {name}").run()?;
    println!("{} ({} KiB)", archive.display(), fs::metadata(&archive)?.len().div_ceil(1024));
    Ok(())
}

/// The licence of every crate that is linked into the programs.
fn licences(shell: &Shell, to: &Path) -> Result<()> {
    let format = "--format={p}";
    let linked = cmd!(
        shell,
        "cargo tree --locked --package zeitnot-desktop --package zeitnot-client --edges normal --prefix none {format}"
    )
    .read()?;
    let linked: BTreeSet<(&str, &str)> = linked
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let metadata = cmd!(shell, "cargo metadata --locked --format-version 1").quiet().read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut list = String::from(
        "The crates in these programs and their licences, whose texts are beside this file.\n\n",
    );
    for package in metadata["packages"].as_array().context("cargo names no packages")? {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let (name, version) = (text("name"), text("version"));
        // Those without a source are our own.
        if package["source"].is_null() || !linked.contains(&(name, version)) {
            continue;
        }
        let from = Path::new(text("manifest_path")).parent().unwrap_or(Path::new(""));
        let folder = to.join(format!("{name}-{version}"));
        let mut found = false;
        let fonts = from.join("fonts");
        for path in files(from)?.into_iter().chain(files(&fonts).unwrap_or_default()) {
            let file = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            // Beside fonts stand the texts of theirs, whatever they are called.
            let of_font = path.starts_with(&fonts) && file.ends_with(".txt");
            if of_font || LICENCES.iter().any(|licence| file.starts_with(licence)) {
                put(shell, &path, &folder.join(path.file_name().unwrap_or_default()))?;
                found = true;
            }
        }
        if !found {
            for (licence, text) in standard_texts(package)? {
                shell.write_file(folder.join(format!("{licence}.txt")), text)?;
            }
        }
        let without = if found { "" } else { "; it comes without a text, beside this is SPDX's" };
        writeln!(list, "{name} {version}: {}{without}", text("license"))?;
    }
    shell.write_file(to.join("README.txt"), list)?;
    Ok(())
}

/// The texts of the licences that a crate names, of its authors.
fn standard_texts(package: &Value) -> Result<Vec<(&'static str, String)>> {
    let name = package["name"].as_str().unwrap_or_default();
    let named = package["license"].as_str().unwrap_or_default();
    let authors: Vec<&str> =
        package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let holders = if authors.is_empty() { format!("the authors of {name}") } else { authors.join(", ") };
    let names: Vec<&str> =
        named.split([' ', '/', '(', ')']).filter(|word| !["", "OR", "AND"].contains(word)).collect();
    let texts = names.iter().filter_map(|licence| TEXTS.iter().find(|(known, _)| known == licence));
    let texts: Vec<_> = texts
        .map(|(licence, text)| {
            let of = HOLDERS.iter().fold((*text).to_owned(), |text, holder| text.replace(holder, &holders));
            (*licence, of)
        })
        .collect();
    // Of those that it lets one choose from, one is enough; where it names several that hold together, all.
    let enough = if named.contains("AND") { texts.len() == names.len() } else { !texts.is_empty() };
    ensure!(enough, "{name} comes without the text of its licence, {named}: put it in xtask/licences");
    Ok(texts)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    Ok(entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_file()).collect())
}

/// Copies a file to a folder that need not be there yet.
fn put(shell: &Shell, from: &Path, to: &Path) -> Result<()> {
    shell.create_dir(to.parent().unwrap_or(Path::new("")))?;
    Ok(shell.copy_file(from, to)?)
}
