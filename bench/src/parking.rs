//! Pairs that do not play just now. Servers give a client up that does not answer their pings, so somebody has to read.

use anyhow::{Context, Result};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::systems::on_host::{Dialect, HostPair};
use crate::table::Table;

/// Tables whose connections are kept.
pub struct Parked<D: Dialect> {
    stop: watch::Sender<()>,
    tasks: JoinSet<Result<Table<HostPair<D>>>>,
}

impl<D: Dialect> Parked<D> {
    /// Keeps the connections of these tables until they are taken back.
    pub fn new(tables: Vec<Table<HostPair<D>>>) -> Self {
        let (stop, stopping) = watch::channel(());
        let mut tasks = JoinSet::new();
        for table in tables {
            tasks.spawn(keep(table, stopping.clone()));
        }
        Self { stop, tasks }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// More of them.
    pub fn add(&mut self, tables: Vec<Table<HostPair<D>>>) {
        for table in tables {
            self.tasks.spawn(keep(table, self.stop.subscribe()));
        }
    }

    /// Gives the tables back. A connection that broke meanwhile is an error.
    pub async fn take_back(mut self) -> Result<Vec<Table<HostPair<D>>>> {
        drop(self.stop);
        let mut tables = Vec::new();
        while let Some(table) = self.tasks.join_next().await {
            tables.push(table.context("a parked table's task")??);
        }
        Ok(tables)
    }
}

async fn keep<D: Dialect>(
    mut table: Table<HostPair<D>>,
    mut stopping: watch::Receiver<()>,
) -> Result<Table<HostPair<D>>> {
    let stopped = tokio::select! {
        ended = table.pair_mut().look_on() => ended,
        // Only ever dropped.
        _ = stopping.changed() => Ok(()),
    };
    stopped.map(|()| table)
}
