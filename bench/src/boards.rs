//! Larger games of Zeitnot's: ten by ten, with four players, and with hidden marks.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use spacetimedb_lib::{Identity, bsatn};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::cpu;
use crate::ground::Ground;
use crate::report::{Boards, Report};
use crate::spacetime::{Call, Client};
use crate::summary::Latency;
use crate::system::{System, Timing};
use crate::systems::on_host::{Dialect, OnHost, news, running};
use crate::systems::zeitnot::{Start, Zeitnot, start, tic_tac_toe};

/// A game, and how many play it.
struct Kind {
    name: &'static str,
    spec: &'static str,
    seats: usize,
}

/// Ten in a row, which nobody ever gets when cells are marked in order.
const KINDS: [Kind; 3] = [
    Kind { name: "10x10", spec: "mnk:rows=10,columns=10,strike=10", seats: 2 },
    Kind { name: "10x10, four players", spec: "mnk:rows=10,columns=10,strike=10,seats=4", seats: 4 },
    Kind { name: "10x10, phantom", spec: "mnk:rows=10,columns=10,strike=10,phantom", seats: 2 },
];

const SIDE: u32 = 10;

/// Those who play one game.
struct Group {
    players: Vec<Client>,
    game: u64,
    /// The player who has the first seat.
    first: usize,
    ply: u32,
}

/// Plays so many games of each kind at once.
pub async fn measure(ground: &Ground, games: usize, time: Duration, report: &mut Report) -> Result<()> {
    for kind in KINDS {
        let system = OnHost::<Zeitnot>::start(ground, true).await?;
        let mut owner = system.host().owner().await?;
        let processes = system.processes();
        let mut playing = JoinSet::new();
        let mut groups = Vec::new();
        for _ in 0..games {
            groups.push(Group::seat(&system, &mut owner, &kind).await?);
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
        let measured = Boards {
            game: kind.name,
            games,
            per_second: moves.len() as f64 / time.as_secs_f64(),
            cpu_us_per_move: used.as_secs_f64() * 1e6 / moves.len().max(1) as f64,
            ack_us: Latency::of(moves.iter().map(Timing::ack))?,
            seen_us: Latency::of(moves.iter().map(Timing::seen_after))?,
        };
        eprintln!(
            "{:20} {games:4} games {:9.0} moves/s {:9.1} CPU us/move",
            measured.game, measured.per_second, measured.cpu_us_per_move
        );
        report.boards.push(measured);
        system.stop().await?;
    }
    Ok(())
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
        let action = vec![1, 0, (ply / SIDE) as u8, (ply % SIDE) as u8];
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
