//! A player and their clock.

use eframe::egui::{
    Align2, Color32, FontId, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::look::{CORNER, Look};
use super::mark;
use super::text::one_line;
use crate::model::{SeatView, Texts};

/// A line for each seat; one node each, which says all of it.
pub(super) fn show(ui: &mut Ui, seats: &[SeatView], look: &Look, texts: &Texts) {
    for seat in seats {
        draw(ui, seat, look, texts);
    }
}

fn draw(ui: &mut Ui, seat: &SeatView, look: &Look, texts: &Texts) {
    let below = below_text(seat, texts);
    let clock_below = seat.clock.as_ref().is_some_and(|clock| !clock.beside.is_empty());
    let height = if below.is_empty() && !clock_below { 40.0 } else { 56.0 };
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, seat.label(texts)));
    let painter = ui.painter_at(rect);
    let (fill, edge) = if seat.to_move || seat.winner {
        (look.accent_fill, look.accent)
    } else {
        (Color32::TRANSPARENT, look.grid)
    };
    let width = if seat.to_move { 2.0 } else { 1.0 };
    painter.rect(rect, CORNER, fill, Stroke::new(width, edge), StrokeKind::Inside);

    let icon = Rect::from_min_size(rect.min + Vec2::new(6.0, (height - 30.0) / 2.0), Vec2::splat(30.0));
    mark::draw(&painter, icon, seat.mark, look.mark(seat.mark));
    let mut right = rect.right() - 10.0;
    let line = rect.min.y + 20.0;
    if let Some(clock) = &seat.clock {
        let color = if clock.low { look.warning } else { look.text };
        let text = if clock.low { format!("! {}", clock.text) } else { clock.text.clone() };
        let font = FontId::monospace(20.0);
        let shown = painter.text(Pos2::new(right, line), Align2::RIGHT_CENTER, text, font, color);
        if clock_below {
            let font = FontId::proportional(12.0);
            let room = (rect.width() * 0.5).max(60.0);
            let galley = one_line(ui, &clock.beside, font, look.weak, room);
            let at = Pos2::new(right - galley.size().x, rect.max.y - 8.0 - galley.size().y);
            painter.galley(at, galley, look.weak);
        }
        right = shown.left() - 8.0;
    }
    let left = icon.right() + 6.0;
    let you = if seat.you { format!(" ({})", texts.get("player-you")) } else { String::new() };
    let name = format!("{}{you}", seat.name);
    let color = if seat.out { look.weak } else { look.text };
    let galley = one_line(ui, &name, FontId::proportional(16.0), color, right - left);
    painter.galley(Pos2::new(left, line - galley.size().y / 2.0), galley, color);
    if !below.is_empty() {
        let room = if clock_below { rect.width() * 0.4 } else { rect.right() - 10.0 - left };
        let galley = one_line(ui, &below, FontId::proportional(12.0), look.weak, room);
        painter.galley(Pos2::new(left, rect.max.y - 8.0 - galley.size().y), galley, look.weak);
    }
}

fn below_text(seat: &SeatView, texts: &Texts) -> String {
    let to_move = seat.to_move.then(|| texts.get("player-to-move"));
    let rating = (!seat.rating.is_empty()).then(|| seat.rating.clone());
    let winner = seat.winner.then(|| texts.get("player-winner"));
    let parts: Vec<String> =
        rating.into_iter().chain(to_move).chain(winner).chain(seat.notes.iter().cloned()).collect();
    parts.join(" · ")
}
