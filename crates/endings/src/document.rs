//! `docs/endgames.md`: conclusions, method, and the tables of all variants.

use std::fmt::Write;

use saffron_rules::Variant;

use crate::data::Endings;
use crate::figures::Book;
use crate::tables::{bishops, game, results, zugzwangs};
use crate::template::{fill, wrapped};
use crate::wins::wins;

/// The text, with open places for the figures.
const CONCLUSIONS: &str = include_str!("conclusions.md");
const METHOD: &str = include_str!("method.md");

/// The document and its pictures.
#[derive(Clone, Debug)]
pub struct Made {
    /// The document.
    pub text: String,
    /// The pictures by name.
    pub pictures: Vec<(String, String)>,
}

/// Makes the document of the figures of all variants.
///
/// # Errors
/// A sentence that is not true of the figures, or a figure or position that is missing.
pub fn document(endings: Vec<Endings>) -> Result<Made, String> {
    let book: Book = endings.into_iter().map(|endings| (endings.variant.clone(), endings)).collect();
    let mut text = wrapped(&fill(CONCLUSIONS, &book)?);
    text.push('\n');
    text.push_str(&wrapped(&fill(METHOD, &book)?));
    let mut pictures = Vec::new();
    for variant in Variant::all() {
        let endings = book.get(variant.id()).ok_or_else(|| format!("{} has no figures", variant.id()))?;
        let (longest, drawn) = wins(endings)?;
        let _ = write!(
            text,
            "\n## {}\n\n{}\n### Colours of bishops\n\n{}\n### Longest wins\n\n{longest}",
            game(variant),
            results(endings),
            bishops(endings),
        );
        if let Some(table) = zugzwangs(endings) {
            let _ = write!(text, "\n### Mutual zugzwangs\n\n{table}");
        }
        pictures.extend(drawn);
    }
    Ok(Made { text, pictures })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A template without its open places and the numbers that are no figures.
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
        let text = without_places(CONCLUSIONS);
        let line = text.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
        assert_eq!(line, None);
    }
}
