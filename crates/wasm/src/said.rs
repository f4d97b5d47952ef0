//! What a record says beside the moves.

use saffron_rules::{Annotation, MoveAnnotation, ReplayNote, SideLine};

/// What a record says beside the moves of the game.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) start: Annotation,
    /// Of the moves of the game as it was read.
    pub(crate) annotations: Vec<MoveAnnotation>,
    pub(crate) side_lines: Vec<SideLine>,
    /// What the board does not show.
    pub(crate) notes: Vec<ReplayNote>,
}
