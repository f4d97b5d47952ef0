//! Positions from games of the engine against itself.

use std::collections::HashSet;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use saffron_arena::random_openings;
use saffron_engine::{Control, Engine, Limits, Random, Root};
use saffron_mates::{AllowedMates, QuietMate, mates_in_one};
use saffron_rules::{Game, Move, Position, Variant};

/// Number of random plies in an opening.
const OPENING_PLIES: usize = 8;

/// Number of plies after which a game ends.
const MAX_PLIES: usize = 200;

/// Maximum half-move clock of a position, in plies.
const MAX_HALFMOVE_CLOCK: u16 = 60;

/// Maximum number of games of a variant, per wanted position.
const MAX_GAMES_PER_POSITION: u64 = 100;

/// Minimum advantage of a mistake over the best safe move, in centipawns, as the engine sees it.
const TEMPTATION: i32 = 50;

/// Nodes of the search of all safe moves.
const SAFE_NODES: u64 = 2_000;

/// Nodes of the search of the replies to one mistake.
const MISTAKE_NODES: u64 = 300;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File to write
    file: PathBuf,
    /// Number of positions per variant
    #[arg(long, value_name = "N", default_value_t = 250)]
    positions: usize,
    /// Nodes per move of the games
    #[arg(long, value_name = "N", default_value_t = 300)]
    nodes: u64,
    /// Seed of the games; positions depend only on the seed and the engine
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} positions, {elapsed}");
    let style = style.map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for variant in Variant::all() {
        let bar = ProgressBar::new(arguments.positions as u64).with_style(style.clone()).with_message(variant.id());
        all.extend(positions(variant, arguments, &bar)?);
        bar.finish_and_clear();
    }
    let Arguments { positions, nodes, seed, file } = arguments;
    let file = file.display();
    let command = format!(
        "cargo run --release -p saffron-tuning --bin quiet_mates -- generate {file} --positions {positions} --nodes {nodes} \
         --seed {seed}"
    );
    std::fs::write(&arguments.file, QuietMate::to_file(&all, &command)).map_err(|error| format!("{file}: {error}"))?;
    println!("wrote {} positions to {file}", all.len());
    Ok(())
}

/// Returns the positions of one variant, at most one per game.
fn positions(variant: &'static Variant, arguments: &Arguments, bar: &ProgressBar) -> Result<Vec<QuietMate>, String> {
    let mut engine = Engine::new(4).map_err(|error| error.to_string())?;
    let mut random = Random::new(arguments.seed);
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for game in 0..arguments.positions as u64 * MAX_GAMES_PER_POSITION {
        if found.len() >= arguments.positions {
            return Ok(found);
        }
        let seed = arguments.seed.wrapping_mul(1_000_003).wrapping_add(game);
        let opening = random_openings(&variant.start(), OPENING_PLIES, 1, seed)?.pop();
        let opening = opening.ok_or_else(|| format!("{}: there is no opening", variant.id()))?;
        let game = Game::from_moves(opening.start, opening.moves).map_err(|error| error.to_string())?;
        let mut candidates: Vec<QuietMate> =
            play(game, &mut engine, arguments.nodes)?.iter().filter_map(QuietMate::new).collect();
        candidates.sort_by_cached_key(|_| random.next_bits());
        let chosen = candidates.into_iter().find(|candidate| is_tempting(&mut engine, candidate));
        if let Some(chosen) = chosen.filter(|chosen| seen.insert(chosen.position.hash())) {
            found.push(chosen);
            bar.inc(1);
        }
    }
    Err(format!("{}: only {} positions were found", variant.id(), found.len()))
}

/// Plays a game to its end and returns the positions after its opening.
fn play(mut game: Game, engine: &mut Engine, nodes: u64) -> Result<Vec<Position>, String> {
    engine.new_game();
    let mut positions = Vec::new();
    while game.outcome().is_none() && game.claim().is_none() && game.moves().len() < MAX_PLIES {
        let position = *game.position();
        if position.halfmove_clock() <= MAX_HALFMOVE_CLOCK {
            positions.push(position);
        }
        let result = engine.search(&Root::from(&game), &Limits::nodes(nodes), &Control::new(), &mut ());
        let Some(best) = result.best else { break };
        game.play(best).map_err(|error| error.to_string())?;
    }
    Ok(positions)
}

/// Returns whether a mistake would be clearly better than every safe move if the mates that it allows were overlooked.
fn is_tempting(engine: &mut Engine, candidate: &QuietMate) -> bool {
    let position = candidate.position;
    let AllowedMates { mistakes, safe } = AllowedMates::new(&position);
    let safe_score = score(engine, position, safe, SAFE_NODES);
    mistakes.into_iter().any(|mistake| {
        let Ok(after) = position.play(mistake) else { return false };
        let mates = mates_in_one(&after);
        let replies: Vec<Move> = after.legal_moves().into_iter().filter(|mv| !mates.contains(mv)).collect();
        !replies.is_empty() && -score(engine, after, replies, MISTAKE_NODES) >= safe_score + TEMPTATION
    })
}

/// Returns the score of the best of these moves in centipawns, from the side to move's point of view.
fn score(engine: &mut Engine, position: Position, moves: Vec<Move>, nodes: u64) -> i32 {
    engine.new_game();
    let limits = Limits { search_moves: moves, ..Limits::nodes(nodes) };
    engine.search(&position.into(), &limits, &Control::new(), &mut ()).score.to_centipawns()
}
