//! The embedded host: SpacetimeDB's own engine in one process, serving one database.
//!
//! It is for development, for tests and for one small machine. Scheduling, transactions, views,
//! the commit log and durability are all the engine's; this crate starts it, keeps its keys and
//! speaks the part of SpacetimeDB's HTTP and WebSocket interface that the client SDKs and the
//! everyday commands of the `spacetime` command line need.
//!
//! ```no_run
//! use zeitnot_standalone::{Host, HostOptions, Storage};
//!
//! # async fn example() -> Result<(), zeitnot_standalone::StartError> {
//! let mut options = HostOptions::new("zeitnot_module.wasm".into(), Storage::InMemory);
//! options.listen = ([127, 0, 0, 1], 0).into(); // a free port
//! let host = Host::start(options).await?;
//! println!("listening on {}", host.url());
//! host.shutdown().await;
//! # Ok(())
//! # }
//! ```
//!
//! # The data directory
//!
//! | file | what it is |
//! | --- | --- |
//! | `database.json` | name and identity of the database, and who owns it |
//! | `keys/` | the key pair that signs identity tokens; without it every saved token is void |
//! | `owner-token` | a token of the owner, for the `spacetime` command line |
//! | `replicas/1/` | the engine's commit log, snapshots and module logs |
//! | `cache/` | compiled modules; may be deleted |
//! | `spacetime.pid` | the lock that keeps a second process out |
//!
//! Keys and owner token are readable by their owner alone. To act as the owner of the database:
//!
//! ```text
//! spacetime login --token "$(cat DIR/owner-token)"
//! spacetime logs --server http://127.0.0.1:3000 zeitnot
//! ```

mod bearer;
mod connection;
mod data_dir;
mod database;
mod error;
mod host;
mod identity;
mod keys;
mod launch;
mod options;
mod pace;
mod queries;
mod routes;
mod serving;
mod v8;

pub use error::StartError;
pub use host::Host;
pub use options::{DEFAULT_DATABASE, HostOptions, MODULE_FILE, Storage, default_data_dir, default_module};
pub use pace::Rates;
