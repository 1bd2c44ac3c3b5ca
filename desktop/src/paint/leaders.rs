//! The best players.

use eframe::egui::{ComboBox, Grid, RichText, ScrollArea, Ui};

use super::look::Look;
use super::name;
use crate::model::{Desk, LeaderView, board_title, boards};

/// Draws them.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    ui.heading(texts.get("leaders-title"));
    let Some(feed) = desk.known().aside.clone() else {
        ui.label(RichText::new(texts.get("loading")).color(look.weak));
        return;
    };
    ui.label(RichText::new(texts.get("leaders-hint")).small().color(look.weak));
    let boards = boards(&feed);
    let chosen = desk.board.clone().filter(|board| boards.contains(board));
    let Some(mut board) = chosen.or_else(|| boards.first().cloned()) else {
        ui.label(RichText::new(texts.get("leaders-none")).color(look.weak));
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(texts.get("leaders-board"));
        let shown = board_title(&board, texts);
        let combo = ComboBox::from_id_salt("board").selected_text(shown).width(220.0);
        let shown = combo.show_ui(ui, |ui| {
            for other in &boards {
                ui.selectable_value(&mut board, other.clone(), board_title(other, texts));
            }
        });
        shown.response.labelled_by(label.id);
    });
    let me = desk.known().me.clone();
    let leaders = LeaderView::all(&feed, &board, me.as_ref());
    let pressed =
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| list(ui, desk, &leaders, look));
    desk.board = Some(board);
    if let Some(name) = pressed.inner {
        desk.challenge_player(&name);
    }
}

fn list(ui: &mut Ui, desk: &Desk, leaders: &[LeaderView], look: &Look) -> Option<String> {
    let texts = desk.texts();
    let mut pressed = None;
    Grid::new("leaders").striped(true).num_columns(4).spacing([24.0, 8.0]).show(ui, |ui| {
        for head in ["leaders-place", "leaders-player", "lobby-rating", "leaders-games"] {
            ui.label(RichText::new(texts.get(head)).small().color(look.weak));
        }
        ui.end_row();
        for leader in leaders {
            let strong = |text: String| {
                let text = RichText::new(text);
                if leader.mine { text.strong().color(look.accent) } else { text }
            };
            ui.label(strong(leader.place.to_string()));
            let you = if leader.mine { format!(" ({})", texts.get("player-you")) } else { String::new() };
            if name::show(ui, desk, &leader.name, &format!("{}{you}", leader.name), look) {
                pressed = Some(leader.name.clone());
            }
            ui.label(strong(leader.value.to_string()));
            ui.label(strong(leader.games.to_string()));
            ui.end_row();
        }
    });
    pressed
}
