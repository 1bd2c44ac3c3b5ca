//! Being told to end by the system.

use std::io;
use std::thread;

use eframe::egui::{Context, ViewportCommand};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// From now on being told to end (SIGTERM, SIGINT, SIGHUP) closes the window as its user would: preferences are kept,
/// and a server that the window has started ends with it. The second time ends the program at once, as ever.
pub(super) fn close_on_end(ctx: &Context) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    let ctx = ctx.clone();
    thread::Builder::new().name("zeitnot-signals".to_owned()).spawn(move || {
        let mut told = false;
        for signal in signals.forever() {
            if told {
                // It ends this process, by what the signal does to one that does not listen.
                let _ended = signal_hook::low_level::emulate_default_handler(signal);
            }
            told = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
            ctx.request_repaint();
        }
    })?;
    Ok(())
}
