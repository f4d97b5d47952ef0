//! Printed review of one game.

use std::io::{self, Write};

use saffron_analysis::{Mark, Review, Summary};
use saffron_rules::{Color, Notation, RawGame, Termination};

use super::game::AnalysedGame;
use super::graph::Graph;
use super::text;

/// Width of a move with its number and mark, in columns.
const MOVE_WIDTH: usize = 20;

/// Names of the marks, in the order of [`Mark::ALL`].
const MARK_NAMES: [&str; 3] = ["inaccuracies", "mistakes", "blunders"];

/// Prints the number of the game and its players.
pub(super) fn title(out: &mut impl Write, score: &RawGame) -> io::Result<()> {
    write!(out, "Game {}", score.number)?;
    if let (Some(white), Some(black)) = (score.tag("White"), score.tag("Black")) {
        write!(out, ": {} - {}", shown(white), shown(black))?;
    }
    if let Some(Termination::Score(result)) = score.result {
        write!(out, ", {result}")?;
    }
    writeln!(out, "\n")
}

/// Replaces control characters, which could manipulate the terminal.
fn shown(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Prints moves, graph and summary.
pub(super) fn print(out: &mut impl Write, analysed: &AnalysedGame, review: &Review) -> io::Result<()> {
    if review.moves.is_empty() {
        return writeln!(out, "No move has been reviewed.");
    }
    if analysed.first > 0 {
        let mv = text::numbered(analysed.before(0), analysed.played(0), Notation::ENGLISH);
        writeln!(out, "Stopped: only the moves from {mv} on are reviewed.\n")?;
    }
    table(out, analysed, review)?;
    write!(out, "\n{}", graph(analysed, review).draw())?;
    writeln!(out, "     White's share of the point; W, B: blunders\n")?;
    summary(out, review)
}

/// Prints one row per move: the evaluation after it, its loss in pawns, and the better move.
fn table(out: &mut impl Write, analysed: &AnalysedGame, review: &Review) -> io::Result<()> {
    writeln!(out, "{:<MOVE_WIDTH$} {:>7} {:>6}  better", "move", "eval", "loss")?;
    for (index, played) in review.moves.iter().enumerate() {
        let before = analysed.before(index);
        let sign = played.mark.map_or("", Mark::symbol);
        let mv = text::numbered(before, analysed.played(index), Notation::ENGLISH) + sign;
        let loss = match played.centipawn_loss {
            0 => String::new(),
            loss => format!("{:.2}", f64::from(loss) / 100.0),
        };
        let better = played.better.map(|mv| before.san(mv)).unwrap_or_default();
        let row = format!("{mv:<MOVE_WIDTH$} {:>7} {loss:>6}  {better}", played.eval);
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// Returns the evaluation graph with blunders, and with the first and every tenth move numbered.
fn graph(analysed: &AnalysedGame, review: &Review) -> Graph {
    let mut graph = Graph {
        values: analysed.assessments().iter().map(|assessment| assessment.eval.expectation()).collect(),
        letters: Vec::new(),
        numbers: Vec::new(),
    };
    for (index, played) in review.moves.iter().enumerate() {
        // The position after a move has the next index.
        let after = index + 1;
        let is_white = played.side == Color::White;
        if played.mark == Some(Mark::Blunder) {
            graph.letters.push((after, if is_white { 'W' } else { 'B' }));
        }
        let number = analysed.before(index).fullmove_number();
        if is_white && (graph.numbers.is_empty() || number.is_multiple_of(10)) {
            graph.numbers.push((after, number));
        }
    }
    graph
}

/// Prints the summary of both sides in columns.
fn summary(out: &mut impl Write, review: &Review) -> io::Result<()> {
    writeln!(out, "{:<24} {:>9} {:>9}", "", "White", "Black")?;
    let sides = [Color::White, Color::Black].map(|side| review.summary(side));
    let mut row = |name: &str, value: &dyn Fn(&Summary) -> String| {
        let [white, black] = sides.map(|side| side.map_or_else(|| "-".to_owned(), value));
        writeln!(out, "{name:<24} {white:>9} {black:>9}")
    };
    row("average centipawn loss", &|side| format!("{:.0}", side.average_loss))?;
    row("accuracy", &|side| format!("{:.1}%", side.accuracy))?;
    for (index, mark) in Mark::ALL.into_iter().enumerate() {
        row(&format!("{:<2} {}", mark.symbol(), MARK_NAMES[index]), &|side| side.marks[index].to_string())?;
    }
    Ok(())
}
