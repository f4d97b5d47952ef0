//! Run of many games on several threads, into the shards of a folder. An interrupted run is resumed.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};

use saffron_engine::{Control, Engine, EngineWarning, Limits, NetworkChoice, Observer};
use saffron_rules::Variant;

use crate::format::{GameFileError, PlayedGame};
use crate::game_file::GameFile;
use crate::manifest::{Manifest, Shard, shard_file};
use crate::play::{Settings, play_game};

/// Size of one thread's transposition table in MiB. It is small because the searches are.
const HASH_MB: usize = 8;

/// Searches one node to check that the engine uses the embedded network: another evaluation would play other games.
///
/// # Errors
/// If the embedded network of the variant cannot be used, or there is no memory for an engine.
pub fn check_engine(variant: &'static Variant) -> io::Result<()> {
    let mut first = FirstWarning::default();
    let mut engine = Engine::new(1).map_err(io::Error::other)?;
    engine.search(&variant.start().into(), &Limits::nodes(1), &Control::new(), &mut first);
    first.0.map_or(Ok(()), |warning| Err(io::Error::other(warning)))
}

/// Observer that keeps the first warning of a search.
#[derive(Default)]
struct FirstWarning(Option<String>);

impl Observer for FirstWarning {
    fn warning(&mut self, warning: &EngineWarning) {
        self.0.get_or_insert_with(|| warning.to_string());
    }
}

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
}

/// Run of self-play games: what to play, and how.
#[derive(Clone, Debug)]
pub struct Run {
    pub variant: &'static Variant,
    pub settings: Settings,
    pub network: NetworkChoice,
    /// Name of this engine for the manifest: version and commit.
    pub engine: String,
    /// Number of games of the whole run.
    pub games: u64,
    /// Number of games in a shard.
    pub shard_games: u64,
    /// Number of concurrent games.
    pub threads: usize,
}

impl Run {
    /// Plays the games numbered 0 to `games - 1` that the folder does not have yet, and appends each to its shard when it ends.
    /// `progress` is called at the start and after every game. The control can end the run early; finished games are kept.
    ///
    /// # Errors
    /// If the folder cannot be read or written or holds a run with other settings, there is no memory for an engine, or the
    /// embedded network cannot be used.
    pub fn play(
        &self,
        folder: &Path,
        control: &Control,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), GameFileError> {
        check_engine(self.variant)?;
        std::fs::create_dir_all(folder)?;
        let network = self.network.checksum(self.variant);
        let new = Manifest::new(self.variant.id(), network, &self.engine, &self.settings, self.shard_games.max(1));
        let mut manifest = match Manifest::read(folder)? {
            Some(earlier) => earlier.resume(&new)?,
            None => new,
        };
        manifest.write(folder)?;
        let (mut games, mut plies) = manifest.complete();
        progress(Progress { games, plies });
        while !control.is_stopped() {
            let index = manifest.shards.len() as u64;
            let from = index * manifest.shard_games;
            if from >= self.games {
                break;
            }
            let numbers = from..self.games.min(from + manifest.shard_games);
            let name = shard_file(index);
            let mut file = GameFile::append(&folder.join(&name), self.variant)?;
            let missing: Vec<u64> = numbers.filter(|&number| !file.contains(number)).collect();
            self.play_shard(&mut file, &missing, control, |file| {
                progress(Progress { games: games + file.len(), plies: plies + file.plies() });
            })?;
            if file.len() < manifest.shard_games {
                break;
            }
            games += file.len();
            plies += file.plies();
            manifest.shards.push(Shard { file: name, games: file.len(), plies: file.plies() });
            manifest.write(folder)?;
        }
        Ok(())
    }

    /// Plays the games with these numbers and appends them to a shard.
    fn play_shard(
        &self,
        file: &mut GameFile,
        missing: &[u64],
        control: &Control,
        mut progress: impl FnMut(&GameFile),
    ) -> Result<(), GameFileError> {
        progress(file);
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        std::thread::scope(|scope| {
            let (sender, finished) = mpsc::channel::<PlayedGame>();
            for _ in 0..self.threads.max(1) {
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                scope.spawn(move || {
                    let mut engine = match Engine::new(HASH_MB) {
                        Ok(engine) => engine,
                        Err(error) => {
                            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(io::Error::other(error));
                            return;
                        }
                    };
                    engine.set_network(self.network.clone());
                    while let Some(&number) = missing.get(next.fetch_add(1, Relaxed) as usize) {
                        let game = play_game(&mut engine, self.variant, &self.settings, number, control);
                        if game.is_none_or(|game| sender.send(game).is_err()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for game in finished {
                if let Err(error) = file.write(&game) {
                    control.stop();
                    return Err(error);
                }
                progress(file);
            }
            Ok(())
        })?;
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_warning_is_kept_and_a_sound_engine_has_none() {
        let (variant, reason) = ("shafran".to_owned(), "damaged".to_owned());
        let mut first = FirstWarning::default();
        first.warning(&EngineWarning::NetworkUnusable { variant, reason });
        assert!(first.0.is_some_and(|text| text.contains("shafran") && text.contains("damaged")));
        for variant in Variant::all() {
            assert!(check_engine(variant).is_ok(), "{}", variant.id());
        }
    }

    /// A run of short games in shards of three.
    fn run(games: u64) -> Run {
        Run {
            variant: Variant::by_id("shafran").unwrap(),
            settings: Settings { nodes: 60, max_plies: 40, ..Settings::default() },
            network: NetworkChoice::None,
            engine: "Saffron".to_owned(),
            games,
            shard_games: 3,
            threads: 2,
        }
    }

    #[test]
    fn a_run_is_continued_in_its_shards() {
        let folder = tempfile::tempdir().unwrap();
        let play = |games| {
            let mut seen = Vec::new();
            run(games).play(folder.path(), &Control::new(), |progress| seen.push(progress.games)).unwrap();
            seen.dedup();
            seen
        };
        assert_eq!(play(2), [0, 1, 2]);
        assert_eq!(play(2), [0, 2]);
        assert_eq!(play(7), [0, 2, 3, 4, 5, 6, 7]);
        let manifest = Manifest::read(folder.path()).unwrap().unwrap();
        let files: Vec<&str> = manifest.shards.iter().map(|shard| shard.file.as_str()).collect();
        assert_eq!((files, manifest.network.as_str()), (vec!["00000.games", "00001.games"], "none"));
        let mut numbers = Vec::new();
        for (index, expected) in [3, 3, 1].into_iter().enumerate() {
            let file = GameFile::append(&folder.path().join(shard_file(index as u64)), run(1).variant).unwrap();
            assert_eq!(file.len(), expected);
            numbers.extend((0..9).filter(|&number| file.contains(number)));
        }
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
        // A run that was interrupted and one that was not have the same games.
        let whole = tempfile::tempdir().unwrap();
        run(6).play(whole.path(), &Control::new(), |_| ()).unwrap();
        assert_eq!(Manifest::read(whole.path()).unwrap().unwrap(), manifest);
    }

    #[test]
    fn another_run_is_not_continued() {
        let folder = tempfile::tempdir().unwrap();
        run(1).play(folder.path(), &Control::new(), |_| ()).unwrap();
        let other = Run { network: NetworkChoice::Embedded, ..run(1) };
        let error = other.play(folder.path(), &Control::new(), |_| ()).unwrap_err().to_string();
        assert!(error.starts_with("the run in this folder has another setting: network none, not "), "{error}");
    }

    #[test]
    fn a_stopped_run_keeps_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let control = Control::new();
        run(9)
            .play(folder.path(), &control, |progress| {
                if progress.games >= 4 {
                    control.stop();
                }
            })
            .unwrap();
        let mut first = None;
        run(9).play(folder.path(), &Control::new(), |progress| _ = first.get_or_insert(progress.games)).unwrap();
        assert_eq!(first, Some(3));
        assert_eq!(Manifest::read(folder.path()).unwrap().unwrap().complete().0, 9);
    }
}
