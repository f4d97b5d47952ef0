//! The search: iterative deepening over a principal variation search with a transposition table.
//!
//! | module | what it holds |
//! |---|---|
//! | `root` | iterative deepening, aspiration windows, several best lines, when to stop |
//! | `node` | one node inside the tree: cut-offs, the loop over the moves, reductions and re-searches |
//! | `selective` | what is decided about a node or a move without searching it in full |
//! | `quiesce` | captures and check evasions beyond the horizon |
//! | `ordering` | the order of the moves |
//! | `history` | statistics that the order rests on |
//! | `correction` | statistics of how wrong the evaluation is |
//! | `cuckoo` | upcoming repetitions |
//! | `team` | several threads on one position |
//! | `pruning` | the margins and reductions of the selective parts |
//! | `parameters` | the numbers that these are made of |
//!
//! A [`Searcher`] is one thread's search. Only the table and the control are shared, both without locks, so several
//! work on one position at a time.

mod correction;
mod cuckoo;
pub(crate) mod history;
mod node;
mod ordering;
mod parameters;
mod pruning;
mod quiesce;
mod root;
mod selective;
mod team;

pub use self::parameters::SearchParameters;
pub(crate) use self::pruning::Pruning;
pub(crate) use self::team::search;
use saffron_rules::{Move, Position, Reason, Role};
use web_time::Instant;

use self::correction::{Corrections, Place};
use self::cuckoo::Steps;
use self::history::{Context, History, PieceTo};
use self::ordering::Scored;
use self::team::Member;
use crate::evaluation::AccumulatorStack;
use crate::evaluation::Evaluation;
use crate::interface::{Control, Limits, Observer, SearchResult};
use crate::score::{self, DRAW, MAX_PLY, NONE};
use crate::time::Timer;
use crate::tt::Table;

/// How many nodes pass between two looks at clock and observer, less 1; a power of two less 1.
const POLL_MASK: u64 = 1023;

/// What one thread keeps from search to search.
pub(crate) struct Memory {
    history: History,
    corrections: Corrections,
    steps: Option<Steps>,
    list: Vec<Scored>,
    stack: Vec<Ply>,
    keys: Vec<Key>,
    accumulators: AccumulatorStack,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            history: History::new(),
            corrections: Corrections::new(),
            steps: None,
            list: Vec::with_capacity(1 << 12),
            stack: vec![Ply::default(); MAX_PLY + 2],
            keys: Vec::new(),
            accumulators: AccumulatorStack::new(MAX_PLY + 2),
        }
    }

    /// Forgets the statistics of earlier games.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// What is known of one ply of the path.
#[derive(Clone, Default)]
struct Ply {
    /// The move played here, none for a null move.
    mv: Option<Move>,
    /// The same as the histories name it.
    played: Option<PieceTo>,
    null: bool,
    /// Whether it is a quiet move, and the first one that its node tries.
    first_quiet: bool,
    eval: i32,
    /// Where the corrections of the evaluation stand.
    place: Place,
    killers: [Option<Move>; 2],
    /// Left out, to find out whether it is the only good move.
    excluded: Option<Move>,
    /// The best line from here.
    pv: Vec<Move>,
    quiets: Vec<Move>,
    captures: Vec<Move>,
    /// Cut-offs of the nodes at this ply since the last node two plies before began.
    cuts: u32,
    /// By what the histories of this node's quiet moves are looked up.
    context: Context,
    /// By how many plies it is searched less deep, while it is.
    reduction: i32,
}

/// A position of the game or the path, for repetitions.
#[derive(Clone, Copy)]
struct Key {
    hash: u64,
    /// Plies before it that could have led back to it.
    reversible: usize,
}

/// What is to be searched, and with what; shared by all threads.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) pruning: &'a Pruning,
    pub(crate) position: &'a Position,
    /// Hashes of the game's earlier positions, the oldest first.
    pub(crate) past: &'a [u64],
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    /// When the search began, before there were threads for it.
    pub(crate) begun: Instant,
}

/// One thread's search of one position.
struct Searcher<'a> {
    table: &'a Table,
    control: &'a Control,
    observer: &'a mut dyn Observer,
    evaluation: &'a Evaluation,
    pruning: &'a Pruning,
    limits: &'a Limits,
    member: Member<'a>,
    memory: &'a mut Memory,
    timer: Timer,
    nodes: u64,
    seldepth: usize,
    ply: usize,
    root_depth: i32,
    /// Index in `keys` of the position that is searched.
    root_key: usize,
    /// No null moves above this ply: set while a null move's result is verified.
    null_from: usize,
    stopped: bool,
}

impl<'a> Searcher<'a> {
    /// Searches the position to its limits.
    fn run(
        task: &Task<'a>,
        memory: &'a mut Memory,
        member: Member<'a>,
        observer: &'a mut dyn Observer,
    ) -> SearchResult {
        let Task { table, evaluation, pruning, position, past, limits, control, begun } = *task;
        memory.list.clear();
        memory.keys.clear();
        memory.keys.extend(past.iter().map(|&hash| Key { hash, reversible: 0 }));
        memory.keys.push(Key { hash: position.hash(), reversible: usize::from(position.halfmove_clock()) });
        for ply in &mut memory.stack {
            ply.killers = [None; 2];
            ply.excluded = None;
        }
        let variant = position.variant();
        if !memory.steps.as_ref().is_some_and(|steps| steps.is_for(variant)) {
            memory.steps = Some(Steps::new(variant));
        }
        evaluation.reset(&mut memory.accumulators, position);
        let legal = position.count_legal_moves();
        let searcher = Searcher {
            root_key: past.len(),
            timer: Timer::new(begun, limits, control, legal == 1),
            table,
            control,
            observer,
            evaluation,
            pruning,
            limits,
            member,
            memory,
            nodes: 0,
            seldepth: 0,
            ply: 0,
            root_depth: 0,
            null_from: 0,
            stopped: false,
        };
        searcher.deepen(position)
    }

    /// Counts a node; true when the search is over.
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(self.ply + 1);
        if self.nodes & POLL_MASK == 0 {
            self.look();
        }
        if self.member.is_alone() && self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Looks whether the search is to end: now and then, because looking takes time.
    fn look(&mut self) {
        self.member.tell(self.nodes);
        self.stopped |= self.control.is_stopped();
        self.stopped |= self.total_nodes() > self.limits.nodes.unwrap_or(u64::MAX);
        if self.member.leads() {
            self.stopped |= self.timer.is_up(self.control) || self.observer.should_stop();
        } else {
            self.stopped |= self.member.is_over();
        }
    }

    /// Nodes of all threads.
    fn total_nodes(&self) -> u64 {
        self.member.total(self.nodes)
    }

    /// Plays a move and steps down to the new node.
    fn descend(&mut self, position: &Position, mv: Move) -> Position {
        let ply = &mut self.memory.stack[self.ply];
        ply.mv = Some(mv);
        ply.first_quiet = false;
        ply.played = Some(ordering::key(position, mv));
        ply.null = false;
        let mut child = *position;
        child.play_observed(mv, self.memory.accumulators.dirty_pieces(self.ply + 1));
        let longest = self.memory.keys.last().map_or(0, |key| key.reversible + 1);
        let reversible = usize::from(child.halfmove_clock()).min(longest);
        self.table.prefetch(child.hash());
        self.memory.keys.push(Key { hash: child.hash(), reversible });
        self.ply += 1;
        child
    }

    /// Steps down to the node after passing, where the position lets one pass.
    fn descend_null(&mut self, position: &Position) -> Option<Position> {
        let child = position.null_move()?;
        let ply = &mut self.memory.stack[self.ply];
        ply.mv = None;
        ply.played = None;
        ply.null = true;
        self.memory.accumulators.dirty_pieces(self.ply + 1);
        // Nothing repeats across a null move.
        self.memory.keys.push(Key { hash: child.hash(), reversible: 0 });
        self.ply += 1;
        Some(child)
    }

    /// Steps back up.
    fn ascend(&mut self) {
        self.memory.keys.pop();
        self.ply -= 1;
    }

    /// The move so many plies before.
    fn played(&self, back: usize) -> Option<PieceTo> {
        self.ply.checked_sub(back).and_then(|ply| self.memory.stack[ply].played)
    }

    /// By what the histories of this node's quiet moves are looked up, once its evaluation has been corrected.
    fn context(&self) -> Context {
        let pawns = self.memory.stack[self.ply].place.pawns();
        Context { before: [1, 2, 4].map(|back| self.played(back)), pawns }
    }

    /// The score when the game is drawn here, or the search can go no deeper.
    fn terminal(&mut self, position: &Position) -> Option<i32> {
        if self.is_repetition() || is_dead(position) {
            return Some(DRAW);
        }
        if position.halfmove_clock() >= 100 {
            // Mate and stalemate come before the count of moves.
            return Some(if position.count_legal_moves() == 0 { self.no_move(position) } else { DRAW });
        }
        (self.ply >= MAX_PLY).then(|| if position.in_check() { DRAW } else { self.evaluate(position) })
    }

    /// The static evaluation of the position at this ply.
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluation.evaluate(&mut self.memory.accumulators, self.ply, position)
    }

    /// Whether this position has been there before: once on the searched path, or twice in the game.
    fn is_repetition(&self) -> bool {
        let keys = &self.memory.keys;
        let Some((here, earlier)) = keys.split_last() else { return false };
        let mut seen = 0;
        for back in (4..=here.reversible.min(earlier.len())).step_by(2) {
            let index = earlier.len() - back;
            if earlier[index].hash == here.hash {
                seen += 1;
                if index >= self.root_key || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a step of the side to move leads back to a position that was on the searched path.
    fn can_repeat(&self, position: &Position) -> bool {
        let keys = &self.memory.keys;
        let (Some((here, earlier)), Some(steps)) = (keys.split_last(), &self.memory.steps) else { return false };
        let longest = here.reversible.min(self.ply.saturating_sub(1));
        (3..=longest).step_by(2).any(|back| {
            let change = here.hash ^ earlier[earlier.len() - back].hash;
            steps.can_step(change, position.by_color(position.turn()), position.occupied())
        })
    }

    /// Whether a mate is looked for that could lie behind any move here: then nothing is pruned. The way to a mate may begin
    /// with moves that look hopeless.
    fn looks_for_mate(&self) -> bool {
        self.limits.mate.is_some_and(|moves| self.ply < 2 * moves as usize)
    }

    /// The score when the side to move has no move.
    fn no_move(&self, position: &Position) -> i32 {
        if position.in_check() {
            score::mated(self.ply)
        } else {
            score::stalemated(position.variant().stalemate_quarters(), self.ply)
        }
    }

    /// Writes the best line: a move, and the line found after it.
    fn extend_pv(&mut self, mv: Move) {
        let (upper, lower) = self.memory.stack.split_at_mut(self.ply + 1);
        let pv = &mut upper[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&lower[0].pv);
    }
}

/// Whether a side has more than king and pawns, so that passing is not likely to be its best move.
fn has_pieces(position: &Position) -> bool {
    let plain = position.by_role(Role::Pawn) | position.by_role(Role::King);
    !(position.by_color(position.turn()) - plain).is_empty()
}

/// Whether the men that are left cannot bring the game to another end than a draw. Only few men can be too few.
fn is_dead(position: &Position) -> bool {
    position.occupied().len() <= 4 && position.outcome().is_some_and(|outcome| outcome.reason() == Reason::DeadPosition)
}

/// Whether an evaluation is one.
fn is_score(value: i32) -> bool {
    value.abs() < NONE
}
