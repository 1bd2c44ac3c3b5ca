//! What a frame costs. `cargo test --release -p zeitnot-desktop --test window cost -- --ignored --nocapture`

use std::time::Instant;

use crate::fake::Window;

/// Without the drawing itself: layout, shapes, triangles, and what a screen reader is told.
#[test]
#[ignore = "it measures, and is of use in release only"]
fn a_frame_of_the_largest_board() {
    let mut window = Window::in_lobby();
    let setup = zeitnot_client::session::GameSetup {
        spec: "gomoku-10".to_owned(),
        time: "turn:30s".to_owned(),
        policy: "forfeit".to_owned(),
        leaving: "run".to_owned(),
        ..Default::default()
    };
    window.world().desk.open(setup);
    window.look();
    window.world().join(1);
    window.look();
    for (mine, theirs) in [("a1", "b2"), ("c3", "d4"), ("e5", "f6"), ("g7", "h8")] {
        window.press(&format!("{mine}, empty"));
        window.world().reply(1, theirs);
    }
    let frames = 300;
    let start = Instant::now();
    for _ in 0..frames {
        window.frame();
    }
    println!("{:.3} ms a frame", start.elapsed().as_secs_f64() * 1000.0 / f64::from(frames));
}
