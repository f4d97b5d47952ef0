//! Complete searches of limited players.

use std::time::{Duration, Instant};

use saffron_rules::{Color, Game, Move, Position, Variant};

use super::scale::{LEVELS, Level, Strength};
use crate::engine::Engine;
use crate::interface::{Clock, Control, Info, Limits, Observer, Root};
use crate::random::Random;
use crate::see;

fn engine() -> Engine {
    Engine::new(1).unwrap()
}

fn strength(level: u32) -> Strength {
    Level::by_number(level).strength.unwrap()
}

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
}

/// Returns the share of players, which differ by their seeds, that play one of the moves.
fn share(position: &Position, level: u32, seeds: u64, moves: &[&str]) -> f64 {
    let moves: Vec<_> = moves.iter().map(|text| position.parse_uci(text).unwrap()).collect();
    let root = Root::from(*position);
    let mut engine = engine();
    let plays = |seed: &u64| {
        engine.new_game();
        let found =
            engine.search_at_strength(&root, strength(level), *seed, &Limits::default(), &Control::new(), &mut ());
        moves.contains(&found.best.unwrap())
    };
    (0..seeds).filter(plays).count() as f64 / seeds as f64
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed: u64| {
        let (mut engine, mut game) = (engine(), Game::new(Variant::by_id("shafran").unwrap().start()));
        while game.outcome().is_none() && game.moves().len() < 24 {
            let level = if game.moves().len() % 2 == 0 { 2 } else { 4 };
            let root = Root::from(&game);
            let found =
                engine.search_at_strength(&root, strength(level), seed, &Limits::default(), &Control::new(), &mut ());
            game.play(found.best.unwrap()).unwrap();
        }
        game.moves().to_vec()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_search_at_full_strength_has_no_effect_on_limited_ones() {
    let root = Root::from(Variant::by_id("glinski").unwrap().start());
    let limited = |engine: &mut Engine| {
        engine.search_at_strength(&root, strength(5), 3, &Limits::default(), &Control::new(), &mut ())
    };
    let alone = limited(&mut engine());
    let mut used = engine();
    used.search(&root, &Limits::nodes(50_000), &Control::new(), &mut ());
    used.set_threads(3);
    let after = limited(&mut used);
    assert_eq!((alone.best, alone.score, alone.nodes), (after.best, after.score, after.nodes));
}

#[test]
fn a_mate_in_one_is_played_always_at_high_levels_and_mostly_at_low_ones() {
    let mate = position("shafran", "3k1/6/6Q/4K3/9/9/8/7/6/5 w - - 0 1");
    let mating: Vec<String> = mate
        .legal_moves()
        .into_iter()
        .filter(|&mv| {
            let next = mate.play(mv).unwrap();
            next.in_check() && !next.has_legal_move()
        })
        .map(|mv| mate.uci(mv))
        .collect();
    let mating: Vec<&str> = mating.iter().map(String::as_str).collect();
    assert!(!mating.is_empty());
    let shares = [1, 4, 7, 9].map(|level| share(&mate, level, 40, &mating));
    assert!(shares[0] >= 0.6 && shares[1] >= 0.85 && shares[2] >= 0.95 && shares[3] == 1.0, "{shares:?}");
}

#[test]
fn a_hanging_queen_is_captured() {
    // A rook can capture an undefended queen; there is no other tactic.
    let hanging = position("glinski", "1/3/5/7/k8/11/1q3R5/11/10K/11/11 w - - 0 1");
    let taking: Vec<String> = hanging
        .legal_moves()
        .into_iter()
        .filter(|&mv| hanging.captured(mv).is_some())
        .map(|mv| hanging.uci(mv))
        .collect();
    let taking: Vec<&str> = taking.iter().map(String::as_str).collect();
    assert!(!taking.is_empty());
    let shares = [1, 3, 6].map(|level| share(&hanging, level, 40, &taking));
    assert!(shares[0] >= 0.8 && shares[1] >= 0.9 && shares[2] >= 0.95, "{shares:?}");
}

/// Move of a player who only looks whether a piece is attacked: the one whose exchanges win most or lose least, at random among
/// equals. The player sees no second move and no mate.
fn attack_watchers_move(position: &Position, random: &mut Random) -> Move {
    let gain = |position: &Position, mv: Move| {
        let steps = position.captured(mv).map_or(1, |_| 21);
        (0..steps).map(|step| 50 * (steps - 1 - step)).find(|&value| see::at_least(position, mv, value)).unwrap_or(-1)
    };
    let value = |mv: Move| {
        let mut after = *position;
        after.play_unchecked(mv);
        let loss = after.legal_moves().into_iter().map(|reply| gain(&after, reply)).max();
        gain(position, mv) - loss.unwrap_or(0)
    };
    let moves: Vec<(i32, Move)> = position.legal_moves().into_iter().map(|mv| (value(mv), mv)).collect();
    let best = moves.iter().map(|&(value, _)| value).max().unwrap();
    let equal: Vec<Move> = moves.into_iter().filter(|&(value, _)| value == best).map(|(_, mv)| mv).collect();
    equal[random.below(equal.len())]
}

/// Points of this player in games against a level, by the result, or by the material after 160 plies.
fn attack_watchers_points(level: u32, games: u64) -> f64 {
    let variants = ["shafran", "glinski"].map(|id| Variant::by_id(id).unwrap());
    let play = |seed: u64| {
        let (mut engine, mut random) = (engine(), Random::new(seed));
        let mut game = Game::new(variants[seed as usize / 2 % 2].start());
        let watcher = if seed.is_multiple_of(2) { Color::White } else { Color::Black };
        while game.outcome().is_none() && game.moves().len() < 160 {
            let position = *game.position();
            let mv = if position.turn() == watcher {
                attack_watchers_move(&position, &mut random)
            } else {
                let (limits, control) = (Limits::default(), Control::new());
                let root = Root::from(&game);
                engine.search_at_strength(&root, strength(level), seed, &limits, &control, &mut ()).best.unwrap()
            };
            game.play(mv).unwrap();
        }
        let position = game.position();
        let material = |color: Color| -> i32 {
            position.by_color(color).into_iter().filter_map(|cell| position.role_at(cell)).map(see::value).sum()
        };
        match game.outcome() {
            Some(outcome) => f64::from(outcome.quarters(watcher)) / 4.0,
            None => match material(watcher) - material(!watcher) {
                300.. => 1.0,
                ..=-300 => 0.0,
                _ => 0.5,
            },
        }
    };
    (0..games).map(play).sum()
}

#[test]
fn a_player_who_sees_attacked_pieces_beats_the_weakest_levels() {
    let shares = [0, 1, 3].map(|level| attack_watchers_points(level, 24) / 24.0);
    assert!(shares[0] >= 0.85 && shares[1] >= 0.6 && shares[1] > shares[2], "{shares:?}");
}

#[test]
fn pieces_are_recaptured() {
    let variant = Variant::by_id("glinski").unwrap();
    let mut random = Random::new(12);
    let mut taken = [0; 3];
    let mut cases = 0;
    let mut judge = engine();
    while cases < 100 {
        let mut game = Game::new(variant.start());
        for _ in 0..20 {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
        let position = *game.position();
        let root = Root::from(&game);
        let captured = game
            .moves()
            .last()
            .zip(game.positions().iter().rev().nth(1))
            .is_some_and(|(&mv, p)| p.captured(mv).is_some());
        if !captured {
            continue;
        }
        // A recapture: the best move by far captures a piece on the cell of the last capture.
        let limits = Limits { depth: Some(6), multi_pv: 2, ..Limits::default() };
        let found = judge.search(&root, &limits, &Control::new(), &mut ());
        let [first, second] = &found.lines[..] else { continue };
        if first.score.to_centipawns() < second.score.to_centipawns() + 200 {
            continue;
        }
        let Some(&last) = game.moves().last() else { continue };
        let Some(best) = found.best.filter(|mv| mv.to == last.to) else { continue };
        if position.captured(best).is_none_or(|role| role == saffron_rules::Role::Pawn) {
            continue;
        }
        cases += 1;
        for (count, level) in taken.iter_mut().zip([1, 4, 7]) {
            let mut engine = engine();
            let limits = Limits::default();
            let found = engine.search_at_strength(&root, strength(level), cases, &limits, &Control::new(), &mut ());
            *count += u32::from(found.best.is_some_and(|mv| mv.to == last.to));
        }
    }
    let least = [0.55, 0.85, 0.95].map(|share| (share * cases as f64) as u32);
    assert!(taken.iter().zip(least).all(|(&taken, least)| taken >= least), "{taken:?} of {cases}, {least:?}");
}

#[test]
fn weak_and_strong_players_play_legal_moves_in_every_variant() {
    let mut engine = engine();
    for variant in Variant::all() {
        for level in [&LEVELS[0], &LEVELS[4], &LEVELS[8]] {
            let mut game = Game::new(variant.start());
            for _ in 0..2 {
                let root = Root::from(&game);
                let found = engine.search_at_level(&root, level, 7, &Limits::default(), &Control::new(), &mut ());
                game.play(found.best.unwrap()).unwrap();
            }
        }
    }
}

/// Observer that records the greatest number of a line and the greatest depth.
#[derive(Default)]
struct Greatest(usize, u32);

impl Observer for Greatest {
    fn info(&mut self, info: &Info<'_>) {
        self.0 = self.0.max(info.multi_pv);
        self.1 = self.1.max(info.depth);
    }
}

#[test]
fn the_callers_limits_hold() {
    let position = Variant::by_id("shafran").unwrap().start();
    let root = Root::from(position);
    let search = |limits: &Limits, level: u32| {
        let mut greatest = Greatest::default();
        let found = engine().search_at_strength(&root, strength(level), 1, limits, &Control::new(), &mut greatest);
        (found, greatest)
    };
    let (found, greatest) = search(&Limits { depth: Some(2), ..Limits::default() }, 8);
    assert_eq!((found.lines.len(), greatest.0, greatest.1), (1, 1, 2));
    let (found, greatest) = search(&Limits { multi_pv: 3, ..Limits::default() }, 9);
    assert_eq!((found.lines.len(), greatest.0), (3, 3));
    let only: Vec<_> = ["e2e5", "d2d5"].into_iter().map(|text| position.parse_uci(text).unwrap()).collect();
    for level in 1..=9 {
        let (found, _) = search(&Limits { search_moves: only.clone(), ..Limits::default() }, level);
        assert!(only.contains(&found.best.unwrap()));
    }
    let (found, _) = search(&Limits::nodes(300), 9);
    assert!(found.nodes < 1500, "{}", found.nodes);
}

#[test]
fn a_search_for_a_mate_is_not_limited() {
    // Mate in two or three, beyond a search of one or two plies.
    let root = Root::from(position("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w - - 0 1"));
    let limits = Limits { mate: Some(6), nodes: Some(400_000), ..Limits::default() };
    let full = engine().search(&root, &limits, &Control::new(), &mut ());
    let limited = engine().search_at_strength(&root, Strength::MIN, 1, &limits, &Control::new(), &mut ());
    assert_eq!((full.best, full.score, full.nodes), (limited.best, limited.score, limited.nodes));
}

#[test]
fn a_limited_player_uses_little_of_its_clock() {
    let mut random = Random::new(5);
    let mut engine = engine();
    for remaining in [1, 20, 200, 60_000] {
        let mut game = Game::new(Variant::by_id("glinski").unwrap().start());
        for _ in 0..10 {
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        let clock = Clock { remaining: Duration::from_millis(remaining), ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        for level in [1, 9] {
            let mut search = || {
                let begun = Instant::now();
                let (root, control) = (Root::from(&game), Control::new());
                let found = engine.search_at_strength(&root, strength(level), 1, &limits, &control, &mut ());
                assert!(found.best.is_some());
                begun.elapsed()
            };
            // With a margin for a busy machine, and another try for one that stopped the process meanwhile.
            let most = Duration::from_millis(remaining / 2 + 400);
            assert!((0..4).any(|_| search() < most), "{remaining}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let over = position("glinski", "1/3/5/7/Q8/8K1k/11/11/11/11/11 b - - 0 1");
    let found =
        engine().search_at_strength(&over.into(), Strength::MIN, 1, &Limits::default(), &Control::new(), &mut ());
    assert_eq!((found.best, found.lines.len()), (None, 0));
}
