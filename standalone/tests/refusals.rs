//! Every start that cannot succeed ends with one line that says why, and exit code 1.

mod support;

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use support::{Server, command, module, run};
use tempfile::tempdir;

/// Checks that the command refuses to start for a reason that contains all of `parts`.
#[track_caller]
fn assert_refused(command: &mut Command, parts: &[&str]) {
    // A backtrace is for developers who have asked for one; not even then is it part of a refusal.
    let output = run(command.env("RUST_BACKTRACE", "1"));
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "more than one line:\n{stderr}");
    assert!(stderr.starts_with("zeitnot-server: "), "{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "`{part}` is not in: {stderr}");
    }
    assert!(output.stdout.is_empty(), "a refusal says nothing on stdout");
}

/// A file that passes for a module as long as nobody loads it.
fn unloadable_module(directory: &Path) -> std::path::PathBuf {
    let path = directory.join("unloadable.wasm");
    std::fs::write(&path, b"\0asm\x01\0\0\0 and then something else").expect("it can be written");
    path
}

#[test]
fn a_missing_module_is_named_with_the_command_that_builds_it() {
    let directory = tempdir().unwrap();
    let missing = directory.path().join("missing.wasm");
    let parts = ["missing.wasm", "cargo xtask module", "--module"];
    assert_refused(&mut command(&directory.path().join("data"), &missing), &parts);
}

#[test]
fn a_module_that_is_not_wasm_is_refused() {
    let directory = tempdir().unwrap();
    let text = directory.path().join("text.wasm");
    std::fs::write(&text, "#!/bin/sh\n").unwrap();
    assert_refused(
        &mut command(&directory.path().join("data"), &text),
        &["text.wasm is not a SpacetimeDB module"],
    );
}

#[test]
fn a_module_that_does_not_load_is_refused() {
    let directory = tempdir().unwrap();
    let garbage = unloadable_module(directory.path());
    let parts = ["unloadable.wasm is not a SpacetimeDB module"];
    assert_refused(&mut command(&directory.path().join("data"), &garbage), &parts);
}

#[test]
fn wasm_that_is_no_module_of_a_database_is_refused() {
    let directory = tempdir().unwrap();
    let plain = directory.path().join("plain.wasm");
    std::fs::write(&plain, wat::parse_str("(module)").unwrap()).unwrap();
    assert_refused(
        &mut command(&directory.path().join("data"), &plain),
        &["plain.wasm is not a SpacetimeDB module"],
    );
}

#[test]
fn a_port_that_is_taken_is_named() {
    let directory = tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut server = Command::new(env!("CARGO_BIN_EXE_zeitnot-server"));
    server.args(["--listen", &address, "--in-memory", "--module"]).arg(unloadable_module(directory.path()));
    assert_refused(&mut server, &["cannot listen on", &address, "in use"]);
}

#[test]
fn a_data_directory_that_another_server_has_is_refused_with_its_process() {
    let directory = tempdir().unwrap();
    let first = Server::start(directory.path(), &module());
    let process = format!("process {}", first.pid());
    assert_refused(&mut command(directory.path(), &module()), &["in use by", &process]);
}

#[test]
fn a_data_directory_that_cannot_be_made_is_refused() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let inside_a_file = file.join("data");
    let parts = ["cannot use the data directory", "file/data"];
    assert_refused(&mut command(&inside_a_file, &unloadable_module(directory.path())), &parts);
}

#[test]
fn a_data_directory_of_another_server_is_left_alone() {
    let directory = tempdir().unwrap();
    let data = directory.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let theirs = "version = \"2.14.0\"\nedition = \"standalone\"\n";
    std::fs::write(data.join("metadata.toml"), theirs).unwrap();
    assert_refused(
        &mut command(&data, &unloadable_module(directory.path())),
        &["data directory", "standalone"],
    );
    assert_eq!(std::fs::read_to_string(data.join("metadata.toml")).unwrap(), theirs);
}

#[test]
fn half_a_key_pair_is_refused() {
    let directory = tempdir().unwrap();
    let data = directory.path().join("data");
    std::fs::create_dir_all(data.join("keys")).unwrap();
    std::fs::write(data.join("keys/public.pem"), "").unwrap();
    let parts = ["keys", "private.pem is missing"];
    assert_refused(&mut command(&data, &unloadable_module(directory.path())), &parts);
}

#[test]
fn another_name_does_not_open_the_database_of_a_directory() {
    let directory = tempdir().unwrap();
    let data = directory.path().join("data");
    let garbage = unloadable_module(directory.path());
    // Fails at the module, but by then the directory is called after its database.
    run(&mut command(&data, &garbage));
    let parts = ["holds the database `zeitnot`, not `chess`", "--database zeitnot"];
    assert_refused(command(&data, &garbage).args(["--database", "chess"]), &parts);
}

#[test]
fn a_name_that_spacetimedb_does_not_allow_is_refused() {
    let directory = tempdir().unwrap();
    let mut server = command(&directory.path().join("data"), &unloadable_module(directory.path()));
    assert_refused(server.args(["--database", "Not a name"]), &["`Not a name` cannot name a database"]);
}

/// A directory with a database in it, whose server has stopped.
fn used_directory() -> tempfile::TempDir {
    let directory = tempdir().unwrap();
    Server::start(directory.path(), &module()).end(nix::sys::signal::Signal::SIGTERM);
    directory
}

#[test]
fn a_database_without_its_record_is_refused_and_left_as_it_was() {
    let directory = used_directory();
    std::fs::remove_file(directory.path().join("database.json")).unwrap();
    let files = || {
        let names = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let before = files();
    assert_refused(&mut command(directory.path(), &module()), &["no database.json", "backup"]);
    assert_eq!(files(), before);
}

#[test]
fn a_module_that_does_not_load_is_refused_in_one_line_over_a_database_too() {
    let directory = used_directory();
    let elsewhere = tempdir().unwrap();
    let garbage = unloadable_module(elsewhere.path());
    let parts = ["unloadable.wasm is not a SpacetimeDB module"];
    assert_refused(&mut command(directory.path(), &garbage), &parts);
}
