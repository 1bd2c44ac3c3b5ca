//! The token that a request carries.

use axum::extract::Query;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use serde::Deserialize;

/// The token that a request carries: in its `Authorization` header or, failing that, as `token` in its address.
///
/// # Errors
/// If it carries something in a token's place that is none. Without a token it would be somebody else's request.
pub fn token_of(request: &Parts) -> Result<Option<String>, MalformedToken> {
    match header_token(&request.headers)? {
        Some(token) => Ok(Some(token)),
        None => query_token(&request.uri),
    }
}

/// What a request carries in a token's place is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MalformedToken {
    /// An `Authorization` header that does not hold a bearer token.
    #[error("the Authorization header must read `Bearer TOKEN`")]
    Header,
    /// An address with several.
    #[error("the address must have one `token` at most")]
    Address,
}

fn header_token(headers: &HeaderMap) -> Result<Option<String>, MalformedToken> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let text = value.to_str().map_err(|_| MalformedToken::Header)?;
    match text.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => {
            Ok(Some(token.trim().to_owned()))
        }
        _ => Err(MalformedToken::Header),
    }
}

fn query_token(uri: &Uri) -> Result<Option<String>, MalformedToken> {
    #[derive(Deserialize)]
    struct WithToken {
        token: Option<String>,
    }
    let query = Query::<WithToken>::try_from_uri(uri).map_err(|_| MalformedToken::Address)?;
    Ok(query.0.token.filter(|token| !token.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn token(address: &str, authorization: Option<&str>) -> Result<Option<String>, MalformedToken> {
        let mut request = Request::get(address);
        if let Some(value) = authorization {
            request = request.header(header::AUTHORIZATION, value);
        }
        token_of(&request.body(()).expect("a request").into_parts().0)
    }

    #[test]
    fn the_header_comes_before_the_address() {
        let found = |token: &str| Ok(Some(token.to_owned()));
        assert_eq!(token("/v1/ping", None), Ok(None));
        assert_eq!(token("/v1/ping?token=b", None), found("b"));
        assert_eq!(token("/v1/ping?token=b&x=1", Some("bearer  a ")), found("a"));
        assert_eq!(token("/v1/ping?x=1&token=a%2Eb", None), found("a.b"));
        // As from a page that has none yet.
        assert_eq!(token("/v1/ping?token=", None), Ok(None));
    }

    #[test]
    fn whoever_brings_a_token_is_not_taken_for_somebody_new() {
        for malformed in ["", "Bearer", "Bearer  ", "Basic YTpi", "Bearera"] {
            assert_eq!(token("/?token=b", Some(malformed)), Err(MalformedToken::Header), "{malformed:?}");
        }
        for twice in ["/?token=b&token=b", "/?token=&token=b", "/?token=b&x=1&token="] {
            assert_eq!(token(twice, None), Err(MalformedToken::Address), "{twice}");
        }
    }
}
