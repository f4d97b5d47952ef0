//! Building a variant: its tables, and its start position as a check.

use alloc::boxed::Box;

use crate::fen::FenError;
use crate::position::Position;
use crate::setup::Setup;
use crate::variant::{SpecError, Variant, VariantSpec};

/// Why a variant cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum VariantError {
    /// The description is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The start position is wrong.
    #[error("start position: {0}")]
    Start(#[from] FenError),
}

impl VariantSpec {
    /// Checks the description and the start position. It takes as long as [`Variant::build`] and keeps nothing.
    ///
    /// # Errors
    /// A [`VariantError`] that names what is wrong.
    pub fn check(&self) -> Result<(), VariantError> {
        checked(*self).map(drop)
    }
}

impl Variant {
    /// Builds a variant and keeps it for the rest of the program's life; positions refer to it.
    ///
    /// ```
    /// use saffron_rules::{
    ///     BoardSpec, EnPassantForm, FileSpan, Orientation, PawnSpec, PromotionSpec, Variant, VariantSpec, WinningMaterial,
    ///     perft,
    /// };
    ///
    /// const fn file(letter: char, low: i8, high: i8) -> FileSpan {
    ///     FileSpan { letter, low, high, first_rank: 1 }
    /// }
    ///
    /// // A hexagon of 19 cells with a king and three pawns a side.
    /// const FILES: &[FileSpan] =
    ///     &[file('a', 0, 2), file('b', 0, 3), file('c', 0, 4), file('d', 1, 4), file('e', 2, 4)];
    /// let spec = VariantSpec {
    ///     id: "skirmish",
    ///     name: "Skirmish",
    ///     year: 2026,
    ///     board: BoardSpec { files: FILES, orientation: Orientation::VerticalFiles },
    ///     start: "k/1p1/1p1p1/1PPP1/2K2 w - - 0 1",
    ///     pawn: PawnSpec {
    ///         forward: &[(0, 1)],
    ///         captures: &[(-1, 0), (1, 1)],
    ///         first_captures: &[],
    ///         first_steps: &[(1, "b2 c2 d2")],
    ///         black_first_steps: None,
    ///         stopped_by_enemy_in_front: false,
    ///     },
    ///     promotion: PromotionSpec::USUAL,
    ///     castling: &[],
    ///     en_passant_form: EnPassantForm::Passed,
    ///     stalemate_quarters: 2,
    ///     material: None,
    ///     winning_material: WinningMaterial::Helpmate,
    /// };
    /// let skirmish = Variant::build(spec)?;
    /// assert_eq!(skirmish.board().cells().len(), 19);
    /// assert_eq!(perft(&skirmish.start(), 1), 3);
    /// # Ok::<(), saffron_rules::VariantError>(())
    /// ```
    ///
    /// # Errors
    /// A [`VariantError`] that names what is wrong in the data.
    pub fn build(spec: VariantSpec) -> Result<&'static Self, VariantError> {
        Ok(Box::leak(Box::new(checked(spec)?)))
    }

    /// The start position.
    pub fn start(&'static self) -> Position {
        Position::from_fen(self, self.spec().start).expect("the start position was read when the variant was built")
    }
}

fn checked(spec: VariantSpec) -> Result<Variant, VariantError> {
    let variant = Variant::new(spec)?;
    Setup::from_fen(&variant, spec.start)?.check(&variant).map_err(FenError::from)?;
    Ok(variant)
}
