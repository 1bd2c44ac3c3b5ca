//! The marks: four shapes.

use std::f32::consts::TAU;

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};

use crate::model::Mark;

/// Draws a mark in the middle of a square.
pub(super) fn draw(painter: &Painter, square: Rect, mark: Mark, color: Color32) {
    let side = square.width().min(square.height());
    let stroke = Stroke::new((side * 0.11).max(1.5), color);
    let center = square.center();
    let half = side * 0.29;
    match mark {
        Mark::Cross => {
            let (a, b) = (Vec2::new(half, half), Vec2::new(half, -half));
            painter.line_segment([center - a, center + a], stroke);
            painter.line_segment([center - b, center + b], stroke);
        }
        Mark::Ring => {
            painter.add(Shape::closed_line(ring(center, half), stroke));
        }
        Mark::Triangle => {
            let at = |x: f32, y: f32| Pos2::new(center.x + x * half, center.y + y * half);
            painter.add(Shape::closed_line(vec![at(0.0, -1.1), at(1.1, 0.85), at(-1.1, 0.85)], stroke));
        }
        Mark::Square => {
            let rect = Rect::from_center_size(center, Vec2::splat(half * 1.8));
            painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Middle);
        }
    }
}

/// A circle as a line with corners: as many as leave it off by less than a fifth of a dot. Its triangles are thin, and
/// thin triangles are what a frame costs; egui's own circles have twice as many.
fn ring(center: Pos2, radius: f32) -> Vec<Pos2> {
    let corners = (radius * 25.0).sqrt().ceil().clamp(12.0, 96.0) as u16;
    let angles = (0..corners).map(|corner| TAU * f32::from(corner) / f32::from(corners));
    angles.map(|angle| center + radius * Vec2::angled(angle)).collect()
}
