//! Lists the languages: each file in `locales` is one, so that a further language is a file and nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=locales");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("locales");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ftl"));
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let code = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Writing to a text does not fail.
        let _written = writeln!(list, "    ({code:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("languages.rs"), list)
}
