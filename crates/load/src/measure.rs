//! Measurements of a run.

use std::time::Duration;

/// Latencies with their quantiles.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<u32>);

impl Latencies {
    /// Adds a duration; those above 71 minutes count as 71 minutes.
    pub fn add(&mut self, latency: Duration) {
        self.0.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
    }

    /// Adds the latencies of another part of the run.
    pub fn extend(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Returns the number of durations.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns a quantile in milliseconds (0.5 is the median); 0 if there are no durations.
    pub fn quantile(&mut self, share: f64) -> f64 {
        self.0.sort_unstable();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let index = ((self.0.len() as f64 * share).ceil() as usize).saturating_sub(1);
        self.0.get(index.min(self.0.len().saturating_sub(1))).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    }
}

/// Resource usage of a process, from Linux's `/proc`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Process {
    /// Processor time of all threads in seconds, in user and system mode.
    pub cpu_seconds: f64,
    /// Resident memory in MiB.
    pub resident_mib: f64,
}

impl Process {
    /// Reads the usage of a process; `None` if it does not exist, or on systems other than Linux.
    pub fn read(pid: u32) -> Option<Self> {
        // The program's name, in parentheses, may contain spaces.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<u32>().ok()? + fields.get(12)?.parse::<u32>().ok()?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u32 = resident.trim().strip_suffix("kB")?.trim().parse().ok()?;
        // 100 ticks per second is part of Linux's interface to programs.
        Some(Self { cpu_seconds: f64::from(ticks) / 100.0, resident_mib: f64::from(kib) / 1024.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_durations() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.quantile(0.99).to_bits(), 0.0_f64.to_bits());
        for ms in (1..=100).rev() {
            latencies.add(Duration::from_millis(ms));
        }
        let found = [0.01, 0.5, 0.99, 1.0].map(|share| latencies.quantile(share));
        assert_eq!(found.map(f64::round), [1.0, 50.0, 99.0, 100.0]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_memory() {
        assert!(Process::read(std::process::id()).is_some_and(|process| process.resident_mib > 1.0));
        assert_eq!(Process::read(0), None);
    }
}
