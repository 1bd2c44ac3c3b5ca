//! What the server offers beside the player's own games.

use zeitnot_client::session::{Challenge, Contestant, DeclineReason, Feed, GameId, Pool, Seek};
use zeitnot_rules::clock::{Speed, TimeControl};

use super::texts::Texts;
use super::times::{short_time, time_title};
use super::wording::game_title;

/// Which open games are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only those that count, or only those that do not.
    pub rated: Option<bool>,
    /// Only those of this speed.
    pub speed: Option<Speed>,
    /// Not those of programs.
    pub people: bool,
}

impl Filter {
    /// Whether an open game is listed.
    pub fn admits(&self, seek: &Seek) -> bool {
        self.rated.is_none_or(|rated| rated == seek.rated)
            && self.speed.is_none_or(|speed| speed_of(&seek.time) == Some(speed))
            && !(self.people && seek.by.bot)
    }
}

fn speed_of(time: &str) -> Option<Speed> {
    time.parse::<TimeControl>().ok().and_then(|control| Speed::of(&control))
}

/// An open game as it is to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekView {
    /// Which.
    pub id: GameId,
    /// Who has opened it.
    pub opponent: String,
    /// Their name, and nothing else.
    pub name: String,
    /// Their rating; empty where there is none.
    pub rating: String,
    /// What is played, and what else is to be known.
    pub game: String,
    /// How fast.
    pub time: String,
    /// Whether it counts.
    pub rated: bool,
    /// It is the player's own.
    pub mine: bool,
}

impl SeekView {
    /// The open games that the filter admits, the player's own marked by their numbers.
    pub fn all(feed: &Feed, filter: &Filter, own: impl Fn(GameId) -> bool, texts: &Texts) -> Vec<SeekView> {
        let admitted = feed.seeks.iter().filter(|seek| filter.admits(seek));
        let view = |seek: &Seek| {
            let mut game = game_title(&seek.spec, texts);
            if seek.seats > 2 {
                let values = [("taken", seek.taken.into()), ("seats", seek.seats.into())];
                game = format!("{game}, {}", texts.with("lobby-seats", &values));
            }
            let bound = |rating: u32, name: &str| {
                (rating > 0).then(|| texts.with(name, &[("rating", rating.to_string().into())]))
            };
            let bounds = [bound(seek.ratings.0, "lobby-from"), bound(seek.ratings.1, "lobby-up-to")];
            for bound in bounds.into_iter().flatten() {
                game = format!("{game}, {bound}");
            }
            SeekView {
                id: seek.id,
                opponent: contestant_name(&seek.by, texts),
                name: seek.by.name.clone(),
                rating: seek.by.rating.map(|rating| rating.to_string()).unwrap_or_default(),
                game,
                time: time_title(&seek.time, texts),
                rated: seek.rated,
                mine: own(seek.id),
            }
        };
        admitted.map(view).collect()
    }
}

/// What can be searched for, as it is to be offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolView {
    /// Its name on the server.
    pub name: String,
    /// What is played, and whether it counts.
    pub game: String,
    /// How fast.
    pub time: String,
    /// The same, as short as players write it.
    pub short: String,
}

impl PoolView {
    /// Those that count or those that do not, the games together and the fastest first.
    pub fn all(feed: &Feed, rated: bool, texts: &Texts) -> Vec<PoolView> {
        let mut pools: Vec<&Pool> = feed.pools.iter().filter(|pool| pool.rated == rated).collect();
        pools.sort_by_key(|pool| (&pool.spec, speed_of(&pool.time), &pool.name));
        let view = |pool: &Pool| {
            let rated = if pool.rated { format!(" · {}", texts.get("table-rated")) } else { String::new() };
            PoolView {
                name: pool.name.clone(),
                game: format!("{}{rated}", game_title(&pool.spec, texts)),
                time: time_title(&pool.time, texts),
                short: short_time(&pool.time, texts),
            }
        };
        pools.into_iter().map(view).collect()
    }
}

/// A challenge as it is to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeView {
    /// Its game.
    pub game: GameId,
    /// A sentence: who asks whom for what.
    pub text: String,
    /// The player has made it.
    pub mine: bool,
    /// It has been declined.
    pub declined: bool,
}

impl ChallengeView {
    /// A challenge.
    pub fn of(challenge: &Challenge, texts: &Texts) -> ChallengeView {
        let name = match (challenge.declined, challenge.is_mine) {
            (Some(_), true) => "challenge-declined",
            (Some(_), false) => "challenge-you-declined",
            (None, true) => "challenge-out",
            (None, false) => "challenge-in",
        };
        let (game, time) = (game_title(&challenge.spec, texts), time_title(&challenge.time, texts));
        let rated = if challenge.rated { format!(", {}", texts.get("table-rated")) } else { String::new() };
        let reason = challenge.declined.map(|reason| texts.get(decline_text(reason))).unwrap_or_default();
        let text = texts.with(
            name,
            &[
                ("who", contestant_name(&challenge.other, texts).into()),
                ("game", format!("{game}, {time}{rated}").into()),
                ("reason", reason.into()),
            ],
        );
        ChallengeView {
            game: challenge.game,
            text,
            mine: challenge.is_mine,
            declined: challenge.declined.is_some(),
        }
    }
}

/// The reasons for which a challenge can be declined.
pub const DECLINES: [DeclineReason; 10] = [
    DeclineReason::Generic,
    DeclineReason::Later,
    DeclineReason::TooFast,
    DeclineReason::TooSlow,
    DeclineReason::TimeControl,
    DeclineReason::Rated,
    DeclineReason::Casual,
    DeclineReason::Variant,
    DeclineReason::NoBot,
    DeclineReason::OnlyBot,
];

/// The name of the text of a reason.
pub fn decline_text(reason: DeclineReason) -> &'static str {
    match reason {
        DeclineReason::Generic => "decline-generic",
        DeclineReason::Later => "decline-later",
        DeclineReason::TooFast => "decline-too-fast",
        DeclineReason::TooSlow => "decline-too-slow",
        DeclineReason::TimeControl => "decline-time-control",
        DeclineReason::Rated => "decline-rated",
        DeclineReason::Casual => "decline-casual",
        DeclineReason::Variant => "decline-variant",
        DeclineReason::NoBot => "decline-no-bot",
        DeclineReason::OnlyBot => "decline-only-bot",
    }
}

/// Somebody's name, and that they are a program.
pub(super) fn contestant_name(player: &Contestant, texts: &Texts) -> String {
    let name = if player.name.is_empty() { texts.get("player-nameless") } else { player.name.clone() };
    if player.bot { format!("{name} ({})", texts.get("player-bot")) } else { name }
}

/// A game to watch, as it is to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveView {
    /// Which.
    pub id: GameId,
    /// Who plays.
    pub players: String,
    /// Their names, and nothing else.
    pub names: Vec<String>,
    /// What and how fast.
    pub title: String,
}

impl LiveView {
    /// All of them, those of the strongest first.
    pub fn all(feed: &Feed, texts: &Texts) -> Vec<LiveView> {
        let games = feed.live.iter().map(|game| {
            let name = |player: &Contestant| {
                let rating = player.rating.map(|rating| format!(" {rating}")).unwrap_or_default();
                format!("{}{rating}", contestant_name(player, texts))
            };
            LiveView {
                id: game.id,
                players: game.players.iter().map(name).collect::<Vec<_>>().join(" – "),
                names: game.players.iter().map(|player| player.name.clone()).collect(),
                title: format!("{} · {}", game_title(&game.spec, texts), time_title(&game.time, texts)),
            }
        });
        games.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seek(time: &str, rated: bool, bot: bool) -> Seek {
        Seek {
            id: 1,
            by: Contestant { name: "Ada".to_owned(), rating: Some(1512), bot },
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: time.to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            series: String::new(),
            rated,
            taken: 1,
            seats: 2,
            ratings: (1400, 0),
        }
    }

    #[test]
    fn open_games_are_filtered() {
        let all = Filter::default();
        assert!(all.admits(&seek("none", false, true)));
        let blitz = Filter { speed: Some(Speed::Blitz), ..all };
        assert!(blitz.admits(&seek("fischer:3m+2s", false, false)));
        assert!(!blitz.admits(&seek("days:3", false, false)) && !blitz.admits(&seek("none", false, false)));
        assert!(!Filter { rated: Some(true), ..all }.admits(&seek("none", false, false)));
        assert!(!Filter { people: true, ..all }.admits(&seek("none", false, true)));
    }

    #[test]
    fn an_open_game_says_who_may_take_it() {
        let feed = Feed { seeks: vec![seek("turn:30s", true, false)], ..Feed::default() };
        let shown = SeekView::all(&feed, &Filter::default(), |_| false, &Texts::of("en"));
        assert_eq!(shown[0].game, "tic-tac-toe, from 1400");
        assert_eq!((shown[0].opponent.as_str(), shown[0].rating.as_str()), ("Ada", "1512"));
    }
}
