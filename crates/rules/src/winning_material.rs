//! Best score that a side can still reach, by the material of both sides.

use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::variant::WinningMaterial;
use crate::variant::material::{Material, Sufficiency};

impl Position {
    /// Returns whether this side can still checkmate, by any sequence of legal moves in which the other side helps. `false` is a
    /// proof. `true` says nothing of how the pieces stand, except with material that allows a mate by the next move only,
    /// such as a knight against a bare king: then it says that there is this mate, or that it is on the board.
    ///
    /// A variant without a [`MaterialTable`](crate::material::MaterialTable) answers `false` only for a bare king.
    ///
    /// ```
    /// use saffron_rules::{Color, Position, Variant};
    ///
    /// let shafran = Variant::by_id("shafran").unwrap();
    /// // Black's flag falls: a knight cannot mate a bare king, but it can mate a king next to its own pawn.
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

    /// The most that this side can still score by its material against the other side's, in quarter points: 2 (a draw) to 4.
    /// The variant's [`WinningMaterial`] says how that is judged.
    ///
    /// - [`Helpmate`](WinningMaterial::Helpmate): 4 if it [can checkmate](Self::can_checkmate), else what a stalemate is
    ///   worth to it if that is more than a draw and possible by the material, else 2.
    /// - [`PieceCount`](WinningMaterial::PieceCount): 4 with at least a pawn, a rook, a queen or three minor pieces, else 2.
    ///
    /// A side whose opponent gives up the game or runs out of time gets this: see [`Position::concession`].
    ///
    /// ```
    /// use saffron_rules::{Color, Position, Variant};
    ///
    /// let score = |id: &str, fen: &str| {
    ///     Position::from_fen(Variant::by_id(id).unwrap(), fen).map(|position| position.max_score(Color::White))
    /// };
    /// let bare_king = "k/3/5/7/9/5q5/11/11/11/11/K10 w - - 0 1";
    /// assert_eq!((score("mccooey", bare_king)?, score("glinski", bare_king)?), (2, 2));
    /// // Two knights can mate, but Gliński's game asks for three minor pieces.
    /// let knights = "k/3/5/7/9/5NN4/11/11/11/11/K10 b - - 0 1";
    /// assert_eq!((score("mccooey", knights)?, score("glinski", knights)?), (4, 2));
    /// let queen = "k/3/5/7/9/5Q5/11/11/11/11/K10 b - - 0 1";
    /// assert_eq!((score("mccooey", queen)?, score("glinski", queen)?), (4, 4));
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    pub fn max_score(&self, color: Color) -> u8 {
        match self.variant().spec().winning_material {
            WinningMaterial::PieceCount if self.has_winning_count(color) => 4,
            WinningMaterial::PieceCount => 2,
            WinningMaterial::Helpmate if self.can_checkmate(color) => 4,
            // Where the stalemated side gets more than half, this side may be stalemated.
            WinningMaterial::Helpmate if self.material_sufficiency() != Sufficiency::Insufficient => {
                let gives = self.variant().stalemate_quarters();
                gives.max(4 - gives.min(4))
            }
            WinningMaterial::Helpmate => 2,
        }
    }

    /// The end of a game that a side gives up or is declared to have lost, for one of the reasons
    /// [`Resignation`](Reason::Resignation), [`TimeForfeit`](Reason::TimeForfeit), [`Abandonment`](Reason::Abandonment),
    /// [`Forfeit`](Reason::Forfeit) and [`Adjudication`](Reason::Adjudication): the other side gets the
    /// [most that it can still score](Position::max_score), a draw if it has too little to win with.
    ///
    /// ```
    /// use saffron_rules::{Color, Position, Reason, Variant};
    ///
    /// let shafran = Variant::by_id("shafran").unwrap();
    /// // White has a queen, Black the bare king.
    /// let position = Position::from_fen(shafran, "k4/6/7/8/9/4Q4/8/7/6/4K b - - 0 1")?;
    /// let result = |loser, reason| position.concession(loser, reason).result();
    /// assert_eq!(result(Color::Black, Reason::Resignation), "1-0");
    /// assert_eq!(result(Color::White, Reason::Resignation), "1/2-1/2");
    /// assert_eq!(result(Color::White, Reason::TimeForfeit), "1/2-1/2");
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    ///
    /// # Panics
    /// When the reason is another one, whose score the moves or the players decide.
    pub fn concession(&self, loser: Color, reason: Reason) -> Outcome {
        assert!(reason.is_concession(), "no side loses by {}", reason.id());
        Outcome::scored(!loser, self.max_score(!loser), reason)
    }

    /// Returns whether a side has at least a pawn, a rook, a queen or three minor pieces.
    fn has_winning_count(&self, color: Color) -> bool {
        let major = [Role::Pawn, Role::Rook, Role::Queen];
        let minor_pieces = self.pieces(color, Role::Knight) | self.pieces(color, Role::Bishop);
        major.iter().any(|&role| !self.pieces(color, role).is_empty()) || minor_pieces.len() >= 3
    }

    /// Returns whether the other side is checkmated, or a legal move of this side checkmates.
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
    use super::*;
    use crate::variant::{Variant, VariantSpec};
    use alloc::format;

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
    fn a_helpmate_depends_on_the_pieces_that_help() {
        let mccooey = Variant::by_id("mccooey").unwrap();
        let spec = *Variant::by_id("glinski").unwrap().spec();
        let winning_material = WinningMaterial::Helpmate;
        let helped = Variant::build(VariantSpec { id: "glinski-helpmate", winning_material, ..spec }).unwrap();
        for (fen, expected) in [
            ("k/3/5/7/9/5B5/11/11/11/11/K10 b - - 0 1", [2, 2]),
            ("k/3/5/7/4r4/5B5/11/11/11/11/5K5 b - - 0 1", [2, 4]),
            ("k/3/5/7/9/5B5/5b5/11/11/11/K10 b - - 0 1", [4, 4]),
            ("k/3/5/7/9/5N5/11/11/11/11/K10 b - - 0 1", [2, 2]),
        ] {
            assert_eq!(scores(mccooey, fen), expected, "{fen}");
            // What a stalemate is worth.
            assert_eq!(scores(helped, fen), expected.map(|score| score.max(3)), "{fen}");
        }
    }

    /// The federation's rule counts the pieces of one side, whatever the other one has and however they stand.
    #[test]
    fn glinskis_game_counts_pieces() {
        let glinski = Variant::by_id("glinski").unwrap();
        for (white, score) in [
            ("", 2),
            ("N", 2),
            ("B", 2),
            ("NN", 2),
            ("NB", 2),
            ("BB", 2),
            ("NNN", 4),
            ("NNB", 4),
            ("NBB", 4),
            ("BBB", 4),
            ("R", 4),
            ("Q", 4),
            ("P", 4),
        ] {
            for (black, of_black) in [("9", 2), ("4q4", 4), ("4p4", 4), ("4n4", 2)] {
                let row = if white.is_empty() { "11".into() } else { format!("4{white}{}", 7 - white.len()) };
                let fen = format!("k/3/5/7/{black}/{row}/11/11/11/11/K10 b - - 0 1");
                assert_eq!(scores(glinski, &fen), [score, of_black], "{fen}");
            }
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
