//! A legal position: pieces, side to move, rights and counters.

use core::fmt;

use crate::cell::{Cell, CellSet};
use crate::piece::{Color, Piece, Role};
use crate::setup::SetupError;
use crate::setup::{EnPassant, MAX_FULLMOVES, MAX_HALFMOVES, Setup, piece_on};
use crate::variant::CastlingRights;
use crate::variant::Variant;
use crate::zobrist;

/// A legal position of one variant: what stands where, whose move it is, the rights to castle
/// and to capture en passant, and the two counters of a FEN.
///
/// It is small enough to be copied for every move: [`play_unchecked`](Self::play_unchecked)
/// changes a copy, and there is nothing to take back.
///
/// ```
/// use saffron_rules::Variant;
///
/// let mut position = Variant::by_id("shafran").unwrap().start();
/// assert_eq!(position.legal_moves().len(), 42);
/// let mv = position.parse_uci("e2e5").unwrap();
/// position.play_unchecked(mv);
/// assert_eq!(
///     position.to_fen(),
///     "kqbnr/bppppp/np5/bp6/rp6P/p3P2PR/6PB/5PN/PPPP1B/RNBQK b QBqb e3e4 0 1",
/// );
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    pub(crate) roles: [CellSet; 6],
    pub(crate) colors: [CellSet; 2],
    /// Enemy pieces that attack the king of the side to move.
    pub(crate) checkers: CellSet,
    /// Pieces of the side to move that must stay on a line with their king.
    pub(crate) pinned: CellSet,
    /// The cells that the pawn which just moved passed over.
    pub(crate) en_passant_cells: CellSet,
    pub(crate) variant: &'static Variant,
    pub(crate) hash: u64,
    /// The part of the hash that stands for en passant.
    pub(crate) en_passant_hash: u64,
    pub(crate) fullmove_number: u32,
    pub(crate) halfmove_clock: u16,
    /// The pawn that just moved several cells; read only where `en_passant_cells` is not empty.
    pub(crate) en_passant_pawn: Cell,
    pub(crate) castling: CastlingRights,
    pub(crate) turn: Color,
}

impl Position {
    /// Checks a set-up and makes it playable.
    ///
    /// # Errors
    /// A [`SetupError`] that names why no game can come to this.
    pub fn from_setup(variant: &'static Variant, setup: &Setup) -> Result<Self, SetupError> {
        setup.check(variant)?;
        let mut position = Self {
            roles: setup.roles,
            colors: setup.colors,
            checkers: CellSet::EMPTY,
            pinned: CellSet::EMPTY,
            en_passant_cells: setup.en_passant.map_or(CellSet::EMPTY, |ep| ep.cells),
            variant,
            hash: 0,
            en_passant_hash: 0,
            fullmove_number: setup.fullmove_number.clamp(1, MAX_FULLMOVES),
            halfmove_clock: setup.halfmove_clock.min(MAX_HALFMOVES),
            en_passant_pawn: setup.en_passant.map_or(Cell::new(0), |ep| ep.pawn),
            castling: setup.castling,
            turn: setup.turn,
        };
        position.find_checks_and_pins();
        position.en_passant_hash = position.computed_en_passant_hash();
        position.hash = position.computed_hash();
        Ok(position)
    }

    /// The set-up: the same facts without the promise that they are legal.
    pub fn to_setup(&self) -> Setup {
        Setup {
            roles: self.roles,
            colors: self.colors,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The variant that is played.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// All cells that are not empty.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of one side.
    #[inline]
    pub fn by_color(&self, color: Color) -> CellSet {
        self.colors[color.index()]
    }

    /// The pieces of one role, of both sides.
    #[inline]
    pub fn by_role(&self, role: Role) -> CellSet {
        self.roles[role.index()]
    }

    /// The pieces of one role and side.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> CellSet {
        self.by_color(color) & self.by_role(role)
    }

    /// Cell of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Cell {
        let king = self.pieces(color, Role::King);
        debug_assert_eq!(king.len(), 1);
        Cell::new(king.0.trailing_zeros() as usize & 127)
    }

    /// The role of the piece on a cell.
    #[inline]
    pub fn role_at(&self, cell: Cell) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.by_role(role).contains(cell))
    }

    /// The piece on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        piece_on(&self.roles, &self.colors, cell)
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> CellSet {
        self.checkers
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> CellSet {
        self.pinned
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// A 64-bit key of everything that makes two positions the same for repetition: the pieces,
    /// the side to move, castling rights, and en passant captures that are legal. It is the same in every version and on
    /// every platform, so it can stand in files.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Key of a piece on a cell, combined by exclusive or. The hashes of two positions that differ by one piece's step and the side
    /// to move differ by its keys on both cells and [`Position::hash_of_turn`].
    #[inline]
    pub fn hash_of(piece: Piece, cell: Cell) -> u64 {
        zobrist::piece(piece, cell)
    }

    /// Part of the hash that says that Black is to move, combined by exclusive or.
    #[inline]
    pub fn hash_of_turn() -> u64 {
        zobrist::black_to_move()
    }

    /// Moves of either side since the last capture or pawn move, in plies.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, 1 for the first of White and of Black.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The castling rights that are left.
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        self.castling
    }

    /// The cells that the pawn which just moved passed over, whether or not it can be taken.
    #[inline]
    pub fn en_passant_cells(&self) -> CellSet {
        self.en_passant_cells
    }

    /// The cells passed over by the last move, and the pawn that did.
    pub fn en_passant(&self) -> Option<EnPassant> {
        (!self.en_passant_cells.is_empty())
            .then_some(EnPassant { cells: self.en_passant_cells, pawn: self.en_passant_pawn })
    }

    /// The pieces of both sides that attack a cell, were exactly these cells occupied.
    pub fn attackers_to(&self, cell: Cell, occupied: CellSet) -> CellSet {
        let v = self.variant;
        let queens = self.by_role(Role::Queen);
        let pawns = self.by_role(Role::Pawn);
        let white = v.pawn_attackers(Color::White, cell) & self.by_color(Color::White);
        let black = v.pawn_attackers(Color::Black, cell) & self.by_color(Color::Black);
        ((white | black) & pawns)
            | (v.knight_attacks(cell) & self.by_role(Role::Knight))
            | (v.king_attacks(cell) & self.by_role(Role::King))
            | (v.rook_attacks(cell, occupied) & (self.by_role(Role::Rook) | queens))
            | (v.bishop_attacks(cell, occupied) & (self.by_role(Role::Bishop) | queens))
    }

    /// Returns whether a piece of `by` among `pieces` attacks the cell, were exactly `occupied` occupied.
    pub(crate) fn is_attacked(&self, cell: Cell, by: Color, pieces: CellSet, occupied: CellSet) -> bool {
        self.is_attacked_by_leaper(cell, by, pieces) || self.is_attacked_by_slider(cell, pieces, occupied)
    }

    /// Returns whether a slider among `pieces` attacks the cell, were exactly `occupied` occupied.
    #[inline]
    pub(crate) fn is_attacked_by_slider(&self, cell: Cell, pieces: CellSet, occupied: CellSet) -> bool {
        let board = self.variant.board();
        self.sliders_towards(cell, pieces).into_iter().any(|slider| !board.between(cell, slider).intersects(occupied))
    }

    /// Returns whether a pawn, knight or king of `by` among `pieces` attacks the cell.
    #[inline]
    pub(crate) fn is_attacked_by_leaper(&self, cell: Cell, by: Color, pieces: CellSet) -> bool {
        let v = self.variant;
        let leapers = (v.pawn_attackers(by, cell) & self.by_role(Role::Pawn))
            | (v.knight_attacks(cell) & self.by_role(Role::Knight))
            | (v.king_attacks(cell) & self.by_role(Role::King));
        leapers.intersects(pieces)
    }

    /// Sliders that would attack the cell on an empty board.
    #[inline]
    fn sliders_towards(&self, cell: Cell, pieces: CellSet) -> CellSet {
        let board = self.variant.board();
        let queens = self.by_role(Role::Queen);
        pieces
            & ((board.orthogonals(cell) & (self.by_role(Role::Rook) | queens))
                | (board.diagonals(cell) & (self.by_role(Role::Bishop) | queens)))
    }

    pub(crate) fn find_checks_and_pins(&mut self) {
        let v = self.variant;
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(us);
        let (own, enemy) = (self.by_color(us), self.by_color(them));
        let occupied = own | enemy;
        let mut checkers = enemy
            & ((v.pawn_attackers(them, king) & self.by_role(Role::Pawn))
                | (v.knight_attacks(king) & self.by_role(Role::Knight)));
        let mut pinned = CellSet::EMPTY;
        for slider in self.sliders_towards(king, enemy) {
            let between = v.between(king, slider) & occupied;
            if between.is_empty() {
                checkers.insert(slider);
            } else if !between.more_than_one() {
                pinned |= between & own;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned;
    }

    pub(crate) fn computed_hash(&self) -> u64 {
        let mut hash = self.en_passant_hash ^ zobrist::castling(self.castling.bits());
        if self.turn == Color::Black {
            hash ^= zobrist::black_to_move();
        }
        for color in Color::ALL {
            for role in Role::ALL {
                for cell in self.pieces(color, role) {
                    hash ^= zobrist::piece(Piece { color, role }, cell);
                }
            }
        }
        hash
    }

    /// Zero but where a capture en passant is legal, so that positions which differ only in
    /// captures that no piece can make are the same.
    pub(crate) fn computed_en_passant_hash(&self) -> u64 {
        let legal = |cell: &Cell| {
            let from = self.en_passant_capturers(*cell);
            from.into_iter().any(|from| self.en_passant_is_legal(from, *cell))
        };
        let pawn = self.en_passant_pawn;
        let cells = self.en_passant_cells.into_iter().filter(legal);
        cells.fold(0, |hash, cell| hash ^ zobrist::en_passant(cell, pawn))
    }

    /// Returns whether the two positions are the same for the rule of repetition. Unlike a comparison
    /// of hashes this is exact.
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        let exact = |p: &Self| (p.roles, p.colors, p.turn, p.castling, p.en_passant_hash);
        // Comparing the hash first nearly always decides, and is cheap.
        self.hash == other.hash && exact(self) == exact(other)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.variant, other.variant) && self.to_setup() == other.to_setup()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variant.id(), self.to_fen())
    }
}
