//! A game at whose table the player sits.

use eframe::egui::{Align, CentralPanel, Frame, Key, Layout, Panel, RichText, ScrollArea, Ui, Vec2};
use zeitnot_client::session::{Connection, GameId, GameView, Status};
use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Sight;

use super::look::Look;
use super::step_list::{Row, Way};
use super::{board, chat, choices, keys, seat, step_list};
use crate::model::{
    Desk, SeatView, Table, Texts, ending_sentence, game_title, player_name, policy_title, series_title,
    steps_of, time_title,
};

/// From here on players and moves stand beside the board instead of above and below.
const WIDE: f32 = 680.0;

/// How wide they are then.
const SIDE: f32 = 330.0;

/// How much room the chat is given below the moves.
const CHAT: f32 = 190.0;

/// Draws the table of a game.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look) {
    if desk.table(id).is_none() {
        ui.label(desk.texts().get("table-loading"));
        return;
    }
    let watched = desk.known().is_watched(id);
    choices::ask_resign(ui, desk, id, look);
    if ui.available_width() >= WIDE {
        Panel::right("side").resizable(false).exact_size(SIDE).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                players(ui, desk, id, look);
                state(ui, desk, id, look);
                choices::show(ui, desk, id, look);
                let chat = if watched { 0.0 } else { CHAT };
                let room = (ui.available_height() - 50.0 - chat).max(120.0);
                history(ui, desk, id, look, room);
                talk(ui, desk, id, look);
            });
        });
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let room = ui.available_size() - Vec2::splat(8.0);
            ui.with_layout(Layout::top_down(Align::Center), |ui| play(ui, desk, id, look, room));
        });
    } else {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            players(ui, desk, id, look);
            state(ui, desk, id, look);
            let room = Vec2::new(ui.available_width(), ui.ctx().content_rect().height() * 0.8);
            ui.with_layout(Layout::top_down(Align::Center), |ui| play(ui, desk, id, look, room));
            choices::show(ui, desk, id, look);
            history(ui, desk, id, look, 160.0);
            talk(ui, desk, id, look);
        });
    }
    if !board_has_focus(ui, desk, id) {
        keys::step(ui, desk);
    }
}

fn talk(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look) {
    let begun = desk.table(id).is_some_and(|(_, game)| game.status != Status::Waiting);
    if begun && !desk.known().is_watched(id) {
        chat::show(ui, desk, id, look);
    }
}

/// The seat of whoever looks, if they play themselves.
fn you(desk: &Desk, game: &GameView) -> Option<Seat> {
    (!desk.known().is_watched(game.id)).then_some(game.seat)
}

fn board_has_focus(ui: &Ui, desk: &Desk, id: GameId) -> bool {
    let view = desk.table(id).and_then(|(table, game)| table.board(game, false));
    view.is_some_and(|view| board::has_focus(ui, &view))
}

fn players(ui: &mut Ui, desk: &Desk, id: GameId, look: &Look) {
    let Some((_, game)) = desk.table(id) else { return };
    let texts = desk.texts();
    let rated = if game.rated { format!(" · {}", texts.get("table-rated")) } else { String::new() };
    let head = format!("{} · {}{rated}", game_title(&game.spec, texts), time_title(&game.time, texts));
    ui.label(RichText::new(head).strong());
    let mut details = vec![texts.with("table-number", &[("game", id.to_string().into())])];
    details.extend(policy_title(game, texts));
    details.extend(series_title(game, texts));
    if game.watchers > 0 {
        details.push(texts.with("table-watchers", &[("count", game.watchers.into())]));
    }
    ui.label(RichText::new(details.join(" · ")).small().color(look.weak));
    let seats = SeatView::all(game, you(desk, game), desk.known().now, texts);
    seat::show(ui, &seats, look, texts);
}

/// What the player is to know or to do now, in one line or two.
fn state(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look) {
    let Some((table, game)) = desk.table(id) else { return };
    let texts = desk.texts();
    let (text, strong) = state_text(table, game, desk, texts);
    let color = if strong { look.accent } else { look.text };
    ui.label(RichText::new(text).strong().color(color));
    for line in asked_lines(game, you(desk, game), texts) {
        ui.label(RichText::new(line).color(look.text));
    }
    if you(desk, game).is_none() {
        ui.label(RichText::new(texts.get("watch-watching")).color(look.weak));
    }
    let viewing = table.viewing();
    let viewing_text =
        viewing.map(|(ply, _)| texts.with("history-viewing", &[("move", ply.to_string().into())]));
    let back = texts.get("history-back-to-live");
    // A challenge has no code: its seat is kept for one player.
    let waiting = (game.status == Status::Waiting && !game.code.is_empty()).then(|| {
        (texts.with("table-code", &[("code", game.code.clone().into())]), texts.get("table-copy-code"))
    });
    let chosen = table.chosen().map(|action| {
        (
            texts.with("confirm-question", &[("move", action.to_string().into())]),
            texts.get("confirm-yes"),
            texts.get("confirm-no"),
        )
    });
    if let Some(text) = viewing_text {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).color(look.warning));
            if ui.button(back).clicked() {
                desk.step(crate::model::Step::Last);
            }
        });
    }
    if let Some((text, copy)) = waiting {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).monospace());
            if ui.button(copy).clicked() {
                desk.copy_code(id);
            }
        });
    }
    if let Some((question, yes, no)) = chosen {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(question).strong());
            if ui.button(yes).clicked() {
                desk.confirm(id);
            }
            if ui.button(no).clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
                desk.unchoose(id);
            }
        });
    }
}

fn state_text(table: &Table, game: &GameView, desk: &Desk, texts: &Texts) -> (String, bool) {
    if let Some((action, uncertain)) = table.sending() {
        let name = if uncertain { "state-uncertain" } else { "state-sending" };
        return (texts.with(name, &[("move", action.to_string().into())]), false);
    }
    let who = || {
        let names: Vec<String> = game.to_move.iter().map(|seat| player_name(game, *seat, texts)).collect();
        names.join(", ")
    };
    match game.status {
        Status::Waiting => {
            let free = game.players.iter().filter(|player| player.identity.is_none()).count();
            (texts.with("state-waiting-for", &[("count", free.into())]), false)
        }
        Status::Over => {
            let sight = Sight::decode(&game.position).ok();
            (ending_sentence(game, you(desk, game), sight.as_ref(), texts), true)
        }
        Status::Live if game.is_paused() => (texts.get("state-paused"), true),
        Status::Live if desk.known().now.is_some_and(|now| game.is_time_up(now)) => {
            (texts.get("state-time-up"), true)
        }
        Status::Live if you(desk, game).is_some() && game.is_my_turn() => {
            (texts.get("state-your-turn"), true)
        }
        Status::Live => (texts.with("state-their-turn", &[("who", who().into())]), false),
    }
}

/// What others have asked, and what stands.
fn asked_lines(game: &GameView, you: Option<Seat>, texts: &Texts) -> Vec<String> {
    let others = |seats: &[Seat]| {
        let names: Vec<String> = seats
            .iter()
            .filter(|seat| Some(**seat) != you)
            .map(|seat| player_name(game, *seat, texts))
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let own = |seats: &[Seat]| you.is_some_and(|you| seats.contains(&you));
    let told = |name: &str, who: String| texts.with(name, &[("who", who.into())]);
    let mut lines = Vec::new();
    if game.status == Status::Live {
        lines.extend(others(&game.draw_offered).map(|who| told("asked-draw", who)));
        lines.extend(own(&game.draw_offered).then(|| texts.get("asked-draw-you")));
        let takeback: Vec<Seat> = game.takeback_asked.into_iter().collect();
        lines.extend(others(&takeback).map(|who| told("asked-takeback", who)));
        lines.extend(own(&takeback).then(|| texts.get("asked-takeback-you")));
        if !game.is_paused() {
            lines.extend(others(&game.pause_asked).map(|who| told("asked-pause", who)));
            lines.extend(own(&game.pause_asked).then(|| texts.get("asked-pause-you")));
        }
    }
    if game.status == Status::Over && game.next_game.is_none() {
        lines.extend(others(&game.rematch_asked).map(|who| told("asked-rematch", who)));
        lines.extend(own(&game.rematch_asked).then(|| texts.get("asked-rematch-you")));
    }
    lines
}

fn play(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look, room: Vec2) {
    let Some((table, game)) = desk.table(id) else { return };
    let Some(mut view) = table.board(game, desk.known().is_watched(id)) else {
        let name = if game.status == Status::Waiting { "table-not-begun" } else { "table-no-board" };
        ui.add_space(24.0);
        ui.label(RichText::new(desk.texts().get(name)).color(look.weak));
        return;
    };
    // Without a connection a move would wait for who knows how long.
    if !matches!(desk.known().connection, Some(Connection::Online)) {
        for cell in &mut view.cells {
            cell.action = None;
        }
    }
    if let Some(action) = board::show(ui, &view, look, desk.texts(), room) {
        desk.pick(id, action);
    }
}

fn history(ui: &mut Ui, desk: &mut Desk, id: GameId, look: &Look, room: f32) {
    let Some((table, game)) = desk.table(id) else { return };
    if game.status == Status::Waiting {
        return;
    }
    ui.separator();
    let texts = desk.texts();
    let steps = steps_of(game, texts);
    let rows: Vec<Row> = steps.iter().map(|step| Row { step, tried: false }).collect();
    let (shown, playing, can_step) = (table.shown_step(), table.is_playing(), table.has_history());
    let chosen = step_list::show(ui, &rows, shown, room, look, texts);
    let way = if can_step { step_list::buttons(ui, playing, look, texts) } else { None };
    if let Some(number) = chosen.filter(|_| can_step) {
        desk.look_at(number);
    }
    match way {
        Some(Way::Step(step)) => desk.step(step),
        Some(Way::Play) => desk.toggle_playing(),
        None => {}
    }
}
