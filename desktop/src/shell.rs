//! The outside of the model: the session, files, a server of one's own, notifications.

mod args;
mod aside;
mod host;
mod icon;
mod notify;
mod report;
#[cfg(unix)]
mod signals;
mod sound;
mod store;
mod window;

pub use args::Args;
pub use window::{WindowError, open, open_with};
