//! `zeitnot-server`: runs one database until it is told to stop.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use tracing_subscriber::EnvFilter;
use zeitnot_standalone::{
    DEFAULT_DATABASE, Host, HostOptions, MODULE_FILE, Rates, Storage, default_data_dir, default_module,
};

/// The engine takes rows apart into many small values and puts them together again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Log levels unless RUST_LOG says otherwise. The engine warns of much that concerns only itself, and
/// logs why a module does not load, which is part of our own last line.
const LOG_FILTER: &str = "warn,spacetimedb=error,spacetimedb::host::host_controller=off";

/// A turn server for one machine: SpacetimeDB's engine with the Zeitnot module in one process.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Address to listen on; port 0 takes a free one, which is printed. There is no encryption:
    /// beyond this machine, put a proxy with TLS before it.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:3000")]
    listen: SocketAddr,
    /// Directory that holds everything [default: a directory of this user].
    #[arg(long, value_name = "DIR", conflicts_with = "in_memory")]
    data_dir: Option<PathBuf>,
    /// Keep everything in memory; it is gone when the server stops.
    #[arg(long)]
    in_memory: bool,
    /// Write the owner's token to this file as well: for a database in memory, whose token is nowhere else.
    #[arg(long, value_name = "FILE")]
    owner_token: Option<PathBuf>,
    /// Name by which clients find the database.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_DATABASE)]
    database: String,
    /// The module to run [default: zeitnot_module.wasm beside this program].
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    /// How many queries, subscriptions and procedures a player may ask for in a second, and how many requests over HTTP a
    /// player may make of the database; 0: as many as they like.
    #[arg(long, value_name = "N", default_value_t = Rates::STANDARD.identity)]
    asks_per_player: u32,
    /// The same for all that come from one address. Behind a proxy everybody does: then it is best 0, and the proxy's
    /// business.
    #[arg(long, value_name = "N", default_value_t = Rates::STANDARD.address)]
    asks_per_address: u32,
}

impl Arguments {
    fn options(self) -> Result<HostOptions, &'static str> {
        let storage = if self.in_memory {
            Storage::InMemory
        } else {
            let directory = self.data_dir.or_else(default_data_dir);
            Storage::Directory(
                directory.ok_or("this user has no home directory: name one with --data-dir DIR")?,
            )
        };
        let module = self.module.or_else(default_module).unwrap_or_else(|| MODULE_FILE.into());
        let defaults = HostOptions::new(module, storage);
        let owner_token_file = self.owner_token;
        let rates = Rates { identity: self.asks_per_player, address: self.asks_per_address };
        Ok(HostOptions { listen: self.listen, database: self.database, owner_token_file, rates, ..defaults })
    }
}

fn main() -> ! {
    let arguments = Arguments::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOG_FILTER));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let outcome = match &runtime {
        Ok(runtime) => runtime.block_on(run(arguments)),
        Err(error) => Err(format!("cannot start threads: {error}")),
    };
    // At once, without winding up the runtime: what the engine still does in the background by now
    // is of no consequence, but some of it panics when it is cut short that way.
    std::process::exit(match outcome {
        Ok(()) => 0,
        Err(sentence) => {
            eprintln!("zeitnot-server: {sentence}");
            1
        }
    })
}

async fn run(arguments: Arguments) -> Result<(), String> {
    let mut signals = Signals::new().map_err(|error| format!("cannot wait for signals: {error}"))?;
    let options = arguments.options()?;
    let host = tokio::select! {
        started = Host::start(options) => started.map_err(|error| error.to_string())?,
        // As safe as a power cut: what is not finished is done again at the next start.
        () = signals.next() => return Ok(()),
    };
    // For programs that start this one: the line stays as it is. They may have closed their end.
    let _ = writeln!(std::io::stdout(), "listening on {}", host.url());
    let outcome = tokio::select! {
        () = signals.next() => Ok(()),
        () = host.failed() => Err("the database has stopped by itself; start the server again".to_owned()),
    };
    tokio::select! {
        () = host.shutdown() => outcome,
        () = signals.next() => Err("stopped at once, before every connection was closed".to_owned()),
    }
}

/// Requests to stop: Ctrl-C and, where there is such a thing, SIGTERM.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    #[cfg(windows)]
    fn new() -> std::io::Result<Self> {
        Ok(Self { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    /// Resolves at the next request.
    async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
