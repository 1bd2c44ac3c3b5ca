//! Larger games of Zeitnot's: ten by ten, with four players, and with hidden marks.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::future::try_join_all;
use spacetimedb_lib::{Identity, bsatn};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::cpu;
use crate::ground::Ground;
use crate::report::{Boards, NotRun, Report};
use crate::spacetime::{Call, Client};
use crate::summary::{Latency, Range};
use crate::system::{System, Timing};
use crate::systems::on_host::{Dialect, OnHost, news, running};
use crate::systems::zeitnot::{Start, Zeitnot, start, tic_tac_toe};

/// A game, and how many play it.
struct Kind {
    name: &'static str,
    spec: &'static str,
    seats: usize,
}

/// Ten in a row, which nobody gets in the order of [`cell`].
const KINDS: [Kind; 3] = [
    Kind { name: "10x10", spec: "mnk:rows=10,columns=10,strike=10", seats: 2 },
    Kind { name: "10x10, four players", spec: "mnk:rows=10,columns=10,strike=10,seats=4", seats: 4 },
    Kind { name: "10x10, phantom", spec: "mnk:rows=10,columns=10,strike=10,phantom", seats: 2 },
];

const SIDE: u32 = 10;

/// The cell that is marked at a ply, row by row. Each second row begins a column later, else the cells of a column would
/// all be one player's.
fn cell(ply: u32) -> (u8, u8) {
    let (row, column) = (ply / SIDE, ply % SIDE);
    (row as u8, ((column + row / 2) % SIDE) as u8)
}

/// Those who play one game.
struct Group {
    players: Vec<Client>,
    game: u64,
    /// The player who has the first seat.
    first: usize,
    ply: u32,
}

/// One round of a kind.
struct Round {
    per_second: f64,
    cpu_us: f64,
    ack: Latency,
    seen: Latency,
}

/// Plays so many games of each kind at once, the kinds in turn, as often as there are rounds.
pub async fn measure(
    ground: &Ground,
    games: usize,
    time: Duration,
    rounds: usize,
    report: &mut Report,
) -> Result<()> {
    let mut measured: Vec<(&Kind, Round)> = Vec::new();
    for number in 0..rounds {
        for kind in &KINDS {
            match round(ground, kind, games, time).await {
                Ok(round) => {
                    eprintln!(
                        "{:20} {games:4} games {:9.0} moves/s {:9.1} CPU us/move",
                        kind.name, round.per_second, round.cpu_us
                    );
                    measured.push((kind, round));
                }
                Err(error) => {
                    eprintln!("{}: {error:#}", kind.name);
                    let what = format!("round {} of {rounds} of larger games, {}", number + 1, kind.name);
                    report.not_run.push(NotRun { what, why: format!("{error:#}") });
                }
            }
        }
    }
    for kind in &KINDS {
        let its: Vec<&Round> =
            measured.iter().filter(|(of, _)| of.name == kind.name).map(|(_, round)| round).collect();
        let of = |figure: fn(&Round) -> f64| Range::of(its.iter().map(|round| figure(round)));
        let Some((per_second, cpu_us_per_move)) = of(|it| it.per_second).zip(of(|it| it.cpu_us)) else {
            continue;
        };
        let together = |latency: fn(&Round) -> Latency| {
            Latency::together(&its.iter().map(|round| latency(round)).collect::<Vec<_>>())
        };
        report.boards.push(Boards {
            game: kind.name,
            games,
            rounds: its.len(),
            per_second,
            cpu_us_per_move,
            ack_us: together(|round| round.ack),
            seen_us: together(|round| round.seen),
        });
    }
    if report.boards.is_empty() {
        bail!("no round was played");
    }
    Ok(())
}

async fn round(ground: &Ground, kind: &Kind, games: usize, time: Duration) -> Result<Round> {
    let system = OnHost::<Zeitnot>::start(ground, true).await?;
    let mut owner = system.host().owner().await?;
    let processes = system.processes();
    let mut playing = JoinSet::new();
    let mut groups = Vec::new();
    for _ in 0..games {
        groups.push(Group::seat(&system, &mut owner, kind).await?);
    }
    let from = Instant::now() + time / 4;
    let until = from + time;
    for group in groups {
        playing.spawn(group.play(from, until));
    }
    sleep_until(from.into()).await;
    let before = cpu::used(&processes)?;
    sleep_until(until.into()).await;
    let used = cpu::used(&processes)?.saturating_sub(before);
    let mut moves = Vec::new();
    while let Some(played) = playing.join_next().await {
        moves.append(&mut played??);
    }
    if moves.is_empty() {
        bail!("not a single move within {time:?}");
    }
    system.stop().await?;
    Ok(Round {
        per_second: moves.len() as f64 / time.as_secs_f64(),
        cpu_us: used.as_secs_f64() * 1e6 / moves.len() as f64,
        ack: Latency::of(moves.iter().map(Timing::ack))?,
        seen: Latency::of(moves.iter().map(Timing::seen_after))?,
    })
}

impl Group {
    async fn seat(system: &OnHost<Zeitnot>, owner: &mut Client, kind: &Kind) -> Result<Self> {
        let mut players = Vec::with_capacity(kind.seats);
        for _ in 0..kind.seats {
            players.push(system.host().client().await?);
        }
        let identities: Vec<Identity> = players.iter().map(Client::identity).collect();
        let key = identities.first().map(|player| player.to_hex().to_string()).unwrap_or_default();
        let config = zeitnot_bindings::GameConfig { spec: kind.spec.to_owned(), ..tic_tac_toe("turn:10m") };
        start(owner, config, &mut [Start { players: identities, key }].into_iter()).await?;
        let boards = try_join_all(players.iter_mut().map(running::<Zeitnot>)).await?;
        let first = boards.iter().position(|board| board.to_move).context("nobody is on move")?;
        let game = boards.first().context("nobody plays")?.game;
        Ok(Self { players, game, first, ply: 0 })
    }

    async fn play(mut self, from: Instant, until: Instant) -> Result<Vec<Timing>> {
        let mut moves = Vec::new();
        while Instant::now() < until {
            if self.ply == SIDE * SIDE {
                self.begin().await?;
            }
            let timing = self.step().await.with_context(|| format!("ply {}", self.ply))?;
            if (from..until).contains(&timing.seen.max(timing.answered)) {
                moves.push(timing);
            }
        }
        Ok(moves)
    }

    async fn step(&mut self) -> Result<Timing> {
        let (game, ply, seats) = (self.game, self.ply, self.players.len());
        let (row, column) = cell(ply);
        let action = vec![1, 0, row, column];
        let call = Call { reducer: "make_move", arguments: bsatn::to_vec(&(game, ply, action))? };
        let at = (self.first + ply as usize) % seats;
        let (before, rest) = self.players.split_at_mut(at);
        let (mover, after) = rest.split_first_mut().context("nobody is on move")?;
        let moved = |board: &crate::systems::on_host::Board| board.game == game && board.ply == ply + 1;
        let sent = Instant::now();
        let request = mover.send(call).await?;
        let others = before.iter_mut().chain(after).map(|player| news::<Zeitnot>(player, moved));
        let (answer, seen) = tokio::try_join!(mover.answer(request), try_join_all(others))?;
        let seen = seen.into_iter().map(|(at, _)| at).max().unwrap_or(answer.0);
        self.ply += 1;
        Ok(Timing { sent, answered: answer.0, seen })
    }

    /// Another game of the same players.
    async fn begin(&mut self) -> Result<()> {
        let old = self.game;
        for player in &mut self.players {
            player.send(Zeitnot::again(old)?).await?;
        }
        let is_new = |board: &crate::systems::on_host::Board| board.live && board.game != old;
        let boards =
            try_join_all(self.players.iter_mut().map(|player| news::<Zeitnot>(player, is_new))).await?;
        self.first = boards.iter().position(|(_, board)| board.to_move).context("nobody is on move")?;
        self.game = boards.first().context("nobody plays")?.1.game;
        self.ply = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_marked_once_and_nobody_has_a_line() {
        for seats in [2, 4] {
            let mut owner = [[None; SIDE as usize]; SIDE as usize];
            for ply in 0..SIDE * SIDE {
                let (row, column) = cell(ply);
                let before = owner[usize::from(row)][usize::from(column)].replace(ply % seats);
                assert_eq!(before, None, "ply {ply}");
            }
            // A line of ten is a whole row, a whole column, or a whole diagonal.
            let side = SIDE as usize;
            let straight = (0..side).flat_map(|at| [[(at, 0), (0, 1)], [(0, at), (1, 0)]]);
            for [(row, column), (down, right)] in straight.chain([[(0, 0), (1, 1)]]) {
                let along = (0..side).map(|n| owner[row + n * down][column + n * right]);
                assert!(
                    along.clone().any(|it| it != owner[row][column]),
                    "{seats} seats, from {row} {column}"
                );
            }
            assert!((1..side).any(|n| owner[n][side - 1 - n] != owner[0][side - 1]), "{seats} seats");
        }
    }
}
