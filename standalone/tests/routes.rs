//! The HTTP interface: what it answers, and to whom.

mod support;

use futures_util::StreamExt;
use reqwest::{Method, StatusCode};
use serde_json::json;
use support::{LIMIT, answer, host_and_client};
use tokio::time::timeout;

#[tokio::test(flavor = "multi_thread")]
async fn logs_and_private_tables_are_for_the_owner() {
    let (host, client) = host_and_client().await;
    let (_, stranger) = client.new_identity().await;
    client.set_name(&stranger, "Ann").await;

    let logs = |token: &str| client.get("/v1/database/zeitnot/logs?num_lines=10").bearer_auth(token);
    let refused = answer(logs(&stranger)).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.body.contains("only the owner of zeitnot may read its logs"), "{}", refused.body);
    let nobody = answer(client.get("/v1/database/zeitnot/logs")).await;
    assert_eq!(nobody.status, StatusCode::FORBIDDEN);
    let shown = answer(logs(host.owner_token())).await;
    assert_eq!(shown.status, StatusCode::OK);
    assert!(shown.body.lines().any(|line| line.contains("Database initialized")), "{}", shown.body);

    for table in ["player", "game", "waiting", "turn_timer"] {
        let query = format!("SELECT * FROM {table}");
        let refused = client.sql(&stranger, &query).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{table}: {refused:?}");
        assert_eq!(client.sql(host.owner_token(), &query).await.status, StatusCode::OK, "{table}");
    }
    let changed = client.sql(&stranger, "DELETE FROM player").await;
    assert_eq!(changed.status, StatusCode::BAD_REQUEST, "{changed:?}");
    assert_eq!(client.name_of(&stranger).await, "Ann");
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_of_the_log_see_new_lines_and_do_not_keep_the_host_from_stopping() {
    let (host, client) = host_and_client().await;
    let request =
        client.get("/v1/database/zeitnot/logs?num_lines=0&follow=true").bearer_auth(host.owner_token());
    let mut lines = request.send().await.unwrap().bytes_stream();
    let failed = client.call(host.owner_token(), "set_name", json!([""])).await;
    assert_eq!(failed.status.as_u16(), 530, "{failed:?}");
    let line = timeout(LIMIT, lines.next()).await.unwrap().unwrap().unwrap();
    assert!(String::from_utf8_lossy(&line).contains("bad_name"), "{line:?}");
    timeout(LIMIT, host.shutdown()).await.unwrap();
    assert!(lines.next().await.is_none_or(|end| end.is_err()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_answers_with_the_reducers_own_words() {
    let (host, client) = host_and_client().await;
    let (_, token) = client.new_identity().await;
    let done = client.call(&token, "set_name", json!(["Ann"])).await;
    assert_eq!((done.status, done.body.as_str()), (StatusCode::OK, ""));
    let refused = client.call(&token, "set_name", json!(["\u{7}"])).await;
    assert_eq!(refused.status.as_u16(), 530);
    assert!(refused.body.starts_with("bad_name: "), "{}", refused.body);

    let wrong = client.call(&token, "set_name", json!([1, 2])).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST, "{wrong:?}");
    let unknown = client.call(&token, "no_such_reducer", json!([])).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert_eq!(unknown.body, "there is no reducer or procedure called `no_such_reducer`");
    let not_json = client.post("/v1/database/zeitnot/call/set_name").bearer_auth(&token).body("[\"Ann\"]");
    assert_eq!(answer(not_json).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let large = client.call(&token, "set_name", json!(["x".repeat(2 << 20)])).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_calls_what_the_engine_calls() {
    let (host, client) = host_and_client().await;
    let (_, stranger) = client.new_identity().await;
    let at = json!({"Interval": {"__time_duration_micros__": 1}});
    for (reducer, arguments) in [
        ("sweep", json!([{"scheduled_id": 1, "scheduled_at": at}])),
        ("turn_timeout", json!([{"scheduled_id": 1, "scheduled_at": at}])),
    ] {
        // To a stranger they do not exist. To the owner they do, and the module says no.
        let hidden = client.call(&stranger, reducer, arguments.clone()).await;
        assert_eq!(hidden.status, StatusCode::NOT_FOUND, "{reducer}: {hidden:?}");
        let refused = client.call(host.owner_token(), reducer, arguments).await;
        assert_eq!(refused.status.as_u16(), 530, "{reducer}: {refused:?}");
        assert!(refused.body.starts_with("not_allowed: "), "{reducer}: {refused:?}");
    }
    for caller in [&stranger, host.owner_token()] {
        let refused = client.call(caller, "init", json!([])).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{refused:?}");
    }
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_are_issued_and_checked() {
    let (host, client) = host_and_client().await;
    let (ann, token) = client.new_identity().await;
    let (bob, _) = client.new_identity().await;
    assert_ne!(ann, bob);
    let verify = |identity: &str| client.get(&format!("/v1/identity/{identity}/verify"));
    assert_eq!(answer(verify(&ann).bearer_auth(&token)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(answer(verify(&bob).bearer_auth(&token)).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer(verify(&ann)).await.status, StatusCode::UNAUTHORIZED);

    let short = answer(client.post("/v1/identity/websocket-token").bearer_auth(&token)).await.json();
    let short = short["token"].as_str().unwrap();
    assert_ne!(short, token);
    assert_eq!(answer(verify(&ann).query(&[("token", short)])).await.status, StatusCode::NO_CONTENT);
    assert_eq!(answer(client.post("/v1/identity/websocket-token")).await.status, StatusCode::UNAUTHORIZED);

    let key = answer(client.get("/v1/identity/public-key")).await;
    assert!(key.body.starts_with("-----BEGIN PUBLIC KEY-----"), "{}", key.body);
    let owned = |identity: &str| client.get(&format!("/v1/identity/{identity}/databases"));
    assert_eq!(answer(owned(&ann)).await.json(), json!({"identities": []}));
    let database = host.database_identity().to_hex().to_string();
    let owner = host.owner().to_hex().to_string();
    assert_eq!(answer(owned(&owner)).await.json(), json!({"identities": [database]}));
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_not_ours_is_refused() {
    let (host, client) = host_and_client().await;
    let (other_host, other) = host_and_client().await;
    let (_, foreign) = other.new_identity().await;
    let (_, ours) = client.new_identity().await;
    let tampered = ours.replacen('.', ".e", 1);
    for token in [foreign.as_str(), tampered.as_str(), "nonsense"] {
        let answer = client.sql(token, "SELECT * FROM me").await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{token}: {answer:?}");
    }
    let malformed = client.get("/v1/database/zeitnot").header("authorization", "Basic abc");
    assert_eq!(answer(malformed).await.status, StatusCode::BAD_REQUEST);
    host.shutdown().await;
    other_host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_goes_by_its_name_and_its_identity() {
    let (host, client) = host_and_client().await;
    let identity = host.database_identity().to_hex().to_string();
    for address in ["zeitnot", &identity] {
        let told = answer(client.get(&format!("/v1/database/{address}/identity"))).await;
        assert_eq!((told.status, told.body.as_str()), (StatusCode::OK, identity.as_str()));
        let names = answer(client.get(&format!("/v1/database/{address}/names"))).await.json();
        assert_eq!(names, json!({"names": ["zeitnot"]}));
        let about = answer(client.get(&format!("/v1/database/{address}"))).await.json();
        assert_eq!(about["database_identity"]["__identity__"], format!("0x{identity}"));
        assert_eq!(about["owner_identity"]["__identity__"], format!("0x{}", host.owner().to_hex()));
    }
    for version in [9, 10] {
        let schema = answer(client.get(&format!("/v1/database/zeitnot/schema?version={version}"))).await;
        assert_eq!(schema.status, StatusCode::OK);
        assert!(schema.body.contains("make_move"), "version {version}");
    }
    let other = answer(client.get("/v1/database/chess/identity")).await;
    assert_eq!((other.status, other.body.as_str()), (StatusCode::NOT_FOUND, "`chess` not found"));
    assert_eq!(answer(client.get("/v1/ping")).await.status, StatusCode::OK);
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_is_answered_with_how_it_is_done_here() {
    let (host, client) = host_and_client().await;
    let url = format!("{}/v1/database/zeitnot", host.url());
    for method in [Method::PUT, Method::DELETE] {
        let request = client.http().request(method, &url).bearer_auth(host.owner_token());
        let answer = answer(request).await;
        assert_eq!(answer.status, StatusCode::NOT_IMPLEMENTED);
        assert!(answer.body.contains("--module"), "{}", answer.body);
    }
    host.shutdown().await;
}
