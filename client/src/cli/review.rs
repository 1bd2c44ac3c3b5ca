//! `zeitnot review`

mod step;

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::mpsc::channel;

use zeitnot_rules::Review;
use zeitnot_rules::record::{MAX_BYTES, Record};

use self::step::{Step, key_step, step};
use super::args::ReviewArgs;
use super::connect::Context;
use super::error::CliError;
use super::export;
use super::out;
use crate::session::GameId;
use crate::term::input::{Input, read_keys};
use crate::term::{Edited, Editor, Look, Screen, Style, record_lines, review_page, wrap_all};

/// Standard input in a file's place.
const STDIN: &str = "-";

const HELP: &str = "\
`next` (or Enter, right), `back` (left), `first` (up), `last` (down), and a number for a ply of the game.
A move, such as `b2`, is tried beside the game; `main` goes back to the game, `quit` leaves.";

/// Lets the user look through the record that a file holds, or that of a game of theirs.
pub(super) fn run(
    context: impl FnOnce() -> Result<Context, CliError>,
    args: &ReviewArgs,
) -> Result<(), CliError> {
    let record = match game_number(&args.record) {
        Some(game) => export::fetch(&context()?, game)?,
        None => read(&args.record)?,
    };
    // What is typed cannot come from where the record came from; the terminal is asked itself then.
    let typed = args.record == Path::new(STDIN) || io::stdin().is_terminal();
    review(record, typed)
}

/// Lets the user step through a record if output is a terminal and keys can be `typed`; else tells it
/// ply by ply.
pub(super) fn review(record: Record, typed: bool) -> Result<(), CliError> {
    if !typed || !io::stdout().is_terminal() {
        return Ok(out::lines(record_lines(&record, Look::plain()))?);
    }
    let mut review = Review::of(record);
    let look = Look::terminal();
    let mut screen = Screen::take(look)?;
    let left = look_through(&mut review, look, &mut screen);
    let width = screen.width();
    drop(screen);
    left?;
    // What was on the page stays there to be seen.
    Ok(out::lines(review_page(&review, look, width, usize::MAX))?)
}

enum Happening {
    Typed(Input),
    Interrupted,
}

fn look_through(review: &mut Review, look: Look, screen: &mut Screen) -> Result<(), CliError> {
    let (tell, happenings) = channel();
    let interrupt = tell.clone();
    ctrlc::set_handler(move || {
        // It is leaving already.
        let _leaving = interrupt.send(Happening::Interrupted);
    })
    .map_err(io::Error::other)?;
    read_keys(move |input| tell.send(Happening::Typed(input)).is_ok())?;
    let mut editor = Editor::new();
    let mut notice = None;
    loop {
        let width = screen.width();
        let said = |(text, _): &(String, Style)| wrap_all(text, width.saturating_sub(2)).len();
        let height = screen.height().saturating_sub(notice.as_ref().map_or(1, said) + 1);
        screen.draw_page(review_page(review, look, width, height), notice.as_ref(), &editor)?;
        let done = match happenings.recv() {
            Ok(Happening::Typed(Input::Key(key))) => match key_step(review, key, &editor.text()) {
                Some(done) => done,
                None => match editor.press(key) {
                    Edited::Entered(text) => step(review, &text),
                    Edited::Interrupted => return Ok(()),
                    Edited::Changed | Edited::Ignored => continue,
                },
            },
            Ok(Happening::Typed(Input::Resized)) => {
                screen.resized()?;
                continue;
            }
            Ok(Happening::Typed(Input::Line(_))) => continue,
            Ok(Happening::Typed(Input::Ended) | Happening::Interrupted) | Err(_) => return Ok(()),
        };
        notice = match done {
            Ok(Step::Taken) => None,
            Ok(Step::Help) => Some((HELP.to_owned(), Style::Plain)),
            Ok(Step::Quit) => return Ok(()),
            Err(error) => Some((format!("{error}."), Style::Warning)),
        };
    }
}

/// The number of a game, unless there is a file of that name.
fn game_number(path: &Path) -> Option<GameId> {
    path.to_str()?.parse().ok().filter(|_| !path.exists())
}

/// The record that a file holds.
fn read(path: &Path) -> Result<Record, CliError> {
    let named = |error| CliError::File { path: path.display().to_string(), error };
    let mut text = Vec::new();
    // A byte more than a record may have tells that it has too many.
    let most = MAX_BYTES as u64 + 1;
    if path == Path::new(STDIN) {
        io::stdin().lock().take(most).read_to_end(&mut text)?;
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut text)).map_err(named)?;
    }
    let text = String::from_utf8(text);
    let text = text.map_err(|error| named(io::Error::new(io::ErrorKind::InvalidData, error.utf8_error())))?;
    Ok(text.parse()?)
}
