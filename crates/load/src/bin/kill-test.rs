//! Kills a server under load many times and checks that no acknowledged command is lost or executed twice.
//!
//! `kill-test PROGRAM HOST:PORT KILLS [GAMES [INTERVAL_MS [SEED]]] -- ARGUMENTS` starts `PROGRAM ARGUMENTS --listen HOST:PORT`,
//! for example `kill-test target/release/saffron 127.0.0.1:8099 1000 -- serve --data /tmp/kill --no-quotas`. The last line is
//! "kills N moves N faults N". The exit status is 1 if there are faults.

use std::process::ExitCode;
use std::time::Duration;

use saffron_load::{KillOptions, kill_again_and_again};

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<bool, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let own: Vec<String> = arguments.by_ref().take_while(|argument| argument != "--").collect();
    let [program, host, kills, more @ ..] = &own[..] else {
        return Err("usage: kill-test PROGRAM HOST:PORT KILLS [GAMES [INTERVAL_MS [SEED]]] -- ARGUMENTS".into());
    };
    let number = |index: usize, default: u64| more.get(index).map_or(Ok(default), |text| text.parse());
    let options = KillOptions {
        program: program.into(),
        arguments: arguments.collect(),
        host: host.clone(),
        kills: kills.parse()?,
        games: usize::try_from(number(0, 100)?)?,
        interval: Duration::from_millis(number(1, 100)?),
        seed: number(2, 0x5eed)?,
    };
    let report = kill_again_and_again(options, |kills, moves| {
        if kills % 10 == 0 {
            eprintln!("{kills} kills, {moves} moves");
        }
    })
    .await?;
    for fault in report.faults.iter().take(50) {
        println!("fault: {fault}");
    }
    println!("games {} resent {} longest_start_ms {}", report.games, report.resent, report.longest_start_ms);
    println!("kills {} moves {} faults {}", report.kills, report.moves, report.faults.len());
    Ok(report.faults.is_empty())
}
