//! FEN: positions as one line of text.
//!
//! Six fields. The placement gives the ranks from the top one down, each rank its cells from
//! the a file on, runs of empty cells as decimal numbers, White in capitals. Then the side to
//! move, the castling rights, the cells passed over by the last pawn move, the half-move clock
//! and the move number. Where a variant knows no castling, that field may be missing.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::cell::{Cell, CellSet};
use crate::fen::error::FenError;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::setup::{EnPassant, MAX_FULLMOVES, MAX_HALFMOVES, Setup};
use crate::text::truncated;
use crate::variant::{CastlingRights, EnPassantForm, Variant};

impl Setup {
    /// Reads a FEN without asking whether a game can come to it.
    ///
    /// # Errors
    /// A [`FenError`] that names the field and what is wrong there.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let castles = !variant.castling_rights().is_empty();
        if fields.len() == 5 && !castles {
            fields.insert(2, "-");
        }
        let [placement, turn, castling, en_passant, clock, number] = fields[..] else {
            let least = if castles { 6 } else { 5 };
            return Err(FenError::Fields { least, most: 6, found: fields.len() });
        };
        let mut setup = Self::new();
        read_placement(variant, placement, &mut setup)?;
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Turn(turn.to_owned())),
        };
        setup.castling = read_castling(variant, castling)?;
        if en_passant != "-" {
            let cells = match variant.spec().en_passant_form {
                EnPassantForm::Passed => read_passed(variant, !setup.turn, en_passant),
                EnPassantForm::PassedAndPawn => read_passed_and_pawn(variant, en_passant),
            };
            let cells = cells.ok_or_else(|| FenError::EnPassant(truncated(en_passant)))?;
            setup.en_passant = Some(cells);
        }
        setup.halfmove_clock =
            number_up_to(clock, MAX_HALFMOVES.into()).ok_or_else(|| FenError::HalfmoveClock(truncated(clock)))? as u16;
        setup.fullmove_number = number_up_to(number, MAX_FULLMOVES)
            .filter(|&n| n > 0)
            .ok_or_else(|| FenError::FullmoveNumber(truncated(number)))?;
        Ok(setup)
    }

    /// Writes the FEN.
    pub fn to_fen(&self, variant: &Variant) -> String {
        let mut fen = String::new();
        write_placement(variant, self, &mut fen);
        let _ = write!(fen, " {} ", self.turn.letter());
        for (i, right) in variant.castling_rights().iter().enumerate() {
            if self.castling.has(i) {
                fen.push(right.letter);
            }
        }
        if self.castling.is_empty() {
            fen.push('-');
        }
        fen.push(' ');
        match self.en_passant {
            None => fen.push('-'),
            Some(en_passant) => write_en_passant(variant, en_passant, &mut fen),
        }
        let _ = write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number);
        fen
    }
}

impl Position {
    /// Reads a FEN of a variant.
    ///
    /// ```
    /// use saffron_rules::{Position, Variant};
    ///
    /// let glinski = Variant::by_id("glinski").unwrap();
    /// // The castling field may be missing where there is no castling.
    /// let fen = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    /// assert_eq!(Position::from_fen(glinski, fen)?, glinski.start());
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    /// A [`FenError`] that names the field and what is wrong, or why no game can come to it.
    pub fn from_fen(variant: &'static Variant, fen: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(variant, &Setup::from_fen(variant, fen)?)?)
    }

    /// Writes the FEN.
    pub fn to_fen(&self) -> String {
        self.to_setup().to_fen(self.variant)
    }
}

fn number_up_to(text: &str, most: u32) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok()?;
    (digits && number <= most).then_some(number)
}

fn read_placement(variant: &Variant, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let board = variant.board();
    let highest = board.highest_rank();
    let expected = usize::from(highest);
    let found = text.split('/').count();
    if found != expected {
        return Err(FenError::Ranks { expected, found });
    }
    for (text, rank) in text.split('/').zip((1..=highest).rev()) {
        read_rank(variant, text, rank, setup)?;
    }
    Ok(())
}

fn read_rank(variant: &Variant, text: &str, rank: u8, setup: &mut Setup) -> Result<(), FenError> {
    let cells: Vec<Cell> = variant.board().rank_cells(rank).collect();
    let (mut at, mut run) = (0_usize, None);
    for character in text.chars() {
        if let Some(digit) = character.to_digit(10) {
            let run = run.get_or_insert(0_usize);
            if *run == 0 && digit == 0 {
                return Err(FenError::Zero { rank });
            }
            *run = run.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        at = at.saturating_add(run.take().unwrap_or(0));
        let Some(piece) = Piece::from_letter(character) else {
            return Err(FenError::Character { character, rank });
        };
        if let Some(&cell) = cells.get(at) {
            setup.put(piece, cell);
        }
        at = at.saturating_add(1);
    }
    let found = at.saturating_add(run.unwrap_or(0));
    if found != cells.len() {
        let expected = cells.len();
        return Err(FenError::RankLength { rank, expected, found, text: truncated(text) });
    }
    Ok(())
}

fn write_placement(variant: &Variant, setup: &Setup, fen: &mut String) {
    let board = variant.board();
    for rank in (1..=board.highest_rank()).rev() {
        let mut empty = 0;
        for cell in board.rank_cells(rank) {
            match setup.piece_at(cell) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        let _ = write!(fen, "{empty}");
                        empty = 0;
                    }
                    fen.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
        if rank > 1 {
            fen.push('/');
        }
    }
}

fn read_castling(variant: &Variant, text: &str) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let right = variant.castling_rights().iter().position(|right| right.letter == letter);
        match right {
            Some(right) if !rights.has(right) => rights = rights.with(right),
            _ => return Err(FenError::Castling(truncated(text))),
        }
    }
    Ok(rights)
}

/// Reads `e3e4`; the pawn stands one step further on.
fn read_passed(variant: &Variant, mover: Color, text: &str) -> Option<EnPassant> {
    let board = variant.board();
    let cells = cells_run_together(variant, text)?;
    let (&first, &last) = (cells.first()?, cells.last()?);
    let behind = variant.pawns().front(!mover, first).first()?;
    let pawn = cells.iter().try_fold(behind, |from, &cell| {
        // Each cell lies in front of the one before it.
        variant.pawns().front(mover, from).contains(cell).then_some(cell)
    });
    let pawn = variant.pawns().front(mover, pawn.filter(|&cell| cell == last)?).first()?;
    let passed = cells.into_iter().collect::<CellSet>();
    (board.between(behind, pawn) == passed).then_some(EnPassant { cells: passed, pawn })
}

/// Reads `b4:c5`.
fn read_passed_and_pawn(variant: &Variant, text: &str) -> Option<EnPassant> {
    let (passed, pawn) = text.split_once(':')?;
    let cells = cells_run_together(variant, passed)?.into_iter().collect();
    Some(EnPassant { cells, pawn: variant.board().cell(pawn)? })
}

fn cells_run_together(variant: &Variant, text: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
        let (name, after) = rest.split_at(end.map_or(rest.len(), |(end, _)| end));
        cells.push(variant.board().cell(name)?);
        rest = after;
    }
    Some(cells)
}

fn write_en_passant(variant: &Variant, en_passant: EnPassant, fen: &mut String) {
    let board = variant.board();
    let mut cells: Vec<Cell> = en_passant.cells.iter().collect();
    // The first one passed over is the farthest from where the pawn stands.
    cells.sort_by_key(|&cell| core::cmp::Reverse(board.distance(cell, en_passant.pawn)));
    for cell in cells {
        fen.push_str(board.name(cell));
    }
    if variant.spec().en_passant_form == EnPassantForm::PassedAndPawn {
        let _ = write!(fen, ":{}", board.name(en_passant.pawn));
    }
}
