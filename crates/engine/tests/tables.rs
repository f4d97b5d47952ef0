//! Endgame tables in the search: exact mates, drawn positions, the 50-move rule, and damaged tables.

use std::sync::Arc;

use saffron_engine::{
    Control, Engine, EngineWarning, Info, Limits, Observer, Probing, Random, Root, Score, TableChoice,
};
use saffron_rules::{Cell, Color, Game, Move, Piece, Position, Role, Setup, Variant};
use saffron_tables::{Ending, Solver, Tables, Value, Zeroing};

fn variant(id: &str) -> &'static Variant {
    Variant::by_id(id).unwrap()
}

fn tables(id: &str) -> Arc<Tables> {
    Arc::new(Tables::built_in(variant(id)).unwrap())
}

fn pieces(ending: &Ending) -> Vec<Piece> {
    let of = |color: Color| ending.side(color).iter().map(move |&role| Piece { color, role });
    let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
    kings.into_iter().chain(Color::ALL.into_iter().flat_map(of)).collect()
}

/// Builds the position of these pieces on these cells; `None` if it is illegal.
fn place(variant: &'static Variant, pieces: &[Piece], cells: &[Cell], turn: Color) -> Option<Position> {
    let mut setup = Setup::new();
    for (piece, cell) in pieces.iter().zip(cells) {
        if setup.piece_at(*cell).is_some() {
            return None;
        }
        setup.put(*piece, *cell);
    }
    setup.turn = turn;
    Position::from_setup(variant, &setup).ok()
}

fn random_placement(variant: &'static Variant, ending: &Ending, random: &mut Random) -> Position {
    let cells: Vec<Cell> = variant.board().cells().iter().collect();
    let pieces = pieces(ending);
    loop {
        let chosen: Vec<Cell> = pieces.iter().map(|_| cells[random.below(cells.len())]).collect();
        if let Some(position) = place(variant, &pieces, &chosen, Color::ALL[random.below(2)]) {
            return position;
        }
    }
}

fn with_clock(position: &Position, clock: u16) -> Position {
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    fields[4] = &clock;
    Position::from_fen(position.variant(), &fields.join(" ")).unwrap()
}

fn depth_1(engine: &mut Engine, root: &Root) -> saffron_engine::SearchResult {
    engine.search(root, &Limits::depth(1), &Control::new(), &mut ())
}

/// Returns the move with which the losing side holds out longest.
fn best_defence(tables: &Tables, position: &Position) -> Move {
    let value = |mv: &Move| {
        let mut after = *position;
        after.play_unchecked(*mv);
        tables.value(&after).unwrap().unwrap().before_move()
    };
    position.legal_moves().into_iter().max_by_key(value).unwrap()
}

/// Plays a won position, or one that is won by stalemate, against the best defence. Returns the plies to the end and the outcome.
fn play_out(engine: &mut Engine, tables: &Tables, start: &Position) -> (u16, Option<saffron_rules::Outcome>) {
    let mut game = Game::new(*start);
    let mut plies = 0;
    while game.outcome().is_none() && game.claim().is_none() && plies < 1000 {
        let mv = if plies % 2 == 0 {
            depth_1(engine, &Root::from(&game)).best.unwrap()
        } else {
            best_defence(tables, game.position())
        };
        game.play(mv).unwrap();
        plies += 1;
    }
    (plies, game.outcome())
}

/// Asserts that a position whose value is a win, or a win by stalemate, is won in exactly its distance.
fn assert_exact(engine: &mut Engine, tables: &Tables, position: &Position, value: Value) {
    let (plies, outcome) = play_out(engine, tables, position);
    let quarters = outcome.map(|outcome| outcome.quarters(position.turn()));
    let expected = match value {
        Value::Win(plies) => (plies, Some(4)),
        Value::StalemateWin(plies) => (plies, Some(position.variant().stalemate_quarters())),
        _ => unreachable!("only won positions are played"),
    };
    assert_eq!((plies, quarters), expected, "{}", position.to_fen());
}

/// Returns the won positions among random ones of an ending, with their values.
fn won(tables: &Tables, ending: &Ending, random: &mut Random, count: usize) -> Vec<(Position, Value)> {
    let mut found = Vec::new();
    // An ending may have no won position.
    for _ in 0..100 * count {
        let position = random_placement(tables.variant(), ending, random);
        let value = tables.value(&position).unwrap().unwrap();
        if matches!(value, Value::Win(plies) | Value::StalemateWin(plies) if plies <= 100) {
            found.push((position, value));
        }
        if found.len() == count {
            break;
        }
    }
    found
}

#[test]
fn won_positions_of_three_pieces_are_won_in_exactly_the_distance_of_the_table() {
    let mut random = Random::new(21);
    for variant in Variant::all() {
        let tables = tables(variant.id());
        let mut engine = Engine::new(1).unwrap();
        for ending in Ending::all(3) {
            for (position, value) in won(&tables, &ending, &mut random, 6) {
                assert_exact(&mut engine, &tables, &position, value);
            }
        }
    }
}

/// Asserts for every position of an ending, both sides to move, that the engine's score is that of the table, and its move the
/// fastest win or the longest defence. By induction it then mates in exactly the distance from every won position. Returns the
/// numbers of won, lost and drawn positions.
fn check_all(id: &str, ending: &Ending) -> [u64; 3] {
    let (variant, tables) = (variant(id), tables(id));
    let cells: Vec<Cell> = variant.board().cells().iter().collect();
    let pieces = pieces(ending);
    let mut engine = Engine::new(1).unwrap();
    let mut counts = [0; 3];
    for index in 0..cells.len().pow(3) * 2 {
        let chosen = [1, cells.len(), cells.len().pow(2)].map(|unit| cells[index / 2 / unit % cells.len()]);
        let Some(position) = place(variant, &pieces, &chosen, Color::ALL[index % 2]) else { continue };
        let value = tables.value(&position).unwrap().unwrap();
        let Some(plies) = value.plies() else {
            counts[2] += 1;
            continue;
        };
        if plies == 0 {
            continue;
        }
        let result = depth_1(&mut engine, &position.into());
        let mut after = position;
        after.play_unchecked(result.best.unwrap());
        let next = tables.value(&after).unwrap().unwrap();
        assert_eq!(next.before_move(), value, "{}", position.to_fen());
        let moves = i32::from(plies.div_ceil(2));
        match value {
            Value::Win(_) => assert_eq!(result.score, Score::Mate(moves)),
            Value::Loss(_) => assert_eq!(result.score, Score::Mate(-moves)),
            _ => assert_eq!(result.score.to_centipawns().abs(), Score::THREE_QUARTERS),
        }
        counts[usize::from(value < Value::Draw)] += 1;
    }
    counts
}

#[test]
#[ignore = "takes minutes"]
fn every_won_position_of_three_pieces_is_won_in_exactly_the_distance_of_the_table() {
    for id in ["shafran", "glinski"] {
        for ending in Ending::all(3) {
            let [won, lost, drawn] = check_all(id, &ending);
            println!("{id} {ending}: {won} won, {lost} lost, {drawn} drawn");
        }
    }
}

#[test]
#[ignore = "solves all endings of four pieces, and takes minutes"]
fn ten_thousand_won_positions_of_four_pieces_are_mated_in_exactly_the_distance_of_the_table() {
    let id = std::env::var("SAFFRON_VARIANT").unwrap_or_else(|_| "shafran".to_owned());
    let mut tables = Tables::built_in(variant(&id)).unwrap();
    let mut solver = Solver::new(variant(&id)).unwrap();
    let endings = Ending::all(4);
    for ending in &endings {
        tables.add_bytes(solver.build(ending).unwrap().file).unwrap();
    }
    let tables = Arc::new(tables);
    let mut engine = Engine::new(1).unwrap();
    engine.set_tables(TableChoice::Custom(Arc::clone(&tables)));
    let mut random = Random::new(22);
    let (mut games, mut longest) = (0, 0);
    while games < 10_000 {
        let ending = &endings[random.below(endings.len())];
        for (position, value) in won(&tables, ending, &mut random, 1) {
            assert_exact(&mut engine, &tables, &position, value);
            games += 1;
            longest = longest.max(value.plies().unwrap_or(0));
        }
    }
    println!("{id}: {games} games of {} endings, the longest of {longest} plies", endings.len());
}

#[test]
fn a_drawn_position_is_searched_among_the_moves_that_keep_the_draw() {
    let tables = tables("shafran");
    let mut engine = Engine::new(1).unwrap();
    let mut random = Random::new(23);
    let ending = "KPK".parse().unwrap();
    let mut played = 0;
    while played < 30 {
        let position = random_placement(tables.variant(), &ending, &mut random);
        let losing = |mv: Move| {
            let mut after = position;
            after.play_unchecked(mv);
            tables.value(&after).unwrap().unwrap() > Value::Draw
        };
        let moves = position.legal_moves();
        if tables.value(&position) != Ok(Some(Value::Draw)) || !moves.iter().any(|&mv| losing(mv)) {
            continue;
        }
        let lines = moves.len();
        let limits = Limits { depth: Some(3), multi_pv: lines, ..Limits::default() };
        let result = engine.search(&position.into(), &limits, &Control::new(), &mut ());
        assert!(!losing(result.best.unwrap()), "{}", position.to_fen());
        assert_eq!((result.score, result.lines.len()), (Score::Cp(0), lines));
        // The others follow, with their values.
        let drawn = moves.iter().filter(|&&mv| !losing(mv)).count();
        assert!(result.lines[drawn..].iter().all(|line| matches!(line.score, Score::Mate(moves) if moves < 0)));
        played += 1;
    }
}

#[test]
fn a_stalemate_that_is_worth_more_than_a_draw_is_given_as_fast_as_possible() {
    let tables = tables("glinski");
    let mut engine = Engine::new(1).unwrap();
    let mut random = Random::new(24);
    let mut played = 0;
    while played < 10 {
        let position = random_placement(tables.variant(), &"KNK".parse().unwrap(), &mut random);
        let value = tables.value(&position).unwrap().unwrap();
        if matches!(value, Value::StalemateWin(_)) {
            assert_eq!(depth_1(&mut engine, &position.into()).score, Score::Cp(Score::THREE_QUARTERS));
            assert_exact(&mut engine, &tables, &position, value);
            played += 1;
        }
    }
}

/// Returns a won position of a rook against the bare king whose mate takes at least `least` plies.
fn rook_win(tables: &Tables, least: u16) -> (Position, u16) {
    let mut random = Random::new(25);
    loop {
        let position = random_placement(tables.variant(), &"KRK".parse().unwrap(), &mut random);
        if let Ok(Some(Value::Win(plies))) = tables.value(&position)
            && plies >= least
        {
            return (position, plies);
        }
    }
}

#[test]
fn a_win_is_a_mate_if_the_fifty_move_rule_leaves_time_for_it() {
    let tables = tables("shafran");
    let mut engine = Engine::new(1).unwrap();
    let (position, plies) = rook_win(&tables, 15);
    let mates = |engine: &mut Engine, clock: u16| {
        let root = with_clock(&position, clock).into();
        matches!(depth_1(engine, &root).score, Score::Mate(_))
    };
    assert!(mates(&mut engine, 100 - plies));
    assert!(!mates(&mut engine, 101 - plies), "no move can win in time");
    engine.set_probing(Probing { fifty_move_rule: false, ..Probing::default() });
    assert!(mates(&mut engine, 101 - plies), "as if there were no rule");
}

#[test]
fn if_the_mate_comes_too_late_another_win_in_time_is_played() {
    let tables = tables("shafran");
    let mut engine = Engine::new(1).unwrap();
    let mut random = Random::new(26);
    let mut played = 0;
    while played < 5 {
        let position = random_placement(tables.variant(), &"KPK".parse().unwrap(), &mut random);
        let Ok(Some(Value::Win(plies))) = tables.value(&position) else { continue };
        // The fastest win may begin with a move of the king; a pawn move wins, too, but more slowly.
        let ways = position.legal_moves().into_iter().filter_map(|mv| {
            let mut after = position;
            after.play_unchecked(mv);
            let value = tables.value(&after).unwrap().unwrap();
            let Value::Loss(plies) = value else { return None };
            Some((plies + 1, after.halfmove_clock() == 0))
        });
        let ways: Vec<(u16, bool)> = ways.collect();
        let fastest_is_slow = ways.iter().all(|&(length, resets)| length > plies || !resets);
        if !fastest_is_slow || !ways.iter().any(|&(_, resets)| resets) {
            continue;
        }
        let late = with_clock(&position, 100 - plies + 1);
        let result = depth_1(&mut engine, &late.into());
        let mut after = late;
        after.play_unchecked(result.best.unwrap());
        assert_eq!(after.halfmove_clock(), 0, "{}", late.to_fen());
        let Score::Mate(moves) = result.score else { panic!("{:?}", result.score) };
        assert_eq!(Some(&(2 * moves as u16 - 1)), ways.iter().filter(|way| way.1).map(|(length, _)| length).min());
        let (_, outcome) = play_out(&mut engine, &tables, &late);
        assert_eq!(outcome.map(|outcome| outcome.quarters(late.turn())), Some(4));
        played += 1;
    }
}

#[test]
fn depths_to_zeroing_win_if_the_mate_comes_too_late() {
    // Under a shorter rule, depths are at least those under the 50-move rule.
    let shafran = variant("shafran");
    let ending: Ending = "KPK".parse().unwrap();
    let built = Solver::new(shafran).unwrap().with_rule(14).build(&ending).unwrap();
    let mut tables = Tables::built_in(shafran).unwrap();
    tables.add_bytes(built.file).unwrap();
    let tables = Arc::new(tables);
    let mut with = Engine::new(1).unwrap();
    with.set_tables(TableChoice::Custom(Arc::clone(&tables)));
    let mut without = Engine::new(1).unwrap();
    let mut random = Random::new(28);
    let (mut played, mut missed) = (0, 0);
    while played < 40 {
        let position = random_placement(shafran, &ending, &mut random);
        let Some(Zeroing::Within(depth @ 3..)) = tables.zeroing(&position).unwrap() else { continue };
        let Ok(Some(Value::Win(plies))) = tables.value(&position) else { continue };
        if plies <= depth {
            continue;
        }
        let late = with_clock(&position, 100 - depth);
        let guessed = depth_1(&mut without, &late.into()).score;
        missed += usize::from(!matches!(guessed, Score::Mate(_)));
        let result = depth_1(&mut with, &late.into());
        assert!(matches!(result.score, Score::Mate(moves) if moves > 0), "{:?}: {}", result.score, late.to_fen());
        let (_, outcome) = play_out(&mut with, &tables, &late);
        assert_eq!(outcome.map(|outcome| outcome.quarters(late.turn())), Some(4), "{}", late.to_fen());
        played += 1;
    }
    assert!(missed > 5, "only {missed} where a search without depths does not see the win");
}

#[test]
fn a_third_occurrence_is_no_step_of_a_win() {
    let tables = tables("shafran");
    let mut engine = Engine::new(1).unwrap();
    let (position, _) = rook_win(&tables, 9);
    let mut root = Root::from(with_clock(&position, 6));
    let best = depth_1(&mut engine, &root).best.unwrap();
    let mut after = position;
    after.play_unchecked(best);
    root.past = vec![1, 2, after.hash(), 3, after.hash(), 4];
    let result = depth_1(&mut engine, &root);
    assert_ne!(result.best, Some(best));
    assert!(matches!(result.score, Score::Mate(moves) if moves > 0));
}

/// Returns a position in which a queen can take an undefended rook, with pieces that no built-in table has.
fn before_a_capture(tables: &Tables) -> Position {
    let mut random = Random::new(27);
    loop {
        let position = random_placement(tables.variant(), &"KQKR".parse().unwrap(), &mut random);
        let wins_at_once = |mv: Move| {
            let mut after = position;
            after.play_unchecked(mv);
            matches!(tables.value(&after), Ok(Some(Value::Loss(plies))) if plies > 12)
        };
        let captures = position.legal_moves().into_iter().filter(|&mv| position.captured(mv).is_some());
        if position.turn() == Color::White && captures.into_iter().any(wins_at_once) {
            return position;
        }
    }
}

#[test]
fn the_search_finds_captures_into_the_tables() {
    let tables = tables("shafran");
    let position = before_a_capture(&tables);
    let search = |probing: Probing, choice: TableChoice| {
        let mut engine = Engine::new(1).unwrap();
        engine.set_tables(choice);
        engine.set_probing(probing);
        engine.search(&position.into(), &Limits::depth(4), &Control::new(), &mut ())
    };
    let with = search(Probing::default(), TableChoice::BuiltIn);
    assert!(with.table_hits > 0);
    let Score::Mate(moves) = with.score else { panic!("{:?}", with.score) };
    // The mate is in the table after a capture in the tree.
    assert!(moves > 6, "{moves}");
    for (probing, choice) in [
        (Probing { most_pieces: 0, ..Probing::default() }, TableChoice::BuiltIn),
        (Probing { most_pieces: 2, ..Probing::default() }, TableChoice::BuiltIn),
        (Probing { depth: 99, ..Probing::default() }, TableChoice::BuiltIn),
        (Probing::default(), TableChoice::None),
    ] {
        let without = search(probing, choice);
        assert_eq!(without.table_hits, 0, "{probing:?}");
        assert!(matches!(without.score, Score::Cp(_)), "{probing:?}");
    }
    let mut threads = Engine::new(1).unwrap();
    threads.set_threads(2);
    let result = threads.search(&position.into(), &Limits::depth(4), &Control::new(), &mut ());
    assert!(result.table_hits > 0 && matches!(result.score, Score::Mate(_)));
}

#[test]
fn limited_strength_uses_no_tables() {
    let (position, _) = rook_win(&tables("shafran"), 21);
    let mut engine = Engine::new(1).unwrap();
    let strength = saffron_engine::Strength::MIN;
    let result = engine.search_at_strength(&position.into(), strength, 1, &Limits::default(), &Control::new(), &mut ());
    assert_eq!(result.table_hits, 0);
    assert!(matches!(result.score, Score::Cp(_)));
}

#[test]
fn several_lines_are_ranked_by_the_table() {
    let tables = tables("shafran");
    let (position, plies) = rook_win(&tables, 9);
    let limits = Limits { multi_pv: 200, ..Limits::default() };
    let mut reported = Reports::default();
    let result = Engine::new(1).unwrap().search(&position.into(), &limits, &Control::new(), &mut reported);
    assert_eq!(result.lines.len(), position.count_legal_moves());
    assert_eq!(reported.lines, result.lines.len());
    assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(result.lines[0].pv.len(), usize::from(plies));
    let mut at = position;
    result.lines[0].pv.iter().for_each(|&mv| at = at.play(mv).unwrap());
    assert!(at.in_check() && !at.has_legal_move(), "the line ends with mate");
}

#[derive(Default)]
struct Reports {
    lines: usize,
    warnings: Vec<EngineWarning>,
}

impl Observer for Reports {
    fn info(&mut self, _: &Info<'_>) {
        self.lines += 1;
    }

    fn warning(&mut self, warning: &EngineWarning) {
        self.warnings.push(warning.clone());
    }
}

#[test]
fn a_damaged_table_is_reported_once_and_the_search_continues() {
    let ending: Ending = "KQK".parse().unwrap();
    let mut file = Solver::new(variant("shafran")).unwrap().build(&ending).unwrap().file;
    let (frames, _) = saffron_tables::beginning(&file).unwrap();
    file[frames..].iter_mut().for_each(|byte| *byte ^= 0x10);
    let mut tables = Tables::built_in(variant("shafran")).unwrap();
    tables.add_bytes(file).unwrap();
    let mut engine = Engine::new(1).unwrap();
    engine.set_tables(TableChoice::Custom(Arc::new(tables)));
    let mut reports = Reports::default();
    let mut random = Random::new(28);
    for _ in 0..20 {
        let position = random_placement(variant("shafran"), &ending, &mut random);
        let limits = Limits::nodes(500);
        let result = engine.search(&position.into(), &limits, &Control::new(), &mut reports);
        assert_eq!(result.best.is_some(), position.has_legal_move());
    }
    let [EngineWarning::TableUnreadable { ending, reason }] = &reports.warnings[..] else {
        panic!("{:?}", reports.warnings)
    };
    assert_eq!(ending, "KQK");
    assert!(reason.contains("damaged"), "{reason}");
}
