//! What a game must say about itself to be played on Zeitnot.

use crate::codec::DecodeError;
use crate::config_error::ConfigError;
use crate::outcome::Outcome;
use crate::seat::{Audience, Seat, SeatSet, Viewer};
use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// The rules of a family of games, and one position of such a game: a pure value without clock,
/// chance or identities of its own.
///
/// A new game implements this and takes a line in
/// [`FAMILIES`](crate::FAMILIES); nothing else needs to know of it.
/// `rules/examples/rock_paper_scissors.rs` is a complete one.
///
/// Whatever plays games plays all of them through this:
///
/// ```
/// use zeitnot_rules::mnk::{Config, Position};
/// use zeitnot_rules::{Outcome, Reason, Rules};
///
/// /// Everybody does the first thing there is to do.
/// fn play_out<G: Rules>(mut game: G) -> Option<Outcome> {
///     while let Some(seat) = game.to_move().iter().next() {
///         let action = game.legal_actions(seat).into_iter().next()?;
///         game.apply(seat, &action).ok()?;
///     }
///     game.outcome()
/// }
///
/// let game = Position::set_up(&Config::new(3, 3, 3)?, 0);
/// assert_eq!(play_out(game).map(|outcome| outcome.reason), Some(Reason::LINE));
/// # Ok::<(), zeitnot_rules::ConfigError>(())
/// ```
pub trait Rules: Clone + Send + Sync + 'static {
    /// The family's name in texts, in lower case: `mnk`.
    const FAMILY: &'static str;

    /// Well-known members of the family by name: `("tic-tac-toe", "rows=3,columns=3,strike=3")`.
    /// Names are unique among all families.
    const PRESETS: &'static [(&'static str, &'static str)] = &[];

    /// What the numbers in a configuration may be, for whoever offers a choice: `("rows", 3, 10)`. That each
    /// is within its bounds does not make all of them together a game.
    const BOUNDS: &'static [(&'static str, u8, u8)] = &[];

    /// What makes one game of the family differ from another. Its values are valid by construction;
    /// its text form is canonical: equal configurations have equal texts.
    type Config: Display + FromStr<Err = ConfigError> + Clone;

    /// What a seat may do.
    type Action: Clone + PartialEq + Debug;

    /// Why an action is refused.
    type Illegal: Illegal;

    /// A position as one viewer may see it.
    type Sight;

    /// The first position. `chance` is all the randomness there will be: a uniformly random number,
    /// to be expanded deterministically if more is needed.
    fn set_up(config: &Self::Config, chance: u64) -> Self;

    /// The configuration it was set up with.
    fn config(&self) -> &Self::Config;

    /// A configuration that sets up this very game, whatever chance is. What chance has decided must
    /// be something that a configuration can say too, or finished games could not be played through.
    fn settled_config(&self) -> Self::Config {
        self.config().clone()
    }

    /// How many seats there are, `2..=8`.
    fn seats(&self) -> u8;

    /// The seats that are to act now: several in a game of simultaneous moves, none once it is over.
    /// Public, whatever else is hidden.
    fn to_move(&self) -> SeatSet;

    /// The seats that have neither left nor lost. Once the game is over, those who were still
    /// playing when it ended.
    fn playing(&self) -> SeatSet;

    /// How it has ended, if it has. Public.
    fn outcome(&self) -> Option<Outcome>;

    /// What `seat` may do now, in a fixed order; empty when it is not to move. It depends on nothing
    /// that `seat` may not know.
    fn legal_actions(&self, seat: Seat) -> Vec<Self::Action>;

    /// Does it, or says why not and leaves the position as it was.
    fn apply(&mut self, seat: Seat, action: &Self::Action) -> Result<Applied, Self::Illegal>;

    /// `seat` has resigned or has lost on time: it is out and the others go on; the last one left
    /// has won. Does nothing if the game is over, or `seat` is out already or not of this game.
    fn leave(&mut self, seat: Seat);

    /// The turn of `seat` passes without an action, and everybody may know it. `false`, and nothing
    /// changes, if the game has no such thing, or `seat` is not to move.
    fn pass(&mut self, _seat: Seat) -> bool {
        false
    }

    /// What `viewer` may see: the one function that decides this. Everything once the game is over.
    fn sight(&self, viewer: Viewer) -> Self::Sight;

    /// Whether at any time of this game somebody may see, or know of, what others may not. The same from its beginning to
    /// after its end. `false` saves the server work: then [`sight`](Rules::sight) must give the same for all, and
    /// [`apply`](Rules::apply) [`Applied::PUBLIC`].
    fn hides(&self) -> bool {
        true
    }

    /// What everybody may see of a game that has ended otherwise than by its rules: it was voided, or
    /// drawn by agreement or on time. Everything, where the game hides anything before its end.
    fn laid_open(&self) -> Self::Sight {
        self.sight(Viewer::Spectator)
    }

    /// What is played for a seat that does not move in time, where the game's
    /// [`TimeoutPolicy`](crate::TimeoutPolicy) says so. It is one of [`legal_actions`](Rules::legal_actions), and depends on nothing that `seat` may not
    /// know. `None` if there is nothing sensible, or `seat` is not to move.
    fn absent_action(&self, seat: Seat) -> Option<Self::Action>;

    /// Whether any sequence of actions lets `seat` win, everybody acting in turn: who cannot win need
    /// not profit from another's running out of time. `true` where this is not known, or would tell
    /// what is hidden; never `false` for a seat that could win. It ends no game: who cannot win can
    /// still keep others from it.
    fn can_still_win(&self, seat: Seat) -> bool {
        self.playing().contains(seat)
    }

    /// The whole truth about the position, for [`decode`](Rules::decode); it holds what the
    /// configuration does not.
    fn encode(&self) -> Vec<u8>;

    /// A position of a game with this configuration. Never panics, refuses what could not arise, and
    /// gives back the same bytes when encoded again.
    fn decode(config: &Self::Config, bytes: &[u8]) -> Result<Self, DecodeError>;

    /// An action as bytes, for [`decode_action`](Rules::decode_action).
    fn encode_action(action: &Self::Action) -> Vec<u8>;

    /// Never panics; whether the action is legal is for [`apply`](Rules::apply) to say.
    fn decode_action(bytes: &[u8]) -> Result<Self::Action, DecodeError>;

    /// An action in the game's notation, as people write it down: `b2`. A word of 1 to 32 visible
    /// characters without white space, braces, colons and full stops, which is neither `out` nor begins
    /// with a digit or a dash: records keep these for themselves.
    fn describe(&self, action: &Self::Action) -> String;

    /// The reverse of [`describe`](Rules::describe), for this position; `None` if no action is written
    /// like this. Whether it is legal is for [`apply`](Rules::apply) to say.
    fn parse_action(&self, text: &str) -> Option<Self::Action>;

    /// A sight as bytes, for [`decode_sight`](Rules::decode_sight).
    fn encode_sight(sight: &Self::Sight) -> Vec<u8>;

    /// Never panics, and gives back the same bytes when encoded again.
    fn decode_sight(bytes: &[u8]) -> Result<Self::Sight, DecodeError>;
}

/// Why an action is refused: a sentence ([`Display`]) and a code.
pub trait Illegal: Error {
    /// Stable, in snake_case: `cell_occupied`.
    fn code(&self) -> &'static str;
}

/// Who learns of an action that was accepted. Whoever is not told still sees whose turn it is.
///
/// ```
/// use zeitnot_rules::mnk::{Action, Config, Position};
/// use zeitnot_rules::{Rules, Seat, Viewer};
///
/// let mut game = Position::set_up(&Config::new(3, 3, 3)?.with_phantom(), 0);
/// let applied = game.apply(Seat::FIRST, &Action::Mark { row: 1, column: 1 })?;
/// assert!(applied.known_to.contains(Viewer::Spectator));
/// assert!(!applied.action_seen_by.contains(Viewer::Spectator));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applied {
    /// Those who may see the action itself; always the one who acted.
    pub action_seen_by: Audience,
    /// Those who may know that there was one; never fewer than see it.
    pub known_to: Audience,
}

impl Applied {
    /// Everybody sees it.
    pub const PUBLIC: Applied = Applied { action_seen_by: Audience::EVERYONE, known_to: Audience::EVERYONE };

    /// Everybody knows that `seat` has acted; only `seat` knows what it did.
    pub const fn concealed(seat: Seat) -> Applied {
        Applied { action_seen_by: Audience::only(seat), known_to: Audience::EVERYONE }
    }

    /// Only `seat` knows that anything has happened.
    pub const fn secret(seat: Seat) -> Applied {
        Applied { action_seen_by: Audience::only(seat), known_to: Audience::only(seat) }
    }
}
