//! Somebody's name, by which they are asked for a game.

use eframe::egui::{Button, RichText, Ui};

use super::look::Look;
use crate::model::Desk;

/// Draws a name, as it is to be shown, and says whether it was pressed. One's own cannot be.
pub(super) fn show(ui: &mut Ui, desk: &Desk, name: &str, shown: &str, look: &Look) -> bool {
    if !desk.can_challenge(name) {
        ui.label(shown);
        return false;
    }
    let does = desk.texts().with("choice-challenge", &[("who", name.into())]);
    let text = RichText::new(shown).color(look.accent);
    let button = ui.add(Button::new(text).frame(false));
    button.ctx.accesskit_node_builder(button.id, |node| node.set_label(does.as_str()));
    button.on_hover_text(does).clicked()
}
