//! A search of one position, told line by line.

use saffron_engine::{Control, Engine, EngineWarning, Info, Observer, ProvenMates, Root};
use saffron_rules::{Game, Position};
use serde::Serialize;

use crate::line::LineData;
use crate::request::LimitsData;

/// Who hears of a search as it goes on.
pub trait AnalysisObserver {
    /// Called for each line after each depth.
    fn line(&mut self, line: &LineData);

    /// Asked every few thousand nodes.
    fn should_stop(&mut self) -> bool;

    /// Called when the search goes on with less than it was given, such as a thread that has panicked.
    fn warning(&mut self, warning: &EngineWarning) {
        let _ = warning;
    }
}

/// What a search found in the end.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisResult {
    /// The last depth that was finished; 0 where the game is over.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds taken.
    pub time_ms: u64,
    /// The best lines, the best first; none where the game is over.
    pub lines: Vec<LineData>,
}

/// Searches the last position of a game until a limit is reached, the listener stops it, or all lines are mates that are
/// seen to their end. Where the position itself ends the game, there is nothing to find.
pub fn analyse(
    engine: &mut Engine,
    game: &Game,
    limits: &LimitsData,
    listener: &mut dyn AnalysisObserver,
) -> AnalysisResult {
    let position = *game.position();
    if position.outcome().is_some() {
        return AnalysisResult { depth: 0, nodes: 0, nps: 0, time_ms: 0, lines: Vec::new() };
    }
    let limits = limits.to_limits();
    let lines = limits.multi_pv.min(position.count_legal_moves()).max(1);
    let mut ear = SearchObserver { position, mates: ProvenMates::new(lines), listener, seldepth: 0 };
    let result = engine.search(&Root::from(game), &limits, &Control::new(), &mut ear);
    let seldepth = ear.seldepth;
    let line = |(index, line): (usize, &saffron_engine::Line)| {
        let info = Info {
            depth: result.depth,
            seldepth,
            multi_pv: index + 1,
            score: line.score,
            nodes: result.nodes,
            time: result.time,
            hashfull: 0,
            pv: &line.pv,
        };
        LineData::new(&position, &info)
    };
    AnalysisResult {
        depth: result.depth,
        nodes: result.nodes,
        nps: result.nps(),
        time_ms: result.time.as_millis() as u64,
        lines: result.lines.iter().enumerate().map(line).collect(),
    }
}

/// Turns what the engine says into data.
struct SearchObserver<'a> {
    position: Position,
    mates: ProvenMates,
    listener: &'a mut dyn AnalysisObserver,
    /// The deepest ply of the last info.
    seldepth: u32,
}

impl Observer for SearchObserver<'_> {
    fn info(&mut self, info: &Info<'_>) {
        self.mates.update(info);
        self.seldepth = info.seldepth;
        self.listener.line(&LineData::new(&self.position, info));
    }

    fn should_stop(&mut self) -> bool {
        self.mates.all_proven() || self.listener.should_stop()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        self.listener.warning(warning);
    }
}
