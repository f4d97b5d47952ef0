//! What one side can still achieve, by the material of both sides.

use crate::piece::{Color, Role};
use crate::position::Position;
use crate::variant::material::{Material, Sufficiency};

impl Position {
    /// Whether this side can still checkmate, by any sequence of legal moves in which the other side helps. `false` is a
    /// proof. `true` says nothing of how the pieces stand, except with material that allows a mate by the next move only,
    /// such as a knight against a bare king: then it says that there is this mate, or that it is on the board.
    ///
    /// A variant without a [`MaterialTable`](crate::material::MaterialTable) answers `false` only for a bare king.
    ///
    /// ```
    /// use saffron_rules::{Color, Position, Variant};
    ///
    /// let shafran = Variant::by_id("shafran").unwrap();
    /// // Black's flag falls: a knight cannot mate a bare king, but it can mate a king beside a pawn of its own.
    /// let bare = Position::from_fen(shafran, "k4/6/7/8/9/4N4/8/7/6/4K b - - 0 1")?;
    /// assert!(!bare.can_checkmate(Color::White));
    /// let pawn = Position::from_fen(shafran, "k4/6/7/8/4p4/4N4/8/7/6/4K b - - 0 1")?;
    /// assert!(pawn.can_checkmate(Color::White));
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    pub fn can_checkmate(&self, color: Color) -> bool {
        if self.by_color(color).len() == 1 {
            return false;
        }
        // A pawn is enough in every variant, and nearly every position has one.
        let table = match self.variant().spec().material {
            Some(table) if self.pieces(color, Role::Pawn).is_empty() => table,
            _ => return true,
        };
        table.may_checkmate(Material::of(self), color) || self.checkmates_within_a_move(color)
    }

    /// The most that this side can still score, in quarter points: 4 if it [can checkmate](Self::can_checkmate), else what a
    /// stalemate is worth to it if that is more than a draw and possible by the material, else 2.
    ///
    /// A side whose opponent runs out of time gets this: a draw if it cannot win. In Gliński's game, where it is 3 for a
    /// bare king, it gets three quarters.
    ///
    /// ```
    /// use saffron_rules::{Color, Position, Variant};
    ///
    /// let score = |id: &str, fen: &str| {
    ///     Position::from_fen(Variant::by_id(id).unwrap(), fen).map(|position| position.max_score(Color::White))
    /// };
    /// let bare_king = "k/3/5/7/9/5q5/11/11/11/11/K10 w - - 0 1";
    /// assert_eq!((score("mccooey", bare_king)?, score("glinski", bare_king)?), (2, 3));
    /// let queen = "k/3/5/7/9/5Q5/11/11/11/11/K10 b - - 0 1";
    /// assert_eq!((score("mccooey", queen)?, score("glinski", queen)?), (4, 4));
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    pub fn max_score(&self, color: Color) -> u8 {
        if self.can_checkmate(color) {
            return 4;
        }
        // Where the stalemated side gets more than half, this side may be stalemated.
        let gives = self.variant().stalemate_quarters();
        let stalemate = gives.max(4 - gives.min(4));
        if self.material_sufficiency() == Sufficiency::Insufficient { 2 } else { stalemate }
    }

    /// Whether the other side is checkmated, or a legal move of this side checkmates.
    fn checkmates_within_a_move(&self, color: Color) -> bool {
        let is_mate = |position: &Self| position.in_check() && !position.has_legal_move();
        if self.turn() != color {
            return is_mate(self);
        }
        self.legal_moves().into_iter().any(|mv| {
            let mut next = *self;
            next.play_unchecked(mv);
            is_mate(&next)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::piece::Color;
    use crate::position::Position;
    use crate::variant::{Variant, VariantSpec};

    fn scores(variant: &'static Variant, fen: &str) -> [u8; 2] {
        let position = Position::from_fen(variant, fen).unwrap();
        Color::ALL.map(|color| position.max_score(color))
    }

    #[test]
    fn both_sides_of_the_start_can_win() {
        for variant in Variant::all() {
            assert_eq!(scores(variant, variant.spec().start), [4, 4], "{variant:?}");
        }
    }

    /// A bishop on the colour of the central cell mates with the help of a bishop on another colour, not of a rook.
    #[test]
    fn the_score_depends_on_the_pieces_that_help() {
        let [mccooey, glinski] = ["mccooey", "glinski"].map(|id| Variant::by_id(id).unwrap());
        for (fen, expected) in [
            ("k/3/5/7/9/5B5/11/11/11/11/K10 b - - 0 1", [2, 2]),
            ("k/3/5/7/4r4/5B5/11/11/11/11/5K5 b - - 0 1", [2, 4]),
            ("k/3/5/7/9/5B5/5b5/11/11/11/K10 b - - 0 1", [4, 4]),
            ("k/3/5/7/9/5N5/11/11/11/11/K10 b - - 0 1", [2, 2]),
        ] {
            assert_eq!(scores(mccooey, fen), expected, "{fen}");
            assert_eq!(scores(glinski, fen), expected.map(|score| score.max(3)), "{fen}");
        }
    }

    #[test]
    fn without_a_table_only_a_bare_king_cannot_win() {
        for (stalemate_quarters, drawn) in [(2, 2), (3, 3), (1, 3)] {
            let spec = *Variant::by_id("mccooey").unwrap().spec();
            let variant =
                Variant::build(VariantSpec { id: "untold", material: None, stalemate_quarters, ..spec }).unwrap();
            assert_eq!(scores(variant, "k/3/5/7/9/5B5/11/11/11/11/K10 b - - 0 1"), [4, drawn]);
            assert_eq!(scores(variant, "k/3/5/7/9/11/11/11/11/11/K10 b - - 0 1"), [drawn, drawn]);
        }
    }
}
