//! A game that is looked through, with what else could have been played.

use zeitnot_rules::mnk::{Action, Sight};
use zeitnot_rules::record::{Entry, Record, RecordError};
use zeitnot_rules::{Review, SeatSet};

use super::board::{BoardView, Extras};
use super::mark::Mark;
use super::steps::{StepView, out_text};
use super::table::Step;
use super::texts::Texts;
use super::times::time_title;
use super::wording::game_title;

/// How long a position is shown while a game plays by itself, in seconds.
const BEAT: f64 = 0.8;

/// A game that is looked through, with what else could have been played.
#[derive(Clone, Debug)]
pub struct ReviewPage {
    review: Review,
    beat: Option<f64>,
}

impl ReviewPage {
    /// Looks at the end of this game.
    pub fn of(record: Record) -> ReviewPage {
        let mut review = Review::of(record);
        review.last();
        ReviewPage { review, beat: None }
    }

    /// Looks at the beginning of the game that this text is the record of.
    pub fn read(text: &str) -> Result<ReviewPage, RecordError> {
        Ok(ReviewPage { review: Review::of(text.parse()?), beat: None })
    }

    /// The record as text.
    pub fn record(&self) -> String {
        self.review.record().to_string()
    }

    /// Who played, and what.
    pub fn title(&self, texts: &Texts) -> String {
        let header = self.review.record().header();
        let players = header.players.join(" – ");
        let game = game_title(&header.rules, texts);
        format!("{players} · {game} · {}", time_title(&header.time.to_string(), texts))
    }

    /// How it ended, in the record's own words; empty if it has not.
    pub fn result(&self, texts: &Texts) -> String {
        let header = self.review.record().header();
        match header.winners {
            _ if header.ending.is_empty() => String::new(),
            None => texts.get("ending-void"),
            Some(SeatSet::EMPTY) => texts.get("result-draw"),
            Some(winners) => {
                let names = winners.iter().filter_map(|seat| header.players.get(seat.index()));
                let names: Vec<&str> = names.map(String::as_str).collect();
                texts.with("result-won", &[("who", names.join(", ").into())])
            }
        }
    }

    /// What is to be seen of the board; `None` if the game is of a kind that has none here.
    pub fn board(&self) -> Option<BoardView> {
        let position = self.review.position();
        let sight = Sight::decode(&position.laid_open()).ok()?;
        let chooser = if position.outcome().is_none() { position.to_move().sole() } else { None };
        Some(BoardView::of(&sight, &Extras { chooser, ..Extras::default() }))
    }

    /// Tries a move, or follows the one that is there. What the rules refuse changes nothing.
    pub fn pick(&mut self, action: Action) {
        self.beat = None;
        if let Some(seat) = self.review.position().to_move().sole() {
            // Only what can be played is offered.
            let _refused = self.review.play(seat, action.encode());
        }
    }

    /// Looks at another position of the line that is shown.
    pub fn step(&mut self, step: Step) {
        self.beat = None;
        let last = self.review.line().len();
        self.go(step.from(self.review.ply(), last));
    }

    /// Looks at the position after so many plies of the line that is shown.
    pub fn look_at(&mut self, ply: usize) {
        self.beat = None;
        self.go(ply);
    }

    fn go(&mut self, ply: usize) {
        while self.review.ply() > ply && self.review.back() {}
        while self.review.ply() < ply && self.review.forward() {}
    }

    /// Follows one of the ways on from here: what was played first, then what was tried.
    pub fn follow(&mut self, way: &str) {
        if let (Some(seat), Ok(action)) =
            (self.review.position().to_move().sole(), self.review.position().parse_action(way))
        {
            let _refused = self.review.play(seat, action);
        }
    }

    /// Goes back to where a branch left the game.
    pub fn back_to_main_line(&mut self) {
        self.beat = None;
        self.review.back_to_main_line();
    }

    /// Whether the position is one of the game as it was played.
    pub fn is_on_main_line(&self) -> bool {
        self.review.is_on_main_line()
    }

    /// The ply that is looked at, and the last one of the line that is shown.
    pub fn viewing(&self) -> (usize, usize) {
        (self.review.ply(), self.review.line().len())
    }

    /// What follows from here, if there is more than one way.
    pub fn ways_on(&self) -> Vec<String> {
        let ways: Vec<String> = self.review.ways_on().map(str::to_owned).collect();
        if ways.len() > 1 { ways } else { Vec::new() }
    }

    /// The steps of the line that is shown, and whether each was played in the game.
    pub fn steps(&self, texts: &Texts) -> Vec<(StepView, bool)> {
        let line = self.review.line();
        let steps = (1..).zip(&line).map(|(number, step)| {
            let (text, used) = match step.entry {
                Entry::Move { used, .. } => (step.notation.to_owned(), *used),
                Entry::Pass { used, .. } => (texts.get("step-pass"), *used),
                Entry::Out { reason, .. } => (out_text(reason, texts), 0),
            };
            let seconds = used / 1_000_000;
            let used = if step.is_played && !matches!(step.entry, Entry::Out { .. }) {
                format!("{}:{:02}", seconds / 60, seconds % 60)
            } else {
                String::new()
            };
            (StepView { number, mark: Mark::of(step.entry.seat()), text, used }, step.is_played)
        });
        steps.collect()
    }

    /// Lets the game play by itself from here, or stops it. `now` is in seconds.
    pub fn toggle_playing(&mut self, now: f64) {
        if self.beat.take().is_some() {
            return;
        }
        if self.review.ply() == self.review.line().len() {
            self.go(0);
        }
        self.beat = Some(now + BEAT);
    }

    /// Whether the game plays by itself.
    pub fn is_playing(&self) -> bool {
        self.beat.is_some()
    }

    /// Goes on where it is time to. Says in how many seconds it is time again.
    pub fn tick(&mut self, now: f64) -> Option<f64> {
        let due = self.beat?;
        if now >= due {
            self.beat = self.review.forward().then_some(now + BEAT);
        }
        self.next_beat(now)
    }

    /// In how many seconds it is time to go on; `None` if it does not play by itself.
    pub fn next_beat(&self, now: f64) -> Option<f64> {
        self.beat.map(|due| (due - now).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> ReviewPage {
        let text = include_str!("../../../docs/records.md").split("```\n").nth(1).expect("an example");
        ReviewPage::read(text).expect("a record")
    }

    fn shown(page: &ReviewPage) -> Vec<String> {
        page.steps(&Texts::of("en")).iter().map(|(step, _)| step.text.clone()).collect()
    }

    #[test]
    fn other_moves_are_tried_beside_the_game() {
        let mut page = page();
        page.look_at(1);
        let played = shown(&page);
        page.pick("c3".parse().expect("a cell"));
        assert!(!page.is_on_main_line());
        assert_eq!(shown(&page)[1], "c3");
        page.back_to_main_line();
        assert_eq!(page.viewing().0, 1);
        assert_eq!(page.ways_on(), ["a1", "c3"]);
        assert_eq!(shown(&page), played);
        page.follow("c3");
        assert!(!page.is_on_main_line());
    }

    #[test]
    fn a_game_plays_by_itself_to_its_end() {
        let mut page = page();
        let last = page.viewing().1;
        page.toggle_playing(0.0);
        let mut now = 0.0;
        while let Some(wait) = page.tick(now) {
            now += wait;
        }
        assert_eq!(page.viewing(), (last, last));
        assert!(!page.is_playing());
    }
}
