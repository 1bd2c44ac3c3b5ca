//! A game of whichever family: texts and bytes in, bytes and codes out.
//!
//! Whoever stores games and passes moves on works with [`AnyGame`], and so knows no game by name.

use crate::codec::DecodeError;
use crate::config_error::{ConfigError, shortened};
use crate::family::find;
use crate::outcome::Outcome;
use crate::rules::{Applied, Illegal, Rules};
use crate::seat::{Seat, SeatSet, Viewer};
use std::fmt;
use thiserror::Error;

/// Why [`AnyGame`] refuses an action.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct Refused {
    /// Stable, in snake_case: the game's own ([`Illegal::code`]), or `bad_action` for bytes that are
    /// no action.
    pub code: &'static str,
    /// A sentence without its full stop: `it is O's turn`.
    pub message: String,
}

/// A game of whichever family.
///
/// ```
/// use zeitnot_rules::{AnyGame, Seat, Viewer};
///
/// let mut game = AnyGame::set_up("tic-tac-toe", 0)?;
/// let action = game.legal_actions(Seat::FIRST).remove(4);
/// game.apply(Seat::FIRST, &action)?;
///
/// let refused = game.apply(Seat::FIRST, &action).unwrap_err();
/// assert_eq!((refused.code, refused.message.as_str()), ("not_your_turn", "it is O's turn"));
///
/// // Two columns of a table are all there is to keep.
/// let (spec, state) = (game.spec(), game.encode());
/// let game = AnyGame::decode(&spec, &state)?;
/// assert_eq!(game.encode(), state);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyGame(Box<dyn Face>);

impl AnyGame {
    /// A game whose family is known.
    pub fn new<R: Rules>(game: R) -> AnyGame {
        AnyGame(Box::new(game))
    }

    /// A new game. `spec` is a preset's name or a text of rules, as [`canonical_spec`](crate::canonical_spec) takes it;
    /// `chance` a uniformly random number.
    pub fn set_up(spec: &str, chance: u64) -> Result<AnyGame, ConfigError> {
        let (family, config) = find(spec)?;
        family.set_up(config, chance)
    }

    /// A stored game: what [`AnyGame::spec`] and [`AnyGame::encode`] have given.
    pub fn decode(spec: &str, state: &[u8]) -> Result<AnyGame, DecodeError> {
        let (family, config) = find(spec)?;
        family.decode(config, state)
    }

    /// The rules in canonical form: `mnk:rows=3,columns=3,strike=3`.
    pub fn spec(&self) -> String {
        self.0.spec()
    }

    /// Rules that set up this very game, whatever chance is: see [`Rules::settled_config`].
    ///
    /// ```
    /// use zeitnot_rules::AnyGame;
    ///
    /// let game = AnyGame::set_up("mnk:rows=3,columns=3,strike=3,first=random", 1)?;
    /// assert_eq!(game.settled_spec(), "mnk:rows=3,columns=3,strike=3,first=2");
    /// # Ok::<(), zeitnot_rules::ConfigError>(())
    /// ```
    pub fn settled_spec(&self) -> String {
        self.0.settled_spec()
    }

    /// See [`Rules::encode`].
    pub fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    /// See [`Rules::seats`].
    pub fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// See [`Rules::to_move`].
    pub fn to_move(&self) -> SeatSet {
        self.0.to_move()
    }

    /// See [`Rules::playing`].
    pub fn playing(&self) -> SeatSet {
        self.0.playing()
    }

    /// See [`Rules::outcome`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// See [`Rules::can_still_win`].
    pub fn can_still_win(&self, seat: Seat) -> bool {
        self.0.can_still_win(seat)
    }

    /// See [`Rules::legal_actions`].
    pub fn legal_actions(&self, seat: Seat) -> Vec<Vec<u8>> {
        self.0.legal_actions(seat)
    }

    /// See [`Rules::absent_action`].
    pub fn absent_action(&self, seat: Seat) -> Option<Vec<u8>> {
        self.0.absent_action(seat)
    }

    /// An action in the game's notation, see [`Rules::describe`]; `None` for bytes that are no action.
    ///
    /// ```
    /// use zeitnot_rules::AnyGame;
    ///
    /// let game = AnyGame::set_up("tic-tac-toe", 0)?;
    /// let middle = game.parse_action("b2")?;
    /// assert_eq!(game.describe(&middle).as_deref(), Some("b2"));
    /// assert_eq!(game.parse_action("castles").unwrap_err().to_string(), "`castles` is no move of this game");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe(&self, action: &[u8]) -> Option<String> {
        self.0.describe(action)
    }

    /// An action's bytes from the game's notation, see [`Rules::parse_action`]. Refused with
    /// `bad_action` if it is none; whether it is legal is for [`apply`](AnyGame::apply) to say.
    pub fn parse_action(&self, text: &str) -> Result<Vec<u8>, Refused> {
        self.0.parse_action(text).ok_or_else(|| Refused {
            code: "bad_action",
            message: format!("`{}` is no move of this game", shortened(text)),
        })
    }

    /// See [`Rules::sight`].
    pub fn sight(&self, viewer: Viewer) -> Vec<u8> {
        self.0.sight(viewer)
    }

    /// See [`Rules::hides`].
    pub fn hides(&self) -> bool {
        self.0.hides()
    }

    /// See [`Rules::laid_open`].
    pub fn laid_open(&self) -> Vec<u8> {
        self.0.laid_open()
    }

    /// See [`Rules::apply`].
    pub fn apply(&mut self, seat: Seat, action: &[u8]) -> Result<Applied, Refused> {
        self.0.apply(seat, action)
    }

    /// See [`Rules::leave`].
    pub fn leave(&mut self, seat: Seat) {
        self.0.leave(seat);
    }

    /// See [`Rules::pass`].
    pub fn pass(&mut self, seat: Seat) -> bool {
        self.0.pass(seat)
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        AnyGame(self.0.boxed())
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").field("spec", &self.spec()).field("state", &self.encode()).finish()
    }
}

/// [`Rules`] without its types.
trait Face: Send + Sync {
    fn boxed(&self) -> Box<dyn Face>;
    fn spec(&self) -> String;
    fn settled_spec(&self) -> String;
    fn encode(&self) -> Vec<u8>;
    fn seats(&self) -> u8;
    fn to_move(&self) -> SeatSet;
    fn playing(&self) -> SeatSet;
    fn outcome(&self) -> Option<Outcome>;
    fn can_still_win(&self, seat: Seat) -> bool;
    fn legal_actions(&self, seat: Seat) -> Vec<Vec<u8>>;
    fn absent_action(&self, seat: Seat) -> Option<Vec<u8>>;
    fn describe(&self, action: &[u8]) -> Option<String>;
    fn parse_action(&self, text: &str) -> Option<Vec<u8>>;
    fn sight(&self, viewer: Viewer) -> Vec<u8>;
    fn hides(&self) -> bool;
    fn laid_open(&self) -> Vec<u8>;
    fn apply(&mut self, seat: Seat, action: &[u8]) -> Result<Applied, Refused>;
    fn leave(&mut self, seat: Seat);
    fn pass(&mut self, seat: Seat) -> bool;
}

impl<R: Rules> Face for R {
    fn boxed(&self) -> Box<dyn Face> {
        Box::new(self.clone())
    }

    fn spec(&self) -> String {
        format!("{}:{}", R::FAMILY, self.config())
    }

    fn settled_spec(&self) -> String {
        format!("{}:{}", R::FAMILY, self.settled_config())
    }

    fn encode(&self) -> Vec<u8> {
        Rules::encode(self)
    }

    fn seats(&self) -> u8 {
        Rules::seats(self)
    }

    fn to_move(&self) -> SeatSet {
        Rules::to_move(self)
    }

    fn playing(&self) -> SeatSet {
        Rules::playing(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Rules::outcome(self)
    }

    fn can_still_win(&self, seat: Seat) -> bool {
        Rules::can_still_win(self, seat)
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Vec<u8>> {
        Rules::legal_actions(self, seat).iter().map(R::encode_action).collect()
    }

    fn absent_action(&self, seat: Seat) -> Option<Vec<u8>> {
        Rules::absent_action(self, seat).as_ref().map(R::encode_action)
    }

    fn describe(&self, action: &[u8]) -> Option<String> {
        R::decode_action(action).ok().map(|action| Rules::describe(self, &action))
    }

    fn parse_action(&self, text: &str) -> Option<Vec<u8>> {
        Rules::parse_action(self, text).as_ref().map(R::encode_action)
    }

    fn sight(&self, viewer: Viewer) -> Vec<u8> {
        R::encode_sight(&Rules::sight(self, viewer))
    }

    fn hides(&self) -> bool {
        Rules::hides(self)
    }

    fn laid_open(&self) -> Vec<u8> {
        R::encode_sight(&Rules::laid_open(self))
    }

    fn apply(&mut self, seat: Seat, action: &[u8]) -> Result<Applied, Refused> {
        let action = R::decode_action(action).map_err(|error| Refused {
            code: "bad_action",
            message: format!("these bytes are not an action: {error}"),
        })?;
        Rules::apply(self, seat, &action)
            .map_err(|error| Refused { code: error.code(), message: error.to_string() })
    }

    fn leave(&mut self, seat: Seat) {
        Rules::leave(self, seat);
    }

    fn pass(&mut self, seat: Seat) -> bool {
        Rules::pass(self, seat)
    }
}
