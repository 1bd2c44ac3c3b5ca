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
use super::batches::Batches;
use super::database::{Call, Connection, Connections, Moved, Taken};
use super::message::{Notice, Request, State};

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
    /// How many more carry moves in batches; none: each move is a transaction by itself.
    #[arg(long, default_value_t = 0)]
    batches: usize,
}

struct Front {
    connections: Connections,
    batches: Option<Batches>,
    audience: Audience,
}

impl Front {
    fn connection(&self) -> Result<Taken<'_>> {
        self.connections.take().context("there are no connections")
    }

    fn tell_both(&self, players: [i64; 2], state: State) {
        let message = Notice::State(state).encode();
        for player in players {
            self.audience.tell(player, &message);
        }
    }
}

/// Serves players until the process is killed or the database is gone.
pub async fn serve(options: &Options) -> Result<()> {
    let mut carried = JoinSet::new();
    let connections = Connections::open(options.connections, &options.sockets, &mut carried).await?;
    // The worker has one to itself, so that it does not wait behind moves.
    let own = Connection::open(&options.sockets, &mut carried).await?;
    let batches = match options.batches {
        0 => None,
        number => Some(Batches::open(number, &options.sockets, &mut carried).await?),
    };
    let front = Arc::new(Front { connections, batches, audience: Audience::default() });

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
                front.tell_both(game.players, game.state);
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
    let found = match front.connection() {
        Ok(connection) => connection.find_player(&caller.token).await,
        Err(error) => Err(error),
    };
    match found {
        Ok(Some(player)) => {
            // Before the client learns that it is connected: from then on its opponent may begin a game.
            let inbox = front.audience.enter(player);
            upgrade
                .read_buffer_size(READ_BUFFER)
                .on_upgrade(move |socket| async move { attend(&front, player, socket, inbox).await })
        }
        // A token that is not even a UUID is an error of the database's.
        Ok(None) | Err(_) => StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// Carries one connection until it ends.
async fn attend(front: &Front, player: i64, socket: WebSocket, inbox: mpsc::Receiver<Bytes>) {
    let (sink, mut stream) = socket.split();
    let writing = tokio::spawn(write(sink, inbox));
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
    match Request::decode(bytes)? {
        Request::Begin { opponent, seconds } => {
            let state = front.connection()?.begin_game(player, opponent, seconds).await?;
            front.tell_both([player, opponent], state);
        }
        Request::Move { game, ply, cell } => {
            let call = Call { caller: player, game, ply, cell };
            let moved = match &front.batches {
                Some(batches) => batches.make_move(call).await?,
                None => front.connection()?.make_move(call).await?,
            };
            match moved {
                Moved::Made { state, opponent } => front.tell_both([player, opponent], state),
                Moved::Refused(code) => front.audience.tell(player, &Notice::Refusal(code).encode()),
            }
        }
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
