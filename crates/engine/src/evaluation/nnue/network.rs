//! A network: its numbers, its file, and what it makes of the first layer's sums.
//!
//! Two looks at the position, one a side, go through the same first layer. What both say goes through further layers, of which
//! there are several sets, chosen by the number of men on the board: the module `head`. In the first layer 1.0 is 255; an output
//! of 1.0 stands for 400 centipawns.
//!
//! The first layer has several sets of weights, one for every zone of the board that the king of the side that looks may stand
//! in: what a man is worth on a cell depends much on whether that king is still at home.
//!
//! The file: `SAFNET05`, the CRC-32 of all that follows; the variant's id, its length in a byte before it; little-endian `u32` inputs, hidden, buckets, the handcrafted evaluation's part in 16ths, zones; a
//! byte for every cell, the zone of an own king there; `i16` weights by zone and input, `i16` biases; then by bucket `i8` weights
//! of the second layer and as `f32` its biases, weights of the third by what it sees, its biases, weights of the output, its bias.

use std::fmt;

use super::accumulator::Sums;
use super::affine::{SECOND, Weights};
use super::features::FeatureSet;
use super::layer_stack::{Head, SEEN, THIRD};
use saffron_rules::{Color, Position, Variant};

/// The most numbers that a first layer's output can have, for one side's look.
pub(crate) const MOST_HIDDEN: usize = 256;

/// Numbers that are worked on together: a first layer's size is a multiple of it.
pub(crate) const LANES: usize = 32;

/// The most zones.
const MOST_ZONES: u32 = 16;

const MAGIC: &[u8] = b"SAFNET05";

/// What 1.0 is in the first layer.
pub(super) const HIDDEN_ONE: i32 = 255;

/// Centipawns that an output of 1.0 stands for.
const SCALE: f32 = 400.0;

/// The floats of a bucket.
const FLOATS: usize = SECOND + SEEN * THIRD + THIRD + THIRD + 1;

/// Some numbers of a layer, aligned for the processor's widest registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub(crate) [i16; LANES]);

impl Lanes {
    pub(crate) const ZERO: Lanes = Lanes([0; LANES]);
}

/// The numbers one by one: over them as one slice the compiler makes better loops.
pub(super) fn flat(lanes: &[Lanes]) -> &[i16] {
    const { assert!(size_of::<Lanes>() == size_of::<[i16; LANES]>()) };
    // SAFETY: `Lanes` holds nothing but its numbers, as `repr(C)` and its size say, so those of a slice follow each other.
    unsafe { std::slice::from_raw_parts(lanes.as_ptr().cast(), lanes.len() * LANES) }
}

/// A network for one variant.
#[derive(Clone, Debug)]
pub struct Network {
    /// `LANES` numbers each: how many of them the first layer has.
    width: usize,
    inputs: usize,
    /// The zone of an own king by its cell, in the order of the inputs.
    zones: Vec<u8>,
    /// The weights by zone and input, `width` for each.
    first: Vec<Lanes>,
    bias: Vec<Lanes>,
    /// By bucket.
    heads: Vec<Head>,
    /// In 16ths, 0 to 16.
    handcrafted: i32,
    variant: &'static Variant,
    /// Men at the start of the game.
    places: usize,
}

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin as a network file does.
    NotNetworkFile,
    /// Its checksum is wrong: it has been changed since it was written, or not all of it is there.
    Damaged,
    /// It was made for another variant, by its id.
    OtherVariant {
        /// In the file.
        found: String,
        /// The one that is wanted.
        wanted: String,
    },
    /// It was made for another number of inputs than the variant has.
    FeatureCount {
        /// In the file.
        found: u32,
        /// What the variant has.
        wanted: usize,
    },
    /// Its first layer has a size that this engine does not work with.
    HiddenSize(u32),
    /// It has no output, or too many.
    BucketCount(u32),
    /// The handcrafted evaluation's part is more than 16 16ths.
    HandcraftedShare(u32),
    /// It has no zone, or too many.
    KingBucketCount(u32),
    /// A cell is of a zone that it does not have.
    KingBucket(u8),
    /// It is longer or shorter than its head says, in bytes.
    Length {
        /// What it has.
        found: usize,
        /// What its head asks for.
        wanted: usize,
    },
    /// A number of the layers after the first is infinite or none.
    NotFinite,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotNetworkFile => write!(f, "this is not a network file"),
            NetworkError::Damaged => write!(f, "the network is damaged: its checksum is wrong"),
            NetworkError::OtherVariant { found, wanted } => {
                write!(f, "this is a network for {found:?}, not for {wanted:?}")
            }
            NetworkError::FeatureCount { found, wanted } => {
                write!(f, "the network has {found} inputs; this variant has {wanted}")
            }
            NetworkError::HiddenSize(found) => {
                write!(
                    f,
                    "the network's hidden layer has size {found}; multiples of {LANES} to {MOST_HIDDEN} are possible"
                )
            }
            NetworkError::BucketCount(found) => write!(f, "the network has {found} outputs; 1 to 64 are possible"),
            NetworkError::HandcraftedShare(found) => {
                write!(f, "the network counts {found} 16ths of the handcrafted evaluation; 0 to 16 are possible")
            }
            NetworkError::KingBucketCount(found) => {
                write!(f, "the network has {found} zones; 1 to {MOST_ZONES} are possible")
            }
            NetworkError::KingBucket(found) => {
                write!(f, "a cell of the network is of zone {found}, which it does not have")
            }
            NetworkError::Length { found, wanted } => write!(f, "the file has {found} bytes, not {wanted}"),
            NetworkError::NotFinite => write!(f, "a number of the layers after the first is infinite or none"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Reads a network file for a variant.
    ///
    /// # Errors
    /// When it is no network file, is damaged, is another variant's, or has another shape than the variant and this engine need.
    pub fn from_bytes(variant: &'static Variant, bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotNetworkFile)?;
        let (sum, rest) = rest.split_first_chunk().ok_or(NetworkError::NotNetworkFile)?;
        if u32::from_le_bytes(*sum) != crc32fast::hash(rest) {
            return Err(NetworkError::Damaged);
        }
        let (&count, rest) = rest.split_first().ok_or(NetworkError::Damaged)?;
        let (id, rest) = rest.split_at_checked(count.into()).ok_or(NetworkError::Damaged)?;
        if id != variant.id().as_bytes() {
            let found = String::from_utf8_lossy(id).into_owned();
            return Err(NetworkError::OtherVariant { found, wanted: variant.id().to_owned() });
        }
        let (numbers, rest) = rest.split_first_chunk::<20>().ok_or(NetworkError::Damaged)?;
        let number = |i: usize| u32::from_le_bytes(std::array::from_fn(|byte| numbers[4 * i + byte]));
        let (inputs, hidden, buckets) = (number(0), number(1), number(2));
        let table = FeatureSet::new(variant);
        let wanted = table.count();
        if inputs as usize != wanted {
            return Err(NetworkError::FeatureCount { found: inputs, wanted });
        }
        let size = hidden as usize;
        if size == 0 || size > MOST_HIDDEN || !size.is_multiple_of(LANES) {
            return Err(NetworkError::HiddenSize(hidden));
        }
        let width = size / LANES;
        if !(1..=64).contains(&buckets) {
            return Err(NetworkError::BucketCount(buckets));
        }
        let handcrafted = number(3);
        if handcrafted > 16 {
            return Err(NetworkError::HandcraftedShare(handcrafted));
        }
        let zones = number(4);
        if !(1..=MOST_ZONES).contains(&zones) {
            return Err(NetworkError::KingBucketCount(zones));
        }
        let (buckets, cells, weights) = (buckets as usize, table.cells(), zones as usize * wanted);
        let (rows, later) = (weights + 1, 2 * size * SECOND + FLOATS * 4);
        let length = cells + rows * size * 2 + later * buckets;
        if rest.len() != length {
            let head = bytes.len() - rest.len();
            return Err(NetworkError::Length { found: bytes.len(), wanted: head + length });
        }
        let (zone_of, numbers) = rest.split_at(cells);
        if let Some(&zone) = zone_of.iter().find(|&&zone| u32::from(zone) >= zones) {
            return Err(NetworkError::KingBucket(zone));
        }
        let (words, ends) = numbers.split_at(rows * size * 2);
        let mut lanes = words.chunks_exact(LANES * 2).map(|part| {
            let mut numbers = [0; LANES];
            for (number, two) in numbers.iter_mut().zip(part.chunks_exact(2)) {
                *number = i16::from_le_bytes([two[0], two[1]]);
            }
            Lanes(numbers)
        });
        let mut take = |rows: usize| -> Vec<Lanes> { lanes.by_ref().take(rows * width).collect() };
        let (first, bias) = (take(weights), take(1));
        let heads: Vec<Head> = ends.chunks_exact(later).map(|bytes| read_head(bytes, 2 * size * SECOND)).collect();
        if !heads.iter().all(Head::is_sound) {
            return Err(NetworkError::NotFinite);
        }
        let places = variant.start().occupied().len();
        Ok(Network {
            width,
            inputs: wanted,
            zones: zone_of.to_vec(),
            first,
            bias,
            heads,
            handcrafted: handcrafted as i32,
            variant,
            places,
        })
    }

    /// Whether it was made for this variant.
    pub fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// The first layer's biases.
    pub(crate) fn bias(&self) -> &[Lanes] {
        &self.bias
    }

    /// The zone of an own king, by the place of its cell in the order of the inputs.
    pub(crate) fn zone(&self, place: usize) -> usize {
        usize::from(self.zones[place])
    }

    /// The first layer's weights of an input, where the own king is in this zone.
    pub(crate) fn row(&self, zone: usize, input: usize) -> &[Lanes] {
        &self.first[(zone * self.inputs + input) * self.width..][..self.width]
    }

    /// Centipawns from the side to move's point of view, by the sums of the first layer.
    pub(crate) fn output(&self, sums: &Sums, turn: Color, men: usize) -> i32 {
        let buckets = self.heads.len();
        let bucket = (men.saturating_sub(2) * buckets / (self.places - 1).max(1)).min(buckets - 1);
        let width = self.width;
        let value = self.heads[bucket].output(&sums.of(turn)[..width], &sums.of(!turn)[..width]);
        (value * SCALE) as i32
    }

    /// Adds to the network's own value, in centipawns, as much of the handcrafted evaluation as it was trained to mend: none
    /// of it where it was trained to judge alone, and then that is not asked for.
    pub fn add_handcrafted(&self, value: i32, handcrafted: impl FnOnce() -> i32) -> i32 {
        match self.handcrafted {
            0 => value,
            part => value + handcrafted() * part / 16,
        }
    }

    /// How many inputs it has.
    pub fn feature_count(&self) -> usize {
        self.inputs
    }

    /// Centipawns from the side to move's point of view, by the inputs that are on as that side sees them. FeatureSet that the
    /// network does not have are left out. For tools and tests.
    pub fn evaluate_features(&self, inputs: &[u16]) -> i32 {
        let mut sums = Sums::new();
        let count = self.feature_count();
        let known = || inputs.iter().map(|&input| usize::from(input)).filter(|&input| input < count);
        let there = || known().map(|input| super::features::opposite(input, count));
        let zone = |king: Option<usize>| king.map_or(0, |place| self.zone(place));
        let place = |input| super::features::king_index(input, count);
        sums.sum(self, Color::White, zone(known().find_map(place)), known());
        sums.sum(self, Color::Black, zone(there().find_map(place)), there());
        self.output(&sums, Color::White, inputs.len())
    }

    /// Centipawns from the side to move's point of view. Works everything out anew: for tools and tests.
    pub fn evaluate(&self, inputs: &FeatureSet, position: &Position) -> i32 {
        let mut sums = Sums::new();
        sums.refresh(self, inputs, position);
        self.output(&sums, position.turn(), position.occupied().len())
    }
}

/// Reads the layers after the first, so many bytes of which are weights of the second.
fn read_head(bytes: &[u8], weights: usize) -> Head {
    let (weights, floats) = bytes.split_at(weights);
    let weights: Vec<i8> = weights.iter().map(|&byte| byte as i8).collect();
    let mut floats = floats.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let mut next = || floats.next().unwrap_or(0.0);
    Head {
        second: Weights::new(&weights),
        second_bias: std::array::from_fn(|_| next()),
        third: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        third_bias: std::array::from_fn(|_| next()),
        last: std::array::from_fn(|_| next()),
        last_bias: next(),
    }
}

/// Bytes before what the checksum is of.
#[cfg(test)]
const SUMMED_FROM: usize = MAGIC.len() + 4;

/// The beginning of a variant's network file up to the numbers of its shape, the checksum still missing.
#[cfg(test)]
pub(super) fn beginning(variant: &Variant) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([0; 4]);
    bytes.push(variant.id().len() as u8);
    bytes.extend_from_slice(variant.id().as_bytes());
    bytes
}

/// Puts the right checksum into a network file.
#[cfg(test)]
pub(super) fn sign(bytes: &mut [u8]) {
    let sum = crc32fast::hash(&bytes[SUMMED_FROM..]);
    bytes[MAGIC.len()..SUMMED_FROM].copy_from_slice(&sum.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_refused_with_what_is_wrong() {
        let variant = Variant::by_id("shafran").unwrap();
        let file: &[u8] = include_bytes!("../../../networks/shafran.nnue");
        let as_it_is = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = file.to_vec();
            change(&mut bytes);
            Network::from_bytes(variant, &bytes).map(|_| ())
        };
        assert_eq!(as_it_is(&|_| ()), Ok(()));
        assert_eq!(as_it_is(&|bytes| bytes[7] = b'4'), Err(NetworkError::NotNetworkFile));
        assert_eq!(as_it_is(&|bytes| bytes.truncate(SUMMED_FROM - 1)), Err(NetworkError::NotNetworkFile));
        assert_eq!(as_it_is(&|bytes| bytes.truncate(SUMMED_FROM)), Err(NetworkError::Damaged));
        assert_eq!(as_it_is(&|bytes| bytes.truncate(bytes.len() - 1)), Err(NetworkError::Damaged));
        for at in [SUMMED_FROM - 1, SUMMED_FROM, SUMMED_FROM + 9, 5_000, file.len() - 1] {
            assert_eq!(as_it_is(&|bytes| bytes[at] ^= 4), Err(NetworkError::Damaged), "{at}");
        }
        // Written so from the beginning, with the checksum that belongs to it.
        let read = |change: &dyn Fn(&mut Vec<u8>)| {
            as_it_is(&|bytes| {
                change(bytes);
                sign(bytes);
            })
        };
        let numbers = SUMMED_FROM + 1 + variant.id().len();
        let word = |which: usize, number: u32| {
            read(&|bytes| bytes[numbers + 4 * which..][..4].copy_from_slice(&number.to_le_bytes()))
        };
        for length in [SUMMED_FROM, SUMMED_FROM + 4, numbers + 19] {
            assert_eq!(read(&|bytes| bytes.truncate(length)), Err(NetworkError::Damaged), "{length}");
        }
        let (found, wanted) = ("shafraN".to_owned(), "shafran".to_owned());
        assert_eq!(read(&|bytes| bytes[numbers - 1] = b'N'), Err(NetworkError::OtherVariant { found, wanted }));
        assert_eq!(word(0, 1092), Err(NetworkError::FeatureCount { found: 1092, wanted: 840 }));
        assert_eq!(word(1, 100), Err(NetworkError::HiddenSize(100)));
        assert_eq!(word(2, 0), Err(NetworkError::BucketCount(0)));
        assert_eq!(word(3, 17), Err(NetworkError::HandcraftedShare(17)));
        assert_eq!(word(4, 17), Err(NetworkError::KingBucketCount(17)));
        assert_eq!(read(&|bytes| bytes[numbers + 20 + 69] = 200), Err(NetworkError::KingBucket(200)));
        let (found, wanted) = (file.len() - 1, file.len());
        assert_eq!(read(&|bytes| bytes.truncate(found)), Err(NetworkError::Length { found, wanted }));
        let float = file.len() - 4;
        let none = read(&|bytes| bytes[float..].copy_from_slice(&f32::NAN.to_le_bytes()));
        assert_eq!(none, Err(NetworkError::NotFinite));
    }
}
