//! `zeitnot bot`

use std::sync::mpsc::channel;
use std::time::Duration;

use super::args::BotArgs;
use super::connect::{Context, mention};
use super::error::CliError;
use super::out;
use crate::bot::{House, HouseSettings};
use crate::session::{Event, Profile, Request, Settings, Status, Topic};
use crate::term::{answer_sentence, ending_sentence, game_title};
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
    let settings = HouseSettings {
        settings: Settings { profile, ..context.settings }.with_topics([Topic::Challenges]),
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
    let mut known = std::collections::HashMap::new();
    while let Ok(Told::Event(event)) = told.recv() {
        match &event {
            Event::Connected(me) => {
                out::line(format_args!("Connected as {}.", me.name))?;
                if let Some(setup) = setup.clone().filter(|_| !has_open_game) {
                    has_open_game = true;
                    house.ask(Request::OpenGame(setup));
                }
            }
            Event::Disconnected { reason, .. } => out::line(format_args!("Not connected: {reason}."))?,
            Event::GameChanged(game) => {
                let before = known.insert(game.id, game.status);
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
    // Nobody would play in what it has left open.
    for (game, _) in known.iter().filter(|(_, status)| **status == Status::Waiting) {
        house.ask(Request::CancelGame { game: *game });
    }
    Ok(())
}
