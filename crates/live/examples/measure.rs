//! Measures time and memory of live games: `cargo run --release -p saffron-live --example measure [GAMES]`. Memory is measured on
//! Linux only.

use std::time::{Duration, Instant};

use saffron_live::{Command, CommandId, Context, Live, Presence, Recorded, RoundTrip, Settings, TimeControl};

const PLIES: usize = 60;

/// Resident memory of this process in bytes, or 0 if unknown.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()));
    pages.unwrap_or(0) * 4096
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse::<usize>())?;
    let variants = ["shafran", "glinski", "mccooey"];
    let control = TimeControl::Clock { initial: 180, increment: 2 };
    let context = Context { round_trip: RoundTrip::steady(40), opponent: Presence::Present };
    let before = resident();
    let mut all = Vec::with_capacity(games);
    let mut log: Vec<Recorded> = Vec::new();
    let (mut moves, mut deciding, mut recording) = (0, Duration::ZERO, Duration::ZERO);
    let mut random = 1_u64;
    for game in 0..games {
        let settings = Settings { rated: true, ..Settings::casual(variants[game % 3], control) };
        let (mut live, created) = Live::create(settings, 0)?;
        if game == 0 {
            log.push(created);
        }
        for ply in 0..PLIES {
            let legal = live.position().legal_moves();
            if live.outcome().is_some() || legal.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let uci = live.position().uci(legal[(random >> 33) as usize % legal.len()]);
            let now = i64::try_from(ply)? * 2_000;
            let command = Command::Move { uci, ply: live.ply(), thought: Some(1_950) };
            let id = CommandId { client: format!("client{game}{}", ply % 2), n: u32::try_from(ply)? };
            let start = Instant::now();
            let events = live.decide(live.turn(), &command, context, now)?;
            let decided = Instant::now();
            let recorded = live.record(events, now, Some((id, command.digest())))?;
            deciding += decided - start;
            recording += decided.elapsed();
            moves += 1;
            if game == 0 {
                log.extend(recorded);
            }
        }
        all.push(live);
    }
    let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(moves);
    println!("{games} games of up to {PLIES} plies, {moves} moves");
    println!("decide {:.2} µs, record {:.2} µs a move", each(deciding), each(recording));
    println!("{} bytes a game, {} of them the structure", (resident() - before) / games, size_of::<Live>());
    let start = Instant::now();
    let times = 1_000;
    for _ in 0..times {
        Live::replay(log.iter().cloned())?;
    }
    println!("replay of {} events: {:.1} µs", log.len(), start.elapsed().as_secs_f64() * 1e6 / f64::from(times));
    let start = Instant::now();
    let events = all.iter().map(|live| live.resume(i64::MAX, i64::MAX).len()).sum::<usize>();
    println!("resume: {:.1} µs a game, {events} events", start.elapsed().as_secs_f64() * 1e6 / games as f64);
    Ok(())
}
