//! Calls, and what becomes of them when the connection breaks.

use super::*;

#[test]
fn a_call_is_sent_and_answered() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let (done, refused) = (bench.call(make_move()), bench.call(make_move()));
    assert_eq!((bench.times_sent(done), bench.times_sent(refused)), (1, 1));
    bench.report(changed(slow(moved())));
    bench.answer(done, Ok(()));
    bench.answer(refused, Err("stale_ply: the game has moved on".to_owned()));
    assert_eq!(bench.ended(done), Some(&Answer::Done { game: None }));
    assert_eq!(bench.ended(refused).and_then(Answer::code), Some("stale_ply"));
}

#[test]
fn an_opened_game_is_named_in_the_answer() {
    let mut bench = Bench::online(vec![samples::waiting(1)]);
    let call = bench.call(open_game());
    bench.report(changed(samples::waiting(2)));
    bench.answer(call, Ok(()));
    assert_eq!(bench.ended(call), Some(&Answer::Done { game: Some(2) }));
}

#[test]
fn a_call_made_before_the_connection_stands_is_sent_when_it_does() {
    let mut bench = Bench::new();
    bench.tick();
    let call = bench.call(open_game());
    assert_eq!(bench.times_sent(call), 0);
    bench.come_up(vec![]);
    assert_eq!(bench.times_sent(call), 1);
}

#[test]
fn a_call_that_could_never_be_sent_was_not_carried_out() {
    let mut bench = Bench::new();
    bench.tick();
    let call = bench.call(open_game());
    for _ in 0..20 {
        bench.report(Report::Failed { token_refused: false, reason: "refused".to_owned() });
        bench.pass(Duration::from_secs(5));
    }
    assert_eq!(bench.times_sent(call), 0);
    assert!(matches!(bench.ended(call), Some(Answer::NotDone { .. })));
}

#[test]
fn a_move_whose_answer_was_lost_is_done_if_the_game_shows_it() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    bench.lose();
    assert_eq!(bench.ended(call), None);
    assert!(bench.effects.contains(&Effect::Emit(Event::Uncertain(call))));
    bench.pass(Duration::from_secs(1));
    bench.come_up(vec![slow(moved())]);
    assert_eq!(bench.ended(call), Some(&Answer::Done { game: None }));
    assert_eq!(bench.times_sent(call), 1);
}

#[test]
fn a_move_whose_answer_was_lost_is_sent_again_if_the_game_does_not_show_it() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    bench.reconnect(vec![slow(samples::live(7))]);
    assert_eq!(bench.times_sent(call), 2);
    bench.report(changed(slow(moved())));
    bench.answer(call, Ok(()));
    assert_eq!(bench.ended(call), Some(&Answer::Done { game: None }));
}

/// The first one was still on its way when the game was read, and arrived before the second.
#[test]
fn a_move_refused_the_second_time_because_the_first_had_arrived_is_done() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    bench.reconnect(vec![slow(samples::live(7))]);
    bench.report(changed(slow(moved())));
    bench.answer(call, Err("stale_ply: the game has moved on".to_owned()));
    assert_eq!(bench.ended(call), Some(&Answer::Done { game: None }));
}

#[test]
fn a_move_refused_at_the_first_time_is_refused_whatever_the_game_shows() {
    let mut bench = Bench::online(vec![slow(moved())]);
    let call = bench.call(make_move());
    bench.answer(call, Err("stale_ply: the game has moved on".to_owned()));
    assert_eq!(bench.ended(call).and_then(Answer::code), Some("stale_ply"));
}

#[test]
fn a_game_whose_opening_was_lost_is_not_opened_twice() {
    let mut bench = Bench::online(vec![]);
    let call = bench.call(open_game());
    bench.reconnect(vec![]);
    assert_eq!(bench.times_sent(call), 1);
    assert!(matches!(bench.ended(call), Some(Answer::NotDone { .. })));
}

#[test]
fn a_call_is_not_sent_for_ever_through_connections_that_break() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    for _ in 0..6 {
        bench.lose();
        bench.pass(Duration::from_secs(4));
        bench.come_up(vec![slow(samples::live(7))]);
    }
    assert_eq!(bench.times_sent(call), 3);
    assert_eq!(bench.ended(call), Some(&Answer::Unknown));
}

#[test]
fn an_answer_that_does_not_come_means_that_the_connection_is_dead() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    bench.pass(Limits::default().reply_limit - Duration::from_millis(1));
    assert_eq!(bench.times_opened(), 0);
    bench.pass(Duration::from_secs(1));
    assert_eq!(bench.times_opened(), 1);
    bench.come_up(vec![slow(moved())]);
    assert_eq!(bench.ended(call), Some(&Answer::Done { game: None }));
}

#[test]
fn a_call_never_stays_without_an_answer() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let call = bench.call(make_move());
    bench.lose();
    bench.pass(Limits::default().answer_limit);
    assert_eq!(bench.ended(call), Some(&Answer::Unknown));
}

#[test]
fn closing_answers_all_that_is_open() {
    let mut bench = Bench::online(vec![slow(samples::live(7))]);
    let sent = bench.call(make_move());
    bench.lose();
    let unsent = bench.call(make_move());
    bench.handle(Input::Close);
    let late = bench.call(make_move());
    assert_eq!(bench.ended(sent), Some(&Answer::Unknown));
    assert!(matches!(bench.ended(unsent), Some(Answer::NotDone { .. })));
    assert!(matches!(bench.ended(late), Some(Answer::NotDone { .. })));
    assert_eq!(bench.core.next_wake(), None);
    bench.pass(Duration::from_secs(60));
    assert_eq!(bench.times_opened(), 0);
}
