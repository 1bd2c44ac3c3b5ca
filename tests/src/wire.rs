//! A wire between a client and the server that can be listened to and cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Passes connections on to a server, keeps what the server sends, and breaks them when told to.
pub struct Wire {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
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
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let shared = Arc::new(Shared::default());
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
        let (mut from, mut to) = (clone(client), clone(server));
        std::thread::spawn(move || std::io::copy(&mut from, &mut to));
        let (mut from, mut to) = (clone(server), clone(client));
        let shared = self.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                if shared.deaf.load(Ordering::SeqCst) {
                    continue;
                }
                shared.heard.lock().expect("no panic in a wire").extend_from_slice(&buffer[..read]);
                if to.write_all(&buffer[..read]).is_err() {
                    break;
                }
            }
            let _ = to.shutdown(Shutdown::Both);
        });
    }
}
