//! Where the player says where to play, and as whom.

use std::time::Instant;

use eframe::egui::{Key, RichText, ScrollArea, TextEdit, Ui};
use zeitnot_client::session::Connection;

use super::look::Look;
use crate::model::{Desk, Screen};

/// Draws it.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    ScrollArea::vertical().show(ui, |ui| {
        ui.vertical_centered(|ui| {
            let width = (ui.available_width() - 16.0).min(420.0);
            ui.add_space((ui.available_height() * 0.08).min(60.0));
            ui.label(RichText::new(desk.texts().get("window-title")).size(34.0).strong());
            ui.label(RichText::new(desk.texts().get("start-what")).color(look.weak));
            ui.add_space(12.0);
            look.card().show(ui, |ui| {
                ui.set_width(width - 22.0);
                ui.vertical(|ui| match desk.known().connection {
                    None => form(ui, desk, look),
                    Some(_) => connecting(ui, desk, look),
                });
            });
            ui.add_space(8.0);
            let preferences = desk.texts().get("nav-preferences");
            if ui.button(preferences).clicked() {
                desk.go(Screen::Preferences);
            }
        });
    });
}

fn form(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let (server, name, profile) =
        (texts.get("start-server"), texts.get("start-name"), texts.get("start-profile"));
    let (name_hint, profile_hint) = (texts.get("start-name-hint"), texts.get("start-profile-hint"));
    let connect = texts.get("start-connect");
    let fault = desk.start.fault().map(|fault| texts.get(fault));
    let mut entered = false;
    let mut field = |ui: &mut Ui, label: &str, text: &mut String, hint: &str| {
        let label = ui.label(label);
        let edit = TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(label.id);
        entered |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    };
    field(ui, &server, &mut desk.start.server, "http://127.0.0.1:3000");
    field(ui, &name, &mut desk.start.name, &name_hint);
    field(ui, &profile, &mut desk.start.profile, "default");
    ui.label(RichText::new(profile_hint).small().color(look.weak));
    if let Some(fault) = &fault {
        ui.label(RichText::new(fault).color(look.warning));
    }
    ui.add_space(6.0);
    let button = ui.add_enabled(fault.is_none(), eframe::egui::Button::new(RichText::new(connect).strong()));
    if button.clicked() || (entered && fault.is_none()) {
        desk.connect();
    }
}

fn connecting(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let server = desk.start.server.clone();
    let (retry, other) = (texts.get("start-retry"), texts.get("start-other"));
    match &desk.known().connection {
        Some(Connection::Offline { reason, retry_at }) => {
            let seconds = retry_at.saturating_duration_since(Instant::now()).as_secs() + 1;
            let unreachable = texts.with("start-unreachable", &[("server", server.into())]);
            let again = texts.with("start-again", &[("seconds", seconds.into())]);
            ui.label(RichText::new(unreachable).strong().color(look.warning));
            ui.label(RichText::new(reason).small().color(look.weak));
            ui.label(again);
            ui.horizontal_wrapped(|ui| {
                if ui.button(retry).clicked() {
                    desk.retry_now();
                }
                if ui.button(other).clicked() {
                    desk.disconnect();
                }
            });
            host(ui, desk, look);
        }
        _ => {
            ui.horizontal(|ui| {
                if !desk.preferences.reduced_motion {
                    ui.spinner();
                }
                ui.label(desk.texts().with("start-connecting", &[("server", server.into())]));
            });
            if ui.button(other).clicked() {
                desk.disconnect();
            }
        }
    }
}

/// The offer to start the server that is installed beside this program.
fn host(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    if !desk.start.is_local() || !desk.start.host_installed {
        return;
    }
    let texts = desk.texts();
    let (offer, start, starting) =
        (texts.get("start-host-offer"), texts.get("start-host"), texts.get("start-host-starting"));
    let trouble = desk
        .start
        .host_trouble
        .as_ref()
        .map(|reason| texts.with("start-host-trouble", &[("reason", reason.clone().into())]));
    ui.separator();
    ui.label(offer);
    if let Some(trouble) = trouble {
        ui.label(RichText::new(trouble).color(look.warning));
    }
    if desk.start.host_starting {
        ui.label(starting);
    } else if ui.button(start).clicked() {
        desk.start_host();
    }
}
