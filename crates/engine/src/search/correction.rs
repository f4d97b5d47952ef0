//! Correction history: by how much searches have differed from the static evaluation in positions like this one.
//!
//! Positions count as alike by their pawns, by one side's other men, by the move before, and by the two before. Every
//! number is a running mean of the differences, deeper searches counting for more; their sum corrects the evaluation.

use saffron_rules::{CellSet, Color, Position, Role};

use super::history::PieceTo;
use super::parameters::SearchParameters;
use crate::memory;

/// Entries by side to move and kind of likeness; a power of two.
const SIZE: usize = 1 << 14;

/// Entries by the two moves before; a power of two.
const PAIRS: usize = 1 << 16;

/// Kinds of likeness by what stands on the board.
const KINDS: usize = 3;

/// The bound of every number.
const LIMIT: i32 = 1024;

/// A number of this size corrects by one centipawn, before the weights of the parameters.
const GRAIN: i32 = 512;

/// The tables of one searching thread.
pub(super) struct Corrections {
    men: Vec<[[i16; KINDS]; 2]>,
    /// By the move before.
    moves: Vec<i16>,
    /// By the two moves before.
    pairs: Vec<i16>,
}

/// Where the numbers for a position stand.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    side: usize,
    men: [usize; KINDS],
    before: Option<usize>,
    pair: Option<usize>,
}

impl Place {
    /// `before` is the move before, and the one before it.
    pub(super) fn of(position: &Position, before: [Option<PieceTo>; 2]) -> Place {
        let pawns = position.by_role(Role::Pawn);
        let [white, black] = Color::ALL.map(|color| position.by_color(color));
        let men = [
            mix(white & pawns, black & pawns, 1),
            side_men(position, Color::White, white - pawns),
            side_men(position, Color::Black, black - pawns),
        ];
        Place {
            side: position.turn().index(),
            men: men.map(|hash| hash & (SIZE - 1)),
            before: before[0].map(PieceTo::index),
            pair: before[0].zip(before[1]).map(|(last, earlier)| pair(last, earlier)),
        }
    }

    /// A hash of both sides' pawns.
    pub(super) fn pawns(&self) -> usize {
        self.men[0]
    }
}

/// Names two moves, the last one first.
fn pair(last: PieceTo, earlier: PieceTo) -> usize {
    let hash = (earlier.index() * PieceTo::COUNT + last.index()).wrapping_mul(0x9E37_79B1);
    hash >> 7 & (PAIRS - 1)
}

/// Names a side's men other than pawns.
fn side_men(position: &Position, color: Color, men: CellSet) -> usize {
    let sliders = position.by_role(Role::Rook) | position.by_role(Role::Queen);
    let slants = position.by_role(Role::Bishop) | position.by_role(Role::Queen);
    mix(men & sliders, men & slants, 3 + color.index() as u64)
        ^ mix(men & position.by_role(Role::Knight), men & position.by_role(Role::King), 5)
}

/// Mixes two sets of cells.
fn mix(a: CellSet, b: CellSet, salt: u64) -> usize {
    let mut hash = salt.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    for half in [a.0 as u64, (a.0 >> 64) as u64, b.0 as u64, (b.0 >> 64) as u64] {
        hash = (hash ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash as usize
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections { men: vec![[[0; KINDS]; 2]; SIZE], moves: vec![0; PieceTo::COUNT], pairs: vec![0; PAIRS] }
    }

    pub(super) fn clear(&mut self) {
        self.men.fill([[0; KINDS]; 2]);
        self.moves.fill(0);
        self.pairs.fill(0);
    }

    /// Asks the processor to bring the numbers for a position nearer.
    pub(super) fn prefetch(&self, place: &Place) {
        for index in place.men {
            memory::prefetch(&self.men[index]);
        }
    }

    /// What to add to the static evaluation, in centipawns. The parameters say what each kind weighs, in `GRAIN`ths.
    pub(super) fn of(&self, place: &Place, parameters: &SearchParameters) -> i32 {
        let (pawns, men) = (parameters.correction_pawns, parameters.correction_men);
        let mut sum = 0;
        for (kind, weight) in [pawns, men, men].into_iter().enumerate() {
            sum += weight * i32::from(self.men[place.men[kind]][place.side][kind]);
        }
        let moves = place.before.map_or(0, |before| i32::from(self.moves[before]))
            + place.pair.map_or(0, |pair| i32::from(self.pairs[pair]));
        sum += parameters.correction_move * moves;
        sum / GRAIN
    }

    /// Notes that a search of this depth gave a score that differs from the static evaluation by so many centipawns.
    pub(super) fn update(&mut self, place: &Place, depth: i32, difference: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for kind in 0..KINDS {
            adjust(&mut self.men[place.men[kind]][place.side][kind], bonus);
        }
        if let Some(before) = place.before {
            adjust(&mut self.moves[before], bonus);
        }
        if let Some(pair) = place.pair {
            adjust(&mut self.pairs[pair], bonus);
        }
    }
}

fn adjust(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn a_lasting_difference_is_learnt_and_kept_within_bounds() {
        let mut corrections = Corrections::new();
        let parameters = SearchParameters::default();
        let position = Variant::by_id("shafran").unwrap().start();
        let place = Place::of(&position, [None; 2]);
        assert_eq!(corrections.of(&place, &parameters), 0);
        for _ in 0..1000 {
            corrections.update(&place, 10, 500);
        }
        let learnt = corrections.of(&place, &parameters);
        assert!((100..=1000).contains(&learnt), "{learnt}");
        let mut other = position;
        other.play_unchecked(position.parse_uci("e2e5").unwrap());
        assert_eq!(corrections.of(&Place::of(&other, [None; 2]), &parameters), 0, "the other side to move");
        corrections.clear();
        assert_eq!(corrections.of(&place, &parameters), 0);
    }
}
