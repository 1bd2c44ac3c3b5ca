//! What the server does when its disk is full.

#![cfg(target_os = "linux")]

use std::time::Duration;

use zeitnot_faults::disk::Disk;
use zeitnot_faults::program::{Server, Start};

/// The heart beats each second, and each beat is some hundred bytes; and the server gives its engine 20 seconds to close.
const LIMIT: Duration = Duration::from_secs(60);

/// One that went on would answer nobody, and not even when there is room again.
#[test]
fn a_server_that_can_write_nothing_any_more_ends_and_begins_again_when_there_is_room() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let disk = Disk::small(folder.path().join("data")).expect("a disk");
    let test = std::env::current_exe().expect("this program's path");
    let start = Start {
        program: test.ancestors().nth(2).expect("target/debug").join("zeitnot-server"),
        log: folder.path().join("server.log"),
        ignore_file_limit: disk.is_limited(),
    };
    let mut server = Server::start(&start, disk.path()).expect("a server");
    let owner = server.owner().expect("its owner");
    owner.call("limit_calls", "[100]").expect("there is room");

    // Files grow by whole blocks. Little is to be left of the last one, for the server's own heartbeat to fill up: nobody
    // calls any more.
    while !disk.is_limited() && disk.log().expect("its log").1 % 4096 < 3500 {
        owner.call("limit_calls", "[200]").expect("there is room");
        owner.call("limit_calls", "[100]").expect("there is room");
    }
    disk.fill(0, server.pid()).expect("no room");
    assert!(server.has_ended_within(LIMIT), "it goes on");
    let said = std::fs::read_to_string(&start.log).expect("its log");
    assert!(said.contains("start the server again"), "{said}");

    disk.empty().expect("room");
    let server = Server::start(&start, disk.path()).expect("a server");
    server.owner().expect("its owner").call("limit_calls", "[300]").expect("there is room again");
}
