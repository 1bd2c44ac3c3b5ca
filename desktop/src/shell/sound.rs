//! Sounds.

use crate::model::Sound;

/// Whether this program was built to make any.
pub(crate) const IS_THERE: bool = cfg!(feature = "sound");

/// How loud a tone is; 1 is as loud as there is.
#[cfg(feature = "sound")]
const LOUDNESS: f32 = 0.18;

/// Plays a sound, where this program was built to make any.
#[cfg(feature = "sound")]
pub(crate) fn play(sound: Sound) {
    use rodio::Source;
    use rodio::source::SineWave;
    use std::time::Duration;

    // The next frame does not wait until it has been heard.
    let _silent = std::thread::Builder::new().name("zeitnot-sound".to_owned()).spawn(move || {
        // Without anything to play on there are the title and the window's call for attention.
        let Ok(mut device) = rodio::DeviceSinkBuilder::open_default_sink() else { return };
        device.log_on_drop(false);
        let player = rodio::Player::connect_new(device.mixer());
        for (height, length) in sound.tones() {
            let length = Duration::from_millis(u64::from(*length));
            // One that begins and ends at once clicks.
            let edge = length / 4;
            let tone = SineWave::new(*height).take_duration(length).amplify(LOUDNESS).fade_in(edge);
            player.append(tone.fade_out(edge));
        }
        player.sleep_until_end();
    });
}

/// Plays a sound, where this program was built to make any: this one was not.
#[cfg(not(feature = "sound"))]
pub(crate) fn play(_sound: Sound) {}
