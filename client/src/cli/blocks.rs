//! `zeitnot block`, `zeitnot unblock`

use spacetimedb_sdk::Identity;

use super::args::{BlockArgs, UnblockArgs};
use super::connect::{Context, done};
use super::error::CliError;
use super::export::find;
use super::out;
use crate::session::{Blocked, GameId, GameView, Player, Session, Topic};

/// What is said of one who has no name any more.
const NAMELESS: &str = "a deleted account";

/// Blocks those whom the player has met in a game, or lists whom they have blocked.
pub(super) fn block(context: &Context, args: &BlockArgs) -> Result<(), CliError> {
    let Some(id) = args.game else { return list(context) };
    let (session, game) = opponents_of(context, id, args.seat)?;
    for (identity, name) in game {
        done(session.block(identity))?;
        out::line(format_args!("You do not meet {name} any more; `zeitnot unblock` takes it back."))?;
    }
    Ok(())
}

/// Takes that back, for those who have been met in a game or for one by name.
pub(super) fn unblock(context: &Context, args: &UnblockArgs) -> Result<(), CliError> {
    let (session, whom) = match args.who.parse::<GameId>() {
        Ok(id) => opponents_of(context, id, args.seat)?,
        Err(_) => {
            let (session, feed) = context.read([Topic::Blocks])?;
            let named = named(&feed.blocks, &args.who);
            if named.is_empty() {
                return Err(CliError::NotBlocked(args.who.clone()));
            }
            (session, named)
        }
    };
    for (identity, name) in whom {
        done(session.unblock(identity))?;
        out::line(format_args!("You may meet {name} again."))?;
    }
    Ok(())
}

fn list(context: &Context) -> Result<(), CliError> {
    let (_session, feed) = context.read([Topic::Blocks])?;
    if feed.blocks.is_empty() {
        return Ok(out::line(
            "You have blocked nobody. `zeitnot block NUMBER` blocks the opponents of a game.",
        )?);
    }
    let names = feed.blocks.iter().map(|blocked| called(&blocked.name));
    Ok(out::lines(names)?)
}

/// Those of this name, in any case.
fn named(blocks: &[Blocked], name: &str) -> Vec<(Identity, String)> {
    let wanted = name.trim().to_lowercase();
    let same = blocks.iter().filter(|blocked| called(&blocked.name).to_lowercase() == wanted);
    same.map(|blocked| (blocked.player, called(&blocked.name).to_owned())).collect()
}

fn called(name: &str) -> &str {
    if name.is_empty() { NAMELESS } else { name }
}

fn opponents_of(
    context: &Context,
    id: GameId,
    seat: Option<u8>,
) -> Result<(Session, Vec<(Identity, String)>), CliError> {
    let (session, game) = find(context, id)?;
    let game = game.ok_or(CliError::UnknownGame(id))?;
    let me = session.snapshot().me.map(|me| me.identity);
    let whom = others(&game, me, seat);
    match (whom.is_empty(), seat) {
        (false, _) => Ok((session, whom)),
        (true, Some(seat)) => Err(CliError::NobodyThere { game: id, seat }),
        (true, None) => Err(CliError::Alone(id)),
    }
}

/// Who plays, or has played, a game besides `me`: all, or the one in this seat, counted from 1.
fn others(game: &GameView, me: Option<Identity>, seat: Option<u8>) -> Vec<(Identity, String)> {
    let wanted = |number: u8| seat.is_none_or(|seat| seat == number);
    let known = |player: &Player| Some((player.identity?, called(&player.name).to_owned()));
    let seats = (1_u8..).zip(&game.players).filter(|(number, _)| wanted(*number));
    seats.filter_map(|(_, player)| known(player)).filter(|(identity, _)| Some(*identity) != me).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;

    fn identity(name: &str) -> Identity {
        Identity::from_claims("tests", name)
    }

    #[test]
    fn those_besides_oneself_are_blocked_all_or_one() {
        let mut game = samples::live(1);
        game.players.push(Player { name: "Carl".to_owned(), ..Player::default() });
        for player in &mut game.players {
            player.identity = Some(identity(&player.name));
        }
        let me = Some(identity("Blaise"));
        let names =
            |seat| -> Vec<String> { others(&game, me, seat).into_iter().map(|(_, name)| name).collect() };
        assert_eq!(names(None), ["Ada", "Carl"]);
        assert_eq!(names(Some(3)), ["Carl"]);
        assert!(names(Some(2)).is_empty() && names(Some(4)).is_empty(), "oneself, and nobody");
    }

    #[test]
    fn one_who_is_blocked_is_found_by_name() {
        let blocked = |name: &str| Blocked { player: identity(name), name: name.to_owned() };
        let blocks = [blocked("Ada"), blocked("")];
        assert_eq!(named(&blocks, " ada "), [(identity("Ada"), "Ada".to_owned())]);
        assert_eq!(named(&blocks, NAMELESS).len(), 1);
        assert!(named(&blocks, "Blaise").is_empty());
    }
}
