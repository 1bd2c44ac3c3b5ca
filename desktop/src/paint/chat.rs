//! What the players say to each other.

use eframe::egui::{Button, Key, RichText, ScrollArea, TextEdit, Ui};
use zeitnot_client::session::GameId;

use super::look::Look;
use crate::model::{Desk, chat_of, phrases};

/// Draws what has been said at a table, and what can be said.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look) {
    let Some((table, game)) = desk.table(id) else { return };
    let texts = desk.texts();
    let lines = chat_of(game, &desk.known().feed, texts);
    let muted = table.muted;
    let (title, none, say) = (texts.get("chat-title"), texts.get("chat-none"), texts.get("chat-phrase"));
    let (label, send) = (texts.get("chat-text"), texts.get("chat-send"));
    let mute = texts.get(if muted { "chat-unmute" } else { "chat-mute" });
    let phrases = phrases(texts);
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).strong());
        if ui.small_button(mute).clicked() {
            desk.mute(id, !muted);
        }
    });
    if lines.is_empty() {
        ui.label(RichText::new(none).color(look.weak));
    }
    let area = ScrollArea::vertical().id_salt("chat").max_height(96.0).stick_to_bottom(true);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (who, text) in &lines {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(who).strong());
                ui.label(text);
            });
        }
    });
    let mut phrase = None;
    ui.horizontal_wrapped(|ui| {
        ui.menu_button(say, |ui| {
            for (number, text) in (0..).zip(&phrases) {
                if ui.button(text).clicked() {
                    phrase = Some(number);
                    ui.close();
                }
            }
        });
        let room = (ui.available_size_before_wrap().x - 90.0).clamp(80.0, 220.0);
        let edit = TextEdit::singleline(&mut desk.draft).hint_text(label.as_str()).char_limit(200);
        let response = ui.add(edit.desired_width(room));
        response.ctx.accesskit_node_builder(response.id, |node| node.set_label(label));
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let can = !desk.draft.trim().is_empty();
        if ui.add_enabled(can, Button::new(send)).clicked() || (entered && can) {
            desk.say(id);
            if entered {
                // Whoever types goes on typing; elsewhere the space bar plays the game.
                response.request_focus();
            }
        }
    });
    if let Some(number) = phrase {
        desk.say_phrase(id, number);
    }
}
