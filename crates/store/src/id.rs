//! Identifiers: ten characters of `[A-Za-z0-9]`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Length of every identifier, in characters.
pub const ID_LENGTH: usize = 10;

const ALPHABET: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Error for a text that is not an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an identifier has ten letters or digits")]
pub struct InvalidId;

/// Characters for a random number; the first is one of the first `first` characters of the alphabet.
fn letters(mut random: u128, first: u128) -> [u8; ID_LENGTH] {
    let mut id = [0; ID_LENGTH];
    for (index, letter) in id.iter_mut().enumerate() {
        let count = if index == 0 { first } else { ALPHABET.len() as u128 };
        // The remainder is below the length of the alphabet.
        *letter = ALPHABET[(random % count) as usize];
        random /= count;
    }
    id
}

fn parse(text: &str) -> Result<[u8; ID_LENGTH], InvalidId> {
    let id: [u8; ID_LENGTH] = text.as_bytes().try_into().map_err(|_| InvalidId)?;
    if id.iter().all(u8::is_ascii_alphanumeric) { Ok(id) } else { Err(InvalidId) }
}

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident, $first:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; ID_LENGTH]);

        impl $name {
            /// Identifier for a random number. All of its 128 bits should be random.
            pub fn from_random(random: u128) -> Self {
                Self(letters(random, $first))
            }

            /// Text of the identifier: ten characters.
            pub fn as_str(&self) -> &str {
                // Every identifier is ASCII.
                std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let id = parse(text)?;
                if ALPHABET[..$first].contains(&id[0]) { Ok(Self(id)) } else { Err(InvalidId) }
            }
        }
    };
}

identifier!(
    /// A game. Its first character is a lower-case letter.
    GameId, 26
);
identifier!(
    /// An account, of a guest or a computer player too.
    AccountId, 62
);
identifier!(
    /// Seek.
    SeekId, 62
);
identifier!(ChallengeId, 62);
identifier!(ContestId, 62);
identifier!(TournamentId, 62);
identifier!(EloListId, 62);
identifier!(ArenaSeriesId, 62);
identifier!(TeamId, 62);
identifier!(
    /// Public id of a session, by which its owner ends it. It gives no access.
    SessionId, 62
);
identifier!(
    /// A report about an account.
    ReportId, 62
);

impl AccountId {
    /// Organiser of what the server itself holds. No account has this id.
    pub const SERVER: Self = Self(*b"0000000000");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_random_number_gives_an_id_that_reads_back(random: u128) {
            let game = GameId::from_random(random);
            prop_assert!(game.as_str().as_bytes()[0].is_ascii_lowercase());
            prop_assert_eq!(game.as_str().parse(), Ok(game));
            let account = AccountId::from_random(random);
            prop_assert_eq!(account.to_string().parse(), Ok(account));
        }

        #[test]
        fn other_texts_are_refused(text in "\\PC{0,12}") {
            let valid = text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
            prop_assert_eq!(text.parse::<AccountId>().is_ok(), valid);
        }
    }

    #[test]
    fn a_game_begins_with_a_small_letter() {
        assert_eq!("Abcdefghij".parse::<GameId>(), Err(InvalidId));
        assert_eq!("1bcdefghij".parse::<GameId>(), Err(InvalidId));
        assert!("abcdefghij".parse::<GameId>().is_ok());
        assert!("Abcdefghij".parse::<SeekId>().is_ok());
    }
}
