//! `zeitnot play`

mod gone;
mod low_time;
mod searching;
mod seating;
mod table;
mod talk;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use self::gone::name_challenged;
use self::low_time::LowTime;
use super::args::PlayArgs;
use super::connect::{Context, token_sentence};
use super::error::CliError;
use super::front::{Around, Front};
use super::out;
use crate::bot::Houses;
use crate::session::{
    Answer, Call, CallId, Challenge, Event, GameId, GameSetup, GameView, Session, Snapshot, Status, Topic,
};
use crate::term::input::Input;
use crate::term::{
    Edited, Screen, Style, answer_sentence, game_title, is_no_move, news, over_hint, play_command,
    presence_change,
};

/// Without a terminal nobody sees that it is still trying to connect.
const CONNECT_LIMIT: Duration = Duration::from_secs(30);

/// How long leaving may take for a game that nobody has joined to be taken back.
const CANCEL_LIMIT: Duration = Duration::from_secs(2);

/// Something that has happened.
enum Happening {
    Heard(Event),
    Typed(Input),
    Interrupted,
}

/// What is to become a game, where none runs.
pub(super) enum Goal {
    /// The game that is opened, joined or gone on with as the options say.
    Usual,
    /// One that everybody sees whose rating is in a range, 0 for no bound.
    Seek { min_rating: u32, max_rating: u32 },
    /// One with this player.
    Challenge { player: String },
    /// One with whom the server finds in a pool.
    Queue { pool: String, range: u32 },
}

/// How far the player has come.
enum Stage {
    /// The server has not been reached yet.
    Connecting,
    /// A running game was found, and the player is asked whether to go on with it.
    Offering(Arc<GameView>),
    /// A game is being opened or joined.
    Entering(Call),
    /// An opponent is searched for.
    Searching,
    /// At the table.
    Seated(GameId),
}

/// What is to be done next.
enum Next {
    GoOn,
    Leave,
}

/// Plays until the game is over or the player leaves.
pub(super) fn run(context: Context, args: &PlayArgs, goal: Goal) -> Result<(), CliError> {
    let setup = args.setup.setup(args.against.is_some())?;
    if setup.rated && args.against.is_some() {
        return Err(CliError::Usage("a game against house bots is not rated: leave out --rated"));
    }
    let (tell, happenings) = channel();
    let interrupt = tell.clone();
    ctrlc::set_handler(move || {
        // It is leaving already.
        let _leaving = interrupt.send(Happening::Interrupted);
    })
    .map_err(std::io::Error::other)?;
    let typed = tell.clone();
    let mut topics = vec![Topic::Chat, Topic::Challenges];
    if let Goal::Queue { .. } = goal {
        topics.extend([Topic::Searches, Topic::Pools]);
    }
    let settings = context.settings.clone().with_topics(topics);
    let session = Session::start(settings, move |event| {
        let _leaving = tell.send(Happening::Heard(event));
    })?;
    let front = Front::open(move |input| typed.send(Happening::Typed(input)).is_ok())?;
    let houses = Houses::new(context.settings.clone(), args.bot_level);
    let mut play = Play {
        context,
        args,
        goal,
        setup,
        session,
        front,
        houses,
        stage: Stage::Connecting,
        moving: None,
        asked: Vec::new(),
        low_time: LowTime::default(),
        before: BTreeSet::new(),
        missing: None,
        followed: None,
        farewell: None,
        heard: 0,
        seen: None,
        resigning: false,
        started: Instant::now(),
        trouble: None,
    };
    let left = play.run(&happenings);
    play.leave(left)
}

struct Play<'a> {
    context: Context,
    args: &'a PlayArgs,
    goal: Goal,
    setup: GameSetup,
    session: Session,
    front: Front,
    houses: Houses,
    stage: Stage,
    /// The move or resignation that is on its way, and how it is called.
    moving: Option<(CallId, String)>,
    /// What has been asked about the clocks, and what is said when it is done.
    asked: Vec<(CallId, String)>,
    low_time: LowTime,
    /// The games that had begun before an opponent was searched for.
    before: BTreeSet<GameId>,
    /// Since when the search has been gone, if it is.
    missing: Option<Instant>,
    /// The game that has followed another at this table last.
    followed: Option<GameId>,
    /// What is said when the terminal has been given back.
    farewell: Option<String>,
    /// The last of what was said that has been told.
    heard: u64,
    /// The game at the table as it was shown last.
    seen: Option<Arc<GameView>>,
    /// Whether `resign` was typed once.
    resigning: bool,
    started: Instant,
    /// Why there is no connection.
    trouble: Option<String>,
}

impl Play<'_> {
    fn run(&mut self, happenings: &Receiver<Happening>) -> Result<(), CliError> {
        loop {
            self.mind_the_search()?;
            self.show()?;
            if let Next::Leave = self.read_lines()? {
                return Ok(());
            }
            let happening = match self.next_wake() {
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wake) => happenings.recv_timeout(wake.saturating_duration_since(Instant::now())),
            };
            let next = match happening {
                Ok(Happening::Heard(event)) => self.hear(&event)?,
                Ok(Happening::Typed(input)) => self.typed(input)?,
                Ok(Happening::Interrupted) | Err(RecvTimeoutError::Disconnected) => Next::Leave,
                Err(RecvTimeoutError::Timeout) => self.check_patience()?,
            };
            if let Next::Leave = next {
                return Ok(());
            }
        }
    }

    fn game(&self) -> Option<Arc<GameView>> {
        match self.stage {
            Stage::Seated(game) => self.session.game(game),
            _ => None,
        }
    }

    fn show(&mut self) -> Result<(), CliError> {
        let to_show =
            self.game().filter(|game| game.status != Status::Waiting || self.args.against.is_none());
        if let Some(game) = to_show {
            let now = self.session.server_now();
            if let Some((text, face)) = now.and_then(|now| self.low_time.warning(&game, now)) {
                // Where it stays on the screen, the clock goes on beside it.
                let text =
                    if self.front.is_screen() { format!("{text}.") } else { format!("{text}: {face}.") };
                self.front.say(&text, Style::Warning)?;
            }
            let Snapshot { connection, feed, .. } = self.session.snapshot();
            let sent = self.moving.as_ref().map(|(_, name)| name.as_str());
            let you = Some(game.seat);
            let seek = self.is_seek();
            let game = name_challenged(game, &feed);
            let around = Around { now, connection: &connection, you, chat: &feed.chat, sent, seek };
            return Ok(self.front.show_game(&game, &around)?);
        }
        let lines = match &self.stage {
            Stage::Connecting => {
                let mut lines = vec![format!("Connecting to {} ...", self.context.settings.server)];
                lines.extend(self.trouble.as_ref().map(|why| format!("Not yet: {why}. Trying again.")));
                lines
            }
            Stage::Offering(game) => vec![
                format!(
                    "You have a game going on: game {}, {}.",
                    game.id,
                    game_title(&game.spec, self.context.look)
                ),
                "Go on with it? Type `y` to go on, `n` for a new game.".to_owned(),
            ],
            Stage::Entering(_) => {
                let mut lines = vec!["Taking a seat ...".to_owned()];
                lines.extend(self.trouble.as_ref().map(|why| format!("Not connected: {why}. Trying again.")));
                lines
            }
            Stage::Searching => {
                let mut lines = self.search_page();
                lines.extend(self.trouble.as_ref().map(|why| format!("Not connected: {why}. Trying again.")));
                lines
            }
            Stage::Seated(_) if self.args.against.is_none() => vec!["Waiting ...".to_owned()],
            Stage::Seated(_) => vec!["The house bot is sitting down ...".to_owned()],
        };
        Ok(self.front.show_lines(&lines)?)
    }

    fn next_wake(&self) -> Option<Instant> {
        let change = self.game().zip(self.session.server_now()).and_then(|(game, now)| {
            // Plain lines do not count down until a game can be claimed.
            let presence = presence_change(&game, now).filter(|_| self.front.is_screen());
            game.next_change(now).into_iter().chain(presence).min()
        });
        let change = change.map(|wait| Instant::now() + wait);
        let patience = match self.stage {
            Stage::Connecting if !self.front.is_screen() => Some(self.started + CONNECT_LIMIT),
            _ => None,
        };
        change.into_iter().chain(patience).chain(self.search_wake()).min()
    }

    /// Without a terminal, nobody is there to lose patience with a server that does not answer.
    fn check_patience(&self) -> Result<Next, CliError> {
        if matches!(self.stage, Stage::Connecting)
            && !self.front.is_screen()
            && self.started.elapsed() >= CONNECT_LIMIT
        {
            let reason = self.trouble.clone().unwrap_or_else(|| "it does not answer".to_owned());
            return Err(CliError::Unreachable { server: self.context.settings.server.to_string(), reason });
        }
        Ok(Next::GoOn)
    }

    fn hear(&mut self, event: &Event) -> Result<Next, CliError> {
        match event {
            Event::Connected(_) => {
                self.trouble = None;
                match self.stage {
                    Stage::Connecting => self.choose_game()?,
                    // The server has forgotten the search with the connection.
                    Stage::Searching => self.open_game(),
                    _ => {}
                }
            }
            Event::Disconnected { reason, .. } => {
                let seated = !matches!(self.stage, Stage::Connecting);
                if seated && self.trouble.as_ref() != Some(reason) && !self.front.is_screen() {
                    self.front.say(&format!("Not connected ({reason}). Trying again."), Style::Warning)?;
                }
                self.trouble = Some(reason.clone());
            }
            Event::GameChanged(game) => {
                if self.is_at(game.id)
                    && let Next::Leave = self.game_changed(game)?
                {
                    return Ok(Next::Leave);
                }
                self.found(game)?;
                self.follow()?;
            }
            Event::GameGone(game) if self.is_at(*game) => {
                // Why a challenge is gone may be heard of a moment later.
                let feed = self.session.snapshot().feed;
                let pending = |challenge: &Challenge| challenge.game == *game && challenge.declined.is_none();
                if !feed.challenges.iter().any(pending) {
                    return Ok(self.hear_whether_gone(&feed));
                }
            }
            Event::Fed(feed) => {
                self.hear_chat(feed)?;
                return Ok(self.hear_whether_gone(feed));
            }
            Event::Uncertain(call) if self.is_moving(*call) => {
                let text =
                    "The connection broke before the server confirmed your move; it will be found out.";
                self.front.say(text, Style::Warning)?;
            }
            Event::Answered { call, answer } => self.hear_answer(*call, answer)?,
            other => {
                if let Some(text) = token_sentence(other) {
                    self.front.say(&text, Style::Warning)?;
                }
            }
        }
        Ok(Next::GoOn)
    }

    fn is_seek(&self) -> bool {
        matches!(self.goal, Goal::Seek { .. })
    }

    fn is_at(&self, id: GameId) -> bool {
        matches!(self.stage, Stage::Seated(game) if game == id)
    }

    fn is_moving(&self, id: CallId) -> bool {
        self.moving.as_ref().is_some_and(|(call, _)| *call == id)
    }

    fn game_changed(&mut self, game: &Arc<GameView>) -> Result<Next, CliError> {
        let before = self.seen.replace(Arc::clone(game)).filter(|before| before.id == game.id);
        // Plain lines tell it in their order.
        if self.front.is_screen()
            && let Some(before) = &before
        {
            for text in news(before, game, Some(game.seat)) {
                self.front.say(&text, Style::Plain)?;
            }
        }
        if game.status == Status::Over {
            self.moving = None;
            if !self.front.is_screen() {
                self.show()?;
                return Ok(Next::Leave);
            }
            if before.is_none_or(|before| before.status != Status::Over) {
                self.front.say(over_hint(game), Style::Plain)?;
            }
        }
        Ok(Next::GoOn)
    }

    fn hear_answer(&mut self, call: CallId, answer: &Answer) -> Result<(), CliError> {
        if self.is_moving(call) {
            self.moving = None;
            match answer_sentence(answer) {
                Some(sentence) => self.front.say(&sentence, Style::Warning)?,
                None => self.front.unsay(),
            }
            return Ok(());
        }
        if let Stage::Entering(entering) = &self.stage
            && entering.id() == call
        {
            let Answer::Done { game } = answer else { return Err(CliError::from_answer(answer)) };
            if let (Goal::Queue { .. }, None) = (&self.goal, game) {
                // It will show among the player's games, if it does not yet.
                return self.search();
            }
            let going = || self.session.snapshot().going().last().map(|game| game.id);
            let game = game.or_else(going).ok_or_else(|| CliError::from_answer(&Answer::Unknown))?;
            return self.sit_down(game);
        }
        let asked = self.asked.iter().position(|(asked, _)| *asked == call);
        let done = asked.map(|index| self.asked.swap_remove(index).1).unwrap_or_default();
        match answer_sentence(answer) {
            Some(sentence) => self.front.say(&sentence, Style::Warning)?,
            None if !done.is_empty() => self.front.say(&done, Style::Plain)?,
            None => {}
        }
        Ok(())
    }

    fn typed(&mut self, input: Input) -> Result<Next, CliError> {
        match (&mut self.front, input) {
            (Front::Screen { editor, .. }, Input::Key(key)) => match editor.press(key) {
                Edited::Entered(text) => return self.entered(&text),
                Edited::Interrupted => return Ok(Next::Leave),
                Edited::Changed | Edited::Ignored => {}
            },
            (Front::Screen { screen, .. }, Input::Resized) => screen.resized()?,
            (Front::Screen { .. }, Input::Ended) => return Ok(Next::Leave),
            (Front::Lines { read, .. }, Input::Line(line)) => read.push_back(line),
            (Front::Lines { ended, .. }, Input::Ended) => *ended = true,
            _ => {}
        }
        Ok(Next::GoOn)
    }

    /// Lines that were read ahead are used one a turn.
    fn read_lines(&mut self) -> Result<Next, CliError> {
        loop {
            let game = self.game();
            let may_move = self.moving.is_none() && game.as_ref().is_some_and(|game| game.takes_my_move());
            let asked = matches!(self.stage, Stage::Offering(_));
            let Front::Lines { read, ended, .. } = &mut self.front else { return Ok(Next::GoOn) };
            let Some(line) = read.front() else {
                return Ok(if *ended && (may_move || asked) { Next::Leave } else { Next::GoOn });
            };
            let word = line.trim().to_lowercase();
            let at_once = ["quit", "q", "exit", "help", "?", "board", "bot"].contains(&word.as_str())
                || (is_no_move(&word) && game.as_ref().is_some_and(|game| game.status == Status::Live));
            if !at_once && !may_move && !asked {
                return Ok(Next::GoOn);
            }
            let line = read.pop_front().unwrap_or_default();
            if let Next::Leave = self.entered(&line)? {
                return Ok(Next::Leave);
            }
        }
    }

    fn entered(&mut self, text: &str) -> Result<Next, CliError> {
        self.front.unsay();
        let word = text.trim().to_lowercase();
        if self.front.close_help() && word.is_empty() {
            return Ok(Next::GoOn);
        }
        if ["quit", "q", "exit"].contains(&word.as_str()) {
            return Ok(Next::Leave);
        }
        match &self.stage {
            Stage::Offering(game) => match word.as_str() {
                "y" | "yes" | "" => self.sit_down(game.id)?,
                "n" | "no" => self.open_game(),
                _ => self.front.say("Type `y` or `n`.", Style::Warning)?,
            },
            Stage::Seated(_) => return self.entered_at_table(&word, text),
            Stage::Connecting | Stage::Entering(_) | Stage::Searching => {}
        }
        Ok(Next::GoOn)
    }

    /// Gives the terminal back and says what becomes of the game.
    fn leave(self, left: Result<(), CliError>) -> Result<(), CliError> {
        let game = self.game();
        let Snapshot { connection, feed, .. } = self.session.snapshot();
        let around = Around {
            now: self.session.server_now(),
            connection: &connection,
            you: game.as_ref().map(|game| game.seat),
            chat: &feed.chat,
            sent: None,
            seek: self.is_seek(),
        };
        if left.is_err() {
            Screen::give_back();
            return left;
        }
        self.front.close(game.as_deref().map(|game| (game, &around)))?;
        out::lines(&self.farewell)?;
        if let (Stage::Searching, Goal::Queue { pool, .. }) = (&self.stage, &self.goal) {
            let mut call = self.session.leave_queue(pool.clone());
            return match call.wait_for(CANCEL_LIMIT) {
                Some(Answer::Done { .. }) => Ok(out::line("You are not searching any more.")?),
                _ => Ok(out::line("A game may just have been found: `zeitnot games`.")?),
            };
        }
        let Some(game) = game else { return Ok(()) };
        match game.status {
            Status::Over => {}
            Status::Waiting => {
                let mut call = self.session.cancel_game(game.id);
                match call.wait_for(CANCEL_LIMIT) {
                    Some(Answer::Done { .. }) => {
                        out::line("Nobody had joined; the game has been taken back.")?
                    }
                    _ => out::line(format_args!("Game {} may still be waiting: `zeitnot games`.", game.id))?,
                }
            }
            Status::Live => {
                let clock = if game.deadline.is_some() { ", and so does its clock" } else { "" };
                let id = game.id;
                out::line(format_args!("Game {id} goes on{clock}: `{} --resume {id}`.", play_command()))?;
            }
        }
        Ok(())
    }
}
