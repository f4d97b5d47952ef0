//! The description of a variant: plain data, and what can be wrong with it.

use crate::board::{BoardError, BoardSpec, DIRECTIONS, KNIGHT_LEAPS};
use crate::piece::{Color, Role};
use crate::text::truncated;
use crate::variant::material::MaterialTable;
use alloc::string::String;
use alloc::vec::Vec;

/// The rules of one game as data. Everything is given for White; every rule for Black is
/// White's, turned by 180 degrees.
#[derive(Clone, Copy, Debug)]
pub struct VariantSpec {
    /// The name in files, commands and protocols, such as `shafran`.
    pub id: &'static str,
    /// The name for readers, and in the `Variant` tag of a game record.
    pub name: &'static str,
    /// Year of publication.
    pub year: u16,
    /// The board.
    pub board: BoardSpec,
    /// The start position as a FEN.
    pub start: &'static str,
    /// Moves of pawns.
    pub pawn: PawnSpec,
    /// Cells of promotion, and the roles to choose from.
    pub promotion: PromotionSpec,
    /// The ways to castle; none in most variants.
    pub castling: &'static [CastlingSpec],
    /// Form of en passant cells in a FEN.
    pub en_passant_form: EnPassantForm,
    /// Score of a stalemate for the side that gives it, in quarter points: 2 is a draw.
    pub stalemate_quarters: u8,
    /// Material with which a game can still be decided, found by enumeration. Without a table, only bare
    /// kings are a dead position. A table holds for one board, one way in which pawns move and one value of
    /// stalemate, and no other.
    pub material: Option<&'static MaterialTable>,
    /// Rule for the score of a side whose opponent gives up or runs out of time.
    pub winning_material: WinningMaterial,
}

/// The rule by which a side scores when the other one's time runs out, or when that resigns, leaves or forfeits the game.
/// What happens on the board does not depend on it: mate is mate, and dead positions are exact.
///
/// `docs/scoring.md` has the rule of each variant with its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WinningMaterial {
    /// The most that any series of legal moves can still bring: a win if mate is possible. FIDE's Laws of Chess, articles
    /// 5.1.2 and 6.9.
    #[default]
    Helpmate,
    /// A win with at least a pawn, a rook, a queen, or three knights and bishops together; a draw with less, whether or not
    /// it can mate. The rule of the federation of Gliński's game.
    PieceCount,
}

/// Form of the cells that a pawn passed over, in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantForm {
    /// The cells passed over, nearest its start first, run together: `e3e4`.
    Passed,
    /// The passed cell, a colon and the pawn's cell: `b4:c5`.
    PassedAndPawn,
}

/// Moves of White's pawns; Black's are turned by 180 degrees. Steps are in skewed coordinates.
#[derive(Clone, Copy, Debug)]
pub struct PawnSpec {
    /// The steps forward, to an empty cell.
    pub forward: &'static [(i8, i8)],
    /// The steps by which it captures.
    pub captures: &'static [(i8, i8)],
    /// Captures that it has in addition on its starting cells.
    pub first_captures: &'static [(i8, i8)],
    /// The starting cells, as names separated by spaces, grouped by how many cells a pawn may
    /// go from there in one direction.
    pub first_steps: &'static [(u8, &'static str)],
    /// Black's starting cells, where they are not White's, turned.
    pub black_first_steps: Option<&'static [(u8, &'static str)]>,
    /// If set, an enemy piece on any of the cells directly in front stops all forward moves.
    pub stopped_by_enemy_in_front: bool,
}

/// Cells of promotion, and the roles to choose from.
#[derive(Clone, Copy, Debug)]
pub struct PromotionSpec {
    /// The cells, as names separated by spaces; without them, those from which no step leads forward.
    pub cells: Option<&'static str>,
    /// Black's cells, where they are not White's, turned.
    pub black_cells: Option<&'static str>,
    /// Roles that a pawn may be promoted to: some of [`Role::PROMOTIONS`].
    pub roles: &'static [Role],
}

impl PromotionSpec {
    /// On the last cell of every file, to any of the four.
    pub const USUAL: Self = Self { cells: None, black_cells: None, roles: &Role::PROMOTIONS };
}

/// One castling right and the moves that it allows.
#[derive(Clone, Copy, Debug)]
pub struct CastlingSpec {
    /// The capital letter in a FEN.
    pub letter: char,
    /// The side that has it, its cells being given as they are; without one, White has it, and Black the same,
    /// turned by 180 degrees.
    pub side: Option<Color>,
    /// Start cell of the king.
    pub king: &'static str,
    /// Start cell of the rook.
    pub rook: &'static str,
    /// The moves: their notation (`0-0`, `0-0-0`, or these behind `Q-` or `B-`), where the king comes to, where
    /// the rook comes to.
    pub moves: &'static [(&'static str, &'static str, &'static str)],
}

/// Error in the description of a variant other than its start position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SpecError {
    /// The board is wrong.
    #[error("board: {0}")]
    Board(#[from] BoardError),
    /// A rule names a cell that the board does not have.
    #[error("there is no cell {0:?} on the board")]
    Cell(String),
    /// The board has no cell where turning it by 180 degrees brings this one.
    #[error("cell {0} has no counterpart when the board is turned by 180 degrees")]
    NotSymmetric(String),
    /// The id is not of the form that protocols and commands can carry.
    #[error("id {0:?} is not 1 to 32 small letters, digits and hyphens, the first one a letter")]
    Id(String),
    /// The name is empty, too long, or has characters that a game record cannot hold.
    #[error("name {0:?} is not 1 to 64 characters, with a letter or digit, on one line")]
    Name(String),
    /// A pawn could move and capture by the same step, one step is given twice, or there is none at all.
    #[error("the pawn's steps and captures overlap or are missing")]
    PawnSteps,
    /// A forward step is not one step along a line.
    #[error("the pawn's step [{0}, {1}] does not lead to a neighbouring cell of a rook or bishop")]
    Forward(i8, i8),
    /// A capture is neither a step along a line nor a knight's leap.
    #[error("the pawn's capture [{0}, {1}] is neither a step of a king nor a leap of a knight")]
    Capture(i8, i8),
    /// A first step is too long, or of no cell.
    #[error("a first step of {0} cells is not from 1 to 8")]
    FirstStep(u8),
    /// A starting cell is named twice.
    #[error("{0} is named twice among the pawns' starting cells")]
    FirstStepTwice(String),
    /// There is nothing that a pawn may become, something twice, or a pawn or king.
    #[error("a pawn can become different ones of queen, rook, bishop and knight, and at least one")]
    Promotions,
    /// A castling move is no longer than a step of the king, or king and rook do not come between the cells where
    /// they stand.
    #[error("castling {0} is not on the line from the king to the rook, or is no longer than a step of the king")]
    Castling(String),
    /// A castling move has a name that no record could be read with.
    #[error("castling {0:?} is not called 0-0, 0-0-0, or one of these behind Q- or B-")]
    CastlingNotation(String),
    /// Two castling moves of a side have one name or lead the king to one cell.
    #[error("castling {0} has the name or the king's cell of another one")]
    CastlingTwice(String),
    /// Two castling rights have one letter, or it is not a capital.
    #[error("castling letter {0:?} is used twice or is not one of A to Z")]
    CastlingLetter(char),
    /// There are more castling rights than a position can hold.
    #[error("there are more than eight castling rights, Black's included")]
    CastlingRights,
    /// The passed cells do not identify the pawn if pawns have several ways forward.
    #[error("en passant must name the pawn's cell where pawns have several steps forward")]
    EnPassantForm,
    /// A stalemate is worth more than the whole point.
    #[error("a stalemate is worth 0 to 4 quarters, not {0}")]
    Stalemate(u8),
}

impl VariantSpec {
    /// Checks what can be checked without the board's tables.
    pub(crate) fn check_data(&self) -> Result<(), SpecError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !self.id.starts_with(|c: char| c.is_ascii_lowercase()) || self.id.len() > 32 || !self.id.chars().all(plain) {
            return Err(SpecError::Id(truncated(self.id)));
        }
        let length = self.name.chars().count();
        let legible = self.name.chars().any(char::is_alphanumeric) && !self.name.chars().any(char::is_control);
        if !(1..=64).contains(&length) || !legible {
            return Err(SpecError::Name(truncated(self.name)));
        }
        self.check_pawn_steps()?;
        let roles = self.promotion.roles;
        let twice = roles.iter().enumerate().any(|(i, role)| roles[..i].contains(role));
        if roles.is_empty() || twice || !roles.iter().all(|role| Role::PROMOTIONS.contains(role)) {
            return Err(SpecError::Promotions);
        }
        if self.en_passant_form == EnPassantForm::Passed && self.pawn.forward.len() > 1 {
            return Err(SpecError::EnPassantForm);
        }
        if self.stalemate_quarters > 4 {
            return Err(SpecError::Stalemate(self.stalemate_quarters));
        }
        Ok(())
    }

    /// Forward steps along lines keep pins and the cells passed over simple; captures that cannot be blocked keep
    /// the answers to a check simple.
    fn check_pawn_steps(&self) -> Result<(), SpecError> {
        let pawn = &self.pawn;
        if let Some(&(dx, dy)) = pawn.forward.iter().find(|step| !DIRECTIONS.contains(step)) {
            return Err(SpecError::Forward(dx, dy));
        }
        let captures: Vec<_> = pawn.captures.iter().chain(pawn.first_captures).copied().collect();
        let known = |step: &(i8, i8)| DIRECTIONS.contains(step) || KNIGHT_LEAPS.contains(step);
        if let Some(&(dx, dy)) = captures.iter().find(|step| !known(step)) {
            return Err(SpecError::Capture(dx, dy));
        }
        let all: Vec<_> = pawn.forward.iter().copied().chain(captures).collect();
        if pawn.forward.is_empty() || all.iter().enumerate().any(|(i, step)| all[..i].contains(step)) {
            return Err(SpecError::PawnSteps);
        }
        let first = pawn.first_steps.iter().chain(pawn.black_first_steps.unwrap_or_default());
        match first.into_iter().find(|(count, _)| !(1..=8).contains(count)) {
            Some(&(count, _)) => Err(SpecError::FirstStep(count)),
            None => Ok(()),
        }
    }
}
