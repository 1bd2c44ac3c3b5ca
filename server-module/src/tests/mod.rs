//! The module run natively on the engine's own in-memory datastore: reducers are called as the engine
//! would call them, with a clock that the test sets and timers that the test fires.

mod absence;
mod accounts;
mod archive;
mod bounds;
mod callers;
mod catalogue;
mod challenges;
mod chat;
mod draws;
mod games;
mod lag;
mod limits;
mod lobby;
mod matchmaking;
mod model;
mod moderation;
mod outage;
mod pause;
mod players;
mod policy;
mod premoves;
mod queue;
mod ratings;
mod refusals;
mod rematches;
mod row;
mod schema;
mod seeks;
mod takebacks;
mod time;
mod watching;

use self::row::Row;
use spacetimedb::test_utils::{TestAuth, TestContext};
use spacetimedb::{ConnectionId, Identity, ReducerContext, ScheduleAt, Table, TimeDuration, Timestamp};

use crate::account::erasure as _;
use crate::archive::{archive_entry as _, archived_game as _};
use crate::audit::audit as _;
use crate::block::blocked as _;
use crate::challenge::challenges as _;
use crate::chat::{chat_line as _, mute_entry as _};
use crate::deployment::deployment as _;
use crate::game::{self, GameConfig, GameStatus, game as _};
use crate::leaderboard::{board as _, leaderboard_row as _};
use crate::lobby::{join_game, open_game, waiting as _};
use crate::matchmaker::started as _;
use crate::outage::{BeatTimer, Heartbeat, beat, heartbeat as _};
use crate::past_moves::past_moves as _;
use crate::play::{make_move, resign};
use crate::player::{self, Player, player as _};
use crate::pool::pool as _;
use crate::presence::{self, Connection, connected, connection as _, disconnected};
use crate::queue::{PairingTimer, pair_up, search as _};
use crate::rating::rating as _;
use crate::refusal::Outcome;
use crate::seat::seat as _;
use crate::seek::seek as _;
use crate::staff::{matchmaker as _, moderator as _};
use crate::sweep::{SweepTimer, sweep};
use crate::tally::{self, Tally, tally as _};
use crate::turn::turn as _;
use crate::turn_timer::{TurnTimer, turn_timeout, turn_timer as _};
use crate::watch::{audience as _, broadcast as _, watcher as _};
use crate::watchable::watchable as _;

/// A database with nobody in it, owned by [`OWNER`].
struct World {
    test: TestContext,
}

/// A person, by name. The same name is the same identity.
type Who = &'static str;

const OWNER: Who = "owner";
const ANN: Who = "ann";
const BOB: Who = "bob";
const EVE: Who = "eve";

impl World {
    fn new() -> Self {
        crate::limits::forget_all();
        let test = TestContext::new().expect("an empty in-memory database");
        // Some time in 2026, so that no timestamp is near zero.
        test.clock.set(Timestamp::from_micros_since_unix_epoch(1_790_000_000_000_000));
        let world = Self { test };
        world
            .call(OWNER, |ctx| {
                crate::init(ctx);
                Ok(())
            })
            .expect("init");
        world.beat();
        world
    }

    fn auth(who: Who) -> TestAuth {
        Self::auth_on(who, 0)
    }

    /// The same person on another device. Calls come from device 0.
    fn auth_on(who: Who, device: u8) -> TestAuth {
        let claims = format!(r#"{{"iss":"tests","sub":"{who}"}}"#);
        let connection = who.bytes().fold(1, |sum, byte| sum * 31 + u128::from(byte));
        let connection = connection << 8 | u128::from(device);
        TestAuth::from_jwt_payload(claims, ConnectionId::from_u128(connection)).expect("well-formed claims")
    }

    fn identity(who: Who) -> Identity {
        Identity::from_claims("tests", who)
    }

    /// Calls a reducer as `who`: one transaction.
    fn call(&self, who: Who, reducer: impl FnOnce(&ReducerContext) -> Outcome) -> Outcome {
        crate::limits::refill();
        self.test.with_reducer_tx(Self::auth(who), reducer)
    }

    /// Somebody connects with their first device.
    fn connect(&self, who: Who) {
        self.connect_on(who, 0);
    }

    fn connect_on(&self, who: Who, device: u8) {
        self.on(who, device, connected);
    }

    /// That connection ends.
    fn disconnect(&self, who: Who) {
        self.disconnect_on(who, 0);
    }

    fn disconnect_on(&self, who: Who, device: u8) {
        self.on(who, device, disconnected);
    }

    fn on(&self, who: Who, device: u8, reducer: fn(&ReducerContext)) {
        self.test
            .with_reducer_tx(Self::auth_on(who, device), |ctx| {
                reducer(ctx);
                Outcome::Ok(())
            })
            .expect("the engine's own calls never fail");
        self.announce();
    }

    /// Some beats of the heart later the games have been told who has come and gone.
    fn announce(&self) {
        let connections = self.test.db.connection();
        for connection in connections.iter().collect::<Vec<_>>() {
            let since = Timestamp::UNIX_EPOCH;
            connections.id().update(Connection { since, ..connection });
        }
        self.test
            .with_reducer_tx(TestAuth::internal(), |ctx| {
                presence::announce(ctx);
                Outcome::Ok(())
            })
            .expect("it never fails");
    }

    /// Changes the row of somebody who is there.
    fn change(&self, who: Who, change: impl FnOnce(Player) -> Player) {
        self.call(who, |ctx| player::active(ctx, ctx.sender()).map(|_| ())).expect("not banned");
        let row = self.test.db.player().identity().find(Self::identity(who)).expect("a player");
        self.test.db.player().identity().update(change(row));
    }

    fn tally(&self, who: Who) -> Option<Tally> {
        self.test.db.tally().player().find(Self::identity(who))
    }

    /// Says that somebody has so many games.
    fn count_games(&self, who: Who, games: u32) {
        let tally = self
            .test
            .with_reducer_tx(Self::auth(who), |ctx| Outcome::Ok(tally::of(ctx, ctx.sender())))
            .expect("nothing refuses");
        self.test.db.tally().player().update(Tally { games, ..tally });
    }

    /// Calls a reducer that is to be refused, and looks that it has changed no row.
    #[track_caller]
    fn refused(&self, who: Who, code: &str, reducer: impl FnOnce(&ReducerContext) -> Outcome) {
        let before = self.everything();
        let refusal = self.call(who, reducer).expect_err("this call was to be refused");
        assert_eq!(refusal.code(), code, "{refusal}");
        assert_eq!(self.everything(), before, "a refused call changed something");
    }

    /// Every row that a player's call may write, printed.
    fn everything(&self) -> String {
        let db = &self.test.db;
        format!(
            "{:#?}",
            (
                sorted(db.game().iter()),
                (sorted(db.seat().iter()), sorted(db.turn().iter()), sorted(db.past_moves().iter())),
                sorted(db.turn_timer().iter()),
                (sorted(db.player().iter()), sorted(db.tally().iter())),
                (
                    sorted(db.waiting().iter()),
                    sorted(db.seek().iter()),
                    sorted(db.challenges().iter()),
                    sorted(db.blocked().iter()),
                    sorted(db.pool().iter()),
                    sorted(db.search().iter())
                ),
                sorted(db.started().iter()),
                sorted(db.matchmaker().iter()),
                sorted(db.archived_game().iter()),
                sorted(db.archive_entry().iter()),
                (
                    sorted(db.rating().iter()),
                    sorted(db.board().iter()),
                    sorted(db.leaderboard_row().iter()),
                    sorted(db.audit().iter()),
                    sorted(db.moderator().iter()),
                    sorted(db.erasure().iter()),
                    sorted(db.deployment().iter()),
                ),
                (
                    sorted(db.broadcast().iter()),
                    sorted(db.watcher().iter()),
                    sorted(db.audience().iter()),
                    sorted(db.watchable().iter()),
                    sorted(db.chat_line().iter()),
                    sorted(db.mute_entry().iter()),
                ),
            )
        )
    }

    fn open(&self, who: Who, spec: &str, time: &str) -> Row {
        let known: Vec<u64> = self.games(who).iter().map(|row| row.id).collect();
        self.call(who, |ctx| open_game(ctx, config(spec, time))).expect("open_game");
        self.games(who).into_iter().find(|row| !known.contains(&row.id)).expect("a row for the new game")
    }

    /// Opens a game as the first player and lets the others join it.
    fn play(&self, spec: &str, time: &str, players: &[Who]) -> u64 {
        let id = self.open(players[0], spec, time).id;
        for who in &players[1..] {
            self.call(who, |ctx| join_game(ctx, id.to_string())).expect("join_game");
        }
        id
    }

    fn games(&self, who: Who) -> Vec<Row> {
        let seats: Vec<_> = self.test.db.seat().player().filter(Self::identity(who)).collect();
        seats.into_iter().map(|seat| Row::of(self, seat)).collect()
    }

    #[track_caller]
    fn row(&self, who: Who, id: u64) -> Row {
        self.games(who).into_iter().find(|row| row.id == id).expect("a row of this game")
    }

    /// Marks a cell at the ply that the player's own row shows.
    fn mark(&self, who: Who, id: u64, row: u8, column: u8) -> Outcome {
        let ply = self.row(who, id).ply;
        self.call(who, |ctx| make_move(ctx, id, ply, mark(row, column)))
    }

    /// Lets `moves` be played in turn by `players`.
    #[track_caller]
    fn marks(&self, id: u64, players: &[Who], cells: &[(u8, u8)]) {
        for (who, &(row, column)) in players.iter().cycle().zip(cells) {
            self.mark(who, id, row, column).expect("a legal move");
        }
    }

    fn resign(&self, who: Who, id: u64) -> Outcome {
        self.call(who, |ctx| resign(ctx, id))
    }

    /// Lets time pass with the server there: its heart beats.
    fn pass(&self, micros: i64) {
        self.away(micros);
        let heart = self.test.db.heartbeat().id().find(0).expect("the heartbeat");
        self.test.db.heartbeat().id().update(Heartbeat { at: self.test.clock.now(), ..heart });
    }

    /// Lets time pass with nobody there to see it.
    fn away(&self, micros: i64) {
        self.test.clock.advance(TimeDuration::from_micros(micros));
    }

    /// The heart beats, as the engine lets it each second.
    fn beat(&self) {
        let timer = BeatTimer { scheduled_id: 1, scheduled_at: self.test.clock.now().into() };
        self.test.with_reducer_tx(TestAuth::internal(), |ctx| beat(ctx, timer)).expect("a beat never fails");
    }

    /// Those who search are looked through.
    fn pair_up(&self) {
        let timer = PairingTimer { scheduled_id: 1, scheduled_at: self.test.clock.now().into() };
        self.test
            .with_reducer_tx(TestAuth::internal(), |ctx| pair_up(ctx, timer))
            .expect("a round never fails");
    }

    /// The sweeper does its round.
    fn sweep(&self) {
        let timer = SweepTimer { scheduled_id: 1, scheduled_at: self.test.clock.now().into() };
        self.test
            .with_reducer_tx(TestAuth::internal(), |ctx| sweep(ctx, timer))
            .expect("the sweeper never fails");
    }

    fn timer(&self, id: u64) -> Option<TurnTimer> {
        self.test.db.turn_timer().scheduled_id().find(id)
    }

    /// Fires a timer row as the engine does.
    fn fire(&self, timer: TurnTimer) -> Outcome {
        self.test.with_reducer_tx(TestAuth::internal(), |ctx| turn_timeout(ctx, timer))
    }

    /// The clocks of a game stand.
    #[track_caller]
    fn check_paused(&self, id: u64) {
        let game = self.test.db.game().id().find(id).expect("the game");
        assert!(game.status == GameStatus::Live && game.paused_at.is_some());
        self.check_invariants();
    }

    /// What holds between any two calls: a live game has one timer (none if untimed), any other none; nobody
    /// has two rows for a game.
    #[track_caller]
    fn check_invariants(&self) {
        let db = &self.test.db;
        for game in db.game().iter() {
            let timed = game.status == GameStatus::Live && game.time != "none" && game.paused_at.is_none();
            let timer = self.timer(game.id).map_or(game::NEVER, |timer| moment(timer.scheduled_at));
            assert_eq!(timer, game.timer_at, "when the timer of game {} goes off", game.id);
            assert_eq!(timer != game::NEVER, timed, "the timer of game {}", game.id);
        }
        for turn in db.turn().iter() {
            let timer = self.timer(turn.id).map_or(game::NEVER, |timer| moment(timer.scheduled_at));
            let in_time = turn.deadline.is_none_or(|deadline| timer <= moment(deadline.into()));
            assert!(in_time, "the timer of game {} comes too late", turn.id);
        }
        assert!(db.turn_timer().iter().all(|timer| db.game().id().find(timer.scheduled_id).is_some()));
    }
}

/// In microseconds since 1970.
fn moment(at: ScheduleAt) -> i64 {
    match at {
        ScheduleAt::Time(at) => at.to_micros_since_unix_epoch(),
        ScheduleAt::Interval(every) => panic!("{every:?} is no moment"),
    }
}

fn sorted(rows: impl Iterator<Item = impl std::fmt::Debug>) -> Vec<String> {
    let mut printed: Vec<String> = rows.map(|row| format!("{row:?}")).collect();
    printed.sort();
    printed
}

const SECOND: i64 = 1_000_000;

fn config(spec: &str, time: &str) -> GameConfig {
    GameConfig {
        spec: spec.to_owned(),
        time: time.to_owned(),
        policy: String::new(),
        leaving: String::new(),
        series: String::new(),
        private: false,
        rated: false,
    }
}

/// The action of marking a cell, in the encoding of the m,n,k family.
fn mark(row: u8, column: u8) -> Vec<u8> {
    vec![1, 0, row, column]
}
