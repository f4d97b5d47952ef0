//! Cache of decoded rows: hash tables of fixed size that threads share without a lock.

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Number of consecutive rows in neighbouring slots.
const TOGETHER: u64 = 16;
/// Number of bits of a tag that identify the row, below those of the version.
const KEY_BITS: u32 = 48;
const KEY: u64 = (1 << KEY_BITS) - 1;
/// Lowest bit of the version, which is set while a slot is written.
const WRITING: u64 = 1 << KEY_BITS;

/// Slot of a row: tag and symbols. It is a sequence lock: during a write, a reader treats the row as missing.
#[derive(Debug)]
struct Slot<const WORDS: usize> {
    tag: AtomicU64,
    symbols: [AtomicU64; WORDS],
}

/// Hash table of rows, with `WORDS` words of `EACH` symbols in a slot.
#[derive(Debug)]
struct Rows<const WORDS: usize, const EACH: usize> {
    slots: Box<[Slot<WORDS>]>,
}

impl<const WORDS: usize, const EACH: usize> Rows<WORDS, EACH> {
    const BITS: usize = 64 / EACH;

    fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Slot<WORDS>>()).max(1).next_multiple_of(TOGETHER as usize);
        // SAFETY: slots consist of integers, for which zero is a value. Memory that is allocated zeroed takes no space until it is
        // written.
        let slots = unsafe { Box::<[Slot<WORDS>]>::new_zeroed_slice(count).assume_init() };
        Self { slots }
    }

    /// Slots that can hold a row.
    #[inline(always)]
    fn slots(&self, key: u64) -> [&Slot<WORDS>; 2] {
        let groups = self.slots.len() as u64 / TOGETHER;
        [0x9e37_79b9_7f4a_7c15_u64, 0xd6e8_feb8_6659_fd93].map(|factor| {
            let hash = (key / TOGETHER).wrapping_mul(factor);
            let group = ((u128::from(hash ^ hash >> 29) * u128::from(groups)) >> 64) as u64;
            &self.slots[(group * TOGETHER + key % TOGETHER) as usize]
        })
    }

    #[inline(always)]
    fn get(&self, key: u64, place: usize) -> Option<u8> {
        self.slots(key).into_iter().find_map(|slot| {
            let tag = slot.tag.load(Ordering::Acquire);
            if tag & (KEY | WRITING) != key {
                return None;
            }
            let word = slot.symbols.get(place / EACH)?.load(Ordering::Relaxed);
            fence(Ordering::Acquire);
            let symbol = word >> (place % EACH * Self::BITS) & ((1 << Self::BITS) - 1);
            (slot.tag.load(Ordering::Relaxed) == tag).then_some(symbol as u8)
        })
    }

    fn put(&self, key: u64, symbols: &[u8]) {
        if symbols.len() > WORDS * EACH {
            return;
        }
        let [first, second] = self.slots(key);
        let [one, other] = [first, second].map(|slot| slot.tag.load(Ordering::Relaxed));
        if one & KEY == key || other & KEY == key {
            return;
        }
        // Choose an empty slot, or the one that was written less often.
        let (slot, tag) =
            if one == 0 || other != 0 && one >> KEY_BITS <= other >> KEY_BITS { (first, one) } else { (second, other) };
        let busy = tag & WRITING != 0;
        // The last version of a much-used slot would overflow.
        let writing = (tag & !KEY) | WRITING;
        if busy || slot.tag.compare_exchange(tag, writing, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return;
        }
        fence(Ordering::Release);
        for (word, symbols) in slot.symbols.iter().zip(symbols.chunks(EACH)) {
            let symbols = symbols.iter().rev().fold(0, |word, symbol| word << Self::BITS | u64::from(*symbol));
            word.store(symbols, Ordering::Relaxed);
        }
        slot.tag.store(writing.wrapping_add(WRITING) | key, Ordering::Release);
    }
}

/// Cache of decoded rows.
#[derive(Debug)]
pub(crate) struct Cache {
    /// Rows of few symbols, such as results, and other rows.
    few: Rows<7, 16>,
    many: Rows<15, 8>,
}

/// Maximum number of symbols of a row in [`Cache::few`].
const MAX_FEW: usize = 16;

/// Key of a row in a cache: the number of its table among those of the cache, that of its stream, and its own; and the number
/// of symbols of its stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowKey {
    key: u64,
    few: bool,
}

impl RowKey {
    pub(crate) fn new(table: u32, stream: usize, row: usize, symbols: usize) -> Self {
        // Fourteen bits, three and thirty-one. The key is never 0.
        let key = (u64::from(table) << 3 | stream as u64 & 7) << 31 | row as u64 & 0x7fff_ffff;
        Self { key: (key + (1 << 34)) & KEY, few: symbols <= MAX_FEW }
    }
}

impl Cache {
    /// Returns an empty cache of about `bytes` bytes. Memory is used only as it is filled.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { few: Rows::new(bytes / 3), many: Rows::new(bytes / 3 * 2) }
    }

    /// Symbol at a place of a row, if the row is in the cache.
    #[inline]
    pub(crate) fn get(&self, row: RowKey, place: usize) -> Option<u8> {
        if row.few { self.few.get(row.key, place) } else { self.many.get(row.key, place) }
    }

    /// Stores a row in the slot of an older one.
    pub(crate) fn put(&self, row: RowKey, symbols: &[u8]) {
        if row.few {
            self.few.put(row.key, symbols);
        } else {
            self.many.put(row.key, symbols);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Symbols of a row.
    fn symbols(row: usize, few: bool) -> Vec<u8> {
        (0..91).map(|place| (row * 31 + place * 7) as u8 % if few { 16 } else { 255 }).collect()
    }

    fn key(row: usize, few: bool) -> RowKey {
        RowKey::new(3, 1, row, if few { 5 } else { 40 })
    }

    #[test]
    fn rows_come_back_until_others_take_their_place() {
        let cache = Cache::new(96 << 10);
        for few in [true, false] {
            let here = |row: usize, place| cache.get(key(row, few), place) == Some(symbols(row, few)[place]);
            assert_eq!(cache.get(key(1, few), 0), None);
            for row in 0..2000 {
                cache.put(key(row, few), &symbols(row, few));
                assert!((0..91).all(|place| here(row, place)));
            }
            let kept = (0..2000).filter(|row| here(*row, 5)).count();
            assert!((400..=512).contains(&kept), "{kept}");
            cache.put(key(9999, few), &[1; 121]);
            assert_eq!(cache.get(key(9999, few), 0), None);
        }
    }

    #[test]
    fn threads_never_see_a_row_that_is_half_written() {
        let cache = Cache::new(3 * 64 * TOGETHER as usize);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let cache = &cache;
                scope.spawn(move || {
                    for round in 0..50_000 {
                        let row = (round * 5 + thread) % 7 * TOGETHER as usize;
                        let (place, few) = (round % 91, round % 2 == 0);
                        cache.put(key(row, few), &symbols(row, few));
                        if let Some(symbol) = cache.get(key(row, few), place) {
                            assert_eq!(symbol, symbols(row, few)[place]);
                        }
                    }
                });
            }
        });
    }
}
