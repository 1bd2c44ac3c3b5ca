//! Which queries are carried out, and that none of them brings the server down.

mod support;

use futures_util::SinkExt;
use reqwest::StatusCode;
use spacetimedb_client_api_messages::websocket::common::QuerySetId;
use spacetimedb_client_api_messages::websocket::v2::{
    ClientMessage, OneOffQuery, ServerMessage, Subscribe, SubscribeBatch, SubscribeSet,
};
use spacetimedb_lib::bsatn;
use support::socket::{Socket, V2, connect, greeting, receive, send};
use support::{answer, host_and_client};
use tokio_tungstenite::tungstenite::Message;

fn one_off(query: &str) -> ClientMessage {
    ClientMessage::OneOffQuery(OneOffQuery { request_id: 7, query_string: query.into() })
}

fn subscribe(queries: &[&str]) -> ClientMessage {
    ClientMessage::Subscribe(Subscribe {
        request_id: 8,
        query_set_id: QuerySetId::new(3),
        query_strings: strings(queries),
    })
}

fn strings(queries: &[&str]) -> Box<[Box<str>]> {
    queries.iter().map(|&query| query.into()).collect()
}

/// What is wrong with the query, by way of a one-off query.
async fn error_of_one_off(socket: &mut Socket, query: &str) -> Option<String> {
    send(socket, &one_off(query)).await;
    match receive(socket).await {
        ServerMessage::OneOffQueryResult(answer) => {
            assert_eq!(answer.request_id, 7);
            answer.result.err().map(Into::into)
        }
        other => panic!("not an answer: {other:?}"),
    }
}

/// What is wrong with the queries, by way of a subscription.
async fn error_of_subscription(socket: &mut Socket, queries: &[&str]) -> Option<String> {
    send(socket, &subscribe(queries)).await;
    match receive(socket).await {
        ServerMessage::SubscribeApplied(applied) => {
            assert_eq!((applied.request_id, applied.query_set_id), (8, QuerySetId::new(3)));
            None
        }
        ServerMessage::SubscriptionError(failed) => {
            assert_eq!((failed.request_id, failed.query_set_id), (Some(8), QuerySetId::new(3)));
            Some(failed.error.into())
        }
        other => panic!("not an answer: {other:?}"),
    }
}

fn many(times: usize, term: &str) -> String {
    format!("SELECT * FROM me WHERE name='x'{}", term.repeat(times))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_query_cannot_stop_the_server() {
    let (host, http) = host_and_client().await;
    let (mut socket, _) = connect(&host, V2, "").await.unwrap();
    let token = greeting(&mut socket).await.token;
    let joins = "SELECT COUNT(*) AS n FROM st_column AS a JOIN st_column b JOIN st_column c JOIN st_column d";
    for (query, reason) in [
        (many(400, " AND name='x'"), "at most 1024 bytes"),
        (many(50, " AND name='x'"), "at most 32 of AND, OR"),
        (many(60, " OR name='x'"), "at most 32 of AND, OR"),
        (format!("SELECT * FROM me WHERE {}a=1", "NOT ".repeat(200)), "at most 32 of AND, OR"),
        (format!("SELECT * FROM me WHERE {}a=1", "(".repeat(200)), "at most 16 deep"),
        (joins.to_owned(), "the engine's own tables"),
        ("SELECT me.* FROM me JOIN seat".to_owned(), "joins are for the owner"),
        ("SELECT * FROM me, me".to_owned(), "joins are for the owner"),
        ("SELECT * FROM st_client".to_owned(), "the engine's own tables"),
        ("SELECT * FROM \"st_module\"".to_owned(), "the engine's own tables"),
    ] {
        let answered = answer(http.post("/v1/database/zeitnot/sql").body(query.clone())).await;
        assert_eq!(answered.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(answered.body.contains(reason), "{query}: {answered:?}");
        let error = error_of_one_off(&mut socket, &query).await.expect("it is refused");
        assert!(error.contains(reason), "{query}: {error}");
        let error = error_of_subscription(&mut socket, &["SELECT * FROM me", &query]).await;
        assert!(error.expect("it is refused").contains(reason), "{query}");
    }

    let error = error_of_subscription(&mut socket, &["SELECT * FROM me"; 25]).await;
    assert!(error.expect("it is refused").contains("at most 24 queries"));
    let sets = [4, 5].map(|id| SubscribeSet {
        query_set_id: QuerySetId::new(id),
        query_strings: strings(&["SELECT * FROM me", "SELECT * FROM st_client"]),
    });
    let batch = SubscribeBatch { request_id: 9, sets: sets.into() };
    send(&mut socket, &ClientMessage::SubscribeBatch(batch)).await;
    for id in [4, 5] {
        let ServerMessage::SubscriptionError(failed) = receive(&mut socket).await else {
            panic!("not refused")
        };
        assert_eq!((failed.request_id, failed.query_set_id), (Some(9), QuerySetId::new(id)));
    }
    http.set_name(&token, "Ann").await;
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_queries_that_are_let_through_do_no_harm() {
    let (host, http) = host_and_client().await;
    let (_, stranger) = http.new_identity().await;
    for (token, times) in [(stranger.as_str(), 32), (host.owner_token(), 64)] {
        let (mut socket, _) = connect(&host, V2, &format!("&token={token}")).await.unwrap();
        greeting(&mut socket).await;
        let queries = [
            many(times, " AND name=''"),
            many(times, " OR name=''"),
            many(times, "=''"),
            many(times, "+1"),
            many(160, " IS NULL").chars().take(1024).collect(),
            format!("SELECT {} FROM me", vec!["name"; 190].join(",")),
            format!("SELECT {}* FROM me", "me.".repeat(330)),
            format!("SELECT * FROM me WHERE {}name=''", "NOT ".repeat(times)),
            format!("SELECT * FROM me WHERE {}name=''{}", "(".repeat(16), ")".repeat(16)),
            format!("SELECT * FROM me WHERE name={}''", "CASE WHEN ".repeat(95)),
            format!("SELECT * FROM me WHERE {}", "EXISTS ".repeat(140)),
            format!("SELECT * FROM me WHERE name={}1", "CAST ".repeat(180)),
            format!("SELECT * FROM me WHERE name={}1", "INTERVAL ".repeat(100)),
            format!("SELECT * FROM me WHERE {}1", "INTERVAL NOT ".repeat(times)),
            format!("SELECT * FROM me WHERE {}1", "INTERVAL NOT (INTERVAL NOT ".repeat(16)),
            format!("SELECT * FROM me WHERE {}1", "INTERVAL (".repeat(16)),
            format!("SELECT * FROM me WHERE {}1", "NOT f(NOT ".repeat(16)),
            format!("SELECT * FROM me WHERE {}1", "NOT (NOT ".repeat(16)),
            format!("SELECT * FROM me WHERE {}1", "COUNT(".repeat(16)),
            format!("SELECT * FROM me {}", "CROSS ".repeat(150)),
        ];
        // An owner who means harm need not go to such lengths.
        let tried = if token == stranger { &queries[..] } else { &queries[..4] };
        for query in tried {
            // Whether it means anything is another matter.
            http.sql(token, query).await;
            error_of_one_off(&mut socket, query).await;
            error_of_subscription(&mut socket, &[query]).await;
        }
        for query in &queries[..2] {
            assert_eq!(http.sql(token, query).await.status, StatusCode::OK, "{query}");
            assert_eq!(error_of_one_off(&mut socket, query).await, None, "{query}");
        }
        http.set_name(token, "Ann").await;
    }
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_client_sdks_ask_for_is_carried_out() {
    let (host, http) = host_and_client().await;
    let schema = answer(http.get("/v1/database/zeitnot/schema?version=9")).await.json();
    let exports = schema["misc_exports"].as_array().expect("there is a list");
    let views = exports.iter().filter_map(|export| export["View"]["name"].as_str());
    let tables = schema["tables"].as_array().expect("there is a list").iter();
    let public = tables.filter(|table| table["table_access"].get("Public").is_some());
    // Subscribing to all tables means as much.
    let names = views.chain(public.filter_map(|table| table["name"].as_str()));
    let all: Vec<String> = names.map(|name| format!("SELECT * FROM {name}")).collect();
    assert!(all.iter().any(|query| query == "SELECT * FROM seat"), "{schema}");
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    for queries in [
        &all[..],
        &["SELECT * FROM seat"],
        &["SELECT * FROM seat WHERE id = 5", "SELECT * FROM me"],
        &["SELECT \"seat\".* FROM \"seat\" WHERE \"seat\".\"id\" = 5"],
        &["SELECT * FROM me WHERE name = 'join st_client'"],
    ] {
        let (mut socket, _) = connect(&host, V2, "").await.unwrap();
        greeting(&mut socket).await;
        assert_eq!(error_of_subscription(&mut socket, queries).await, None, "{queries:?}");
    }
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_may_ask_for_more() {
    let (host, http) = host_and_client().await;
    let query = format!("&token={}", host.owner_token());
    let (mut socket, _) = connect(&host, V2, &query).await.unwrap();
    greeting(&mut socket).await;
    for query in [
        "SELECT * FROM st_client",
        "SELECT * FROM player",
        "SELECT t.* FROM st_table t JOIN st_column c ON t.table_id = c.table_id",
    ] {
        let answered = http.sql(host.owner_token(), query).await;
        assert_eq!(answered.status, StatusCode::OK, "{query}: {answered:?}");
        assert_eq!(error_of_one_off(&mut socket, query).await, None, "{query}");
    }
    let long = format!("{:8193}", "SELECT * FROM st_client");
    assert!(http.sql(host.owner_token(), &long).await.body.contains("at most 8192 bytes"));
    host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_message_of_a_frame_is_looked_at() {
    let (host, _) = host_and_client().await;
    let (mut socket, _) = connect(&host, "v3.bsatn.spacetimedb", "").await.unwrap();
    greeting(&mut socket).await;
    let mut frame = Vec::new();
    for query in ["SELECT * FROM me", "SELECT * FROM st_client", "SELECT * FROM me"] {
        frame.extend(bsatn::to_vec(&one_off(query)).unwrap());
    }
    socket.send(Message::binary(frame)).await.unwrap();
    let mut refused = 0;
    for _ in 0..3 {
        let ServerMessage::OneOffQueryResult(answer) = receive(&mut socket).await else {
            panic!("no answer")
        };
        refused += u32::from(answer.result.is_err());
    }
    assert_eq!(refused, 1);
    host.shutdown().await;
}
