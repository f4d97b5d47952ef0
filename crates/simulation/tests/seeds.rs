//! Tests a bounded number of seeds, and that a seed always gives the same trace.

use saffron_simulation::{Mode, Totals, run_seed};

/// Returns the range of seeds to run, which `SAFFRON_SIMULATION_SEEDS=FROM..TO` can extend.
fn seeds() -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("SAFFRON_SIMULATION_SEEDS") else { return 0..6 };
    let (from, to) = text.split_once("..").expect("SAFFRON_SIMULATION_SEEDS is FROM..TO");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// Runs the seeds of a mode. Returns their totals.
fn check(mode: Mode, option: &str) -> Totals {
    let mut totals = Totals::default();
    for seed in seeds() {
        let report = run_seed(mode, seed, false);
        assert!(
            report.violations.is_empty(),
            "seed {seed}: {:#?}\nreproduce it with: cargo run --release -p saffron-simulation -- {option}--seed {seed} --trace",
            report.violations
        );
        totals.add(&report.totals);
    }
    totals
}

/// Compares two traces of a seed, which both have more than 50 lines.
fn compare_traces(mode: Mode, seed: u64) {
    let (one, other) = (run_seed(mode, seed, true), run_seed(mode, seed, true));
    let differs = one.trace.iter().zip(&other.trace).find(|(a, b)| a != b);
    assert_eq!(differs, None, "seed {seed}");
    assert_eq!((one.hash, one.trace.len()), (other.hash, other.trace.len()), "seed {seed}");
    assert!(one.trace.len() > 50, "seed {seed} does nothing");
}

#[test]
fn seeds_have_no_violations() {
    assert!(check(Mode::Games, "").acknowledged > 0, "nothing was simulated");
}

#[test]
fn tournaments_have_no_violations() {
    assert!(check(Mode::Tournaments, "--tournaments ").acknowledged > 0, "nothing was simulated");
    compare_traces(Mode::Tournaments, 1);
}

#[test]
fn arenas_have_no_violations() {
    assert!(check(Mode::Arenas, "--arenas ").ended > 0, "no game was played");
    compare_traces(Mode::Arenas, 1);
}

#[test]
fn round_robins_by_correspondence_have_no_violations() {
    assert!(check(Mode::Correspondence, "--correspondence ").ended > 0, "no game was played");
    compare_traces(Mode::Correspondence, 1);
}

#[test]
fn simuls_have_no_violations() {
    assert!(check(Mode::Simuls, "--simuls ").ended > 0, "no game was played");
    compare_traces(Mode::Simuls, 1);
}

#[test]
fn a_seed_gives_the_same_trace_every_time() {
    for seed in [2, 7] {
        compare_traces(Mode::Games, seed);
    }
    assert_ne!(run_seed(Mode::Games, 3, false).hash, run_seed(Mode::Games, 4, false).hash);
}
