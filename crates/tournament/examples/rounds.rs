//! Time of pairing rounds of a tournament with random results: `rounds PLAYERS ROUNDS`.

use std::time::Instant;

use saffron_rules::Color;
use saffron_tournament::{Bye, History, PointSystem, Points, Round, SwissRound, pair_swiss};

/// Number from 0 to 1 by SplitMix64, the same in each run.
fn fraction(number: usize) -> f64 {
    let mut bits = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ bits >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let (Some(Ok(count)), Some(Ok(rounds))) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: rounds PLAYERS ROUNDS");
        std::process::exit(2);
    };
    let mut players: Vec<History> = (1..).take(count).map(|number| History { number, ..History::default() }).collect();
    let present: Vec<usize> = (0..count).collect();
    for round in 0..rounds {
        let begun = Instant::now();
        let pairing = pair_swiss(&SwissRound {
            players: &players,
            present: &present,
            round,
            rounds,
            initial: Color::White,
            system: PointSystem::default(),
            forbidden: &[],
        });
        let elapsed = begun.elapsed();
        let pairing = match pairing {
            Ok(pairing) => pairing,
            Err(error) => {
                eprintln!("round {}: {error}", round + 1);
                std::process::exit(1);
            }
        };
        println!("round {}: {} pairs in {:.2} s", round + 1, pairing.pairs.len(), elapsed.as_secs_f64());
        for pair in pairing.pairs {
            // The higher player wins more often, the more so the farther they are apart.
            let edge = (pair.black as f64 - pair.white as f64) / count as f64;
            let lot = fraction(round * count + pair.white);
            let quarters = if lot < 0.35 + 0.3 * edge { 4 } else { 2 * i32::from(lot < 0.65 + 0.3 * edge) };
            for (own, opponent, color, quarters) in
                [(pair.white, pair.black, Color::White, quarters), (pair.black, pair.white, Color::Black, 4 - quarters)]
            {
                let points = Points::from_quarters(quarters);
                players[own].rounds.push(Round::Game { opponent, color, points, is_played: true });
            }
        }
        if let Some(place) = pairing.bye {
            players[place].rounds.push(Round::Bye(Bye::Allocated, Points::ONE));
        }
    }
}
