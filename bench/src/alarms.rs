//! Bare timers of the engine, with a reducer that only notes how late it is: what is to be had at best.

use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};
use spacetimedb_lib::{Timestamp, bsatn};
use tokio::time::{Instant, sleep};

use crate::cpu;
use crate::ground::Ground;
use crate::report::{Arming, NotRun, Report, Timers};
use crate::spacetime::host::Host;
use crate::spacetime::{Call, Client};
use crate::summary::Latency;
use crate::systems::guide::MODULE;

/// Timers that are set in one call.
const AT_ONCE: usize = 10_000;

/// Timers whose lateness is looked at beside the pending ones, and the time in which they are due.
const PROBES: usize = 2_000;
const SPREAD: Duration = Duration::from_secs(2);

/// Until the first is due.
const SOON: Duration = Duration::from_secs(1);

/// When those that only are there are due: not during a measurement.
const FAR: Duration = Duration::from_secs(24 * 3600);

/// Processor time is counted in hundredths of a second: less than this says nothing about a single timer.
const LEAST_TIME: Duration = Duration::from_millis(200);

/// How long a great many timers may take to fire.
const LONGEST_FIRING: Duration = Duration::from_secs(400);

/// Measures with so many timers pending, and at last lets `burst` of them be due within one second.
pub async fn measure(ground: &Ground, pending: &[usize], burst: usize, report: &mut Report) -> Result<()> {
    let host = Host::start(ground, MODULE, true).await?;
    let mut client = host.client().await?;
    let mut there = 0;
    // The first call of a module costs more than later ones.
    arm(&mut client, 1, SystemTime::now() + FAR, FAR).await?;
    for &pending in pending {
        let before = cpu::used(&[host.process()])?;
        arm(&mut client, pending - there, SystemTime::now() + FAR, FAR).await?;
        let used = cpu::used(&[host.process()])?.saturating_sub(before);
        let cpu_us_per_timer = used.as_secs_f64() * 1e6 / (pending - there).max(1) as f64;
        there = pending;
        if used >= LEAST_TIME {
            report.arming.push(Arming { pending, cpu_us_per_timer });
        }
        let late_us = ring(&mut client, PROBES, SystemTime::now() + SOON, SPREAD).await?;
        eprintln!(
            "{pending:9} bare timers: {cpu_us_per_timer:.1} CPU us each; late {:.0} us, p99 {:.0}, max {:.0}",
            late_us.p50, late_us.p99, late_us.max
        );
        report.timers.push(Timers { pending, load: "bare, idle", late_us });
    }
    if burst > 0 {
        // Enough time to set them all.
        let each = report.arming.last().map_or(50.0, |arming| arming.cpu_us_per_timer);
        let due = SystemTime::now() + Duration::from_secs_f64(10.0 + 4e-6 * each * burst as f64);
        match ring(&mut client, burst, due, Duration::from_secs(1)).await {
            Ok(late_us) => {
                eprintln!(
                    "{burst} bare timers within a second: late {:.0} us, max {:.0}",
                    late_us.p50, late_us.max
                );
                report.timers.push(Timers { pending: burst, load: "bare, all due within a second", late_us });
            }
            Err(error) => report.not_run.push(NotRun {
                what: format!("{burst} timers due within a second"),
                why: format!("{error:#}"),
            }),
        }
    }
    drop(client);
    host.stop().await
}

/// Sets so many timers, evenly within some time.
async fn arm(client: &mut Client, count: usize, first: SystemTime, within: Duration) -> Result<()> {
    let mut set = 0;
    while set < count {
        let now = AT_ONCE.min(count - set);
        let share = |part: usize| within.mul_f64(part as f64 / count as f64);
        let arguments = (now as u32, Timestamp::from(first + share(set)), share(now).as_micros() as u64);
        client.call(Call { reducer: "set_alarms", arguments: bsatn::to_vec(&arguments)? }).await?;
        set += now;
    }
    Ok(())
}

/// The same, and waits until all of them have fired. Gives how late they were.
async fn ring(client: &mut Client, count: usize, first: SystemTime, within: Duration) -> Result<Latency> {
    client.call(Call { reducer: "forget_lateness", arguments: Vec::new() }).await?;
    arm(client, count, first, within).await?;
    if first < SystemTime::now() {
        bail!("they were due before all were set");
    }
    let begun = Instant::now();
    loop {
        sleep(Duration::from_millis(500)).await;
        let rows = client.query("SELECT * FROM lateness").await?;
        let rows: Vec<(u64, u64)> = rows
            .iter()
            .map(|row| bsatn::from_slice(&row.bytes))
            .collect::<Result<_, _>>()
            .context("lateness")?;
        if rows.iter().map(|(_, count)| count).sum::<u64>() >= count as u64 {
            return Latency::counted(rows.iter().map(|&(us, count)| (Duration::from_micros(us), count)));
        }
        if begun.elapsed() > LONGEST_FIRING {
            bail!("not all had fired after {} s", LONGEST_FIRING.as_secs());
        }
    }
}
