//! The player's games, and how to come to others.

use super::look::{CORNER, Look};
use super::offers;
use super::text::one_line;
use crate::model::{Desk, Going, Preset, Screen, time_title};
use eframe::egui::{
    Align2, Button, Color32, FontId, Key, Pos2, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextEdit, Ui, Vec2, WidgetInfo,
};

/// Games that are opened with one press: by their name and time.
const QUICK: [(&str, &str); 3] =
    [("tic-tac-toe", "turn:30s"), ("connect-four", "3+2"), ("gomoku-10", "10+0")];

/// From here on what the server offers stands beside the player's own games.
const WIDE: f32 = 900.0;

/// Between the two, in points.
const GAP: f32 = 24.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        if ui.available_width() >= WIDE {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.columns_const(|[left, right]| {
                for column in [&mut *left, &mut *right] {
                    column.reset_style();
                }
                own(left, desk, look);
                offered(right, desk, look);
            });
        } else {
            own(ui, desk, look);
            offered(ui, desk, look);
        }
    });
}

fn own(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    offers::challenges(ui, desk, look);
    running(ui, desk, look);
    new_game(ui, desk, look);
    finished(ui, desk, look);
    records(ui, desk, look);
}

fn offered(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    offers::pools(ui, desk, look);
    offers::seeks(ui, desk, look);
    offers::live(ui, desk, look);
    offers::ratings(ui, desk);
}

fn new_game(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let title = texts.get("lobby-new");
    let (create, code, join) = (texts.get("lobby-create"), texts.get("lobby-code"), texts.get("lobby-join"));
    let quick: Vec<(Preset, &str, String)> = QUICK
        .iter()
        .filter_map(|(name, time)| {
            let preset = Preset::all().find(|preset| preset.name == *name)?;
            let game = texts.get(&format!("game-{name}"));
            Some((preset, *time, format!("{game} · {}", time_title(time, texts))))
        })
        .collect();
    let can = desk.known().is_online() && !desk.is_entering();
    ui.heading(title);
    look.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            for (preset, time, label) in quick {
                if ui.add_enabled(can, Button::new(label)).clicked() {
                    desk.open_preset(preset, time);
                }
            }
            if ui.button(RichText::new(create).strong()).clicked() {
                desk.go(Screen::Create);
            }
        });
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(code);
            let edit =
                ui.add(TextEdit::singleline(&mut desk.code).desired_width(110.0)).labelled_by(label.id);
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let can = can && !desk.code.trim().is_empty();
            if ui.add_enabled(can, Button::new(join)).clicked() || (entered && can) {
                desk.join();
            }
        });
    });
}

fn running(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let now = desk.known().now;
    let games: Vec<Going> = desk.known().going().iter().map(|game| Going::of(game, now, texts)).collect();
    ui.heading(texts.get("lobby-running"));
    if games.is_empty() {
        ui.label(RichText::new(texts.get("lobby-none")).color(look.weak));
    }
    list(ui, desk, &games, look);
}

fn finished(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let games: Vec<Going> = desk.known().over().iter().map(|game| Going::of(game, None, texts)).collect();
    if !games.is_empty() {
        ui.heading(texts.get("lobby-finished"));
        list(ui, desk, &games, look);
    }
}

fn list(ui: &mut Ui, desk: &mut Desk, games: &[Going], look: &Look) {
    let mut chosen = None;
    for game in games {
        if row(ui, game, look) {
            chosen = Some(game.id);
        }
    }
    if let Some(id) = chosen {
        desk.go(Screen::Table(id));
    }
}

fn row(ui: &mut Ui, game: &Going, look: &Look) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 46.0), Sense::click());
    // Whoever comes by keyboard or has it read comes to the rows out of sight as well.
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, game.label()));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let painter = ui.painter_at(rect);
    let fill = match (game.mine, response.hovered()) {
        (true, _) => look.accent_fill,
        (false, true) => look.cell_hovered,
        (false, false) => Color32::TRANSPARENT,
    };
    let edge = if game.mine || response.has_focus() { look.accent } else { look.grid };
    let width = if response.has_focus() { 3.0 } else { 1.0 };
    painter.rect(rect, CORNER, fill, Stroke::new(width, edge), StrokeKind::Inside);
    let (top, bottom) = (rect.min.y + 15.0, rect.min.y + 33.0);
    let right = rect.right() - 10.0;
    let left_color = if game.low { look.warning } else { look.text };
    let left = if game.low { format!("! {}", game.left) } else { game.left.clone() };
    let clock =
        painter.text(Pos2::new(right, top), Align2::RIGHT_CENTER, left, FontId::monospace(15.0), left_color);
    let x = rect.left() + 10.0;
    let line = |text: &str, y: f32, font: f32, color, end: f32| {
        let galley = one_line(ui, text, FontId::proportional(font), color, end - x);
        painter.galley(Pos2::new(x, y - galley.size().y / 2.0), galley, color);
    };
    let state = if game.mine { look.accent } else { look.text };
    let first = format!("{} — {}", game.opponents, game.state);
    line(&first, top, 15.0, state, clock.left() - 8.0);
    line(&game.title, bottom, 12.5, look.weak, right);
    response.clicked()
}

fn records(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let (title, path, open, hint) = (
        texts.get("lobby-records"),
        texts.get("lobby-path"),
        texts.get("lobby-import"),
        texts.get("lobby-import-hint"),
    );
    ui.heading(title);
    look.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(path);
            let edit =
                ui.add(TextEdit::singleline(&mut desk.path).desired_width(220.0)).labelled_by(label.id);
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let can = !desk.path.trim().is_empty();
            if ui.add_enabled(can, Button::new(open)).clicked() || (entered && can) {
                desk.import();
            }
        });
        ui.label(RichText::new(hint).small().color(look.weak));
    });
}
