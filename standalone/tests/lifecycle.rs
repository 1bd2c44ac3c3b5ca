//! What survives the end of a server, and how it ends.

mod support;

use std::os::unix::fs::PermissionsExt;

use futures_util::StreamExt;
use nix::sys::signal::Signal;
use reqwest::StatusCode;
use serde_json::json;
use support::{
    Client, LIMIT, Server, answer, command, empty_module, in_memory, module, on_free_port, rebuilt, run,
};
use tempfile::tempdir;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use zeitnot_standalone::{Host, HostOptions, StartError, Storage};

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_closes_connections_and_keeps_tokens_and_data() {
    let directory = tempdir().unwrap();
    let server = Server::start(directory.path(), &module());
    let client = server.client();
    let (identity, token) = client.new_identity().await;
    client.set_name(&token, "Ann").await;

    let mut request = server.url.replace("http", "ws").into_client_request().unwrap();
    *request.uri_mut() = format!("{}v1/database/zeitnot/subscribe", request.uri()).parse().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "v2.bsatn.spacetimedb".parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let first = timeout(LIMIT, socket.next()).await.unwrap().unwrap().unwrap();
    assert!(first.is_binary(), "the greeting: {first:?}");

    let ended = tokio::task::spawn_blocking(|| server.end(Signal::SIGTERM));
    let last = timeout(LIMIT, socket.next()).await.unwrap().unwrap().unwrap();
    let Message::Close(Some(frame)) = last else { panic!("not a goodbye: {last:?}") };
    assert_eq!(frame.code, CloseCode::Away);
    assert_eq!(frame.reason.as_str(), "the server is stopping");
    drop(socket);
    assert_eq!(ended.await.unwrap().code(), Some(0));

    let server = Server::start(directory.path(), &module());
    let client = server.client();
    let verified = client.get(&format!("/v1/identity/{identity}/verify")).bearer_auth(&token);
    assert_eq!(answer(verified).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.name_of(&token).await, "Ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_has_lost_nothing_it_has_acknowledged() {
    let directory = tempdir().unwrap();
    let server = Server::start(directory.path(), &module());
    let client = server.client();
    let (_, token) = client.new_identity().await;
    client.set_name(&token, "Bob").await;
    assert_eq!(server.end(Signal::SIGKILL).code(), None);

    let server = Server::start(directory.path(), &module());
    assert_eq!(server.client().name_of(&token).await, "Bob");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_module_takes_over_the_data_or_leaves_it_alone() {
    let directory = tempdir().unwrap();
    let data = directory.path().join("data");
    let server = Server::start(&data, &module());
    let (_, token) = server.client().new_identity().await;
    server.client().set_name(&token, "Cleo").await;
    server.end(Signal::SIGTERM);

    let newer = directory.path().join("newer.wasm");
    std::fs::write(&newer, rebuilt(&module())).unwrap();
    let server = Server::start(&data, &newer);
    assert_eq!(server.client().name_of(&token).await, "Cleo");
    server.end(Signal::SIGTERM);

    // One without the table that the player is in. It is a good module by itself:
    let without = directory.path().join("without.wasm");
    std::fs::write(&without, empty_module()).unwrap();
    drop(Server::start(&directory.path().join("elsewhere"), &without));
    // but not for this directory.
    let refused = run(&mut command(&data, &without));
    let reason = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{reason}");
    assert!(reason.starts_with("zeitnot-server: the database cannot be migrated to this module"), "{reason}");
    assert!(reason.contains("table contains data"), "{reason}");

    let server = Server::start(&data, &module());
    assert_eq!(server.client().name_of(&token).await, "Cleo");
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_for_their_owner_alone_and_the_owner_stays_the_same() {
    let directory = tempdir().unwrap();
    let options = on_free_port(Storage::Directory(directory.path().to_owned()));
    let host = Host::start(options.clone()).await.unwrap();
    let owner = host.owner();
    host.shutdown().await;
    for secret in ["owner-token", "keys/private.pem"] {
        let mode = std::fs::metadata(directory.path().join(secret)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{secret}");
    }

    // Without its token, the owner is who they were; with other keys, old tokens are void.
    let token = std::fs::read_to_string(directory.path().join("owner-token")).unwrap();
    std::fs::remove_file(directory.path().join("owner-token")).unwrap();
    let host = Host::start(options.clone()).await.unwrap();
    assert_eq!(host.owner(), owner);
    let client = Client::new(&host.url());
    for token in [token.trim(), host.owner_token()] {
        assert_eq!(client.sql(token, "SELECT * FROM player").await.status, StatusCode::OK);
    }
    host.shutdown().await;

    std::fs::remove_dir_all(directory.path().join("keys")).unwrap();
    let host = Host::start(options).await.unwrap();
    assert_eq!(host.owner(), owner);
    let client = Client::new(&host.url());
    assert_eq!(client.sql(token.trim(), "SELECT * FROM player").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(client.sql(host.owner_token(), "SELECT * FROM player").await.status, StatusCode::OK);
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_can_be_started_again_in_the_same_process() {
    let directory = tempdir().unwrap();
    let options = on_free_port(Storage::Directory(directory.path().to_owned()));
    let host = Host::start(options.clone()).await.unwrap();
    let client = Client::new(&host.url());
    let (_, token) = client.new_identity().await;
    client.set_name(&token, "Dora").await;
    let second = Host::start(options.clone()).await;
    assert!(matches!(second, Err(StartError::DataDirectoryInUse { .. })), "two hosts in one directory");
    host.shutdown().await;

    let host = Host::start(options).await.unwrap();
    assert_eq!(Client::new(&host.url()).name_of(&token).await, "Dora");
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_of_the_owner_of_a_database_in_memory_is_in_the_file_that_was_named() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("token");
    let options = HostOptions { owner_token_file: Some(file.clone()), ..in_memory() };
    let host = Host::start(options).await.unwrap();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let token = std::fs::read_to_string(&file).unwrap();
    // Nobody else may.
    let answer = Client::new(&host.url()).call(token.trim(), "limit_calls", json!([0])).await;
    assert_eq!(answer.status, StatusCode::OK);
    host.shutdown().await;
}
