//! What has to hold before a figure of PostgreSQL's means anything.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tokio::time::timeout;

use super::message::{Notice, Request, State};
use super::{Account, Player, Postgres};
use crate::ground::Ground;
use crate::socket;
use crate::system::System;

/// A turn that does not run out while we look.
const LONG: f64 = 600.0;

/// A turn that runs out at once.
const SHORT: f64 = 0.3;

/// The worker looks every 100 ms. This is for a machine that is busy with something else.
const AT_LATEST: Duration = Duration::from_secs(10);

/// Checks that illegal moves are refused for the right reason, that legal ones are told to both, and that a turn ends
/// in time.
pub async fn check(ground: &Ground) -> Result<()> {
    whole(Postgres::<false>::start(ground, true).await?).await?;
    whole(Postgres::<true>::start(ground, true).await?).await.context("in batches")
}

async fn whole<const BATCHED: bool>(server: Postgres<BATCHED>) -> Result<()> {
    let [x, o, stranger] = &server.register(3).await?[..] else { bail!("no players") };
    let nobody = Account { id: 0, token: "00000000-0000-0000-0000-000000000000".to_owned() };
    ensure!(Player::connect(&server.address, &nobody).await.is_err(), "a stranger's token is taken");
    let forged = format!("ws://{}/play?token=forged", server.address);
    ensure!(socket::connect(&forged, &[]).await.is_err(), "a token that is none is taken");

    let mut x = Player::connect(&server.address, x).await?;
    let mut o = Player::connect(&server.address, o).await?;
    let mut stranger = Player::connect(&server.address, stranger).await?;
    refusals(&mut x, &mut o, &mut stranger).await?;
    twice_at_once(&server, &mut x, &mut o).await.context("the same move twice")?;
    out_of_time(&mut x, &mut o).await.context("a turn that runs out")?;
    server.stop().await
}

/// A won game, with what is not allowed on the way.
async fn refusals(x: &mut Player, o: &mut Player, stranger: &mut Player) -> Result<()> {
    let game = begin(x, o, LONG).await?.game;
    refused(o, Request::Move { game, ply: 0, cell: 0 }, "not_your_turn").await?;
    refused(stranger, Request::Move { game, ply: 0, cell: 0 }, "not_your_game").await?;
    refused(x, Request::Move { game: game + 1, ply: 0, cell: 0 }, "no_such_game").await?;
    refused(x, Request::Move { game, ply: 2, cell: 0 }, "wrong_ply").await?;
    refused(x, Request::Move { game, ply: 0, cell: 9 }, "not_on_board").await?;
    made(x, o, game, 0, 4).await?;
    refused(x, Request::Move { game, ply: 0, cell: 4 }, "not_your_turn").await?;
    refused(o, Request::Move { game, ply: 1, cell: 4 }, "cell_taken").await?;
    made(o, x, game, 1, 0).await?;
    made(x, o, game, 2, 3).await?;
    made(o, x, game, 3, 1).await?;
    let state = made(x, o, game, 4, 5).await?;
    let expected = State { game, ply: 5, marks: [0b000_111_000, 0b000_000_011], result: 1, deadline: 0 };
    ensure!(state == expected, "a row does not win: {state:?}");
    refused(o, Request::Move { game, ply: 5, cell: 8 }, "game_over").await
}

/// One player on two devices makes the same move on both at the same time.
async fn twice_at_once<const BATCHED: bool>(
    server: &Postgres<BATCHED>,
    x: &mut Player,
    o: &mut Player,
) -> Result<()> {
    let row = server.client.query_one("SELECT token::text FROM player WHERE id = $1", &[&x.id]).await?;
    let account = Account { id: x.id, token: row.try_get(0)? };
    let mut second = Player::connect(&server.address, &account).await?;
    let game = begin(x, o, LONG).await?.game;
    second.state().await?;
    let request = Request::Move { game, ply: 0, cell: 4 };
    tokio::try_join!(x.ask(request), second.ask(request))?;
    // Both devices hear of both, in any order.
    for device in [x, &mut second] {
        let heard = [device.notice().await?, device.notice().await?];
        let made =
            heard.iter().filter(|notice| matches!(notice, Notice::State(state) if state.ply == 1)).count();
        let refused = Notice::Refusal("not_your_turn".to_owned());
        ensure!(made == 1 && heard.contains(&refused), "{heard:?}");
    }
    let (state, _) = o.state().await?;
    ensure!((state.ply, state.marks) == (1, [1 << 4, 0]), "{state:?}");
    Ok(())
}

/// Both are told when a turn has ended, and a move is refused from the deadline on.
async fn out_of_time(x: &mut Player, o: &mut Player) -> Result<()> {
    let begun = begin(x, o, SHORT).await?;
    let asked = Instant::now();
    let (state, at) = timeout(AT_LATEST, x.state()).await.context("nobody ends it")??;
    let (same, _) = timeout(AT_LATEST, o.state()).await.context("the opponent is not told")??;
    let expected = State { result: 4, deadline: 0, ..begun };
    ensure!(state == expected && same == expected, "{state:?} and {same:?}");
    ensure!(at - asked + Duration::from_millis(50) > Duration::from_secs_f64(SHORT), "it ended early");
    refused(x, Request::Move { game: begun.game, ply: 0, cell: 0 }, "game_over").await
}

async fn begin(x: &mut Player, o: &mut Player, seconds: f64) -> Result<State> {
    x.ask(Request::Begin { opponent: o.id, seconds }).await?;
    let ((state, _), (same, _)) = tokio::try_join!(x.state(), o.state())?;
    ensure!(state == same, "the players are told different things");
    Ok(state)
}

async fn made(mover: &mut Player, other: &mut Player, game: i64, ply: u8, cell: u8) -> Result<State> {
    mover.ask(Request::Move { game, ply, cell }).await?;
    let ((state, _), (same, _)) = tokio::try_join!(mover.state(), other.state())?;
    ensure!(state == same && state.ply == ply + 1, "after move {}: {state:?} and {same:?}", ply + 1);
    Ok(state)
}

async fn refused(player: &mut Player, request: Request, code: &str) -> Result<()> {
    player.ask(request).await?;
    match player.notice().await? {
        Notice::Refusal(given) if given == code => Ok(()),
        other => bail!("{request:?} is answered with {other:?}, not {code}"),
    }
}
