//! Why a reducer refused. The text of each refusal, which is all that the engine passes on to the
//! caller, is a stable code for programs, a colon, and a sentence for people.

use spacetimedb::ReducerContext;
use thiserror::Error;
use zeitnot_rules::clock::{TimeControlError, TimeOffError};
use zeitnot_rules::{
    ConfigError, DecodeError, LeavingError, Refused, SeriesError, TextError, TimeoutPolicyError,
};

/// What every reducer returns. An `Err` rolls the transaction back, so that a refusal changes nothing.
pub type Outcome<T = ()> = Result<T, Refusal>;

/// A refused call.
#[derive(Debug, Error)]
pub enum Refusal {
    // Games
    #[error("no_such_game: there is no game {0}")]
    NoSuchGame(u64),
    #[error("no_such_game: no game waits under the code {0:?}")]
    NoSuchCode(String),
    #[error("not_your_game: you have no seat in game {0}")]
    NotYourGame(u64),
    #[error("not_started: game {0} still waits for players")]
    NotStarted(u64),
    #[error("game_over: game {0} has ended")]
    GameOver(u64),
    #[error("seat_out: you are out of game {0}; the others play on")]
    SeatOut(u64),
    #[error("not_your_turn: it is the turn of {0}")]
    NotYourTurn(String),
    #[error("stale_ply: you answered ply {named}, and the game is at ply {current}")]
    StalePly { named: u32, current: u32 },
    #[error("out_of_time: the time of {0} had run out before this call arrived")]
    OutOfTime(String),
    #[error("paused: the clocks of game {0} stand")]
    Paused(u64),
    #[error("not_paused: the clocks of game {0} do not stand")]
    NotPaused(u64),
    #[error("untimed: game {0} has no clock")]
    Untimed(u64),
    #[error("already_seen: the delay of this turn has been measured")]
    AlreadySeen,
    #[error("no_such_seat: nobody plays in seat {0}")]
    NoSuchSeat(u8),
    #[error("own_seat: time is given to others")]
    OwnSeat,
    #[error("own_game: you play in game {0}, and decide nothing about it")]
    OwnGame(u64),
    #[error("own_game: you play against {0}; resign first, or leave this to another")]
    OwnOpponent(String),
    #[error("no_more_time: this player has been given all that can be given in this game")]
    NoMoreTime,
    #[error("waiting_for_player: the clocks stand for a player who is away")]
    WaitingForPlayer,
    #[error("too_late_to_abort: more than one move has been made")]
    TooLateToAbort,
    #[error("draw_offered: you have offered a draw")]
    DrawOffered,
    #[error("draw_too_soon: you may offer a draw again at ply {again_at}")]
    DrawTooSoon { again_at: u32 },
    #[error("no_draw_offered: nobody offers a draw")]
    NoDrawOffered,
    #[error("no_takeback: {0}")]
    NoTakeback(&'static str),
    #[error("takeback_tried: you have asked since the last move")]
    TakebackTried,
    #[error("paused_by_staff: one of the staff has stopped the clocks")]
    PausedByStaff,
    #[error("opponent_gone: one of the players has deleted the account")]
    OpponentGone,
    #[error("takeback_asked: a move is asked back already")]
    TakebackAsked,
    #[error("no_takeback_asked: nobody asks for a move back")]
    NoTakebackAsked,
    #[error("own_request: the others answer this")]
    OwnRequest,
    #[error("your_turn: you are on move, and need not move in advance")]
    YourTurn,
    #[error("bad_action: an action has at most {0} bytes")]
    LongAction(usize),
    #[error("no_premove: you have decided nothing in advance")]
    NoPremove,
    #[error("no_claim: nobody has been away for long enough")]
    NoClaim,
    #[error("not_over: game {0} has not ended")]
    NotOver(u64),
    #[error("no_rematch_asked: nobody asks for another game")]
    NoRematchAsked,
    #[error("{}: {}", .0.code(), .0)]
    TimeOff(#[from] TimeOffError),
    #[error("{}: {}", .0.code, .0.message)]
    Rules(#[from] Refused),

    // Set-up and the waiting room
    #[error("bad_config: {0}")]
    BadConfig(#[from] ConfigError),
    #[error("bad_time: {0}")]
    BadTime(#[from] TimeControlError),
    #[error("bad_policy: {0}")]
    BadPolicy(#[from] TimeoutPolicyError),
    #[error("bad_leaving: {0}")]
    BadLeaving(#[from] LeavingError),
    #[error("bad_series: a table that waits for others when a player leaves has no series")]
    SeriesBegunAnew,
    #[error("bad_series: {0}")]
    BadSeries(#[from] SeriesError),
    #[error(
        "not_rateable: a rated game is one by name, with a clock, for two, and is not begun anew when one leaves"
    )]
    NotRateable,
    #[error("bad_name: {0}")]
    BadName(TextError),
    #[error("private_game: game {0} is private: only its code lets others in")]
    PrivateGame(u64),
    #[error("not_waiting: game {0} has begun or ended")]
    NotWaiting(u64),
    #[error("already_joined: you have a seat in game {0}")]
    AlreadyJoined(u64),
    #[error("too_many_games: a player has at most {0} games waiting or running at once")]
    TooManyGames(u32),
    #[error("too_many_games: the player {name} has {limit} games waiting or running already")]
    PlayerTooBusy { name: String, limit: u32 },

    // Watching and talking
    #[error("too_many_watched: a connection may watch {0} games at once")]
    TooManyWatched(usize),
    #[error("no_such_phrase: there is no phrase {0}")]
    NoSuchPhrase(u8),
    #[error("free_chat_off: on this server players say nothing but the phrases")]
    FreeChatOff,
    #[error("bad_text: {0}")]
    BadText(TextError),
    #[error("too_many_messages: a player may say {0} things a minute")]
    TooManyMessages(usize),
    #[error("too_many_muted: a player may mute {0} others")]
    TooManyMuted(usize),

    // Finding a game
    #[error("bad_seek: {0}")]
    BadSeek(&'static str),
    #[error("too_many_seeks: a player has at most {0} games on the list at once")]
    TooManySeeks(usize),
    #[error("lobby_full: there are {0} games on the list already")]
    LobbyFull(u64),
    #[error("rating_out_of_range: this game is for ratings {}, and yours is {rating}", range_text(*.min, *.max))]
    RatingOutOfRange { rating: u32, min: u32, max: u32 },
    #[error("no_such_pool: there is no pool {0:?}")]
    NoSuchPool(String),
    #[error("bad_pool: {0}")]
    BadPool(&'static str),
    #[error("too_many_pools: there are {0} pools already")]
    TooManyPools(u64),
    #[error("not_searching: you do not search there; a game may just have been found")]
    NotSearching,
    #[error("already_playing: you play a game in real time, and cannot look for another one")]
    AlreadyPlaying,
    #[error("blocked: one of you does not want to meet the other")]
    Blocked,
    #[error("reserved: game {0} is kept for the player who was challenged")]
    Reserved(u64),
    #[error("no_such_challenge: no challenge {0} waits for your answer")]
    NoSuchChallenge(u64),
    #[error("own_challenge: a player challenges others")]
    OwnChallenge,
    #[error("too_many_challenges: at most {0} of a player's challenges wait for their answers at once")]
    TooManyChallenges(usize),
    #[error("too_many_challenges: {limit} challenges wait for the answer of {name} already")]
    ChallengedEnough { name: String, limit: usize },
    #[error("ambiguous_name: several players are called {0:?}; name one by identity")]
    AmbiguousName(String),
    #[error("own_block: a player blocks others")]
    OwnBlock,
    #[error("too_many_blocks: a player blocks at most {0} others")]
    TooManyBlocks(usize),

    // Callers
    #[error("too_fast: a player may make {0} calls a second")]
    TooFast(u32),
    #[error("too_fast: too many codes were wrong; another one may be tried every {0} seconds")]
    TooManyGuesses(i64),
    #[error("not_connected: this takes a connection that lasts")]
    NotConnected,
    #[error("banned: {name} may not do this until {until}")]
    Banned { name: String, until: String },
    #[error("bad_ban: a ban lasts 1 to {0} hours")]
    BadBan(u32),
    #[error("not_banned: {0} is not banned")]
    NotBanned(String),
    #[error("bad_reason: {0}")]
    BadReason(TextError),
    #[error("unknown_player: there is no player {0:?}")]
    UnknownPlayer(String),
    #[error("owner_stays: the owner of the database has no account to delete")]
    OwnerStays,
    #[error("draining: this server is about to be stopped; no game begins any more")]
    Draining,

    // Matchmaking
    #[error("not_allowed: {0}")]
    NotAllowed(&'static str),
    #[error("wrong_seats: this game seats {seats} players, and {named} were named")]
    WrongSeats { seats: usize, named: usize },
    #[error("duplicate_player: a player takes one seat of a game, and one was named twice")]
    DuplicatePlayer,
    #[error("bad_key: a key has 1 to {0} characters, and none of them controls anything")]
    BadKey(usize),
    #[error("key_reused: this key started another game, {0}")]
    KeyReused(u64),

    /// Our own rows cannot be read: a fault of the server, never of the caller.
    #[error("corrupt_game: the stored game cannot be read ({0})")]
    Corrupt(#[from] DecodeError),
}

impl Refusal {
    /// The stable word before the colon, in snake_case.
    pub fn code(&self) -> String {
        let text = self.to_string();
        text.split(':').next().unwrap_or_default().to_owned()
    }
}

fn range_text(min: u32, max: u32) -> String {
    match (min, max) {
        (0, max) => format!("up to {max}"),
        (min, 0) => format!("from {min} on"),
        (min, max) => format!("from {min} to {max}"),
    }
}

/// For reducers that the engine calls by its own schedule: refuses everybody else, the owner too.
pub(crate) fn only_the_server(ctx: &ReducerContext) -> Outcome {
    if ctx.sender_auth().is_internal() {
        Ok(())
    } else {
        Err(Refusal::NotAllowed("only the server's own clock calls this"))
    }
}
