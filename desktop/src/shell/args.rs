//! What may be typed on the command line.

use std::path::PathBuf;

use clap::Parser;
use zeitnot_client::session::{Profile, ServerAddress, Settings};

/// The window in which Zeitnot is played.
#[derive(Clone, Debug, Parser)]
#[command(name = "zeitnot-window", version)]
pub struct Args {
    /// Address of the server [default: the one used last].
    #[arg(long, env = "ZEITNOT_SERVER", value_name = "URL")]
    pub server: Option<ServerAddress>,
    /// Name of the database on it.
    #[arg(long, env = "ZEITNOT_DATABASE", default_value = Settings::DATABASE, value_name = "NAME")]
    pub database: String,
    /// Who to play as: each profile is a player of its own.
    #[arg(long, env = "ZEITNOT_PROFILE", default_value = "default", value_name = "NAME")]
    pub profile: Profile,
    /// Directory for the tokens that say who one is [default: in the user's data directory].
    #[arg(long, env = "ZEITNOT_TOKENS", value_name = "DIR")]
    pub tokens: Option<PathBuf>,
    /// Directory for preferences, records and reports [default: in the user's directories].
    #[arg(long, env = "ZEITNOT_WINDOW_DIR", value_name = "DIR")]
    pub directory: Option<PathBuf>,
}
