//! The bytes of a clock, as they are stored with a game.
//!
//! Version 1: the number of seats, with bit 7 for a pause; then for each seat a byte of flags, a
//! byte that says which fields of its budget are not zero, those fields, and what the flags name.
//! Numbers are written in groups of seven bits, the lowest first; those that may be below zero with
//! their sign in bit 0. The control is not in it: it is stored with the game as text.

use super::budget::Budget;
use super::control::{Rule, TimeControl};
use super::duration::LONGEST_DURATION;
use super::game_clock::{Clock, Running, Side, most_given};
use super::limits::LONGEST_GAME;
use super::time_off::{TimeOff, Vacation};
use super::{DAY, Micros};
use crate::codec::{DecodeError, Reader, Writer};

const VERSION: u8 = 1;
const PAUSED: u8 = 1 << 7;

const RUNNING: u8 = 1 << 0;
const LEFT: u8 = 1 << 1;
const GIVEN: u8 = 1 << 2;
const VACATION: u8 = 1 << 3;

impl Clock {
    /// The clock in bytes, for [`Clock::decode`] with the same control.
    pub fn encode(&self) -> Vec<u8> {
        let seats = self.sides.len() as u8;
        let writer = Writer::new(VERSION).byte(seats | if self.paused { PAUSED } else { 0 });
        self.sides.iter().fold(writer, write_side).finish()
    }

    /// The clock that was encoded under this control. Bytes that no clock of it can have written are
    /// refused.
    pub fn decode(control: &TimeControl, bytes: &[u8]) -> Result<Clock, DecodeError> {
        let mut reader = Reader::new(bytes, VERSION)?;
        let head = reader.byte()?;
        let seats = head & !PAUSED;
        valid((2..=8).contains(&seats), "a clock has 2 to 8 seats")?;
        let sides = (0..seats)
            .map(|_| read_side(&mut reader, control))
            .collect::<Result<Vec<Side>, DecodeError>>()?;
        reader.end()?;
        if let Rule::Hourglass(rule) = control.rule() {
            let all: Micros = sides.iter().map(|side| side.budget.main - side.given).sum();
            valid(all <= rule.main * Micros::from(seats), "an hourglass never gets more sand")?;
        }
        Ok(Clock { control: control.clone(), paused: head & PAUSED != 0, sides })
    }
}

fn valid(holds: bool, what: &'static str) -> Result<(), DecodeError> {
    if holds { Ok(()) } else { Err(DecodeError::Invalid { what }) }
}

fn write_side(writer: Writer, side: &Side) -> Writer {
    let Budget { main, block, periods, turns, bank, stage } = side.budget;
    let fields = [main, block, periods.into(), turns.into(), bank, stage.into()];
    let vacation = side.vacation != Vacation::of(0);
    let flags = [
        (RUNNING, side.running.is_some()),
        (LEFT, side.left),
        (GIVEN, side.given != 0),
        (VACATION, vacation),
    ];
    let flags = flags.iter().filter(|(_, set)| *set).fold(0, |flags, (flag, _)| flags | flag);
    let present = fields.iter().zip(0..).fold(0, |bits, (&field, bit)| bits | u8::from(field != 0) << bit);

    let mut writer = writer.byte(flags).byte(present);
    for field in fields.into_iter().filter(|&field| field != 0) {
        writer = write_number(writer, field as u64);
    }
    if let Some(Running { since, spent }) = side.running {
        writer = write_signed(write_signed(writer, since), spent);
    }
    if side.given != 0 {
        writer = write_number(writer, side.given as u64);
    }
    if vacation {
        writer = write_number(writer, side.vacation.days.into()).byte(side.vacation.booked.len() as u8);
        for off in &side.vacation.booked {
            writer = write_number(write_signed(writer, off.from), off.until.abs_diff(off.from));
        }
    }
    writer
}

fn read_side(reader: &mut Reader<'_>, control: &TimeControl) -> Result<Side, DecodeError> {
    let flags = reader.byte()?;
    valid(flags & !(RUNNING | LEFT | GIVEN | VACATION) == 0, "a seat's flags are not known")?;
    valid(flags & RUNNING == 0 || flags & LEFT == 0, "no turn runs of a seat that has left")?;
    let present = reader.byte()?;
    valid(present < 1 << 6, "a budget has six fields")?;
    let mut fields = [0; 6];
    for (field, bit) in fields.iter_mut().zip(0..) {
        if present & 1 << bit != 0 {
            *field = read_span(reader, LONGEST_GAME)?;
            valid(*field != 0, "a field that is there is not zero")?;
        }
    }
    let [main, block, periods, turns, bank, stage] = fields;
    let small = |field: Micros| {
        u32::try_from(field).map_err(|_| DecodeError::Invalid { what: "a number of turns is too large" })
    };
    let budget =
        Budget { main, block, periods: small(periods)?, turns: small(turns)?, bank, stage: small(stage)? };
    let running = if flags & RUNNING != 0 {
        let (since, spent) = (read_signed(reader)?, read_signed(reader)?);
        valid((-LONGEST_GAME..=LONGEST_DURATION).contains(&spent), "a turn's time is out of range")?;
        Some(Running { since, spent })
    } else {
        None
    };
    let begin = control.arithmetic().map(|arithmetic| arithmetic.begin().main);
    let given = match begin {
        Some(begin) if flags & GIVEN != 0 => read_span(reader, most_given(begin))?,
        _ => 0,
    };
    let vacation = match control.rule() {
        Rule::Correspondence(rule) if flags & VACATION != 0 => read_vacation(reader, rule.vacation)?,
        _ => Vacation::of(0),
    };
    valid((flags & GIVEN != 0) == (given != 0), "this control gives no time")?;
    valid((flags & VACATION != 0) == (vacation != Vacation::of(0)), "this control has no vacation")?;
    let possible = match control.arithmetic() {
        None => budget == Budget::default(),
        Some(arithmetic) => {
            arithmetic.can_hold(&budget, given) && arithmetic.allowance(&budget) <= LONGEST_GAME
        }
    };
    valid(possible, "this control never leaves such time on a clock")?;
    Ok(Side { budget, running, given, left: flags & LEFT != 0, vacation })
}

fn read_vacation(reader: &mut Reader<'_>, all: u32) -> Result<Vacation, DecodeError> {
    let days = read_span(reader, all.into())?;
    let count = reader.byte()?;
    valid(usize::from(count) <= Vacation::MOST, "too many times off")?;
    let (mut booked, mut taken) = (Vec::<TimeOff>::new(), days);
    for _ in 0..count {
        let from = read_signed(reader)?;
        let length = read_span(reader, Micros::from(all) * DAY)?;
        let until = from.checked_add(length).ok_or(DecodeError::Invalid { what: "time off has no end" })?;
        valid(length > 0, "time off is empty")?;
        valid(booked.last().is_none_or(|last| last.until <= from), "times off are not in order")?;
        taken += (length + DAY - 1) / DAY;
        booked.push(TimeOff { from, until });
    }
    valid(taken <= all.into(), "more days off than the control has")?;
    Ok(Vacation { days: u32::try_from(days).unwrap_or(all), booked })
}

fn write_number(mut writer: Writer, mut number: u64) -> Writer {
    while number >= 1 << 7 {
        writer = writer.byte(number as u8 | 1 << 7);
        number >>= 7;
    }
    writer.byte(number as u8)
}

fn read_number(reader: &mut Reader<'_>) -> Result<u64, DecodeError> {
    const BAD: DecodeError = DecodeError::Invalid { what: "a number is not written as it should be" };
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = reader.byte()?;
        let group = u64::from(byte & !(1 << 7));
        let shifted = group << shift;
        if shifted >> shift != group || (group == 0 && byte == 0 && shift > 0) {
            return Err(BAD);
        }
        number |= shifted;
        if byte & 1 << 7 == 0 {
            return Ok(number);
        }
    }
    Err(BAD)
}

/// From 0 to `most`.
fn read_span(reader: &mut Reader<'_>, most: Micros) -> Result<Micros, DecodeError> {
    let number = Micros::try_from(read_number(reader)?).ok().filter(|&number| number <= most);
    number.ok_or(DecodeError::Invalid { what: "a number is out of range" })
}

fn write_signed(writer: Writer, number: Micros) -> Writer {
    write_number(writer, (number << 1 ^ number >> 63) as u64)
}

fn read_signed(reader: &mut Reader<'_>) -> Result<Micros, DecodeError> {
    let number = read_number(reader)?;
    Ok((number >> 1) as Micros ^ -((number & 1) as Micros))
}
