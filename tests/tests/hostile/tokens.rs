//! Proofs of identity that prove nothing.

use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use zeitnot_tests::{Server, http, upgrade};

use super::Edition;
use super::attacks::Attack;

/// How long a token for a WebSocket lasts, the minute by which the engine lets clocks differ (`jsonwebtoken`'s leeway), and
/// a moment.
const EXPIRED: Duration = Duration::from_secs(122);

/// Nobody is let in by any of them, over HTTP or a WebSocket, and nobody is taken for another.
pub fn forged(attack: &Attack) {
    let server = attack.server;
    let victim = issue(server);
    let [head, claims, signature] = parts(&victim);
    let mut tokens = vec![
        "nonsense".to_owned(),
        "..".to_owned(),
        format!("{head}.{claims}."),
        format!("{head}.{claims}"),
        format!("{head}.{claims}.{}", URL_SAFE_NO_PAD.encode([0; 64])),
        format!("{head}.{claims}.{}", URL_SAFE_NO_PAD.encode([0xff; 64])),
        unsigned(&claims, "none"),
        unsigned(&claims, "NONE"),
        unsigned(&claims, "ES256"),
        confused(server, &claims),
        format!("{head}.{}.{signature}", changed(&claims, "sub", json!("somebody else"))),
        format!("{head}.{}.{signature}", changed(&claims, "iss", json!("http://127.0.0.1:9/"))),
        format!("{}.{claims}.{signature}", changed(&head, "jwk", json!({ "kty": "EC" }))),
        format!("{}.{claims}.{signature}", changed(&head, "jku", json!("http://127.0.0.1:9/keys"))),
        "a".repeat(200_000),
    ];
    // Another server knows its players by their tokens, and has other keys.
    if let Some(other) = Server::start_local() {
        tokens.push(issue(&other));
    }
    if attack.edition == Edition::Full {
        let short = ask(server, "POST /v1/identity/websocket-token", Some(&victim));
        let short = text(&serde_json::from_str(&short.body).expect("JSON"), "token");
        assert_eq!(ask(server, SQL, Some(&short)).status, 200, "it is good for a minute");
        thread::sleep(EXPIRED);
        tokens.push(short);
    }
    for token in &tokens {
        let shown: String = token.chars().take(400).collect();
        for line in [SQL, "POST /v1/database/zeitnot/call/ping", "POST /v1/identity/websocket-token"] {
            // So much is not read; the connection may be closed before the answer is.
            let Ok(answer) = http::request(server.address(), line, Some(token), b"[]") else { continue };
            assert!(matches!(answer.status, 400 | 401 | 431), "{line} with {shown}: {answer:?}");
        }
        let protocol = "v2.bsatn.spacetimedb";
        let socket = upgrade(server.address(), server.database(), Some(token), protocol, "");
        assert!(socket.is_err(), "let in with {shown}");
    }
    assert_eq!(ask(server, SQL, Some(&victim)).status, 200, "the right one is still good");
}

const SQL: &str = "POST /v1/database/zeitnot/sql";

fn ask(server: &Server, line: &str, token: Option<&str>) -> http::Answer {
    http::request(server.address(), line, token, b"SELECT * FROM me").expect("the server answers")
}

/// The token of somebody new.
pub fn issue(server: &Server) -> String {
    let answer = ask(server, "POST /v1/identity", None);
    text(&serde_json::from_str(&answer.body).expect("JSON"), "token")
}

fn text(json: &Value, field: &str) -> String {
    json[field].as_str().expect("a text").to_owned()
}

/// Head, claims and signature.
fn parts(token: &str) -> [String; 3] {
    let parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    parts.try_into().expect("three parts (RFC 7515, section 3.1)")
}

fn encoded(json: &Value) -> String {
    URL_SAFE_NO_PAD.encode(json.to_string())
}

/// One of the parts with another value in it.
fn changed(part: &str, field: &str, value: Value) -> String {
    let bytes = URL_SAFE_NO_PAD.decode(part).expect("base64");
    let mut json: Value = serde_json::from_slice(&bytes).expect("JSON");
    json[field] = value;
    encoded(&json)
}

/// A token that says that it needs no signature (RFC 8725, section 2.1).
fn unsigned(claims: &str, algorithm: &str) -> String {
    format!("{}.{claims}.", encoded(&json!({ "typ": "JWT", "alg": algorithm })))
}

/// A token that is signed with the public key, taken for a secret that both sides share (the same section).
fn confused(server: &Server, claims: &str) -> String {
    let key = ask_get(server, "GET /v1/identity/public-key");
    let signed = format!("{}.{claims}", encoded(&json!({ "typ": "JWT", "alg": "HS256" })));
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any length will do");
    mac.update(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

fn ask_get(server: &Server, line: &str) -> String {
    http::request(server.address(), line, None, b"").expect("the server answers").body
}
