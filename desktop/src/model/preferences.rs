//! What a player likes, kept from one start to the next.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, Deserializer};
use zeitnot_rules::clock::{Speed, TimeControl};

/// What a player likes, kept from one start to the next. What a file lacks or has wrong is as it was delivered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The server's address that was used last; empty before the first time.
    pub server: String,
    /// The name to play under; empty for the one that the server gives.
    pub name: String,
    /// The language's code; `None` for the computer's.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Black on white or white on black, with strong lines.
    pub high_contrast: bool,
    /// How large texts and all else are; see [`Preferences::SCALES`].
    pub scale: f32,
    /// Nothing moves by itself but the clocks.
    pub reduced_motion: bool,
    /// Whether a move is asked about before it is sent.
    pub confirm: Confirm,
    /// Whether the desktop shows a notification when it is one's turn.
    pub notify: bool,
    /// Whether there are sounds, where this program was built to make any.
    pub sound: bool,
    /// Where the window was.
    pub place: Option<Place>,
}

impl Preferences {
    /// How small and how large texts can be, 1 being as they are delivered.
    pub const SCALES: RangeInclusive<f32> = 0.75..=3.0;

    /// What can be read of a file that cannot be read as a whole.
    pub fn sound_parts(text: &str) -> Preferences {
        // A `toml::Table` would not do: one number beyond 64 bits, and there is none of the whole file.
        let Ok(table) = DeTable::parse(text) else { return Preferences::default() };
        let read = |table| Preferences::deserialize(Deserializer::from(Spanned::new(0..text.len(), table)));
        let alone = |(name, value): &(_, _)| DeTable::from_iter([(Clone::clone(name), Clone::clone(value))]);
        let sound = table.into_inner().into_iter().filter(|entry| read(alone(entry)).is_ok());
        read(sound.collect()).unwrap_or_default()
    }

    /// Whether there are sounds: not for those who want as little as possible to stir.
    pub fn has_sound(&self) -> bool {
        self.sound && !self.reduced_motion
    }

    /// The scale, whatever stands in the file.
    pub fn sound_scale(&self) -> f32 {
        let sound = self.scale.is_finite() && self.scale > 0.0;
        if sound { self.scale.clamp(*Self::SCALES.start(), *Self::SCALES.end()) } else { 1.0 }
    }
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            server: String::new(),
            name: String::new(),
            language: None,
            theme: ThemeChoice::System,
            high_contrast: false,
            scale: 1.0,
            reduced_motion: false,
            confirm: Confirm::Slow,
            notify: true,
            sound: true,
            place: None,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    /// As the desktop is.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// When a move is asked about before it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirm {
    /// In games by correspondence.
    Slow,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Confirm {
    /// Whether a move is asked about in a game under this time control.
    pub fn asks(self, time: &str) -> bool {
        let speed = || time.parse::<TimeControl>().ok().and_then(|control| Speed::of(&control));
        match self {
            Confirm::Slow => speed() == Some(Speed::Correspondence),
            Confirm::Always => true,
            Confirm::Never => false,
        }
    }
}

/// Where a window is, in the desktop's points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// From the left; `None` where the desktop does not say.
    pub x: Option<f32>,
    /// From the top.
    pub y: Option<f32>,
    /// Of its inside.
    pub width: f32,
    /// Of its inside.
    pub height: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_lacks_is_as_delivered() {
        let read: Preferences = toml::from_str("theme = \"dark\"\nscale = -3.0\nnew = 1").expect("readable");
        assert_eq!(read.theme, ThemeChoice::Dark);
        assert_eq!(read.sound_scale(), 1.0);
        assert_eq!(read.confirm, Confirm::Slow);
        let written = toml::to_string(&read).expect("writable");
        assert_eq!(toml::from_str::<Preferences>(&written), Ok(read));
    }

    #[test]
    fn what_can_be_read_beside_a_fault_is_kept() {
        let large = "99999999999999999999";
        for wrong in ["theme = \"blue\"", &format!("notify = {large}"), &format!("new = {large}\nsound = 1")]
        {
            let text = format!("{wrong}\nscale = 1.5\n[place]\nwidth = 800.0\nheight = 600.0");
            let parts = Preferences::sound_parts(&text);
            let place = Place { x: None, y: None, width: 800.0, height: 600.0 };
            assert_eq!(
                parts,
                Preferences { scale: 1.5, place: Some(place), ..Preferences::default() },
                "{text}"
            );
        }
        assert_eq!(Preferences::sound_parts("scale = ["), Preferences::default());
    }

    #[test]
    fn moves_are_asked_about_by_correspondence() {
        assert!(Confirm::Slow.asks("days:3"));
        assert!(!Confirm::Slow.asks("turn:30s"));
        assert!(!Confirm::Slow.asks("none"));
        assert!(Confirm::Always.asks("turn:30s"));
        assert!(!Confirm::Never.asks("days:3"));
    }
}
