//! What is heard.

/// A sound, where this program was built to make any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// Somebody has moved at the table that is shown.
    Move,
    /// The player is on move, or is asked for a game.
    Turn,
    /// Little time is left.
    LowTime,
    /// A game is over.
    End,
}

impl Sound {
    /// Its tones one after the other: how high, in hertz, and how long, in milliseconds. Those of the piano, A at 440
    /// (ISO 16): a sound is told from another by how it goes, not by how high it is.
    pub fn tones(self) -> &'static [(f32, u16)] {
        match self {
            Sound::Move => &[(440.0, 60)],
            Sound::Turn => &[(523.25, 90), (783.99, 140)],
            Sound::LowTime => &[(880.0, 70), (880.0, 70), (880.0, 70)],
            Sound::End => &[(783.99, 120), (659.26, 120), (523.25, 240)],
        }
    }
}
