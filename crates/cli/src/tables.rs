//! `saffron tables`: endings with few pieces, solved.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use saffron_rules::{Color, Position};
use saffron_tables::{Counts, Ending, Solver, Table, Value, verify};

use crate::error::CliError;
use crate::position::{PositionArguments, VariantName};

/// Endings of up to five pieces, solved: every position's result with best play, and the plies to its end
///
/// The rule of 50 moves does not count. The endings are solved anew each time: those of four pieces in seconds, those of five take
/// minutes and some gigabytes of memory.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Count the positions of an ending by result: two lines, one for each side to move
    ///
    /// Tab-separated: "w|b LEGAL WINS STALEMATE_WINS DRAWS STALEMATE_LOSSES LOSSES LONGEST", for the side that is named first (w)
    /// and the other side (b) to move, as results of the side named first. All legal positions count, those that differ by an
    /// exchange of equal pieces once. LONGEST is the most plies to a mate.
    Stats(Named),
    /// Print the result of a position to the side to move, then a line "MOVE RESULT" for each move, the best first
    ///
    /// A result is "win N", "stalemate-win N", "draw", "stalemate-loss N" or "loss N", with the plies to the end, to the side that is
    /// to move.
    Probe(PositionArguments),
    /// Check every position of an ending against one ply of the move generator
    Verify(Named),
}

/// A variant and an ending.
#[derive(Debug, clap::Args)]
struct Named {
    /// The variant: shafran, glinski, mccooey, hexofen, devasa, brusky, or one of --variants
    #[arg(value_name = "VARIANT")]
    variant: VariantName,
    /// The pieces of both sides, such as KQKR
    #[arg(value_name = "ENDING")]
    ending: EndingName,
}

/// An ending on the command line, and whether its sides are exchanged.
#[derive(Clone, Debug)]
struct EndingName(Ending, bool);

impl FromStr for EndingName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ending::parse(text).map(|(ending, exchanged)| Self(ending, exchanged)).map_err(|error| error.to_string())
    }
}

/// A result in words.
struct Words(Value);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Loss(plies) => write!(f, "loss {plies}"),
            Value::StalemateLoss(plies) => write!(f, "stalemate-loss {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::StalemateWin(plies) => write!(f, "stalemate-win {plies}"),
            Value::Win(plies) => write!(f, "win {plies}"),
        }
    }
}

/// Does what the subcommand says.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Stats(named) => stats(named),
        Command::Probe(position) => probe(&position.position()?),
        Command::Verify(named) => check(named),
    }
}

fn solved(named: &Named) -> Result<(Solver, std::sync::Arc<Table>), CliError> {
    let mut solver = Solver::new(named.variant.0).map_err(CliError::new)?;
    let table = solver.solve(&named.ending.0).map_err(CliError::new)?;
    Ok((solver, table))
}

fn stats(named: &Named) -> Result<(), CliError> {
    let (_, table) = solved(named)?;
    let EndingName(_, exchanged) = named.ending;
    let mut out = std::io::stdout();
    for first_to_move in [true, false] {
        let turn = if first_to_move == exchanged { Color::Black } else { Color::White };
        let Counts { legal, mut results, longest, .. } = table.counts(turn);
        if exchanged {
            results.reverse();
        }
        let [losses, stalemate_losses, draws, stalemate_wins, wins] = results;
        let side = if first_to_move { 'w' } else { 'b' };
        writeln!(out, "{side}\t{legal}\t{wins}\t{stalemate_wins}\t{draws}\t{stalemate_losses}\t{losses}\t{longest}")?;
    }
    Ok(())
}

fn probe(position: &Position) -> Result<(), CliError> {
    let mut solver = Solver::new(position.variant()).map_err(CliError::new)?;
    let too_many = || {
        let pieces = position.occupied().len();
        CliError::new(format_args!(
            "--fen: {pieces} pieces are more than the {} of a table",
            saffron_tables::MOST_PIECES
        ))
    };
    let (ending, _) = Ending::of(position).ok_or_else(too_many)?;
    if !position.castling_rights().is_empty() {
        return Err(CliError::new("--fen: positions with castling rights are not in the tables"));
    }
    solver.solve(&ending).map_err(CliError::new)?;
    let missing = || CliError::new(format_args!("the table of {ending} lacks the position"));
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut after = *position;
        after.play_unchecked(mv);
        moves.push((solver.value(&after).ok_or_else(missing)?.before_move(), position.uci(mv)));
    }
    moves.sort_unstable_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
    let mut out = std::io::stdout();
    writeln!(out, "{}", Words(solver.value(position).ok_or_else(missing)?))?;
    for (value, mv) in moves {
        writeln!(out, "{mv} {}", Words(value))?;
    }
    Ok(())
}

fn check(named: &Named) -> Result<(), CliError> {
    let (solver, table) = solved(named)?;
    let verified = verify(&solver, &table, 1);
    writeln!(std::io::stdout(), "indices {} legal {} wrong {}", verified.indices, verified.legal, verified.wrong)?;
    match verified.first {
        None => Ok(()),
        Some(first) => Err(CliError::new(format_args!("{}: {first}", table.ending()))),
    }
}
