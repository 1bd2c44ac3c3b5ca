//! Searching for an opponent in a pool.

use std::time::{Duration, Instant};

use super::{Goal, Play, Stage};
use crate::cli::error::CliError;
use crate::session::{Connection, Feed, Search, Snapshot};
use crate::term::search_lines;

/// So long a search may be missing before it counts as over: the game that it has found, or why it is gone, may
/// be heard of a little later.
const MISSING_LIMIT: Duration = Duration::from_secs(2);

impl Play<'_> {
    /// What is told while an opponent is searched for. Plain lines do not count the time, and wait until the
    /// server has said what it searches for.
    pub(super) fn search_page(&self) -> Vec<String> {
        let Goal::Queue { pool, .. } = &self.goal else { return Vec::new() };
        let feed = self.session.snapshot().feed;
        let search = find(&feed, pool);
        if self.front.is_screen() {
            let waited = search.zip(self.session.server_now()).map(|(search, now)| now.since(search.since));
            search_lines(pool, search, waited)
        } else {
            search.map(|search| search_lines(pool, Some(search), None)).unwrap_or_default()
        }
    }

    /// When the search is to be looked at again.
    pub(super) fn search_wake(&self) -> Option<Instant> {
        if !matches!(self.stage, Stage::Searching) {
            return None;
        }
        let tick = self.front.is_screen().then(|| Instant::now() + Duration::from_secs(1));
        tick.into_iter().chain(self.missing.map(|since| since + MISSING_LIMIT)).min()
    }

    /// Gives up a search that the server has ended without a game.
    pub(super) fn mind_the_search(&mut self) -> Result<(), CliError> {
        let (Stage::Searching, Goal::Queue { pool, .. }) = (&self.stage, &self.goal) else {
            self.missing = None;
            return Ok(());
        };
        let Snapshot { connection, feed, .. } = self.session.snapshot();
        if connection != Connection::Online || find(&feed, pool).is_some() {
            self.missing = None;
            return Ok(());
        }
        let since = *self.missing.get_or_insert_with(Instant::now);
        if since.elapsed() < MISSING_LIMIT { Ok(()) } else { Err(CliError::Search(why_over(&feed, pool))) }
    }
}

fn find<'a>(feed: &'a Feed, pool: &str) -> Option<&'a Search> {
    feed.searches.iter().find(|search| search.pool == pool)
}

/// Why a search is over, as far as is known.
fn why_over(feed: &Feed, pool: &str) -> String {
    if feed.draining {
        "this server is about to be stopped, and no game begins any more".to_owned()
    } else if feed.pools.iter().all(|offered| offered.name != pool) {
        format!("there is no pool {pool} any more; `zeitnot lobby` lists those that there are")
    } else {
        "it was ended in another window, or by the server".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Pool;

    #[test]
    fn a_search_that_is_gone_says_why() {
        let pool = Pool {
            name: "a/3+2".to_owned(),
            spec: "a".to_owned(),
            time: "fischer:3m+2s".to_owned(),
            rated: false,
        };
        let offered = Feed { pools: vec![pool], ..Feed::default() };
        assert!(why_over(&offered, "a/3+2").contains("in another window"));
        assert!(why_over(&offered, "a/1+0").starts_with("there is no pool a/1+0 any more"));
        let draining = Feed { draining: true, ..offered };
        assert!(why_over(&draining, "a/3+2").contains("about to be stopped"));
    }
}
