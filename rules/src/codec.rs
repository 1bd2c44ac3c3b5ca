//! Bytes: what is stored and what travels.
//!
//! Every encoding begins with a version byte, so that a later layout can still read what an earlier
//! one has written. Decoding is a checked door: it takes bytes from outside, never panics, and
//! refuses whatever could not have been written by the encoder.

use crate::config_error::ConfigError;
use thiserror::Error;

/// Why bytes were refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DecodeError {
    /// Written by a layout that this build does not know.
    #[error("version {found} of this encoding is not known")]
    Version {
        /// The version byte.
        found: u8,
    },
    /// The bytes end too early.
    #[error("the bytes end too early")]
    Truncated,
    /// Something follows after the end.
    #[error("{extra} bytes follow after the end")]
    TrailingBytes {
        /// How many.
        extra: usize,
    },
    /// A field holds what cannot be.
    #[error("{what}")]
    Invalid {
        /// A sentence that names the field.
        what: &'static str,
    },
    /// A state cannot be read because its rules are not known.
    #[error("the rules of this state are not known: {0}")]
    Rules(#[from] ConfigError),
}

impl DecodeError {
    /// The stable code of all of them: `bad_bytes`.
    pub const fn code(&self) -> &'static str {
        "bad_bytes"
    }

    /// Err with this sentence unless `holds`.
    pub(crate) fn unless(holds: bool, what: &'static str) -> Result<(), DecodeError> {
        if holds { Ok(()) } else { Err(DecodeError::Invalid { what }) }
    }
}

/// Reads an encoding from front to back.
///
/// ```
/// use zeitnot_rules::codec::{Reader, Writer};
///
/// let bytes = Writer::new(1).byte(7).bytes(&[8, 9]).finish();
/// let mut reader = Reader::new(&bytes, 1)?;
/// assert_eq!(reader.byte()?, 7);
/// assert_eq!(reader.bytes(2)?, [8, 9]);
/// reader.end()?;
/// # Ok::<(), zeitnot_rules::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Begins to read what [`Writer::new`] began with the same version.
    pub fn new(bytes: &'a [u8], version: u8) -> Result<Reader<'a>, DecodeError> {
        Reader::of_versions(bytes, &[version]).map(|(_, reader)| reader)
    }

    /// Begins to read what was written with any of these versions, and says which.
    pub fn of_versions(bytes: &'a [u8], versions: &[u8]) -> Result<(u8, Reader<'a>), DecodeError> {
        let (&found, rest) = bytes.split_first().ok_or(DecodeError::Truncated)?;
        if versions.contains(&found) {
            Ok((found, Reader { rest }))
        } else {
            Err(DecodeError::Version { found })
        }
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        let (&byte, rest) = self.rest.split_first().ok_or(DecodeError::Truncated)?;
        self.rest = rest;
        Ok(byte)
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(DecodeError::Truncated)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Refuses anything left over.
    pub fn end(self) -> Result<(), DecodeError> {
        match self.rest.len() {
            0 => Ok(()),
            extra => Err(DecodeError::TrailingBytes { extra }),
        }
    }
}

/// Writes an encoding from front to back.
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Begins an encoding with its version byte.
    pub fn new(version: u8) -> Writer {
        let mut bytes = Vec::with_capacity(64);
        bytes.push(version);
        Writer { bytes }
    }

    /// Appends one byte.
    pub fn byte(mut self, byte: u8) -> Writer {
        self.bytes.push(byte);
        self
    }

    /// Appends bytes.
    pub fn bytes(mut self, bytes: &[u8]) -> Writer {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// The whole encoding.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
