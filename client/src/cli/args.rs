//! What may be typed on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use zeitnot_rules::clock::TimeControl;
use zeitnot_rules::mnk::Config;
use zeitnot_rules::{ConfigError, Leaving, PlayerName, SeriesLength, TimeoutPolicy, canonical_spec};

use super::error::CliError;
use crate::bot::Level;
use crate::session::{DeclineReason, GameId, GameSetup, Profile, ServerAddress, Settings};

/// Plays turn-based games on a Zeitnot server.
#[derive(Clone, Debug, Parser)]
#[command(name = "zeitnot", version, arg_required_else_help = true)]
pub struct Cli {
    /// Where to play.
    #[command(flatten, next_help_heading = "Server and player")]
    pub connect: ConnectArgs,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Where to play, and as whom.
#[derive(Clone, Debug, Args)]
pub struct ConnectArgs {
    /// Address of the server.
    #[arg(
        long,
        global = true,
        env = "ZEITNOT_SERVER",
        default_value = "http://127.0.0.1:3000",
        value_name = "URL"
    )]
    pub server: ServerAddress,
    /// Name of the database on it.
    #[arg(long, global = true, env = "ZEITNOT_DATABASE", default_value = Settings::DATABASE, value_name = "NAME")]
    pub database: String,
    /// Who to play as: each profile is a player of its own.
    #[arg(long, global = true, env = "ZEITNOT_PROFILE", default_value = "default", value_name = "NAME")]
    pub profile: Profile,
    /// Directory for the tokens that say who one is [default: in the user's data directory].
    #[arg(long, global = true, env = "ZEITNOT_TOKENS", value_name = "DIR")]
    pub tokens: Option<PathBuf>,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Play a game: a new one, one to join, or one that is running.
    Play(PlayArgs),
    /// Find an opponent in a pool, and play.
    Quick(QuickArgs),
    /// Open a game for everybody to see, and play whoever takes it.
    Seek(SeekArgs),
    /// Ask a player for a game, and play if they accept.
    Challenge(ChallengeArgs),
    /// List challenges, accept one, or decline it.
    Challenges(ChallengesArgs),
    /// List open games, pools and games to watch.
    Lobby,
    /// List your games.
    Games,
    /// Be a bot: accepts every challenge, and plays every game it has a seat in, until Ctrl-C. Its profile is `bot` unless you name another
    /// than `default`: a player once marked as a bot is one for good.
    Bot(BotArgs),
    /// Say what you are called, or change it.
    Name(NameArgs),
    /// Meet the opponents of a game of yours no more, or list whom you have blocked.
    Block(BlockArgs),
    /// Take that back.
    Unblock(UnblockArgs),
    /// Delete your account: your games are resigned, and your name, ratings and what you have said are gone.
    DeleteAccount {
        /// Do it without asking.
        #[arg(long)]
        yes: bool,
    },
    /// Step through a finished game, and try other moves beside it.
    Review(ReviewArgs),
    /// Watch a game of others.
    Watch(WatchArgs),
    /// Say how you are rated.
    #[command(alias = "me")]
    Ratings,
    /// List the best players of a board, or the boards.
    Top(TopArgs),
    /// Write the record of a finished game of yours.
    Export(ExportArgs),
    /// Show what a clock says before and after each of a player's turns.
    Clock(ClockArgs),
    /// Show three short games between two bots: a win, a draw, and one lost on time.
    Demo,
}

/// Which game to open.
#[derive(Clone, Debug, Default, Args)]
pub struct GameArgs {
    /// A preset (tic-tac-toe, connect-four, gomoku-10, ...) or rules, such as
    /// `mnk:rows=6,columns=7,strike=4,gravity`.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Rows of the board.
    #[arg(long, value_name = "N")]
    pub rows: Option<u8>,
    /// Columns of the board.
    #[arg(long, value_name = "N")]
    pub columns: Option<u8>,
    /// How many in a row win.
    #[arg(long, value_name = "N")]
    pub strike: Option<u8>,
    /// How many play, 2 to 4.
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// Marks fall to the lowest free cell of a column.
    #[arg(long)]
    pub gravity: bool,
    /// Whoever gets the line loses.
    #[arg(long)]
    pub misere: bool,
    /// You do not see the others' marks.
    #[arg(long)]
    pub phantom: bool,
    /// Which seat begins, counted from 1, or `random`; you have the first.
    #[arg(long, value_name = "SEAT")]
    pub first: Option<String>,
    /// Time control: `turn:30s`, `fischer:5m+3s`, `byoyomi:10m+5x30s`, `none`, ...
    #[arg(long, value_name = "CONTROL")]
    pub time: Option<TimeControl>,
    /// What happens when time runs out: `forfeit`, `skip:3`, `play`, `play:3`, each with
    /// `,draw-if-unwinnable` or `,void-at-start`.
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<TimeoutPolicy>,
    /// What happens when a player loses the connection: `run` (the clock does), `pause:5m`, `reset`.
    #[arg(long, value_name = "POLICY")]
    pub leaving: Option<Leaving>,
    /// How many games are played: `best-of:3`, `first-to:2`.
    #[arg(long, value_name = "SERIES")]
    pub series: Option<SeriesLength>,
    /// The result counts for the players' ratings.
    #[arg(long)]
    pub rated: bool,
    /// Only the code lets others in, not the game's number.
    #[arg(long)]
    pub private: bool,
}

/// What to play.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayArgs {
    /// The game to open.
    #[command(flatten)]
    pub setup: GameArgs,
    /// Take a seat in this game: its code, or the number of a public one.
    #[arg(long, value_name = "CODE|NUMBER", conflicts_with_all = ["resume", "against"])]
    pub join: Option<String>,
    /// Go on with this running game of yours.
    #[arg(long, value_name = "NUMBER")]
    pub resume: Option<GameId>,
    /// Who takes the other seats: `bot` for house bots, which play from this program.
    #[arg(long, value_name = "WHO", value_parser = ["bot"])]
    pub against: Option<String>,
    /// How well house bots play: 0 (careless) to 5 (perfect at tic-tac-toe).
    #[arg(long, value_name = "LEVEL", default_value = "3")]
    pub bot_level: Option<Level>,
}

/// What a bot does.
#[derive(Clone, Debug, Args)]
pub struct BotArgs {
    /// Take a seat in this game first: its code, or the number of a public one. May be repeated.
    #[arg(long, value_name = "CODE|NUMBER")]
    pub join: Vec<String>,
    /// Keep a game open for whoever wants to play: this one, as for `play`.
    #[arg(long)]
    pub open: bool,
    /// Search in this pool, a casual one, and play whoever is found, one after the other.
    #[arg(long, value_name = "POOL", conflicts_with = "open")]
    pub pool: Option<String>,
    /// The game to keep open.
    #[command(flatten)]
    pub setup: GameArgs,
    /// How well it plays: 0 (careless) to 5 (perfect at tic-tac-toe).
    #[arg(long, value_name = "LEVEL", default_value = "3")]
    pub level: Level,
    /// What it calls itself.
    #[arg(long, value_name = "NAME")]
    pub name: Option<PlayerName>,
    /// The same seed makes the same choices between equally good moves [default: a random one].
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
}

/// Whom to block.
#[derive(Clone, Debug, Args)]
pub struct BlockArgs {
    /// A game of yours with them; lists whom you have blocked if none is named.
    #[arg(value_name = "NUMBER")]
    pub game: Option<GameId>,
    /// The one in this seat, counted from 1; else all who have played there with you.
    #[arg(value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub seat: Option<u8>,
}

/// Whom to unblock.
#[derive(Clone, Debug, Args)]
pub struct UnblockArgs {
    /// Their name, as `zeitnot block` lists it, or a game of yours with them.
    #[arg(value_name = "NAME|NUMBER")]
    pub who: String,
    /// In a game: the one in this seat, counted from 1; else all who have played there with you.
    #[arg(value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub seat: Option<u8>,
}

/// A name.
#[derive(Clone, Debug, Args)]
pub struct NameArgs {
    /// 1 to 24 visible characters.
    pub name: Option<PlayerName>,
}

/// A finished game.
#[derive(Clone, Debug, Args)]
pub struct ReviewArgs {
    /// A file that holds the record of one, `-` for standard input, or the number of a finished game of yours.
    #[arg(value_name = "FILE|NUMBER")]
    pub record: PathBuf,
}

/// Where to search for an opponent.
#[derive(Clone, Debug, Args)]
pub struct QuickArgs {
    /// The pool, such as `tic-tac-toe/3+2`; `zeitnot lobby` lists them.
    #[arg(value_name = "POOL")]
    pub pool: String,
    /// How far from yours the opponent's rating may be to begin with; it grows while you wait.
    #[arg(long, value_name = "POINTS", default_value = "200")]
    pub range: u32,
}

/// What to open for everybody.
#[derive(Clone, Debug, Args)]
pub struct SeekArgs {
    /// The game.
    #[command(flatten)]
    pub setup: GameArgs,
    /// The lowest rating that may join.
    #[arg(long, value_name = "RATING", default_value = "0", hide_default_value = true)]
    pub min_rating: u32,
    /// The highest rating that may join.
    #[arg(long, value_name = "RATING", default_value = "0", hide_default_value = true)]
    pub max_rating: u32,
}

/// Whom to challenge.
#[derive(Clone, Debug, Args)]
pub struct ChallengeArgs {
    /// The player's name.
    #[arg(value_name = "NAME")]
    pub player: String,
    /// The game.
    #[command(flatten)]
    pub setup: GameArgs,
}

/// What to do about challenges.
#[derive(Clone, Debug, Args)]
pub struct ChallengesArgs {
    /// What to do; lists them if nothing is said.
    #[command(subcommand)]
    pub answer: Option<ChallengeAnswer>,
}

/// An answer to a challenge.
#[derive(Clone, Debug, Subcommand)]
pub enum ChallengeAnswer {
    /// Accept it, and play.
    Accept {
        /// The challenge's number.
        #[arg(value_name = "NUMBER")]
        game: GameId,
    },
    /// Decline it.
    Decline {
        /// The challenge's number.
        #[arg(value_name = "NUMBER")]
        game: GameId,
        /// Why: generic, later, too-fast, too-slow, time-control, rated, casual, variant, no-bot, only-bot.
        #[arg(long, value_name = "REASON", default_value = "generic")]
        reason: DeclineReason,
    },
}

/// Which game to watch.
#[derive(Clone, Debug, Args)]
pub struct WatchArgs {
    /// The game's number; `zeitnot lobby` lists some.
    #[arg(value_name = "NUMBER")]
    pub game: GameId,
}

/// Which list to show.
#[derive(Clone, Debug, Args)]
pub struct TopArgs {
    /// A game by name and a speed, such as `tic-tac-toe/blitz`.
    #[arg(value_name = "BOARD")]
    pub board: Option<String>,
}

/// Which game to write down.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// The game's number.
    #[arg(value_name = "NUMBER")]
    pub game: GameId,
}

/// A clock to try.
#[derive(Clone, Debug, Args)]
pub struct ClockArgs {
    /// The time control, such as `fischer:5m+30s`.
    #[arg(allow_negative_numbers = true)]
    pub control: String,
    /// What each turn takes: `1:20`, `90s`, `5m`, `3d`, `34.99`.
    #[arg(allow_hyphen_values = true)]
    pub used: Vec<String>,
    /// One JSON object a turn.
    #[arg(long)]
    pub json: bool,
}

impl PlayArgs {
    /// A game of this kind and nothing else.
    pub fn of(setup: &GameArgs) -> PlayArgs {
        PlayArgs { setup: setup.clone(), ..PlayArgs::default() }
    }
}

impl GameArgs {
    /// Whether any of it was given.
    pub fn is_given(&self) -> bool {
        let GameArgs {
            game,
            rows,
            columns,
            strike,
            seats,
            gravity,
            misere,
            phantom,
            first,
            time,
            policy,
            leaving,
            series,
            rated,
            private,
        } = self;
        let numbers = [rows, columns, strike, seats].into_iter().any(Option::is_some);
        numbers
            || *gravity
            || *misere
            || *phantom
            || *private
            || *rated
            || leaving.is_some()
            || series.is_some()
            || game.is_some()
            || first.is_some()
            || time.is_some()
            || policy.is_some()
    }

    /// What the server is asked to set up; `private` if it must be in any case.
    pub fn setup(&self, private: bool) -> Result<GameSetup, CliError> {
        Ok(GameSetup {
            spec: self.spec()?,
            time: self.time.as_ref().map(ToString::to_string).unwrap_or_default(),
            policy: self.policy.as_ref().map(ToString::to_string).unwrap_or_default(),
            leaving: self.leaving.as_ref().map(ToString::to_string).unwrap_or_default(),
            series: self.series.as_ref().map(ToString::to_string).unwrap_or_default(),
            rated: self.rated,
            private: private || self.private,
        })
    }

    /// The rules: those of `--game`, with what the other options say instead.
    fn spec(&self) -> Result<String, ConfigError> {
        let base = canonical_spec(self.game.as_deref().unwrap_or("tic-tac-toe"))?;
        // Of the one family that these options are for.
        let Some(config) = base.strip_prefix("mnk:") else { return Ok(base) };
        let config: Config = config.parse()?;
        let variant = config.variant();
        let mut text = format!(
            "mnk:rows={},columns={},strike={},seats={}",
            self.rows.unwrap_or(config.rows()),
            self.columns.unwrap_or(config.columns()),
            self.strike.unwrap_or(config.strike()),
            self.seats.unwrap_or(config.seats()),
        );
        // The base's own word on who begins, as it writes it.
        let first = base.split([':', ',']).find_map(|field| field.strip_prefix("first="));
        if let Some(first) = self.first.as_deref().or(first) {
            text += &format!(",first={first}");
        }
        for (is_set, name) in [
            (self.gravity || variant.gravity, "gravity"),
            (self.misere || variant.misere, "misere"),
            (self.phantom || variant.phantom, "phantom"),
        ] {
            if is_set {
                text += &format!(",{name}");
            }
        }
        canonical_spec(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn play(line: &str) -> Result<PlayArgs, String> {
        let words = ["zeitnot", "play"].into_iter().chain(line.split_whitespace());
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Play(args) => Ok(args),
            other => panic!("{other:?}"),
        }
    }

    fn spec(line: &str) -> Result<String, String> {
        play(line)?.setup.setup(false).map(|setup| setup.spec).map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_change_what_the_preset_says() {
        assert_eq!(spec("").as_deref(), Ok("mnk:rows=3,columns=3,strike=3"));
        assert_eq!(spec("--game connect-four").as_deref(), Ok("mnk:rows=6,columns=7,strike=4,gravity"));
        assert_eq!(
            spec("--game connect-four --columns 9 --misere --seats 3 --first random").as_deref(),
            Ok("mnk:rows=6,columns=9,strike=4,seats=3,first=random,gravity,misere")
        );
        assert_eq!(
            spec("--game mnk:rows=4,columns=4,strike=3,first=2 --phantom").as_deref(),
            Ok("mnk:rows=4,columns=4,strike=3,first=2,phantom")
        );
    }

    #[test]
    fn what_cannot_be_played_is_said_before_connecting() {
        let error = spec("--strike 4").expect_err("too long");
        assert!(error.contains("`strike` must be"), "{error}");
        assert!(spec("--rows 200").expect_err("too many").contains("`rows` must be"));
        assert!(spec("--game chess").expect_err("unknown").contains("there is no game called `chess`"));
        assert!(play("--time turn:61d").expect_err("too long").contains("60d"));
        assert!(play("--policy skip:0").expect_err("none").contains("1 to 99, not `0`"));
        assert!(play("--policy win").expect_err("unknown").contains("forfeit, skip:TURNS, play"));
        assert!(play("--bot-level 6").expect_err("too high").contains("0 (careless) to 5"));
        assert!(play("--join A --against bot").is_err());
    }

    #[test]
    fn time_and_policy_travel_in_their_canonical_text() {
        let setup = play("--time 5+3 --policy skip:3,void-at-start").expect("sound").setup.setup(false);
        let setup = setup.expect("a game");
        assert_eq!((setup.time.as_str(), setup.policy.as_str()), ("fischer:5m+3s", "skip:3,void-at-start"));
        let usual = play("").expect("sound").setup.setup(false).expect("a game");
        assert_eq!((usual.time.as_str(), usual.policy.as_str()), ("", ""));
    }

    #[test]
    fn where_and_who_may_stand_anywhere() {
        let words = ["zeitnot", "games", "--profile", "second", "--server", "example.org:3000"];
        let cli = Cli::try_parse_from(words).expect("a command line");
        assert_eq!(cli.connect.profile.to_string(), "second");
        assert_eq!(cli.connect.server.to_string(), "http://example.org:3000");
        assert!(Cli::try_parse_from(["zeitnot", "games", "--profile", "../x"]).is_err());
    }

    #[test]
    fn opening_a_game_is_not_going_on_with_one() {
        assert!(!play("--against bot --bot-level 2").expect("sound").setup.is_given());
        for option in
            ["--rows 3", "--private", "--time none", "--game tic-tac-toe", "--first 2", "--policy play"]
        {
            assert!(play(option).expect(option).setup.is_given(), "{option}");
        }
    }
}
