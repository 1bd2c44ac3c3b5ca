//! The buttons for what can be done at a table besides moving.

use eframe::egui::{Button, Id, Modal, RichText, Ui};
use zeitnot_client::session::GameId;

use super::look::Look;
use crate::model::{Choice, Desk, player_name};

/// Draws a button for each.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look) {
    let choices = desk.choices(id);
    let Some((_, game)) = desk.table(id) else { return };
    let texts = desk.texts();
    let label = |choice: Choice| match choice {
        Choice::GiveTime(seat) | Choice::Challenge(seat) => {
            texts.with(choice.text(), &[("who", player_name(game, seat, texts).into())])
        }
        _ => texts.get(choice.text()),
    };
    let buttons: Vec<(Choice, String)> = choices.iter().map(|choice| (*choice, label(*choice))).collect();
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for (choice, label) in &buttons {
            let text = RichText::new(label);
            let button = match choice.answers() {
                true => Button::new(text.strong()).fill(look.accent_fill),
                false => Button::new(text),
            };
            if ui.add(button).clicked() {
                chosen = Some(*choice);
            }
        }
    });
    if let Some(choice) = chosen {
        desk.choose(id, choice);
    }
}

/// Asks whether the player means to resign.
pub(super) fn ask_resign(ui: &Ui, desk: &mut Desk, id: GameId, look: &Look) {
    if !desk.table(id).is_some_and(|(table, _)| table.asks_resign) {
        return;
    }
    let texts = desk.texts();
    let (question, yes, no) = (texts.get("resign-question"), texts.get("resign-yes"), texts.get("resign-no"));
    let mut answer = None;
    let modal = Modal::new(Id::unique("resign")).show(ui.ctx(), |ui| {
        ui.set_max_width(320.0);
        ui.heading(question);
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            if ui.button(RichText::new(yes).color(look.warning)).clicked() {
                answer = Some(true);
            }
            if ui.button(no).clicked() {
                answer = Some(false);
            }
        });
    });
    if modal.should_close() {
        answer = answer.or(Some(false));
    }
    if let Some(answer) = answer {
        desk.answer_resign(id, answer);
    }
}
