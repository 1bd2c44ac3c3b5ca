//! The bytes of a position.
//!
//! A version byte; the seat that began; the seat whose turn it is; the set of those who play; how it
//! has ended (0 not yet, 1 by a line, 2 by a full board, 3 by the last seat); the last cell's index
//! or 255; the cells two a byte, the earlier one in the low half (0 empty, 1 to 4 the mark of seat
//! 0 to 3); in phantom play for each seat a bit for each cell that it has found taken; in the second
//! version, which is written once a turn has passed without a mark, how many each seat has let pass.

use super::board::{Board, Cell, Line, Point};
use super::cell_set::CellSet;
use super::config::{Config, First, MAX_SEATS};
use super::position::Position;
use crate::codec::{DecodeError, Reader, Writer};
use crate::outcome::{Outcome, Reason};
use crate::seat::{Seat, SeatSet};

const WITHOUT_PASSES: u8 = 1;
const WITH_PASSES: u8 = 2;
const NONE: u8 = 255;

const LIVE: u8 = 0;
const LINE: u8 = 1;
const FULL_BOARD: u8 = 2;
const LAST_SEAT: u8 = 3;

pub(super) fn encode(position: &Position) -> Vec<u8> {
    let ending = match position.outcome.map(|outcome| outcome.reason) {
        None => LIVE,
        Some(Reason::FULL_BOARD) => FULL_BOARD,
        Some(Reason::LAST_SEAT) => LAST_SEAT,
        Some(_) => LINE,
    };
    let last = position.last.map_or(NONE, |cell| cell as u8);
    let cells = position.board.codes();
    let packed: Vec<u8> =
        cells.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4).collect();
    let passes = &position.passes[..usize::from(position.config.seats())];
    let passed = passes.iter().any(|passes| *passes > 0);
    let mut writer = Writer::new(if passed { WITH_PASSES } else { WITHOUT_PASSES })
        .bytes(&[position.first.get(), position.turn.get(), position.playing.bits(), ending, last])
        .bytes(&packed);
    if position.config.variant().phantom {
        for met in &position.revealed[..usize::from(position.config.seats())] {
            writer = writer.bytes(&met.to_bytes(cells.len()));
        }
    }
    if passed {
        writer = writer.bytes(passes);
    }
    writer.finish()
}

pub(super) fn decode(config: &Config, bytes: &[u8]) -> Result<Position, DecodeError> {
    let invalid = |what| DecodeError::Invalid { what };
    let (version, mut reader) = Reader::of_versions(bytes, &[WITHOUT_PASSES, WITH_PASSES])?;
    let first = seat(reader.byte()?, config)?;
    let turn = seat(reader.byte()?, config)?;
    let playing = SeatSet::from_bits(reader.byte()?);
    let ending = reader.byte()?;
    let last = match reader.byte()? {
        NONE => None,
        cell => Some(usize::from(cell)),
    };

    let mut board = Board::new(config.rows(), config.columns());
    let packed = reader.bytes(board.len().div_ceil(2))?;
    let codes = packed.iter().flat_map(|pair| [pair & 15, pair >> 4]);
    for (index, code) in codes.enumerate() {
        let cell = Cell::from_code(code).ok_or(invalid("there is no such mark"))?;
        if index < board.len() {
            board.set(index, cell);
        } else {
            DecodeError::unless(cell == Cell::Empty, "a mark is beyond the board")?;
        }
    }

    let mut revealed = [CellSet::default(); MAX_SEATS as usize];
    if config.variant().phantom {
        for met in &mut revealed[..usize::from(config.seats())] {
            let bytes = reader.bytes(board.len().div_ceil(8))?;
            *met = CellSet::from_bytes(bytes, board.len())
                .ok_or(invalid("a cell found taken is beyond the board"))?;
        }
    }
    let mut passes = [0; MAX_SEATS as usize];
    if version == WITH_PASSES {
        let seats = usize::from(config.seats());
        passes[..seats].copy_from_slice(reader.bytes(seats)?);
        DecodeError::unless(passes.iter().any(|passes| *passes > 0), "no turn has passed without a mark")?;
    }
    reader.end()?;

    DecodeError::unless(
        SeatSet::first(config.seats()).includes(playing) && playing.contains(turn),
        "those who play are not seats, or do not include whose turn it is",
    )?;
    let winner = match playing.sole() {
        Some(left) => Some(left),
        None => last.and_then(|cell| owner(&board, cell)),
    };
    let won = |reason| winner.map(|seat| Outcome::won(SeatSet::only(seat), reason));
    let nobody = invalid("it is won by nobody");
    let outcome = match ending {
        LIVE => None,
        LINE => Some(won(Reason::LINE).ok_or(nobody)?),
        FULL_BOARD => Some(Outcome::drawn(Reason::FULL_BOARD)),
        LAST_SEAT => Some(won(Reason::LAST_SEAT).ok_or(nobody)?),
        _ => return Err(invalid("there is no such ending")),
    };
    let position = Position { config: *config, board, first, turn, playing, passes, last, revealed, outcome };
    check(&position)?;
    Ok(position)
}

/// Refuses what play cannot lead to, as far as it can be told without the moves.
fn check(position: &Position) -> Result<(), DecodeError> {
    if let First::Seat(first) = position.config.first() {
        DecodeError::unless(position.first == first, "another seat began")?;
    }
    let lines = position.board.lines(position.config.strike());
    check_turns(position, &lines)?;
    check_gravity(position)?;
    check_revealed(position)?;
    check_ending(position, &lines)
}

/// Seats take turns in a circle, so whose turn it is tells how many turns each has had, or at most
/// has had if it is out; and these tell who can have made the last mark.
fn check_turns(position: &Position, lines: &[Line]) -> Result<(), DecodeError> {
    let seats = position.config.seats();
    let mut marks = [0_u16; MAX_SEATS as usize];
    for (_, cell) in position.board.iter() {
        if let Cell::Mark(seat) = cell {
            let count = marks.get_mut(seat.index()).filter(|_| seat.get() < seats);
            *count.ok_or(DecodeError::Invalid { what: "a seat that does not exist has marked" })? += 1;
        }
    }
    let place = |seat: Seat| (seat.get() + seats - position.first.get()) % seats;
    // A turn passes with or without a mark.
    let had = |seat: Seat| marks[seat.index()] + u16::from(position.passes[seat.index()]);
    let rounds = had(position.turn);
    for seat in SeatSet::first(seats).iter() {
        let turns = rounds + u16::from(place(seat) < place(position.turn));
        let fits = had(seat) == turns || had(seat) < turns && !position.playing.contains(seat);
        DecodeError::unless(fits, "a seat has made more or fewer marks than it had turns")?;
    }

    DecodeError::unless(
        match position.last {
            None => marks.iter().all(|made| *made == 0),
            Some(cell) => owner(&position.board, cell).is_some_and(|owner| {
                // At the latest it was made in its owner's last turn. Others have made theirs before:
                // at the earliest in their first turns, but all their turns came before a mark that
                // has ended the game, and none came after one that has put them out.
                let reason = position.outcome.map(|outcome| outcome.reason);
                let ended = matches!(reason, Some(Reason::LINE | Reason::FULL_BOARD));
                let mut others = SeatSet::first(seats).without(SeatSet::only(owner)).iter();
                others.all(|seat| {
                    let lined = lines.iter().any(|line| line.seat == seat);
                    let turns = if ended || lined { had(seat) } else { marks[seat.index()] };
                    (turns, place(seat)) < (had(owner), place(owner))
                })
            }),
        },
        "the last cell was not marked last",
    )
}

fn check_gravity(position: &Position) -> Result<(), DecodeError> {
    if !position.config.variant().gravity {
        return Ok(());
    }
    let board = &position.board;
    for (Point { row, column }, cell) in board.iter() {
        let below = board.get(Point { row: row + 1, column });
        let floats = cell != Cell::Empty && below == Some(Cell::Empty);
        DecodeError::unless(!floats, "a mark floats above an empty cell")?;
    }
    let top = position.last.map(|cell| board.point(cell)).is_none_or(|Point { row, column }| {
        row == 0 || board.get(Point { row: row - 1, column }) == Some(Cell::Empty)
    });
    DecodeError::unless(top, "the last cell is below another mark")
}

fn check_revealed(position: &Position) -> Result<(), DecodeError> {
    let board = &position.board;
    for seat in SeatSet::first(position.config.seats()).iter() {
        for cell in (0..board.len()).filter(|&cell| position.revealed[seat.index()].contains(cell)) {
            let others = owner(board, cell).is_some_and(|owner| owner != seat);
            let reached = !position.config.variant().gravity || board.point(cell).row == 0;
            DecodeError::unless(others && reached, "a cell found taken is not")?;
        }
    }
    Ok(())
}

/// A line ends the game, or in misère play puts its owner out, at once. So only they have one, and
/// one mark has completed all the lines that a seat has.
fn check_ending(position: &Position, lines: &[Line]) -> Result<(), DecodeError> {
    let strike = position.config.strike();
    let misere = position.config.variant().misere;
    let reason = position.outcome.map(|outcome| outcome.reason);
    let last =
        position.last.and_then(|cell| Some((owner(&position.board, cell)?, position.board.point(cell))));

    let mut lined = SeatSet::EMPTY;
    for line in lines {
        let of_seat = || lines.iter().filter(|other| other.seat == line.seat);
        let at_once = essential(line, strike)
            .iter()
            .any(|point| of_seat().all(|other| essential(other, strike).contains(point)));
        DecodeError::unless(at_once, "no one mark completes all lines of a seat")?;
        lined.insert(line.seat);
    }
    let by_last = last.is_some_and(|(seat, point)| {
        let mut of_seat = lines.iter().filter(|line| line.seat == seat).peekable();
        of_seat.peek().is_some() && of_seat.all(|line| essential(line, strike).contains(&point))
    });

    let lines_fit = if misere {
        lined.without(position.playing) == lined && (reason != Some(Reason::LINE) || by_last)
    } else if reason == Some(Reason::LINE) {
        by_last
            && last.is_some_and(|(seat, _)| position.playing.contains(seat) && lined == SeatSet::only(seat))
    } else {
        lined.is_empty()
    };
    DecodeError::unless(lines_fit, "the lines do not fit the ending")?;

    let one_left = position.playing.len() == 1;
    let full = position.board.is_full();
    let somebody_left = position.playing.len() + lined.len() < usize::from(position.config.seats());
    let fits = match reason {
        Some(Reason::LINE) if misere => one_left,
        Some(Reason::LINE) => !one_left,
        Some(Reason::FULL_BOARD) => full && !one_left,
        Some(_) => one_left && !full && somebody_left,
        None => !one_left && !full,
    };
    DecodeError::unless(fits, "the position does not fit the ending")
}

/// The points without which no part of this line would be long enough.
fn essential(line: &Line, strike: u8) -> &[Point] {
    let strike = usize::from(strike);
    line.points.get(line.points.len().saturating_sub(strike)..strike).unwrap_or(&[])
}

fn owner(board: &Board, cell: usize) -> Option<Seat> {
    if cell >= board.len() {
        return None;
    }
    match board.at(cell) {
        Cell::Mark(seat) => Some(seat),
        Cell::Empty | Cell::Unknown => None,
    }
}

fn seat(index: u8, config: &Config) -> Result<Seat, DecodeError> {
    Seat::new(index)
        .filter(|seat| seat.get() < config.seats())
        .ok_or(DecodeError::Invalid { what: "there is no such seat" })
}
