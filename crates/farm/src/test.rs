//! Description of a test.

use std::path::{Path, PathBuf};
use std::time::Duration;

use saffron_arena::{Adjudication, EngineMatch, EngineSpec, Limits, Opening, ResignRule, Sprt, book_openings, shuffle};
use saffron_rules::Variant;
use serde::{Deserialize, Serialize};

/// Maximum number of games of a sequential test, after which it ends undecided.
const DEFAULT_MAX_GAMES: usize = 100_000;

/// Number of moves of each side after which a game is drawn.
const DEFAULT_MAX_MOVES: u32 = 250;

/// Seed of the order of the openings.
const OPENING_SEED: u64 = 1;

/// Test of strength, as its file describes it. Engines, limits and rules have the forms of `saffron match`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Id of the variant.
    pub variant: String,
    /// Engine under test.
    pub new: String,
    /// Engine that it is compared with. A tuning has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// File of openings.
    pub openings: PathBuf,
    /// Limits of a move, such as `nodes=5000` or `tc=5+0.05`. Each is a stage; a sequential test continues with the next one only
    /// if the one before it has accepted H1.
    pub limits: Vec<String>,
    /// Sequential test, such as `elo0=0 elo1=5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Number of games; of a sequential test, the maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// Rule of adjudicated wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<String>,
    /// Number of moves of each side after which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spsa: Option<SpsaSettings>,
}

/// Settings of a tuning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaSettings {
    /// Number of pairs of games.
    pub pairs: u64,
    /// Names of the options to tune; `*` at the end stands for any rest of a name. Empty for all whose names begin with a small
    /// letter, as the parameters of Saffron's search do.
    #[serde(default)]
    pub parameters: Vec<String>,
}

/// What ends a stage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    Sprt(Sprt),
    Games,
    /// Number of pairs of a tuning.
    Spsa(u64),
}

/// Stage of a test: its match without openings, and what ends it.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// Limits as text, which name the stage.
    pub(crate) name: String,
    pub(crate) limits: Limits,
}

/// Checked test.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) variant: &'static Variant,
    /// The engine under test, then the other one. In a tuning both are the same.
    pub(crate) engines: [EngineSpec; 2],
    pub(crate) openings: Vec<Opening>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) goal: Goal,
    pub(crate) games: usize,
    pub(crate) adjudication: Adjudication,
}

impl Test {
    /// Parses the text of a test's file.
    ///
    /// # Errors
    /// The place and what is wrong there.
    pub fn parse(text: &str) -> Result<Test, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// Formats the test as [`Test::parse`] reads it.
    ///
    /// # Errors
    /// Never for a test that was parsed or checked.
    pub fn to_text(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }

    /// Returns what ends a stage.
    ///
    /// # Errors
    /// If the test names none, or several.
    pub fn goal(&self) -> Result<Goal, String> {
        match (&self.sprt, &self.spsa, self.games) {
            (Some(_), Some(_), _) => Err("sprt and spsa exclude each other".to_owned()),
            (None, Some(_), Some(_)) => Err("spsa has pairs, not games".to_owned()),
            (Some(sprt), None, _) => sprt.parse().map(Goal::Sprt).map_err(|error| format!("sprt: {error}")),
            (None, Some(spsa), None) if spsa.pairs == 0 => Err("spsa: pairs has to be above 0".to_owned()),
            (None, Some(spsa), None) => Ok(Goal::Spsa(spsa.pairs)),
            (None, None, Some(_)) => Ok(Goal::Games),
            (None, None, None) => Err("sprt, games or spsa is needed".to_owned()),
        }
    }

    /// Checks the test and reads its openings; relative paths are in `folder`.
    ///
    /// # Errors
    /// The first field that cannot be used, and why.
    pub(crate) fn plan(&self, folder: &Path) -> Result<Plan, String> {
        let variant = Variant::by_id(&self.variant).ok_or_else(|| format!("there is no variant {:?}", self.variant))?;
        let goal = self.goal()?;
        let engine = |field: &str, text: &str| text.parse::<EngineSpec>().map_err(|error| format!("{field}: {error}"));
        let new = engine("new", &self.new)?;
        let base = match (&self.base, goal) {
            (Some(_), Goal::Spsa(_)) => return Err("base: a tuning has one engine, which is new".to_owned()),
            (None, Goal::Spsa(_)) => new.clone(),
            (Some(base), _) => engine("base", base)?,
            (None, _) => return Err("base: an engine is needed".to_owned()),
        };
        let mut engines = [new, base];
        if engines[0].name == engines[1].name {
            for (engine, name) in engines.iter_mut().zip(["new", "base"]) {
                name.clone_into(&mut engine.name);
            }
        }
        let mut stages = Vec::new();
        for text in &self.limits {
            stages.push(Stage { name: text.clone(), limits: limits(text)? });
        }
        match (stages.len(), goal) {
            (0, _) => return Err("limits: at least one stage is needed, such as nodes=5000".to_owned()),
            (2.., Goal::Spsa(_)) => return Err("limits: a tuning has one stage".to_owned()),
            _ => {}
        }
        let resign = self.resign.as_deref().unwrap_or("");
        let resign: ResignRule = resign.parse().map_err(|error| format!("resign: {error}"))?;
        let adjudication = Adjudication {
            resign: Some(resign),
            max_moves: Some(self.max_moves.unwrap_or(DEFAULT_MAX_MOVES)),
            ..Adjudication::default()
        };
        let path = folder.join(&self.openings);
        let failed = |error: &dyn std::fmt::Display| format!("openings: {}: {error}", path.display());
        let text = saffron_text::decode(&std::fs::read(&path).map_err(|error| failed(&error))?, None);
        let mut openings = book_openings(&variant.start(), &text, None).map_err(|error| failed(&error))?;
        shuffle(&mut openings, OPENING_SEED);
        let games = self.games_from(&openings, &stages)?;
        Ok(Plan { variant, engines, openings, stages, goal, games, adjudication })
    }

    /// Returns the number of games of a stage, or their maximum. Engines that are limited by nodes or depth play the same game
    /// again from the same opening, which would count as evidence twice.
    fn games_from(&self, openings: &[Opening], stages: &[Stage]) -> Result<usize, String> {
        let repeats = stages.iter().any(|stage| stage.limits.clock.is_none() && stage.limits.movetime.is_none());
        let different = 2 * openings.len();
        match self.games.map(|games| games.next_multiple_of(2)) {
            Some(0) => Err("games: expected a number above 0".to_owned()),
            Some(games) if repeats && games > different => Err(format!(
                "games: {games} are more than the {} openings give; with limits by nodes or depth they would be repeated",
                openings.len()
            )),
            Some(games) => Ok(games),
            None if repeats => Ok(DEFAULT_MAX_GAMES.min(different)),
            None => Ok(DEFAULT_MAX_GAMES),
        }
    }
}

/// Parses limits such as `nodes=5000` or `tc=5+0.05 depth=20`.
fn limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for word in text.split_whitespace() {
        let known = word.split_once('=').map(|(key, value)| limits.set(key, value)).transpose();
        if known.map_err(|error| format!("limits: {error}"))? != Some(true) {
            return Err(format!("limits: expected nodes=N, tc=CLOCK, movetime=MS or depth=N, not {word:?}"));
        }
    }
    if limits.is_empty() { Err("limits: a stage has none".to_owned()) } else { Ok(limits) }
}

impl Plan {
    /// Returns the match of `games` games of a stage, whose pair n has the opening `first_pair + n`.
    pub(crate) fn engine_match(
        &self,
        stage: &Stage,
        first_pair: usize,
        games: usize,
        concurrency: usize,
    ) -> EngineMatch {
        let opening = |pair: usize| self.openings[(first_pair + pair) % self.openings.len()].clone();
        EngineMatch {
            name: stage.name.clone(),
            start: self.variant.start(),
            engines: self.engines.clone(),
            limits: stage.limits,
            openings: (0..games.div_ceil(2)).map(opening).collect(),
            games,
            concurrency,
            adjudication: self.adjudication.clone(),
            // The decision is over all shards.
            sprt: None,
            margin: Duration::from_millis(50),
            grace: Duration::from_secs(1),
            timeout: Duration::from_secs(60),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A valid test of two stages, whose openings are in a folder.
    pub(crate) fn test_in(folder: &Path) -> Test {
        std::fs::write(folder.join("some.openings"), "e2e5 # 1 +3 -4\nd2d5 e9e6 # 7 0 9\n").unwrap();
        Test {
            variant: "shafran".to_owned(),
            new: "cmd='./new uci' option.Hash=2".to_owned(),
            base: Some("cmd='./old uci'".to_owned()),
            openings: "some.openings".into(),
            limits: vec!["nodes=50".to_owned(), "nodes=200".to_owned()],
            sprt: Some("elo0=0 elo1=5".to_owned()),
            games: None,
            resign: None,
            max_moves: None,
            spsa: None,
        }
    }

    #[test]
    fn a_test_is_parsed_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut test = test_in(folder.path());
        assert_eq!(Test::parse(&test.to_text().unwrap()), Ok(test.clone()));
        test.sprt = None;
        test.spsa = Some(SpsaSettings { pairs: 10, parameters: vec!["a*".to_owned()] });
        assert_eq!(Test::parse(&test.to_text().unwrap()), Ok(test));
        assert!(Test::parse("variant = 3").unwrap_err().contains("line 1"));
    }

    #[test]
    fn a_plan_has_the_openings_in_a_fixed_order() {
        let folder = tempfile::tempdir().unwrap();
        let plan = test_in(folder.path()).plan(folder.path()).unwrap();
        assert_eq!((plan.openings.len(), plan.stages.len(), plan.games), (2, 2, 4));
        let mut test = test_in(folder.path());
        test.limits = vec!["tc=5+0.05".to_owned()];
        assert_eq!(test.plan(folder.path()).unwrap().games, 100_000);
        assert_eq!(plan.engines.each_ref().map(|engine| engine.name.as_str()), ["new", "old"]);
        let engine_match = plan.engine_match(&plan.stages[1], 3, 4, 1);
        assert_eq!(engine_match.openings, [plan.openings[1].clone(), plan.openings[0].clone()]);
        assert_eq!((engine_match.games, engine_match.limits.nodes), (4, Some(200)));
        assert!(engine_match.check().is_ok());
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let test = test_in(folder.path());
        type Change = fn(&mut Test);
        let changes: [(Change, &str); 13] = [
            (|test| test.variant = "chess".to_owned(), "there is no variant \"chess\""),
            (|test| test.new = "name=x".to_owned(), "new: cmd=COMMAND is missing"),
            (|test| test.base = None, "base: an engine is needed"),
            (|test| test.openings = "none".into(), "openings: "),
            (|test| test.limits.clear(), "limits: at least one stage"),
            (|test| test.limits[0] = "nodes=x".to_owned(), "limits: nodes: "),
            (|test| test.limits[0] = "speed=3".to_owned(), "limits: expected nodes=N"),
            (|test| test.sprt = Some("elo0=9".to_owned()), "sprt: elo0 has to be below elo1"),
            (|test| test.sprt = None, "sprt, games or spsa is needed"),
            (|test| test.games = Some(0), "games: expected a number above 0"),
            (|test| test.games = Some(6), "games: 6 are more than the 2 openings give"),
            (|test| test.resign = Some("score=x".to_owned()), "resign: score: "),
            (|test| test.spsa = Some(SpsaSettings { pairs: 3, parameters: Vec::new() }), "sprt and spsa exclude"),
        ];
        for (change, message) in changes {
            let mut changed = test.clone();
            change(&mut changed);
            let error = changed.plan(folder.path()).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
