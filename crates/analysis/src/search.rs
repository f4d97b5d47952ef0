//! Search of one position that reports its lines as data.

use saffron_engine::{Control, Engine, EngineWarning, Info, Observer, Progress, ProvenMates, Root};
use saffron_rules::{Game, Position};
use serde::Serialize;

use crate::line::LineData;
use crate::request::LimitsData;

/// Receiver of the lines of a running search.
pub trait AnalysisObserver {
    /// Called for each line after each depth; and again, with the nodes and the time so far, every few seconds within a long depth.
    fn line(&mut self, line: &LineData);

    /// Called every few thousand nodes; the search stops if it returns true.
    fn should_stop(&mut self) -> bool;

    /// Called when the search continues with reduced strength, for example after a thread has panicked.
    fn warning(&mut self, warning: &EngineWarning) {
        let _ = warning;
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AnalysisResult"))]
pub struct AnalysisResult {
    /// Last completed depth; 0 if the game is over.
    pub depth: u32,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Duration of the search in milliseconds.
    pub time_ms: u64,
    /// Best lines, best first; empty if the game is over.
    pub lines: Vec<LineData>,
}

/// Searches the last position of a game until a limit is reached, the observer stops it, or all lines are proven mates. The
/// result is empty if the position itself ends the game.
pub fn analyse(
    engine: &mut Engine,
    game: &Game,
    limits: &LimitsData,
    observer: &mut dyn AnalysisObserver,
) -> AnalysisResult {
    let position = *game.position();
    if position.outcome().is_some() {
        return AnalysisResult { depth: 0, nodes: 0, nps: 0, time_ms: 0, lines: Vec::new() };
    }
    let limits = limits.to_limits();
    let lines = limits.multi_pv.min(position.count_legal_moves()).max(1);
    let mut search_observer = SearchObserver::new(position, lines, observer);
    let result = engine.search(&Root::from(game), &limits, &Control::new(), &mut search_observer);
    let seldepth = search_observer.seldepth;
    let line = |(index, line): (usize, &saffron_engine::Line)| {
        let info = Info {
            depth: result.depth,
            seldepth,
            multi_pv: index + 1,
            score: line.score,
            nodes: result.nodes,
            table_hits: result.table_hits,
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

/// Converts the engine's infos to data for the caller's observer.
struct SearchObserver<'a> {
    position: Position,
    mates: ProvenMates,
    observer: &'a mut dyn AnalysisObserver,
    /// Deepest ply of the last info.
    seldepth: u32,
    /// Lines of the last depth.
    lines: Vec<LineData>,
}

impl<'a> SearchObserver<'a> {
    fn new(position: Position, lines: usize, observer: &'a mut dyn AnalysisObserver) -> Self {
        Self { position, mates: ProvenMates::new(lines), observer, seldepth: 0, lines: Vec::new() }
    }
}

impl Observer for SearchObserver<'_> {
    fn info(&mut self, info: &Info<'_>) {
        self.mates.update(info);
        self.seldepth = info.seldepth;
        if info.multi_pv == 1 {
            self.lines.clear();
        }
        let line = LineData::new(&self.position, info);
        self.observer.line(&line);
        self.lines.push(line);
    }

    fn progress(&mut self, progress: &Progress) {
        for line in &mut self.lines {
            line.nodes = progress.nodes;
            line.nps = progress.nps();
            line.time_ms = progress.time.as_millis() as u64;
            self.observer.line(line);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.mates.all_proven() || self.observer.should_stop()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        self.observer.warning(warning);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use saffron_engine::{Score, ScoreBound};
    use saffron_rules::Variant;

    use super::*;

    #[derive(Default)]
    struct Lines(Vec<LineData>);

    impl AnalysisObserver for Lines {
        fn line(&mut self, line: &LineData) {
            self.0.push(line.clone());
        }

        fn should_stop(&mut self) -> bool {
            false
        }
    }

    /// If bounds were shown as lines, the evaluation would jump back and forth within an iteration.
    #[test]
    fn lines_are_those_of_finished_depths() {
        let position = Variant::by_id("glinski").unwrap().start();
        let pv = [position.parse_uci("f5f6").unwrap()];
        let time = Duration::from_secs(4);
        let info = Info {
            depth: 12,
            seldepth: 20,
            multi_pv: 1,
            score: Score::Cp(35),
            nodes: 1_000_000,
            table_hits: 0,
            time,
            hashfull: 0,
            pv: &pv,
        };
        let mut lines = Lines::default();
        let mut observer = SearchObserver::new(position, 1, &mut lines);
        observer.bound(&Info { depth: 13, score: Score::Mate(2), ..info }, ScoreBound::Lower);
        observer.progress(&Progress { nodes: 1_200_000, time, table_hits: 0, hashfull: 0 });
        assert!(!observer.should_stop(), "a bound proves no mate");
        observer.info(&info);
        // The reader of a long depth sees that the search continues.
        observer.progress(&Progress { nodes: 4_000_000, time: 2 * time, table_hits: 0, hashfull: 0 });
        let first = LineData::new(&position, &info);
        let again = LineData { nodes: 4_000_000, nps: 500_000, time_ms: 8000, ..first.clone() };
        assert_eq!(lines.0, [first, again]);
    }
}
