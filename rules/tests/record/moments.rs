//! The calendar.

use super::header;
use zeitnot_rules::clock::DAY;
use zeitnot_rules::record::{Header, Moment, Record};

#[test]
fn moments_are_written_in_utc() {
    let cases = [
        (0, "1970-01-01T00:00:00.000000Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
        (951_868_800_000_000, "2000-03-01T00:00:00.000000Z"),
        (-2_203_977_600_000_000, "1900-02-28T00:00:00.000000Z"),
        (-2_203_891_200_000_000, "1900-03-01T00:00:00.000000Z"),
        (1_795_996_439_123_456, "2026-11-29T23:53:59.123456Z"),
        (-719_162 * DAY, "0001-01-01T00:00:00.000000Z"),
        (2_932_897 * DAY - 1, "9999-12-31T23:59:59.999999Z"),
    ];
    for (micros, text) in cases {
        let moment = Moment::new(micros).expect(text);
        assert_eq!((moment.to_string().as_str(), moment.micros()), (text, micros));
        assert_eq!(started(text), Ok(Some(micros)), "{text}");
    }
    for micros in [i64::MIN, -719_162 * DAY - 1, 2_932_897 * DAY, i64::MAX] {
        assert_eq!(Moment::new(micros), None);
    }
}

/// Each day of four hundred years, which is when the calendar repeats.
#[test]
fn each_day_comes_after_the_one_before() {
    let mut last = (1999, 12, 31);
    for day in 10_957..10_957 + 146_097 {
        let moment = Moment::new(day * DAY + DAY - 1).expect("a day");
        let date = moment.date();
        let parts: Vec<u32> = date.split('.').map(|part| part.parse().expect("a number")).collect();
        let next = (parts[0], parts[1], parts[2]);
        let (year, month, date) = last;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let expected = match (month, date) {
            (12, 31) => (year + 1, 1, 1),
            (_, date) if date == length => (year, month + 1, 1),
            _ => (year, month, date + 1),
        };
        assert_eq!(next, expected);
        last = next;
    }
    assert_eq!(last, (2399, 12, 31));
}

/// What a record reads as the moment of its start.
fn started(text: &str) -> Result<Option<i64>, String> {
    let record = Record::new(Header { started: None, ..header("tic-tac-toe") }, vec![]).expect("a record");
    let date = text.get(..10).unwrap_or("????.??.??").replace('-', ".");
    let record = record
        .to_string()
        .replace("????.??.??", &date)
        .replace("[Rated", &format!("[Started \"{text}\"]\n[Rated"));
    let record = record.parse::<Record>().map_err(|error| error.to_string())?;
    Ok(record.header().started.map(Moment::micros))
}

#[test]
fn other_texts_are_no_moments() {
    assert_eq!(started("1970-01-01T00:00:01Z"), Ok(Some(1_000_000)));
    assert_eq!(started("1970-01-01T00:00:01.5Z"), Ok(Some(1_500_000)));
    for text in [
        "",
        "1970",
        "1970-01-01",
        "1970-01-01T00:00:00.000000",
        "1970-01-01T00:00:00+00:00",
        "1970-01-01 00:00:00Z",
        "1970-1-01T00:00:00Z",
        "1970-02-29T00:00:00Z",
        "1970-13-01T00:00:00Z",
        "1970-00-01T00:00:00Z",
        "1970-01-00T00:00:00Z",
        "1970-01-01T24:00:00Z",
        "1970-01-01T00:60:00Z",
        "1970-01-01T00:00:60Z",
        "1970-01-01T00:00:00.Z",
        "1970-01-01T00:00:00.0000001Z",
        "0000-12-31T00:00:00Z",
        "+970-01-01T00:00:00Z",
        "1970-01-01T00:00:-1Z",
        "1970-01-01T00:00:00:00Z",
        "１970-01-01T00:00:00Z",
    ] {
        assert!(started(text).is_err(), "{text}");
    }
}
