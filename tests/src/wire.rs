//! A wire between a client and the server that can be listened to and cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// Passes connections on to a server, keeps what the server sends, and breaks them when told to.
pub struct Wire {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// How long everything takes on its way, in each direction.
    delay: Duration,
    heard: Mutex<Vec<u8>>,
    /// Both ends of each connection.
    ends: Mutex<Vec<TcpStream>>,
    /// New connections are refused.
    broken: AtomicBool,
    /// What the server sends is lost on the way.
    deaf: AtomicBool,
}

impl Wire {
    /// A wire to a server.
    pub fn to(server: SocketAddr) -> Self {
        Self::of_length(server, Duration::ZERO)
    }

    /// A wire to a server far away: everything takes this long on its way, in each direction.
    pub fn of_length(server: SocketAddr, delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let shared = Arc::new(Shared { delay, ..Shared::default() });
        let passing = shared.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if passing.broken.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(server) else { continue };
                passing.join(&client, &server);
            }
        });
        Self { address, shared }
    }

    /// Where clients connect to.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All that the server has sent so far.
    pub fn heard(&self) -> Vec<u8> {
        self.shared.heard.lock().expect("no panic in a wire").clone()
    }

    /// From now on nothing that the server sends arrives; what clients send still does.
    pub fn deafen(&self) {
        self.shared.deaf.store(true, Ordering::SeqCst);
    }

    /// Breaks all connections and lets no new one through.
    pub fn cut(&self) {
        self.shared.broken.store(true, Ordering::SeqCst);
        for end in self.shared.ends.lock().expect("no panic in a wire").drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Lets new connections, and what the server sends, through again.
    pub fn mend(&self) {
        self.shared.deaf.store(false, Ordering::SeqCst);
        self.shared.broken.store(false, Ordering::SeqCst);
    }
}

impl Shared {
    fn join(self: &Arc<Self>, client: &TcpStream, server: &TcpStream) {
        let clone = |stream: &TcpStream| stream.try_clone().expect("another handle");
        for end in [client, server] {
            let _ = end.set_nodelay(true);
            self.ends.lock().expect("no panic in a wire").push(clone(end));
        }
        let shared = self.clone();
        pass_on(clone(client), clone(server), self.delay, |_| true);
        pass_on(clone(server), clone(client), self.delay, move |bytes| {
            if shared.deaf.load(Ordering::SeqCst) {
                return false;
            }
            shared.heard.lock().expect("no panic in a wire").extend_from_slice(bytes);
            true
        });
    }
}

/// Passes bytes on as long as both ends are there; what `hear` does not let through is lost.
fn pass_on(
    mut from: TcpStream,
    mut to: TcpStream,
    delay: Duration,
    hear: impl Fn(&[u8]) -> bool + Send + 'static,
) {
    let (sent, arriving) = mpsc::channel::<(Instant, Vec<u8>)>();
    std::thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            let _ = sent.send((Instant::now() + delay, buffer[..read].to_vec()));
        }
    });
    std::thread::spawn(move || {
        for (due, bytes) in arriving {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if hear(&bytes) && to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
