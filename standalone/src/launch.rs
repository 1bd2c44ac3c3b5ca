//! Brings the database up: installs the module the first time, migrates to it when it has changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use engine::db::persistence::LocalPersistenceProvider;
use engine::energy::NullEnergyMonitor;
use engine::host::{HostController, HostRuntimeConfig, IdcConfig, ModuleHost, UpdateDatabaseResult};
use engine::messages::control_db::{self, HostType};
use engine::util::jobs::JobCores;
use spacetimedb_datastore::traits::Program;
use spacetimedb_lib::Hash;
use spacetimedb_schema::auto_migrate::{MigrationPolicy, MigrationToken};

use crate::data_dir::{DataDir, Record};
use crate::error::{StartError, one_line};
use crate::identity::Issuer;
use crate::options::Storage;

/// The engine numbers databases and their copies; here there is one of each.
pub const REPLICA: u64 = 1;

/// Memory that the engine may keep for rows after it has freed it, in bytes. Its own default is 8 GiB.
const PAGE_POOL: usize = 128 << 20;

/// How long the engine may take to write out what it has not yet, at the end.
pub const CLOSING_TIME: Duration = Duration::from_secs(20);

/// Every wasm file begins with these bytes.
const WASM_MAGIC: &[u8] = b"\0asm";

/// A module as read from its file.
pub struct Module {
    path: PathBuf,
    program: Program,
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// If the file is missing, cannot be read, or is not wasm.
    pub fn read(path: &Path) -> Result<Self, StartError> {
        let bytes = std::fs::read(path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => StartError::ModuleMissing { path: path.to_owned() },
            _ => StartError::ModuleUnreadable { path: path.to_owned(), source },
        })?;
        if !bytes.starts_with(WASM_MAGIC) {
            return Err(StartError::NotAModule {
                path: path.to_owned(),
                reason: "it does not begin as a wasm file does".to_owned(),
            });
        }
        Ok(Self { path: path.to_owned(), program: Program::from_bytes(HostType::Wasm.into(), bytes) })
    }
}

/// Starts the database of `record` in `directory` with `module`; its timers run from here on.
///
/// # Errors
/// If the module is not one, the database cannot be migrated to it, or the engine fails.
pub async fn launch(
    directory: &DataDir,
    record: &mut Record,
    storage: &Storage,
    module: Module,
    issuer: &Issuer,
    port: u16,
) -> Result<HostController, StartError> {
    let controller = controller(directory, storage, &module.program, issuer, port)?;
    let database = control_db::Database {
        id: REPLICA,
        database_identity: record.identity,
        owner_identity: record.owner(),
        host_type: HostType::Wasm,
        initial_program: module.program.hash,
        bootstrap_generation: 0,
    };

    if !record.installed {
        // In memory first: the engine takes a program that does not load for JavaScript, and a
        // database whose `init` fails half-way should not be left behind.
        controller
            .check_module_validity(database.clone(), module.program.clone())
            .await
            .map_err(|error| StartError::NotAModule { path: module.path.clone(), reason: reason(&error) })?;
    }
    let running = controller
        .get_or_launch_module_host(database.clone(), REPLICA)
        .await
        .map_err(|error| StartError::Engine { reason: reason(&error) })?;

    if let Err(error) = bring_up_to_date(&controller, database, &running, module).await {
        close(&controller).await;
        return Err(error);
    }
    if !record.installed {
        record.installed = true;
        directory.save(record)?;
    }
    Ok(controller)
}

/// Writes out everything and stops the engine.
pub async fn close(controller: &HostController) {
    if let Err(error) = controller.exit_module_host(REPLICA, CLOSING_TIME).await {
        tracing::error!("the database did not close cleanly: {error:#}");
    }
}

fn controller(
    directory: &DataDir,
    storage: &Storage,
    program: &Program,
    issuer: &Issuer,
    port: u16,
) -> Result<HostController, StartError> {
    let config = engine::db::Config {
        storage: match storage {
            Storage::Directory(_) => engine::db::Storage::Disk,
            Storage::InMemory => engine::db::Storage::Memory,
        },
        page_pool_max_size: Some(PAGE_POOL),
    };
    // Asked for a program only while the database is empty; later the engine keeps its own copy.
    let program = program.clone();
    let programs = move |hash: Hash| {
        let bytes = (hash == program.hash).then(|| program.bytes.clone());
        async move { anyhow::Ok(bytes) }
    };
    let controller = HostController::new(
        directory.for_engine(),
        config,
        HostRuntimeConfig::default(),
        Arc::new(programs),
        Arc::new(NullEnergyMonitor),
        Arc::new(()),
        Arc::new(LocalPersistenceProvider::new(directory.for_engine())),
        JobCores::without_pinned_cores(),
    );
    // For calls between databases, of which there are none here; without it nothing launches.
    controller
        .set_idc_config(IdcConfig { http_port: port, token_signer: Arc::new(issuer.keys().clone()) })
        .map_err(|error| StartError::Engine { reason: reason(&error) })?;
    Ok(controller)
}

/// Replaces the running program by `module` if they differ, taking every row along.
async fn bring_up_to_date(
    controller: &HostController,
    database: control_db::Database,
    running: &ModuleHost,
    module: Module,
) -> Result<(), StartError> {
    let old = running.info().module_hash;
    if old == module.program.hash {
        return Ok(());
    }
    // Nobody is connected yet, so there are no clients that the change could break.
    let token = MigrationToken {
        database_identity: database.database_identity,
        old_module_hash: old,
        new_module_hash: module.program.hash,
    };
    let outcome = controller
        .update_module_host(
            database,
            HostType::Wasm,
            REPLICA,
            module.program.bytes,
            MigrationPolicy::BreakClients(token.hash()),
            Default::default(),
        )
        .await
        .map_err(|error| StartError::NotAModule { path: module.path, reason: reason(&error) })?;
    match outcome {
        UpdateDatabaseResult::NoUpdateNeeded => Ok(()),
        UpdateDatabaseResult::UpdatePerformed { tx_offset, durable_offset }
        | UpdateDatabaseResult::UpdatePerformedWithClientDisconnect { tx_offset, durable_offset } => {
            let offset = tx_offset
                .await
                .map_err(|_| StartError::Engine { reason: "the migration was not committed".to_owned() })?;
            if let Some(mut durable) = durable_offset {
                durable
                    .wait_for(offset)
                    .await
                    .map_err(|error| StartError::Engine { reason: one_line(error) })?;
            }
            tracing::info!("the database was migrated to the new module");
            Ok(())
        }
        UpdateDatabaseResult::AutoMigrateError(errors) => {
            Err(StartError::Migration { reason: one_line(errors) })
        }
        UpdateDatabaseResult::ErrorExecutingMigration(error) => {
            Err(StartError::Migration { reason: reason(&error) })
        }
    }
}

fn reason(error: &anyhow::Error) -> String {
    one_line(format_args!("{error:#}"))
}
