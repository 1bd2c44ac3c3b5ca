//! Notifications of the desktop.

/// Shows a notification, where this program was built to.
#[cfg(feature = "notifications")]
pub(crate) fn show(title: &str, body: &str) {
    let (title, body) = (title.to_owned(), body.to_owned());
    // The desktop may take its time to answer, and the next frame does not wait for it.
    let _not_shown = std::thread::Builder::new().name("zeitnot-notify".to_owned()).spawn(move || {
        // Without a desktop that shows any, there are the title and the window's call for attention.
        let _not_shown =
            notify_rust::Notification::new().appname("Zeitnot").summary(&title).body(&body).show();
    });
}

/// Shows a notification, where this program was built to: this one was not.
#[cfg(not(feature = "notifications"))]
pub(crate) fn show(_title: &str, _body: &str) {}
