//! One connection by the SDK, from the attempt to its end.
//!
//! The SDK's facts that this file exists for: connecting blocks without a limit; a connection that is
//! gone says so once and leaves every pending callback unanswered; a call queued in the moment in which
//! the socket closes is a panic of the SDK's. So each connection has a thread and a runtime of its own,
//! which can be thrown away whatever state they are in, and a panic is a connection that was lost.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use spacetimedb_sdk::{DbContext, Error};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use zeitnot_bindings::{DbConnection, RemoteReducers, meQueryTableAccess, ping, saw_turn, say_goodbye};

use super::call::CallId;
use super::core::{LinkId, Report};
use super::feeding::feed;
use super::games::Games;
use super::reducers::send;
use super::request::Request;
use super::row;
use super::server::ServerAddress;
use super::topic::Topic;
use super::view::GameId;

/// Threads that carry a connection are called this. What they panic with is reported as a lost
/// connection: a program may keep such panics off its screen.
pub const LINK_THREAD: &str = "zeitnot-link";

/// What a connection is made to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) server: ServerAddress,
    pub(super) database: String,
    pub(super) topics: Vec<Topic>,
}

/// A connection, or an attempt at one.
#[derive(Debug)]
pub(super) struct Link {
    runtime: Option<Runtime>,
    orders: UnboundedSender<Order>,
    ended: Receiver<()>,
}

#[derive(Debug)]
enum Order {
    Send(CallId, Request),
    SyncClock,
    Probe,
    SawTurn(GameId, u32),
    Finish,
}

impl Link {
    /// Begins to connect. All that comes of it is told to `tell`, from another thread.
    pub(super) fn open(
        id: LinkId,
        target: Target,
        token: Option<String>,
        tell: impl Fn(LinkId, Report) + Clone + Send + 'static,
    ) -> io::Result<Link> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name(LINK_THREAD).enable_all().build()?;
        let handle = runtime.handle().clone();
        let (orders, inbox) = unbounded_channel();
        let (at_end, ended) = channel::<()>();
        thread::Builder::new().name(LINK_THREAD.to_owned()).spawn(move || {
            let _at_end = at_end;
            let report = {
                let tell = tell.clone();
                let tell = move |report| tell(id, report);
                catch_unwind(AssertUnwindSafe(|| {
                    let games = Games::default();
                    let connection = {
                        let _in_runtime = handle.enter();
                        connect(&target, token, &games, tell.clone())
                    };
                    match connection {
                        Ok(connection) => handle.block_on(carry(&connection, &games, inbox, tell)),
                        Err(failed) => failed,
                    }
                }))
            };
            tell(id, report.unwrap_or_else(|panic| Report::Lost { reason: panic_text(&*panic) }));
        })?;
        Ok(Link { runtime: Some(runtime), orders, ended })
    }

    pub(super) fn send(&self, call: CallId, request: Request) {
        self.order(Order::Send(call, request));
    }

    pub(super) fn sync_clock(&self) {
        self.order(Order::SyncClock);
    }

    pub(super) fn probe(&self) {
        self.order(Order::Probe);
    }

    pub(super) fn saw_turn(&self, game: GameId, ply: u32) {
        self.order(Order::SawTurn(game, ply));
    }

    /// Says goodbye to the server and waits at most this long for it to have been heard.
    pub(super) fn finish(self, limit: Duration) {
        self.order(Order::Finish);
        // It ends in either case when the link is dropped.
        let (Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)) =
            self.ended.recv_timeout(limit);
    }

    fn order(&self, order: Order) {
        // A link that has ended has reported so; what is sent to it meanwhile is settled as lost.
        let _ended = self.orders.send(order);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Reports of one link.
pub(super) trait Tell: Fn(Report) + Clone + Send + 'static {}
impl<T: Fn(Report) + Clone + Send + 'static> Tell for T {}

fn connect(
    target: &Target,
    token: Option<String>,
    games: &Games,
    tell: impl Tell,
) -> Result<DbConnection, Report> {
    if token.as_ref().is_some_and(|token| !is_token(token)) {
        let reason = "the kept token is damaged".to_owned();
        return Err(Report::Failed { token_refused: true, reason });
    }
    let on_connect = tell.clone();
    let on_error = tell.clone();
    let (topics, games) = (target.topics.clone(), games.clone());
    DbConnection::builder()
        .with_uri(target.server.uri())
        .with_database_name(&target.database)
        .with_token(token)
        .on_connect(move |connection, identity, token| {
            on_connect(Report::Connected { token: token.to_owned() });
            // Before the games come, so that no clock is shown by a time that is only guessed. If it cannot
            // be sent, the connection is gone, which is told in a moment.
            let _gone = sync_clock(&connection.reducers, on_connect.clone());
            games.subscribe(connection, identity, on_connect.clone());
            feed(connection, &topics, on_connect);
        })
        .on_connect_error(move |_, error| on_error(failed(&error)))
        .build()
        .map_err(|error| explained(&error, target))
}

/// The form of a JSON web token. Anything else cannot even be sent.
fn is_token(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic()) && text.split('.').count() == 3
}

/// Carries messages both ways until the connection ends; says how.
async fn carry(
    connection: &DbConnection,
    games: &Games,
    mut inbox: UnboundedReceiver<Order>,
    tell: impl Tell,
) -> Report {
    let mut finishing = false;
    let (heard, mut goodbye) = unbounded_channel();
    loop {
        tokio::select! {
            // All are cancel safe: what is not taken stays in its channel.
            order = inbox.recv(), if !finishing => match order {
                Some(Order::Finish) | None => {
                    finishing = true;
                    // Whoever does not wait to be heard is seen to have lost the connection.
                    let heard = heard.clone();
                    let said = connection.reducers.say_goodbye_then(move |_, _| {
                        let _gone = heard.send(());
                    });
                    if said.is_err() {
                        return Report::Lost { reason: "closed".to_owned() };
                    }
                }
                Some(order) => if let Err(error) = carry_out(connection, games, order, &tell) {
                    return Report::Lost { reason: error.to_string() };
                },
            },
            Some(()) = goodbye.recv() => if connection.disconnect().is_err() {
                return Report::Lost { reason: "closed".to_owned() };
            },
            advanced = connection.advance_one_message_async() => match advanced {
                Ok(()) => games.hand_on(&tell),
                Err(Error::Disconnected) => {
                    return Report::Lost { reason: "the server has closed the connection".to_owned() };
                }
                Err(error) => return Report::Lost { reason: error.to_string() },
            },
        }
    }
}

fn carry_out(connection: &DbConnection, games: &Games, order: Order, tell: &impl Tell) -> Result<(), Error> {
    match order {
        Order::Send(call, request) => {
            let (games, tell) = (games.clone(), tell.clone());
            // What a call has changed comes in one message with its answer, and is told first.
            let tell = move |answer| {
                games.hand_on(&tell);
                tell(answer);
            };
            send(connection, call, request, &tell)
        }
        Order::SyncClock => sync_clock(&connection.reducers, tell.clone()),
        Order::Probe => {
            let tell = tell.clone();
            // Reads one row, writes nothing, and is gone again when it has come back.
            let probe = connection.subscription_builder().on_applied(move |_| tell(Report::Alive));
            let handle = probe.add_query(|query| query.from.me()).subscribe();
            spacetimedb_sdk::SubscriptionHandle::unsubscribe(handle)
        }
        // A refusal changes nothing.
        Order::SawTurn(game, ply) => connection.reducers.saw_turn(game, ply),
        Order::Finish => Ok(()),
    }
}

fn sync_clock(reducers: &RemoteReducers, tell: impl Tell) -> Result<(), Error> {
    let sent = Instant::now();
    reducers.ping_then(move |ctx, _| {
        tell(Report::Synced { sent, stamp: row::time(ctx.event.timestamp) });
    })
}

/// Why a connection could not be made, in words for people.
fn explained(error: &Error, target: &Target) -> Report {
    let text = error.to_string();
    // The SDK passes on what went wrong as text alone.
    let token_refused = text.contains("HTTP error: 401");
    let Target { server, database, .. } = target;
    let reason = if token_refused {
        "the server does not accept the kept token".to_owned()
    } else if text.contains("HTTP error: 404") {
        format!("there is no database {database:?} at {server}")
    } else if text.contains("Connection refused") {
        format!("nobody answers at {server}")
    } else {
        // The chain of causes repeats itself; its end says most.
        text.rsplit(": ").next().unwrap_or(&text).to_owned()
    };
    Report::Failed { token_refused, reason }
}

fn failed(error: &Error) -> Report {
    Report::Failed { token_refused: false, reason: error.to_string() }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("the connection broke ({})", text.unwrap_or("for no known reason"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::sync::mpsc;

    fn target(address: &str) -> Target {
        Target {
            server: address.parse().expect("an address"),
            database: "zeitnot".to_owned(),
            topics: vec![],
        }
    }

    /// Connects and waits for the first report.
    fn first_report(target: Target, token: Option<&str>) -> Report {
        let (tell, told) = mpsc::channel();
        let link = Link::open(LinkId::for_test(), target, token.map(str::to_owned), move |_, report| {
            // The receiver may have heard enough.
            let _heard_enough = tell.send(report);
        });
        let link = link.expect("a thread can be started");
        let report = told.recv_timeout(Duration::from_secs(10)).expect("a report comes");
        drop(link);
        report
    }

    #[test]
    fn nobody_at_the_address() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        drop(listener);
        match first_report(target(&address), None) {
            Report::Failed { token_refused: false, reason } => {
                assert_eq!(reason, format!("nobody answers at http://{address}"));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_damaged_token_is_not_sent() {
        for token in ["", "no token", "a.b", "a.b.c\u{e9}"] {
            let report = first_report(target("127.0.0.1:9"), Some(token));
            assert!(matches!(report, Report::Failed { token_refused: true, .. }), "{token:?}: {report:?}");
        }
    }

    #[test]
    fn a_server_that_refuses_the_token_says_401() {
        use std::io::{Read, Write};
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut request = [0; 4096];
            let length = stream.read(&mut request).expect("a request");
            stream.write_all(b"HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n").expect("an answer");
            String::from_utf8_lossy(&request[..length]).into_owned()
        });
        let report = first_report(target(&address), Some("head.body.signature"));
        assert!(matches!(report, Report::Failed { token_refused: true, .. }), "{report:?}");
        let request = server.join().expect("the server has heard it").to_lowercase();
        assert!(request.contains("authorization: bearer head.body.signature"), "{request}");
        assert!(request.starts_with("get /v1/database/zeitnot/subscribe"), "{request}");
    }

    #[test]
    fn an_attempt_that_hangs_can_be_given_up() {
        // It takes the connection and never says a word.
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (tell, told) = mpsc::channel();
        let link = Link::open(LinkId::for_test(), target(&address), None, move |_, report| {
            let _heard_enough = tell.send(report);
        });
        let (_stream, _) = listener.accept().expect("it connects");
        drop(link.expect("a thread can be started"));
        let report = told.recv_timeout(Duration::from_secs(10)).expect("the thread ends");
        assert!(matches!(report, Report::Failed { .. } | Report::Lost { .. }), "{report:?}");
    }
}
