//! A game as plain lines, printed as it changes.

use std::time::Duration;

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Sight;

use crate::session::{GameView, Status, TimeOff};
use crate::term::{
    Look, absence_text, booked_sentence, draw_board, ending_sentence, head_line, move_sentence, news,
    off_text, offer_sentences, pause_asked_sentence, paused_sentence, player_lines, player_name,
    premove_sentence, series_sentence, waiting_lines,
};
use crate::time::{Face, ServerTime};

/// Boards that are higher are drawn without strokes between their rows: they come again with each move.
const BOARD_HEIGHT: usize = 12;

/// Tells a game in plain lines: what has changed since it was told last.
#[derive(Debug)]
pub(super) struct Printer {
    look: Look,
    you: Option<Seat>,
    seek: bool,
    /// The game as it was then.
    told: Option<Box<GameView>>,
    /// The turn's second that was told last.
    second: Option<(ServerTime, u128)>,
}

impl Printer {
    /// `you` is the seat of whoever reads it, if they play themselves; `seek` says that a game that waits is
    /// offered to everybody.
    pub(super) fn new(look: Look, you: Option<Seat>, seek: bool) -> Printer {
        Printer { look, you, seek, told: None, second: None }
    }

    /// What is to be told of a game as it is now.
    pub(super) fn show(&mut self, game: &GameView, now: Option<ServerTime>) -> Vec<String> {
        if self.told.as_deref() == Some(game) {
            return Vec::new();
        }
        let before = self.told.replace(Box::new(game.clone()));
        if let Some(before) = before.as_deref().filter(|before| is_same_board(before, game)) {
            let mut lines = self.about_time(game, before, now);
            lines.extend(self.about_players(game, before, now));
            return lines;
        }
        let before_time_off = before.as_ref().map(|before| before.time_off.clone()).unwrap_or_default();
        let mut lines = Vec::new();
        if before.is_none() {
            lines.push(head_line(game, self.look).to_string().trim_start().to_owned());
        }
        if game.status == Status::Waiting {
            lines.extend(waiting_lines(game, self.seek).iter().map(ToString::to_string));
            return lines;
        }
        lines.push(String::new());
        let sight = Sight::decode(&game.position).ok();
        if let Some(before) = before.filter(|before| before.status == Status::Live) {
            lines.extend(news(&before, game, self.you));
            let known = usize::try_from(before.ply).unwrap_or(usize::MAX);
            let new = game.moves.get(known..).unwrap_or_default();
            lines.extend(new.iter().filter_map(|ply| move_sentence(game, ply, self.you)));
        }
        if let Some(sight) = &sight {
            lines.extend(draw_board(sight, self.look, BOARD_HEIGHT).iter().map(ToString::to_string));
        }
        if game.status == Status::Over {
            lines.push(ending_sentence(game, self.you, sight.as_ref()));
            lines.extend(series_sentence(game));
        } else {
            lines.extend(player_lines(game, self.you, now, self.look).iter().map(ToString::to_string));
            // The second that has just been told with the rest.
            self.second = now.and_then(|now| second_of(game, now)).map(|(second, _)| second);
            lines.extend(paused_sentence(game, now));
            lines.extend(pause_asked_sentence(game, self.you));
            lines.extend(offer_sentences(game, self.you));
            if before_time_off != game.time_off {
                lines.extend(booked_sentence(game, self.you, now));
            }
        }
        lines
    }

    /// What has changed about the clocks of a game whose board is as it was.
    fn about_time(&self, game: &GameView, before: &GameView, now: Option<ServerTime>) -> Vec<String> {
        let mut lines = Vec::new();
        match (before.is_paused(), game.is_paused()) {
            (false, true) => lines.extend(paused_sentence(game, now)),
            (true, false) => lines.push("The clocks go on.".to_owned()),
            _ => {}
        }
        if before.pause_asked != game.pause_asked {
            lines.extend(pause_asked_sentence(game, self.you));
        }
        if let Some(now) = now.filter(|_| before.time_off != game.time_off) {
            lines.extend(self.about_days_off(game, &before.time_off, now));
        }
        if (before.turn_started, before.is_paused()) == (game.turn_started, game.is_paused()) {
            // Within a turn, only a gift changes what a clock had at its start, or shows in a pause.
            let faces = now.map(|now| game.faces(now)).unwrap_or_default();
            let seats = (0..).map_while(Seat::new).zip(before.clocks.iter().zip(&game.clocks));
            for (seat, _) in seats.filter(|(_, (before, after))| before != after) {
                if let Some(face) = faces.get(seat.index()).copied().flatten() {
                    let who = self.who(game, seat, "have", "has");
                    lines.push(format!("{who} been given time: {face}."));
                }
            }
        }
        lines
    }

    /// Who has gone and who is back, and what is booked.
    fn about_days_off(&self, game: &GameView, before: &[TimeOff], now: ServerTime) -> Vec<String> {
        let before = GameView { time_off: before.to_vec(), ..game.clone() };
        let seats = (0..).map_while(Seat::new).take(game.players.len());
        let change = |seat: Seat| match (before.off_until(seat, now), game.off_until(seat, now)) {
            (was, Some(until)) if was != Some(until) => {
                Some(format!("{} {}.", self.who(game, seat, "are", "is"), off_text(until, now)))
            }
            (Some(_), None) => Some(format!("{} back.", self.who(game, seat, "are", "is"))),
            _ => None,
        };
        let booked = booked_sentence(game, self.you, Some(now));
        let is_new = booked != booked_sentence(&before, self.you, Some(now));
        seats.filter_map(change).chain(booked.filter(|_| is_new)).collect()
    }

    /// What the players have asked for, and who has come and gone, in a game whose board is as it was.
    fn about_players(&self, game: &GameView, before: &GameView, now: Option<ServerTime>) -> Vec<String> {
        let mut lines = news(before, game, self.you);
        let known = offer_sentences(before, self.you);
        lines.extend(offer_sentences(game, self.you).into_iter().filter(|text| !known.contains(text)));
        if game.premove != before.premove {
            lines.extend(premove_sentence(game));
        }
        let seats = (0..).map_while(Seat::new).take(game.players.len());
        for seat in seats.filter(|seat| Some(*seat) != self.you) {
            let absence = |game: &GameView| absence_text(game, seat, self.you, now);
            match (absence(before), absence(game)) {
                (None, Some(text)) => lines.push(format!("{} {text}.", self.who(game, seat, "are", "is"))),
                (Some(_), None) => lines.push(format!("{} back.", self.who(game, seat, "are", "is"))),
                _ => {}
            }
        }
        lines
    }

    fn who(&self, game: &GameView, seat: Seat, you: &str, other: &str) -> String {
        if Some(seat) == self.you {
            format!("You {you}")
        } else {
            format!("{} {other}", player_name(game, seat))
        }
    }

    /// The clock of whoever is to move, once for each whole second from `from` on.
    pub(super) fn clock(&mut self, game: &GameView, now: ServerTime, from: Duration) -> Option<String> {
        let (second, face) = second_of(game, now)?;
        let left = if face.left.is_zero() { face.bank } else { face.left.left() };
        if left > from || self.second == Some(second) || game.is_paused() {
            return None;
        }
        self.second = Some(second);
        let who = self.who(game, *game.to_move.first()?, "have", "has");
        Some(format!("  {who} {face} left."))
    }
}

/// Whether nothing has changed that the board shows, or who is on move.
fn is_same_board(before: &GameView, game: &GameView) -> bool {
    let out = |game: &GameView| game.players.iter().map(|player| player.out).collect::<Vec<_>>();
    (before.status, before.ply) == (game.status, game.ply)
        && (&before.position, out(before), &before.to_move) == (&game.position, out(game), &game.to_move)
}

/// Which second of which turn is running, counted down to 0, and what the mover's clock shows.
fn second_of(game: &GameView, now: ServerTime) -> Option<((ServerTime, u128), Face)> {
    let seat = *game.to_move.first().filter(|_| game.status == Status::Live)?;
    let face = game.faces(now).get(seat.index()).copied().flatten()?;
    let left = face.left.left() + face.bank;
    Some(((game.turn_started, left.as_millis().div_ceil(1000)), face))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Move, MoveKind, samples};
    use zeitnot_rules::mnk::{Action, Config, Position};
    use zeitnot_rules::{Rules, Viewer};

    const LOOK: Look = Look { ascii: false, styled: false };

    fn game(cells: &[(u8, u8)]) -> GameView {
        let mut position = Position::set_up(&Config::new(3, 3, 3).expect("a board"), 0);
        let mut game = samples::live(1);
        game.clocks[0].main = Duration::from_secs(30);
        game.clocks[1].main = Duration::from_secs(30);
        for &(row, column) in cells {
            let seat = position.to_move().sole().expect("one moves at a time");
            let action = Action::Mark { row, column };
            position.apply(seat, &action).expect("legal");
            game = samples::after(game, seat, &action.encode());
        }
        game.position = position.sight(Viewer::Seat(Seat::FIRST)).encode();
        game
    }

    #[test]
    fn tells_what_has_changed_and_no_more() {
        let mut printer = Printer::new(LOOK, Some(Seat::FIRST), false);
        let now = Some(ServerTime::from_micros(1_000_000));
        let first = printer.show(&game(&[]), now);
        assert_eq!(first[0], "Zeitnot · game 1 · tic-tac-toe · 30s a turn");
        assert_eq!(first[first.len() - 2], " ▸ X  Ada (you)   0:30");
        assert_eq!(printer.show(&game(&[]), now), Vec::<String>::new());
        let second = printer.show(&game(&[(1, 1)]), now);
        assert_eq!(second[1], "You have played b2.");
        assert_eq!(second[6], "  2 │ 4 │(X)│ 6 │");
        assert!(second.iter().all(|line| !line.contains('\u{1b}')), "no escape codes");
    }

    #[test]
    fn tells_of_pauses_gifts_and_missed_turns_without_the_board() {
        let mut printer = Printer::new(LOOK, Some(Seat::FIRST), false);
        let now = Some(ServerTime::from_micros(6_000_000));
        let game = game(&[]);
        printer.show(&game, now);
        let asked = GameView { pause_asked: Seat::new(1).into_iter().collect(), ..game.clone() };
        assert_eq!(printer.show(&asked, now), ["Blaise asks for a pause; `pause` agrees."]);
        let mut paused = GameView { deadline: None, paused_at: now, ..game.clone() };
        paused.clocks[0].main = Duration::from_secs(25);
        assert_eq!(printer.show(&paused, now), ["Paused since 00:00 UTC."]);
        assert_eq!(printer.clock(&paused, ServerTime::from_micros(90_000_000), Duration::MAX), None);
        assert_eq!(printer.show(&game, now), ["The clocks go on."]);
        let mut given = game.clone();
        given.clocks[0].main += Duration::from_secs(15);
        given.deadline = Some(ServerTime::from_micros(46_000_000));
        assert_eq!(printer.show(&given, now), ["You have been given time: 0:40."]);
        let mut skipped = GameView { ply: 1, to_move: Seat::new(1).into_iter().collect(), ..given };
        skipped.moves = vec![Move { seat: Seat::FIRST, kind: MoveKind::Pass, used: Duration::from_secs(30) }];
        let told = printer.show(&skipped, now);
        assert_eq!(told[1], "You have missed the turn.");
        assert!(told.last().is_some_and(|line| line.starts_with(" ▸ O  Blaise")), "{told:#?}");
    }

    #[test]
    fn tells_of_offers_and_of_who_comes_and_goes() {
        let mut printer = Printer::new(LOOK, Some(Seat::FIRST), false);
        let now = Some(ServerTime::from_micros(6_000_000));
        let mut game = game(&[]);
        game.players[1].identity = Some(spacetimedb_sdk::Identity::ONE);
        printer.show(&game, now);
        let offered = GameView { draw_offered: Seat::new(1).into_iter().collect(), ..game.clone() };
        assert_eq!(printer.show(&offered, now), ["Blaise offers a draw: `accept` or `decline`."]);
        assert!(printer.show(&offered, now).is_empty());
        assert!(printer.show(&GameView { watchers: 2, ..offered }, now).is_empty());
        let mut away = game.clone();
        away.players[1].online = false;
        away.players[1].claim_from = Some(ServerTime::from_micros(46_000_000));
        assert_eq!(printer.show(&away, now), ["Blaise is away, you may claim in 0:40."]);
        assert_eq!(printer.show(&game, now), ["Blaise is back."]);
    }

    #[test]
    fn tells_of_days_off_once() {
        let mut printer = Printer::new(LOOK, Some(Seat::FIRST), false);
        let at = |days: u64| ServerTime::from_micros(1_000_000).after(Duration::from_secs(days * 86_400));
        let off = |seat: u8, from: u64, until: u64| TimeOff {
            seat: Seat::new(seat).expect("a seat"),
            from: at(from),
            until: at(until),
        };
        let game = GameView { time: "days:3".to_owned(), deadline: Some(at(3)), ..game(&[]) };
        let with = |time_off: Vec<TimeOff>| GameView { time_off, ..game.clone() };
        printer.show(&game, Some(at(0)));
        let running = with(vec![off(0, 0, 3)]);
        assert_eq!(printer.show(&running, Some(at(0))), ["You are off until 4 Jan."]);
        assert!(printer.show(&running, Some(at(1))).is_empty());
        let booked = with(vec![off(0, 0, 3), off(1, 9, 11)]);
        assert_eq!(printer.show(&booked, Some(at(1))), ["Days off: Blaise from 10 Jan to 12 Jan."]);
        let back = with(vec![off(0, 0, 2), off(1, 9, 11)]);
        assert_eq!(printer.show(&back, Some(at(2))), ["You are back."]);
        // Whoever begins to look is told all of it.
        let told = Printer::new(LOOK, None, false).show(&booked, Some(at(1)));
        assert!(told.iter().any(|line| line.ends_with(", off until 4 Jan")), "{told:#?}");
        assert_eq!(told.last().map(String::as_str), Some("Days off: Blaise from 10 Jan to 12 Jan."));
    }

    #[test]
    fn tells_each_of_the_last_seconds_once() {
        let mut printer = Printer::new(LOOK, None, false);
        let game = game(&[]);
        printer.show(&game, None);
        let mut told = Vec::new();
        for millis in (0..31_000).step_by(20) {
            let now = ServerTime::from_micros(1_000_000 + millis * 1000);
            told.extend(printer.clock(&game, now, Duration::from_secs(3)));
            // A change of something else in between does not tell it again.
            assert!(printer.show(&game, None).is_empty());
        }
        assert_eq!(
            told,
            ["  Ada has 3.0 left.", "  Ada has 2.0 left.", "  Ada has 1.0 left.", "  Ada has 0.0 left."]
        );
    }
}
