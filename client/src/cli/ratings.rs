//! `zeitnot ratings` and `zeitnot top`

use super::args::TopArgs;
use super::connect::Context;
use super::error::CliError;
use super::out;
use super::table::table;
use crate::session::{Leader, Rating, Topic};

/// Lists the player's ratings.
pub(super) fn run(context: &Context) -> Result<(), CliError> {
    let (session, feed) = context.read([Topic::Ratings])?;
    if let Some(me) = session.snapshot().me {
        out::line(me.name)?;
    }
    if feed.ratings.is_empty() {
        return Ok(out::line("You have no ratings yet: `zeitnot play --rated` begins a game that counts.")?);
    }
    let rows: Vec<[String; 3]> = feed.ratings.iter().map(rating_row).collect();
    Ok(out::lines(table(&rows))?)
}

fn rating_row(rating: &Rating) -> [String; 3] {
    let Rating { board, value, deviation, provisional, games, wins, draws, losses } = rating;
    let doubt = if *provisional { "?" } else { "" };
    let s = if *games == 1 { "" } else { "s" };
    [
        board.clone(),
        format!("{value}{doubt} ±{deviation}"),
        format!("{games} game{s}: {wins} won, {draws} drawn, {losses} lost"),
    ]
}

/// Lists the best of a board, or the boards there are.
pub(super) fn top(context: &Context, args: &TopArgs) -> Result<(), CliError> {
    let (session, feed) = context.read([Topic::Leaders])?;
    let me = session.snapshot().me.map(|me| me.identity);
    let Some(board) = &args.board else {
        let mut boards: Vec<&str> = feed.leaders.iter().map(|leader| leader.board.as_str()).collect();
        boards.dedup();
        return match boards[..] {
            [] => Ok(out::line(
                "There are no boards yet: one begins when a player of rated games has a rating that is no longer \
                 provisional.",
            )?),
            _ => Ok(out::lines(boards)?),
        };
    };
    let listed: Vec<&Leader> = feed.leaders.iter().filter(|leader| leader.board == *board).collect();
    if listed.is_empty() {
        return Ok(out::line(format_args!(
            "Nobody is listed on {board} yet; `zeitnot top` names the boards."
        ))?);
    }
    let rows: Vec<[String; 4]> = listed
        .iter()
        .map(|leader| {
            let you = if Some(leader.player) == me { " (you)" } else { "" };
            [
                format!("{:>3}", leader.place),
                format!("{}{you}", leader.name),
                leader.value.to_string(),
                format!("{} games", leader.games),
            ]
        })
        .collect();
    Ok(out::lines(table(&rows))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_told_with_its_doubt() {
        let rating = Rating {
            board: "tic-tac-toe/blitz".to_owned(),
            value: 1612,
            deviation: 201,
            provisional: true,
            games: 1,
            wins: 1,
            draws: 0,
            losses: 0,
        };
        assert_eq!(
            rating_row(&rating),
            ["tic-tac-toe/blitz", "1612? ±201", "1 game: 1 won, 0 drawn, 0 lost"]
        );
    }
}
