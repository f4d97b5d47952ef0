//! Properties of the engine in games: legal moves, repeatable searches, limits, repetitions and stalemates.

mod common;

use std::time::{Duration, Instant};

use common::random_position;
use saffron_engine::{Clock, Control, Engine, Info, LEVELS, Limits, Observer, Random, Root, Score};
use saffron_rules::{Cell, Color, Game, Move, Piece, Position, Role, Setup, Variant};

#[test]
fn every_move_is_legal() {
    let mut random = Random::new(3);
    let mut engine = Engine::new(4).unwrap();
    for variant in Variant::all() {
        for round in 0..200 {
            let position = random_position(variant, round, &mut random);
            let limits = Limits { nodes: Some(400), multi_pv: 1 + round % 3, ..Limits::default() };
            let result = engine.search(&position.into(), &limits, &Control::new(), &mut ());
            assert_eq!(result.best.is_none(), !position.has_legal_move(), "{position:?}");
            for line in &result.lines {
                let mut at = position;
                for &mv in &line.pv {
                    at = at.play(mv).unwrap_or_else(|error| panic!("{error} in a line of {position:?}"));
                }
            }
            assert_eq!(result.best, result.lines.first().map(|line| line.pv[0]));
        }
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    for variant in Variant::all() {
        let root = Root::from(random_position(variant, 20, &mut Random::new(5)));
        let run = |engine: &mut Engine| {
            let result = engine.search(&root, &Limits::nodes(20_000), &Control::new(), &mut ());
            (result.best, result.score, result.depth, result.nodes, result.lines)
        };
        let mut engine = Engine::new(4).unwrap();
        let first = run(&mut engine);
        // A search of another variant in between has no effect.
        let other = Variant::by_id("brusky").unwrap().start();
        engine.search(&other.into(), &Limits::nodes(5_000), &Control::new(), &mut ());
        engine.new_game();
        assert_eq!(run(&mut engine), first);
    }
}

/// Measures the time from [`Control::stop`] to the end of a search.
fn time_to_stop(root: &Root) -> Duration {
    let (root, control) = (root.clone(), Control::new());
    let handle = control.clone();
    let searching = std::thread::spawn(move || {
        let mut engine = Engine::new(4).unwrap();
        let best = engine.search(&root, &Limits::default(), &control, &mut ()).best;
        (best, Instant::now())
    });
    std::thread::sleep(Duration::from_millis(200));
    let told = Instant::now();
    handle.stop();
    let (best, ended) = searching.join().unwrap();
    assert!(best.is_some());
    ended.saturating_duration_since(told)
}

#[test]
fn a_search_stops_within_fifty_milliseconds() {
    // On a busy machine a thread may have to wait for a processor, so one try in five is enough.
    let root = Root::from(Variant::by_id("shafran").unwrap().start());
    let times: Vec<Duration> = (0..5).map(|_| time_to_stop(&root)).collect();
    assert!(times.iter().any(|&time| time < Duration::from_millis(50)), "{times:?}");
    assert!(times.iter().all(|&time| time < Duration::from_secs(2)), "{times:?}");
}

#[test]
fn a_search_stopped_before_it_starts_has_a_move() {
    let root = Root::from(Variant::by_id("devasa").unwrap().start());
    let control = Control::new();
    control.stop();
    let mut engine = Engine::new(1).unwrap();
    assert!(engine.search(&root, &Limits::depth(1), &control, &mut ()).best.is_some());
    assert!(engine.search(&root, &Limits::nodes(0), &Control::new(), &mut ()).best.is_some());
}

#[test]
fn the_observer_can_stop_a_search() {
    struct Impatient(u32);
    impl Observer for Impatient {
        fn should_stop(&mut self) -> bool {
            self.0 += 1;
            self.0 > 20
        }
    }
    let root = Root::from(Variant::by_id("mccooey").unwrap().start());
    let result = Engine::new(1).unwrap().search(&root, &Limits::default(), &Control::new(), &mut Impatient(0));
    assert!(result.nodes < 100_000, "{}", result.nodes);
}

#[test]
fn time_limits_are_kept() {
    let root = Root::from(Variant::by_id("glinski").unwrap().start());
    let mut engine = Engine::new(4).unwrap();
    let clock = Clock { remaining: Duration::from_millis(200), ..Clock::default() };
    for limits in [Limits::movetime(Duration::from_millis(60)), Limits { clock: Some(clock), ..Limits::default() }] {
        let begun = Instant::now();
        assert!(engine.search(&root, &limits, &Control::new(), &mut ()).best.is_some());
        // Without the limit it would run for minutes; a busy machine may wake it late.
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?} for {limits:?}", begun.elapsed());
    }
}

#[test]
fn several_lines_are_different_and_ordered() {
    struct Lines(Vec<(u32, usize)>);
    impl Observer for Lines {
        fn info(&mut self, info: &Info<'_>) {
            self.0.push((info.depth, info.multi_pv));
        }
    }
    let root = Root::from(Variant::by_id("hexofen").unwrap().start());
    let limits = Limits { depth: Some(4), multi_pv: 4, ..Limits::default() };
    let mut lines = Lines(Vec::new());
    let result = Engine::new(4).unwrap().search(&root, &limits, &Control::new(), &mut lines);
    assert_eq!(result.lines.len(), 4);
    assert!(result.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut first: Vec<_> = result.lines.iter().map(|line| line.pv[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 4);
    assert_eq!(lines.0.len(), 16, "an info for each depth and line");
}

#[test]
fn only_the_permitted_moves_are_considered() {
    let start = Variant::by_id("shafran").unwrap().start();
    let permitted = vec![start.parse_uci("a2a3").unwrap()];
    let limits = Limits { depth: Some(4), search_moves: permitted.clone(), multi_pv: 3, ..Limits::default() };
    let result = Engine::new(1).unwrap().search(&start.into(), &limits, &Control::new(), &mut ());
    assert_eq!((result.best, result.lines.len()), (Some(permitted[0]), 1));
}

/// Plays both sides from a position, up to `plies` plies. Returns the game.
fn play_on(start: Position, nodes: u64, plies: usize) -> Game {
    let mut engine = Engine::new(8).unwrap();
    let mut game = Game::new(start);
    for _ in 0..plies {
        if game.outcome().is_some() || game.claim().is_some() {
            break;
        }
        let result = engine.search(&Root::from(&game), &Limits::nodes(nodes), &Control::new(), &mut ());
        game.play(result.best.unwrap()).unwrap();
    }
    game
}

#[test]
fn a_queen_mates_a_bare_king_without_repeating() {
    for variant in Variant::all() {
        let start = variant.start();
        let mut setup = Setup::new();
        for color in Color::ALL {
            setup.put(Piece { color, role: Role::King }, start.king(color));
        }
        let queen = Piece { color: Color::White, role: Role::Queen };
        let start = start.pieces(Color::White, Role::Pawn).iter().find_map(|cell| {
            let mut with = setup;
            with.put(queen, cell);
            Position::from_setup(variant, &with).ok()
        });
        let game = play_on(start.unwrap(), 20_000, 80);
        let outcome = game.outcome().unwrap_or_else(|| panic!("{:?}", game.position()));
        assert_eq!(outcome.result(), "1-0", "{}", variant.id());
    }
}

#[test]
fn a_third_occurrence_is_a_draw() {
    let start = Variant::by_id("shafran").unwrap().start();
    let mut game = Game::new(start);
    for text in ["b1c4", "h10g7", "c4b1", "g7h10", "b1c4", "h10g7", "c4b1"] {
        let mv = game.position().parse_uci(text).unwrap();
        game.play(mv).unwrap();
    }
    // Going back now would be the third occurrence: a draw.
    let back = game.position().parse_uci("g7h10").unwrap();
    let limits = Limits { depth: Some(4), search_moves: vec![back], ..Limits::default() };
    let result = Engine::new(1).unwrap().search(&Root::from(&game), &limits, &Control::new(), &mut ());
    assert_eq!(result.score, Score::Cp(0));
    let fresh = Root::from(*game.position());
    let result = Engine::new(1).unwrap().search(&fresh, &limits, &Control::new(), &mut ());
    assert_ne!(result.score, Score::Cp(0), "without the game's history it is an ordinary move");
}

/// Returns random positions of the white king with one more piece against a bare king, White to move, with the moves that
/// stalemate.
fn stalemates(id: &str, role: Role, count: usize) -> Vec<(Position, Vec<Move>)> {
    let variant = Variant::by_id(id).unwrap();
    let cells: Vec<Cell> = variant.board().cells().iter().collect();
    let mut random = Random::new(41);
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = Setup::new();
        for (color, role) in [(Color::White, Role::King), (Color::White, role), (Color::Black, Role::King)] {
            setup.put(Piece { color, role }, cells[random.below(cells.len())]);
        }
        let Ok(position) = Position::from_setup(variant, &setup) else { continue };
        let ends = |mv: &Move, check: bool| {
            let next = position.play(*mv).unwrap();
            !next.has_legal_move() && next.in_check() == check
        };
        let moves = position.legal_moves();
        let stalemating: Vec<Move> = moves.iter().copied().filter(|mv| ends(mv, false)).collect();
        if !stalemating.is_empty() && !moves.iter().any(|mv| ends(mv, true)) {
            found.push((position, stalemating));
        }
    }
    found
}

#[test]
fn a_stalemate_is_played_if_it_scores() {
    // King and knight cannot mate, but in Gliński's game a stalemate is worth three quarters of a point.
    let mut engine = Engine::new(4).unwrap();
    for (position, stalemating) in stalemates("glinski", Role::Knight, 20) {
        let result = engine.search(&position.into(), &Limits::depth(4), &Control::new(), &mut ());
        assert!(stalemating.contains(&result.best.unwrap()), "{position:?}");
        assert_eq!(result.score, Score::Cp(191), "{position:?}");
    }
}

#[test]
fn a_stalemate_by_the_hundredth_ply_comes_before_the_draw() {
    let mut engine = Engine::new(4).unwrap();
    for (position, stalemating) in stalemates("glinski", Role::Knight, 5) {
        let fen = position.to_fen().replace(" - 0 1", " - 99 80");
        let late = Position::from_fen(position.variant(), &fen).unwrap();
        assert_eq!(late.halfmove_clock(), 99, "{fen}");
        let result = engine.search(&late.into(), &Limits::depth(3), &Control::new(), &mut ());
        assert!(stalemating.contains(&result.best.unwrap()), "{fen}");
        assert_eq!(result.score, Score::Cp(191), "{fen}");
    }
}

#[test]
fn a_stalemate_is_avoided_if_it_draws_or_a_mate_is_in_reach() {
    let mut engine = Engine::new(4).unwrap();
    for id in ["shafran", "glinski"] {
        for (position, stalemating) in stalemates(id, Role::Queen, 20) {
            let result = engine.search(&position.into(), &Limits::depth(7), &Control::new(), &mut ());
            assert!(!stalemating.contains(&result.best.unwrap()), "{position:?}");
            assert!(result.score > Score::Cp(400), "{position:?} {}", result.score);
        }
    }
}

#[test]
fn levels_play_whole_games() {
    for level in [LEVELS[0], LEVELS[4]] {
        let mut engine = Engine::new(4).unwrap();
        let mut game = Game::new(Variant::by_id("shafran").unwrap().start());
        for _ in 0..40 {
            if game.outcome().is_some() {
                break;
            }
            let root = Root::from(&game);
            let result = engine.search_at_level(&root, &level, 17, &Limits::default(), &Control::new(), &mut ());
            game.play(result.best.unwrap()).unwrap();
        }
        assert!(game.moves().len() > 10);
    }
}
