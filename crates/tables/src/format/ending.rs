//! Pieces of an ending.

use std::fmt;
use std::str::FromStr;

use saffron_rules::{Color, Position, Role};

/// Maximum number of pieces of an ending, kings included.
pub const MAX_PIECES: usize = 5;

/// Roles other than the king, the strongest first, with their letters.
const ROLES: [(Role, char); 5] =
    [(Role::Queen, 'Q'), (Role::Rook, 'R'), (Role::Bishop, 'B'), (Role::Knight, 'N'), (Role::Pawn, 'P')];

/// Pieces of an ending, such as K+Q v K+R. The side that has more pieces, or the stronger ones, is White.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ending {
    /// Pieces of each side other than the king, the strongest first.
    pieces: [Vec<Role>; 2],
}

/// Error in the name of an ending.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndingError {
    /// The text is not two sides of K and other pieces.
    #[error("{0:?} is no ending: two sides are needed, each a K and then any of Q, R, B, N, P, such as KQKR")]
    Form(String),
    /// More than [`MAX_PIECES`] pieces.
    #[error("{0:?} has more than {MAX_PIECES} pieces")]
    TooMany(String),
}

fn rank(role: Role) -> usize {
    ROLES.iter().position(|(other, _)| *other == role).unwrap_or(ROLES.len())
}

/// Number of pieces of each colour and role other than the kings, in three bits each.
fn count_material(count: impl Fn(Color, Role) -> usize) -> u32 {
    Color::ALL
        .into_iter()
        .flat_map(|color| ROLES.into_iter().map(move |(role, _)| (color, role)))
        .fold(0, |key, (color, role)| key << 3 | count(color, role).min(7) as u32)
}

/// Material of a position.
#[inline]
pub(crate) fn material(position: &Position) -> u32 {
    count_material(|color, role| position.pieces(color, role).len())
}

impl Ending {
    /// Returns the ending of these pieces other than the kings, and whether the sides were exchanged for it.
    pub fn new(white: &[Role], black: &[Role]) -> (Self, bool) {
        let mut pieces = [white.to_vec(), black.to_vec()];
        for side in &mut pieces {
            side.sort_by_key(|role| rank(*role));
        }
        let key = |side: &[Role]| (usize::MAX - side.len(), side.iter().map(|role| rank(*role)).collect::<Vec<_>>());
        let exchanged = key(&pieces[1]) < key(&pieces[0]);
        if exchanged {
            pieces.swap(0, 1);
        }
        (Self { pieces }, exchanged)
    }

    /// Parses an ending such as `KQKR`. The flag is true if the sides were exchanged, as in `KRKQ`.
    ///
    /// # Errors
    /// [`EndingError`] for any other text.
    pub fn parse(text: &str) -> Result<(Self, bool), EndingError> {
        let form = || EndingError::Form(text.chars().take(16).collect());
        let upper = text.to_uppercase();
        let rest = upper.strip_prefix('K').ok_or_else(form)?;
        let (white, black) = rest.split_once('K').ok_or_else(form)?;
        let side = |letters: &str| -> Option<Vec<Role>> {
            letters.chars().map(|c| ROLES.iter().find(|(_, letter)| *letter == c).map(|(role, _)| *role)).collect()
        };
        let (white, black) = (side(white).ok_or_else(form)?, side(black).ok_or_else(form)?);
        if white.len() + black.len() + 2 > MAX_PIECES {
            return Err(EndingError::TooMany(text.chars().take(16).collect()));
        }
        Ok(Self::new(&white, &black))
    }

    /// Returns the ending of a position, and whether the sides were exchanged for it; `None` if there are more than [`MAX_PIECES`]
    /// pieces.
    pub fn of(position: &Position) -> Option<(Self, bool)> {
        if position.occupied().len() > MAX_PIECES {
            return None;
        }
        let side = |color: Color| -> Vec<Role> {
            let roles = ROLES.into_iter().map(|(role, _)| role);
            roles.flat_map(|role| std::iter::repeat_n(role, position.pieces(color, role).len())).collect()
        };
        Some(Self::new(&side(Color::White), &side(Color::Black)))
    }

    /// Material of its positions, or of those with the sides exchanged.
    pub(crate) fn material(&self, exchanged: bool) -> u32 {
        let others = self.others();
        count_material(|color, role| {
            let color = if exchanged { !color } else { color };
            others.iter().filter(|piece| **piece == (color, role)).count()
        })
    }

    /// All endings of `pieces` pieces, kings included.
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut found = Vec::new();
        let others = pieces.saturating_sub(2);
        let mut lists = vec![Vec::new()];
        for _ in 0..others {
            lists = lists
                .into_iter()
                .flat_map(|list: Vec<(Color, Role)>| {
                    Color::ALL.into_iter().flat_map(move |color| {
                        let list = list.clone();
                        ROLES.into_iter().map(move |(role, _)| {
                            let mut list = list.clone();
                            list.push((color, role));
                            list
                        })
                    })
                })
                .collect();
        }
        for list in lists {
            let side =
                |color| -> Vec<Role> { list.iter().filter(|(of, _)| *of == color).map(|(_, role)| *role).collect() };
            found.push(Self::new(&side(Color::White), &side(Color::Black)).0);
        }
        found.sort_by_key(|ending| (ending.has_pawns(), ending.to_string().len(), ending.order()));
        found.dedup();
        found
    }

    fn order(&self) -> (Vec<usize>, Vec<usize>) {
        let ranks = |side: &[Role]| side.iter().map(|role| rank(*role)).collect();
        (ranks(&self.pieces[1]), ranks(&self.pieces[0]))
    }

    /// Pieces of a side other than the king, the strongest first.
    pub fn side(&self, color: Color) -> &[Role] {
        &self.pieces[color.index()]
    }

    /// Pieces other than the kings: White's, then Black's.
    pub(crate) fn others(&self) -> Vec<(Color, Role)> {
        Color::ALL.into_iter().flat_map(|color| self.side(color).iter().map(move |role| (color, *role))).collect()
    }

    /// Number of pieces, kings included.
    pub fn len(&self) -> usize {
        2 + self.pieces[0].len() + self.pieces[1].len()
    }

    /// Returns false, since there are always two kings.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Endings that captures and promotions lead to, directly or through others, without the kings alone.
    pub fn reached(&self) -> Vec<Self> {
        let mut found = vec![self.clone()];
        let mut next = 0;
        while let Some(ending) = found.get(next).cloned() {
            next += 1;
            let pieces = ending.others();
            let side = |pieces: &[(Color, Role)], color: Color| -> Vec<Role> {
                pieces.iter().filter(|(of, _)| *of == color).map(|(_, role)| *role).collect()
            };
            let mut add = |pieces: &[(Color, Role)]| {
                let ending = Self::new(&side(pieces, Color::White), &side(pieces, Color::Black)).0;
                if ending.len() > 2 && !found.contains(&ending) {
                    found.push(ending);
                }
            };
            for at in 0..pieces.len() {
                let mut after = pieces.clone();
                after.remove(at);
                add(&after);
                if pieces[at].1 == Role::Pawn {
                    for role in Role::PROMOTIONS {
                        let mut after = pieces.clone();
                        after[at].1 = role;
                        add(&after);
                    }
                }
            }
        }
        found.remove(0);
        found.sort_by_key(Self::sequence);
        found
    }

    /// Sort key by which an ending comes after those that it leads to.
    pub fn sequence(&self) -> (usize, usize, Self) {
        let pawns = self.pieces.iter().flatten().filter(|role| **role == Role::Pawn).count();
        (self.len(), pawns, self.clone())
    }

    /// Returns whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.pieces.iter().flatten().any(|role| *role == Role::Pawn)
    }

    /// Returns whether both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.pieces[0] == self.pieces[1]
    }

    /// Number of placements that are the same position, since they differ by an exchange of equal pieces.
    pub fn arrangements(&self) -> u64 {
        let of = |side: &[Role]| -> u64 {
            ROLES
                .iter()
                .map(|(role, _)| (1..=side.iter().filter(|other| *other == role).count() as u64).product::<u64>())
                .product()
        };
        of(&self.pieces[0]) * of(&self.pieces[1])
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in &self.pieces {
            f.write_str("K")?;
            for role in side {
                write!(f, "{}", ROLES[rank(*role)].1)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(text: &str) -> Result<Self, EndingError> {
        Ok(Self::parse(text)?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_read_and_written() {
        let read = |text| Ending::parse(text).map(|(ending, exchanged)| (ending.to_string(), exchanged));
        assert_eq!(read("KQKR"), Ok(("KQKR".to_owned(), false)));
        assert_eq!(read("krkq"), Ok(("KQKR".to_owned(), true)));
        assert_eq!(read("KKNB"), Ok(("KBNK".to_owned(), true)));
        assert!(matches!(read("KQK1"), Err(EndingError::Form(_))));
        assert!(matches!(read("Q"), Err(EndingError::Form(_))));
        assert!(matches!(read("KQQQQKR"), Err(EndingError::TooMany(_))));
    }

    #[test]
    fn there_are_five_and_thirty_and_a_hundred_and_ten() {
        assert_eq!([2, 3, 4, 5].map(|pieces| Ending::all(pieces).len()), [1, 5, 30, 110]);
        let pieces: Vec<_> = Ending::all(3).iter().map(Ending::to_string).collect();
        assert_eq!(pieces, ["KQK", "KRK", "KBK", "KNK", "KPK"]);
    }

    #[test]
    fn captures_and_promotions_lead_to_endings() {
        let reached = |text: &str| -> Vec<String> {
            text.parse::<Ending>().unwrap().reached().iter().map(Ending::to_string).collect()
        };
        assert_eq!(reached("KQKR"), ["KRK", "KQK"]);
        assert_eq!(reached("KPK").len(), 4);
        let all = reached("KPKP");
        assert!(["KQKP", "KBKN", "KPK", "KQK"].iter().all(|text| all.contains(&(*text).to_owned())), "{all:?}");
        assert!(all.iter().position(|text| text == "KQKQ") < all.iter().position(|text| text == "KQKP"));
    }

    #[test]
    fn equal_pieces_can_be_exchanged() {
        let count = |text: &str| text.parse::<Ending>().map(|ending| ending.arrangements());
        assert_eq!([count("KQKR"), count("KNNK"), count("KNNNK"), count("KRRKN")], [Ok(1), Ok(2), Ok(6), Ok(2)]);
    }
}
