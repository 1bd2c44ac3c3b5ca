//! What the server offers: opponents to be found, open games, challenges, games to watch.

use eframe::egui::{Button, ComboBox, Grid, Id, PointerButton, RichText, Ui};
use zeitnot_client::session::{DeclineReason, GameId};
use zeitnot_rules::clock::Speed;

use super::look::Look;
use super::name;
use super::steady::is_meant;
use crate::model::{
    ChallengeView, DECLINES, Desk, Filter, LiveView, PoolView, SeekView, Texts, board_title, decline_text,
};

/// From here on open games are listed in columns.
const TABLE: f32 = 560.0;

/// Draws the challenges that wait for the player's answer, a line each: whatever is shown, somebody waits.
pub(super) fn asked(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let (accept, decline) = (texts.get("challenge-accept"), texts.get("challenge-decline"));
    let waiting = desk.known().feed.challenges.iter().map(|challenge| ChallengeView::of(challenge, texts));
    let waiting: Vec<ChallengeView> =
        waiting.filter(|challenge| !challenge.mine && !challenge.declined).collect();
    for challenge in waiting {
        let card = look.card().show(ui, |ui| {
            let line = ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&challenge.text).color(look.accent));
                [ui.button(RichText::new(&accept).strong()), ui.button(&decline)]
            });
            line.inner
        });
        let place = Id::unique("asked").with(challenge.game);
        let is_meant = is_meant(ui, place, card.response.rect, true);
        let [accepted, declined] = card
            .inner
            .map(|button| button.clicked() && (is_meant || !button.clicked_by(PointerButton::Primary)));
        if accepted {
            desk.accept_challenge(challenge.game);
        }
        if declined {
            desk.decline_challenge(challenge.game, DeclineReason::Generic);
        }
    }
}

/// Draws the challenges, if there are any.
pub(super) fn challenges(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let challenges: Vec<ChallengeView> =
        desk.known().feed.challenges.iter().map(|challenge| ChallengeView::of(challenge, texts)).collect();
    if challenges.is_empty() {
        return;
    }
    let (accept, decline, withdraw) =
        (texts.get("challenge-accept"), texts.get("challenge-decline"), texts.get("challenge-withdraw"));
    let reasons = DECLINES.map(|reason| (reason, texts.get(decline_text(reason))));
    ui.heading(texts.get("lobby-challenges"));
    for challenge in challenges {
        look.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                ui.label(&challenge.text);
                match (challenge.declined, challenge.mine) {
                    (true, _) => {}
                    (false, true) => {
                        if ui.button(&withdraw).clicked() {
                            desk.withdraw_challenge(challenge.game);
                        }
                    }
                    (false, false) => {
                        if ui.button(RichText::new(&accept).strong()).clicked() {
                            desk.accept_challenge(challenge.game);
                        }
                        ui.menu_button(&decline, |ui| {
                            for (reason, text) in &reasons {
                                if ui.button(text).clicked() {
                                    desk.decline_challenge(challenge.game, *reason);
                                    ui.close();
                                }
                            }
                        });
                    }
                }
            });
        });
    }
}

/// Draws the pools: a button each, which is pressed again to stop.
pub(super) fn pools(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    if desk.known().feed.pools.is_empty() {
        return;
    }
    let pools = PoolView::all(&desk.known().feed, desk.rated_pools, texts);
    ui.heading(texts.get("lobby-pools"));
    ui.label(RichText::new(texts.get("lobby-pools-hint")).small().color(look.weak));
    let (searching, rated) = (texts.get("lobby-searching"), texts.get("create-rated"));
    ui.checkbox(&mut desk.rated_pools, rated);
    let can = desk.known().is_online();
    for game in pools.chunk_by(|one, other| one.game == other.game) {
        ui.horizontal_wrapped(|ui| {
            if let Some(first) = game.first() {
                ui.label(&first.game);
            }
            for pool in game {
                let on = desk.is_searching(&pool.name);
                let state = if on { format!(": {searching}") } else { String::new() };
                let shown = format!("{}{state}", pool.short);
                let response = ui.add_enabled(can, Button::selectable(on, shown).frame_when_inactive(true));
                let name = format!("{} · {}{state}", pool.game, pool.time);
                response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
                if response.clicked() {
                    desk.toggle_search(&pool.name);
                }
            }
        });
    }
}

/// Draws the open games as a table, with its filters.
pub(super) fn seeks(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let mut filter = desk.filter;
    let texts = desk.texts();
    ui.heading(texts.get("lobby-seeks"));
    filters(ui, &mut filter, texts);
    let own = |id| desk.known().games.contains_key(&id);
    let seeks = SeekView::all(&desk.known().feed, &filter, own, texts);
    let can = desk.known().is_online() && !desk.is_entering();
    let pressed = if seeks.is_empty() {
        ui.label(RichText::new(texts.get("lobby-seeks-none")).color(look.weak));
        None
    } else if ui.available_width() >= TABLE {
        seek_table(ui, desk, &seeks, can, look)
    } else {
        seek_lines(ui, desk, &seeks, can, look)
    };
    desk.filter = filter;
    match pressed {
        Some(Pressed::Seat(game)) => desk.take_seek(game),
        Some(Pressed::Name(name)) => desk.challenge_player(&name),
        None => {}
    }
}

/// What was pressed in the list of open games.
enum Pressed {
    Seat(GameId),
    Name(String),
}

// Neither scrolls by itself: what has the keyboard must be brought into sight, and only the innermost of several
// scrolling areas hears of it.

fn seek_table(ui: &mut Ui, desk: &Desk, seeks: &[SeekView], can: bool, look: &Look) -> Option<Pressed> {
    let texts = desk.texts();
    let mut pressed = None;
    let columns = ["lobby-opponent", "lobby-rating", "lobby-game", "lobby-time", "lobby-rated"];
    let (yes, no) = (texts.get("lobby-yes"), texts.get("lobby-no"));
    Grid::new("seeks").striped(true).num_columns(6).max_col_width(150.0).spacing([12.0, 6.0]).show(
        ui,
        |ui| {
            ui.label("");
            for head in columns {
                ui.label(RichText::new(texts.get(head)).small().color(look.weak));
            }
            ui.end_row();
            for seek in seeks {
                if take_button(ui, seek, can, look, texts) {
                    pressed = Some(Pressed::Seat(seek.id));
                }
                if name::show(ui, desk, &seek.name, &seek.opponent, look) {
                    pressed = Some(Pressed::Name(seek.name.clone()));
                }
                ui.label(&seek.rating);
                ui.label(&seek.game);
                ui.label(&seek.time);
                ui.label(if seek.rated { &yes } else { &no });
                ui.end_row();
            }
        },
    );
    pressed
}

fn seek_lines(ui: &mut Ui, desk: &Desk, seeks: &[SeekView], can: bool, look: &Look) -> Option<Pressed> {
    let texts = desk.texts();
    let mut pressed = None;
    for seek in seeks {
        ui.horizontal_wrapped(|ui| {
            if take_button(ui, seek, can, look, texts) {
                pressed = Some(Pressed::Seat(seek.id));
            }
            let rated = if seek.rated { format!(" · {}", texts.get("table-rated")) } else { String::new() };
            let shown = format!("{} {}", seek.opponent, seek.rating);
            if name::show(ui, desk, &seek.name, shown.trim(), look) {
                pressed = Some(Pressed::Name(seek.name.clone()));
            }
            ui.label(format!("{} · {}{rated}", seek.game, seek.time));
        });
    }
    pressed
}

/// Says whether it was pressed.
fn take_button(ui: &mut Ui, seek: &SeekView, can: bool, look: &Look, texts: &Texts) -> bool {
    if seek.mine {
        ui.label(RichText::new(texts.get("lobby-own")).color(look.weak));
        return false;
    }
    let take = texts.get("lobby-take");
    let button = ui.add_enabled(can, Button::new(&take));
    let label = format!("{take}: {}, {}", seek.opponent, seek.game);
    button.ctx.accesskit_node_builder(button.id, |node| node.set_label(label));
    button.clicked()
}

fn filters(ui: &mut Ui, filter: &mut Filter, texts: &Texts) {
    let speed_name = |speed: Option<Speed>| match speed {
        None => texts.get("lobby-any"),
        Some(speed) => texts.get(&format!("speed-{}", speed.name())),
    };
    ui.horizontal_wrapped(|ui| {
        for (rated, name) in
            [(None, "lobby-any"), (Some(true), "lobby-only-rated"), (Some(false), "lobby-only-casual")]
        {
            ui.radio_value(&mut filter.rated, rated, texts.get(name));
        }
        ui.label(texts.get("lobby-time"));
        ComboBox::from_id_salt("speed").selected_text(speed_name(filter.speed)).show_ui(ui, |ui| {
            for speed in std::iter::once(None).chain(Speed::ALL.map(Some)) {
                ui.selectable_value(&mut filter.speed, speed, speed_name(speed));
            }
        });
        ui.checkbox(&mut filter.people, texts.get("lobby-people"));
    });
}

/// Draws the games that can be watched.
pub(super) fn live(ui: &mut Ui, desk: &mut Desk, look: &Look) {
    let texts = desk.texts();
    let games = LiveView::all(&desk.known().feed, texts);
    let (watch, none) = (texts.get("lobby-watch"), texts.get("lobby-live-none"));
    ui.heading(texts.get("lobby-live"));
    if games.is_empty() {
        ui.label(RichText::new(none).color(look.weak));
    }
    let (mut watched, mut challenged) = (None, None);
    let own: Vec<bool> = games.iter().map(|game| desk.known().games.contains_key(&game.id)).collect();
    for (game, own) in games.iter().zip(own) {
        ui.horizontal_wrapped(|ui| {
            if !own {
                let button = ui.button(&watch);
                let label = format!("{watch}: {}", game.players);
                button.ctx.accesskit_node_builder(button.id, |node| node.set_label(label));
                if button.clicked() {
                    watched = Some(game.id);
                }
            }
            ui.label(&game.players);
            for name in game.names.iter().filter(|name| desk.can_challenge(name)) {
                let shown = desk.texts().with("choice-challenge", &[("who", name.as_str().into())]);
                if name::show(ui, desk, name, &shown, look) {
                    challenged = Some(name.clone());
                }
            }
            ui.label(RichText::new(&game.title).small().color(look.weak));
        });
    }
    if let Some(game) = watched {
        desk.watch(game);
    }
    if let Some(name) = challenged {
        desk.challenge_player(&name);
    }
}

/// Draws the player's ratings, if they have any.
pub(super) fn ratings(ui: &mut Ui, desk: &Desk) {
    let texts = desk.texts();
    let ratings = &desk.known().feed.ratings;
    if ratings.is_empty() {
        return;
    }
    ui.heading(texts.get("lobby-ratings"));
    for rating in ratings {
        let doubt = if rating.provisional { "?" } else { "" };
        let line = texts.with(
            "lobby-rating-line",
            &[
                ("board", board_title(&rating.board, texts).into()),
                ("value", format!("{}{doubt}", rating.value).into()),
                ("deviation", rating.deviation.to_string().into()),
                ("wins", rating.wins.into()),
                ("draws", rating.draws.into()),
                ("losses", rating.losses.into()),
            ],
        );
        ui.label(line);
    }
}
