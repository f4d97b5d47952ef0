//! Engine for the page: one search at a time, in a worker.

use std::sync::Arc;
use std::time::Duration;

use saffron_book::{Book, BookMove};
use saffron_engine::{
    Control, Engine as SearchEngine, Info, LEVELS, Level, Limits, Network, NetworkChoice, Observer, Random, Root,
    Score, WinRate,
};
use saffron_rules::{Game, Position, Variant};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::error::{plain, thrown};
use crate::page::Page;

/// Strength level.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LevelInfo"))]
pub struct LevelData {
    level: u32,
    /// Elo on the scale of the levels.
    elo: u32,
    nodes: u64,
}

/// Limits of a search.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Limits", optional_fields))]
pub struct LimitsData {
    /// Strength level, 1 (weakest) to 10.
    level: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Time in milliseconds.
    movetime: Option<u64>,
    multi_pv: Option<usize>,
}

/// Score from the point of view of the side to move.
#[derive(Serialize, Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Score", optional_fields))]
pub struct ScoreData {
    /// Centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Moves to mate; negative if the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
}

/// Information about a search after an iteration.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SearchInfo"))]
pub struct InfoData {
    depth: u32,
    seldepth: u32,
    score: ScoreData,
    nodes: u64,
    time_ms: u64,
    pv: Vec<String>,
    multi_pv: usize,
}

/// Result of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "SearchResult"))]
pub struct SearchData {
    best: Option<String>,
    ponder: Option<String>,
}

/// Returns the strength levels, weakest first: `{ level, elo, nodes }[]`.
///
/// # Errors
/// Never in practice.
#[wasm_bindgen(unchecked_return_type = "LevelInfo[]")]
pub fn levels() -> Result<JsValue, JsValue> {
    let level = |level: &Level| LevelData { level: level.number, elo: level.elo, nodes: level.nodes() };
    plain(&LEVELS.iter().map(level).collect::<Vec<_>>())
}

/// Engine with its transposition table.
#[wasm_bindgen]
pub struct Engine {
    pub(crate) engine: SearchEngine,
    /// Seed of the mistakes of limited players in this game.
    seed: u64,
    /// Random choice among the book's moves.
    lottery: Random,
}

fn new_seed() -> u64 {
    (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine with a transposition table of this size in MiB.
    ///
    /// # Errors
    /// Throws if there is not enough memory.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mb: usize) -> Result<Self, JsValue> {
        let engine = SearchEngine::new(hash_mb).map_err(thrown)?;
        Ok(Self { engine, seed: new_seed(), lottery: Random::new(new_seed()) })
    }

    /// Sets the network of a variant from its file, replacing that of another variant. Without its network, a variant is
    /// evaluated by the handcrafted evaluation.
    ///
    /// # Errors
    /// Throws if the variant is unknown, or the file is not a network for it.
    #[wasm_bindgen(js_name = setNetwork)]
    pub fn set_network(&mut self, variant: &str, file: &[u8]) -> Result<(), JsValue> {
        let network = Network::from_bytes(known(variant)?, file).map_err(thrown)?;
        self.engine.set_network(NetworkChoice::Custom(Arc::new(network)));
        Ok(())
    }

    /// Clears the transposition table for a new game.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.engine.new_game();
        self.seed = new_seed();
    }

    /// Searches the position after the moves. `on_info` is called after each depth, `should_stop` every few thousand nodes.
    /// Returns `{ best, ponder }`. If the level plays book moves and the book has the position, returns a book move without a
    /// search.
    ///
    /// # Errors
    /// Throws if the position, a move or the limits are invalid, or a callback throws.
    #[wasm_bindgen(unchecked_return_type = "SearchResult")]
    #[expect(clippy::needless_pass_by_value, reason = "arrays come from JavaScript by value")]
    pub fn search(
        &mut self,
        variant: &str,
        fen: &str,
        moves: Vec<String>,
        #[wasm_bindgen(unchecked_param_type = "Limits")] limits: JsValue,
        #[wasm_bindgen(unchecked_param_type = "(info: SearchInfo) => void")] on_info: &js_sys::Function,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] should_stop: &js_sys::Function,
    ) -> Result<JsValue, JsValue> {
        let game = game(variant, fen, &moves)?;
        let data: LimitsData = serde_wasm_bindgen::from_value(limits).map_err(thrown)?;
        let limits = Limits {
            depth: data.depth,
            nodes: data.nodes,
            movetime: data.movetime.map(Duration::from_millis),
            multi_pv: data.multi_pv.unwrap_or(1),
            ..Limits::default()
        };
        let root = Root::from(&game);
        let position = root.position;
        if let Some(known) = data.level.and_then(|number| self.book_move(&root, &Level::by_number(number))) {
            return plain(&SearchData { best: Some(position.uci(known.mv)), ponder: None });
        }
        let mut reporter = InfoReporter { position, page: Page::new(on_info, should_stop) };
        let control = Control::new();
        let result = match data.level {
            None => self.engine.search(&root, &limits, &control, &mut reporter),
            Some(number) => {
                let level = Level::by_number(number);
                self.engine.search_at_level(&root, &level, self.seed, &limits, &control, &mut reporter)
            }
        };
        reporter.page.end()?;
        let after = |mv| position.play(mv).ok();
        let best = result.best.map(|mv| position.uci(mv));
        let answer = result.best.and_then(after).zip(result.ponder);
        let ponder = answer.map(|(next, mv)| next.uci(mv));
        plain(&SearchData { best, ponder })
    }
}

impl Engine {
    /// Returns the move that a level plays from the variant's book.
    fn book_move(&mut self, root: &Root, level: &Level) -> Option<BookMove> {
        let book = if level.plays_book() { Book::embedded(root.position.variant()) } else { None };
        book?.choose(&root.position, &root.past, self.lottery.fraction())
    }
}

fn known(variant: &str) -> Result<&'static Variant, JsValue> {
    Variant::by_id(variant).ok_or_else(|| thrown(format!("there is no variant {variant:?}")))
}

fn game(variant: &str, fen: &str, moves: &[String]) -> Result<Game, JsValue> {
    let mut game = Game::new(Position::from_fen(known(variant)?, fen).map_err(thrown)?);
    for text in moves {
        let mv = game.position().parse_uci(text).map_err(thrown)?;
        game.play_past_draw(mv).map_err(thrown)?;
    }
    Ok(game)
}

/// Observer that reports the information of a search to the page.
struct InfoReporter<'a> {
    position: Position,
    page: Page<'a>,
}

impl Observer for InfoReporter<'_> {
    fn info(&mut self, info: &Info<'_>) {
        let mut position = self.position;
        let pv = info.pv.iter().map(|&mv| {
            let text = position.uci(mv);
            position.play_unchecked(mv);
            text
        });
        self.page.send(&InfoData {
            depth: info.depth,
            seldepth: info.seldepth,
            score: match WinRate::of(self.position.variant()).normalized(info.score) {
                Score::Cp(cp) => ScoreData { cp: Some(cp), mate: None },
                Score::Mate(mate) => ScoreData { cp: None, mate: Some(mate) },
            },
            nodes: info.nodes,
            time_ms: info.time.as_millis() as u64,
            pv: pv.collect(),
            multi_pv: info.multi_pv,
        });
    }

    fn should_stop(&mut self) -> bool {
        self.page.should_stop()
    }
}
