//! What a side can still score: the tables of `docs/scoring.md` against the rules.

use saffron_rules::{Color, Game, Position, Reason, Variant, WinningMaterial};

const DOCUMENT: &str = include_str!("../../../../docs/scoring.md");

/// The rows of the table whose head begins with these columns, without the code marks.
fn table(head: &str) -> Vec<Vec<String>> {
    let mut lines = DOCUMENT.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let mut rows = Vec::new();
    while let Some(row) = lines.next().filter(|line| line.starts_with('|')) {
        rows.push(row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect());
    }
    rows
}

#[test]
fn the_document_has_the_rule_of_every_variant() {
    let documented: Vec<_> = table("| variant | rule |").iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    let rules: Vec<_> = Variant::all()
        .iter()
        .map(|variant| {
            let rule = match variant.spec().winning_material {
                WinningMaterial::Helpmate => "helpmate",
                WinningMaterial::PieceCount => "piece-count",
            };
            (variant.id().to_owned(), rule.to_owned())
        })
        .collect();
    assert_eq!(documented, rules);
}

#[test]
fn the_documents_reasons_are_the_concessions() {
    let documented: Vec<String> = table("| end | reason").iter().map(|row| row[1].clone()).collect();
    let mut reasons: Vec<String> =
        Reason::ALL.iter().filter(|reason| reason.is_concession()).map(|reason| format!("{reason:?}")).collect();
    // In the order of the document, the flag first.
    reasons.sort_by_key(|reason| documented.iter().position(|other| other == reason));
    assert_eq!(documented, reasons);
}

#[test]
fn the_documents_examples_end_as_it_says() {
    let examples = table("| variant | position |");
    assert!(examples.len() >= 10, "{examples:?}");
    for row in examples {
        let [id, fen, loser, result] = &row[..] else { panic!("{row:?}") };
        let position = Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap();
        let loser = match loser.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => panic!("{row:?}"),
        };
        assert_eq!(position.outcome(), None, "{row:?}");
        for reason in Reason::ALL.into_iter().filter(|reason| reason.is_concession()) {
            assert_eq!(position.concession(loser, reason).result(), result, "{row:?} {reason:?}");
        }
        let game = Game::new(position);
        assert_eq!(game.clone().resign(loser).unwrap().to_string(), format!("{result} resignation"));
        assert_eq!(game.clone().time_forfeit(loser).unwrap().to_string(), format!("{result} time"));
    }
}

/// With every pair and triple of pieces the score of a side in Gliński's game is that of the federation's text.
#[test]
fn glinskis_game_follows_the_federation_with_any_pieces() {
    let glinski = Variant::by_id("glinski").unwrap();
    for white in ["N", "B", "R", "Q", "P", ""] {
        for second in ["N", "B", "R", "Q", "P", ""] {
            for third in ["N", "B", ""] {
                let pieces = format!("{white}{second}{third}");
                let row = if pieces.is_empty() { "11".into() } else { format!("3{pieces}{}", 8 - pieces.len()) };
                let fen = format!("k/3/5/7/3pp4/{row}/11/11/11/11/K10 b - - 0 1");
                let position = Position::from_fen(glinski, &fen).unwrap();
                let sufficient = pieces.contains(['P', 'R', 'Q']) || pieces.len() == 3;
                assert_eq!(position.max_score(Color::White), if sufficient { 4 } else { 2 }, "{pieces}");
            }
        }
    }
}

/// What a dead position is does not depend on the rule: two bare kings of Gliński's game play on, since stalemate counts.
#[test]
fn dead_positions_do_not_depend_on_the_rule() {
    let bare =
        Position::from_fen(Variant::by_id("glinski").unwrap(), "k/3/5/7/9/11/11/11/11/11/K10 w - - 0 1").unwrap();
    assert_eq!((bare.outcome(), bare.has_insufficient_material()), (None, false));
    assert_eq!(Color::ALL.map(|color| bare.max_score(color)), [2, 2]);
}

#[test]
#[should_panic(expected = "no side loses by agreement")]
fn an_agreement_is_no_concession() {
    let _ = Variant::by_id("shafran").unwrap().start().concession(Color::White, Reason::Agreement);
}
