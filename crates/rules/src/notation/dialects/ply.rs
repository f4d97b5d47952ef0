//! The move of a position that a text of another program means.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::cell::Cell;
use crate::notation::dialects::cursor::WrittenCell;
use crate::notation::error::{IllegalMoveReason, Origin};
use crate::notation::style::{FileLetters, Notation};
use crate::piece::{Color, Move, Role};
use crate::position::Position;

/// A move as another program writes it: a piece's way, and what else changes on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DialectPly {
    pub(super) number: Option<WrittenNumber>,
    pub(super) motion: Motion,
    pub(super) parts: Vec<Part>,
    /// Whether the dialect numbers both plies of a move alike.
    pub(super) numbers_alike: bool,
}

/// The number before a move, and the side that its dots name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WrittenNumber {
    pub(super) number: u32,
    pub(super) side: Option<Color>,
}

/// A piece's way from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Motion {
    pub(super) piece: Option<WrittenPiece>,
    pub(super) from: WrittenCell,
    pub(super) to: WrittenCell,
    /// Whether it captures on its last cell; `None` if the text does not say it.
    pub(super) captures: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WrittenPiece {
    pub(super) role: Role,
    /// None where the text does not say whose it is.
    pub(super) color: Option<Color>,
}

/// Change on the board in addition to the first motion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Another piece moves: the rook of castling.
    Motion(Motion),
    /// A piece comes to a cell, or to the last one of the motion: what a pawn becomes.
    Placed { piece: WrittenPiece, at: Option<WrittenCell> },
    /// A cell becomes empty: that of a pawn taken en passant.
    Removed(WrittenCell),
    /// Text that is not understood.
    Unknown(String),
}

impl DialectPly {
    /// The legal move that is meant.
    ///
    /// # Errors
    /// Why there is none. A move is not what is meant if it differs in any part from what is written.
    pub(crate) fn find(&self, position: &Position, files: FileLetters) -> Result<Move, IllegalMoveReason> {
        let side = position.turn();
        if !position.has_legal_move() {
            let mated = position.in_check();
            return Err(if mated { IllegalMoveReason::Checkmate } else { IllegalMoveReason::Stalemate });
        }
        self.number_agrees(position)?;
        let is_unknown = |part: &&Part| matches!(part, Part::Unknown(_));
        let mut motions = self.parts.iter().filter(|part| matches!(part, Part::Motion(_)));
        if let Some(part) = self.parts.iter().find(is_unknown).or_else(|| motions.nth(1)) {
            return Err(IllegalMoveReason::NotPart(part.to_string()));
        }
        let (motion, second) = self.by_king();
        for piece in [motion.piece, second.and_then(|second| second.piece)].into_iter().flatten() {
            of_side(piece, side)?;
        }
        let cell = |written| cell(position, files, written);
        let (from, to) = (cell(motion.from)?, cell(motion.to)?);
        let role = match motion.piece {
            Some(piece) => piece.role,
            None => position.role_at(from).unwrap_or(Role::Pawn),
        };
        if !position.pieces(side, role).contains(from) {
            return Err(IllegalMoveReason::NoPiece { side, role, origin: Origin::Cell(name(motion.from)) });
        }
        let promotion = self.promotion(motion, side)?;
        let mv = Move { from, to, promotion };
        if !position.is_legal(mv) {
            return Err(reason(position, motion, role, promotion, files));
        }
        if let Some(captures) = motion.captures {
            agrees(position, mv, motion, captures)?;
        }
        for part in &self.parts {
            let fits = match part {
                Part::Removed(at) => is_removed(position, mv, cell(*at)?),
                Part::Placed { .. } => true,
                Part::Motion(_) | Part::Unknown(_) => second.is_some(),
            };
            if !fits {
                return Err(IllegalMoveReason::NotPart(part.to_string()));
            }
        }
        if let Some(rook) = second {
            let (rook_from, rook_to) = (cell(rook.from)?, cell(rook.to)?);
            let mut castlings = position.variant().castling_moves().iter();
            let castles = position.is_castling(mv)
                && castlings.any(|castling| {
                    let king = (castling.king_from, castling.king_to) == (from, to);
                    castling.color == side && king && (castling.rook_from, castling.rook_to) == (rook_from, rook_to)
                });
            if !castles {
                return Err(IllegalMoveReason::NotPart(Part::Motion(rook).to_string()));
            }
        }
        Ok(mv)
    }

    fn number_agrees(&self, position: &Position) -> Result<(), IllegalMoveReason> {
        let Some(WrittenNumber { number: found, side }) = self.number else { return Ok(()) };
        let expected = position.fullmove_number();
        if found != expected {
            return Err(IllegalMoveReason::Number { expected, found });
        }
        let is_said = side == Some(Color::Black) || !self.numbers_alike;
        match side {
            Some(side) if is_said && side != position.turn() => {
                Err(IllegalMoveReason::NumberOfOtherSide { side: position.turn() })
            }
            _ => Ok(()),
        }
    }

    /// The first motion and the second; the king's first, whichever order they are written in.
    fn by_king(&self) -> (Motion, Option<Motion>) {
        let second = self.parts.iter().find_map(|part| match part {
            Part::Motion(motion) => Some(*motion),
            _ => None,
        });
        let is_kings = |motion: &Motion| motion.piece.is_some_and(|piece| piece.role == Role::King);
        match second {
            Some(king) if is_kings(&king) && !is_kings(&self.motion) => (king, Some(self.motion)),
            second => (self.motion, second),
        }
    }

    /// Role to which a pawn is promoted on the last cell of the motion.
    fn promotion(&self, motion: Motion, side: Color) -> Result<Option<Role>, IllegalMoveReason> {
        let mut promotion = None;
        for part in &self.parts {
            let Part::Placed { piece, at } = part else { continue };
            of_side(*piece, side)?;
            let fits = at.is_none_or(|at| at == motion.to) && promotion.is_none_or(|role| role == piece.role);
            if !fits || !Role::PROMOTIONS.contains(&piece.role) {
                return Err(IllegalMoveReason::NotPart(part.to_string()));
            }
            promotion = Some(piece.role);
        }
        Ok(promotion)
    }
}

/// Checks that the letter of a piece is one of the side to move.
fn of_side(piece: WrittenPiece, side: Color) -> Result<(), IllegalMoveReason> {
    match piece.color {
        Some(color) if color != side => Err(IllegalMoveReason::OtherSide { side, role: piece.role }),
        _ => Ok(()),
    }
}

fn cell(position: &Position, files: FileLetters, written: WrittenCell) -> Result<Cell, IllegalMoveReason> {
    let board = position.variant().board();
    let (file, rank) = written;
    let found = files.read(board, file).and_then(|file| board.cell_at(file, rank));
    found.ok_or_else(|| IllegalMoveReason::NoSuchCell(name(written)))
}

fn name((file, rank): WrittenCell) -> String {
    format!("{file}{rank}")
}

/// Checks the sign between the cells against the move. En passant may be written either way.
fn agrees(position: &Position, mv: Move, motion: Motion, captures: bool) -> Result<(), IllegalMoveReason> {
    let is_occupied = position.by_color(!position.turn()).contains(mv.to);
    match captures {
        true if position.captured(mv).is_none() => Err(IllegalMoveReason::NothingToCapture(name(motion.to))),
        false if is_occupied => Err(IllegalMoveReason::CaptureMissing(name(motion.to))),
        _ => Ok(()),
    }
}

/// Returns whether a legal move takes what stands on a cell.
fn is_removed(position: &Position, mv: Move, at: Cell) -> bool {
    if position.is_en_passant(mv) {
        position.en_passant().is_some_and(|passed| passed.pawn == at)
    } else {
        at == mv.to && position.captured(mv).is_some()
    }
}

/// Why a motion is no legal move, as the same move in long notation is refused.
fn reason(
    position: &Position,
    motion: Motion,
    role: Role,
    promotion: Option<Role>,
    files: FileLetters,
) -> IllegalMoveReason {
    let promotion = promotion.map(|role| format!("={}", role.letter())).unwrap_or_default();
    let (from, to) = (name(motion.from), name(motion.to));
    let text = format!("{}{from}-{to}{promotion}", role.letter());
    let found = position.why_illegal(&text, Notation { files, ..Notation::ENGLISH });
    let side = position.turn();
    found.unwrap_or(IllegalMoveReason::OutOfReach { side, role, origin: Origin::Cell(from), cell: to })
}

impl core::fmt::Display for Part {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Motion(Motion { piece, from, to, .. }) => {
                let letter = piece.map(|piece| format!("{} ", piece.role.letter())).unwrap_or_default();
                write!(f, "{letter}{}-{}", name(*from), name(*to))
            }
            Self::Placed { piece, at: Some(at) } => write!(f, "{} on {}", piece.role, name(*at)),
            Self::Placed { piece, at: None } => write!(f, "= {}", piece.role),
            Self::Removed(at) => f.write_str(&name(*at)),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}
