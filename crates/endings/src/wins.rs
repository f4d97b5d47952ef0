//! Longest wins of a variant: a table of all, and the lines of some with pictures.

use std::cmp::Reverse;
use std::fmt::Write;

use saffron_draw::{Style, svg};
use saffron_rules::{Color, Position, Variant};

use crate::data::{End, EndingData, Endings, Longest, Side};
use crate::figures::moves;
use crate::tables::{game, name};

/// Number of longest wins per variant that are shown with their lines.
const SHOWN: usize = 3;

/// Text on the longest wins of a variant, and its pictures by name.
pub(crate) fn wins(endings: &Endings) -> Result<(String, Vec<(String, String)>), String> {
    let id = &endings.variant;
    let variant = Variant::by_id(id).ok_or_else(|| format!("there is no variant {id:?}"))?;
    let mut text = String::from("| | ends with | in moves (plies) | position |\n|---|---|--:|---|\n");
    for data in &endings.endings {
        for longest in &data.longest {
            let end = if longest.end == End::Mate { "mate" } else { "stalemate" };
            let _ = writeln!(
                text,
                "| {} | {end} by {} | {} ({}) | `{}` |",
                name(&data.ending),
                Color::from(longest.winner),
                moves(longest.plies),
                longest.plies,
                longest.fen
            );
        }
    }
    let mates = |data: &EndingData| data.longest_mate(Side::W).map_or(0, |longest| longest.plies);
    let mut order: Vec<&EndingData> = endings.endings.iter().collect();
    order.sort_by_key(|data| Reverse(mates(data)));
    let mut pictures = Vec::new();
    for data in order.into_iter().take(SHOWN) {
        let Some(longest) = data.longest_mate(Side::W) else { continue };
        let position = Position::from_fen(variant, &longest.fen).map_err(|error| format!("{id}: {error}"))?;
        let picture = format!("{id}-{}.svg", data.ending);
        let _ = write!(
            text,
            "\n{}: {} to move, White mates in {} moves.\n\n![{} in {}](endgames/{picture})\n\n{}\n",
            name(&data.ending),
            position.turn(),
            moves(longest.plies),
            name(&data.ending),
            game(variant)?,
            line(position, longest)?,
        );
        pictures.push((picture, svg(&position, &Style { scale: 40.0, ..Style::default() })));
    }
    Ok((text, pictures))
}

/// Formats moves in short notation, broken into lines of about 120 characters. No line begins with a number and a space, which would
/// begin a list in Markdown.
fn line(mut position: Position, longest: &Longest) -> Result<String, String> {
    let mut words = Vec::new();
    let mut number = 1;
    for (ply, uci) in longest.line.split_whitespace().enumerate() {
        let mv = position.parse_uci(uci).map_err(|error| format!("{}: {uci}: {error}", longest.fen))?;
        let san = position.san(mv);
        if position.turn() == Color::White {
            words.push(format!("{number}.{san}"));
        } else {
            words.push(if ply == 0 { format!("{number}...{san}") } else { san });
            number += 1;
        }
        position.play_unchecked(mv);
    }
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        if width > 0 {
            let wraps = width + word.len() > 118;
            text.push(if wraps { '\n' } else { ' ' });
            width = if wraps { 0 } else { width + 1 };
        }
        width += word.len();
        text.push_str(&word);
    }
    Ok(text)
}
