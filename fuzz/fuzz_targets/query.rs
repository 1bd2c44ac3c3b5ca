//! Queries: what the host lets through means no more to the engine's own parser than it was taken for.
#![no_main]

#[path = "../../standalone/src/queries.rs"]
#[allow(dead_code)]
mod queries;

use libfuzzer_sys::fuzz_target;
use sqlparser::ast::{SetExpr, Statement, TableFactor};
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;
use zeitnot_fuzz::is_told;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (client, owner) = (queries::admit(text), queries::admit_owner(text));
    for refusal in [&client, &owner].into_iter().filter_map(|admitted| admitted.as_ref().err()) {
        is_told(refusal);
    }
    if client.is_err() {
        return;
    }
    assert_eq!(owner, Ok(()), "the owner may do what everybody may");
    assert!(text.len() <= queries::LONGEST);
    // It is well-formed or not; if it is, it is one SELECT from one table of the module's.
    let Ok(statements) = Parser::parse_sql(&PostgreSqlDialect {}, text) else { return };
    // There may be nothing at all, which the engine refuses.
    let [statement] = &statements[..] else { return assert!(statements.is_empty(), "{statements:?}") };
    let Statement::Query(query) = statement else { panic!("no query: {statement}") };
    assert!(query.with.is_none(), "{query}");
    let SetExpr::Select(select) = &*query.body else { panic!("no plain SELECT: {query}") };
    let ([] | [_]) = &select.from[..] else { panic!("several tables: {query}") };
    for from in &select.from {
        assert!(from.joins.is_empty(), "a join: {query}");
        let TableFactor::Table { name, .. } = &from.relation else { panic!("not a table: {query}") };
        let system = name.0.iter().any(|part| part.value.to_ascii_lowercase().starts_with("st_"));
        assert!(!system, "one of the engine's tables: {query}");
    }
});
