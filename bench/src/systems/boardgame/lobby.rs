//! Matches, made and joined as its users make and join them: by boardgame.io's REST interface.

use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use serde::Deserialize;
use serde_json::{Value, json};

/// How many matches are made at once.
const AT_ONCE: usize = 16;

/// A match that two players have joined, with what proves that they have.
#[derive(Clone, Debug)]
pub struct Match {
    pub id: String,
    pub credentials: [String; 2],
}

/// The server's lobby, with matches that were made beforehand: a match takes three requests, which must not weigh on
/// the moves.
pub struct Lobby {
    http: Client,
    /// Where the lobby has matches of our game.
    url: String,
    ready: Mutex<Vec<Match>>,
}

impl Lobby {
    /// The lobby of the server at a URL.
    pub fn new(server: &str) -> Self {
        Self { http: Client::new(), url: format!("{server}/games/tic-tac-toe"), ready: Mutex::default() }
    }

    /// Makes matches until so many are ready.
    pub async fn stock(&self, number: usize) -> Result<()> {
        let missing = number.saturating_sub(self.ready.lock().unwrap_or_else(PoisonError::into_inner).len());
        let mut made: Vec<Match> =
            stream::iter((0..missing).map(|_| self.make())).buffer_unordered(AT_ONCE).try_collect().await?;
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).append(&mut made);
        Ok(())
    }

    /// A match that nobody plays yet: one that is ready or, if there are none left, a new one.
    pub async fn take(&self) -> Result<Match> {
        let ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match ready {
            Some(ready) => Ok(ready),
            None => self.make().await,
        }
    }

    async fn make(&self) -> Result<Match> {
        #[derive(Deserialize)]
        struct Created {
            #[serde(rename = "matchID")]
            id: String,
        }
        #[derive(Deserialize)]
        struct Joined {
            #[serde(rename = "playerCredentials")]
            credentials: String,
        }
        let Created { id } = self.post("create", &json!({ "numPlayers": 2, "unlisted": true })).await?;
        let join = format!("{id}/join");
        let first: Joined = self.post(&join, &json!({ "playerID": "0", "playerName": "Ann" })).await?;
        let second: Joined = self.post(&join, &json!({ "playerID": "1", "playerName": "Bob" })).await?;
        Ok(Match { id, credentials: [first.credentials, second.credentials] })
    }

    async fn post<T: serde::de::DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T> {
        let answer = self.http.post(format!("{}/{path}", self.url)).json(body).send().await?;
        answer.error_for_status()?.json().await.with_context(|| format!("the lobby's answer to {path}"))
    }
}
