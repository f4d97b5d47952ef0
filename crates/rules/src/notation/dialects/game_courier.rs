//! Game Courier's moves, as its user's guide describes them (chessvariants.com/play/pbm/userguide.html).
//!
//! A move is the letter of a piece, large for White and small for Black, and the two cells with a hyphen between them,
//! also for a capture: `P e2-e4`. What else changes follows behind semicolons: another piece's move (`K e1-g1; R h1-f1`), a
//! piece that is put on a cell (`P e9-e10; Q-e10`, or `Q*e10`), a cell that becomes empty (`P e5-d6; @-d5`).

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use crate::notation::dialects::cursor::Cursor;
use crate::notation::dialects::ply::{DialectPly, Motion, Part, WrittenPiece};
use crate::piece::Piece;

/// Marks that may follow a move without a space: check, mate, a judgement.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

/// Reads a move from the beginning of a text; see [`DialectPly::split`].
pub(super) fn split(text: &str) -> Option<(DialectPly, usize)> {
    let mut cursor = Cursor::new(text);
    let (motion, is_spaced) = motion(&mut cursor)?;
    let mut parts = Vec::new();
    let mut is_certain = is_spaced;
    loop {
        let mut next = cursor;
        next.spaces();
        if next.sign(&[';']).is_none() {
            break;
        }
        next.spaces();
        let Some((part, is_own)) = part(&mut next) else { break };
        parts.push(part);
        is_certain |= is_own;
        cursor = next;
    }
    // A PGN comment after a semicolon may begin like a part.
    let ends_line = |cursor: &Cursor| cursor.rest().trim().is_empty() || cursor.rest().trim_start().starts_with("//");
    if !is_certain || !is_spaced && !ends_line(&cursor) {
        return None;
    }
    while cursor.sign(&MARKS).is_some() {}
    // More of the move that is not understood must not be read as the next one.
    if cursor.rest().starts_with(|c: char| "-–*@:=x".contains(c) || c.is_alphanumeric()) {
        let end = cursor.rest().find(char::is_whitespace).unwrap_or(cursor.rest().len());
        parts.push(Part::Unknown(cursor.rest()[..end].to_owned()));
        return Some((ply(motion, parts), text.len() - cursor.rest().len() + end));
    }
    Some((ply(motion, parts), text.len() - cursor.rest().len()))
}

fn ply(motion: Motion, parts: Vec<Part>) -> DialectPly {
    DialectPly { number: None, motion, parts, numbers_alike: false }
}

/// Reads `P e2-e4` or `e2-e4`, and whether a letter with a space behind it is there.
fn motion(cursor: &mut Cursor) -> Option<(Motion, bool)> {
    let mut next = *cursor;
    let (mut piece, mut is_spaced) = (None, false);
    if next.cell().is_none() {
        piece = Some(letter(&mut next)?);
        is_spaced = next.spaces() > 0;
    } else {
        next = *cursor;
    }
    let from = next.cell()?;
    let captures = match next.sign(&['-', '–', 'x'])? {
        'x' => Some(true),
        _ => None,
    };
    let to = next.cell()?;
    *cursor = next;
    Some((Motion { piece, from, to, captures }, is_spaced))
}

/// Reads what follows a semicolon, and whether it is Game Courier's own, so that no comment begins so.
fn part(cursor: &mut Cursor) -> Option<(Part, bool)> {
    if let Some((motion, is_spaced)) = motion(cursor) {
        return Some((Part::Motion(motion), is_spaced));
    }
    let mut next = *cursor;
    let part = if next.sign(&['@']).is_some() {
        next.sign(&['-', '*'])?;
        Part::Removed(next.cell()?)
    } else {
        let piece = letter(&mut next)?;
        next.sign(&['-', '*'])?;
        Part::Placed { piece, at: Some(next.cell()?) }
    };
    *cursor = next;
    Some((part, true))
}

fn letter(cursor: &mut Cursor) -> Option<WrittenPiece> {
    let sign = cursor.rest().chars().next()?;
    let Piece { color, role } = Piece::from_letter(sign)?;
    cursor.sign(&[sign])?;
    Some(WrittenPiece { role, color: Some(color) })
}
