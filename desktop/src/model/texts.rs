//! What the window says, in the language of whoever reads it.

use std::fmt;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The language that every text exists in.
const FALLBACK: &str = "en";

/// The languages by their code, and their texts in Fluent's syntax.
const LANGUAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

type Bundle = FluentBundle<FluentResource>;

/// The texts of one language. What it lacks is said in English.
pub struct Texts {
    code: &'static str,
    texts: Bundle,
    fallback: Bundle,
}

impl Texts {
    /// The texts of this language, by its code: `de`. English if there are none.
    pub fn of(code: &str) -> Texts {
        let known = LANGUAGES.iter().find(|(known, _)| *known == code);
        let code = known.map_or(FALLBACK, |(known, _)| known);
        Texts { code, texts: bundle(code), fallback: bundle(FALLBACK) }
    }

    /// The texts of the language that a computer is set to, `de_AT.UTF-8` for instance.
    pub fn of_system(setting: &str) -> Texts {
        let code = setting.split(['_', '-', '.', '@']).next().unwrap_or_default();
        Texts::of(&code.to_ascii_lowercase())
    }

    /// The language's code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// A text by its name. An unknown name is shown itself: ugly, but nothing breaks.
    pub fn get(&self, name: &str) -> String {
        self.with(name, &[])
    }

    /// A text by its name, with these values in it.
    pub fn with(&self, name: &str, values: &[(&str, FluentValue)]) -> String {
        let args: FluentArgs = values.iter().cloned().collect();
        let said = said(&self.texts, name, &args).or_else(|| said(&self.fallback, name, &args));
        said.unwrap_or_else(|| name.to_owned())
    }

    /// Whether there is a text of this name.
    pub fn has(&self, name: &str) -> bool {
        self.texts.has_message(name) || self.fallback.has_message(name)
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Texts").field(&self.code).finish()
    }
}

/// The languages that there are: their codes, and what they call themselves.
pub fn languages() -> Vec<(&'static str, String)> {
    LANGUAGES.iter().map(|(code, _)| (*code, Texts::of(code).get("language-name"))).collect()
}

fn said(bundle: &Bundle, name: &str, args: &FluentArgs) -> Option<String> {
    let pattern = bundle.get_message(name)?.value()?;
    // A value that is missing is written as its name, in braces.
    Some(bundle.format_pattern(pattern, Some(args), &mut Vec::new()).into_owned())
}

fn bundle(code: &str) -> Bundle {
    let language = code.parse::<LanguageIdentifier>().unwrap_or_default();
    let mut bundle = FluentBundle::new(vec![language]);
    // The marks around values are for mixed directions of writing, and some fonts show them.
    bundle.set_use_isolating(false);
    let source = LANGUAGES.iter().find(|(known, _)| *known == code).map_or("", |(_, source)| source);
    // What can be read of a damaged file is used.
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(read, _errors)| read);
    bundle.add_resource_overriding(resource);
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The names of a file's texts.
    fn names(source: &str) -> BTreeSet<&str> {
        let lines = source.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
        lines.filter_map(|line| line.split_once(" =").map(|(name, _)| name)).collect()
    }

    fn source(code: &str) -> &'static str {
        LANGUAGES.iter().find(|(known, _)| *known == code).expect("a language").1
    }

    #[test]
    fn every_language_says_the_same() {
        for (code, text) in LANGUAGES {
            assert!(FluentResource::try_new((*text).to_owned()).is_ok(), "{code} cannot be read");
            let (lacks, english) = (names(text), names(source(FALLBACK)));
            assert_eq!(lacks, english, "{code}");
        }
    }

    /// The values of a text, `{ $name }`.
    fn values(text: &str) -> BTreeSet<&str> {
        text.split('$')
            .skip(1)
            .filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphabetic()).next())
            .collect()
    }

    #[test]
    fn every_language_uses_the_same_values() {
        let texts = |code: &str| -> Vec<(&'static str, BTreeSet<&'static str>)> {
            let source = source(code);
            let starts: Vec<(usize, &str)> = names(source)
                .into_iter()
                .filter_map(|name| source.find(&format!("\n{name} =")).map(|at| (at, name)))
                .collect();
            let mut found: Vec<_> = starts
                .iter()
                .map(|(at, name)| {
                    let end = starts.iter().map(|(other, _)| *other).filter(|other| other > at).min();
                    (*name, values(&source[*at..end.unwrap_or(source.len())]))
                })
                .collect();
            found.sort();
            found
        };
        for (code, _) in LANGUAGES {
            assert_eq!(texts(code), texts(FALLBACK), "{code}");
        }
    }

    /// Everything between quotation marks in the sources of this crate.
    fn literals(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                literals(&path, found);
            } else {
                let source = fs::read_to_string(&path).expect("a source");
                let code = source.split("#[cfg(test)]").next().unwrap_or_default();
                found.extend(code.split('"').skip(1).step_by(2).map(str::to_owned));
            }
        }
    }

    /// The first words of the names of texts that are put together, such as `game-gravity`.
    const PUT_TOGETHER: [&str; 7] =
        ["game-", "speed-", "phrase-", "refused-", "step-out-", "ending-", "reason-"];

    #[test]
    fn every_text_is_used_and_every_used_one_is_there() {
        let mut found = Vec::new();
        literals(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        let english = names(source(FALLBACK));
        for name in &english {
            let put_together = PUT_TOGETHER.iter().any(|start| name.starts_with(start));
            assert!(put_together || found.iter().any(|literal| literal == name), "{name} is not used");
        }
        let starts: BTreeSet<&str> = english.iter().filter_map(|name| name.split('-').next()).collect();
        let is_name = |literal: &&String| {
            let first = literal.split('-').next().unwrap_or_default();
            let plain = literal.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            plain && literal.contains('-') && !literal.ends_with('-') && starts.contains(first)
        };
        for literal in found.iter().filter(is_name) {
            // What egui remembers, and what is not said.
            let inner = ["scale-draft", "step-shown"].contains(&literal.as_str());
            assert!(inner || english.contains(literal.as_str()), "{literal} is not in en.ftl");
        }
    }

    #[test]
    fn a_computers_setting_names_a_language() {
        assert_eq!(Texts::of_system("de_AT.UTF-8").code(), "de");
        assert_eq!(Texts::of_system("C").code(), "en");
        assert_eq!(Texts::of_system("").code(), "en");
    }

    #[test]
    fn values_are_put_in_and_what_is_unknown_shows_itself() {
        let texts = Texts::of("en");
        assert_eq!(texts.with("history-viewing", &[("move", 12.into())]), "Viewing move 12");
        assert_eq!(texts.get("no-such-text"), "no-such-text");
    }
}
