//! What the player does, and what is asked of the outside for it.

use zeitnot_client::session::{DeclineReason, GameId, GameSetup, GameView, NoRecord, Request, Topic};
use zeitnot_rules::mnk::Action;

use super::{Asked, Desk, Screen};
use crate::model::chat::saying;
use crate::model::choice::{Choice, choices, watcher_choices};
use crate::model::form::{Form, Preset};
use crate::model::order::{Order, Tag};
use crate::model::review_page::ReviewPage;
use crate::model::table::{Step, Table};

/// How far an opponent's rating may be from the player's when the search begins; the server widens it.
const SEARCH_WITHIN: u32 = 200;

impl Desk {
    /// Connects to what is typed, and remembers it. Does nothing while there is something wrong with it.
    pub fn connect(&mut self) {
        if self.start.fault().is_some() {
            return;
        }
        let (server, profile) = (self.start.server.trim().to_owned(), self.start.profile.trim().to_owned());
        self.preferences.server.clone_from(&server);
        self.preferences.name = self.start.name.trim().to_owned();
        (self.loaded, self.name_wanted, self.screen) = (false, true, Screen::Start);
        self.tables.clear();
        self.seen.clear();
        self.searching.clear();
        self.orders.extend([Order::Connect { server, profile }, Order::Keep]);
    }

    /// Ends the session, and asks anew where to play.
    pub fn disconnect(&mut self) {
        self.screen = Screen::Start;
        self.orders.push(Order::Disconnect);
    }

    /// Connects now instead of later.
    pub fn retry_now(&mut self) {
        self.orders.push(Order::RetryNow);
    }

    /// Starts the server that is installed beside this program.
    pub fn start_host(&mut self) {
        (self.start.host_starting, self.start.host_trouble) = (true, None);
        self.orders.push(Order::StartHost);
    }

    /// Asks to be called what is typed, and remembers it.
    pub fn rename(&mut self) {
        let name = self.start.name.trim().to_owned();
        self.preferences.name.clone_from(&name);
        self.orders.push(Order::Keep);
        self.ask_name(name);
    }

    pub(super) fn ask_name(&mut self, name: String) {
        self.ask(Request::SetName { name }, Asked::Other);
    }

    fn ask(&mut self, request: Request, asked: Asked) -> Tag {
        let tag = Tag(self.next_tag);
        self.next_tag += 1;
        self.calls.insert(tag, asked);
        self.orders.push(Order::Call(tag, request));
        tag
    }

    /// Opens a game; its table is shown when the server has done it.
    pub fn open(&mut self, setup: GameSetup) {
        self.ask(Request::OpenGame(setup), Asked::Enter);
    }

    /// Opens the game of the form, for the ratings that it names.
    pub fn open_form(&mut self) {
        let Ok(setup) = self.form.setup() else { return };
        let (min_rating, max_rating) = (self.form.min_rating, self.form.max_rating);
        if setup.private || (min_rating, max_rating) == (0, 0) {
            self.open(setup);
        } else {
            self.ask(Request::OpenSeek { setup, min_rating, max_rating }, Asked::Enter);
        }
    }

    /// Opens a game that has a name, with this time control.
    pub fn open_preset(&mut self, preset: Preset, time: &str) {
        let mut form = Form { time: time.to_owned(), ..Form::default() };
        form.take(preset);
        if let Ok(setup) = form.setup() {
            self.open(setup);
        }
    }

    /// Whether a game is being opened or joined.
    pub fn is_entering(&self) -> bool {
        self.calls.values().any(|asked| *asked == Asked::Enter)
    }

    /// Joins the game whose code or number is typed.
    pub fn join(&mut self) {
        let game = self.code.trim().to_owned();
        if !game.is_empty() {
            self.ask(Request::JoinGame { game }, Asked::Enter);
        }
    }

    /// What can be done at a table besides moving.
    pub fn choices(&self, id: GameId) -> Vec<Choice> {
        match self.known.games.get(&id) {
            Some(game) => choices(game, self.known.now),
            None => self.known.watched.as_ref().map(|game| watcher_choices(game)).unwrap_or_default(),
        }
    }

    /// Does it.
    pub fn choose(&mut self, id: GameId, choice: Choice) {
        let Some(game) = self.known.game(id).cloned() else { return };
        match choice {
            Choice::Resign => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.asks_resign = true;
                }
            }
            Choice::CallBots => self.orders.push(Order::CallBots(id)),
            Choice::NextGame(next) if self.known.is_watched(id) => self.watch(next),
            Choice::NextGame(next) => self.go(Screen::Table(next)),
            Choice::Challenge(seat) => {
                if let Some(player) = game.players.get(seat.index()) {
                    self.challenge_player(&player.name);
                }
            }
            Choice::Analyse => self.look_through(&game),
            Choice::CopyRecord => match game.record_so_far(&self.preferences.server) {
                Ok(record) => {
                    self.orders.push(Order::Copy(record.to_string()));
                    let text = self.texts.get("notice-copied");
                    self.notice(text, false);
                }
                Err(error) => self.no_record(&error),
            },
            Choice::ExportRecord => match game.record_so_far(&self.preferences.server) {
                Ok(record) => self
                    .orders
                    .push(Order::Export { name: format!("zeitnot-{id}.txt"), text: record.to_string() }),
                Err(error) => self.no_record(&error),
            },
            _ => {
                if let Some(request) = choice.request(&game, self.known.now) {
                    self.ask(request, Asked::At(id));
                }
            }
        }
    }

    /// Looks through a game.
    pub fn look_through(&mut self, game: &GameView) {
        match game.record_so_far(&self.preferences.server) {
            Ok(record) => {
                self.review = Some(ReviewPage::of(record));
                self.screen = Screen::Review;
            }
            Err(error) => self.no_record(&error),
        }
    }

    fn no_record(&mut self, error: &NoRecord) {
        let text = match error {
            NoRecord::Hidden(_) | NoRecord::NotOver => self.texts.get("record-hidden"),
            NoRecord::Unreadable(reason) => {
                self.texts.with("record-unreadable", &[("reason", reason.clone().into())])
            }
        };
        self.notice(text, true);
    }

    /// Resigns, now that the player has been asked; or does not.
    pub fn answer_resign(&mut self, id: GameId, yes: bool) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.asks_resign = false;
        }
        if yes {
            self.ask(Request::Resign { game: id }, Asked::At(id));
        }
    }

    /// A cell of a game's board was chosen.
    pub fn pick(&mut self, id: GameId, action: Action) {
        let confirm = self.preferences.confirm;
        self.at_table(id, |table, game| table.pick(action, game, confirm));
    }

    /// The move that was chosen is to be sent.
    pub fn confirm(&mut self, id: GameId) {
        self.at_table(id, Table::confirm_for);
    }

    /// The move that was chosen is not to be sent.
    pub fn unchoose(&mut self, id: GameId) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.unchoose();
        }
    }

    fn at_table(&mut self, id: GameId, what: impl FnOnce(&mut Table, &GameView) -> Option<Request>) {
        let Some(game) = self.known.games.get(&id).cloned() else { return };
        let Some(table) = self.tables.get_mut(&id) else { return };
        if let Some(request) = what(table, &game) {
            let tag = self.ask(request.clone(), Asked::At(id));
            if let Some(table) = self.tables.get_mut(&id) {
                table.sent(tag, &request);
            }
        }
    }

    /// Looks at another position of a game or of the one that is looked through.
    pub fn step(&mut self, step: Step) {
        match self.screen {
            Screen::Table(id) => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.step(step);
                }
            }
            Screen::Review => {
                if let Some(review) = &mut self.review {
                    review.step(step);
                }
            }
            _ => {}
        }
    }

    /// Looks at the position after so many plies.
    pub fn look_at(&mut self, ply: usize) {
        match self.screen {
            Screen::Table(id) => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.look_at(ply);
                }
            }
            Screen::Review => {
                if let Some(review) = &mut self.review {
                    review.look_at(ply);
                }
            }
            _ => {}
        }
    }

    /// Lets what is looked at play by itself, or stops it.
    pub fn toggle_playing(&mut self) {
        let now = self.now;
        match self.screen {
            Screen::Table(id) => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.toggle_playing(now);
                }
            }
            Screen::Review => {
                if let Some(review) = &mut self.review {
                    review.toggle_playing(now);
                }
            }
            _ => {}
        }
    }

    /// Reads the record from the file that is typed.
    pub fn import(&mut self) {
        let path = self.path.trim().to_owned();
        if !path.is_empty() {
            self.orders.push(Order::Import { path });
        }
    }

    /// Looks through the game that this text is the record of, or says why not.
    pub fn imported(&mut self, text: &str) {
        match ReviewPage::read(text) {
            Ok(review) => {
                self.review = Some(review);
                self.screen = Screen::Review;
            }
            Err(error) => {
                let text = self.texts.with("record-unreadable", &[("reason", error.to_string().into())]);
                self.notice(text, true);
            }
        }
    }

    /// Puts the record of the game that is looked through where it can be pasted from.
    pub fn copy_review(&mut self) {
        if let Some(review) = &self.review {
            self.orders.push(Order::Copy(review.record()));
            let text = self.texts.get("notice-copied");
            self.notice(text, false);
        }
    }

    /// Writes it to a file.
    pub fn export_review(&mut self) {
        if let Some(review) = &self.review {
            self.orders.push(Order::Export { name: "zeitnot-review.txt".to_owned(), text: review.record() });
        }
    }

    /// Puts a game's code where it can be pasted from.
    pub fn copy_code(&mut self, id: GameId) {
        if let Some(game) = self.known.games.get(&id) {
            self.orders.push(Order::Copy(game.code.clone()));
            let text = self.texts.get("notice-copied");
            self.notice(text, false);
        }
    }

    /// Takes a seat in an open game.
    pub fn take_seek(&mut self, game: GameId) {
        self.ask(Request::JoinGame { game: game.to_string() }, Asked::Enter);
    }

    /// Asks whoever is typed for a game.
    pub fn challenge(&mut self, setup: GameSetup) {
        let player = self.challenged.trim().to_owned();
        if !player.is_empty() {
            self.ask(Request::Challenge { setup, player }, Asked::Enter);
        }
    }

    /// Goes to where a game for this player is set up.
    pub fn challenge_player(&mut self, name: &str) {
        name.clone_into(&mut self.challenged);
        self.form.seats = 2;
        self.go(Screen::Create);
    }

    /// Whether somebody of this name can be asked for a game: it is not the player's own.
    pub fn can_challenge(&self, name: &str) -> bool {
        !name.is_empty() && self.known.me.as_ref().is_none_or(|me| me.name != name)
    }

    /// Takes the seat that a challenge keeps.
    pub fn accept_challenge(&mut self, game: GameId) {
        self.ask(Request::AcceptChallenge { game }, Asked::Enter);
    }

    /// Says no to a challenge.
    pub fn decline_challenge(&mut self, game: GameId, reason: DeclineReason) {
        self.ask(Request::DeclineChallenge { game, reason }, Asked::Other);
    }

    /// Takes one's own challenge back.
    pub fn withdraw_challenge(&mut self, game: GameId) {
        self.ask(Request::CancelGame { game }, Asked::Other);
    }

    /// Searches for an opponent in a pool, or stops searching.
    pub fn toggle_search(&mut self, pool: &str) {
        let pool = pool.to_owned();
        if self.searching.remove(&pool) {
            self.ask(Request::LeaveQueue { pool }, Asked::Other);
        } else {
            self.searching.insert(pool.clone());
            self.ask(Request::JoinQueue { pool, below: SEARCH_WITHIN, above: SEARCH_WITHIN }, Asked::Search);
        }
    }

    /// Whether an opponent is searched for in a pool.
    pub fn is_searching(&self, pool: &str) -> bool {
        self.searching.contains(pool)
    }

    /// Watches a game of others.
    pub fn watch(&mut self, game: GameId) {
        self.look_at_aside(Topic::Watched(game));
        self.tables.remove(&game);
        self.screen = Screen::Table(game);
        self.tables.insert(game, Table::new(game));
    }

    /// Says what is typed at a table.
    pub fn say(&mut self, game: GameId) {
        if let Some(request) = saying(game, &self.draft, &self.texts) {
            let draft = std::mem::take(&mut self.draft);
            self.said = Some((self.ask(request, Asked::At(game)), draft));
        }
    }

    /// Says a phrase, by its number.
    pub fn say_phrase(&mut self, game: GameId, phrase: u8) {
        self.ask(Request::Say { game, phrase }, Asked::At(game));
    }

    /// Hears nothing more of the others at a table, or hears them again.
    pub fn mute(&mut self, id: GameId, muted: bool) {
        let Some(game) = self.known.games.get(&id).cloned() else { return };
        let others = (0..).zip(&game.players).filter(|(seat, _)| *seat != game.seat.index());
        for player in others.filter_map(|(_, player)| player.identity) {
            let request = if muted { Request::Mute { player } } else { Request::Unmute { player } };
            self.ask(request, Asked::At(id));
        }
        if let Some(table) = self.tables.get_mut(&id) {
            table.muted = muted;
        }
    }
}
