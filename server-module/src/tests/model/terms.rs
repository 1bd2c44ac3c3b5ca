//! What a game is to be played as, checked as the docs say.

use zeitnot_rules::clock::{Speed, TimeControl};
use zeitnot_rules::{Leaving, OnLeaving, SeriesLength, TimeoutPolicy};

use super::server::Code;
use crate::game::GameConfig;

/// The terms of a game.
#[derive(Clone)]
pub(super) struct Terms {
    pub spec: String,
    pub seats: usize,
    pub time: TimeControl,
    pub policy: TimeoutPolicy,
    pub leaving: Leaving,
    pub series: SeriesLength,
    pub private: bool,
    pub rated: bool,
}

impl Terms {
    /// An empty `time` is `turn:30s`, an empty `policy` `forfeit`, an empty `leaving` `run`, an empty `series` a
    /// single game. Rated are games by name with a clock, for two; a table with `reset` is not rated and has no
    /// series.
    pub fn of(config: &GameConfig) -> Result<Self, Code> {
        let or =
            |text: &str, instead: &str| if text.is_empty() { instead.to_owned() } else { text.to_owned() };
        let spec = zeitnot_rules::canonical_spec(&config.spec).map_err(|_| "bad_config")?;
        let seats = usize::from(zeitnot_rules::seats_of(&spec).map_err(|_| "bad_config")?);
        let terms = Self {
            seats,
            time: or(config.time.trim(), "turn:30s").parse().map_err(|_| "bad_time")?,
            policy: or(config.policy.trim(), "forfeit").parse().map_err(|_| "bad_policy")?,
            leaving: or(config.leaving.trim(), "run").parse().map_err(|_| "bad_leaving")?,
            series: SeriesLength::SINGLE,
            private: config.private,
            rated: config.rated,
            spec,
        };
        let resets = terms.leaving.action() == OnLeaving::Reset;
        if terms.rated && (resets || board(&terms.spec, &terms.time).is_none()) {
            return Err("not_rateable");
        }
        let series: SeriesLength = config.series.trim().parse().map_err(|_| "bad_series")?;
        if resets && !series.is_single() {
            return Err("bad_series");
        }
        Ok(Self { series, ..terms })
    }

    /// Empty for a single game.
    pub fn series_text(&self) -> String {
        if self.series.is_single() { String::new() } else { self.series.to_string() }
    }
}

/// A game by name for two, with a clock, is rated on `<name>/<speed>`.
pub(super) fn board(spec: &str, time: &TimeControl) -> Option<String> {
    let name = zeitnot_rules::preset_of(spec)?;
    let speed = Speed::of(time)?;
    (zeitnot_rules::seats_of(spec) == Ok(2)).then(|| format!("{name}/{speed}"))
}

/// What is not correspondence and has a clock is in real time.
pub(super) fn is_real_time(time: &TimeControl) -> bool {
    Speed::of(time).is_some_and(|speed| speed != Speed::Correspondence)
}
