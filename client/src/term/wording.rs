//! Things in words.

use zeitnot_rules::clock::{Rule, TimeControl, duration_text};

use zeitnot_rules::mnk::{Config, First, Sight};
use zeitnot_rules::{Seat, SeatSet, SeriesLength, SeriesRule, preset_of};

use super::look::Look;
use crate::session::{Answer, GameView, Status};

/// What a game is called: `tic-tac-toe`, or `6×7, 4 in a row, gravity`. What cannot be read is given back.
pub fn game_title(spec: &str, look: Look) -> String {
    if let Some(preset) = preset_of(spec) {
        return preset.to_owned();
    }
    let Some(config) = spec.strip_prefix("mnk:").and_then(|text| text.parse::<Config>().ok()) else {
        return spec.to_owned();
    };
    let by = if look.ascii { 'x' } else { '×' };
    let mut title = format!("{}{by}{}, {} in a row", config.rows(), config.columns(), config.strike());
    if config.seats() > 2 {
        title += &format!(", {} players", config.seats());
    }
    match config.first() {
        First::Random => title += ", random start",
        First::Seat(seat) if seat != Seat::FIRST => title += &format!(", {} begins", look.mark(seat)),
        First::Seat(_) => {}
    }
    let variant = config.variant();
    let named = [(variant.gravity, "gravity"), (variant.misere, "misère"), (variant.phantom, "phantom")];
    for (_, name) in named.into_iter().filter(|(set, _)| *set) {
        title += ", ";
        title += if look.ascii && name == "misère" { "misere" } else { name };
    }
    title
}

/// A time control in a word or two: `30s a turn`; most are best known by their text.
pub fn time_title(time: &str) -> String {
    match time.parse::<TimeControl>().as_ref().map(TimeControl::rule) {
        Ok(Rule::Untimed) => "no time limit".to_owned(),
        Ok(Rule::PerTurn(rule)) => format!("{} a turn", duration_text(rule.turn)),
        Ok(Rule::Absolute(rule)) => format!("{} for the game", duration_text(rule.main)),
        _ => time.to_owned(),
    }
}

/// What is agreed for a game besides its rules and its time, where it is not the usual: `best of 3, skip:3 when
/// time runs out, pause:5m when a player leaves`. `None` if all is as usual.
pub fn terms_text(time: &str, policy: &str, leaving: &str, series: &str) -> Option<String> {
    let length = series.parse::<SeriesLength>().ok().and_then(|length| match length.rule() {
        SeriesRule::BestOf { games } => Some(format!("best of {games}")),
        SeriesRule::FirstTo { points } => Some(format!("first to {points}")),
        SeriesRule::Single => None,
    });
    // Without a limit no time runs out.
    let policy = Some(policy).filter(|policy| !["", "forfeit"].contains(policy) && time != "none");
    let leaving = Some(leaving).filter(|leaving| !["", "run"].contains(leaving));
    let terms: Vec<String> = length
        .into_iter()
        .chain(policy.map(|policy| format!("{policy} when time runs out")))
        .chain(leaving.map(|leaving| format!("{leaving} when a player leaves")))
        .collect();
    (!terms.is_empty()).then(|| terms.join(", "))
}

/// A player's name; an empty seat and a nameless player have one too.
pub fn player_name(game: &GameView, seat: Seat) -> String {
    match game.players.get(seat.index()) {
        Some(player) if !player.name.is_empty() => player.name.clone(),
        _ if game.status == Status::Waiting => "nobody yet".to_owned(),
        // The account has been deleted.
        _ => "a player".to_owned(),
    }
}

/// How a game has ended: `You have won: three in a row, a1 to c1.`
///
/// `you` is the seat of whoever reads it, if they play themselves.
pub fn ending_sentence(game: &GameView, you: Option<Seat>, sight: Option<&Sight>) -> String {
    let seats = SeatSet::first(game.players.len().min(8) as u8);
    let names: Vec<String> = seats.iter().map(|seat| player_name(game, seat)).collect();
    let is_out = |seat: &Seat| game.players.get(seat.index()).is_some_and(|player| player.out);
    let ended = Ended {
        names: &names,
        winners: game.winners.iter().copied().collect(),
        out: seats.iter().filter(is_out).collect(),
        ending: &game.ending,
    };
    ended.sentence(you, sight)
}

/// What there is to know of how a game has ended.
#[derive(Debug)]
pub(crate) struct Ended<'a> {
    /// The players' names by their seats.
    pub(crate) names: &'a [String],
    /// Nobody: it was drawn.
    pub(crate) winners: SeatSet,
    /// Who did not play any more.
    pub(crate) out: SeatSet,
    /// The code.
    pub(crate) ending: &'a str,
}

impl Ended<'_> {
    /// See [`ending_sentence`].
    pub(crate) fn sentence(&self, you: Option<Seat>, sight: Option<&Sight>) -> String {
        let names = |seats: SeatSet| {
            let names: Vec<&str> =
                seats.iter().filter_map(|seat| self.names.get(seat.index())).map(String::as_str).collect();
            names.join(" and ")
        };
        let misere = sight.is_some_and(|sight| sight.variant().misere);
        match self.ending {
            "void" => return "The game is void, and counts for nobody.".to_owned(),
            "aborted" => return "The game was aborted, and counts for nobody.".to_owned(),
            _ => {}
        }
        let result = match self.winners {
            SeatSet::EMPTY => "A draw".to_owned(),
            winners if you.is_some_and(|you| winners.contains(you)) => "You have won".to_owned(),
            winners => format!("{} has won", names(winners)),
        };
        let who = match self.out.sole() {
            Some(seat) if Some(seat) == you => "you".to_owned(),
            _ => names(self.out),
        };
        let reason = match self.ending {
            "line" if misere => "the others completed a line".to_owned(),
            "line" => {
                let strike = sight.map(Sight::strike).unwrap_or_default();
                let line = format!("{} in a row", number_word(strike));
                match sight.and_then(|sight| sight.lines().into_iter().next()) {
                    Some(line_drawn) => {
                        let ends = line_drawn.points.first().zip(line_drawn.points.last());
                        let ends = ends.map(|(from, to)| format!(", {from} to {to}"));
                        format!("{line}{}", ends.unwrap_or_default())
                    }
                    None => line,
                }
            }
            "full_board" => "the board is full".to_owned(),
            "resignation" if who == "you" => "you resigned".to_owned(),
            "resignation" => format!("{who} resigned"),
            "time" if who == "you" => "your time ran out".to_owned(),
            "time" if who.is_empty() => "the time ran out".to_owned(),
            "time" => format!("{who} ran out of time"),
            "agreement" => "the players agreed".to_owned(),
            "away" if who == "you" => "you had left".to_owned(),
            "away" if who.is_empty() => "the others had left".to_owned(),
            "away" => format!("{who} had left"),
            "banned" if who == "you" => "you were banned".to_owned(),
            "banned" => format!("{who} was banned"),
            "last_seat" => "all others have left".to_owned(),
            other => other.replace('_', " "),
        };
        format!("{result}: {reason}.")
    }
}

fn number_word(count: u8) -> String {
    match count {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        6 => "six".to_owned(),
        _ => count.to_string(),
    }
}

/// What a player is told of a call that was not done; `None` if it was.
pub fn answer_sentence(answer: &Answer) -> Option<String> {
    Some(match answer {
        Answer::Done { .. } => return None,
        Answer::Refused { code, message } => match code.as_str() {
            "stale_ply" => "The game has moved on; look again.".to_owned(),
            "out_of_time" => "Too late: your time had run out.".to_owned(),
            "game_over" => "The game is over.".to_owned(),
            "paused" => "The game is paused; `resume` lets the clocks go on.".to_owned(),
            "not_paused" => "The game is not paused.".to_owned(),
            "untimed" => "This game has no clock.".to_owned(),
            "draw_offered" => "Your offer stands already.".to_owned(),
            "no_draw_offered" => "Nobody offers a draw.".to_owned(),
            "no_takeback_asked" => "Nobody asks for a move back any more.".to_owned(),
            "no_rematch_asked" => "Nobody asks for another game any more.".to_owned(),
            "no_premove" => "Nothing is decided in advance; it may just have been played.".to_owned(),
            "free_chat_off" => "Here one can say the phrases only: `say` lists them.".to_owned(),
            "too_many_messages" => "You have said a lot; wait a little.".to_owned(),
            "no_claim" => "Nobody has been away for long enough to claim the game.".to_owned(),
            "no_such_pool" => sentence(&format!("{message}; `zeitnot lobby` lists the pools")),
            "already_joined" => "You have a seat in that game already.".to_owned(),
            _ => sentence(message),
        },
        Answer::NotDone { reason } => sentence(&format!("not done: {reason}")),
        Answer::Unknown => sentence(&answer.to_string()),
    })
}

/// With a capital at its beginning and a full stop at its end.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let mut sentence: String = match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => return "The server has refused this.".to_owned(),
    };
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// Names the command by which the user plays, where that is not this program by its name.
const CALLED_AS: &str = "ZEITNOT_CALLED_AS";

/// The command by which the user plays.
pub fn play_command() -> String {
    std::env::var(CALLED_AS).unwrap_or_else(|_| "zeitnot play".to_owned())
}

/// The command by which another player on the same computer plays.
pub fn join_command() -> String {
    std::env::var(CALLED_AS).unwrap_or_else(|_| "zeitnot --profile second play".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Status;
    use crate::session::samples;
    use zeitnot_rules::mnk::{Action, Position};
    use zeitnot_rules::{Rules, Viewer};

    const LOOK: Look = Look { ascii: false, styled: false };

    fn over(winners: &[u8], ending: &str, out: &[usize]) -> GameView {
        let mut game = samples::live(1);
        game.status = Status::Over;
        game.winners = winners.iter().filter_map(|&seat| Seat::new(seat)).collect();
        game.ending = ending.to_owned();
        for &seat in out {
            game.players[seat].out = true;
        }
        game
    }

    #[test]
    fn games_have_titles() {
        let title = |spec: &str| game_title(spec, LOOK);
        assert_eq!(title("mnk:rows=3,columns=3,strike=3"), "tic-tac-toe");
        assert_eq!(title("mnk:rows=6,columns=7,strike=4,gravity"), "connect-four");
        assert_eq!(
            title("mnk:rows=4,columns=5,strike=4,seats=3,first=2,gravity,misere,phantom"),
            "4×5, 4 in a row, 3 players, O begins, gravity, misère, phantom"
        );
        assert_eq!(title("chess:960"), "chess:960");
        let ascii = game_title("mnk:rows=4,columns=5,strike=4,misere", Look { ascii: true, styled: false });
        assert_eq!(ascii, "4x5, 4 in a row, misere");
    }

    #[test]
    fn times_have_titles() {
        assert_eq!(time_title("turn:30s"), "30s a turn");
        assert_eq!(time_title("none"), "no time limit");
        assert_eq!(time_title("absolute:10m"), "10m for the game");
        assert_eq!(time_title("fischer:5m+3s"), "fischer:5m+3s");
        assert_eq!(time_title("nonsense"), "nonsense");
    }

    #[test]
    fn what_is_not_usual_is_told() {
        assert_eq!(terms_text("turn:30s", "", "", ""), None);
        assert_eq!(terms_text("turn:30s", "forfeit", "run", "single"), None);
        assert_eq!(
            terms_text("turn:30s", "skip:3", "pause:5m", "best-of:3").as_deref(),
            Some("best of 3, skip:3 when time runs out, pause:5m when a player leaves")
        );
        assert_eq!(terms_text("none", "skip:3", "", "first-to:2").as_deref(), Some("first to 2"));
    }

    #[test]
    fn endings_are_told_to_whoever_reads_them() {
        let told = |game: &GameView| ending_sentence(game, Some(game.seat), None);
        assert_eq!(told(&over(&[0], "time", &[1])), "You have won: Blaise ran out of time.");
        assert_eq!(told(&over(&[1], "time", &[0])), "Blaise has won: your time ran out.");
        assert_eq!(told(&over(&[1], "resignation", &[0])), "Blaise has won: you resigned.");
        assert_eq!(told(&over(&[], "void", &[])), "The game is void, and counts for nobody.");
        assert_eq!(told(&over(&[], "time", &[])), "A draw: the time ran out.");
        assert_eq!(told(&over(&[], "agreement", &[])), "A draw: the players agreed.");
        assert_eq!(told(&over(&[0], "away", &[1])), "You have won: Blaise had left.");
        assert_eq!(told(&over(&[0], "banned", &[1])), "You have won: Blaise was banned.");
        assert_eq!(told(&over(&[], "aborted", &[])), "The game was aborted, and counts for nobody.");
        let watched = ending_sentence(&over(&[1], "resignation", &[0]), None, None);
        assert_eq!(watched, "Blaise has won: Ada resigned.");
        assert_eq!(told(&over(&[], "full_board", &[])), "A draw: the board is full.");
        assert_eq!(told(&over(&[0], "some_new_reason", &[])), "You have won: some new reason.");
    }

    #[test]
    fn a_line_is_told_with_its_ends() {
        let mut game = Position::set_up(&Config::new(3, 3, 3).expect("a board"), 0);
        for (row, column) in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)] {
            let seat = game.to_move().sole().expect("one moves at a time");
            game.apply(seat, &Action::Mark { row, column }).expect("legal");
        }
        let sight = game.sight(Viewer::Spectator);
        let told = ending_sentence(&over(&[0], "line", &[]), Some(Seat::FIRST), Some(&sight));
        assert_eq!(told, "You have won: three in a row, a1 to c1.");
    }

    #[test]
    fn refusals_are_sentences() {
        let refused = |text: &str| answer_sentence(&Answer::refused(text)).expect("not done");
        assert_eq!(refused("not_your_turn: it is O's turn"), "It is O's turn.");
        assert_eq!(refused("stale_ply: you answered ply 3"), "The game has moved on; look again.");
        assert_eq!(refused("cell_occupied: row 2, column 2 is taken"), "Row 2, column 2 is taken.");
        let pool = refused("no_such_pool: there is no pool \"x\"");
        assert_eq!(pool, "There is no pool \"x\"; `zeitnot lobby` lists the pools.");
        assert_eq!(refused(""), "The server has refused this.");
        assert_eq!(answer_sentence(&Answer::Done { game: None }), None);
        assert!(answer_sentence(&Answer::Unknown).is_some_and(|told| told.contains("not known")));
    }
}
