//! The mouse and the keyboard of a display, moved by a program.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, InputFocus, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// A key, by the number that X gives to what stands on it (`X11/keysymdef.h`).
#[derive(Clone, Copy)]
pub enum Key {
    Tab = 0xff09,
    Return = 0xff0d,
    Right = 0xff53,
    Down = 0xff54,
}

/// The mouse and the keyboard of a display, by its XTEST extension: to the window it is as if somebody was there.
pub struct Device {
    connection: RustConnection,
    root: Window,
    window: Window,
}

impl Device {
    /// Of the display of this process, for its window that is open there.
    pub fn open() -> Device {
        let (connection, screen) = x11rb::connect(None).expect("a display");
        let root = connection.setup().roots[screen].root;
        let window = find(&connection, root).expect("a window");
        // There is no window manager that would do it.
        connection.set_input_focus(InputFocus::PARENT, window, 0_u32).expect("sent").check().expect("done");
        Device { connection, root, window }
    }

    /// Moves the pointer to this dot of the window.
    pub fn point(&self, x: f32, y: f32) {
        let corner = self.connection.translate_coordinates(self.window, self.root, 0, 0).expect("sent");
        let corner = corner.reply().expect("where the window is");
        self.fake(MOTION_NOTIFY_EVENT, 0, corner.dst_x + x.round() as i16, corner.dst_y + y.round() as i16);
    }

    /// Moves it out of the window.
    pub fn point_elsewhere(&self) {
        self.fake(MOTION_NOTIFY_EVENT, 0, i16::MAX, i16::MAX);
    }

    /// Presses the mouse's first button, and lets it go.
    pub fn click(&self) {
        self.fake(BUTTON_PRESS_EVENT, 1, 0, 0);
        self.fake(BUTTON_RELEASE_EVENT, 1, 0, 0);
    }

    /// Presses these keys one after the other, and lets them go.
    pub fn strike(&self, keys: &[Key]) {
        let codes: Vec<u8> = keys.iter().map(|key| self.code(*key)).collect();
        for code in &codes {
            self.fake(KEY_PRESS_EVENT, *code, 0, 0);
        }
        for code in codes.iter().rev() {
            self.fake(KEY_RELEASE_EVENT, *code, 0, 0);
        }
    }

    fn code(&self, key: Key) -> u8 {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = self.connection.get_keyboard_mapping(first, last - first + 1).expect("sent");
        let mapping = mapping.reply().expect("the keys");
        let each = usize::from(mapping.keysyms_per_keycode);
        let found = mapping.keysyms.chunks(each).position(|symbols| symbols.first() == Some(&(key as u32)));
        first + u8::try_from(found.expect("the key")).expect("a key's number")
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
        let sent = self.connection.xtest_fake_input(kind, detail, 0, self.root, x, y, 0).expect("sent");
        sent.check().expect("done");
    }
}

/// The window of this program among those of the display.
fn find(connection: &RustConnection, root: Window) -> Option<Window> {
    let tree = connection.query_tree(root).ok()?.reply().ok()?;
    tree.children.into_iter().find(|window| {
        let class = connection.get_property(false, *window, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64);
        let class = class.ok().and_then(|class| class.reply().ok());
        class.is_some_and(|class| class.value.windows(7).any(|part| part == b"zeitnot"))
    })
}
