//! The token that says who one is: in the client's file, whatever is in it, and in a request, as the host takes it
//! from there.
#![no_main]

#[path = "../../standalone/src/bearer.rs"]
#[allow(dead_code)]
mod bearer;
#[path = "../../client/src/session/profile.rs"]
#[allow(dead_code)]
mod profile;
#[path = "../../client/src/session/server.rs"]
#[allow(dead_code)]
mod server;
#[path = "../../client/src/session/token.rs"]
#[allow(dead_code)]
mod token;

use std::fs;
use std::path::{Path, PathBuf};

use axum::http::{HeaderValue, Request, header};
use bearer::{MalformedToken, token_of};
use libfuzzer_sys::fuzz_target;
use profile::Profile;
use server::ServerAddress;
use tempfile::TempDir;
use token::{Saved, TokenStore};
use zeitnot_fuzz::split;

fuzz_target!(|data: &[u8]| {
    requests(data);
    // The server's address, a zero, the profile, a zero, and the file.
    let Some((server, rest)) = split(data) else { return };
    let Some((profile, held)) = split(rest) else { return };
    if let (Ok(server), Ok(profile)) = (server.parse(), profile.parse()) {
        file(&server, &profile, held);
    }
});

/// What the host makes of it as a header, and as what follows a question mark.
fn requests(data: &[u8]) {
    const ELSEWHERE: &str = "/?token=other";
    if let Ok(value) = HeaderValue::from_bytes(data) {
        match taken(ELSEWHERE, Some(value)) {
            Ok(token) => {
                let token = token.expect("what is in the address at least");
                assert!(data.to_ascii_lowercase().starts_with(b"bearer "), "{data:?}");
                assert!(!token.is_empty() && token.trim() == token, "{token:?}");
                let again = HeaderValue::from_str(&format!("Bearer {token}")).expect("a header");
                assert_eq!(taken(ELSEWHERE, Some(again)), Ok(Some(token)));
            }
            Err(error) => assert_eq!(error, MalformedToken::Header),
        }
    }
    let Ok(query) = std::str::from_utf8(data) else { return };
    match taken(&format!("/?{query}"), None) {
        Ok(Some(token)) => {
            assert!(!token.is_empty());
            let escaped: String = token.bytes().map(|byte| format!("%{byte:02X}")).collect();
            assert_eq!(taken(&format!("/?token={escaped}"), None), Ok(Some(token)));
        }
        Ok(None) => {}
        Err(error) => assert_eq!(error, MalformedToken::Address),
    }
}

/// The token in a request to this address; none in an address that is none.
fn taken(address: &str, authorization: Option<HeaderValue>) -> Result<Option<String>, MalformedToken> {
    let mut request = Request::get(address);
    if let Some(value) = authorization {
        request = request.header(header::AUTHORIZATION, value);
    }
    request.body(()).map_or(Ok(None), |request| token_of(&request.into_parts().0))
}

/// What the client makes of it as the file of a profile on a server.
fn file(server: &ServerAddress, profile: &Profile, held: &[u8]) {
    let directory = TempDir::new().expect("a directory");
    let root = directory.path().join("tokens");
    let store = TokenStore::Directory(root.clone());
    if let Err(error) = store.save(server, profile, "first") {
        // A file's name has 255 bytes at most, and a byte of an address takes up to three of them.
        return assert!(server.to_string().len() > 80, "{error}");
    }
    let path = only(&only(&root));
    assert!(path.is_file(), "{}", path.display());
    fs::write(&path, held).expect("written");
    let Some(token) = store.load(server, profile).expect("it can be read") else {
        // Nothing to be seen is no token, and not in the way of one.
        assert!(String::from_utf8_lossy(held).trim().is_empty(), "{held:?}");
        assert_eq!(store.save(server, profile, "new").expect("saved"), Saved::Yes);
        assert_eq!(store.load(server, profile).expect("read").as_deref(), Some("new"));
        return;
    };
    // It is the file's own if that can be sent, and it is what the host gets in any case.
    if let Ok(text) = std::str::from_utf8(held)
        && text.trim().bytes().all(|byte| byte.is_ascii_graphic())
    {
        assert_eq!(token, text.trim());
    }
    let sent = HeaderValue::from_str(&format!("Bearer {token}")).expect("a header");
    assert_eq!(taken("/", Some(sent)), Ok(Some(token.clone())));
    // Nobody's token is written over: neither by another one nor when it is put aside.
    let other = format!("{token}.");
    assert_eq!(store.save(server, profile, &other).expect("read"), Saved::Other(token.clone()));
    assert_eq!(store.set_aside(server, profile, &other).expect("read"), None);
    let aside = store.set_aside(server, profile, &token).expect("put aside").expect("somewhere");
    assert_eq!(fs::read(&aside).expect("kept"), held);
    assert_eq!(store.load(server, profile).expect("read"), None);
    // What is saved is read back.
    assert_eq!(store.save(server, profile, &token).expect("saved"), Saved::Yes);
    assert_eq!(store.load(server, profile).expect("read"), Some(token));
}

/// What is in a folder that has one entry: a store that keeps one token has it in a file right under the folder of the
/// server, which is right under its own, whatever the address and the profile hold.
fn only(folder: &Path) -> PathBuf {
    let entries: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
    let [entry] = &entries[..] else { panic!("{entries:?} in {}", folder.display()) };
    entry.path()
}
