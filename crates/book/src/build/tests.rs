//! Complete builds of small books.

use std::cell::Cell;

use super::*;
use crate::book::Book;
use saffron_rules::Variant;

fn small() -> Settings {
    Settings { nodes: 300, lines: 3, positions: 40, games: 6, game_nodes: 60, seed: 1 }
}

fn built(variant: &'static Variant, threads: usize) -> (Book, Vec<Progress>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.journal");
    let mut seen = Vec::new();
    let book = build(variant, &path, &small(), threads, &|| false, |progress| seen.push(progress)).unwrap();
    (book, seen)
}

#[test]
fn a_built_book_is_consistent_for_every_variant() {
    for variant in Variant::all() {
        let (book, seen) = built(variant, 1);
        let statistics = book.verify().unwrap();
        assert_eq!(statistics.positions, book.len());
        assert!((40..48).contains(&book.len()), "{}", book.len());
        assert_eq!(statistics.games, 6);
        assert!(statistics.plies.len() >= 3, "{:?}", statistics.plies);
        assert_eq!(seen.first(), Some(&Progress { positions: 0, games: 0 }));
        assert_eq!(seen.last(), Some(&Progress { positions: book.len(), games: 6 }));
        assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    }
}

#[test]
fn a_book_does_not_depend_on_the_number_of_threads() {
    let variant = Variant::by_id("shafran").unwrap();
    assert_eq!(built(variant, 1).0, built(variant, 3).0);
}

/// The build is stopped several times, during searches and during games.
#[test]
fn a_stopped_and_continued_build_gives_the_same_book() {
    let variant = Variant::by_id("mccooey").unwrap();
    let whole = built(variant, 1).0;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.journal");
    let mut stopped = 0;
    let book = loop {
        let steps = Cell::new(0);
        let stop = || steps.get() > 2;
        let book = build(variant, &path, &small(), 1, &stop, |_| steps.set(steps.get() + 1)).unwrap();
        if book.len() == whole.len() && book.verify().unwrap().games == 6 {
            break book;
        }
        stopped += 1;
        assert!(book.is_empty() || book.verify().is_ok());
        assert!(stopped < 40);
        // Simulates a program killed while it writes.
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, [bytes, vec![2, 9, 9]].concat()).unwrap();
    };
    assert!(stopped >= 3, "{stopped}");
    assert_eq!(book, whole);
    // With fewer games than were played, the first ones are counted.
    let fewer = build(variant, &path, &Settings { games: 2, ..small() }, 1, &|| false, |_| ()).unwrap();
    assert_eq!((fewer.len(), fewer.verify().unwrap().games), (whole.len(), 2));
}

#[test]
fn a_journal_of_another_book_is_refused() {
    let variant = Variant::by_id("glinski").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.journal");
    let run = |variant, settings: &Settings| {
        build(variant, &path, settings, 1, &|| true, |_| ()).map(|book| book.len()).map_err(|error| error.to_string())
    };
    assert_eq!(run(variant, &small()), Ok(0));
    let other = run(variant, &Settings { lines: 4, ..small() }).unwrap_err();
    assert_eq!(other, "the book was begun with --nodes 300 --lines 3 --game-nodes 60 --seed 1");
    let shafran = Variant::by_id("shafran").unwrap();
    assert_eq!(run(shafran, &small()).unwrap_err(), "this is not the journal of a book of Shafran");
    let bytes = std::fs::read(&path).unwrap();
    for (added, error) in [
        (&[7][..], "the journal is damaged: a record of an unknown kind"),
        (&[2, 0, 0, 0, 0, 5, 0], "the journal is damaged: a result above 4 quarters"),
        (&[1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x80], "the journal is damaged: a move without a score"),
    ] {
        std::fs::write(&path, [&bytes, added].concat()).unwrap();
        assert_eq!(run(variant, &small()).unwrap_err(), error);
    }
    let mut illegal = bytes.clone();
    illegal.push(1);
    illegal.extend_from_slice(&variant.start().hash().to_le_bytes());
    illegal.extend_from_slice(&[1, 0, 0, 0, 0]);
    std::fs::write(&path, illegal).unwrap();
    assert_eq!(run(variant, &small()).unwrap_err(), "the journal is damaged: a move is not legal");
}
