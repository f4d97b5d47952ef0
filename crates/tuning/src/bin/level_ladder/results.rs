//! File of results with one line per pair of games, so that an interrupted run can be resumed.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use saffron_arena::Pairs;

use saffron_tuning::result_file;

use crate::plan::Task;

/// Key of a pair of games: variant, players, number.
type Key = (String, usize, usize, u64);

/// Known results, and the file that stores them.
pub(crate) struct Results {
    known: HashMap<Key, u8>,
    file: File,
}

fn key(task: &Task) -> Key {
    (task.variant.to_owned(), task.weaker, task.stronger, task.index)
}

impl Results {
    /// Opens or creates a file. Results with another signature are refused.
    pub(crate) fn open(path: &Path, signature: &str) -> Result<Results, String> {
        let (results, file) = result_file::open(path, &format!("# {signature}"), read)?;
        Ok(Results { known: results.into_iter().collect(), file })
    }

    pub(crate) fn has(&self, task: &Task) -> bool {
        self.known.contains_key(&key(task))
    }

    /// Stores the stronger player's score of a pair, in quarter points.
    pub(crate) fn add(&mut self, task: &Task, quarters: u8) -> Result<(), String> {
        let Task { variant, weaker, stronger, index, .. } = task;
        let line = format!("{variant}\t{weaker}\t{stronger}\t{index}\t{quarters}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| error.to_string())?;
        self.known.insert(key(task), quarters);
        Ok(())
    }

    /// Returns the stronger player's pairs against the weaker one among these tasks.
    pub(crate) fn pairs(&self, tasks: &[Task], variant: &str, weaker: usize, stronger: usize) -> Pairs {
        let mut pairs = Pairs::default();
        let keys =
            tasks.iter().filter(|t| t.variant == variant && t.weaker == weaker && t.stronger == stronger).map(key);
        for quarters in keys.filter_map(|key| self.known.get(&key)) {
            pairs.0[usize::from(*quarters)] += 1;
        }
        pairs
    }
}

fn read(line: &str) -> Option<(Key, u8)> {
    let words: Vec<&str> = line.split('\t').collect();
    let [variant, weaker, stronger, index, quarters] = words[..] else { return None };
    let quarters = quarters.parse().ok().filter(|&quarters: &u8| quarters <= 8)?;
    Some(((variant.to_owned(), weaker.parse().ok()?, stronger.parse().ok()?, index.parse().ok()?), quarters))
}
