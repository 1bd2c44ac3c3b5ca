//! A set of cells.

use super::board::MAX_CELLS;

const WORDS: usize = MAX_CELLS.div_ceil(64);

/// A set of cells of a board, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub(super) struct CellSet([u64; WORDS]);

impl CellSet {
    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] & (1 << (cell % 64)) != 0
    }

    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Eight cells a byte, the first in the lowest bit.
    pub(super) fn to_bytes(self, cells: usize) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_le_bytes()).take(cells.div_ceil(8)).collect()
    }

    /// The reverse; `None` if it has members beyond the last cell.
    pub(super) fn from_bytes(bytes: &[u8], cells: usize) -> Option<CellSet> {
        let mut set = CellSet::default();
        for (index, &byte) in bytes.iter().enumerate() {
            for bit in (0..8).filter(|bit| byte & 1 << bit != 0) {
                let cell = index * 8 + bit;
                if cell >= cells {
                    return None;
                }
                set.insert(cell);
            }
        }
        Some(set)
    }
}
