//! Prints where the 50-move rule matters in an ending: `zeroing VARIANT ENDING... [--verify]`.

use std::error::Error;
use std::time::Instant;

use saffron_rules::{Color, Variant};
use saffron_tables::{Ending, LongMates, Solver, Tables, verify_file_zeroing, verify_zeroing};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with("--"));
    let (variant, endings) = names.split_first().ok_or("usage: zeroing VARIANT ENDING... [--verify]")?;
    let variant = Variant::by_id(variant).ok_or("no such variant")?;
    let mut solver = Solver::new(variant)?;
    for name in endings {
        let ending: Ending = name.parse()?;
        let start = Instant::now();
        let table = solver.solve(&ending)?;
        let solved = start.elapsed();
        let start = Instant::now();
        solver.solve_zeroing(&ending)?;
        println!("{ending}: solved in {solved:.1?}, depths to zeroing in {:.1?}", start.elapsed());
        let Some(counts) = solver.long_mates(&ending) else { continue };
        for (turn, LongMates { long, beyond, deepest }) in Color::ALL.into_iter().zip(counts) {
            let all = table.counts(turn);
            let [lost, .., won] = all.results;
            println!(
                "  {} won {won} lost {lost}, longest {}: {long} of more than 100 plies, {beyond} beyond the rule, deepest {deepest}",
                turn.letter(),
                all.longest
            );
        }
        if options.iter().any(|option| *option == "--verify") {
            let verified = verify_zeroing(&solver, &table, 1);
            println!("  indices {} legal {} wrong {}", verified.indices, verified.legal, verified.wrong);
            if let Some(first) = verified.first {
                return Err(first.into());
            }
            let built = solver.build(&ending)?;
            for stream in built.streams.iter().filter(|stream| stream.zeroing) {
                println!("  {} depths: {} bytes of {}", stream.turn.letter(), stream.bytes, built.file.len());
            }
            let mut tables = Tables::built_in(variant)?;
            tables.add_bytes(built.file)?;
            if let Some(first) = verify_file_zeroing(&tables, &solver, &table) {
                return Err(first.into());
            }
        }
    }
    Ok(())
}
