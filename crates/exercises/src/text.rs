//! Text form of exercises: a table with one exercise a line, its columns separated by tabs.
//!
//! ```text
//! id           goal       moves  fen                            cells     shown
//! rook-1       stars      2      1/2/3/.../R4 w - - 0 1         a5 e6     -
//! enPassant-1  enPassant  1      k4/6/.../4K b - - 0 1          -         e9e6
//! ```
//!
//! `cells` has the stars, `shown` the move of the opponent that is shown before the solver's first one. The FEN of an exercise
//! with stars, captures or promotions has no kings but for those that belong to the exercise. Lines that start with `#` are
//! comments.

use saffron_rules::{CellSet, Color, FenError, Position, Setup, SetupError, Variant};

use crate::exercise::{Exercise, Start};
use crate::goal::Goal;
use crate::topic::Topic;

/// Names of the columns, the first line of a file.
const HEADER: &str = "id\tgoal\tmoves\tfen\tcells\tshown";

/// Error of a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line has another number of columns.
    #[error("six columns are needed, separated by tabs; there are {0}")]
    Columns(usize),
    /// The id is not a topic and a number.
    #[error("the id {0:?} is not a topic, a hyphen and a number")]
    Id(String),
    /// There is no such goal.
    #[error("there is no goal {0:?}")]
    Goal(String),
    /// The number of moves is not from 1 to 99.
    #[error("the number of moves {0:?} is not from 1 to 99")]
    Moves(String),
    /// The FEN cannot be read.
    #[error("the FEN cannot be read: {0}")]
    Fen(FenError),
    /// No game can come to the position.
    #[error("no game can come to the position: {0}")]
    Setup(SetupError),
    /// A cell is not on the board.
    #[error("there is no cell {0:?}")]
    Cell(String),
    /// The move that is shown is not legal.
    #[error("the move {0:?} is not legal")]
    Shown(String),
    /// Black is to move first, but no move is shown, or White is.
    #[error("White must be to move, after the move that is shown")]
    Turn,
    /// The topic and the goal do not fit: pieces of no role would move.
    #[error("the goal {goal} does not fit the topic {topic}")]
    Topic { topic: Topic, goal: Goal },
}

/// Reads the exercises of a text, with their line numbers from 1.
pub fn read(text: &str, variant: &'static Variant) -> Vec<(usize, Result<Exercise, LineError>)> {
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#') && *line != HEADER);
    lines.map(|(line, number)| (number, read_line(line, variant))).collect()
}

/// Reads one exercise.
///
/// # Errors
/// If a column cannot be read, or columns do not fit.
pub fn read_line(line: &str, variant: &'static Variant) -> Result<Exercise, LineError> {
    let columns: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
    let [id, goal, moves, fen, cells, shown] = columns[..] else { return Err(LineError::Columns(columns.len())) };
    let (topic, number) = read_id(id).ok_or_else(|| LineError::Id(id.to_owned()))?;
    let goal = Goal::parse(goal, variant).ok_or_else(|| LineError::Goal(goal.to_owned()))?;
    let count = moves.parse().ok().filter(|count| (1..=99).contains(count));
    let moves = count.ok_or_else(|| LineError::Moves(moves.to_owned()))?;
    if goal.is_solo() && topic.role().is_none() {
        return Err(LineError::Topic { topic, goal });
    }
    let setup = Setup::from_fen(variant, fen).map_err(LineError::Fen)?;
    let start = if goal.is_solo() {
        Start::Solo { setup, stars: read_cells(cells, variant)? }
    } else {
        let position = Position::from_setup(variant, &setup).map_err(LineError::Setup)?;
        let shown = match shown {
            "-" => None,
            uci => Some(position.parse_uci(uci).map_err(|_| LineError::Shown(uci.to_owned()))?),
        };
        if (position.turn() == Color::White) == shown.is_some() {
            return Err(LineError::Turn);
        }
        Start::Game { position, shown }
    };
    Ok(Exercise { topic, number, variant, goal, moves, start })
}

fn read_id(id: &str) -> Option<(Topic, u32)> {
    let (topic, number) = id.split_once('-')?;
    Some((Topic::from_id(topic)?, number.parse().ok().filter(|&number| number > 0)?))
}

fn read_cells(text: &str, variant: &Variant) -> Result<CellSet, LineError> {
    let names = text.split_ascii_whitespace().filter(|&name| name != "-");
    names.map(|name| variant.board().cell(name).ok_or_else(|| LineError::Cell(name.to_owned()))).collect()
}

/// Writes a file of exercises.
pub fn write<'a>(exercises: impl IntoIterator<Item = &'a Exercise>) -> String {
    let mut text = format!("{HEADER}\n");
    for exercise in exercises {
        text.push_str(&write_line(exercise));
        text.push('\n');
    }
    text
}

/// Writes the line of an exercise, without a line break.
pub fn write_line(exercise: &Exercise) -> String {
    let board = exercise.variant.board();
    let (fen, cells, shown) = match &exercise.start {
        Start::Solo { setup, stars } => {
            let names: Vec<&str> = stars.into_iter().map(|cell| board.name(cell)).collect();
            (setup.to_fen(exercise.variant), names.join(" "), None)
        }
        Start::Game { position, shown } => (position.to_fen(), String::new(), shown.map(|mv| position.uci(mv))),
    };
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let (cells, shown) = (or_dash(cells), or_dash(shown.unwrap_or_default()));
    format!("{}\t{}\t{}\t{fen}\t{cells}\t{shown}", exercise.id(), exercise.goal, exercise.moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_wrong() {
        let shafran = Variant::by_id("shafran").unwrap();
        let good = ["rook-1", "stars", "2", "5/6/7/8/9/4R4/8/7/6/5 w - - 0 1", "c2 c5", "-"];
        let error = |column: usize, text: &str| {
            let mut columns = good;
            columns[column] = text;
            read_line(&columns.join("\t"), shafran).map(|exercise| exercise.id()).unwrap_err().to_string()
        };
        assert!(read_line(&good.join("\t"), shafran).is_ok());
        assert_eq!(error(0, "tower-1"), "the id \"tower-1\" is not a topic, a hyphen and a number");
        assert_eq!(error(0, "rook-0"), "the id \"rook-0\" is not a topic, a hyphen and a number");
        assert_eq!(error(0, "mate-1"), "the goal stars does not fit the topic mate");
        assert_eq!(error(1, "win:"), "there is no goal \"win:\"");
        assert_eq!(error(1, "castling:0-0"), "there is no goal \"castling:0-0\"");
        assert_eq!(error(1, "mate"), "no game can come to the position: White has no king");
        assert_eq!(error(2, "0"), "the number of moves \"0\" is not from 1 to 99");
        assert_eq!(error(4, "c2 z9"), "there is no cell \"z9\"");
        assert!(error(3, "5/6 w - - 0 1").starts_with("the FEN cannot be read: "));
        let columns = read_line("rook-1\tstars", shafran).map(|exercise| exercise.id()).unwrap_err();
        assert_eq!(columns.to_string(), "six columns are needed, separated by tabs; there are 2");
    }

    #[test]
    fn white_moves_first_or_after_the_shown_move() {
        let shafran = Variant::by_id("shafran").unwrap();
        let mate = |turn: char, shown: &str| {
            let line = format!("mate-1\tmate\t1\tK4/6/6k/1Q6/8p/n8/8/7/6/R4 {turn} - - 0 1\t-\t{shown}");
            read_line(&line, shafran).map(|exercise| exercise.id())
        };
        assert!(mate('w', "-").is_ok());
        assert_eq!(mate('b', "-"), Err(LineError::Turn));
        assert_eq!(mate('w', "a1a2"), Err(LineError::Turn));
        assert_eq!(mate('b', "a1a2"), Err(LineError::Shown("a1a2".to_owned())));
    }
}
