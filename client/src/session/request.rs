//! What is asked of the server.

use spacetimedb_sdk::Identity;
use zeitnot_rules::Seat;

use super::decline::DeclineReason;
use super::view::GameId;
use crate::time::ServerTime;

/// Something that is asked of the server.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Be called this from now on.
    SetName {
        /// 1 to 24 visible characters.
        name: String,
    },
    /// Be marked as a program, for good.
    DeclareBot,
    /// Open a game and take its first seat.
    OpenGame(GameSetup),
    /// Take a seat.
    JoinGame {
        /// A public game's number, or a code.
        game: String,
    },
    /// Give up a game that nobody has joined yet.
    CancelGame {
        /// The game.
        game: GameId,
    },
    /// Act.
    MakeMove {
        /// The game.
        game: GameId,
        /// The ply that it answers: a move that comes twice, or too late, is refused.
        ply: u32,
        /// As `encode_action` of the rules writes it.
        action: Vec<u8>,
    },
    /// Give a game up.
    Resign {
        /// The game.
        game: GameId,
    },
    /// Ask for a pause, or agree to the one that others have asked for.
    AskPause {
        /// The game.
        game: GameId,
    },
    /// Let the clocks go on.
    Resume {
        /// The game.
        game: GameId,
    },
    /// Give another player 15 s.
    GiveTime {
        /// The game.
        game: GameId,
        /// Who gets it.
        seat: Seat,
    },
    /// Take days off in a correspondence game.
    TakeTimeOff {
        /// The game.
        game: GameId,
        /// When they begin; what is past means from now on.
        from: ServerTime,
        /// How many.
        days: u32,
    },
    /// End the days off that run, and cancel those to come.
    EndTimeOff {
        /// The game.
        game: GameId,
    },
    /// Offer a draw, or accept the one that is offered.
    OfferDraw {
        /// The game.
        game: GameId,
    },
    /// Decline the draw that is offered, or take one's own offer back.
    DeclineDraw {
        /// The game.
        game: GameId,
    },
    /// Ask for one's last move back.
    AskTakeback {
        /// The game.
        game: GameId,
    },
    /// Let the opponent take back what they have asked for.
    AcceptTakeback {
        /// The game.
        game: GameId,
    },
    /// Decline what the opponent has asked for, or withdraw what one has asked for oneself.
    DeclineTakeback {
        /// The game.
        game: GameId,
    },
    /// Give up a game in which hardly anything has been played: it counts for nobody.
    AbortGame {
        /// The game.
        game: GameId,
    },
    /// Claim a game that the others have left.
    Claim {
        /// The game.
        game: GameId,
        /// As drawn, not as won.
        draw: bool,
    },
    /// Decide on the next move in advance, while others are on move.
    Premove {
        /// The game.
        game: GameId,
        /// The ply of the [`GameView`](super::GameView) that it was decided by.
        ply: u32,
        /// As `encode_action` of the rules writes it.
        action: Vec<u8>,
    },
    /// Take the premove back.
    CancelPremove {
        /// The game.
        game: GameId,
    },
    /// Ask for another game with the same players, or agree to it.
    AskRematch {
        /// The game that is over.
        game: GameId,
    },
    /// Decline the rematch that others have asked for, or take one's own asking back.
    DeclineRematch {
        /// The game that is over.
        game: GameId,
    },
    /// Open a game for everybody to see, and take its first seat.
    OpenSeek {
        /// Rules and time.
        setup: GameSetup,
        /// The lowest rating that may join; 0: no bound.
        min_rating: u32,
        /// The highest; 0: no bound.
        max_rating: u32,
    },
    /// Ask a player for a game of two, and take its first seat.
    Challenge {
        /// Rules and time.
        setup: GameSetup,
        /// A name, or an identity in hexadecimal.
        player: String,
    },
    /// Take the seat that a challenge keeps.
    AcceptChallenge {
        /// The challenge's game.
        game: GameId,
    },
    /// Say no to a challenge.
    DeclineChallenge {
        /// The challenge's game.
        game: GameId,
        /// Why.
        reason: DeclineReason,
    },
    /// Search for an opponent.
    JoinQueue {
        /// The pool's name.
        pool: String,
        /// How far below the player's rating the opponent's may be.
        below: u32,
        /// How far above.
        above: u32,
    },
    /// Stop searching.
    LeaveQueue {
        /// The pool's name.
        pool: String,
    },
    /// Say one of the phrases that every server has.
    Say {
        /// Where.
        game: GameId,
        /// Which, counted from 0.
        phrase: u8,
    },
    /// Say something else, where the server lets one.
    Write {
        /// Where.
        game: GameId,
        /// 1 to 200 characters.
        text: String,
    },
    /// Hear nothing more of a player.
    Mute {
        /// Whom.
        player: Identity,
    },
    /// Hear a player again.
    Unmute {
        /// Whom.
        player: Identity,
    },
    /// Meet a player no more: neither finds a game with the other.
    Block {
        /// Whom.
        player: Identity,
    },
    /// Take that back.
    Unblock {
        /// Whom.
        player: Identity,
    },
    /// Delete the account: resigns every game, and the name, the ratings and what was said are gone.
    DeleteAccount,
    /// Watch a game of others, for as long as this connection lasts: see
    /// [`Topic::Watched`](super::Topic::Watched).
    WatchGame {
        /// Which.
        game: GameId,
    },
    /// Start a game between others. For matchmakers.
    StartGame {
        /// Rules and time.
        setup: GameSetup,
        /// One a seat, in order.
        players: Vec<Identity>,
        /// The same key again starts no second game.
        key: String,
    },
}

/// Rules and time of a game to be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSetup {
    /// A preset's name, or rules as text: `tic-tac-toe`, `mnk:rows=6,columns=7,strike=4,gravity`.
    pub spec: String,
    /// A time control as text, `turn:30s`; empty for the server's default.
    pub time: String,
    /// What happens when time runs out, as text, `skip:3`; empty for the server's default, `forfeit`.
    pub policy: String,
    /// What happens when a player loses the connection, as text, `pause:5m`; empty for the server's default,
    /// `run`.
    pub leaving: String,
    /// How many games are to be played, as text, `best-of:3`; empty for one.
    pub series: String,
    /// Whether the result is to count for the players' ratings.
    pub rated: bool,
    /// Whether the code is to be the only way in.
    pub private: bool,
}
