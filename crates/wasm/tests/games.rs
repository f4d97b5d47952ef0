//! Games as the page makes them: from the FEN of another program, and of an uploaded variant.

use saffron_wasm::rules::Game;

#[test]
fn a_position_of_another_program_is_kept_in_our_own_form() {
    let files = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1";
    let game = Game::new("glinski", Some(files.to_owned())).ok();
    let own = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1";
    assert_eq!(game.map(|game| game.start_fen()).as_deref(), Some(own));
}

#[test]
fn an_uploaded_variant_is_known() {
    let text = include_str!("../../../variants/mini-hexchess.toml");
    assert_eq!(saffron_wasm::variants::add_variants(text).ok(), Some(vec!["mini".to_owned()]));
    assert!(Game::new("mini", None).is_ok_and(|game| game.start_fen().starts_with("b/rkn/")));
    // Taken out, it can be added again, as after a change of its file.
    saffron_wasm::variants::remove_variants(vec!["mini".to_owned(), "shafran".to_owned(), "nothing".to_owned()]);
    assert!(saffron_rules::Variant::by_id("mini").is_none());
    assert!(Game::new("shafran", None).is_ok());
    assert_eq!(saffron_wasm::variants::add_variants(text).ok(), Some(vec!["mini".to_owned()]));
}
