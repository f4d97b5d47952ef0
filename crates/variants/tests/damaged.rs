//! Damaged and random texts: none causes a panic, errors name the line, and a variant that is read can be played.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::slow::Slow;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use saffron_draw::{Style, svg};
use saffron_rules::{Position, Variant};
use saffron_variants::parse;

/// Replacements for parts of a text.
const PIECES: [&str; 24] = [
    "",
    " ",
    "\n",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "#",
    "-",
    "0",
    "1",
    "99",
    "-60",
    "b2",
    "w",
    "[[variant]]",
    "'''",
    "é",
    "\u{0}",
    "KQkq",
];

/// Returns a text with parts replaced, at places and of lengths given by the numbers.
fn damaged(text: &str, blows: &[(usize, usize, usize)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for &(place, length, piece) in blows {
        let start = place % (characters.len() + 1);
        let end = (start + length).min(characters.len());
        characters.splice(start..end, PIECES[piece % PIECES.len()].chars());
    }
    characters.into_iter().collect()
}

/// Checks that a variant can be played, written and drawn.
fn can_be_played(variant: &'static Variant) -> Result<(), TestCaseError> {
    let mut position = variant.start();
    for ply in 0..12_usize {
        let moves = position.legal_moves();
        prop_assert_eq!(moves.len(), position.count_legal_moves());
        prop_assert_eq!(Position::from_fen(variant, &position.to_fen()), Ok(position));
        let Some(&mv) = moves.get(ply * 7919 % moves.len().max(1)) else { break };
        prop_assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
        prop_assert_eq!(position.parse_san(&position.long_san(mv)), Ok(mv));
        position.play_unchecked(mv);
    }
    prop_assert!(!svg(&position, &Style::default()).contains("NaN"));
    Ok(())
}

fn one_line_that_is_there(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Err(error) => {
            prop_assert!((1..=text.lines().count() + 1).contains(&error.line()), "{}", error);
            prop_assert!(!error.to_string().contains('\n') && !error.kind().to_string().is_empty());
        }
        Ok(variants) => {
            for variant in variants {
                can_be_played(variant)?;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn damaged_files_give_errors_or_games(
        file in 0..common::FILES.len(),
        blows in prop::collection::vec((any::<usize>(), 0_usize..30, any::<usize>()), 1..6),
    ) {
        one_line_that_is_there(&damaged(&common::text(common::FILES[file]), &blows))?;
    }

    #[test]
    fn any_text_gives_an_error(text in any::<String>()) {
        one_line_that_is_there(&text)?;
    }
}

const STEPS: [&str; 10] =
    ["[0, 1]", "[1, 1]", "[1, 2]", "[-1, 1]", "[2, 1]", "[-1, 0]", "[1, 0]", "[1, 3]", "[2, 3]", "[-1, 2]"];

/// A variant as chance has it.
#[derive(Clone, Debug)]
struct MadeUp {
    /// Lowest `y` and number of further cells of each file.
    spans: Vec<(i8, i8)>,
    orientation: &'static str,
    /// Pawn's steps, of which the first ones lead forward and the others capture.
    steps: Vec<&'static str>,
    forward: usize,
    /// Pieces with their cells, as numbers in the order of a FEN from its end.
    pieces: Vec<(char, usize)>,
    /// Starting cells, and how far pawns go from there.
    starts: Vec<(usize, usize)>,
    roles: Vec<&'static str>,
    blocked: bool,
}

fn made_up() -> impl Strategy<Value = MadeUp> {
    let letters: Vec<char> = "PPPpppNnBbRrQq".chars().collect();
    (
        prop::collection::vec((-2_i8..3, 1_i8..8), 2..9),
        prop::sample::select(vec!["vertical-files", "horizontal-ranks"]),
        prop::sample::subsequence(STEPS.to_vec(), 1..5),
        1_usize..3,
        prop::collection::vec((prop::sample::select(letters), any::<usize>()), 0..12),
        prop::collection::vec((any::<usize>(), 0_usize..3), 1..9),
        prop::sample::subsequence(vec!["queen", "rook", "bishop", "knight"], 1..5),
        any::<bool>(),
    )
        .prop_map(|(spans, orientation, steps, forward, pieces, starts, roles, blocked)| MadeUp {
            forward: forward.min(steps.len()),
            spans,
            orientation,
            steps,
            pieces,
            starts,
            roles,
            blocked,
        })
}

impl MadeUp {
    fn text(&self) -> String {
        let lowest = self.spans.iter().map(|span| span.0).min().unwrap_or(0);
        let rank = |y: i8| y - lowest + 1;
        let letter = |x: usize| (b'a' + x as u8) as char;
        let files = self.spans.iter().enumerate().map(|(x, &(low, more))| {
            let (letter, high, first) = (letter(x), low + more, rank(low));
            format!("{{ letter = \"{letter}\", low = {low}, high = {high}, first-rank = {first} }}")
        });
        let files: Vec<String> = files.collect();
        // The cells rank by rank from the lowest.
        let highest = self.spans.iter().map(|&(low, more)| low + more).max().unwrap_or(0);
        let on_rank = |y: i8| {
            let files = self.spans.iter().enumerate().filter(move |(_, span)| (span.0..=span.0 + span.1).contains(&y));
            files.map(|(x, _)| x)
        };
        let names: Vec<String> =
            (lowest..=highest).flat_map(|y| on_rank(y).map(move |x| format!("{}{}", letter(x), rank(y)))).collect();
        let mut first_steps = [String::new(), String::new(), String::new()];
        let mut used = vec![false; names.len()];
        for &(place, far) in &self.starts {
            let place = place % names.len();
            if !std::mem::replace(&mut used[place], true) {
                first_steps[far] += &format!(" {}", names[place]);
            }
        }
        let mut placed = vec!['1'; names.len()];
        for &(piece, place) in &self.pieces {
            let place = place % names.len();
            // Pawns are on their starting cells.
            let piece = if used[place] || !piece.eq_ignore_ascii_case(&'p') { piece } else { 'N' };
            placed[place] = piece;
        }
        placed[0] = 'K';
        placed[names.len() - 1] = 'k';
        let mut placed = placed.into_iter();
        let mut rows: Vec<String> = (lowest..=highest).map(|y| row(placed.by_ref().take(on_rank(y).count()))).collect();
        rows.reverse();
        format!(
            "[[variant]]\nid = \"made-up\"\nname = \"Made up\"\nyear = 2000\nstart = \"{} w - - 0 1\"\n\
             [variant.board]\norientation = {:?}\nfiles = [{}]\n\
             [variant.pawn]\nforward = [{}]\ncaptures = [{}]\nblocked-by-enemy = {}\n\
             first-steps = {{ 1 = {:?}, 2 = {:?}, 3 = {:?} }}\nblack-first-steps.2 = {:?}\n\
             [variant.promotion]\nroles = {:?}\n",
            rows.join("/"),
            self.orientation,
            files.join(", "),
            self.steps[..self.forward].join(", "),
            self.steps[self.forward..].join(", "),
            self.blocked,
            first_steps[0],
            first_steps[1],
            first_steps[2],
            first_steps.concat(),
            self.roles,
        )
    }
}

/// A row of a FEN; `1` is an empty cell.
fn row(cells: impl Iterator<Item = char>) -> String {
    let (mut row, mut empty) = (String::new(), 0);
    for cell in cells.chain(['/']) {
        if cell == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        empty = 0;
        row.push(cell);
    }
    row.trim_end_matches('/').to_owned()
}

/// Second generator agrees, ply by ply.
fn is_played_by_its_rules(text: &str, variant: &'static Variant, choices: &[usize]) -> Result<(), TestCaseError> {
    let mut position = variant.start();
    let mut slow = Slow::new(variant.spec(), variant.spec().start);
    for choice in choices {
        let moves = position.legal_moves();
        let steps = slow.moves();
        let mut ours: Vec<String> = moves.iter().map(|&mv| position.uci(mv)).collect();
        let mut theirs: Vec<String> = steps.iter().map(|&step| slow.uci(step)).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        prop_assert_eq!(&ours, &theirs, "{}\n{}", text, position.to_fen());
        prop_assert_eq!(position.count_legal_moves(), moves.len());
        prop_assert_eq!(Position::from_fen(variant, &position.to_fen()), Ok(position));
        for &mv in &moves {
            prop_assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{}\n{}", text, position.to_fen());
        }
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
        let uci = position.uci(mv);
        slow = slow.after(*steps.iter().find(|&&step| slow.uci(step) == uci).unwrap());
        position.play_unchecked(mv);
    }
    Ok(())
}

#[test]
fn games_made_up_are_played_by_their_rules() {
    let mut runner = TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(800) });
    let played = AtomicUsize::new(0);
    let result = runner.run(&(made_up(), prop::collection::vec(any::<usize>(), 24)), |(made_up, choices)| {
        let text = made_up.text();
        let Ok(variants) = parse(&text) else { return Ok(()) };
        played.fetch_add(1, Ordering::Relaxed);
        is_played_by_its_rules(&text, variants[0], &choices)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let played = played.into_inner();
    assert!(played > 200, "only {played} of 800 could be played");
}
