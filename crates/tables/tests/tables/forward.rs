//! Second solver by another method: forward, with the rules' move generator, on every cell of the board without symmetries. It
//! shares only the rules with the first.

use std::collections::HashMap;

use saffron_rules::{Color, Piece, Position, Role, Setup, Variant};
use saffron_tables::{Solver, Value};

/// Cells of White's king, Black's king and White's other piece (128 if it was captured), and the side to move.
type Key = (u8, u8, u8, Color);

/// Values of all positions in which White has one piece of a role next to its king.
type Values = HashMap<Key, Value>;

fn key(position: &Position) -> Key {
    let cell = |cell: saffron_rules::Cell| u8::try_from(cell.index()).unwrap();
    let kings = position.by_role(Role::King);
    let other = (position.occupied() - kings).first().map_or(128, cell);
    (cell(position.king(Color::White)), cell(position.king(Color::Black)), other, position.turn())
}

fn role(position: &Position) -> Option<Role> {
    (position.occupied() - position.by_role(Role::King)).first().and_then(|cell| position.role_at(cell))
}

fn positions(variant: &'static Variant, role: Option<Role>) -> Vec<Position> {
    let cells: Vec<_> = variant.board().cells().iter().collect();
    let mut found = Vec::new();
    for &white in &cells {
        for &black in &cells {
            let others = if role.is_some() { &cells[..] } else { &cells[..1] };
            for &other in others {
                if white == black || role.is_some() && (other == white || other == black) {
                    continue;
                }
                for turn in Color::ALL {
                    let mut setup = Setup::new();
                    setup.turn = turn;
                    setup.put(Piece { color: Color::White, role: Role::King }, white);
                    setup.put(Piece { color: Color::Black, role: Role::King }, black);
                    if let Some(role) = role {
                        setup.put(Piece { color: Color::White, role }, other);
                    }
                    found.extend(Position::from_setup(variant, &setup));
                }
            }
        }
    }
    found
}

/// Result of a move.
#[derive(Clone, Copy)]
enum To {
    Here(usize),
    Known(Value),
}

/// Solves by repeated looks at all open positions: those decided in one ply, in two, and so on.
fn forward(variant: &'static Variant, own: Option<Role>, solved: &HashMap<Option<Role>, Values>) -> Values {
    let all = positions(variant, own);
    let numbers: HashMap<Key, usize> = all.iter().enumerate().map(|(i, position)| (key(position), i)).collect();
    let moves: Vec<Vec<To>> = all
        .iter()
        .map(|position| {
            let to = |mv| {
                let mut after = *position;
                after.play_unchecked(mv);
                match role(&after) {
                    there if there == own => To::Here(numbers[&key(&after)]),
                    there => To::Known(solved[&there][&key(&after)]),
                }
            };
            position.legal_moves().into_iter().map(to).collect()
        })
        .collect();
    let mut values: Vec<Option<Value>> = vec![None; all.len()];
    for (i, position) in all.iter().enumerate() {
        if moves[i].is_empty() {
            values[i] = match (position.in_check(), variant.stalemate_quarters() > 2) {
                (true, _) => Some(Value::Loss(0)),
                (false, true) => Some(Value::StalemateLoss(0)),
                (false, false) => Some(Value::Draw),
            };
        }
    }
    // First mates, then stalemates among what is left.
    let known = moves.iter().flatten().filter_map(|to| match to {
        To::Known(value) => value.plies(),
        To::Here(_) => None,
    });
    let longest = known.max().unwrap_or(0);
    for mates in [true, false] {
        let mut last = longest + 1;
        for plies in 1.. {
            if plies > last + 2 {
                break;
            }
            let found: Vec<(usize, Value)> = (0..all.len())
                .filter(|i| values[*i].is_none())
                .filter_map(|i| {
                    let after = |to: &To| match to {
                        To::Here(i) => values[*i],
                        To::Known(value) => Some(*value),
                    };
                    let known: Option<Vec<Value>> = moves[i].iter().map(after).collect();
                    let any = |wanted: Value| moves[i].iter().any(|to| after(to) == Some(wanted));
                    if mates && any(Value::Loss(plies - 1)) {
                        return Some((i, Value::Win(plies)));
                    }
                    if !mates && any(Value::StalemateLoss(plies - 1)) {
                        return Some((i, Value::StalemateWin(plies)));
                    }
                    let best = known?.into_iter().map(Value::before_move).max()?;
                    let wanted = if mates { Value::Loss(plies) } else { Value::StalemateLoss(plies) };
                    (best == wanted).then_some((i, wanted))
                })
                .collect();
            for (i, value) in found {
                last = last.max(plies);
                values[i] = Some(value);
            }
        }
    }
    all.iter().zip(values).map(|(position, value)| (key(position), value.unwrap_or(Value::Draw))).collect()
}

fn compare(variant: &str, roles: &[Role]) {
    let variant = Variant::by_id(variant).unwrap();
    let mut solver = Solver::new(variant).unwrap();
    let mut solved = HashMap::from([(None, forward(variant, None, &HashMap::new()))]);
    for &role in roles {
        let values = forward(variant, Some(role), &solved);
        let ending = format!("K{}K", role.letter().to_ascii_uppercase());
        let table = solver.solve(&ending.parse().unwrap()).unwrap();
        for position in positions(variant, Some(role)) {
            assert_eq!(table.value(&position), Some(values[&key(&position)]), "{ending}: {}", position.to_fen());
        }
        solved.insert(Some(role), values);
    }
}

const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

#[test]
fn shafrans_endings_of_three_pieces_are_the_same_solved_forward() {
    compare("shafran", &ROLES);
}

#[test]
#[ignore = "takes minutes; cargo test --release -p saffron-tables -- --ignored"]
fn all_endings_of_three_pieces_are_the_same_solved_forward() {
    for variant in ["glinski", "mccooey", "hexofen", "devasa", "brusky"] {
        compare(variant, &ROLES);
    }
}
