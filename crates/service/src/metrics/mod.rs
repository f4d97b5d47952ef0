//! Metrics of the server.

pub mod measured;

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::jobs::Count;

/// Upper bounds of the buckets for commits, in seconds.
const COMMIT_BUCKETS: [f64; 16] =
    [0.000_25, 0.000_5, 0.001, 0.002, 0.003, 0.004, 0.006, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 8.0];

/// Upper bounds of the buckets for responses, in seconds.
const REQUEST_BUCKETS: [f64; 10] = [0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 2.0, 10.0];

/// Labels of a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct RequestLabels {
    pub method: &'static str,
    /// Route with its placeholders; `page` for files and documents of the page.
    pub route: String,
    pub status: u16,
}

/// Code of a refusal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct CodeLabel {
    code: String,
}

/// Operation of the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct OperationLabel {
    pub operation: &'static str,
}

/// Kind of a job, and the result of an attempt.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct JobLabels {
    kind: String,
    end: &'static str,
}

/// Kind of a job.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct JobLabel {
    kind: String,
}

/// All metrics. Counters are updated where they count; `crates/server` sets the gauges when the metrics are requested.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    pub connections: Gauge,
    pub sockets: Gauge,
    pub online: Gauge,
    pub games: Gauge,
    pub games_begun: Counter,
    pub games_ended: Counter,
    pub moves: Counter,
    pub commits: Histogram,
    pub waiting: Gauge,
    pub store_operations: Family<OperationLabel, Counter>,
    pub store_failures: Family<OperationLabel, Counter>,
    pub requests: Family<RequestLabels, Counter>,
    pub request_time: Histogram,
    refused: Family<CodeLabel, Counter>,
    clock_ahead: Gauge<f64, AtomicU64>,
    jobs: Family<JobLabels, Counter>,
    jobs_waiting: Family<JobLabel, Gauge>,
    jobs_failed: Family<JobLabel, Gauge>,
    pub searches: Gauge,
    pub searches_begun: Counter<u64, AtomicU64>,
    pub computer_games: Gauge,
    pub computer_games_waiting: Gauge,
    pub computer_searches: Gauge,
    pub computer_searches_begun: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("saffron");
        let mut metrics = Self {
            registry: Registry::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            online: Gauge::default(),
            games: Gauge::default(),
            games_begun: Counter::default(),
            games_ended: Counter::default(),
            moves: Counter::default(),
            commits: Histogram::new(COMMIT_BUCKETS),
            waiting: Gauge::default(),
            store_operations: Family::default(),
            store_failures: Family::default(),
            requests: Family::default(),
            request_time: Histogram::new(REQUEST_BUCKETS),
            refused: Family::default(),
            clock_ahead: Gauge::default(),
            jobs: Family::default(),
            jobs_waiting: Family::default(),
            jobs_failed: Family::default(),
            searches: Gauge::default(),
            searches_begun: Counter::default(),
            computer_games: Gauge::default(),
            computer_games_waiting: Gauge::default(),
            computer_searches: Gauge::default(),
            computer_searches_begun: Counter::default(),
        };
        let r = &mut registry;
        r.register("connections", "Open connections, sockets not included", metrics.connections.clone());
        r.register("sockets", "Open sockets", metrics.sockets.clone());
        r.register("accounts_online", "Accounts and guests with an open socket", metrics.online.clone());
        r.register("games", "Running games", metrics.games.clone());
        r.register("games_begun", "Games that have begun", metrics.games_begun.clone());
        r.register("games_ended", "Games that have ended, aborted ones included", metrics.games_ended.clone());
        r.register("moves", "Moves that were stored", metrics.moves.clone());
        let help = "From an event of a game to its commit";
        r.register_with_unit("commit", help, Unit::Seconds, metrics.commits.clone());
        r.register("store_waiting", "Writes that wait for their commit", metrics.waiting.clone());
        r.register("store_operations", "Operations of the store", metrics.store_operations.clone());
        r.register("store_failures", "Operations of the store that failed", metrics.store_failures.clone());
        r.register("requests", "Answered requests", metrics.requests.clone());
        let help = "From a request to the head of its answer";
        r.register_with_unit("request", help, Unit::Seconds, metrics.request_time.clone());
        r.register("refused", "Refused requests and messages, by the code of the error", metrics.refused.clone());
        let help = "By how much the server's time is ahead of the wall clock";
        r.register_with_unit("clock_ahead", help, Unit::Seconds, metrics.clock_ahead.clone());
        let help = "Attempts at jobs, by kind and end: done, retried, failed, dropped";
        r.register("jobs", help, metrics.jobs.clone());
        r.register("jobs_waiting", "Jobs that wait or are being done", metrics.jobs_waiting.clone());
        r.register("jobs_failed", "Jobs that were given up and are kept", metrics.jobs_failed.clone());
        r.register("searches", "Searches for visitors that are running", metrics.searches.clone());
        r.register("searches_begun", "Searches for visitors that have begun", metrics.searches_begun.clone());
        r.register("computer_games", "Running games with a computer player", metrics.computer_games.clone());
        let help = "Games in which a computer is to move and waits for an engine";
        r.register("computer_games_waiting", help, metrics.computer_games_waiting.clone());
        r.register(
            "computer_searches",
            "Searches of computer players that are running",
            metrics.computer_searches.clone(),
        );
        let help = "Searches of computer players that have begun";
        r.register("computer_searches_begun", help, metrics.computer_searches_begun.clone());
        metrics.registry = registry;
        metrics
    }
}

impl Metrics {
    /// Counts a refusal.
    pub fn refuse(&self, error: &ErrorCode) {
        self.refuse_code(code_of(error));
    }

    /// Counts a refusal by its code.
    pub fn refuse_code(&self, code: String) {
        self.refused.get_or_create(&CodeLabel { code }).inc();
    }

    /// Sets the milliseconds by which the server's time is ahead of the wall clock.
    pub fn set_clock_ahead(&self, ms: Millis) {
        #[allow(clippy::cast_precision_loss, reason = "a time")]
        self.clock_ahead.set(ms as f64 / 1000.0);
    }

    /// Counts an attempt at a job by its result: `done`, `retried`, `failed` or `dropped`.
    pub fn job(&self, kind: &str, end: &'static str) {
        self.jobs.get_or_create(&JobLabels { kind: kind.to_owned(), end }).inc();
    }

    /// Sets the numbers of jobs by kind.
    pub fn set_jobs(&self, counts: Vec<Count>) {
        self.jobs_waiting.clear();
        self.jobs_failed.clear();
        for Count { kind, waiting, failed } in counts {
            self.jobs_waiting.get_or_create(&JobLabel { kind: kind.clone() }).set(waiting.into());
            self.jobs_failed.get_or_create(&JobLabel { kind }).set(failed.into());
        }
    }

    /// Counts a response and its duration.
    pub fn answer(&self, labels: &RequestLabels, took: Duration) {
        self.requests.get_or_create(labels).inc();
        self.request_time.observe(took.as_secs_f64());
    }

    /// All metrics in the OpenMetrics text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            // Formatting into a string does not fail.
            tracing::error!("the metrics could not be written");
        }
        text
    }
}

/// Code of an error, as it is sent to clients.
pub fn code_of(error: &impl serde::Serialize) -> String {
    let json = serde_json::to_value(error).unwrap_or_default();
    json.get("code").and_then(|code| code.as_str()).unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_by_the_code_that_is_sent() {
        let metrics = Metrics::default();
        metrics.refuse(&ErrorCode::RateLimited { retry_after: 3 });
        metrics.refuse(&ErrorCode::Refused(saffron_live::Refusal::NotYourTurn));
        metrics.refuse(&ErrorCode::Refused(saffron_live::Refusal::NotYourTurn));
        let text = metrics.text();
        assert!(text.contains("saffron_refused_total{code=\"rate_limited\"} 1\n"), "{text}");
        assert!(text.contains("saffron_refused_total{code=\"not_your_turn\"} 2\n"), "{text}");
        assert!(text.ends_with("# EOF\n"), "{text}");
    }
}
