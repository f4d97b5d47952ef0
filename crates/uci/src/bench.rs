//! Bench: fixed searches. Their node count is the signature of search and evaluation: it changes if and only if one of them does.
//! Their speed compares machines and builds.

use std::io::{self, Write};
use std::time::Duration;

use saffron_engine::{Control, Engine, Limits, Root};
use saffron_rules::{Position, Variant};

/// Size of the transposition table in MiB, which affects the node count.
const HASH_MB: usize = 16;

/// Depth of every search in plies.
const DEPTH: u32 = 10;

/// Positions to search, one per line: id of the variant, tab, FEN or `startpos`. A new line changes the signature.
const POSITIONS: &str = include_str!("bench.tsv");

/// Runs all searches and writes one line for each. The last line is `N nodes M nps`, as OpenBench and fishtest read it.
///
/// # Errors
/// If there is no memory for the engine, or the output cannot be written.
pub fn bench(mut out: impl Write) -> io::Result<()> {
    let mut engine = Engine::new(HASH_MB).map_err(io::Error::other)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for line in POSITIONS.lines() {
        let position = position(line).map_err(io::Error::other)?;
        let id = position.variant().id();
        let root = Root::from(position);
        engine.new_game();
        let result = engine.search(&root, &Limits::depth(DEPTH), &Control::new(), &mut ());
        nodes += result.nodes;
        time += result.time;
        let best = result.best.map(|mv| root.position.uci(mv)).unwrap_or_default();
        writeln!(out, "{id} depth {DEPTH} nodes {} score {} best {best}", result.nodes, result.score)?;
    }
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    writeln!(out, "{nodes} nodes {nps} nps")
}

/// Parses a line of [`POSITIONS`].
fn position(line: &str) -> Result<Position, String> {
    let wrong = |what: &dyn std::fmt::Display| format!("bench.tsv, {line:?}: {what}");
    let (id, fen) = line.split_once('\t').ok_or_else(|| wrong(&"no tab"))?;
    let variant = Variant::by_id(id).ok_or_else(|| wrong(&"no such variant"))?;
    if fen == "startpos" {
        Ok(variant.start())
    } else {
        Position::from_fen(variant, fen).map_err(|error| wrong(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_searched() {
        assert_eq!(POSITIONS.lines().count(), 12);
        for line in POSITIONS.lines() {
            assert!(position(line).is_ok_and(|position| position.has_legal_move()), "{line}");
        }
        assert!(
            position("shafran").is_err() && position("chess\tstartpos").is_err() && position("shafran\tk").is_err()
        );
    }
}
