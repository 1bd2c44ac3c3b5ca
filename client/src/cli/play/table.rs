//! What is typed at the table, and what it does.

use zeitnot_rules::mnk::Sight;
use zeitnot_rules::{Seat, SeatSet};

use super::{Next, Play};
use crate::cli::error::CliError;
use crate::session::{Call, GameView, Status};
use crate::term::{Entry, Style, parse_entry, player_name};

const HELP: &str = "\
A cell is named by column and row, `b2`, by its number, or by row and column, `2 3`.
Where marks fall, a column is named by its letter or its number.
Clocks: `pause` asks for a pause or agrees to one, `resume` ends it, `more` gives your opponent 15 s.
By correspondence: `off 3` takes three days off, `back` ends them.
Other words: `resign`, `board` (draw it again), `quit`. Your name is changed with `zeitnot name NEW`.";

impl Play<'_> {
    pub(super) fn entered_at_table(&mut self, word: &str, text: &str) -> Result<Next, CliError> {
        let Some(game) = self.game() else { return Ok(Next::Leave) };
        match (game.status, word) {
            (Status::Waiting, "bot") => self.houses.take_seats(&game)?,
            (Status::Waiting, "help" | "?") => {
                self.front.say(
                    "`bot` lets house bots take the free seats; `quit` takes the game back.",
                    Style::Plain,
                )?;
            }
            (Status::Waiting, _) => self.front.say("The game has not begun yet.", Style::Warning)?,
            (Status::Over, "again" | "") => {
                self.front.turn_page();
                self.open_game();
            }
            (Status::Over, _) => {
                self.front.say("The game is over: `again` or `quit`.", Style::Warning)?;
            }
            (Status::Live, _) => return self.entered_in_game(&game, text),
        }
        Ok(Next::GoOn)
    }

    fn entered_in_game(&mut self, game: &GameView, text: &str) -> Result<Next, CliError> {
        let Ok(sight) = Sight::decode(&game.position) else { return Ok(Next::Leave) };
        let entry = parse_entry(text, &sight);
        self.resigning &= entry == Ok(Entry::Resign);
        match entry {
            Ok(Entry::Play(_)) if !game.is_my_turn() => {
                self.front.say("It is not your turn.", Style::Warning)?;
            }
            Ok(Entry::Play(_)) if !game.takes_my_move() => {
                self.front.say("The game is paused; `resume` lets the clocks go on.", Style::Warning)?;
            }
            Ok(Entry::Play(_)) if self.moving.is_some() => {
                self.front.say("Your last move is still on its way.", Style::Warning)?;
            }
            Ok(Entry::Play(action)) => {
                let call = self.session.make_move(game.id, game.ply, action.encode());
                self.moving = Some((call.id(), action.to_string()));
            }
            Ok(Entry::Resign) if self.front.is_screen() && !self.resigning => {
                self.resigning = true;
                self.front.say("Type `resign` once more to give the game up.", Style::Warning)?;
            }
            Ok(Entry::Resign) => {
                let call = self.session.resign(game.id);
                self.moving = Some((call.id(), "Your resignation".to_owned()));
            }
            Ok(Entry::Pause) => self.ask(self.session.ask_pause(game.id), ""),
            Ok(Entry::Resume) => self.ask(self.session.resume(game.id), ""),
            Ok(Entry::More(seat)) => match seat.or_else(|| opponent(game)) {
                Some(seat) => {
                    // Plain lines tell it with what the clock shows now.
                    let done = match self.front.is_screen() {
                        true => format!("{} has been given more time.", player_name(game, seat)),
                        false => String::new(),
                    };
                    self.ask(self.session.give_time(game.id, seat), &done);
                }
                None => {
                    self.front.say("Say to whom: `more 2` gives it to the second player.", Style::Warning)?
                }
            },
            Ok(Entry::Off(days)) => match self.session.server_now() {
                Some(now) => {
                    let done = if self.front.is_screen() { "Your clock stands. `back` ends it." } else { "" };
                    self.ask(self.session.take_time_off(game.id, now, days), done);
                }
                None => self.front.say("The server's time is not known yet; try again.", Style::Warning)?,
            },
            Ok(Entry::Back) => {
                // Plain lines tell of days off that end by themselves.
                let tells = !self.front.is_screen() && game.time_off.iter().any(|off| off.seat == game.seat);
                let done = if tells { "" } else { "You are back." };
                self.ask(self.session.end_time_off(game.id), done);
            }
            Ok(Entry::Board) => self.front.turn_page(),
            Ok(Entry::Help) => self.front.say(HELP, Style::Plain)?,
            Ok(Entry::Quit) => return Ok(Next::Leave),
            Err(error) => {
                let mut sentence = error.to_string();
                if let Some(first) = sentence.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                self.front.say(&format!("{sentence}."), Style::Warning)?;
            }
        }
        Ok(Next::GoOn)
    }

    /// Something about the clocks was asked; `done` is said if it is done and does not show by itself.
    fn ask(&mut self, call: Call, done: &str) {
        self.asked.push((call.id(), done.to_owned()));
    }
}

/// The one other player there is, or the one who is on move.
fn opponent(game: &GameView) -> Option<Seat> {
    let seats = SeatSet::first(game.players.len().min(8) as u8).without(SeatSet::only(game.seat));
    let playing = |seat: &Seat| game.players.get(seat.index()).is_some_and(|player| !player.out);
    let others: SeatSet = seats.iter().filter(playing).collect();
    let on_move: SeatSet = others.iter().filter(|seat| game.to_move.contains(seat)).collect();
    others.sole().or_else(|| on_move.sole())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    #[test]
    fn time_is_given_to_whoever_can_be_meant() {
        let [first, second, third] = [0, 1, 2].map(|seat| Seat::new(seat).expect("a seat"));
        let mut game = samples::live(1);
        assert_eq!(opponent(&game), Some(second));
        game.players.push(game.players[1].clone());
        assert_eq!(game.to_move, [first]);
        assert_eq!(opponent(&game), None, "either could be meant");
        game.to_move = vec![third];
        assert_eq!(opponent(&game), Some(third));
        game.players[2].out = true;
        assert_eq!(opponent(&game), Some(second));
    }
}
