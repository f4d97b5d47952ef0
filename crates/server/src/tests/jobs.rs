//! Tests of the job worker, with scripted jobs.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use saffron_live::Millis;
use saffron_service::App;
use saffron_service::jobs::{Effect, Failure, Queue, Work, run};
use saffron_store::jobs::{self, Job, NewJob};
use saffron_store::{MemoryDisk, MemoryOptions, Row, Statement};

use crate::tests::site::{STARTED_AT, Site};

static QUEUE: Queue = Queue {
    name: "test",
    state: |app| &app.jobs.mail,
    at_once: 4,
    timeout: Duration::from_secs(60),
    first_delay: Duration::from_secs(10),
    longest_delay: Duration::from_secs(100),
    attempts: 5,
};

/// Work that does what a job's key says, and records the time of each attempt.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<Vec<(String, Millis)>>>);

impl Script {
    /// Start times of a job's attempts, in seconds since the start.
    fn seconds(&self, key: &str) -> Vec<Millis> {
        let attempts = self.0.lock().expect("no panic");
        attempts.iter().filter(|(of, _)| of == key).map(|(_, at)| (at - STARTED_AT) / 1000).collect()
    }
}

impl Work for Script {
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        self.0.lock().expect("no panic").push((job.key.clone(), app.clock.now()));
        let name = job.key.split('-').next().unwrap_or_default();
        match name {
            "slow" => tokio::time::sleep(Duration::from_secs(50)).await,
            "stuck" => std::future::pending().await,
            "later" => return Err(Failure::Later("not yet".to_owned())),
            "never" => return Err(Failure::Never("refused".to_owned())),
            "panic" => panic!("a fault in the program"),
            _ => {}
        }
        let effect = Statement::new("INSERT INTO audit (at, moderator, action, details) VALUES (0, '', $1, '')");
        Ok(Effect { statements: vec![effect.with(job.key.as_str())], then: None })
    }
}

async fn enqueue(site: &Site, key: &str) {
    let now = site.app.clock.now();
    let job = NewJob {
        queue: "test",
        kind: "test",
        key: key.to_owned(),
        payload: String::new(),
        account: None,
        created_at: now,
        run_at: now,
        expires_at: None,
    };
    site.transact(jobs::enqueue(&job)).await;
    site.app.jobs.mail.wake();
}

fn start(site: &Site, script: &Script) {
    let (app, script) = (Arc::clone(&site.app), script.clone());
    drop(tokio::spawn(async move { run(&app, &QUEUE, script).await }));
}

async fn effects(site: &Site) -> Vec<String> {
    let rows = site.app.database.read(Statement::new("SELECT action FROM audit ORDER BY action")).await;
    rows.expect("a store").into_iter().map(|row| Row::first(row).expect("a text")).collect()
}

async fn error(site: &Site, key: &str) -> (bool, String) {
    let listed = jobs::list(&*site.app.database, 99).await.expect("a store");
    let job = listed.into_iter().find(|job| job.key == key).expect("a job");
    (job.failed_at.is_some(), job.error.unwrap_or_default())
}

async fn pass(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn a_job_that_takes_long_or_fails_delays_no_other() {
    let (site, script) = (Site::new().await, Script::default());
    start(&site, &script);
    for key in ["slow-1", "slow-2", "later", "stuck"] {
        enqueue(&site, key).await;
    }
    pass(1).await;
    enqueue(&site, "quick").await;
    pass(1).await;
    assert_eq!(effects(&site).await, ["quick"]);
    // All slots are taken: the next job waits for one, but runs before retries.
    for key in ["stuck-2", "slow-3"] {
        enqueue(&site, key).await;
    }
    pass(50).await;
    assert_eq!(effects(&site).await, ["quick", "slow-1", "slow-2"]);
    pass(60).await;
    assert_eq!(effects(&site).await, ["quick", "slow-1", "slow-2", "slow-3"]);
    assert_eq!(error(&site, "stuck").await, (false, "it took too long".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn failed_jobs_are_tried_later_and_later_and_refused_ones_only_once() {
    let (site, script) = (Site::new().await, Script::default());
    start(&site, &script);
    for key in ["later", "never", "panic"] {
        enqueue(&site, key).await;
    }
    pass(1000).await;
    // Delays of 10, 40, 100 and 100 s, each up to a quarter longer.
    let later = script.seconds("later");
    let delays: Vec<Millis> = later.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (delay, least) in delays.iter().zip([10, 40, 100, 100]) {
        assert!((least..=least * 5 / 4 + 1).contains(delay), "{delays:?}");
    }
    assert_eq!(later.len(), 5, "{later:?}");
    assert_eq!(error(&site, "later").await, (true, "not yet".to_owned()));
    assert_eq!(script.seconds("never"), [0]);
    assert_eq!(error(&site, "never").await, (true, "refused".to_owned()));
    assert!(script.seconds("panic").len() > 1, "it is claimed again when its lease is over");
    let metrics = site.app.metrics.text();
    for line in ["end=\"retried\"} 4\n", "end=\"failed\"} 2\n"] {
        assert!(metrics.contains(&format!("saffron_jobs_total{{kind=\"test\",{line}")), "{metrics}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_next_server_does_at_once_what_the_one_before_has_left() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
    let (site, script) = (Site::on_disk(&disk).await, Script::default());
    enqueue(&site, "quick").await;
    enqueue(&site, "slow").await;
    start(&site, &script);
    pass(20).await;
    assert_eq!(effects(&site).await, ["quick"]);
    // The server is lost during the slow job.
    let site = Site::on_disk(&disk).await;
    enqueue(&site, "quick-2").await;
    start(&site, &script);
    pass(51).await;
    assert_eq!(effects(&site).await, ["quick", "quick-2", "slow"]);
    assert_eq!((script.seconds("quick").len(), script.seconds("slow").len()), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn an_effect_happens_once_though_the_store_fails() {
    for seed in 1..20 {
        let options = MemoryOptions { seed, ..MemoryOptions::default() };
        let disk = MemoryDisk::new(options.clone()).expect("a disk");
        let (site, script) = (Site::on_disk(&disk).await, Script::default());
        let keys: Vec<String> = (10..20).map(|number| format!("quick-{number}")).collect();
        for key in &keys {
            enqueue(&site, key).await;
        }
        disk.set_options(MemoryOptions { failing: 300, unknown: 300, ..options.clone() });
        start(&site, &script);
        pass(10).await;
        disk.set_options(options);
        pass(10).await;
        assert_eq!(effects(&site).await, keys, "seed {seed}");
        assert_eq!(jobs::counts(&*site.app.database).await, Ok(Vec::new()));
    }
}
