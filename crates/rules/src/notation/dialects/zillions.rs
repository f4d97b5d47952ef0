//! The moves of saved games of Zillions of Games.
//!
//! The name of the piece, its two cells, and a hyphen or an `x` between spaces: `Pawn e2 - e4`, `Knight b1 x c4`. What
//! else changes follows: another piece's move (`King e1 - g1 Rook h1 - f1`), the piece that a pawn becomes
//! (`= Queen`, `= Queen on e10`), a capture on another cell (`Pawn e5 - d6 x d5`), and attributes of pieces (`@ e1 0 0`), which
//! say nothing of the board. Rules files may call the pieces by capital letters. Which side moves is not said, and both
//! plies of a move have its number.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use crate::notation::dialects::cursor::Cursor;
use crate::notation::dialects::ply::{DialectPly, Motion, Part, WrittenPiece};
use crate::piece::{Color, Role};

/// Reads a move from the beginning of a text; see [`DialectPly::split`].
pub(super) fn split(text: &str) -> Option<(DialectPly, usize)> {
    let mut cursor = Cursor::new(text);
    let motion = motion(&mut cursor)?;
    let mut parts = Vec::new();
    loop {
        let mut next = cursor;
        // Two moves of a line are farther apart, or no castling.
        if next.spaces() != 1 {
            break;
        }
        let Some(part) = part(&mut next, &motion) else { break };
        parts.extend(part);
        cursor = next;
    }
    while cursor.sign(&['+', '#', '!', '?']).is_some() {}
    // More of the move that is not understood must not be read as the next one.
    let rest = cursor.rest();
    let tail = rest.trim_start_matches([' ', '\t']);
    if tail.starts_with(['-', 'x', '=', '@']) || rest.starts_with(|c: char| c.is_alphanumeric()) {
        parts.push(Part::Unknown(tail.trim_end().to_owned()));
        return Some((ply(motion, parts), text.len()));
    }
    Some((ply(motion, parts), text.len() - rest.len()))
}

fn ply(motion: Motion, parts: Vec<Part>) -> DialectPly {
    DialectPly { number: None, motion, parts, numbers_alike: true }
}

/// Reads `Pawn e2 - e4`, with the side in front or without.
fn motion(cursor: &mut Cursor) -> Option<Motion> {
    let mut next = *cursor;
    let piece = piece(&mut next)?;
    spaced(&mut next)?;
    let from = next.cell()?;
    let captures = link(&mut next)?;
    let to = next.cell()?;
    *cursor = next;
    Some(Motion { piece: Some(piece), from, to, captures: Some(captures) })
}

/// Reads the sign of a move or a capture between spaces, and whether it is that of a capture.
fn link(cursor: &mut Cursor) -> Option<bool> {
    spaced(cursor)?;
    let sign = cursor.sign(&['-', '–', 'x', '×'])?;
    spaced(cursor)?;
    Some(matches!(sign, 'x' | '×'))
}

/// Reads what follows the first motion; nothing of the board for an attribute.
fn part(cursor: &mut Cursor, first: &Motion) -> Option<Option<Part>> {
    match cursor.sign(&['=', 'x', '×', '@']) {
        Some('=') => {
            spaced(cursor)?;
            let piece = piece(cursor)?;
            let mut on = *cursor;
            let cell = (|| {
                spaced(&mut on)?;
                on.word().filter(|&word| word == "on")?;
                spaced(&mut on)?;
                on.cell()
            })();
            if cell.is_some() {
                *cursor = on;
            }
            Some(Some(Part::Placed { piece, at: cell }))
        }
        Some('@') => {
            spaced(cursor)?;
            cursor.cell()?;
            for _ in 0..2 {
                spaced(cursor)?;
                cursor.number()?;
            }
            Some(None)
        }
        Some(_) => {
            spaced(cursor)?;
            Some(Some(Part::Removed(cursor.cell()?)))
        }
        None => {
            let second = motion(cursor)?;
            let roles = [first, &second].map(|motion| motion.piece.map(|piece| piece.role));
            let castles = matches!(roles, [Some(Role::King), Some(Role::Rook)] | [Some(Role::Rook), Some(Role::King)]);
            (castles && second.captures == Some(false)).then_some(Some(Part::Motion(second)))
        }
    }
}

fn piece(cursor: &mut Cursor) -> Option<WrittenPiece> {
    let first = cursor.word()?;
    let color = match first {
        "White" => Some(Color::White),
        "Black" => Some(Color::Black),
        _ => None,
    };
    if color.is_none() {
        return named(first).map(|role| WrittenPiece { role, color });
    }
    spaced(cursor)?;
    named(cursor.word()?).map(|role| WrittenPiece { role, color })
}

fn named(name: &str) -> Option<Role> {
    const NAMES: [(&str, Role); 6] = [
        ("Pawn", Role::Pawn),
        ("Knight", Role::Knight),
        ("Bishop", Role::Bishop),
        ("Rook", Role::Rook),
        ("Queen", Role::Queen),
        ("King", Role::King),
    ];
    let is_called = |known: &str, role: Role| known.eq_ignore_ascii_case(name) || name.chars().eq([role.letter()]);
    NAMES.into_iter().find(|&(known, role)| is_called(known, role)).map(|(_, role)| role)
}

fn spaced(cursor: &mut Cursor) -> Option<()> {
    (cursor.spaces() > 0).then_some(())
}
