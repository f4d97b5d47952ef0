//! Reads game records from standard input, plays them through, and prints each as it ends.
//!
//! ```text
//! cargo run -p saffron-rules --example replay_pgn < games.pgn
//! ```

use std::io::BufRead;

use saffron_rules::{PgnReader, Replayer};

fn main() -> std::io::Result<()> {
    let mut reader = PgnReader::new();
    let mut replayer = Replayer::new();
    let mut report = |reader: &mut PgnReader| {
        while let Some(score) = reader.next_game() {
            let replay = replayer.replay(&score);
            println!("game {}: {} plies, {:?}", score.number, replay.moves.len(), replay.language);
            if let Some(mistake) = &replay.error {
                println!("  {mistake}");
            }
        }
    };
    for line in std::io::stdin().lock().lines() {
        reader.push_line(&line?);
        report(&mut reader);
    }
    reader.finish();
    report(&mut reader);
    Ok(())
}
