//! Book in memory: positions by their hash, each with its moves.

use saffron_rules::{Move, Position, Variant};

/// Move of a book as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The move, as `Move::to_bits` packs it.
    pub(crate) bits: u16,
    /// Value in centipawns, from the mover's point of view.
    pub(crate) value: i16,
    pub(crate) games: u16,
    /// Score of the mover in the games, in quarter points.
    pub(crate) quarters: u16,
    pub(crate) weight: u8,
}

/// Book move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// Move, always legal in the position.
    pub mv: Move,
    /// Value in centipawns from the mover's point of view: the score of the search, or the minimax value over the book.
    pub value: i32,
    /// Number of self-play games with this move in the position.
    pub games: u32,
    /// Score of the mover in these games in quarter points, 0 to 4 for each.
    pub quarters: u32,
    /// Frequency relative to the other moves of the position: 255 for the most frequent one, 0 for never.
    pub weight: u8,
}

/// Opening book of one variant.
///
/// ```
/// use saffron_book::Book;
/// use saffron_rules::Variant;
///
/// assert!(Book::from_bytes(b"something else").is_err());
/// let empty = Book::empty(Variant::by_id("shafran").unwrap());
/// assert!(empty.moves(&empty.variant().start()).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    pub(crate) variant: &'static Variant,
    /// Hashes of the positions, ascending.
    pub(crate) hashes: Vec<u64>,
    /// Index of the first entry of each position, followed by the number of entries.
    pub(crate) starts: Vec<u32>,
    pub(crate) entries: Vec<Entry>,
}

impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant, other.variant)
            && self.hashes == other.hashes
            && self.starts == other.starts
            && self.entries == other.entries
    }
}

impl Eq for Book {}

impl Book {
    /// Returns a book without positions.
    pub fn empty(variant: &'static Variant) -> Book {
        Book { variant, hashes: Vec::new(), starts: vec![0], entries: Vec::new() }
    }

    /// Builds a book from positions with distinct hashes.
    #[cfg(any(feature = "build", test))]
    pub(crate) fn from_positions(variant: &'static Variant, mut positions: Vec<(u64, Vec<Entry>)>) -> Book {
        positions.sort_unstable_by_key(|(hash, _)| *hash);
        let mut book = Book::empty(variant);
        for (hash, mut entries) in positions {
            entries.sort_unstable_by_key(|entry| (std::cmp::Reverse((entry.weight, entry.value)), entry.bits));
            book.hashes.push(hash);
            book.entries.append(&mut entries);
            book.starts.push(book.entries.len() as u32);
        }
        book
    }

    /// Variant of the book.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Entries of the position with this hash; empty if it is not in the book.
    pub(crate) fn entries(&self, hash: u64) -> &[Entry] {
        match self.hashes.binary_search(&hash) {
            Ok(index) => &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize],
            Err(_) => &[],
        }
    }

    /// Returns the moves of a position by descending weight; empty if the position is not in the book.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if !std::ptr::eq(position.variant(), self.variant) {
            return Vec::new();
        }
        // Hash collisions are all but impossible, but an illegal move must never be played.
        let legal = |entry: &Entry| position.move_from_bits(entry.bits).filter(|&mv| position.is_legal(mv));
        let book_move = |entry: &Entry| {
            legal(entry).map(|mv| BookMove {
                mv,
                value: i32::from(entry.value),
                games: u32::from(entry.games),
                quarters: u32::from(entry.quarters),
                weight: entry.weight,
            })
        };
        self.entries(position.hash()).iter().filter_map(book_move).collect()
    }

    /// Chooses a move to play at random, by weight. `fraction` is the random number, from 0 to below 1; `past` has the hashes of
    /// the game's earlier positions. Returns `None` if the book has no move or the position is one of `past`. Moves to a position
    /// of `past` are never chosen, so that the book does not repeat moves.
    pub fn choose(&self, position: &Position, past: &[u64], fraction: f64) -> Option<BookMove> {
        if past.contains(&position.hash()) {
            return None;
        }
        let mut moves = self.moves(position);
        moves.retain(|candidate| {
            candidate.weight > 0 && position.play(candidate.mv).is_ok_and(|next| !past.contains(&next.hash()))
        });
        let total: u32 = moves.iter().map(|candidate| u32::from(candidate.weight)).sum();
        let mut left = fraction.clamp(0.0, 1.0) * f64::from(total);
        for candidate in &moves {
            left -= f64::from(candidate.weight);
            if left < 0.0 {
                return Some(*candidate);
            }
        }
        moves.last().copied()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use saffron_rules::Game;

    pub(crate) fn entry(position: &Position, uci: &str, value: i16, weight: u8) -> Entry {
        Entry { bits: position.parse_uci(uci).unwrap().to_bits(), value, games: 3, quarters: 7, weight }
    }

    /// Book with three moves at the start and a reply to one of them.
    pub(crate) fn small() -> Book {
        let variant = Variant::by_id("shafran").unwrap();
        let start = variant.start();
        let after = start.play(start.parse_uci("e2e5").unwrap()).unwrap();
        Book::from_positions(
            variant,
            vec![
                (after.hash(), vec![entry(&after, "e9e6", -12, 255)]),
                (
                    start.hash(),
                    vec![entry(&start, "b1c4", -3, 0), entry(&start, "d2d3", 10, 85), entry(&start, "e2e5", 12, 255)],
                ),
            ],
        )
    }

    #[test]
    fn moves_are_sorted_by_weight() {
        let book = small();
        let start = book.variant().start();
        let names: Vec<String> = book.moves(&start).iter().map(|known| start.uci(known.mv)).collect();
        assert_eq!(names, ["e2e5", "d2d3", "b1c4"]);
        assert_eq!(book.moves(&start)[0].value, 12);
        let unknown = start.play(start.parse_uci("d2d3").unwrap()).unwrap();
        assert_eq!(book.moves(&unknown), []);
        assert_eq!(book.moves(&Variant::by_id("glinski").unwrap().start()), []);
    }

    #[test]
    fn moves_are_chosen_by_weight() {
        let book = small();
        let start = book.variant().start();
        let chosen = |fraction| book.choose(&start, &[], fraction).map(|known| start.uci(known.mv));
        let count = (0..1000).filter(|i| chosen(f64::from(*i) / 1000.0).as_deref() == Some("e2e5")).count();
        assert_eq!(count, 750);
        for fraction in [0.751, 0.999, 1.0, 2.0] {
            assert_eq!(chosen(fraction).as_deref(), Some("d2d3"));
        }
        assert!(chosen(f64::NAN).is_some());
    }

    #[test]
    fn no_move_is_chosen_in_a_repeated_position() {
        let book = small();
        let start = book.variant().start();
        let mut game = Game::new(start);
        for uci in ["b1c4", "h10g7", "c4b1", "g7h10"] {
            let mv = game.position().parse_uci(uci).unwrap();
            game.play(mv).unwrap();
        }
        let past: Vec<u64> = game.positions()[..4].iter().map(Position::hash).collect();
        assert_eq!(game.position().hash(), start.hash());
        assert!(book.choose(&start, &[], 0.0).is_some());
        assert_eq!(book.choose(game.position(), &past, 0.0), None);
    }

    #[test]
    fn no_move_to_an_earlier_position_is_chosen() {
        let book = small();
        let start = book.variant().start();
        let after = start.play(start.parse_uci("e2e5").unwrap()).unwrap();
        let chosen = book.choose(&start, &[after.hash()], 0.0).unwrap();
        assert_eq!(start.uci(chosen.mv), "d2d3");
    }
}
