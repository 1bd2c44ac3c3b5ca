//! The bindings in `module_bindings` are generated from this module, and whoever changes its schema generates
//! them anew with `cargo xtask bindings`. `module_bindings/schema.txt` is the schema that they were generated
//! from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use spacetimedb::sats::{AlgebraicType, AlgebraicTypeRef, ProductType};
use spacetimedb::spacetimedb_lib::RawModuleDef;
use spacetimedb::spacetimedb_lib::db::raw_def::v10::RawModuleDefV10;

#[test]
fn the_bindings_were_generated_from_this_schema() {
    let snapshot = bindings().join("schema.txt");
    let now = schema(&module());
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&snapshot, now.join("\n") + "\n").expect("the snapshot is written");
    }
    let then = std::fs::read_to_string(&snapshot).expect("module_bindings/schema.txt");
    let then: BTreeSet<&str> = then.lines().collect();
    let now: BTreeSet<&str> = now.iter().map(String::as_str).collect();
    let gone = then.difference(&now).map(|line| format!("- {line}"));
    let new = now.difference(&then).map(|line| format!("+ {line}"));
    let differences: Vec<String> = gone.chain(new).collect();
    assert!(
        differences.is_empty(),
        "the module's schema is not that of the bindings any more; run `cargo xtask bindings`\n{}",
        differences.join("\n")
    );
}

#[test]
fn every_call_that_a_client_may_make_has_its_binding() {
    let module = module();
    let generated = bindings().join("src/generated");
    let scheduled = super::refusals::scheduled();
    let lifecycle = ["init", "connected", "disconnected"];
    let reducers =
        module.reducers().into_iter().flatten().map(|it| (&*it.source_name, &it.params, "reducer"));
    let procedures =
        module.procedures().into_iter().flatten().map(|it| (&*it.source_name, &it.params, "procedure"));
    for (name, params, kind) in reducers
        .chain(procedures)
        .filter(|(name, ..)| !lifecycle.contains(name) && !scheduled.contains(*name))
    {
        let text = std::fs::read_to_string(generated.join(format!("{name}_{kind}.rs"))).expect(name);
        let arguments =
            text.split_once("Args {").and_then(|(_, rest)| rest.split_once('}')).expect("its arguments").0;
        let bound: Vec<&str> = arguments
            .lines()
            .filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next())
            .collect();
        let wanted: Vec<&str> =
            params.elements.iter().filter_map(|element| element.name.as_deref()).collect();
        assert_eq!(bound, wanted, "the arguments of {name}");
    }
    for view in module.views().into_iter().flatten() {
        let file = generated.join(format!("{}_table.rs", view.source_name));
        assert!(file.exists(), "the view {} has no binding", view.source_name);
    }
}

fn bindings() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../module_bindings")
}

fn module() -> RawModuleDefV10 {
    match spacetimedb::test_utils::module_def() {
        RawModuleDef::V10(module) => module,
        other => panic!("another version of module definitions: {other:?}"),
    }
}

/// A line for each thing that the bindings depend on, in order.
fn schema(module: &RawModuleDefV10) -> Vec<String> {
    let types = module.types().into_iter().flatten();
    let names: BTreeMap<AlgebraicTypeRef, &str> =
        types.map(|ty| (ty.ty, &*ty.source_name.source_name)).collect();
    let mut lines = Vec::new();
    if let Some(typespace) = module.typespace() {
        lines.extend(names.iter().map(|(at, name)| match typespace.get(*at) {
            Some(ty) => format!("type {name} = {}", text(ty, &names)),
            None => format!("type {name} is not there"),
        }));
    }
    for table in module.tables().into_iter().flatten() {
        let row = names.get(&table.product_type_ref).unwrap_or(&"?");
        lines.push(format!(
            "table {}: {row}, {:?}, key {:?}",
            table.source_name, table.table_access, table.primary_key
        ));
    }
    for it in module.reducers().into_iter().flatten() {
        lines.push(format!(
            "reducer {}({}), {:?}",
            it.source_name,
            fields(&it.params, &names),
            it.visibility
        ));
    }
    for it in module.procedures().into_iter().flatten() {
        let returned = text(&it.return_type, &names);
        lines.push(format!("procedure {}({}) -> {returned}", it.source_name, fields(&it.params, &names)));
    }
    for it in module.views().into_iter().flatten() {
        lines.push(format!(
            "view {} -> {}, public: {}",
            it.source_name,
            text(&it.return_type, &names),
            it.is_public
        ));
    }
    for it in module.view_primary_keys().into_iter().flatten() {
        lines.push(format!("view {}: key {:?}", it.view_source_name, it.columns));
    }
    for it in module.row_level_security().into_iter().flatten() {
        lines.push(format!("filter {}", it.sql));
    }
    lines.sort();
    lines
}

fn text(ty: &AlgebraicType, names: &BTreeMap<AlgebraicTypeRef, &str>) -> String {
    match ty {
        AlgebraicType::Ref(at) => names.get(at).unwrap_or(&"?").to_string(),
        AlgebraicType::Array(array) => format!("[{}]", text(&array.elem_ty, names)),
        AlgebraicType::Product(product) => format!("({})", fields(product, names)),
        AlgebraicType::Sum(sum) => {
            let variants: Vec<String> = sum
                .variants
                .iter()
                .map(|variant| {
                    format!(
                        "{} {}",
                        variant.name.as_deref().unwrap_or("_"),
                        text(&variant.algebraic_type, names)
                    )
                })
                .collect();
            format!("<{}>", variants.join(" | "))
        }
        builtin => format!("{builtin:?}"),
    }
}

fn fields(product: &ProductType, names: &BTreeMap<AlgebraicTypeRef, &str>) -> String {
    let fields: Vec<String> = product
        .elements
        .iter()
        .map(|field| {
            format!("{}: {}", field.name.as_deref().unwrap_or("_"), text(&field.algebraic_type, names))
        })
        .collect();
    fields.join(", ")
}
