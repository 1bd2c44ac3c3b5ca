//! Who is far away says when a turn has been seen.

use super::*;

const OPPONENT: Seat = match Seat::new(1) {
    Some(seat) => seat,
    None => panic!("there are two seats"),
};

/// No ply.
const NONE: [u32; 0] = [];

/// A session with these games whose messages take so many milliseconds there and back.
fn at_distance(millis: u64, games: Vec<GameView>) -> Bench {
    let mut bench = Bench::new();
    bench.tick();
    bench.report(Report::Connected { token: "token".to_owned() });
    measure(&mut bench, millis);
    bench.report(Report::Ready { me: Some(me("Ada")), games });
    bench.effects.clear();
    bench
}

fn measure(bench: &mut Bench, millis: u64) {
    let sent = bench.now;
    bench.now += Duration::from_millis(millis);
    bench.report(Report::Synced { sent, stamp: ServerTime::from_micros(1_000_000) });
}

/// The opponent's turn.
fn theirs() -> GameView {
    GameView { to_move: vec![OPPONENT], ..samples::live(7) }
}

/// The player's turn that begins at this second.
fn mine(second: i64) -> GameView {
    let at = |second: i64| ServerTime::from_micros(second * 1_000_000);
    GameView { ply: 1, turn_started: at(second), deadline: Some(at(second + 30)), ..samples::live(7) }
}

fn seen(bench: &Bench) -> Vec<u32> {
    let ply = |effect: &Effect| match effect {
        Effect::SawTurn(_, 7, ply) => Some(*ply),
        _ => None,
    };
    bench.effects.iter().filter_map(ply).collect()
}

/// What is called when the opponent's turn is followed by this.
fn seen_after_theirs(millis: u64, game: GameView) -> Vec<u32> {
    let mut bench = at_distance(millis, vec![theirs()]);
    bench.report(changed(game));
    seen(&bench)
}

#[test]
fn a_turn_is_seen_once() {
    let mut bench = at_distance(80, vec![theirs()]);
    bench.report(changed(mine(5)));
    assert_eq!(seen(&bench), [1]);
    // The server gives the delay back, somebody asks for a pause, and the game goes on after it.
    let put_off = GameView { deadline: Some(ServerTime::from_micros(35_080_000)), ..mine(5) };
    let paused = GameView { deadline: None, paused_at: Some(put_off.turn_started), ..mine(5) };
    for same_turn in [put_off.clone(), paused, put_off] {
        bench.report(changed(same_turn));
    }
    assert_eq!(seen(&bench), [1]);
    bench.report(changed(theirs()));
    bench.report(changed(GameView { ply: 3, ..mine(9) }));
    assert_eq!(seen(&bench), [1, 3]);
    // Still on move, in a turn of its own.
    bench.report(changed(GameView { ply: 4, ..mine(11) }));
    assert_eq!(seen(&bench), [1, 3, 4]);
}

#[test]
fn a_game_that_begins_with_the_players_turn_is_seen() {
    let mut bench = at_distance(80, vec![samples::waiting(7)]);
    bench.report(changed(mine(5)));
    assert_eq!(seen(&bench), [1]);
    let mut bench = at_distance(80, vec![]);
    bench.report(changed(mine(5)));
    assert_eq!(seen(&bench), [1]);
}

#[test]
fn who_is_near_says_nothing() {
    assert_eq!(seen_after_theirs(19, mine(5)), NONE);
    assert_eq!(seen_after_theirs(20, mine(5)), [1]);
    // The shortest way counts: the longer one has waited somewhere.
    let mut bench = at_distance(80, vec![theirs()]);
    measure(&mut bench, 4);
    measure(&mut bench, 80);
    bench.report(changed(mine(5)));
    assert_eq!(seen(&bench), NONE);
}

#[test]
fn a_turn_found_after_connecting_is_not_seen_again() {
    let mut bench = at_distance(80, vec![mine(5)]);
    bench.report(changed(GameView { pause_asked: vec![OPPONENT], ..mine(5) }));
    assert_eq!(seen(&bench), NONE);
    // Nor is one that began while the connection was down.
    bench.report(changed(theirs()));
    bench.lose();
    bench.pass(Duration::from_secs(1));
    bench.report(Report::Connected { token: "token".to_owned() });
    measure(&mut bench, 80);
    bench.report(Report::Ready { me: Some(me("Ada")), games: vec![mine(9)] });
    bench.report(changed(GameView { pause_asked: vec![OPPONENT], ..mine(9) }));
    assert_eq!(seen(&bench), NONE);
}

#[test]
fn no_other_turn_is_seen() {
    let untimed = GameView { deadline: None, ..mine(5) };
    let paused = GameView { paused_at: Some(mine(5).turn_started), deadline: None, ..mine(5) };
    let theirs = GameView { to_move: vec![OPPONENT], ..mine(5) };
    let over = GameView { status: Status::Over, ..mine(5) };
    for game in [untimed, paused, slow(mine(5)), theirs, over] {
        assert_eq!(seen_after_theirs(80, game.clone()), NONE, "{game:?}");
    }
}
