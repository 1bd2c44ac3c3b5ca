//! `zeitnot bot`

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::args::BotArgs;
use super::connect::{Context, mention};
use super::error::CliError;
use super::out;
use crate::bot::{House, HouseSettings};
use crate::session::{Event, GameId, GameView, Pool, Profile, Request, Settings, Status, Topic};
use crate::term::{answer_sentence, ending_sentence, game_title};
use zeitnot_rules::clock::Speed;
use zeitnot_rules::mnk::Sight;

/// What the bot's thread tells the command.
enum Told {
    Event(Event),
    Stop,
}

/// Plays until Ctrl-C.
pub(super) fn run(context: Context, args: &BotArgs) -> Result<(), CliError> {
    let setup = if args.open { Some(args.setup.setup(false)?) } else { None };
    if setup.is_none() && args.setup.is_given() {
        return Err(CliError::Usage("the options of a game need --open"));
    }
    let (tell, told) = channel();
    let stop = tell.clone();
    ctrlc::set_handler(move || {
        // It is stopping already.
        let _stopping = stop.send(Told::Stop);
    })
    .map_err(std::io::Error::other)?;
    let look = context.look;
    // Nobody is to mark themself as a program by trying this out.
    let profile = match context.settings.profile {
        profile if profile == Profile::standard() => Profile::bot(),
        profile => profile,
    };
    let context = Context { settings: Settings { profile, ..context.settings }, look };
    if let Some(name) = &args.pool {
        check_pool(&context.read([Topic::Pools])?.1.pools, name)?;
    }
    let settings = HouseSettings {
        settings: context.settings.with_topics([Topic::Challenges]),
        level: args.level,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        name: args.name.as_ref().map(|name| name.as_str().to_owned()),
        pause: Duration::ZERO,
    };
    let house = House::start(settings, move |event| {
        let _stopping = tell.send(Told::Event(event.clone()));
    })?;
    for game in &args.join {
        house.ask(Request::JoinGame { game: game.clone() });
    }
    let mut has_open_game = false;
    let mut known = HashMap::new();
    while let Ok(Told::Event(event)) = told.recv() {
        match &event {
            Event::Connected(me) => {
                // The name that it is to have is heard of when it has it.
                if args.name.as_ref().is_none_or(|name| name.as_str() == me.name) {
                    out::line(format_args!("Connected as {}.", me.name))?;
                }
                // The server has forgotten the search with the connection.
                search(&house, args, &known);
                if let Some(setup) = setup.clone().filter(|_| !has_open_game) {
                    has_open_game = true;
                    house.ask(Request::OpenGame(setup));
                }
            }
            Event::NameChanged(name) => out::line(format_args!("Connected as {name}."))?,
            Event::Disconnected { reason, .. } => out::line(format_args!("Not connected: {reason}."))?,
            Event::GameChanged(game) => {
                let before = known.insert(game.id, Arc::clone(game)).map(|before| before.status);
                let title = game_title(&game.spec, look);
                match (before, game.status) {
                    (Some(Status::Waiting) | None, Status::Live) => {
                        out::line(format_args!("Game {}: {title} begins.", game.id))?
                    }
                    (Some(Status::Live), Status::Over) => {
                        let sight = Sight::decode(&game.position).ok();
                        out::line(format_args!(
                            "Game {}: {}",
                            game.id,
                            ending_sentence(game, None, sight.as_ref())
                        ))?;
                        search(&house, args, &known);
                    }
                    (None, Status::Waiting) => {
                        out::line(format_args!("Game {}: {title} is open, code {}.", game.id, game.code))?
                    }
                    _ => {}
                }
                // The game that was kept open has begun: the next one.
                if before == Some(Status::Waiting)
                    && game.status == Status::Live
                    && let Some(setup) = setup.clone()
                {
                    house.ask(Request::OpenGame(setup));
                }
            }
            Event::Answered { answer, .. } => {
                if let Some(sentence) = answer_sentence(answer) {
                    out::line(sentence)?;
                }
            }
            other => mention(other),
        }
    }
    if let Some(pool) = &args.pool {
        house.ask(Request::LeaveQueue { pool: pool.clone() });
    }
    // Nobody would play in what it has left open.
    for game in known.values().filter(|game| game.status == Status::Waiting) {
        house.ask(Request::CancelGame { game: game.id });
    }
    Ok(())
}

/// Whoever searches in a rated pool looks for people: a bot searches in a casual one.
fn check_pool(pools: &[Pool], name: &str) -> Result<(), CliError> {
    match pools.iter().find(|pool| pool.name == name) {
        Some(pool) if pool.rated => {
            Err(CliError::Usage("a bot searches in casual pools; `zeitnot lobby` lists them"))
        }
        Some(_) => Ok(()),
        None => Err(CliError::Usage("there is no such pool; `zeitnot lobby` lists them")),
    }
}

/// Searches on, unless a game of the bot's in real time is going on: of these it plays one after the other.
fn search(house: &House, args: &BotArgs, known: &HashMap<GameId, Arc<GameView>>) {
    let plays = known.values().any(|game| game.status == Status::Live && is_in_real_time(game));
    if let Some(pool) = args.pool.as_ref().filter(|_| !plays) {
        house.ask(Request::JoinQueue { pool: pool.clone(), below: u32::MAX, above: u32::MAX });
    }
}

fn is_in_real_time(game: &GameView) -> bool {
    let speed = game.time.parse().ok().and_then(|time| Speed::of(&time));
    speed.is_some_and(|speed| speed != Speed::Correspondence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_searches_among_those_who_play_for_nothing() {
        let pool = |name: &str, rated| Pool {
            name: name.to_owned(),
            spec: "mnk:rows=3,columns=3,strike=3".to_owned(),
            time: "fischer:3m+2s".to_owned(),
            rated,
        };
        let pools = [pool("tic-tac-toe/3+2", false), pool("tic-tac-toe/3+2/rated", true)];
        assert!(check_pool(&pools, "tic-tac-toe/3+2").is_ok());
        for (name, said) in [("tic-tac-toe/3+2/rated", "casual pools"), ("chess/3+2", "no such pool")] {
            let error = check_pool(&pools, name).expect_err(name).to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
