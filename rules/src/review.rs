//! Looking through a finished game, and trying what else could have been played.

use crate::any_game::AnyGame;
use crate::record::{Entry, Record, RecordFault, play};
use crate::seat::Seat;

/// A finished game that is looked through: one position is shown, and there is a way on and a way back.
///
/// Another move may be tried at any position. It opens a branch beside the game: a tree of positions whose
/// trunk, the main line, is the game as it was played. Trying the same again follows the branch that
/// is there, and trying the game's own next move follows the game. The record stays as it is.
///
/// Nothing is hidden here: the game is over. The position is [laid open](AnyGame::laid_open) for whoever
/// looks.
///
/// ```
/// use zeitnot_rules::Review;
/// use zeitnot_rules::record::Record;
///
/// # let text = include_str!("../../docs/records.md");
/// # let text = text.split("```\n").nth(1).unwrap();
/// let record: Record = text.parse()?;
/// let mut review = Review::of(record);
/// review.go_to(1);
/// let seat = review.position().to_move().sole().unwrap();
/// let corner = review.position().parse_action("c3")?;
/// review.play(seat, corner)?;
/// assert!(!review.is_on_main_line());
/// assert_eq!((review.ply(), review.notation()), (2, Some("c3")));
///
/// review.back_to_main_line();
/// assert_eq!(review.ways_on().collect::<Vec<_>>(), ["a1", "c3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    record: Record,
    /// The positions of the main line by their ply, and then those of the branches as they came.
    nodes: Vec<Node>,
    /// The one that is shown.
    at: usize,
}

/// A position of the tree.
#[derive(Clone, Debug)]
struct Node {
    position: AnyGame,
    ply: usize,
    /// How it came from the position before; `None` for the first.
    step: Option<Step>,
    /// What follows, the main line first.
    next: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Step {
    from: usize,
    entry: Entry,
    notation: String,
}

/// A step of the line that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineStep<'a> {
    /// What happened. What was only tried took no time.
    pub entry: &'a Entry,
    /// How that is written.
    pub notation: &'a str,
    /// Whether it happened in the game.
    pub is_played: bool,
}

impl Review {
    /// A look at the start of this game.
    pub fn of(record: Record) -> Review {
        let length = record.entries().len();
        let nodes = (0..=length).filter_map(|ply| {
            let before = ply.checked_sub(1);
            let step = before.and_then(|from| {
                let entry = record.entries().get(from)?.clone();
                Some(Step { from, entry, notation: record.notation(ply)?.to_owned() })
            });
            let next = Vec::from_iter((ply < length).then_some(ply + 1));
            Some(Node { position: record.position(ply)?.clone(), ply, step, next })
        });
        Review { nodes: nodes.collect(), record, at: 0 }
    }

    /// The game as it was played.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The game as it was played; what has been tried is given up.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// The position that is shown.
    pub fn position(&self) -> &AnyGame {
        match self.nodes.get(self.at) {
            Some(node) => &node.position,
            None => self.record.final_position(),
        }
    }

    /// How many entries lead to it, on the way that was taken.
    pub fn ply(&self) -> usize {
        self.nodes.get(self.at).map_or(0, |node| node.ply)
    }

    /// Whether it is a position of the game as it was played.
    pub fn is_on_main_line(&self) -> bool {
        self.at <= self.length()
    }

    /// The last ply of the game as it was played.
    pub fn length(&self) -> usize {
        self.record.entries().len()
    }

    /// What has led to this position; `None` at the start.
    pub fn entry(&self) -> Option<&Entry> {
        self.step().map(|step| &step.entry)
    }

    /// How that is written; `None` at the start.
    pub fn notation(&self) -> Option<&str> {
        self.step().map(|step| step.notation.as_str())
    }

    /// How all is written that has led to this position, from the start on.
    pub fn path(&self) -> Vec<&str> {
        let steps = self.line().into_iter().take(self.ply());
        steps.map(|step| step.notation).collect()
    }

    /// All of the line that is shown: what has led to this position, [`ply`](Review::ply) of them, and
    /// what [`forward`](Review::forward) goes through from here.
    pub fn line(&self) -> Vec<LineStep<'_>> {
        let mut nodes = Vec::with_capacity(self.length());
        let mut at = self.at;
        while let Some(step) = self.nodes.get(at).and_then(|node| node.step.as_ref()) {
            nodes.push(at);
            at = step.from;
        }
        nodes.reverse();
        let mut at = self.at;
        while let Some(&next) = self.nodes.get(at).and_then(|node| node.next.first()) {
            nodes.push(next);
            at = next;
        }
        let shown = nodes.into_iter().filter_map(|at| {
            let step = self.nodes.get(at)?.step.as_ref()?;
            let Step { entry, notation, .. } = step;
            Some(LineStep { entry, notation, is_played: at <= self.length() })
        });
        shown.collect()
    }

    /// What follows this position, as it is written: what was played first, then what has been tried.
    pub fn ways_on(&self) -> impl Iterator<Item = &str> {
        let next = self.nodes.get(self.at).map_or(&[][..], |node| &node.next);
        next.iter().filter_map(|&next| self.nodes.get(next)?.step.as_ref().map(|step| step.notation.as_str()))
    }

    /// Shows this ply of the game as it was played. `false`, and nothing changes, if there is none.
    pub fn go_to(&mut self, ply: usize) -> bool {
        let exists = ply <= self.length();
        if exists {
            self.at = ply;
        }
        exists
    }

    /// Shows what followed: on the main line what was played, on a branch what was tried first.
    /// `false` at the end.
    pub fn forward(&mut self) -> bool {
        let next = self.nodes.get(self.at).and_then(|node| node.next.first().copied());
        self.step_to(next)
    }

    /// Shows the position before. `false` at the start.
    pub fn back(&mut self) -> bool {
        let from = self.step().map(|step| step.from);
        self.step_to(from)
    }

    /// Shows the start.
    pub fn first(&mut self) {
        self.at = 0;
    }

    /// Shows the end of the line that is shown.
    pub fn last(&mut self) {
        while self.forward() {}
    }

    /// Shows the position at which the branch left the game.
    pub fn back_to_main_line(&mut self) {
        while !self.is_on_main_line() && self.back() {}
    }

    /// Tries an action of `seat` at this position, and shows what comes of it. Refused if the rules
    /// refuse it.
    pub fn play(&mut self, seat: Seat, action: Vec<u8>) -> Result<(), RecordFault> {
        let found = self.nodes.get(self.at).and_then(|node| {
            node.next.iter().copied().find(|&next| {
                let step = self.nodes.get(next).and_then(|node| node.step.as_ref());
                step.is_some_and(|step| is_move(&step.entry, seat, &action))
            })
        });
        if self.step_to(found) {
            return Ok(());
        }
        let entry = Entry::Move { seat, action, used: 0 };
        let (position, notation) = play(self.position(), &entry)?;
        let step = Some(Step { from: self.at, entry, notation });
        let tried = self.nodes.len();
        let ply = self.ply() + 1;
        if let Some(node) = self.nodes.get_mut(self.at) {
            node.next.push(tried);
        }
        self.nodes.push(Node { position, ply, step, next: Vec::new() });
        self.at = tried;
        Ok(())
    }

    fn step(&self) -> Option<&Step> {
        self.nodes.get(self.at).and_then(|node| node.step.as_ref())
    }

    fn step_to(&mut self, node: Option<usize>) -> bool {
        if let Some(node) = node {
            self.at = node;
        }
        node.is_some()
    }
}

/// Whether it is this action, whatever time it took.
fn is_move(entry: &Entry, by: Seat, played: &[u8]) -> bool {
    matches!(entry, Entry::Move { seat, action, .. } if *seat == by && action == played)
}
