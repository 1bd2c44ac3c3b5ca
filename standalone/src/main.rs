//! `zeitnot-server`: runs one database until it is told to stop.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::EnvFilter;
use zeitnot_standalone::{
    DEFAULT_DATABASE, Host, HostOptions, MODULE_FILE, Storage, default_data_dir, default_module,
};

/// Log levels unless RUST_LOG says otherwise. The engine warns of much that concerns only itself.
const LOG_FILTER: &str = "warn,spacetimedb=error";

/// A turn server for one machine: SpacetimeDB's engine with the Zeitnot module in one process.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Address to listen on; port 0 takes a free one, which is printed.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:3000")]
    listen: SocketAddr,
    /// Directory that holds everything [default: a directory of this user].
    #[arg(long, value_name = "DIR", conflicts_with = "in_memory")]
    data_dir: Option<PathBuf>,
    /// Keep everything in memory; it is gone when the server stops.
    #[arg(long)]
    in_memory: bool,
    /// Name by which clients find the database.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_DATABASE)]
    database: String,
    /// The module to run [default: zeitnot_module.wasm beside this program].
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
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
        Ok(HostOptions { listen: self.listen, storage, database: self.database, module })
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOG_FILTER));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match run(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("zeitnot-server: {sentence}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), String> {
    // From here on, so that a signal that comes during a long start is not lost.
    let stop = stop_signal().map_err(|error| format!("cannot wait for signals: {error}"))?;
    let host = Host::start(arguments.options()?).await.map_err(|error| error.to_string())?;
    // For programs that started this one: the line stays as it is.
    println!("listening on {}", host.url());
    stop.await;
    host.shutdown().await;
    Ok(())
}

/// Resolves when the process is asked to stop, by Ctrl-C or SIGTERM.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the process is asked to stop, by Ctrl-C.
#[cfg(windows)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
