//! The server's time, and what the clocks show by it.

use super::*;

#[test]
fn the_servers_time_is_asked_for_when_a_fast_game_is_met() {
    let mut bench = Bench::new();
    bench.tick();
    // A turn that began long ago tells little of what time it is now.
    bench.come_up(vec![samples::live(7)]);
    let asks =
        |bench: &Bench| bench.effects.iter().filter(|effect| matches!(effect, Effect::SyncClock(..))).count();
    assert_eq!(asks(&bench), 1);
    let sent = bench.now;
    bench.pass(Duration::from_millis(4));
    bench.report(Report::Synced { sent, stamp: ServerTime::from_micros(20_000_000) });
    let known = bench.core.clock().at(bench.now).expect("it was just told");
    assert!(known.since(ServerTime::from_micros(20_000_000)) <= Duration::from_millis(4));
    bench.report(changed(GameView { ply: 1, ..samples::live(7) }));
    assert_eq!(asks(&bench), 1);
}

/// Nobody watches the seconds of a slow game, but its clock must not seem to have just been started.
#[test]
fn the_servers_time_is_asked_for_once_in_a_slow_game() {
    let mut bench = Bench::new();
    bench.tick();
    bench.come_up(vec![slow(samples::live(7))]);
    let asks =
        |bench: &Bench| bench.effects.iter().filter(|effect| matches!(effect, Effect::SyncClock(..))).count();
    assert_eq!(asks(&bench), 1);
    bench.report(Report::Synced { sent: bench.now, stamp: ServerTime::from_micros(20_000_000) });
    bench.pass(Duration::from_secs(86_400));
    assert_eq!(asks(&bench), 1);
}

fn shown(bench: &Bench) -> String {
    let now = bench.core.clock().at(bench.now).expect("the server's time is known");
    let faces = bench.core.snapshot().games[&7].faces(now);
    faces[0].expect("a clock").to_string()
}

/// A game whose first turn began at the server's 1 s and ends at 31 s.
fn thirty_seconds() -> GameView {
    let mut game = samples::live(7);
    game.clocks[0].main = Duration::from_secs(30);
    game
}

/// The server's stamps are all that the time comes from: an hour between its clock and this computer's
/// is no difference. (The wall clock is read nowhere; a session does not even take it as an input.)
#[test]
fn a_refresh_does_not_start_the_turns_clock_again() {
    let mut bench = Bench::new();
    bench.tick();
    // Ten seconds into the turn: the stamp arrives with the connection, before the games do.
    bench.report(Report::Synced { sent: bench.now, stamp: ServerTime::from_micros(11_000_000) });
    bench.come_up(vec![thirty_seconds()]);
    assert_eq!(shown(&bench), "0:20");
    bench.pass(Duration::from_millis(4_500));
    assert_eq!(shown(&bench), "0:15");
    // The same rows, by a new subscription of the same session; nothing newer is stamped.
    bench.reconnect(vec![thirty_seconds()]);
    assert_eq!(shown(&bench), "0:14");
    // And by a new session.
    let mut other = Bench::new();
    other.tick();
    other.report(Report::Synced { sent: other.now, stamp: ServerTime::from_micros(16_500_000) });
    other.come_up(vec![thirty_seconds()]);
    assert_eq!(shown(&other), "0:14");
}

#[test]
fn a_clock_whose_time_is_up_stays_at_nothing_until_the_server_decides() {
    let mut bench = Bench::new();
    bench.tick();
    bench.report(Report::Synced { sent: bench.now, stamp: ServerTime::from_micros(11_000_000) });
    bench.come_up(vec![thirty_seconds()]);
    bench.pass(Duration::from_secs(25));
    assert_eq!(shown(&bench), "0.0");
    // The server was down, and comes back with what it took given back.
    let put_off = GameView { deadline: Some(ServerTime::from_micros(46_000_000)), ..thirty_seconds() };
    bench.reconnect(vec![put_off]);
    assert_eq!(shown(&bench), "9.0");
}

#[test]
fn the_answer_to_any_call_tells_the_servers_time() {
    let mut bench = Bench::online(vec![]);
    assert_eq!(bench.core.clock().at(bench.now), None);
    let call = bench.call(open_game());
    bench.answer(call, Err("bad_config: no".to_owned()));
    assert!(bench.core.clock().at(bench.now).is_some());
    bench.report(changed(samples::live(7)));
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::SyncClock(..))));
}
