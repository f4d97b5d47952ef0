//! The checked-in figures and documents are the computed ones: endings of three pieces are solved again, and the document made from the figures.
//! `saffron-endings check` does it for all.

use saffron_endings::{Endings, Folder, Survey, difference, document, five, small};
use saffron_rules::{Color, Position, Variant};

fn recorded(variant: &str) -> Endings {
    Folder::default().all_figures(variant).unwrap()
}

#[test]
fn the_endings_of_three_pieces_are_those_that_are_recorded() {
    let mut expected = recorded("shafran");
    expected.endings.retain(|data| data.ending.len() == 3);
    let mut survey = Survey::new(Variant::by_id("shafran").unwrap()).unwrap();
    let three = small().into_iter().filter(|ending| ending.len() == 3);
    let endings = three.map(|ending| survey.ending(&ending).unwrap()).collect();
    let found = Endings { variant: "shafran".to_owned(), endings };
    assert_eq!(difference(&expected.to_json().unwrap(), &found.to_json().unwrap()), None);
    assert_eq!(found.endings.len(), 5);
}

#[test]
fn the_documents_are_those_of_the_figures() {
    let folder = Folder::default();
    let made = document(Variant::all().iter().map(|variant| recorded(variant.id())).collect()).unwrap();
    for (path, text) in [(folder.document(), &made.text), (folder.document_of_five(), &made.five)] {
        let found = Folder::read(&path).unwrap();
        assert_eq!(difference(&found, text), None, "run `cargo run --release -p saffron-endings -- write`");
    }
    for (name, picture) in &made.pictures {
        assert_eq!(difference(&Folder::read(&folder.picture(name)).unwrap(), picture), None, "{name}");
        let shown = format!("](endgames/{name})");
        assert!(made.text.contains(&shown) || made.five.contains(&shown), "{name}");
    }
}

#[test]
fn the_document_is_not_made_of_figures_that_contradict_it() {
    let mut all: Vec<Endings> = Variant::all().iter().map(|variant| recorded(variant.id())).collect();
    let queen = all[0].endings.iter_mut().find(|data| data.ending == "KQK").unwrap();
    // Words go by the quiet positions: the figures of all are left as they are.
    let quiet = &mut queen.quiet.as_mut().unwrap()[0];
    (quiet.won, quiet.drawn) = (0, quiet.won);
    let error = document(all).map(|made| made.text).unwrap_err();
    assert!(error.contains("KQK won w = 100 does not hold"), "{error}");
}

#[test]
fn files_are_read_and_written_without_a_change() {
    for variant in Variant::all() {
        let text = Folder::read(&Folder::default().data(variant.id())).unwrap();
        let endings = Endings::parse(&text).unwrap();
        assert_eq!(difference(&text, &endings.to_json().unwrap()), None);
        assert_eq!(endings.endings.len(), 35);
    }
    for variant in ["shafran", "glinski"] {
        let text = Folder::read(&Folder::default().five(variant)).unwrap();
        let endings = Endings::parse(&text).unwrap();
        assert_eq!(difference(&text, &endings.to_json().unwrap()), None);
        let known: Vec<String> = endings.endings.into_iter().map(|data| data.ending).collect();
        assert!(five().iter().all(|ending| known.contains(&ending.to_string())));
    }
    assert!(Endings::parse("{}").is_err());
}

#[test]
fn quiet_positions_are_a_part_of_all() {
    for variant in Variant::all() {
        for data in recorded(variant.id()).endings {
            assert!(data.quiet.is_some() || data.ending.len() == 5, "{} {}", variant.id(), data.ending);
            let bishops = data.bishops.iter().filter_map(|bishops| Some((bishops.quiet?, bishops.to_move)));
            for (quiet, all) in data.quiet.into_iter().map(|quiet| (quiet, data.to_move)).chain(bishops) {
                for (quiet, all) in quiet.into_iter().zip(all) {
                    let (quiet, all): ([u64; 6], [u64; 6]) = (quiet.into(), all.into());
                    assert!(
                        quiet.iter().zip(all).all(|(quiet, all)| *quiet <= all),
                        "{} {}",
                        variant.id(),
                        data.ending
                    );
                    assert_eq!(quiet[1..].iter().sum::<u64>(), quiet[0], "{} {}", variant.id(), data.ending);
                }
                // Against a king alone there are no captures.
                assert!(!data.ending.ends_with('K') || quiet[0] == all[0], "{} {}", variant.id(), data.ending);
            }
        }
    }
}

#[test]
fn every_ending_with_mates_of_more_than_50_moves_is_named_with_the_rule() {
    let all: Vec<Endings> = Variant::all().iter().map(|variant| recorded(variant.id())).collect();
    let made = document(all.clone()).unwrap();
    let rows = |text: &str, variant: &str| -> Vec<String> {
        let section = text.split("\n## ").find(|section| section.starts_with(variant)).unwrap_or_default();
        let table = section.split_once("### The 50-move rule").map_or("", |(_, table)| table);
        table.lines().filter(|line| line.starts_with("| K")).map(str::to_owned).collect()
    };
    for endings in &all {
        let name = match endings.variant.as_str() {
            "shafran" => "Shafran's chess\n",
            "glinski" => "Gliński's chess\n",
            "mccooey" => "McCooey's chess\n",
            "hexofen" => "Hexofen\n",
            "devasa" => "De Vasa's chess\n",
            _ => "Brusky's chess\n",
        };
        for (text, sizes) in [(&made.text, 3..=4), (&made.five, 5..=5)] {
            let long = endings.endings.iter().filter(|data| sizes.contains(&data.ending.len()) && data.is_long());
            let rows = rows(text, name);
            assert_eq!(rows.len(), long.clone().count(), "{name}{rows:?}");
            for (row, data) in rows.iter().zip(long) {
                assert_eq!(row.contains("not counted"), data.long_mates.is_none(), "{row}");
                assert!(data.long_mates.is_some() || data.ending.len() == 5, "{row}");
            }
        }
    }
    let rooks =
        rows(&made.five, "Shafran's chess\n").into_iter().find(|row| row.starts_with("| K+R+P v K+R |")).unwrap();
    assert!(rooks.ends_with("| 372 | 115 |"), "{rooks}");
    let queens =
        rows(&made.five, "Shafran's chess\n").into_iter().find(|row| row.starts_with("| K+Q+P v K+Q |")).unwrap();
    assert!(queens.ends_with("| 203 | 110 |"), "{queens}");
}

#[test]
fn longest_lines_and_zugzwangs_are_legal() {
    for variant in Variant::all() {
        for data in recorded(variant.id()).endings {
            let [white, black] = data.to_move;
            for results in [white, black] {
                let sum = results.won + results.stalemate_won + results.drawn + results.stalemate_lost + results.lost;
                assert_eq!(sum, results.legal, "{} {}", variant.id(), data.ending);
            }
            for longest in &data.longest {
                let mut position = Position::from_fen(variant, &longest.fen).unwrap();
                for uci in longest.line.split_whitespace() {
                    position = position.play(position.parse_uci(uci).unwrap()).unwrap();
                }
                assert!(position.legal_moves().is_empty(), "{} {}", variant.id(), data.ending);
                assert_eq!(position.turn(), !Color::from(longest.winner));
            }
            for example in &data.zugzwangs.examples {
                let position = Position::from_fen(variant, &example.fen).unwrap();
                assert_eq!(position.turn(), Color::White);
            }
        }
    }
}
