//! Turns as SpacetimeDB's own guides put them together, and the same with a public table: `bench/module` has both.

use anyhow::Result;
use spacetimedb_lib::de::Deserialize;
use spacetimedb_lib::{Identity, Timestamp, bsatn};

use crate::drawn_game::Ply;
use crate::spacetime::{Call, Client};
use crate::systems::on_host::{Board, Dialect};

/// The module of all that is compared on the same host.
pub const MODULE: &str = "zeitnot_bench_module.wasm";

/// A private table and a view with `or`.
pub struct Guide;

/// A public table, to which each player subscribes with two queries.
pub struct OpenTable;

/// A row of either table.
#[derive(Deserialize)]
#[sats(crate = spacetimedb_lib)]
struct Row {
    id: u64,
    player_x: Identity,
    _player_o: Identity,
    _cells: Vec<u8>,
    ply: u32,
    over: bool,
    _winner: Option<Identity>,
    _deadline: Timestamp,
}

impl Dialect for Guide {
    const MODULE: &'static str = MODULE;
    const BOTH_ASK: bool = false;
    const TABLE: &'static str = "guide_games";

    fn queries(_: Identity) -> Vec<String> {
        vec!["SELECT * FROM guide_games".to_owned()]
    }

    fn read(row: &[u8], player: Identity) -> Result<Board> {
        read(row, player)
    }

    fn act(game: u64, ply: Ply) -> Result<Call> {
        act("guide_move", game, ply)
    }

    fn again(game: u64) -> Result<Call> {
        Ok(Call { reducer: "guide_again", arguments: bsatn::to_vec(&game)? })
    }

    async fn prepare(_: &mut Client) -> Result<()> {
        Ok(())
    }

    async fn begin(_: &mut Client, pairs: &mut [[Client; 2]]) -> Result<()> {
        begin("guide_begin", pairs).await
    }
}

impl Dialect for OpenTable {
    const MODULE: &'static str = MODULE;
    const BOTH_ASK: bool = false;
    const TABLE: &'static str = "open_game";

    fn queries(player: Identity) -> Vec<String> {
        let player = player.to_hex();
        let query = |column| format!("SELECT * FROM open_game WHERE {column} = X'{player}'");
        ["player_x", "player_o"].map(query).to_vec()
    }

    fn read(row: &[u8], player: Identity) -> Result<Board> {
        read(row, player)
    }

    fn act(game: u64, ply: Ply) -> Result<Call> {
        act("open_move", game, ply)
    }

    fn again(game: u64) -> Result<Call> {
        Ok(Call { reducer: "open_again", arguments: bsatn::to_vec(&game)? })
    }

    async fn prepare(_: &mut Client) -> Result<()> {
        Ok(())
    }

    async fn begin(_: &mut Client, pairs: &mut [[Client; 2]]) -> Result<()> {
        begin("open_begin", pairs).await
    }
}

fn read(row: &[u8], player: Identity) -> Result<Board> {
    let row: Row = bsatn::from_slice(row)?;
    let is_x = row.player_x == player;
    let to_move = !row.over && row.ply.is_multiple_of(2) == is_x;
    Ok(Board { game: row.id, ply: row.ply, live: !row.over, to_move })
}

fn act(reducer: &'static str, game: u64, ply: Ply) -> Result<Call> {
    Ok(Call { reducer, arguments: bsatn::to_vec(&(game, ply.number as u32, ply.cell()))? })
}

async fn begin(reducer: &'static str, pairs: &mut [[Client; 2]]) -> Result<()> {
    for [one, other] in pairs {
        one.call(Call { reducer, arguments: bsatn::to_vec(&other.identity())? }).await?;
    }
    Ok(())
}
