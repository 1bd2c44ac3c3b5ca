//! Plain lines on standard output.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line. Unlike `println!` it is an error, and no panic, if nobody reads any more.
pub(super) fn line(text: impl Display) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Writes several.
pub(super) fn lines(texts: impl IntoIterator<Item = impl Display>) -> io::Result<()> {
    texts.into_iter().try_for_each(line)
}
