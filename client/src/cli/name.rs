//! `zeitnot name`

use super::args::NameArgs;
use super::connect::{Context, done};
use super::error::CliError;
use super::out;

/// Says or changes the player's name.
pub(super) fn run(context: &Context, args: &NameArgs) -> Result<(), CliError> {
    let (session, _events) = context.connect()?;
    if let Some(name) = &args.name {
        done(session.set_name(name.as_str()))?;
    }
    let me = session.snapshot().me;
    Ok(out::lines(me.map(|me| me.name))?)
}
