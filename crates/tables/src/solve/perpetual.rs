//! Draws that are held without an end, those by perpetual check apart.

use rayon::prelude::*;
use saffron_rules::Color;

use crate::solve::analysis::Analysis;

/// Drawn positions that a side holds without an end, with White and with Black to move; equal pieces count once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// All of them: the side keeps the draw, and can force neither a capture or promotion that keeps it nor its stalemate.
    pub all: [u64; 2],
    /// Those in which it can give check with every move of its own from now on, until the opponent captures, promotes, or lets it
    /// force a capture, promotion or stalemate that keeps the draw.
    pub perpetual: [u64; 2],
}

impl Analysis {
    /// Among the positions held without an end, the largest set in which `defender` has a checking move into the set, and every
    /// move of the opponent by which the draw goes on to be held leads into it.
    fn perpetual(&self, defender: Color, held: &[Vec<u128>; 2]) -> [Vec<u128>; 2] {
        let rows = self.layout.rows;
        let (b, w) = (defender, !defender);
        let checks: Vec<u128> = (0..self.layout.words())
            .into_par_iter()
            .map(|word| if held[w.index()][word] == 0 { 0 } else { self.checked(word / rows, word % rows, w) })
            .collect();
        let mut found = held.clone();
        loop {
            let mut next = vec![0; self.layout.words()];
            let outside = |word: usize| held[b.index()][word] & !found[b.index()][word];
            next.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                self.layout.add_before(pair, w, &outside, None, words);
                for (row, word) in words.iter_mut().enumerate() {
                    *word = found[w.index()][pair * rows + row] & !*word;
                }
            });
            found[w.index()] = next;
            let mut next = vec![0; self.layout.words()];
            let checked = |word: usize| found[w.index()][word] & checks[word];
            next.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                self.layout.add_before(pair, b, &checked, None, words);
                for (row, word) in words.iter_mut().enumerate() {
                    *word &= found[b.index()][pair * rows + row];
                }
            });
            if next == found[b.index()] {
                return found;
            }
            found[b.index()] = next;
        }
    }

    /// The draws that `defender` holds without an end, with those by perpetual check apart.
    pub(crate) fn held_apart(&self, defender: Color, arrangements: u64) -> Held {
        let converted = self.converted(defender);
        let held = Color::ALL.map(|color| {
            let words = self.open(color).zip(&converted[color.index()]);
            words.map(|(open, converted)| open & !converted).collect::<Vec<u128>>()
        });
        drop(converted);
        let all = self.sizes(&held, arrangements);
        Held { all, perpetual: self.sizes(&self.perpetual(defender, &held), arrangements) }
    }

    /// How many positions of sets there are, equal pieces counted once.
    fn sizes(&self, sets: &[Vec<u128>; 2], arrangements: u64) -> [u64; 2] {
        [0, 1].map(|side| {
            let words = sets[side].iter().enumerate();
            let sum: u64 = words
                .map(|(word, set)| self.layout.kings.weights[word / self.layout.rows] * u64::from(set.count_ones()))
                .sum();
            sum / arrangements
        })
    }
}
