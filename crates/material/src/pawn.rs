//! King and pawn against king, by the library's own moves: a pawn's moves are a variant's own.

use saffron_rules::material::{Kind, Material};
use saffron_rules::{Cell, Color, Move, Piece, Position, Role, Setup, Variant};

use crate::field::{MOST_MEN, Stand};
use crate::figures::{Figures, Known};
use crate::solve::State;

/// Where the kings and White's pawn stand.
type Three = [Cell; 3];

/// Counts the positions of king and pawn against king. `known` has what the pawn may become,
/// and the bare kings.
pub(crate) fn figures(variant: &'static Variant, known: &Known) -> Figures {
    let mut open = Vec::new();
    let mut figures = Figures { fresh: true, ..Figures::default() };
    let mut live = Live::default();
    for three in placements(variant) {
        for turn in Color::ALL {
            let Some(position) = position(variant, three, turn) else { continue };
            if position.has_legal_move() {
                open.push((three, turn));
                continue;
            }
            let count = match turn {
                _ if !position.in_check() && variant.stalemate_quarters() == 2 => &mut figures.drawn,
                _ if !position.in_check() => &mut figures.stalemates,
                Color::White => &mut figures.white_mated,
                Color::Black => &mut figures.black_mated,
            };
            *count += 1;
            if !core::ptr::eq(count, &figures.drawn) {
                live.set(three, turn);
            }
        }
    }
    let positions = open.len();
    loop {
        let before = open.len();
        open.retain(|&(three, turn)| {
            let hopeful = position(variant, three, turn).is_some_and(|position| {
                position.legal_moves().iter().any(|&mv| leads_to_hope(&position, mv, known, &live))
            });
            if hopeful {
                live.set(three, turn);
            }
            !hopeful
        });
        if open.len() == before {
            break;
        }
    }
    figures.live = (positions - open.len()) as u64;
    figures.dead = open.len() as u64;
    let takes = |&&(three, turn): &&(Three, Color)| {
        position(variant, three, turn)
            .is_some_and(|position| position.legal_moves().iter().all(|&mv| position.captured(mv).is_some()))
    };
    figures.must_take = open.iter().filter(takes).count() as u64;
    figures
}

/// One bit a placement and side to move.
#[derive(Default)]
struct Live(std::collections::HashSet<u32>);

impl Live {
    fn key(three: Three, turn: Color) -> u32 {
        three.iter().fold(turn.index() as u32, |key, cell| key << 7 | cell.index() as u32)
    }

    fn set(&mut self, three: Three, turn: Color) {
        self.0.insert(Self::key(three, turn));
    }

    fn has(&self, three: Three, turn: Color) -> bool {
        self.0.contains(&Self::key(three, turn))
    }
}

/// All placements on different cells, those with the pawn nearest its goal first.
fn placements(variant: &'static Variant) -> impl Iterator<Item = Three> {
    let cells = variant.board().cells();
    let mut pawns: Vec<Cell> = variant.pawns().standing(Color::White).iter().collect();
    pawns.sort_by_key(|&cell| core::cmp::Reverse(variant.board().coordinates(cell).1));
    pawns.into_iter().flat_map(move |pawn| {
        cells.into_iter().flat_map(move |white| cells.into_iter().map(move |black| [white, black, pawn]))
    })
}

fn position(variant: &'static Variant, three: Three, turn: Color) -> Option<Position> {
    let [white, black, pawn] = three;
    let mut setup = Setup::new();
    setup.turn = turn;
    setup.put(Piece { color: Color::White, role: Role::King }, white);
    setup.put(Piece { color: Color::Black, role: Role::King }, black);
    setup.put(Piece { color: Color::White, role: Role::Pawn }, pawn);
    // Two men on one cell leave a man too few.
    Position::from_setup(variant, &setup).ok().filter(|position| position.occupied().len() == 3)
}

fn leads_to_hope(position: &Position, mv: Move, known: &Known, live: &Live) -> bool {
    let mut next = *position;
    next.play_unchecked(mv);
    let kings = Color::ALL.map(|color| next.king(color));
    let (stand, material): (Stand, _) = match (next.by_role(Role::Pawn).first(), mv.promotion) {
        (Some(pawn), _) => return live.has([kings[0], kings[1], pawn], next.turn()),
        (None, Some(role)) => {
            let stands_there = |kind: &Kind| match kind {
                Kind::Bishop(colour) => role == Role::Bishop && *colour == next.variant().board().cell_color(mv.to),
                kind => kind.role() == role,
            };
            let kind = Kind::ALL.into_iter().find(stands_there).unwrap_or(Kind::Queen);
            (filled(&[kings[0], kings[1], mv.to]), Material::new(&[kind], &[]))
        }
        (None, None) => (filled(&kings), Material::NONE),
    };
    matches!(known[&material].state(&stand, next.turn()), State::End | State::Live)
}

fn filled(cells: &[Cell]) -> Stand {
    let mut stand = [cells[0]; MOST_MEN];
    stand[..cells.len()].copy_from_slice(cells);
    stand
}
