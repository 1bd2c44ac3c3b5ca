//! Colours and sizes.

use std::collections::BTreeMap;

use eframe::egui::{
    Color32, Context, CornerRadius, FontId, Frame, Id, Margin, Stroke, Style, TextStyle, Theme,
    ThemePreference, Visuals,
};

use crate::model::{Desk, Mark, Preferences, ThemeChoice};

/// How round corners are, in points. Beyond five egui draws each with twice as many triangles.
pub(super) const CORNER: u8 = 5;

/// Colours and sizes that egui has no names for. Text colours have a contrast of at least 4.5 to 1 with what
/// they are on, marks and lines of 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11).
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Plain text.
    pub text: Color32,
    /// Text that matters less.
    pub weak: Color32,
    /// Text about trouble, or about little time.
    pub warning: Color32,
    /// What is on move, chosen, or to be done next.
    pub accent: Color32,
    /// Behind what is on move.
    pub accent_fill: Color32,
    /// The window's ground. All of it has one colour, with which a frame begins anyway: to fill a window a second
    /// and a third time is most of what a frame costs where a processor draws it.
    pub ground: Color32,
    /// A cell under the pointer that can be chosen.
    pub cell_hovered: Color32,
    /// The cell that was marked last.
    pub cell_last: Color32,
    /// Between cells.
    pub grid: Color32,
    /// Through the marks that have won.
    pub line: Color32,
    marks: [Color32; 4],
}

impl Look {
    /// The colours for what egui is set to.
    pub fn of(visuals: &Visuals, preferences: &Preferences) -> Look {
        match (visuals.dark_mode, preferences.high_contrast) {
            (true, false) => DARK,
            (false, false) => LIGHT,
            (true, true) => DARK_CONTRAST,
            (false, true) => LIGHT_CONTRAST,
        }
    }

    /// The colour of a mark. The shapes differ too.
    pub fn mark(&self, mark: Mark) -> Color32 {
        self.marks[mark.index()]
    }

    /// Around what is wrong.
    pub fn warning_frame(&self) -> Frame {
        Frame::new()
            .stroke(Stroke::new(1.5, self.warning))
            .corner_radius(CornerRadius::same(CORNER))
            .inner_margin(Margin::symmetric(8, 6))
    }

    /// Around what belongs together.
    pub fn card(&self) -> Frame {
        Frame::new()
            .stroke(Stroke::new(1.0, self.grid))
            .corner_radius(CornerRadius::same(CORNER))
            .inner_margin(Margin::same(10))
    }
}

const fn rgb(code: u32) -> Color32 {
    Color32::from_rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

const DARK: Look = Look {
    text: rgb(0xe8e8ec),
    weak: rgb(0xa9abb5),
    warning: rgb(0xff9f6b),
    accent: rgb(0x7fb2ff),
    accent_fill: rgb(0x24344d),
    ground: rgb(0x262830),
    cell_hovered: rgb(0x343845),
    cell_last: rgb(0x3f3a22),
    grid: rgb(0x6d707c),
    line: rgb(0xffd84d),
    marks: [rgb(0x6fb1ff), rgb(0xff8f70), rgb(0x76d39b), rgb(0xd6a3ff)],
};

const LIGHT: Look = Look {
    text: rgb(0x1b1d22),
    weak: rgb(0x565a64),
    warning: rgb(0xa8320a),
    accent: rgb(0x0b57c0),
    accent_fill: rgb(0xdbe8fb),
    ground: rgb(0xffffff),
    cell_hovered: rgb(0xe9eef7),
    cell_last: rgb(0xfff0b8),
    grid: rgb(0x858994),
    line: rgb(0x8a6a00),
    marks: [rgb(0x0b57c0), rgb(0xb63a12), rgb(0x137a45), rgb(0x7a35b3)],
};

const DARK_CONTRAST: Look = Look {
    text: Color32::WHITE,
    weak: Color32::WHITE,
    warning: rgb(0xffb000),
    accent: rgb(0x00e5ff),
    accent_fill: rgb(0x00303a),
    ground: Color32::BLACK,
    cell_hovered: rgb(0x303030),
    cell_last: rgb(0x4a4000),
    grid: Color32::WHITE,
    line: rgb(0xffff00),
    marks: [Color32::WHITE, rgb(0xffb000), rgb(0x00ff7f), rgb(0xff9cff)],
};

const LIGHT_CONTRAST: Look = Look {
    text: Color32::BLACK,
    weak: Color32::BLACK,
    warning: rgb(0x8f1d00),
    accent: rgb(0x003c99),
    accent_fill: rgb(0xd6e4ff),
    ground: Color32::WHITE,
    cell_hovered: rgb(0xd0d0d0),
    cell_last: rgb(0xffe26b),
    grid: Color32::BLACK,
    line: rgb(0x6b4e00),
    marks: [Color32::BLACK, rgb(0x8f1d00), rgb(0x00592c), rgb(0x54128a)],
};

/// Sets egui to what the player likes.
pub fn apply(ctx: &Context, preferences: &Preferences) {
    ctx.set_theme(match preferences.theme {
        ThemeChoice::System => ThemePreference::System,
        ThemeChoice::Light => ThemePreference::Light,
        ThemeChoice::Dark => ThemePreference::Dark,
    });
    ctx.set_zoom_factor(preferences.sound_scale());
    for theme in [Theme::Light, Theme::Dark] {
        let visuals = if theme == Theme::Dark { Visuals::dark() } else { Visuals::light() };
        let look = Look::of(&visuals, preferences);
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals_of(&look, visuals.clone(), preferences.high_contrast);
            sizes(style, preferences.reduced_motion);
        });
    }
}

/// Takes in the zoom that the keyboard has set (Ctrl and +, - or 0), so that it is kept.
pub(super) fn follow_zoom(ctx: &Context, desk: &mut Desk) {
    let zoom = ctx.zoom_factor();
    let seen = Id::unique("zoom");
    let before = ctx.data_mut(|data| data.get_temp::<f32>(seen));
    if before == Some(zoom) {
        return;
    }
    ctx.data_mut(|data| data.insert_temp(seen, zoom));
    // At the first frame it is as the preferences have it, if somewhat later.
    if before.is_none() || zoom == desk.preferences.sound_scale() {
        return;
    }
    desk.preferences.scale = zoom;
    let sound = desk.preferences.sound_scale();
    desk.preferences.scale = sound;
    if sound != zoom {
        ctx.set_zoom_factor(sound);
    }
    desk.keep();
}

fn visuals_of(look: &Look, mut visuals: Visuals, high_contrast: bool) -> Visuals {
    let ground = look.ground;
    // Nothing is filled that is of this colour already.
    visuals.panel_fill = Color32::TRANSPARENT;
    visuals.widgets.noninteractive.weak_bg_fill = ground;
    if high_contrast {
        visuals.window_fill = ground;
        visuals.extreme_bg_color = ground;
        let edge = Stroke::new(1.5, look.grid);
        visuals.window_stroke = edge;
        for widget in [
            &mut visuals.widgets.noninteractive,
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
            &mut visuals.widgets.open,
        ] {
            widget.bg_stroke = edge;
            widget.weak_bg_fill = ground;
        }
        visuals.widgets.hovered.weak_bg_fill = look.cell_hovered;
        visuals.widgets.hovered.bg_stroke = Stroke::new(2.5, look.accent);
        visuals.widgets.active.bg_stroke = Stroke::new(2.5, look.accent);
    }
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(CORNER);
    }
    visuals.widgets.noninteractive.fg_stroke.color = look.text;
    visuals.widgets.inactive.fg_stroke.color = look.text;
    // What can be pressed and typed into is to be told from what cannot by more than a shade.
    visuals.widgets.inactive.bg_stroke = Stroke::new(1.0, look.grid);
    visuals.weak_text_color = Some(look.weak);
    visuals.hyperlink_color = look.accent;
    visuals.warn_fg_color = look.warning;
    visuals.error_fg_color = look.warning;
    visuals.selection.bg_fill = look.accent_fill;
    visuals.selection.stroke = Stroke::new(1.5, look.accent);
    // Where the keyboard is.
    visuals.widgets.active.bg_stroke = Stroke::new(2.0, look.accent);
    visuals
}

fn sizes(style: &mut Style, reduced_motion: bool) {
    style.text_styles = BTreeMap::from([
        (TextStyle::Small, FontId::proportional(12.0)),
        (TextStyle::Body, FontId::proportional(15.0)),
        (TextStyle::Button, FontId::proportional(15.0)),
        (TextStyle::Heading, FontId::proportional(21.0)),
        (TextStyle::Monospace, FontId::monospace(14.0)),
    ]);
    style.spacing.item_spacing = eframe::egui::vec2(8.0, 7.0);
    style.spacing.button_padding = eframe::egui::vec2(9.0, 5.0);
    style.spacing.interact_size.y = 26.0;
    style.animation_time = if reduced_motion { 0.0 } else { 0.08 };
    if reduced_motion {
        style.scroll_animation = eframe::egui::style::ScrollAnimation::none();
        style.visuals.text_cursor.blink = false;
    }
}
