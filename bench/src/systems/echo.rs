//! The floor of what WebSockets cost: each message goes to both players of a game, and nothing else happens.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use crate::drawn_game::Ply;
use crate::ground::Ground;
use crate::process::Process;
use crate::socket::{self, Socket};
use crate::system::{Pair, System, Timing};

/// The argument by which this program is the server.
pub const COMMAND: &str = "echo-server";

/// As long as a call of `make_move` with its arguments.
const MESSAGE: [u8; 48] = [b'.'; 48];

/// The server, a process of its own.
pub struct Echo {
    process: Process,
    address: SocketAddr,
}

/// Two connections that the server has put together.
pub struct EchoPair {
    players: [Socket; 2],
}

impl System for Echo {
    type Pair = EchoPair;

    async fn start(ground: &Ground, _: bool) -> Result<Self> {
        let mut command = Command::new(ground.program("zeitnot-bench"));
        command.arg(COMMAND);
        let process = Process::start(command).await?;
        let address = process.first_line().parse().context("the address of the echo server")?;
        Ok(Self { process, address })
    }

    fn processes(&self) -> Vec<u32> {
        vec![self.process.id()]
    }

    async fn seat(&mut self, pairs: usize) -> Result<Vec<EchoPair>> {
        let mut seated = Vec::with_capacity(pairs);
        let url = format!("ws://{}", self.address);
        for _ in 0..pairs {
            // One after the other: the server puts two together that follow each other.
            let players = [socket::connect(&url, &[]).await?, socket::connect(&url, &[]).await?];
            seated.push(EchoPair { players });
        }
        Ok(seated)
    }

    async fn stop(self) -> Result<()> {
        self.process.stop().await
    }
}

impl Pair for EchoPair {
    async fn begin(&mut self) -> Result<()> {
        Ok(())
    }

    async fn play(&mut self, ply: Ply) -> Result<Timing> {
        let [first, second] = &mut self.players;
        let (mover, opponent) = if ply.mover == 0 { (first, second) } else { (second, first) };
        let sent = Instant::now();
        mover.send(MESSAGE.to_vec()).await?;
        let (answered, seen) = tokio::try_join!(arrival(mover), arrival(opponent))?;
        Ok(Timing { sent, answered, seen })
    }
}

async fn arrival(player: &mut Socket) -> Result<Instant> {
    let message = player.receive().await?;
    let at = Instant::now();
    if message[..] != MESSAGE {
        bail!("the echo is another message");
    }
    Ok(at)
}

/// The server itself. Runs until it is killed.
pub async fn serve() -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("{}", listener.local_addr()?);
    loop {
        let first = greet(&listener).await?;
        let second = greet(&listener).await?;
        let (to_first, for_first) = mpsc::unbounded_channel();
        let (to_second, for_second) = mpsc::unbounded_channel();
        let both = [to_first, to_second];
        for ((sink, stream), outbox) in [(first, for_first), (second, for_second)] {
            tokio::spawn(read(stream, both.clone()));
            tokio::spawn(write(sink, outbox));
        }
    }
}

type Halves = (SplitSink<WebSocketStream<TcpStream>, Message>, SplitStream<WebSocketStream<TcpStream>>);

async fn greet(listener: &TcpListener) -> Result<Halves> {
    let (stream, _) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok(accept_async(stream).await?.split())
}

async fn read(
    mut stream: SplitStream<WebSocketStream<TcpStream>>,
    both: [mpsc::UnboundedSender<Message>; 2],
) {
    while let Some(Ok(message)) = stream.next().await {
        if message.is_binary() && both.iter().any(|player| player.send(message.clone()).is_err()) {
            return;
        }
    }
}

async fn write(
    mut sink: SplitSink<WebSocketStream<TcpStream>, Message>,
    mut outbox: mpsc::UnboundedReceiver<Message>,
) {
    while let Some(message) = outbox.recv().await {
        if sink.send(message).await.is_err() {
            return;
        }
    }
}
