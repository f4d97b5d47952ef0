//! Retrograde analysis: the values of all positions of an ending, from the ends of games backwards.
//!
//! Positions are solved by the number of plies to their end. A position is won in n plies when a move leads to one that is lost in
//! n - 1; it is lost in n when no move leads to one that is not won yet, and one leads to a win in n - 1. Captures and promotions
//! lead into endings that are solved before. Where stalemate is not a draw, a second pass does the same for stalemate among the
//! positions that the first has left open.
//!
//! Each step writes the words of one pair of kings from those of others: the result does not depend on the number of threads.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use saffron_rules::{Cell, CellSet, Color, Piece, Role, Variant};

use crate::conversion::{Conversions, MOST_OTHERS, Placement};
use crate::ending::{Ending, MOST_PIECES};
use crate::geometry::Geometry;
use crate::index::KingPairs;
use crate::predecessors::Layout;
use crate::table::Table;
use crate::value::{Packed, Value};

/// Why an ending cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// There are too many pieces.
    #[error("{0} has more than {MOST_PIECES} pieces")]
    TooMany(Ending),
    /// It would take more memory than is allowed.
    #[error(
        "{ending} needs {needed} MiB of memory with the endings that it leads to, more than the {allowed} MiB allowed"
    )]
    Memory {
        /// The ending.
        ending: Ending,
        /// What it needs, in MiB.
        needed: u64,
        /// What is allowed, in MiB.
        allowed: u64,
    },
    /// The rules are not the same for both sides, seen from their own.
    #[error("tables need rules that are the same for both sides, which those of {0} are not")]
    Sides(&'static str),
    /// A pawn can be promoted by its first step.
    #[error("tables cannot hold pawns that are promoted by a first step of several cells, as those of {0} are")]
    FirstStep(&'static str),
    /// Stalemate has a value that the results of a table do not have.
    #[error("tables need stalemate to be a draw or worth three quarters; in {0} it is worth {1} quarters")]
    Stalemate(&'static str, u8),
    /// The game has longer ends than a table can hold.
    #[error("{0} has ends of more than {most} plies", most = Packed::MOST_PLIES)]
    TooLong(Ending),
}

/// Solves endings of a variant, and keeps them.
#[derive(Debug)]
pub struct Solver {
    geometry: Arc<Geometry>,
    with_pawns: Arc<KingPairs>,
    without_pawns: Arc<KingPairs>,
    solved: HashMap<Ending, Arc<Table>>,
    memory: u64,
}

/// The memory that a solver may use unless it is told otherwise (bytes).
const MEMORY: u64 = 8 << 30;

impl Solver {
    /// A solver for a variant.
    ///
    /// # Errors
    /// [`SolveError`] where tables cannot hold the rules of the variant, which only one of a user's can have.
    pub fn new(variant: &'static Variant) -> Result<Self, SolveError> {
        let geometry = Arc::new(Geometry::new(variant));
        check(&geometry)?;
        let all: Vec<usize> = (0..geometry.symmetries.len()).collect();
        Ok(Self {
            with_pawns: Arc::new(KingPairs::new(&geometry, &geometry.with_pawns)),
            without_pawns: Arc::new(KingPairs::new(&geometry, &all)),
            geometry,
            solved: HashMap::new(),
            memory: MEMORY,
        })
    }

    /// The same with another limit of memory, in bytes; 8 GiB without it.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Whether an ending fits into memory beside the tables that are kept.
    fn check_memory(&self, ending: &Ending) -> Result<(), SolveError> {
        let kings = if ending.has_pawns() { &self.with_pawns } else { &self.without_pawns };
        let cells = self.geometry.len() as u64;
        let others = u32::try_from(ending.len()).unwrap_or(u32::MAX) - 2;
        let positions = 2 * kings.len() as u64 * cells.pow(others);
        let words = positions / cells;
        // A value and what conversions lead to; legal, won, lost, new, next, mate and stalemate bits, and whether there is a move.
        let needed = positions * 4 + words * 16 * 8;
        let kept: u64 = self.solved.values().map(|table| table.indices() * 2).sum();
        if needed + kept > self.memory {
            let (needed, allowed) = ((needed + kept) >> 20, self.memory >> 20);
            return Err(SolveError::Memory { ending: ending.clone(), needed, allowed });
        }
        Ok(())
    }

    /// The variant.
    pub fn variant(&self) -> &'static Variant {
        self.geometry.variant
    }

    /// The table of an ending that was solved.
    pub fn solved(&self, ending: &Ending) -> Option<&Table> {
        self.solved.get(ending).map(|table| &**table)
    }

    /// The table of an ending; those of the endings that it leads to are solved before.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve(&mut self, ending: &Ending) -> Result<Arc<Table>, SolveError> {
        if let Some(table) = self.solved.get(ending) {
            return Ok(Arc::clone(table));
        }
        if ending.len() > MOST_PIECES {
            return Err(SolveError::TooMany(ending.clone()));
        }
        self.check_memory(ending)?;
        let kings = self.kings(ending);
        let geometry = Arc::clone(&self.geometry);
        let values =
            if ending.len() == 2 { bare_kings(&geometry, &kings) } else { self.analyse(ending, &kings)?.finish() };
        let table = Arc::new(Table { geometry, ending: ending.clone(), kings, values });
        self.solved.insert(ending.clone(), Arc::clone(&table));
        Ok(table)
    }
}

impl Solver {
    fn kings(&self, ending: &Ending) -> Arc<KingPairs> {
        Arc::clone(if ending.has_pawns() { &self.with_pawns } else { &self.without_pawns })
    }

    /// Everything about an ending with a piece beside the kings, after the endings that it leads to are solved.
    fn analyse(&mut self, ending: &Ending, kings: &Arc<KingPairs>) -> Result<Analysis, SolveError> {
        let geometry = Arc::clone(&self.geometry);
        let conversions = Conversions::new(&geometry, ending, |ending| self.solve(ending))?;
        let mut analysis = Analysis::new(Layout::new(&geometry, kings, ending), conversions);
        analysis.begin();
        analysis.pass(Pass::Mate);
        if geometry.variant.stalemate_quarters() > 2 {
            analysis.pass(Pass::Stalemate);
        }
        if analysis.too_long { Err(SolveError::TooLong(ending.clone())) } else { Ok(analysis) }
    }

    /// How many drawn positions of an ending, with White and with Black to move, `defender` holds without an end: without a capture
    /// or promotion, so by a fortress or perpetual check. Equal pieces count once. Moves of pawns past pawns that can take them are
    /// not followed.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn held(&mut self, ending: &Ending, defender: Color) -> Result<[u64; 2], SolveError> {
        self.solve(ending)?;
        if ending.len() == 2 {
            return Ok([0; 2]);
        }
        let kings = self.kings(ending);
        Ok(self.analyse(ending, &kings)?.held(defender, ending.arrangements()))
    }
}

/// Whether tables can hold the rules of a variant.
fn check(geometry: &Geometry) -> Result<(), SolveError> {
    let variant = geometry.variant;
    let (board, pawns, id) = (variant.board(), variant.pawns(), variant.id());
    if !(2..=3).contains(&variant.stalemate_quarters()) {
        return Err(SolveError::Stalemate(id, variant.stalemate_quarters()));
    }
    let turned = |set: CellSet| -> Option<CellSet> { set.iter().map(|cell| board.turned(cell)).collect() };
    let same = |white: CellSet, black: CellSet| turned(white) == Some(black);
    let cells_are_the_same = board.cells().iter().all(|cell| {
        board.turned(cell).is_some_and(|other| {
            same(pawns.attacks(Color::White, cell), pawns.attacks(Color::Black, other))
                && same(pawns.front(Color::White, cell), pawns.front(Color::Black, other))
                && pawns.steps(Color::White, cell) == pawns.steps(Color::Black, other)
        })
    });
    if !cells_are_the_same
        || !same(pawns.promotion(Color::White), pawns.promotion(Color::Black))
        || !same(pawns.standing(Color::White), pawns.standing(Color::Black))
    {
        return Err(SolveError::Sides(id));
    }
    let none = Placement { kings: [geometry.cells[0]; 2], others: [geometry.cells[0]; MOST_OTHERS] };
    let promotes = Color::ALL.into_iter().any(|color| {
        pawns.start(color).iter().any(|from| {
            let to = first_moves(geometry, &none, &[], color, from, CellSet::EMPTY);
            to.iter().any(|(to, _)| pawns.promotion(color).contains(*to))
        })
    });
    if promotes { Err(SolveError::FirstStep(id)) } else { Ok(()) }
}

/// Two kings. Where stalemate is not a draw, one can stalemate the other in a corner.
fn bare_kings(geometry: &Geometry, kings: &KingPairs) -> [Vec<Packed>; 2] {
    let board = geometry.variant.board();
    let moves = |pair: usize, turn: Color| {
        let cells = kings.pairs[pair];
        let to = board.king_attacks(cells[turn.index()]) - board.king_attacks(cells[(!turn).index()]);
        to.iter().filter_map(move |to| {
            let mut after = cells;
            after[turn.index()] = to;
            kings.find(geometry.number(after[0]), geometry.number(after[1])).map(|(pair, _)| pair)
        })
    };
    let mut values = [(); 2].map(|()| vec![Packed::new(Value::Draw); kings.len()]);
    if geometry.variant.stalemate_quarters() <= 2 {
        return values;
    }
    let mut changed = true;
    while changed {
        changed = false;
        let before = values.clone();
        for turn in Color::ALL {
            for (pair, value) in values[turn.index()].iter_mut().enumerate() {
                if *value != Packed::new(Value::Draw) {
                    continue;
                }
                let after = moves(pair, turn).filter_map(|pair| before[(!turn).index()][pair].value());
                let best = after.map(Value::before_move).max().unwrap_or(Value::StalemateLoss(0));
                changed |= best != Value::Draw;
                *value = Packed::new(best);
            }
        }
    }
    values
}

/// What is solved: mates, or stalemates that are worth more than a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    Mate,
    Stalemate,
}

impl Pass {
    fn win(self, plies: u16) -> Value {
        if self == Self::Mate { Value::Win(plies) } else { Value::StalemateWin(plies) }
    }

    fn loss(self, plies: u16) -> Value {
        if self == Self::Mate { Value::Loss(plies) } else { Value::StalemateLoss(plies) }
    }

    /// Whether the opponent's value is a win for it that this pass knows of before so many plies.
    fn is_won_before(self, value: Value, plies: u16) -> bool {
        match value {
            Value::Win(n) => self == Self::Stalemate || n < plies,
            Value::StalemateWin(n) => self == Self::Stalemate && n < plies,
            _ => false,
        }
    }

    /// Whether a capture with this value lets the side to move escape from a loss in so many plies.
    fn is_escape(self, value: Value, plies: u16) -> bool {
        match value {
            Value::Loss(n) => self == Self::Mate && n > plies,
            Value::StalemateLoss(n) => self == Self::Mate || n > plies,
            _ => true,
        }
    }
}

/// A pawn's move past a pawn that can take it en passant. The position after it is not one of the table: the opponent may make a
/// move of the table's position, or take en passant.
#[derive(Clone, Copy, Debug)]
struct Passing {
    /// The position before: its word in the pair, and the bit.
    row: usize,
    bit: u32,
    /// The index of the position after.
    after: usize,
    /// The best value to the opponent by a capture en passant; none where there is no legal one.
    capture: Packed,
    /// Whether the opponent has no other move.
    only: bool,
}

impl Passing {
    /// The value to the opponent as far as it is known; none where it is not.
    fn value(&self, after: &[Packed]) -> Option<Value> {
        let plain = after[self.after].value();
        match (self.only, plain, self.capture.value()) {
            (true, plain, None) => plain,
            (true, _, capture) => capture,
            (false, Some(plain), capture) => Some(capture.map_or(plain, |capture| capture.max(plain))),
            (false, None, capture) => {
                capture.filter(|capture| matches!(capture, Value::Win(_) | Value::StalemateWin(_)))
            }
        }
    }
}

/// What is known of the positions with one side to move.
#[derive(Debug, Default)]
pub(crate) struct Side {
    pub(crate) legal: Vec<u128>,
    /// Won and lost positions that were found.
    pub(crate) won: Vec<u128>,
    pub(crate) lost: Vec<u128>,
    /// Those that were found by the last step of this kind, and whether a pair has any.
    new: Vec<u128>,
    new_any: Vec<bool>,
    next: Vec<u128>,
    next_any: Vec<bool>,
    /// The best value by a capture or promotion, and the values that a pair has.
    pub(crate) conversions: Vec<Packed>,
    pending: Vec<Vec<Packed>>,
    values: Vec<Packed>,
    /// By pair.
    passing: Vec<Vec<Passing>>,
    stalemates: Vec<u128>,
    mates: Vec<u128>,
}

pub(crate) struct Analysis {
    pub(crate) layout: Layout,
    conversions: Conversions,
    pub(crate) sides: [Side; 2],
    /// The cells on which the last piece can stand.
    last_stands: u128,
    too_long: bool,
}

impl Analysis {
    fn new(layout: Layout, conversions: Conversions) -> Self {
        let (words, pairs) = (layout.words(), layout.kings.len());
        let side = || Side {
            legal: vec![0; words],
            won: vec![0; words],
            lost: vec![0; words],
            new: vec![0; words],
            next: vec![0; words],
            stalemates: vec![0; words],
            mates: vec![0; words],
            new_any: vec![false; pairs],
            next_any: vec![false; pairs],
            conversions: vec![Packed::NONE; words * layout.geometry.len()],
            values: vec![Packed::NONE; words * layout.geometry.len()],
            pending: vec![Vec::new(); pairs],
            passing: (0..pairs).map(|_| Vec::new()).collect(),
        };
        let sides = [side(), side()];
        let last_stands = stands(&layout.geometry, layout.pieces[layout.last()]).0;
        Self { layout, conversions, sides, last_stands, too_long: false }
    }

    /// Finds the legal positions, what captures and promotions lead to, mates and stalemates.
    fn begin(&mut self) {
        let rows = self.layout.rows;
        let n = self.layout.geometry.len();
        for color in Color::ALL {
            let mut legal = std::mem::take(&mut self.sides[color.index()].legal);
            legal.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                for (row, word) in words.iter_mut().enumerate() {
                    *word = self.legal(pair, row, color);
                }
            });
            let mut values = std::mem::take(&mut self.sides[color.index()].conversions);
            let pending = values
                .par_chunks_mut(rows * n)
                .zip(legal.par_chunks(rows))
                .enumerate()
                .map(|(pair, (values, legal))| self.convert(pair, color, legal, values))
                .collect();
            let side = &mut self.sides[color.index()];
            (side.legal, side.conversions, side.pending) = (legal, values, pending);
        }
        let both_have_pawns = Color::ALL.iter().all(|color| self.layout.pieces.contains(&(*color, Role::Pawn)));
        let mut has_moves = Vec::new();
        for color in Color::ALL {
            let mut passing: Vec<Vec<Passing>> = Vec::new();
            if both_have_pawns {
                passing = (0..self.layout.kings.len()).into_par_iter().map(|pair| self.passing(pair, color)).collect();
            }
            let side = &self.sides[color.index()];
            let other = &self.sides[(!color).index()];
            let mut has_move = vec![0; side.legal.len()];
            has_move.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                self.layout.add_before(pair, color, &|word| other.legal[word], None, words);
                let first = pair * rows;
                for (row, word) in words.iter_mut().enumerate() {
                    let values = &side.conversions[(first + row) * n..(first + row + 1) * n];
                    for (cell, value) in self.layout.geometry.cells.iter().zip(values) {
                        *word |= u128::from(*value != Packed::NONE) << cell.index();
                    }
                }
                for one in passing.get(pair).into_iter().flatten() {
                    words[one.row] |= 1 << one.bit;
                }
            });
            has_moves.push(has_move);
            if both_have_pawns {
                self.sides[color.index()].passing = passing;
            }
        }
        for color in Color::ALL {
            let (index, has_move) = (color.index(), &has_moves[color.index()]);
            let checks: Vec<u128> = (0..self.layout.words())
                .into_par_iter()
                .map(|word| {
                    let left = self.sides[index].legal[word] & !has_move[word];
                    if left == 0 { 0 } else { left & self.checked(word / rows, word % rows, color) }
                })
                .collect();
            let side = &mut self.sides[index];
            for word in 0..checks.len() {
                side.mates[word] = checks[word];
                side.stalemates[word] = side.legal[word] & !has_move[word] & !checks[word];
            }
            // Whether the opponent has another move than to take en passant.
            let there = &has_moves[(!color).index()];
            let cells = &self.layout.geometry.cells;
            for one in side.passing.iter_mut().flatten() {
                one.only = there[one.after / n] >> cells[one.after % n].index() & 1 == 0;
            }
        }
    }

    /// Whether each piece of a row can stand where it is, on a cell of its own.
    fn row_stands(&self, row: usize, kings: CellSet) -> Option<CellSet> {
        let mut occupied = kings;
        for (piece, cell) in self.layout.pieces.iter().zip(self.layout.row_cells(row)) {
            if occupied.contains(*cell) || !stands(&self.layout.geometry, *piece).contains(*cell) {
                return None;
            }
            occupied.insert(*cell);
        }
        Some(occupied)
    }

    /// The legal positions of a word: pieces on different cells where they can stand, and the side that has moved not in check.
    fn legal(&self, pair: usize, row: usize, turn: Color) -> u128 {
        let kings: CellSet = self.layout.kings.pairs[pair].into_iter().collect();
        match self.row_stands(row, kings) {
            Some(occupied) => self.last_stands & !occupied.0 & !self.checked(pair, row, !turn),
            None => 0,
        }
    }

    /// The positions of a word in which a side's king is attacked, by another piece than the king.
    fn checked(&self, pair: usize, row: usize, side: Color) -> u128 {
        let layout = &self.layout;
        let variant = layout.geometry.variant;
        let king = layout.kings.pairs[pair][side.index()];
        let kings: CellSet = layout.kings.pairs[pair].into_iter().collect();
        let row_cells = layout.row_cells(row);
        let fixed: CellSet = row_cells.iter().copied().collect::<CellSet>() | kings;
        let mut found = 0;
        for (&(color, role), &cell) in layout.pieces.iter().zip(row_cells) {
            if color != side && attacks(variant, (color, role), cell, CellSet::EMPTY).contains(king) {
                let between = if role == Role::Pawn { CellSet::EMPTY } else { variant.between(cell, king) };
                if !between.intersects(fixed) {
                    found |= !between.0;
                }
            }
        }
        let (color, role) = layout.pieces[layout.last()];
        if color != side {
            found |= attackers(variant, (color, role), king, fixed).0;
        }
        found & layout.geometry.on_board
    }

    /// Finds what captures and promotions of a pair lead to; returns the values that there are.
    fn convert(&self, pair: usize, turn: Color, legal: &[u128], values: &mut [Packed]) -> Vec<Packed> {
        let n = self.layout.geometry.len();
        let mut pending = Vec::new();
        for (row, (legal, values)) in legal.iter().zip(values.chunks_mut(n)).enumerate() {
            let here = CellSet(if *legal == 0 { 0 } else { *legal & self.can_convert(pair, row, turn) });
            for cell in here {
                let value = self.conversions.best(&self.layout.placement(pair, row, cell), turn);
                values[self.layout.geometry.number(cell)] = value;
                if value != Packed::NONE && !pending.contains(&value) {
                    pending.push(value);
                }
            }
        }
        pending
    }

    /// The positions of a word in which the side to move may have a capture or promotion.
    fn can_convert(&self, pair: usize, row: usize, turn: Color) -> u128 {
        let layout = &self.layout;
        let variant = layout.geometry.variant;
        let kings: CellSet = layout.kings.pairs[pair].into_iter().collect();
        let row_cells = layout.row_cells(row);
        let fixed: CellSet = row_cells.iter().copied().collect::<CellSet>() | kings;
        let last = layout.pieces[layout.last()];
        let king = ((turn, Role::King), layout.kings.pairs[pair][turn.index()]);
        let movers = layout.pieces.iter().copied().zip(row_cells.iter().copied()).chain([king]);
        let mut found = CellSet::EMPTY;
        for (piece, from) in movers.filter(|((color, _), _)| *color == turn) {
            if last.0 != turn {
                found |= attacks(variant, piece, from, fixed);
            }
            for (enemy, to) in layout.pieces.iter().zip(row_cells) {
                if enemy.0 != turn && attacks(variant, piece, from, fixed).contains(*to) {
                    let between = if piece.1 == Role::Pawn { CellSet::EMPTY } else { variant.between(from, *to) };
                    found |= CellSet(layout.geometry.on_board & !between.0);
                }
            }
            if piece.1 == Role::Pawn && variant.pawns().front(turn, from).intersects(variant.promotion_cells(turn)) {
                return u128::MAX;
            }
        }
        if last.0 == turn {
            for (enemy, to) in layout.pieces.iter().zip(row_cells) {
                if enemy.0 != turn {
                    found |= attackers(variant, last, *to, fixed);
                }
            }
            if last.1 == Role::Pawn {
                let ahead = |cell: &Cell| variant.pawns().front(turn, *cell).intersects(variant.promotion_cells(turn));
                found |= variant.board().cells().iter().filter(ahead).collect::<CellSet>();
            }
        }
        found.0
    }

    /// The moves of a pair by which a pawn passes one that can take it.
    fn passing(&self, pair: usize, turn: Color) -> Vec<Passing> {
        let layout = &self.layout;
        let geometry = &*layout.geometry;
        let (variant, n) = (geometry.variant, geometry.len());
        let mut found = Vec::new();
        for row in 0..layout.rows {
            for last in CellSet(self.sides[turn.index()].legal[pair * layout.rows + row]) {
                let placement = layout.placement(pair, row, last);
                let cells = &placement.others[..layout.pieces.len()];
                let occupied: CellSet = cells.iter().chain(&placement.kings).copied().collect();
                for (pawn, &from) in cells.iter().enumerate() {
                    if layout.pieces[pawn] != (turn, Role::Pawn) || variant.pawns().steps(turn, from) < 2 {
                        continue;
                    }
                    for (to, passed) in first_moves(geometry, &placement, &layout.pieces, turn, from, occupied) {
                        let mut after = placement;
                        after.others[pawn] = to;
                        let Some(index) = self.index(&after, !turn) else { continue };
                        let takers: Vec<(usize, Cell)> = cells
                            .iter()
                            .enumerate()
                            .filter(|(taker, _)| layout.pieces[*taker] == (!turn, Role::Pawn))
                            .flat_map(|(taker, at)| {
                                (variant.pawn_attacks(!turn, *at) & passed).iter().map(move |cell| (taker, cell))
                            })
                            .collect();
                        if takers.is_empty() {
                            continue;
                        }
                        let capture = takers
                            .into_iter()
                            .filter_map(|(taker, cell)| self.conversions.en_passant(&after, !turn, taker, cell, pawn))
                            .max();
                        found.push(Passing {
                            row,
                            bit: u32::try_from(last.index()).unwrap_or(0),
                            after: index,
                            capture: capture.map_or(Packed::NONE, Packed::new),
                            only: false,
                        });
                    }
                }
            }
        }
        debug_assert!(found.iter().all(|one: &Passing| one.after < layout.words() * n), "an index beyond the table");
        found
    }

    /// The index of a legal position.
    fn index(&self, placement: &Placement, turn: Color) -> Option<usize> {
        let layout = &self.layout;
        let geometry = &*layout.geometry;
        let [white, black] = placement.kings.map(|king| geometry.number(king));
        let (pair, symmetry) = layout.kings.find(white, black)?;
        let numbers = &geometry.symmetries[symmetry].numbers;
        let others = &placement.others[..layout.pieces.len()];
        let index = others
            .iter()
            .fold(pair, |index, cell| index * geometry.len() + usize::from(numbers[geometry.number(*cell)]));
        let (word, number) = (index / geometry.len(), index % geometry.len());
        let legal = self.sides[turn.index()].legal[word] >> geometry.cells[number].index() & 1 == 1;
        legal.then_some(index)
    }

    /// Finds wins and losses from their ends backwards.
    fn pass(&mut self, pass: Pass) {
        let n = self.layout.geometry.len();
        let cells = self.layout.geometry.cells.clone();
        let longest = self.sides.iter().flat_map(|side| side.pending.iter().flatten());
        let longest = longest.filter_map(|value| value.value()).filter(|value| {
            matches!(
                (pass, value),
                (Pass::Mate, Value::Win(_) | Value::Loss(_))
                    | (Pass::Stalemate, Value::StalemateWin(_) | Value::StalemateLoss(_))
            )
        });
        // What a capture en passant leads to is at most one ply further than what any capture does.
        let mut longest = longest.filter_map(Value::plies).max().unwrap_or(0);
        for one in self.sides.iter().flat_map(|side| side.passing.iter().flatten()) {
            longest = longest.max(one.capture.value().and_then(Value::plies).unwrap_or(0) + 2);
        }
        for side in &mut self.sides {
            side.new = if pass == Pass::Mate { side.mates.clone() } else { side.stalemates.clone() };
            let end = Packed::new(pass.loss(0));
            for (word, set) in side.new.iter().enumerate() {
                side.lost[word] |= set;
                for (number, cell) in cells.iter().enumerate() {
                    if set >> cell.index() & 1 == 1 {
                        side.values[word * n + number] = end;
                    }
                }
            }
            side.new_any = side.new.chunks(self.layout.rows).map(|words| words.iter().any(|set| *set != 0)).collect();
        }
        let mut plies = 1;
        while plies <= longest || self.sides.iter().any(|side| side.new_any.contains(&true)) {
            if plies > Packed::MOST_PLIES {
                self.too_long = true;
                return;
            }
            self.step(pass, plies);
            plies += 1;
        }
    }

    /// Finds the positions that are decided in so many plies.
    fn step(&mut self, pass: Pass, plies: u16) {
        let (rows, n) = (self.layout.rows, self.layout.geometry.len());
        for color in Color::ALL {
            let mut side = std::mem::take(&mut self.sides[color.index()]);
            let (mut next, mut next_any) = (std::mem::take(&mut side.next), std::mem::take(&mut side.next_any));
            let mut values = std::mem::take(&mut side.values);
            next.par_chunks_mut(rows)
                .zip(next_any.par_iter_mut())
                .zip(values.par_chunks_mut(rows * n))
                .enumerate()
                .for_each(|(pair, ((next, any), values))| {
                    let value = if plies % 2 == 1 {
                        self.wins(pass, plies, color, &side, pair, next);
                        pass.win(plies)
                    } else {
                        self.losses(pass, plies, color, &side, pair, next);
                        pass.loss(plies)
                    };
                    *any = false;
                    let value = Packed::new(value);
                    for (set, values) in next.iter().zip(values.chunks_mut(n)) {
                        *any |= *set != 0;
                        for cell in CellSet(*set) {
                            values[self.layout.geometry.number(cell)] = value;
                        }
                    }
                });
            let decided = if plies % 2 == 1 { &mut side.won } else { &mut side.lost };
            for (pair, any) in next_any.iter().enumerate() {
                if *any {
                    for word in pair * rows..(pair + 1) * rows {
                        decided[word] |= next[word];
                    }
                }
            }
            (side.next, side.next_any, side.values) = (next, next_any, values);
            self.sides[color.index()] = side;
        }
        for side in &mut self.sides {
            std::mem::swap(&mut side.new, &mut side.next);
            std::mem::swap(&mut side.new_any, &mut side.next_any);
        }
    }

    /// Whether something may lead to new positions of a pair: what was found by the last step, a capture or promotion with this
    /// value, or a pawn's passing to a position that was found to have the value `passed`.
    fn is_touched(&self, color: Color, side: &Side, pair: usize, value: Packed, passed: Value) -> bool {
        let other = &self.sides[(!color).index()];
        other.new_any[pair]
            || side.pending[pair].contains(&value)
            || self.layout.king_pairs(color, pair).any(|pair| other.new_any[pair])
            || side.passing.get(pair).into_iter().flatten().any(|one| one.value(&other.values) == Some(passed))
    }

    /// Adds the positions of a pair with a pawn's passing to a position with a value.
    fn add_passing(&self, color: Color, side: &Side, pair: usize, passed: Value, found: &mut [u128]) {
        let other = &self.sides[(!color).index()];
        for one in side.passing.get(pair).into_iter().flatten() {
            if one.value(&other.values) == Some(passed) {
                found[one.row] |= 1 << one.bit;
            }
        }
    }

    /// Adds the positions of a pair whose best capture or promotion has a value.
    fn add_conversions(&self, side: &Side, pair: usize, value: Packed, found: &mut [u128]) {
        if !side.pending[pair].contains(&value) {
            return;
        }
        let n = self.layout.geometry.len();
        let first = pair * self.layout.rows;
        for (row, found) in found.iter_mut().enumerate() {
            let values = &side.conversions[(first + row) * n..(first + row + 1) * n];
            for (cell, other) in self.layout.geometry.cells.iter().zip(values) {
                *found |= u128::from(*other == value) << cell.index();
            }
        }
    }

    /// The positions of a pair that are won in so many plies, and not in fewer.
    fn wins(&self, pass: Pass, plies: u16, color: Color, side: &Side, pair: usize, next: &mut [u128]) {
        next.fill(0);
        let by_conversion = Packed::new(pass.win(plies));
        let passed = pass.loss(plies - 1);
        if !self.is_touched(color, side, pair, by_conversion, passed) {
            return;
        }
        let other = &self.sides[(!color).index()];
        self.layout.add_before(pair, color, &|word| other.new[word], None, next);
        self.add_conversions(side, pair, by_conversion, next);
        self.add_passing(color, side, pair, passed, next);
        let first = pair * self.layout.rows;
        for (row, next) in next.iter_mut().enumerate() {
            *next &= side.legal[first + row] & !side.won[first + row] & !side.lost[first + row];
        }
    }

    /// The positions of a pair that are lost in so many plies, and not in fewer.
    fn losses(&self, pass: Pass, plies: u16, color: Color, side: &Side, pair: usize, next: &mut [u128]) {
        next.fill(0);
        let by_conversion = Packed::new(pass.loss(plies));
        let passed = pass.win(plies - 1);
        if !self.is_touched(color, side, pair, by_conversion, passed) {
            return;
        }
        let other = &self.sides[(!color).index()];
        self.layout.add_before(pair, color, &|word| other.new[word], None, next);
        self.add_conversions(side, pair, by_conversion, next);
        self.add_passing(color, side, pair, passed, next);
        let (n, first) = (self.layout.geometry.len(), pair * self.layout.rows);
        let mut any = 0;
        for (row, next) in next.iter_mut().enumerate() {
            let word = first + row;
            *next &= side.legal[word] & !side.won[word] & !side.lost[word];
            for cell in CellSet(*next) {
                let value = side.conversions[word * n + self.layout.geometry.number(cell)].value();
                if value.is_some_and(|value| pass.is_escape(value, plies)) {
                    *next &= !(1 << cell.index());
                }
            }
            any |= *next;
        }
        if any == 0 {
            return;
        }
        let mut escapes = vec![0; self.layout.rows];
        let open = |word: usize| other.legal[word] & !other.won[word];
        self.layout.add_before(pair, color, &open, Some(next), &mut escapes);
        for one in side.passing.get(pair).into_iter().flatten() {
            if !one.value(&other.values).is_some_and(|value| pass.is_won_before(value, plies)) {
                escapes[one.row] |= 1 << one.bit;
            }
        }
        for (next, escapes) in next.iter_mut().zip(escapes) {
            *next &= !escapes;
        }
    }

    /// The values; what is not decided is a draw.
    fn finish(self) -> [Vec<Packed>; 2] {
        let n = self.layout.geometry.len();
        let cells = &self.layout.geometry.cells;
        self.sides.map(|side| {
            let mut values = side.values;
            values.par_chunks_mut(n).zip(&side.legal).for_each(|(values, legal)| {
                for (value, cell) in values.iter_mut().zip(cells) {
                    if *value == Packed::NONE && legal >> cell.index() & 1 == 1 {
                        *value = Packed::new(Value::Draw);
                    }
                }
            });
            values
        })
    }
}

/// The cells on which a piece can stand.
fn stands(geometry: &Geometry, (color, role): (Color, Role)) -> CellSet {
    if role == Role::Pawn { geometry.variant.pawns().standing(color) } else { geometry.variant.board().cells() }
}

fn attacks(variant: &Variant, (color, role): (Color, Role), from: Cell, occupied: CellSet) -> CellSet {
    variant.attacks(Piece { color, role }, from, occupied)
}

/// The cells from which a piece attacks a cell.
fn attackers(variant: &Variant, (color, role): (Color, Role), to: Cell, occupied: CellSet) -> CellSet {
    match role {
        Role::Pawn => variant.pawn_attackers(color, to),
        _ => variant.attacks(Piece { color, role }, to, occupied),
    }
}

/// The moves of a pawn by several cells: where to, and the cells that it passes over.
fn first_moves(
    geometry: &Geometry,
    placement: &Placement,
    pieces: &[(Color, Role)],
    turn: Color,
    from: Cell,
    occupied: CellSet,
) -> Vec<(Cell, CellSet)> {
    let pawns = geometry.variant.pawns();
    let front = pawns.front(turn, from);
    let enemies: CellSet =
        pieces.iter().zip(placement.others).filter(|((color, _), _)| *color != turn).map(|(_, cell)| cell).collect();
    let enemies = enemies | CellSet::from(placement.kings[(!turn).index()]);
    if pawns.spec().stopped_by_enemy_in_front && front.intersects(enemies) {
        return Vec::new();
    }
    let board = geometry.variant.board();
    let (x, y) = board.coordinates(from);
    let mut found = Vec::new();
    for first in front - occupied {
        let (at_x, at_y) = board.coordinates(first);
        let (dx, dy) = (at_x - x, at_y - y);
        let (mut at, mut passed) = (first, CellSet::EMPTY);
        for _ in 1..pawns.steps(turn, from) {
            passed.insert(at);
            match board.step(at, dx, dy) {
                Some(next) if !occupied.contains(next) => at = next,
                _ => break,
            }
            found.push((at, passed));
        }
    }
    found
}
