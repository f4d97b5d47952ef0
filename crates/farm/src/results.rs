//! Row of a finished stage in `results.tsv`: all that is needed to tell later what was compared, and how.

use std::io::Write;
use std::path::Path;

use saffron_arena::{Identity, MatchScore, Pairs, Sprt};

use crate::rows;

const FILE: &str = "results.tsv";

const COLUMNS: [&str; 22] = [
    "test",
    "variant",
    "limits",
    "openings",
    "new",
    "new_bench",
    "new_options",
    "base",
    "base_bench",
    "base_options",
    "games",
    "won",
    "drawn",
    "lost",
    "pairs",
    "elo",
    "elo_margin",
    "normalized_elo",
    "normalized_elo_margin",
    "sprt",
    "llr",
    "result",
];

/// Finished stage.
pub(crate) struct Row<'a> {
    pub(crate) test: &'a str,
    pub(crate) variant: &'a str,
    pub(crate) limits: &'a str,
    pub(crate) openings: &'a str,
    pub(crate) engines: &'a [Identity; 2],
    /// Options that were set for each engine.
    pub(crate) options: [String; 2],
    pub(crate) score: &'a MatchScore,
    pub(crate) sprt: Option<&'a Sprt>,
    pub(crate) result: &'a str,
}

impl Row<'_> {
    /// Appends the row to the file of a queue, with a header if the file is new.
    pub(crate) fn add(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(FILE);
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut file = rows::append(&path)?;
        let mut text = String::new();
        if file.metadata().map_err(|error| failed(&error))?.len() == 0 {
            text = COLUMNS.join("\t") + "\n";
        }
        let fields: Vec<String> = self.fields().iter().map(|field| field.replace(['\t', '\n'], " ")).collect();
        text += &(fields.join("\t") + "\n");
        file.write_all(text.as_bytes()).map_err(|error| failed(&error))
    }

    fn fields(&self) -> [String; 22] {
        let [won, drawn, lost] = self.score.won_drawn_lost();
        let pairs = &self.score.pairs;
        let [elo, elo_margin] = estimate(pairs.elo());
        let [normalized, normalized_margin] = estimate(pairs.normalized_elo());
        let bench = |engine: usize| self.engines[engine].bench.map_or_else(String::new, |count| count.to_string());
        let [new_options, base_options] = &self.options;
        [
            self.test.to_owned(),
            self.variant.to_owned(),
            self.limits.to_owned(),
            self.openings.to_owned(),
            self.engines[0].name.clone(),
            bench(0),
            new_options.clone(),
            self.engines[1].name.clone(),
            bench(1),
            base_options.clone(),
            self.score.count().to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            classes(pairs),
            elo,
            elo_margin,
            normalized,
            normalized_margin,
            self.sprt.map(ToString::to_string).unwrap_or_default(),
            self.sprt.map(|sprt| format!("{:.2}", sprt.llr(pairs))).unwrap_or_default(),
            self.result.to_owned(),
        ]
    }
}

/// Formats the pentanomial, or nine classes if a pair has another score.
fn classes(pairs: &Pairs) -> String {
    let join = |counts: &[u64]| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    pairs.as_pentanomial().map_or_else(|| join(&pairs.0), |counts| join(&counts))
}

/// Formats value and margin; empty if they are unknown.
fn estimate(estimate: Option<saffron_arena::Estimate>) -> [String; 2] {
    let number = |number: f64| if number.is_finite() { format!("{number:.1}") } else { String::new() };
    estimate.map_or_else(Default::default, |estimate| [number(estimate.value), number(estimate.margin)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_arena::{GameResult, Termination};

    #[test]
    fn a_row_has_a_field_for_every_column() {
        let folder = tempfile::tempdir().unwrap();
        let mut score = MatchScore::default();
        for index in 0..24 {
            let white_quarters = if index % 4 == 0 { 4 } else { 2 };
            score.add(GameResult { index, white_quarters, termination: Termination::Checkmate, failed: None });
        }
        let sprt: Sprt = "".parse().unwrap();
        let identity = |name: &str| Identity { name: name.to_owned(), bench: Some(5), ..Identity::default() };
        let row = Row {
            test: "see",
            variant: "shafran",
            limits: "nodes=5000",
            openings: "a\tb",
            engines: &[identity("Saffron 1"), identity("Saffron 2")],
            options: ["Hash=2".to_owned(), String::new()],
            score: &score,
            sprt: Some(&sprt),
            result: "H1",
        };
        row.add(folder.path()).unwrap();
        row.add(folder.path()).unwrap();
        let text = std::fs::read_to_string(folder.path().join(FILE)).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|fields| fields.len() == COLUMNS.len()));
        let field = |name: &str| lines[1][COLUMNS.iter().position(|&column| column == name).unwrap()];
        assert_eq!((field("openings"), field("new_bench"), field("games")), ("a b", "5", "24"));
        assert_eq!((field("pairs"), field("won"), field("result")), ("0 0 6 6 0", "6", "H1"));
        assert_eq!(field("sprt"), "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized");
    }
}
