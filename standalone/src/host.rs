//! A running host: the database, and the socket through which it is reached.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spacetimedb_client_api_messages::name::DatabaseName;
use spacetimedb_lib::Identity;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use crate::data_dir::{DataDir, Record};
use crate::database::Database;
use crate::error::{StartError, one_line};
use crate::identity::{Caller, Issuer};
use crate::keys;
use crate::launch::{self, Module};
use crate::options::HostOptions;
use crate::pace::{Pace, TooFast};
use crate::routes;
use crate::serving::{self, Origin};

/// How long clients get to take leave when the host stops; after that they are cut off.
const PARTING_TIME: Duration = Duration::from_secs(3);

/// How often it is looked whether the log can still be written.
const LOOK_AT_LOG: Duration = Duration::from_millis(500);

/// A running host.
///
/// Stop it with [`shutdown`](Self::shutdown). If it is merely dropped it stops answering, but the
/// engine is not given the time to write out the last transactions.
pub struct Host {
    address: SocketAddr,
    owner_token: String,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
    _stop_when_dropped: DropGuard,
    /// Last, so that nobody else is let into the directory while anything above is alive.
    directory: DataDir,
}

/// What every request can reach.
pub(crate) struct Shared {
    pub database: Database,
    pub issuer: Issuer,
    pub pace: Pace,
    /// Cancelled when the host stops.
    pub stopping: CancellationToken,
    /// Connections, and their goodbyes to the module.
    pub tasks: TaskTracker,
}

impl Shared {
    /// Counts a request that is carried out in the database. The owner's are not counted.
    ///
    /// # Errors
    /// If there are too many.
    pub fn admit(&self, caller: Identity, origin: Origin) -> Result<(), TooFast> {
        if caller == self.database.owner() {
            return Ok(());
        }
        self.pace.take(caller, origin.0, 1, Instant::now())
    }

    /// Waits until so many questions may be asked over a connection. The owner's are not counted.
    pub async fn wait_for(&self, caller: Identity, origin: Origin, questions: usize) {
        if caller != self.database.owner() {
            self.pace.wait(caller, origin.0, questions).await;
        }
    }
}

impl Host {
    /// Starts a host. When this returns the database is running, timers included, and clients can connect.
    ///
    /// Must be called on tokio's multi-threaded runtime, which the engine needs.
    ///
    /// # Errors
    /// See [`StartError`]; nothing keeps running, and no data is changed.
    pub async fn start(options: HostOptions) -> Result<Self, StartError> {
        check_name(&options.database)?;
        let module = Module::read(&options.module)?;
        let directory = DataDir::open(&options.storage)?;
        let mut record = directory.record(&options.database)?;
        let issuer = Issuer::new(directory.keys()?);
        let owner_token = owner_token(&directory, &record, &issuer).await?;

        if let Some(path) = &options.owner_token_file {
            keys::write_private(path, format!("{owner_token}\n").as_bytes())
                .map_err(|source| StartError::OwnerToken { path: path.clone(), source })?;
        }

        let listen_failed = |source| StartError::Listen { address: options.listen, source };
        let listener = TcpListener::bind(options.listen).await.map_err(listen_failed)?;
        let address = listener.local_addr().map_err(listen_failed)?;

        let controller =
            launch::launch(&directory, &mut record, &options.storage, module, &issuer, address.port())
                .await?;
        let stopping = CancellationToken::new();
        let shared = Arc::new(Shared {
            database: Database::new(controller, &record),
            issuer,
            pace: Pace::new(options.rates),
            stopping: stopping.clone(),
            tasks: TaskTracker::new(),
        });
        let router = routes::router(shared.clone());
        let server = tokio::spawn(serving::serve(listener, router, options.request_time, stopping.clone()));
        Ok(Self {
            address,
            owner_token,
            shared,
            server,
            _stop_when_dropped: stopping.drop_guard(),
            directory,
        })
    }

    /// The address that the host listens on, with its real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address as clients write it: `http://127.0.0.1:3000`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The identity of the database.
    pub fn database_identity(&self) -> Identity {
        self.shared.database.identity()
    }

    /// The identity of the database's owner.
    pub fn owner(&self) -> Identity {
        self.shared.database.owner()
    }

    /// A token of the database's owner: whoever has it may read everything.
    pub fn owner_token(&self) -> &str {
        &self.owner_token
    }

    /// Resolves if the database stops by itself, or its log does, which only a fault of the engine or the disk brings
    /// about: a full disk, say, after which the engine answers nobody and writes nothing any more, whatever becomes of
    /// the disk. All that is left to do then is to [shut down](Self::shutdown) and start again.
    pub async fn failed(&self) {
        let Ok(mut module) = self.shared.database.watch_module().await else { return };
        let durable = module.borrow().durable_tx_offset();
        let stopped = async { while module.changed().await.is_ok() {} };
        // Looked at now and then: to be woken by the log would be to be woken by every move.
        let log_ended = async {
            while durable.as_ref().is_none_or(|durable| durable.get().is_ok()) {
                tokio::time::sleep(LOOK_AT_LOG).await;
            }
        };
        tokio::select! {
            () = stopped => {}
            () = log_ended => {}
        }
    }

    /// Closes every connection, writes out everything and stops.
    pub async fn shutdown(self) {
        self.shared.stopping.cancel();
        self.shared.tasks.close();
        let goodbyes = async {
            self.shared.tasks.wait().await;
            let _ = self.server.await;
        };
        if tokio::time::timeout(PARTING_TIME, goodbyes).await.is_err() {
            tracing::warn!("some connections did not close in time and were cut off");
        }
        self.shared.database.close().await;
        drop(self.directory);
    }
}

/// The owner's token as saved, or a new one if it is missing or the keys have been replaced.
async fn owner_token(directory: &DataDir, record: &Record, issuer: &Issuer) -> Result<String, StartError> {
    if let Some(token) = directory.owner_token()?
        && issuer.check(token.clone()).await.is_ok_and(|caller: Caller| caller.identity() == record.owner())
    {
        return Ok(token);
    }
    let owner = issuer.mint_for(&record.owner_subject).map_err(|error| StartError::Engine {
        reason: format!("no token for the owner: {}", one_line(error)),
    })?;
    directory.save_owner_token(&owner.token)?;
    Ok(owner.token)
}

fn check_name(name: &str) -> Result<(), StartError> {
    match name.parse::<DatabaseName>() {
        Ok(_) => Ok(()),
        Err(error) => Err(StartError::DatabaseName { name: name.to_owned(), reason: one_line(error) }),
    }
}
