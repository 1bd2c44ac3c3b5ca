//! A call of the server's, and its answer.

use std::fmt;
use std::sync::mpsc;
use std::time::Duration;

use super::view::GameId;

/// Names a call of a session, for matching an answer with it. Unique within the session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallId(pub(super) u64);

/// How a call has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The server has done it.
    Done {
        /// The game that was opened or joined, for calls that do that.
        game: Option<GameId>,
    },
    /// The server has refused it, and nothing has changed.
    Refused {
        /// Stable, in snake_case: `not_your_turn`.
        code: String,
        /// A sentence.
        message: String,
    },
    /// It has certainly not been done, and will not be.
    NotDone {
        /// Why, as a sentence.
        reason: String,
    },
    /// The answer was lost, and nothing that has come back since tells what became of it.
    Unknown,
}

impl Answer {
    /// From a reducer's error, `code: sentence`.
    pub(crate) fn refused(text: &str) -> Answer {
        let is_code = |code: &str| {
            !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        };
        let (code, message) = match text.split_once(':') {
            Some((code, message)) if is_code(code) => (code, message.trim()),
            _ => ("refused", text.trim()),
        };
        Answer::Refused { code: code.to_owned(), message: message.to_owned() }
    }

    /// Whether the server has done it.
    pub fn is_done(&self) -> bool {
        matches!(self, Answer::Done { .. })
    }

    /// The code of a refusal.
    pub fn code(&self) -> Option<&str> {
        match self {
            Answer::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}

/// A sentence for people.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Done { .. } => f.write_str("done"),
            Answer::Refused { message, .. } => f.write_str(message),
            Answer::NotDone { reason } => f.write_str(reason),
            Answer::Unknown => {
                f.write_str("the connection was lost, and it is not known whether this was done")
            }
        }
    }
}

/// A call on its way. It always ends in an [`Answer`]; dropping it changes nothing for the server.
#[derive(Debug)]
pub struct Call {
    pub(super) id: CallId,
    pub(super) answer: mpsc::Receiver<Answer>,
    pub(super) known: Option<Answer>,
}

impl Call {
    /// Which call it is, to be matched with [`Event::Answered`](super::Event::Answered).
    pub fn id(&self) -> CallId {
        self.id
    }

    /// The answer, if it has come.
    pub fn poll(&mut self) -> Option<&Answer> {
        if self.known.is_none() {
            self.known = match self.answer.try_recv() {
                Ok(answer) => Some(answer),
                Err(mpsc::TryRecvError::Empty) => None,
                Err(mpsc::TryRecvError::Disconnected) => Some(Answer::Unknown),
            };
        }
        self.known.as_ref()
    }

    /// Waits for the answer; no longer than the session's
    /// [`answer_limit`](super::Limits::answer_limit).
    pub fn wait(self) -> Answer {
        match self.known {
            Some(answer) => answer,
            None => self.answer.recv().unwrap_or(Answer::Unknown),
        }
    }

    /// Waits for the answer at most this long.
    pub fn wait_for(&mut self, limit: Duration) -> Option<&Answer> {
        if self.known.is_none() {
            self.known = match self.answer.recv_timeout(limit) {
                Ok(answer) => Some(answer),
                Err(mpsc::RecvTimeoutError::Timeout) => None,
                Err(mpsc::RecvTimeoutError::Disconnected) => Some(Answer::Unknown),
            };
        }
        self.known.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_a_code_and_a_sentence() {
        let refused = |text: &str| match Answer::refused(text) {
            Answer::Refused { code, message } => (code, message),
            other => panic!("{other:?}"),
        };
        let pair = |code: &str, message: &str| (code.to_owned(), message.to_owned());
        assert_eq!(refused("not_your_turn: it is O's turn"), pair("not_your_turn", "it is O's turn"));
        assert_eq!(refused("bad_time: `turn:` lacks a time"), pair("bad_time", "`turn:` lacks a time"));
        // Not one of ours: the engine's own words are kept whole.
        assert_eq!(refused("No such reducer: x"), pair("refused", "No such reducer: x"));
        assert_eq!(refused(""), pair("refused", ""));
    }

    #[test]
    fn a_call_whose_session_is_gone_has_an_answer() {
        let (sender, answer) = mpsc::channel();
        let mut call = Call { id: CallId(1), answer, known: None };
        assert_eq!(call.poll(), None);
        drop(sender);
        assert_eq!(call.poll(), Some(&Answer::Unknown));
        assert_eq!(call.wait(), Answer::Unknown);
    }
}
