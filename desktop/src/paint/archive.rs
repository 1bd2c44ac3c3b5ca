//! The player's games that have been over for long.

use std::sync::Arc;

use eframe::egui::{Button, RichText, ScrollArea, Ui};
use zeitnot_client::session::GameView;

use super::look::Look;
use super::name;
use crate::model::{ArchiveView, Desk, Screen};

/// What was pressed in it.
enum Pressed {
    Game(Arc<GameView>),
    Name(String),
    Page(u32),
}

/// Draws a page of them.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, page: u32, look: &Look) {
    let texts = desk.texts();
    ui.heading(texts.get("archive-title"));
    ui.label(RichText::new(texts.get("archive-hint")).small().color(look.weak));
    let archive = desk.known().aside.as_ref().and_then(|feed| feed.archive.clone());
    let Some(archive) = archive.filter(|archive| archive.page == page) else {
        ui.label(RichText::new(texts.get("loading")).color(look.weak));
        return;
    };
    if archive.games.is_empty() {
        ui.label(RichText::new(texts.get("archive-none")).color(look.weak));
        return;
    }
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let newer = Button::new(texts.get("archive-newer"));
        if ui.add_enabled(page > 0, newer).clicked() {
            pressed = Some(Pressed::Page(page.saturating_sub(1)));
        }
        let older = Button::new(texts.get("archive-older"));
        if ui.add_enabled(page + 1 < archive.pages, older).clicked() {
            pressed = Some(Pressed::Page(page + 1));
        }
        let values = [("page", (page + 1).to_string().into()), ("pages", archive.pages.to_string().into())];
        ui.label(texts.with("archive-page", &values));
    });
    let games = ArchiveView::all(&archive, desk.known().me.as_ref(), texts);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for game in &games {
            look.card().show(ui, |ui| {
                ui.set_width(ui.available_width());
                pressed = row(ui, desk, game, look).or(pressed.take());
            });
        }
    });
    match pressed {
        Some(Pressed::Game(game)) => desk.look_through(&game),
        Some(Pressed::Name(name)) => desk.challenge_player(&name),
        Some(Pressed::Page(page)) => desk.go(Screen::Archive(page)),
        None => {}
    }
}

fn row(ui: &mut Ui, desk: &Desk, game: &ArchiveView, look: &Look) -> Option<Pressed> {
    let texts = desk.texts();
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let look_through = texts.get("choice-analyse");
        let button = ui.button(&look_through);
        let label = format!("{look_through}: {}, {}", game.players, game.title);
        button.ctx.accesskit_node_builder(button.id, |node| node.set_label(label));
        if button.clicked() {
            pressed = Some(Pressed::Game(Arc::clone(&game.game)));
        }
        ui.label(RichText::new(&game.players).strong());
        ui.label(&game.ending);
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&game.title).small().color(look.weak));
        for other in &game.others {
            let shown = texts.with("choice-challenge", &[("who", other.as_str().into())]);
            if desk.can_challenge(other) && name::show(ui, desk, other, &shown, look) {
                pressed = Some(Pressed::Name(other.clone()));
            }
        }
    });
    pressed
}
