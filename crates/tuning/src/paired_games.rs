//! Paired games of two engines in one process.

use saffron_arena::random_openings;
use saffron_engine::{Control, Engine, Limits, Root, SearchResult};
use saffron_rules::{Color, Game, Outcome, Variant};

/// Number of random plies in an opening.
const OPENING_PLIES: usize = 6;

/// Maximum absolute score of an opening in centipawns.
const MAX_IMBALANCE: i32 = 150;
const IMBALANCE_NODES: u64 = 5_000;

/// Number of plies after which a game is drawn.
const MAX_PLIES: usize = 300;

/// Minimum score in centipawns that both players must see for the same side, and number of consecutive plies, for a game to be
/// adjudicated as won. The score is high because weak players lose won games.
const WON_CP: i32 = 1000;
const WON_PLIES: usize = 10;

/// Returns an opening of random moves whose score is within 150 centipawns of 0. It depends only on the index.
///
/// # Errors
/// If no such opening is found.
pub fn fair_opening(variant: &'static Variant, index: u64, judge: &mut Engine) -> Result<Game, String> {
    for seed in 0..1000 {
        let seed = index * 1000 + seed;
        let openings = random_openings(&variant.start(), OPENING_PLIES, 1, seed)?;
        let Some(opening) = openings.first() else { continue };
        let game = Game::from_moves(opening.start, opening.moves.iter().copied()).map_err(|error| error.to_string())?;
        judge.new_game();
        let limits = Limits::nodes(IMBALANCE_NODES);
        let score = judge.search(&Root::from(&game), &limits, &Control::new(), &mut ()).score;
        if score.to_centipawns().abs() <= MAX_IMBALANCE {
            return Ok(game);
        }
    }
    Err("no fair opening was found".to_owned())
}

/// Plays an opening twice with colours reversed, and returns the score of the first engine in quarter points, 0 to 8. `choose`
/// searches with engine 0 or 1; the colour is that of engine 0 in this game.
///
/// # Errors
/// If an engine chooses an illegal move.
pub fn play_pair(
    opening: &Game,
    engines: &mut [Engine; 2],
    mut choose: impl FnMut(&mut Engine, usize, Color, &Root) -> SearchResult,
) -> Result<u8, String> {
    let mut sum = 0;
    for color in Color::ALL {
        engines.iter_mut().for_each(Engine::new_game);
        sum += play(opening.clone(), color, |index, root| choose(&mut engines[index], index, color, root))?;
    }
    Ok(sum)
}

/// Plays a game in which engine 0 has this colour, and returns its score in quarter points.
fn play(mut game: Game, color: Color, mut choose: impl FnMut(usize, &Root) -> SearchResult) -> Result<u8, String> {
    let (mut clear, mut leader) = (0usize, color);
    while game.moves().len() < MAX_PLIES {
        if let Some(outcome) = ended(&game) {
            return Ok(outcome.quarters(color));
        }
        let turn = game.position().turn();
        let result = choose(usize::from(turn != color), &Root::from(&game));
        let Some(best) = result.best else { return Ok(2) };
        let cp = result.lines.first().map_or(0, |line| line.score.to_centipawns());
        let ahead = if cp > 0 { turn } else { !turn };
        clear = match cp.abs() {
            ..WON_CP => 0,
            _ if ahead == leader => clear + 1,
            _ => 1,
        };
        leader = ahead;
        if clear >= WON_PLIES {
            return Ok(if leader == color { 4 } else { 0 });
        }
        game.play(best).map_err(|error| error.to_string())?;
    }
    Ok(2)
}

/// Returns the outcome if the game is over or a draw can be claimed.
fn ended(game: &Game) -> Option<Outcome> {
    let claimed = game.claim().and_then(|_| game.clone().claim_draw().ok());
    game.outcome().or(claimed)
}
