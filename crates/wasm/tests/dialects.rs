//! The page reads the FENs of other programs.

use saffron_wasm::rules::Game;

#[test]
fn a_position_of_another_program_is_kept_in_our_own_form() {
    let files = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1";
    let game = Game::new("glinski", Some(files.to_owned())).ok();
    let own = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1";
    assert_eq!(game.map(|game| game.start_fen()).as_deref(), Some(own));
}
