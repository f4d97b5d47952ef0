//! Rules for the page: boards, and games with their history.

use saffron_analysis::AssessmentData;
use saffron_rules::{Claim, Color, Game as RulesGame, Move, Outcome, Position, Reason, Role, Variant};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{PageError, coded, plain, thrown};
use crate::ply::{NULL_MOVE, plies};

/// Draws that can be claimed, as named in [`StateData`].
pub const CLAIMS: [&str; 2] = ["threefold", "fifty"];

/// Variant.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "VariantInfo"))]
pub struct VariantInfo {
    id: &'static str,
    name: &'static str,
    year: u16,
    cells: usize,
}

/// Geometry of a board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BoardData"))]
pub struct BoardData {
    flat_top: bool,
    cells: Vec<CellData>,
    labels: Vec<LabelData>,
}

/// Cell of a board.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BoardCell"))]
pub struct CellData {
    name: String,
    x: f64,
    y: f64,
    /// Colour of the cell; neighbours differ.
    #[cfg_attr(feature = "typescript", ts(type = "0 | 1 | 2"))]
    colour: u8,
    file: char,
    rank: u8,
}

/// Label at the edge of a board.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BoardLabel"))]
pub struct LabelData {
    text: String,
    x: f64,
    y: f64,
}

/// Piece on its cell.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PlacedPiece"))]
pub struct PieceData {
    pub(crate) cell: String,
    /// Letter of the piece: upper case for White, lower case for Black.
    pub(crate) piece: char,
}

/// Legal move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LegalMove"))]
pub struct MoveData {
    pub(crate) uci: String,
    pub(crate) san: String,
    pub(crate) from: String,
    pub(crate) to: String,
    #[cfg_attr(feature = "typescript", ts(type = "RoleLetter"))]
    pub(crate) role: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "PromotionLetter"))]
    pub(crate) promotion: Option<char>,
    /// Cell of the captured piece; differs from `to` for captures en passant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub(crate) capture: Option<String>,
    /// Notation of a castling move, such as `Q-0-0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub(crate) castling: Option<&'static str>,
    /// Cells of the castling rook.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "[from: string, to: string]"))]
    pub(crate) rook: Option<[String; 2]>,
    /// True for captures en passant, otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "true"))]
    pub(crate) en_passant: Option<bool>,
}

/// Position of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GameState"))]
pub struct StateData {
    pub(crate) variant: &'static str,
    pub(crate) fen: String,
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    pub(crate) turn: char,
    /// Cell of the king that is in check.
    pub(crate) check: Option<String>,
    pub(crate) pieces: Vec<PieceData>,
    /// Legal moves; empty if the game is over, and for earlier positions of a game.
    pub(crate) moves: Vec<MoveData>,
    pub(crate) ply: usize,
    pub(crate) outcome: Option<OutcomeData>,
    #[cfg_attr(feature = "typescript", ts(type = "Claim[]"))]
    pub(crate) claims: Vec<&'static str>,
}

/// End of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Outcome"))]
pub struct OutcomeData {
    #[cfg_attr(feature = "typescript", ts(type = "Result"))]
    /// Result as in PGN; `*` for an aborted game.
    result: &'static str,
    #[cfg_attr(feature = "typescript", ts(type = "Reason"))]
    reason: &'static str,
    #[cfg_attr(feature = "typescript", ts(type = "Side | null"))]
    winner: Option<char>,
}

pub(crate) fn variant_by_id(id: &str) -> Result<&'static Variant, JsValue> {
    Variant::by_id(id).ok_or_else(|| thrown(format!("there is no variant {id:?}")))
}

fn side(letter: &str) -> Result<Color, JsValue> {
    Color::ALL
        .into_iter()
        .find(|color| letter.chars().eq([color.letter()]))
        .ok_or_else(|| thrown(format!("{letter:?} is no side: w or b")))
}

/// Returns the outcome with this reason and result; `None` if they do not fit.
fn declared(reason: &str, result: &str) -> Option<Outcome> {
    let reason = Reason::from_id(reason)?;
    let scores = (0..=4).filter_map(|white_quarters| Outcome::new(reason, white_quarters).ok());
    scores.chain((reason == Reason::Abort).then_some(Outcome::ABORTED)).find(|outcome| outcome.result() == result)
}

pub(crate) fn small(role: Role) -> char {
    role.letter().to_ascii_lowercase()
}

/// Returns the registered variants, Shafran's first: `{ id, name, year, cells }[]`.
///
/// # Errors
/// Never in practice: plain data always becomes a JavaScript value.
#[wasm_bindgen(unchecked_return_type = "VariantInfo[]")]
pub fn variants() -> Result<JsValue, JsValue> {
    let info = |variant: &&Variant| VariantInfo {
        id: variant.id(),
        name: variant.name(),
        year: variant.spec().year,
        cells: variant.board().cells().len(),
    };
    plain(&Variant::known().iter().map(info).collect::<Vec<_>>())
}

/// Returns the geometry of a variant's board: cells and labels with White at the bottom, neighbouring centres 1 apart, `y`
/// downwards.
///
/// # Errors
/// Throws if there is no such variant.
#[wasm_bindgen(unchecked_return_type = "BoardData")]
pub fn board(variant: &str) -> Result<JsValue, JsValue> {
    let board = variant_by_id(variant)?.board();
    let cell = |cell| {
        let center = board.center(cell);
        CellData {
            name: board.name(cell).to_owned(),
            x: center.x,
            y: center.y,
            colour: board.cell_color(cell),
            file: board.file(cell),
            rank: board.rank(cell),
        }
    };
    let labels = board.labels().into_iter();
    plain(&BoardData {
        flat_top: board.spec().orientation == saffron_rules::Orientation::VerticalFiles,
        cells: board.cells().iter().map(cell).collect(),
        labels: labels.map(|l| LabelData { text: l.text, x: l.at.x, y: l.at.y }).collect(),
    })
}

/// Contents of a game record other than the moves of the game.
#[cfg(feature = "records")]
#[derive(Debug, Default)]
pub(crate) struct RecordDetails {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) start: saffron_rules::Annotation,
    pub(crate) annotations: Vec<saffron_rules::MoveAnnotation>,
    pub(crate) side_lines: Vec<saffron_rules::SideLine>,
    pub(crate) notes: Vec<saffron_rules::ReplayNote>,
}

/// Game with its history.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Game {
    pub(crate) game: RulesGame,
    /// Contents of the record other than the moves, if the game was read from one.
    #[cfg(feature = "records")]
    pub(crate) details: RecordDetails,
}

impl From<RulesGame> for Game {
    fn from(game: RulesGame) -> Self {
        Self {
            game,
            #[cfg(feature = "records")]
            details: RecordDetails::default(),
        }
    }
}

#[wasm_bindgen]
impl Game {
    /// Creates a game from the variant's start position or from a FEN in any supported dialect.
    ///
    /// # Errors
    /// Throws if there is no such variant, or the FEN is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, fen: Option<String>) -> Result<Self, JsValue> {
        let variant = variant_by_id(variant)?;
        let start = match fen {
            Some(fen) => Position::from_any_fen(variant, &fen).map_err(|error| coded(&PageError::Fen(error)))?,
            None => variant.start(),
        };
        Ok(RulesGame::new(start).into())
    }

    /// Returns the current state of the game.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> Result<JsValue, JsValue> {
        let outcome = self.game.outcome();
        let position = self.game.position();
        let moves = if outcome.is_some() { Vec::new() } else { moves(position) };
        let claims = self.game.claims().map(|claim| match claim {
            Claim::Threefold => CLAIMS[0],
            Claim::FiftyMoves => CLAIMS[1],
        });
        let claims = claims.collect();
        plain(&state(position, self.game.moves().len(), moves, outcome, claims))
    }

    /// Returns the state at an earlier ply, 0 for the start, without moves.
    ///
    /// # Errors
    /// Throws if the game is shorter.
    #[wasm_bindgen(js_name = stateAt, unchecked_return_type = "GameState")]
    pub fn state_at(&self, ply: usize) -> Result<JsValue, JsValue> {
        let position = self.game.positions().get(ply);
        let position = position.ok_or_else(|| thrown(format!("the game has no ply {ply}")))?;
        let last = ply == self.game.moves().len();
        let outcome = if last { self.game.outcome() } else { None };
        plain(&state(position, ply, Vec::new(), outcome, Vec::new()))
    }

    /// Plays a move in UCI form.
    ///
    /// # Errors
    /// Throws if the move is illegal or the game is over.
    pub fn play(&mut self, uci: &str) -> Result<(), JsValue> {
        let mv = self.game.position().parse_uci(uci).map_err(thrown)?;
        self.game.play(mv).map_err(thrown)
    }

    /// Plays a move in UCI form, even after a draw by the rules, as in game records.
    ///
    /// # Errors
    /// Throws if the move is illegal or the players ended the game.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&mut self, uci: &str) -> Result<(), JsValue> {
        if uci == NULL_MOVE {
            let passed = self.game.position().null_move().ok_or_else(|| thrown("a null move in check"))?;
            self.game = RulesGame::new(passed);
            return Ok(());
        }
        let mv = self.game.position().parse_uci(uci).map_err(thrown)?;
        self.game.play_past_draw(mv).map_err(thrown)
    }

    /// Takes the last move back; returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// Returns the moves so far: `{ uci, san, turn, check }[]`.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "PlayedMove[]")]
    pub fn history(&self) -> Result<JsValue, JsValue> {
        plain(&plies(self.game.positions(), self.game.moves()).collect::<Vec<_>>())
    }

    /// Ends the game for a reason that the moves do not show, such as a time forfeit: the id of the reason, and the result as
    /// in PGN. A game that continued past a draw by repetition or by 75 moves can be ended, too.
    ///
    /// # Errors
    /// Throws if there is no such reason or result, they do not fit, or the game is over.
    pub fn declare(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Reason")] reason: &str,
        #[wasm_bindgen(unchecked_param_type = "Result")] result: &str,
    ) -> Result<(), JsValue> {
        let outcome = declared(reason, result).ok_or_else(|| thrown(format!("no game ends {result} {reason}")))?;
        self.game.declare_past_draw(outcome).map(|_| ()).map_err(thrown)
    }

    /// Ends the game by resignation of the side `by`, `w` or `b`. The other side gets the highest score that it can still
    /// reach.
    ///
    /// # Errors
    /// Throws if the game is over.
    pub fn resign(&mut self, #[wasm_bindgen(unchecked_param_type = "Side")] by: &str) -> Result<(), JsValue> {
        self.game.resign(side(by)?).map(|_| ()).map_err(thrown)
    }

    /// Ends the game by time forfeit of the side `by`, `w` or `b`. The other side gets the highest score that it can still
    /// reach.
    ///
    /// # Errors
    /// Throws if the game is over.
    #[wasm_bindgen(js_name = timeForfeit)]
    pub fn time_forfeit(&mut self, #[wasm_bindgen(unchecked_param_type = "Side")] by: &str) -> Result<(), JsValue> {
        self.game.time_forfeit(side(by)?).map(|_| ()).map_err(thrown)
    }

    /// Ends the game by agreement on a draw.
    ///
    /// # Errors
    /// Throws if the game is over.
    #[wasm_bindgen(js_name = agreeDraw)]
    pub fn agree_draw(&mut self) -> Result<(), JsValue> {
        self.game.agree_draw().map(|_| ()).map_err(thrown)
    }

    /// Ends the game by a draw that the side to move may claim.
    ///
    /// # Errors
    /// Throws if no draw can be claimed.
    #[wasm_bindgen(js_name = claimDraw)]
    pub fn claim_draw(&mut self) -> Result<(), JsValue> {
        self.game.claim_draw().map(|_| ()).map_err(thrown)
    }

    /// Returns the FEN of the start position of the game.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.game.start().to_fen()
    }
}

pub(crate) fn state(
    position: &Position,
    ply: usize,
    moves: Vec<MoveData>,
    outcome: Option<Outcome>,
    claims: Vec<&'static str>,
) -> StateData {
    let board = position.variant().board();
    let piece = |cell| {
        let piece = position.piece_at(cell)?.letter();
        Some(PieceData { cell: board.name(cell).to_owned(), piece })
    };
    let king = position.king(position.turn());
    StateData {
        variant: position.variant().id(),
        fen: position.to_fen(),
        turn: position.turn().letter(),
        check: position.in_check().then(|| board.name(king).to_owned()),
        pieces: position.occupied().iter().filter_map(piece).collect(),
        moves,
        ply,
        outcome: outcome.map(|outcome| OutcomeData {
            result: outcome.result(),
            reason: outcome.reason().id(),
            winner: outcome.winner().map(Color::letter),
        }),
        claims,
    }
}

pub(crate) fn moves(position: &Position) -> Vec<MoveData> {
    position.legal_moves().into_iter().map(|mv| describe(position, mv)).collect()
}

fn describe(position: &Position, mv: Move) -> MoveData {
    let board = position.variant().board();
    let name = |cell| board.name(cell).to_owned();
    let castling = position.is_castling(mv).then(|| {
        let moves = position.variant().castling_moves().iter();
        moves.copied().find(|m| m.color == position.turn() && m.king_to == mv.to)
    });
    let castling = castling.flatten();
    let en_passant = position.is_en_passant(mv);
    let capture = match position.captured(mv) {
        None => None,
        Some(_) if en_passant => position.en_passant().map(|ep| ep.pawn),
        Some(_) => Some(mv.to),
    };
    MoveData {
        uci: position.uci(mv),
        san: position.san(mv),
        from: name(mv.from),
        to: name(mv.to),
        role: small(position.role_at(mv.from).unwrap_or(Role::Pawn)),
        promotion: mv.promotion.map(small),
        capture: capture.map(name),
        castling: castling.map(|m| m.notation),
        rook: castling.map(|m| [name(m.rook_from), name(m.rook_to)]),
        en_passant: en_passant.then_some(true),
    }
}

#[wasm_bindgen]
impl Game {
    /// Reviews the moves from the position after the first `first` moves, by the search results of this position and of those
    /// after it: `{ eval, moves }[]`, with `null` for the position in which the game is over.
    ///
    /// # Errors
    /// Throws if a result is missing or cannot be of its position.
    #[wasm_bindgen(unchecked_return_type = "Review")]
    pub fn review(
        &self,
        first: usize,
        #[wasm_bindgen(unchecked_param_type = "readonly (Assessment | null)[]")] assessments: JsValue,
    ) -> Result<JsValue, JsValue> {
        let assessments: Vec<Option<AssessmentData>> = serde_wasm_bindgen::from_value(assessments).map_err(thrown)?;
        plain(&saffron_analysis::review_from(&self.game, first, &assessments).map_err(thrown)?)
    }
}
