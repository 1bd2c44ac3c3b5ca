//! Zeitnot's database: games live as rows, a move is one transaction, and one timer row a game
//! forfeits whoever lets the clock run out.
//!
//! What a game *is* stands in `zeitnot-rules`; here is who plays it, when, and who may see it.
//! Each file holds one concern, with its tables beside the reducers that write them:
//!
//! | file | concern |
//! | --- | --- |
//! | [`game`] | the whole truth of a game |
//! | [`play`] | moves and resignations, and how what happens to a game is settled |
//! | [`seat`] | each player's own copy of a game, which is what a client reads: who plays, and for what |
//! | [`turn`] | what a move changes in it: position, latest moves, clocks |
//! | [`past_moves`] | the moves before |
//! | `readers` | who shares these |
//! | `filter` | what keeps others from reading it |
//! | `packed` | columns that the engine is to take as one value |
//! | [`turn_timer`] | the one timer of a live game, and what happens when it fires |
//! | `timeout` | what becomes of a game in which time has run out |
//! | [`outage`] | the heartbeat, and what a turn gets for a time without it |
//! | [`pause`] | stopping the clocks by agreement |
//! | [`lag`] | what the network takes from a turn |
//! | [`extra_time`] | presents of time, and days off |
//! | [`draw`] | draws by agreement |
//! | [`takeback`] | taking a move back |
//! | [`premove`] | moves made in advance |
//! | [`absence`] | what becomes of a game while a player is away |
//! | [`rematch`] | another game with the same players, and series |
//! | [`lobby`] | the waiting room: open, join, cancel |
//! | [`seek`] | the list of open games that anyone may take |
//! | [`pool`] | what may be searched for in the queue |
//! | [`queue`] | quick match: players who search for a game are paired |
//! | `pairing` | who plays whom of those who search |
//! | [`challenge`] | games that wait for one named player |
//! | [`block`] | players who want nothing to do with each other |
//! | [`contender`] | somebody who looks for a game, as others see them |
//! | [`matchmaker`] | `start_game` for code that pairs players elsewhere |
//! | [`player`] | names |
//! | [`tally`] | how many games a player has |
//! | [`presence`] | who is there |
//! | [`rating`] | how strong players are |
//! | [`leaderboard`] | the best hundred of each board |
//! | [`staff`] | owner, moderators, matchmakers |
//! | [`moderation`] | voiding games, banning and renaming players |
//! | [`audit`] | what owner and moderators have done |
//! | [`account`] | deleting one's account |
//! | `departure` | leaving all games at once |
//! | [`guest`] | players who came once and left nothing |
//! | [`catalogue`] | what this server offers |
//! | [`deployment`] | what the owner has decided about the server as a whole |
//! | [`watch`] | watching games: the spectators' copy of a game, and how many look at it |
//! | [`watchable`] | the list of games to watch |
//! | [`chat`] | what the players of a game say to each other |
//! | `limits` | how often a player may call and be wrong about a code, and how much one may say |
//! | [`archive`] | games that ended more than a day ago |
//! | [`sweep`] | takes away what is over |
//! | `chance` | for join codes and who starts |
//! | [`refusal`] | why a call was refused |

#![forbid(unsafe_code)]

pub mod absence;
pub mod account;
pub mod archive;
pub mod audit;
pub mod block;
pub mod catalogue;
pub mod challenge;
mod chance;
pub mod chat;
pub mod contender;
mod departure;
pub mod deployment;
pub mod draw;
pub mod extra_time;
mod filter;
pub mod game;
pub mod guest;
pub mod lag;
pub mod leaderboard;
mod limits;
pub mod lobby;
pub mod matchmaker;
pub mod moderation;
pub mod outage;
mod packed;
mod pairing;
pub mod past_moves;
pub mod pause;
pub mod play;
pub mod player;
pub mod pool;
pub mod premove;
pub mod presence;
pub mod queue;
pub mod rating;
mod readers;
pub mod refusal;
pub mod rematch;
pub mod seat;
pub mod seek;
pub mod staff;
pub mod sweep;
pub mod takeback;
pub mod tally;
mod timeout;
pub mod turn;
pub mod turn_timer;
pub mod watch;
pub mod watchable;

use spacetimedb::{ReducerContext, reducer};

use crate::refusal::Outcome;

/// Runs once, when the database is first published: whoever publishes it owns it.
#[reducer(init)]
pub fn init(ctx: &ReducerContext) {
    staff::set_owner(ctx, ctx.sender());
    deployment::set_up(ctx);
    pool::set_up(ctx);
    outage::schedule(ctx);
    queue::schedule(ctx);
    sweep::schedule(ctx);
}

/// Does nothing. Its answer carries the server's time, which is what a client corrects its countdowns with.
/// Refused with `too_fast`.
#[reducer]
pub fn ping(ctx: &ReducerContext) -> Outcome {
    limits::admit(ctx)
}

#[cfg(test)]
mod tests;
