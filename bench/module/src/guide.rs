//! Turns as SpacetimeDB's own guides put them together.

use spacetimedb::{
    Identity, Query, ReducerContext, ScheduleAt, Table, Timestamp, ViewContext, reducer, table, view,
};

use crate::board::{EMPTY, Refusal, Standing, TURN, mark};

/// A game, as both players see it.
#[table(accessor = game)]
pub struct Game {
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
#[table(accessor = game_timer, scheduled(game_timeout))]
pub struct GameTimer {
    #[primary_key]
    #[auto_inc]
    pub scheduled_id: u64,
    pub scheduled_at: ScheduleAt,
    #[index(btree)]
    pub game: u64,
}

/// The games of the caller.
#[view(accessor = guide_games, public)]
pub fn guide_games(ctx: &ViewContext) -> impl Query<Game> {
    let me = ctx.sender();
    ctx.from.game().filter(|game| game.player_x.eq(me).or(game.player_o.eq(me)))
}

/// Begins a game: the caller is X, and begins.
#[reducer]
pub fn guide_begin(ctx: &ReducerContext, opponent: Identity) -> Result<(), Refusal> {
    if opponent == ctx.sender() {
        return Err("duplicate_player: nobody plays against themselves".to_owned());
    }
    set_up(ctx, ctx.sender(), opponent);
    Ok(())
}

/// Puts another game of the same players in the place of one that is over.
#[reducer]
pub fn guide_again(ctx: &ReducerContext, game: u64) -> Result<(), Refusal> {
    let old = ctx.db.game().id().find(game).ok_or("no_such_game: it is gone")?;
    if old.player_x != ctx.sender() && old.player_o != ctx.sender() {
        return Err("not_your_game: others play it".to_owned());
    }
    if !old.over {
        return Err("not_over: it goes on".to_owned());
    }
    ctx.db.game().id().delete(game);
    set_up(ctx, old.player_x, old.player_o);
    Ok(())
}

/// Marks a cell, by number, at a ply.
#[reducer]
pub fn guide_move(ctx: &ReducerContext, game: u64, ply: u32, cell: u8) -> Result<(), Refusal> {
    let mut game = ctx.db.game().id().find(game).ok_or("no_such_game: it is gone")?;
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
    let game = ctx.db.game().id().update(game);
    ctx.db.game_timer().game().delete(game.id);
    if !game.over {
        arm(ctx, &game);
    }
    Ok(())
}

/// Whoever is on move loses.
#[reducer]
pub fn game_timeout(ctx: &ReducerContext, timer: GameTimer) -> Result<(), Refusal> {
    if !ctx.sender_auth().is_internal() {
        return Err("not_allowed: only the server's own clock calls this".to_owned());
    }
    let Some(mut game) = ctx.db.game().id().find(timer.game) else { return Ok(()) };
    if !game.over && ctx.timestamp >= game.deadline {
        game.over = true;
        game.winner = Some(if game.ply.is_multiple_of(2) { game.player_o } else { game.player_x });
        ctx.db.game().id().update(game);
    }
    Ok(())
}

fn set_up(ctx: &ReducerContext, player_x: Identity, player_o: Identity) {
    let game = ctx.db.game().insert(Game {
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

fn arm(ctx: &ReducerContext, game: &Game) {
    let scheduled_at = ScheduleAt::Time(game.deadline);
    ctx.db.game_timer().insert(GameTimer { scheduled_id: 0, scheduled_at, game: game.id });
}
