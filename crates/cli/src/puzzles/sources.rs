//! Games to mine: self-play games and game records.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use saffron_puzzles::MinedGame;
use saffron_rules::{Move, Position, Replayer, Variant};
use saffron_selfplay::{PlayedGame, game_files, read_games};

use crate::error::CliError;
use crate::files::display_name;
use crate::pgn::games::each_game;

/// Minimum number of plies of a game from a record: shorter ones have hardly been played.
const MIN_PLIES: usize = 8;

/// Reads the games of a variant: folders and `.games` files of self-play, and game records for all other names.
pub(super) fn games(paths: &[PathBuf], variant: &'static Variant) -> Result<Vec<MinedGame>, CliError> {
    let mut games = Vec::new();
    for path in paths {
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "games") {
            add_selfplay(path, variant, &mut games)?;
        } else {
            add_record(path, variant, &mut games)?;
        }
    }
    Ok(games)
}

fn add_selfplay(path: &Path, variant: &'static Variant, games: &mut Vec<MinedGame>) -> Result<(), CliError> {
    for file in game_files(path).map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))? {
        let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", file.display()));
        let input = BufReader::new(File::open(&file).map_err(|error| failed(&error))?);
        let (found, played) = read_games(input).map_err(|error| failed(&error))?;
        if !std::ptr::eq(found, variant) {
            return Err(failed(&format_args!("these are games of {}, not {}", found.id(), variant.id())));
        }
        let name = short_name(&file);
        games.extend(played.iter().map(|game| MinedGame {
            start: variant.start(),
            moves: moves(variant.start(), game),
            source: format!("{name} {}", game.number),
        }));
    }
    Ok(())
}

/// Returns the moves with their scores, up to the first that is not legal.
fn moves(mut position: Position, game: &PlayedGame) -> Vec<(Move, Option<i16>)> {
    let mut moves = Vec::new();
    for played in &game.moves {
        let Some(mv) = position.move_from_bits(played.bits).filter(|&mv| position.is_legal(mv)) else { break };
        moves.push((mv, played.score));
        position.play_unchecked(mv);
    }
    moves
}

fn add_record(path: &Path, variant: &'static Variant, games: &mut Vec<MinedGame>) -> Result<(), CliError> {
    let name = short_name(path);
    let mut replayer = Replayer::new();
    let before = games.len();
    each_game(path, None, |raw| {
        let replay = replayer.replay(raw);
        if let Some(start) = replay.start.filter(|start| std::ptr::eq(start.variant(), variant))
            && replay.moves.len() >= MIN_PLIES
        {
            let moves = replay.moves.into_iter().map(|mv| (mv, None)).collect();
            games.push(MinedGame { start, moves, source: format!("{name} {}", raw.number) });
        }
        Ok(())
    })?;
    if games.len() == before {
        let (name, variant) = (display_name(path), variant.name());
        return Err(CliError::new(format_args!("{name}: there are no games of {variant} in the file")));
    }
    Ok(())
}

/// Returns the name of a file with that of its folder: enough to find it, and the same on every machine.
fn short_name(path: &Path) -> String {
    let names: Vec<_> =
        path.iter().rev().take(2).map(|part| part.to_string_lossy().replace(['\t', ' '], "_")).collect();
    names.into_iter().rev().collect::<Vec<String>>().join("/")
}
