//! A game to be opened.

use std::ops::RangeInclusive;

use eframe::egui::{Button, ComboBox, DragValue, RichText, ScrollArea, TextEdit, Ui};
use zeitnot_rules::Seat;

use super::look::Look;
use crate::model::{
    Desk, Form, FormError, Leave, Length, Mark, Policy, Preset, Screen, Starter, TIME_PRESETS, Texts,
    game_title, time_title,
};

/// Draws it.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let whom = desk.challenged.trim().to_owned();
        ui.heading(if whom.is_empty() {
            desk.texts().get("create-title")
        } else {
            desk.texts().with("create-title-for", &[("who", whom.into())])
        });
        let mut form = desk.form.clone();
        let texts = desk.texts();
        look.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            board(ui, &mut form, texts);
        });
        look.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            time(ui, &mut form, texts);
        });
        look.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            people(ui, &mut form, texts);
        });
        let setup = form.setup();
        if let Err(error) = &setup {
            ui.label(RichText::new(error_text(error, texts)).color(look.warning));
        }
        let online = desk.known().is_online() && !desk.is_entering();
        let to_one = !desk.challenged.trim().is_empty();
        let open = texts.get(if to_one { "create-open-all" } else { "create-open" });
        let back = texts.get("create-back");
        let (challenge, whom) = (texts.get("create-challenge"), texts.get("create-challenged"));
        let can = online && setup.is_ok();
        let two = form.seats == 2;
        desk.form = form;
        ui.horizontal_wrapped(|ui| {
            let open = RichText::new(open);
            let button = Button::new(if to_one { open } else { open.strong() });
            if ui.add_enabled(can, button).clicked() {
                desk.open_form();
            }
            if ui.button(back).clicked() {
                desk.go(Screen::Lobby);
            }
        });
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(whom);
            ui.add(TextEdit::singleline(&mut desk.challenged).desired_width(160.0)).labelled_by(label.id);
            let can = can && two && to_one;
            if ui.add_enabled(can, Button::new(RichText::new(challenge).strong())).clicked()
                && let Ok(setup) = setup
            {
                desk.challenge(setup);
            }
        });
    });
}

fn error_text(error: &FormError, texts: &Texts) -> String {
    match error {
        FormError::Strike { max } => texts.with("create-bad-strike", &[("max", (*max).into())]),
        FormError::Time(reason) => texts.with("create-bad-time", &[("reason", reason.clone().into())]),
        FormError::Other(reason) => reason.clone(),
    }
}

fn number(ui: &mut Ui, label: &str, value: &mut u8, range: RangeInclusive<u8>) {
    // In the row of the caller: one of its own within it would not be wrapped.
    let label = ui.label(label);
    ui.add(DragValue::new(value).range(range).speed(0.05)).labelled_by(label.id);
}

fn board(ui: &mut Ui, form: &mut Form, texts: &Texts) {
    let preset = form.preset();
    let name = |preset: Preset| texts.get(&format!("game-{}", preset.name));
    let shown = preset.map_or_else(|| texts.get("create-own-game"), name);
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.get("create-game"));
        ComboBox::from_id_salt("preset").width(190.0).selected_text(shown).show_ui(ui, |ui| {
            for known in Preset::all() {
                if ui.selectable_label(preset == Some(known), name(known)).clicked() {
                    form.take(known);
                }
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        number(ui, &texts.get("create-rows"), &mut form.rows, Form::SIDES);
        number(ui, &texts.get("create-columns"), &mut form.columns, Form::SIDES);
        let strikes = form.strikes();
        number(ui, &texts.get("create-strike"), &mut form.strike, strikes);
        number(ui, &texts.get("create-seats"), &mut form.seats, 2..=4);
    });
    if let Starter::Seat(seat) = form.starter
        && seat.get() >= form.seats
    {
        form.starter = Starter::Random;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.get("create-starter"));
        ui.radio_value(&mut form.starter, Starter::Random, texts.get("create-starter-random"));
        for seat in (0..form.seats).filter_map(Seat::new) {
            let mark = texts.get(Mark::of(seat).text());
            let label = if seat == Seat::FIRST {
                texts.with("create-starter-you", &[("mark", mark.into())])
            } else {
                mark
            };
            ui.radio_value(&mut form.starter, Starter::Seat(seat), label);
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut form.variant.gravity, texts.get("game-gravity"))
            .on_hover_text(texts.get("create-gravity-hint"));
        ui.checkbox(&mut form.variant.misere, texts.get("game-misere"))
            .on_hover_text(texts.get("create-misere-hint"));
        ui.checkbox(&mut form.variant.phantom, texts.get("game-phantom"))
            .on_hover_text(texts.get("create-phantom-hint"));
    });
    if let Ok(setup) = form.setup() {
        ui.label(RichText::new(game_title(&setup.spec, texts)).weak());
    }
}

fn time(ui: &mut Ui, form: &mut Form, texts: &Texts) {
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.get("create-time"));
        ComboBox::from_id_salt("time").width(190.0).selected_text(time_title(&form.time, texts)).show_ui(
            ui,
            |ui| {
                for preset in TIME_PRESETS {
                    if ui.selectable_label(form.time == preset, time_title(preset, texts)).clicked() {
                        form.time = preset.to_owned();
                    }
                }
            },
        );
        let label = ui.label(texts.get("create-time-text"));
        ui.add(TextEdit::singleline(&mut form.time).desired_width(150.0))
            .labelled_by(label.id)
            .on_hover_text(texts.get("create-time-hint"));
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.get("create-policy"));
        for (policy, name) in [
            (Policy::Forfeit, "policy-forfeit"),
            (Policy::Skip, "policy-skip"),
            (Policy::Play, "policy-play"),
        ] {
            ui.radio_value(&mut form.policy, policy, texts.get(name));
        }
        if form.policy != Policy::Forfeit {
            number(ui, &texts.get("policy-missed"), &mut form.missed, 1..=99);
        }
    });
    ui.checkbox(&mut form.draw_if_unwinnable, texts.get("policy-draw"));
    ui.checkbox(&mut form.void_at_start, texts.get("policy-void"));
}

fn people(ui: &mut Ui, form: &mut Form, texts: &Texts) {
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.get("create-leaving"));
        for (leave, name) in
            [(Leave::Run, "leave-run"), (Leave::Pause, "leave-pause"), (Leave::Reset, "leave-reset")]
        {
            ui.radio_value(&mut form.leave, leave, texts.get(name));
        }
        if form.leave == Leave::Pause {
            number(ui, &texts.get("leave-minutes"), &mut form.pause_minutes, 1..=60);
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(texts.get("create-series"));
        for (length, name) in [
            (Length::Single, "series-single"),
            (Length::BestOf, "series-best-of"),
            (Length::FirstTo, "series-first-to"),
        ] {
            ui.radio_value(&mut form.length, length, texts.get(name));
        }
        if form.length != Length::Single {
            number(ui, &texts.get("series-number"), &mut form.games, 2..=99);
        }
    });
    ui.checkbox(&mut form.rated, texts.get("create-rated"));
    ui.checkbox(&mut form.private, texts.get("create-private"));
    if !form.private {
        ui.horizontal_wrapped(|ui| {
            let any = texts.get("create-any-rating");
            for (name, value) in
                [("create-min-rating", &mut form.min_rating), ("create-max-rating", &mut form.max_rating)]
            {
                let label = ui.label(texts.get(name));
                let any = any.clone();
                let shown = move |value: f64, _| if value == 0.0 { any.clone() } else { value.to_string() };
                ui.add(DragValue::new(value).range(Form::RATINGS).speed(10.0).custom_formatter(shown))
                    .labelled_by(label.id);
            }
        });
    }
}
