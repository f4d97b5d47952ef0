//! File format of networks.
//!
//! All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `SAFNET05` |
//! | 4 | CRC-32 of everything after it |
//! | 1, n | length of the variant's id, and the id |
//! | 4 | number of features |
//! | 4 | L1 |
//! | 4 | number of layer stacks |
//! | 4 | share of the handcrafted evaluation that is added to the network's, in 16ths |
//! | 4 | number of king buckets |
//! | cells | king bucket of each king index |
//! | 2 each | feature transformer: the weights by king bucket and feature, then the biases |
//!
//! then, for each layer stack:
//!
//! | bytes | contents |
//! |---|---|
//! | 1 each | first affine layer: the weights by output |
//! | 4 each | its biases |
//! | 4 each | second affine layer: the weights by input, then the biases |
//! | 4 each | output layer: the weights, then the bias |

use std::fmt;

use saffron_rules::Variant;

use super::affine::AffineTransform;
use super::aligned::{BLOCK, Block};
use super::architecture::{L2, L2_ACTIVATIONS, L3, MAX_KING_BUCKETS, MAX_L1, MAX_LAYER_STACKS};
use super::feature_transformer::FeatureTransformer;
use super::features::FeatureSet;
use super::layer_stack::LayerStack;

const MAGIC: &[u8] = b"SAFNET05";

/// Number of floats in a layer stack.
const STACK_FLOATS: usize = L2 + L2_ACTIVATIONS * L3 + L3 + L3 + 1;

/// Number of `u32` fields after the variant's id.
const SIZES: usize = 5;

/// Error of reading a network file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The file does not begin with the magic bytes of a network.
    NotNetworkFile,
    /// The checksum is wrong: the file was changed or truncated after it was written.
    Damaged,
    /// The network is for another variant.
    OtherVariant {
        /// The variant in the file.
        found: String,
        /// The variant that it is read for.
        expected: String,
    },
    /// The network has another number of features than the variant.
    FeatureCount {
        /// The number in the file.
        found: u32,
        /// The number of features of the variant.
        expected: usize,
    },
    /// L1, the outputs of the feature transformer, has a size that this engine does not support.
    L1(u32),
    /// The network has no layer stack, or too many.
    LayerStackCount(u32),
    /// The share of the handcrafted evaluation is more than 16 16ths.
    HandcraftedShare(u32),
    /// The network has no king bucket, or too many.
    KingBucketCount(u32),
    /// A cell is in a king bucket that the network does not have.
    KingBucket(u8),
    /// The length does not match the sizes in the file.
    Length {
        /// The length of the file in bytes.
        found: usize,
        /// The length by the sizes, in bytes.
        expected: usize,
    },
    /// A number of a layer stack is infinite or not a number.
    NotFinite,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotNetworkFile => write!(f, "this is not a network file"),
            NetworkError::Damaged => write!(f, "the network is damaged: its checksum is wrong"),
            NetworkError::OtherVariant { found, expected } => {
                write!(f, "this is a network for {found:?}, not for {expected:?}")
            }
            NetworkError::FeatureCount { found, expected } => {
                write!(f, "the network has {found} features; this variant has {expected}")
            }
            NetworkError::L1(found) => {
                write!(
                    f,
                    "the network's first layer has size {found}; multiples of {BLOCK} up to {MAX_L1} are possible"
                )
            }
            NetworkError::LayerStackCount(found) => {
                write!(f, "the network has {found} layer stacks; 1 to {MAX_LAYER_STACKS} are possible")
            }
            NetworkError::HandcraftedShare(found) => {
                write!(f, "the network adds {found} 16ths of the handcrafted evaluation; 0 to 16 are possible")
            }
            NetworkError::KingBucketCount(found) => {
                write!(f, "the network has {found} king buckets; 1 to {MAX_KING_BUCKETS} are possible")
            }
            NetworkError::KingBucket(found) => {
                write!(f, "a cell is in king bucket {found}, which the network does not have")
            }
            NetworkError::Length { found, expected } => write!(f, "the file has {found} bytes, not {expected}"),
            NetworkError::NotFinite => write!(f, "a number of a layer stack is infinite or not a number"),
        }
    }
}

impl std::error::Error for NetworkError {}

/// Contents of a network file.
pub(super) struct Parameters {
    pub(super) transformer: FeatureTransformer,
    /// Layer stacks, at least one.
    pub(super) layer_stacks: Vec<LayerStack>,
    /// Share of the handcrafted evaluation in 16ths, 0 to 16.
    pub(super) handcrafted_share: i32,
    pub(super) checksum: u32,
}

/// Reads a network file for a variant.
pub(super) fn read(variant: &Variant, bytes: &[u8]) -> Result<Parameters, NetworkError> {
    let (checksum, rest) = checked_body(bytes)?;
    let (&id_length, rest) = rest.split_first().ok_or(NetworkError::Damaged)?;
    let (id, rest) = rest.split_at_checked(id_length.into()).ok_or(NetworkError::Damaged)?;
    if id != variant.id().as_bytes() {
        let found = String::from_utf8_lossy(id).into_owned();
        return Err(NetworkError::OtherVariant { found, expected: variant.id().to_owned() });
    }
    let (sizes, rest) = rest.split_first_chunk::<{ 4 * SIZES }>().ok_or(NetworkError::Damaged)?;
    let number = |i: usize| u32::from_le_bytes(std::array::from_fn(|byte| sizes[4 * i + byte]));
    let [found_features, found_l1, stacks, share, king_buckets] = [0, 1, 2, 3, 4].map(number);
    let feature_set = FeatureSet::new(variant);
    let features = feature_set.count();
    if found_features as usize != features {
        return Err(NetworkError::FeatureCount { found: found_features, expected: features });
    }
    let l1 = found_l1 as usize;
    if l1 == 0 || l1 > MAX_L1 || !l1.is_multiple_of(BLOCK) {
        return Err(NetworkError::L1(found_l1));
    }
    if !(1..=MAX_LAYER_STACKS).contains(&stacks) {
        return Err(NetworkError::LayerStackCount(stacks));
    }
    if share > 16 {
        return Err(NetworkError::HandcraftedShare(share));
    }
    if !(1..=MAX_KING_BUCKETS).contains(&king_buckets) {
        return Err(NetworkError::KingBucketCount(king_buckets));
    }
    // Counted in 16-bit numbers, then in bytes.
    let transformer_weights = king_buckets as usize * features * l1;
    let (transformer_bytes, l2_bytes) = (2 * (transformer_weights + l1), 2 * l1 * L2);
    let stack_bytes = l2_bytes + 4 * STACK_FLOATS;
    let length = feature_set.cells() + transformer_bytes + stack_bytes * stacks as usize;
    if rest.len() != length {
        let head = bytes.len() - rest.len();
        return Err(NetworkError::Length { found: bytes.len(), expected: head + length });
    }
    let (buckets, rest) = rest.split_at(feature_set.cells());
    if let Some(&bucket) = buckets.iter().find(|&&bucket| u32::from(bucket) >= king_buckets) {
        return Err(NetworkError::KingBucket(bucket));
    }
    let (transformer, stacks) = rest.split_at(transformer_bytes);
    let (weights, biases) = transformer.split_at(2 * transformer_weights);
    let transformer = FeatureTransformer::new(features, buckets.to_vec(), read_blocks(weights), read_blocks(biases));
    let layer_stacks: Vec<LayerStack> =
        stacks.chunks_exact(stack_bytes).map(|bytes| read_layer_stack(bytes, l2_bytes)).collect();
    if !layer_stacks.iter().all(LayerStack::is_finite) {
        return Err(NetworkError::NotFinite);
    }
    Ok(Parameters { transformer, layer_stacks, handcrafted_share: share as i32, checksum })
}

/// Returns the checksum and the bytes after it, if the checksum is correct.
fn checked_body(bytes: &[u8]) -> Result<(u32, &[u8]), NetworkError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotNetworkFile)?;
    let (checksum, body) = rest.split_first_chunk().ok_or(NetworkError::NotNetworkFile)?;
    let checksum = u32::from_le_bytes(*checksum);
    if checksum == crc32fast::hash(body) { Ok((checksum, body)) } else { Err(NetworkError::Damaged) }
}

fn read_blocks(bytes: &[u8]) -> Vec<Block> {
    let block = |bytes: &[u8]| {
        let mut integers = [0; BLOCK];
        for (integer, two) in integers.iter_mut().zip(bytes.chunks_exact(2)) {
            *integer = i16::from_le_bytes([two[0], two[1]]);
        }
        Block(integers)
    };
    bytes.chunks_exact(2 * BLOCK).map(block).collect()
}

/// Reads a layer stack, the first `l2_bytes` of which are the weights of its first layer.
fn read_layer_stack(bytes: &[u8], l2_bytes: usize) -> LayerStack {
    let (weights, floats) = bytes.split_at(l2_bytes);
    let weights: Vec<i8> = weights.iter().map(|&byte| byte as i8).collect();
    let mut floats = floats.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let mut next = || floats.next().unwrap_or(0.0);
    LayerStack {
        l2: AffineTransform::new(&weights),
        l2_biases: std::array::from_fn(|_| next()),
        l3: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        l3_biases: std::array::from_fn(|_| next()),
        output: std::array::from_fn(|_| next()),
        output_bias: next(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::random::Random;

    /// Number of bytes before those that the checksum covers.
    const CHECKED_FROM: usize = MAGIC.len() + 4;

    /// Sets the correct checksum.
    fn update_checksum(bytes: &mut [u8]) {
        let checksum = crc32fast::hash(&bytes[CHECKED_FROM..]);
        bytes[MAGIC.len()..CHECKED_FROM].copy_from_slice(&checksum.to_le_bytes());
    }

    /// Builds a network file of random numbers, with two king buckets and four layer stacks.
    pub(in super::super) fn random_file(variant: &Variant, l1: usize) -> Vec<u8> {
        let mut random = Random::new(3);
        let feature_set = FeatureSet::new(variant);
        let features = feature_set.count();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([0; 4]);
        bytes.push(variant.id().len() as u8);
        bytes.extend_from_slice(variant.id().as_bytes());
        for number in [features as u32, l1 as u32, 4, 0, 2] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend((0..features).filter_map(|feature| feature_set.king_bucket(feature)));
        for _ in 0..(2 * features + 1) * l1 {
            bytes.extend_from_slice(&(random.below(255) as i16 - 127).to_le_bytes());
        }
        for _ in 0..4 {
            bytes.extend((0..2 * l1 * L2).map(|_| random.below(255) as u8));
            for _ in 0..STACK_FLOATS {
                bytes.extend_from_slice(&(random.below(255) as f32 / 255.0 - 0.5).to_le_bytes());
            }
        }
        update_checksum(&mut bytes);
        bytes
    }

    /// Reads the Shafran network after a change.
    fn read_changed(change: impl FnOnce(&mut Vec<u8>)) -> Result<(), NetworkError> {
        let variant = Variant::by_id("shafran").unwrap();
        let mut bytes = include_bytes!("../../../networks/shafran.nnue").to_vec();
        change(&mut bytes);
        read(variant, &bytes).map(|_| ())
    }

    /// Reads the Shafran network after a change, with the checksum of the changed file.
    fn read_written(change: impl FnOnce(&mut Vec<u8>)) -> Result<(), NetworkError> {
        read_changed(|bytes| {
            change(bytes);
            update_checksum(bytes);
        })
    }

    #[test]
    fn a_damaged_file_is_refused() {
        assert_eq!(read_changed(|_| ()), Ok(()));
        assert_eq!(read_changed(|bytes| bytes[7] = b'4'), Err(NetworkError::NotNetworkFile));
        assert_eq!(read_changed(|bytes| bytes.truncate(CHECKED_FROM - 1)), Err(NetworkError::NotNetworkFile));
        assert_eq!(read_changed(|bytes| bytes.truncate(CHECKED_FROM)), Err(NetworkError::Damaged));
        assert_eq!(read_changed(|bytes| bytes.truncate(bytes.len() - 1)), Err(NetworkError::Damaged));
        for at in [CHECKED_FROM - 1, CHECKED_FROM, CHECKED_FROM + 9, 5_000, 100_000] {
            assert_eq!(read_changed(|bytes| bytes[at] ^= 4), Err(NetworkError::Damaged), "{at}");
        }
    }

    #[test]
    fn a_file_of_another_shape_is_refused_with_the_wrong_number() {
        let sizes = CHECKED_FROM + 1 + "shafran".len();
        let with_size = |which: usize, number: u32| {
            read_written(|bytes| bytes[sizes + 4 * which..][..4].copy_from_slice(&number.to_le_bytes()))
        };
        for length in [CHECKED_FROM, CHECKED_FROM + 4, sizes + 19] {
            assert_eq!(read_written(|bytes| bytes.truncate(length)), Err(NetworkError::Damaged), "{length}");
        }
        let (found, expected) = ("shafraN".to_owned(), "shafran".to_owned());
        let other = read_written(|bytes| bytes[sizes - 1] = b'N');
        assert_eq!(other, Err(NetworkError::OtherVariant { found, expected }));
        assert_eq!(with_size(0, 1092), Err(NetworkError::FeatureCount { found: 1092, expected: 840 }));
        assert_eq!(with_size(1, 100), Err(NetworkError::L1(100)));
        assert_eq!(with_size(2, 0), Err(NetworkError::LayerStackCount(0)));
        assert_eq!(with_size(3, 17), Err(NetworkError::HandcraftedShare(17)));
        assert_eq!(with_size(4, 17), Err(NetworkError::KingBucketCount(17)));
        assert_eq!(read_written(|bytes| bytes[sizes + 20 + 69] = 200), Err(NetworkError::KingBucket(200)));
        let mut expected = 0;
        let shorter = read_written(|bytes| {
            expected = bytes.len();
            bytes.truncate(expected - 1);
        });
        assert_eq!(shorter, Err(NetworkError::Length { found: expected - 1, expected }));
        let infinite = read_written(|bytes| {
            let float = bytes.len() - 4;
            bytes[float..].copy_from_slice(&f32::NAN.to_le_bytes());
        });
        assert_eq!(infinite, Err(NetworkError::NotFinite));
    }
}
