//! The keys that step through a game.

use eframe::egui::{Key, Ui};

use crate::model::{Desk, Step};

/// Steps by keys, unless something else has the keyboard: a text, a button, the board.
pub(super) fn step(ui: &Ui, desk: &mut Desk) {
    if ui.memory(|memory| memory.focused()).is_some() {
        return;
    }
    let steps = [
        (Key::ArrowLeft, Step::Back),
        (Key::ArrowRight, Step::Forward),
        (Key::PageUp, Step::PageBack),
        (Key::PageDown, Step::PageForward),
        (Key::Home, Step::First),
        (Key::End, Step::Last),
    ];
    for (key, step) in steps {
        if ui.input(|input| input.key_pressed(key)) {
            desk.step(step);
        }
    }
    if ui.input(|input| input.key_pressed(Key::Space)) {
        desk.toggle_playing();
    }
}
