//! Puzzles from random positions that endgame tables know.

use saffron_engine::{Control, Random, Root};
use saffron_rules::{Cell, Color, Piece, Position, Role, Setup};
use saffron_tables::Tables;

use crate::judge::Judge;
use crate::mine::{complete, winning_line};
use crate::puzzle::Puzzle;

/// Number of random placements that are tried for one puzzle.
const PLACEMENTS: usize = 20_000;

/// Number of the solver's moves from which an ending is a puzzle: a single winning move is often an accident.
const MIN_TURNS: usize = 2;

/// Finds an ending in which one move after another wins; outer `None` if the control stopped it, inner `None` if no placement
/// is one. The result depends only on the tables, the seed and the number.
pub fn mine_ending(
    judge: &mut Judge<'_>,
    tables: &Tables,
    seed: u64,
    number: u64,
    control: &Control,
) -> Option<Option<Puzzle>> {
    judge.forget();
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    for _ in 0..PLACEMENTS {
        if control.is_stopped() {
            return None;
        }
        let Some(position) = random_position(tables, &mut random) else { continue };
        if !matches!(tables.look_up(&position), Ok(Some(known)) if known.moves.len() > 1) {
            continue;
        }
        let Some(moves) = winning_line(judge, Root::from(position), control)? else { continue };
        if moves.len() < 2 * MIN_TURNS - 1 || position.captured(moves[0]).is_some() {
            continue;
        }
        let mut puzzle = Puzzle::new(position, moves);
        puzzle.source = format!("ending {}", material(&position));
        complete(judge, &mut puzzle, control)?;
        return Some(Some(puzzle));
    }
    Some(None)
}

/// Places both kings and random pieces on random cells; `None` if that is not a legal position.
fn random_position(tables: &Tables, random: &mut Random) -> Option<Position> {
    let variant = tables.variant();
    let cells: Vec<Cell> = variant.board().cells().iter().collect();
    let pieces = 3 + random.below(tables.most_pieces().saturating_sub(2));
    let mut setup = Setup::new();
    setup.turn = if random.below(2) == 0 { Color::White } else { Color::Black };
    for number in 0..pieces {
        let (color, role) = match number {
            0 => (Color::White, Role::King),
            1 => (Color::Black, Role::King),
            _ => {
                let color = if random.below(2) == 0 { Color::White } else { Color::Black };
                (color, Role::ALL[random.below(Role::ALL.len() - 1)])
            }
        };
        let cell = cells[random.below(cells.len())];
        if setup.piece_at(cell).is_some() {
            return None;
        }
        setup.put(Piece { color, role }, cell);
    }
    Position::from_setup(variant, &setup).ok()
}

/// Returns the pieces of both sides, the solver's first, such as `KRKP`.
fn material(position: &Position) -> String {
    let of = |color| {
        let letters = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
            .into_iter()
            .flat_map(|role| std::iter::repeat_n(role.letter(), position.pieces(color, role).len()));
        letters.collect::<String>()
    };
    format!("{}{}", of(position.turn()), of(!position.turn()))
}
