//! Run of many games on several threads, into one file.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};

use saffron_engine::{Control, Engine, EngineWarning, Limits, Observer};
use saffron_rules::Variant;

use crate::format::{GameFileError, PlayedGame};
use crate::game_file::GameFile;
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
    /// Games in the file.
    pub games: u64,
    /// Plies of all games in the file.
    pub plies: u64,
}

/// Plays the games numbered 0 to `games - 1` that are not yet in the file, on `threads` threads, and appends each when it ends.
/// `progress` is called at the start and after every game. The control can end the run early; finished games are kept.
///
/// # Errors
/// If the file cannot be read or written or does not hold games of this variant, there is no memory for an engine, or the
/// embedded network cannot be used.
pub fn generate(
    path: &Path,
    variant: &'static Variant,
    settings: &Settings,
    games: u64,
    threads: usize,
    control: &Control,
    mut progress: impl FnMut(Progress),
) -> Result<(), GameFileError> {
    check_engine(variant)?;
    let mut file = GameFile::append(path, variant)?;
    let missing: Vec<u64> = (0..games).filter(|&number| !file.contains(number)).collect();
    let missing = missing.as_slice();
    progress(Progress { games: file.len(), plies: file.plies() });
    let next = AtomicU64::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        let (sender, finished) = mpsc::channel::<PlayedGame>();
        for _ in 0..threads.max(1) {
            let (sender, next, failure) = (sender.clone(), &next, &failure);
            scope.spawn(move || {
                let mut engine = match Engine::new(HASH_MB) {
                    Ok(engine) => engine,
                    Err(error) => {
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(io::Error::other(error));
                        return;
                    }
                };
                while let Some(&number) = missing.get(next.fetch_add(1, Relaxed) as usize) {
                    let Some(game) = play_game(&mut engine, variant, settings, number, control) else { return };
                    if sender.send(game).is_err() {
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
            progress(Progress { games: file.len(), plies: file.plies() });
        }
        Ok(())
    })?;
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error.into()),
        None => Ok(()),
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

    #[test]
    fn a_run_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        let variant = Variant::by_id("shafran").unwrap();
        let settings = Settings { nodes: 60, max_plies: 40, ..Settings::default() };
        let mut seen = Vec::new();
        let mut run = |games| {
            seen.clear();
            let control = Control::new();
            generate(&path, variant, &settings, games, 2, &control, |progress| seen.push(progress.games)).unwrap();
            seen.clone()
        };
        assert_eq!(run(3), [0, 1, 2, 3]);
        assert_eq!(run(3), [3]);
        assert_eq!(run(5), [3, 4, 5]);
        let file = GameFile::append(&path, variant).unwrap();
        assert!((0..5).all(|number| file.contains(number)));
    }
}
