//! Captures and promotions: moves into other endings.

use std::sync::Arc;

use saffron_rules::{Cell, CellSet, Color, Piece, Role};

use crate::format::ending::Ending;
use crate::format::geometry::Geometry;
use crate::format::placement::Placement;
use crate::format::value::{Packed, Value};
use crate::solve::depths::{Depths, after_zeroing};
use crate::solve::table::Table;

/// Table that a capture or promotion leads to.
#[derive(Debug)]
struct Target {
    table: Arc<Table>,
    /// Depths to zeroing, if the 50-move rule counts and the ending has any.
    depths: Option<Arc<Depths>>,
    exchanged: bool,
    /// Number here of each piece of the other ending.
    pieces: Vec<usize>,
}

impl Target {
    /// Value to the side that is then to move.
    fn at(&self, geometry: &Geometry, placement: &Placement, turn: Color) -> Packed {
        let mut others = placement.others;
        for (to, &from) in others.iter_mut().zip(&self.pieces) {
            *to = placement.others[from];
        }
        let others = &mut others[..self.pieces.len()];
        if !self.exchanged {
            return self.look_up(placement.kings, others, turn);
        }
        let turned = |cell: Cell| geometry.variant.board().turned(cell).unwrap_or(cell);
        others.iter_mut().for_each(|cell| *cell = turned(*cell));
        self.look_up([turned(placement.kings[1]), turned(placement.kings[0])], others, !turn)
    }

    fn look_up(&self, kings: [Cell; 2], others: &[Cell], turn: Color) -> Packed {
        let Some(index) = self.table.kings.index(&self.table.geometry, kings, others) else { return Packed::NONE };
        let value = self.table.values[turn.index()][index];
        match &self.depths {
            Some(depths) if value != Packed::NONE && depths.at(turn, index).is_none() => Packed::new(Value::Draw),
            _ => value,
        }
    }
}

/// Captures and promotions of an ending.
#[derive(Debug)]
pub(crate) struct Conversions {
    geometry: Arc<Geometry>,
    pieces: Vec<(Color, Role)>,
    /// True if the 50-move rule counts. A move then has the value of the plies to itself.
    ruled: bool,
    /// Targets by the captured piece (0 for none, else its number plus 1), then by the promoted pawn and role (0 for none).
    targets: Vec<Option<Target>>,
}

impl Conversions {
    /// Returns the conversions of an ending; `table` returns the tables of the endings that they lead to, and, if the 50-move rule
    /// counts, their depths to zeroing.
    pub(crate) fn new<E>(
        geometry: &Arc<Geometry>,
        ending: &Ending,
        ruled: bool,
        mut table: impl FnMut(&Ending) -> Result<(Arc<Table>, Option<Arc<Depths>>), E>,
    ) -> Result<Self, E> {
        let pieces = ending.others();
        let mut conversions =
            Self { geometry: Arc::clone(geometry), pieces: pieces.clone(), ruled, targets: Vec::new() };
        for captured in 0..=pieces.len() {
            for promotion in 0..=pieces.len() * Role::PROMOTIONS.len() {
                let promoted = promotion
                    .checked_sub(1)
                    .map(|n| (n / Role::PROMOTIONS.len(), Role::PROMOTIONS[n % Role::PROMOTIONS.len()]));
                let mut after: Vec<(usize, Color, Role)> =
                    pieces.iter().enumerate().map(|(i, (color, role))| (i, *color, *role)).collect();
                if let Some((pawn, role)) = promoted {
                    if pieces[pawn].1 != Role::Pawn || pawn + 1 == captured {
                        conversions.targets.push(None);
                        continue;
                    }
                    after[pawn].2 = role;
                }
                after.retain(|(i, ..)| i + 1 != captured);
                if captured == 0 && promoted.is_none() {
                    conversions.targets.push(None);
                    continue;
                }
                let side = |color: Color| -> Vec<Role> {
                    after.iter().filter(|(_, of, _)| *of == color).map(|(.., role)| *role).collect()
                };
                let (to, exchanged) = Ending::new(&side(Color::White), &side(Color::Black));
                let mut left = after;
                let mut order = Vec::new();
                for (color, role) in to.others() {
                    let color = if exchanged { !color } else { color };
                    if let Some(at) = left.iter().position(|(_, of, r)| (*of, *r) == (color, role)) {
                        order.push(left.remove(at).0);
                    }
                }
                let (table, depths) = table(&to)?;
                conversions.targets.push(Some(Target { table, depths, exchanged, pieces: order }));
            }
        }
        Ok(conversions)
    }

    fn target(&self, captured: Option<usize>, promoted: Option<(usize, usize)>) -> Option<&Target> {
        let promotions = Role::PROMOTIONS.len();
        let promotion = promoted.map_or(0, |(pawn, role)| pawn * promotions + role + 1);
        let captured = captured.map_or(0, |piece| piece + 1);
        self.targets[captured * (self.pieces.len() * promotions + 1) + promotion].as_ref()
    }

    /// Best value by a capture or promotion of the side to move, without captures en passant; none if it has no legal one.
    pub(crate) fn best(&self, placement: &Placement, turn: Color) -> Packed {
        self.best_of(placement, turn, true)
    }

    /// Best value by a capture of the side to move, with a promotion or without; none if it has no legal one.
    pub(crate) fn best_capture(&self, placement: &Placement, turn: Color) -> Packed {
        self.best_of(placement, turn, false)
    }

    fn best_of(&self, placement: &Placement, turn: Color, promotions: bool) -> Packed {
        let mut best: Option<Value> = None;
        self.for_each(placement, turn, promotions, |value| {
            let value = self.before(value);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
            }
        });
        best.map_or(Packed::NONE, Packed::new)
    }

    /// Value of a move after which the opponent has this value.
    fn before(&self, value: Value) -> Value {
        if self.ruled { after_zeroing(value.wdl()) } else { value.before_move() }
    }

    /// Calls `visit` with the value after each capture and, with `promotions`, after each promotion without a capture.
    fn for_each(&self, placement: &Placement, turn: Color, promotions: bool, mut visit: impl FnMut(Value)) {
        let variant = self.geometry.variant;
        let pieces = self.pieces.iter().zip(placement.others);
        let kings = CellSet::from(placement.kings[0]) | CellSet::from(placement.kings[1]);
        let of = |side: Color| -> CellSet {
            pieces.clone().filter(|((color, _), _)| *color == side).map(|(_, cell)| cell).collect()
        };
        let (own, enemies) = (of(turn), of(!turn));
        let occupied = own | enemies | kings;
        let captured = |cell: Cell| placement.others[..self.pieces.len()].iter().position(|other| *other == cell);
        let king = placement.kings[turn.index()];
        for to in variant.king_attacks(king) & enemies {
            let mut after = *placement;
            after.kings[turn.index()] = to;
            self.visit(&after, turn, captured(to), None, &mut visit);
        }
        for (number, (&(color, role), from)) in pieces.clone().enumerate() {
            if color != turn {
                continue;
            }
            let promotion = variant.promotion_cells(turn);
            let attacked = variant.attacks(Piece { color, role }, from, occupied) & enemies;
            let mut forward = CellSet::EMPTY;
            if role == Role::Pawn && promotions {
                let front = variant.pawns().front(turn, from);
                let stopped = variant.pawns().spec().stopped_by_enemy_in_front
                    && (front & (enemies | CellSet::from(placement.kings[(!turn).index()]))) != CellSet::EMPTY;
                if !stopped {
                    forward = (front - occupied) & promotion;
                }
            }
            for to in attacked | forward {
                let mut after = *placement;
                after.others[number] = to;
                if role == Role::Pawn && promotion.contains(to) {
                    for role in variant.promotions() {
                        let role = Role::PROMOTIONS.iter().position(|other| other == role).unwrap_or(0);
                        self.visit(&after, turn, captured(to), Some((number, role)), &mut visit);
                    }
                } else {
                    self.visit(&after, turn, captured(to), None, &mut visit);
                }
            }
        }
    }

    fn visit(
        &self,
        after: &Placement,
        turn: Color,
        captured: Option<usize>,
        promoted: Option<(usize, usize)>,
        visit: &mut impl FnMut(Value),
    ) {
        let Some(target) = self.target(captured, promoted) else { return };
        if let Some(value) = target.at(&self.geometry, after, !turn).value() {
            visit(value);
        }
    }

    /// Value to the side that moves a pawn to `to` and takes the piece with this number en passant.
    pub(crate) fn en_passant(
        &self,
        placement: &Placement,
        turn: Color,
        pawn: usize,
        to: Cell,
        captured: usize,
    ) -> Option<Value> {
        let mut after = *placement;
        after.others[pawn] = to;
        let mut found = None;
        self.visit(&after, turn, Some(captured), None, &mut |value: Value| found = Some(self.before(value)));
        found
    }
}
