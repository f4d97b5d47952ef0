//! Positions with a capture en passant pending: look-ups in files against a second solver, which follows every move of the rules' move
//! generator and shares only the rules with the first.

use std::collections::HashMap;

use saffron_rules::{
    BoardSpec, CellSet, Color, EnPassant, EnPassantForm, FileSpan, Orientation, PawnSpec, Piece, Position,
    PromotionSpec, Role, Setup, Variant, VariantSpec, WinningMaterial,
};
use saffron_tables::{Ending, Solver, Tables, Value, Wdl, verify, verify_file, verify_file_zeroing, verify_zeroing};

const fn file(letter: char, low: i8, high: i8) -> FileSpan {
    FileSpan { letter, low, high, first_rank: 1 }
}

/// 23 cells, on which a solver that keeps every position is done in seconds.
const BOARD: BoardSpec = BoardSpec {
    files: &[file('a', 1, 3), file('b', 0, 4), file('c', 0, 6), file('d', 2, 6), file('e', 3, 5)],
    orientation: Orientation::VerticalFiles,
};

/// Gliński's pawns and stalemate, with a first step of three cells in the middle.
const TRIPLE: VariantSpec = VariantSpec {
    id: "triple",
    name: "Triple",
    year: 2026,
    board: BOARD,
    start: "k/1/3/3/5/5/K4 w - - 0 1",
    pawn: PawnSpec {
        forward: &[(0, 1)],
        captures: &[(-1, 0), (1, 1)],
        first_captures: &[],
        first_steps: &[(3, "c2"), (2, "b2 d2")],
        black_first_steps: None,
        stopped_by_enemy_in_front: false,
    },
    promotion: PromotionSpec { cells: None, black_cells: None, roles: &[Role::Queen] },
    castling: &[],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 3,
    material: None,
    winning_material: WinningMaterial::Helpmate,
};

/// Shafran's captures.
const DIAGONAL: VariantSpec = VariantSpec {
    id: "diagonal",
    name: "Diagonal",
    pawn: PawnSpec { captures: &[(-1, 1), (1, 2)], ..TRIPLE.pawn },
    promotion: PromotionSpec { roles: &[Role::Rook], ..TRIPLE.promotion },
    stalemate_quarters: 2,
    ..TRIPLE
};

/// Two ways forward, as De Vasa's and Brusky's pawns have.
const FORKED: VariantSpec = VariantSpec {
    id: "forked",
    name: "Forked",
    pawn: PawnSpec {
        forward: &[(0, 1), (1, 1)],
        captures: &[(-1, 1), (2, 1)],
        first_steps: &[(2, "b2 c2 d2")],
        ..TRIPLE.pawn
    },
    en_passant_form: EnPassantForm::PassedAndPawn,
    stalemate_quarters: 2,
    ..TRIPLE
};

type Key = (u64, u64);

fn key(position: &Position) -> Key {
    let mut cells: Vec<u64> = position
        .occupied()
        .iter()
        .filter_map(|cell| position.piece_at(cell).map(|piece| (cell, piece)))
        .map(|(cell, piece)| cell.index() as u64 * 12 + piece.role.index() as u64 * 2 + piece.color.index() as u64)
        .collect();
    cells.sort_unstable();
    let pieces = cells.iter().fold(1, |key, cell| key * 1536 + cell);
    let passed = position.en_passant().map_or(0, |passing| {
        let cells = passing.cells.iter().map(|cell| cell.index() as u64 + 1);
        cells.fold(passing.pawn.index() as u64 + 1, |key, cell| key * 128 + cell)
    });
    (pieces, passed * 2 + position.turn().index() as u64)
}

/// All legal positions of two kings and two pawns, with every capture en passant that may be pending.
fn starts(variant: &'static Variant) -> Vec<Position> {
    let cells: Vec<_> = variant.board().cells().iter().collect();
    let mut found = Vec::new();
    let pieces = [
        (Color::White, Role::King),
        (Color::Black, Role::King),
        (Color::White, Role::Pawn),
        (Color::Black, Role::Pawn),
    ];
    for index in 0..cells.len().pow(4) {
        let at = [0, 1, 2, 3].map(|place| cells[index / cells.len().pow(place) % cells.len()]);
        for turn in Color::ALL {
            let mut setup = Setup::new();
            setup.turn = turn;
            for ((color, role), cell) in pieces.into_iter().zip(at) {
                setup.put(Piece { color, role }, cell);
            }
            found.extend(Position::from_setup(variant, &setup));
            let pawn = at[2 + (!turn).index()];
            for start in variant.pawns().start(!turn) {
                setup.en_passant = Some(EnPassant { cells: variant.between(start, pawn), pawn });
                if !variant.between(start, pawn).is_empty() {
                    found.extend(Position::from_setup(variant, &setup));
                }
            }
        }
    }
    found
}

/// Every position that these lead to, with its value.
fn solve(starts: Vec<Position>) -> Vec<(Position, Value)> {
    let mut all = Vec::new();
    let mut numbers: HashMap<Key, u32> = HashMap::new();
    let mut add = |position: Position, all: &mut Vec<Position>| {
        *numbers.entry(key(&position)).or_insert_with(|| {
            all.push(position);
            u32::try_from(all.len() - 1).unwrap()
        })
    };
    for position in starts {
        add(position, &mut all);
    }
    let (mut before, mut open) = (vec![Vec::new(); all.len()], Vec::new());
    let mut next = 0;
    while let Some(position) = all.get(next).copied() {
        let moves = position.legal_moves();
        for &mv in &moves {
            let mut after = position;
            after.play_unchecked(mv);
            let to = add(after, &mut all) as usize;
            before.resize(all.len().max(before.len()), Vec::new());
            before[to].push(u32::try_from(next).unwrap());
        }
        open.push(moves.len());
        next += 1;
    }
    let mut values: Vec<Option<Value>> = vec![None; all.len()];
    let ends = |mates: bool| {
        let is_end =
            |(_, position): &(usize, &Position)| position.legal_moves().is_empty() && position.in_check() == mates;
        all.iter().enumerate().filter(is_end).map(|(number, _)| number).collect::<Vec<_>>()
    };
    let stalemates_count = all[0].variant().stalemate_quarters() > 2;
    for mates in if stalemates_count { &[true, false][..] } else { &[true] } {
        let with = |wins: bool, plies: u16| match (mates, wins) {
            (true, true) => Value::Win(plies),
            (true, false) => Value::Loss(plies),
            (false, true) => Value::StalemateWin(plies),
            (false, false) => Value::StalemateLoss(plies),
        };
        let mut last = ends(*mates);
        last.iter().for_each(|number| values[*number] = Some(with(false, 0)));
        for plies in 1.. {
            let mut found = Vec::new();
            for number in last {
                let is_lost = matches!(values[number], Some(Value::Loss(_) | Value::StalemateLoss(_)));
                for &number in &before[number] {
                    let number = number as usize;
                    open[number] -= usize::from(!is_lost);
                    if values[number].is_none() && (is_lost || open[number] == 0) {
                        values[number] = Some(with(is_lost, plies));
                        found.push(number);
                    }
                }
            }
            if found.is_empty() {
                break;
            }
            last = found;
        }
    }
    all.into_iter().zip(values).map(|(position, value)| (position, value.unwrap_or(Value::Draw))).collect()
}

/// The files of K+P v K+P and of those that it leads to, as far as they are wanted, and the solver that made them.
fn files(variant: &'static Variant, rule: u16, wanted: impl Fn(&Ending) -> bool) -> (Tables, Solver) {
    let ending: Ending = "KPKP".parse().unwrap();
    let mut solver = Solver::new(variant).unwrap().with_rule(rule);
    let mut tables = Tables::built_in(variant).unwrap();
    for ending in ending.reached().iter().chain([&ending]).filter(|ending| wanted(ending)) {
        tables.add_bytes(solver.build(ending).unwrap().file).unwrap();
    }
    (tables, solver)
}

/// Compares every position; returns how many had a capture en passant, and in how many of them it was the only legal move, without
/// another the side to move were mated or stalemated, or it decided the result.
fn compare(spec: VariantSpec) -> [usize; 3] {
    let variant = Variant::build(spec).unwrap();
    let (tables, solver) = files(variant, 100, |_| true);
    let [mut pending, mut only, mut decides] = [0; 3];
    for (position, value) in solve(starts(variant)) {
        let found = tables.value(&position).unwrap().unwrap();
        assert_eq!(found, value, "{} {}", spec.id, position.to_fen());
        assert_eq!(tables.wdl(&position), Ok(Some(value.wdl())), "{} {}", spec.id, position.to_fen());
        assert_eq!(solver.value(&position), Some(value), "{} {}", spec.id, position.to_fen());
        let moves = position.legal_moves();
        let passing = moves.iter().filter(|mv| position.is_en_passant(**mv)).count();
        pending += usize::from(passing > 0);
        only += usize::from(passing > 0 && passing == moves.len());
        let mut setup = position.to_setup();
        setup.en_passant = None;
        let plain = tables.value(&Position::from_setup(variant, &setup).unwrap()).unwrap().unwrap();
        decides += usize::from(plain.wdl() != value.wdl());
    }
    let ending: Ending = "KPKP".parse().unwrap();
    let table = solver.solved(&ending).unwrap();
    let verified = verify(&solver, table, 1);
    assert_eq!((verified.wrong, verified.first), (0, None), "{}", spec.id);
    assert!(verified.en_passant > 100, "{}: {}", spec.id, verified.en_passant);
    assert_eq!(verify_file(&tables, &solver, table), None, "{}", spec.id);
    [pending, only, decides]
}

#[test]
fn values_with_a_capture_en_passant_are_those_of_a_solver_that_follows_each_move() {
    for spec in [TRIPLE, DIAGONAL, FORKED] {
        let counts = compare(spec);
        assert!(counts[0] > 500 && counts[1] > 0 && counts[2] > 50, "{} {counts:?}", spec.id);
    }
}

#[test]
fn depths_with_a_capture_en_passant_follow_from_one_ply() {
    // As if the rule were one of so few plies that it matters here.
    for (spec, rule) in [(TRIPLE, 5), (DIAGONAL, 7), (FORKED, 6)] {
        let (tables, mut solver) = files(Variant::build(spec).unwrap(), rule, |_| true);
        let ending: Ending = "KPKP".parse().unwrap();
        let table = solver.solve(&ending).unwrap();
        assert!(solver.solve_zeroing(&ending).unwrap());
        let verified = verify_zeroing(&solver, &table, 1);
        assert_eq!((verified.wrong, verified.first), (0, None), "{}", spec.id);
        assert!(verified.en_passant > 100, "{}: {}", spec.id, verified.en_passant);
        assert_eq!(verify_file_zeroing(&tables, &solver, &table), None, "{}", spec.id);
    }
}

/// Positions of K+P v K+P with a capture en passant pending, all that there are, by the look-up in files alone.
fn check_pending(variant: &'static Variant) -> (u64, u64) {
    // A move promotes one pawn at most.
    let (tables, _) = files(variant, 100, |ending| ending.len() == 4 && ending.has_pawns());
    let value = |position: &Position| tables.value(position).unwrap().unwrap();
    let (mut count, mut wrong) = (0, 0);
    for position in pending(variant) {
        let after = position.legal_moves().into_iter().map(|mv| {
            let mut after = position;
            after.play_unchecked(mv);
            value(&after).before_move()
        });
        let expected = after.max().unwrap();
        count += 1;
        wrong += u64::from(value(&position) != expected || tables.wdl(&position) != Ok(Some(expected.wdl())));
    }
    (count, wrong)
}

/// All legal positions of two kings and two pawns with a legal capture en passant.
fn pending(variant: &'static Variant) -> impl Iterator<Item = Position> {
    let cells: Vec<_> = variant.board().cells().iter().collect();
    let all = move |turn: Color| {
        let mut found = Vec::new();
        let pawns = cells.iter().flat_map(|pawn| variant.pawns().start(!turn).iter().map(move |start| (*pawn, start)));
        for (pawn, start) in pawns {
            let passed = variant.between(start, pawn);
            let takers = passed.iter().fold(CellSet::EMPTY, |all, cell| all | variant.pawn_attackers(turn, cell));
            for taker in takers {
                for (own, other) in cells.iter().flat_map(|own| cells.iter().map(move |other| (*own, *other))) {
                    let mut setup = Setup::new();
                    setup.turn = turn;
                    setup.put(Piece { color: !turn, role: Role::Pawn }, pawn);
                    setup.put(Piece { color: turn, role: Role::Pawn }, taker);
                    setup.put(Piece { color: turn, role: Role::King }, own);
                    setup.put(Piece { color: !turn, role: Role::King }, other);
                    setup.en_passant = Some(EnPassant { cells: passed, pawn });
                    let Ok(position) = Position::from_setup(variant, &setup) else { continue };
                    if position.legal_moves().iter().any(|mv| position.is_en_passant(*mv)) {
                        found.push(position);
                    }
                }
            }
        }
        found
    };
    Color::ALL.into_iter().flat_map(all)
}

#[test]
#[ignore = "some minutes; cargo test --release -p saffron-tables --test tables en_passant -- --ignored --nocapture"]
fn every_capture_en_passant_of_the_library_follows_from_one_ply_of_look_ups_in_files() {
    for variant in Variant::all() {
        let (count, wrong) = check_pending(variant);
        println!("{}: {count} positions, {wrong} wrong", variant.id());
        assert!(count > 100_000 && wrong == 0, "{} {count} {wrong}", variant.id());
    }
}

#[test]
#[ignore = "a minute; as above"]
fn a_win_that_only_a_capture_en_passant_has_gets_its_distance() {
    let variant = Variant::by_id("shafran").unwrap();
    let (tables, _) = files(variant, 100, |ending| ending.len() == 4 && ending.has_pawns());
    let position = Position::from_fen(variant, "5/6/7/8/4p4/2kPK4/8/7/6/5 b - d3d4 0 1").unwrap();
    assert_eq!(tables.value(&position), Ok(Some(Value::Win(31))));
    let known = tables.look_up(&position).unwrap().unwrap();
    let won: Vec<_> = known.moves.iter().filter(|known| known.value.wdl() == Wdl::Win).collect();
    assert_eq!((won.len(), won[0].value), (1, Value::Win(31)));
    assert!(position.is_en_passant(won[0].mv));
}
