//! The list of games, and the texts that name them and their rules.

use crate::any_game::AnyGame;
use crate::codec::DecodeError;
use crate::config_error::{ConfigError, shortened};
use crate::mnk;
use crate::rules::Rules;
use std::fmt;

/// Every family that can be played. A new game takes a line here.
pub const FAMILIES: &[Family] = &[Family::of::<mnk::Position>()];

/// The longest text of rules that is read at all, in bytes.
pub const MAX_SPEC_BYTES: usize = 256;

/// The doors through which a family's games are made.
#[derive(Clone, Copy)]
pub struct Family {
    name: &'static str,
    presets: &'static [(&'static str, &'static str)],
    bounds: &'static [(&'static str, u8, u8)],
    canonical: fn(&str) -> Result<String, ConfigError>,
    set_up: fn(&str, u64) -> Result<AnyGame, ConfigError>,
    decode: fn(&str, &[u8]) -> Result<AnyGame, DecodeError>,
}

impl Family {
    /// The family that `R` describes.
    pub const fn of<R: Rules>() -> Family {
        Family {
            name: R::FAMILY,
            presets: R::PRESETS,
            bounds: R::BOUNDS,
            canonical: |config| Ok(config.parse::<R::Config>()?.to_string()),
            set_up: |config, chance| Ok(AnyGame::new(R::set_up(&config.parse()?, chance))),
            decode: |config, state| Ok(AnyGame::new(R::decode(&config.parse()?, state)?)),
        }
    }

    /// What the texts of its rules begin with: `mnk`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the numbers in its configurations may be, see [`Rules::BOUNDS`].
    pub const fn bounds(&self) -> &'static [(&'static str, u8, u8)] {
        self.bounds
    }

    /// A new game from the family's own configuration text: `rows=3,columns=3,strike=3`.
    pub fn set_up(&self, config: &str, chance: u64) -> Result<AnyGame, ConfigError> {
        (self.set_up)(config, chance)
    }

    /// A stored game from the family's own configuration text and [`AnyGame::encode`]'s bytes.
    pub fn decode(&self, config: &str, state: &[u8]) -> Result<AnyGame, DecodeError> {
        (self.decode)(config, state)
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Family").field(&self.name).finish()
    }
}

/// The well-known games: their names, and their rules in canonical form.
///
/// ```
/// use zeitnot_rules::presets;
///
/// assert!(presets().any(|(name, spec)| name == "tic-tac-toe" && spec == "mnk:rows=3,columns=3,strike=3"));
/// ```
pub fn presets() -> impl Iterator<Item = (&'static str, String)> {
    FAMILIES.iter().flat_map(|family| {
        family.presets.iter().map(|&(name, config)| (name, format!("{}:{config}", family.name)))
    })
}

/// The name of the well-known game that has these rules, if there is one.
///
/// ```
/// use zeitnot_rules::preset_of;
///
/// assert_eq!(preset_of("mnk:rows=6,columns=7,strike=4,gravity"), Some("connect-four"));
/// assert_eq!(preset_of("mnk:rows=6,columns=7,strike=4"), None);
/// ```
pub fn preset_of(spec: &str) -> Option<&'static str> {
    let spec = canonical_spec(spec).ok()?;
    presets().find(|(_, rules)| *rules == spec).map(|(name, _)| name)
}

/// The one text for these rules, from a preset's name or a text that says the same in another
/// order.
///
/// ```
/// use zeitnot_rules::canonical_spec;
///
/// assert_eq!(canonical_spec("connect-four")?, "mnk:rows=6,columns=7,strike=4,gravity");
/// assert_eq!(canonical_spec("mnk: strike=3, columns=3, rows=3")?, "mnk:rows=3,columns=3,strike=3");
/// assert_eq!(
///     canonical_spec("mnk:rows=3,columns=99,strike=3").unwrap_err().to_string(),
///     "`columns` must be 3 to 10, not `99`"
/// );
/// # Ok::<(), zeitnot_rules::ConfigError>(())
/// ```
pub fn canonical_spec(spec: &str) -> Result<String, ConfigError> {
    let (family, config) = find(spec)?;
    Ok(format!("{}:{}", family.name, (family.canonical)(config)?))
}

/// How many seats a game with these rules has.
///
/// ```
/// assert_eq!(zeitnot_rules::seats_of("tic-tac-toe"), Ok(2));
/// ```
pub fn seats_of(spec: &str) -> Result<u8, ConfigError> {
    Ok(AnyGame::set_up(spec, 0)?.seats())
}

/// The family that a text names, and the configuration it asks for.
pub(crate) fn find(spec: &str) -> Result<(&'static Family, &str), ConfigError> {
    if spec.len() > MAX_SPEC_BYTES {
        return Err(ConfigError::TooLong { length: spec.len(), max: MAX_SPEC_BYTES });
    }
    let spec = spec.trim();
    let preset = FAMILIES.iter().find_map(|family| {
        let (_, config) = family.presets.iter().find(|(name, _)| *name == spec)?;
        Some((family, *config))
    });
    if let Some(found) = preset {
        return Ok(found);
    }
    let (name, config) = spec.split_once(':').unwrap_or((spec, ""));
    let family = FAMILIES.iter().find(|family| family.name == name);
    family.map(|family| (family, config)).ok_or_else(|| ConfigError::UnknownGame { name: shortened(name) })
}
