//! Draws what the model says, and tells it what the player does.

mod archive;
mod board;
mod chat;
mod choices;
mod create;
mod keys;
mod leaders;
mod lobby;
mod look;
mod mark;
mod name;
mod offers;
mod preferences;
mod review;
mod seat;
mod start;
mod steady;
mod step_list;
mod table;
mod text;

pub use look::{Look, apply};

use eframe::egui::{self, Id, Panel, RichText, Sense, Sides, Ui, WidgetInfo};
use zeitnot_client::session::Connection;

use crate::model::{Desk, Screen};

/// Draws the window.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    look::follow_zoom(ui.ctx(), desk);
    let look = Look::of(ui.visuals(), &desk.preferences);
    announce(ui, desk);
    if desk.screen() != Screen::Start {
        Panel::top("top").show(ui, |ui| top(ui, desk, &look));
    }
    if !desk.notices().is_empty() {
        Panel::bottom("notices").show(ui, |ui| notices(ui, desk, &look));
    }
    egui::CentralPanel::default().show(ui, |ui| match desk.screen() {
        Screen::Start => start::show(ui, desk, &look),
        Screen::Lobby => lobby::show(ui, desk, &look),
        Screen::Create => create::show(ui, desk, &look),
        Screen::Table(id) => table::show(ui, desk, id, &look),
        Screen::Review => review::show(ui, desk, &look),
        Screen::Leaders => leaders::show(ui, desk, &look),
        Screen::Archive(page) => archive::show(ui, desk, page, &look),
        Screen::Preferences => preferences::show(ui, desk, &look),
    });
}

/// Draws that drawing has broken, and where the report is. Says whether to begin again.
pub fn show_broken(ui: &mut Ui, desk: &Desk, report: &str) -> bool {
    let texts = desk.texts();
    let mut again = false;
    egui::CentralPanel::default().show(ui, |ui| {
        ui.heading(texts.get("broken-title"));
        ui.label(texts.with("broken-report", &[("path", report.into())]));
        again = ui.button(texts.get("broken-again")).clicked();
    });
    again
}

/// A node that is not seen: a screen reader says what is in it whenever it changes.
fn announce(ui: &mut Ui, desk: &Desk) {
    let corner = egui::Rect::from_min_size(ui.max_rect().min, egui::Vec2::ZERO);
    let response = ui.interact(corner, Id::unique("announcement"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Status, true, desk.announcement()));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
}

fn top(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let texts = desk.texts();
        let (lobby, preferences, leave) =
            (texts.get("nav-lobby"), texts.get("nav-preferences"), texts.get("nav-leave"));
        let (leaders, archive) = (texts.get("nav-leaders"), texts.get("nav-archive"));
        let turns = desk.known().my_turns();
        let lobby = if turns > 0 { format!("{lobby} ({turns})") } else { lobby };
        let connected = desk.known().connection.is_some();
        let at = |screen: Screen| desk.screen() == screen;
        let (in_lobby, in_preferences) = (at(Screen::Lobby), at(Screen::Preferences));
        let (in_leaders, in_archive) = (at(Screen::Leaders), matches!(desk.screen(), Screen::Archive(_)));
        if connected && ui.selectable_label(in_lobby, lobby).clicked() {
            desk.go(Screen::Lobby);
        }
        if connected && ui.selectable_label(in_leaders, leaders).clicked() {
            desk.go(Screen::Leaders);
        }
        if connected && ui.selectable_label(in_archive, archive).clicked() {
            desk.go(Screen::Archive(0));
        }
        if ui.selectable_label(in_preferences, preferences).clicked() {
            desk.go(Screen::Preferences);
        }
        if connected && ui.button(leave).clicked() {
            desk.disconnect();
        }
        if let Some(me) = &desk.known().me {
            ui.label(RichText::new(&me.name).strong());
        }
    });
    banner(ui, desk, look);
    if desk.screen() != Screen::Lobby {
        offers::asked(ui, desk, look);
    }
    ui.add_space(4.0);
}

/// What is wrong with the connection, and what still works.
fn banner(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let text = match &desk.known().connection {
        None | Some(Connection::Online) => return,
        Some(Connection::Connecting) => texts.get("banner-connecting"),
        Some(Connection::Offline { reason, .. }) => {
            texts.with("banner-offline", &[("reason", reason.clone().into())])
        }
        Some(Connection::Closed) => texts.get("banner-closed"),
    };
    let (retry, still) = (texts.get("start-retry"), texts.get("banner-still"));
    look.warning_frame().show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).strong().color(look.warning));
            if ui.button(retry).clicked() {
                desk.retry_now();
            }
        });
        ui.label(still);
    });
}

fn notices(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let close = desk.texts().get("notice-close");
    ui.add_space(4.0);
    let mut closed = false;
    for notice in desk.notices() {
        let color = if notice.warning { look.warning } else { look.text };
        // Not a layout from right to left: it would take all the height that there is, and hide the game.
        Sides::new().shrink_left().wrap().show(
            ui,
            |ui| ui.label(RichText::new(&notice.text).color(color)),
            |ui| closed |= ui.button(&close).clicked(),
        );
    }
    if closed {
        desk.dismiss();
    }
    ui.add_space(4.0);
}
