//! The window's icon: that of `package/zeitnot.svg`, as dots.

use eframe::egui::IconData;

/// How many dots wide and high it is.
const SIDE: u32 = 64;

const GROUND: [u8; 4] = [0x26, 0x28, 0x30, 0xff];
const RING: [u8; 4] = [0xff, 0x8f, 0x70, 0xff];
const HANDS: [u8; 4] = [0x6f, 0xb1, 0xff, 0xff];
const NOTHING: [u8; 4] = [0; 4];

/// The icon.
pub(crate) fn icon() -> IconData {
    let dots = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| dot(x as f32 + 0.5, y as f32 + 0.5)));
    IconData { rgba: dots.flatten().collect(), width: SIDE, height: SIDE }
}

fn dot(x: f32, y: f32) -> [u8; 4] {
    let (dx, dy) = (x - 32.0, y - 32.0);
    let from_center = dx.hypot(dy);
    // A square of 60 with corners of 12.
    let corner = (dx.abs() - 18.0).max(0.0).hypot((dy.abs() - 18.0).max(0.0));
    let near = |to: (f32, f32)| {
        let along = ((dx * to.0 + dy * to.1) / (to.0 * to.0 + to.1 * to.1)).clamp(0.0, 1.0);
        (dx - to.0 * along).hypot(dy - to.1 * along) <= 2.5
    };
    match () {
        () if corner > 12.0 => NOTHING,
        () if near((0.0, -12.0)) || near((9.0, 6.0)) => HANDS,
        () if (from_center - 20.0).abs() <= 3.0 => RING,
        () => GROUND,
    }
}
