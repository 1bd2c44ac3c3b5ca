//! A game that is looked through.

use eframe::egui::{Align, CentralPanel, Frame, Layout, Panel, RichText, ScrollArea, Ui, Vec2};

use super::look::Look;
use super::step_list::{Row, Way};
use super::{board, keys, step_list};
use crate::model::Desk;

const WIDE: f32 = 680.0;
const SIDE: f32 = 330.0;

/// Draws the game that is looked through.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    if ui.available_width() >= WIDE {
        Panel::right("side").resizable(false).exact_size(SIDE).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                head(ui, desk, look);
                let room = (ui.available_height() - 90.0).max(120.0);
                steps(ui, desk, look, room);
            });
        });
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let room = ui.available_size() - Vec2::splat(8.0);
            ui.with_layout(Layout::top_down(Align::Center), |ui| position(ui, desk, look, room));
        });
    } else {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            head(ui, desk, look);
            let room = Vec2::new(ui.available_width(), ui.ctx().content_rect().height() * 0.8);
            ui.with_layout(Layout::top_down(Align::Center), |ui| position(ui, desk, look, room));
            steps(ui, desk, look, 160.0);
        });
    }
    let focused = desk.review().and_then(|page| page.board()).is_some_and(|view| board::has_focus(ui, &view));
    if !focused {
        keys::step(ui, desk);
    }
}

fn head(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let Some(page) = desk.review().cloned() else { return };
    let texts = desk.texts();
    ui.label(RichText::new(page.title(texts)).strong());
    let result = page.result(texts);
    if !result.is_empty() {
        ui.label(RichText::new(result).color(look.accent));
    }
    let (ply, last) = page.viewing();
    let place =
        texts.with("review-place", &[("move", ply.to_string().into()), ("last", last.to_string().into())]);
    let (beside, main) = (texts.get("review-beside"), texts.get("review-main-line"));
    let (hint, copy, export) =
        (texts.get("review-hint"), texts.get("choice-copy-record"), texts.get("choice-export-record"));
    let other = texts.get("review-ways");
    ui.label(place);
    if !page.is_on_main_line() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(beside).color(look.warning));
            if ui.button(main).clicked()
                && let Some(page) = desk.review()
            {
                page.back_to_main_line();
            }
        });
    }
    let ways = page.ways_on();
    if !ways.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(other);
            for way in ways {
                if ui.button(&way).clicked()
                    && let Some(page) = desk.review()
                {
                    page.follow(&way);
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        if ui.button(copy).clicked() {
            desk.copy_review();
        }
        if ui.button(export).clicked() {
            desk.export_review();
        }
    });
    ui.label(RichText::new(hint).small().color(look.weak));
}

fn position(ui: &mut Ui, desk: &mut Desk, look: &Look, room: Vec2) {
    let Some(view) = desk.review().and_then(|page| page.board()) else {
        ui.label(desk.texts().get("table-no-board"));
        return;
    };
    if let Some(action) = board::show(ui, &view, look, desk.texts(), room)
        && let Some(page) = desk.review()
    {
        page.pick(action);
    }
}

fn steps(ui: &mut Ui, desk: &mut Desk, look: &Look, room: f32) {
    ui.separator();
    let Some(page) = desk.review().cloned() else { return };
    let texts = desk.texts();
    let steps = page.steps(texts);
    let rows: Vec<Row> = steps.iter().map(|(step, played)| Row { step, tried: !played }).collect();
    let chosen = step_list::show(ui, &rows, page.viewing().0, room, look, texts);
    let way = step_list::buttons(ui, page.is_playing(), look, texts);
    if let Some(number) = chosen {
        desk.look_at(number);
    }
    match way {
        Some(Way::Step(step)) => desk.step(step),
        Some(Way::Play) => desk.toggle_playing(),
        None => {}
    }
}
