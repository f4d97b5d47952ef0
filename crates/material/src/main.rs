//! Computes and verifies the tables of sufficient material.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use saffron_material::{Census, Extent, census, table};
use saffron_rules::Variant;

const USAGE: &str = "usage: saffron-material compute | compute-helpmates | verify | verify --quick

compute            count all positions and write the tables and counts of crates/rules (minutes)
compute-helpmates  enumerate mates and write the table of the material with which a side can mate (seconds)
verify             count all positions, compare with the files of crates/rules and print all mismatches (minutes)
verify --quick     count and compare only positions with at most one piece in addition to the kings (seconds)";

/// Files that `compute` writes, relative to the folder of the rules crate.
const SOURCE: &str = "src/variants/material.rs";
const CHECKMATING_SOURCE: &str = "src/variants/checkmating_material.rs";
const FIGURES: &str = "tests/data/material.tsv";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["compute"] => compute(),
        ["compute-helpmates"] => compute_helpmates(),
        ["verify"] => verify(Extent::Four),
        ["verify", "--quick"] => verify(Extent::Three),
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

/// Returns the census of every variant, computed on all cores.
fn all(extent: Extent) -> Vec<(&'static Variant, Census)> {
    let start = Instant::now();
    let variants = Variant::all();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(&variant) = variants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let census = census(variant, extent, |line| eprintln!("{:7.1} s  {line}", start.elapsed().as_secs_f64()));
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((variant, census));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(variant, _)| variants.iter().position(|other| other.id() == variant.id()));
    done
}

fn compute() -> Result<(), String> {
    let mut source = table::SOURCE_HEAD.to_owned();
    let mut counts = format!("{}\n", table::COLUMNS);
    for (variant, census) in all(Extent::Four) {
        source.push_str(&table::source(variant, &census));
        counts.push_str(&table::rows(variant, &census));
    }
    write(SOURCE, &source)?;
    write(FIGURES, &counts)?;
    println!("run `cargo fmt`, then `verify`, which also tests the proofs for larger material");
    Ok(())
}

fn compute_helpmates() -> Result<(), String> {
    let mut source = table::CHECKMATING_SOURCE_HEAD.to_owned();
    for variant in Variant::all() {
        source.push_str(&table::checkmating_source(variant));
    }
    write(CHECKMATING_SOURCE, &source)?;
    println!("run `cargo fmt`");
    Ok(())
}

fn write(file: &str, text: &str) -> Result<(), String> {
    let path = rules_folder().join(file);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

fn verify(extent: Extent) -> Result<(), String> {
    let path = rules_folder().join(FIGURES);
    let recorded = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (mut mismatches, mut materials) = (Vec::new(), 0);
    for (variant, census) in all(extent) {
        materials += census.len();
        mismatches.extend(table::mismatches(variant, &census, extent, &recorded));
        mismatches.extend(table::differences_of_checkmating(variant));
    }
    if mismatches.is_empty() {
        println!("{materials} materials: tables and counts are right");
        return Ok(());
    }
    let count = mismatches.len();
    Err(format!("{}\n{materials} materials: {count} mismatches, all of them above", mismatches.join("\n")))
}

fn rules_folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
}
