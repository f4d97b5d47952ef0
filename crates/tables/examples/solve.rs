//! Solves endings and prints how many positions have each result: `solve VARIANT ENDING|N [STEP]`, with a check of each `STEP`th
//! index.

use std::time::Instant;

use saffron_rules::{Color, Variant};
use saffron_tables::{Ending, Solver, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, which, rest @ ..] = &arguments[..] else { return Err("usage: solve VARIANT ENDING|N [STEP]".into()) };
    let variant = Variant::by_id(variant).ok_or("no such variant")?;
    let endings = match which.parse::<usize>() {
        Ok(pieces) => Ending::all(pieces),
        Err(_) => vec![which.parse()?],
    };
    let step: Option<usize> = rest.first().map(|text| text.parse()).transpose()?;
    let mut solver = Solver::new(variant)?;
    for ending in endings {
        let start = Instant::now();
        let table = solver.solve(&ending)?;
        let seconds = start.elapsed().as_secs_f64();
        let indices = table.indices();
        println!(
            "{ending} {indices} indices, {} legal, {seconds:.2} s, {:.2} million/s",
            table.legal_indices(),
            indices as f64 / seconds / 1e6
        );
        for color in Color::ALL {
            let counts = table.counts(color);
            println!("  {} {} {:?} longest {}", color.letter(), counts.legal, counts.results, counts.longest);
        }
        if let Some(step) = step {
            let start = Instant::now();
            println!("  {:?} {:.2} s", verify(&solver, &table, step), start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
