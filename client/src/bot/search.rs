//! Looking ahead, for two players who see everything: negamax with alpha-beta pruning.

use zeitnot_rules::{Seat, SeatSet};

use super::field::Field;
use super::instinct::appeal;

/// A won game, less one for each turn until then: the sooner the better.
const WON: i64 = 1 << 50;

/// Scores beyond this are won or lost for certain.
const CERTAIN: i64 = WON - 1000;

/// From this many cells on, only cells near marks are considered.
const LARGE: usize = 50;

/// What is best for a player who is to move.
#[derive(Debug, Default)]
pub(super) struct Best {
    /// The best cells, all equally good.
    pub(super) cells: Vec<usize>,
    /// What they are worth to the player; 0 is even.
    pub(super) score: i64,
}

/// The best cells for `seats[0]`, who is to move: found by looking at most `depth` turns ahead and trying
/// about `budget` moves; one turn ahead it always looks.
pub(super) fn best(field: &Field, seats: [Seat; 2], depth: u32, budget: u64) -> Best {
    let mut search = Search { field: field.clone(), budget, playing: seats.into_iter().collect() };
    let mut ordered = search.candidates(seats[0]);
    let mut best = Best::default();
    for depth in 1..=depth.min(field.cells() as u32) {
        let Some(mut scores) = search.scores(&ordered, seats, depth) else { break };
        let Some(top) = scores.iter().map(|(_, score)| *score).max() else { break };
        let cells = scores.iter().filter(|(_, score)| *score == top).map(|(cell, _)| *cell).collect();
        best = Best { cells, score: top };
        // The last round's best first: it prunes most.
        scores.sort_by_key(|(_, score)| -score);
        ordered = scores.into_iter().map(|(cell, _)| cell).collect();
        if top.abs() > CERTAIN {
            break;
        }
    }
    best
}

struct Search {
    field: Field,
    budget: u64,
    playing: SeatSet,
}

impl Search {
    /// The score of each cell; exact for the best ones, others are at most what they are given. `None`
    /// when the budget is spent, which cannot be at depth 1.
    fn scores(&mut self, cells: &[usize], seats: [Seat; 2], depth: u32) -> Option<Vec<(usize, i64)>> {
        let mut best = -WON;
        let mut scores = Vec::with_capacity(cells.len());
        for &cell in cells {
            // One below the best, so that what is as good is told from what is worse.
            let score = self.score(cell, seats, depth, 1, best - 1, WON)?;
            best = best.max(score);
            scores.push((cell, score));
        }
        Some(scores)
    }

    /// What it is worth to `seats[0]` to mark this cell.
    fn score(
        &mut self,
        cell: usize,
        seats: [Seat; 2],
        depth: u32,
        turn: i64,
        alpha: i64,
        beta: i64,
    ) -> Option<i64> {
        if self.field.completes(cell, seats[0]) {
            let won = WON - turn;
            return Some(if self.field.variant().misere { -won } else { won });
        }
        self.field.put(cell, seats[0]);
        let score = self.value([seats[1], seats[0]], depth - 1, turn + 1, -beta, -alpha);
        self.field.take(cell);
        score.map(|score| -score)
    }

    /// What the position is worth to `seats[0]`, who is to move.
    fn value(&mut self, seats: [Seat; 2], depth: u32, turn: i64, mut alpha: i64, beta: i64) -> Option<i64> {
        if self.field.is_full() {
            return Some(0);
        }
        if depth == 0 {
            return Some(self.estimate(seats));
        }
        let cells = if depth == 1 { self.cells_to_consider() } else { self.candidates(seats[0]) };
        self.budget = self.budget.checked_sub(cells.len() as u64)?;
        let mut best = -WON;
        for cell in cells {
            best = best.max(self.score(cell, seats, depth, turn, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The cells worth looking at, the most promising first.
    fn candidates(&mut self, seat: Seat) -> Vec<usize> {
        let mut cells = self.cells_to_consider();
        let playing = self.playing;
        cells.sort_by_cached_key(|&cell| -appeal(&mut self.field, cell, seat, playing));
        cells
    }

    fn cells_to_consider(&self) -> Vec<usize> {
        let mut cells = self.field.open_cells();
        if self.field.cells() >= LARGE && !self.field.variant().gravity && !self.field.is_untouched() {
            cells.retain(|&cell| self.field.is_near_a_mark(cell));
        }
        cells
    }

    /// Who stands better on the lines that are still open.
    fn estimate(&self, [own, other]: [Seat; 2]) -> i64 {
        let balance = self.field.standing(own) - self.field.standing(other);
        if self.field.variant().misere { -balance } else { balance }
    }
}
