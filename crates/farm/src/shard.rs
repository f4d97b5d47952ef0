//! Results of the games of a shard: a file with one line per game.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use saffron_arena::{GameResult, Termination};
use saffron_rules::Color;

use crate::rows;

/// Number of pairs of games in a shard.
pub(crate) const PAIRS: usize = 100;

/// Shard with the games that are over.
pub(crate) struct Shard {
    /// Number of the shard: its first pair is this number times [`PAIRS`].
    pub(crate) number: usize,
    /// Results, with indices from the start of the shard.
    pub(crate) results: Vec<GameResult>,
    path: PathBuf,
}

impl Shard {
    /// Reads a shard of a stage's folder, which may not have it yet. An incomplete last line is removed.
    pub(crate) fn open(folder: &Path, number: usize) -> Result<Shard, String> {
        let path = folder.join(format!("{number:05}.tsv"));
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = rows::read(&path)?;
        let mut results: Vec<GameResult> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let result = parse(text).ok_or_else(|| failed(&format_args!("line {line} is no result: {text:?}")))?;
            if results.iter().any(|known| known.index == result.index) {
                return Err(failed(&format_args!("line {line}: game {} comes twice", result.index)));
            }
            results.push(result);
        }
        Ok(Shard { number, results, path })
    }

    /// Opens the file for appending.
    pub(crate) fn append(&self) -> Result<ShardFile, String> {
        Ok(ShardFile { file: rows::append(&self.path)? })
    }
}

/// File of a shard that is played.
pub(crate) struct ShardFile {
    file: File,
}

impl ShardFile {
    pub(crate) fn add(&mut self, result: GameResult) -> Result<(), String> {
        self.file.write_all(format(result).as_bytes()).map_err(|error| format!("a shard cannot be written: {error}"))
    }
}

/// Formats a result: index, quarter points of White, termination, side whose engine failed.
fn format(GameResult { index, white_quarters, termination, failed }: GameResult) -> String {
    let failed = match failed {
        None => "-",
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
    };
    format!("{index}\t{white_quarters}\t{}\t{failed}\n", termination.name())
}

fn parse(line: &str) -> Option<GameResult> {
    let [index, quarters, termination, failed] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    Some(GameResult {
        index: index.parse().ok().filter(|&index| index < 2 * PAIRS)?,
        white_quarters: quarters.parse().ok().filter(|&quarters| quarters <= 4)?,
        termination: Termination::by_name(termination)?,
        failed: match failed {
            "-" => None,
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let results = [
            GameResult { index: 1, white_quarters: 3, termination: Termination::Stalemate, failed: None },
            GameResult { index: 0, white_quarters: 0, termination: Termination::TimeLoss, failed: Some(Color::White) },
            GameResult { index: 199, white_quarters: 2, termination: Termination::FiftyMoves, failed: None },
        ];
        let shard = Shard::open(folder.path(), 7).unwrap();
        assert!(shard.results.is_empty());
        let mut file = shard.append().unwrap();
        results.into_iter().for_each(|result| file.add(result).unwrap());
        let shard = Shard::open(folder.path(), 7).unwrap();
        assert_eq!(shard.results, results);
        // A line that was cut off is played again.
        let path = folder.path().join("00007.tsv");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 4]).unwrap();
        assert_eq!(Shard::open(folder.path(), 7).unwrap().results, results[..2]);
        let mut file = shard.append().unwrap();
        file.add(results[2]).unwrap();
        assert_eq!(Shard::open(folder.path(), 7).unwrap().results, results);
        for wrong in
            ["1\t3\n", "x\t0\tcheckmate\t-\n", "200\t0\tcheckmate\t-\n", "1\t5\tcheckmate\t-\n", "1\t4\tmate\t-\n"]
        {
            std::fs::write(&path, wrong).unwrap();
            let error = Shard::open(folder.path(), 7).map(|_| ()).unwrap_err();
            assert!(error.contains("00007.tsv: line 1 is no result"), "{error}");
        }
        std::fs::write(&path, "1\t4\tcheckmate\t-\n1\t4\tcheckmate\t-\n").unwrap();
        assert!(Shard::open(folder.path(), 7).map(|_| ()).unwrap_err().contains("game 1 comes twice"));
    }
}
