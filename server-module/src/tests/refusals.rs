//! What each call can be refused with: the comments on the reducers say it, `docs/refusals.md` lists it, and
//! there is a test for each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use spacetimedb::spacetimedb_lib::RawModuleDef;
use spacetimedb::spacetimedb_lib::db::raw_def::v10::RawModuleDefV10;

use super::callers::IN_COMMON;

/// What the games themselves refuse with: the codes of `bad_action` and of [`zeitnot_rules::Illegal`] in the
/// m,n,k family. A call that plays an action can give each of them.
const OF_THE_RULES: [&str; 5] =
    ["cell_occupied", "column_full", "outside_board", "wrong_action", "bad_action"];

/// Codes that no test provokes, with the reason.
const NOT_PROVOKED: [&str; 1] = [
    // Only a fault of the server can.
    "corrupt_game",
];

#[test]
fn the_table_in_the_docs_is_that_of_the_code() {
    let path = root().join("docs/refusals.md");
    let table = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &table).expect("docs/refusals.md is written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == table,
        "docs/refusals.md is not what the code says; run `UPDATE_DOCS=1 cargo test -p zeitnot-module refusals`"
    );
}

#[test]
fn every_code_is_given_by_some_call_and_no_other_is_named() {
    let given: BTreeSet<String> = documented().into_values().flatten().collect();
    let known: BTreeSet<String> = sentences().into_keys().collect();
    let unnamed: Vec<_> = known.difference(&given).collect();
    assert!(unnamed.is_empty(), "no reducer's comment names {unnamed:?}");
    let unknown: Vec<_> = given.difference(&known).collect();
    assert!(unknown.is_empty(), "no refusal has the code {unknown:?}");
}

#[test]
fn every_refusal_of_every_call_has_a_test() {
    let (tested, scheduled) = (tested(), scheduled());
    let mut missing = String::new();
    for (reducer, codes) in documented() {
        let codes: Vec<String> = codes
            .into_iter()
            .filter(|code| {
                let in_common = IN_COMMON.contains(&code.as_str()) && !scheduled.contains(&reducer);
                let tested = tested.contains(&(reducer.clone(), code.clone()));
                !NOT_PROVOKED.contains(&code.as_str()) && !in_common && !tested
            })
            .collect();
        if !codes.is_empty() {
            writeln!(missing, "{reducer}: {}", codes.join(", ")).expect("a string takes it");
        }
    }
    assert!(missing.is_empty(), "these are documented, and no test provokes them:\n{missing}");
}

#[test]
fn no_test_provokes_what_is_not_documented() {
    let documented = documented();
    let undocumented: Vec<_> = tested()
        .into_iter()
        .filter(|(reducer, code)| documented.get(reducer).is_some_and(|codes| !codes.contains(code)))
        .collect();
    assert!(undocumented.is_empty(), "the comments do not name {undocumented:?}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of every file in a folder of the module's source.
fn sources(folder: &Path) -> String {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the module's source")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).expect("a source file")).collect()
}

/// The reducers that the engine calls by a schedule.
pub(super) fn scheduled() -> BTreeSet<String> {
    let module = module();
    module.schedules().into_iter().flatten().map(|schedule| schedule.function_name.to_string()).collect()
}

fn module() -> RawModuleDefV10 {
    match spacetimedb::test_utils::module_def() {
        RawModuleDef::V10(module) => module,
        other => panic!("another version of module definitions: {other:?}"),
    }
}

/// The reducers that can be called, by the owner at least.
fn reducers() -> Vec<String> {
    let lifecycle = ["init", "connected", "disconnected"];
    let module = module();
    let names = module.reducers().into_iter().flatten().map(|reducer| reducer.source_name.to_string());
    names.filter(|name| !lifecycle.contains(&name.as_str())).collect()
}

/// What the comment on each function says after the word `Refused`, or `refused`.
fn comments() -> BTreeMap<String, String> {
    let mut comments = BTreeMap::new();
    let mut comment = String::new();
    for line in sources(&root().join("server-module/src")).lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment.push_str(text);
            comment.push(' ');
        } else if let Some((_, rest)) = line.split_once("fn ")
            && (line.starts_with("pub ") || line.starts_with("pub(crate) "))
        {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if let Some((_, refused)) = comment.split_once("efused") {
                comments.insert(name, refused.to_owned());
            }
            comment.clear();
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    comments
}

/// For each reducer the codes that its comment names, and those of the functions that it refers to.
pub(super) fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let comments = comments();
    let named = |reducer: &String| {
        let mut codes = BTreeSet::new();
        let mut seen = BTreeSet::from([reducer.clone()]);
        let mut left = vec![reducer.clone()];
        while let Some(function) = left.pop() {
            let Some(text) = comments.get(&function) else {
                panic!("{function} does not say why it refuses")
            };
            let ticked = text.split('`').skip(1).step_by(2);
            for word in ticked.map(|word| word.trim_end_matches("()")) {
                if comments.contains_key(word) && word != "bad_action" {
                    if seen.insert(word.to_owned()) {
                        left.push(word.to_owned());
                    }
                } else {
                    codes.insert(word.to_owned());
                }
            }
        }
        codes
    };
    reducers().into_iter().map(|reducer| (reducer.clone(), named(&reducer))).collect()
}

/// The sentence of each code, with its blanks, as [`crate::refusal::Refusal`] has it.
fn sentences() -> BTreeMap<String, String> {
    let source = std::fs::read_to_string(root().join("server-module/src/refusal.rs")).expect("refusal.rs");
    let mut sentences = BTreeMap::new();
    for text in source.split("#[error(").skip(1) {
        let text = text.trim_start().trim_start_matches('"').split('"').next().unwrap_or_default();
        if let Some((code, sentence)) = text.split_once(": ")
            && !code.contains('{')
        {
            sentences.entry(code.to_owned()).or_insert_with(|| sentence.to_owned());
        }
    }
    // The two variants whose codes are those of the rules crate.
    for code in OF_THE_RULES.into_iter().chain(["bad_vacation"]) {
        sentences.entry(code.to_owned()).or_insert_with(|| "as the rules say".to_owned());
    }
    sentences
}

/// The pairs of reducer and code in calls such as `world.refused(ANN, "game_over", |ctx| resign(ctx, id))`. Where
/// the code is a variable, it is each code that stands before it in the same test.
fn tested() -> BTreeSet<(String, String)> {
    let known = sentences();
    let mut pairs = BTreeSet::new();
    for test in sources(&root().join("server-module/src/tests")).split("#[test]") {
        let mut before = String::new();
        for part in test.split("refused(") {
            let mut arguments = part.splitn(3, ',').map(str::trim);
            if let (Some(_), Some(code), Some(call)) = (arguments.next(), arguments.next(), arguments.next())
            {
                let word = |c: char| c.is_alphanumeric() || c == '_';
                let name: &str = match call.strip_prefix("|ctx|") {
                    Some(closure) => {
                        let called = closure.split("(ctx").next().unwrap_or_default();
                        called.rsplit(|c| !word(c)).next().unwrap_or_default()
                    }
                    None => call.split(|c| !word(c)).next().unwrap_or_default(),
                };
                let codes: Vec<&str> = match code.strip_prefix('"') {
                    Some(code) => vec![code.trim_end_matches('"')],
                    None if code == "code" => before.split('"').skip(1).step_by(2).collect(),
                    None => Vec::new(),
                };
                let codes = codes.into_iter().filter(|code| known.contains_key(*code));
                pairs.extend(codes.map(|code| (name.to_owned(), code.to_owned())));
            }
            before.push_str(part);
        }
    }
    pairs
}

fn table() -> String {
    let mut by_code: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let documented = documented();
    for (reducer, codes) in &documented {
        for code in codes {
            by_code.entry(code.clone()).or_default().push(format!("`{reducer}`"));
        }
    }
    let mut text = String::from(
        "# Refusals\n\n\
         <!-- Generated from the code: `UPDATE_DOCS=1 cargo test -p zeitnot-module refusals` -->\n\n\
         What each call can be refused with. The text of a refusal is a code, a colon and a sentence without its full\n\
         stop. Codes are stable; sentences are for people and may change. A refused call has changed nothing.\n\n\
         ## By call\n\n| call | refused with |\n| --- | --- |\n",
    );
    for (reducer, codes) in &documented {
        let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        writeln!(text, "| `{reducer}` | {} |", codes.join(", ")).expect("a string takes it");
    }
    text.push_str("\n## By code\n\n| code | sentence | given by |\n| --- | --- | --- |\n");
    for (code, sentence) in sentences() {
        let calls = by_code.remove(&code).unwrap_or_default().join(", ");
        let sentence = sentence.replace('|', "\\|").replace('{', "‹").replace('}', "›");
        writeln!(text, "| `{code}` | {sentence} | {calls} |").expect("a string takes it");
    }
    text
}
