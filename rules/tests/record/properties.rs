//! What holds for every record and every text.

use super::games::any_record;
use proptest::prelude::*;
use proptest::sample::Index;
use zeitnot_rules::record::Record;

/// Pieces of which damage is made.
const PIECES: [&str; 24] = [
    "\"",
    "\\",
    "[",
    "]",
    "{",
    "}",
    "\n",
    "\r\n",
    " ",
    ".",
    ":",
    "--",
    "out",
    "1",
    "9999999999999999999999",
    "a1",
    "*",
    "1-0",
    "é",
    "\u{0}",
    "\\u{",
    "[Rules \"",
    "first=random",
    "0:00.0000001",
];

fn reads_or_refuses(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<Record>() {
        Ok(record) => prop_assert_eq!(record.to_string().parse(), Ok(record)),
        Err(error) => {
            prop_assert_eq!(error.code(), "bad_record");
            prop_assert!(!error.to_string().is_empty());
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_record_comes_back_from_its_text(record in any_record()) {
        let text = record.to_string();
        let again: Record = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(again.to_string(), text.clone());
        prop_assert_eq!(again.final_position().encode(), record.final_position().encode());
        prop_assert_eq!(text.replace('\n', "\r\n").parse(), Ok(record));
    }

    /// It never panics, and what it takes it keeps.
    #[test]
    fn damaged_texts_are_read_or_refused(
        record in any_record(),
        damage in proptest::collection::vec((any::<Index>(), 0..8_usize, any::<Index>()), 1..4),
    ) {
        let mut text: Vec<char> = record.to_string().chars().collect();
        for (place, length, piece) in damage {
            let from = place.index(text.len());
            let to = (from + length).min(text.len());
            text.splice(from..to, PIECES[piece.index(PIECES.len())].chars());
        }
        reads_or_refuses(&String::from_iter(text))?;
    }

    #[test]
    fn lines_in_another_order_are_read_or_refused(
        record in any_record(),
        from in any::<Index>(),
        to in any::<Index>(),
    ) {
        let text = record.to_string();
        let mut lines: Vec<&str> = text.lines().collect();
        let line = lines.remove(from.index(lines.len()));
        lines.insert(to.index(lines.len() + 1), line);
        reads_or_refuses(&lines.join("\n"))?;
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        reads_or_refuses(&text)?;
        reads_or_refuses(&format!("[Rules \"tic-tac-toe\"]\n{text}"))?;
    }
}
