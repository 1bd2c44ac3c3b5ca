//! The board, a node for each cell.

use eframe::egui::{
    self, Align2, Color32, EventFilter, FontId, Id, Key, Painter, PointerButton, Pos2, Rect, Response, Role,
    Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, accesskit,
};
use zeitnot_rules::mnk::{Action, Point, column_name};

use super::look::Look;
use super::mark;
use super::steady::is_meant;
use crate::model::{BoardView, CellView, Ghost, Texts};

/// The least side of a cell that can still be hit, in points.
const LEAST: f32 = 18.0;

/// The side of a cell when the board fills this room, coordinates and all.
fn cell_side(view: &BoardView, room: Vec2) -> f32 {
    // Coordinates take less than half a cell above and to the left.
    let (columns, rows) = (f32::from(view.columns) + 0.45, f32::from(view.rows) + 0.45);
    (room.x / columns).min(room.y / rows).max(LEAST).floor()
}

/// Draws the board as large as the room allows. Gives back what was chosen.
pub(super) fn show(ui: &mut Ui, view: &BoardView, look: &Look, texts: &Texts, room: Vec2) -> Option<Action> {
    let side = cell_side(view, room);
    let margin = (side * 0.45).clamp(12.0, 26.0);
    let size = Vec2::new(side * f32::from(view.columns), side * f32::from(view.rows));
    let (_, outer) = ui.allocate_space(size + Vec2::splat(margin));
    let cells = Rect::from_min_size(outer.min + Vec2::splat(margin), size);
    let painter = ui.painter_at(outer.expand(4.0));
    let board = Id::unique("board");
    let square = |point: Point| {
        let corner = Vec2::new(f32::from(point.column), f32::from(point.row)) * side;
        Rect::from_min_size(cells.min + corner, Vec2::splat(side))
    };
    let is_steady = is_meant(ui, board.with("place"), cells, false);
    coordinates(&painter, view, look, cells, side, margin);

    let mut picked = None;
    let (mut pointed, mut focused) = (None, None);
    let stop = tab_stop(ui, view, board);
    for cell in &view.cells {
        let id = cell_id(board, cell.point);
        let enabled = cell.action.is_some();
        let mut sense = if enabled { Sense::CLICK } else { Sense::HOVER };
        sense.set(Sense::FOCUSABLE, cell.point == stop);
        let response = ui.interact(square(cell.point), id, sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, cell.label(texts)));
        // A screen reader goes to any cell, not only to the one that Tab stops at.
        response.ctx.accesskit_node_builder(id, |node| node.add_action(accesskit::Action::Focus));
        if ui.input(|input| input.has_accesskit_action_request(id, accesskit::Action::Focus)) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        if response.has_focus() {
            focused = Some((cell.point, id));
        }
        if enabled && (response.hovered() || response.has_focus()) {
            pointed = view.landing(cell);
        }
        let by_pointer = response.clicked_by(PointerButton::Primary);
        if response.clicked() && (is_steady || !by_pointer) {
            picked = cell.action;
        }
        draw_cell(&painter, cell, &response, look, square(cell.point));
    }
    // Once a frame: the next cell would hear the same key.
    if let Some((point, id)) = focused {
        move_focus(ui, view, board, point, id);
    }
    if let Some((at, mine)) = pointed.zip(view.mine).filter(|_| picked.is_none()) {
        let free = view.cell(at).is_some_and(|cell| cell.ghost.is_none());
        if free {
            mark::draw(&painter, square(at), mine, look.mark(mine).gamma_multiply(0.35));
        }
    }
    for cell in &view.cells {
        draw_inside(&painter, cell, view, look, square(cell.point));
    }
    grid(&painter, view, look, cells, side);
    for (_, from, to) in &view.lines {
        let (from, to) = (square(*from).center(), square(*to).center());
        let along = (to - from).normalized() * side * 0.35;
        let ends = [from - along, to + along];
        painter.line_segment(ends, Stroke::new((side * 0.13).max(4.0), look.ground));
        painter.line_segment(ends, Stroke::new((side * 0.07).max(2.5), look.line));
    }
    picked
}

fn cell_id(board: Id, point: Point) -> Id {
    board.with((point.row, point.column))
}

/// The one cell that Tab stops at: where the keyboard is or was, at first the corner. The others are reached from
/// there by the arrows, so that nobody has to strike Tab a hundred times to get past a board.
fn tab_stop(ui: &Ui, view: &BoardView, board: Id) -> Point {
    let kept = board.with("stop");
    let focused = ui.memory(|memory| memory.focused());
    let at = view.cells.iter().map(|cell| cell.point).find(|point| Some(cell_id(board, *point)) == focused);
    if let Some(at) = at {
        ui.data_mut(|data| data.insert_temp(kept, at));
        return at;
    }
    let before = ui.data(|data| data.get_temp::<Point>(kept));
    before.filter(|point| view.cell(*point).is_some()).unwrap_or(Point { row: 0, column: 0 })
}

/// The arrows go from cell to cell, and do not leave the board.
fn move_focus(ui: &Ui, view: &BoardView, board: Id, at: Point, id: Id) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let step = ui.input(|input| {
        let pressed = |key: Key| input.key_pressed(key);
        (
            i16::from(pressed(Key::ArrowDown)) - i16::from(pressed(Key::ArrowUp)),
            i16::from(pressed(Key::ArrowRight)) - i16::from(pressed(Key::ArrowLeft)),
        )
    });
    if step == (0, 0) {
        return;
    }
    let moved = |from: u8, by: i16, count: u8| {
        let to = (i16::from(from) + by).clamp(0, i16::from(count) - 1);
        u8::try_from(to).unwrap_or(from)
    };
    let to = Point { row: moved(at.row, step.0, view.rows), column: moved(at.column, step.1, view.columns) };
    ui.memory_mut(|memory| memory.request_focus(cell_id(board, to)));
}

fn coordinates(painter: &Painter, view: &BoardView, look: &Look, cells: Rect, side: f32, margin: f32) {
    let font = FontId::proportional((margin * 0.62).max(9.0));
    let offset = margin * 0.5;
    for column in 0..view.columns {
        let at = Pos2::new(cells.min.x + (f32::from(column) + 0.5) * side, cells.min.y - offset);
        painter.text(at, Align2::CENTER_CENTER, column_name(column), font.clone(), look.weak);
    }
    for row in 0..view.rows {
        let at = Pos2::new(cells.min.x - offset, cells.min.y + (f32::from(row) + 0.5) * side);
        painter.text(at, Align2::CENTER_CENTER, (row + 1).to_string(), font.clone(), look.weak);
    }
}

/// The lines between cells and around them: two dozen, where an edge for each cell would be a hundred, drawn twice.
fn grid(painter: &Painter, view: &BoardView, look: &Look, cells: Rect, side: f32) {
    let stroke = Stroke::new(1.0, look.grid);
    for column in 1..view.columns {
        painter.vline(cells.min.x + f32::from(column) * side, cells.y_range(), stroke);
    }
    for row in 1..view.rows {
        painter.hline(cells.x_range(), cells.min.y + f32::from(row) * side, stroke);
    }
    painter.rect_stroke(cells, 0.0, Stroke::new(1.5, look.grid), StrokeKind::Middle);
}

fn draw_cell(painter: &Painter, cell: &CellView, response: &Response, look: &Look, square: Rect) {
    let open = cell.action.is_some();
    let fill = match () {
        () if open && response.is_pointer_button_down_on() => look.accent_fill,
        () if open && response.hovered() => look.cell_hovered,
        () if cell.last => look.cell_last,
        () => Color32::TRANSPARENT,
    };
    painter.rect_filled(square, 0.0, fill);
    if cell.last {
        // Not by colour alone.
        let corner = square.shrink(2.0).right_top();
        let size = square.width() * 0.22;
        let points = vec![corner, corner - Vec2::new(size, 0.0), corner + Vec2::new(0.0, size)];
        painter.add(Shape::convex_polygon(points, look.line, Stroke::NONE));
    }
    if response.has_focus() {
        painter.rect_stroke(square.shrink(2.0), 2.0, Stroke::new(3.0, look.accent), StrokeKind::Inside);
    }
}

fn draw_inside(painter: &Painter, cell: &CellView, view: &BoardView, look: &Look, square: Rect) {
    if let Some(mark) = cell.mark {
        mark::draw(painter, square, mark, look.mark(mark));
    } else if cell.hidden {
        let font = FontId::proportional(square.height() * 0.3);
        painter.text(square.center(), Align2::CENTER_CENTER, "?", font, look.grid);
    }
    let Some(ghost) = cell.ghost else { return };
    let faded = |color: Color32| color.gamma_multiply(0.55);
    if let Some(mine) = view.mine {
        mark::draw(painter, square, mine, faded(look.mark(mine)));
    }
    let inner = square.shrink((square.width() * 0.08).max(2.0));
    let stroke = Stroke::new(2.0, look.accent);
    match ghost {
        Ghost::Chosen => {
            painter.rect_stroke(inner, 3.0, Stroke::new(3.0, look.accent), StrokeKind::Inside);
        }
        Ghost::Premove => {
            let corners = [
                inner.left_top(),
                inner.right_top(),
                inner.right_bottom(),
                inner.left_bottom(),
                inner.left_top(),
            ];
            painter.extend(Shape::dashed_line(&corners, stroke, 5.0, 4.0));
        }
        Ghost::Sent => {
            for step in -1_i8..=1 {
                let at = inner.center_bottom() + Vec2::new(f32::from(step) * inner.width() * 0.16, -4.0);
                painter.circle_filled(at, (inner.width() * 0.04).max(1.5), look.accent);
            }
        }
    }
}

/// Whether the keyboard is on the board.
pub(super) fn has_focus(ui: &Ui, view: &BoardView) -> bool {
    let board = Id::unique("board");
    let focused: Option<egui::Id> = ui.memory(|memory| memory.focused());
    focused.is_some_and(|focused| view.cells.iter().any(|cell| cell_id(board, cell.point) == focused))
}
