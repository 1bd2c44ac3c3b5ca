//! The floor of what a call costs on the host: a reducer that does nothing, and of which nobody else is told.

use std::time::Instant;

use anyhow::Result;
use spacetimedb_lib::bsatn;

use crate::drawn_game::Ply;
use crate::ground::Ground;
use crate::spacetime::host::Host;
use crate::spacetime::{Call, Client};
use crate::system::{Pair, System, Timing};
use crate::systems::guide::MODULE;

/// The host with a reducer that does nothing.
pub struct Nothing {
    host: Host,
}

/// Two connected clients.
pub struct NothingPair {
    players: [Client; 2],
}

impl System for Nothing {
    type Pair = NothingPair;

    async fn start(ground: &Ground, durable: bool) -> Result<Self> {
        Ok(Self { host: Host::start(ground, MODULE, durable).await? })
    }

    fn processes(&self) -> Vec<u32> {
        vec![self.host.process()]
    }

    async fn seat(&mut self, pairs: usize) -> Result<Vec<NothingPair>> {
        let mut seated = Vec::with_capacity(pairs);
        for _ in 0..pairs {
            seated.push(NothingPair { players: [self.host.client().await?, self.host.client().await?] });
        }
        Ok(seated)
    }

    async fn stop(self) -> Result<()> {
        self.host.stop().await
    }
}

impl Pair for NothingPair {
    async fn begin(&mut self) -> Result<()> {
        Ok(())
    }

    async fn play(&mut self, ply: Ply) -> Result<Timing> {
        let action = vec![1, 0, ply.row, ply.column];
        let arguments = bsatn::to_vec(&(0_u64, ply.number as u32, action))?;
        let [one, other] = &mut self.players;
        let mover = if ply.mover == 0 { one } else { other };
        let sent = Instant::now();
        let request = mover.send(Call { reducer: "nothing", arguments }).await?;
        let (answered, _) = mover.answer(request).await?;
        Ok(Timing { sent, answered, seen: answered })
    }
}
