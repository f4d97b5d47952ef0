//! Openings of a match: random moves, random endings, or the lines of a book. Each is played twice, with colours reversed.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use saffron_rules::{Game, Move, PgnReader, Position, Replayer, Variant};

/// Maximum number of random plies. After more, nearly every position is decided.
const MAX_PLIES: usize = 200;

/// Range of the number of pieces in a random ending, kings included.
const ENDING_PIECES: RangeInclusive<usize> = 4..=12;

/// Consecutive failed attempts at a new opening after which the search for openings stops.
pub(crate) const MAX_TRIES: usize = 1000;

/// Opening of a game: a start position and the moves that are played before the engines take over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub start: Position,
    /// True if `start` is the start position of the match, not one that a book sets up.
    pub from_match_start: bool,
    pub moves: Vec<Move>,
}

impl Opening {
    /// Returns the game after the opening moves.
    pub(crate) fn game(&self) -> Game {
        // The moves were checked when the opening was made.
        Game::from_moves(self.start, self.moves.iter().copied()).unwrap_or_else(|_| Game::new(self.start))
    }

    /// Returns the moves in UCI form.
    pub(crate) fn texts(&self) -> Vec<String> {
        let game = self.game();
        game.positions().iter().zip(game.moves()).map(|(position, &mv)| position.uci(mv)).collect()
    }
}

/// Source of the openings, as given on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Number of random plies from the start position; 0 for the start position itself.
    Random(usize),
    /// Random endings with this number of pieces, kings included.
    Endings(usize),
    /// File name of a book.
    Book(String),
}

impl FromStr for OpeningSource {
    type Err = String;

    /// Parses `random:PLIES` and `endings:PIECES`; any other text is a file name.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(pieces) = text.strip_prefix("endings:") {
            let (least, most) = (ENDING_PIECES.start(), ENDING_PIECES.end());
            return match pieces.parse() {
                Ok(pieces) if ENDING_PIECES.contains(&pieces) => Ok(Self::Endings(pieces)),
                _ => Err(format!("expected endings:PIECES with {least} to {most} pieces, not {text:?}")),
            };
        }
        let Some(plies) = text.strip_prefix("random:") else { return Ok(Self::Book(text.to_owned())) };
        match plies.parse() {
            Ok(plies) if plies <= MAX_PLIES => Ok(Self::Random(plies)),
            _ => Err(format!("expected random:PLIES with at most {MAX_PLIES} plies, not {text:?}")),
        }
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::Endings(pieces) => write!(f, "endings:{pieces}"),
            Self::Book(file) => f.write_str(file),
        }
    }
}

/// Returns up to `count` different random openings of `plies` plies. They depend only on `seed`. There are fewer if no more are
/// found.
///
/// Openings are left out that end the game, allow mate in one, leave the side to move in check, or reach a position in which a
/// draw can be claimed.
///
/// # Errors
/// If no opening is found.
pub fn random_openings(start: &Position, plies: usize, count: usize, seed: u64) -> Result<Vec<Opening>, String> {
    let mut random = Random(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut failed = 0;
    while openings.len() < count && failed < MAX_TRIES {
        match random_game(start, plies, &mut random).filter(is_fair) {
            Some(game) if seen.insert(game.position().hash()) => {
                let moves = game.moves().to_vec();
                openings.push(Opening { start: *start, from_match_start: true, moves });
                failed = 0;
            }
            _ => failed += 1,
        }
    }
    if openings.is_empty() {
        return Err(format!("no opening of {plies} random plies was found from {}", start.to_fen()));
    }
    Ok(openings)
}

fn random_game(start: &Position, plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(*start);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let mv = *moves.get(random.below(moves.len()))?;
        game.play(mv).ok()?;
    }
    Some(game)
}

pub(crate) fn is_fair(game: &Game) -> bool {
    let position = game.position();
    let mates = |mv: Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        next.in_check() && !next.has_legal_move()
    };
    game.outcome().is_none()
        && game.claim().is_none()
        && !position.in_check()
        && !position.legal_moves().into_iter().any(mates)
}

/// Random number generator (SplitMix64, by Sebastiano Vigna).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Returns a random number in `0..bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }
}

/// Shuffles openings. The order depends only on `seed`.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut random = Random(seed);
    for i in (1..openings.len()).rev() {
        openings.swap(i, random.below(i + 1));
    }
}

/// Parses the openings of a book: a PGN file, or lines of a FEN, a FEN with `moves ...`, or moves from the start position in
/// UCI or SAN. Move numbers, empty lines, and everything from a word that begins with `#` on are skipped. Each opening is cut after
/// `plies` moves.
///
/// # Errors
/// If a line or a game cannot be read (the error names it), or the book has no opening.
pub fn book_openings(start: &Position, text: &str, plies: Option<usize>) -> Result<Vec<Opening>, String> {
    let is_record = text.lines().any(|line| line.trim_start().starts_with('['));
    let most = plies.unwrap_or(usize::MAX);
    let openings = if is_record { from_records(start, text, most)? } else { from_lines(start, text, most)? };
    if openings.is_empty() {
        return Err("it has no openings".to_owned());
    }
    Ok(openings)
}

fn from_records(start: &Position, text: &str, most: usize) -> Result<Vec<Opening>, String> {
    let variant = start.variant();
    let mut replayer = Replayer::new().with_variant(variant);
    let mut openings = Vec::new();
    for score in PgnReader::read_all(text).iter().filter(|score| !score.is_empty()) {
        let replay = replayer.replay(score);
        if let Some(mistake) = replay.error {
            return Err(format!("line {}: {mistake}", mistake.line));
        }
        let Some(begin) = replay.start.filter(|begin| std::ptr::eq(begin.variant(), variant)) else {
            return Err(format!("line {}: a game of another variant than {}", score.line, variant.id()));
        };
        // A game without a FEN begins at the start position of the match.
        let begin = if score.tag("FEN").is_none() { *start } else { begin };
        let moves = replay.moves.into_iter().take(most).collect();
        openings.push(checked(start, begin, moves).map_err(|error| format!("line {}: {error}", score.line))?);
    }
    Ok(openings)
}

fn from_lines(start: &Position, text: &str, most: usize) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = match line.find('#') {
            // In SAN this sign after a move is mate.
            Some(at) if line[..at].chars().next_back().is_none_or(char::is_whitespace) => line[..at].trim(),
            _ => line.trim(),
        };
        if !line.is_empty() {
            openings.push(from_line(start, line, most).map_err(|error| format!("line {number}: {error}"))?);
        }
    }
    Ok(openings)
}

fn from_line(start: &Position, line: &str, most: usize) -> Result<Opening, String> {
    let is_fen = line.split_whitespace().next().is_some_and(|word| word.contains('/') && !word.contains('='));
    let (begin, moves) = if is_fen {
        let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        (position(start.variant(), fen)?, moves)
    } else {
        (*start, line)
    };
    let mut now = begin;
    let mut played = Vec::new();
    for word in moves.split_whitespace() {
        let text = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        // A move number, alone or followed by a move.
        let text = if text.len() < word.len() && text.starts_with('.') { text.trim_start_matches('.') } else { word };
        if text.is_empty() {
            continue;
        }
        let mv = now.parse_uci(text).or_else(|_| now.parse_san(text)).map_err(|error| error.to_string())?;
        played.push(mv);
        now.play_unchecked(mv);
    }
    played.truncate(most);
    checked(start, begin, played)
}

/// Parses a position from any FEN dialect.
fn position(variant: &'static Variant, fen: &str) -> Result<Position, String> {
    Position::from_any_fen(variant, fen).map_err(|error| error.to_string())
}

/// Returns the opening, or an error if a move is illegal or ends the game.
fn checked(start: &Position, begin: Position, moves: Vec<Move>) -> Result<Opening, String> {
    let mut game = Game::new(begin);
    moves.iter().try_for_each(|&mv| game.play(mv)).map_err(|error| error.to_string())?;
    match game.outcome() {
        Some(outcome) => Err(format!("the opening ends the game: {outcome}")),
        None => Ok(Opening { start: begin, from_match_start: begin == *start, moves }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Variant::by_id("shafran").unwrap().start()
    }

    #[test]
    fn random_openings_follow_from_the_seed() {
        let first = random_openings(&start(), 8, 50, 7).unwrap();
        assert_eq!(first, random_openings(&start(), 8, 50, 7).unwrap());
        assert_eq!(first[..20], random_openings(&start(), 8, 20, 7).unwrap());
        assert_ne!(first, random_openings(&start(), 8, 50, 8).unwrap());
        let mut ends: Vec<u64> = first.iter().map(|opening| opening.game().position().hash()).collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), 50);
        assert!(first.iter().all(|opening| opening.moves.len() == 8 && is_fair(&opening.game())));
    }

    #[test]
    fn no_opening_comes_twice() {
        assert_eq!(random_openings(&start(), 0, 3, 1).unwrap().len(), 1);
        let openings = random_openings(&start(), 1, 500, 1).unwrap();
        let fair = |mv: &Move| is_fair(&Game::from_moves(start(), [*mv]).unwrap());
        assert_eq!(openings.len(), start().legal_moves().iter().filter(|mv| fair(mv)).count());
        let mate = position(start().variant(), "k4/6/7/8/9/9/8/7/6/4K w - - 0 1").unwrap();
        assert!(random_openings(&mate, 2, 1, 1).unwrap_err().starts_with("no opening of 2 random plies"));
    }

    #[test]
    fn books_are_lines_or_records() {
        let fen = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w - - 0 1";
        let lines = format!("# a book\n\ne2e5 e9e6 # a note\n1. e5 e6 2. Nc4\n{fen}\n{fen} moves e2e5\n");
        let openings = book_openings(&start(), &lines, None).unwrap();
        let shape: Vec<_> = openings.iter().map(|opening| (opening.moves.len(), opening.from_match_start)).collect();
        assert_eq!(shape, [(2, true), (3, true), (0, false), (1, false)]);
        assert_eq!(openings[0].texts(), ["e2e5", "e9e6"]);
        let records = "[Variant \"Shafran\"]\n\n1. e5 e6 2. Nc4 *\n\n[Variant \"Shafran\"]\n\n1. d5 *\n";
        let openings = book_openings(&start(), records, Some(2)).unwrap();
        assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn mistakes_in_books_are_named() {
        let error = |text: &str| book_openings(&start(), text, None).unwrap_err();
        assert_eq!(error("\n# empty\n"), "it has no openings");
        assert!(error("e2e5\ne2e9").starts_with("line 2: "));
        assert!(error("x/y w - - 0 1").starts_with("line 1: "));
        assert!(error("[Variant \"Glinski\"]\n\n1. g5 *").contains("another variant"));
    }

    #[test]
    fn sources_are_named() {
        for text in ["random:8", "endings:5", "book.pgn"] {
            assert_eq!(text.parse::<OpeningSource>().unwrap().to_string(), text);
        }
        assert!("endings:3".parse::<OpeningSource>().is_err() && "endings:13".parse::<OpeningSource>().is_err());
        assert!("random:x".parse::<OpeningSource>().is_err() && "random:999".parse::<OpeningSource>().is_err());
    }

    #[test]
    fn shuffling_follows_from_the_seed() {
        let openings = random_openings(&start(), 2, 20, 1).unwrap();
        let shuffled = |seed| {
            let mut copy = openings.clone();
            shuffle(&mut copy, seed);
            copy
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert!(shuffled(1) != shuffled(2) && shuffled(1) != openings);
    }
}
