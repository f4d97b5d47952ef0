//! The engine as its users see it.

use std::time::Duration;

use saffron_rules::{Game, Move, Position, Variant};
use web_time::Instant;

use crate::crew::{Crew, SystemThreads};
use crate::evaluation::{Evaluation, NetworkChoice, NetworkError};
use crate::limits::{Control, Limits};
use crate::score::Score;
use crate::search::{self, Memory, Pruning, SearchParameters, Task};
use crate::tt::{HashSizeError, Table};

/// The most threads that an engine searches with, where its [`Crew`] has as many.
pub const MAX_THREADS: usize = 256;

/// What to search: a position with the game that led to it.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// Hashes of the earlier positions of the game, the oldest first, for repetitions.
    pub past: Vec<u64>,
}

impl From<Position> for Root {
    fn from(position: Position) -> Root {
        Root { position, past: Vec::new() }
    }
}

impl From<&Game> for Root {
    fn from(game: &Game) -> Root {
        let past = game.positions().iter().map(Position::hash);
        Root { position: *game.position(), past: past.take(game.moves().len()).collect() }
    }
}

/// What is known after an iteration of one line.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// The score, from the side to move's point of view.
    pub score: Score,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line; never empty.
    pub pv: &'a [Move],
}

impl Info<'_> {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// Nodes a second, from a count and a time.
pub(crate) fn nps(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its score, from the side to move's point of view.
    pub score: Score,
    /// Its moves; never empty.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play; none where there is no legal (or no permitted) move.
    pub best: Option<Move>,
    /// The answer to expect.
    pub ponder: Option<Move>,
    /// The score of the best line, from the side to move's point of view.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The best lines, as many as were asked for and there are, the best first.
    pub lines: Vec<Line>,
}

impl SearchResult {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// Listens to a search, and may stop it.
pub trait Observer {
    /// Called for each line after each depth.
    fn info(&mut self, info: &Info<'_>) {
        let _ = info;
    }

    /// Asked every thousand nodes or so; true ends the search.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Nobody listens.
impl Observer for () {}

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
    crew: &'static dyn Crew,
    evaluation: Option<Evaluation>,
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
            crew: &SystemThreads,
            evaluation: None,
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

    /// Why the embedded network of the variant that was last prepared cannot be used, so that the handcrafted evaluation is.
    pub fn network_error(&self) -> Option<&NetworkError> {
        self.evaluation.as_ref()?.network_error()
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

    /// Searches with this many threads from now on: 1 to [`MAX_THREADS`], or to one more than the crew's helpers; other
    /// numbers are brought into the range.
    pub fn set_threads(&mut self, threads: usize) {
        let most = self.crew.most().saturating_add(1).min(MAX_THREADS);
        self.memories.resize_with(threads.clamp(1, most), Memory::new);
    }

    /// How many threads a search has.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Says who runs the helpers of a search from now on, [`SystemThreads`] otherwise. Where it has fewer than are asked
    /// for, there will be fewer threads.
    pub fn set_crew(&mut self, crew: &'static dyn Crew) {
        self.crew = crew;
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
        self.prepare(root.position.variant());
        let (table, memories) = match &mut self.apart {
            Some((table, memory)) if apart => (table, std::slice::from_mut(memory)),
            _ => (&mut self.table, self.memories.as_mut_slice()),
        };
        let evaluation = self.evaluation.as_ref().expect("just prepared");
        table.next_search();
        let Root { position, past } = root;
        let task = Task { table, evaluation, pruning: &self.pruning, position, past, limits, control, begun };
        search::search(&task, memories, self.crew, observer)
    }

    /// Makes ready what a search of this variant needs, so that the first one need not. Forgets what was found with another
    /// evaluation than this variant's: its scores mean nothing here.
    pub fn prepare(&mut self, variant: &'static Variant) {
        match &self.evaluation {
            Some(evaluation) if evaluation.is_for(variant) => return,
            Some(_) => self.new_game(),
            // Nothing has been searched yet.
            None => {}
        }
        self.evaluation = Some(Evaluation::new(variant, &self.network));
    }
}
