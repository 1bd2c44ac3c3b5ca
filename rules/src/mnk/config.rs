//! What makes one m,n,k game differ from another.

use crate::config_error::{ConfigError, shortened};
use crate::seat::Seat;
use std::fmt;
use std::str::FromStr;

/// The fewest rows, and the fewest columns.
pub const MIN_SIDE: u8 = 3;
/// The most rows, and the most columns.
pub const MAX_SIDE: u8 = 10;
/// The shortest line that counts.
pub const MIN_STRIKE: u8 = 3;
/// The most players.
pub const MAX_SEATS: u8 = 4;
const MIN_SEATS: u8 = 2;

/// What each number of a configuration may be.
pub(super) const BOUNDS: &[(&str, u8, u8)] = &[
    ("rows", MIN_SIDE, MAX_SIDE),
    ("columns", MIN_SIDE, MAX_SIDE),
    ("strike", MIN_STRIKE, MAX_SIDE),
    ("seats", MIN_SEATS, MAX_SEATS),
];

/// The configuration of an m,n,k game; only playable ones can be made.
///
/// Its text names every field that differs from the default, in this order:
///
/// | field | is | default |
/// | --- | --- | --- |
/// | `rows`, `columns` | the board's size, 3 to 10 | must be there |
/// | `strike` | how many in a row count, 3 to the longer side | must be there |
/// | `seats` | how many play, 2 to 4 | 2 |
/// | `first` | the seat that begins, counted from 1, or `random` | 1 |
/// | `gravity`, `misere`, `phantom` | the [`Variant`] | not there |
///
/// When read, fields may come in any order, with spaces around them.
///
/// ```
/// use zeitnot_rules::mnk::{Config, First};
///
/// let config = Config::new(6, 7, 4)?.with_seats(3)?.with_first(First::Random)?.with_gravity();
/// assert_eq!(config.to_string(), "rows=6,columns=7,strike=4,seats=3,first=random,gravity");
/// assert_eq!(config.to_string().parse(), Ok(config));
/// # Ok::<(), zeitnot_rules::ConfigError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Config {
    rows: u8,
    columns: u8,
    strike: u8,
    seats: u8,
    first: First,
    variant: Variant,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum First {
    /// This seat.
    Seat(Seat),
    /// Whichever seat chance picks.
    Random,
}

/// How a game departs from plain m,n,k; any of them together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Variant {
    /// A player chooses a column, and the mark falls to its lowest free cell.
    pub gravity: bool,
    /// Whoever gets the line is out. Of two players the other has won; of more the rest play on
    /// around the marks that stay.
    pub misere: bool,
    /// Players see no marks but their own. Trying a cell that is taken shows them whose it is, and
    /// they move again. What has been hidden is shown when the game is over.
    pub phantom: bool,
}

impl Config {
    /// Plain m,n,k for two, where the first seat begins.
    pub fn new(rows: u8, columns: u8, strike: u8) -> Result<Config, ConfigError> {
        in_range("rows", rows, MIN_SIDE, MAX_SIDE)?;
        in_range("columns", columns, MIN_SIDE, MAX_SIDE)?;
        in_range("strike", strike, MIN_STRIKE, MAX_SIDE)?;
        let max = rows.max(columns);
        if strike > max {
            return Err(ConfigError::StrikeDoesNotFit { strike, rows, columns, max });
        }
        let first = First::Seat(Seat::FIRST);
        Ok(Config { rows, columns, strike, seats: MIN_SEATS, first, variant: Variant::default() })
    }

    /// The same for this many players.
    pub fn with_seats(self, seats: u8) -> Result<Config, ConfigError> {
        in_range("seats", seats, MIN_SEATS, MAX_SEATS)?;
        Config { seats, ..self }.with_first(self.first)
    }

    /// The same with another to begin.
    pub fn with_first(self, first: First) -> Result<Config, ConfigError> {
        if let First::Seat(seat) = first
            && seat.get() >= self.seats
        {
            return Err(bad_first(&(seat.get() + 1).to_string(), self.seats));
        }
        Ok(Config { first, ..self })
    }

    /// The same in this variant.
    pub fn with_variant(self, variant: Variant) -> Config {
        Config { variant, ..self }
    }

    /// The same with [gravity](Variant::gravity).
    pub fn with_gravity(mut self) -> Config {
        self.variant.gravity = true;
        self
    }

    /// The same in [misère](Variant::misere) play.
    pub fn with_misere(mut self) -> Config {
        self.variant.misere = true;
        self
    }

    /// The same in [phantom](Variant::phantom) play.
    pub fn with_phantom(mut self) -> Config {
        self.variant.phantom = true;
        self
    }

    /// The board's rows, 3 to 10.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The board's columns, 3 to 10.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many in a row count, 3 to the longer side.
    pub fn strike(&self) -> u8 {
        self.strike
    }

    /// How many play, 2 to 4.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Who begins.
    pub fn first(&self) -> First {
        self.first
    }

    /// How it departs from plain m,n,k.
    pub fn variant(&self) -> Variant {
        self.variant
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows={},columns={},strike={}", self.rows, self.columns, self.strike)?;
        if self.seats != MIN_SEATS {
            write!(f, ",seats={}", self.seats)?;
        }
        match self.first {
            First::Seat(Seat::FIRST) => {}
            First::Seat(seat) => write!(f, ",first={}", seat.get() + 1)?,
            First::Random => f.write_str(",first=random")?,
        }
        for (set, name) in self.variant.flags() {
            if set {
                write!(f, ",{name}")?;
            }
        }
        Ok(())
    }
}

impl Variant {
    fn flags(self) -> [(bool, &'static str); 3] {
        [(self.gravity, "gravity"), (self.misere, "misere"), (self.phantom, "phantom")]
    }

    /// One bit each: 1, 2 and 4.
    pub(super) fn bits(self) -> u8 {
        u8::from(self.gravity) | u8::from(self.misere) << 1 | u8::from(self.phantom) << 2
    }

    /// The reverse; `None` if other bits are set.
    pub(super) fn from_bits(bits: u8) -> Option<Variant> {
        let variant = Variant { gravity: bits & 1 != 0, misere: bits & 2 != 0, phantom: bits & 4 != 0 };
        (variant.bits() == bits).then_some(variant)
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Config, ConfigError> {
        let fields = Fields::read(text)?;
        let required = |field, value: Option<&str>, min| match value {
            Some(value) => number(field, value, min, MAX_SIDE),
            None => Err(ConfigError::Missing { field, allowed: range(min, MAX_SIDE) }),
        };
        let mut config = Config::new(
            required("rows", fields.rows, MIN_SIDE)?,
            required("columns", fields.columns, MIN_SIDE)?,
            required("strike", fields.strike, MIN_STRIKE)?,
        )?;
        if let Some(value) = fields.seats {
            config = config.with_seats(number("seats", value, MIN_SEATS, MAX_SEATS)?)?;
        }
        if let Some(value) = fields.first {
            config = config.with_first(first(value, config.seats)?)?;
        }
        Ok(config.with_variant(fields.variant))
    }
}

/// What stands in a text, before it is known to make sense.
#[derive(Default)]
struct Fields<'a> {
    rows: Option<&'a str>,
    columns: Option<&'a str>,
    strike: Option<&'a str>,
    seats: Option<&'a str>,
    first: Option<&'a str>,
    variant: Variant,
}

impl<'a> Fields<'a> {
    fn read(text: &'a str) -> Result<Fields<'a>, ConfigError> {
        let mut fields = Fields::default();
        if text.trim().is_empty() {
            return Ok(fields);
        }
        for part in text.split(',') {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            let variant = &mut fields.variant;
            match name {
                "rows" => once("rows", &mut fields.rows, value)?,
                "columns" => once("columns", &mut fields.columns, value)?,
                "strike" => once("strike", &mut fields.strike, value)?,
                "seats" => once("seats", &mut fields.seats, value)?,
                "first" => once("first", &mut fields.first, value)?,
                "gravity" => flag("gravity", &mut variant.gravity, value)?,
                "misere" => flag("misere", &mut variant.misere, value)?,
                "phantom" => flag("phantom", &mut variant.phantom, value)?,
                other => {
                    return Err(ConfigError::UnknownField {
                        field: shortened(other),
                        known: "rows, columns, strike, seats, first, gravity, misere, phantom",
                    });
                }
            }
        }
        Ok(fields)
    }
}

fn once<'a>(
    field: &'static str,
    slot: &mut Option<&'a str>,
    value: Option<&'a str>,
) -> Result<(), ConfigError> {
    match slot.replace(value.unwrap_or("")) {
        None => Ok(()),
        Some(_) => Err(ConfigError::Repeated { field }),
    }
}

fn flag(field: &'static str, slot: &mut bool, value: Option<&str>) -> Result<(), ConfigError> {
    if let Some(value) = value {
        let allowed = String::from("without a value");
        return Err(ConfigError::OutOfRange { field, allowed, value: shortened(value) });
    }
    if std::mem::replace(slot, true) {
        return Err(ConfigError::Repeated { field });
    }
    Ok(())
}

fn first(value: &str, seats: u8) -> Result<First, ConfigError> {
    if value == "random" {
        return Ok(First::Random);
    }
    let seat = digits(value).and_then(|number| number.checked_sub(1)).and_then(Seat::new);
    seat.map(First::Seat).ok_or_else(|| bad_first(value, seats))
}

fn bad_first(value: &str, seats: u8) -> ConfigError {
    ConfigError::OutOfRange {
        field: "first",
        allowed: format!("{} or `random`", range(1, seats)),
        value: shortened(value),
    }
}

fn number(field: &'static str, value: &str, min: u8, max: u8) -> Result<u8, ConfigError> {
    digits(value).filter(|number| (min..=max).contains(number)).ok_or_else(|| ConfigError::OutOfRange {
        field,
        allowed: range(min, max),
        value: shortened(value),
    })
}

fn in_range(field: &'static str, value: u8, min: u8, max: u8) -> Result<(), ConfigError> {
    number(field, &value.to_string(), min, max).map(|_| ())
}

/// Only digits: the standard library's parser would also take a plus sign.
fn digits(value: &str) -> Option<u8> {
    value.bytes().all(|byte| byte.is_ascii_digit()).then(|| value.parse().ok())?
}

fn range(min: u8, max: u8) -> String {
    format!("{min} to {max}")
}
