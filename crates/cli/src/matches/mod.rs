//! `saffron match`: engine against engine.

mod progress;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use saffron_arena::{
    Adjudication, DrawRule, EngineMatch, EngineSpec, GameResult, Limits, MatchError, MatchScore, Observer, Opening,
    OpeningSource, PlayedGame, ResignRule, Sprt, StopSignal, TimeControl, book_openings, cut_off, earlier_results,
    random_endings, random_openings, record, shuffle, table,
};
use saffron_rules::{Position, Variant};

use self::progress::Progress;
use crate::endgame_tables;
use crate::error::CliError;
use crate::interrupt;
use crate::position::{VariantName, variant_help};

/// Play a match between two engines and print statistics of the difference in strength
///
/// Each engine is described by one argument with KEY=VALUE pairs, quoted as in a shell, such as "name=new cmd='./saffron uci'
/// option.Hash=16 nodes=2000". The keys: name; cmd, the program with its arguments; dir, its working directory; protocol, uci
/// or jocly; option.NAME, a UCI option; init, a line sent before the options; variant, the engine's name of the variant;
/// startpos=own if the engine's startpos is the start position of this match; coordinates=skewed if it names cells as on a
/// rectangular board; tc, movetime, nodes, depth, its own limits; level, of a jocly player; margin, in milliseconds; stderr and
/// log, files. Details: docs/matches.md.
///
/// The report goes to standard output, progress to standard error. Ctrl-C ends the match and prints the report.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "VARIANT", help = variant_help())]
    variant: VariantName,
    /// Description of an engine; must be given twice
    #[arg(long = "engine", value_name = "DESCRIPTION", required = true)]
    engines: Vec<EngineSpec>,
    /// Number of games; odd numbers are rounded up, since each opening is played with both colours
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Source of the openings: random:PLIES; endings:PIECES, random endings near material balance; or a PGN file, or a file
    /// with one FEN or list of moves per line
    #[arg(long, value_name = "random:PLIES|endings:PIECES|FILE", default_value = "random:8")]
    openings: OpeningSource,
    /// Maximum number of plies of an opening from the file
    #[arg(long, value_name = "N")]
    book_plies: Option<usize>,
    /// Play the openings from the file in random order
    #[arg(long)]
    shuffle: bool,
    /// Seed of the random openings and of --shuffle
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Start position of the match [default: that of the variant]
    #[arg(long, value_name = "FEN")]
    start: Option<String>,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Time control: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "CLOCK", conflicts_with = "movetime")]
    tc: Option<TimeControl>,
    /// Time per move in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth of each search in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Time in milliseconds by which an engine may exceed its limit
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Time in milliseconds from `stop` to the move, after which an engine is killed
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    grace: u64,
    /// Timeout in seconds for starting, for getting ready, and for a move without a time limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// Adjudicate draws by the scores of both engines [values: score=10 moves=8 after=40]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    draw: Option<Vec<String>>,
    /// Adjudicate wins by the scores of the engines [values: score=1000 moves=4 sides=both]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    resign: Option<Vec<String>>,
    /// Adjudicate positions by the endgame tables in this folder and those in the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Adjudicate a draw after N moves of each side
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
    /// End the match when an SPRT accepts a hypothesis [values: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Resume the match: skip its games that are already in the --pgn file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Event tag [default: variant, openings and seed]
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Print the score after every N games, if standard error is not a terminal
    #[arg(long, value_name = "N", default_value_t = 50)]
    report: u64,
}

/// Plays the match and prints the report.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let stop = StopSignal::new();
    let asked = stop.clone();
    interrupt::at_first(move || asked.set())?;
    let engine_match = engine_match(arguments)?;
    let mut records = arguments.pgn.as_deref().map(Records::open).transpose()?;
    let earlier = match &mut records {
        Some(records) if arguments.resume => records.earlier(&engine_match)?,
        _ => Vec::new(),
    };
    if let Some(records) = &mut records {
        records.set_apart()?;
    }
    let pairs = engine_match.games / 2;
    if engine_match.openings.len() < pairs {
        // Deterministic engines repeat the same games, which add no information.
        let _ = writeln!(
            std::io::stderr(),
            "note: {} openings for {pairs} pairs: they come again",
            engine_match.openings.len()
        );
    }
    let mut recorder = MatchRecorder {
        engine_match: &engine_match,
        records,
        progress: Progress::new(&engine_match, earlier.len(), arguments.report),
        match_score: MatchScore::default(),
    };
    let result = engine_match.run(&earlier, &mut recorder, &stop);
    recorder.progress.finish();
    let mut out = std::io::stdout();
    match result {
        Ok(match_score) => {
            if stop.is_set() {
                writeln!(out, "Stopped after {} of {} games.", match_score.count(), engine_match.games)?;
            }
            Ok(write!(out, "{}", table(&engine_match, &match_score))?)
        }
        Err(error) => {
            if recorder.match_score.count() > 0 {
                write!(out, "{}", table(&engine_match, &recorder.match_score))?;
            }
            Err(match error {
                MatchError::Start { .. } => CliError::new(format_args!("--engine: {error}")),
                _ => CliError::new(error),
            })
        }
    }
}

/// Returns the match described by the arguments.
fn engine_match(arguments: &Arguments) -> Result<EngineMatch, CliError> {
    let VariantName(variant) = arguments.variant;
    let Ok(engines) = <[EngineSpec; 2]>::try_from(arguments.engines.clone()) else {
        return Err(CliError::new(format_args!("--engine: two are needed, not {}", arguments.engines.len())));
    };
    let positive = |name: &str, number: usize| match number {
        0 => Err(CliError::new(format_args!("--{name}: expected a number above 0"))),
        number => Ok(number),
    };
    let limits = limits(arguments)?;
    let start = start(variant, arguments.start.as_deref())?;
    let games = positive("games", arguments.games)?.next_multiple_of(2);
    let engine_match = EngineMatch {
        name: arguments
            .event
            .clone()
            .unwrap_or_else(|| format!("{}, openings {}, seed {}", variant.name(), arguments.openings, arguments.seed)),
        start,
        engines,
        limits,
        openings: openings(arguments, &start, games / 2)?,
        games,
        concurrency: positive("concurrency", arguments.concurrency)?,
        adjudication: Adjudication {
            draw: rule::<DrawRule>("draw", arguments.draw.as_deref())?,
            resign: rule::<ResignRule>("resign", arguments.resign.as_deref())?,
            max_moves: arguments.max_moves,
            tables: arguments
                .tables
                .as_deref()
                .map(|folder| endgame_tables::open_whole(folder, variant))
                .transpose()
                .map_err(|error| CliError::new(format_args!("--tables: {error}")))?,
        },
        sprt: rule::<Sprt>("sprt", arguments.sprt.as_deref())?,
        margin: Duration::from_millis(arguments.margin),
        grace: Duration::from_millis(arguments.grace),
        timeout: Duration::from_secs(arguments.patience),
    };
    engine_match.check().map_err(CliError::new)?;
    Ok(engine_match)
}

fn start(variant: &'static Variant, fen: Option<&str>) -> Result<Position, CliError> {
    let Some(fen) = fen else { return Ok(variant.start()) };
    let start =
        Position::from_any_fen(variant, fen).map_err(|error| CliError::new(format_args!("--start: {error}")))?;
    match start.outcome() {
        Some(outcome) => Err(CliError::new(format_args!("--start: the game is over there: {outcome}"))),
        None => Ok(start),
    }
}

fn limits(arguments: &Arguments) -> Result<Limits, CliError> {
    let mut limits = Limits { clock: arguments.tc, ..Limits::default() };
    let numbers =
        [("movetime", arguments.movetime), ("nodes", arguments.nodes), ("depth", arguments.depth.map(u64::from))];
    for (name, number) in numbers {
        if let Some(number) = number {
            limits.set(name, &number.to_string()).map_err(|error| CliError::new(format_args!("--{error}")))?;
        }
    }
    Ok(limits)
}

/// Parses the rule of an option with `KEY=VALUE` words, given as one argument or several.
fn rule<T: FromStr<Err = String>>(name: &str, words: Option<&[String]>) -> Result<Option<T>, CliError> {
    let rule = words.map(|words| words.join(" ").parse());
    rule.transpose().map_err(|error| CliError::new(format_args!("--{name}: {error}")))
}

fn openings(arguments: &Arguments, start: &Position, pairs: usize) -> Result<Vec<Opening>, CliError> {
    let failed =
        |error: &dyn std::fmt::Display| CliError::new(format_args!("--openings {}: {error}", arguments.openings));
    match &arguments.openings {
        OpeningSource::Endings(pieces) => {
            random_endings(start.variant(), *pieces, pairs, arguments.seed).map_err(|error| failed(&error))
        }
        OpeningSource::Random(plies) => {
            random_openings(start, *plies, pairs, arguments.seed).map_err(|error| failed(&error))
        }
        OpeningSource::Book(file) => {
            let text = saffron_text::decode(&std::fs::read(file).map_err(|error| failed(&error))?, None);
            let mut openings = book_openings(start, &text, arguments.book_plies).map_err(|error| failed(&error))?;
            if arguments.shuffle {
                shuffle(&mut openings, arguments.seed);
            }
            Ok(openings)
        }
    }
}

/// PGN file that games are appended to.
struct Records {
    file: File,
    path: PathBuf,
}

impl Records {
    fn open(path: &Path) -> Result<Self, CliError> {
        let file = File::options().create(true).read(true).append(true).open(path);
        let file = file.map_err(|error| CliError::new(format_args!("--pgn {}: {error}", path.display())))?;
        Ok(Self { file, path: path.to_owned() })
    }

    fn failed(&self, error: &dyn std::fmt::Display) -> CliError {
        CliError::new(format_args!("--pgn {}: {error}", self.path.display()))
    }

    /// Reads the results of earlier games and removes an incomplete last game.
    fn earlier(&mut self, engine_match: &EngineMatch) -> Result<Vec<GameResult>, CliError> {
        let mut bytes = Vec::new();
        let read = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.read_to_end(&mut bytes));
        read.map_err(|error| self.failed(&error))?;
        let (mut text, cut) = text_and_cut(engine_match, &bytes).map_err(|error| self.failed(&error))?;
        text = &text[..cut.unwrap_or(text.len())];
        let results = earlier_results(engine_match, text).map_err(|error| self.failed(&error))?;
        if cut.is_some() {
            self.file.set_len(text.len() as u64).map_err(|error| self.failed(&error))?;
            let line = text.lines().count() + 1;
            let path = self.path.display();
            // The note is not important enough for an error.
            let _ = writeln!(
                std::io::stderr(),
                "note: --pgn {path}: the last game was incomplete and has been removed, from line {line} on"
            );
        }
        Ok(results)
    }

    /// Ends the file with an empty line before the next game: other programs may have written to it.
    fn set_apart(&mut self) -> Result<(), CliError> {
        let mut last = [0; 2];
        // A pipe has no end to read.
        let Ok(length) = self.file.seek(SeekFrom::End(0)) else { return Ok(()) };
        if length >= last.len() as u64 {
            let read = self.file.seek(SeekFrom::End(-2)).and_then(|_| self.file.read_exact(&mut last));
            read.map_err(|error| self.failed(&error))?;
        }
        if length > 0 && last != *b"\n\n" {
            self.file.write_all(b"\n\n").map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| format!("--pgn {}: {error}", self.path.display()))
    }
}

/// Returns the valid text of a PGN file and the offset of an incomplete last game of this match, which may end within a
/// character.
fn text_and_cut<'a>(
    engine_match: &EngineMatch,
    bytes: &'a [u8],
) -> Result<(&'a str, Option<usize>), std::str::Utf8Error> {
    let (text, error) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => (std::str::from_utf8(&bytes[..error.valid_up_to()])?, Some(error)),
    };
    let cut = cut_off(engine_match, text);
    match error {
        Some(error) if error.error_len().is_some() || cut.is_none() => Err(error),
        _ => Ok((text, cut)),
    }
}

/// Observer that writes games to the file and reports progress.
struct MatchRecorder<'a> {
    engine_match: &'a EngineMatch,
    records: Option<Records>,
    progress: Progress,
    match_score: MatchScore,
}

impl Observer for MatchRecorder<'_> {
    fn game(&mut self, result: GameResult, played: &PlayedGame, match_score: &MatchScore) -> Result<(), String> {
        self.match_score = match_score.clone();
        if let Some(records) = &mut self.records {
            records.add(&record(self.engine_match, result, played, &progress::today()))?;
        }
        self.progress.game(self.engine_match, result, played, match_score);
        Ok(())
    }
}
