//! Games between two players of limited strength.

use saffron_arena::random_openings;
use saffron_engine::{Control, Engine, Level, Limits, Random, Root};
use saffron_rules::{Color, Game, Outcome, Variant};

use crate::plan::{Part, Task};

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

/// An engine for each player, so that neither knows what the other has found, and one that looks at openings.
pub(crate) struct Engines {
    players: [Engine; 2],
    judge: Engine,
}

impl Engines {
    pub(crate) fn new() -> Result<Engines, String> {
        let engine = || Engine::new(4).map_err(|error| error.to_string());
        Ok(Engines { players: [engine()?, engine()?], judge: engine()? })
    }
}

/// What the results of a part depend on: they are worth nothing for another program.
pub(crate) fn signature(part: Part) -> String {
    let players: Vec<String> = part
        .players()
        .iter()
        .map(|player| match player.strength {
            Some(strength) => format!("{:?}", strength.faculties()),
            None => player.nodes().to_string(),
        })
        .collect();
    let nodes = crate::plan::VARIANTS.map(|id| match (Variant::by_id(id), Engine::new(1)) {
        (Some(variant), Ok(mut engine)) => {
            engine.search(&Root::from(variant.start()), &Limits::depth(8), &Control::new(), &mut ()).nodes
        }
        _ => 0,
    });
    format!("{nodes:?} {}", players.join(" "))
}

/// Plays an opening from both sides; the stronger player's score in quarters of a point, 0 to 8.
pub(crate) fn play_pair(task: &Task, engines: &mut Engines) -> Result<u8, String> {
    let players = task.part.players();
    let variant = Variant::by_id(task.variant).ok_or("no such variant")?;
    // The same opening for all players of a variant.
    let opening = fair_opening(variant, task.index, &mut engines.judge)?;
    let mut sum = 0;
    for color in Color::ALL {
        let seed = Random::new(task.index << 20 | (task.weaker as u64) << 10 | task.stronger as u64).next_bits();
        let sides = Sides { stronger: &players[task.stronger], weaker: &players[task.weaker], color };
        sum += play(opening.clone(), &sides, seed ^ color.index() as u64, &mut engines.players)?;
    }
    Ok(sum)
}

/// Random moves that leave neither side much better.
fn fair_opening(variant: &'static Variant, index: u64, judge: &mut Engine) -> Result<Game, String> {
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

/// Who plays which side.
struct Sides<'a> {
    stronger: &'a Level,
    weaker: &'a Level,
    /// The stronger player's.
    color: Color,
}

/// Plays a game; the stronger player's score in quarters of a point.
fn play(mut game: Game, sides: &Sides<'_>, seed: u64, engines: &mut [Engine; 2]) -> Result<u8, String> {
    engines.iter_mut().for_each(Engine::new_game);
    let (mut clear, mut leader) = (0usize, sides.color);
    while game.moves().len() < MOST_PLIES {
        if let Some(outcome) = ended(&game) {
            return Ok(outcome.quarters(sides.color));
        }
        let turn = game.position().turn();
        let index = usize::from(turn != sides.color);
        let player = if index == 0 { sides.stronger } else { sides.weaker };
        let root = Root::from(&game);
        // Each player is somebody else in each game.
        let seed = seed.wrapping_add(index as u64);
        let result = engines[index].search_at_level(&root, player, seed, &Limits::default(), &Control::new(), &mut ());
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
            return Ok(if leader == sides.color { 4 } else { 0 });
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
