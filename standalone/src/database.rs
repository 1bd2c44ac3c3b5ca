//! The running database, as the routes see it.

use std::future::Future;

use engine::client::ClientActorIndex;
use engine::host::module_host::ClientConnectedError;
use engine::host::{HostController, ModuleHost, NoSuchModule, ReducerCallError};
use spacetimedb_lib::identity::AuthCtx;
use spacetimedb_lib::{ConnectionId, Identity};
use tokio::sync::watch;

use crate::data_dir::Record;
use crate::identity::Caller;
use crate::launch::{self, REPLICA};
use crate::queries;

/// The running database.
pub struct Database {
    controller: HostController,
    name: String,
    identity: Identity,
    owner: Identity,
    /// Numbers connections for the engine's logs.
    pub connections: ClientActorIndex,
}

impl Database {
    /// The database of `record`, which `controller` has launched.
    pub fn new(controller: HostController, record: &Record) -> Self {
        Self {
            controller,
            name: record.name.clone(),
            identity: record.identity,
            owner: record.owner(),
            connections: ClientActorIndex::new(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its identity.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The identity of its owner.
    pub fn owner(&self) -> Identity {
        self.owner
    }

    /// Whether `address`, a name or an identity in hexadecimal, means this database.
    pub fn is_called(&self, address: &str) -> bool {
        address == self.name || Identity::from_hex(address).is_ok_and(|identity| identity == self.identity)
    }

    /// What `caller` may see: all of it for the owner, public tables for anybody else.
    pub fn rights_of(&self, caller: Identity) -> AuthCtx {
        AuthCtx::new(self.owner, caller)
    }

    /// Whether `caller` may have `query` carried out.
    ///
    /// # Errors
    /// Why not.
    pub fn admit(&self, caller: Identity, query: &str) -> Result<(), queries::Refusal> {
        if caller == self.owner { queries::admit_owner(query) } else { queries::admit(query) }
    }

    /// The module that runs now.
    ///
    /// # Errors
    /// If the database has stopped.
    pub async fn module(&self) -> Result<ModuleHost, NoSuchModule> {
        self.controller.get_module_host(REPLICA).await
    }

    /// The module that runs now, and those that replace it.
    ///
    /// # Errors
    /// If the database has stopped.
    pub async fn watch_module(&self) -> Result<watch::Receiver<ModuleHost>, NoSuchModule> {
        self.controller.watch_module_host(REPLICA).await
    }

    /// Writes out everything and stops.
    pub async fn close(&self) {
        launch::close(&self.controller).await;
    }
}

/// Why a call over HTTP was not made.
#[derive(Debug, thiserror::Error)]
pub enum VisitError {
    /// The database has stopped.
    #[error(transparent)]
    Stopped(#[from] NoSuchModule),
    /// The module turned the caller away, or failed to greet them.
    #[error(transparent)]
    Connecting(#[from] ClientConnectedError),
    /// The engine failed to take leave of the caller.
    #[error(transparent)]
    Disconnecting(#[from] ReducerCallError),
    /// The engine panicked, or the caller's claims cannot be represented.
    #[error("{0}")]
    Internal(String),
}

/// Lets `caller` in for the duration of `work`, as a connection of its own: the module's
/// `client_connected` runs before it and `client_disconnected` after it, even if the request that
/// asked for it is dropped in between.
///
/// # Errors
/// If the module turns the caller away, or the engine fails. The outcome of `work` is in `Ok`.
pub async fn visit<Work, Outcome>(
    module: ModuleHost,
    caller: &Caller,
    work: impl FnOnce(ModuleHost, ConnectionId) -> Work + Send + 'static,
) -> Result<Outcome, VisitError>
where
    Work: Future<Output = Outcome> + Send,
    Outcome: Send + 'static,
{
    let identity = caller.identity();
    let auth = caller.auth().map_err(|error| VisitError::Internal(format!("{error:#}")))?;
    let visit = tokio::spawn(async move {
        let connection = random_connection_id();
        module.call_identity_connected(auth, connection).await?;
        let outcome = work(module.clone(), connection).await;
        module.call_identity_disconnected(identity, connection).await?;
        Ok(outcome)
    });
    visit.await.map_err(|error| VisitError::Internal(error.to_string()))?
}

/// An id for a connection that brought none.
pub fn random_connection_id() -> ConnectionId {
    ConnectionId::from_u128(uuid::Uuid::new_v4().as_u128())
}
