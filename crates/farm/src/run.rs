//! Playing the games of a test, stage by stage and shard by shard.

use std::path::{Path, PathBuf};

use saffron_arena::{
    Decision, EngineSpec, GameResult, Identity, MatchError, MatchScore, Observer, PlayedGame, Sprt, StopSignal,
};

use crate::queue::{Queue, QueuedTest};
use crate::results::Row;
use crate::shard::{PAIRS, Shard, ShardFile};
use crate::test::{Goal, Plan, Stage};
use crate::tune;

/// Number of games in a complete shard.
const SHARD_GAMES: usize = 2 * PAIRS;

/// Marker of a stage whose row is written.
const FINISHED: &str = "finished";

/// State of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Games are missing.
    Open,
    /// The sequential test has decided.
    Decided(Decision),
    /// The maximum of games was played without a decision.
    Undecided,
    /// All games are played.
    Played,
}

impl Status {
    /// Name in results and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Decided(Decision::H0) => "H0",
            Status::Decided(Decision::H1) => "H1",
            Status::Undecided => "undecided",
            Status::Played => "played",
        }
    }
}

/// State of a stage, for a display.
#[derive(Clone, Copy, Debug)]
pub struct Update<'a> {
    pub test: &'a str,
    /// Limits of the stage.
    pub stage: &'a str,
    /// Score of all games of the stage.
    pub score: &'a MatchScore,
    /// Number of games of the stage; of a sequential test the maximum.
    pub games: usize,
    pub sprt: Option<&'a Sprt>,
    pub status: Status,
}

/// Display of a farm's work.
pub trait Watcher: Send {
    /// Called after every game, and once for every stage at the start.
    fn update(&mut self, update: &Update<'_>);

    /// Called after every pair of a tuning with the number of pairs that are played, and of all.
    fn tuned(&mut self, test: &str, played: u64, pairs: u64);
}

impl Queue {
    /// Plays the missing games of a test with several games at the same time, until it is decided or `stop` is set.
    ///
    /// # Errors
    /// If the test cannot be played as described, an engine cannot be started or is another one than when the test began, or a
    /// result cannot be written.
    pub fn run(
        &self,
        queued: &QueuedTest,
        concurrency: usize,
        stop: &StopSignal,
        watcher: &mut dyn Watcher,
    ) -> Result<(), String> {
        let plan = queued.plan()?;
        let engines = queued.identify(&plan)?;
        if let Goal::Spsa(_) = plan.goal {
            return tune::run(queued, &plan, &engines[0], concurrency, stop, watcher);
        }
        for index in 0..plan.stages.len() {
            let mut stage = StageRun::open(queued, &plan, index)?;
            watcher.update(&stage.update());
            while stage.status() == Status::Open && !stop.is_set() {
                stage.play_shard(concurrency, stop, watcher)?;
            }
            match stage.status() {
                Status::Open => return Ok(()),
                status => {
                    stage.finish(self.folder(), &engines)?;
                    if matches!(status, Status::Decided(Decision::H0) | Status::Undecided) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

impl QueuedTest {
    /// Reports every stage of the test that has games.
    ///
    /// # Errors
    /// If the test or its results cannot be read.
    pub fn report(&self, watcher: &mut dyn Watcher) -> Result<(), String> {
        let plan = self.plan()?;
        if let Goal::Spsa(pairs) = plan.goal {
            watcher.tuned(&self.name, tune::played(self)?, pairs);
            return Ok(());
        }
        for index in 0..plan.stages.len() {
            let stage = StageRun::open(self, &plan, index)?;
            if index == 0 || stage.score.count() > 0 {
                watcher.update(&stage.update());
            }
        }
        Ok(())
    }
}

/// Stage of a test with its results.
struct StageRun<'a> {
    queued: &'a QueuedTest,
    plan: &'a Plan,
    stage: &'a Stage,
    folder: PathBuf,
    shards: Vec<Shard>,
    /// Score over all shards.
    score: MatchScore,
}

impl<'a> StageRun<'a> {
    fn open(queued: &'a QueuedTest, plan: &'a Plan, index: usize) -> Result<Self, String> {
        let folder = queued.folder.join(format!("stage-{}", index + 1));
        let stage = &plan.stages[index];
        let mut stage = Self { queued, plan, stage, folder, shards: Vec::new(), score: MatchScore::default() };
        for number in 0..plan.games.div_ceil(SHARD_GAMES) {
            if !stage.folder.join(format!("{number:05}.tsv")).exists() {
                continue;
            }
            let shard = Shard::open(&stage.folder, number)?;
            shard.results.iter().for_each(|&result| stage.score.add(in_stage(number, result)));
            stage.shards.push(shard);
        }
        Ok(stage)
    }

    fn sprt(&self) -> Option<&'a Sprt> {
        match &self.plan.goal {
            Goal::Sprt(sprt) => Some(sprt),
            _ => None,
        }
    }

    fn status(&self) -> Status {
        status(self.plan, &self.score)
    }

    fn update(&self) -> Update<'_> {
        let (test, stage) = (self.queued.name.as_str(), self.stage.name.as_str());
        Update { test, stage, score: &self.score, games: self.plan.games, sprt: self.sprt(), status: self.status() }
    }

    /// Plays the missing games of the first incomplete shard.
    fn play_shard(&mut self, concurrency: usize, stop: &StopSignal, watcher: &mut dyn Watcher) -> Result<(), String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let games_of = |number: usize| SHARD_GAMES.min(self.plan.games - number * SHARD_GAMES);
        let is_complete =
            |number: usize| self.shards.iter().any(|s| s.number == number && s.results.len() >= games_of(number));
        let Some(number) = (0..self.plan.games.div_ceil(SHARD_GAMES)).find(|&number| !is_complete(number)) else {
            return Ok(());
        };
        let shard = Shard::open(&self.folder, number)?;
        let file = shard.append()?;
        let engine_match = self.plan.engine_match(self.stage, number * PAIRS, games_of(number), concurrency);
        engine_match.check()?;
        let earlier = shard.results.clone();
        self.shards.retain(|known| known.number != number);
        self.shards.push(shard);
        let mut recorder = Recorder { stage: self, file, number, watcher, decided: false };
        let played = engine_match.run(&earlier, &mut recorder, stop);
        match played {
            Err(MatchError::Observer(_)) if recorder.decided => Ok(()),
            Err(error) => Err(format!("test {}: {error}", self.queued.name)),
            Ok(_) => Ok(()),
        }
    }

    /// Writes the row of the stage, once.
    fn finish(&self, folder: &Path, engines: &[Identity; 2]) -> Result<(), String> {
        let marker = self.folder.join(FINISHED);
        if marker.exists() {
            return Ok(());
        }
        let row = Row {
            test: &self.queued.name,
            variant: self.plan.variant.id(),
            limits: &self.stage.name,
            openings: &self.queued.test.openings.display().to_string(),
            engines,
            options: self.plan.engines.each_ref().map(options),
            score: &self.score,
            sprt: self.sprt(),
            result: self.status().name(),
        };
        row.add(folder)?;
        std::fs::write(&marker, "").map_err(|error| format!("{}: {error}", marker.display()))
    }
}

/// Returns the result with its index in the stage.
fn in_stage(shard: usize, result: GameResult) -> GameResult {
    GameResult { index: shard * SHARD_GAMES + result.index, ..result }
}

fn status(plan: &Plan, score: &MatchScore) -> Status {
    let all_played = score.count() >= plan.games as u64;
    match &plan.goal {
        Goal::Sprt(sprt) => match sprt.decision(&score.pairs) {
            Some(decision) => Status::Decided(decision),
            None if all_played => Status::Undecided,
            None => Status::Open,
        },
        _ if all_played => Status::Played,
        _ => Status::Open,
    }
}

/// Formats the options of an engine.
fn options(engine: &EngineSpec) -> String {
    engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Observer that stores every game, and ends the match when the test is decided.
struct Recorder<'a, 'b> {
    stage: &'a mut StageRun<'b>,
    file: ShardFile,
    number: usize,
    watcher: &'a mut dyn Watcher,
    decided: bool,
}

impl Observer for Recorder<'_, '_> {
    fn game(&mut self, result: GameResult, _: &PlayedGame, _: &MatchScore) -> Result<(), String> {
        self.file.add(result)?;
        if let Some(shard) = self.stage.shards.last_mut() {
            shard.results.push(result);
        }
        self.stage.score.add(in_stage(self.number, result));
        self.watcher.update(&self.stage.update());
        self.decided = self.stage.sprt().is_some() && self.stage.status() != Status::Open;
        if self.decided { Err("the test is decided".to_owned()) } else { Ok(()) }
    }
}
