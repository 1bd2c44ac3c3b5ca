//! `zeitnot challenges`

use super::args::{ChallengeAnswer, ChallengesArgs, PlayArgs};
use super::connect::{Context, done};
use super::error::CliError;
use super::lobby::{contestant_text, time_and_terms};
use super::out;
use super::play::{self, Goal};
use super::table::table;
use crate::session::{Challenge, GameId, Topic};
use crate::term::{Look, game_title};

/// Lists challenges, or answers one.
pub(super) fn run(context: Context, args: &ChallengesArgs) -> Result<(), CliError> {
    match &args.answer {
        None => list(&context),
        Some(ChallengeAnswer::Accept { game }) => accept(context, *game),
        Some(ChallengeAnswer::Decline { game, reason }) => {
            let (session, _events) = context.connect()?;
            done(session.decline_challenge(*game, *reason)).map(drop)
        }
    }
}

fn list(context: &Context) -> Result<(), CliError> {
    let (_session, feed) = context.read([Topic::Challenges])?;
    if feed.challenges.is_empty() {
        return Ok(out::line("There are no challenges. `zeitnot challenge NAME` makes one.")?);
    }
    let rows: Vec<[String; 4]> =
        feed.challenges.iter().map(|challenge| row(challenge, context.look)).collect();
    out::lines(table(&rows))?;
    if feed.challenges.iter().any(|challenge| !challenge.is_mine) {
        out::line("Answer with `zeitnot challenges accept NUMBER` or `... decline NUMBER`.")?;
    }
    Ok(())
}

fn row(challenge: &Challenge, look: Look) -> [String; 4] {
    let other = contestant_text(&challenge.other);
    let state = match (challenge.is_mine, challenge.declined) {
        (false, _) => format!("{other} asks you"),
        (true, None) => format!("you have asked {other}"),
        (true, Some(reason)) => format!("declined by {other}: {}", reason.sentence()),
    };
    [
        challenge.game.to_string(),
        game_title(&challenge.spec, look) + if challenge.rated { ", rated" } else { "" },
        time_and_terms(&challenge.time, &challenge.policy, &challenge.leaving, &challenge.series),
        state,
    ]
}

fn accept(context: Context, game: GameId) -> Result<(), CliError> {
    {
        let (session, _events) = context.connect()?;
        done(session.accept_challenge(game))?;
    }
    play::run(context, &PlayArgs { resume: Some(game), ..PlayArgs::default() }, Goal::Usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Contestant, DeclineReason};

    #[test]
    fn a_challenge_says_whose_answer_it_waits_for() {
        let look = Look { ascii: false, styled: false };
        let other = Contestant { name: "Blaise".to_owned(), rating: None, bot: false };
        let got = Challenge {
            game: 12,
            is_mine: false,
            other,
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "turn:30s".to_owned(),
            policy: "forfeit".to_owned(),
            leaving: "run".to_owned(),
            series: String::new(),
            rated: false,
            declined: None,
        };
        assert_eq!(row(&got, look), ["12", "tic-tac-toe", "30s a turn", "Blaise asks you"]);
        let made = Challenge { is_mine: true, ..got };
        assert_eq!(row(&made, look)[3], "you have asked Blaise");
        let series = Challenge { series: "first-to:2".to_owned(), ..made.clone() };
        assert_eq!(row(&series, look)[2], "30s a turn; first to 2");
        let declined = Challenge { declined: Some(DeclineReason::TooFast), ..made };
        assert_eq!(row(&declined, look)[3], "declined by Blaise: this time control is too fast");
    }
}
