//! Engine: a transposition table, the data of its threads, and searches with them.

use saffron_rules::Variant;
use web_time::Instant;

use crate::evaluation::{Evaluation, NetworkChoice};
use crate::interface::{Control, EngineWarning, Limits, Observer, Root, SearchResult, SystemThreadPool, ThreadPool};
use crate::search::{self, Margins, SearchParameters, SearchTask, ThreadData};
use crate::tables::{Probing, TableChoice, TableProbe};
use crate::transposition_table::{HashSizeError, TranspositionTable};

/// Maximum number of threads of a search; a [`ThreadPool`] may have fewer.
pub const MAX_THREADS: usize = 256;

/// Size of the transposition table of isolated searches, in MiB.
const ISOLATED_HASH_MB: usize = 1;

/// Chess engine. It keeps its transposition table and the statistics of its threads between searches.
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
    table: TranspositionTable,
    /// Data of each thread, the main thread's first; never empty.
    threads: Vec<ThreadData>,
    thread_pool: &'static dyn ThreadPool,
    margins: Margins,
    network: NetworkChoice,
    /// Evaluation of the variant that was searched or prepared last.
    evaluation: Option<Evaluation>,
    table_choice: TableChoice,
    probing: Probing,
    /// Endgame tables of the variant that was searched or prepared last.
    tables: Option<TableProbe>,
    /// Warning about the evaluation, to be reported by the next search.
    warning: Option<EngineWarning>,
    /// Transposition table and thread data of isolated searches, created by the first of them.
    isolated: Option<(TranspositionTable, ThreadData)>,
}

impl Engine {
    /// Creates an engine with a transposition table of `hash_mb` MiB, at least 1.
    ///
    /// # Errors
    ///
    /// There is no memory for the table.
    pub fn new(hash_mb: usize) -> Result<Engine, HashSizeError> {
        Ok(Engine {
            table: TranspositionTable::new(hash_mb)?,
            threads: vec![ThreadData::new()],
            thread_pool: &SystemThreadPool,
            margins: Margins::new(SearchParameters::default()),
            network: NetworkChoice::Embedded,
            evaluation: None,
            table_choice: TableChoice::default(),
            probing: Probing::default(),
            tables: None,
            warning: None,
            isolated: None,
        })
    }

    /// Resizes and clears the transposition table. On an error the old table is kept.
    ///
    /// # Errors
    ///
    /// There is no memory for the table.
    pub fn set_hash(&mut self, hash_mb: usize) -> Result<(), HashSizeError> {
        self.table = TranspositionTable::new(hash_mb)?;
        Ok(())
    }

    /// Selects the network for the evaluation, and removes all results of earlier searches, as [`Engine::new_game`] does.
    pub fn set_network(&mut self, network: NetworkChoice) {
        self.network = network;
        if self.evaluation.take().is_some() {
            self.new_game();
        }
    }

    /// Selects the endgame tables for the next searches. Searches of limited strength use none.
    pub fn set_tables(&mut self, tables: TableChoice) {
        self.table_choice = tables;
        self.tables = None;
    }

    /// Sets the conditions under which the next searches probe the endgame tables.
    pub fn set_probing(&mut self, probing: Probing) {
        self.probing = probing;
        self.tables = None;
    }

    /// Sets the search parameters for the next searches, for tuning.
    pub fn set_parameters(&mut self, parameters: SearchParameters) {
        self.margins = Margins::new(parameters);
    }

    /// Removes all results of earlier searches, so that the next search runs as in a new engine.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
        if let Some((table, data)) = &mut self.isolated {
            table.clear();
            data.clear();
        }
    }

    /// Sets the number of threads for the next searches, clamped to 1 to [`MAX_THREADS`], and to the workers of the thread pool
    /// plus one.
    pub fn set_threads(&mut self, threads: usize) {
        let max = self.thread_pool.max_workers().saturating_add(1).min(MAX_THREADS);
        self.threads.resize_with(threads.clamp(1, max), ThreadData::new);
    }

    /// Number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Sets the thread pool for the next searches; the default is [`SystemThreadPool`]. If it has too few workers for the current
    /// number of threads, that number is reduced.
    pub fn set_thread_pool(&mut self, thread_pool: &'static dyn ThreadPool) {
        self.thread_pool = thread_pool;
        self.set_threads(self.threads());
    }

    /// Clears the transposition table and keeps the statistics of the threads.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Searches for the best move until a limit is reached or the search is stopped.
    ///
    /// With one thread and only depth or node limits, the result depends only on the position, the limits and the engine's
    /// searches since [`Engine::new_game`].
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        self.search_with(false, root, limits, control, observer)
    }

    /// Searches with one thread and without endgame tables, with a transposition table and statistics that only isolated searches
    /// use. If there is no memory for them, it uses those of [`Engine::search`].
    pub(crate) fn search_isolated(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        if self.isolated.is_none() {
            self.isolated = TranspositionTable::new(ISOLATED_HASH_MB).ok().map(|table| (table, ThreadData::new()));
        }
        self.search_with(true, root, limits, control, observer)
    }

    /// Searches with the isolated table and data, if `isolated` is set and they exist, or else with the engine's own.
    fn search_with(
        &mut self,
        isolated: bool,
        root: &Root,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let start = Instant::now();
        self.prepare_variant(root.position.variant());
        if let Some(warning) = self.warning.take() {
            observer.warning(&warning);
        }
        let (table, threads) = match &mut self.isolated {
            Some((table, data)) if isolated => (table, std::slice::from_mut(data)),
            _ => (&mut self.table, self.threads.as_mut_slice()),
        };
        let evaluation = self.evaluation.as_ref().expect("the variant has just been prepared");
        table.next_search();
        let Root { position, past } = root;
        let tables = self.tables.as_ref().filter(|tables| !isolated && !tables.is_empty());
        let task = SearchTask {
            table,
            evaluation,
            tables,
            margins: &self.margins,
            // A limited player must not see more than its search.
            examines_replies: !isolated,
            position,
            past,
            limits,
            control,
            start,
        };
        search::search(&task, threads, self.thread_pool, observer)
    }

    /// Loads the evaluation and the endgame tables of a variant, so that its first search does not have to. If the previous variant
    /// was another one, all results of earlier searches are removed, as by [`Engine::new_game`], because scores of different
    /// evaluations cannot be compared.
    pub fn prepare_variant(&mut self, variant: &'static Variant) {
        if !self.tables.as_ref().is_some_and(|tables| tables.is_for(variant)) {
            self.tables = Some(TableProbe::new(variant, &self.table_choice, self.probing));
        }
        match &self.evaluation {
            Some(evaluation) if evaluation.is_for(variant) => return,
            Some(_) => self.new_game(),
            // There has been no search yet.
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
