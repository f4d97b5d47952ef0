//! Random games from an independent implementation: `data/walks/*.tsv.gz`. Each line is a
//! position, whether its side to move is in check, and its legal moves; the next line is the
//! position after one of them, or the start of the next game.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use saffron_rules::{Cell, CellSet, Move, Position, Role, Variant};

fn lines(id: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/walks/{id}.tsv.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// The part of a move in algebraic notation that tells where the piece comes from, by the definition: nothing where no
/// other piece of the kind could go there, else the file, else the rank, else both; a pawn's capture always has the file.
fn origin(position: &Position, mv: Move, legal: &[Move]) -> String {
    let board = position.variant().board();
    let role = position.role_at(mv.from).unwrap();
    let takes = |mv: Move| position.captured(mv).is_some();
    let is_rival = |other: &&Move| {
        let same = position.role_at(other.from) == Some(role) && other.to == mv.to && other.from != mv.from;
        same && !position.is_castling(**other) && (role != Role::Pawn || takes(**other) == takes(mv))
    };
    let rivals: Vec<Cell> = legal.iter().filter(is_rival).map(|mv| mv.from).collect();
    let (file, rank) = (board.file(mv.from), board.rank(mv.from));
    let file_is_written = role == Role::Pawn && takes(mv);
    if rivals.is_empty() {
        return if file_is_written { file.to_string() } else { String::new() };
    }
    if rivals.iter().all(|&cell| board.file(cell) != file) {
        return file.to_string();
    }
    if rivals.iter().all(|&cell| board.rank(cell) != rank) {
        return if file_is_written { format!("{file}{rank}") } else { rank.to_string() };
    }
    format!("{file}{rank}")
}

/// Every cell with the pieces that attack it, piece by piece.
fn attackers(position: &Position) -> Vec<CellSet> {
    let mut attackers = vec![CellSet::EMPTY; Cell::COUNT];
    for from in position.occupied() {
        let piece = position.piece_at(from).unwrap();
        for to in position.variant().attacks(piece, from, position.occupied()) {
            attackers[to.index()].insert(from);
        }
    }
    attackers
}

/// Everything that one ply of a walk says about a position, and what must follow from it.
fn agree(position: &Position, check: &str, moves: &str) -> HashSet<String> {
    assert_eq!(position.in_check().to_string(), check, "{position:?}");
    let legal = position.legal_moves();
    let mut texts: Vec<String> = legal.iter().map(|&mv| position.uci(mv)).collect();
    texts.sort_unstable();
    assert_eq!(texts.join(" "), moves, "{position:?}");
    assert_eq!(position.count_legal_moves(), legal.len(), "{position:?}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{position:?}");
    for (index, attackers) in attackers(position).into_iter().enumerate() {
        let cell = Cell::new(index);
        assert_eq!(position.attackers_to(cell, position.occupied()), attackers, "{cell:?} {position:?}");
    }

    let mut short = HashSet::new();
    let mut after = HashSet::new();
    let mut hashes = HashSet::from([position.hash()]);
    for &mv in &legal {
        assert!(position.is_legal(mv), "{mv:?} {position:?}");
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv), "{position:?}");
        assert_eq!(position.move_from_bits(mv.to_bits()), Some(mv), "{position:?}");
        let (san, long) = (position.san(mv), position.long_san(mv));
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} {position:?}");
        assert_eq!(position.parse_san(&long), Ok(mv), "{long} {position:?}");
        if !position.is_castling(mv) {
            let (cell, letter) = (position.variant().board().name(mv.to), position.role_at(mv.from).unwrap().letter());
            let letter = if letter == 'P' { String::new() } else { letter.to_string() };
            let cross = if position.captured(mv).is_some() { "x" } else { "" };
            let begins = format!("{letter}{}{cross}{cell}", origin(position, mv, &legal));
            assert!(san.starts_with(&begins), "{san}, not {begins}: {position:?}");
        }
        assert!(short.insert(san), "two moves are written alike in {position:?}");
        let next = position.play(mv).unwrap();
        assert!(hashes.insert(next.hash()), "two positions have one hash: {mv:?} {position:?}");
        let fen = next.to_fen();
        // The incremental hash, checkers and pins equal those computed afresh.
        let fresh = Position::from_fen(position.variant(), &fen).unwrap();
        assert_eq!(next.hash(), fresh.hash(), "{mv:?} {position:?}");
        assert_eq!(next.checkers(), fresh.checkers(), "{mv:?} {position:?}");
        assert_eq!(next.pinned(), fresh.pinned(), "{mv:?} {position:?}");
        assert!(next.is_repetition_of(&fresh) && next == fresh, "{mv:?} {position:?}");
        after.insert(fen);
    }
    after
}

fn walk(id: &str, plies: usize) {
    let variant = Variant::by_id(id).unwrap();
    let text = lines(id);
    let mut followers: HashSet<String> = HashSet::new();
    let mut seen = 0;
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, check, moves] = fields[..] else { panic!("{line}") };
        assert!(fen == variant.spec().start || followers.contains(fen), "no legal move leads to {fen}");
        let position = Position::from_fen(variant, fen).unwrap();
        assert_eq!(position.to_fen(), fen);
        followers = agree(&position, check, moves);
        seen += 1;
    }
    assert_eq!(seen, plies);
}

#[test]
fn shafran() {
    walk("shafran", 6145);
}

#[test]
fn glinski() {
    walk("glinski", 6400);
}

#[test]
fn mccooey() {
    walk("mccooey", 6227);
}

#[test]
fn hexofen() {
    walk("hexofen", 6400);
}

#[test]
fn devasa() {
    walk("devasa", 6371);
}

#[test]
fn brusky() {
    walk("brusky", 6075);
}
