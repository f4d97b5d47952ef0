//! `docs/endgames.md`: conclusions, method, and the tables of all variants; and `docs/endgames-five.md`, on endings of five pieces.

use std::fmt::Write;

use saffron_rules::Variant;

use crate::data::Endings;
use crate::figures::Book;
use crate::tables::{bishops, game, long_mates, results, zugzwangs};
use crate::template::{fill, wrapped};
use crate::wins::wins;

/// Templates of the texts, with placeholders for the figures.
const CONCLUSIONS: &str = include_str!("conclusions.md");
const METHOD: &str = include_str!("method.md");
const FIVE: &str = include_str!("five.md");

/// Documents and their pictures.
#[derive(Clone, Debug)]
pub struct Made {
    /// Document on three and four pieces.
    pub text: String,
    /// Document on five pieces.
    pub five: String,
    /// Pictures by name.
    pub pictures: Vec<(String, String)>,
}

/// Makes the documents from the figures of all variants.
///
/// # Errors
/// A text that names a sentence that the figures contradict, or a missing figure or position.
pub fn document(endings: Vec<Endings>) -> Result<Made, String> {
    let book: Book = endings.into_iter().map(|endings| (endings.variant.clone(), endings)).collect();
    let mut text = wrapped(&fill(CONCLUSIONS, &book)?);
    text.push('\n');
    text.push_str(&wrapped(&fill(METHOD, &book)?));
    let mut five = wrapped(&fill(FIVE, &book)?);
    let mut pictures = Vec::new();
    for variant in Variant::all() {
        let endings = book.get(variant.id()).ok_or_else(|| format!("{} has no figures", variant.id()))?;
        for (text, endings) in [(&mut text, endings.of(3..=4)), (&mut five, endings.of(5..=5))] {
            if !endings.endings.is_empty() {
                text.push_str(&section(variant, &endings, &mut pictures)?);
            }
        }
    }
    Ok(Made { text, five, pictures })
}

/// Writes the section of a variant with all figures of its endings, and adds its pictures.
fn section(variant: &Variant, endings: &Endings, pictures: &mut Vec<(String, String)>) -> Result<String, String> {
    let (longest, drawn) = wins(endings)?;
    pictures.extend(drawn);
    let mut text = format!(
        "\n## {}\n\n{}\n### Colours of bishops\n\n{}\n### Longest wins\n\n{longest}",
        game(variant)?,
        results(endings),
        bishops(endings),
    );
    if let Some(table) = zugzwangs(endings) {
        let _ = write!(text, "\n### Mutual zugzwangs\n\n{table}");
    }
    if let Some(table) = long_mates(endings)? {
        let _ = write!(text, "\n### The 50-move rule\n\n{table}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a template without its placeholders and the numbers that are not figures.
    fn without_places(template: &str) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            rest = after.split_once('}').map_or("", |(_, after)| after);
        }
        text.push_str(rest);
        ["50 moves", "50-move", "91 cells"].iter().fold(text, |text, known| text.replace(known, ""))
    }

    #[test]
    fn no_sentence_of_the_conclusions_has_a_figure_of_its_own() {
        for template in [CONCLUSIONS, FIVE] {
            let text = without_places(template);
            let line = text.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
            assert_eq!(line, None);
        }
    }
}
