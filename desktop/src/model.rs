//! What the window knows and decides.

mod board;
mod desk;
mod form;
mod history;
mod known;
mod mark;
mod order;
mod preferences;
mod record;
mod review_page;
mod seats;
mod start;
mod steps;
mod table;
mod texts;
mod times;
mod urgency;
mod wording;

pub use board::{BoardView, CellView, Extras, Ghost};
pub use desk::{Desk, Notice, Screen};
pub use form::{Form, FormError, Leave, Length, Policy, Preset, Starter, TIME_PRESETS};
pub use history::History;
pub use known::Known;
pub use mark::Mark;
pub use order::{Order, Tag};
pub use preferences::{Confirm, Place, Preferences, ThemeChoice};
pub use record::{NoRecord, record_of};
pub use review_page::ReviewPage;
pub use seats::{ClockView, SeatView};
pub use start::Start;
pub use steps::{StepView, steps_of};
pub use table::{Choice, Step, Table};
pub use texts::{Texts, languages};
pub use times::{duration_title, time_title};
pub use urgency::Going;
pub use wording::{answer_sentence, ending_sentence, game_title, player_name};
