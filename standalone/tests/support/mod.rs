//! What the tests of the host share. Each uses a part of it.
#![allow(dead_code)]

pub mod socket;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use spacetimedb_lib::RawModuleDef;
use spacetimedb_lib::bsatn;
use spacetimedb_lib::db::raw_def::v10::RawModuleDefV10;
use zeitnot_standalone::{Host, HostOptions, MODULE_FILE, Rates, Storage};

/// The longest that anything may take before a test gives up. Generous: nothing waits for it in vain.
pub const LIMIT: Duration = Duration::from_secs(120);

/// The module beside the server, where `cargo xtask` puts it, or the one that ZEITNOT_MODULE names.
pub fn module() -> PathBuf {
    let beside = || Path::new(env!("CARGO_BIN_EXE_zeitnot-server")).with_file_name(MODULE_FILE);
    let module = std::env::var_os("ZEITNOT_MODULE").map_or_else(beside, PathBuf::from);
    assert!(module.exists(), "{} is missing: run `cargo xtask module`", module.display());
    module
}

/// A module with no tables, reducers or views at all.
pub fn empty_module() -> Vec<u8> {
    let definition =
        bsatn::to_vec(&RawModuleDef::V10(RawModuleDefV10::default())).expect("it can be encoded");
    let data: String = definition.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let length = definition.len();
    // The module tells its definition by writing it to a sink; the sink takes a pointer to the length.
    wat::parse_str(format!(
        r#"(module
            (import "spacetime_10.0" "bytes_sink_write" (func $write (param i32 i32 i32) (result i32)))
            (memory (export "memory") 1)
            (data (i32.const 16) "{data}")
            (func (export "__describe_module__") (param $sink i32)
                (i32.store (i32.const 8) (i32.const {length}))
                (drop (call $write (local.get $sink) (i32.const 16) (i32.const 8))))
            (func (export "__call_reducer__")
                (param i32 i64 i64 i64 i64 i64 i64 i64 i32 i32) (result i32)
                (i32.const -1)))"#
    ))
    .expect("it is well-formed")
}

/// The same module as another build of it would be: other bytes, same tables.
pub fn rebuilt(module: &Path) -> Vec<u8> {
    let mut bytes = std::fs::read(module).expect("the module can be read");
    // A custom section, which means nothing: id 0, its size, the size of its name, its name.
    bytes.extend_from_slice(&[0, 2, 1, b'x']);
    bytes
}

/// Options of a host in memory on a free port.
pub fn in_memory() -> HostOptions {
    on_free_port(Storage::InMemory)
}

/// Options of a host on a free port.
pub fn on_free_port(storage: Storage) -> HostOptions {
    let mut options = HostOptions::new(module(), storage);
    options.listen.set_port(0);
    // The tests ask more in a second than anybody else would.
    options.rates = Rates { identity: 0, address: 0 };
    options
}

/// A host in this process, and a client of its HTTP interface.
pub async fn host_and_client() -> (Host, Client) {
    let host = Host::start(in_memory()).await.expect("the host starts");
    let client = Client::new(&host.url());
    (host, client)
}

/// `zeitnot-server` in a process of its own, killed when dropped.
pub struct Server {
    child: Child,
    pub url: String,
}

impl Server {
    /// Starts the server on a free port and waits until it listens.
    pub fn start(data_dir: &Path, module: &Path) -> Self {
        let mut child = command(data_dir, module)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server can be run");
        let stdout = child.stdout.take().expect("it is piped");
        let (sender, line) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(stdout).read_line(&mut line);
            let _ = sender.send(line);
        });
        let line = line.recv_timeout(LIMIT).expect("the server says in time where it listens");
        match line.trim().strip_prefix("listening on ") {
            Some(url) => Self { url: url.to_owned(), child },
            None => panic!("the server said {line:?} and ended: {}", wait(&mut child)),
        }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn client(&self) -> Client {
        Client::new(&self.url)
    }

    /// Sends `signal` and waits until the server has ended.
    pub fn end(mut self, signal: Signal) -> ExitStatus {
        let pid = i32::try_from(self.child.id()).expect("process ids are small");
        kill(Pid::from_raw(pid), signal).expect("the server can be signalled");
        wait(&mut self.child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that starts a server on a free port.
pub fn command(data_dir: &Path, module: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zeitnot-server"));
    command.args(["--listen", "127.0.0.1:0"]);
    command.arg("--data-dir").arg(data_dir).arg("--module").arg(module);
    command
}

/// Runs a command that is expected to end by itself.
pub fn run(command: &mut Command) -> Output {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the server can be run");
    let status = wait(&mut child);
    let mut output = Output { status, stdout: Vec::new(), stderr: Vec::new() };
    child.stdout.take().expect("it is piped").read_to_end(&mut output.stdout).expect("it can be read");
    child.stderr.take().expect("it is piped").read_to_end(&mut output.stderr).expect("it can be read");
    output
}

fn wait(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            return status;
        }
        assert!(started.elapsed() < LIMIT, "the server did not end in time");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A client of the HTTP interface.
pub struct Client {
    http: reqwest::Client,
    url: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Client {
    pub fn new(url: &str) -> Self {
        Self { http: reqwest::Client::new(), url: url.to_owned() }
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.http.get(format!("{}{path}", self.url))
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.http.post(format!("{}{path}", self.url))
    }

    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// A new identity and its token.
    pub async fn new_identity(&self) -> (String, String) {
        let issued = answer(self.post("/v1/identity")).await.json();
        let text = |field: &str| issued[field].as_str().expect("it is a string").to_owned();
        (text("identity"), text("token"))
    }

    pub async fn call(&self, token: &str, reducer: &str, arguments: Value) -> Answer {
        let request = self.post(&format!("/v1/database/zeitnot/call/{reducer}"));
        answer(request.bearer_auth(token).json(&arguments)).await
    }

    pub async fn sql(&self, token: &str, query: &str) -> Answer {
        let request = self.post("/v1/database/zeitnot/sql");
        answer(request.bearer_auth(token).body(query.to_owned())).await
    }

    /// The name of the player whose token that is, as the module has it.
    pub async fn name_of(&self, token: &str) -> String {
        let rows = self.sql(token, "SELECT * FROM me").await.json();
        rows[0]["rows"][0][1].as_str().unwrap_or_else(|| panic!("no name in {rows}")).to_owned()
    }

    /// Gives the player whose token that is a name.
    pub async fn set_name(&self, token: &str, name: &str) {
        let answer = self.call(token, "set_name", json!([name])).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
}

pub async fn answer(request: RequestBuilder) -> Answer {
    let response = request.timeout(LIMIT).send().await.expect("the server answers");
    let status = response.status();
    Answer { status, body: response.text().await.expect("the answer can be read") }
}
