//! The same with a public table that players subscribe to by their own two queries. Nothing is private.

use spacetimedb::{Identity, ReducerContext, ScheduleAt, Table, Timestamp, reducer, table};

use crate::board::{EMPTY, Refusal, Standing, TURN, mark};

/// A game, as both players see it.
#[table(accessor = open_game, public)]
pub struct OpenGame {
    #[primary_key]
    #[auto_inc]
    pub id: u64,
    #[index(btree)]
    pub player_x: Identity,
    #[index(btree)]
    pub player_o: Identity,
    /// Row by row: 0 is free, 1 is X, 2 is O.
    pub cells: Vec<u8>,
    /// How many moves were made.
    pub ply: u32,
    pub over: bool,
    pub winner: Option<Identity>,
    pub deadline: Timestamp,
}

/// When the running turn of a game ends: a row of its own for each turn.
#[table(accessor = open_timer, scheduled(open_timeout))]
pub struct OpenTimer {
    #[primary_key]
    #[auto_inc]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
    #[index(btree)]
    pub game: u64,
}

/// Begins a game: the caller is X, and begins.
#[reducer]
pub fn open_begin(ctx: &ReducerContext, opponent: Identity) -> Result<(), Refusal> {
    if opponent == ctx.sender() {
        return Err("duplicate_player: nobody plays against themselves".to_owned());
    }
    set_up(ctx, ctx.sender(), opponent);
    Ok(())
}

/// Puts another game of the same players in the place of one that is over.
#[reducer]
pub fn open_again(ctx: &ReducerContext, game: u64) -> Result<(), Refusal> {
    let old = ctx.db.open_game().id().find(game).ok_or("no_such_game: it is gone")?;
    if old.player_x != ctx.sender() && old.player_o != ctx.sender() {
        return Err("not_your_game: others play it".to_owned());
    }
    if !old.over {
        return Err("not_over: it goes on".to_owned());
    }
    ctx.db.open_game().id().delete(game);
    set_up(ctx, old.player_x, old.player_o);
    Ok(())
}

/// Marks a cell, by number, at a ply.
#[reducer]
pub fn open_move(ctx: &ReducerContext, game: u64, ply: u32, cell: u8) -> Result<(), Refusal> {
    let mut game = ctx.db.open_game().id().find(game).ok_or("no_such_game: it is gone")?;
    let mover = match ctx.sender() {
        player if player == game.player_x => 1,
        player if player == game.player_o => 2,
        _ => return Err("not_your_game: others play it".to_owned()),
    };
    if game.over {
        return Err("game_over: it has ended".to_owned());
    }
    if ctx.timestamp >= game.deadline {
        return Err("out_of_time: the time had run out".to_owned());
    }
    let standing = mark(&mut game.cells, game.ply, ply, mover, cell)?;
    game.ply += 1;
    game.deadline = ctx.timestamp + TURN;
    game.over = standing != Standing::Live;
    if let Standing::WonBy(_) = standing {
        game.winner = Some(ctx.sender());
    }
    let game = ctx.db.open_game().id().update(game);
    ctx.db.open_timer().game().delete(game.id);
    if !game.over {
        arm(ctx, &game);
    }
    Ok(())
}

/// Whoever is on move loses.
#[reducer]
pub fn open_timeout(ctx: &ReducerContext, timer: OpenTimer) -> Result<(), Refusal> {
    if !ctx.sender_auth().is_internal() {
        return Err("not_allowed: only the server's own clock calls this".to_owned());
    }
    let Some(mut game) = ctx.db.open_game().id().find(timer.game) else { return Ok(()) };
    if !game.over && ctx.timestamp >= game.deadline {
        game.over = true;
        game.winner = Some(if game.ply.is_multiple_of(2) { game.player_o } else { game.player_x });
        ctx.db.open_game().id().update(game);
    }
    Ok(())
}

fn set_up(ctx: &ReducerContext, player_x: Identity, player_o: Identity) {
    let game = ctx.db.open_game().insert(OpenGame {
        id: 0,
        player_x,
        player_o,
        cells: EMPTY.to_vec(),
        ply: 0,
        over: false,
        winner: None,
        deadline: ctx.timestamp + TURN,
    });
    arm(ctx, &game);
}

fn arm(ctx: &ReducerContext, game: &OpenGame) {
    let scheduled_at = ScheduleAt::Time(game.deadline);
    ctx.db.open_timer().insert(OpenTimer { scheduled_id: 0, scheduled_at, game: game.id });
}
