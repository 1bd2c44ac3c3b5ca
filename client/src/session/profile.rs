//! The name under which this computer remembers who one is.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Longest name of a profile, in characters.
const LONGEST: usize = 32;

/// A profile: one player's identity on a server. Two profiles are two players on one computer.
///
/// ```
/// use zeitnot_client::session::Profile;
///
/// let profile: Profile = "second".parse()?;
/// assert_eq!(profile.to_string(), "second");
/// assert!("../token".parse::<Profile>().is_err());
/// # Ok::<(), zeitnot_client::session::ProfileError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Profile(String);

/// Why a profile's name was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a profile's name has 1 to {LONGEST} letters, digits, `-` or `_`, not {0:?}")]
pub struct ProfileError(String);

impl Profile {
    /// The profile that is used when none is named: `default`.
    pub fn standard() -> Profile {
        Profile("default".to_owned())
    }

    /// The profile under which a bot plays when none is named: `bot`.
    pub fn bot() -> Profile {
        Profile("bot".to_owned())
    }

    /// A house bot that plays against this profile, the first being number 1. It is a player of its own.
    pub fn opponent(&self, number: u8) -> Profile {
        // With a dot, as no profile that anyone names has.
        Profile(format!("{}.bot{number}", self.0))
    }

    pub(super) fn file_stem(&self) -> &str {
        &self.0
    }
}

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        let fits = (1..=LONGEST).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            Ok(Profile(text.to_owned()))
        } else {
            Err(ProfileError(text.chars().take(LONGEST + 1).collect()))
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_no_plain_file_name_is_refused() {
        let long = "a".repeat(LONGEST + 1);
        for bad in ["", ".", "..", "a/b", "a\\b", "a.bot", "café", "a b", "a\0", &long] {
            assert!(bad.parse::<Profile>().is_err(), "{bad:?}");
        }
        assert!("a".repeat(LONGEST).parse::<Profile>().is_ok());
    }

    #[test]
    fn no_profile_is_another_profiles_bot() {
        let bot = Profile::standard().opponent(1);
        assert_eq!(bot.to_string(), "default.bot1");
        assert!(bot.to_string().parse::<Profile>().is_err());
        assert_ne!(bot, Profile::standard().opponent(2));
    }
}
