//! Random positions, for the examples that measure.

use saffron_rules::{Color, Piece, Position, Role, Setup, Variant};
use saffron_tables::Ending;

/// Random legal positions of an ending.
pub(crate) fn positions(variant: &'static Variant, ending: &Ending, count: usize) -> Vec<Position> {
    let cells: Vec<_> = variant.board().cells().iter().collect();
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = Setup::new();
        setup.turn = if random(2) == 0 { Color::White } else { Color::Black };
        let pieces = Color::ALL.into_iter().flat_map(|color| {
            std::iter::once(Role::King).chain(ending.side(color).iter().copied()).map(move |role| Piece { color, role })
        });
        let mut free = true;
        for piece in pieces {
            let cell = cells[random(cells.len())];
            free &= setup.piece_at(cell).is_none();
            setup.put(piece, cell);
        }
        if free {
            found.extend(Position::from_setup(variant, &setup));
        }
    }
    found
}
