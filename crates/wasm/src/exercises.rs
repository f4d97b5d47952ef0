//! Exercises of the learning pages: attempts, and exercises made for user-defined variants.

use saffron_exercises::{self as exercises, Board, Danger, Progress, SoloBoard, Topic};
use saffron_rules::{Cell, Color, Move, Piece, Role, Variant};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{plain, thrown};
use crate::move_refusal::PawnStyle;
use crate::rules::{MoveData, PieceData, StateData, moves, small, state, variant_by_id};

/// Exercise while it is solved.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AttemptState"))]
pub struct AttemptData {
    /// Board, with the solver's moves. The FEN of a board without kings has none.
    game: StateData,
    /// Cells with stars that have not been collected.
    stars: Vec<String>,
    /// Number of the solver's moves.
    made: u32,
    #[cfg_attr(feature = "typescript", ts(type = "'open' | 'solved' | 'lost'"))]
    progress: &'static str,
    /// Reason why the attempt is lost.
    danger: Option<DangerData>,
    /// Cells of the last move of either side.
    #[cfg_attr(feature = "typescript", ts(type = "[from: string, to: string] | null"))]
    last_move: Option<[String; 2]>,
    /// Moves of the game's pawns in words.
    pawns: PawnStyle,
}

/// Reason why a move does not solve an exercise: a piece captures the one that moved, a reply prevents the goal, or the goal is out
/// of reach.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields are described at the type")]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AttemptDanger"))]
pub enum DangerData {
    Captured { by: PieceData },
    Prevented { san: String, from: String, to: String },
    Missed,
}

/// Exercise while it is solved.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Attempt {
    attempt: exercises::Attempt,
}

#[wasm_bindgen]
impl Attempt {
    /// Starts an exercise, given as the line of a file of exercises.
    ///
    /// # Errors
    /// Throws if there is no such variant, or the line is not an exercise.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, line: &str) -> Result<Self, JsValue> {
        let exercise = exercises::text::read_line(line, variant_by_id(variant)?).map_err(thrown)?;
        Ok(Self { attempt: exercises::Attempt::new(exercise) })
    }

    /// Returns the state of the attempt.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "AttemptState")]
    pub fn state(&self) -> Result<JsValue, JsValue> {
        plain(&attempt_data(&self.attempt))
    }

    /// Returns the position before the opponent's move that is shown first; `null` if there is none.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "GameState | null")]
    pub fn before(&self) -> Result<JsValue, JsValue> {
        match self.attempt.exercise().start {
            exercises::Start::Game { position, shown: Some(_) } => {
                plain(&state(&position, 0, Vec::new(), None, Vec::new()))
            }
            _ => Ok(JsValue::NULL),
        }
    }

    /// Plays a move of the solver in UCI form, and the opponent's reply.
    ///
    /// # Errors
    /// Throws if it is not one of the moves of the state.
    pub fn play(&mut self, uci: &str) -> Result<(), JsValue> {
        let variant = self.attempt.exercise().variant;
        let moves = self.attempt.moves().into_iter();
        let mv = moves.map(|mv| mv.mv).find(|&mv| uci_of(variant, mv) == uci);
        let mv = mv.ok_or_else(|| thrown(format!("{uci:?} is not a move of the exercise")))?;
        self.attempt.play(mv).map(|_| ()).ok_or_else(|| thrown("the attempt is over"))
    }

    /// Takes the solver's last move back, with the reply; returns false if there is none.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) -> bool {
        self.attempt.take_back()
    }

    /// Returns a move in UCI form that leads to the goal the fastest; `undefined` if the attempt is over.
    pub fn hint(&self) -> Option<String> {
        self.attempt.hint().map(|mv| uci_of(self.attempt.exercise().variant, mv))
    }
}

/// Makes the exercises of a topic for a variant: the lines of a file, without the names of the columns. Empty if the variant does not
/// have what the topic teaches.
///
/// # Errors
/// Throws if there is no such variant or topic.
#[wasm_bindgen(js_name = makeExercises)]
pub fn make_exercises(variant: &str, topic: &str) -> Result<Vec<String>, JsValue> {
    let topic = Topic::from_id(topic).ok_or_else(|| thrown(format!("there is no topic {topic:?}")))?;
    let made = exercises::make_topic(variant_by_id(variant)?, topic, 1);
    Ok(made.iter().map(exercises::text::write_line).collect())
}

fn uci_of(variant: &Variant, mv: Move) -> String {
    let promotion = mv.promotion.map(|role| small(role).to_string()).unwrap_or_default();
    format!("{}{}{promotion}", variant.board().name(mv.from), variant.board().name(mv.to))
}

fn attempt_data(attempt: &exercises::Attempt) -> AttemptData {
    let board = attempt.exercise().variant.board();
    let name = |cell: Cell| board.name(cell).to_owned();
    let open = attempt.progress() == Progress::Open;
    let ply = attempt.played().len();
    let game = match attempt.board() {
        Board::Game(position) => {
            let moves = if open { moves(position) } else { Vec::new() };
            state(position, ply, moves, None, Vec::new())
        }
        Board::Solo(solo) => solo_state(attempt, solo, ply),
    };
    let (progress, danger) = match attempt.progress() {
        Progress::Open => ("open", None),
        Progress::Solved => ("solved", None),
        Progress::Lost(danger) => ("lost", Some(danger_data(attempt, danger))),
    };
    let shown = match attempt.exercise().start {
        exercises::Start::Game { shown, .. } => shown,
        exercises::Start::Solo { .. } => None,
    };
    AttemptData {
        game,
        stars: attempt.stars().into_iter().map(name).collect(),
        made: attempt.made(),
        progress,
        danger,
        pawns: PawnStyle::of(attempt.exercise().variant.pawns().spec()),
        last_move: attempt.played().last().copied().or(shown).map(|mv| [name(mv.from), name(mv.to)]),
    }
}

fn danger_data(attempt: &exercises::Attempt, danger: Danger) -> DangerData {
    let name = |cell: Cell| attempt.exercise().variant.board().name(cell).to_owned();
    match (danger, attempt.board()) {
        (Danger::Captured(cell), Board::Solo(solo)) => {
            let piece = solo.setup().piece_at(cell).map_or('p', Piece::letter);
            DangerData::Captured { by: PieceData { cell: name(cell), piece } }
        }
        (Danger::Prevented(reply), Board::Game(position)) => {
            DangerData::Prevented { san: position.san(reply), from: name(reply.from), to: name(reply.to) }
        }
        _ => DangerData::Missed,
    }
}

/// State of a board without kings.
fn solo_state(attempt: &exercises::Attempt, solo: &SoloBoard, ply: usize) -> StateData {
    let variant = attempt.exercise().variant;
    let board = variant.board();
    let setup = solo.setup();
    let name = |cell: Cell| board.name(cell).to_owned();
    let piece = |cell: Cell| Some(PieceData { cell: name(cell), piece: setup.piece_at(cell)?.letter() });
    let move_data = |mv: Move, captured: Option<Role>| {
        let role = setup.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role);
        let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
        let promotion = mv.promotion.map(|role| role.letter().to_string()).unwrap_or_default();
        MoveData {
            uci: uci_of(variant, mv),
            san: format!("{letter}{}{promotion}", board.name(mv.to)),
            from: name(mv.from),
            to: name(mv.to),
            role: small(role),
            promotion: mv.promotion.map(small),
            capture: captured.map(|_| name(mv.to)),
            castling: None,
            rook: None,
            en_passant: None,
        }
    };
    StateData {
        variant: variant.id(),
        fen: setup.to_fen(variant),
        turn: Color::White.letter(),
        check: None,
        pieces: board.cells().into_iter().filter_map(piece).collect(),
        moves: attempt.moves().into_iter().map(|mv| move_data(mv.mv, mv.captured)).collect(),
        ply,
        outcome: None,
        claims: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(line: &str) -> exercises::Attempt {
        let variant = Variant::by_id("shafran").unwrap();
        exercises::Attempt::new(exercises::text::read_line(line, variant).unwrap())
    }

    #[test]
    fn a_board_without_kings_has_moves_and_stars() {
        let data = attempt_data(&attempt("rook-1\tstars\t2\t5/6/7/8/9/4R4/8/7/6/5 w - - 0 1\tc2 c5\t-"));
        assert_eq!((data.stars.len(), data.game.pieces.len(), data.progress), (2, 1, "open"));
        assert!(data.game.moves.iter().any(|mv| (&*mv.uci, &*mv.san) == ("e5c5", "Rc5")));
        assert!(data.last_move.is_none());
    }

    #[test]
    fn the_shown_move_is_the_last_one_at_first() {
        let line = "enPassant-3\tenPassant\t1\t2R2/1p4/7/k1P4r/5P3/p8/8/7/K5/5 b - - 0 1\t-\te9e6";
        let data = attempt_data(&attempt(line));
        assert_eq!(data.last_move, Some(["e9".to_owned(), "e6".to_owned()]));
        assert!(data.game.moves.iter().any(|mv| mv.en_passant == Some(true)));
    }

    #[test]
    fn what_captures_a_piece_is_named() {
        let mut king = attempt("king-3\tstars\t4\t3r1/6/7/8/1K7/9/8/7/6/5 w - - 0 1\td4 e4\t-");
        let danger = king.moves().into_iter().find_map(|mv| {
            let mut tried = king.clone();
            tried.play(mv.mv);
            attempt_data(&tried).danger
        });
        assert!(matches!(danger, Some(DangerData::Captured { by }) if by.piece == 'r' && by.cell == "h10"));
        let first = king.moves()[0].mv;
        king.play(first);
        assert_eq!(attempt_data(&king).made, 1);
    }
}
