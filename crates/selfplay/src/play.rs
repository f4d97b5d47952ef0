//! Game of the engine against itself.

use saffron_engine::{Control, Engine, Limits, Random, Root};
use saffron_rules::{Color, Game, Move, Position, Variant};
use serde::{Deserialize, Serialize};

use crate::format::{PlayedGame, PlayedMove};

/// Settings of the games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Nodes per search.
    pub nodes: u64,
    /// Number of random plies in the opening; odd-numbered games have one more, so that either side makes the first searched
    /// move.
    pub random_plies: usize,
    /// Maximum absolute score of an opening in centipawns. Openings that the first search scores higher are replaced.
    pub max_imbalance: i32,
    /// Score in centipawns from which a game is adjudicated as won, once both sides' scores have been this high for the same
    /// side for [`Settings::win_plies`] consecutive plies.
    pub win_score: i32,
    /// Number of consecutive plies; see [`Settings::win_score`].
    pub win_plies: usize,
    /// Length in plies at which the game is adjudicated as drawn.
    pub max_plies: usize,
    /// Seed of the openings, combined with the game's number.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            nodes: 5000,
            random_plies: 8,
            max_imbalance: 500,
            win_score: 1800,
            win_plies: 5,
            max_plies: 400,
            seed: 1,
        }
    }
}

/// Quarter points for a draw.
const DRAWN: u8 = 2;

/// Plays the game with this number; `None` if the control stops it. The game depends only on the engine's settings, these
/// settings and the number.
pub fn play_game(
    engine: &mut Engine,
    variant: &'static Variant,
    settings: &Settings,
    number: u64,
    control: &Control,
) -> Option<PlayedGame> {
    let mut random = Random::new(settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    loop {
        let plies = settings.random_plies + (number % 2) as usize;
        let Some(opening) = random_opening(variant.start(), plies, &mut random) else { continue };
        engine.new_game();
        if let Some(game) = play_to_end(engine, opening, settings, number, control)? {
            return Some(game);
        }
    }
}

/// Continues a game; `None` if the control stops it, or its position is too unbalanced. The existing moves are returned without
/// a score. The random plies and the seed of the settings are not used.
pub fn continue_game(
    engine: &mut Engine,
    game: Game,
    settings: &Settings,
    number: u64,
    control: &Control,
) -> Option<PlayedGame> {
    play_to_end(engine, game, settings, number, control).flatten()
}

/// Returns an opening of random moves; `None` if the moves ended the game.
pub fn random_opening(start: Position, plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let &mv = moves.get(random.below(moves.len().max(1)))?;
        game.play(mv).ok()?;
    }
    (game.outcome().is_none() && game.position().has_legal_move()).then_some(game)
}

/// Plays a game to its end; `Some(None)` if its opening is too unbalanced, `None` if it was stopped.
fn play_to_end(
    engine: &mut Engine,
    mut game: Game,
    settings: &Settings,
    number: u64,
    control: &Control,
) -> Option<Option<PlayedGame>> {
    let limits = Limits::nodes(settings.nodes);
    let mut moves: Vec<PlayedMove> =
        game.moves().iter().map(|&mv| PlayedMove { bits: mv.to_bits(), score: None }).collect();
    let mut adjudication = WinAdjudication::default();
    let white_quarters = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.quarters(Color::White);
        }
        if game.claim().is_some() || moves.len() >= settings.max_plies {
            break DRAWN;
        }
        let result = engine.search(&Root::from(&game), &limits, control, &mut ());
        if control.is_stopped() {
            return None;
        }
        let Some(mv): Option<Move> = result.best else { break DRAWN };
        let score = result.score.to_centipawns().clamp(-i32::from(i16::MAX), i32::from(i16::MAX));
        if moves.iter().all(|mv| mv.score.is_none()) && score.abs() > settings.max_imbalance {
            return Some(None);
        }
        moves.push(PlayedMove { bits: mv.to_bits(), score: Some(score as i16) });
        let for_white = if game.position().turn() == Color::White { score } else { -score };
        if let Some(winner) = adjudication.update(for_white, settings) {
            break if winner == Color::White { 4 } else { 0 };
        }
        if game.play(mv).is_err() {
            break DRAWN;
        }
    };
    Some(Some(PlayedGame { number, white_quarters, moves }))
}

/// Counter of the plies for which a side's advantage has been a winning one.
#[derive(Default)]
struct WinAdjudication {
    side: Option<Color>,
    plies: usize,
}

impl WinAdjudication {
    /// Records a score from White's point of view; returns the side that has won by adjudication.
    fn update(&mut self, for_white: i32, settings: &Settings) -> Option<Color> {
        let side = match for_white {
            score if score >= settings.win_score => Some(Color::White),
            score if score <= -settings.win_score => Some(Color::Black),
            _ => None,
        };
        self.plies = if side.is_some() && side == self.side { self.plies + 1 } else { usize::from(side.is_some()) };
        self.side = side;
        side.filter(|_| self.plies >= settings.win_plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_on_its_number_only() {
        let settings = Settings { nodes: 100, ..Settings::default() };
        for variant in Variant::all() {
            let mut engine = Engine::new(1).unwrap();
            let mut game = |number| play_game(&mut engine, variant, &settings, number, &Control::new()).unwrap();
            let first = game(7);
            assert_eq!(first, game(7));
            assert_ne!(first.moves, game(8).moves);
            assert_eq!(
                first.moves.iter().take_while(|mv| mv.score.is_none()).count(),
                9,
                "an odd number, one more ply"
            );
            let mut position = variant.start();
            for mv in &first.moves {
                let mv = position.move_from_bits(mv.bits).unwrap();
                position = position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn a_game_is_continued() {
        let variant = Variant::by_id("shafran").unwrap();
        let start = variant.start();
        let game = Game::from_moves(start, [start.parse_uci("e2e5").unwrap()]).unwrap();
        let settings = Settings { nodes: 60, max_plies: 12, ..Settings::default() };
        let played = continue_game(&mut Engine::new(1).unwrap(), game, &settings, 5, &Control::new()).unwrap();
        assert_eq!((played.number, played.moves.len(), played.white_quarters), (5, 12, DRAWN));
        let searched: Vec<bool> = played.moves.iter().map(|mv| mv.score.is_some()).collect();
        assert_eq!(searched, [&[false][..], &[true; 11]].concat());
    }

    #[test]
    fn a_stopped_game_is_none() {
        let control = Control::new();
        control.stop();
        let mut engine = Engine::new(1).unwrap();
        let variant = Variant::by_id("shafran").unwrap();
        assert_eq!(play_game(&mut engine, variant, &Settings::default(), 1, &control), None);
    }

    #[test]
    fn a_lasting_advantage_wins_by_adjudication() {
        let settings = Settings { win_score: 1000, win_plies: 3, ..Settings::default() };
        let mut adjudication = WinAdjudication::default();
        let winners: Vec<_> = [1500, 900, 1200, 1300, 1400].map(|score| adjudication.update(score, &settings)).into();
        assert_eq!(winners, [None, None, None, None, Some(Color::White)]);
        assert_eq!([-1500, -1200, -1300].map(|score| adjudication.update(score, &settings))[2], Some(Color::Black));
    }
}
