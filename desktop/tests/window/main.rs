//! Every screen, driven by what a screen reader is told. Nothing depends on pixels.

mod cost;
mod elsewhere;
mod fake;
mod history;
mod lobby;
mod play;
mod trouble;
