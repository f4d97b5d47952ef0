//! Builds tables and measures them: `compress VARIANT ENDING|N`. For each stream its size in bits for each legal position of its
//! indices, then the probes a second on random positions, with every probe held against the solver. With `--zstd` before the
//! variant, distances are compared with the output of `zstd -19` for the same values, if it is installed.

mod random;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use saffron_rules::Variant;
use saffron_tables::{Ending, Solver, Tables};

/// The bytes that `zstd -19` makes of some.
fn zstd(bytes: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
    let mut child = Command::new("zstd").args(["-19", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer failed")??;
    Ok(output.stdout.len())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let compare = arguments.first().is_some_and(|text| text == "--zstd");
    arguments.drain(..usize::from(compare));
    let [variant, which @ ..] = &arguments[..] else {
        return Err("usage: compress [--zstd] VARIANT ENDING|N...".into());
    };
    let variant = Variant::by_id(variant).ok_or("no such variant")?;
    let mut endings = Vec::new();
    for text in which {
        match text.parse::<usize>() {
            Ok(pieces) => endings.extend(Ending::all(pieces)),
            Err(_) => endings.push(text.parse()?),
        }
    }
    let mut solver = Solver::new(variant)?;
    let mut tables = Tables::built_in(variant)?;
    let (mut distances, mut yardstick) = (0, 0);
    let (mut bits, mut legal, mut files, mut average, mut count) = (0.0, 0, 0, 0.0, 0);
    for ending in (3..=endings.iter().map(Ending::len).max().unwrap_or(0)).flat_map(Ending::all) {
        let wanted = endings.contains(&ending);
        let start = Instant::now();
        let table = solver.solve(&ending)?;
        let solved = start.elapsed();
        let start = Instant::now();
        let built = solver.build(&ending)?;
        let seconds = start.elapsed().as_secs_f64();
        let length = built.file.len();
        tables.add_bytes(built.file)?;
        if !wanted {
            continue;
        }
        println!("{ending} {length} bytes, solved in {solved:.2?}, with compression {seconds:.2} s");
        for stream in &built.streams {
            let what = match (stream.results, stream.zeroing) {
                (true, _) => "results",
                (_, false) => "distances",
                (_, true) => "depths to zeroing",
            };
            println!(
                "  {} {what}: {} bytes, {} legal, {} needed, {:.3} bits a position, {:.3} by the models",
                stream.turn.letter(),
                stream.bytes,
                stream.legal,
                stream.needed,
                stream.bytes as f64 * 8.0 / stream.legal as f64,
                stream.model_bits / stream.legal as f64
            );
            if compare && !stream.results && !stream.zeroing {
                let other = zstd(&table.half_plies(stream.turn))?;
                println!("    {:.3} of the {other} bytes of zstd -19", stream.bytes as f64 / other as f64);
                distances += stream.bytes;
                yardstick += other as u64;
            }
            if stream.results {
                bits += stream.bytes as f64 * 8.0;
                legal += stream.legal;
                average += stream.bytes as f64 * 8.0 / stream.legal as f64;
                count += 1;
            }
        }
        files += length;
        let positions = random::positions(variant, &ending, 200_000);
        let start = Instant::now();
        let mut some = 0;
        for position in &positions {
            some += usize::from(tables.wdl(position)?.is_some());
        }
        let results = start.elapsed();
        let start = Instant::now();
        for position in &positions {
            some += usize::from(tables.value(position)?.is_some());
        }
        let values = start.elapsed();
        println!(
            "  {:.2} million results a second, {:.2} million values, {some}",
            0.2 / results.as_secs_f64(),
            0.2 / values.as_secs_f64()
        );
        for position in &positions {
            let (found, expected) = (tables.value(position)?, solver.value(position));
            if found != expected || tables.wdl(position)? != expected.map(saffron_tables::Value::wdl) {
                return Err(format!("{}: {found:?}, not {expected:?}", position.to_fen()).into());
            }
        }
    }
    if compare {
        println!(
            "distances {distances} bytes, {:.3} of the {yardstick} of zstd -19",
            distances as f64 / yardstick as f64
        );
    }
    println!(
        "{files} bytes, results {:.3} bits a position, mean of streams {:.3}",
        bits / legal as f64,
        average / f64::from(count)
    );
    Ok(())
}
