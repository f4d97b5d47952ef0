//! Tournament Report Files: the federation's exchange format of 2026 (TRF26), which extends that of 2016 (TRF16).
//!
//! Each line begins with three characters that name its contents, and has its fields in fixed columns. [`Report::read`] also
//! understands the additions that pairing programs made before 2026: `XXR` (number of rounds), `XXC` (first colour), `XXZ` (absent
//! players), `XXP` (forbidden pairs), `XXA` (virtual points) and `BBW` to `BBU` (points of results).
//!
//! The format has one decimal for points. [`Report::write`] writes a tournament with quarter points fourfold: a win has 4.0
//! points, and `299` records name the games that brought 3.0 and 1.0. A comment says so, by which [`Report::read`] knows.

mod columns;
mod read;
mod write;

use saffron_rules::Color;

use crate::history::{Bye, History, Round};
use crate::points::{Points, ResultPoints};
use crate::swiss::{Pairing, PointSystem, SwissError, SwissRound, pair_swiss};

/// Tournament of a report.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Lines about the tournament as a whole, such as `012` (name), in their order: tag and text.
    pub head: Vec<(String, String)>,
    /// Players in the order of the file.
    pub players: Vec<ReportPlayer>,
    /// Number of rounds of the tournament, if the report has it (`142` or `XXR`).
    pub rounds: Option<usize>,
    /// Colour of the highest player in the first round, if the report has it (`152` or `XXC`).
    pub initial: Option<Color>,
    /// Points of results.
    pub points: ResultPoints,
    /// Pairs that must not meet in some rounds.
    pub forbidden: Vec<Forbidden>,
    /// Requested byes: round, from 0, place of the player, and kind.
    pub byes: Vec<(usize, usize, Bye)>,
    /// Games without a result: round, from 0, and place of a player. Their points are those of an unknown result.
    pub open: Vec<(usize, usize)>,
    /// Lines of other kinds, such as those about teams; they are kept.
    pub others: Vec<String>,
}

/// Player of a report.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReportPlayer {
    /// Number, rounds and virtual points.
    pub history: History,
    /// Last name, a comma, and first name.
    pub name: String,
    /// `m` or `w`.
    pub sex: Option<char>,
    /// Title, such as `GM`.
    pub title: String,
    /// Rating.
    pub rating: Option<u16>,
    /// Federation, three letters.
    pub federation: String,
    /// Number with the federation.
    pub id: String,
    /// Birth date as `YYYY/MM/DD`, or a part of it.
    pub birth: String,
    /// Points as the report has them; they may differ from the sum of the rounds.
    pub written_points: Option<Points>,
    /// Rank as the report has it.
    pub rank: Option<u16>,
}

/// Players who must not meet in some rounds (`260`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forbidden {
    /// First round, from 0.
    pub first: usize,
    /// Last round, from 0.
    pub last: usize,
    /// Places of the players; no two of them may meet.
    pub players: Vec<usize>,
}

/// Fault of a report: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TrfError {
    /// Line from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: TrfProblem,
}

/// Kinds of faults of a report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrfProblem {
    /// There is no player.
    #[error("the report has no players (lines that begin with 001)")]
    NoPlayers,
    /// A field is not what it must be.
    #[error("columns {first} to {last} have {text:?}, not {expected}")]
    Field {
        /// First column, from 1.
        first: usize,
        /// Last column.
        last: usize,
        /// Text that is there.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// Two players have one number.
    #[error("player {0} is on a line before this one, too")]
    DuplicatePlayer(u32),
    /// A number belongs to no player.
    #[error("there is no player {0}")]
    UnknownPlayer(u32),
    /// Two players do not agree about their game.
    #[error("round {round}: player {player} meets {opponent}, whose line does not say so")]
    Disagreement {
        /// Round from 1.
        round: usize,
        /// Number of the player.
        player: u32,
        /// Number of the opponent.
        opponent: u32,
    },
}

impl Report {
    /// Reads a report. Lines may end with CR, LF or both.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn read(text: &str) -> Result<Self, TrfError> {
        read::read(text)
    }

    /// Writes the report with the tags of 2026. Names are cut to 33 characters, other fields to their columns.
    #[must_use]
    pub fn write(&self) -> String {
        write::write(self)
    }

    /// Number of rounds of which some player has a game or an allocated bye.
    #[must_use]
    pub fn paired_rounds(&self) -> usize {
        let last = |player: &ReportPlayer| player.history.rounds.iter().rposition(Round::is_paired);
        self.players.iter().filter_map(last).max().map_or(0, |round| round + 1)
    }

    /// Places of the players who were paired in a round, from 0.
    #[must_use]
    pub fn paired_in(&self, round: usize) -> Vec<usize> {
        (0..self.players.len()).filter(|place| self.players[*place].history.round(round).is_paired()).collect()
    }

    /// Places of the players who are to be paired in the round after the last one: all without an entry or a requested bye in it.
    #[must_use]
    pub fn present(&self) -> Vec<usize> {
        let round = self.paired_rounds();
        let has_bye = |place: usize| self.byes.iter().any(|(at, who, _)| (*at, *who) == (round, place));
        (0..self.players.len())
            .filter(|&place| self.players[place].history.rounds.len() <= round && !has_bye(place))
            .collect()
    }

    /// Colour of the highest player in the first round: that of the report, or as the first round was played; White if neither is
    /// known.
    #[must_use]
    pub fn initial_color(&self) -> Color {
        let deduced = || {
            let mut paired = self.paired_in(0);
            paired.sort_by_key(|place| self.players[*place].history.number);
            paired.iter().enumerate().find_map(|(at, place)| match self.players[*place].history.rounds[0] {
                Round::Game { color, .. } => Some(if at % 2 == 0 { color } else { !color }),
                Round::Bye(..) => None,
            })
        };
        self.initial.or_else(deduced).unwrap_or(Color::White)
    }

    /// Pairs of places that must not meet in a round, from 0.
    #[must_use]
    pub fn forbidden_in(&self, round: usize) -> Vec<(usize, usize)> {
        let applies = self.forbidden.iter().filter(|group| (group.first..=group.last).contains(&round));
        let pairs = |group: &Forbidden| {
            let players = group.players.clone();
            (0..players.len()).flat_map(move |a| {
                let players = players.clone();
                (a + 1..players.len()).map(move |b| (players[a], players[b]))
            })
        };
        applies.flat_map(pairs).collect()
    }

    /// Pairs a round, from 0, of these places by the Dutch system. Without a number of rounds, the last paired one is the last one.
    ///
    /// # Errors
    /// Those of [`pair_swiss`].
    pub fn pair(&self, round: usize, present: &[usize]) -> Result<Pairing, SwissError> {
        let players: Vec<History> = self.players.iter().map(|player| player.history.clone()).collect();
        pair_swiss(&SwissRound {
            players: &players,
            present,
            round,
            rounds: self.rounds.unwrap_or_else(|| self.paired_rounds()),
            initial: self.initial_color(),
            system: PointSystem { win: self.points.win, loss: self.points.loss },
            forbidden: &self.forbidden_in(round),
        })
    }
}
