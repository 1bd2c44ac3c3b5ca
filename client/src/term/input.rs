//! What comes from the keyboard, or from a file in its place.

use std::io::{self, BufRead};
use std::thread;

use crossterm::event::{Event, KeyEvent, read};

/// What comes in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A key.
    Key(KeyEvent),
    /// The terminal has another size.
    Resized,
    /// A line.
    Line(String),
    /// There is no more.
    Ended,
}

/// Reads keys from the terminal, which has to be in raw mode, until `tell` wants no more.
pub fn read_keys(tell: impl Fn(Input) -> bool + Send + 'static) -> io::Result<()> {
    spawn(move || {
        loop {
            let input = match read() {
                Ok(Event::Key(key)) => Input::Key(key),
                Ok(Event::Resize(..)) => Input::Resized,
                Ok(_) => continue,
                Err(_) => Input::Ended,
            };
            let ended = input == Input::Ended;
            if !tell(input) || ended {
                return;
            }
        }
    })
}

/// Reads lines from standard input until `tell` wants no more. What is no text is read as well as it
/// goes.
pub fn read_lines(tell: impl Fn(Input) -> bool + Send + 'static) -> io::Result<()> {
    spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match input.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => {
                    tell(Input::Ended);
                    return;
                }
                Ok(_) => {
                    let line = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
                    if !tell(Input::Line(line)) {
                        return;
                    }
                }
            }
        }
    })
}

fn spawn(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("zeitnot-input".to_owned()).spawn(run).map(drop)
}
