//! Limits of an engine's searches.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Maximum accepted time in seconds: one year.
const MAX_SECONDS: f64 = 31_536_000.0;

/// Time control: a base time for a number of moves or for the whole game, and an increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Number of moves of a side after which `base` is added again; `None` if `base` is for the whole game.
    pub moves: Option<u32>,
    /// Initial time.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Parses `SECONDS`, `SECONDS+INCREMENT`, `MOVES/SECONDS` or `MOVES/SECONDS+INCREMENT`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected [MOVES/]SECONDS[+INCREMENT], such as 10+0.1, not {text:?}");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(wrong)?;
        Ok(Self { moves, base, increment: seconds(increment).ok_or_else(wrong)? })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// Parses a time in seconds, from 0 to one year.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

/// Parses a time in whole milliseconds, from 0 to one year.
pub(crate) fn milliseconds(text: &str) -> Option<Duration> {
    let time = Duration::from_millis(text.parse().ok()?);
    (time.as_secs_f64() <= MAX_SECONDS).then_some(time)
}

/// Limits of one search. An engine needs at least one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time control of the game.
    pub clock: Option<TimeControl>,
    /// Time per move.
    pub movetime: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth of every search, in plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// Sets a limit from a `key=value` pair if the key is `tc`, `movetime` (milliseconds), `nodes` or `depth`; returns false
    /// for any other key.
    ///
    /// # Errors
    /// If the value is not valid.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let whole = || format!("{key}: expected a whole number above 0, not {value:?}");
        match key {
            "tc" => self.clock = Some(value.parse().map_err(|error| format!("tc: {error}"))?),
            "movetime" => {
                let time = milliseconds(value).filter(|time| !time.is_zero());
                self.movetime = Some(time.ok_or_else(whole)?);
            }
            "nodes" => self.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(whole)?),
            "depth" => self.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(whole)?),
            _ => return Ok(false),
        }
        if self.clock.is_some() && self.movetime.is_some() {
            return Err("tc and movetime exclude each other".to_owned());
        }
        Ok(true)
    }

    /// Returns true if there is no limit.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Limits {
    /// Formats the limits as in the PGN tag `TimeControl`; limits that the PGN standard does not cover are written in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(self.movetime.map(|time| format!("{}/move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["10", "10+0.1", "40/60", "40/60+0.5", "0.5+0.01"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "0", "x", "10+", "+1", "0/10", "-1", "10+-1", "1e3", "inf", "99999999999", "1:30"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn limits_are_named_as_in_the_record() {
        let mut limits = Limits::default();
        for (key, value) in [("movetime", "100"), ("nodes", "5000"), ("depth", "3")] {
            assert_eq!(limits.set(key, value), Ok(true));
        }
        assert_eq!(limits.to_string(), "0.1/move, 5000 nodes, depth 3");
        assert_eq!(limits.set("name", "x"), Ok(false));
        assert!(limits.set("depth", "0").is_err() && limits.set("nodes", "-1").is_err());
        assert_eq!(limits.set("tc", "10").unwrap_err(), "tc and movetime exclude each other");
        assert_eq!(Limits::default().to_string(), "-");
    }
}
