//! Transposition table: results of searched positions by their hash.
//!
//! An entry has 16 bytes, two atomic words; a bucket has four entries in one cache line. The first word is the position's hash
//! xor the second word, so that a half-written entry never matches and the threads share the table without locks. Depth and age
//! decide which entry of a bucket is replaced.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::memory;

const ENTRIES: usize = 4;
const AGES: u8 = 32;

/// Maximum size of the table, in MiB.
pub const MAX_HASH_MB: usize = if cfg!(target_pointer_width = "32") { 1024 } else { 16_384 };

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Only the evaluation is stored, no score.
    None,
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The score is exact.
    Exact,
}

/// Result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Best move, or the one that caused the cut-off, from `Move::to_bits`; 0 for none.
    pub(crate) mv: u16,
    /// Score; mates are counted from this position.
    pub(crate) value: i32,
    /// Static evaluation, or `score::NONE`.
    pub(crate) eval: i32,
    /// Depth of the search that gave `value`.
    pub(crate) depth: i32,
    /// Relation of `value` to the true score.
    pub(crate) bound: Bound,
    /// True if the position was ever searched as a PV node.
    pub(crate) pv: bool,
}

impl Entry {
    /// Returns whether the score is exact, or a bound outside this window, so that it can replace a search.
    pub(crate) fn allows_cutoff(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
            Bound::None => false,
        }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket {
    slots: [Slot; ENTRIES],
}

/// Transposition table, shared by the threads of a search.
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

/// Error of a transposition table for which there is no memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashSizeError {
    /// Requested size, in MiB.
    pub megabytes: usize,
}

impl std::fmt::Display for HashSizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.megabytes)
    }
}

impl std::error::Error for HashSizeError {}

impl TranspositionTable {
    /// Creates a table of about `megabytes` MiB, clamped to 1 to [`MAX_HASH_MB`].
    pub(crate) fn new(megabytes: usize) -> Result<TranspositionTable, HashSizeError> {
        let megabytes = megabytes.clamp(1, MAX_HASH_MB);
        let count = megabytes * (1 << 20) / size_of::<Bucket>();
        let buckets = memory::allocate(count).map_err(|_| HashSizeError { megabytes })?;
        Ok(TranspositionTable { buckets, age: AtomicU8::new(0) })
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        *self.age.get_mut() = 0;
        self.buckets.fill_with(Bucket::default);
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub(crate) fn next_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Prefetches the bucket of the position with this hash.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        memory::prefetch(self.bucket(hash));
    }

    /// Looks up the entry of the position with this hash.
    pub(crate) fn probe(&self, hash: u64) -> Option<Entry> {
        self.bucket(hash).slots.iter().find_map(|slot| slot.of(hash)).map(unpack)
    }

    /// Stores the result of the position with this hash. An entry without a move keeps the stored move. A bound that is much
    /// shallower than a stored one of the same search changes only the move.
    pub(crate) fn store(&self, hash: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(hash);
        let mut victim = &bucket.slots[0];
        let mut least = i32::MAX;
        for slot in &bucket.slots {
            let data = slot.data.load(Relaxed);
            if data == 0 || slot.of(hash).is_some() {
                victim = slot;
                break;
            }
            let value = replacement_value(data, age);
            if value < least {
                least = value;
                victim = slot;
            }
        }
        if let Some(old) = victim.of(hash) {
            let known = unpack(old);
            if entry.mv == 0 {
                entry.mv = known.mv;
            }
            if entry.bound != Bound::Exact && age_of(old) == age && known.depth > entry.depth + 3 {
                entry = Entry { mv: entry.mv, ..known };
            }
        }
        let data = pack(&entry, age);
        victim.check.store(hash ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// Estimates from a sample the share of the table that entries of the current search fill, in permille.
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(256);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.slots)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / (sample * ENTRIES)) as u32
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl Slot {
    /// Returns the data word if it belongs to this hash. It is loaded only once, since another thread may overwrite it at any time.
    fn of(&self, hash: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.check.load(Relaxed) ^ data == hash).then_some(data)
    }
}

/// Replacement value of an entry: its depth, reduced by its age. The entry with the least value is replaced first.
fn replacement_value(data: u64, age: u8) -> i32 {
    let older = (AGES + age - age_of(data)) % AGES;
    depth_of(data) - 8 * i32::from(older)
}

// Bits of the data word: 0-15 move, 16-31 score, 32-47 evaluation, 48-55 depth + 1, 56-57 bound, 58 PV, 59-63 age.
// The depth is stored with 1 added, so that no entry is all zeroes.

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8) - 1
}

fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::None => 0,
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv)
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | (entry.depth.clamp(0, 254) as u64 + 1) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Entry {
    Entry {
        mv: data as u16,
        value: i32::from((data >> 16) as u16 as i16),
        eval: i32::from((data >> 32) as u16 as i16),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: data >> 58 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{MATE, NONE};

    fn entry(depth: i32) -> Entry {
        Entry { mv: 0x1234, value: -77, eval: 33, depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn a_stored_entry_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        for (i, bound) in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            for value in [0, -1, 1, MATE, -MATE, 191] {
                let hash = (i as u64 * 100_000 + u64::from(value as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let stored = Entry { value, bound, eval: NONE, pv: i % 2 == 0, ..entry(i as i32 * 40) };
                table.store(hash, stored);
                assert_eq!(table.probe(hash), Some(stored));
                assert_eq!(table.probe(!hash), None);
            }
        }
    }

    #[test]
    fn a_store_without_a_move_keeps_the_known_move() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(42, entry(3));
        table.store(42, Entry { mv: 0, bound: Bound::Exact, ..entry(9) });
        let found = table.probe(42).unwrap();
        assert_eq!((found.mv, found.depth), (entry(3).mv, 9));
    }

    #[test]
    fn a_much_shallower_bound_changes_the_move_only() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(42, entry(9));
        table.store(42, Entry { mv: 7, value: 5, bound: Bound::Upper, ..entry(2) });
        assert_eq!(table.probe(42), Some(Entry { mv: 7, ..entry(9) }));
        table.store(42, Entry { mv: 8, value: 5, bound: Bound::Exact, ..entry(2) });
        assert_eq!(table.probe(42), Some(Entry { mv: 8, value: 5, bound: Bound::Exact, ..entry(2) }));
    }

    #[test]
    fn the_shallowest_and_the_oldest_are_replaced() {
        let table = TranspositionTable::new(1).unwrap();
        for depth in 1..=5 {
            table.store(depth, entry(depth as i32)); // small hashes share the first bucket
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|hash| table.probe(hash).is_some()));
        table.next_search();
        table.next_search();
        table.store(3, entry(3));
        table.store(6, entry(1));
        assert_eq!(table.probe(2), None, "depth 2 of an old search");
        assert!(table.probe(3).is_some() && table.probe(6).is_some());
    }

    #[test]
    fn hashfull_counts_the_present_search_only() {
        let mut table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        for i in 0..200_000u64 {
            table.store(i.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(4));
        }
        assert!(table.hashfull() > 900, "{}", table.hashfull());
        table.next_search();
        assert_eq!(table.hashfull(), 0);
        table.clear();
        assert_eq!(table.probe(0), None);
    }
}
