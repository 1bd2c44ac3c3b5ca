//! Games, players, endings and refusals in words.

use fluent_bundle::FluentValue;
use zeitnot_client::session::{Answer, GameView};
use zeitnot_rules::mnk::{Config, First, Sight};
use zeitnot_rules::{OnTimeout, Seat, SeriesLength, SeriesRule, TimeoutPolicy, preset_of};

use super::mark::Mark;
use super::texts::Texts;

/// What a game is called: `tic-tac-toe`, or `6 × 7, 4 in a row, gravity`. What cannot be read is given back.
pub fn game_title(spec: &str, texts: &Texts) -> String {
    let name_of = |preset: &str| {
        let name = format!("game-{preset}");
        if texts.has(&name) { texts.get(&name) } else { preset.to_owned() }
    };
    let Some(config) = spec.strip_prefix("mnk:").and_then(|text| text.parse::<Config>().ok()) else {
        return preset_of(spec).map_or_else(|| spec.to_owned(), name_of);
    };
    let starter = match config.first() {
        First::Random => Some(texts.get("game-first-random")),
        First::Seat(Seat::FIRST) => None,
        First::Seat(seat) => {
            Some(texts.with("game-first", &[("mark", texts.get(Mark::of(seat).text()).into())]))
        }
    };
    let plain = config.with_first(First::Seat(Seat::FIRST)).unwrap_or(config);
    if let Some(preset) = preset_of(&format!("mnk:{plain}")) {
        let parts = std::iter::once(name_of(preset)).chain(starter);
        return parts.collect::<Vec<_>>().join(", ");
    }
    let mut parts = vec![texts.with(
        "game-board",
        &[
            ("rows", config.rows().into()),
            ("columns", config.columns().into()),
            ("strike", config.strike().into()),
        ],
    )];
    if config.seats() > 2 {
        parts.push(texts.with("game-players", &[("count", config.seats().into())]));
    }
    parts.extend(starter);
    let variant = config.variant();
    let flags = [(variant.gravity, "gravity"), (variant.misere, "misere"), (variant.phantom, "phantom")];
    let named = flags.into_iter().filter(|(set, _)| *set);
    parts.extend(named.map(|(_, name)| texts.get(&format!("game-{name}"))));
    parts.join(", ")
}

/// What happens when time runs out, where that is not the usual: being out. `None` where it is, or where nothing
/// can run out.
pub fn policy_title(game: &GameView, texts: &Texts) -> Option<String> {
    let policy = game.policy.parse::<TimeoutPolicy>().ok().filter(|_| game.time != "none")?;
    match policy.action() {
        OnTimeout::Forfeit => None,
        OnTimeout::Skip { max_missed } => {
            Some(texts.with("policy-title-skip", &[("count", max_missed.into())]))
        }
        OnTimeout::Play { max_missed: None } => Some(texts.get("policy-title-play")),
        OnTimeout::Play { max_missed: Some(count) } => {
            Some(texts.with("policy-title-play-of", &[("count", count.into())]))
        }
    }
}

/// How the series stands that a game is part of; `None` if it is by itself.
pub fn series_title(game: &GameView, texts: &Texts) -> Option<String> {
    let (name, count) = match game.series.parse::<SeriesLength>().ok()?.rule() {
        SeriesRule::Single => return None,
        SeriesRule::BestOf { games } => ("series-title-best-of", games),
        SeriesRule::FirstTo { points } => ("series-title-first-to", points),
    };
    let points = |half: &u32| match (half / 2, half % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    };
    let score: Vec<String> = game.score.iter().map(points).collect();
    let series = texts.with(name, &[("count", count.into())]);
    let values =
        [("series", series.into()), ("round", game.round.into()), ("score", score.join(" : ").into())];
    Some(texts.with("table-series", &values))
}

/// A player's name; an empty seat and a nameless player have one too.
pub fn player_name(game: &GameView, seat: Seat, texts: &Texts) -> String {
    match game.players.get(seat.index()) {
        Some(player) if !player.name.is_empty() => player.name.clone(),
        Some(player) if player.identity.is_some() => texts.get("player-nameless"),
        _ => texts.get("player-nobody"),
    }
}

/// The names of these seats, with commas.
pub(super) fn names(game: &GameView, seats: impl IntoIterator<Item = Seat>, texts: &Texts) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| player_name(game, seat, texts)).collect();
    names.join(", ")
}

/// How a game has ended, and why. `you` is the seat of whoever reads it, if they play themselves.
pub fn ending_sentence(game: &GameView, you: Option<Seat>, sight: Option<&Sight>, texts: &Texts) -> String {
    if ["void", "aborted"].contains(&game.ending.as_str()) {
        return texts.get(&format!("ending-{}", game.ending));
    }
    let winners = &game.winners;
    let result = if winners.is_empty() {
        texts.get("result-draw")
    } else if you.is_some_and(|you| winners.contains(&you)) {
        texts.get("result-you-won")
    } else {
        texts.with("result-won", &[("who", names(game, winners.iter().copied(), texts).into())])
    };
    let seats = (0..).map_while(Seat::new).take(game.players.len());
    let out: Vec<Seat> =
        seats.filter(|seat| game.players.get(seat.index()).is_some_and(|player| player.out)).collect();
    let own = you.is_some_and(|you| out == [you]);
    let who: FluentValue = names(game, out.iter().copied(), texts).into();
    let misere = sight.is_some_and(|sight| sight.variant().misere);
    let reason = match game.ending.as_str() {
        "line" if misere => texts.get("reason-misere-line"),
        "line" => {
            let strike = sight.map(Sight::strike).unwrap_or_default();
            texts.with("reason-line", &[("strike", strike.into())])
        }
        ending @ ("resignation" | "time" | "away") if own => texts.get(&format!("reason-{ending}-you")),
        ending @ ("time" | "away") if out.is_empty() => texts.get(&format!("reason-{ending}-nobody")),
        ending @ ("resignation" | "time" | "away") => {
            texts.with(&format!("reason-{ending}"), &[("who", who)])
        }
        "full_board" => texts.get("reason-full-board"),
        "agreement" => texts.get("reason-agreement"),
        "last_seat" => texts.get("reason-last-seat"),
        other => other.replace('_', " "),
    };
    texts.with("ending", &[("result", result.into()), ("reason", reason.into())])
}

/// What a player is told of a call that was not done; `None` if it was. Refusals that are common are said in
/// the player's language, others as the server says them.
pub fn answer_sentence(answer: &Answer, texts: &Texts) -> Option<String> {
    Some(match answer {
        Answer::Done { .. } => return None,
        Answer::Refused { code, message } => {
            let name = format!("refused-{}", code.replace('_', "-"));
            if texts.has(&name) { texts.get(&name) } else { sentence(message, texts) }
        }
        Answer::NotDone { reason } => texts.with("answer-not-done", &[("reason", reason.clone().into())]),
        Answer::Unknown => texts.get("answer-unknown"),
    })
}

/// With a capital at its beginning and a full stop at its end.
fn sentence(text: &str, texts: &Texts) -> String {
    let mut characters = text.chars();
    let mut sentence: String = match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => return texts.get("refused-refused"),
    };
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_titles() {
        let texts = Texts::of("en");
        let title = |spec: &str| game_title(spec, &texts);
        assert_eq!(title("mnk:rows=3,columns=3,strike=3"), "tic-tac-toe");
        assert_eq!(title("mnk:rows=3,columns=3,strike=3,first=random"), "tic-tac-toe, random start");
        assert_eq!(
            title("mnk:rows=4,columns=5,strike=4,seats=3,first=2,gravity,misere,phantom"),
            "4 × 5, 4 in a row, 3 players, O begins, gravity, misère, phantom"
        );
        assert_eq!(title("chess:960"), "chess:960");
    }

    #[test]
    fn refusals_are_sentences() {
        let texts = Texts::of("en");
        let refused = |code: &str, message: &str| {
            let answer = Answer::Refused { code: code.to_owned(), message: message.to_owned() };
            answer_sentence(&answer, &texts).expect("not done")
        };
        assert_eq!(refused("stale_ply", "you answered 3"), "The game has moved on; look again.");
        assert_eq!(refused("something_new", "row 2 is taken"), "Row 2 is taken.");
        assert_eq!(refused("something_new", ""), "The server has refused this.");
        assert_eq!(answer_sentence(&Answer::Done { game: None }, &texts), None);
        assert!(answer_sentence(&Answer::Unknown, &texts).is_some_and(|told| told.contains("not known")));
    }
}
