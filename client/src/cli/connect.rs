//! Connecting, for commands that ask one thing and end.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::args::ConnectArgs;
use super::error::CliError;
use crate::session::{Answer, Call, Event, Feed, Session, Settings, TokenStore, Topic};
use crate::term::Look;

/// How long such a command tries to connect.
const LIMIT: Duration = Duration::from_secs(5);

/// What every command that plays needs.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) settings: Settings,
    pub(super) look: Look,
}

impl Context {
    pub(super) fn new(args: &ConnectArgs) -> Result<Context, CliError> {
        let tokens = match &args.tokens {
            Some(directory) => TokenStore::Directory(directory.clone()),
            None => TokenStore::of_user().ok_or(CliError::Usage(
                "you have no home directory; say where tokens are kept with --tokens",
            ))?,
        };
        let settings = Settings {
            database: args.database.clone(),
            profile: args.profile.clone(),
            tokens,
            ..Settings::new(args.server.clone())
        };
        Ok(Context { settings, look: Look::plain() })
    }

    /// What is known of these topics, and the session that knows it.
    pub(super) fn read(
        &self,
        topics: impl IntoIterator<Item = Topic>,
    ) -> Result<(Session, Arc<Feed>), CliError> {
        let with_topics = Context { settings: self.settings.clone().with_topics(topics), look: self.look };
        let (session, events) = with_topics.connect()?;
        let until = Instant::now() + LIMIT;
        while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            match event {
                Event::Fed(feed) => return Ok((session, feed)),
                other => mention(&other),
            }
        }
        let reason = "it does not answer".to_owned();
        Err(CliError::Unreachable { server: self.settings.server.to_string(), reason })
    }

    /// A session whose connection stands, and what it says from then on.
    pub(super) fn connect(&self) -> Result<(Session, Receiver<Event>), CliError> {
        let (session, events) = Session::start_with_channel(self.settings.clone())?;
        let until = Instant::now() + LIMIT;
        let mut reason = "it does not answer".to_owned();
        while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            match event {
                Event::Connected(_) => return Ok((session, events)),
                Event::Disconnected { reason: why, .. } => reason = why,
                other => mention(&other),
            }
        }
        Err(CliError::Unreachable { server: self.settings.server.to_string(), reason })
    }
}

/// Tells, beside the output, what a player should know of their token.
pub(super) fn mention(event: &Event) {
    if let Some(text) = token_sentence(event) {
        eprintln!("{text}");
    }
}

/// What a player should know of their token.
pub(super) fn token_sentence(event: &Event) -> Option<String> {
    match event {
        Event::TokenRefused { kept_as: Some(path) } => Some(format!(
            "This server does not know you any more: you are a new player. Your old token is kept in {}.",
            path.display()
        )),
        Event::TokenRefused { kept_as: None } => {
            Some("This server does not know you any more: you are a new player.".to_owned())
        }
        Event::TokenNotKept { reason } => {
            Some(format!("Your token cannot be kept, so next time you will be a new player: {reason}."))
        }
        _ => None,
    }
}

/// The answer, or why there is none to be glad of.
pub(super) fn done(call: Call) -> Result<Answer, CliError> {
    let answer = call.wait();
    if answer.is_done() { Ok(answer) } else { Err(CliError::from_answer(&answer)) }
}
