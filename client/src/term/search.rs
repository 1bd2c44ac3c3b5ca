//! A search for an opponent.

use std::time::Duration;

use crate::session::Search;

/// What there is to see of a search for an opponent in a pool; `search` is what the server knows of it, `waited`
/// how long it has taken.
pub fn search_lines(pool: &str, search: Option<&Search>, waited: Option<Duration>) -> Vec<String> {
    let waited = waited.map(|waited| {
        let seconds = waited.as_secs();
        format!(" for {}:{:02}", seconds / 60, seconds % 60)
    });
    let mut lines = vec![format!("Searching in {pool}{} ... `quit` stops.", waited.unwrap_or_default())];
    lines.extend(search.map(range_line));
    lines
}

/// Whom it looks for: the range grows, as `my_searches` says.
fn range_line(search: &Search) -> String {
    let Search { rating, range: (below, above), .. } = search;
    match rating {
        0 => "Anybody will do: games like this are not rated.".to_owned(),
        rating => format!(
            "Opponents rated {} to {} come first; after a minute anybody will do.",
            rating.saturating_sub(*below),
            rating.saturating_add(*above)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::ServerTime;

    #[test]
    fn a_search_names_its_pool_its_range_and_its_time() {
        let search = Search {
            pool: "a/3+2".to_owned(),
            rating: 1500,
            range: (200, 150),
            since: ServerTime::from_micros(0),
        };
        assert_eq!(
            search_lines("a/3+2", Some(&search), Some(Duration::from_secs(72))),
            [
                "Searching in a/3+2 for 1:12 ... `quit` stops.",
                "Opponents rated 1300 to 1650 come first; after a minute anybody will do.",
            ]
        );
        assert_eq!(search_lines("a/3+2", None, None), ["Searching in a/3+2 ... `quit` stops."]);
        let unrated = Search { rating: 0, ..search };
        assert!(search_lines("a/3+2", Some(&unrated), None)[1].starts_with("Anybody will do"));
    }
}
