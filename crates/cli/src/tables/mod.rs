//! `saffron tables`: endgame tables.

mod build;

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use saffron_rules::{Color, Position, Variant};
use saffron_tables::{
    Counts, Ending, Solver, Tables, Value, Verified, Zeroing, verify, verify_file, verify_file_zeroing, verify_zeroing,
};

use crate::data::tables_folder;
use crate::error::CliError;
use crate::position::{PositionArguments, VariantName, variant_help};
use crate::tables::build::EndingName;

/// Endgame tables of up to five pieces: the result of every position with best play, and the plies to its end
///
/// The 50-move rule is ignored. Tables of three pieces are part of the program, others are built once. An ending without a
/// table is solved for each query, which takes seconds for four pieces, and minutes and some gigabytes of memory for five.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Build(build::Arguments),
    /// Count the positions of an ending by result: two lines, one for each side to move
    ///
    /// Tab-separated: "w|b LEGAL WINS STALEMATE_WINS DRAWS STALEMATE_LOSSES LOSSES LONGEST", for the side that is named first
    /// (w) and the other side (b) to move, as results of the side named first. All legal positions are counted; positions that
    /// differ by an exchange of equal pieces count once. LONGEST is the maximum number of plies to a mate.
    Stats(EndingArguments),
    /// Print the result of a position for the side to move, then a line "MOVE RESULT" for each move, best first
    ///
    /// A result is "win N", "stalemate-win N", "draw", "stalemate-loss N" or "loss N", for the side to move, with the plies to
    /// the end.
    Probe(ProbeArguments),
    /// Solve endings again and check every position against one ply of the move generator, and against their tables if they
    /// exist
    ///
    /// Without an ending, checks all of up to N pieces and prints a line for each: "ENDING indices N legal N en-passant N wrong
    /// 0". En-passant counts the positions in which a pawn can just have passed another one; they are checked in memory and
    /// through the tables.
    Verify(VerifyArguments),
}

/// Position to probe.
#[derive(Debug, clap::Args)]
struct ProbeArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Add the depth to zeroing for wins and losses in endings with mates of more than 100 plies: "zeroing N", the plies to the
    /// next capture, pawn move or mate with which the win stays within the 50-move rule, or "beyond the 50-move rule", from a
    /// half-move clock of 0
    #[arg(long)]
    zeroing: bool,
    /// Folder of the tables [default: `tables` in the data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Variant and ending.
#[derive(Debug, clap::Args)]
struct EndingArguments {
    #[arg(value_name = "VARIANT", help = variant_help())]
    variant: VariantName,
    /// Pieces of both sides, such as KQKR
    #[arg(value_name = "ENDING")]
    ending: EndingName,
    /// Folder of the tables [default: `tables` in the data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Endings to verify.
#[derive(Debug, clap::Args)]
struct VerifyArguments {
    #[arg(value_name = "VARIANT", help = variant_help())]
    variant: VariantName,
    /// Pieces of both sides, such as KQKR
    #[arg(value_name = "ENDING", conflicts_with = "pieces")]
    ending: Option<EndingName>,
    /// Verify all endings of up to N pieces, kings included
    #[arg(long, visible_alias = "men", value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=5))]
    pieces: u8,
    /// Check only every N-th index, and neither depths to zeroing nor files: for endings of five pieces
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Maximum memory in GiB
    #[arg(long, value_name = "GIB", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
    memory: u64,
    /// Folder of the tables [default: `tables` in the data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Formatter of a result, with the depth to zeroing if there is one.
struct FormattedResult(Value, Option<Zeroing>);

impl fmt::Display for FormattedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Loss(plies) => write!(f, "loss {plies}"),
            Value::StalemateLoss(plies) => write!(f, "stalemate-loss {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::StalemateWin(plies) => write!(f, "stalemate-win {plies}"),
            Value::Win(plies) => write!(f, "win {plies}"),
        }?;
        match self.1 {
            None => Ok(()),
            Some(Zeroing::Within(plies)) => write!(f, " zeroing {plies}"),
            Some(Zeroing::Beyond) => f.write_str(" beyond the 50-move rule"),
        }
    }
}

/// Opens the available tables. A damaged file is an error.
fn at_hand(variant: &'static Variant, data: Option<&Path>) -> Result<Tables, CliError> {
    let mut tables = Tables::built_in(variant).map_err(CliError::new)?;
    let (_, errors) = tables.add_folder(&tables_folder(data, None));
    match errors.into_iter().next() {
        None => Ok(tables),
        Some(error) => Err(CliError::new(error)),
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Stats(named) => stats(named),
        Command::Probe(probed) => probe(probed),
        Command::Verify(checked) => check(checked),
    }
}

fn stats(named: &EndingArguments) -> Result<(), CliError> {
    let EndingName(ending, exchanged) = &named.ending;
    let tables = at_hand(named.variant.0, named.data.as_deref())?;
    let counts = match tables.counts(ending) {
        Some(counts) => counts,
        None => {
            let mut solver = Solver::new(named.variant.0).map_err(CliError::new)?;
            let table = solver.solve(ending).map_err(CliError::new)?;
            Color::ALL.map(|turn| table.counts(turn))
        }
    };
    let mut out = std::io::stdout();
    for first_to_move in [true, false] {
        let turn = if first_to_move == *exchanged { Color::Black } else { Color::White };
        let Counts { legal, mut results, longest, .. } = counts[turn.index()];
        if *exchanged {
            results.reverse();
        }
        let [losses, stalemate_losses, draws, stalemate_wins, wins] = results;
        let side = if first_to_move { 'w' } else { 'b' };
        writeln!(out, "{side}\t{legal}\t{wins}\t{stalemate_wins}\t{draws}\t{stalemate_losses}\t{losses}\t{longest}")?;
    }
    Ok(())
}

/// Source of values: tables, or a solved ending.
enum Source {
    Tables(Tables),
    Solver(Solver),
}

impl Source {
    fn value(&self, position: &Position) -> Result<Value, CliError> {
        let value = match self {
            Self::Tables(tables) => tables.value(position).map_err(CliError::new)?,
            Self::Solver(solver) => solver.value(position),
        };
        value.ok_or_else(|| CliError::new(format_args!("the tables lack the position {}", position.to_fen())))
    }

    fn zeroing(&self, position: &Position) -> Result<Option<Zeroing>, CliError> {
        match self {
            Self::Tables(tables) => tables.zeroing(position).map_err(CliError::new),
            Self::Solver(solver) => Ok(solver.zeroing(position)),
        }
    }
}

fn probe(probed: &ProbeArguments) -> Result<(), CliError> {
    let position = &probed.position.position()?;
    let too_many = || {
        let pieces = position.occupied().len();
        CliError::new(format_args!(
            "--fen: {pieces} pieces are more than the {} of a table",
            saffron_tables::MAX_PIECES
        ))
    };
    let (ending, _) = Ending::of(position).ok_or_else(too_many)?;
    if !position.castling_rights().is_empty() {
        return Err(CliError::new("--fen: positions with castling rights are not in the tables"));
    }
    let tables = at_hand(position.variant(), probed.data.as_deref())?;
    let source = if tables.has(&ending) && ending.reached().iter().all(|ending| tables.has(ending)) {
        Source::Tables(tables)
    } else {
        let mut solver = Solver::new(position.variant()).map_err(CliError::new)?;
        solver.solve(&ending).map_err(CliError::new)?;
        if probed.zeroing {
            solver.solve_zeroing(&ending).map_err(CliError::new)?;
        }
        Source::Solver(solver)
    };
    let zeroing = |position: &Position| if probed.zeroing { source.zeroing(position) } else { Ok(None) };
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut after = *position;
        after.play_unchecked(mv);
        let words =
            FormattedResult(source.value(&after)?.before_move(), zeroing(&after)?.map(|depth| before(depth, &after)));
        moves.push((words, position.uci(mv)));
    }
    moves.sort_unstable_by(|(a, one), (b, other)| b.0.cmp(&a.0).then_with(|| one.cmp(other)));
    let mut out = std::io::stdout();
    writeln!(out, "{}", FormattedResult(source.value(position)?, zeroing(position)?))?;
    for (words, mv) in moves {
        writeln!(out, "{mv} {words}")?;
    }
    Ok(())
}

/// Returns the depth to zeroing of a move that leads to a position of this depth.
fn before(depth: Zeroing, after: &Position) -> Zeroing {
    match depth {
        Zeroing::Beyond => Zeroing::Beyond,
        Zeroing::Within(_) if after.halfmove_clock() == 0 => Zeroing::Within(1),
        Zeroing::Within(plies) if plies < 100 => Zeroing::Within(plies + 1),
        Zeroing::Within(_) => Zeroing::Beyond,
    }
}

fn check(checked: &VerifyArguments) -> Result<(), CliError> {
    let tables = at_hand(checked.variant.0, checked.data.as_deref())?;
    let mut solver = Solver::new(checked.variant.0).map_err(CliError::new)?.with_memory(checked.memory << 30);
    let every = checked.every as usize;
    if let Some(EndingName(ending, _)) = &checked.ending {
        let verified = check_ending(&mut solver, &tables, ending, every)?;
        writeln!(std::io::stdout(), "{}", counts(&verified))?;
        return Ok(());
    }
    let mut all = Verified::default();
    for ending in (3..=usize::from(checked.pieces)).flat_map(Ending::all) {
        let verified = check_ending(&mut solver, &tables, &ending, every)?;
        let mut out = std::io::stdout();
        writeln!(out, "{ending} {}", counts(&verified))?;
        out.flush()?;
        all = all.and(verified);
        // Tables of five pieces lead only to tables of four, and are large.
        solver.keep_only(|ending| ending.len() < 5);
    }
    writeln!(std::io::stdout(), "all {}", counts(&all))?;
    Ok(())
}

/// Formats the counts of a verification.
fn counts(verified: &Verified) -> String {
    let Verified { indices, legal, en_passant, wrong, .. } = verified;
    format!("indices {indices} legal {legal} en-passant {en_passant} wrong {wrong}")
}

/// Checks every `every`th index of an ending; with 1, also depths to zeroing and the file. Any error of the tables is returned.
fn check_ending(solver: &mut Solver, tables: &Tables, ending: &Ending, every: usize) -> Result<Verified, CliError> {
    let table = solver.solve(ending).map_err(CliError::new)?;
    let verified = verify(solver, &table, every);
    if let Some(first) = &verified.first {
        return Err(CliError::new(format_args!("{ending}: {}: {first}", counts(&verified))));
    }
    if every > 1 {
        return Ok(verified);
    }
    let has_depths = solver.solve_zeroing(ending).map_err(CliError::new)?;
    if has_depths && let Some(first) = verify_zeroing(solver, &table, 1).first {
        return Err(CliError::new(format_args!("{ending}: {first}")));
    }
    if tables.has(ending) && ending.len() > 2 {
        tables.check_table(ending).map_err(CliError::new)?;
        if let Some(first) = verify_file(tables, solver, &table) {
            return Err(CliError::new(format_args!("the file of {ending}: {first}")));
        }
        // A table built by an earlier version has no depths.
        if tables.has_zeroing(ending)
            && let Some(first) = verify_file_zeroing(tables, solver, &table)
        {
            return Err(CliError::new(format_args!("the file of {ending}: {first}")));
        }
    }
    Ok(verified)
}
