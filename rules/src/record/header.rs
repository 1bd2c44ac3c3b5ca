//! Who played, by which rules, when, and how it ended.

use super::error::{RecordError, RecordFault};
use super::moment::Moment;
use super::replay::is_code;
use super::tag::Tag;
use crate::any_game::AnyGame;
use crate::clock::TimeControl;
use crate::config_error::shortened;
use crate::leaving::Leaving;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::timeout::TimeoutPolicy;
use std::collections::HashSet;

/// The most tags beside a record's own.
const MOST_MORE: usize = 64;

/// What PGN writes for a day that is not known.
const NO_DATE: &str = "????.??.??";

/// The tags that every record has, or may have, but for the players'.
const OWN: [&str; 14] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Result",
    "Winners",
    "Ending",
    "Rules",
    "TimeControl",
    "Policy",
    "Leaving",
    "Rated",
    "Started",
    "Ended",
];

/// Who played, by which rules, when, and how it ended. [`Record::new`](super::Record::new) checks it.
///
/// In a text the players of two seats are PGN's White and Black, in this order, whoever began; those of more
/// are Player1 to Player8. PGN's Result is written beside our Winners, which says it for any number of seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What it was played for, any text: `Casual game`.
    pub event: String,
    /// Where, any text: a server's address, or `?`.
    pub site: String,
    /// Which game of a series, any text: `2`, or `-`.
    pub round: String,
    /// The players' names, any texts, one for each seat in order.
    pub players: Vec<String>,
    /// The rules. They leave nothing to chance; see [`AnyGame::settled_spec`].
    pub rules: String,
    /// The time control.
    pub time: TimeControl,
    /// What happened when time ran out.
    pub policy: TimeoutPolicy,
    /// What happened when a player left.
    pub leaving: Leaving,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// When it began.
    pub started: Option<Moment>,
    /// When it ended.
    pub ended: Option<Moment>,
    /// Who has won; nobody in a draw. `None` if the game counts for nobody, or has not ended. If it
    /// has ended by its rules, these are the winners by its rules, or `None`.
    pub winners: Option<SeatSet>,
    /// What ended it, a code of small letters, digits and underscores: `line`, `resignation`, `time`.
    /// Empty if it has not ended.
    pub ending: String,
    /// Other tags, in order: at most 64, none of which has the name of one that records have anyway.
    pub more: Vec<Tag>,
}

impl Header {
    /// Whether it can be the header of a game that has come to this position.
    pub(super) fn check(&self, end: &AnyGame) -> Result<(), RecordFault> {
        if self.players.len() != usize::from(end.seats()) {
            return Err(RecordFault::Players { seats: end.seats(), players: self.players.len() });
        }
        if !self.ending.is_empty() && !is_code(&self.ending) {
            return Err(wrong_tag("Ending", "a code, such as `line`, or empty", &self.ending));
        }
        let written = winners_text(self.winners);
        if !SeatSet::first(end.seats()).includes(self.winners.unwrap_or_default()) {
            return Err(wrong_tag("Winners", &format!("seats from 1 to {}", end.seats()), &written));
        }
        if let (Some(outcome), Some(winners)) = (end.outcome(), self.winners) {
            let by_rules = winners_text(Some(outcome.winners));
            if winners != outcome.winners {
                return Err(wrong_tag(
                    "Winners",
                    &format!("`{by_rules}`, as it was played, or `*`"),
                    &written,
                ));
            }
        }
        let mut names = HashSet::new();
        for tag in &self.more {
            if !tag.has_a_name() || is_own(&tag.name) {
                return Err(RecordFault::TagName { name: shortened(&tag.name) });
            }
            if !names.insert(&tag.name) {
                return Err(RecordFault::Repeated { name: tag.name.clone() });
            }
        }
        if self.more.len() > MOST_MORE { Err(RecordFault::TooManyTags { most: MOST_MORE }) } else { Ok(()) }
    }

    /// The result as PGN writes it, which has words for two players only.
    pub(super) fn result(&self) -> &'static str {
        let sole = self.winners.and_then(SeatSet::sole).map(Seat::get);
        match (self.players.len(), sole, self.winners.map(SeatSet::is_empty)) {
            (2, Some(0), _) => "1-0",
            (2, Some(1), _) => "0-1",
            (2, _, Some(true)) => "1/2-1/2",
            _ => "*",
        }
    }

    /// All tags in their order.
    pub(super) fn tags(&self) -> Vec<Tag> {
        let mut tags = vec![
            Tag::new("Event", &self.event),
            Tag::new("Site", &self.site),
            Tag::new("Date", date_of(self.started)),
            Tag::new("Round", &self.round),
        ];
        tags.extend(
            self.players
                .iter()
                .enumerate()
                .map(|(seat, name)| Tag::new(player_tag(seat, self.players.len()), name)),
        );
        tags.extend([
            Tag::new("Result", self.result()),
            Tag::new("Winners", winners_text(self.winners)),
            Tag::new("Ending", &self.ending),
            Tag::new("Rules", &self.rules),
            Tag::new("TimeControl", self.time.to_string()),
            Tag::new("Policy", self.policy.to_string()),
            Tag::new("Leaving", self.leaving.to_string()),
            Tag::new("Rated", if self.rated { "yes" } else { "no" }),
        ]);
        let moments = [("Started", self.started), ("Ended", self.ended)];
        tags.extend(moments.into_iter().filter_map(|(name, at)| at.map(|at| Tag::new(name, at.to_string()))));
        tags.extend(self.more.iter().cloned());
        tags
    }

    /// What the tags say of a game of so many seats; those that are not a record's own are kept in order.
    pub(super) fn read(mut tags: Tags, seats: u8) -> Result<Header, RecordError> {
        let started = tags.moment("Started")?;
        let (line, date) = tags.take("Date")?;
        let expected = date_of(started);
        if date != expected {
            let fault = wrong_tag("Date", &format!("`{expected}`, the day of Started"), &date);
            return Err(RecordError::at_line(line, fault));
        }
        let players = (0..usize::from(seats))
            .map(|seat| tags.take(&player_tag(seat, usize::from(seats))).map(|(_, name)| name));
        let players = players.collect::<Result<_, _>>()?;
        let (line, result) = tags.take("Result")?;
        let header = Header {
            players,
            started,
            event: tags.take("Event")?.1,
            site: tags.take("Site")?.1,
            round: tags.take("Round")?.1,
            rules: tags.take("Rules")?.1,
            time: tags.parsed("TimeControl")?,
            policy: tags.parsed("Policy")?,
            leaving: tags.parsed("Leaving")?,
            rated: tags.understood("Rated", "`yes` or `no`", |text| match text {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            })?,
            ended: tags.moment("Ended")?,
            winners: tags.understood(
                "Winners",
                "the winners' seats, as in `1 3`, `-` for a draw, or `*` if it counts for nobody",
                winners_of,
            )?,
            ending: tags.take("Ending")?.1,
            more: tags.tags.into_iter().map(|(_, tag)| tag).collect(),
        };
        if header.result() == result {
            Ok(header)
        } else {
            let allowed = format!("`{}`, as Winners says", header.result());
            Err(RecordError::at_line(line, wrong_tag("Result", &allowed, &result)))
        }
    }
}

/// The tags of a text that have not been understood yet, with their lines.
#[derive(Debug)]
pub(super) struct Tags {
    tags: Vec<(usize, Tag)>,
}

impl Tags {
    /// These, unless one is there twice or there are more than any record has.
    pub(super) fn new(tags: Vec<(usize, Tag)>) -> Result<Tags, RecordError> {
        if let Some((line, _)) = tags.get(MOST_MORE + OWN.len() + usize::from(MAX_SEATS)) {
            return Err(RecordError::at_line(*line, RecordFault::TooManyTags { most: MOST_MORE }));
        }
        let mut names = HashSet::new();
        match tags.iter().find(|(_, tag)| !names.insert(&tag.name)) {
            Some((line, tag)) => {
                Err(RecordError::at_line(*line, RecordFault::Repeated { name: tag.name.clone() }))
            }
            None => Ok(Tags { tags }),
        }
    }

    /// Looks at a tag without taking it out.
    pub(super) fn find(&self, name: &str) -> Result<(usize, &str), RecordError> {
        let found = self.tags.iter().find(|(_, tag)| tag.name == name);
        found.map(|(line, tag)| (*line, tag.value.as_str())).ok_or_else(|| missing(name))
    }

    fn take(&mut self, name: &str) -> Result<(usize, String), RecordError> {
        let index = self.tags.iter().position(|(_, tag)| tag.name == name).ok_or_else(|| missing(name))?;
        let (line, tag) = self.tags.remove(index);
        Ok((line, tag.value))
    }

    fn parsed<T: std::str::FromStr<Err: Into<RecordFault>>>(&mut self, name: &str) -> Result<T, RecordError> {
        let (line, text) = self.take(name)?;
        text.parse().map_err(|error: T::Err| RecordError::at_line(line, error.into()))
    }

    fn understood<T>(
        &mut self,
        name: &'static str,
        allowed: &str,
        understand: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, RecordError> {
        let (line, text) = self.take(name)?;
        understand(&text).ok_or_else(|| RecordError::at_line(line, wrong_tag(name, allowed, &text)))
    }

    /// A moment that need not be there.
    fn moment(&mut self, name: &'static str) -> Result<Option<Moment>, RecordError> {
        if self.find(name).is_err() {
            return Ok(None);
        }
        let allowed = "a moment in UTC, as in `2026-11-29T19:55:00.000000Z`";
        self.understood(name, allowed, |text| Moment::parse(text).map(Some))
    }
}

fn missing(name: &str) -> RecordError {
    RecordFault::Missing { name: name.to_owned() }.into()
}

fn wrong_tag(name: &'static str, allowed: &str, value: &str) -> RecordFault {
    RecordFault::Tag { name, allowed: allowed.to_owned(), value: shortened(value) }
}

fn date_of(started: Option<Moment>) -> String {
    started.map_or_else(|| NO_DATE.to_owned(), Moment::date)
}

/// Which tag names the player of a seat, counted from 0.
fn player_tag(seat: usize, seats: usize) -> String {
    match (seats, seat) {
        (2, 0) => "White".to_owned(),
        (2, _) => "Black".to_owned(),
        _ => format!("Player{}", seat + 1),
    }
}

/// Whether records have a tag of this name anyway.
fn is_own(name: &str) -> bool {
    let seats = usize::from(MAX_SEATS);
    OWN.contains(&name)
        || [2, seats].into_iter().any(|seats| (0..seats).any(|seat| player_tag(seat, seats) == name))
}

/// `1 3`, `-` for a draw, `*` for what counts for nobody.
fn winners_text(winners: Option<SeatSet>) -> String {
    match winners {
        None => "*".to_owned(),
        Some(SeatSet::EMPTY) => "-".to_owned(),
        Some(seats) => {
            let numbers: Vec<String> = seats.iter().map(|seat| (seat.get() + 1).to_string()).collect();
            numbers.join(" ")
        }
    }
}

/// The reverse; the outer `None` for anything else.
fn winners_of(text: &str) -> Option<Option<SeatSet>> {
    if text == "*" {
        return Some(None);
    }
    let numbers = text.split(' ').filter(|_| text != "-");
    let seats = numbers.map(|number| Seat::new(number.parse::<u8>().ok()?.checked_sub(1)?));
    let winners = Some(seats.collect::<Option<SeatSet>>()?);
    // Only as it is written: in order, each once.
    (winners_text(winners) == text).then_some(winners)
}
