//! `zeitnot watch`

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::args::WatchArgs;
use super::connect::{Context, token_sentence};
use super::error::CliError;
use super::front::{Around, Front};
use crate::session::{CallId, Event, GameId, GameView, Session, Settings, Snapshot, Status, Topic};
use crate::term::input::Input;
use crate::term::{Edited, Style, goes_on};

/// How long the next game of a series is waited for where nobody can leave: it begins within a minute, unless
/// somebody is gone.
const SERIES_LIMIT: Duration = Duration::from_secs(90);

enum Happening {
    /// Of the session that watches this game.
    Heard(GameId, Event),
    Typed(Input),
    Interrupted,
}

/// Shows a game of others, and those that follow it, until the last is over or the user leaves.
pub(super) fn run(context: &Context, args: &WatchArgs) -> Result<(), CliError> {
    let (tell, happenings) = channel();
    let (interrupt, typed) = (tell.clone(), tell.clone());
    ctrlc::set_handler(move || {
        // It is leaving already.
        let _leaving = interrupt.send(Happening::Interrupted);
    })
    .map_err(std::io::Error::other)?;
    let session = session(&context.settings, args.game, &tell)?;
    let front = Front::open(move |input| typed.send(Happening::Typed(input)).is_ok())?;
    let settings = context.settings.clone();
    let mut watch = Watch { settings, tell, session, front, game: args.game, asked: None, patience: None };
    let left = watch.run(&happenings);
    watch.leave(left)
}

/// A session that hears of a game of others.
fn session(settings: &Settings, game: GameId, tell: &Sender<Happening>) -> Result<Session, CliError> {
    let tell = tell.clone();
    Ok(Session::start(settings.clone().with_topics([Topic::Watched(game)]), move |event| {
        let _leaving = tell.send(Happening::Heard(game, event));
    })?)
}

struct Watch {
    settings: Settings,
    tell: Sender<Happening>,
    session: Session,
    front: Front,
    game: GameId,
    /// The call that asks for the game, on this connection.
    asked: Option<CallId>,
    /// Until when the next game is waited for where nobody can leave.
    patience: Option<Instant>,
}

impl Watch {
    fn run(&mut self, happenings: &Receiver<Happening>) -> Result<(), CliError> {
        loop {
            self.show()?;
            let happening = match self.next_wake() {
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wake) => happenings.recv_timeout(wake.saturating_duration_since(Instant::now())),
            };
            let goes_on = match happening {
                // What the session of the game before still says is past.
                Ok(Happening::Heard(game, _)) if game != self.game => true,
                Ok(Happening::Heard(_, event)) => self.hear(event)?,
                Ok(Happening::Typed(input)) => self.typed(input)?,
                Ok(Happening::Interrupted) | Err(RecvTimeoutError::Disconnected) => false,
                Err(RecvTimeoutError::Timeout) => !self.has_waited_enough(),
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    fn seen(&self) -> Option<Arc<GameView>> {
        self.session.snapshot().feed.watched.iter().find(|game| game.id == self.game).cloned()
    }

    fn next_wake(&self) -> Option<Instant> {
        let seen = self.seen();
        let change = seen.zip(self.session.server_now()).and_then(|(game, now)| game.next_change(now));
        let change = change.map(|change| Instant::now() + change);
        change.into_iter().chain(self.patience.filter(|_| !self.front.is_screen())).min()
    }

    fn has_waited_enough(&self) -> bool {
        !self.front.is_screen() && self.patience.is_some_and(|until| until <= Instant::now())
    }

    fn show(&mut self) -> Result<(), CliError> {
        let Snapshot { connection, feed, .. } = self.session.snapshot();
        let Some(game) = feed.watched.iter().find(|game| game.id == self.game) else {
            return Ok(self.front.show_lines(&[format!("Looking for game {} ...", self.game)])?);
        };
        let now = self.session.server_now();
        let around = Around { now, connection: &connection, you: None, chat: &[], sent: None, seek: false };
        Ok(self.front.show_game(game, &around)?)
    }

    /// Says whether to go on.
    fn hear(&mut self, event: Event) -> Result<bool, CliError> {
        match event {
            // The server forgets it with the connection.
            Event::Connected(_) => self.asked = Some(self.session.watch_game(self.game).id()),
            Event::Answered { call, answer } if Some(call) == self.asked && !answer.is_done() => {
                return Err(CliError::from_answer(&answer));
            }
            Event::Fed(_) => {
                if let Some(game) = self.seen().filter(|game| game.status == Status::Over) {
                    self.show()?;
                    if let Some(next) = game.next_game {
                        self.follow(next)?;
                        return Ok(true);
                    }
                    // A rematch may come, or not: where nobody can leave, it is not waited for.
                    self.patience = self.patience.or(Some(Instant::now() + SERIES_LIMIT));
                    return Ok(self.front.is_screen() || goes_on(&game));
                }
            }
            other => {
                if let Some(text) = token_sentence(&other) {
                    self.front.say(&text, Style::Warning)?;
                }
            }
        }
        Ok(true)
    }

    /// Goes over to the game that has followed this one, as its players' windows do.
    fn follow(&mut self, next: GameId) -> Result<(), CliError> {
        self.session = session(&self.settings, next, &self.tell)?;
        (self.game, self.asked, self.patience) = (next, None, None);
        self.front.turn_page();
        Ok(())
    }

    fn typed(&mut self, input: Input) -> Result<bool, CliError> {
        match (&mut self.front, input) {
            (Front::Screen { editor, .. }, Input::Key(key)) => match editor.press(key) {
                Edited::Interrupted => return Ok(false),
                Edited::Entered(text) => {
                    if ["quit", "q", "exit"].contains(&text.trim().to_lowercase().as_str()) {
                        return Ok(false);
                    }
                    self.front.say("You watch this game; `quit` leaves.", Style::Plain)?;
                }
                Edited::Changed | Edited::Ignored => {}
            },
            (Front::Screen { screen, .. }, Input::Resized) => screen.resized()?,
            (Front::Screen { .. }, Input::Ended) => return Ok(false),
            // Where nobody types, it is watched to its end.
            _ => {}
        }
        Ok(true)
    }

    fn leave(self, left: Result<(), CliError>) -> Result<(), CliError> {
        let game = self.seen();
        let connection = self.session.snapshot().connection;
        let around = Around {
            now: self.session.server_now(),
            connection: &connection,
            you: None,
            chat: &[],
            sent: None,
            seek: false,
        };
        self.front.close(game.as_deref().filter(|_| left.is_ok()).map(|game| (game, &around)))?;
        left
    }
}
