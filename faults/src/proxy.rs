//! Connections that are cut, delayed and left dangling: a proxy of one player's own.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long before a cut what is sent begins to be held up, so that something is under way when it comes.
const LEAD: Duration = Duration::from_millis(40);

/// Passes connections on to a server, wherever that is just now.
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Where the server is; `None`: new connections are refused.
    server: Option<SocketAddr>,
    /// How long everything takes on its way, in each direction.
    delay: Duration,
    /// What the server sends is lost on the way.
    deaf: bool,
    /// Both ends of each connection, the client's first.
    ends: Vec<(TcpStream, TcpStream)>,
    closed: bool,
}

impl Proxy {
    /// A proxy that refuses everybody until it is opened.
    pub fn new() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::default());
        let passing = Arc::clone(&shared);
        thread::Builder::new().name("proxy".to_owned()).spawn(move || {
            for client in listener.incoming() {
                if passing.lock().closed {
                    break;
                }
                // One that is gone or refused is tried again by its client.
                let _ = client.and_then(|client| passing.pass(client));
            }
        })?;
        Ok(Self { address, shared })
    }

    /// Where clients connect to.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Lets connections through to a server.
    pub fn open(&self, server: SocketAddr) {
        let mut state = self.shared.lock();
        state.server = Some(server);
        state.deaf = false;
    }

    /// Breaks all connections and refuses new ones. What clients have sent last arrives so much later, when they may be
    /// connected again.
    pub fn cut(&self, linger: Duration) {
        let usual = std::mem::replace(&mut self.shared.lock().delay, linger);
        if !linger.is_zero() {
            thread::sleep(LEAD);
        }
        let ends = {
            let mut state = self.shared.lock();
            state.server = None;
            state.delay = usual;
            std::mem::take(&mut state.ends)
        };
        for (client, server) in &ends {
            let _ = client.shutdown(Shutdown::Both);
            // Else the server's end is closed when all that was under way has been delivered.
            if linger.is_zero() {
                let _ = server.shutdown(Shutdown::Both);
            }
        }
    }

    /// From now on nothing that the server sends arrives; what clients send does.
    pub fn deafen(&self) {
        self.shared.lock().deaf = true;
    }

    /// From now on everything takes so long on its way, in each direction.
    pub fn delay(&self, by: Duration) {
        self.shared.lock().delay = by;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.cut(Duration::ZERO);
        // So that the thread that accepts looks.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pass(self: &Arc<Self>, client: TcpStream) -> io::Result<()> {
        let Some(server) = self.lock().server else { return Ok(()) };
        let server = TcpStream::connect_timeout(&server, Duration::from_secs(1))?;
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        {
            let mut state = self.lock();
            // It may have been cut while this was connecting.
            if state.server.is_none() {
                return Ok(());
            }
            state.ends.push((client.try_clone()?, server.try_clone()?));
        }
        self.pass_on(client.try_clone()?, server.try_clone()?, false)?;
        self.pass_on(server, client, true)
    }

    /// Passes bytes on until one of the ends is gone.
    fn pass_on(self: &Arc<Self>, mut from: TcpStream, to: TcpStream, to_client: bool) -> io::Result<()> {
        let (sent, arriving) = channel::<(Instant, Vec<u8>)>();
        let shared = Arc::clone(self);
        thread::Builder::new().name("proxy-in".to_owned()).spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                let (delay, deaf) = {
                    let state = shared.lock();
                    (state.delay, state.deaf)
                };
                let lost = to_client && deaf;
                if !lost && sent.send((Instant::now() + delay, buffer[..read].to_vec())).is_err() {
                    break;
                }
            }
        })?;
        thread::Builder::new().name("proxy-out".to_owned()).spawn(move || deliver(arriving, to))?;
        Ok(())
    }
}

/// Delivers in time until nothing comes any more, and then closes.
fn deliver(arriving: Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    for (due, bytes) in arriving {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        if to.write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    /// A server that takes one connection, and the client's end of it through a proxy.
    fn connected() -> (Proxy, TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let proxy = Proxy::new().expect("a proxy");
        proxy.open(listener.local_addr().expect("an address"));
        let client = TcpStream::connect(proxy.address).expect("the proxy");
        let (server, _) = listener.accept().expect("the proxy connects");
        for end in [&client, &server] {
            end.set_read_timeout(Some(LIMIT)).expect("a limit");
        }
        (proxy, client, server)
    }

    fn read(from: &mut TcpStream) -> String {
        let mut buffer = [0; 64];
        let length = from.read(&mut buffer).expect("within the limit");
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    }

    #[test]
    fn what_one_end_says_the_other_hears() {
        let (_proxy, mut client, mut server) = connected();
        client.write_all(b"there").expect("sent");
        assert_eq!(read(&mut server), "there");
        server.write_all(b"back").expect("sent");
        assert_eq!(read(&mut client), "back");
    }

    #[test]
    fn a_cut_closes_both_ends_and_lets_nobody_in() {
        let (proxy, mut client, mut server) = connected();
        proxy.cut(Duration::ZERO);
        assert_eq!((read(&mut client), read(&mut server)), (String::new(), String::new()));
        let mut again = TcpStream::connect(proxy.address).expect("the proxy");
        again.set_read_timeout(Some(LIMIT)).expect("a limit");
        assert_eq!(read(&mut again), "", "it is closed at once");
    }

    #[test]
    fn what_was_under_way_when_the_client_was_cut_off_arrives_later() {
        let (proxy, mut client, mut server) = connected();
        let cut = thread::spawn(move || {
            proxy.cut(Duration::from_millis(300));
            proxy
        });
        // Until the lead is over what is sent is on its way.
        let mut sent = 0;
        while client.write_all(b"x").is_ok() && sent < 1_000 {
            sent += 1;
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(read(&mut client), "", "the client is cut off");
        let _proxy = cut.join().expect("no panic");
        assert!(read(&mut server).starts_with('x'), "and the server hears what it has said");
    }

    #[test]
    fn who_is_deaf_hears_nothing_and_is_heard() {
        let (proxy, mut client, mut server) = connected();
        proxy.deafen();
        server.write_all(b"lost").expect("sent");
        client.write_all(b"heard").expect("sent");
        assert_eq!(read(&mut server), "heard");
        proxy.cut(Duration::ZERO);
        assert_eq!(read(&mut client), "");
    }

    #[test]
    fn a_delay_holds_everything_up() {
        let (proxy, mut client, mut server) = connected();
        let by = Duration::from_millis(80);
        proxy.delay(by);
        let sent = Instant::now();
        client.write_all(b"slow").expect("sent");
        assert_eq!(read(&mut server), "slow");
        assert!(sent.elapsed() >= by, "{:?}", sent.elapsed());
    }
}
