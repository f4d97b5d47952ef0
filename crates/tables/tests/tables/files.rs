//! Files of tables: what is read is what was solved, and damage is found.

use saffron_rules::{Color, Piece, Position, Role, Setup, Variant};
use saffron_tables::{Ending, FRAME, FileError, ReadError, Solver, Tables, Value, beginning};

fn variant(id: &str) -> &'static Variant {
    Variant::by_id(id).unwrap()
}

/// Every `step`th legal position of the endings of three pieces with a piece of this role, which either side may have.
fn three_pieces(variant: &'static Variant, role: Role, step: usize) -> impl Iterator<Item = Position> {
    let cells: Vec<_> = variant.board().cells().iter().collect();
    let n = cells.len();
    (0..n * n * n * 4).step_by(step).filter_map(move |index| {
        let mut setup = Setup::new();
        setup.turn = Color::ALL[index % 2];
        let owner = Color::ALL[index / 2 % 2];
        let king = |color| Piece { color, role: Role::King };
        let at = [index / 4 % n, index / 4 / n % n, index / 4 / n / n].map(|i| cells[i]);
        for (piece, cell) in [king(Color::White), king(Color::Black), Piece { color: owner, role }].into_iter().zip(at)
        {
            if setup.piece_at(cell).is_some() {
                return None;
            }
            setup.put(piece, cell);
        }
        Position::from_setup(variant, &setup).ok()
    })
}

#[test]
fn the_tables_in_the_program_have_every_value_of_three_pieces() {
    for (id, step) in
        [("shafran", 5), ("glinski", 17), ("mccooey", 37), ("hexofen", 37), ("devasa", 37), ("brusky", 37)]
    {
        let mut solver = Solver::new(variant(id)).unwrap();
        let tables = Tables::built_in(variant(id)).unwrap();
        assert_eq!(tables.most_pieces(), 3);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            solver.solve(&Ending::new(&[role], &[]).0).unwrap();
            let mut count = 0;
            for position in three_pieces(variant(id), role, step) {
                let expected = solver.value(&position);
                assert!(expected.is_some());
                assert_eq!(tables.value(&position), Ok(expected), "{id} {}", position.to_fen());
                assert_eq!(tables.wdl(&position), Ok(expected.map(Value::wdl)), "{id} {}", position.to_fen());
                count += 1;
            }
            assert!(count > 10_000, "{id} {role:?} {count}");
        }
    }
}

#[test]
fn the_tables_in_the_program_are_made_by_the_solver_with_any_number_of_threads() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for (id, threads) in [("shafran", 1), ("glinski", 3), ("brusky", 2)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut solver = Solver::new(variant(id)).unwrap();
            for ending in ["KRK", "KNK", "KPK"] {
                let ending: Ending = ending.parse().unwrap();
                let built = solver.build(&ending).unwrap();
                let file = std::fs::read(folder.join(id).join(Tables::file_name(&ending))).unwrap();
                assert!(built.file == file, "{id} {ending}: make the tables in the program again");
            }
        });
    }
}

fn knight() -> Vec<u8> {
    let mut solver = Solver::new(variant("shafran")).unwrap();
    solver.build(&"KNK".parse().unwrap()).unwrap().file
}

#[test]
fn every_changed_bit_is_found() {
    let file = knight();
    let mut tables = Tables::built_in(variant("shafran")).unwrap();
    tables.add_bytes(file.clone()).unwrap();
    tables.check().unwrap();
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let found = tables.add_bytes(damaged).is_err() || tables.check().is_err();
        assert!(found, "bit {bit}");
    }
}

#[test]
fn a_file_of_another_length_is_refused() {
    let file = knight();
    let mut tables = Tables::built_in(variant("shafran")).unwrap();
    for length in 0..file.len() {
        assert!(tables.add_bytes(file[..length].to_vec()).is_err(), "{length} bytes");
    }
    let longer = [&file[..], &[0]].concat();
    let expected = file.len() as u64;
    assert_eq!(tables.add_bytes(longer), Err(FileError::Length { expected, found: expected + 1 }));
}

#[test]
fn a_table_of_another_variant_is_refused() {
    let mut tables = Tables::built_in(variant("glinski")).unwrap();
    assert_eq!(tables.add_bytes(knight()), Err(FileError::Variant("shafran".to_owned())));
}

#[test]
fn a_damaged_frame_gives_an_error_and_no_value() {
    let mut solver = Solver::new(variant("shafran")).unwrap();
    let ending: Ending = "KRK".parse().unwrap();
    let mut file = solver.build(&ending).unwrap().file;
    let last = file.len() - 1;
    file[last] ^= 4;
    let mut tables = Tables::built_in(variant("shafran")).unwrap();
    tables.add_bytes(file).unwrap();
    let (mut right, mut damaged) = (0, 0);
    for position in three_pieces(variant("shafran"), Role::Rook, 11) {
        match tables.value(&position) {
            Ok(value) => {
                assert_eq!(value, solver.value(&position));
                right += 1;
            }
            Err(ReadError::Damaged { ending: found, .. }) => {
                assert_eq!(found, ending);
                damaged += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(right > 1000 && damaged > 1000, "{right} right, {damaged} damaged");
}

#[test]
fn a_table_comes_frame_by_frame() {
    let mut solver = Solver::new(variant("shafran")).unwrap();
    let ending: Ending = "KRK".parse().unwrap();
    let file = solver.build(&ending).unwrap().file;
    let (start, length) = beginning(&file).unwrap();
    assert_eq!(length, file.len() as u64);
    let mut tables = Tables::built_in(variant("shafran")).unwrap();
    tables.add_partial(&file[..start]).unwrap();
    let mut fetched = 0;
    for position in three_pieces(variant("shafran"), Role::Rook, 101) {
        let value = loop {
            match tables.value(&position) {
                Ok(value) => break value,
                Err(ReadError::Missing { ending, offset, length }) => {
                    let at = usize::try_from(offset).unwrap();
                    let mut wrong = file[at..at + length].to_vec();
                    wrong[0] ^= 1;
                    assert!(tables.supply(&ending, offset, &wrong).is_err());
                    assert!(tables.supply(&ending, offset, &file[at..at + length - 1]).is_err());
                    tables.supply(&ending, offset, &file[at..at + length]).unwrap();
                    fetched += length;
                }
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(value, solver.value(&position));
    }
    assert!(fetched > FRAME && fetched <= file.len() - start);
}

#[test]
fn a_file_that_changes_while_it_is_open_gives_errors_and_no_values() {
    let ending: Ending = "KRK".parse().unwrap();
    let mut solver = Solver::new(variant("shafran")).unwrap();
    let file = solver.build(&ending).unwrap().file;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KRK.saftable");
    let open = || {
        std::fs::write(&path, &file).unwrap();
        let mut tables = Tables::built_in(variant("shafran")).unwrap().with_cache(1);
        tables.add_file(&path).unwrap();
        tables
    };
    let (start, _) = beginning(&file).unwrap();
    let positions: Vec<_> = three_pieces(variant("shafran"), Role::Rook, 101).collect();
    let count = |tables: &Tables| {
        let mut found = [0; 3];
        for position in &positions {
            match tables.value(position) {
                Ok(value) => {
                    assert_eq!(value, solver.value(position));
                    found[0] += 1;
                }
                Err(ReadError::Damaged { .. }) => found[1] += 1,
                Err(ReadError::Unreadable { kind, .. }) => {
                    assert_eq!(kind, std::io::ErrorKind::UnexpectedEof);
                    found[2] += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
        found
    };
    let all = count(&open())[0];
    // Shorter, by truncation.
    for length in [0, start, start + FRAME, file.len() - FRAME / 2, file.len() - 1] {
        let tables = open();
        std::fs::File::options().write(true).open(&path).unwrap().set_len(length as u64).unwrap();
        let [right, damaged, unreadable] = count(&tables);
        assert!(
            right + unreadable == all && unreadable > 0 && damaged == 0,
            "{length}: {right} {damaged} {unreadable}"
        );
        assert!(matches!(tables.check(), Err(ReadError::Unreadable { .. })));
        assert!(matches!(tables.contents(&ending, 0..file.len() as u64), Err(ReadError::Unreadable { .. })));
        assert_eq!(tables.contents(&ending, 0..start as u64), Ok(Some(file[..start].to_vec())));
    }
    // Other bytes of the same length, in parts that were read before, too.
    let tables = open();
    assert_eq!(count(&tables), [all, 0, 0]);
    assert_eq!(tables.contents(&ending, 5..file.len() as u64 + 9), Ok(Some(file[5..].to_vec())));
    let mut other = file.clone();
    other[start..].iter_mut().step_by(FRAME).for_each(|byte| *byte ^= 1);
    std::fs::write(&path, &other).unwrap();
    let [right, damaged, unreadable] = count(&tables);
    assert!(right + damaged == all && damaged > all / 2 && unreadable == 0, "{right} {damaged} {unreadable}");
}
