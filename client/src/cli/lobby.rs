//! `zeitnot lobby`

use zeitnot_rules::clock::Speed;

use super::connect::Context;
use super::error::CliError;
use super::out;
use super::table::table;
use crate::session::{Contestant, LiveGame, Pool, Seek, Topic};
use crate::term::{Look, game_title, terms_text, time_title};

/// Lists open games, pools, and games to watch.
pub(super) fn run(context: &Context) -> Result<(), CliError> {
    let (_session, feed) = context.read([Topic::Seeks, Topic::Pools, Topic::Live])?;
    let look = context.look;
    // Whoever looks for a game is to know it first.
    if feed.draining {
        out::line("This server is about to be stopped: no game begins any more.")?;
    }
    let seeks: Vec<[String; 4]> = feed.seeks.iter().map(|seek| seek_row(seek, look)).collect();
    section("Open games", "zeitnot play --join NUMBER", &seeks, "none; `zeitnot seek` opens one")?;
    let live: Vec<[String; 4]> = feed.live.iter().map(|game| live_row(game, look)).collect();
    section("Games to watch", "zeitnot watch NUMBER", &live, "none")?;
    out::line("Pools, in which an opponent is found for you (such as zeitnot quick tic-tac-toe/3+2):")?;
    Ok(out::lines(table(&pool_rows(&feed.pools)).into_iter().map(|line| format!("  {line}")))?)
}

fn section(title: &str, command: &str, rows: &[[String; 4]], none: &str) -> Result<(), CliError> {
    if rows.is_empty() {
        return Ok(out::line(format_args!("{title}: {none}."))?);
    }
    out::line(format_args!("{title} ({command}):"))?;
    Ok(out::lines(table(rows).into_iter().map(|line| format!("  {line}")))?)
}

fn seek_row(seek: &Seek, look: Look) -> [String; 4] {
    let range = match seek.ratings {
        (0, 0) => String::new(),
        (min, 0) => format!(", for {min} and above"),
        (0, max) => format!(", for up to {max}"),
        (min, max) => format!(", for {min} to {max}"),
    };
    // Of two seats one is taken, or it would not be open.
    let seats = if seek.seats > 2 {
        format!(", {} of {} seats taken", seek.taken, seek.seats)
    } else {
        String::new()
    };
    [
        seek.id.to_string(),
        game_title(&seek.spec, look) + if seek.rated { ", rated" } else { "" },
        time_and_terms(&seek.time, &seek.policy, &seek.leaving, &seek.series),
        format!("{}{seats}{range}", contestant_text(&seek.by)),
    ]
}

/// `30s a turn`, `30s a turn; best of 3`.
pub(super) fn time_and_terms(time: &str, policy: &str, leaving: &str, series: &str) -> String {
    let terms = terms_text(time, policy, leaving, series).map(|terms| format!("; {terms}"));
    time_title(time) + &terms.unwrap_or_default()
}

fn live_row(game: &LiveGame, look: Look) -> [String; 4] {
    let players: Vec<String> = game.players.iter().map(contestant_text).collect();
    [
        game.id.to_string(),
        game_title(&game.spec, look) + if game.rated { ", rated" } else { "" },
        time_title(&game.time),
        players.join(" against "),
    ]
}

/// `Ada 1512`, `House (bot)`.
pub(super) fn contestant_text(player: &Contestant) -> String {
    let bot = if player.bot { " (bot)" } else { "" };
    let rating = player.rating.map(|rating| format!(" {rating}")).unwrap_or_default();
    format!("{}{bot}{rating}", player.name)
}

/// The pools, a line for each game and its rated ones: the name begins with the first column, and ends with one
/// of the others.
fn pool_rows(pools: &[Pool]) -> Vec<[String; 2]> {
    let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut pools: Vec<&Pool> = pools.iter().collect();
    let speed = |pool: &Pool| pool.time.parse().ok().and_then(|time| Speed::of(&time));
    pools.sort_by_key(|pool| (pool.spec.as_str(), pool.rated, speed(pool)));
    for pool in pools {
        let (game, rest) = pool.name.split_at(pool.name.find('/').map_or(0, |slash| slash + 1));
        match rows.last_mut() {
            Some((last, names))
                if *last == game && names[0].ends_with("/rated") == rest.ends_with("/rated") =>
            {
                names.push(rest);
            }
            _ => rows.push((game, vec![rest])),
        }
    }
    rows.into_iter().map(|(game, names)| [game.to_owned(), names.join("  ")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { ascii: false, styled: false };

    #[test]
    fn an_open_game_says_who_may_take_it() {
        let by = Contestant { name: "Ada".to_owned(), rating: Some(1512), bot: false };
        let seek = Seek {
            id: 12,
            by,
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            series: String::new(),
            rated: true,
            taken: 1,
            seats: 2,
            ratings: (0, 0),
        };
        assert_eq!(seek_row(&seek, LOOK), ["12", "tic-tac-toe, rated", "30s a turn", "Ada 1512"]);
        let series = Seek { series: "best-of:3".to_owned(), leaving: "reset".to_owned(), ..seek.clone() };
        assert_eq!(seek_row(&series, LOOK)[2], "30s a turn; best of 3, reset when a player leaves");
        let narrow = Seek { ratings: (1400, 1600), seats: 3, ..seek };
        assert_eq!(seek_row(&narrow, LOOK)[3], "Ada 1512, 1 of 3 seats taken, for 1400 to 1600");
    }

    #[test]
    fn the_pools_of_a_game_stand_together_the_fastest_first() {
        let pool = |name: &str, spec: &str, time: &str| Pool {
            name: name.to_owned(),
            spec: spec.to_owned(),
            time: time.to_owned(),
            rated: name.ends_with("/rated"),
        };
        let pools = [
            pool("a/10+5", "a", "fischer:10m+5s"),
            pool("a/1+0", "a", "absolute:60s"),
            pool("a/1+0/rated", "a", "absolute:60s"),
            pool("open", "b", "days:3"),
        ];
        assert_eq!(pool_rows(&pools), [["a/", "1+0  10+5"], ["a/", "1+0/rated"], ["", "open"]]);
    }
}
