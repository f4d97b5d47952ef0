//! Recorded tournaments: each round is paired again from the rounds before it.

use std::path::Path;
use std::process::Command;

use saffron_rules::Color;
use saffron_tournament::Round;
use saffron_tournament::trf::Report;

/// Checks all rounds of a report, and that it is the same when it has been written. Returns the number of rounds.
fn check(name: &str, text: &str) -> usize {
    let report = Report::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(Report::read(&report.write()).as_ref(), Ok(&report), "{name}: written and read again");
    for player in &report.players {
        assert_eq!(
            player.written_points,
            Some(player.history.score(usize::MAX)),
            "{name}: player {}",
            player.history.number
        );
    }
    for round in 0..report.paired_rounds() {
        let found = report.pair(round, &report.paired_in(round));
        let found = found.unwrap_or_else(|error| panic!("{name}, round {}: {error}", round + 1));
        let mut pairs: Vec<(usize, usize)> = found.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
        pairs.sort_unstable();
        let rounds = report.players.iter().map(|player| player.history.round(round)).enumerate();
        let white = |(place, entry)| match entry {
            Round::Game { opponent, color: Color::White, .. } => Some((place, opponent)),
            _ => None,
        };
        let recorded: Vec<(usize, usize)> = rounds.clone().filter_map(white).collect();
        assert_eq!(pairs, recorded, "{name}, round {}", round + 1);
        let bye = rounds.clone().find(|(_, entry)| matches!(entry, Round::Bye(..)) && entry.is_paired());
        assert_eq!(found.bye, bye.map(|(place, _)| place), "{name}, round {}", round + 1);
    }
    report.paired_rounds()
}

/// Tournaments of 5 to 60 players by an implementation that the federation uses as a reference: what it paired in each round.
#[test]
fn recorded_rounds_are_paired_as_they_were() {
    let all = include_str!("data/dutch.trf");
    let rounds: Vec<usize> = all
        .split("012 ")
        .filter(|text| !text.is_empty())
        .map(|text| check(text.lines().next().unwrap_or(""), text))
        .collect();
    assert!(rounds.len() >= 25 && rounds.iter().sum::<usize>() >= 150, "{rounds:?}");
}

#[test]
fn all_tournaments_of_the_reference_are_paired_as_they_were() {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/swiss/dutch-2026.tar.xz");
    if !archive.exists() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let unpacked = Command::new("tar").arg("-xJf").arg(&archive).arg("-C").arg(folder.path()).status();
    if !unpacked.is_ok_and(|status| status.success()) {
        return;
    }
    let mut folders = vec![folder.path().to_owned()];
    let (mut files, mut rounds) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "trf") {
                let text = std::fs::read_to_string(&path).expect("a report");
                rounds += check(&path.display().to_string(), &text);
                files += 1;
            }
        }
    }
    assert_eq!((files, rounds), (238, 1621));
}
