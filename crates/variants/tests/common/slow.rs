//! Second move generator that shares only a variant's data with the library: pieces on coordinates, every move
//! tried on a copy, and a king in check when some enemy piece could take it.

use std::collections::BTreeMap;
use std::rc::Rc;

use saffron_rules::{Color, VariantSpec};

type At = (i8, i8);

const STRAIGHT: [At; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
const DIAGONAL: [At; 6] = [(1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1)];

/// A position: letters as in a FEN, on skewed coordinates.
#[derive(Clone)]
pub(crate) struct Slow {
    spec: VariantSpec,
    cells: Rc<[SideCells; 2]>,
    pieces: BTreeMap<At, char>,
    white: bool,
    /// Letters of the castling rights.
    rights: Vec<char>,
    /// Cells that the last move passed over, and the cell of the pawn.
    passed: Vec<At>,
    pawn: At,
}

/// Cells that matter to the pawns of a side.
#[derive(Default)]
struct SideCells {
    first_steps: BTreeMap<At, u8>,
    promotion: Vec<At>,
}

/// A move: from, to, a promotion's letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    from: At,
    to: At,
    promotion: Option<char>,
}

impl Slow {
    /// Position of a FEN without en passant cells.
    pub(crate) fn new(spec: &VariantSpec, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut slow = Self {
            spec: *spec,
            cells: Rc::default(),
            pieces: BTreeMap::new(),
            white: fields[1] == "w",
            rights: fields[2].chars().filter(|&c| c != '-').collect(),
            passed: Vec::new(),
            pawn: (0, 0),
        };
        slow.cells = Rc::new([slow.side_cells(true), slow.side_cells(false)]);
        let rows: Vec<&str> = fields[0].split('/').collect();
        for (row, rank) in rows.iter().zip((1..=rows.len() as i8).rev()) {
            let mut cells = Vec::new();
            for (x, file) in spec.board.files.iter().enumerate() {
                let y = rank - file.first_rank as i8 + file.low;
                if (file.low..=file.high).contains(&y) {
                    cells.push((x as i8, y));
                }
            }
            let (mut next, mut number) = (0, 0);
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(digit) => number = number * 10 + digit as usize,
                    None => {
                        next += std::mem::take(&mut number);
                        slow.pieces.insert(cells[next], c);
                        next += 1;
                    }
                }
            }
        }
        slow
    }

    fn on_board(&self, (x, y): At) -> bool {
        let file = usize::try_from(x).ok().and_then(|x| self.spec.board.files.get(x));
        file.is_some_and(|file| file.low <= y && y <= file.high)
    }

    fn name(&self, (x, y): At) -> String {
        let file = self.spec.board.files[x as usize];
        format!("{}{}", file.letter, y - file.low + file.first_rank as i8)
    }

    fn cell(&self, name: &str) -> At {
        let x = self.spec.board.files.iter().position(|file| name.starts_with(file.letter)).unwrap();
        let file = self.spec.board.files[x];
        (x as i8, name[1..].parse::<i8>().unwrap() - file.first_rank as i8 + file.low)
    }

    /// A cell of White's rules for this side.
    fn turned(&self, (x, y): At, white: bool) -> At {
        if white {
            return (x, y);
        }
        let files = self.spec.board.files;
        let low = files.iter().map(|file| file.low).min().unwrap();
        let high = files.iter().map(|file| file.high).max().unwrap();
        (files.len() as i8 - 1 - x, low + high - y)
    }

    fn named(&self, names: &str, white: bool) -> Vec<At> {
        names.split_whitespace().map(|name| self.turned(self.cell(name), white)).collect()
    }

    fn steps(&self, steps: &[At], white: bool) -> Vec<At> {
        let sign = if white { 1 } else { -1 };
        steps.iter().map(|&(x, y)| (sign * x, sign * y)).collect()
    }

    fn side_cells(&self, white: bool) -> SideCells {
        let (list, given) = match self.spec.pawn.black_first_steps {
            Some(list) if !white => (list, true),
            _ => (self.spec.pawn.first_steps, white),
        };
        let starts = list.iter().flat_map(|(count, names)| self.named(names, given).into_iter().map(|at| (at, *count)));
        let forward = self.steps(self.spec.pawn.forward, white);
        let promotion = match (self.spec.promotion.cells, self.spec.promotion.black_cells) {
            (_, Some(names)) if !white => self.named(names, true),
            (Some(names), _) => self.named(names, white),
            _ => {
                let files = self.spec.board.files.iter().zip(0..);
                let all = files.flat_map(|(file, x)| (file.low..=file.high).map(move |y| (x, y)));
                let last = |at: &At| forward.iter().all(|step| !self.on_board((at.0 + step.0, at.1 + step.1)));
                all.filter(last).collect()
            }
        };
        SideCells { first_steps: starts.collect(), promotion }
    }

    /// Number of cells that a pawn may go from a starting cell; 0 from other cells.
    fn first_step(&self, at: At, white: bool) -> u8 {
        self.cells[usize::from(!white)].first_steps.get(&at).copied().unwrap_or(0)
    }

    fn promotes(&self, at: At, white: bool) -> bool {
        self.cells[usize::from(!white)].promotion.contains(&at)
    }

    /// Cells that the piece here could take on.
    fn attacks(&self, from: At) -> Vec<At> {
        let piece = self.pieces[&from];
        let white = piece.is_ascii_uppercase();
        let both = [STRAIGHT, DIAGONAL].concat();
        let (steps, far) = match piece.to_ascii_lowercase() {
            'r' => (STRAIGHT.to_vec(), true),
            'b' => (DIAGONAL.to_vec(), true),
            'q' => (both, true),
            'k' => (both, false),
            'n' => {
                // Two steps straight, one more to either side of that direction.
                let leap = |i: usize| {
                    let (a, left, right) = (STRAIGHT[i], STRAIGHT[(i + 1) % 6], STRAIGHT[(i + 5) % 6]);
                    [(2 * a.0 + left.0, 2 * a.1 + left.1), (2 * a.0 + right.0, 2 * a.1 + right.1)]
                };
                ((0..6).flat_map(leap).collect(), false)
            }
            _ => {
                let pawn = self.spec.pawn;
                let first = if self.first_step(from, white) > 0 { pawn.first_captures } else { &[] };
                (self.steps(&[pawn.captures, first].concat(), white), false)
            }
        };
        let mut seen = Vec::new();
        for step in steps {
            let mut at = from;
            loop {
                at = (at.0 + step.0, at.1 + step.1);
                if !self.on_board(at) {
                    break;
                }
                seen.push(at);
                if !far || self.pieces.contains_key(&at) {
                    break;
                }
            }
        }
        seen
    }

    fn attacked(&self, at: At, by_white: bool) -> bool {
        let pieces = self.pieces.iter().filter(|(_, piece)| piece.is_ascii_uppercase() == by_white);
        pieces.into_iter().any(|(&from, _)| self.attacks(from).contains(&at))
    }

    fn king(&self, white: bool) -> At {
        let king = if white { 'K' } else { 'k' };
        *self.pieces.iter().find(|(_, piece)| **piece == king).unwrap().0
    }

    /// Legal moves.
    pub(crate) fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        for (&from, piece) in self.pieces.iter().filter(|(_, piece)| piece.is_ascii_uppercase() == self.white) {
            let pawn = piece.eq_ignore_ascii_case(&'p');
            let mut targets: Vec<At> = self.attacks(from);
            targets.retain(|at| match self.pieces.get(at) {
                Some(other) => other.is_ascii_uppercase() != self.white,
                None => !pawn || self.passed.contains(at),
            });
            if pawn {
                targets.extend(self.pawn_walks(from));
            }
            for to in targets {
                let promotes = pawn && self.promotes(to, self.white);
                let roles = self.spec.promotion.roles.iter().map(|role| Some(role.letter().to_ascii_lowercase()));
                let promotions = if promotes { roles.collect() } else { vec![None] };
                moves.extend(promotions.into_iter().map(|promotion| Step { from, to, promotion }));
            }
        }
        moves.retain(|&step| {
            let next = self.after(step);
            !next.attacked(next.king(self.white), !self.white)
        });
        moves.extend(self.castling().into_iter().map(|(step, ..)| step));
        moves
    }

    fn pawn_walks(&self, from: At) -> Vec<At> {
        let steps = self.steps(self.spec.pawn.forward, self.white);
        let front = |step: &At| self.pieces.get(&(from.0 + step.0, from.1 + step.1));
        let facing = |piece: &char| piece.is_ascii_uppercase() != self.white;
        if self.spec.pawn.stopped_by_enemy_in_front && steps.iter().filter_map(front).any(facing) {
            return Vec::new();
        }
        let mut targets = Vec::new();
        for step in steps {
            let mut at = from;
            for _ in 0..self.first_step(from, self.white).max(1) {
                at = (at.0 + step.0, at.1 + step.1);
                if !self.on_board(at) || self.pieces.contains_key(&at) {
                    break;
                }
                targets.push(at);
            }
        }
        targets
    }

    /// Castling that is legal: the king's move, and the rook's.
    fn castling(&self) -> Vec<(Step, At, At)> {
        let mut found = Vec::new();
        for right in self.spec.castling {
            let own = [None, Some(if self.white { Color::White } else { Color::Black })].contains(&right.side);
            let letter = if self.white { right.letter } else { right.letter.to_ascii_lowercase() };
            if !own || !self.rights.contains(&letter) {
                continue;
            }
            let cell = |name| self.turned(self.cell(name), self.white || right.side.is_some());
            let (king, rook) = (cell(right.king), cell(right.rook));
            let row = between(king, rook);
            for &(_, king_to, rook_to) in right.moves {
                let (king_to, rook_to) = (cell(king_to), cell(rook_to));
                let empty = row.iter().all(|at| !self.pieces.contains_key(at));
                let mut crossed = between(king, king_to);
                crossed.extend([king, king_to]);
                if !empty || crossed.iter().any(|&at| self.attacked(at, !self.white)) {
                    continue;
                }
                let mut next = self.clone();
                next.bring(king, king_to);
                next.bring(rook, rook_to);
                if !next.attacked(king_to, !self.white) {
                    found.push((Step { from: king, to: king_to, promotion: None }, rook, rook_to));
                }
            }
        }
        found
    }

    /// Position after a move, legal or not but for the king's safety.
    pub(crate) fn after(&self, step: Step) -> Self {
        let mut next = self.clone();
        let piece = next.pieces.remove(&step.from).unwrap();
        let pawn = piece.eq_ignore_ascii_case(&'p');
        if pawn && !self.pieces.contains_key(&step.to) && self.passed.contains(&step.to) && self.captures(step) {
            next.pieces.remove(&self.pawn);
        }
        let is_far_king = piece.eq_ignore_ascii_case(&'k') && !self.attacks(step.from).contains(&step.to);
        if is_far_king {
            let (_, rook, rook_to) = *self.castling().iter().find(|(castling, ..)| *castling == step).unwrap();
            next.bring(rook, rook_to);
        }
        let cased = |c: char| if self.white { c.to_ascii_uppercase() } else { c };
        next.pieces.insert(step.to, step.promotion.map_or(piece, cased));
        let walks = pawn && !self.captures(step) && step.promotion.is_none();
        next.passed = if walks { between(step.from, step.to) } else { Vec::new() };
        next.pawn = step.to;
        for right in self.spec.castling {
            for white in [true, false] {
                let letter = if white { right.letter } else { right.letter.to_ascii_lowercase() };
                let cells =
                    [right.king, right.rook].map(|name| self.turned(self.cell(name), white || right.side.is_some()));
                if cells.contains(&step.from) || cells.contains(&step.to) {
                    next.rights.retain(|&c| c != letter);
                }
            }
        }
        next.white = !self.white;
        next
    }

    /// Puts a piece on another cell.
    fn bring(&mut self, from: At, to: At) {
        let piece = self.pieces.remove(&from).unwrap();
        self.pieces.insert(to, piece);
    }

    /// Returns whether a pawn's step is one of its captures.
    fn captures(&self, step: Step) -> bool {
        self.attacks(step.from).contains(&step.to)
    }

    /// Move as UCI writes it.
    pub(crate) fn uci(&self, step: Step) -> String {
        let promotion = step.promotion.map(String::from).unwrap_or_default();
        format!("{}{}{promotion}", self.name(step.from), self.name(step.to))
    }

    /// Number of lines of `depth` moves.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|step| self.after(step).perft(depth - 1)).sum(),
        }
    }
}

/// Cells between two of one line.
fn between(a: At, b: At) -> Vec<At> {
    for step in STRAIGHT.iter().chain(&DIAGONAL) {
        let line: Vec<At> = (1..16).map(|n| (a.0 + n * step.0, a.1 + n * step.1)).collect();
        if let Some(n) = line.iter().position(|&at| at == b) {
            return line[..n].to_vec();
        }
    }
    Vec::new()
}
