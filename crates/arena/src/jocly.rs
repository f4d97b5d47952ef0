//! Single-line protocol of Jocly, which a script adapts: `go GAME t=SECONDS MOVES...` is answered by `bestmove MOVE ...`,
//! `error TEXT` or `gameover ...`, and `seed N` by `ok`.
//!
//! Jocly may exceed its time limit, so it never loses on time. It is killed if it does not answer.

use std::time::{Duration, Instant};

use crate::info::{Info, Score};
use crate::limits::Limits;
use crate::process::{Process, ReadError, deadline};
use crate::request::{EngineError, MatchSettings, SearchReply, SearchRequest};
use crate::spec::EngineSpec;

/// Running Jocly engine.
pub(crate) struct Jocly {
    process: Process,
    game: String,
    level: Option<String>,
    timeout: Duration,
}

impl Jocly {
    /// Starts an engine and checks that it replies.
    pub(crate) fn start(spec: &EngineSpec, settings: &MatchSettings) -> Result<Self, EngineError> {
        let variant = settings.start.variant();
        if settings.start != variant.start() {
            return Err(EngineError::Refused(
                "protocol=jocly plays from the start position of the variant only".to_owned(),
            ));
        }
        let process = Process::start(spec, &settings.stop).map_err(|error| EngineError::Refused(error.to_string()))?;
        let game = spec.variant.clone().unwrap_or_else(|| variant.id().to_owned());
        let mut player = Self { process, game, level: spec.level.clone(), timeout: settings.timeout };
        player.process.send("seed 1");
        let (_, answer) = player.process.line(deadline(Instant::now(), Some(player.timeout)))?;
        if answer == "ok" { Ok(player) } else { Err(EngineError::Refused(answer)) }
    }

    /// Kills the process.
    pub(crate) fn abort(&mut self) {
        self.process.abort();
    }

    pub(crate) fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, EngineError> {
        if !request.from_match_start {
            return Err(EngineError::Refused("it plays from the start position only".to_owned()));
        }
        let level = self.level.clone().unwrap_or_else(|| level(request.limits));
        let moves = request.moves.join(" ");
        let asked = Instant::now();
        self.process.send(format!("go {} {level} {moves}", self.game).trim_end());
        let longest = request.allowed.unwrap_or_default().max(self.timeout);
        let (came, answer) = match self.process.line(deadline(asked, Some(longest))) {
            Ok(answer) => answer,
            Err(error) => {
                if error == ReadError::Late {
                    self.process.abort();
                }
                return Err(error.into());
            }
        };
        let mut words = answer.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("bestmove"), Some(mv)) => {
                Ok(SearchReply { mv: mv.to_owned(), took: came.duration_since(asked), info: info(words) })
            }
            _ => Err(EngineError::Refused(answer)),
        }
    }
}

/// Formats the limits for the engine: `t=SECONDS,n=NODES`.
fn level(limits: &Limits) -> String {
    let time = limits.movetime.map(|time| format!("t={}", time.as_secs_f64()));
    let nodes = limits.nodes.map(|nodes| format!("n={nodes}"));
    time.into_iter().chain(nodes).collect::<Vec<_>>().join(",")
}

/// Parses the names and numbers that follow the move. The evaluation is ignored because its scale is unknown.
fn info<'a>(words: impl Iterator<Item = &'a str>) -> Info {
    let words: Vec<&str> = words.collect();
    let number = |name: &str| {
        let pair = words.chunks_exact(2).find(|pair| pair[0] == name)?;
        pair[1].parse::<u64>().ok()
    };
    let depth = number("depth").and_then(|depth| u32::try_from(depth).ok());
    Info { score: None::<Score>, depth, nodes: number("nodes") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_output_is_parsed() {
        let info = info("wall_ms 120 cpu_ms 110 nodes 900 steps 3 depth 4 eval 0.1".split(' '));
        assert_eq!((info.nodes, info.depth, info.score), (Some(900), Some(4), None));
        let limits = Limits { movetime: Some(Duration::from_millis(250)), nodes: Some(10), ..Limits::default() };
        assert_eq!(level(&limits), "t=0.25,n=10");
    }
}
