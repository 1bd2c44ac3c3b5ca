//! The game that a player is about to open.

use zeitnot_client::session::GameSetup;
use zeitnot_rules::clock::{MINUTE, TimeControl};
use zeitnot_rules::mnk::{Config, First, MAX_SIDE, MIN_SIDE, MIN_STRIKE, Variant};
use zeitnot_rules::{Leaving, OnLeaving, OnTimeout, Seat, SeriesLength, SeriesRule, TimeoutPolicy};

/// Time controls that are often played.
pub const TIME_PRESETS: [&str; 12] = [
    "none",
    "turn:30s",
    "1+0",
    "3+2",
    "5+3",
    "10+0",
    "15+10",
    "byoyomi:10m+3x30s",
    "hourglass:2m",
    "days:1",
    "days:3",
    "days:7",
];

/// Games that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name that the rules know it by.
    pub name: &'static str,
    config: &'static str,
}

impl Preset {
    /// All that there are.
    pub fn all() -> impl Iterator<Item = Preset> {
        use zeitnot_rules::{Rules, mnk::Position};
        Position::PRESETS.iter().map(|&(name, config)| Preset { name, config })
    }
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    /// Chance decides.
    Random,
    /// This seat; the opener's is the first.
    Seat(Seat),
}

/// What happens when time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// The seat is out.
    Forfeit,
    /// The turn passes.
    Skip,
    /// A move is made for it.
    Play,
}

/// What happens when a player leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The clock runs.
    Run,
    /// The clocks stand for a while.
    Pause,
    /// The seat is freed.
    Reset,
}

/// How many games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// One.
    Single,
    /// At most so many.
    BestOf,
    /// As many as it takes to get so many points.
    FirstTo,
}

/// The game that a player is about to open, as far as they have said.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// 3 to 10.
    pub rows: u8,
    /// 3 to 10.
    pub columns: u8,
    /// 3 to the longer side.
    pub strike: u8,
    /// 2 to 4.
    pub seats: u8,
    /// Who begins.
    pub starter: Starter,
    /// How it departs from the plain game.
    pub variant: Variant,
    /// The time control as text.
    pub time: String,
    /// What happens when time runs out.
    pub policy: Policy,
    /// With how many turns in a row missed a seat is out, 1 to 99.
    pub missed: u8,
    /// A seat that would be out gets a draw if no opponent can still win.
    pub draw_if_unwinnable: bool,
    /// Running out before every seat has moved once voids the game.
    pub void_at_start: bool,
    /// What happens when a player leaves.
    pub leave: Leave,
    /// For how long the clocks stand, in minutes, 1 to 60.
    pub pause_minutes: u8,
    /// How many games are played.
    pub length: Length,
    /// So many games or points, 2 to 99.
    pub games: u8,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether the code is the only way in.
    pub private: bool,
    /// The lowest rating that may join, in points; 0 for no bound.
    pub min_rating: u32,
    /// The highest; 0 for no bound.
    pub max_rating: u32,
}

/// Why a game cannot be opened like this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormError {
    /// No line of this length fits the board.
    Strike {
        /// The longest that does.
        max: u8,
    },
    /// The time control cannot be read.
    Time(String),
    /// The rules refuse something else.
    Other(String),
}

impl Default for Form {
    /// Tic-tac-toe with half a minute a turn.
    fn default() -> Form {
        Form {
            rows: 3,
            columns: 3,
            strike: 3,
            seats: 2,
            starter: Starter::Random,
            variant: Variant::default(),
            time: "turn:30s".to_owned(),
            policy: Policy::Forfeit,
            missed: 3,
            draw_if_unwinnable: false,
            void_at_start: false,
            leave: Leave::Run,
            pause_minutes: 5,
            length: Length::Single,
            games: 3,
            rated: false,
            private: false,
            min_rating: 0,
            max_rating: 0,
        }
    }
}

impl Form {
    /// The ratings that can be a bound.
    pub const RATINGS: std::ops::RangeInclusive<u32> = 0..=4000;

    /// The sides that a board can have.
    pub const SIDES: std::ops::RangeInclusive<u8> = MIN_SIDE..=MAX_SIDE;

    /// The lengths of a line that fit the board.
    pub fn strikes(&self) -> std::ops::RangeInclusive<u8> {
        MIN_STRIKE..=self.rows.max(self.columns)
    }

    /// Puts in what a game that has a name is.
    pub fn take(&mut self, preset: Preset) {
        if let Ok(config) = preset.config.parse::<Config>() {
            (self.rows, self.columns, self.strike) = (config.rows(), config.columns(), config.strike());
            (self.seats, self.variant) = (config.seats(), config.variant());
        }
    }

    /// The game that has a name and is played by these rules.
    pub fn preset(&self) -> Option<Preset> {
        let config = self.config().ok()?.with_first(First::Seat(Seat::FIRST)).ok()?.to_string();
        Preset::all().find(|preset| preset.config == config)
    }

    /// What the server is asked for.
    pub fn setup(&self) -> Result<GameSetup, FormError> {
        let other = |error: &dyn std::fmt::Display| FormError::Other(error.to_string());
        let spec = format!("mnk:{}", self.config()?);
        let time = self.time.trim().parse::<TimeControl>();
        let time = time.map_err(|error| FormError::Time(error.to_string()))?.to_string();
        let action = match self.policy {
            Policy::Forfeit => OnTimeout::Forfeit,
            Policy::Skip => OnTimeout::Skip { max_missed: self.missed },
            Policy::Play => OnTimeout::Play { max_missed: Some(self.missed) },
        };
        let mut policy = TimeoutPolicy::new(action).map_err(|error| other(&error))?.to_string();
        if self.draw_if_unwinnable {
            policy.push_str(",draw-if-unwinnable");
        }
        if self.void_at_start {
            policy.push_str(",void-at-start");
        }
        let leaving = Leaving::new(match self.leave {
            Leave::Run => OnLeaving::Run,
            Leave::Pause => OnLeaving::Pause { at_most: i64::from(self.pause_minutes) * MINUTE },
            Leave::Reset => OnLeaving::Reset,
        });
        let leaving = leaving.map_err(|error| other(&error))?.to_string();
        let series = match self.length {
            Length::Single => String::new(),
            Length::BestOf => series(SeriesRule::BestOf { games: self.games })?,
            Length::FirstTo => series(SeriesRule::FirstTo { points: self.games })?,
        };
        Ok(GameSetup { spec, time, policy, leaving, series, rated: self.rated, private: self.private })
    }

    fn config(&self) -> Result<Config, FormError> {
        let other = |error: zeitnot_rules::ConfigError| FormError::Other(error.to_string());
        let max = *self.strikes().end();
        if self.strike > max {
            return Err(FormError::Strike { max });
        }
        let config = Config::new(self.rows, self.columns, self.strike).map_err(other)?;
        let first = match self.starter {
            Starter::Random => First::Random,
            Starter::Seat(seat) => First::Seat(seat),
        };
        let config = config.with_seats(self.seats).and_then(|config| config.with_first(first));
        Ok(config.map_err(other)?.with_variant(self.variant))
    }
}

fn series(rule: SeriesRule) -> Result<String, FormError> {
    let length = SeriesLength::new(rule).map_err(|error| FormError::Other(error.to_string()))?;
    Ok(length.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_what_is_asked_for() {
        let mut form = Form::default();
        let setup = form.setup().expect("a game");
        assert_eq!(setup.spec, "mnk:rows=3,columns=3,strike=3,first=random");
        assert_eq!((setup.time.as_str(), setup.policy.as_str()), ("turn:30s", "forfeit"));
        assert_eq!((setup.leaving.as_str(), setup.series.as_str()), ("run", ""));
        (form.policy, form.missed, form.void_at_start) = (Policy::Skip, 2, true);
        (form.leave, form.pause_minutes) = (Leave::Pause, 5);
        (form.length, form.games) = (Length::BestOf, 5);
        form.time = " 5+3 ".to_owned();
        let setup = form.setup().expect("a game");
        assert_eq!((setup.time.as_str(), setup.policy.as_str()), ("fischer:5m+3s", "skip:2,void-at-start"));
        assert_eq!((setup.leaving.as_str(), setup.series.as_str()), ("pause:5m", "best-of:5"));
    }

    #[test]
    fn a_named_game_is_recognised_whoever_begins() {
        let mut form = Form::default();
        for preset in Preset::all() {
            form.take(preset);
            assert_eq!(form.preset(), Some(preset));
        }
        form.rows = 9;
        assert_eq!(form.preset(), None);
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        let form = Form { strike: 4, ..Form::default() };
        assert_eq!(form.setup(), Err(FormError::Strike { max: 3 }));
        let form = Form { time: "quickly".to_owned(), ..Form::default() };
        assert!(matches!(form.setup(), Err(FormError::Time(_))));
        let starter = Starter::Seat(Seat::new(3).expect("a seat"));
        assert!(matches!(Form { starter, ..Form::default() }.setup(), Err(FormError::Other(_))));
    }

    #[test]
    fn every_preset_of_time_can_be_read() {
        for time in TIME_PRESETS {
            assert!(Form { time: time.to_owned(), ..Form::default() }.setup().is_ok(), "{time}");
        }
    }
}
