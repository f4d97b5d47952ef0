//! The engine: a transposition table, the data of its threads, and searches with them.

use saffron_rules::Variant;
use web_time::Instant;

use crate::evaluation::{Evaluation, NetworkChoice};
use crate::interface::{Control, EngineWarning, Limits, Observer, Root, SearchResult, SystemThreadPool, ThreadPool};
use crate::search::{self, Memory, Pruning, SearchParameters, Task};
use crate::tt::{HashSizeError, Table};

/// The greatest number of threads of a search; a [`ThreadPool`] may have fewer.
pub const MAX_THREADS: usize = 256;

/// The engine: the transposition table and what it has learnt during a game.
///
/// ```
/// use saffron_engine::{Control, Engine, Limits, Score};
/// use saffron_rules::Variant;
///
/// let start = Variant::by_id("shafran").unwrap().start();
/// let mut engine = Engine::new(1)?;
/// let result = engine.search(&start.into(), &Limits::depth(3), &Control::new(), &mut ());
/// assert!(result.best.is_some());
/// assert!(matches!(result.score, Score::Cp(_)));
/// # Ok::<(), saffron_engine::HashSizeError>(())
/// ```
pub struct Engine {
    table: Table,
    /// One for each thread, at least one.
    memories: Vec<Memory>,
    thread_pool: &'static dyn ThreadPool,
    evaluation: Option<Evaluation>,
    /// About the evaluation, for the next search to report.
    warning: Option<EngineWarning>,
    pruning: Pruning,
    network: NetworkChoice,
    /// What searches apart know, made by the first of them.
    apart: Option<(Table, Memory)>,
}

/// Size of the table for searches apart, in MiB. Their searches are small.
const APART_MB: usize = 1;

impl Engine {
    /// An engine with a table of `hash_mb` MiB, at least 1.
    ///
    /// # Errors
    ///
    /// When there is no memory for the table.
    pub fn new(hash_mb: usize) -> Result<Engine, HashSizeError> {
        Ok(Engine {
            table: Table::new(hash_mb)?,
            memories: vec![Memory::new()],
            thread_pool: &SystemThreadPool,
            evaluation: None,
            warning: None,
            pruning: Pruning::new(SearchParameters::default()),
            network: NetworkChoice::Embedded,
            apart: None,
        })
    }

    /// Gives the table another size and empties it. When there is no memory for it, the old one stays.
    ///
    /// # Errors
    ///
    /// When there is no memory for the table.
    pub fn set_hash(&mut self, hash_mb: usize) -> Result<(), HashSizeError> {
        self.table = Table::new(hash_mb)?;
        Ok(())
    }

    /// Chooses the network to evaluate with, and forgets what another one has found.
    pub fn set_network(&mut self, network: NetworkChoice) {
        self.network = network;
        if self.evaluation.take().is_some() {
            self.new_game();
        }
    }

    /// Searches with other parameters from now on: for tuning.
    pub fn set_parameters(&mut self, parameters: SearchParameters) {
        self.pruning = Pruning::new(parameters);
    }

    /// Forgets everything of earlier games, so that the next search goes as in a fresh engine.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
        if let Some((table, memory)) = &mut self.apart {
            table.clear();
            memory.clear();
        }
    }

    /// Sets the number of threads of the next searches: 1 to [`MAX_THREADS`], or to one more than the workers of the thread
    /// pool. Other numbers are brought into the range.
    pub fn set_threads(&mut self, threads: usize) {
        let most = self.thread_pool.max_workers().saturating_add(1).min(MAX_THREADS);
        self.memories.resize_with(threads.clamp(1, most), Memory::new);
    }

    /// How many threads a search has.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Sets the thread pool of the next searches; the default is [`SystemThreadPool`]. If it has fewer workers than there are
    /// threads now, the number of threads is reduced.
    pub fn set_thread_pool(&mut self, thread_pool: &'static dyn ThreadPool) {
        self.thread_pool = thread_pool;
        self.set_threads(self.threads());
    }

    /// Empties the transposition table only.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Searches for the best move until a limit is reached or the search is stopped.
    ///
    /// With one thread and limits of depth or nodes only, the result depends on nothing but the position, the limits and the engine's
    /// earlier searches since [`Engine::new_game`].
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        self.search_with(false, root, limits, control, observer)
    }

    /// Searches with one thread, and with a table and statistics of its own: it neither knows nor tells what other searches
    /// have found. Without memory for them it searches as [`Engine::search`] does.
    pub(crate) fn search_apart(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        if self.apart.is_none() {
            self.apart = Table::new(APART_MB).ok().map(|table| (table, Memory::new()));
        }
        self.search_with(true, root, limits, control, observer)
    }

    /// Searches with the table and the statistics that are kept apart, where there are such, or with the engine's own.
    fn search_with(
        &mut self,
        apart: bool,
        root: &Root,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let begun = Instant::now();
        self.prepare_variant(root.position.variant());
        if let Some(warning) = self.warning.take() {
            observer.warning(&warning);
        }
        let (table, memories) = match &mut self.apart {
            Some((table, memory)) if apart => (table, std::slice::from_mut(memory)),
            _ => (&mut self.table, self.memories.as_mut_slice()),
        };
        let evaluation = self.evaluation.as_ref().expect("just prepared");
        table.next_search();
        let Root { position, past } = root;
        let task = Task { table, evaluation, pruning: &self.pruning, position, past, limits, control, begun };
        search::search(&task, memories, self.thread_pool, observer)
    }

    /// Loads the evaluation of this variant, so that the first search of it need not. When the last one was of another
    /// variant, forgets everything of earlier games as [`Engine::new_game`] does: scores of another evaluation mean nothing.
    pub fn prepare_variant(&mut self, variant: &'static Variant) {
        match &self.evaluation {
            Some(evaluation) if evaluation.is_for(variant) => return,
            Some(_) => self.new_game(),
            // Nothing has been searched yet.
            None => {}
        }
        self.set_evaluation(variant, Evaluation::new(variant, &self.network));
    }

    fn set_evaluation(&mut self, variant: &'static Variant, evaluation: Evaluation) {
        self.warning = evaluation.network_error().map(|error| EngineWarning::NetworkUnusable {
            variant: variant.id().to_owned(),
            reason: error.to_string(),
        });
        self.evaluation = Some(evaluation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::NetworkError;

    #[test]
    fn an_unusable_embedded_network_is_reported_once_by_the_next_search() {
        struct Warnings(Vec<EngineWarning>);
        impl Observer for Warnings {
            fn warning(&mut self, warning: &EngineWarning) {
                self.0.push(warning.clone());
            }
        }
        let variant = Variant::by_id("glinski").unwrap();
        let mut engine = Engine::new(1).unwrap();
        engine.set_evaluation(variant, Evaluation::with_network(variant, Err(NetworkError::Damaged)));
        let mut warnings = Warnings(Vec::new());
        for _ in 0..2 {
            let result = engine.search(&variant.start().into(), &Limits::depth(1), &Control::new(), &mut warnings);
            assert!(result.best.is_some());
        }
        let reason = NetworkError::Damaged.to_string();
        assert_eq!(warnings.0, [EngineWarning::NetworkUnusable { variant: "glinski".to_owned(), reason }]);
    }
}
