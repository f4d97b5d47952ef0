//! Complete network, from features to centipawns.
//!
//! The features of both perspectives go through one feature transformer; its outputs go through one of several layer stacks,
//! chosen by the number of pieces on the board.
//!
//! The feature transformer has a set of weights for every king bucket, a group of cells of the perspective's own king: the value
//! of a piece on a cell depends strongly on whether that king has left its home.

use saffron_rules::{Color, Position, Variant};

use super::accumulator::Accumulator;
use super::architecture::OUTPUT_SCALE;
use super::feature_transformer::FeatureTransformer;
use super::features::{self, FeatureSet};
use super::file::{self, NetworkError, Parameters};
use super::layer_stack::LayerStack;

/// Network for one variant.
#[derive(Clone, Debug)]
pub struct Network {
    transformer: FeatureTransformer,
    layer_stacks: Vec<LayerStack>,
    /// Share of the handcrafted evaluation in 16ths, 0 to 16.
    handcrafted_share: i32,
    variant: &'static Variant,
    /// Number of pieces at the start of the game.
    max_pieces: usize,
    checksum: u32,
}

impl Network {
    /// Reads a network file for a variant.
    ///
    /// # Errors
    /// The bytes are not a network file, or are damaged, or the network is for another variant or has a shape that does not match
    /// the variant and this engine.
    pub fn from_bytes(variant: &'static Variant, bytes: &[u8]) -> Result<Network, NetworkError> {
        let Parameters { transformer, layer_stacks, handcrafted_share, checksum } = file::read(variant, bytes)?;
        let max_pieces = variant.start().occupied().len();
        Ok(Network { transformer, layer_stacks, handcrafted_share, variant, max_pieces, checksum })
    }

    /// Returns whether the network is for this variant.
    pub fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// CRC-32 of the network's file, by which two networks are told apart.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Returns the first layer.
    pub(super) fn transformer(&self) -> &FeatureTransformer {
        &self.transformer
    }

    /// Evaluates the accumulator of a position with this many pieces, in centipawns from the point of view of the side to move.
    pub(super) fn propagate(&self, accumulator: &Accumulator, turn: Color, pieces: usize) -> i32 {
        let stacks = self.layer_stacks.len();
        let stack = (pieces.saturating_sub(2) * stacks / (self.max_pieces - 1).max(1)).min(stacks - 1);
        let blocks = self.transformer.blocks();
        let [side_to_move, opponent] = [turn, !turn].map(|side| &accumulator.perspective(side)[..blocks]);
        let value = self.layer_stacks[stack].propagate(side_to_move, opponent);
        (value * OUTPUT_SCALE) as i32
    }

    /// Adds to the network's value, in centipawns, the share of the handcrafted evaluation with which the network was trained.
    /// `handcrafted` is not called if that share is 0.
    pub fn add_handcrafted(&self, value: i32, handcrafted: impl FnOnce() -> i32) -> i32 {
        match self.handcrafted_share {
            0 => value,
            share => value + handcrafted() * share / 16,
        }
    }

    /// Number of features.
    pub fn feature_count(&self) -> usize {
        self.transformer.feature_count()
    }

    /// Evaluates the features that are active in the perspective of the side to move, in centipawns from its point of view.
    /// Unknown features are ignored. Not incremental: for tools and tests.
    pub fn evaluate_features(&self, active: &[u16]) -> i32 {
        let (count, transformer) = (self.feature_count(), &self.transformer);
        let own = || active.iter().map(|&feature| usize::from(feature)).filter(|&feature| feature < count);
        let flipped = || own().map(|feature| features::flip(feature, count));
        let bucket = |king: Option<usize>| king.map_or(0, |king_index| transformer.king_bucket(king_index));
        let king_index = |feature| features::king_index(feature, count);
        let mut accumulator = Accumulator::new();
        accumulator.sum(transformer, Color::White, bucket(own().find_map(king_index)), own());
        accumulator.sum(transformer, Color::Black, bucket(flipped().find_map(king_index)), flipped());
        self.propagate(&accumulator, Color::White, active.len())
    }

    /// Evaluates a position, in centipawns from the point of view of the side to move. Not incremental: for tools and tests.
    pub fn evaluate(&self, features: &FeatureSet, position: &Position) -> i32 {
        let mut accumulator = Accumulator::new();
        accumulator.refresh(&self.transformer, features, position);
        self.propagate(&accumulator, position.turn(), position.occupied().len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::architecture::MAX_L1;
    use super::super::file::tests::random_file;
    use super::*;

    #[test]
    fn both_sides_get_the_same_score_for_the_same_position() {
        let variant = Variant::by_id("shafran").unwrap();
        let network = Network::from_bytes(variant, &random_file(variant, MAX_L1)).unwrap();
        let features = FeatureSet::new(variant);
        let white = Position::from_fen(variant, "5/4N1/1P5/kB1B4/4b3P/1p7/Pp6/7/R1p3/2K1n w - - 2 73").unwrap();
        // The same position rotated by half a turn, with colors exchanged.
        let black = Position::from_fen(variant, "N1k2/3P1r/7/6Pp/7P1/p3B4/4b1bK/5p1/1n4/5 b - - 2 73").unwrap();
        let score = network.evaluate(&features, &white);
        assert_ne!(score, 0);
        assert_eq!(score, network.evaluate(&features, &black));
    }

    #[test]
    fn a_list_of_features_gives_the_score_of_its_position() {
        for variant in Variant::all() {
            let network = Network::from_bytes(variant, &random_file(variant, 64)).unwrap();
            let features = FeatureSet::new(variant);
            let start = variant.start();
            for position in start.legal_moves().into_iter().filter_map(|mv| start.play(mv).ok()) {
                let active = features.active(&position, position.turn());
                let active: Vec<u16> = active.map(|feature| feature as u16).collect();
                assert_eq!(network.evaluate_features(&active), network.evaluate(&features, &position));
            }
        }
    }
}
