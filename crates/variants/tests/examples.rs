//! The variants in `variants/`: they load, they are played by their rules, and everything that is done with the
//! library's variants can be done with them.

mod common;

use common::slow::Slow;
use saffron_draw::{Style, svg};
use saffron_rules::{Color, Game, Position, Record, Role, Variant, perft};

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn every_file_is_there_and_every_variant_in_it() {
    let folder = format!("{}/../../variants", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort_unstable();
    assert_eq!(files, common::FILES.map(|name| format!("{name}.toml")));
    let cells = [83, 72, 91, 91, 37, 70];
    for (variant, cells) in common::examples().into_iter().zip(cells) {
        assert_eq!(variant.board().cells().len(), cells, "{}", variant.id());
        assert!(Variant::known().iter().any(|known| std::ptr::eq(*known, variant)));
        assert_eq!(variant.start().to_fen(), variant.spec().start);
    }
}

#[test]
fn leaf_counts_are_those_of_the_data() {
    common::examples();
    let mut lines = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (variant, depth) = (Variant::by_id(columns[0]).unwrap(), columns[1].parse().unwrap());
        assert_eq!(perft(&variant.start(), depth).to_string(), columns[2], "{line}");
        if columns[3] == "second" {
            let slow = Slow::new(variant.spec(), variant.spec().start);
            assert_eq!(slow.perft(depth).to_string(), columns[2], "{line}");
        }
        lines += 1;
    }
    assert_eq!(lines, 22);
}

#[test]
fn the_second_generator_agrees_with_published_counts() {
    for (id, depth, nodes) in [("mini", 4, 7534), ("devasa", 2, 2992), ("brusky", 2, 3583), ("shafran", 2, 1706)] {
        common::examples();
        let variant = Variant::by_id(id).unwrap();
        assert_eq!(Slow::new(variant.spec(), variant.spec().start).perft(depth), nodes, "{id}");
    }
}

/// Random games, with captures, promotions, castling and captures en passant: all legal moves are the second
/// generator's, and every position, move and record is written and read back.
#[test]
fn random_games_agree_move_by_move() {
    let mut promotions = 0;
    let mut castlings = 0;
    let mut passings = 0;
    for (seed, variant) in (1..).zip(common::examples()) {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (seed << 20));
        for _ in 0..5 {
            let mut game = Game::new(variant.start());
            let mut slow = Slow::new(variant.spec(), variant.spec().start);
            for _ in 0..160 {
                let position = *game.position();
                let moves = position.legal_moves();
                let mut ours: Vec<String> = moves.iter().map(|&mv| position.uci(mv)).collect();
                let steps = slow.moves();
                let mut theirs: Vec<String> = steps.iter().map(|&step| slow.uci(step)).collect();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{} {}", variant.id(), position.to_fen());
                assert_eq!(position.count_legal_moves(), moves.len());
                assert_eq!(Position::from_fen(variant, &position.to_fen()), Ok(position));
                if game.outcome().is_some() || moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
                    assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{}", position.to_fen());
                    assert_eq!(position.parse_san(&position.long_san(mv)), Ok(mv));
                }
                // Rare moves are preferred.
                let rare = |mv: &&saffron_rules::Move| {
                    mv.promotion.is_some() || position.is_castling(**mv) || position.is_en_passant(**mv)
                };
                let rare: Vec<_> = moves.iter().filter(rare).collect();
                let mv =
                    if rare.is_empty() { moves[random.below(moves.len())] } else { *rare[random.below(rare.len())] };
                promotions += usize::from(mv.promotion.is_some());
                castlings += usize::from(position.is_castling(mv));
                passings += usize::from(position.is_en_passant(mv));
                let uci = position.uci(mv);
                slow = slow.after(*steps.iter().find(|&&step| slow.uci(step) == uci).unwrap());
                game.play(mv).unwrap();
            }
            let record = Record::from(game);
            assert_eq!(Record::parse(&record.to_string()).unwrap().game.moves(), record.game.moves());
        }
    }
    assert!(promotions > 20 && castlings > 5 && passings > 5, "{promotions} {castlings} {passings}");
}

#[test]
fn boards_seen_from_the_other_side_are_the_same() {
    for variant in common::examples() {
        let board = variant.board();
        for cell in board.cells() {
            assert_eq!(board.turned(board.turned(cell).unwrap()), Some(cell));
            let start = variant.start();
            // Gliński's set-up is mirrored, not turned.
            if !variant.id().starts_with("glinski") {
                let other = start.piece_at(board.turned(cell).unwrap());
                assert_eq!(
                    start.piece_at(cell).map(|piece| (!piece.color, piece.role)),
                    other.map(|piece| (piece.color, piece.role))
                );
            }
        }
    }
}

#[test]
fn every_example_is_drawn() {
    for variant in common::examples() {
        let start = variant.start();
        for below in [Color::White, Color::Black] {
            let picture = svg(&start, &Style { below, ..Style::default() });
            assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{}", variant.id());
            let pieces = picture.matches("<g transform=\"translate(").count();
            assert_eq!(pieces, start.occupied().len(), "{}", variant.id());
            assert!(!picture.contains("NaN"), "{}", variant.id());
        }
    }
}

#[test]
fn the_texts_of_the_documentation_are_read() {
    let page = include_str!("../../../docs/variants.md");
    let texts: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    assert_eq!(texts.len(), 2);
    for text in texts {
        assert!(saffron_variants::parse(text).is_ok_and(|variants| variants.len() == 1), "{text}");
    }
    for file in common::FILES {
        assert!(page.contains(&format!("../variants/{file}.toml")), "{file}");
    }
}

#[test]
fn a_mini_pawn_becomes_no_queen() {
    common::examples();
    let mini = Variant::by_id("mini").unwrap();
    let position = Position::from_fen(mini, "1/1P1/5/k6/7/7/3K3 w - - 0 1").unwrap();
    let promotions: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.uci(mv)).filter(|uci| uci.len() > 4).collect();
    assert_eq!(promotions, ["d6d7r", "d6d7b", "d6d7n"]);
    assert!(position.parse_uci("d6d7q").is_err() && position.parse_san("d7=Q").is_err());
    assert_eq!(position.parse_san("d7=R").unwrap().promotion, Some(Role::Rook));
    assert_eq!(position.count_legal_moves(), position.legal_moves().len());
    assert_eq!(mini.start().en_passant_cells().len(), 0);
}

#[test]
fn long_only_leaves_the_long_kind() {
    common::examples();
    let variant = Variant::by_id("shafran-long").unwrap();
    let position = Position::from_fen(variant, "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1").unwrap();
    let castling: Vec<String> =
        position.legal_moves().into_iter().filter(|&mv| position.is_castling(mv)).map(|mv| position.san(mv)).collect();
    assert_eq!(castling.len(), 2);
    assert!(castling.iter().all(|san| san.ends_with("0-0-0")), "{castling:?}");
}
