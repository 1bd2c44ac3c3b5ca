//! Presses, types, waits and takes pictures.

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::{Context, Pos2, Rect, accesskit};

use super::device::{Device, Key};
use super::eyes::{Eyes, Node};

/// How long anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(40);

/// Presses, types, waits and takes pictures.
pub struct Hand {
    pub ctx: Context,
    pub eyes: Eyes,
    /// Where pictures go.
    pub pictures: PathBuf,
    /// What their names end in.
    pub name: String,
    device: OnceLock<Device>,
}

impl Hand {
    pub fn new(ctx: Context, eyes: Eyes, pictures: PathBuf, name: String) -> Hand {
        Hand { ctx, eyes, pictures, name, device: OnceLock::new() }
    }

    /// Found when it is needed: before the first frame there is no window.
    fn device(&self) -> &Device {
        self.device.get_or_init(Device::open)
    }

    /// Waits until this is so.
    fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            if start.elapsed() > PATIENCE {
                self.fail(what);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn fail(&self, what: &str) -> ! {
        let labels: Vec<String> =
            self.eyes.seen(|seen| seen.nodes.iter().map(|node| node.label.clone()).collect());
        self.shot_to(Path::new(env!("CARGO_TARGET_TMPDIR")), "failure");
        panic!("{what:?} does not come; there is {labels:#?}");
    }

    /// Waits until something has a label like this. Nothing asks the window to draw meanwhile: what has changed it
    /// must show by itself.
    pub fn find(&self, what: &str, like: impl Fn(&str) -> bool) -> Node {
        let found = || self.eyes.seen(|seen| seen.nodes.iter().find(|node| like(&node.label)).cloned());
        self.until(what, || found().is_some());
        found().unwrap_or_else(|| self.fail(what))
    }

    /// Waits until something has this in its label, and gives back all of it.
    pub fn wait(&self, part: &str) -> String {
        self.find(part, |label| label.contains(part)).label
    }

    /// Goes to the player's games.
    pub fn to_lobby(&self) {
        // With the number of games that wait, if there are any.
        let lobby = self.find("Games", |label| label == "Games" || label.starts_with("Games ("));
        self.press(&lobby.label);
        self.wait("Your games");
    }

    /// Some frames, however long they take.
    pub fn settle(&self) {
        let frames = self.frames();
        self.until("a frame", || {
            self.ctx.request_repaint();
            self.frames() >= frames + 4
        });
    }

    /// Where something is, once it stays there.
    fn place(&self, name: &str) -> Rect {
        let mut before = None;
        loop {
            let place = self.find(name, |label| label == name).place;
            if before == Some(place) {
                return place;
            }
            before = Some(place);
            self.settle();
        }
    }

    /// Presses what has this label with the mouse.
    pub fn press(&self, name: &str) {
        self.scroll_to(name);
        self.point(self.place(name).center());
        self.heard(Device::click);
        self.device().point_elsewhere();
        self.until("the pointer outside", || self.eyes.seen(|seen| seen.pointer.is_none()));
        self.settle();
    }

    /// Brings what has this label into sight, as a screen reader would.
    pub fn scroll_to(&self, name: &str) {
        let node = self.find(name, |label| label == name);
        let request = accesskit::ActionRequest {
            action: accesskit::Action::ScrollIntoView,
            target_tree: accesskit::TreeId::ROOT,
            target_node: node.id,
            data: None,
        };
        self.eyes.seen(|seen| seen.asked.push(request));
        self.settle();
    }

    /// Moves the pointer to a place of the window, in points.
    pub fn point(&self, at: Pos2) {
        let scale = self.ctx.pixels_per_point();
        self.device().point(at.x * scale, at.y * scale);
        let is_there = |pointer: Pos2| (pointer - at).length() * scale < 1.5;
        self.until("the pointer", || self.eyes.seen(|seen| seen.pointer.is_some_and(is_there)));
        self.settle();
    }

    /// Strikes keys together.
    pub fn strike(&self, keys: &[Key]) {
        self.heard(|device| device.strike(keys));
        self.settle();
    }

    /// Goes on with Tab until what has the keyboard has a label that begins like this. Says how often it was struck.
    pub fn reach(&self, beginning: &str) -> u32 {
        for struck in 0..60 {
            if self.eyes.seen(|seen| seen.focused.as_ref().is_some_and(|label| label.starts_with(beginning)))
            {
                return struck;
            }
            self.strike(&[Key::Tab]);
        }
        self.fail(beginning);
    }

    /// Does something, and waits until the window has heard of it.
    fn heard(&self, what: impl FnOnce(&Device)) {
        let released = self.eyes.seen(|seen| seen.released);
        what(self.device());
        self.until("the press", || self.eyes.seen(|seen| seen.released) > released);
    }

    pub fn frames(&self) -> u32 {
        self.eyes.seen(|seen| seen.frames)
    }

    /// Writes what the window shows to a file.
    pub fn shot(&self, name: &str) {
        self.shot_to(&self.pictures, name);
    }

    fn shot_to(&self, folder: &Path, name: &str) {
        self.settle();
        let (send, image) = channel();
        self.ctx.request_screenshot(move |image| {
            let _late = send.send(image);
        });
        self.ctx.request_repaint();
        let image = image.recv_timeout(PATIENCE).expect("a picture");
        let path = folder.join(format!("{name}-{}.png", self.name));
        let file = BufWriter::new(fs::File::create(&path).expect("a file"));
        let [width, height] = image.size.map(|side| u32::try_from(side).expect("a side"));
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let pixels: Vec<u8> =
            image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("written");
        println!("{}", path.display());
    }
}
