//! Exercises from random positions, for any variant: what a topic asks for is a filter, and the proof decides.

mod pawns;
mod placing;
mod special;
mod stars;
mod tactics;

use saffron_rules::Variant;

use crate::exercise::Exercise;
use crate::proof::prove;
use crate::random::Random;
use crate::topic::Topic;

/// Maximum number of exercises of a topic.
const MAX_PER_TOPIC: usize = 7;

/// Makes the exercises of a topic from a seed: none if the variant does not have what the topic teaches.
pub fn make_topic(variant: &'static Variant, topic: Topic, seed: u64) -> Vec<Exercise> {
    // Topics do not depend on each other, so a new one leaves the others as they are.
    let salt = topic.id().bytes().fold(seed, |salt, byte| salt.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
    let random = &mut Random::new(salt);
    let mut exercises = match topic {
        Topic::Rook | Topic::Bishop | Topic::Queen | Topic::King | Topic::Knight => stars::make(variant, topic, random),
        Topic::Pawn => pawns::make(variant, random),
        Topic::Promotion => pawns::make_promotions(variant, random),
        Topic::EnPassant => special::make_en_passant(variant, random),
        Topic::Castling => special::make_castling(variant, random),
        Topic::Check | Topic::Escape | Topic::Mate | Topic::Stalemate | Topic::Fork | Topic::Pin | Topic::MateIn2 => {
            tactics::make(variant, topic, random)
        }
    };
    exercises.retain(|exercise| prove(exercise).is_none());
    exercises.truncate(MAX_PER_TOPIC);
    for (exercise, number) in exercises.iter_mut().zip(1..) {
        exercise.number = number;
    }
    exercises
}
