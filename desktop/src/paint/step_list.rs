//! The list of moves, and the way through them.

use eframe::egui::{
    self, Align2, FontId, Pos2, Rect, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo,
};

use super::look::Look;
use super::mark;
use super::text::one_line;
use crate::model::{Step, StepView, Texts};

const ROW: f32 = 24.0;

/// A step as it is listed: beside the game, if it was only tried.
pub(super) struct Row<'a> {
    pub(super) step: &'a StepView,
    pub(super) tried: bool,
}

/// Draws the list. `shown` is the number of the step that led to what is shown. Gives back the number of the
/// one that was chosen.
pub(super) fn show(
    ui: &mut Ui,
    rows: &[Row],
    shown: usize,
    height: f32,
    look: &Look,
    texts: &Texts,
) -> Option<usize> {
    if rows.is_empty() {
        ui.label(texts.get("history-empty"));
        return None;
    }
    let mut chosen = None;
    let mut area = ScrollArea::vertical()
        .id_salt("steps")
        .auto_shrink([false, true])
        .max_height(height.max(3.0 * ROW))
        // Within another that scrolls it would be no higher than what is left of that one.
        .min_scrolled_height(height.max(3.0 * ROW))
        .stick_to_bottom(true);
    // What is shown stays in sight, and whoever scrolls is left alone.
    let last = ui.scope_id().with("step-shown");
    if ui.data_mut(|data| data.get_temp::<usize>(last)) != Some(shown) {
        ui.data_mut(|data| data.insert_temp(last, shown));
        if shown < rows.len() {
            let above = shown.saturating_sub(1) as f32 * ROW;
            area = area.vertical_scroll_offset((above - height * 0.4).max(0.0));
        }
    }
    ui.scope(|ui| {
        // Before it begins: it reckons with what is between rows.
        ui.spacing_mut().item_spacing.y = 0.0;
        area.show_rows(ui, ROW, rows.len(), |ui, range| {
            for row in rows.get(range).unwrap_or_default() {
                if draw(ui, row, row.step.number == shown, look, texts) {
                    chosen = Some(row.step.number);
                }
            }
        });
    });
    chosen
}

fn draw(ui: &mut Ui, row: &Row, selected: bool, look: &Look, texts: &Texts) -> bool {
    let step = row.step;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), Sense::click());
    let label = || {
        let tried = if row.tried { format!(", {}", texts.get("history-tried")) } else { String::new() };
        format!("{}{tried}", step.label(texts))
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, label()));
    let painter = ui.painter_at(rect);
    if selected {
        painter.rect_filled(rect, 3.0, look.accent_fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 3.0, look.cell_hovered);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, 3.0, Stroke::new(2.0, look.accent), StrokeKind::Inside);
    }
    let middle = rect.center().y;
    let font = FontId::proportional(14.0);
    let number = Pos2::new(rect.left() + 36.0, middle);
    painter.text(number, Align2::RIGHT_CENTER, format!("{}.", step.number), font.clone(), look.weak);
    let icon = Rect::from_center_size(Pos2::new(rect.left() + 52.0, middle), Vec2::splat(18.0));
    mark::draw(&painter, icon, step.mark, look.mark(step.mark));
    let right = rect.right() - 8.0;
    let used = painter.text(
        Pos2::new(right, middle),
        Align2::RIGHT_CENTER,
        &step.used,
        FontId::monospace(13.0),
        look.weak,
    );
    let left = rect.left() + 66.0;
    let text = if row.tried { format!("{} *", step.text) } else { step.text.clone() };
    let galley = one_line(ui, &text, font, look.text, used.left() - 6.0 - left);
    painter.galley(Pos2::new(left, middle - galley.size().y / 2.0), galley, look.text);
    response.clicked()
}

/// What the buttons below the list do.
pub(super) enum Way {
    Step(Step),
    Play,
}

/// The buttons to step by; each has a name, since the signs are no words.
pub(super) fn buttons(ui: &mut Ui, playing: bool, look: &Look, texts: &Texts) -> Option<Way> {
    let mut way = None;
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut Ui, sign: Sign, name: &str, does: Way| {
            let label = texts.get(name);
            let response = ui.add(egui::Button::new("").min_size(Vec2::new(38.0, 28.0)));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            draw_sign(ui, response.rect, sign, look);
            if response.on_hover_text(&label).clicked() {
                way = Some(does);
            }
        };
        button(ui, Sign::First, "history-first", Way::Step(Step::First));
        button(ui, Sign::Back, "history-back", Way::Step(Step::Back));
        let (sign, name) = if playing { (Sign::Stop, "history-stop") } else { (Sign::Play, "history-play") };
        button(ui, sign, name, Way::Play);
        button(ui, Sign::Forward, "history-forward", Way::Step(Step::Forward));
        button(ui, Sign::Last, "history-last", Way::Step(Step::Last));
    });
    way
}

/// The signs on the buttons, drawn so that no font need have them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    First,
    Back,
    Play,
    Stop,
    Forward,
    Last,
}

fn draw_sign(ui: &Ui, button: Rect, sign: Sign, look: &Look) {
    let painter = ui.painter();
    let center = button.center();
    let at = |x: f32, y: f32| Pos2::new(center.x + x, center.y + y);
    let arrow = |tip: f32, base: f32| {
        let points = vec![at(tip, 0.0), at(base, -6.0), at(base, 6.0)];
        painter.add(Shape::convex_polygon(points, look.text, Stroke::NONE));
    };
    let bar = |x: f32| {
        painter.rect_filled(Rect::from_center_size(at(x, 0.0), Vec2::new(3.0, 12.0)), 0.0, look.text);
    };
    match sign {
        Sign::First => {
            bar(-6.0);
            arrow(-4.0, 6.0);
        }
        Sign::Back => arrow(-5.0, 4.0),
        Sign::Play => {
            arrow(1.0, -7.0);
            arrow(9.0, 1.0);
        }
        Sign::Stop => {
            bar(-3.0);
            bar(3.0);
        }
        Sign::Forward => arrow(5.0, -4.0),
        Sign::Last => {
            bar(6.0);
            arrow(4.0, -6.0);
        }
    }
}
