//! What the window tells a screen reader, and what it has noticed of the hand.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::{Context, Event, FullOutput, Plugin, Pos2, RawInput, Rect, accesskit};

/// What the window tells a screen reader, and what it has noticed of the hand.
#[derive(Clone, Default)]
pub struct Eyes(Arc<Mutex<Seen>>);

/// As of the last frame.
#[derive(Default)]
pub struct Seen {
    /// How many frames there were.
    pub frames: u32,
    /// What is there: its label, and where it is, in points.
    pub nodes: Vec<Node>,
    /// The label of what has the keyboard.
    pub focused: Option<String>,
    /// Where the pointer is; `None` outside.
    pub pointer: Option<Pos2>,
    /// How many times a button of the mouse or a key was let go.
    pub released: u32,
    /// What a screen reader is about to ask for.
    pub asked: Vec<accesskit::ActionRequest>,
    /// The next widget under the pointer breaks.
    pub breaks: bool,
}

/// Something that a screen reader is told of.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub id: accesskit::NodeId,
    pub label: String,
    pub place: Rect,
}

impl Eyes {
    /// Looks at what was seen, or changes it.
    pub fn seen<T>(&self, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Plugin for Eyes {
    fn debug_name(&self) -> &'static str {
        "eyes"
    }

    fn input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        self.seen(|seen| {
            for event in &input.events {
                match event {
                    Event::PointerMoved(at) => seen.pointer = Some(*at),
                    Event::PointerGone => seen.pointer = None,
                    Event::PointerButton { pressed: false, .. } | Event::Key { pressed: false, .. } => {
                        seen.released += 1;
                    }
                    _ => {}
                }
            }
            input.events.extend(seen.asked.drain(..).map(Event::AccessKitActionRequest));
        });
    }

    fn output_hook(&mut self, _ctx: &Context, output: &mut FullOutput) {
        let nodes = output.platform_output.accesskit_update.as_ref().map(|update| {
            let nodes = update.nodes.iter().filter_map(|(id, node)| {
                let label = node.label().or_else(|| node.value())?.to_owned();
                let bounds = node.bounds()?;
                let at = |x: f64, y: f64| Pos2::new(x as f32, y as f32);
                let place = Rect { min: at(bounds.x0, bounds.y0), max: at(bounds.x1, bounds.y1) };
                Some(Node { id: *id, label, place })
            });
            let focus = update.focus;
            (nodes.collect::<Vec<Node>>(), focus)
        });
        self.seen(|seen| {
            seen.frames += 1;
            if let Some((nodes, focus)) = nodes {
                seen.focused = nodes.iter().find(|node| node.id == focus).map(|node| node.label.clone());
                seen.nodes = nodes;
            }
        });
    }

    #[cfg(debug_assertions)]
    fn on_widget_under_pointer(&mut self, _ctx: &Context, widget: &eframe::egui::WidgetRect) {
        // The window itself is a widget too, and not one of ours.
        if widget.sense.senses_click() && self.seen(|seen| std::mem::take(&mut seen.breaks)) {
            panic!("a widget breaks, as the test wants it");
        }
    }
}
