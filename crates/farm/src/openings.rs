//! Openings balanced by deep search. Random openings hide most of what a change gains: one side wins too many of them with either
//! engine.
//!
//! A candidate is a line of random moves. A short search sorts out most candidates, a deep one must find it balanced, and one of
//! four times the nodes must still find it so.

use std::collections::BTreeMap;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use saffron_engine::{Control, Engine, Info, Limits, Observer, Random, Root, Score, WinRate};
use saffron_rules::{Game, Variant};
use saffron_selfplay::random_opening;

/// Nodes of the first search of a candidate, and the maximum score that it may find, as a multiple of the balance.
const FIRST_NODES: u64 = 2_000;
const FIRST_MARGIN: i32 = 3;

/// Factor of the nodes after which the score has to be stable.
const STABLE: u64 = 4;

/// Size of the transposition tables in MiB.
const HASH_MB: usize = 32;

/// What is balanced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// Maximum absolute score in centipawns, normalized: at 100 a win is an even chance.
    pub centipawns: i32,
    /// Nodes of the search; it continues to four times as many.
    pub nodes: u64,
    /// Number of random plies; candidates with odd numbers have one more.
    pub plies: usize,
    pub seed: u64,
}

impl Default for Balance {
    fn default() -> Balance {
        Balance { centipawns: 50, nodes: 250_000, plies: 8, seed: 1 }
    }
}

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Openings in the file.
    pub openings: usize,
    /// Candidates up to the last opening.
    pub candidates: u64,
}

/// File of balanced openings: a line of moves each, with the number of its candidate and both scores.
pub struct BalancedOpenings {
    variant: &'static Variant,
    balance: Balance,
    file: File,
    /// Hashes of the positions in the file.
    known: HashSet<u64>,
    openings: usize,
    /// Number of the next candidate.
    next: u64,
}

/// Candidate that is balanced.
struct Found {
    game: Game,
    /// Scores in centipawns after the nodes, and after four times as many.
    scores: [i32; 2],
}

impl BalancedOpenings {
    /// Opens a file, or creates it.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds openings of another variant or balance.
    pub fn open(path: &Path, variant: &'static Variant, balance: Balance) -> Result<BalancedOpenings, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let Balance { centipawns, nodes, plies, seed } = balance;
        let head = format!(
            "# {}: random lines of {plies} or {} plies within {centipawns} normalized centipawns of 0 after {nodes} nodes and after {}, seed {seed}\n\
             # moves # candidate, scores for the side to move\n",
            variant.id(),
            plies + 1,
            STABLE * nodes,
        );
        let mut file =
            OpenOptions::new().create(true).read(true).append(true).open(path).map_err(|error| failed(&error))?;
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let mut this = BalancedOpenings {
            variant,
            balance,
            file: file.try_clone().map_err(|error| failed(&error))?,
            known: HashSet::new(),
            openings: 0,
            next: 0,
        };
        if text.is_empty() {
            file.write_all(head.as_bytes()).map_err(|error| failed(&error))?;
            return Ok(this);
        }
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let Some(lines) = whole.strip_prefix(&head) else {
            return Err(failed(&"holds other openings; name another file"));
        };
        file.set_len(whole.len() as u64).map_err(|error| failed(&error))?;
        for (number, line) in (3..).zip(lines.lines()) {
            let wrong = |what: &dyn std::fmt::Display| failed(&format_args!("line {number}: {what}"));
            let (moves, note) = line.split_once(" # ").ok_or_else(|| wrong(&"no candidate"))?;
            let mut game = Game::new(variant.start());
            for text in moves.split(' ') {
                let mv = game.position().parse_uci(text).map_err(|error| wrong(&error))?;
                game.play(mv).map_err(|error| wrong(&error))?;
            }
            let candidate = note.split(' ').next().and_then(|word| word.parse::<u64>().ok());
            this.next = candidate.ok_or_else(|| wrong(&"no candidate"))? + 1;
            this.known.insert(game.position().hash());
            this.openings += 1;
        }
        Ok(this)
    }

    /// Number of openings in the file.
    pub fn len(&self) -> usize {
        self.openings
    }

    /// Returns whether the file has no openings.
    pub fn is_empty(&self) -> bool {
        self.openings == 0
    }

    /// Tries candidates on several threads and appends those that are balanced, in their order, until the file has `count`
    /// openings or the control stops the run. The openings depend only on variant, balance and engine.
    ///
    /// # Errors
    /// If there is no memory for an engine, or the file cannot be written.
    pub fn extend(
        &mut self,
        count: usize,
        threads: usize,
        control: &Control,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), String> {
        progress(Progress { openings: self.openings, candidates: self.next });
        if self.openings >= count {
            return Ok(());
        }
        let (variant, balance) = (self.variant, self.balance);
        let next = AtomicU64::new(self.next);
        let enough = AtomicBool::new(false);
        let engines: Vec<[Engine; 2]> =
            (0..threads.max(1)).map(|_| Ok([new_engine(1)?, new_engine(HASH_MB)?])).collect::<Result<_, String>>()?;
        std::thread::scope(|scope| {
            let (sender, tried) = mpsc::channel::<(u64, Option<Found>)>();
            for mut engines in engines {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                scope.spawn(move || {
                    while !enough.load(Relaxed) && !control.is_stopped() {
                        let number = next.fetch_add(1, Relaxed);
                        let found = candidate(variant, balance, number, &mut engines, control);
                        if control.is_stopped() || sender.send((number, found)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Candidates end in any order, and are written in that of their numbers.
            let mut waiting = BTreeMap::new();
            for (number, found) in tried {
                waiting.insert(number, found);
                while let Some(found) = waiting.remove(&self.next) {
                    let number = self.next;
                    self.next += 1;
                    if let Some(found) = found.filter(|_| self.openings < count) {
                        self.add(number, &found).inspect_err(|_| enough.store(true, Relaxed))?;
                        progress(Progress { openings: self.openings, candidates: number + 1 });
                    }
                }
                enough.store(enough.load(Relaxed) || self.openings >= count, Relaxed);
            }
            Ok(())
        })
    }

    fn add(&mut self, number: u64, Found { game, scores }: &Found) -> Result<(), String> {
        if !self.known.insert(game.position().hash()) {
            return Ok(());
        }
        let moves: Vec<String> =
            game.positions().iter().zip(game.moves()).map(|(position, &mv)| position.uci(mv)).collect();
        let line = format!("{} # {number} {:+} {:+}\n", moves.join(" "), scores[0], scores[1]);
        self.file.write_all(line.as_bytes()).map_err(|error| format!("the openings cannot be written: {error}"))?;
        self.openings += 1;
        Ok(())
    }
}

fn new_engine(hash_mb: usize) -> Result<Engine, String> {
    Engine::new(hash_mb).map_err(|error| error.to_string())
}

/// Returns the candidate of this number if it is balanced.
fn candidate(
    variant: &'static Variant,
    balance: Balance,
    number: u64,
    [first, deep]: &mut [Engine; 2],
    control: &Control,
) -> Option<Found> {
    let mut random = Random::new(balance.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    let game = random_opening(variant.start(), balance.plies + (number % 2) as usize, &mut random)?;
    if game.claim().is_some() || game.position().in_check() {
        return None;
    }
    let root = Root::from(&game);
    first.new_game();
    let rough = first.search(&root, &Limits::nodes(FIRST_NODES), control, &mut ());
    if shown(variant, rough.score).abs() > FIRST_MARGIN * balance.centipawns {
        return None;
    }
    deep.new_game();
    // One search: its score after the nodes is that of the last depth before them.
    let mut scores =
        Scores { variant, nodes: balance.nodes, limit: balance.centipawns, before: 0, control: Control::new() };
    let stop = scores.control.clone();
    let result = deep.search(&root, &Limits::nodes(STABLE * balance.nodes), &stop, &mut scores);
    let after = shown(variant, result.score);
    let is_balanced =
        !stop.is_stopped() && after.abs() <= balance.centipawns && scores.before.abs() <= balance.centipawns;
    is_balanced.then_some(Found { game, scores: [scores.before, after] })
}

/// Returns a score in normalized centipawns.
fn shown(variant: &Variant, score: Score) -> i32 {
    WinRate::of(variant).normalized(score).to_centipawns()
}

/// Observer that keeps the last score before a number of nodes, and stops the search if it is not balanced then.
struct Scores {
    variant: &'static Variant,
    nodes: u64,
    limit: i32,
    before: i32,
    control: Control,
}

impl Observer for Scores {
    fn info(&mut self, info: &Info<'_>) {
        if info.nodes <= self.nodes {
            self.before = shown(self.variant, info.score);
        } else if self.before.abs() > self.limit {
            self.control.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_arena::book_openings;

    /// Asserts that the scores noted behind the openings are within these centipawns of 0.
    fn assert_balanced(text: &str, centipawns: i32) {
        for line in text.lines().skip(2) {
            let note = line.split_once(" # ").unwrap().1;
            let scores: Vec<i32> = note.split(' ').skip(1).map(|score| score.parse().unwrap()).collect();
            assert!(scores.len() == 2 && scores.iter().all(|score| score.abs() <= centipawns), "{line}");
        }
    }

    #[test]
    fn the_openings_of_the_repository_are_balanced_and_distinct() {
        let folder = tempfile::tempdir().unwrap();
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/openings")).unwrap() {
            let path = entry.unwrap().path();
            let variant = Variant::by_id(path.file_stem().unwrap().to_str().unwrap()).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert_balanced(&text, 50);
            // The command that found them can find more.
            let copy = folder.path().join(variant.id());
            std::fs::write(&copy, &text).unwrap();
            let openings = BalancedOpenings::open(&copy, variant, Balance::default()).unwrap();
            assert_eq!(openings.len() + 2, text.lines().count(), "{}", variant.id());
            assert_eq!(openings.len(), openings.known.len(), "{}", variant.id());
        }
    }

    #[test]
    fn openings_are_found_in_order_and_the_run_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let variant = Variant::by_id("shafran").unwrap();
        let balance = Balance { nodes: 500, centipawns: 100, ..Balance::default() };
        let extend = |name: &str, count, threads| {
            let path = folder.path().join(name);
            let mut openings = BalancedOpenings::open(&path, variant, balance).unwrap();
            openings.extend(count, threads, &Control::new(), |_| ()).unwrap();
            assert_eq!(openings.len(), count);
            std::fs::read_to_string(path).unwrap()
        };
        extend("a", 3, 2);
        let text = extend("a", 6, 1);
        assert_eq!(text, extend("b", 6, 2), "whatever the threads and interruptions");
        assert_eq!(book_openings(&variant.start(), &text, None).unwrap().len(), 6);
        assert_balanced(&text, 100);
        // A line that was cut off is found again.
        let path = folder.path().join("a");
        std::fs::write(&path, &text[..text.len() - 5]).unwrap();
        assert_eq!(extend("a", 6, 1), text);
        let other = Balance { seed: 2, ..balance };
        assert!(BalancedOpenings::open(&path, variant, other).is_err_and(|error| error.contains("other openings")));
        let (rest, note) = text.rsplit_once(" # ").unwrap();
        std::fs::write(&path, format!("{rest} {note}")).unwrap();
        let error = BalancedOpenings::open(&path, variant, balance).map(|_| ()).unwrap_err();
        assert!(error.contains("line 8: no candidate"), "{error}");
    }
}
