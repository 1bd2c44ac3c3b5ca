//! What players and the front say to each other. Fixed fields, the low byte first: PostgreSQL shall not be
//! slower for the sake of JSON.

use anyhow::{Result, bail};
use bytes::{Buf, BufMut, Bytes, BytesMut};

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Request {
    /// A game against somebody, in which the caller moves first.
    Begin {
        opponent: i64,
        /// How long each turn may take.
        seconds: f64,
    },
    /// A mark in a cell, 0 to 8.
    Move { game: i64, ply: u8, cell: u8 },
}

/// What a player is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A game as it is now, to both players.
    State(State),
    /// Why a request was refused, as a code, to whoever made it.
    Refusal(String),
}

/// A game as players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub game: i64,
    /// How many moves were made.
    pub ply: u8,
    /// The cells of X and of O, a bit each.
    pub marks: [u16; 2],
    /// As `bench/peers/postgres.sql` numbers them: 0 while the game runs, 3 for a draw.
    pub result: u8,
    /// When the turn ends, in microseconds since 1970; 0 once the game is over.
    pub deadline: i64,
}

/// The result of a drawn game.
pub const DRAWN: u8 = 3;

const BEGIN: u8 = 0;
const MOVE: u8 = 1;

const STATE: u8 = 0;
const REFUSAL: u8 = 1;

impl Request {
    /// As it is sent.
    pub fn encode(&self) -> Bytes {
        let mut bytes = BytesMut::with_capacity(17);
        match *self {
            Self::Begin { opponent, seconds } => {
                bytes.put_u8(BEGIN);
                bytes.put_i64_le(opponent);
                bytes.put_f64_le(seconds);
            }
            Self::Move { game, ply, cell } => {
                bytes.put_u8(MOVE);
                bytes.put_i64_le(game);
                bytes.put_u8(ply);
                bytes.put_u8(cell);
            }
        }
        bytes.freeze()
    }

    /// Reads what [`Request::encode`] writes. Anybody may have sent something else.
    pub fn decode(mut bytes: &[u8]) -> Result<Self> {
        let request = match bytes.try_get_u8()? {
            BEGIN => Self::Begin { opponent: bytes.try_get_i64_le()?, seconds: bytes.try_get_f64_le()? },
            MOVE => Self::Move {
                game: bytes.try_get_i64_le()?,
                ply: bytes.try_get_u8()?,
                cell: bytes.try_get_u8()?,
            },
            other => bail!("there is no request {other}"),
        };
        if bytes.has_remaining() {
            bail!("a request has {} bytes too many", bytes.remaining());
        }
        Ok(request)
    }
}

impl Notice {
    /// As it is sent.
    pub fn encode(&self) -> Bytes {
        let mut bytes = BytesMut::with_capacity(23);
        match self {
            Self::State(State { game, ply, marks: [x, o], result, deadline }) => {
                bytes.put_u8(STATE);
                bytes.put_i64_le(*game);
                bytes.put_u8(*ply);
                bytes.put_u16_le(*x);
                bytes.put_u16_le(*o);
                bytes.put_u8(*result);
                bytes.put_i64_le(*deadline);
            }
            Self::Refusal(code) => {
                bytes.put_u8(REFUSAL);
                bytes.put_slice(code.as_bytes());
            }
        }
        bytes.freeze()
    }

    /// Reads what [`Notice::encode`] writes.
    pub fn decode(mut bytes: &[u8]) -> Result<Self> {
        match bytes.try_get_u8()? {
            STATE => Ok(Self::State(State {
                game: bytes.try_get_i64_le()?,
                ply: bytes.try_get_u8()?,
                marks: [bytes.try_get_u16_le()?, bytes.try_get_u16_le()?],
                result: bytes.try_get_u8()?,
                deadline: bytes.try_get_i64_le()?,
            })),
            REFUSAL => Ok(Self::Refusal(std::str::from_utf8(bytes)?.to_owned())),
            other => bail!("there is no notice {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_read() {
        let requests =
            [Request::Begin { opponent: 7, seconds: 0.25 }, Request::Move { game: -1, ply: 8, cell: 255 }];
        for request in requests {
            assert_eq!(Request::decode(&request.encode()).unwrap(), request);
        }
        let state = State {
            game: 1 << 40,
            ply: 9,
            marks: [0o777, 1],
            result: DRAWN,
            deadline: 1_700_000_000_000_000,
        };
        for notice in [Notice::State(state), Notice::Refusal("not_your_turn".to_owned())] {
            assert_eq!(Notice::decode(&notice.encode()).unwrap(), notice);
        }
    }

    #[test]
    fn nothing_else_is_read_as_a_request() {
        let whole = Request::Move { game: 1, ply: 2, cell: 3 }.encode();
        for length in 0..whole.len() {
            assert!(Request::decode(&whole[..length]).is_err(), "{length}");
        }
        assert!(Request::decode(&[&whole[..], &[0]].concat()).is_err());
        assert!(Request::decode(&[9; 17]).is_err());
    }
}
