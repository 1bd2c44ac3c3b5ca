//! `zeitnot demo`: two bots show the product, over real connections.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Sight;

use super::connect::Context;
use super::error::CliError;
use super::out;
use super::printer::Printer;
use crate::bot::{Level, Searcher};
use crate::session::{
    Answer, Call, Connection, Event, GameId, GameSetup, GameView, Profile, Session, Status, TokenStore,
};
use crate::term::{answer_sentence, ending_sentence, game_title};

/// Between two moves, so that one can follow.
const PAUSE: Duration = Duration::from_millis(300);

/// No step takes this long unless something is wrong.
const PATIENCE: Duration = Duration::from_secs(15);

/// The clock is told in whole seconds from here on.
const TELL_CLOCK: Duration = Duration::from_secs(3);

/// How often the clock is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// A game of the demonstration, and how it has to end.
struct Act {
    title: &'static str,
    spec: &'static str,
    time: &'static str,
    levels: [Level; 2],
    /// The second player's turn, counted from 1, in which they do nothing any more.
    asleep_from: Option<usize>,
    winner: Option<u8>,
    ending: &'static str,
}

const ACTS: [Act; 3] = [
    Act {
        title: "A game that is won",
        spec: "tic-tac-toe",
        time: "turn:30s",
        levels: [Level::BEST, Level::CARELESS],
        asleep_from: None,
        winner: Some(0),
        ending: "line",
    },
    Act {
        title: "A game that is drawn",
        spec: "tic-tac-toe",
        time: "turn:30s",
        levels: [Level::BEST, Level::BEST],
        asleep_from: None,
        winner: None,
        ending: "full_board",
    },
    Act {
        title: "A game that is lost on time",
        spec: "connect-four",
        time: "turn:3s",
        levels: [Level::FAIR, Level::FAIR],
        asleep_from: Some(2),
        winner: Some(0),
        ending: "time",
    },
];

/// With these the bots of an act play as it says.
const SEEDS: [u64; 2] = [1, 2];

/// Plays the three games and says how they ended; an error if one did not end as it has to.
pub(super) fn run(context: &Context) -> Result<(), CliError> {
    let started = Instant::now();
    let (tell, heard) = channel();
    let players = [("Ada", "demo-ada"), ("Blaise", "demo-blaise")];
    let connect = |index: usize| connect(context, players[index].0, players[index].1, tell.clone());
    let stage = Stage { sessions: [connect(0)?, connect(1)?], heard, context };
    stage.wait("both players to connect", |stage| {
        let online = |session: &Session| session.snapshot().connection == Connection::Online;
        Ok(stage.sessions.iter().all(online).then_some(()))
    })?;
    let mut results = Vec::new();
    for (number, act) in (1..).zip(&ACTS) {
        out::line(format_args!("\n{number}. {}\n", act.title))?;
        let game = stage.play(act)?;
        let sight = Sight::decode(&game.position).ok();
        let ending = ending_sentence(&game, None, sight.as_ref());
        let title = game_title(&game.spec, context.look);
        results.push(format!("  {number}. game {}, {title}: {ending}", game.id));
    }
    let seconds = started.elapsed().as_secs_f32();
    out::line(format_args!("\nThree games on {}, in {seconds:.0} s:", context.settings.server))?;
    Ok(out::lines(results)?)
}

fn connect(context: &Context, name: &str, profile: &str, tell: Sender<Event>) -> Result<Session, CliError> {
    let profile: Profile = profile.parse().unwrap_or_else(|_| Profile::standard());
    // Nothing is left behind on this computer.
    let settings = context.settings.clone().with_profile(profile).with_tokens(TokenStore::Nowhere);
    let session = Session::start(settings, move |event| {
        let _over = tell.send(event);
    })?;
    drop(session.set_name(name));
    Ok(session)
}

struct Stage<'a> {
    sessions: [Session; 2],
    heard: Receiver<Event>,
    context: &'a Context,
}

impl Stage<'_> {
    /// Waits until something is so, looking again whenever anything has happened.
    fn wait<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&Self) -> Result<Option<T>, CliError>,
    ) -> Result<T, CliError> {
        let until = Instant::now() + PATIENCE;
        let mut trouble = String::new();
        loop {
            if let Some(found) = look(self)? {
                return Ok(found);
            }
            match self.heard.recv_timeout(LOOK) {
                Ok(Event::Disconnected { reason, .. }) => trouble = format!(" ({reason})"),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CliError::Demo("the sessions have ended".to_owned()));
                }
            }
            if Instant::now() > until {
                return Err(CliError::Demo(format!("waited in vain for {what}{trouble}")));
            }
        }
    }

    fn play(&self, act: &Act) -> Result<Arc<GameView>, CliError> {
        let setup = GameSetup {
            spec: act.spec.to_owned(),
            time: act.time.to_owned(),
            private: true,
            ..GameSetup::default()
        };
        let id = match done(self.sessions[0].open_game(setup))? {
            Some(id) => id,
            None => return Err(CliError::Demo("the opened game is not shown".to_owned())),
        };
        let code = self.sessions[0].game(id).map(|game| game.code.clone()).unwrap_or_default();
        done(self.sessions[1].join_game(code))?;

        let mut bots = [0, 1].map(|seat: usize| Searcher::new(act.levels[seat], SEEDS[seat]));
        let mut moves: Vec<Call> = Vec::new();
        let mut printer = Printer::new(self.context.look, None, false);
        loop {
            let game = self.follow(id, &mut printer, moves.len(), act)?;
            if game.status == Status::Over {
                return self.check(act, game);
            }
            let seat = game.seat.index();
            let turn = moves.len() / 2 + 1;
            if seat == 1 && act.asleep_from.is_some_and(|asleep| turn >= asleep) {
                continue;
            }
            thread::sleep(PAUSE);
            let sight = Sight::decode(&game.position).ok();
            let action = sight.and_then(|sight| bots[seat].choose(&sight, game.seat));
            let Some(action) = action else {
                return Err(CliError::Demo("a bot has found no move".to_owned()));
            };
            moves.push(self.sessions[seat].make_move(id, game.ply, action.encode()));
        }
    }

    /// Prints the game until it is over, or somebody awake is to make move number `moves`; that player's
    /// view of it.
    fn follow(
        &self,
        id: GameId,
        printer: &mut Printer,
        moves: usize,
        act: &Act,
    ) -> Result<Arc<GameView>, CliError> {
        self.wait("the next move", |stage| {
            let [first, second] = &stage.sessions;
            let Some(game) = first.game(id).filter(|game| game.status != Status::Waiting) else {
                return Ok(None);
            };
            let now = first.server_now();
            out::lines(printer.show(&game, now))?;
            out::lines(now.and_then(|now| printer.clock(&game, now, TELL_CLOCK)))?;
            if game.status == Status::Over {
                return Ok(Some(game));
            }
            let to_move = [Some(game), second.game(id)].into_iter().flatten().find(|game| game.is_my_turn());
            let ready = to_move.filter(|game| game.moves.len() == moves && game.status == Status::Live);
            let asleep = moves % 2 == 1 && act.asleep_from.is_some_and(|asleep| moves / 2 + 1 >= asleep);
            Ok(ready.filter(|_| !asleep))
        })
    }

    fn check(&self, act: &Act, game: Arc<GameView>) -> Result<Arc<GameView>, CliError> {
        let winners: Vec<Seat> = act.winner.and_then(Seat::new).into_iter().collect();
        // Both players must have been told the same.
        let other = self.wait("the other player to hear of the end", |stage| {
            Ok(stage.sessions[1].game(game.id).filter(|game| game.status == Status::Over))
        })?;
        for told in [&game, &other] {
            if told.winners != winners || told.ending != act.ending {
                let ending = ending_sentence(told, None, None);
                return Err(CliError::Demo(format!("{} ended otherwise: {ending}", act.title)));
            }
        }
        Ok(game)
    }
}

fn done(call: Call) -> Result<Option<GameId>, CliError> {
    match call.wait() {
        Answer::Done { game } => Ok(game),
        other => Err(CliError::Demo(answer_sentence(&other).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeitnot_rules::mnk::{Config, Position};
    use zeitnot_rules::{Rules, Viewer, canonical_spec};

    /// The bots are deterministic, so it can be said beforehand how their games end.
    #[test]
    fn the_acts_end_as_they_have_to() {
        for act in &ACTS {
            let spec = canonical_spec(act.spec).expect(act.spec);
            let config: Config = spec.trim_start_matches("mnk:").parse().expect(act.spec);
            let mut game = Position::set_up(&config, 0);
            let mut bots = [0, 1].map(|seat: usize| Searcher::new(act.levels[seat], SEEDS[seat]));
            let mut moves = 0;
            while let Some(seat) = game.to_move().sole() {
                if seat.index() == 1 && act.asleep_from.is_some_and(|asleep| moves / 2 + 1 >= asleep) {
                    break;
                }
                let sight = game.sight(Viewer::Seat(seat));
                let action = bots[seat.index()].choose(&sight, seat).expect("it is to move");
                game.apply(seat, &action).expect("a legal action");
                moves += 1;
            }
            let ended =
                game.outcome().map(|outcome| (outcome.winners.sole().map(Seat::get), outcome.reason.code()));
            match act.ending {
                "time" => assert_eq!((ended, moves), (None, 3), "{}", act.title),
                ending => assert_eq!(ended, Some((act.winner, ending)), "{}", act.title),
            }
        }
    }
}
