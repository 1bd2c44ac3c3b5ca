//! The front: what stands between players and PostgreSQL. A process of its own, so that its time can be counted.

use std::future::pending;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use bytes::Bytes;
use clap::Args;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::audience::Audience;
use super::database::{Connection, Connections, Moved};
use super::message::{Notice, Request};

/// The argument by which this program is the front.
pub const COMMAND: &str = "postgres-front";

/// How often overdue turns are looked for.
const POLL: Duration = Duration::from_millis(100);

/// How many overdue turns end in one transaction.
const OVERDUE_AT_ONCE: i32 = 1000;

/// What a connection reads at once, as at the other end. The library's own 128 KiB are much for small messages.
const READ_BUFFER: usize = 4 << 10;

/// How the front is started.
#[derive(Args)]
pub struct Options {
    /// The folder of the database's socket.
    #[arg(long)]
    sockets: PathBuf,
    /// How many connections to the database the players share.
    #[arg(long)]
    connections: usize,
}

struct Front {
    connections: Connections,
    audience: Audience,
}

/// Serves players until the process is killed or the database is gone.
pub async fn serve(options: &Options) -> Result<()> {
    let mut carried = JoinSet::new();
    let connections = Connections::open(options.connections, &options.sockets, &mut carried).await?;
    // The worker has one to itself, so that it does not wait behind moves.
    let own = Connection::open(&options.sockets, &mut carried).await?;
    let front = Arc::new(Front { connections, audience: Audience::default() });

    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("listening on {}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // Small messages must not wait for an acknowledgement. Without it they are late, not wrong.
        let _ = stream.set_nodelay(true);
    });
    let router = Router::new().route("/play", get(play)).with_state(front.clone());
    tokio::select! {
        served = async { axum::serve(listener, router).await } => served.context("serving"),
        ended = end_overdue(&front, &own) => ended,
        lost = carried.join_next() => match lost {
            Some(carried) => { carried??; bail!("the database has closed a connection") }
            None => pending().await,
        },
    }
}

/// The worker: ends turns that have run out.
async fn end_overdue(front: &Front, connection: &Connection) -> Result<()> {
    let mut beat = interval(POLL);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        loop {
            let games = connection.end_overdue(OVERDUE_AT_ONCE).await?;
            for game in &games {
                let message = Notice::State(game.state).encode();
                for player in game.players {
                    front.audience.tell(player, &message);
                }
            }
            if games.len() < OVERDUE_AT_ONCE as usize {
                break;
            }
        }
    }
}

#[derive(Deserialize)]
struct Caller {
    token: String,
}

/// A player connects, with a token in the URL.
async fn play(
    Shared(front): Shared<Arc<Front>>,
    Query(caller): Query<Caller>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let found = match front.connections.take() {
        Some(connection) => connection.find_player(&caller.token).await,
        None => Ok(None),
    };
    match found {
        Ok(Some(player)) => upgrade
            .read_buffer_size(READ_BUFFER)
            .on_upgrade(move |socket| async move { attend(&front, player, socket).await }),
        // A token that is not even a UUID is an error of the database's.
        Ok(None) | Err(_) => StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// Carries one connection until it ends.
async fn attend(front: &Front, player: i64, socket: WebSocket) {
    let (sink, mut stream) = socket.split();
    let writing = tokio::spawn(write(sink, front.audience.enter(player)));
    while let Some(Ok(message)) = stream.next().await {
        let Message::Binary(bytes) = message else { continue };
        if let Err(error) = answer(front, player, &bytes).await {
            eprintln!("player {player}: {error:#}");
            break;
        }
    }
    writing.abort();
}

/// Does what a player asks for, and tells those whom it concerns.
async fn answer(front: &Front, player: i64, bytes: &[u8]) -> Result<()> {
    let request = Request::decode(bytes)?;
    let connection = front.connections.take().context("no connections")?;
    match request {
        Request::Begin { opponent, seconds } => {
            let state = connection.begin_game(player, opponent, seconds).await?;
            let message = Notice::State(state).encode();
            front.audience.tell(player, &message);
            front.audience.tell(opponent, &message);
        }
        Request::Move { game, ply, cell } => match connection.make_move(player, game, ply, cell).await? {
            Moved::Made { state, opponent } => {
                let message = Notice::State(state).encode();
                front.audience.tell(player, &message);
                front.audience.tell(opponent, &message);
            }
            Moved::Refused(code) => front.audience.tell(player, &Notice::Refusal(code).encode()),
        },
    }
    Ok(())
}

/// Sends what is in the outbox, as much at once as is there.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut inbox: mpsc::Receiver<Bytes>) {
    while let Some(mut message) = inbox.recv().await {
        loop {
            if sink.feed(Message::Binary(message)).await.is_err() {
                return;
            }
            match inbox.try_recv() {
                Ok(next) => message = next,
                Err(_) => break,
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
}
