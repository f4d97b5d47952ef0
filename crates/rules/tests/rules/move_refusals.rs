//! Reasons why a piece may not go to a cell: ten or more written cases of each, and every pair of cells in random games of an independent
//! implementation, where what a reason claims is computed again from attacks alone.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use saffron_rules::{Cell, CellSet, Move, MoveRefusal, Piece, Position, Role, Variant};

/// A refusal in words, with names of cells.
fn words(position: &Position, refusal: Option<MoveRefusal>) -> String {
    let name = |cell| position.variant().board().name(cell).to_owned();
    match refusal {
        None => "legal".to_owned(),
        Some(MoveRefusal::Blocked { by }) => format!("Blocked {}", name(by)),
        Some(MoveRefusal::PawnBlocked { by }) => format!("PawnBlocked {}", name(by)),
        Some(MoveRefusal::PawnStopped { by }) => format!("PawnStopped {}", name(by)),
        Some(MoveRefusal::PawnSteps { steps }) => format!("PawnSteps {steps}"),
        Some(MoveRefusal::EnPassantExposesKing { by }) => format!("EnPassantExposesKing {}", name(by)),
        Some(MoveRefusal::Pinned { by }) => format!("Pinned {}", name(by)),
        Some(MoveRefusal::StaysInCheck { by }) => format!("StaysInCheck {}", name(by)),
        Some(MoveRefusal::DoubleCheck { by }) => {
            let mut names: Vec<String> = by.into_iter().map(name).collect();
            names.sort_unstable();
            format!("DoubleCheck {}", names.join(" "))
        }
        Some(MoveRefusal::KingIntoCheck { by }) => format!("KingIntoCheck {}", name(by)),
        Some(MoveRefusal::CastlingInCheck { by }) => format!("CastlingInCheck {}", name(by)),
        Some(MoveRefusal::CastlingBlocked { by }) => format!("CastlingBlocked {}", name(by)),
        Some(MoveRefusal::CastlingThroughCheck { cell, by }) => {
            format!("CastlingThroughCheck {} {}", name(cell), name(by))
        }
        Some(other) => format!("{other:?}"),
    }
}

#[test]
fn every_written_case_has_its_reason() {
    let mut lines = BTreeMap::<String, u32>::new();
    for (number, line) in include_str!("../data/move_refusals.tsv").lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, from, to, wanted] = fields[..] else { panic!("line {}: {line}", number + 1) };
        let variant = Variant::by_id(variant).unwrap();
        let fen = if fen == "start" { variant.spec().start } else { fen };
        let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
        let cell = |name| variant.board().cell(name).unwrap_or_else(|| panic!("line {}: {name}", number + 1));
        let refusal = position.move_refusal(cell(from), cell(to));
        assert_eq!(words(&position, refusal), wanted, "line {}: {line}", number + 1);
        every_pair_agrees(&position, &mut BTreeMap::new());
        *lines.entry(wanted.split(' ').next().unwrap_or_default().to_owned()).or_default() += 1;
    }
    lines.remove("legal");
    assert_eq!(lines.len(), 20, "reasons: {lines:?}");
    assert!(lines.values().all(|&number| number >= 10), "ten cases of each reason: {lines:?}");
}

/// Enemy pieces that attack a cell, were exactly `occupied` occupied; those that are not among them are taken.
fn attackers(position: &Position, cell: Cell, occupied: CellSet) -> CellSet {
    let enemies = position.by_color(!position.turn()) & occupied;
    let attacks = |from: &Cell| {
        let piece = position.piece_at(*from).expect("an occupied cell");
        position.variant().attacks(piece, *from, occupied).contains(cell)
    };
    (enemies - CellSet::from(cell)).into_iter().filter(attacks).collect()
}

/// Checks what a refusal says. Returns its name.
fn agree(position: &Position, piece: Piece, from: Cell, to: Cell, refusal: MoveRefusal) -> &'static str {
    let variant = position.variant();
    let pawns = variant.pawns();
    let (own, enemy) = (position.by_color(piece.color), position.by_color(!piece.color));
    let occupied = position.occupied();
    let after = (occupied - CellSet::from(from)) | CellSet::from(to);
    let king = position.king(piece.color);
    let is_empty_way = |cells: CellSet| variant.attacks(piece, from, cells).contains(to);
    match refusal {
        MoveRefusal::NoPiece | MoveRefusal::OtherSide => panic!("a piece of the side to move"),
        MoveRefusal::Geometry => {
            assert!(!is_empty_way(CellSet::EMPTY) || piece.role == Role::Pawn);
            if piece.role == Role::Bishop {
                assert_eq!(variant.board().cell_color(from), variant.board().cell_color(to));
            }
            if piece.role == Role::Pawn {
                assert!(!pawns.front(piece.color, from).contains(to) && !pawns.attacks(piece.color, from).contains(to));
            }
            "Geometry"
        }
        MoveRefusal::CellColor => {
            assert_eq!(piece.role, Role::Bishop);
            assert_ne!(variant.board().cell_color(from), variant.board().cell_color(to));
            "CellColor"
        }
        MoveRefusal::OwnPiece => {
            assert!(own.contains(to));
            "OwnPiece"
        }
        MoveRefusal::Blocked { by } => {
            assert!(occupied.contains(by) && by != from && by != to);
            if piece.role == Role::Pawn {
                assert!(variant.between(from, to).contains(by));
            } else {
                assert!(is_empty_way(CellSet::EMPTY) && !is_empty_way(CellSet::from(by)));
                assert!(!occupied.intersects(variant.between(from, by)), "not the nearest");
            }
            "Blocked"
        }
        MoveRefusal::PawnBlocked { by } => {
            assert!(by == to && enemy.contains(by) && !pawns.attacks(piece.color, from).contains(to));
            "PawnBlocked"
        }
        MoveRefusal::PawnStopped { by } => {
            assert!(pawns.spec().stopped_by_enemy_in_front && enemy.contains(by));
            assert!(pawns.front(piece.color, from).contains(by));
            "PawnStopped"
        }
        MoveRefusal::PawnSteps { steps } => {
            assert_eq!(steps, pawns.steps(piece.color, from));
            assert_eq!(variant.board().distance(from, to).cmp(&steps), std::cmp::Ordering::Greater);
            "PawnSteps"
        }
        MoveRefusal::NothingToCapture => {
            assert!(pawns.attacks(piece.color, from).contains(to) && !occupied.contains(to));
            "NothingToCapture"
        }
        MoveRefusal::FirstCaptureOnly => {
            assert!(!pawns.start(piece.color).contains(from) && !pawns.spec().first_captures.is_empty());
            "FirstCaptureOnly"
        }
        MoveRefusal::EnPassantExposesKing { by } => {
            let pawn = position.en_passant().expect("a passed cell");
            assert!(pawn.cells.contains(to));
            assert!(attackers(position, king, after - CellSet::from(pawn.pawn)).contains(by));
            assert!(!attackers(position, king, occupied).contains(by));
            "EnPassantExposesKing"
        }
        MoveRefusal::Pinned { by } => {
            assert!(attackers(position, king, occupied - CellSet::from(from)).contains(by));
            assert!(!attackers(position, king, occupied).contains(by));
            assert!(attackers(position, king, after).contains(by));
            "Pinned"
        }
        MoveRefusal::StaysInCheck { by } => {
            assert!(attackers(position, king, occupied).contains(by) && !CellSet::from(by).contains(to));
            assert!(attackers(position, king, after).contains(by));
            "StaysInCheck"
        }
        MoveRefusal::DoubleCheck { by } => {
            assert!(by.more_than_one() && by == attackers(position, king, occupied));
            "DoubleCheck"
        }
        MoveRefusal::KingIntoCheck { by } => {
            assert!(piece.role == Role::King && attackers(position, to, after).contains(by));
            "KingIntoCheck"
        }
        MoveRefusal::CastlingLost => {
            let castling = variant.castling_moves().iter().find(|m| m.king_from == from && m.king_to == to);
            assert!(!position.castling_rights().has(castling.expect("a castling move").right));
            "CastlingLost"
        }
        MoveRefusal::CastlingInCheck { by } => {
            assert!(attackers(position, king, occupied).contains(by));
            "CastlingInCheck"
        }
        MoveRefusal::CastlingBlocked { by } => {
            assert!(occupied.contains(by) && by != from && !position.in_check());
            "CastlingBlocked"
        }
        MoveRefusal::CastlingThroughCheck { cell, by } => {
            let castling = variant.castling_moves().iter().find(|m| m.king_from == from && m.king_to == to);
            assert!(castling.expect("a castling move").safe.contains(cell));
            let rook = castling.map_or(CellSet::EMPTY, |m| CellSet::from(m.rook_from));
            let without = occupied - CellSet::from(from);
            assert!((attackers(position, cell, without) | attackers(position, cell, without - rook)).contains(by));
            "CastlingThroughCheck"
        }
        other => panic!("a new reason: {other:?}"),
    }
}

/// Checks every pair of cells of a position, and counts the reasons.
fn every_pair_agrees(position: &Position, seen: &mut BTreeMap<&'static str, u32>) {
    let legal: Vec<Move> = position.legal_moves();
    let board = position.variant().board();
    for from in position.by_color(position.turn()) {
        let piece = position.piece_at(from).expect("an own piece");
        let standstill = position.standstill(from);
        assert_eq!(standstill.is_none(), legal.iter().any(|mv| mv.from == from), "{position:?} {}", board.name(from));
        for to in board.cells() {
            let refusal = position.move_refusal(from, to);
            let is_legal = legal.iter().any(|mv| mv.from == from && mv.to == to);
            let about = || format!("{position:?} {} {} {refusal:?}", board.name(from), board.name(to));
            assert_eq!(refusal.is_none(), is_legal, "{}", about());
            if let Some(refusal) = refusal {
                let checked = std::panic::catch_unwind(|| agree(position, piece, from, to, refusal));
                *seen.entry(checked.unwrap_or_else(|_| panic!("{}", about()))).or_default() += 1;
            }
        }
    }
}

#[test]
fn every_reason_in_random_games_is_true() {
    let mut seen = BTreeMap::new();
    for variant in crate::records::walked() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/walks/{}.tsv.gz", variant.id()));
        let mut text = String::new();
        GzDecoder::new(std::fs::File::open(path).expect("walks")).read_to_string(&mut text).expect("text");
        for line in text.lines().step_by(5) {
            let fen = line.split('\t').next().expect("a FEN");
            let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            every_pair_agrees(&position, &mut seen);
        }
    }
    // What random games hardly ever show is among the written cases.
    for kind in [
        "Geometry",
        "CellColor",
        "OwnPiece",
        "Blocked",
        "PawnBlocked",
        "PawnStopped",
        "PawnSteps",
        "NothingToCapture",
        "FirstCaptureOnly",
        "Pinned",
        "StaysInCheck",
        "DoubleCheck",
        "KingIntoCheck",
        "CastlingLost",
        "CastlingBlocked",
        "CastlingInCheck",
        "CastlingThroughCheck",
    ] {
        assert!(seen.contains_key(kind), "no {kind} among {seen:?}");
    }
}
