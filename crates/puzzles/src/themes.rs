//! Themes of puzzles: what a puzzle teaches, by the rules alone.

use std::fmt;

/// Theme, under the name that lichess's puzzles have made common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The solver's piece attacks two targets at once.
    Fork,
    /// A piece cannot leave its line to the king.
    Pin,
    /// A slider attacks a piece, and captures the one behind it.
    Skewer,
    /// A move opens the line of another piece.
    DiscoveredAttack,
    /// Two pieces give check.
    DoubleCheck,
    /// A defender is lured or forced away.
    Deflection,
    /// A piece is attacked and has no safe cell.
    TrappedPiece,
    /// An undefended piece is captured at once.
    HangingPiece,
    /// The solver gives material for the solution.
    Sacrifice,
    /// The solver captures en passant.
    EnPassant,
    /// The solver castles.
    Castling,
    /// The solver promotes a pawn.
    Promotion,
    /// The solver promotes to another piece than a queen.
    UnderPromotion,
    /// A pawn is on its last cells before promotion.
    AdvancedPawn,
    /// The opponent would be better off without a move.
    Zugzwang,
    /// A move of the solution neither checks, captures nor promotes.
    QuietMove,
    /// The solution mates.
    Mate,
    /// Mate in one move.
    MateIn1,
    /// Mate in two moves.
    MateIn2,
    /// Mate in three moves.
    MateIn3,
    /// Mate in four moves.
    MateIn4,
    /// Mate in five moves or more.
    MateIn5,
    /// The solution gives stalemate, in a game in which that is worth more than a draw.
    Stalemate,
    /// Many pieces are on the board, most of them at home.
    Opening,
    /// Neither opening nor endgame.
    Middlegame,
    /// Few pieces are left.
    Endgame,
    /// Kings and pawns only.
    PawnEndgame,
    /// Knights and pawns only.
    KnightEndgame,
    /// Bishops and pawns only.
    BishopEndgame,
    /// Rooks and pawns only.
    RookEndgame,
    /// Queens and pawns only.
    QueenEndgame,
    /// Queens, rooks and pawns only.
    QueenRookEndgame,
    /// The solution has one move.
    OneMove,
    /// The solution has two moves.
    Short,
    /// The solution has three moves.
    Long,
    /// The solution has four moves or more.
    VeryLong,
}

impl Theme {
    /// All themes, in the order in which they are written.
    pub const ALL: [Theme; 36] = [
        Theme::Fork,
        Theme::Pin,
        Theme::Skewer,
        Theme::DiscoveredAttack,
        Theme::DoubleCheck,
        Theme::Deflection,
        Theme::TrappedPiece,
        Theme::HangingPiece,
        Theme::Sacrifice,
        Theme::EnPassant,
        Theme::Castling,
        Theme::Promotion,
        Theme::UnderPromotion,
        Theme::AdvancedPawn,
        Theme::Zugzwang,
        Theme::QuietMove,
        Theme::Mate,
        Theme::MateIn1,
        Theme::MateIn2,
        Theme::MateIn3,
        Theme::MateIn4,
        Theme::MateIn5,
        Theme::Stalemate,
        Theme::Opening,
        Theme::Middlegame,
        Theme::Endgame,
        Theme::PawnEndgame,
        Theme::KnightEndgame,
        Theme::BishopEndgame,
        Theme::RookEndgame,
        Theme::QueenEndgame,
        Theme::QueenRookEndgame,
        Theme::OneMove,
        Theme::Short,
        Theme::Long,
        Theme::VeryLong,
    ];

    /// Name in files and on the wire.
    pub const fn id(self) -> &'static str {
        match self {
            Theme::Fork => "fork",
            Theme::Pin => "pin",
            Theme::Skewer => "skewer",
            Theme::DiscoveredAttack => "discoveredAttack",
            Theme::DoubleCheck => "doubleCheck",
            Theme::Deflection => "deflection",
            Theme::TrappedPiece => "trappedPiece",
            Theme::HangingPiece => "hangingPiece",
            Theme::Sacrifice => "sacrifice",
            Theme::EnPassant => "enPassant",
            Theme::Castling => "castling",
            Theme::Promotion => "promotion",
            Theme::UnderPromotion => "underPromotion",
            Theme::AdvancedPawn => "advancedPawn",
            Theme::Zugzwang => "zugzwang",
            Theme::QuietMove => "quietMove",
            Theme::Mate => "mate",
            Theme::MateIn1 => "mateIn1",
            Theme::MateIn2 => "mateIn2",
            Theme::MateIn3 => "mateIn3",
            Theme::MateIn4 => "mateIn4",
            Theme::MateIn5 => "mateIn5",
            Theme::Stalemate => "stalemate",
            Theme::Opening => "opening",
            Theme::Middlegame => "middlegame",
            Theme::Endgame => "endgame",
            Theme::PawnEndgame => "pawnEndgame",
            Theme::KnightEndgame => "knightEndgame",
            Theme::BishopEndgame => "bishopEndgame",
            Theme::RookEndgame => "rookEndgame",
            Theme::QueenEndgame => "queenEndgame",
            Theme::QueenRookEndgame => "queenRookEndgame",
            Theme::OneMove => "oneMove",
            Theme::Short => "short",
            Theme::Long => "long",
            Theme::VeryLong => "veryLong",
        }
    }

    /// Returns the theme with this name; `None` if there is none.
    pub fn by_id(id: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.id() == id)
    }

    /// Returns whether the theme is a tactic or a rule of its own: neither the phase, the material, the length, the capture of an
    /// undefended piece, nor what any move may be.
    pub(crate) fn is_tactic(self) -> bool {
        let is_plain = matches!(self, Theme::HangingPiece | Theme::AdvancedPawn | Theme::QuietMove);
        self <= Theme::Stalemate && !is_plain
    }

    /// Theme of a solution of this many moves, at least 1.
    pub(crate) const fn length(moves: usize) -> Theme {
        match moves {
            0 | 1 => Theme::OneMove,
            2 => Theme::Short,
            3 => Theme::Long,
            _ => Theme::VeryLong,
        }
    }

    /// Theme of a mate in this many moves, at least 1.
    pub(crate) const fn mate_in(moves: usize) -> Theme {
        match moves {
            0 | 1 => Theme::MateIn1,
            2 => Theme::MateIn2,
            3 => Theme::MateIn3,
            4 => Theme::MateIn4,
            _ => Theme::MateIn5,
        }
    }
}

/// Set of themes, written as their names with spaces between them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Themes(u64);

impl Themes {
    /// Returns whether a theme is in the set.
    pub const fn contains(self, theme: Theme) -> bool {
        self.0 >> theme as u64 & 1 == 1
    }

    /// Adds a theme.
    pub const fn insert(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u64;
    }

    /// Returns whether the set has no theme.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Themes of the set, in the order of [`Theme::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(move |&theme| self.contains(theme))
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> Themes {
        let mut set = Themes::default();
        themes.into_iter().for_each(|theme| set.insert(theme));
        set
    }
}

/// Reads names of themes; other words are ignored.
impl<'a> FromIterator<&'a str> for Themes {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Themes {
        names.into_iter().filter_map(Theme::by_id).collect()
    }
}

impl fmt::Display for Themes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Theme::id).collect();
        f.write_str(&names.join(" "))
    }
}

impl fmt::Debug for Themes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_survive_their_text() {
        for theme in Theme::ALL {
            assert_eq!(Theme::by_id(theme.id()), Some(theme));
            assert!(Themes::from_iter([theme]).contains(theme));
        }
        let all: Themes = Theme::ALL.into_iter().collect();
        assert_eq!(all.to_string().split(' ').collect::<Themes>(), all);
        assert_eq!(all.iter().count(), Theme::ALL.len());
        assert_eq!(Themes::from_iter(["fork", "9", "crushing", "fork"]).to_string(), "fork");
    }
}
