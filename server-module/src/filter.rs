//! Rows that only their own player can get.

/// What the engine adds to each query of a table, as a query: see
/// [`client_visibility_filter`](spacetimedb_bindings_macro::client_visibility_filter).
pub(crate) struct Filter(pub &'static str);

impl Filter {
    pub(crate) const fn sql_text(&self) -> &'static str {
        self.0
    }
}
