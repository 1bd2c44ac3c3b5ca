//! What the player likes.

use eframe::egui::{Button, Checkbox, ComboBox, Key, RichText, ScrollArea, Slider, TextEdit, Ui};

use super::look::{self, Look};
use crate::model::{Confirm, Desk, Preferences, ThemeChoice, languages};

/// Draws it. Whatever is changed is followed and kept at once.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let before = desk.preferences.clone();
        ui.heading(desk.texts().get("nav-preferences"));
        reading(ui, desk);
        ui.separator();
        playing(ui, desk, look);
        ui.separator();
        let back = desk.texts().get("preferences-back");
        if ui.button(back).clicked() {
            desk.leave_preferences();
        }
        if desk.preferences != before {
            look::apply(ui.ctx(), &desk.preferences);
            desk.keep();
        }
    });
}

fn reading(ui: &mut Ui, desk: &mut Desk) {
    let texts = desk.texts();
    let get = |name: &str| texts.get(name);
    let language_label = get("preferences-language");
    let system = get("preferences-system");
    let theme_label = get("preferences-theme");
    let themes = [
        (ThemeChoice::System, get("preferences-system")),
        (ThemeChoice::Light, get("preferences-light")),
        (ThemeChoice::Dark, get("preferences-dark")),
    ];
    let (contrast, motion, scale) =
        (get("preferences-contrast"), get("preferences-motion"), get("preferences-scale"));
    let preferences = &mut desk.preferences;
    let chosen = languages()
        .into_iter()
        .find(|(code, _)| preferences.language.as_deref() == Some(code))
        .map_or_else(|| system.clone(), |(_, name)| name);
    ui.horizontal_wrapped(|ui| {
        ui.label(&language_label);
        ComboBox::from_id_salt("language").selected_text(chosen).show_ui(ui, |ui| {
            ui.selectable_value(&mut preferences.language, None, &system);
            for (code, name) in languages() {
                ui.selectable_value(&mut preferences.language, Some(code.to_owned()), name);
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(theme_label);
        for (theme, name) in themes {
            ui.radio_value(&mut preferences.theme, theme, name);
        }
    });
    ui.checkbox(&mut preferences.high_contrast, contrast);
    ui.checkbox(&mut preferences.reduced_motion, motion);
    // Above it, not beside it: a slider is not broken, and a narrow window with large text would cut it off.
    ui.vertical(|ui| {
        let label = ui.label(scale);
        let mut percent = preferences.sound_scale() * 100.0;
        let range = *Preferences::SCALES.start() * 100.0..=*Preferences::SCALES.end() * 100.0;
        let slider = ui
            .add(Slider::new(&mut percent, range).step_by(5.0).suffix(" %").fixed_decimals(0))
            .labelled_by(label.id);
        // While it is dragged, the slider would run from under the pointer.
        let draft = eframe::egui::Id::unique("scale-draft");
        if slider.dragged() {
            ui.data_mut(|data| data.insert_temp(draft, percent));
        } else if slider.drag_stopped() {
            let dragged = ui.data_mut(|data| data.remove_temp::<f32>(draft));
            preferences.scale = dragged.unwrap_or(percent) / 100.0;
        } else if slider.changed() {
            preferences.scale = percent / 100.0;
        }
    });
}

fn playing(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let get = |name: &str| texts.get(name);
    let confirm_label = get("preferences-confirm");
    let confirms = [
        (Confirm::Slow, get("preferences-confirm-slow")),
        (Confirm::Always, get("preferences-confirm-always")),
        (Confirm::Never, get("preferences-confirm-never")),
    ];
    let (notify, name, rename, hint) =
        (get("preferences-notify"), get("start-name"), get("preferences-rename"), get("start-name-hint"));
    let (sound, sound_quiet) = (get("preferences-sound"), get("preferences-sound-quiet"));
    ui.label(confirm_label);
    ui.horizontal_wrapped(|ui| {
        for (confirm, name) in confirms {
            ui.radio_value(&mut desk.preferences.confirm, confirm, name);
        }
    });
    ui.checkbox(&mut desk.preferences.notify, notify);
    if desk.can_sound {
        let quiet = desk.preferences.reduced_motion;
        let mut on = desk.preferences.has_sound();
        if ui.add_enabled(!quiet, Checkbox::new(&mut on, sound)).changed() {
            desk.preferences.sound = on;
        }
        if quiet {
            ui.label(RichText::new(sound_quiet).small().color(look.weak));
        }
    }
    if let Some(me) = desk.known().me.clone() {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(name);
            let edit = TextEdit::singleline(&mut desk.start.name).hint_text(hint).desired_width(200.0);
            let edit = ui.add(edit).labelled_by(label.id);
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let wanted = desk.start.name.trim().to_owned();
            let can = !wanted.is_empty() && wanted != me.name && desk.known().is_online();
            if ui.add_enabled(can, Button::new(rename)).clicked() || (entered && can) {
                desk.rename();
            }
        });
        ui.label(RichText::new(me.name).small().color(look.weak));
    }
}
