//! The bindings in `module_bindings` are generated from this module. When its schema changes, they are to be
//! generated anew: `cargo xtask bindings`.

use std::path::Path;

#[test]
fn the_bindings_were_made_from_this_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../module_bindings/schema.json");
    todo!("{path:?}")
}
