//! `saffron bench`: fixed searches. Their node count is the signature of search and evaluation: it changes when, and only
//! when, one of them does; their speed compares machines and builds.

use std::io::Write;
use std::time::Duration;

use saffron_engine::{Control, Engine, Limits, Root};
use saffron_rules::{Position, Variant};

use crate::error::CliError;
use crate::user_variants::NoVariants;

/// Size of the table in MiB: part of what makes the node count.
const HASH_MB: usize = 16;

/// Depth of every search in plies.
const DEPTH: u32 = 10;

/// A variant and a position; none for the start.
const POSITIONS: [(&str, Option<&str>); 12] = [
    ("shafran", None),
    ("shafran", Some("k3r/2ppbp/n2B2n/bp1P2p1/Bp1p2P1P/p7R/7B/4N1N/qPPPP1/R2QK w QBq - 1 13")),
    ("shafran", Some("5/4N1/1P5/kB1B4/4b3P/1p7/Pp6/7/R1p3/2K1n w - - 2 73")),
    ("glinski", None),
    ("glinski", Some("1/n1k/5/r6/pp2rppp1/3p5p1/5p5/2P3P4/2RP3P1q1/1P2B2Bb2/1b4Q1KP1 w - - 2 35")),
    ("mccooey", None),
    ("mccooey", Some("1/q1k/r3r/pppp1p1/5p3/7bp2/4n1PB3/2n2P5/N3P3Nb1/2PPBB1P3/1R3QKRP2 w - - 6 13")),
    ("hexofen", None),
    ("devasa", None),
    ("devasa", Some("r1n3b2/6B2/1kp6/1p3p1P1/pp1PBQ1P1/1P7/3P2PP1/3K5/1r5R1 w - - 1 47")),
    ("brusky", None),
    ("brusky", Some("r2k2bnr/2ppq1N2p/4p1p2p1/1pPpB4pb1/3PP3P3/4P1P4/3P1P2PP/RQ2BKBNR b kq - 2 18")),
];

/// Run a fixed set of searches; the last line is "nodes N nps M"
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    not_taken: NoVariants,
}

/// Runs all searches, one line each, and the sum on the last line.
pub(crate) fn run(_: &Arguments) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    let mut engine = Engine::new(HASH_MB).map_err(CliError::new)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (id, fen) in POSITIONS {
        let root = Root::from(position(id, fen)?);
        engine.new_game();
        let result = engine.search(&root, &Limits::depth(DEPTH), &Control::new(), &mut ());
        nodes += result.nodes;
        time += result.time;
        let best = result.best.map(|mv| root.position.uci(mv)).unwrap_or_default();
        writeln!(out, "{id} depth {DEPTH} nodes {} score {} best {best}", result.nodes, result.score)?;
    }
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    writeln!(out, "nodes {nodes} nps {nps}")?;
    Ok(())
}

fn position(id: &str, fen: Option<&str>) -> Result<Position, CliError> {
    let variant = Variant::by_id(id).ok_or_else(|| CliError::new(format_args!("no variant {id}")))?;
    match fen {
        None => Ok(variant.start()),
        Some(fen) => Position::from_fen(variant, fen).map_err(CliError::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_searched() {
        for (id, fen) in POSITIONS {
            assert!(position(id, fen).is_ok_and(|position| position.has_legal_move()), "{id} {fen:?}");
        }
    }
}
