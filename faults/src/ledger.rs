//! What is in the database, read at one moment.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use zeitnot_bindings::{Party, PlyKind};
use zeitnot_rules::clock::Micros;

use crate::copy::{self, Copies};
use crate::error::FaultsError;
use crate::sql::{self, Owner, Row, bytes, identity, list, number, option, packed, text, timestamp};

/// How often it is tried to read the database while nothing changes.
const TRIES: u32 = 60;

/// What is in the database.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Games by their number, archived ones too.
    pub games: BTreeMap<u64, Game>,
    /// The rows of the timers' table.
    pub timers: Vec<Timer>,
    /// The players' copies of games.
    pub copies: Copies,
    /// What has been said, a row for each line and recipient.
    pub lines: Vec<Line>,
    /// Names by identity.
    pub names: BTreeMap<String, String>,
    /// What the server itself takes for its first signs of life.
    pub signs_of_life: Vec<Micros>,
}

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It waits for players.
    Waiting,
    /// It is being played.
    Live,
    /// It has ended.
    Over,
}

/// A game, the whole truth of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Its number.
    pub id: u64,
    /// Where it is in its life.
    pub status: Status,
    /// The rules.
    pub spec: String,
    /// The time control.
    pub time: String,
    /// For each seat its player's identity.
    pub players: Vec<Option<String>>,
    /// The position; `None` in the archive, which keeps only what everybody sees.
    pub state: Option<Vec<u8>>,
    /// The clock; `None` in the archive.
    pub clock: Option<Vec<u8>>,
    /// When its timer goes off; `None`: it has none, as nothing in the archive has.
    pub timer_at: Option<Micros>,
    /// When the running or last turn began.
    pub turn_started: Micros,
    /// All that has happened.
    pub history: Vec<Entry>,
    /// The seats that have won.
    pub winners: Vec<u8>,
    /// How it ended.
    pub ending: String,
    /// When.
    pub ended_at: Option<Micros>,
    /// The seats that have asked for a pause, a bit each.
    pub pause_asked: u8,
    /// The seats that offer a draw, a bit each.
    pub draw_offered: u8,
    /// For each seat the ply from which on it may offer a draw again; 0: it has offered none.
    pub draw_again_at: Vec<u32>,
    /// The seat that asks for its last move back.
    pub takeback_asked: Option<u8>,
    /// What seats have decided in advance.
    pub premoves: Vec<(u8, Vec<u8>)>,
    /// The seats that ask for another game, a bit each.
    pub rematch_asked: u8,
    /// The game that followed it.
    pub next_game: Option<u64>,
}

/// What an entry of a history is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryKind {
    /// Something was played.
    Move,
    /// The turn passed.
    Pass,
    /// The seat left the game; the action is the reason as text.
    Out,
}

/// An entry of a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// Whose.
    pub seat: u8,
    /// What was played.
    pub action: Vec<u8>,
    /// Microseconds from the start of the turn.
    pub used: Micros,
}

/// A row of the timers' table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// The game.
    pub game: u64,
    /// When it is due; `None`: it is of a kind that the module never sets.
    pub at: Option<Micros>,
}

/// A recipient's copy of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who has it.
    pub recipient: String,
    /// In which game.
    pub game: u64,
    /// Who has said it.
    pub speaker: String,
    /// Which phrase.
    pub phrase: Option<u8>,
}

impl Ledger {
    /// Reads everything, in a moment in which no game changes: the rows of all games are the same before and after.
    /// What changes a timer or what a copy says of a game's course changes the game's row with it.
    pub fn read(owner: &Owner) -> Result<Self, FaultsError> {
        let mut before = stored(owner)?;
        for _ in 0..TRIES {
            let ledger = Self::around(owner, &before)?;
            let after = stored(owner)?;
            if after == before {
                return Ok(ledger);
            }
            thread::sleep(Duration::from_millis(50));
            before = stored(owner)?;
        }
        Err(FaultsError::NeverStill)
    }

    /// These games, and everything besides them.
    fn around(owner: &Owner, stored: &BTreeMap<u64, Row>) -> Result<Self, FaultsError> {
        let mut games = BTreeMap::new();
        for row in owner.rows("archived_game")? {
            let game = archived(&row)?;
            games.insert(game.id, game);
        }
        for row in stored.values() {
            let game = game(row)?;
            games.insert(game.id, game);
        }
        let mut signs_of_life = each(owner, "heartbeat", |row| row.get("instance", timestamp))?;
        signs_of_life.extend(each(owner, "outage", |row| row.get("until", timestamp))?);
        Ok(Self {
            games,
            timers: each(owner, "turn_timer", timer)?,
            copies: copy::read(owner)?,
            lines: each(owner, "chat_line", line)?,
            names: each(owner, "player", name)?.into_iter().collect(),
            signs_of_life,
        })
    }

    /// How many games are waiting or running just now.
    pub fn going(owner: &Owner) -> Result<usize, FaultsError> {
        let statuses = each(owner, "game", |row| row.get("status", status))?;
        Ok(statuses.iter().filter(|&&status| status != Status::Over).count())
    }
}

fn each<T>(
    owner: &Owner,
    table: &'static str,
    read: impl Fn(&Row) -> Result<T, FaultsError>,
) -> Result<Vec<T>, FaultsError> {
    owner.rows(table)?.iter().map(read).collect()
}

/// The rows of all games that are not archived, by their numbers.
fn stored(owner: &Owner) -> Result<BTreeMap<u64, Row>, FaultsError> {
    owner.rows("game")?.into_iter().map(|row| Ok((row.get("id", number)?, row))).collect()
}

fn game(row: &Row) -> Result<Game, FaultsError> {
    Ok(Game {
        id: row.get("id", number)?,
        status: row.get("status", status)?,
        spec: row.get("spec", text)?,
        time: row.get("time", text)?,
        players: row.get("players", packed_players)?,
        state: Some(row.get("state", bytes)?),
        clock: Some(row.get("clock", bytes)?),
        timer_at: row.get("timer_at", due)?,
        turn_started: row.get("turn_started", timestamp)?,
        history: row.get("history", packed_history)?,
        winners: row.get("winners", bytes)?,
        ending: row.get("ending", text)?,
        ended_at: row.get("ended_at", option(timestamp))?,
        pause_asked: row.get("pause_asked", number)?,
        draw_offered: row.get("draw_offered", number)?,
        draw_again_at: row.get("draw_again_at", list(number))?,
        takeback_asked: row.get("takeback_asked", option(number))?,
        premoves: row.get("premoves", packed)?,
        rematch_asked: row.get("rematch_asked", number)?,
        next_game: row.get("next_game", option(number))?,
    })
}

fn archived(row: &Row) -> Result<Game, FaultsError> {
    Ok(Game {
        id: row.get("id", number)?,
        status: Status::Over,
        spec: row.get("spec", text)?,
        time: row.get("time", text)?,
        players: row.get("players", list(player))?,
        state: None,
        clock: None,
        timer_at: None,
        turn_started: 0,
        history: row.get("moves", list(entry))?,
        winners: row.get("winners", bytes)?,
        ending: row.get("ending", text)?,
        ended_at: row.get("ended_at", option(timestamp))?,
        pause_asked: 0,
        draw_offered: 0,
        draw_again_at: Vec::new(),
        takeback_asked: None,
        premoves: Vec::new(),
        rematch_asked: 0,
        next_game: None,
    })
}

/// The column `timer_at`; the largest number: never.
fn due(value: &Value) -> Option<Option<Micros>> {
    let at = value.as_i64()?;
    Some((at != Micros::MAX).then_some(at))
}

/// A `GameStatus`.
pub(crate) fn status(value: &Value) -> Option<Status> {
    match sql::tag(value)? {
        0 => Some(Status::Waiting),
        1 => Some(Status::Live),
        2 => Some(Status::Over),
        _ => None,
    }
}

/// The column `players` of a game that is not archived.
fn packed_players(value: &Value) -> Option<Vec<Option<String>>> {
    let parties: Vec<Party> = packed(value)?;
    let identity = |party: Party| party.identity.map(|identity| identity.to_hex().to_string());
    Some(parties.into_iter().map(identity).collect())
}

/// The column `history`. Of each `Ply` what comes after the time is who may see it: that follows from the rules.
fn packed_history(value: &Value) -> Option<Vec<Entry>> {
    let plies: Vec<(PlyKind, u8, Vec<u8>, u64, u16, u16)> = packed(value)?;
    let entry = |(kind, seat, action, used, _, _)| {
        let kind = match kind {
            PlyKind::Move => EntryKind::Move,
            PlyKind::Pass => EntryKind::Pass,
            PlyKind::Out => EntryKind::Out,
        };
        Some(Entry { kind, seat, action, used: Micros::try_from(used).ok()? })
    };
    plies.into_iter().map(entry).collect()
}

/// The identity is the first field of a `Party`.
fn player(value: &Value) -> Option<Option<String>> {
    option(identity)(value.get(0)?)
}

/// A `Move`.
pub(crate) fn entry(value: &Value) -> Option<Entry> {
    let kind = match sql::tag(value.get(0)?)? {
        0 => EntryKind::Move,
        1 => EntryKind::Pass,
        2 => EntryKind::Out,
        _ => return None,
    };
    Some(Entry {
        kind,
        seat: number(value.get(1)?)?,
        action: bytes(value.get(2)?)?,
        used: value.get(3)?.as_i64()?,
    })
}

fn timer(row: &Row) -> Result<Timer, FaultsError> {
    // `ScheduleAt` is `Interval` or `Time`.
    let at = row.get("scheduled_at", |at| match sql::tag(at)? {
        1 => Some(Some(timestamp(at.get(1)?)?)),
        _ => Some(None),
    })?;
    Ok(Timer { game: row.get("scheduled_id", number)?, at })
}

fn line(row: &Row) -> Result<Line, FaultsError> {
    Ok(Line {
        recipient: row.get("recipient", identity)?,
        game: row.get("game", number)?,
        speaker: row.get("speaker", identity)?,
        phrase: row.get("phrase", option(number))?,
    })
}

fn name(row: &Row) -> Result<(String, String), FaultsError> {
    Ok((row.get("identity", identity)?, row.get("name", text)?))
}
