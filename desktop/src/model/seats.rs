//! What is to be seen of the players of a game and of their clocks.

use std::time::Duration;

use zeitnot_client::session::{GameView, Player, Status};
use zeitnot_client::time::ServerTime;
use zeitnot_rules::Seat;
use zeitnot_rules::clock::TimeControl;

use super::mark::Mark;
use super::texts::Texts;
use super::times::{beside_text, left_text};
use super::wording::player_name;

/// A seat as it is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// The shape of its marks.
    pub mark: Mark,
    /// Who has it.
    pub name: String,
    /// It is the reader's own.
    pub you: bool,
    /// `1500`, `1500?`, and the change once a rated game is over: `1500 +8`.
    pub rating: String,
    /// It is this seat's turn.
    pub to_move: bool,
    /// It has won.
    pub winner: bool,
    /// It does not play any more.
    pub out: bool,
    /// What its clock shows, in a game that has clocks.
    pub clock: Option<ClockView>,
    /// What is to be known besides: a program, away, off.
    pub notes: Vec<String>,
}

/// A clock as it is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockView {
    /// The time that is left.
    pub text: String,
    /// Periods, turns, the bank; empty if there is nothing.
    pub beside: String,
    /// It runs.
    pub runs: bool,
    /// Little is left.
    pub low: bool,
}

impl SeatView {
    /// The seats of a game in their order. `you` is the seat of whoever reads it, if they play themselves.
    pub fn all(game: &GameView, you: Option<Seat>, now: Option<ServerTime>, texts: &Texts) -> Vec<SeatView> {
        let control = game.time.parse::<TimeControl>().ok();
        // Until something is heard of the server's time, the clocks are shown as the turn found them.
        let faces = game.faces(now.unwrap_or(game.turn_started));
        let seats = (0..).map_while(Seat::new).zip(&game.players);
        let view = |(seat, player): (Seat, &Player)| {
            let to_move = game.status == Status::Live && game.to_move.contains(&seat);
            let face = faces.get(seat.index()).copied().flatten().filter(|_| game.status != Status::Waiting);
            let is_off = now.is_some_and(|now| game.off_until(seat, now).is_some());
            let runs = to_move && !game.is_paused() && !is_off && game.deadline.is_some();
            let clock = face.map(|face| ClockView {
                text: left_text(face.left, texts),
                beside: beside_text(&face, texts),
                runs,
                low: game.status == Status::Live
                    && !player.out
                    && control.as_ref().is_some_and(|control| face.is_low(control)),
            });
            SeatView {
                seat,
                mark: Mark::of(seat),
                name: player_name(game, seat, texts),
                you: Some(seat) == you,
                rating: rating_text(player),
                to_move,
                winner: game.status == Status::Over && game.winners.contains(&seat),
                out: player.out,
                clock,
                notes: notes(game, seat, player, you, now, texts),
            }
        };
        seats.map(view).collect()
    }

    /// What is said of the seat to somebody who does not see it.
    pub fn label(&self, texts: &Texts) -> String {
        let mut parts = vec![texts.get(self.mark.text()), self.name.clone()];
        if self.you {
            parts.push(texts.get("player-you"));
        }
        if !self.rating.is_empty() {
            parts.push(self.rating.clone());
        }
        if self.to_move {
            parts.push(texts.get("player-to-move"));
        }
        if self.winner {
            parts.push(texts.get("player-winner"));
        }
        if let Some(clock) = &self.clock {
            parts.push(clock.text.clone());
            if !clock.beside.is_empty() {
                parts.push(clock.beside.clone());
            }
            if clock.low {
                parts.push(texts.get("clock-low"));
            }
        }
        parts.extend(self.notes.iter().cloned());
        parts.join(", ")
    }
}

/// How long all that is said of players and clocks stays true; `None` if it changes with the game only.
pub(super) fn next_change(game: &GameView, now: ServerTime) -> Option<Duration> {
    let claims = game.players.iter().filter(|player| is_away(game, player)).filter_map(|player| {
        let left = player.claim_from?.since(now);
        let part = Duration::from_nanos(u64::from(left.subsec_nanos()));
        (!left.is_zero()).then(|| if part.is_zero() { Duration::from_secs(1) } else { part })
    });
    game.next_change(now).into_iter().chain(claims).min()
}

fn rating_text(player: &Player) -> String {
    let Some(rating) = player.rating else { return String::new() };
    let doubt = if player.provisional { "?" } else { "" };
    let change = player.rating_change.map(|change| format!(" {change:+}")).unwrap_or_default();
    format!("{rating}{doubt}{change}")
}

pub(super) fn is_away(game: &GameView, player: &Player) -> bool {
    game.status == Status::Live && player.identity.is_some() && !player.online && !player.out
}

fn notes(
    game: &GameView,
    seat: Seat,
    player: &Player,
    you: Option<Seat>,
    now: Option<ServerTime>,
    texts: &Texts,
) -> Vec<String> {
    let mut notes = Vec::new();
    if player.bot {
        notes.push(texts.get("player-bot"));
    }
    if player.out {
        notes.push(texts.get("player-out"));
    }
    if now.is_some_and(|now| game.off_until(seat, now).is_some()) {
        notes.push(texts.get("player-off"));
    }
    if is_away(game, player) && Some(seat) != you {
        let left = you.and(player.claim_from.zip(now)).map(|(from, now)| from.since(now));
        notes.push(match left.map(|left| left.as_millis().div_ceil(1000)) {
            None | Some(0) => texts.get("player-away"),
            Some(seconds) => {
                let left = format!("{}:{:02}", seconds / 60, seconds % 60);
                texts.with("player-away-claim", &[("left", left.into())])
            }
        });
    }
    notes
}
