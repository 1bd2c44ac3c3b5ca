//! How strong players are, by Glicko-2.
//!
//! A rating belongs to a board: a game by name at a speed, `connect-four/blitz`. The formulas are those of the
//! `skillratings` crate, after Mark Glickman, "Example of the Glicko-2 system" (2022,
//! <http://www.glicko.net/glicko/glicko2.pdf>), with the values that he names: 1500, 350 and 0.06 for somebody
//! new, 0.5 for the constant τ. Each rated game is a rating period of its own for those who played it, as on
//! lichess, so that everybody sees at once what a game has brought.

use std::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};
use spacetimedb::{Identity, ReducerContext, SpacetimeType, Table, Timestamp, ViewContext, table, view};
use zeitnot_rules::clock::{Speed, TimeControl};

use crate::game::Game;
use crate::leaderboard;
use crate::rematch::UNCOUNTED;

/// A rating with this deviation or more is provisional. Lichess's figure (scalachess, `Glicko.scala`).
pub const PROVISIONAL: u32 = 110;

/// Without a game the deviation grows, once for each of these periods that has passed as a whole. Lichess's
/// figure: 0.21436 periods a day, with which a deviation of 60 grows to 110 in a year.
pub const IDLE_PERIOD: Duration = Duration::from_secs(403_060);

/// So many that any usual deviation has reached that of somebody new: 25 years.
const MOST_IDLE_PERIODS: u64 = 2_000;

/// Within these everything that is stored stays; beyond, a number says nothing any more. Lichess's figures.
const VALUES: (f64, f64) = (400.0, STRONGEST);
pub(crate) const STRONGEST: f64 = 4_000.0;
const DEVIATIONS: (f64, f64) = (45.0, 350.0);
const VOLATILITIES: (f64, f64) = (0.01, 0.1);

/// How strong a player is on a board, at most one row for each; none before the first rated game.
#[table(accessor = rating, index(accessor = by_player_and_board, btree(columns = [player, board])),
    index(accessor = by_standing, btree(columns = [board, standing])))]
#[derive(Clone, Debug)]
pub struct BoardRating {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub player: Identity,
    /// See [`board()`].
    pub board: String,
    pub value: f64,
    /// As it was after the last game.
    pub deviation: f64,
    pub volatility: f64,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub last_at: Timestamp,
    /// What the board's list is sorted by, see [`leaderboard`].
    pub standing: i32,
}

/// A rating as it is now, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    pub value: u32,
    pub deviation: u32,
    /// The deviation is [`PROVISIONAL`] or more: too little is known yet, or too little of late.
    pub provisional: bool,
}

/// One of the caller's ratings, as it was after the last game that counted for it.
#[derive(SpacetimeType, Clone, Debug, PartialEq)]
pub struct MyRating {
    /// A game by name and a speed: `tic-tac-toe/blitz`.
    pub board: String,
    pub value: u32,
    pub deviation: u32,
    pub provisional: bool,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub last_at: Timestamp,
}

/// The caller's ratings, one row for each board that they have played rated games on.
#[view(accessor = my_ratings, public, primary_key = board)]
pub fn my_ratings(ctx: &ViewContext) -> Vec<MyRating> {
    let rows = ctx.db.rating().player().filter(ctx.sender());
    rows.map(|row| {
        let Rating { value, deviation, provisional } = Rating::from(row.glicko());
        MyRating {
            value,
            deviation,
            provisional,
            board: row.board,
            games: row.games,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            last_at: row.last_at,
        }
    })
    .collect()
}

/// What a game under these rules and this time control is rated on: `<name of the game>/<speed>`. `None`: it
/// cannot be rated, because it has no name of its own, no clock, or not two seats.
pub fn board(spec: &str, time: &TimeControl) -> Option<String> {
    let name = zeitnot_rules::preset_of(spec)?;
    let speed = Speed::of(time)?;
    let two = zeitnot_rules::seats_of(spec).is_ok_and(|seats| seats == 2);
    two.then(|| format!("{name}/{speed}"))
}

/// A player's rating on a board now; that of somebody new if they have none.
pub fn of(ctx: &ReducerContext, player: Identity, board: &str) -> Rating {
    find(ctx, player, board).map_or(Glicko2Rating::new(), |row| row.now(ctx.timestamp)).into()
}

/// Writes down with what ratings the players of a rated game begin.
pub(crate) fn note_start(ctx: &ReducerContext, game: &mut Game) {
    let Some(board) = board_of(game) else { return };
    for party in game.players.iter_mut() {
        if let Some(player) = party.identity {
            let rating = of(ctx, player, &board);
            party.rating = Some(rating.value);
            party.provisional = rating.provisional;
        }
    }
}

/// Counts a game that has just ended, if it is rated and has a result. A game ends in one place and in one
/// transaction, so it counts once.
pub(crate) fn count(ctx: &ReducerContext, game: &mut Game) {
    let Some(board) = board_of(game) else { return };
    let [first, second] = game.players.as_mut_slice() else { return };
    let (Some(one), Some(other)) = (first.identity, second.identity) else { return };
    if UNCOUNTED.contains(&game.ending.as_str()) {
        return;
    }
    let outcome = match game.winners.as_slice() {
        [0] => Outcomes::WIN,
        [1] => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    let one = find_or_new(ctx, one, &board);
    let other = find_or_new(ctx, other, &board);
    let before = (one.now(ctx.timestamp), other.now(ctx.timestamp));
    let after = rate(before.0, before.1, outcome);
    first.rating_change = Some(change(before.0, after.0));
    second.rating_change = Some(change(before.1, after.1));
    write(ctx, one.after(after.0, outcome, ctx.timestamp));
    write(ctx, other.after(after.1, turned(outcome), ctx.timestamp));
    leaderboard::changed(ctx, &board);
}

/// A player is to be listed, or not, in another way than before: banned, a bot by now, or under another name.
pub(crate) fn restate(ctx: &ReducerContext, player: Identity) {
    let rows: Vec<BoardRating> = ctx.db.rating().player().filter(player).collect();
    for row in rows {
        leaderboard::changed(ctx, &row.board);
        write(ctx, row);
    }
}

/// Takes all ratings of a player away.
pub(crate) fn forget(ctx: &ReducerContext, player: Identity) {
    for row in ctx.db.rating().player().filter(player) {
        leaderboard::changed(ctx, &row.board);
    }
    ctx.db.rating().player().delete(player);
}

/// Whether a player has a rating on any board.
pub(crate) fn has_any(ctx: &ReducerContext, player: Identity) -> bool {
    ctx.db.rating().player().filter(player).next().is_some()
}

/// The board that a game counts on, if it is rated.
fn board_of(game: &Game) -> Option<String> {
    if game.rated { board(&game.spec, &game.time.parse().ok()?) } else { None }
}

fn find(ctx: &ReducerContext, player: Identity, board: &str) -> Option<BoardRating> {
    ctx.db.rating().by_player_and_board().filter((player, board)).next()
}

fn find_or_new(ctx: &ReducerContext, player: Identity, board: &str) -> BoardRating {
    find(ctx, player, board).unwrap_or_else(|| {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        ctx.db.rating().insert(BoardRating {
            id: 0,
            player,
            board: board.to_owned(),
            value: rating,
            deviation,
            volatility,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            last_at: ctx.timestamp,
            standing: leaderboard::UNLISTED,
        })
    })
}

fn write(ctx: &ReducerContext, row: BoardRating) {
    let standing = leaderboard::standing(ctx, &row);
    ctx.db.rating().id().update(BoardRating { standing, ..row });
}

impl BoardRating {
    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.value, deviation: self.deviation, volatility: self.volatility }
    }

    /// With the deviation as it has grown since the last game.
    pub(crate) fn now(&self, now: Timestamp) -> Glicko2Rating {
        let idle = now.duration_since(self.last_at).unwrap_or_default();
        after_idling(self.glicko(), idle)
    }

    fn after(self, rating: Glicko2Rating, outcome: Outcomes, now: Timestamp) -> Self {
        let one_if = |counted| u32::from(outcome == counted);
        Self {
            value: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
            games: self.games.saturating_add(1),
            wins: self.wins.saturating_add(one_if(Outcomes::WIN)),
            draws: self.draws.saturating_add(one_if(Outcomes::DRAW)),
            losses: self.losses.saturating_add(one_if(Outcomes::LOSS)),
            last_at: now,
            ..self
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Self {
        let deviation = rating.deviation.round() as u32;
        Self { value: rating.rating.round() as u32, deviation, provisional: deviation >= PROVISIONAL }
    }
}

/// The ratings of two players after a game, told as the first of them saw it end.
fn rate(one: Glicko2Rating, other: Glicko2Rating, outcome: Outcomes) -> (Glicko2Rating, Glicko2Rating) {
    let after = glicko2(&one, &other, &outcome, &Glicko2Config::new());
    (bounded(after.0, one), bounded(after.1, other))
}

/// A rating that can be stored: `before` is kept of what is not even a number.
fn bounded(after: Glicko2Rating, before: Glicko2Rating) -> Glicko2Rating {
    let within = |value: f64, before: f64, (least, most): (f64, f64)| {
        if value.is_finite() { value.clamp(least, most) } else { before }
    };
    Glicko2Rating {
        rating: within(after.rating, before.rating, VALUES),
        deviation: within(after.deviation, before.deviation, DEVIATIONS),
        volatility: within(after.volatility, before.volatility, VOLATILITIES),
    }
}

/// What a rating becomes while its player does not play.
fn after_idling(rating: Glicko2Rating, idle: Duration) -> Glicko2Rating {
    let periods = (idle.as_secs() / IDLE_PERIOD.as_secs()).min(MOST_IDLE_PERIODS);
    (0..periods).fold(rating, |rating, _| decay_deviation(&rating))
}

/// In whole points, so that what is shown adds up.
fn change(before: Glicko2Rating, after: Glicko2Rating) -> i32 {
    (after.rating.round() - before.rating.round()) as i32
}

/// The same outcome, as the other player saw it.
fn turned(outcome: Outcomes) -> Outcomes {
    match outcome {
        Outcomes::WIN => Outcomes::LOSS,
        Outcomes::LOSS => Outcomes::WIN,
        Outcomes::DRAW => Outcomes::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::glicko2::glicko2_rating_period;

    const fn glicko(rating: f64, deviation: f64) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility: 0.06 }
    }

    #[track_caller]
    fn close(is: f64, wanted: f64, by: f64) {
        assert!((is - wanted).abs() < by, "{is} is not {wanted}");
    }

    /// The example worked out in Glickman's paper.
    #[test]
    fn the_paper_s_example_comes_out() {
        let results = [
            (glicko(1_400.0, 30.0), Outcomes::WIN),
            (glicko(1_550.0, 100.0), Outcomes::LOSS),
            (glicko(1_700.0, 300.0), Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&glicko(1_500.0, 200.0), &results, &Glicko2Config::new());
        close(after.rating, 1_464.06, 0.01);
        close(after.deviation, 151.52, 0.01);
        close(after.volatility, 0.05999, 0.000_01);
    }

    #[test]
    fn a_game_is_a_period_of_one_game_for_both() {
        let (one, other) = (glicko(1_500.0, 200.0), glicko(1_700.0, 300.0));
        let after = rate(one, other, Outcomes::LOSS);
        let of =
            |me, opponent, outcome| glicko2_rating_period(&me, &[(opponent, outcome)], &Glicko2Config::new());
        for (is, wanted) in
            [(after.0, of(one, other, Outcomes::LOSS)), (after.1, of(other, one, Outcomes::WIN))]
        {
            close(is.rating, wanted.rating, 1e-6);
            close(is.deviation, wanted.deviation, 1e-6);
            close(is.volatility, wanted.volatility, 1e-6);
        }
    }

    #[test]
    fn a_deviation_grows_by_whole_periods_up_to_that_of_somebody_new() {
        let rating = glicko(1_800.0, 60.0);
        assert_eq!(after_idling(rating, IDLE_PERIOD - Duration::from_secs(1)), rating);
        let once = after_idling(rating, IDLE_PERIOD);
        // √(60² + (0.06 · 173.7178)²)
        close(once.deviation, 60.898, 0.001);
        assert_eq!((once.rating, once.volatility), (rating.rating, rating.volatility));
        let year = Duration::from_secs(365 * 24 * 60 * 60);
        close(after_idling(rating, year).deviation, 110.0, 1.5);
        assert_eq!(after_idling(rating, year * 1_000).deviation, 350.0);
    }

    #[test]
    fn ratings_stay_within_their_bounds_whoever_beats_whom() {
        let (mut winner, mut loser) = (Glicko2Rating::new(), Glicko2Rating::new());
        for _ in 0..5_000 {
            (winner, loser) = rate(winner, loser, Outcomes::WIN);
        }
        assert!(winner.rating > 2_000.0 && winner.rating <= VALUES.1, "{winner:?}");
        assert!(loser.rating < 1_000.0 && loser.rating >= VALUES.0, "{loser:?}");
        // An absurd opponent, and a volatility that no sum can come from.
        let (after, _) = rate(glicko(VALUES.0, 45.0), glicko(VALUES.1, 350.0), Outcomes::WIN);
        assert!(after.rating.is_finite() && after.deviation.is_finite());
        let broken = Glicko2Rating { volatility: 0.0, ..glicko(1_500.0, 350.0) };
        assert!(rate(broken, broken, Outcomes::DRAW).0.rating.is_finite());
    }

    #[test]
    fn only_a_game_by_name_with_a_clock_has_a_board() {
        let time = |text: &str| text.parse().expect("a time control");
        let board = |spec, text| board(spec, &time(text));
        assert_eq!(board("mnk:rows=3,columns=3,strike=3", "5+0").as_deref(), Some("tic-tac-toe/blitz"));
        assert_eq!(board("tic-tac-toe", "days:3").as_deref(), Some("tic-tac-toe/correspondence"));
        assert_eq!(board("tic-tac-toe", "none"), None);
        assert_eq!(board("mnk:rows=4,columns=3,strike=3", "5+0"), None);
    }
}
