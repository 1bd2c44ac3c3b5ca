//! One round, from an empty database to its findings.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zeitnot_rules::clock::Micros;

use crate::absence::{Absence, UNCREDITED, refine};
use crate::blow::Blow;
use crate::bot::Bot;
use crate::check::{Evidence, check};
use crate::disk::Disk;
use crate::error::FaultsError;
use crate::finding::{Finding, Kind};
use crate::journal::{Journal, PlayerNumber};
use crate::ledger::Ledger;
use crate::plan::{Plan, SEARCHING, SEATED};
use crate::program::{Server, Start};
use crate::proxy::Proxy;
use crate::table::Room;

/// How long a blow waits at most for its number of acknowledged calls.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

/// How long a server with a full disk may go on before it is killed.
const FULL: Duration = Duration::from_secs(2);

/// By when after the last blow every game has to have ended. The longest turn that anybody lets run out has 3 seconds,
/// the sweeper ends what a lost timer has not within 15, and a restart gives a turn no more than it had.
const END_LIMIT: Duration = Duration::from_secs(45);

/// So many calls are acknowledged at least in a round that is worth its name; the blows alone wait for 45 to 270.
const FEWEST: usize = 50;

/// What every round is played with.
pub struct Ground {
    program: PathBuf,
    folder: PathBuf,
    template: TempDir,
}

impl Ground {
    /// Starts a server once over nothing and keeps what it has made of it, for every round to begin with: a new
    /// database takes a debug build of the server seconds to make. Data of rounds are in `folder`.
    pub fn prepare(program: &Path, folder: &Path) -> Result<Self, FaultsError> {
        fs::create_dir_all(folder).map_err(FaultsError::io(folder.display().to_string()))?;
        let template = TempDir::new_in(folder).map_err(FaultsError::io("a folder"))?;
        let log = template.path().join("server.log");
        let start = Start { program: program.to_owned(), log, ignore_file_limit: false };
        let server = Server::start(&start, &template.path().join("data"))?;
        // Bots think faster than people.
        server.owner()?.call("limit_calls", "[0]")?;
        server.stop()?;
        Ok(Self { program: program.to_owned(), folder: folder.to_owned(), template })
    }
}

/// What has become of a round.
pub struct Report {
    /// What was planned.
    pub plan: Plan,
    /// How many calls were acknowledged.
    pub acknowledged: usize,
    /// How many calls there were.
    pub asked: usize,
    /// How many games were begun.
    pub games: usize,
    /// How long it took.
    pub took: Duration,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Where the data of the round are, if anything is.
    pub kept: Option<PathBuf>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, acknowledged, asked, games, took, findings, .. } = self;
        let blows: Vec<&str> = plan.blows.iter().map(|planned| planned.blow.name()).collect();
        write!(
            f,
            "seed {} round {}: {}; {acknowledged} of {asked} calls acknowledged, {games} games, {:.1} s: {} findings",
            plan.seed,
            plan.round,
            blows.join(", "),
            took.as_secs_f64(),
            findings.len()
        )
    }
}

/// Plays a round.
pub fn play(ground: &Ground, plan: &Plan) -> Result<Report, FaultsError> {
    let begun = Instant::now();
    let folder = tempfile::Builder::new().prefix("round-").tempdir_in(&ground.folder);
    let folder = folder.map_err(FaultsError::io("a folder"))?;
    let mut round = Round::begin(ground, plan, folder.path())?;
    let played = round.blows(plan).and_then(|()| round.play_out());
    // However it went: nobody is to go on playing.
    round.go_home();
    played?;
    round.look(true)?;

    let notes = round.journal.notes();
    round.findings.extend(idleness(notes.acknowledged()));
    let findings: Vec<Finding> = std::mem::take(&mut round.findings).into_iter().collect();
    let (games, kept) = (round.games, (!findings.is_empty()).then(|| folder.path().to_owned()));
    if kept.is_some() {
        round.keep(plan, &findings, &notes.to_text())?;
    }
    drop(round);
    let kept = kept.map(|_| folder.keep());
    Ok(Report {
        plan: plan.clone(),
        acknowledged: notes.acknowledged(),
        asked: notes.asked.len(),
        games,
        took: begun.elapsed(),
        findings,
        kept,
    })
}

/// A round that is being played.
struct Round {
    start: Start,
    /// `None` while it is down.
    server: Option<Server>,
    proxies: Vec<Proxy>,
    bots: Vec<JoinHandle<()>>,
    room: Arc<Room>,
    journal: Arc<Journal>,
    absences: Vec<Absence>,
    /// For each absence when the server said that it listens again.
    listening: Vec<Micros>,
    signs: BTreeSet<Micros>,
    findings: BTreeSet<Finding>,
    games: usize,
    folder: PathBuf,
    /// Last, so that nothing uses it any more when it goes.
    disk: Disk,
}

impl Round {
    fn begin(ground: &Ground, plan: &Plan, folder: &Path) -> Result<Self, FaultsError> {
        let data = folder.join("data");
        let disk = if plan.fills_the_disk() { Disk::small(data)? } else { Disk::folder(data)? };
        copy(&ground.template.path().join("data"), disk.path())
            .map_err(FaultsError::io("copying the template"))?;
        let start = Start {
            program: ground.program.clone(),
            log: folder.join("server.log"),
            ignore_file_limit: disk.is_limited(),
        };
        let server = Server::start(&start, disk.path())?;
        let room = Arc::new(Room::new(plan.tables.clone()));
        let journal = Arc::new(Journal::default());
        let (mut proxies, mut bots) = (Vec::new(), Vec::new());
        for number in 0..SEATED + SEARCHING {
            let proxy = Proxy::new().map_err(FaultsError::io("a proxy"))?;
            proxy.open(server.address());
            let tokens = folder.join("tokens");
            let bot = Bot::start(number, &proxy.url(), &tokens, &journal, &room, plan.chance_of(number));
            bots.push(bot.map_err(FaultsError::io("a bot"))?);
            proxies.push(proxy);
        }
        Ok(Self {
            start,
            server: Some(server),
            proxies,
            bots,
            room,
            journal,
            absences: Vec::new(),
            listening: Vec::new(),
            signs: BTreeSet::new(),
            findings: BTreeSet::new(),
            games: 0,
            folder: folder.to_owned(),
            disk,
        })
    }

    /// All that is planned, one after the other.
    fn blows(&mut self, plan: &Plan) -> Result<(), FaultsError> {
        let mut due = 0;
        for planned in &plan.blows {
            due += planned.after;
            self.journal.wait_for(due, LONGEST_WAIT);
            due = self.journal.notes().acknowledged();
            self.strike(&planned.blow)?;
        }
        Ok(())
    }

    fn strike(&mut self, blow: &Blow) -> Result<(), FaultsError> {
        match blow {
            Blow::Kill { down } => self.restart(|_| {
                thread::sleep(*down);
                Ok(())
            })?,
            Blow::Tear { bytes } => self.restart(|disk| disk.tear(*bytes))?,
            Blow::Stop { lasts } => {
                let Some(server) = &self.server else { return Ok(()) };
                let (from, until) = server.stand_still(*lasts)?;
                if until - from > UNCREDITED {
                    self.absences.push(Absence { from, until });
                    self.listening.push(until);
                }
            }
            Blow::Fill { left } => {
                let Some(server) = &mut self.server else { return Ok(()) };
                self.disk.fill(*left, server.pid())?;
                server.has_ended_within(FULL);
                self.disk.empty()?;
                self.restart(|_| Ok(()))?;
            }
            Blow::Cut { players, lasts, linger } => {
                self.each(players, |proxy| proxy.cut(*linger));
                thread::sleep(*lasts);
                self.reopen(players);
            }
            Blow::Deafen { players, lasts } => {
                self.each(players, Proxy::deafen);
                thread::sleep(*lasts);
                self.each(players, |proxy| proxy.cut(Duration::ZERO));
                self.reopen(players);
            }
            Blow::Delay { players, by } => self.each(players, |proxy| proxy.delay(*by)),
        }
        Ok(())
    }

    /// Kills the server, starts it again, and looks at what is there before anybody is let in.
    fn restart(
        &mut self,
        meanwhile: impl FnOnce(&Disk) -> Result<(), FaultsError>,
    ) -> Result<(), FaultsError> {
        let Some(server) = self.server.take() else { return Ok(()) };
        let from = server.kill();
        for proxy in &self.proxies {
            proxy.cut(Duration::ZERO);
        }
        meanwhile(&self.disk)?;
        let server = Server::start(&self.start, self.disk.path())?;
        self.absences.push(Absence { from, until: server.started });
        self.listening.push(server.listening);
        self.server = Some(server);
        self.look(false)?;
        let everybody: Vec<PlayerNumber> = (0..self.proxies.len()).collect();
        self.reopen(&everybody);
        Ok(())
    }

    /// Compares what is there with what was told so far.
    fn look(&mut self, finished: bool) -> Result<(), FaultsError> {
        let Some(server) = &self.server else { return Ok(()) };
        // First: what is told meanwhile is not expected.
        let notes = self.journal.notes();
        let ledger = Ledger::read(&server.owner()?)?;
        self.signs.extend(&ledger.signs_of_life);
        let mut absences = self.absences.clone();
        refine(&mut absences, &self.listening, &self.signs.iter().copied().collect::<Vec<_>>());
        self.games = ledger.games.len();
        let evidence = Evidence { notes: &notes, ledger: &ledger, absences: &absences, finished };
        self.findings.extend(check(&evidence));
        Ok(())
    }

    /// Lets all games come to their end.
    fn play_out(&mut self) -> Result<(), FaultsError> {
        self.room.begin_to_close();
        for proxy in &self.proxies {
            proxy.delay(Duration::ZERO);
        }
        let Some(server) = &self.server else { return Ok(()) };
        let owner = server.owner()?;
        let until = Instant::now() + END_LIMIT;
        let mut quiet = 0;
        // A call that is still on its way may begin another one.
        while quiet < 2 && Instant::now() < until {
            thread::sleep(Duration::from_millis(200));
            quiet = if Ledger::going(&owner)? == 0 { quiet + 1 } else { 0 };
        }
        Ok(())
    }

    fn go_home(&mut self) {
        // Before anybody is told to go.
        let early: Vec<bool> = self.bots.iter().map(JoinHandle::is_finished).collect();
        self.room.close();
        for (number, (bot, early)) in self.bots.drain(..).zip(early).enumerate() {
            self.findings.extend(breakdown(number, bot, early));
        }
    }

    fn each(&self, players: &[PlayerNumber], act: impl Fn(&Proxy)) {
        players.iter().filter_map(|&player| self.proxies.get(player)).for_each(act);
    }

    fn reopen(&self, players: &[PlayerNumber]) {
        if let Some(server) = &self.server {
            self.each(players, |proxy| proxy.open(server.address()));
        }
    }

    /// Leaves all that is known of the round beside the server's data.
    fn keep(&mut self, plan: &Plan, findings: &[Finding], notes: &str) -> Result<(), FaultsError> {
        if let Some(server) = self.server.take() {
            server.kill();
        }
        let lines: String = findings.iter().map(|finding| format!("{finding}\n")).collect();
        let absences = format!("{:#?}\n", self.absences);
        for (file, text) in [
            ("plan.txt", plan.to_string().as_str()),
            ("findings.txt", &lines),
            ("notes.txt", notes),
            ("absences.txt", &absences),
        ] {
            fs::write(self.folder.join(file), text).map_err(FaultsError::io(file))?;
        }
        if matches!(self.disk, Disk::Tmpfs(_)) {
            let to = self.folder.join("kept-data");
            copy(self.disk.path(), &to).map_err(FaultsError::io("keeping the data"))?;
        }
        Ok(())
    }
}

impl Drop for Round {
    fn drop(&mut self) {
        self.go_home();
        if let Some(server) = self.server.take() {
            server.kill();
        }
    }
}

/// A round in which nobody played has lost nothing, which proves nothing.
fn idleness(acknowledged: usize) -> Option<Finding> {
    let what = || format!("{acknowledged} calls were acknowledged, and {FEWEST} are the least");
    (acknowledged < FEWEST).then(|| Finding::beside_games(Kind::Idle, what()))
}

/// What was wrong with a bot that is waited for: it has panicked, or had gone `early`, before it was told to.
fn breakdown(number: PlayerNumber, bot: JoinHandle<()>, early: bool) -> Option<Finding> {
    let what = match bot.join() {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("something");
            format!("bot {number} has panicked: {text}")
        }
        Ok(()) if early => format!("bot {number} had no session any more"),
        Ok(()) => return None,
    };
    Some(Finding::beside_games(Kind::Bots, what))
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_panics_or_leaves_early_is_a_finding_and_one_that_goes_home_is_not() {
        let fails = || thread::spawn(|| panic!("a move that is not there"));
        let found = breakdown(3, fails(), true).expect("a finding");
        assert_eq!(found.to_string(), "bots that broke down: bot 3 has panicked: a move that is not there");
        assert_eq!(breakdown(3, fails(), false), Some(found));
        assert!(breakdown(3, thread::spawn(|| {}), true).is_some());
        assert_eq!(breakdown(3, thread::spawn(|| {}), false), None);
    }
}
