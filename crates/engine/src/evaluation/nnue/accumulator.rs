//! Accumulators: the outputs of the feature transformer, updated along the path of the search.
//!
//! A move changes few features, so the accumulator after a move is the one before it with the weights of some features added
//! and those of others subtracted. Making a move only records the changes. An accumulator is computed when it is needed, from
//! the nearest computed one before it on the path.

use saffron_rules::{Cell, Color, Observer, Piece, Position, Role};

use super::aligned::{BLOCK, Block};
use super::architecture::MAX_L1;
use super::feature_transformer::{FeatureTransformer, add, update};
use super::features::FeatureSet;

/// Outputs of the feature transformer for one position, before clipping, by perspective. Only the first L1 of each are used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Accumulator([[Block; MAX_L1 / BLOCK]; 2]);

impl Accumulator {
    pub(super) fn new() -> Accumulator {
        Accumulator([[Block::ZERO; MAX_L1 / BLOCK]; 2])
    }

    /// Returns the outputs for one perspective, those beyond L1 included.
    pub(super) fn perspective(&self, perspective: Color) -> &[Block] {
        &self.0[perspective.index()]
    }

    /// Computes both perspectives from scratch.
    pub(super) fn refresh(&mut self, transformer: &FeatureTransformer, features: &FeatureSet, position: &Position) {
        for perspective in Color::ALL {
            self.refresh_perspective(transformer, features, position, perspective);
        }
    }

    fn refresh_perspective(
        &mut self,
        transformer: &FeatureTransformer,
        features: &FeatureSet,
        position: &Position,
        perspective: Color,
    ) {
        let king_bucket = transformer.king_bucket(features.king_index(perspective, position.king(perspective)));
        self.sum(transformer, perspective, king_bucket, features.active(position, perspective));
    }

    /// Computes one perspective from its active features and its king bucket.
    pub(super) fn sum(
        &mut self,
        transformer: &FeatureTransformer,
        perspective: Color,
        king_bucket: usize,
        active: impl Iterator<Item = usize>,
    ) {
        let sums = &mut self.0[perspective.index()][..transformer.blocks()];
        sums.copy_from_slice(transformer.biases());
        for feature in active {
            add(sums, transformer.weights(king_bucket, feature));
        }
    }
}

/// Changes of a move: at most two pieces removed and two added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirtyPieces {
    removed: [(Piece, Cell); 2],
    added: [(Piece, Cell); 2],
    removed_count: u8,
    added_count: u8,
}

impl DirtyPieces {
    /// Returns the cell that this side's king has left, if it has moved.
    fn king_from(&self, color: Color) -> Option<Cell> {
        let removed = &self.removed[..usize::from(self.removed_count.min(2))];
        removed.iter().find(|(piece, _)| piece.role == Role::King && piece.color == color).map(|&(_, cell)| cell)
    }

    fn none() -> DirtyPieces {
        let unused = (Piece { color: Color::White, role: Role::Pawn }, Cell::new(0));
        DirtyPieces { removed: [unused; 2], added: [unused; 2], removed_count: 0, added_count: 0 }
    }
}

impl Observer for DirtyPieces {
    #[inline]
    fn piece_removed(&mut self, piece: Piece, cell: Cell) {
        self.removed[usize::from(self.removed_count & 1)] = (piece, cell);
        self.removed_count += 1;
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, cell: Cell) {
        self.added[usize::from(self.added_count & 1)] = (piece, cell);
        self.added_count += 1;
    }
}

/// Accumulator of one ply of the path.
#[derive(Clone, Debug)]
struct AccumulatorState {
    accumulator: Accumulator,
    /// True for each perspective whose accumulator is computed.
    computed: [bool; 2],
    /// Changes of the move to this ply.
    dirty: DirtyPieces,
}

/// Accumulators of a path, by ply from the root.
#[derive(Debug)]
pub(crate) struct AccumulatorStack(Vec<AccumulatorState>);

impl AccumulatorStack {
    /// Creates a stack for paths of up to `plies` plies.
    pub(crate) fn new(plies: usize) -> AccumulatorStack {
        let state =
            AccumulatorState { accumulator: Accumulator::new(), computed: [false; 2], dirty: DirtyPieces::none() };
        AccumulatorStack(vec![state; plies + 1])
    }

    /// Starts a path at its root.
    pub(super) fn reset(&mut self, transformer: &FeatureTransformer, features: &FeatureSet, root: &Position) {
        self.0[0].accumulator.refresh(transformer, features, root);
        self.0[0].computed = [true; 2];
    }

    /// Returns the record of the changes of the move to this ply, emptied, to observe the move with. Must be called for every move,
    /// the null move included.
    pub(crate) fn dirty_pieces(&mut self, ply: usize) -> &mut DirtyPieces {
        let state = &mut self.0[ply];
        state.computed = [false; 2];
        state.dirty.removed_count = 0;
        state.dirty.added_count = 0;
        &mut state.dirty
    }

    /// Computes and returns the accumulator at a ply, at which `position` is the position.
    pub(super) fn update(
        &mut self,
        ply: usize,
        transformer: &FeatureTransformer,
        features: &FeatureSet,
        position: &Position,
    ) -> &Accumulator {
        for perspective in Color::ALL {
            let bucket_of = |cell| transformer.king_bucket(features.king_index(perspective, cell));
            let king_bucket = bucket_of(position.king(perspective));
            match self.last_usable(ply, perspective, |cell| bucket_of(cell) == king_bucket) {
                Some(from) => {
                    for next in from + 1..=ply {
                        let (before, after) = self.0.split_at_mut(next);
                        if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                            after.update_incremental(before, transformer, features, perspective, king_bucket);
                        }
                    }
                }
                None => {
                    self.0[ply].accumulator.refresh_perspective(transformer, features, position, perspective);
                }
            }
            self.0[ply].computed[perspective.index()] = true;
        }
        &self.0[ply].accumulator
    }

    /// Returns the nearest ply up to this one whose accumulator is computed; `None` if the king has changed its bucket since.
    fn last_usable(&self, ply: usize, perspective: Color, same_bucket: impl Fn(Cell) -> bool) -> Option<usize> {
        let mut from = ply;
        while from > 0 && !self.0[from].computed[perspective.index()] {
            if !self.0[from].dirty.king_from(perspective).is_none_or(&same_bucket) {
                return None;
            }
            from -= 1;
        }
        Some(from)
    }
}

impl AccumulatorState {
    /// Computes one perspective from the previous ply, at which its king was in the same bucket.
    fn update_incremental(
        &mut self,
        before: &AccumulatorState,
        transformer: &FeatureTransformer,
        features: &FeatureSet,
        perspective: Color,
        king_bucket: usize,
    ) {
        let DirtyPieces { removed, added, removed_count, added_count } = &self.dirty;
        let weights =
            |&(piece, cell): &(Piece, Cell)| transformer.weights(king_bucket, features.index(perspective, piece, cell));
        let (index, blocks) = (perspective.index(), transformer.blocks());
        let (from, to) = (&before.accumulator.0[index][..blocks], &mut self.accumulator.0[index][..blocks]);
        match (added_count, removed_count) {
            (0, 0) => to.copy_from_slice(from),
            (1, 1) => update(to, from, [weights(&added[0])], [weights(&removed[0])]),
            (1, 2) => update(to, from, [weights(&added[0])], [weights(&removed[0]), weights(&removed[1])]),
            _ => {
                let (added, removed) =
                    ([weights(&added[0]), weights(&added[1])], [weights(&removed[0]), weights(&removed[1])]);
                update(to, from, added, removed);
            }
        }
        self.computed[index] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use saffron_rules::Variant;

    /// Random weights in two king buckets, so that no wrong update goes unnoticed.
    fn random_transformer(variant: &Variant, l1: usize) -> FeatureTransformer {
        let mut random = Random::new(3);
        let features = FeatureSet::new(variant);
        let blocks = l1 / BLOCK;
        let king_buckets = (0..features.count()).filter_map(|feature| features.king_bucket(feature)).collect();
        let mut random_blocks = |rows: usize| -> Vec<Block> {
            let mut block = || Block(std::array::from_fn(|_| random.below(255) as i16 - 127));
            (0..rows * blocks).map(|_| block()).collect()
        };
        let weights = random_blocks(2 * features.count());
        FeatureTransformer::new(features.count(), king_buckets, weights, random_blocks(1))
    }

    #[test]
    fn incremental_updates_equal_a_refresh() {
        for variant in Variant::all() {
            let (transformer, features) = (random_transformer(variant, 96), FeatureSet::new(variant));
            let mut random = Random::new(9);
            let mut castled = false;
            for _ in 0..40 {
                let mut position = variant.start();
                let mut stack = AccumulatorStack::new(100);
                stack.reset(&transformer, &features, &position);
                for ply in 1..=100 {
                    let moves = position.legal_moves();
                    // Castling is rare in random games, so it is played whenever it is legal.
                    let castling = moves.iter().position(|&mv| position.is_castling(mv));
                    let Some(&mv) = moves.get(castling.unwrap_or_else(|| random.below(moves.len()))) else { break };
                    castled |= castling.is_some();
                    position.play_observed(mv, stack.dirty_pieces(ply));
                    // Only every third position is evaluated, since a search skips evaluations too.
                    if random.below(3) == 0 {
                        let mut refreshed = Accumulator::new();
                        refreshed.refresh(&transformer, &features, &position);
                        let updated = stack.update(ply, &transformer, &features, &position);
                        assert!(*updated == refreshed, "{}", position.to_fen());
                    }
                }
            }
            assert!(castled || variant.castling_moves().is_empty(), "{}", variant.id());
        }
    }
}
