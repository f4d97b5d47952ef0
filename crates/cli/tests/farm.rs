//! The test farm on the command line, with this program as the engine.

use std::path::Path;
use std::process::{Command, Output};

const SAFFRON: &str = env!("CARGO_BIN_EXE_saffron");

struct Farm(tempfile::TempDir);

impl Farm {
    /// Creates a folder with a file of openings.
    fn new() -> Farm {
        let folder = tempfile::tempdir().unwrap();
        let [white, black] = [
            "e2e5 e2e4 e2e3 d2d3 d2d4 d2d5 c2c3 c2c4 b2b3 b2b4 f3f4 f3f5 g4g5 g4g6 h5h6 b1c4",
            "e9e6 e9e7 e9e8 d8d7 d8d6 c7c6 c7c5 b6b5 f9f8 f9f7 f9f6 g9g8 g9g7",
        ]
        .map(|moves| moves.split(' '));
        let openings: String =
            white.flat_map(|first| black.clone().map(move |second| format!("{first} {second}\n"))).collect();
        std::fs::write(folder.path().join("some.openings"), openings).unwrap();
        Farm(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(SAFFRON).current_dir(self.path()).arg("farm").args(arguments).output().unwrap()
    }

    /// Runs a command that works, and returns its output.
    fn works(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that is refused, and returns its error.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn add(&self, name: &str, more: &[&str]) -> String {
        self.works(&[&["add", name, "--variant", "shafran", "--openings", "some.openings"], more].concat())
    }
}

fn engine(options: &str) -> String {
    format!("cmd='{SAFFRON} uci --parameters' option.Hash=1 {options}")
}

#[test]
fn tests_are_played_in_their_order_and_resumed() {
    let farm = Farm::new();
    let (new, base) = (engine(""), engine("option.EvalFile=none"));
    let engines = ["--new", new.as_str(), "--base", base.as_str()];
    // A network against none: decided long before the maximum, at both stages.
    let sprt = ["--sprt", "elo0=0", "elo1=200", "--games", "400", "--limits", "nodes=300", "nodes=500"];
    farm.add("network", &[&engines[..], &sprt].concat());
    farm.add("twelve", &[&engines[..], &["--games", "12", "--limits", "depth=2"]].concat());
    assert!(farm.works(&["status"]).starts_with("network nodes=300: 0 games"));
    let state = farm.works(&["run", "--concurrency", "2"]);
    let lines: Vec<&str> = state.lines().collect();
    assert_eq!(lines.len(), 3, "{state}");
    assert!(lines[0].starts_with("network nodes=300: ") && lines[0].ends_with(", H1"), "{state}");
    assert!(lines[1].starts_with("network nodes=500: ") && lines[1].ends_with(", H1"), "{state}");
    assert!(lines[2].starts_with("twelve depth=2: 12 games") && lines[2].ends_with(", played"), "{state}");
    let results = std::fs::read_to_string(farm.path().join("farm/results.tsv")).unwrap();
    assert_eq!(results.lines().count(), 4, "{results}");
    let row = results.lines().nth(1).unwrap();
    for expected in ["network\tshafran\tnodes=300\t", "\tSaffron 0.1.0 ", " net ", "\tHash=1 EvalFile=none\t", "\tH1"] {
        assert!(row.contains(expected), "{expected:?} in {row}");
    }
    // Nothing is left to play, and no row comes twice.
    assert_eq!(farm.works(&["run"]), state);
    assert_eq!(std::fs::read_to_string(farm.path().join("farm/results.tsv")).unwrap(), results);

    // Games that are missing are played again, the others are kept.
    let shard = farm.path().join("farm/twelve/stage-1/00000.tsv");
    let text = std::fs::read_to_string(&shard).unwrap();
    let kept: String = text.lines().take(5).map(|line| format!("{line}\n")).collect();
    std::fs::write(&shard, format!("{kept}7\t2\tche")).unwrap();
    assert!(farm.works(&["status", "twelve"]).contains(": 5 games"));
    assert_eq!(farm.works(&["run", "twelve"]), format!("{}\n", lines[2]));
    let again = std::fs::read_to_string(&shard).unwrap();
    assert!(again.starts_with(&kept) && again.lines().count() == 12, "{again}");

    // Another engine does not continue a test.
    let test = farm.path().join("farm/twelve/test.toml");
    let text = std::fs::read_to_string(&test).unwrap();
    std::fs::write(&test, text.replacen("option.Hash=1", "option.Hash=1 option.EvalFile=none", 1)).unwrap();
    let error = farm.refused(&["run", "twelve"]);
    assert!(error.contains("test twelve: new was \"Saffron ") && error.contains("add a new test"), "{error}");
}

#[test]
fn parameters_are_tuned() {
    let farm = Farm::new();
    let new = engine("");
    let tuning =
        ["--new", new.as_str(), "--spsa", "6", "--parameters", "razor_*,delta_margin", "--limits", "nodes=100"];
    farm.add("razor", &tuning);
    assert_eq!(farm.works(&["status"]), "razor: 0 of 6 pairs\n");
    let state = farm.works(&["run", "--concurrency", "2"]);
    assert!(state.starts_with("razor: 6 of 6 pairs\n  razor_base: "), "{state}");
    assert_eq!(state.lines().count(), 4, "{state}");
    assert!(state.contains("  delta_margin: ") && state.contains("(was 135)"), "{state}");
    assert_eq!(farm.works(&["run"]), state);
    let pairs = std::fs::read_to_string(farm.path().join("farm/razor/pairs.tsv")).unwrap();
    assert_eq!(pairs.lines().count(), 6, "{pairs}");
    farm.add("nothing", &["--new", &new, "--spsa", "6", "--parameters", "speed"]);
    assert!(farm.refused(&["run", "nothing"]).contains("the engine has no option \"speed\" with a number"));
}

#[test]
fn what_cannot_be_tested_is_refused_when_it_is_added() {
    let farm = Farm::new();
    let new = engine("");
    let add = |more: &[&str]| {
        let test = ["add", "a", "--variant", "shafran", "--new", new.as_str(), "--openings", "some.openings"];
        farm.refused(&[&test[..], more].concat())
    };
    assert!(add(&["--sprt"]).contains("--base"));
    assert!(add(&["--base", &new]).contains("--sprt"));
    assert!(add(&["--base", "name=x", "--sprt"]).contains("base: cmd=COMMAND is missing"));
    assert!(add(&["--base", &new, "--sprt", "elo0=9"]).contains("sprt: elo0 has to be below elo1"));
    assert!(add(&["--base", &new, "--games", "4", "--limits", "speed=1"]).contains("limits: expected nodes=N"));
    assert!(add(&["--spsa", "5", "--games", "4"]).contains("--games"));
    assert!(farm.refused(&["run", "a"]).contains("there is no test \"a\""));
    assert_eq!(farm.works(&["status"]), "");
}

#[test]
fn balanced_openings_are_found_and_can_be_used() {
    let farm = Farm::new();
    let find = |count: &str| {
        farm.works(&[
            "openings",
            "glinski",
            "--out",
            "g.openings",
            "--count",
            count,
            "--nodes",
            "400",
            "--balance",
            "90",
        ])
    };
    assert_eq!(find("2"), "openings 2\n");
    assert_eq!(find("3"), "openings 3\n");
    let new = engine("");
    let add = ["add", "g", "--variant", "glinski", "--openings", "g.openings", "--new", &new, "--base", &new];
    farm.works(&[&add[..], &["--games", "2", "--limits", "depth=1"]].concat());
    assert!(farm.works(&["run"]).contains("g depth=1: 2 games"));
    let other = farm.refused(&["openings", "glinski", "--out", "g.openings", "--seed", "5"]);
    assert!(other.contains("g.openings: holds other openings"), "{other}");
}
