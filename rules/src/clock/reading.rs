//! What a clock says of one seat.

use super::Micros;

/// What a clock says of one seat, at the start of its turn or at a given moment. What the control
/// does not have is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The time on the face, in microseconds and never negative: the main time; once that is gone,
    /// what is left of the current byo-yomi period or Canadian block; the turn's limit where every
    /// turn has one of its own. Zero without a time limit.
    pub main_us: Micros,
    /// Whether the main time is gone and `main_us` is that of a period or a block.
    pub overtime: bool,
    /// Byo-yomi periods that are left, the current one included.
    pub periods_left: Option<u32>,
    /// Turns still to play in the Canadian block or in the stage, the running one included. Before
    /// the first Canadian block, the turns that it will have.
    pub turns_left_in_block: Option<u32>,
    /// What is left of the bank, in microseconds.
    pub bank_us: Option<Micros>,
    /// When the running turn runs out; `None` if none runs, if the clock is paused or without limit.
    pub deadline: Option<Micros>,
}
