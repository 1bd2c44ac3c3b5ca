//! A finished game that is looked through, as lines.

use zeitnot_rules::mnk::Sight;
use zeitnot_rules::record::{Entry, Record, time_text};
use zeitnot_rules::{LineStep, Review, Seat, SeatSet};

use super::board::draw_board;
use super::look::Look;
use super::moves::{left_sentence, missed_sentence};
use super::text::{Line, Style, wrap};
use super::wording::{Ended, game_title, time_title};

/// Moves are listed beside the board if this much room is left, else below it.
const LIST_WIDTH: usize = 30;

/// How many moves are listed below a board.
const LISTED_BELOW: usize = 3;

/// All that is to be seen of a game that is looked through, in at most so many columns and lines if that can be.
pub fn review_page(review: &Review, look: Look, width: usize, height: usize) -> Vec<Line> {
    let record = review.record();
    let players = player_lines(review, look);
    // The head and the state, and the empty lines around the board and the players.
    let rest = players.len() + 7;
    let board = match sight_of(review) {
        Some(sight) => draw_board(&sight, look, height.saturating_sub(rest)),
        None => vec![Line::from(" The positions of this game cannot be drawn.")],
    };
    let board_width = board.iter().map(Line::width).max().unwrap_or_default();
    let mut lines = vec![head_line(record, look), Line::new()];
    if board_width + LIST_WIDTH <= width {
        let mut listed = move_lines(review, look, board.len()).into_iter();
        for mut line in board {
            line.pad_to(board_width + 3);
            line.spans.extend(listed.next().unwrap_or_default().spans);
            lines.push(line);
        }
    } else {
        lines.extend(board);
        lines.push(Line::new());
        lines.extend(move_lines(review, look, LISTED_BELOW).into_iter().map(|listed| {
            let mut line = Line::from(" ");
            line.spans.extend(listed.spans);
            line
        }));
    }
    lines.push(Line::new());
    lines.extend(players);
    lines.push(Line::new());
    let said = [(state_sentence(review), Style::Strong), (ways_sentence(review), Style::Faint)];
    for (sentence, style) in said {
        let wrapped = wrap(&sentence, width.saturating_sub(2));
        lines.extend(wrapped.into_iter().map(|part| Line::from(" ").and(part, style)));
    }
    lines
}

/// The whole game as plain lines, ply by ply.
pub fn record_lines(record: &Record, look: Look) -> Vec<String> {
    let mut review = Review::of(record.clone());
    let mut lines = vec![head_line(record, look).to_string().trim_start().to_owned()];
    lines.extend(player_lines(&review, look).iter().map(|line| line.to_string().trim_start().to_owned()));
    while review.forward() {
        let ply = review.ply();
        let Some(entry) = review.entry() else { break };
        let time = used_text(entry).map(|time| format!(" {time}")).unwrap_or_default();
        lines.extend([
            String::new(),
            format!("{ply}. {}{time}", entry_sentence(record, entry, review.notation())),
        ]);
        // Of one who has left nothing is seen on the board.
        let sight = sight_of(&review).filter(|_| !matches!(entry, Entry::Out { .. }));
        lines.extend(sight.iter().flat_map(|sight| draw_board(sight, look, 0)).map(|line| line.to_string()));
    }
    lines.extend([String::new(), ending_of(record)]);
    lines
}

/// What game it was.
fn head_line(record: &Record, look: Look) -> Line {
    let header = record.header();
    let mut words = vec![game_title(&header.rules, look), time_title(&header.time.to_string())];
    words.extend(
        [&header.event, &header.site].into_iter().filter(|text| !matches!(text.as_str(), "" | "?")).cloned(),
    );
    words.extend(header.started.map(|started| started.date()));
    let dot = format!(" {} ", look.dot());
    // Anything may stand in a record.
    let text = words.join(&dot).replace(char::is_control, " ");
    Line::from(" ").and("Zeitnot", Style::Strong).and(format!("{dot}{text}"), Style::Faint)
}

/// What of a position can be seen: all of it, for the game is over.
fn sight_of(review: &Review) -> Option<Sight> {
    Sight::decode(&review.position().laid_open()).ok()
}

fn player_name(record: &Record, seat: Seat) -> String {
    match record.header().players.get(seat.index()) {
        Some(name) if !name.is_empty() => name.replace(char::is_control, " "),
        _ => "a player".to_owned(),
    }
}

fn seats_of(record: &Record) -> SeatSet {
    SeatSet::first(record.final_position().seats())
}

/// Who plays, who is out, and who is to move.
fn player_lines(review: &Review, look: Look) -> Vec<Line> {
    let position = review.position();
    let line = |seat: Seat| {
        let on_move = position.to_move().contains(seat);
        let pointer = if on_move { look.pointer() } else { " " };
        let out = if position.playing().contains(seat) { "" } else { ", out" };
        let name = format!("{}{out}", player_name(review.record(), seat));
        Line::from(" ")
            .and(pointer, Style::Strong)
            .and(" ", Style::Plain)
            .and(look.mark(seat), Style::Mark(seat.get()))
            .and("  ", Style::Plain)
            .and(name, if on_move { Style::Strong } else { Style::Plain })
    };
    seats_of(review.record()).iter().map(line).collect()
}

/// The moves around the one that has led to the position that is shown, which is pointed at. What was
/// only tried stands in round brackets.
fn move_lines(review: &Review, look: Look, height: usize) -> Vec<Line> {
    let steps = review.line();
    let shown = review.ply().saturating_sub(1);
    let first = shown.saturating_sub(height / 2).min(steps.len().saturating_sub(height));
    let widest = steps.iter().map(|step| step_text(step).chars().count()).max().unwrap_or_default();
    let line = |(index, step): (usize, &LineStep)| {
        let is_shown = index + 1 == review.ply();
        let seat = step.entry.seat();
        let pointer = if is_shown { look.pointer() } else { " " };
        let time = used_text(step.entry).filter(|_| step.is_played).unwrap_or_default();
        let style = if is_shown { Style::Strong } else { Style::Plain };
        Line::new()
            .and(format!("{pointer}{:>4}. ", index + 1), style)
            .and(look.mark(seat), Style::Mark(seat.get()))
            .and(format!(" {:widest$} ", step_text(step)), style)
            .and(time, Style::Faint)
    };
    steps.iter().enumerate().skip(first).take(height).map(line).collect()
}

fn step_text(step: &LineStep) -> String {
    let text = match step.entry {
        Entry::Move { .. } => step.notation,
        Entry::Pass { .. } => "missed",
        Entry::Out { .. } => "out",
    };
    if step.is_played { text.to_owned() } else { format!("({text})") }
}

/// The time that it took, if it took any.
fn used_text(entry: &Entry) -> Option<String> {
    match entry {
        Entry::Move { used, .. } | Entry::Pass { used, .. } => Some(time_text(*used)),
        Entry::Out { .. } => None,
    }
}

/// `Ada has played b2.`
fn entry_sentence(record: &Record, entry: &Entry, notation: Option<&str>) -> String {
    let who = format!("{} has", player_name(record, entry.seat()));
    match entry {
        Entry::Move { .. } => format!("{who} played {}.", notation.unwrap_or_default()),
        Entry::Pass { .. } => missed_sentence(&who),
        Entry::Out { reason, .. } => left_sentence(&who, reason),
    }
}

fn ending_of(record: &Record) -> String {
    let header = record.header();
    let winners = match (header.winners, header.ending.as_str()) {
        (Some(winners), _) => winners,
        (None, "") => return "The game has not ended.".to_owned(),
        (None, "void" | "aborted") => SeatSet::EMPTY,
        (None, _) => return "The game counts for nobody.".to_owned(),
    };
    let names: Vec<String> = seats_of(record).iter().map(|seat| player_name(record, seat)).collect();
    let last = record.final_position();
    let sight = Sight::decode(&last.laid_open()).ok();
    let out = seats_of(record).without(last.playing());
    Ended { names: &names, winners, out, ending: &header.ending }.sentence(None, sight.as_ref())
}

/// What has led to this position.
fn state_sentence(review: &Review) -> String {
    let record = review.record();
    let Some(entry) = review.entry() else { return "The start.".to_owned() };
    let happened = entry_sentence(record, entry, review.notation());
    if !review.is_on_main_line() {
        let over = if review.position().outcome().is_some() { " This ends it." } else { "" };
        return format!("Tried: {happened}{over} `main` goes back to the game.");
    }
    let ended =
        if review.ply() == review.length() { format!(" {}", ending_of(record)) } else { String::new() };
    format!("{} of {}: {happened}{ended}", review.ply(), review.length())
}

/// Which ways lead on.
fn ways_sentence(review: &Review) -> String {
    let ways: Vec<&str> = review.ways_on().collect();
    match ways[..] {
        [] if review.position().outcome().is_some() => "`back`, `first`, a number, or `help`.".to_owned(),
        [] | [_] => "`next`, `back`, a number, a move to try, or `help`.".to_owned(),
        _ => format!("From here: {}.", ways.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { ascii: false, styled: false };

    fn record() -> Record {
        let page = include_str!("../../../docs/records.md");
        page.split("```\n").nth(1).unwrap_or_default().parse().expect("a record")
    }

    fn drawn(review: &Review, width: usize) -> Vec<String> {
        review_page(review, LOOK, width, 24).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_ply_of_the_game() {
        let mut review = Review::of(record());
        review.go_to(3);
        assert_eq!(
            drawn(&review, 80),
            [
                " Zeitnot · tic-tac-toe · 30s a turn · Casual game · zeitnot.example · 2026.11.29",
                "",
                "      a   b   c         1. X b2     0:03.250123",
                "    ┌───┬───┬───┐       2. O a1     0:04.900000",
                "  1 │ O │   │   │   ▸   3. X a2     0:02.000001",
                "    ├───┼───┼───┤       4. O missed 0:30.000000",
                "  2 │(X)│ X │   │       5. X c2     0:03.951916",
                "    ├───┼───┼───┤",
                "  3 │   │   │   │",
                "    └───┴───┴───┘",
                "",
                "   X  Ada",
                " ▸ O  Blaise \"the abacus\"",
                "",
                " 3 of 5: Ada has played a2.",
                " `next`, `back`, a number, a move to try, or `help`.",
            ]
        );
    }

    #[test]
    fn a_narrow_terminal_has_the_moves_below_the_board() {
        let mut review = Review::of(record());
        review.last();
        let lines = drawn(&review, 40);
        assert_eq!(
            lines[11..14],
            ["     3. X a2     0:02.000001", "     4. O missed 0:30.000000", " ▸   5. X c2     0:03.951916"]
        );
        let state = [" 5 of 5: Ada has played c2. Ada has", " won: three in a row, a2 to c2."];
        assert_eq!(lines[18..20], state, "{lines:#?}");
    }

    #[test]
    fn what_is_tried_is_told_from_what_was_played() {
        let mut review = Review::of(record());
        review.go_to(2);
        let action = review.position().parse_action("c3").expect("a cell");
        review.play(Seat::FIRST, action).expect("legal");
        let lines = drawn(&review, 80);
        assert!(lines[4].ends_with("▸   3. X (c3)"), "{}", lines[4]);
        assert_eq!(lines[14], " Tried: Ada has played c3. `main` goes back to the game.");
        review.back();
        assert_eq!(drawn(&review, 80)[15], " From here: a2, c3.");
    }

    #[test]
    fn without_a_terminal_the_game_is_told_ply_by_ply() {
        let lines = record_lines(&record(), LOOK);
        let words: Vec<&str> = lines
            .iter()
            .map(String::as_str)
            .filter(|line| !line.starts_with(' ') && !line.is_empty())
            .collect();
        assert_eq!(
            words,
            [
                "Zeitnot · tic-tac-toe · 30s a turn · Casual game · zeitnot.example · 2026.11.29",
                "▸ X  Ada",
                "O  Blaise \"the abacus\"",
                "1. Ada has played b2. 0:03.250123",
                "2. Blaise \"the abacus\" has played a1. 0:04.900000",
                "3. Ada has played a2. 0:02.000001",
                "4. Blaise \"the abacus\" has missed the turn. 0:30.000000",
                "5. Ada has played c2. 0:03.951916",
                "Ada has won: three in a row, a2 to c2.",
            ]
        );
        assert!(lines.contains(&"  2 │[X]│[X]│[X]│".to_owned()), "{lines:#?}");
    }

    #[test]
    fn a_long_game_shows_the_moves_around_the_current_one() {
        let moves = (1..=100).map(|number| {
            let (row, column) = ((number - 1) / 10, (number - 1) % 10);
            format!("{number}. {}{} {{1s}}\n", char::from(b'a' + column as u8), row + 1)
        });
        let mut text = record().to_string();
        text.truncate(text.find("1. b2").expect("moves"));
        for (from, to) in [
            ("rows=3,columns=3,strike=3", "rows=10,columns=10,strike=10,seats=4"),
            ("White", "Player1"),
            ("Black", "Player2"),
            ("[Result \"1-0\"]", "[Player3 \"\"]\n[Player4 \"Dorothy\"]\n[Result \"*\"]"),
            ("[Winners \"1\"]", "[Winners \"-\"]"),
        ] {
            text = text.replace(from, to);
        }
        let text = format!("{text}{}*\n", moves.collect::<String>());
        let mut review = Review::of(text.parse().expect("a record"));
        for (ply, first, last) in [(0, 1, 13), (1, 1, 13), (50, 44, 56), (100, 88, 100)] {
            review.go_to(ply);
            let lines = drawn(&review, 80);
            assert!(lines[2].contains(&format!(" {first}. ")), "{ply}: {}", lines[2]);
            assert!(lines[14].contains(&format!(" {last}. ")), "{ply}: {}", lines[14]);
            assert!(lines.len() <= 24, "{}", lines.len());
            let pointed = lines[2..15].iter().filter(|line| line.contains('▸')).count();
            assert_eq!(pointed, usize::from(ply > 0));
        }
    }
}
