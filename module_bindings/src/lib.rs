//! What a client needs to call the module and to read its views: written by `spacetime generate`, and not
//! touched since. `cargo xtask bindings` writes it anew.

#[allow(clippy::all, missing_docs, unused_qualifications, rustdoc::all)]
#[rustfmt::skip]
mod generated;

pub use generated::*;
