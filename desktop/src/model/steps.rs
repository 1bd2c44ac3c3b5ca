//! What has happened in a game, a line each.

use zeitnot_client::session::{GameView, MoveKind};
use zeitnot_client::time::Countdown;
use zeitnot_rules::mnk::Action;

use super::mark::Mark;
use super::texts::Texts;

/// Something that has happened, as it is to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepView {
    /// From 1; choosing the step shows the position after it.
    pub number: usize,
    /// Who did it.
    pub mark: Mark,
    /// `c4`, or what else has happened.
    pub text: String,
    /// How long it took; empty for what takes no time.
    pub used: String,
}

impl StepView {
    /// What is said of it to somebody who does not see it: `12. c4, X, 0:07`.
    pub fn label(&self, texts: &Texts) -> String {
        let used = if self.used.is_empty() { String::new() } else { format!(", {}", self.used) };
        format!("{}. {}, {}{used}", self.number, self.text, texts.get(self.mark.text()))
    }
}

/// What has happened in a game, in its order.
pub fn steps_of(game: &GameView, texts: &Texts) -> Vec<StepView> {
    let steps = (1..).zip(&game.moves).map(|(number, ply)| {
        let text = match &ply.kind {
            MoveKind::Action(action) => match Action::decode(action) {
                Ok(action) => action.to_string(),
                Err(_) => texts.get("step-unreadable"),
            },
            MoveKind::Unseen => texts.get("step-unseen"),
            MoveKind::Pass => texts.get("step-pass"),
            MoveKind::Out(reason) => out_text(reason, texts),
        };
        let used = match ply.kind {
            MoveKind::Out(_) => String::new(),
            _ => Countdown::of(ply.used).to_string(),
        };
        StepView { number, mark: Mark::of(ply.seat), text, used }
    });
    steps.collect()
}

/// That somebody left the game, by the code of the reason.
pub(super) fn out_text(reason: &str, texts: &Texts) -> String {
    let name = format!("step-out-{reason}");
    if texts.has(&name) { texts.get(&name) } else { texts.get("step-out") }
}
