//! King and pawn against king. This module uses the move generator of `saffron-rules`, because pawns move differently in each
//! variant.

use saffron_rules::material::{Kind, Material};
use saffron_rules::{Cell, Color, Move, Piece, Position, Role, Setup, Variant};

use crate::bitbase::{Bitbases, State};
use crate::counts::Counts;
use crate::piece_list::{MAX_PIECES, Placement};

/// Cells of White's king, Black's king and White's pawn.
type Cells = [Cell; 3];

/// Counts the positions of king and pawn against king. `bitbases` has those of the bare kings and of king and promoted piece
/// against king.
pub(crate) fn counts(variant: &'static Variant, bitbases: &Bitbases) -> Counts {
    let mut open = Vec::new();
    let mut counts = Counts { reachable: true, ..Counts::default() };
    let mut live = Live::default();
    for three in placements(variant) {
        for turn in Color::ALL {
            let Some(position) = position(variant, three, turn) else { continue };
            if position.has_legal_move() {
                open.push((three, turn));
                continue;
            }
            let count = match turn {
                _ if !position.in_check() && variant.stalemate_quarters() == 2 => &mut counts.drawn,
                _ if !position.in_check() => &mut counts.stalemates,
                Color::White => &mut counts.white_mated,
                Color::Black => &mut counts.black_mated,
            };
            *count += 1;
            if !core::ptr::eq(count, &counts.drawn) {
                live.insert(three, turn);
            }
        }
    }
    let positions = open.len();
    loop {
        let before = open.len();
        open.retain(|&(three, turn)| {
            let can_be_decided = position(variant, three, turn).is_some_and(|position| {
                position.legal_moves().iter().any(|&mv| can_be_decided_after(&position, mv, bitbases, &live))
            });
            if can_be_decided {
                live.insert(three, turn);
            }
            !can_be_decided
        });
        if open.len() == before {
            break;
        }
    }
    counts.live = (positions - open.len()) as u64;
    counts.dead = open.len() as u64;
    let only_captures = |&&(three, turn): &&(Cells, Color)| {
        position(variant, three, turn)
            .is_some_and(|position| position.legal_moves().iter().all(|&mv| position.captured(mv).is_some()))
    };
    counts.only_captures = open.iter().filter(only_captures).count() as u64;
    counts
}

/// Positions that can still lead to a decisive one.
#[derive(Default)]
struct Live(std::collections::HashSet<u32>);

impl Live {
    fn key(three: Cells, turn: Color) -> u32 {
        three.iter().fold(turn.index() as u32, |key, cell| key << 7 | cell.index() as u32)
    }

    fn insert(&mut self, three: Cells, turn: Color) {
        self.0.insert(Self::key(three, turn));
    }

    fn contains(&self, three: Cells, turn: Color) -> bool {
        self.0.contains(&Self::key(three, turn))
    }
}

/// Returns all placements, those with the pawn nearest to promotion first.
fn placements(variant: &'static Variant) -> impl Iterator<Item = Cells> {
    let cells = variant.board().cells();
    let mut pawns: Vec<Cell> = variant.pawns().standing(Color::White).iter().collect();
    pawns.sort_by_key(|&cell| core::cmp::Reverse(variant.board().coordinates(cell).1));
    pawns.into_iter().flat_map(move |pawn| {
        cells.into_iter().flat_map(move |white| cells.into_iter().map(move |black| [white, black, pawn]))
    })
}

fn position(variant: &'static Variant, three: Cells, turn: Color) -> Option<Position> {
    let [white, black, pawn] = three;
    let mut setup = Setup::new();
    setup.turn = turn;
    setup.put(Piece { color: Color::White, role: Role::King }, white);
    setup.put(Piece { color: Color::Black, role: Role::King }, black);
    setup.put(Piece { color: Color::White, role: Role::Pawn }, pawn);
    // Two pieces on one cell leave fewer than three.
    Position::from_setup(variant, &setup).ok().filter(|position| position.occupied().len() == 3)
}

fn can_be_decided_after(position: &Position, mv: Move, bitbases: &Bitbases, live: &Live) -> bool {
    let mut next = *position;
    next.play_unchecked(mv);
    let kings = Color::ALL.map(|color| next.king(color));
    let (placement, material): (Placement, _) = match (next.by_role(Role::Pawn).first(), mv.promotion) {
        (Some(pawn), _) => return live.contains([kings[0], kings[1], pawn], next.turn()),
        (None, Some(role)) => {
            let stands_there = |kind: &Kind| match kind {
                Kind::Bishop(color) => role == Role::Bishop && *color == next.variant().board().cell_color(mv.to),
                kind => kind.role() == role,
            };
            let kind = Kind::ALL.into_iter().find(stands_there).unwrap_or(Kind::Queen);
            (filled(&[kings[0], kings[1], mv.to]), Material::new(&[kind], &[]))
        }
        (None, None) => (filled(&kings), Material::NONE),
    };
    matches!(bitbases[&material].state(&placement, next.turn()), State::Decisive | State::Live)
}

fn filled(cells: &[Cell]) -> Placement {
    let mut placement = [cells[0]; MAX_PIECES];
    placement[..cells.len()].copy_from_slice(cells);
    placement
}
