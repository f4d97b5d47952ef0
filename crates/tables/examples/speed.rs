//! Measures probes of the tables in a folder: `speed VARIANT DIR ENDING...`. For each ending, on random legal positions: values a second
//! with the cache of the server, 16 MiB, read from the file and from memory; probes a second, the slowest of a hundred with the blocks decoded before (and values a second the first time, when they are not), and from
//! the disk, after the system has dropped the file from its cache (Linux). The probes a second are by the processor time of the thread if the system reports it (Linux), so they do not depend on
//! what else runs.

mod random;

use std::path::Path;
use std::time::{Duration, Instant};

use saffron_rules::{Position, Variant};
use saffron_tables::{Ending, Tables};

/// The processor time of this thread so far, or the time of day.
fn now(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The median and the 99th percentile of the times of single probes.
fn percentiles(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

fn each(positions: &[Position], mut probe: impl FnMut(&Position)) -> Vec<Duration> {
    let time = |position| {
        let start = Instant::now();
        probe(position);
        start.elapsed()
    };
    positions.iter().map(time).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, folder, endings @ ..] = &arguments[..] else {
        return Err("usage: speed VARIANT DIR ENDING...".into());
    };
    let variant = Variant::by_id(variant).ok_or("no such variant")?;
    let folder = Path::new(folder).join(variant.id());
    for ending in endings {
        let ending: Ending = ending.parse()?;
        let path = folder.join(Tables::file_name(&ending));
        let positions = random::positions(variant, &ending, 200_000);
        let open = || -> Result<Tables, Box<dyn std::error::Error>> {
            let mut tables = Tables::built_in(variant)?;
            let (_, errors) = tables.add_folder(&folder);
            errors.into_iter().next().map_or(Ok(tables), |error| Err(error.into()))
        };
        let served = |tables: Tables| -> Result<f64, Box<dyn std::error::Error>> {
            let tables = tables.with_cache(16 << 20);
            let (clock, start) = (Instant::now(), now(Instant::now()));
            for position in &positions {
                tables.value(position)?.ok_or("a table is missing")?;
            }
            Ok(positions.len() as f64 / (now(clock) - start).as_secs_f64() / 1e6)
        };
        let mut in_memory = Tables::built_in(variant)?;
        let (from_file, bytes) = (served(open()?)?, std::fs::read(&path)?);
        in_memory.add_bytes(bytes)?;
        let from_memory = served(in_memory)?;
        println!(
            "{ending}: with 16 MiB, {from_file:.3} million values a second from the file, {from_memory:.3} from memory"
        );
        let mut tables = open()?;
        let run = |value: bool| -> Result<f64, Box<dyn std::error::Error>> {
            let (clock, start) = (Instant::now(), now(Instant::now()));
            for position in &positions {
                let known = if value { tables.value(position)?.is_some() } else { tables.wdl(position)?.is_some() };
                assert!(known, "the table of an ending that {ending} leads to is missing");
            }
            Ok(positions.len() as f64 / (now(clock) - start).as_secs_f64() / 1e6)
        };
        let first = run(true)?;
        let (results, values) = (run(false)?, run(true)?);
        let (median, slow) = percentiles(each(&positions, |position| {
            let _ = std::hint::black_box(tables.value(position));
        }));
        // From the disk: some probes after the file was forgotten, each time.
        let mut cold = Vec::new();
        for some in positions.chunks(20).take(50) {
            drop(tables);
            let file = std::fs::File::open(&path)?;
            let forgotten = std::process::Command::new("dd")
                .args(["of=/dev/null", "count=0", "iflag=nocache", &format!("if={}", path.display())])
                .stderr(std::process::Stdio::null())
                .status()?;
            assert!(forgotten.success());
            drop(file);
            tables = open()?;
            cold.extend(each(some, |position| {
                let _ = std::hint::black_box(tables.value(position));
            }));
        }
        let (cold_median, cold_slow) = percentiles(cold);
        println!(
            "{ending}: {results:.2} million results and {values:.2} million values a second, {first:.2} the first time; a value: median {median:?}, 99 % \
             within {slow:?}; from the disk: median {cold_median:?}, 99 % within {cold_slow:?}"
        );
    }
    Ok(())
}
