//! Parser of the words of UCI commands.

use std::time::Duration;

use saffron_engine::{Clock, Limits, Root};
use saffron_rules::{Color, Move, Position, Variant};

/// Maximum of times and counts; greater values are clamped.
const MAX_NUMBER: u64 = 1_000_000_000_000;

/// Maximum depth of perft. Counts this deep never finish.
const MAX_PERFT_DEPTH: u64 = 60;

/// Keywords of `go` without a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keyword {
    Infinite,
    Ponder,
}

/// Parsed `go` command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    keywords: Vec<Keyword>,
    time: [Option<u64>; 2],
    increment: [Option<u64>; 2],
    moves_to_go: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    mate: Option<u64>,
    /// Depth of perft, in place of a search.
    pub(super) perft: Option<u32>,
    search_moves: Vec<Move>,
}

impl Go {
    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// Returns true if the search runs until it is stopped, so that its answer has to wait.
    pub(super) fn is_endless(&self) -> bool {
        let limited = self.depth.or(self.nodes).or(self.movetime).or(self.mate).or(self.time[0]).or(self.time[1]);
        self.has(Keyword::Infinite) || (limited.is_none() && !self.has(Keyword::Ponder))
    }

    /// Returns true if the command asks for a move to play, which a book may answer, rather than for an analysis.
    pub(super) fn wants_a_move(&self) -> bool {
        let analyses = self.is_endless() || self.has(Keyword::Ponder) || self.mate.is_some() || self.perft.is_some();
        !analyses && self.search_moves.is_empty()
    }

    /// Returns the limits for the side to move.
    pub(super) fn limits(&self, turn: Color, multi_pv: usize, overhead: Duration) -> Limits {
        let infinite = self.has(Keyword::Infinite);
        let side = turn.index();
        // If only the opponent has a clock, the side to move has run out of time.
        let time = self.time[side].or(self.time[1 - side].map(|_| 0));
        let clock = time.filter(|_| !infinite).map(|time| Clock {
            remaining: Duration::from_millis(time),
            increment: Duration::from_millis(self.increment[side].unwrap_or(0)),
            // A `movestogo` of 0 means that there is no time control by moves.
            moves_to_go: self
                .moves_to_go
                .filter(|&moves| moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
        });
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Limits {
            depth: self.depth.map(small),
            nodes: self.nodes,
            movetime: self.movetime.filter(|_| !infinite).map(Duration::from_millis),
            clock,
            mate: self.mate.map(small),
            search_moves: self.search_moves.clone(),
            multi_pv,
            overhead,
        }
    }
}

/// Parses the words after `go`. Invalid parts are skipped and returned as errors.
pub(super) fn go(words: &[&str], position: &Position) -> (Go, Vec<String>) {
    let mut go = Go::default();
    let mut errors = Vec::new();
    let (mut restricted, mut in_moves) = (false, false);
    let mut rest = words.iter().copied();
    while let Some(word) = rest.next() {
        let moves_go_on = std::mem::take(&mut in_moves);
        let slot = match word {
            "infinite" => {
                go.keywords.push(Keyword::Infinite);
                continue;
            }
            "ponder" => {
                go.keywords.push(Keyword::Ponder);
                continue;
            }
            "searchmoves" => {
                restricted = true;
                in_moves = true;
                continue;
            }
            "perft" => {
                match rest.next().map(number) {
                    Some(Ok(depth)) if depth <= MAX_PERFT_DEPTH => go.perft = Some(depth as u32),
                    _ => errors.push(format!("perft needs a depth of at most {MAX_PERFT_DEPTH}")),
                }
                continue;
            }
            "wtime" => &mut go.time[0],
            "btime" => &mut go.time[1],
            "winc" => &mut go.increment[0],
            "binc" => &mut go.increment[1],
            "movestogo" => &mut go.moves_to_go,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "movetime" => &mut go.movetime,
            "mate" => &mut go.mate,
            // The moves continue up to the next keyword.
            _ if moves_go_on => {
                in_moves = true;
                match position.parse_uci(word) {
                    Ok(mv) => go.search_moves.push(mv),
                    Err(error) => errors.push(format!("searchmoves: {error}")),
                }
                continue;
            }
            _ => {
                errors.push(format!("unknown word {word:?}"));
                continue;
            }
        };
        match rest.next().map(number) {
            Some(Ok(value)) => *slot = Some(value),
            Some(Err(error)) => errors.push(format!("{word}: {error}")),
            None => errors.push(format!("{word} needs a number")),
        }
    }
    if restricted && go.search_moves.is_empty() {
        errors.push("no legal move after searchmoves".to_owned());
    }
    (go, errors)
}

/// Parses a whole number. Negative numbers, as sent for a clock that has run out, count as 0.
fn number(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("expected a number, not {text:?}"));
    }
    if text.starts_with('-') {
        return Ok(0);
    }
    Ok(digits.parse().unwrap_or(MAX_NUMBER).min(MAX_NUMBER))
}

/// Parses a number within bounds.
pub(super) fn within(text: &str, least: u64, most: u64) -> Result<u64, String> {
    match number(text) {
        Ok(value) if (least..=most).contains(&value) && !text.starts_with('-') => Ok(value),
        _ => Err(format!("expected a number from {least} to {most}, not {text:?}")),
    }
}

/// Parses a number of an option that may be negative.
pub(super) fn within_signed(text: &str, least: i32, most: i32) -> Result<i32, String> {
    match text.parse() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("expected a number from {least} to {most}, not {text:?}")),
    }
}

/// Parses the value of a check option.
pub(super) fn check(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected true or false, not {text:?}")),
    }
}

/// Returns name and value from the words after `setoption`.
pub(super) fn option(words: &[&str]) -> Option<(String, String)> {
    let (&first, rest) = words.split_first()?;
    if first != "name" || rest.is_empty() {
        return None;
    }
    let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let value = rest.get(split + 1..).unwrap_or_default();
    Some((rest[..split].join(" "), value.join(" ")))
}

/// Parses the words after `position`. A FEN may be in the dialect of another program.
pub(super) fn position(variant: &'static Variant, words: &[&str]) -> Result<Root, String> {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = words.get(split + 1..).unwrap_or_default();
    let mut position = match words[..split].split_first() {
        Some((&"startpos", [])) => variant.start(),
        Some((&"startpos", rest)) => return Err(format!("unexpected {:?} after startpos", rest[0])),
        Some((&"fen", fields)) => {
            Position::from_any_fen(variant, &fields.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err("expected startpos or fen".to_owned()),
    };
    let mut past = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let mv = position.parse_uci(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        let next = position.play(mv).map_err(|error| format!("move {}: {error}", index + 1))?;
        past.push(position.hash());
        position = next;
    }
    Ok(Root { position, past })
}
