//! `zeitnot export`

use std::sync::Arc;

use zeitnot_rules::record::Record;

use super::args::ExportArgs;
use super::connect::Context;
use super::error::CliError;
use super::out;
use crate::session::{GameId, GameView, Session, Topic};

/// Writes the record of one of the player's games.
pub(super) fn run(context: &Context, args: &ExportArgs) -> Result<(), CliError> {
    let record = fetch(context, args.game)?;
    // It ends with a line of its own.
    Ok(out::line(record.to_string().trim_end())?)
}

/// The record of a finished game of the player's, whether it is in the archive or not.
pub(super) fn fetch(context: &Context, id: GameId) -> Result<Record, CliError> {
    let (_session, game) = find(context, id)?;
    let site = context.settings.server.to_string();
    Ok(game.ok_or(CliError::NotFinished(id))?.record(&site)?)
}

/// A game of the player's, whether it is in the archive or not, and the session that knows it.
pub(super) fn find(context: &Context, id: GameId) -> Result<(Session, Option<Arc<GameView>>), CliError> {
    let (session, feed) = context.read([Topic::Archived(id)])?;
    let game = session.game(id).or_else(|| feed.archived.clone());
    Ok((session, game))
}
