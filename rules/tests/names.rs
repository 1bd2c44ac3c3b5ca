//! Which names players may give themselves, and how they are kept.

use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;
use zeitnot_rules::{PlayerName, TextError};

#[test]
fn names_of_any_script_are_kept_in_one_form() {
    let cases = [
        ("Ada", "Ada"),
        ("  Ada \n", "Ada"),
        ("Ada  Lovelace", "Ada Lovelace"),
        ("Ada\u{a0}Lovelace", "Ada Lovelace"),
        ("山田\u{3000}太郎", "山田 太郎"),
        // Composed, whichever way it was typed.
        ("Zoe\u{308}", "Zoë"),
        ("\u{1112}\u{1161}\u{11ab}", "한"),
        ("\u{212b}ngstrom", "Ångstrom"),
        ("Нимзович", "Нимзович"),
        ("مریم میرزاخانی", "مریم میرزاخانی"),
        // Persian with a joiner that keeps two letters apart, and Sinhala with one that joins them.
        ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ("ශ්\u{200d}රී", "ශ්\u{200d}රී"),
        ("நிமோ", "நிமோ"),
        ("♟", "♟"),
        ("7", "7"),
        ("🏳\u{fe0f}\u{200d}🌈", "🏳\u{fe0f}\u{200d}🌈"),
        ("👩🏽\u{200d}🚀", "👩🏽\u{200d}🚀"),
        ("1\u{fe0f}\u{20e3}", "1\u{fe0f}\u{20e3}"),
        // The flag of Scotland, spelled in tags.
        (
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        ),
        // A variant of an ideograph, as in the registered name of a place.
        ("葛\u{e0100}城", "葛\u{e0100}城"),
    ];
    for (given, kept) in cases {
        assert_eq!(PlayerName::new(given).as_ref().map(PlayerName::as_str), Ok(kept), "{given:?}");
        assert_eq!(PlayerName::new(kept).map(PlayerName::into_string).as_deref(), Ok(kept), "{kept:?}");
    }
}

#[test]
fn a_name_has_1_to_24_visible_characters() {
    // The longest emoji there is: ten code points, one character.
    let kiss = "👩🏻\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👨🏼";
    for character in ["x", "é", "e\u{323}\u{302}", "山", "👩‍👩‍👧‍👦", kiss, "🇩🇪"] {
        for count in 1..=24 {
            let name = character.repeat(count);
            assert!(PlayerName::new(&name).is_ok(), "{count} of {character}");
        }
        let name = character.repeat(25);
        assert_eq!(PlayerName::new(&name), Err(TextError::TooLong { most: 24 }), "{character}");
    }
    assert_eq!(PlayerName::new(&"x".repeat(1_000_000)), Err(TextError::TooLong { most: 24 }));
}

#[test]
fn what_cannot_be_seen_or_disturbs_others_is_refused() {
    let invisible = |found| TextError::Invisible { found };
    let control = |found| TextError::Control { found };
    let cases = [
        ("", TextError::Empty),
        ("   ", TextError::Empty),
        ("\n", TextError::Empty),
        ("\u{a0}\u{3000}\u{2003}", TextError::Empty),
        ("Ada\nLovelace", control('\n')),
        ("Ada\tLovelace", control('\t')),
        ("\u{0}", control('\0')),
        ("Ada\u{7f}", control('\u{7f}')),
        ("\u{1b}[31mAda", control('\u{1b}')),
        ("Ada\u{9b}31m", control('\u{9b}')),
        // Zero width: space, joiners alone, word joiner, byte order mark, soft hyphen.
        ("\u{200b}", invisible('\u{200b}')),
        ("\u{200d}", invisible('\u{200d}')),
        ("\u{200c}\u{200c}", invisible('\u{200c}')),
        ("Ada\u{200b}", invisible('\u{200b}')),
        ("A\u{2060}da", invisible('\u{2060}')),
        ("\u{feff}Ada", invisible('\u{feff}')),
        ("A\u{ad}da", invisible('\u{ad}')),
        ("\u{fe0f}", invisible('\u{fe0f}')),
        // Blank letters and patterns.
        ("\u{3164}", invisible('\u{3164}')),
        ("\u{2800}", invisible('\u{2800}')),
        ("\u{115f}\u{1160}", invisible('\u{115f}')),
        ("\u{ffa0}", invisible('\u{ffa0}')),
        ("A\u{e0041}\u{e0001}", invisible('\u{e0001}')),
        // What turns the text around: marks, embeddings, overrides, isolates.
        ("Ada\u{202e}", invisible('\u{202e}')),
        ("\u{202d}Ada\u{202c}", invisible('\u{202d}')),
        ("\u{2066}Ada\u{2069}", invisible('\u{2066}')),
        ("\u{200f}Ada", invisible('\u{200f}')),
        ("\u{61c}Ada", invisible('\u{61c}')),
        // Accents that would land on somebody else's text, and towers of them.
        ("\u{301}Ada", TextError::LoneAccent { found: '\u{301}' }),
        ("Ada \u{301}", TextError::LoneAccent { found: '\u{301}' }),
        ("Z\u{35b}\u{360}\u{321}\u{31b}\u{345}\u{353}\u{34d}\u{319}\u{355}\u{31d}", TextError::Overloaded),
    ];
    for (name, expected) in cases {
        assert_eq!(PlayerName::new(name), Err(expected), "{name:?}");
    }
}

#[test]
fn a_refusal_says_which_character() {
    assert_eq!(
        PlayerName::new("Ada\u{202e}").map_err(|error| error.to_string()),
        Err("there may be no invisible characters, and U+202E is one".into())
    );
    assert_eq!(
        PlayerName::new("").map_err(|error| error.to_string()),
        Err("at least one visible character is needed".into())
    );
}

proptest! {
    #[test]
    fn a_name_that_is_accepted_is_accepted_again_and_short(
        name in prop_oneof![
            "\\PC{0,30}",
            ".{0,30}",
            proptest::collection::vec(any::<char>(), 0..8).prop_map(|chars| chars.iter().collect::<String>()),
            "[a \u{301}\u{200d}\u{fe0f}\u{1112}\u{1161}\u{11ab}👩🏽👧\u{200b}\u{3164}]{1,20}",
        ],
    ) {
        if let Ok(accepted) = PlayerName::new(&name) {
            prop_assert_eq!(PlayerName::new(accepted.as_str()), Ok(accepted.clone()));
            let characters = accepted.as_str().graphemes(true).count();
            prop_assert!((1..=24).contains(&characters));
            prop_assert!(accepted.as_str().len() <= 960);
            prop_assert_eq!(accepted.as_str().trim(), accepted.as_str());
            prop_assert!(!accepted.as_str().contains(char::is_control));
        }
    }
}
