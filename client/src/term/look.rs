//! How things are drawn.

use std::env;

use zeitnot_rules::Seat;

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Nothing beyond ASCII.
    pub ascii: bool,
    /// Colours and weights; marks differ by shape in any case.
    pub styled: bool,
}

impl Look {
    /// For output that is no terminal: nothing but text. ASCII if the environment's language says so.
    pub fn plain() -> Look {
        Look { ascii: !is_utf8_environment(), styled: false }
    }

    /// For a terminal; without colours if `NO_COLOR` is set (<https://no-color.org>).
    pub fn terminal() -> Look {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Look { styled: !no_color, ..Look::plain() }
    }

    /// The mark of a seat.
    pub fn mark(self, seat: Seat) -> char {
        let marks = if self.ascii { ['X', 'O', '+', '#'] } else { ['X', 'O', '△', '□'] };
        marks.get(seat.index()).copied().unwrap_or('?')
    }

    /// Points at the player who is to move.
    pub fn pointer(self) -> &'static str {
        if self.ascii { ">" } else { "▸" }
    }

    /// Between two things on a line.
    pub fn dot(self) -> &'static str {
        if self.ascii { "-" } else { "·" }
    }
}

/// By the usual order of precedence; a system that names no language (Windows) is taken at its best.
fn is_utf8_environment() -> bool {
    let language = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    language.is_none_or(|language| {
        let language = language.to_ascii_lowercase();
        language.contains("utf-8") || language.contains("utf8")
    })
}
