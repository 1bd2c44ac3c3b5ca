//! What is said about many durations, and about many runs.

use std::time::Duration;

use anyhow::Result;
use hdrhistogram::Histogram;
use serde::Serialize;

/// Three digits: a figure is right within 0.1 %.
const DIGITS: u8 = 3;

/// Latencies, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latency {
    pub p50: f64,
    pub p99: f64,
    pub max: f64,
}

impl Latency {
    /// Of these durations; zeros of none.
    pub fn of(durations: impl IntoIterator<Item = Duration>) -> Result<Self> {
        Self::counted(durations.into_iter().map(|duration| (duration, 1)))
    }

    /// Several as one: the medians of their percentiles, and the longest of all. `None` of none.
    pub fn together(all: &[Self]) -> Option<Self> {
        let of = |figure: fn(&Self) -> f64| Range::of(all.iter().map(figure));
        Some(Self { p50: of(|it| it.p50)?.median, p99: of(|it| it.p99)?.median, max: of(|it| it.max)?.most })
    }

    /// Of durations that each came so many times.
    pub fn counted(durations: impl IntoIterator<Item = (Duration, u64)>) -> Result<Self> {
        // In nanoseconds.
        let mut histogram = Histogram::<u64>::new(DIGITS)?;
        for (duration, times) in durations {
            histogram.record_n(u64::try_from(duration.as_nanos())?, times)?;
        }
        let micros = |nanos: u64| nanos as f64 / 1000.0;
        Ok(Self {
            p50: micros(histogram.value_at_quantile(0.5)),
            p99: micros(histogram.value_at_quantile(0.99)),
            max: micros(histogram.max()),
        })
    }
}

/// The middle of some figures, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Range {
    /// `None` of no figures.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        let (&least, &most) = (figures.first()?, figures.last()?);
        let middle = figures.len() / 2;
        let median = match figures.len() % 2 {
            0 => (figures[middle - 1] + figures[middle]) / 2.0,
            _ => figures[middle],
        };
        Some(Self { median, least, most })
    }
}

impl std::ops::Div for Range {
    type Output = Self;

    /// How many times the other, and by how much that may be wrong.
    fn div(self, by: Self) -> Self {
        Self { median: self.median / by.median, least: self.least / by.most, most: self.most / by.least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_durations() {
        // Nearest rank: of 1 to 1000 the 50th and 99th percentile are 500 and 990.
        let latency = Latency::of((1..=1000).rev().map(Duration::from_micros)).unwrap();
        for (found, right) in [(latency.p50, 500.0), (latency.p99, 990.0), (latency.max, 1000.0)] {
            assert!((found - right).abs() <= right / 1000.0, "{found} for {right}");
        }
        let counted =
            Latency::counted([(Duration::from_micros(2), 98), (Duration::from_micros(9), 2)]).unwrap();
        assert!((counted.p50 - 2.0).abs() < 0.01 && (counted.p99 - 9.0).abs() < 0.01, "{counted:?}");
        assert_eq!(Latency::of([]).unwrap(), Latency { p50: 0.0, p99: 0.0, max: 0.0 });
    }

    #[test]
    fn a_range_is_the_middle_and_both_ends() {
        assert_eq!(Range::of([3.0, 1.0, 2.0]), Some(Range { median: 2.0, least: 1.0, most: 3.0 }));
        assert_eq!(Range::of([4.0, 1.0]), Some(Range { median: 2.5, least: 1.0, most: 4.0 }));
        assert_eq!(Range::of([]), None);
    }

    #[test]
    fn a_ratio_is_as_uncertain_as_both_of_its_terms() {
        let (many, few) = (Range::of([8.0, 10.0, 12.0]).unwrap(), Range::of([4.0, 5.0, 6.0]).unwrap());
        assert_eq!(many / few, Range { median: 2.0, least: 8.0 / 6.0, most: 3.0 });
    }

    #[test]
    fn rounds_together_have_the_medians_and_the_longest() {
        let latency = |p50| Latency { p50, p99: 2.0 * p50, max: 10.0 * p50 };
        let together = Latency::together(&[latency(5.0), latency(3.0), latency(4.0)]);
        assert_eq!(together, Some(Latency { p50: 4.0, p99: 8.0, max: 50.0 }));
        assert_eq!(Latency::together(&[]), None);
    }
}
