//! What has just moved, or come, is not what a player was about to press.

use eframe::egui::{Id, Rect, Ui};

/// For how many seconds it takes no press of the pointer: longer than it takes to see that something has moved, and to
/// stop.
const PAUSE: f64 = 0.4;

/// Where something was drawn, and since when.
#[derive(Clone, Copy)]
struct Place {
    rect: Rect,
    window: Rect,
    /// The last frame in which it was drawn.
    frame: u64,
    since: f64,
    /// What is pressed there was meant when the button went down.
    is_meant: bool,
}

/// Whether the last press of the pointer was meant for what is drawn here. What has moved without the window changing its size
/// is not: something else has come or gone beside it. With `at_first`, neither is what was not there before.
pub(super) fn is_meant(ui: &Ui, id: Id, rect: Rect, at_first: bool) -> bool {
    let (now, window) = ui.input(|input| (input.time, input.content_rect()));
    let frame = ui.ctx().cumulative_frame_nr();
    let before = ui.data(|data| data.get_temp::<Place>(id)).filter(|place| place.frame + 1 >= frame);
    let since = match before {
        Some(place) if place.rect == rect => place.since,
        Some(place) if place.window == window => now,
        _ if at_first => now,
        _ => f64::NEG_INFINITY,
    };
    let is_pressed = ui.input(|input| input.pointer.primary_pressed());
    let is_meant = match before {
        Some(place) if !is_pressed => place.is_meant,
        _ => now - since >= PAUSE,
    };
    ui.data_mut(|data| data.insert_temp(id, Place { rect, window, frame, since, is_meant }));
    is_meant
}
