//! All that is to be seen of a game, as lines.

use zeitnot_rules::Seat;
use zeitnot_rules::mnk::Sight;

use super::board::draw_board;
use super::chat::chat_lines;
use super::look::Look;
use super::offers::{offer_sentences, premove_sentence};
use super::pause::{pause_asked_sentence, paused_sentence};
use super::players::player_lines;
use super::series::series_sentence;
use super::text::{Line, Style};
use super::time_off::booked_sentence;
use super::wording::{ending_sentence, game_title, join_command, player_name, terms_text, time_title};
use crate::session::{ChatLine, Connection, GameView, Player, Status};
use crate::time::ServerTime;

/// The most that is shown of what was said.
const MOST_CHAT: usize = 3;

/// A page of a game.
#[derive(Debug)]
pub struct Page<'a> {
    /// The game.
    pub game: &'a GameView,
    /// The server's time, if it is known.
    pub now: Option<ServerTime>,
    /// How the connection stands.
    pub connection: &'a Connection,
    /// The seat of whoever reads it, if they play themselves.
    pub you: Option<Seat>,
    /// What has been said at the player's tables.
    pub chat: &'a [ChatLine],
    /// The move that has been sent and not been answered.
    pub sent: Option<&'a str>,
    /// How things are drawn.
    pub look: Look,
    /// Whether a game that waits is offered to everybody, and not to somebody the player knows.
    pub seek: bool,
    /// Columns there are.
    pub width: usize,
    /// Lines there are.
    pub height: usize,
}

/// All that is to be seen of a game. What is said besides, and the line to type into, come after it.
///
/// Where it does not fit, what is least important is left out: the blank lines, what was said before the last
/// message, how the series stands, what is booked.
pub fn game_page(page: &Page) -> Vec<Line> {
    let Page { game, look, .. } = page;
    let sight = Sight::decode(&game.position).ok();
    let board = |height: usize| match &sight {
        Some(sight) => draw_board(sight, *look, height),
        None if game.status == Status::Waiting => waiting_lines(game, page.seek),
        None => vec!["This game is of a kind that this program does not know.".into()],
    };
    let mut lines = vec![(head_line(game, *look), Rank::Needed), (Line::new(), Rank::Blank)];
    let above = lines.len();
    let least = board(0);
    let height = least.len();
    lines.extend(least.into_iter().map(|line| (line, Rank::Needed)));
    lines.push((Line::new(), Rank::Blank));
    let players = player_lines(game, page.you, page.now, *look);
    lines.extend(players.into_iter().map(|line| (line, Rank::Needed)));
    lines.push((Line::new(), Rank::Blank));
    lines.push((state_line(page, sight.as_ref()), Rank::Needed));
    lines.extend(standing_lines(page));
    let said = chat_lines(game, page.chat, MOST_CHAT, page.width);
    let last = said.len().saturating_sub(1);
    for (index, message) in said.into_iter().enumerate() {
        let rank = if index == last { Rank::Said } else { Rank::SaidBefore };
        lines.extend(message.into_iter().map(|line| (line, rank)));
    }
    if lines.len() > page.height {
        return fit(lines, page.height);
    }
    let room = page.height - lines.len() + height;
    let drawn = board(room).into_iter().map(|line| (line, Rank::Needed));
    lines.splice(above..above + height, drawn);
    lines.into_iter().map(|(line, _)| line).collect()
}

/// How much a line is missed if it is left out, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    SaidBefore,
    Blank,
    Series,
    Booked,
    Premove,
    Said,
    Asked,
    Needed,
}

/// As many of the lines as fit, without those that are missed least; of equal ones the first goes first.
pub(super) fn fit(mut lines: Vec<(Line, Rank)>, height: usize) -> Vec<Line> {
    while lines.len() > height {
        let least = lines.iter().enumerate().filter(|(_, (_, rank))| *rank < Rank::Needed);
        let Some((index, _)) = least.min_by_key(|(_, (_, rank))| *rank) else { break };
        lines.remove(index);
    }
    lines.into_iter().map(|(line, _)| line).collect()
}

/// What is asked, booked and decided besides, a line each.
pub(super) fn standing_lines(page: &Page) -> Vec<(Line, Rank)> {
    let Page { game, you, now, .. } = *page;
    let asked = pause_asked_sentence(game, you).into_iter().chain(offer_sentences(game, you));
    let asked = asked.map(|text| (text, Style::Strong, Rank::Asked));
    let premove = premove_sentence(game).map(|text| (text, Style::Plain, Rank::Premove));
    let booked = booked_sentence(game, you, now).map(|text| (text, Style::Plain, Rank::Booked));
    // Before the game it is told among the terms.
    let series = series_sentence(game).filter(|_| game.status != Status::Waiting);
    let series = series.map(|text| (text, Style::Faint, Rank::Series));
    asked
        .chain(premove)
        .chain(booked)
        .chain(series)
        .map(|(text, style, rank)| (Line::from(" ").and(text, style), rank))
        .collect()
}

/// What game it is.
pub fn head_line(game: &GameView, look: Look) -> Line {
    // What everybody expects, or what cannot happen, need not be said.
    let policy = match (game.policy.as_str(), game.time.as_str()) {
        ("" | "forfeit", _) | (_, "none") => String::new(),
        (policy, _) => format!(" {} {policy}", look.dot()),
    };
    let watched = match game.watchers {
        0 => String::new(),
        watchers => format!(" {} {watchers} watching", look.dot()),
    };
    Line::from(" ").and("Zeitnot", Style::Strong).and(
        format!(
            " {dot} game {} {dot} {}{rated} {dot} {}",
            game.id,
            game_title(&game.spec, look),
            time_title(&game.time),
            dot = look.dot(),
            rated = if game.rated { ", rated" } else { "" },
        ) + &policy
            + &watched,
        Style::Faint,
    )
}

/// How others get in. `seek` says that the game is offered to everybody.
pub fn waiting_lines(game: &GameView, seek: bool) -> Vec<Line> {
    let free: Vec<&Player> = game.players.iter().filter(|player| player.identity.is_none()).collect();
    let terms = terms_text(&game.time, &game.policy, &game.leaving, &game.series);
    let terms = terms.map(|terms| Line::from(format!(" Agreed besides: {terms}.")));
    if game.code.is_empty() {
        let challenged = free.first().map_or("", |player| player.name.as_str());
        let answer = match challenged {
            "" => " Waiting for the answer to your challenge.".into(),
            name => Line::from(format!(" Waiting for {name}'s answer to your challenge.")),
        };
        return std::iter::once(answer).chain(terms).collect();
    }
    let players = if free.len() == 1 { "player" } else { "players" };
    let mut lines = vec![Line::from(format!(" Waiting for {} more {players}.", free.len()))];
    lines.extend(terms);
    lines.push(Line::new());
    if seek {
        lines.push(" Everybody sees it in `zeitnot lobby`, and takes a seat with".into());
        lines.push(Line::from(format!("   zeitnot play --join {}", game.id)));
        return lines;
    }
    lines.push(" To join from another terminal:".into());
    lines.push(Line::from(format!("   {} --join {}", join_command(), game.code)));
    if !game.private {
        lines.push(Line::from(format!(" or by the game's number, {}.", game.id)));
    }
    lines
}

/// How it stands, and what is to be done.
pub(super) fn state_line(page: &Page, sight: Option<&Sight>) -> Line {
    let game = page.game;
    let is_mine = page.you.is_some() && game.is_my_turn();
    if game.status == Status::Over {
        return Line::from(" ").and(ending_sentence(game, page.you, sight), Style::Strong);
    }
    if let Connection::Offline { reason, .. } = page.connection {
        let text = format!(" Not connected ({reason}). Trying again.");
        return Line::new().and(text, Style::Warning);
    }
    if let Some(sent) = page.sent {
        return Line::from(format!(" {sent} is on its way ..."));
    }
    match game.status {
        Status::Waiting if game.code.is_empty() => Line::from(" `quit` withdraws it."),
        Status::Waiting => Line::from(" Type `bot` to let house bots take the free seats, `quit` to leave."),
        Status::Live if game.is_paused() && is_waited_for(game) => {
            Line::from(" ").and("The clocks stand until everybody is back.", Style::Strong)
        }
        Status::Live if game.is_paused() => {
            let paused = paused_sentence(game, page.now).unwrap_or_default();
            if page.you.is_none() {
                return Line::from(" ").and(paused, Style::Strong);
            }
            let moves = if game.takes_my_move() { " You may move all the same." } else { "" };
            Line::from(" ").and(paused, Style::Strong).and(format!("{moves} `resume` ends it."), Style::Plain)
        }
        Status::Live if page.now.is_some_and(|now| game.is_time_up(now)) => {
            let whose = if is_mine { "Your time" } else { "The time" };
            Line::from(" ")
                .and(format!("{whose} is up."), Style::Warning)
                .and(" The server decides.", Style::Plain)
        }
        Status::Live if is_mine => {
            let how = match sight.map(|sight| sight.variant().gravity) {
                Some(true) => "a column, such as `c`",
                _ => "a cell, such as `b2`",
            };
            Line::from(" ").and("Your move", Style::Strong).and(format!(": {how}, or `help`."), Style::Plain)
        }
        Status::Live | Status::Over => {
            let others: Vec<String> = game.to_move.iter().map(|seat| player_name(game, *seat)).collect();
            Line::from(format!(" {} is to move.", others.join(" and ")))
        }
    }
}

/// Whether it may be for somebody who is away that the clocks stand.
fn is_waited_for(game: &GameView) -> bool {
    game.leaving.starts_with("pause") && game.players.iter().any(|player| !player.online && !player.out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::samples;
    use crate::session::{SeatClock, TimeOff};
    use std::time::{Duration, Instant};
    use zeitnot_rules::mnk::{Action, Config, Position};
    use zeitnot_rules::{Rules, Viewer};

    const LOOK: Look = Look { ascii: false, styled: false };

    fn game() -> GameView {
        let mut position = Position::set_up(&Config::new(3, 3, 3).expect("a board"), 0);
        let action = Action::Mark { row: 0, column: 0 };
        position.apply(Seat::FIRST, &action).expect("legal");
        let mut game = samples::after(samples::live(12), Seat::FIRST, &action.encode());
        game.position = position.sight(Viewer::Seat(Seat::FIRST)).encode();
        let main = Duration::from_secs(30);
        game.clocks = vec![SeatClock { main, ..SeatClock::default() }; 2];
        game
    }

    fn page(game: &GameView, seconds: i64) -> Vec<String> {
        let lines = game_page(&Page {
            game,
            now: Some(ServerTime::from_micros(1_000_000 + seconds * 1_000_000)),
            connection: &Connection::Online,
            you: Some(game.seat),
            chat: &[],
            sent: None,
            look: LOOK,
            seek: false,
            width: 80,
            height: 22,
        });
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_game_of_two() {
        assert_eq!(
            page(&game(), 7),
            [
                " Zeitnot · game 12 · tic-tac-toe · 30s a turn",
                "",
                "      a   b   c",
                "    ┌───┬───┬───┐",
                "  1 │(X)│ 2 │ 3 │",
                "    ├───┼───┼───┤",
                "  2 │ 4 │ 5 │ 6 │",
                "    ├───┼───┼───┤",
                "  3 │ 7 │ 8 │ 9 │",
                "    └───┴───┴───┘",
                "",
                "   X  Ada (you)   0:30",
                " ▸ O  Blaise      0:23",
                "",
                " Blaise is to move.",
            ]
        );
    }

    #[test]
    fn little_time_is_told_by_more_than_colour() {
        assert_eq!(page(&game(), 26)[12], " ▸ O  Blaise      4.0 !");
        assert_eq!(page(&game(), 99)[12], " ▸ O  Blaise      0.0 !");
    }

    #[test]
    fn between_nothing_left_and_the_verdict_the_server_is_waited_for() {
        assert_eq!(page(&game(), 29)[14], " Blaise is to move.");
        assert_eq!(page(&game(), 30)[14], " The time is up. The server decides.");
        let mine = GameView { to_move: vec![Seat::FIRST], ..game() };
        assert_eq!(page(&mine, 31)[14], " Your time is up. The server decides.");
        assert_eq!(page(&mine, 31)[11], " ▸ X  Ada (you)   0.0 !");
    }

    #[test]
    fn a_pause_is_told_and_who_asks_for_one() {
        let seat = |number: u8| Seat::new(number).expect("a seat");
        let asked = |seats: Vec<Seat>| page(&GameView { pause_asked: seats, ..game() }, 7)[15].clone();
        assert_eq!(asked(vec![seat(1)]), " Blaise asks for a pause; `pause` agrees.");
        assert_eq!(asked(vec![seat(0)]), " You have asked for a pause.");
        // At the 7th second of the first minute of 1970.
        let paused_at = Some(ServerTime::from_micros(8_000_000));
        let mut paused = GameView { deadline: None, paused_at, ..game() };
        paused.clocks[1].main = Duration::from_secs(23);
        for later in [7, 70, 7_000] {
            let lines = page(&paused, later);
            assert_eq!(lines[12], " ▸ O  Blaise      0:23");
            assert_eq!(lines[14], " Paused since 00:00 UTC. `resume` ends it.");
        }
    }

    #[test]
    fn days_off_are_told_beside_the_clock_that_stands() {
        let at = |days: i64| ServerTime::from_micros(1_000_000 + days * 86_400_000_000);
        let off = |from: i64, until: i64| TimeOff {
            seat: Seat::new(1).expect("a seat"),
            from: at(from),
            until: at(until),
        };
        let mut game = GameView {
            time: "days:3".to_owned(),
            deadline: Some(at(5)),
            time_off: vec![off(0, 2), off(9, 12)],
            ..game()
        };
        game.clocks.iter_mut().for_each(|clock| clock.main = Duration::from_secs(3 * 86_400));
        for later in [0, 7, 86_400] {
            let lines = page(&game, later);
            assert_eq!(lines[12], " ▸ O  Blaise      3 d 0:00:00, off until 3 Jan");
            assert_eq!(lines[15], " Days off: Blaise from 10 Jan to 13 Jan.");
        }
        assert_eq!(page(&game, 3 * 86_400)[12], " ▸ O  Blaise      2 d 0:00:00");
        game.time_off.clear();
        game.deadline = Some(at(3));
        let lines = page(&game, 7);
        assert_eq!(lines[12], " ▸ O  Blaise      2 d 23:59:53");
        assert_eq!(lines.len(), 15);
    }

    #[test]
    fn a_policy_that_is_not_the_usual_one_is_named() {
        let skip = GameView { policy: "skip:3".to_owned(), ..game() };
        assert_eq!(page(&skip, 0)[0], " Zeitnot · game 12 · tic-tac-toe · 30s a turn · skip:3");
    }

    #[test]
    fn a_game_without_limit_has_no_clocks() {
        let untimed = GameView { time: "none".to_owned(), deadline: None, ..game() };
        assert_eq!(page(&untimed, 7)[12], " ▸ O  Blaise");
    }

    #[test]
    fn a_waiting_game_says_how_to_join() {
        let lines = page(&samples::waiting(3), 0);
        assert!(lines.contains(&"   zeitnot --profile second play --join ABCDEF".to_owned()), "{lines:#?}");
        assert!(lines.iter().any(|line| line.contains("nobody yet")), "{lines:#?}");
    }

    #[test]
    fn trouble_with_the_connection_comes_first() {
        let game = game();
        let offline = Connection::Offline { reason: "nobody answers".to_owned(), retry_at: Instant::now() };
        let lines = game_page(&Page {
            game: &game,
            now: None,
            connection: &offline,
            you: Some(game.seat),
            chat: &[],
            sent: Some("b2"),
            look: LOOK,
            seek: false,
            width: 80,
            height: 22,
        });
        assert!(lines[14].to_string().contains("Not connected (nobody answers)"), "{lines:#?}");
    }

    #[test]
    fn what_stands_between_the_players_is_told_below() {
        let mut game = GameView { draw_offered: Seat::new(1).into_iter().collect(), ..game() };
        game.premove = Some(Action::Mark { row: 1, column: 1 }.encode());
        (game.series, game.watchers, game.rated) = ("best-of:3".to_owned(), 3, true);
        let lines = page(&game, 7);
        assert_eq!(lines[0], " Zeitnot · game 12 · tic-tac-toe, rated · 30s a turn · 3 watching");
        assert_eq!(
            lines[14..],
            [
                " Blaise is to move.",
                " Blaise offers a draw: `accept` or `decline`.",
                " b2 is played as soon as it is your turn; `cancel` takes it back.",
                " Best of 3, game 1: Ada 0, Blaise 0.",
            ]
        );
    }

    #[test]
    fn a_spectator_is_nobody_at_the_table() {
        let mine = GameView { to_move: vec![Seat::FIRST], ..game() };
        let watched = game_page(&Page {
            game: &mine,
            now: Some(ServerTime::from_micros(8_000_000)),
            connection: &Connection::Online,
            you: None,
            chat: &[],
            sent: None,
            look: LOOK,
            seek: false,
            width: 80,
            height: 22,
        });
        assert_eq!(watched[11].to_string(), " ▸ X  Ada      0:23");
        assert_eq!(watched[14].to_string(), " Ada is to move.");
    }

    #[test]
    fn fits_a_small_terminal() {
        let config = Config::new(10, 10, 5).expect("a board");
        let mut large = game();
        large.position = Position::set_up(&config, 0).sight(Viewer::Seat(Seat::FIRST)).encode();
        // Two lines more: what is said, and what is typed into.
        assert!(page(&large, 0).len() + 2 <= 24, "{}", page(&large, 0).len());
        // All at once: what matters least is left out, and the title and the columns' letters are not.
        large.draw_offered = Seat::new(1).into_iter().collect();
        large.pause_asked = Seat::new(1).into_iter().collect();
        large.series = "best-of:3".to_owned();
        let said = |id: u64, text: &str| ChatLine { id, game: 12, seat: Seat::FIRST, text: text.to_owned() };
        let chat = [said(1, "Hello"), said(2, &"word ".repeat(40))];
        for (height, series) in [(22, false), (21, false), (40, true)] {
            let lines: Vec<String> = game_page(&Page {
                game: &large,
                now: None,
                connection: &Connection::Online,
                you: Some(Seat::FIRST),
                chat: &chat,
                sent: None,
                look: LOOK,
                seek: false,
                width: 80,
                height,
            })
            .iter()
            .map(ToString::to_string)
            .collect();
            assert!(lines.len() <= height, "{lines:#?}");
            assert!(lines[0].starts_with(" Zeitnot") && lines.iter().any(|line| line.ends_with("i   j")));
            assert!(lines.iter().any(|line| line.contains("offers a draw")), "{lines:#?}");
            assert!(lines.iter().any(|line| line.contains("asks for a pause")), "{lines:#?}");
            assert_eq!(lines.iter().any(|line| line.contains("Best of 3")), series, "{lines:#?}");
            assert_eq!(lines.iter().any(|line| line.contains("Hello")), series, "{lines:#?}");
        }
    }

    #[test]
    fn a_game_that_waits_says_for_whom_and_on_what_terms() {
        let mut game = GameView { series: "best-of:3".to_owned(), ..samples::waiting(3) };
        let told = |game: &GameView, seek| {
            waiting_lines(game, seek).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert!(told(&game, false).contains("--profile second"));
        assert!(page(&game, 0).iter().all(|line| !line.contains("game 1:")), "{:#?}", page(&game, 0));
        let seek = told(&game, true);
        assert!(seek.contains("zeitnot play --join 3") && !seek.contains("--profile"), "{seek}");
        assert!(seek.contains(" Agreed besides: best of 3."), "{seek}");
        game.players[0].identity = Some(spacetimedb_sdk::Identity::ZERO);
        (game.code, game.players[1].name) = (String::new(), "Blaise".to_owned());
        assert!(told(&game, false).starts_with(" Waiting for Blaise's answer to your challenge."));
        assert!(page(&game, 0).iter().any(|line| line.starts_with("   O  Blaise")), "{:#?}", page(&game, 0));
    }
}
