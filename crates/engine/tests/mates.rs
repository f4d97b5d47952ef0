//! Forced mates. The positions in `data/mates.tsv` and their values were generated and proved by `saffron-mates`, which shares
//! only the rules with the engine. Its solver checks the engine's claims here.

mod common;

use saffron_engine::{Control, Engine, Info, Limits, Observer, Random, Score};
use saffron_mates::{Exhausted, MAX_MOVES, Problem, Solver, Suite, Value};
use saffron_rules::{Move, Position, Variant};

/// Node limits by the length of a mate, in which nearly every mate is found at its length, for the quick test.
const FEW_NODES: [u64; 6] = [0, 2_000, 400_000, 600_000, 600_000, 600_000];

/// Node limits by the length of a mate, in which every mate is found at its length. For long mates and few pieces the engine
/// often finds a longer mate first.
const NODES: [u64; 6] = [0, 2_000, 8_000_000, 8_000_000, 8_000_000, 16_000_000];

/// Maximum number of moves of the solver to check a claim. Claims that take more are counted as open.
const BUDGET: u64 = 20_000_000;

fn suite() -> Vec<Problem> {
    Suite::parse(include_str!("data/mates.tsv")).unwrap().problems
}

/// Returns one of every `every` positions of the suite.
fn selection(every: usize) -> impl Iterator<Item = Problem> {
    suite().into_iter().step_by(every)
}

/// Observer that records the scores of a search.
#[derive(Default)]
struct Claims(Vec<Score>);

impl Observer for Claims {
    fn info(&mut self, info: &Info<'_>) {
        self.0.push(info.score);
    }
}

/// Numbers of checked claims of a mate, and of those that the solver could not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Checked {
    mates: usize,
    mated: usize,
    open: usize,
}

impl Checked {
    /// Checks the score of a position, if it is a mate.
    fn check(&mut self, position: &Position, score: Score, solver: &mut Solver) -> Result<(), String> {
        let Score::Mate(moves) = score else { return Ok(()) };
        if moves.unsigned_abs() > MAX_MOVES {
            self.open += 1;
            return Ok(());
        }
        let proof = match moves {
            1.. => solver.mate_in(position, moves as u32).map(|found| found.is_some()),
            _ => solver.is_mated_within(position, moves.unsigned_abs()),
        };
        match proof {
            Ok(true) if moves > 0 => self.mates += 1,
            Ok(true) => self.mated += 1,
            Err(Exhausted) => self.open += 1,
            Ok(false) => return Err(format!("mate {moves} is not one in {position:?}")),
        }
        Ok(())
    }
}

/// Returns the fault of a line that does not mate in this many moves, or in which a move of the attacker delays the mate.
fn fault_of_line(position: &Position, line: &[Move], moves: u32, solver: &mut Solver) -> Option<String> {
    let mut at = *position;
    for (ply, &mv) in line.iter().enumerate() {
        let Ok(next) = at.play(mv) else { return Some(format!("ply {ply} is not legal")) };
        at = next;
        let left = moves.saturating_sub(ply as u32 / 2 + 1);
        if ply % 2 == 0 && solver.is_mated_within(&at, left) != Ok(true) {
            return Some(format!("after ply {ply} there is no mate in {left}"));
        }
    }
    if at.has_legal_move() || !at.in_check() {
        return Some(format!("{} plies do not end in mate", line.len()));
    }
    (line.len() as u32 != 2 * moves - 1).then(|| format!("{} plies are not {moves} moves", line.len()))
}

/// Searches for the mate with the engine, and returns the fault of the result.
fn fault_of_search(
    engine: &mut Engine,
    position: &Position,
    moves: u32,
    nodes: u64,
    solver: &mut Solver,
) -> Option<String> {
    engine.new_game();
    let limits = Limits { mate: Some(moves), nodes: Some(nodes), ..Limits::default() };
    let result = engine.search(&(*position).into(), &limits, &Control::new(), &mut ());
    let fault = if result.score == Score::Mate(moves as i32) {
        fault_of_line(position, &result.lines[0].pv, moves, solver)
    } else {
        Some(format!("{} instead of mate {moves}", result.score))
    };
    fault.map(|fault| format!("{fault} after {} nodes, depth {}: {position:?}", result.nodes, result.depth))
}

/// Looks for the mates, and fails for those that are not found.
fn find_mates(problems: impl Iterator<Item = Problem>, nodes: &[u64; 6], least: usize) {
    let mut engine = Engine::new(64).unwrap();
    let mut solver = Solver::new();
    let mut faults = Vec::new();
    let mut tried = 0;
    for Problem { position, value } in problems {
        let Value::MateIn(moves) = value else { continue };
        tried += 1;
        faults.extend(fault_of_search(&mut engine, &position, moves, nodes[moves as usize], &mut solver));
    }
    assert!(faults.is_empty(), "{} of {tried}:\n{}", faults.len(), faults.join("\n"));
    assert!(tried >= least, "only {tried} mates");
}

/// Returns the position and, if it is quickly found, one after a move that keeps the mate, in which the side to move is lost.
fn with_defence(problem: &Problem, solver: &mut Solver) -> Vec<Position> {
    let mut positions = vec![problem.position];
    if let Value::MateIn(moves @ 2..=3) = problem.value {
        let keys = solver.keys(&problem.position, moves).unwrap();
        positions.extend(keys.first().and_then(|&mv| problem.position.play(mv).ok()));
    }
    positions
}

/// Searches the positions to these depths, with a fresh table each, and checks every mate that is reported on the way.
fn check_claims(problems: impl Iterator<Item = Problem>, depths: &[u32]) -> Checked {
    let mut engine = Engine::new(4).unwrap();
    let (mut solver, mut keys) = (Solver::with_budget(BUDGET), Solver::new());
    let mut checked = Checked::default();
    let mut faults = Vec::new();
    for position in problems.flat_map(|problem| with_defence(&problem, &mut keys)) {
        for &depth in depths {
            engine.clear_hash();
            let mut claims = Claims::default();
            let result = engine.search(&position.into(), &Limits::depth(depth), &Control::new(), &mut claims);
            let last = result.lines.iter().map(|line| line.score);
            let mut scores: Vec<Score> = claims.0.into_iter().chain(last).collect();
            scores.dedup();
            for score in scores {
                faults.extend(checked.check(&position, score, &mut solver).err());
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    checked
}

#[test]
fn the_suite_is_right() {
    let mut solver = Solver::new();
    let problems = suite();
    for variant in ["shafran", "glinski", "mccooey"] {
        let of = |value| {
            let own = problems.iter().filter(|problem| problem.position.variant().id() == variant);
            own.filter(|problem| problem.value == value).count()
        };
        let numbers = (1..=5).map(|moves| of(Value::MateIn(moves))).collect::<Vec<_>>();
        assert!(numbers[..3].iter().all(|&n| n >= 20) && numbers[3] >= 15 && numbers[4] >= 10, "{variant} {numbers:?}");
        assert!(of(Value::NoneWithin(3)) + of(Value::NoneWithin(4)) >= 20, "{variant}");
    }
    for problem in problems {
        // The others take minutes: see the next test.
        if let Value::MateIn(1 | 2) = problem.value {
            assert_eq!(problem.holds(&mut solver), Ok(true), "{problem:?}");
        }
    }
}

#[test]
#[ignore = "proves every position of the suite again: minutes"]
fn the_whole_suite_is_right() {
    let mut solver = Solver::new();
    for problem in suite() {
        assert_eq!(problem.holds(&mut solver), Ok(true), "{problem:?}");
    }
}

#[test]
fn mates_are_found_at_their_length() {
    let short = |problem: &Problem| matches!(problem.value, Value::MateIn(1..=3));
    find_mates(suite().into_iter().filter(short).step_by(5), &FEW_NODES, 60);
}

#[test]
#[ignore = "searches every position of the suite: minutes"]
fn every_mate_is_found_at_its_length() {
    find_mates(suite().into_iter(), &NODES, 500);
}

#[test]
fn no_mate_is_reported_that_is_not_one() {
    let checked = check_claims(selection(4), &[3, 5]);
    assert!(checked.mates > 50 && checked.mated > 20, "{checked:?}");
}

#[test]
#[ignore = "searches every position of the suite to several depths and proves what is claimed: minutes"]
fn no_mate_is_reported_in_the_whole_suite_that_is_not_one() {
    let checked = check_claims(suite().into_iter(), &[1, 2, 3, 4, 5, 6, 7, 8]);
    println!("{checked:?}");
    assert!(checked.mates > 1_000 && checked.mated > 200 && checked.open * 20 < checked.mates, "{checked:?}");
}

#[test]
fn a_mate_is_reported_in_games_only_where_it_is_one() {
    let mut random = Random::new(11);
    let mut engine = Engine::new(8).unwrap();
    let mut solver = Solver::with_budget(BUDGET);
    let mut checked = Checked::default();
    for variant in Variant::all() {
        for round in 0..150 {
            let position = common::random_position(variant, 40 + round, &mut random);
            let result = engine.search(&position.into(), &Limits::nodes(3_000), &Control::new(), &mut ());
            if let Score::Mate(1..=2) = result.score {
                checked.check(&position, result.score, &mut solver).unwrap();
            }
        }
    }
    assert!(checked.mates > 10, "{checked:?}");
}

/// Searches that are cut off in the middle of a depth: what they claim, mates of the side to move or of the other.
fn check_claims_cut_short(of_mover: bool) {
    let mut engine = Engine::new(4).unwrap();
    let mut solver = Solver::with_budget(BUDGET);
    let mut checked = Checked::default();
    let mut faults = Vec::new();
    for Problem { position, value } in selection(5) {
        // The positions of the suite, and those after each of a few moves, whose side to move is in danger.
        let children = position.legal_moves().into_iter().take(6).filter_map(|mv| position.play(mv).ok());
        let children: Vec<Position> = if value == Value::MateIn(1) { Vec::new() } else { children.collect() };
        for position in children.into_iter().chain([position]) {
            for nodes in [5, 20, 60, 200, 600] {
                engine.clear_hash();
                let result = engine.search(&position.into(), &Limits::nodes(nodes), &Control::new(), &mut ());
                if matches!(result.score, Score::Mate(moves) if (moves > 0) == of_mover) {
                    let found = checked.check(&position, result.score, &mut solver);
                    faults.extend(found.err().map(|fault| format!("{nodes} nodes: {fault}")));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {checked:?}:\n{}", faults.len(), faults.join("\n"));
    assert!(checked.mates + checked.mated > 20, "{checked:?}");
}

#[test]
fn a_search_cut_short_claims_no_mate_that_is_not_one() {
    check_claims_cut_short(true);
}

/// A search cut off after the first move of a depth has results for that move only.
#[test]
fn a_search_cut_short_does_not_claim_to_be_mated_when_it_is_not() {
    check_claims_cut_short(false);
}
