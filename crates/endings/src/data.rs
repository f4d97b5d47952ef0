//! Figures of the endings of a variant, as the page and the document read them.

use saffron_rules::Color;
use serde::{Deserialize, Serialize};

/// Endings of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Endings {
    /// Id of the variant.
    pub variant: String,
    /// Endings of three pieces, then of four, then of five.
    pub endings: Vec<EndingData>,
}

/// Numbers of positions with one side to move by result, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "[u64; 6]", into = "[u64; 6]")]
pub struct Results {
    /// Number of legal positions.
    pub legal: u64,
    /// White mates.
    pub won: u64,
    /// White stalemates, if that is worth more than a draw.
    pub stalemate_won: u64,
    /// Neither side can do better.
    pub drawn: u64,
    /// White is stalemated, if that is worth less than a draw.
    pub stalemate_lost: u64,
    /// White is mated.
    pub lost: u64,
}

impl From<[u64; 6]> for Results {
    fn from([legal, won, stalemate_won, drawn, stalemate_lost, lost]: [u64; 6]) -> Self {
        Self { legal, won, stalemate_won, drawn, stalemate_lost, lost }
    }
}

impl From<Results> for [u64; 6] {
    fn from(results: Results) -> Self {
        [results.legal, results.won, results.stalemate_won, results.drawn, results.stalemate_lost, results.lost]
    }
}

impl Results {
    /// Sum of the results of two sets of positions.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (mut sum, other): ([u64; 6], [u64; 6]) = (self.into(), other.into());
        sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
        sum.into()
    }
}

/// A side in the files: `w` or `b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White, the side that is named first.
    W,
    /// Black.
    B,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        if side == Side::W { Self::White } else { Self::Black }
    }
}

/// End of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Mate,
    /// Stalemate that is worth more than a draw.
    Stalemate,
}

/// Longest win of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Longest {
    pub winner: Side,
    pub end: End,
    /// Plies to the end.
    pub plies: u16,
    /// Position.
    pub fen: String,
    /// Best play to the end, as UCI moves separated by spaces.
    pub line: String,
}

/// Result of a position to the side to move, with the plies to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Mates.
    Win(u16),
    /// Stalemates, if that is worth more than a draw.
    StalemateWin(u16),
    /// Neither side can do better.
    Draw,
    /// Stalemated, if that is worth less than a draw.
    StalemateLoss(u16),
    /// Mated.
    Loss(u16),
}

/// Mutual zugzwang.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZugzwangData {
    /// Position with White to move.
    pub fen: String,
    /// Result to White, with White to move.
    pub white: Outcome,
    /// Result to Black, with Black to move.
    pub black: Outcome,
}

/// Mutual zugzwangs of an ending.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Zugzwangs {
    /// Number of them.
    pub count: u64,
    /// Longest example of each pair of results.
    pub examples: Vec<ZugzwangData>,
}

/// Numbers of drawn positions that the defender holds without an end, with White and with Black to move; equal pieces count once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Held {
    /// All positions in which the defender keeps the draw, and can force neither a capture or promotion that keeps it nor its stalemate.
    pub all: [u64; 2],
    /// Positions in which it can give check with every move of its own from now on, until the opponent captures, promotes, or lets it
    /// force a capture, promotion or stalemate that keeps the draw.
    pub perpetual: [u64; 2],
}

/// Numbers of positions that are decided by mates of more than 100 plies of either side, with White and with Black to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LongMates {
    /// All such positions.
    pub all: [u64; 2],
    /// Positions whose mate the 50-move rule takes away, from a half-move clock of 0.
    pub beyond: [u64; 2],
}

/// Results of an ending with bishops on certain colours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bishops {
    /// Two bishops of White, or one of each side: `same` or `different` colours. Three: `one`, `two` or `three` colours. One: a cell
    /// of each colour that is the same by a symmetry of the board.
    pub on: String,
    /// Results with White and with Black to move.
    pub to_move: [Results; 2],
    /// Results of the quiet positions, if counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<[Results; 2]>,
}

/// Figures of an ending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EndingData {
    /// Pieces, such as `KQKR`.
    pub ending: String,
    /// Results with White and with Black to move.
    pub to_move: [Results; 2],
    /// Results of the quiet positions, in which the side to move has no legal capture. Not counted in all endings of five pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<[Results; 2]>,
    /// Longest wins of White and Black, by mate and by stalemate, if there are any.
    pub longest: Vec<Longest>,
    /// Mutual zugzwangs: positions in which neither side wants to be to move.
    pub zugzwangs: Zugzwangs,
    /// Draws that Black holds, if White wins other positions and the sides have different pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// Counts of mates of more than 100 plies, if there are any. Not counted in all endings of five pieces: see
    /// [`is_long`](Self::is_long).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_mates: Option<LongMates>,
    /// Results by the colours of bishops, if these matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bishops: Vec<Bishops>,
}

impl EndingData {
    /// Results with either side to move, added up.
    pub fn together(&self) -> Results {
        self.to_move[0].and(self.to_move[1])
    }

    /// Results of the quiet positions with White and with Black to move, as far as they are known. If Black has a king alone, White has
    /// no captures, so all its positions are quiet.
    pub fn quiet(&self) -> [Option<Results>; 2] {
        self.known(self.quiet, self.to_move)
    }

    /// Results of the quiet positions with bishops on certain colours, as far as [`quiet`](Self::quiet) knows them.
    pub fn quiet_of(&self, bishops: &Bishops) -> [Option<Results>; 2] {
        self.known(bishops.quiet, bishops.to_move)
    }

    fn known(&self, quiet: Option<[Results; 2]>, all: [Results; 2]) -> [Option<Results>; 2] {
        quiet.map_or([self.ending.ends_with('K').then_some(all[0]), None], |quiet| quiet.map(Some))
    }

    /// Returns whether a mate takes more than 100 plies, so that the 50-move rule may come first.
    pub fn is_long(&self) -> bool {
        self.longest.iter().any(|longest| longest.end == End::Mate && longest.plies > 100)
    }

    /// Longest mate of a side.
    pub fn longest_mate(&self, winner: Side) -> Option<&Longest> {
        self.longest.iter().find(|longest| longest.winner == winner && longest.end == End::Mate)
    }
}

impl Endings {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// If the text is not in this format.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Text of the file, with one ending per line.
    ///
    /// # Errors
    /// Never for these types.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let lines: Vec<String> = self.endings.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let variant = serde_json::to_string(&self.variant)?;
        Ok(format!("{{\"variant\":{variant},\"endings\":[\n{}\n]}}\n", lines.join(",\n")))
    }

    /// Endings with a number of pieces in this range.
    pub(crate) fn of(&self, pieces: std::ops::RangeInclusive<usize>) -> Self {
        let endings = self.endings.iter().filter(|data| pieces.contains(&data.ending.len())).cloned().collect();
        Self { variant: self.variant.clone(), endings }
    }

    /// An ending by its pieces.
    pub fn get(&self, ending: &str) -> Option<&EndingData> {
        self.endings.iter().find(|data| data.ending == ending)
    }
}
