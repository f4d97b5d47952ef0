//! Leaf moves a second of several move generators, side by side in one run.
//!
//! ```text
//! cargo run --release --manifest-path bench/Cargo.toml
//! ```
//!
//! Every generator counts leaves in bulk on one thread. The generators take turns, five rounds of all of them, and the
//! median counts, so that a machine that is busy for a while slows all of them alike. The table is printed and written
//! to `bench/RESULTS.md`.

use std::fmt::Write;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

/// One generator, one position.
struct Contender {
    name: &'static str,
    game: &'static str,
    depth: u32,
    leaves: u64,
    count: fn(u32) -> u64,
    times: Vec<Duration>,
}

impl Contender {
    fn new(name: &'static str, game: &'static str, depth: u32, leaves: u64, count: fn(u32) -> u64) -> Self {
        Self { name, game, depth, leaves, count, times: Vec::new() }
    }

    fn run(&mut self) {
        let began = Instant::now();
        let leaves = (self.count)(self.depth);
        self.times.push(began.elapsed());
        assert_eq!(leaves, self.leaves, "{} in {}", self.name, self.game);
    }

    /// Millions of leaf moves a second: median, least and most.
    fn speeds(&self) -> [f64; 3] {
        let mut times = self.times.clone();
        times.sort_unstable();
        let speed = |time: Duration| self.leaves as f64 / time.as_secs_f64() / 1e6;
        [speed(times[times.len() / 2]), speed(times[times.len() - 1]), speed(times[0])]
    }
}

fn saffron(variant: &str, depth: u32) -> u64 {
    let variant = saffron_rules::Variant::by_id(variant).expect("the variant is one of the library's");
    saffron_rules::perft(&variant.start(), depth)
}

fn cozy(depth: u32) -> u64 {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                leaves += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    leaves += count(&next, depth - 1);
                }
            }
            false
        });
        leaves
    }
    count(&cozy_chess::Board::default(), depth)
}

fn shakmaty(depth: u32) -> u64 {
    shakmaty::perft(&shakmaty::Chess::default(), depth)
}

fn hexchess(depth: u32) -> u64 {
    fn count(board: &hexchess::Hexchess, depth: u32) -> u64 {
        let moves = board.current_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |mv| {
            let mut next = board.clone();
            next.apply_move_unsafe(mv).expect("the move is one that the library generated");
            count(&next, depth - 1)
        };
        moves.iter().map(after).sum()
    }
    count(&hexchess::Hexchess::init(), depth)
}

fn main() {
    let mut contenders = [
        Contender::new("saffron", "Shafran", 5, 156_099_888, |depth| saffron("shafran", depth)),
        Contender::new("saffron", "Gliński", 5, 401_622_759, |depth| saffron("glinski", depth)),
        Contender::new("cozy-chess 0.3.4", "chess", 6, 119_060_324, cozy),
        Contender::new("shakmaty 0.30.1", "chess", 6, 119_060_324, shakmaty),
        Contender::new("hexchess 2.5.1", "Gliński", 4, 7_282_418, hexchess),
    ];
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        contenders.iter_mut().for_each(Contender::run);
    }
    let table = table(&contenders);
    println!("{table}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");
    let features = if cfg!(target_feature = "bmi2") { "the machine's own instructions" } else { "baseline x86-64" };
    let text = format!(
        "# Leaf moves a second\n\nMade by `cargo run --release --manifest-path bench/Cargo.toml`: one thread, leaves \
         counted in bulk, from the start position,\n{ROUNDS} rounds in turn, built for {features}. Millions of leaf \
         moves a second; ratios of medians.\n\n{table}"
    );
    if let Err(error) = std::fs::write(path, text) {
        eprintln!("{path}: {error}");
    }
}

fn table(contenders: &[Contender]) -> String {
    let median = |name: &str, game: &str| {
        let of = contenders.iter().find(|c| c.name.starts_with(name) && c.game == game);
        of.map_or(f64::NAN, |c| c.speeds()[0])
    };
    let (cozy, hexchess) = (median("cozy", "chess"), median("hexchess", "Gliński"));
    let mut text = String::from(
        "| generator | game | depth | leaves | median | slowest | fastest | to cozy-chess | to hexchess |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for contender in contenders {
        let [median, least, most] = contender.speeds();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {median:.1} | {least:.1} | {most:.1} | {:.2} | {:.1} |",
            contender.name,
            contender.game,
            contender.depth,
            contender.leaves,
            median / cozy,
            median / hexchess,
        );
    }
    text
}
