//! The clocks, from outside.

mod clock_boundary;
mod clock_encoding;
mod clock_examples;
mod clock_game;
mod clock_grammar;
mod clock_lag;
mod clock_model;
mod clock_properties;
mod clock_speed;
mod clock_vacation;

use zeitnot_rules::Seat;
use zeitnot_rules::clock::{Micros, TimeControl, parse_duration};

/// One of every control that has a limit, as its documentation writes it.
const CONTROLS: [&str; 15] = [
    "turn:30s",
    "absolute:10m",
    "fischer:5m+30s",
    "fischer:20m+20s<20m",
    "delay:60s+5s",
    "bronstein:3m+2s",
    "byoyomi:10m+5x30s",
    "byoyomi:0s+5x30s",
    "canadian:10m+3/30s",
    "canadian:0s+3/3m",
    "hourglass:60s",
    "stages:40/120m,30m",
    "stages:2/10s,3/20s,30s+5s",
    "bank:3d+7d",
    "days:3",
];

const FIRST: Seat = Seat::FIRST;

fn seat(index: u8) -> Seat {
    Seat::new(index).expect("a seat from 0 to 7")
}

fn control(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn us(text: &str) -> Micros {
    parse_duration(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
