//! Columns that the engine is to take as one value.

use std::fmt;
use std::ops::{Deref, DerefMut};

use spacetimedb::SpacetimeType;
use spacetimedb::sats::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use spacetimedb::sats::ser::{Error as _, Serialize, Serializer};
use spacetimedb::sats::typespace::TypespaceBuilder;
use spacetimedb::sats::{AlgebraicType, bsatn};

/// A value that its table keeps as bytes, in BSATN.
///
/// Whenever a row is written the engine takes it apart, value by value, several times: a list of ten plies
/// costs as much as sixty columns. As bytes it costs as much as one. For private tables: whoever reads the bytes
/// has to know what they are.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Packed<T>(pub T);

impl<T> Deref for Packed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Packed<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Packed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> SpacetimeType for Packed<T> {
    fn make_type<S: TypespaceBuilder>(_: &mut S) -> AlgebraicType {
        AlgebraicType::bytes()
    }
}

impl<T: Serialize> Serialize for Packed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = bsatn::to_vec(&self.0).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Packed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = Vec::<u8>::deserialize(deserializer)?;
        bsatn::from_slice(&bytes).map(Self).map_err(D::Error::custom)
    }
}
