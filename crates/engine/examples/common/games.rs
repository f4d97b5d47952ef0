//! Games of two engines in one program.

use saffron_arena::random_openings;
use saffron_engine::{Control, Engine, Limits, Root, SearchResult};
use saffron_rules::{Color, Game, Outcome, Variant};

/// Random plies at the beginning.
const OPENING_PLIES: usize = 6;

/// Openings that the engine scores above this for either side are not played, in centipawns.
const GREATEST_IMBALANCE: i32 = 150;
const IMBALANCE_NODES: u64 = 5_000;

/// A game that is not over after so many plies is drawn.
const MOST_PLIES: usize = 300;

/// A game is given to the side that both players have seen so far ahead for so many plies on end: late, because to lose a won
/// game is a thing that weak players do.
const WON_CP: i32 = 1000;
const WON_PLIES: usize = 10;

/// Random moves that leave neither side much better, the same for the same index.
pub(crate) fn fair_opening(variant: &'static Variant, index: u64, judge: &mut Engine) -> Result<Game, String> {
    for seed in 0..1000 {
        let seed = index * 1000 + seed;
        let openings = random_openings(&variant.start(), OPENING_PLIES, 1, seed)?;
        let Some(opening) = openings.first() else { continue };
        let game = Game::from_moves(opening.start, opening.moves.iter().copied()).map_err(|error| error.to_string())?;
        judge.new_game();
        let limits = Limits::nodes(IMBALANCE_NODES);
        let score = judge.search(&Root::from(&game), &limits, &Control::new(), &mut ()).score;
        if score.to_centipawns().abs() <= GREATEST_IMBALANCE {
            return Ok(game);
        }
    }
    Err("no fair opening was found".to_owned())
}

/// Plays an opening from both sides; the first player's score in quarters of a point, 0 to 8. `choose` lets one of the engines,
/// 0 or 1, search in the game in which the first one has this colour.
pub(crate) fn play_pair(
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

/// Plays a game of two players, of which the first has this colour; `choose` lets one of them, 0 or 1, search. The first
/// player's score in quarters of a point.
fn play(mut game: Game, color: Color, mut choose: impl FnMut(usize, &Root) -> SearchResult) -> Result<u8, String> {
    let (mut clear, mut leader) = (0usize, color);
    while game.moves().len() < MOST_PLIES {
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

/// The end of the game; a draw that can be claimed is claimed.
fn ended(game: &Game) -> Option<Outcome> {
    let claimed = game.claim().and_then(|_| game.clone().claim_draw().ok());
    game.outcome().or(claimed)
}
