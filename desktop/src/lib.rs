//! The window in which Zeitnot is played.
//!
//! - [`model`] is all that the window knows and decides, without drawing: it is told what has happened, says
//!   what is to be shown as plain values, and asks the outside for what it needs by [`model::Order`]s.
//! - [`paint`] draws that with egui, a file a screen and a file a widget.
//! - [`shell`] is the outside: the session, files, notifications, a server of one's own.
//!
//! Everything but the last is driven by tests without a window.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod model;
pub mod paint;
pub mod shell;
