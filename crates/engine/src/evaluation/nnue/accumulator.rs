//! The sums of a network's first layer, kept up to date along the path of the search.
//!
//! A move changes few inputs, so the sums of the position after it are those before it, some rows added and some taken
//! off. Only the changes are noted when a move is made; sums are worked out when they are wanted, from the nearest one on the
//! path that has them.

use saffron_rules::{Cell, Color, Observer, Piece, Position, Role};

use super::features::FeatureSet;
use super::network::{LANES, Lanes, MOST_HIDDEN, Network};

/// The sums for one position, as both sides see it. As many are used as the network has.
#[derive(Clone, Debug)]
pub(crate) struct Sums([[Lanes; MOST_HIDDEN / LANES]; 2]);

impl Sums {
    pub(crate) fn new() -> Sums {
        Sums([[Lanes::ZERO; MOST_HIDDEN / LANES]; 2])
    }

    pub(crate) fn of(&self, side: Color) -> &[Lanes] {
        &self.0[side.index()]
    }

    /// Works the sums out from nothing.
    pub(crate) fn refresh(&mut self, network: &Network, inputs: &FeatureSet, position: &Position) {
        for side in Color::ALL {
            self.refresh_side(network, inputs, position, side);
        }
    }

    fn refresh_side(&mut self, network: &Network, inputs: &FeatureSet, position: &Position, side: Color) {
        let zone = network.zone(inputs.king_index(side, position.king(side)));
        self.sum(network, side, zone, inputs.of(position, side));
    }

    /// Sums one side's look from the inputs that are on, its king being in this zone.
    pub(super) fn sum(&mut self, network: &Network, side: Color, zone: usize, inputs: impl Iterator<Item = usize>) {
        let sums = &mut self.0[side.index()][..network.bias().len()];
        sums.copy_from_slice(network.bias());
        for input in inputs {
            add(sums, network.row(zone, input));
        }
    }
}

/// What a move has changed: at most two men taken and two put.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    taken: [(Piece, Cell); 2],
    put: [(Piece, Cell); 2],
    taken_count: u8,
    put_count: u8,
}

impl Changes {
    /// Where a side's king stood, if it has moved.
    fn king_from(&self, side: Color) -> Option<Cell> {
        let taken = &self.taken[..usize::from(self.taken_count.min(2))];
        taken.iter().find(|(piece, _)| piece.role == Role::King && piece.color == side).map(|&(_, cell)| cell)
    }

    fn none() -> Changes {
        let nobody = (Piece { color: Color::White, role: Role::Pawn }, Cell::new(0));
        Changes { taken: [nobody; 2], put: [nobody; 2], taken_count: 0, put_count: 0 }
    }
}

impl Observer for Changes {
    #[inline]
    fn taken(&mut self, piece: Piece, cell: Cell) {
        self.taken[usize::from(self.taken_count & 1)] = (piece, cell);
        self.taken_count += 1;
    }

    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell) {
        self.put[usize::from(self.put_count & 1)] = (piece, cell);
        self.put_count += 1;
    }
}

/// What is known at one ply of the path.
#[derive(Clone, Debug)]
struct Step {
    sums: Sums,
    /// By side: whether the sums are worked out.
    ready: [bool; 2],
    /// What the move to this ply has changed.
    changes: Changes,
}

/// The sums along the path, by ply from the root.
#[derive(Debug)]
pub(crate) struct AccumulatorStack(Vec<Step>);

impl AccumulatorStack {
    /// For paths of up to `plies` plies.
    pub(crate) fn new(plies: usize) -> AccumulatorStack {
        AccumulatorStack(vec![Step { sums: Sums::new(), ready: [false; 2], changes: Changes::none() }; plies + 1])
    }

    /// Begins a path.
    pub(crate) fn reset(&mut self, network: &Network, inputs: &FeatureSet, root: &Position) {
        self.0[0].sums.refresh(network, inputs, root);
        self.0[0].ready = [true; 2];
    }

    /// The changes of the move that leads to this ply, none yet: the observer of that move.
    pub(crate) fn dirty_pieces(&mut self, ply: usize) -> &mut Changes {
        let step = &mut self.0[ply];
        step.ready = [false; 2];
        step.changes.taken_count = 0;
        step.changes.put_count = 0;
        &mut step.changes
    }

    /// The sums at a ply, of the position there.
    pub(crate) fn update(&mut self, ply: usize, network: &Network, inputs: &FeatureSet, position: &Position) -> &Sums {
        for side in Color::ALL {
            let zone = network.zone(inputs.king_index(side, position.king(side)));
            match self.nearest(ply, side, |cell| network.zone(inputs.king_index(side, cell)) == zone) {
                Some(from) => {
                    for next in from + 1..=ply {
                        let (before, after) = self.0.split_at_mut(next);
                        if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                            after.follow(before, network, inputs, side, zone);
                        }
                    }
                }
                None => self.0[ply].sums.refresh_side(network, inputs, position, side),
            }
            self.0[ply].ready[side.index()] = true;
        }
        &self.0[ply].sums
    }

    /// The nearest ply on the way back whose sums are worked out; none if the king has come from another zone since.
    fn nearest(&self, ply: usize, side: Color, same_zone: impl Fn(Cell) -> bool) -> Option<usize> {
        let mut from = ply;
        while from > 0 && !self.0[from].ready[side.index()] {
            if !self.0[from].changes.king_from(side).is_none_or(&same_zone) {
                return None;
            }
            from -= 1;
        }
        Some(from)
    }
}

impl Step {
    /// Works a side's sums out from those of the ply before, where its king was in the same zone.
    fn follow(&mut self, before: &Step, network: &Network, inputs: &FeatureSet, side: Color, zone: usize) {
        let Changes { taken, put, taken_count, put_count } = &self.changes;
        let row = |&(piece, cell): &(Piece, Cell)| network.row(zone, inputs.index(side, piece, cell));
        let width = network.bias().len();
        let (from, to) = (&before.sums.0[side.index()][..width], &mut self.sums.0[side.index()][..width]);
        match (put_count, taken_count) {
            (0, 0) => to.copy_from_slice(from),
            (1, 1) => change(to, from, [row(&put[0])], [row(&taken[0])]),
            (1, 2) => change(to, from, [row(&put[0])], [row(&taken[0]), row(&taken[1])]),
            _ => change(to, from, [row(&put[0]), row(&put[1])], [row(&taken[0]), row(&taken[1])]),
        }
        self.ready[side.index()] = true;
    }
}

fn add(sums: &mut [Lanes], row: &[Lanes]) {
    for (sums, weights) in sums.iter_mut().zip(row) {
        for (sum, weight) in sums.0.iter_mut().zip(&weights.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// `to` becomes `from` with some rows added and some taken off, in one pass.
#[inline]
fn change<const PUT: usize, const TAKEN: usize>(
    to: &mut [Lanes],
    from: &[Lanes],
    put: [&[Lanes]; PUT],
    taken: [&[Lanes]; TAKEN],
) {
    for (part, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let (put, taken) = (put.map(|row| &row[part].0), taken.map(|row| &row[part].0));
        for i in 0..LANES {
            let mut sum = from.0[i];
            for row in put {
                sum = sum.wrapping_add(row[i]);
            }
            for row in taken {
                sum = sum.wrapping_sub(row[i]);
            }
            to.0[i] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::{beginning, sign};
    use super::*;
    use crate::strength::Random;
    use saffron_rules::Variant;

    /// A network of noise: wrong updates cannot go unnoticed.
    fn noise(variant: &'static Variant, hidden: usize) -> Network {
        let mut random = Random::new(3);
        let table = FeatureSet::new(variant);
        let inputs = table.count() as u32;
        let mut bytes = beginning(variant);
        for number in [inputs, hidden as u32, 4, 0, 2] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend((0..inputs as usize).filter_map(|input| table.king_bucket(input)));
        for _ in 0..(2 * inputs as usize + 1) * hidden {
            bytes.extend_from_slice(&(random.below(255) as i16 - 127).to_le_bytes());
        }
        for _ in 0..4 {
            bytes.extend((0..2 * hidden * 16).map(|_| random.below(255) as u8));
            for _ in 0..16 + 30 * 32 + 32 + 32 + 1 {
                bytes.extend_from_slice(&(random.below(255) as f32 / 255.0 - 0.5).to_le_bytes());
            }
        }
        sign(&mut bytes);
        Network::from_bytes(variant, &bytes).unwrap()
    }

    #[test]
    fn sums_that_were_followed_equal_sums_from_nothing() {
        for variant in Variant::all() {
            let (network, inputs) = (noise(variant, 96), FeatureSet::new(variant));
            let mut random = Random::new(9);
            let mut castled = false;
            for _ in 0..40 {
                let mut position = variant.start();
                let mut accumulators = AccumulatorStack::new(100);
                accumulators.reset(&network, &inputs, &position);
                for ply in 1..=100 {
                    let moves = position.legal_moves();
                    // Castling is rare in random games, so it is chosen wherever it can be.
                    let castling = moves.iter().position(|&mv| position.is_castling(mv));
                    let Some(&mv) = moves.get(castling.unwrap_or_else(|| random.below(moves.len()))) else { break };
                    castled |= castling.is_some();
                    position.play_observed(mv, accumulators.dirty_pieces(ply));
                    // Some positions are passed over, as in a search that evaluates few of them.
                    if random.below(3) == 0 {
                        let mut fresh = Sums::new();
                        fresh.refresh(&network, &inputs, &position);
                        assert_eq!(
                            accumulators.update(ply, &network, &inputs, &position).0,
                            fresh.0,
                            "{}",
                            position.to_fen()
                        );
                    }
                }
            }
            assert!(castled || variant.castling_moves().is_empty(), "{}", variant.id());
        }
    }

    #[test]
    fn both_sides_get_the_same_score_for_the_same_position() {
        let variant = Variant::by_id("shafran").unwrap();
        let (network, inputs) = (noise(variant, MOST_HIDDEN), FeatureSet::new(variant));
        let white = Position::from_fen(variant, "5/4N1/1P5/kB1B4/4b3P/1p7/Pp6/7/R1p3/2K1n w - - 2 73").unwrap();
        // The same turned by half a turn, colours changed over.
        let black = Position::from_fen(variant, "N1k2/3P1r/7/6Pp/7P1/p3B4/4b1bK/5p1/1n4/5 b - - 2 73").unwrap();
        assert_ne!(network.evaluate(&inputs, &white), 0);
        assert_eq!(network.evaluate(&inputs, &white), network.evaluate(&inputs, &black));
    }
}
