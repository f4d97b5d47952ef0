//! File format of books. All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `SAFBOOK1`; the last digit is the version of the format |
//! | 1, n | length of the variant's id, and the id |
//! | 8 | the rules key, from `rules_key` |
//! | 4 | number of positions |
//! | 4 | number of moves of all positions |
//! | 9 each | the positions, by ascending hash: 8 for the hash, 1 for the number of its moves, at least 1 |
//! | 9 each | the moves, in the order of the positions: 2 for the move (`Move::to_bits`), 2 for its value in centipawns, 2 for games, 2 for quarters of points, 1 for its weight |
//! | 8 | FNV-1a, 64 bits, of everything before |

use saffron_rules::Variant;

use crate::book::{Book, Entry};
use crate::rules_key::{FNV_START, fnv, rules_key};

const MAGIC: &[u8; 7] = b"SAFBOOK";
const VERSION: u8 = b'1';

/// Lengths of a position, of a move and of the checksum, in bytes.
const POSITION: usize = 9;
const MOVE: usize = 9;
const CHECKSUM: usize = 8;

/// Error of reading a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file does not begin with the magic bytes of a book.
    #[error("this is not an opening book")]
    NotABook,
    /// The format has another version.
    #[error("the book has a format of another version of this program")]
    OtherVersion,
    /// The variant is unknown.
    #[error("the book is of the unknown variant {0:?}")]
    UnknownVariant(String),
    /// The rules of the variant, or the hash of positions, have changed since the book was built.
    #[error("the book was made for other rules of {0}")]
    OtherRules(&'static str),
    /// The contents are invalid.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// A [`BookError`] if the bytes are not a complete book for a known variant with its current rules.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let mut input = ByteReader(bytes);
        if input.take(MAGIC.len()).ok() != Some(MAGIC.as_slice()) {
            return Err(BookError::NotABook);
        }
        if input.byte()? != VERSION {
            return Err(BookError::OtherVersion);
        }
        let length = usize::from(input.byte()?);
        let id = input.take(length)?;
        let body = bytes.len().saturating_sub(CHECKSUM);
        if body < MAGIC.len() || fnv(FNV_START, &bytes[..body]).to_le_bytes() != bytes[body..] {
            return Err(BookError::Damaged("its checksum is wrong"));
        }
        let id = String::from_utf8_lossy(id).into_owned();
        let variant = Variant::by_id(&id).ok_or(BookError::UnknownVariant(id))?;
        if input.u64()? != rules_key(variant) {
            return Err(BookError::OtherRules(variant.name()));
        }
        let (positions, moves) = (input.u32()? as usize, input.u32()? as usize);
        let expected = positions.checked_mul(POSITION).zip(moves.checked_mul(MOVE)).and_then(|(a, b)| a.checked_add(b));
        if expected != Some(input.0.len().saturating_sub(CHECKSUM)) {
            return Err(BookError::Damaged("its length is not that of its positions and moves"));
        }
        let mut book = Book::empty(variant);
        for _ in 0..positions {
            let hash = input.u64()?;
            if book.hashes.last().is_some_and(|&last| last >= hash) {
                return Err(BookError::Damaged("its positions are out of order"));
            }
            let count = u32::from(input.byte()?);
            if count == 0 {
                return Err(BookError::Damaged("a position has no move"));
            }
            book.hashes.push(hash);
            book.starts.push(book.starts[book.starts.len() - 1] + count);
        }
        if book.starts.last().map(|&count| count as usize) != Some(moves) {
            return Err(BookError::Damaged("its positions have not as many moves as it says"));
        }
        for _ in 0..moves {
            book.entries.push(input.entry()?);
        }
        for ends in book.starts.windows(2) {
            let entries = &book.entries[ends[0] as usize..ends[1] as usize];
            let is_duplicate =
                |(index, entry): (usize, &Entry)| entries[..index].iter().any(|other| other.bits == entry.bits);
            if entries.iter().enumerate().any(is_duplicate) {
                return Err(BookError::Damaged("a position has a move twice"));
            }
        }
        Ok(book)
    }

    /// Writes the book in the format that [`Book::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let id = self.variant.id().as_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.push(id.len() as u8);
        bytes.extend_from_slice(id);
        bytes.extend_from_slice(&rules_key(self.variant).to_le_bytes());
        bytes.extend_from_slice(&(self.hashes.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(self.entries.len() as u32).to_le_bytes());
        for (hash, ends) in self.hashes.iter().zip(self.starts.windows(2)) {
            bytes.extend_from_slice(&hash.to_le_bytes());
            bytes.push((ends[1] - ends[0]) as u8);
        }
        for entry in &self.entries {
            bytes.extend_from_slice(&entry.bits.to_le_bytes());
            bytes.extend_from_slice(&entry.value.to_le_bytes());
            bytes.extend_from_slice(&entry.games.to_le_bytes());
            bytes.extend_from_slice(&entry.quarters.to_le_bytes());
            bytes.push(entry.weight);
        }
        let checksum = fnv(FNV_START, &bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// Sets the checksum to the correct value, for tests.
#[doc(hidden)]
pub fn fix_checksum(bytes: &mut [u8]) {
    if let Some(body) = bytes.len().checked_sub(CHECKSUM) {
        let checksum = fnv(FNV_START, &bytes[..body]);
        bytes[body..].copy_from_slice(&checksum.to_le_bytes());
    }
}

/// Reader over the bytes that are still unread.
struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BookError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BookError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn byte(&mut self) -> Result<u8, BookError> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, BookError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, BookError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, BookError> {
        self.array().map(u64::from_le_bytes)
    }

    fn entry(&mut self) -> Result<Entry, BookError> {
        let entry = Entry {
            bits: self.u16()?,
            value: self.u16()?.cast_signed(),
            games: self.u16()?,
            quarters: self.u16()?,
            weight: self.byte()?,
        };
        if entry.value == i16::MIN {
            return Err(BookError::Damaged("a move has no value"));
        }
        if u32::from(entry.quarters) > 4 * u32::from(entry.games) {
            return Err(BookError::Damaged("a move has more points than games"));
        }
        Ok(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::tests::small;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::Index;

    #[test]
    fn books_survive_a_round_trip() {
        for book in [small(), Book::empty(Variant::by_id("glinski").unwrap())] {
            assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }

    proptest! {
        #[test]
        fn truncated_and_changed_books_are_refused(place in 0..69_usize, with in 1..=255_u8, cut in 1..69_usize) {
            let whole = small().to_bytes();
            let mut bytes = whole.clone();
            let place = place * (whole.len() - 1) / 68;
            bytes[place] ^= with;
            prop_assert!(Book::from_bytes(&bytes).is_err());
            prop_assert!(Book::from_bytes(&whole[..whole.len() - 1 - cut]).is_err());
        }

        /// A book that can be read is written back unchanged.
        #[test]
        fn damage_with_a_valid_checksum_does_not_panic(changes in vec((any::<Index>(), any::<u8>()), 1..6), cut in 0..20_usize) {
            let mut bytes = small().to_bytes();
            for (place, with) in changes {
                let place = place.index(bytes.len());
                bytes[place] ^= with;
            }
            bytes.truncate(bytes.len() - cut);
            fix_checksum(&mut bytes);
            if let Ok(book) = Book::from_bytes(&bytes) {
                prop_assert_eq!(book.to_bytes(), bytes);
                let start = book.variant().start();
                let legal = book.moves(&start).iter().all(|known| start.is_legal(known.mv));
                prop_assert!(legal);
                prop_assert!(book.verify().map_or_else(|flaw| !flaw.to_string().is_empty(), |found| found.positions > 0));
            }
        }
    }

    #[test]
    fn other_bytes_are_named() {
        assert_eq!(Book::from_bytes(b""), Err(BookError::NotABook));
        assert_eq!(Book::from_bytes(b"SAFGAME1\x07shafran"), Err(BookError::NotABook));
        assert_eq!(Book::from_bytes(b"SAFBOOK2\x07shafran"), Err(BookError::OtherVersion));
        let changed = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = small().to_bytes();
            change(&mut bytes);
            fix_checksum(&mut bytes);
            Book::from_bytes(&bytes)
        };
        assert_eq!(changed(&|bytes| bytes[9] = b'S'), Err(BookError::UnknownVariant("Shafran".to_owned())));
        assert_eq!(changed(&|bytes| bytes[16] ^= 1), Err(BookError::OtherRules("Shafran")));
        let length = "its length is not that of its positions and moves";
        assert_eq!(changed(&|bytes| bytes[24] += 1), Err(BookError::Damaged(length)));
        assert_eq!(changed(&|bytes| bytes.insert(60, 0)), Err(BookError::Damaged(length)));
        assert_eq!(changed(&|bytes| bytes[27] = 0xff), Err(BookError::Damaged(length)));
        let positions = 9 + 7 + 8 + 8;
        let moves = positions + 2 * POSITION;
        assert_eq!(changed(&|bytes| bytes[positions + 8] = 0), Err(BookError::Damaged("a position has no move")));
        assert_eq!(
            changed(&|bytes| bytes[positions + 8] += 1),
            Err(BookError::Damaged("its positions have not as many moves as it says"))
        );
        assert_eq!(
            changed(&|bytes| bytes.copy_within(positions + POSITION..positions + POSITION + 8, positions)),
            Err(BookError::Damaged("its positions are out of order"))
        );
        assert_eq!(
            changed(&|bytes| bytes[moves + 6] = 13),
            Err(BookError::Damaged("a move has more points than games"))
        );
        assert_eq!(
            changed(&|bytes| bytes[moves + 2..moves + 4].copy_from_slice(&[0, 0x80])),
            Err(BookError::Damaged("a move has no value"))
        );
    }
}
