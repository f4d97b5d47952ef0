//! Plays each strength level against the next one and prints a table of results.
//!
//! `cargo run --release -p saffron-engine --example level_ladder -- [GAMES] [VARIANT] [FIRST] [LAST]`
//!
//! Every opening of six random plies is played twice, once from either side. Games that are not over after 240 plies,
//! or that a search calls won by eight pawns on either side for eight plies, are adjudicated by that score.

use std::process::ExitCode;

use saffron_engine::{Control, Engine, LEVELS, Level, Limits, Random, Root};
use saffron_rules::{Color, Game, Outcome, Variant};

const OPENING_PLIES: usize = 6;
const MOST_PLIES: usize = 240;
const WON_CP: i32 = 800;
const WON_PLIES: usize = 8;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: usize| arguments.get(index).map_or(Some(default), |text| text.parse().ok());
    let (Some(games), Some(first), Some(last)) = (number(0, 100), number(2, 1), number(3, LEVELS.len())) else {
        eprintln!("usage: level_ladder [GAMES] [VARIANT] [FIRST] [LAST]");
        return ExitCode::from(2);
    };
    let id = arguments.get(1).map_or("shafran", String::as_str);
    let Some(variant) = Variant::by_id(id) else {
        eprintln!("there is no variant {id:?}");
        return ExitCode::from(2);
    };
    println!("| level | games | won | drawn | lost | score | Elo difference |");
    println!("|---|---|---|---|---|---|---|");
    let range = first.clamp(1, LEVELS.len()) - 1..last.clamp(1, LEVELS.len());
    for pair in LEVELS[range].windows(2) {
        play_match(variant, &pair[1], &pair[0], games);
    }
    ExitCode::SUCCESS
}

/// Plays a match and prints its line, from the stronger level's point of view.
fn play_match(variant: &'static Variant, stronger: &Level, weaker: &Level, games: usize) {
    let mut engines = [Engine::new(16), Engine::new(16)].map(|engine| engine.expect("memory for two small tables"));
    let mut random = Random::new(u64::from(stronger.number));
    let mut counts = [0usize; 3];
    let mut score = 0.0;
    let mut opening = Game::new(variant.start());
    for game in 0..games {
        if game % 2 == 0 {
            opening = random_opening(variant, &mut random);
        }
        let color = if game % 2 == 0 { Color::White } else { Color::Black };
        let quarters = play(opening.clone(), color, [stronger, weaker], &mut engines, &mut random);
        score += f64::from(quarters) / 4.0;
        counts[match quarters {
            3.. => 0,
            2 => 1,
            _ => 2,
        }] += 1;
    }
    let share = score / games.max(1) as f64;
    println!(
        "| {} against {} | {games} | {} | {} | {} | {:.1} % | {} |",
        stronger.number,
        weaker.number,
        counts[0],
        counts[1],
        counts[2],
        100.0 * share,
        elo(share, games),
    );
}

/// The Elo difference that a score stands for, with the half width of its 95 % interval.
fn elo(share: f64, games: usize) -> String {
    let of = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
    if share <= 0.0 || share >= 1.0 {
        return (if share > 0.5 { "all won" } else { "all lost" }).to_owned();
    }
    let error = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
    let width = (of((share + error).min(0.999)) - of((share - error).max(0.001))) / 2.0;
    format!("{:+.0} ± {width:.0}", of(share))
}

fn random_opening(variant: &'static Variant, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(variant.start());
        for _ in 0..OPENING_PLIES {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
        if game.moves().len() == OPENING_PLIES && game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays a game; the first level's score in quarters of a point.
fn play(mut game: Game, color: Color, levels: [&Level; 2], engines: &mut [Engine; 2], random: &mut Random) -> u8 {
    engines.iter_mut().for_each(Engine::new_game);
    let mut clear = 0usize;
    let mut leader = color;
    while game.moves().len() < MOST_PLIES {
        if let Some(outcome) = ended(&game) {
            return outcome.quarters(color);
        }
        let turn = game.position().turn();
        let index = usize::from(turn != color);
        let root = Root::from(&game);
        let result =
            engines[index].search_at_level(&root, levels[index], &Limits::default(), random, &Control::new(), &mut ());
        let Some(best) = result.best else { return 2 };
        let cp = result.score.to_centipawns();
        let ahead = if cp > 0 { turn } else { !turn };
        clear = if cp.abs() < WON_CP {
            0
        } else if ahead == leader {
            clear + 1
        } else {
            1
        };
        leader = ahead;
        if clear >= WON_PLIES {
            return if leader == color { 4 } else { 0 };
        }
        if game.play(best).is_err() {
            return 0;
        }
    }
    2
}

/// The end of the game; a draw that can be claimed is claimed.
fn ended(game: &Game) -> Option<Outcome> {
    let claimed = game.claim().and_then(|_| game.clone().claim_draw().ok());
    game.outcome().or(claimed)
}
