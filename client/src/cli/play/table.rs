//! What is typed at the table, and what it does.

use zeitnot_rules::mnk::Sight;
use zeitnot_rules::{Seat, SeatSet};

use super::{Next, Play};
use crate::cli::error::CliError;
use crate::session::{Call, GameView, Status};
use crate::term::{Entry, Style, goes_on, over_hint, parse_entry, player_name, short};

impl Play<'_> {
    pub(super) fn entered_at_table(&mut self, word: &str, text: &str) -> Result<Next, CliError> {
        let Some(game) = self.game() else { return Ok(Next::Leave) };
        if game.status != Status::Waiting && self.talk(&game, text)? {
            return Ok(Next::GoOn);
        }
        match (game.status, word) {
            (Status::Waiting, "bot") => self.houses.take_seats(&game)?,
            (Status::Waiting, "help" | "?") => {
                self.front.say(
                    "`bot` lets house bots take the free seats; `quit` takes the game back.",
                    Style::Plain,
                )?;
            }
            (Status::Waiting, _) => self.front.say("The game has not begun yet.", Style::Warning)?,
            (Status::Over, "again" | "rematch") => self.ask(self.session.ask_rematch(game.id), ""),
            (Status::Over, "decline") => {
                let done = if goes_on(&game) { "The next game does not begin by itself now." } else { "" };
                self.ask(self.session.decline_rematch(game.id), done);
            }
            (Status::Over, "new") => {
                self.front.turn_page();
                self.open_game();
            }
            (Status::Over, "") => {}
            (Status::Over, "help" | "?") => self.front.help(true)?,
            (Status::Over, "board") => self.front.turn_page(),
            (Status::Over, _) => {
                let text = format!("Nothing is called \"{}\" here. {}", short(text), over_hint(&game));
                self.front.say(&text, Style::Warning)?;
            }
            (Status::Live, _) => return self.entered_in_game(&game, text),
        }
        Ok(Next::GoOn)
    }

    fn entered_in_game(&mut self, game: &GameView, text: &str) -> Result<Next, CliError> {
        if ["again", "rematch", "new"].contains(&text.trim().to_lowercase().as_str()) {
            let text = match self.followed == Some(game.id) && game.ply == 0 {
                true => "The next game has begun already: this is it.",
                false => "This game goes on; `again` and `new` are for when it is over.",
            };
            return self.front.say(text, Style::Plain).map(|()| Next::GoOn).map_err(CliError::from);
        }
        let Ok(sight) = Sight::decode(&game.position) else { return Ok(Next::Leave) };
        let entry = parse_entry(text, &sight);
        self.resigning &= entry == Ok(Entry::Resign);
        match entry {
            Ok(Entry::Play(action)) if !game.is_my_turn() => {
                let text = format!("It is not your turn; `pre {action}` plays it as soon as it is.");
                self.front.say(&text, Style::Warning)?;
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
            Ok(Entry::Draw) => self.ask(self.session.offer_draw(game.id), ""),
            Ok(Entry::Takeback) => self.ask(self.session.ask_takeback(game.id), ""),
            Ok(Entry::Accept) => self.accept(game)?,
            Ok(Entry::Decline) => self.decline(game)?,
            Ok(Entry::Abort) => self.ask(self.session.abort_game(game.id), ""),
            Ok(Entry::Claim { draw }) => self.ask(self.session.claim(game.id, draw), ""),
            Ok(Entry::Premove(_)) if game.is_my_turn() => {
                self.front.say("It is your turn: just type the move.", Style::Warning)?;
            }
            Ok(Entry::Premove(action)) => {
                self.ask(self.session.premove(game.id, game.ply, action.encode()), "");
            }
            Ok(Entry::Cancel) => self.ask(self.session.cancel_premove(game.id), ""),
            Ok(Entry::Board) => self.front.turn_page(),
            Ok(Entry::Help) => self.front.help(false)?,
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

    /// Agrees to what the others ask for.
    fn accept(&mut self, game: &GameView) -> Result<(), CliError> {
        let by_others = |seats: &[Seat]| !seats.is_empty() && !seats.contains(&game.seat);
        let takeback = game.takeback_asked.is_some_and(|seat| seat != game.seat);
        match (by_others(&game.draw_offered), takeback, by_others(&game.pause_asked)) {
            (true, true, _) => {
                let text = "Two things are asked: `draw` accepts the draw, `decline` declines both.";
                self.front.say(text, Style::Warning)?;
            }
            (true, ..) => self.ask(self.session.offer_draw(game.id), ""),
            (_, true, _) => self.ask(self.session.accept_takeback(game.id), ""),
            (.., true) => self.ask(self.session.ask_pause(game.id), ""),
            _ => self.front.say("Nobody asks you for anything.", Style::Warning)?,
        }
        Ok(())
    }

    /// Declines what the others ask for, and takes back what the player has asked for.
    fn decline(&mut self, game: &GameView) -> Result<(), CliError> {
        if game.draw_offered.is_empty() && game.takeback_asked.is_none() {
            self.front.say("Nothing is offered or asked for.", Style::Warning)?;
        }
        if !game.draw_offered.is_empty() {
            self.ask(self.session.decline_draw(game.id), "");
        }
        if game.takeback_asked.is_some() {
            self.ask(self.session.decline_takeback(game.id), "");
        }
        Ok(())
    }

    /// Something was asked of the server; `done` is said if it is done and does not show by itself.
    pub(super) fn ask(&mut self, call: Call, done: &str) {
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
