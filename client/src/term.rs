//! The board and all around it as text.
//!
//! Everything here makes text out of what a session knows, and is tested without a terminal; only
//! [`Screen`] and [`input`] touch one.

mod board;
mod chat;
mod editor;
mod entry;
mod help;
pub mod input;
mod look;
mod moves;
mod news;
mod offers;
mod page;
mod pause;
mod place;
mod players;
mod presence;
mod review_page;
mod screen;
mod search;
mod series;
mod text;
mod time_off;
mod wording;

pub use board::draw_board;
pub use chat::{PHRASES, Saying, chat_lines, parse_saying, phrase_list};
pub use editor::{Edited, Editor};
pub use entry::{Entry, EntryError, is_no_move, parse_entry};
pub use help::{HELP, HELP_OVER, help_page};
pub use look::Look;
pub use moves::move_sentence;
pub use news::news;
pub use offers::{offer_sentences, premove_sentence};
pub use page::{Page, game_page, head_line, waiting_lines};
pub use pause::{pause_asked_sentence, paused_sentence};
pub use players::player_lines;
pub use presence::{absence_text, presence_change};
pub use review_page::{record_lines, review_page};
pub use screen::Screen;
pub use search::search_lines;
pub use series::{goes_on, over_hint, series_sentence};
pub use text::{Line, Span, Style, short, wrap, wrap_all};
pub use time_off::{booked_sentence, off_text};
pub use wording::{
    answer_sentence, ending_sentence, game_title, join_command, play_command, player_name, terms_text,
    time_title,
};
