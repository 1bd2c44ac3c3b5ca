//! A PostgreSQL server of our own: made, started and stopped for one run.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use nix::unistd::{Uid, User, chown};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};
use tokio_postgres::{Client, NoTls};

use crate::ground::Ground;

/// Where Debian's package `postgresql-15` puts its programs, none of which but `psql` is on the PATH.
const DEBIAN: &str = "/usr/lib/postgresql/15/bin";

/// Accounts that may run a server if we are root, which PostgreSQL refuses to be. The first that exists is taken.
const ACCOUNTS: [&str; 2] = ["postgres", "nobody"];

/// The superuser inside the database. Nobody else can reach it: it listens on a socket in a folder of its own.
const ROLE: &str = "bench";

/// What differs from PostgreSQL's defaults. Its own are for a machine with little memory.
const SETTINGS: [&str; 7] = [
    // No TCP: a Unix socket is the faster way on one machine.
    "listen_addresses=",
    // More than everything that the benchmark writes. A quarter of the memory is what the manual advises for a
    // machine that does nothing else.
    "shared_buffers=1GB",
    // No checkpoint and its burst of writes within a run.
    "max_wal_size=8GB",
    "checkpoint_timeout=1h",
    // Enough for any number of connections that is tried.
    "max_connections=300",
    // As they are anyway. They are what makes it durable, so they are said.
    "fsync=on",
    "full_page_writes=on",
];

/// How long it may take to start.
const STARTING: Duration = Duration::from_secs(60);

/// How long it may take to end when it is asked to.
const STOPPING: Duration = Duration::from_secs(60);

/// A running server, killed when the value is dropped.
pub struct Cluster {
    server: Child,
    id: u32,
    sockets: TempDir,
    /// Kept until the server is gone.
    _data: TempDir,
}

impl Cluster {
    /// Makes a database cluster, starts its server and installs the schema. Durable means that a commit returns once it
    /// is on the disk, as it is by default; else it is written within a second (`synchronous_commit`).
    pub async fn start(ground: &Ground, durable: bool) -> Result<Self> {
        let account = account()?;
        let data = ground.folder()?;
        // The names of Unix sockets are limited to 107 bytes, so they are not on the ground.
        let sockets = tempfile::Builder::new().prefix("zeitnot-bench-").tempdir()?;
        if let Some(account) = &account {
            for folder in [&data, &sockets] {
                chown(folder.path(), Some(account.uid), Some(account.gid))?;
            }
            open_the_way_to(data.path(), account)?;
        }

        // What is not synchronised here is before the run, and gone after it.
        let mut making = command("initdb", account.as_ref())?;
        making.args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username", ROLE]);
        let made = making.arg("--pgdata").arg(data.path()).output().await?;
        if !made.status.success() {
            bail!("initdb failed: {}", String::from_utf8_lossy(&made.stderr).trim());
        }

        let mut starting = command("postgres", account.as_ref())?;
        starting.arg("-D").arg(data.path()).arg("-k").arg(sockets.path());
        let commits = if durable { "synchronous_commit=on" } else { "synchronous_commit=off" };
        for setting in SETTINGS.into_iter().chain([commits]) {
            starting.args(["-c", setting]);
        }
        let log = std::fs::File::create(sockets.path().join("log"))?;
        let server =
            starting.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).kill_on_drop(true).spawn()?;
        let id = server.id().context("postgres ended at once")?;
        let mut cluster = Self { server, id, sockets, _data: data };
        let client = match timeout(STARTING, cluster.first_connection()).await {
            Ok(client) => client?,
            Err(_) => bail!("postgres does not start: {}", cluster.log()),
        };
        client.batch_execute(include_str!("../../../peers/postgres.sql")).await.context("the schema")?;
        Ok(cluster)
    }

    /// The server's process, whose children serve the connections.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The folder of its socket.
    pub fn sockets(&self) -> &Path {
        self.sockets.path()
    }

    /// A new connection.
    pub async fn connect(&self) -> Result<Client> {
        let (client, connection) = config(self.sockets()).connect(NoTls).await?;
        tokio::spawn(connection);
        Ok(client)
    }

    /// Asks it to end without waiting for its clients, and waits until it has.
    pub async fn stop(mut self) -> Result<()> {
        if let Some(pid) = i32::try_from(self.id).ok().and_then(Pid::from_raw) {
            kill_process(pid, Signal::INT)?;
        }
        match timeout(STOPPING, self.server.wait()).await {
            Ok(ended) => ended.map(|_| ()).context("postgres does not end"),
            Err(_) => self.server.kill().await.context("postgres does not end"),
        }
    }

    async fn first_connection(&mut self) -> Result<Client> {
        loop {
            if let Some(status) = self.server.try_wait()? {
                bail!("postgres ended with {status}: {}", self.log());
            }
            match self.connect().await {
                Ok(client) => return Ok(client),
                // It does not listen yet, or says that it is starting up.
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.sockets().join("log")).unwrap_or_else(|error| error.to_string())
    }
}

/// How to reach a server by the folder of its socket.
pub fn config(sockets: &Path) -> tokio_postgres::Config {
    let mut config = tokio_postgres::Config::new();
    config.host_path(sockets).user(ROLE).dbname("postgres");
    config
}

/// The version, as `postgres --version` says it, such as `15.18 (Debian 15.18-0+deb12u1)`.
pub async fn version() -> Result<String> {
    let output = Command::new(program("postgres")?).arg("--version").output().await?;
    let line = String::from_utf8(output.stdout).context("postgres --version")?;
    Ok(line.trim().trim_start_matches("postgres (PostgreSQL) ").to_owned())
}

/// Who is to run the server, if it cannot be us.
fn account() -> Result<Option<User>> {
    if !Uid::effective().is_root() {
        return Ok(None);
    }
    for name in ACCOUNTS {
        if let Some(account) = User::from_name(name)? {
            return Ok(Some(account));
        }
    }
    bail!("PostgreSQL does not run as root, and there is no account named {}", ACCOUNTS.join(" or "))
}

/// Lets an account through to a folder of its own below one of ours.
fn open_the_way_to(folder: &Path, account: &User) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    const OTHERS_MAY_PASS: u32 = 0o001;
    // The one above is the run's, made by us for nobody else. Those above that are not ours to change.
    if let Some(above) = folder.parent() {
        let mode = std::fs::metadata(above)?.mode() | OTHERS_MAY_PASS;
        std::fs::set_permissions(above, std::fs::Permissions::from_mode(mode))?;
    }
    for above in folder.ancestors().skip(1) {
        let met = std::fs::metadata(above)?;
        let may_pass = met.uid() == account.uid.as_raw() || met.mode() & OTHERS_MAY_PASS != 0;
        if !may_pass {
            bail!(
                "PostgreSQL does not run as root, and {}, who would run it, may not enter {}: run the benchmark as \
                 another user, or name a folder that all may enter with --folder",
                account.name,
                above.display()
            );
        }
    }
    Ok(())
}

/// One of PostgreSQL's programs, run by that account.
fn command(name: &str, account: Option<&User>) -> Result<Command> {
    let mut command = Command::new(program(name)?);
    // A folder that it may read; some of them insist on that.
    command.current_dir("/");
    if let Some(account) = account {
        command.uid(account.uid.as_raw()).gid(account.gid.as_raw());
    }
    Ok(command)
}

/// Finds a program of version 15, or of whichever is on the PATH.
fn program(name: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    [PathBuf::from(DEBIAN)]
        .into_iter()
        .chain(std::env::split_paths(&path))
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
        .with_context(|| format!("there is no {name}: apt-get install postgresql-15"))
}
