//! All that the window knows and decides, over all its screens.

mod doing;
mod hearing;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use zeitnot_client::session::{GameId, GameView, Status, Topic};

use super::form::Form;
use super::known::Known;
use super::lobby::Filter;
use super::order::{Order, Tag};
use super::preferences::Preferences;
use super::review_page::ReviewPage;
use super::start::Start;
use super::table::Table;
use super::texts::Texts;
use super::{seats, urgency};

/// How long a notice stays, in seconds.
const NOTICE: f64 = 8.0;

/// What the window shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// Where to play, and as whom.
    Start,
    /// The player's games, and how to come to others.
    Lobby,
    /// A game to be opened.
    Create,
    /// A game of the player's, or one of others that is watched.
    Table(GameId),
    /// A game that is looked through.
    Review,
    /// The best players.
    Leaders,
    /// A page of the player's games that have been over for long, `0` the newest.
    Archive(u32),
    /// What the player likes.
    Preferences,
}

/// Something that is said once.
#[derive(Clone, PartialEq, Debug)]
pub struct Notice {
    /// A sentence.
    pub text: String,
    /// It is about something that went wrong.
    pub warning: bool,
    until: f64,
}

/// What a call was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// To get to a game's table.
    Enter,
    /// To search for an opponent.
    Search,
    /// Something at a table.
    At(GameId),
    /// Anything else.
    Other,
}

/// What was last seen of a game, to tell what is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    plies: usize,
    my_turn: bool,
    status: Status,
}

/// All that the window knows and decides.
#[derive(Debug)]
pub struct Desk {
    /// What the player likes. After a change, [`Desk::keep`].
    pub preferences: Preferences,
    /// What is typed before there is a connection.
    pub start: Start,
    /// The game that is about to be opened.
    pub form: Form,
    /// The code or number of a game to join, as it is typed.
    pub code: String,
    /// Where a record is read from, as it is typed.
    pub path: String,
    /// Whom to challenge, as it is typed.
    pub challenged: String,
    /// What is about to be said at a table.
    pub draft: String,
    /// What was said last, until it is known that it arrived.
    said: Option<(Tag, String)>,
    /// Which open games are listed.
    pub filter: Filter,
    /// Whether the pools are listed that count for ratings, or the others.
    pub rated_pools: bool,
    /// The board whose leaders are shown; `None` for the first there is.
    pub board: Option<String>,
    /// Whether this program was built to make sounds.
    pub can_sound: bool,
    texts: Texts,
    system_language: String,
    screen: Screen,
    /// Where the preferences go back to.
    behind: Screen,
    known: Known,
    now: f64,
    tables: BTreeMap<GameId, Table>,
    review: Option<ReviewPage>,
    calls: HashMap<Tag, Asked>,
    /// The pools in which an opponent is searched for.
    searching: BTreeSet<String>,
    next_tag: u64,
    seen: BTreeMap<GameId, Seen>,
    /// What is looked at for a while.
    aside: Option<Topic>,
    /// The challenges to the player that they have been told of.
    asked_by: BTreeSet<GameId>,
    /// The name that is typed is to be taken at the next connection.
    name_wanted: bool,
    /// The games that there were when the connection came up have been taken in.
    loaded: bool,
    /// The turn for which low time was announced.
    warned: Option<(GameId, u32)>,
    notices: Vec<Notice>,
    announcement: String,
    orders: Vec<Order>,
}

impl Desk {
    /// Before anything has happened. `system_language` is the computer's, `de_AT.UTF-8` for instance.
    pub fn new(preferences: Preferences, profile: &str, system_language: &str) -> Desk {
        let start = Start::new(&preferences.server, &preferences.name, profile);
        let texts = texts_for(&preferences, system_language);
        Desk {
            preferences,
            start,
            form: Form::default(),
            code: String::new(),
            path: String::new(),
            challenged: String::new(),
            draft: String::new(),
            said: None,
            filter: Filter::default(),
            rated_pools: false,
            board: None,
            can_sound: false,
            texts,
            system_language: system_language.to_owned(),
            screen: Screen::Start,
            behind: Screen::Start,
            known: Known::nothing(),
            now: 0.0,
            tables: BTreeMap::new(),
            review: None,
            calls: HashMap::new(),
            searching: BTreeSet::new(),
            next_tag: 1,
            seen: BTreeMap::new(),
            aside: None,
            asked_by: BTreeSet::new(),
            name_wanted: false,
            loaded: false,
            warned: None,
            notices: Vec::new(),
            announcement: String::new(),
            orders: Vec::new(),
        }
    }

    /// What the window says.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// What it shows.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// What is known of the server.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The time, in seconds since some moment, as the last frame had it.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// The game that is looked through.
    pub fn review(&mut self) -> Option<&mut ReviewPage> {
        self.review.as_mut()
    }

    /// What was said once and is still to be shown.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// What is to be said to somebody who does not see the window.
    pub fn announcement(&self) -> &str {
        &self.announcement
    }

    /// What the outside is to do, in that order. It is asked once.
    pub fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// The table of a game, and the game.
    pub fn table(&self, id: GameId) -> Option<(&Table, &GameView)> {
        Some((self.tables.get(&id)?, self.known.game(id)?))
    }

    /// The window's title: with the number of games that wait for the player.
    pub fn title(&self) -> String {
        let turns = self.known.my_turns();
        let name = self.texts.get("window-title");
        if turns == 0 { name } else { format!("({turns}) {name}") }
    }

    /// Takes in what is known at a frame. `now` is in seconds since some moment.
    pub fn frame(&mut self, now: f64, known: Known) {
        self.now = now;
        self.known = known;
        self.notices.retain(|notice| notice.until > now);
        for game in self.known.games.values().chain(&self.known.watched) {
            if let Some(table) = self.tables.get_mut(&game.id) {
                table.follow(game);
            }
        }
        self.tell_of_challenges();
        self.loaded |= self.known.is_online();
        self.warn_of_low_time();
        match self.screen {
            Screen::Table(id) => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.tick(now);
                }
            }
            Screen::Review => {
                if let Some(review) = &mut self.review {
                    review.tick(now);
                }
            }
            _ => {}
        }
    }

    /// How long what the window shows stays true if nothing happens; `None` if for good.
    pub fn next_change(&self) -> Option<Duration> {
        let notices = self.notices.iter().map(|notice| (notice.until - self.now).max(0.0));
        let beats = match self.screen {
            Screen::Table(id) => self.tables.get(&id).and_then(|table| table.next_beat(self.now)),
            Screen::Review => self.review.as_ref().and_then(|review| review.next_beat(self.now)),
            _ => None,
        };
        let seconds = notices.chain(beats).reduce(f64::min).map(Duration::from_secs_f64);
        let games = self.known.now.and_then(|now| match self.screen {
            Screen::Table(id) => seats::next_change(self.known.game(id)?, now),
            Screen::Lobby => {
                let games = self.known.games.values();
                games.filter_map(|game| urgency::next_change(game, now)).min()
            }
            _ => None,
        });
        let waiting =
            matches!(self.known.connection, Some(zeitnot_client::session::Connection::Offline { .. }));
        let countdown = waiting.then_some(Duration::from_secs(1));
        seconds.into_iter().chain(games).chain(countdown).min()
    }

    /// Shows another screen.
    pub fn go(&mut self, screen: Screen) {
        if screen == Screen::Preferences && self.screen != Screen::Preferences {
            self.behind = self.screen;
        }
        match (screen, self.aside.take()) {
            // From there one comes back.
            (Screen::Preferences | Screen::Review, aside) => self.aside = aside,
            (Screen::Leaders, _) => self.look_at_aside(Topic::Leaders),
            (Screen::Archive(page), _) => self.look_at_aside(Topic::Archive(page)),
            (Screen::Table(id), Some(Topic::Watched(game))) if id == game => {
                self.aside = Some(Topic::Watched(game));
            }
            // Whoever looks at something else hears of it no longer.
            (_, Some(_)) => self.orders.push(Order::LookAway),
            (_, None) => {}
        }
        if let Screen::Table(id) = screen {
            let table = self.tables.entry(id).or_insert_with(|| Table::new(id));
            if let Some(game) = self.known.game(id) {
                table.follow(game);
            }
        }
        self.screen = screen;
    }

    pub(super) fn look_at_aside(&mut self, topic: Topic) {
        self.aside = Some(topic.clone());
        self.orders.push(Order::LookAt(topic));
    }

    /// Goes to where nothing is in the way, after something has broken: what the server knows is still there.
    pub fn begin_again(&mut self) {
        self.review = None;
        self.tables.clear();
        self.screen = if self.known.connection.is_some() { Screen::Lobby } else { Screen::Start };
    }

    /// Goes back to where the preferences were opened.
    pub fn leave_preferences(&mut self) {
        self.screen = self.behind;
    }

    /// Keeps the preferences as they are now, and follows them.
    pub fn keep(&mut self) {
        self.texts = texts_for(&self.preferences, &self.system_language);
        self.orders.push(Order::Keep);
    }

    /// Says something once.
    pub fn notice(&mut self, text: impl Into<String>, warning: bool) {
        let text = text.into();
        self.announcement.clone_from(&text);
        // One after the other, not a wall of them.
        self.notices.clear();
        self.notices.push(Notice { text, warning, until: self.now + NOTICE });
    }

    /// What was said has been read.
    pub fn dismiss(&mut self) {
        self.notices.clear();
    }
}

fn texts_for(preferences: &Preferences, system_language: &str) -> Texts {
    match &preferences.language {
        Some(code) => Texts::of(code),
        None => Texts::of_system(system_language),
    }
}
