//! Builds and verifies the suite of mates, and solves single positions.

use std::process::ExitCode;
use std::time::Instant;

use saffron_mates::{MAX_MOVES, Solver, Suite};
use saffron_rules::{Position, Variant};

const USAGE: &str = "usage: saffron-mates build SEED FILE | verify FILE | solve VARIANT FEN MOVES

build   make positions of every variant, prove them and write the file (many minutes)
verify  prove every line of the file again (minutes)
solve   print the number of moves to mate for the side to move, at most MOVES, and the first moves";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["build", seed, file] => build(seed, file),
        ["verify", file] => verify(file),
        ["solve", variant, fen, moves] => solve(variant, fen, moves),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn build(seed: &str, file: &str) -> Result<(), String> {
    let number: u64 = seed.parse().map_err(|_| format!("{seed:?} is not a seed: expected a number from 0"))?;
    let start = Instant::now();
    let progress = |line: &str| eprintln!("{:7.1} s  {line}", start.elapsed().as_secs_f64());
    let suite = Suite::build(Variant::all(), number, progress);
    let text = suite.to_text(&format!("cargo run --release -p saffron-mates -- build {seed} {file}"));
    std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    println!("wrote {} positions to {file}", suite.problems.len());
    Ok(())
}

fn verify(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let suite = Suite::parse(&text).map_err(|error| format!("{file}: {error}"))?;
    let mut solver = Solver::new();
    for problem in &suite.problems {
        if !problem.holds(&mut solver).map_err(|error| error.to_string())? {
            return Err(format!("{file}: not {}: {:?}", problem.value, problem.position));
        }
    }
    println!("{} positions are proved, {} moves played", suite.problems.len(), solver.played());
    Ok(())
}

fn solve(variant: &str, fen: &str, moves: &str) -> Result<(), String> {
    let rules = Variant::by_id(variant).ok_or_else(|| format!("there is no variant {variant:?}"))?;
    let position = Position::from_fen(rules, fen).map_err(|error| error.to_string())?;
    let most = moves.parse().ok().filter(|most| (1..=MAX_MOVES).contains(most));
    let most = most.ok_or_else(|| format!("{moves:?} is no number of moves from 1 to {MAX_MOVES}"))?;
    let mut solver = Solver::new();
    let mate = solver.mate_in(&position, most).map_err(|error| error.to_string())?;
    match mate {
        None => println!("no mate in {most}"),
        Some(moves) => {
            let keys = solver.keys(&position, moves).map_err(|error| error.to_string())?;
            let keys: Vec<String> = keys.into_iter().map(|mv| position.san(mv)).collect();
            println!("mate in {moves}: {}", keys.join(" "));
        }
    }
    println!("{} moves played", solver.played());
    Ok(())
}
