//! Tests a bounded number of seeds, and that a seed always gives the same trace.

use saffron_simulation::{run_arena_seed, run_seed, run_tournament_seed};

/// Returns the range of seeds to run, which `SAFFRON_SIMULATION_SEEDS=FROM..TO` can extend.
fn seeds() -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("SAFFRON_SIMULATION_SEEDS") else { return 0..6 };
    let (from, to) = text.split_once("..").expect("SAFFRON_SIMULATION_SEEDS is FROM..TO");
    from.parse().expect("a number")..to.parse().expect("a number")
}

#[test]
fn seeds_have_no_violations() {
    let mut commands = 0;
    for seed in seeds() {
        let report = run_seed(seed, false);
        assert!(
            report.violations.is_empty(),
            "seed {seed}: {:#?}\nreproduce it with: cargo run --release -p saffron-simulation -- --seed {seed} --trace",
            report.violations
        );
        commands += report.totals.acknowledged;
    }
    assert!(commands > 0, "nothing was simulated");
}

#[test]
fn tournaments_have_no_violations() {
    let mut commands = 0;
    for seed in seeds() {
        let report = run_tournament_seed(seed, false);
        assert!(
            report.violations.is_empty(),
            "seed {seed}: {:#?}\nreproduce it with: cargo run --release -p saffron-simulation -- --tournaments --seed {seed} --trace",
            report.violations
        );
        commands += report.totals.acknowledged;
    }
    assert!(commands > 0, "nothing was simulated");
    assert_eq!(run_tournament_seed(1, false).hash, run_tournament_seed(1, false).hash);
}

#[test]
fn arenas_have_no_violations() {
    let mut ended = 0;
    for seed in seeds() {
        let report = run_arena_seed(seed, false);
        assert!(
            report.violations.is_empty(),
            "seed {seed}: {:#?}\nreproduce it with: cargo run --release -p saffron-simulation -- --arenas --seed {seed} --trace",
            report.violations
        );
        ended += report.totals.ended;
    }
    assert!(ended > 0, "no game was played");
    let (one, other) = (run_arena_seed(1, true), run_arena_seed(1, true));
    assert_eq!(one.trace.iter().zip(&other.trace).find(|(a, b)| a != b), None);
}

#[test]
fn a_seed_gives_the_same_trace_every_time() {
    for seed in [2, 7] {
        let (one, other) = (run_seed(seed, true), run_seed(seed, true));
        let differs = one.trace.iter().zip(&other.trace).find(|(a, b)| a != b);
        assert_eq!(differs, None, "seed {seed}");
        assert_eq!((one.hash, one.trace.len()), (other.hash, other.trace.len()), "seed {seed}");
        assert!(one.trace.len() > 50, "seed {seed} does nothing");
    }
    assert_ne!(run_seed(3, false).hash, run_seed(4, false).hash);
}
