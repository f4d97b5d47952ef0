//! Comments, glyphs, drawings, evaluations and clocks of a record as plain data.

use saffron_rules::{Annotation, Board, Brush, MoveAnnotation, Score, Shape, WrittenEval};
use serde::{Deserialize, Serialize};

/// Annotation of a position, from the comment on it.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Annotation", optional_fields))]
pub struct AnnotationData {
    /// Paragraph of plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<Vec<ShapeData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<WrittenEvalData>,
    /// Remaining time of the side that has moved, in whole milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
}

/// Annotation of a move, including that of the position after it.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MoveAnnotation", optional_fields))]
pub struct MoveAnnotationData {
    /// Comment before the move: one paragraph of plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_before: Option<String>,
    /// Numeric annotation glyphs, such as 1 for a good move.
    #[serde(skip_serializing_if = "Option::is_none")]
    nags: Option<Vec<u16>>,
    /// Comment after the move: one paragraph of plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<Vec<ShapeData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<WrittenEvalData>,
    /// Remaining time of the side that has moved, in whole milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
}

/// Annotations of the start position and of the moves of the main line.
#[derive(Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MainLineAnnotations", optional_fields))]
pub struct MainLineData {
    start: Option<AnnotationData>,
    /// Annotations in the order of the moves; may be shorter than the moves.
    moves: Option<Vec<MoveAnnotationData>>,
}

/// Mark on a cell, or arrow to another cell.
#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "DrawnShape"))]
pub struct ShapeData {
    brush: BrushData,
    from: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    to: Option<String>,
}

/// Colour of a drawing.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "DrawnBrush"))]
pub enum BrushData {
    /// `G` in a record.
    Green,
    /// `R` in a record.
    Red,
    /// `Y` in a record.
    Yellow,
    /// `B` in a record.
    Blue,
}

/// Evaluation from White's point of view: centipawns, or moves to mate, negative if Black mates.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WrittenEval", optional_fields))]
pub struct WrittenEvalData {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    /// Depth of the search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

/// Returns `None` for an empty list.
fn filled<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl AnnotationData {
    pub(crate) fn new(annotation: &Annotation, board: &Board) -> Self {
        let shape = |shape: &Shape| ShapeData {
            brush: shape.brush.into(),
            from: board.name(shape.from).to_owned(),
            to: shape.to.map(|to| board.name(to).to_owned()),
        };
        Self {
            comment: text(&annotation.text),
            shapes: filled(annotation.shapes.iter().map(shape).collect()),
            eval: annotation.eval.map(WrittenEvalData::from),
            clock: annotation.clock,
        }
    }

    /// Converts the annotation of a position on this board.
    ///
    /// # Errors
    /// If the board does not have a cell; the error names it.
    pub(crate) fn read(self, board: &Board) -> Result<Annotation, String> {
        let cell = |name: &str| board.cell(name).ok_or_else(|| format!("the board has no cell {name:?}"));
        let shape = |shape: ShapeData| {
            let from = cell(&shape.from)?;
            let to = shape.to.map(|to| cell(&to)).transpose()?.filter(|&to| to != from);
            Ok::<Shape, String>(Shape { brush: shape.brush.into(), from, to })
        };
        Ok(Annotation {
            text: self.comment.unwrap_or_default(),
            shapes: self.shapes.unwrap_or_default().into_iter().map(shape).collect::<Result<_, _>>()?,
            eval: self.eval.and_then(WrittenEvalData::read),
            clock: self.clock,
        })
    }
}

impl MoveAnnotationData {
    pub(crate) fn new(annotation: &MoveAnnotation, board: &Board) -> Self {
        let AnnotationData { comment, shapes, eval, clock } = AnnotationData::new(&annotation.after, board);
        let (comment_before, nags) = (text(&annotation.before), filled(annotation.nags.clone()));
        Self { comment_before, nags, comment, shapes, eval, clock }
    }

    /// Converts the annotation of a move on this board.
    ///
    /// # Errors
    /// If the board does not have a cell; the error names it.
    pub(crate) fn read(self, board: &Board) -> Result<MoveAnnotation, String> {
        let Self { comment_before, nags, comment, shapes, eval, clock } = self;
        let after = AnnotationData { comment, shapes, eval, clock }.read(board)?;
        Ok(MoveAnnotation { before: comment_before.unwrap_or_default(), nags: nags.unwrap_or_default(), after })
    }
}

impl MainLineData {
    /// Converts the annotations of the start and of `moves` moves.
    ///
    /// # Errors
    /// If the board does not have a cell, or there are more annotations than moves.
    pub(crate) fn read(self, board: &Board, moves: usize) -> Result<(Annotation, Vec<MoveAnnotation>), String> {
        let move_annotations = self.moves.unwrap_or_default();
        if move_annotations.len() > moves {
            return Err(format!("{} annotations for {moves} moves", move_annotations.len()));
        }
        let annotations =
            move_annotations.into_iter().map(|annotation| annotation.read(board)).collect::<Result<_, _>>()?;
        Ok((self.start.unwrap_or_default().read(board)?, annotations))
    }
}

impl From<WrittenEval> for WrittenEvalData {
    fn from(eval: WrittenEval) -> Self {
        let (cp, mate) = match eval.score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        Self { cp, mate, depth: eval.depth }
    }
}

impl WrittenEvalData {
    /// Converts the evaluation; `None` if it has no value, as at the end of a game.
    fn read(self) -> Option<WrittenEval> {
        let mate = self.mate.filter(|&moves| moves != 0).map(Score::Mate);
        let score = mate.or(self.cp.map(Score::Centipawns))?;
        Some(WrittenEval { score, depth: self.depth })
    }
}

impl From<Brush> for BrushData {
    fn from(brush: Brush) -> Self {
        match brush {
            Brush::Green => Self::Green,
            Brush::Red => Self::Red,
            Brush::Yellow => Self::Yellow,
            Brush::Blue => Self::Blue,
        }
    }
}

impl From<BrushData> for Brush {
    fn from(brush: BrushData) -> Self {
        match brush {
            BrushData::Green => Self::Green,
            BrushData::Red => Self::Red,
            BrushData::Yellow => Self::Yellow,
            BrushData::Blue => Self::Blue,
        }
    }
}
