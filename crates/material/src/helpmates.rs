//! Helpmates: the material with which one side can mate if both sides cooperate.
//!
//! A bare king never mates, since a king gives no check. A knight alone, and bishops on cells of one colour, need pieces of the
//! opponent next to the mated king. [`Helpmates`] holds all mates with some material, and the result of a retrograde search for
//! a position that a game can reach.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use saffron_rules::material::{Kind, Material};
use saffron_rules::{CellSet, Color, Variant};

use crate::bishops;
use crate::piece_list::{PieceList, Placement, others};

/// Maximum number of pieces in addition to the kings for which mates are enumerated.
const MAX_OTHERS: usize = 3;

/// Mates by White with some material, and the positions from which one can be reached.
pub struct Helpmates {
    list: PieceList,
    /// Placements in which Black is mated.
    mates: Vec<Placement>,
    /// Positions from which mate can be reached; incomplete if `reachable`.
    live: HashSet<(Placement, Color)>,
    reachable: bool,
}

impl Helpmates {
    /// Enumerates the mates by White with this material. `smaller` has the helpmates after the capture of each piece other than
    /// the kings, White's pieces first; none of them is reachable.
    ///
    /// # Panics
    /// If there are more than [`crate::MAX_PIECES`] pieces, or a pawn.
    pub fn new(variant: &'static Variant, material: Material, smaller: &[Rc<Self>]) -> Self {
        let list = PieceList::new(variant, material);
        assert_eq!(list.pieces().len(), smaller.len() + 2);
        let mut helpmates = Self { list, mates: Vec::new(), live: HashSet::new(), reachable: false };
        helpmates.find_mates();
        helpmates.search_backwards(smaller);
        helpmates
    }

    /// Returns the number of placements of this material in which Black is mated; equal pieces count once.
    ///
    /// # Panics
    /// If there are more than [`crate::MAX_PIECES`] pieces, or a pawn.
    pub fn count_mates(variant: &'static Variant, material: Material) -> usize {
        let list = PieceList::new(variant, material);
        let mut helpmates = Self { list, mates: Vec::new(), live: HashSet::new(), reachable: false };
        helpmates.find_mates();
        helpmates.mates.len()
    }

    /// Returns whether a capture or promotion can lead to a position from which White can still mate by at least one more move.
    /// Otherwise only the capture or promotion that makes this material can be mate.
    pub fn reachable(&self) -> bool {
        self.reachable
    }

    /// Returns whether a position with Black to move can lead to mate. Known only if mate is not reachable.
    fn any_with_black_to_move(&self) -> bool {
        self.live.iter().any(|&(_, turn)| turn == Color::Black)
    }

    fn find_mates(&mut self) {
        let board = self.list.board();
        let mut found = Vec::new();
        for white in board.cells() {
            for black in board.cells() - board.king_attacks(white) - CellSet::from(white) {
                let mut placement = self.list.placement(0);
                (placement[0], placement[1]) = (white, black);
                self.place(2, &mut placement, &mut found);
            }
        }
        self.mates = found;
    }

    /// Places the pieces from this number on, on cells on which they can still be part of a mate.
    fn place(&self, number: usize, placement: &mut Placement, found: &mut Vec<Placement>) {
        let list = &self.list;
        let pieces = list.pieces();
        let occupied: CellSet = placement[..number].iter().copied().collect();
        let mut cells = list.cells(number) - occupied;
        if pieces.get(number).is_none_or(|piece| piece.color == Color::Black) {
            let Some(open) = self.open_cells(number, placement) else { return };
            match open.len().cmp(&(pieces.len() - number)) {
                std::cmp::Ordering::Greater => return,
                std::cmp::Ordering::Equal => cells &= open,
                std::cmp::Ordering::Less => {}
            }
        }
        if number == pieces.len() {
            let mate = list.in_check(placement, Color::Black)
                && !list.in_check(placement, Color::White)
                && !list.moves(placement, Color::Black, !CellSet::EMPTY, |_, _| true);
            if mate {
                found.push(*placement);
            }
            return;
        }
        let equal = number > 2 && list.equal_pieces(number - 1, number);
        for cell in cells {
            if !(equal && cell < placement[number - 1]) {
                placement[number] = cell;
                self.place(number + 1, placement, found);
            }
        }
    }

    /// Returns the empty cells next to Black's king that White's pieces, all of which are placed, do not attack; `None` if they
    /// give no check. Further pieces of Black can only remove attacks.
    fn open_cells(&self, number: usize, placement: &Placement) -> Option<CellSet> {
        let list = &self.list;
        let placed: CellSet = placement[..number].iter().copied().collect();
        let king = CellSet::from(placement[1]);
        let mut attacked = CellSet::EMPTY;
        for (i, piece) in list.pieces()[..number].iter().enumerate() {
            if piece.color == Color::White {
                attacked |= list.attacks(i, placement[i], placed - king);
            }
        }
        let open = list.board().king_attacks(placement[1]) - attacked;
        let white: CellSet =
            (0..number).filter(|&i| list.pieces()[i].color == Color::White).map(|i| placement[i]).collect();
        // An unprotected piece of White could be captured.
        (attacked.intersects(king) && !open.intersects(white)).then(|| open - placed)
    }

    fn search_backwards(&mut self, smaller: &[Rc<Self>]) {
        let mut queue = Vec::new();
        for mate in &self.mates {
            self.list.unmoves(mate, Color::Black, |before| queue.push((*before, Color::White)));
        }
        for (i, smaller) in smaller.iter().enumerate() {
            assert!(!smaller.reachable, "larger material can mate as well");
            let captured = i + 2;
            let mates = smaller.mates.iter().map(|mate| (mate, Color::Black));
            for (after, turn) in mates.chain(smaller.live.iter().map(|(after, turn)| (after, *turn))) {
                self.uncapture(captured, after, turn, &mut queue);
            }
        }
        while let Some((placement, turn)) = queue.pop() {
            let list = &self.list;
            let legal = list.is_placement(&placement) && !list.in_check(&placement, !turn);
            if !legal || !self.live.insert((placement, turn)) {
                continue;
            }
            if list.can_follow_conversion(&placement, turn) {
                self.reachable = true;
                return;
            }
            list.unmoves(&placement, turn, |before| queue.push((*before, !turn)));
        }
    }

    /// Adds the positions, legal or not, before the capture of the piece with this number that led to `after`.
    fn uncapture(&self, captured: usize, after: &Placement, turn: Color, queue: &mut Vec<(Placement, Color)>) {
        let list = &self.list;
        if list.pieces()[captured].color != turn {
            return;
        }
        let mut without = *after;
        without.copy_within(captured..after.len() - 1, captured + 1);
        let others = (0..list.pieces().len()).filter(|&i| i != captured);
        let occupied: CellSet = others.clone().map(|i| without[i]).collect();
        for mover in others.filter(|&i| list.pieces()[i].color != turn) {
            let at = without[mover];
            if !list.cells(captured).contains(at) {
                continue;
            }
            for from in list.attacks(mover, at, occupied) - occupied {
                let mut before = without;
                before[mover] = from;
                before[captured] = at;
                queue.push((before, !turn));
            }
        }
    }
}

/// Returns the minimal materials with which a mate by White is not excluded. With any other material White cannot mate, or only
/// by the next move.
///
/// Mates are enumerated for up to three pieces in addition to the kings, without pawns. Larger material and material with pawns
/// is listed unless [`crate::bishops`] excludes a mate.
///
/// # Panics
/// If White can mate by more than one move of its own with material that is not listed.
pub fn least(variant: &'static Variant) -> Vec<Material> {
    let mut least: Vec<Material> = Vec::new();
    let mut enumerated: BTreeMap<Material, Rc<Helpmates>> = BTreeMap::new();
    for count in 0..=MAX_OTHERS + 1 {
        for material in materials(count) {
            if least.iter().any(|&other| material.contains(other)) {
                continue;
            }
            let pawns = Color::ALL.into_iter().any(|color| material.count(color, Kind::Pawn) > 0);
            // The largest materials are not needed for larger ones, so a proof is enough.
            let may_mate = if pawns || count > MAX_OTHERS {
                !is_excluded(variant, material)
            } else if count == MAX_OTHERS && is_excluded(variant, material) {
                false
            } else {
                let smaller = (0..count).map(|captured| enumerated[&without(material, captured)].clone());
                let helpmates = Helpmates::new(variant, material, &smaller.collect::<Vec<_>>());
                let reachable = helpmates.reachable();
                assert!(reachable || !helpmates.any_with_black_to_move(), "{material}: a mate in two moves");
                enumerated.insert(material, Rc::new(helpmates));
                reachable
            };
            if may_mate {
                least.push(material);
            }
        }
    }
    least
}

/// Returns whether a mate by White, except by the next move, is excluded for any number of such pieces: White's king is bare,
/// or there are only bishops on cells of one colour and the placement of the kings proves it.
fn is_excluded(variant: &Variant, material: Material) -> bool {
    let mut kinds: Vec<Kind> = others(material).map(|(_, kind)| kind).collect();
    kinds.dedup();
    let bare = |color| material.kinds(color).next().is_none();
    match kinds[..] {
        _ if bare(Color::White) => true,
        [Kind::Bishop(color)] => {
            let one_side = bare(Color::Black) && !bishops::bishops_may_mate_after_a_step(variant.board(), color);
            one_side || !bishops::bishops_may_mate(variant.board(), &[color])
        }
        _ => false,
    }
}

/// Returns the materials with `count` pieces in addition to the kings.
fn materials(count: usize) -> BTreeSet<Material> {
    let all = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| (color, kind)));
    let mut materials = BTreeSet::from([Material::NONE]);
    for _ in 0..count {
        let more = |&material: &Material| all.clone().map(move |(color, kind)| material.with(color, kind));
        materials = materials.iter().flat_map(more).collect();
    }
    materials
}

/// Returns the material after the capture of the piece with this number among those other than the kings.
fn without(material: Material, captured: usize) -> Material {
    let rest = others(material).enumerate().filter(|&(i, _)| i != captured);
    rest.fold(Material::NONE, |rest, (_, (color, kind))| rest.with(color, kind))
}
