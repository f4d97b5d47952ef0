//! What the page uploads becomes playable in the same module.

#[test]
fn an_uploaded_variant_is_known() {
    let text = include_str!("../../../variants/mini-hexchess.toml");
    assert_eq!(saffron_wasm::variants::add_variants(text).ok(), Some(vec!["mini".to_owned()]));
    assert!(saffron_wasm::rules::Game::new("mini", None).is_ok_and(|game| game.start_fen().starts_with("b/rkn/")));
    // Taken out, it can be added again, as after a change of its file.
    saffron_wasm::variants::remove_variants(vec!["mini".to_owned(), "shafran".to_owned(), "nothing".to_owned()]);
    assert!(saffron_rules::Variant::by_id("mini").is_none());
    assert!(saffron_wasm::rules::Game::new("shafran", None).is_ok());
    assert_eq!(saffron_wasm::variants::add_variants(text).ok(), Some(vec!["mini".to_owned()]));
}
