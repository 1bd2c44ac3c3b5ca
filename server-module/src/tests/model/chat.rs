//! What players say to each other.

use zeitnot_rules::clock::Micros;
use zeitnot_rules::{Message, Seat};

use super::server::{Answer, Code, Server};
use crate::game::GameStatus;
use crate::tests::Who;

const PHRASES: [&str; 13] = [
    "Hello",
    "Good luck",
    "Have fun",
    "You too",
    "Good game",
    "Well played",
    "Thank you",
    "Sorry",
    "One moment, please",
    "I am back",
    "Another game?",
    "I have to go",
    "Goodbye",
];

/// One player's copy of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub recipient: Who,
    pub game: u64,
    pub speaker: Who,
    pub seat: u8,
    pub phrase: Option<u8>,
    pub text: String,
    pub said_at: Micros,
}

impl Server {
    pub fn say(&mut self, me: Who, id: u64, phrase: u8) -> Answer {
        let seat = self.seat_to_speak_from(me, id)?;
        let text = PHRASES.get(usize::from(phrase)).ok_or("no_such_phrase")?;
        self.speak(me, id, seat, Some(phrase), text)
    }

    pub fn write(&mut self, me: Who, id: u64, text: &str) -> Answer {
        let seat = self.seat_to_speak_from(me, id)?;
        if !self.free_chat {
            return Err("free_chat_off");
        }
        let message = Message::new(text).map_err(|_| "bad_text")?;
        self.speak(me, id, seat, None, message.as_str())
    }

    /// In a game that runs or is over.
    fn seat_to_speak_from(&mut self, me: Who, id: u64) -> Result<Seat, Code> {
        self.active(me)?;
        let seat = self.seat_in(me, id)?;
        if self.games[&id].status == GameStatus::Waiting { Err("not_started") } else { Ok(seat) }
    }

    /// All at the table hear it but those who have muted or blocked the speaker: the last 200 lines of a game, and
    /// the last 1,000 of all.
    fn speak(&mut self, me: Who, id: u64, seat: Seat, phrase: Option<u8>, text: &str) -> Answer {
        self.admit_line(me)?;
        for who in self.games[&id].people() {
            if who != me && (self.mutes.contains(&(who, me)) || self.has_blocked(who, me)) {
                continue;
            }
            let kept = |line: &Line| line.recipient == who;
            let of_game = |line: &Line| kept(line) && line.game == id;
            let oldest = if self.lines.iter().filter(|line| of_game(line)).count() >= 200 {
                self.lines.iter().position(of_game)
            } else if self.lines.iter().filter(|line| kept(line)).count() >= 1_000 {
                self.lines.iter().position(kept)
            } else {
                None
            };
            if let Some(oldest) = oldest {
                self.lines.remove(oldest);
            }
            self.lines.push(Line {
                recipient: who,
                game: id,
                speaker: me,
                seat: seat.get(),
                phrase,
                text: text.to_owned(),
                said_at: self.now,
            });
        }
        Ok(())
    }

    /// What has been heard stays. 200 at most.
    pub fn mute(&mut self, me: Who, other: Who) -> Answer {
        self.active(me)?;
        let muted = self.mutes.iter().filter(|&&(player, _)| player == me).count();
        if muted >= 200 && !self.mutes.contains(&(me, other)) {
            return Err("too_many_muted");
        }
        self.mutes.insert((me, other));
        Ok(())
    }

    pub fn unmute(&mut self, me: Who, other: Who) -> Answer {
        self.mutes.remove(&(me, other));
        Ok(())
    }
}
