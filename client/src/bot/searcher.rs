//! Choosing a move.

use zeitnot_rules::mnk::{Action, Sight};
use zeitnot_rules::{Seat, SeatSet};

use super::field::{Field, worth};
use super::instinct::appeal;
use super::level::Level;
use super::search::best;

/// How many moves are tried in thought before one is made: well under a second without optimisation.
const BUDGET: u64 = 100_000;

/// How many turns even a careless bot looks ahead before it gives a game away.
const LEAST_DEPTH: u32 = 2;

/// Chooses moves in games of the m,n,k family, from what its seat sees and nothing else. The same level,
/// seed and games make the same moves.
///
/// ```
/// use zeitnot_client::bot::{Level, Searcher};
/// use zeitnot_rules::mnk::{Action, Config, Position};
/// use zeitnot_rules::{Rules, Seat, Viewer};
///
/// let mut game = Position::set_up(&Config::new(3, 3, 3)?, 0);
/// let (x, o) = (Seat::FIRST, Seat::new(1).unwrap());
/// for (seat, row, column) in [(x, 1, 1), (o, 0, 1), (x, 0, 0)] {
///     game.apply(seat, &Action::Mark { row, column })?;
/// }
/// let mut bot = Searcher::new(Level::BEST, 7);
/// let choice = bot.choose(&game.sight(Viewer::Seat(o)), o);
/// assert_eq!(choice, Some(Action::Mark { row: 2, column: 2 }), "it blocks the diagonal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Searcher {
    level: Level,
    chance: fastrand::Rng,
}

impl Searcher {
    /// `seed` decides between moves that are equally good.
    pub fn new(level: Level, seed: u64) -> Searcher {
        Searcher { level, chance: fastrand::Rng::with_seed(seed) }
    }

    /// What `seat`, whose sight this is, should do; `None` when it is not to move.
    pub fn choose(&mut self, sight: &Sight, seat: Seat) -> Option<Action> {
        let legal = sight.legal_actions(seat);
        let playing = SeatSet::first(sight.seats()).without(sight.out());
        let mut field = Field::new(sight);
        if self.level == Level::CARELESS {
            return self.chance.choice(legal);
        }
        if self.level == Level::GREEDY {
            // In misère play the good ones are those that complete nothing.
            let wins = |action: &&Action| {
                field.target(action).is_some_and(|cell| field.completes(cell, seat)) != sight.variant().misere
            };
            let winning: Vec<Action> = legal.iter().filter(wins).copied().collect();
            return self.chance.choice(if winning.is_empty() { legal } else { winning });
        }
        let opponent = playing.without(SeatSet::only(seat)).sole();
        match (self.level.depth(), opponent) {
            (Some(depth), Some(opponent)) if !sight.variant().phantom && !legal.is_empty() => {
                let cell = self.chance.choice(best(&field, [seat, opponent], depth, BUDGET).cells)?;
                Some(field.action(cell))
            }
            _ => self.at_a_glance(&mut field, &legal, seat, playing),
        }
    }

    /// Whether `seat`, whose sight this is, should be glad of a draw: it sees nothing better coming. Where
    /// others' marks are hidden, or more than two play, it cannot know, and plays on.
    pub fn welcomes_draw(&self, sight: &Sight, seat: Seat) -> bool {
        let playing = SeatSet::first(sight.seats()).without(sight.out());
        let (Some(opponent), Some(mover)) =
            (playing.without(SeatSet::only(seat)).sole(), sight.to_move().sole())
        else {
            return false;
        };
        if sight.variant().phantom {
            return false;
        }
        let depth = self.level.depth().unwrap_or(LEAST_DEPTH);
        let seats = if mover == seat { [seat, opponent] } else { [opponent, seat] };
        let score = best(&Field::new(sight), seats, depth, BUDGET).score;
        // A pair on an open line is no advantage to speak of.
        (if mover == seat { score } else { -score }) <= worth(2)
    }

    fn at_a_glance(
        &mut self,
        field: &mut Field,
        legal: &[Action],
        seat: Seat,
        playing: SeatSet,
    ) -> Option<Action> {
        let mut appeals = Vec::with_capacity(legal.len());
        for action in legal {
            let cell = field.target(action);
            appeals.push((cell.map(|cell| appeal(field, cell, seat, playing)), *action));
        }
        let best = appeals.iter().map(|(appeal, _)| *appeal).max()?;
        let equals = appeals.into_iter().filter(|(appeal, _)| *appeal == best).map(|(_, action)| action);
        self.chance.choice(equals.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use zeitnot_rules::mnk::{Config, Position};
    use zeitnot_rules::{AnyGame, Rules, Viewer};

    fn seats(count: u8) -> Vec<Seat> {
        SeatSet::first(count).iter().collect()
    }

    fn config(spec: &str) -> Config {
        let canonical = AnyGame::set_up(spec, 0).expect(spec).spec();
        canonical.trim_start_matches("mnk:").parse().expect(spec)
    }

    fn choose(level: Level, seed: u64, game: &Position, seat: Seat) -> Action {
        let choice = Searcher::new(level, seed).choose(&game.sight(Viewer::Seat(seat)), seat);
        choice.expect("it is to move")
    }

    /// Plays the bot in `bot` against every sequence of moves of the other, and counts the games.
    fn against_everything(
        game: &Position,
        bot: Seat,
        seed: u64,
        seen: &mut HashSet<Vec<u8>>,
        ends: &mut [u32; 2],
    ) {
        if !seen.insert(game.encode()) {
            return;
        }
        if let Some(outcome) = game.outcome() {
            assert!(outcome.is_draw() || outcome.winners.contains(bot), "lost:\n{}", game.board());
            return ends[usize::from(outcome.is_draw())] += 1;
        }
        let seat = game.to_move().sole().expect("one moves at a time");
        let actions = match seat == bot {
            true => vec![choose(Level::BEST, seed, game, bot)],
            false => game.legal_actions(seat),
        };
        for action in actions {
            let mut next = game.clone();
            next.apply(seat, &action).expect("a legal action");
            against_everything(&next, bot, seed, seen, ends);
        }
    }

    #[test]
    fn a_draw_is_welcome_where_nothing_better_is_seen() {
        let [x, o] = [0, 1].map(|seat| seats(2)[seat]);
        let mut game = Position::set_up(&config("tic-tac-toe"), 0);
        let welcomes = |game: &Position, seat: Seat| {
            Searcher::new(Level::BEST, 7).welcomes_draw(&game.sight(Viewer::Seat(seat)), seat)
        };
        assert!(welcomes(&game, x) && welcomes(&game, o), "with best play it is a draw");
        // An edge against the corner loses.
        for (seat, row, column) in [(x, 0, 0), (o, 0, 1)] {
            game.apply(seat, &Action::Mark { row, column }).expect("legal");
        }
        assert!(!welcomes(&game, x) && welcomes(&game, o));
        let hidden = Position::set_up(&config("mnk:rows=3,columns=3,strike=3,phantom"), 0);
        assert!(!welcomes(&hidden, x), "it cannot know");
    }

    #[test]
    fn the_best_level_never_loses_at_tic_tac_toe() {
        for spec in ["tic-tac-toe", "misere-tic-tac-toe"] {
            for bot in seats(2) {
                for seed in 0..3 {
                    let game = Position::set_up(&config(spec), 0);
                    let mut ends = [0; 2];
                    against_everything(&game, bot, seed, &mut HashSet::new(), &mut ends);
                    assert!(ends[0] > 0, "{spec}: never wins as {bot} with seed {seed}: {ends:?}");
                }
            }
        }
    }

    fn play(config: &Config, bots: &mut [Searcher]) -> Position {
        let mut game = Position::set_up(config, 0);
        while let Some(seat) = game.to_move().sole() {
            let sight = game.sight(Viewer::Seat(seat));
            let action = bots[seat.index()].choose(&sight, seat).expect("it is to move");
            game.apply(seat, &action).unwrap_or_else(|error| panic!("{action:?}: {error}\n{}", game.board()));
        }
        game
    }

    #[test]
    fn two_of_the_best_draw() {
        for seed in 0..5 {
            let mut bots = [Searcher::new(Level::BEST, seed), Searcher::new(Level::BEST, seed + 100)];
            let game = play(&config("tic-tac-toe"), &mut bots);
            assert!(game.outcome().is_some_and(|outcome| outcome.is_draw()), "\n{}", game.board());
        }
    }

    #[test]
    fn takes_the_fastest_win_and_the_slowest_loss() {
        let [x, o] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
        let after = |moves: &[(u8, u8)]| {
            let mut game = Position::set_up(&config("tic-tac-toe"), 0);
            for (number, &(row, column)) in moves.iter().enumerate() {
                game.apply(if number % 2 == 0 { x } else { o }, &Action::Mark { row, column })
                    .expect("legal");
            }
            game
        };
        // X has two in a row at the top and could also make a fork that wins a turn later.
        let game = after(&[(0, 0), (1, 0), (0, 1), (2, 1)]);
        for seed in 0..10 {
            assert_eq!(choose(Level::BEST, seed, &game, x), Action::Mark { row: 0, column: 2 });
        }
        // X threatens two lines, but O wins at once and need not defend.
        let game = after(&[(0, 0), (1, 2), (2, 2), (1, 1), (2, 0)]);
        for seed in 0..10 {
            assert_eq!(choose(Level::BEST, seed, &game, o), Action::Mark { row: 1, column: 0 });
        }
        // O has answered the corner at its side, which loses; blocking puts it off.
        let game = after(&[(0, 0), (0, 1), (1, 1)]);
        for seed in 0..10 {
            assert_eq!(choose(Level::BEST, seed, &game, o), Action::Mark { row: 2, column: 2 });
        }
    }

    #[test]
    fn better_levels_beat_worse_ones() {
        for (spec, better, worse, games) in [
            ("tic-tac-toe", "2", "0", 20),
            ("connect-four", "3", "1", 10),
            ("connect-four", "4", "1", 4),
            ("gomoku-10", "3", "0", 4),
        ] {
            let level = |text: &str| text.parse::<Level>().expect("a level");
            let (mut won, mut lost) = (0, 0);
            for seed in 0..games {
                let better_seat = Seat::new((seed % 2) as u8).expect("a seat");
                let mut bots = [level(worse), level(worse)].map(|level| Searcher::new(level, seed));
                bots[better_seat.index()] = Searcher::new(level(better), seed);
                let outcome = play(&config(spec), &mut bots).outcome().expect("it is over");
                won += u32::from(outcome.winners.contains(better_seat));
                lost += u32::from(!outcome.is_draw() && !outcome.winners.contains(better_seat));
            }
            assert!(won > 2 * lost, "{spec}, {better} against {worse}: won {won}, lost {lost} of {games}");
        }
    }

    #[test]
    fn every_level_plays_every_game_to_its_end() {
        for spec in [
            "mnk:rows=4,columns=5,strike=4,seats=3",
            "mnk:rows=5,columns=5,strike=4,seats=4,misere",
            "mnk:rows=4,columns=4,strike=3,seats=3,gravity,phantom",
            "phantom-tic-tac-toe",
            "mnk:rows=4,columns=4,strike=3,gravity,misere",
            "mnk:rows=8,columns=8,strike=5",
        ] {
            for level in ["0", "1", "2", "3", "4"] {
                let level: Level = level.parse().expect("a level");
                let config = config(spec);
                let mut bots: Vec<_> =
                    (0..u64::from(config.seats())).map(|seed| Searcher::new(level, seed)).collect();
                let game = play(&config, &mut bots);
                assert!(game.outcome().is_some());
            }
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        for level in ["0", "1", "2", "3"] {
            let level: Level = level.parse().expect("a level");
            let game = |seed: u64| {
                let mut bots = [Searcher::new(level, seed), Searcher::new(level, seed + 1)];
                play(&config("connect-four"), &mut bots).encode()
            };
            assert_eq!(game(5), game(5));
        }
        let different: HashSet<Vec<u8>> = (0..20)
            .map(|seed| {
                let mut bots =
                    [Searcher::new(Level::CARELESS, seed), Searcher::new(Level::CARELESS, seed + 1)];
                play(&config("tic-tac-toe"), &mut bots).encode()
            })
            .collect();
        assert!(different.len() > 10);
    }

    #[test]
    fn blocks_whoever_wins_next_of_three() {
        let three = config("mnk:rows=4,columns=4,strike=3,seats=3");
        let mut game = Position::set_up(&three, 0);
        let order: Vec<Seat> = seats(3).into_iter().cycle().take(6).collect();
        // The second and the third both have two in a row; the first is to move and cannot win.
        for (seat, (row, column)) in order.iter().zip([(0, 0), (2, 0), (3, 1), (0, 3), (2, 1), (3, 2)]) {
            game.apply(*seat, &Action::Mark { row, column }).expect("legal");
        }
        let action = choose(Level::BEST, 1, &game, Seat::FIRST);
        assert_eq!(action, Action::Mark { row: 2, column: 2 });
    }

    #[test]
    fn chooses_nothing_when_it_is_not_to_move() {
        let game = Position::set_up(&config("tic-tac-toe"), 0);
        let other = Seat::new(1).expect("a seat");
        for level in [Level::CARELESS, Level::FAIR, Level::BEST] {
            let choice = Searcher::new(level, 1).choose(&game.sight(Viewer::Seat(other)), other);
            assert_eq!(choice, None);
        }
    }
}
