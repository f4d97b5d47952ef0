//! Conversion of self-play games to samples on the command line.

use std::process::{Command, Output};

fn saffron(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saffron")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_training_without_python_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let run =
        saffron(&["train", "shafran", "--out", &out, "--games", "1", "--nodes", "9", "--python", "/no/such/python"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("the training: /no/such/python: "), "{}", text(&run.stderr));
    // The games are kept for the next try.
    assert!(folder.path().join("round-1/games/00000.games").exists() && folder.path().join("round-1/samples").exists());
}

/// The whole way to a network of a user-defined variant. It installs the packages of the training, unless the variable
/// `SAFFRON_PYTHON` names a Python that has them.
#[test]
#[ignore = "installs Python packages and trains a network: minutes"]
fn a_network_is_trained_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let mini = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/mini-hexchess.toml");
    let python = std::env::var("SAFFRON_PYTHON").unwrap_or_default();
    let arguments =
        ["--variants", mini, "train", "mini", "--out", &out, "--games", "200", "--nodes", "40", "--epochs", "1"];
    let more: &[&str] = if python.is_empty() { &[] } else { &["--python", &python] };
    let trained = saffron(&[&arguments[..], &["--match-games", "4"], more].concat());
    assert!(trained.status.success(), "{}", text(&trained.stderr));
    let network_file = folder.path().join("round-2/mini.nnue");
    let network = network_file.display().to_string();
    assert!(text(&trained.stdout).ends_with(&format!("network {network}\n")), "{}", text(&trained.stdout));
    // The engine's arithmetic gives the loss that the trainer printed.
    let samples = folder.path().join("round-2/samples").display().to_string();
    let measured = saffron(&["--variants", mini, "network", "mini", &network, "--samples", &samples]);
    assert!(text(&measured.stdout).starts_with("samples "), "{}", text(&measured.stderr));
    // With the samples in the memory of the device, which a CPU is as well, the training ends where it does without.
    let python = if python.is_empty() { folder.path().join("python/bin/python") } else { python.clone().into() };
    let train = |mode: &str| {
        let script = folder.path().join("scripts/train.py");
        let mut command = Command::new(&python);
        command.arg(script).args([&samples, "--variant", "mini", "--epochs", "2", mode, "--out"]);
        let output = text(&command.arg(folder.path().join("again.nnue")).output().unwrap().stdout);
        let check = output.split_once("quantised: check ").and_then(|(_, rest)| rest.split(',').next()?.parse().ok());
        check.unwrap_or_else(|| panic!("{output}"))
    };
    let (resident, other): (f64, f64) = (train("--resident"), train("--no-resident"));
    assert!((resident / other - 1.0).abs() < 0.2, "{resident} {other}");
    // Next to the file of its variant, the engine takes the network by itself.
    let variant = folder.path().join("my-mini.toml");
    std::fs::copy(mini, &variant).unwrap();
    let name = |network: bool| {
        if network {
            std::fs::copy(&network_file, folder.path().join("mini.nnue")).unwrap();
        }
        let commands = ["uci", "setoption name UCI_Variant value mini", "uci"];
        let output = saffron(&[&["--variants", variant.to_str().unwrap()], &commands[..]].concat());
        text(&output.stdout).lines().find(|line| line.starts_with("id name ")).unwrap().to_owned()
    };
    assert!(!name(false).contains(" net ") && name(true).contains(" net "));
    // Nothing is left to do but the match.
    let again = saffron(&[&arguments[..], &["--match-games", "0"], more].concat());
    assert_eq!((text(&again.stdout), text(&again.stderr)), (format!("network {network}\n"), String::new()));
}

/// A network next to the file of its variant that cannot be used is an error.
#[test]
fn the_network_of_a_variant_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let variant = folder.path().join("my-mini.toml");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/mini-hexchess.toml"), &variant).unwrap();
    let count = || saffron(&["--variants", variant.to_str().unwrap(), "perft", "mini", "1"]);
    assert!(count().status.success());
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/networks/glinski.nnue");
    std::fs::copy(other, folder.path().join("mini.nnue")).unwrap();
    let refused = count();
    assert_eq!(refused.status.code(), Some(2));
    let error = text(&refused.stderr);
    assert!(error.contains("mini.nnue: this is a network for \"glinski\", not for \"mini\""), "{error}");
}

#[test]
fn games_become_samples_and_a_run_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = folder.join("a").display().to_string();
    let games = folder.join("a").join("00000.games").display().to_string();
    let samples = folder.join("a.samples").display().to_string();
    for (count, threads) in [("2", "1"), ("3", "2")] {
        let played =
            saffron(&["selfplay", "glinski", "--out", &run, "--games", count, "--nodes", "50", "--threads", threads]);
        assert!(played.status.success(), "{}", text(&played.stderr));
    }
    let made = saffron(&["samples", &run, "--out", &samples]);
    assert!(text(&made.stdout).starts_with("games 3 positions "), "{}", text(&made.stdout));

    // A damaged game is skipped and reported; it used to make the whole file unreadable.
    let whole = std::fs::read(&games).unwrap();
    let result = whole.windows(7).position(|id| id == b"glinski").unwrap() + 7 + 8;
    let damaged_games = folder.join("damaged.games").display().to_string();
    std::fs::write(&damaged_games, [&whole[..result], &[9], &whole[result + 1..]].concat()).unwrap();
    let made = saffron(&["samples", &damaged_games, "--out", &folder.join("rest.samples").display().to_string()]);
    assert!(made.status.success());
    assert!(text(&made.stdout).starts_with("games 2 positions "), "{}", text(&made.stdout));
    assert!(text(&made.stdout).ends_with(" damaged 1\n"), "{}", text(&made.stdout));
    let error = text(&made.stderr);
    assert!(error.contains("damaged.games: skipped ") && error.contains(": a result above 4 quarters"), "{error}");

    for (more, setting) in [
        (&["shafran"][..], "variant glinski, not shafran"),
        (&["glinski", "--nodes", "60"], "nodes 50, not 60"),
        (&["glinski", "--nodes", "50", "--network", "none"], ", not none"),
    ] {
        let other = saffron(&[&["selfplay"], more, &["--out", &run, "--games", "1"]].concat());
        assert_eq!(other.status.code(), Some(2));
        let error = text(&other.stderr);
        assert!(error.contains("the run in this folder has another setting: ") && error.contains(setting), "{error}");
    }
    let endless = saffron(&["selfplay", "glinski", "--out", &run, "--games", "4", "--random-plies", "5000"]);
    assert_eq!(endless.status.code(), Some(2));
    assert!(text(&endless.stderr).contains("5000 is not in 0..=100"), "{}", text(&endless.stderr));
    let wrong = saffron(&["samples", &samples, "--out", &games]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        text(&wrong.stderr).contains("a.samples: this is not a file of self-played games"),
        "{}",
        text(&wrong.stderr)
    );
    assert!(std::fs::metadata(&games).unwrap().len() > 100, "the games are still there");
    // The input file is never overwritten, under any name.
    let kept = std::fs::read(&games).unwrap();
    let other_way = folder.join("a").join(".").join("00000.games").display().to_string();
    let partial = folder.join("a.samples.partial").display().to_string();
    std::fs::copy(&games, &partial).unwrap();
    for (read, written) in [(&games, &games), (&games, &other_way), (&partial, &samples)] {
        let own = saffron(&["samples", read, "--out", written]);
        assert_eq!(own.status.code(), Some(2), "{written}");
        assert!(text(&own.stderr).contains(": this is the input file"), "{}", text(&own.stderr));
        assert_eq!(std::fs::read(read).unwrap(), kept);
    }
    let none = saffron(&["network", "glinski", &samples, "--samples", &samples]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("a.samples: this is not a network file"), "{}", text(&none.stderr));

    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/networks/glinski.nnue");
    let measure = |more: &[&str]| saffron(&[&["network", "glinski", network, "--samples", &samples], more].concat());
    let whole = measure(&["--share", "1", "--curve", "150"]);
    assert!(text(&whole.stdout).starts_with("samples "), "{}", text(&whole.stderr));
    for wrong in [["--share", "2"], ["--share", "nan"], ["--curve", "0"], ["--curve", "inf"]] {
        let refused = measure(&wrong);
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
        assert!(text(&refused.stderr).contains(wrong[0]), "{}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains("expected a number "), "{}", text(&refused.stderr));
    }
    let bytes = std::fs::read(&samples).unwrap();
    std::fs::write(&samples, &bytes[..bytes.len() - 1]).unwrap();
    let cut = measure(&[]);
    assert_eq!((cut.status.code(), text(&cut.stdout)), (Some(2), String::new()));
    assert!(text(&cut.stderr).contains("a.samples: the file is truncated in sample "), "{}", text(&cut.stderr));
}
