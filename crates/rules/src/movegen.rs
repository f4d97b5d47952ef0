//! Legal moves, straight from pins and the cells that answer a check.

use crate::cell::{Cell, CellSet};
use crate::piece::{Color, Move, Role};
use crate::position::Position;
use crate::variant::CastlingMove;
use alloc::vec::Vec;

/// The legal moves of one piece: where it may go, and which of those cells promote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceMoves {
    /// The kind of the piece.
    pub role: Role,
    /// Cell of the piece.
    pub from: Cell,
    /// Target cells.
    pub to: CellSet,
    /// The part of `to` on which it is promoted.
    pub promotions: CellSet,
    /// Roles that it may be promoted to there.
    pub roles: &'static [Role],
}

impl PieceMoves {
    /// Number of moves; a promotion counts once for each role to choose.
    #[inline]
    pub fn len(&self) -> usize {
        self.to.len() + (self.roles.len() - 1) * self.promotions.len()
    }

    /// Returns whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = PieceMovesIter;

    #[inline]
    fn into_iter(self) -> PieceMovesIter {
        PieceMovesIter { moves: self, next_promotion: 0 }
    }
}

/// The moves of a [`PieceMoves`], one by one.
#[derive(Clone, Debug)]
pub struct PieceMovesIter {
    moves: PieceMoves,
    next_promotion: usize,
}

impl Iterator for PieceMovesIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let from = self.moves.from;
        let to = self.moves.to.first()?;
        if !self.moves.promotions.contains(to) {
            self.moves.to.remove(to);
            return Some(Move { from, to, promotion: None });
        }
        let promotion = self.moves.roles.get(self.next_promotion).copied();
        self.next_promotion += 1;
        if self.next_promotion >= self.moves.roles.len() {
            self.next_promotion = 0;
            self.moves.to.remove(to);
        }
        Some(Move { from, to, promotion })
    }
}

/// Facts about the position that every part of the generator needs.
struct Context {
    us: Color,
    king: Cell,
    own: CellSet,
    enemy: CellSet,
    occupied: CellSet,
    /// Cells for pieces other than the king: not occupied by their own side, and answering a check.
    target: CellSet,
}

impl Position {
    #[inline]
    fn context(&self) -> Context {
        let us = self.turn;
        let king = self.king(us);
        let own = self.by_color(us);
        let enemy = self.by_color(!us);
        let target = match self.checkers.first() {
            None => !own,
            Some(_) if self.checkers.more_than_one() => CellSet::EMPTY,
            Some(checker) => self.variant.between(king, checker) | self.checkers,
        };
        Context { us, king, own, enemy, occupied: own | enemy, target }
    }

    /// Hands all legal moves that end on a cell of `mask` to `take`, piece by piece, until it
    /// answers true. A capture en passant ends on the cell that the pawn comes to. Returns
    /// whether it was stopped.
    ///
    /// ```
    /// use saffron_rules::Variant;
    ///
    /// let position = Variant::by_id("glinski").unwrap().start();
    /// let mut count = 0;
    /// position.generate(position.variant().board().cells(), |moves| {
    ///     count += moves.len();
    ///     false
    /// });
    /// assert_eq!(count, 51);
    /// ```
    #[inline]
    pub fn generate(&self, mask: CellSet, mut take: impl FnMut(PieceMoves) -> bool) -> bool {
        let context = self.context();
        let roles = self.variant.promotions();
        let mut give = |role, from, to: CellSet| {
            let to = to & mask;
            if to.is_empty() {
                return false;
            }
            let promotions =
                if role == Role::Pawn { to & self.variant.promotion_cells(context.us) } else { CellSet::EMPTY };
            take(PieceMoves { role, from, to, promotions, roles })
        };
        if !context.target.is_empty() {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let pieces = context.own & self.by_role(role);
                let pieces =
                    if role == Role::Pawn { pieces & self.pawns_that_may_reach(&context, mask) } else { pieces };
                for from in pieces {
                    let to = self.targets(&context, role, from);
                    if give(role, from, to) {
                        return true;
                    }
                }
            }
        }
        let king = context.king;
        give(Role::King, king, self.king_targets(&context, mask) | self.castling_targets(&context, mask))
    }

    /// Target cells of a piece other than the king.
    #[inline]
    fn targets(&self, context: &Context, role: Role, from: Cell) -> CellSet {
        let v = self.variant;
        let attacks = match role {
            Role::Pawn => return self.pawn_targets(context, from),
            Role::Knight => v.knight_attacks(from),
            Role::Bishop => v.bishop_attacks(from, context.occupied),
            Role::Rook => v.rook_attacks(from, context.occupied),
            Role::Queen => v.queen_attacks(from, context.occupied),
            Role::King => return CellSet::EMPTY,
        };
        self.along_pin(context, from, attacks & context.target)
    }

    /// Targets of a piece that a pin leaves it.
    #[inline]
    fn along_pin(&self, context: &Context, from: Cell, to: CellSet) -> CellSet {
        if self.pinned.contains(from) { to & self.variant.board().ray_through(context.king, from) } else { to }
    }

    /// Cells from which alone a pawn can move to a cell of the mask: all pawns at once are soon looked at, each by itself is not.
    #[inline]
    fn pawns_that_may_reach(&self, context: &Context, mask: CellSet) -> CellSet {
        let (pawns, us) = (self.variant.pawns(), context.us);
        let takes = mask & ((context.enemy & context.target) | self.en_passant_cells);
        let free = (mask & context.target) - context.occupied;
        let captures = pawns.capture_shifts(us).iter().chain(pawns.first_capture_shifts(us));
        captures.fold(pawns.stepping_to(us, free), |from, shift| from | shift.back(takes))
    }

    fn pawn_targets(&self, context: &Context, from: Cell) -> CellSet {
        let mut to = self.plain_pawn_targets(context, from);
        for cell in self.en_passant_cells & self.variant.pawn_attacks(context.us, from) {
            if self.en_passant_is_legal(from, cell) {
                to.insert(cell);
            }
        }
        to
    }

    /// Targets of a pawn's moves, captures en passant excepted.
    fn plain_pawn_targets(&self, context: &Context, from: Cell) -> CellSet {
        let pawns = self.variant.pawns();
        let us = context.us;
        let to = (pawns.attacks(us, from) & context.enemy) | pawns.walk(us, from, context.occupied, context.enemy);
        self.along_pin(context, from, to & context.target)
    }

    /// The pawns that could take the passing pawn on this cell, were it legal.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, cell: Cell) -> CellSet {
        self.variant.pawn_attackers(self.turn, cell) & self.pieces(self.turn, Role::Pawn)
    }

    /// Returns whether the king is safe after the capture en passant: two pieces leave their cells at
    /// once, so neither pins nor check masks tell.
    pub(crate) fn en_passant_is_legal(&self, from: Cell, to: Cell) -> bool {
        let taken = CellSet::from(self.en_passant_pawn);
        let occupied = (self.occupied() - taken - CellSet::from(from)) | CellSet::from(to);
        let enemy = self.by_color(!self.turn) - taken;
        !self.is_attacked(self.king(self.turn), !self.turn, enemy, occupied)
    }

    fn king_targets(&self, context: &Context, mask: CellSet) -> CellSet {
        let near = (self.variant.king_attacks(context.king) - context.own) & mask;
        if near.is_empty() {
            return near;
        }
        let occupied = context.occupied - CellSet::from(context.king);
        let leapers = self.leapers_near(context);
        let mut safe = near;
        for to in near {
            if (leapers && self.is_attacked_by_leaper(to, !context.us, context.enemy))
                || self.is_attacked_by_slider(to, context.enemy, occupied)
            {
                safe.remove(to);
            }
        }
        safe
    }

    /// Returns whether a leaper of the enemy attacks a cell that the king steps to.
    #[inline]
    fn leapers_near(&self, context: &Context) -> bool {
        let v = self.variant;
        let near = (v.pawns().near(!context.us, context.king) & self.by_role(Role::Pawn))
            | (v.board().knights_near(context.king) & self.by_role(Role::Knight))
            | (v.board().kings_near(context.king) & self.by_role(Role::King));
        near.intersects(context.enemy)
    }

    fn castling_targets(&self, context: &Context, mask: CellSet) -> CellSet {
        if self.castling.is_empty() || self.in_check() {
            return CellSet::EMPTY;
        }
        let mut targets = CellSet::EMPTY;
        for castling in self.variant.castlings().moves_of(context.us) {
            if !castling.empty.intersects(context.occupied)
                && self.castling.has(castling.right)
                && mask.contains(castling.king_to)
                && self.castling_is_safe(context, castling)
            {
                targets.insert(castling.king_to);
            }
        }
        targets
    }

    /// Returns whether no cell that the king crosses is attacked now, nor its last cell once king and rook have moved: the rook may
    /// have been all that stood between the king's last cell and a slider.
    fn castling_is_safe(&self, context: &Context, castling: &CastlingMove) -> bool {
        let &CastlingMove { king_from, king_to, rook_from, rook_to, .. } = castling;
        let without_king = context.occupied - CellSet::from(king_from);
        let after = (without_king - CellSet::from(rook_from)) | CellSet::from(rook_to);
        castling.safe.into_iter().all(|cell| {
            let occupied = if cell == king_to { after } else { without_king };
            !self.is_attacked(cell, !context.us, context.enemy, occupied)
        })
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(64);
        self.generate(!CellSet::EMPTY, |moves| {
            all.extend(moves);
            false
        });
        all
    }

    /// Returns whether there is any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.generate(!CellSet::EMPTY, |_| true)
    }

    /// Number of legal moves, counted without a list of them.
    pub fn count_legal_moves(&self) -> usize {
        let context = self.context();
        let king = self.king_targets(&context, !CellSet::EMPTY).len();
        let mut count = king + self.castling_targets(&context, !CellSet::EMPTY).len();
        if context.target.is_empty() {
            return count;
        }
        let v = self.variant;
        let free = context.own - self.pinned;
        for from in free & self.by_role(Role::Knight) {
            count += (v.knight_attacks(from) & context.target).len();
        }
        // A queen's orthogonal and diagonal moves are different ones.
        let queens = self.by_role(Role::Queen);
        for from in free & (self.by_role(Role::Bishop) | queens) {
            count += (v.bishop_attacks(from, context.occupied) & context.target).len();
        }
        for from in free & (self.by_role(Role::Rook) | queens) {
            count += (v.rook_attacks(from, context.occupied) & context.target).len();
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in context.own & self.pinned & self.by_role(role) {
                count += self.targets(&context, role, from).len();
            }
        }
        count + self.count_pawn_moves(&context)
    }

    /// Pawns that are not pinned, all at once; the pinned ones singly.
    fn count_pawn_moves(&self, context: &Context) -> usize {
        let v = self.variant;
        let us = context.us;
        let pawns = v.pawns();
        let promotion = v.promotion_cells(us);
        let all = context.own & self.by_role(Role::Pawn);
        let more = if all.intersects(pawns.before_promotion(us)) { v.promotions().len() - 1 } else { 0 };
        let weigh = |to: CellSet| if more == 0 { to.len() } else { to.len() + more * (to & promotion).len() };
        let free = all - self.pinned;
        let mut count = 0;
        let takes = context.enemy & context.target;
        for shift in pawns.capture_shifts(us) {
            count += weigh(shift.of(free) & takes);
        }
        for shift in pawns.first_capture_shifts(us) {
            count += weigh(shift.of(free & pawns.start(us)) & takes);
        }
        let mut walking = free;
        if pawns.stopped_by_enemy_in_front() {
            for forward in pawns.forward(!us) {
                walking -= forward.shift.of(context.enemy);
            }
        }
        for forward in pawns.forward(us) {
            let mut at = forward.shift.of(walking) - context.occupied;
            count += weigh(at & context.target);
            for from in &forward.further {
                at = forward.shift.of(at & *from) - context.occupied;
                count += weigh(at & context.target);
            }
        }
        for from in all & self.pinned {
            count += weigh(self.plain_pawn_targets(context, from));
        }
        for cell in self.en_passant_cells {
            let capturers = self.en_passant_capturers(cell).into_iter();
            count += capturers.filter(|&from| self.en_passant_is_legal(from, cell)).count();
        }
        count
    }

    /// Returns whether this is one of the legal moves.
    pub fn is_legal(&self, mv: Move) -> bool {
        let context = self.context();
        if !context.own.contains(mv.from) {
            return false;
        }
        let Some(role) = self.role_at(mv.from) else { return false };
        let promotes = role == Role::Pawn && self.variant.promotion_cells(context.us).contains(mv.to);
        let promotion_fits = match mv.promotion {
            None => !promotes,
            Some(role) => promotes && self.variant.promotions().contains(&role),
        };
        let to = match role {
            Role::King => {
                let to = CellSet::from(mv.to);
                self.king_targets(&context, to) | self.castling_targets(&context, to)
            }
            _ => self.targets(&context, role, mv.from),
        };
        promotion_fits && to.contains(mv.to)
    }

    /// The move that [`Move::to_bits`] packed, if a piece of the side to move stands on its first
    /// cell; it may be illegal.
    pub fn move_from_bits(&self, bits: u16) -> Option<Move> {
        let from = Cell::new(usize::from(bits & 127));
        let to = Cell::new(usize::from(bits >> 7 & 127));
        if !self.by_color(self.turn).contains(from) {
            return None;
        }
        let promotes = self.by_role(Role::Pawn).contains(from) && self.variant.promotion_cells(self.turn).contains(to);
        let promotion = promotes.then(|| Role::ALL[usize::from(bits >> 14) + 1]);
        Some(Move { from, to, promotion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn what_is_handed_out_counts_itself() {
        for variant in Variant::all() {
            let start = variant.start();
            start.generate(!CellSet::EMPTY, |moves| {
                assert_eq!((moves.len(), moves.is_empty()), (moves.into_iter().count(), false));
                assert_eq!(moves.promotions, CellSet::EMPTY);
                // Were half of the cells promoting ones, or were there none at all.
                let first = moves.to.first().map_or(CellSet::EMPTY, CellSet::from);
                let promoting = PieceMoves { promotions: first, ..moves };
                assert_eq!(promoting.len(), promoting.into_iter().count());
                assert_eq!(promoting.len(), moves.len() + 3);
                let none = PieceMoves { to: CellSet::EMPTY, ..moves };
                assert_eq!((none.len(), none.is_empty(), none.into_iter().next()), (0, true, None));
                false
            });
        }
    }
}
