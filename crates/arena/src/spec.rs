//! Description of an engine, as given on the command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::key_values::{pairs, words};
use crate::limits::{Limits, milliseconds};

/// Protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// Universal Chess Interface.
    #[default]
    Uci,
    /// Jocly's protocol: one line per request, `go GAME t=SECONDS MOVES...`, answered by one line `bestmove MOVE ...`.
    Jocly,
}

/// Description of an engine: command, options and limits.
///
/// ```
/// use saffron_arena::EngineSpec;
///
/// let text = "name=new cmd='./saffron uci' option.Hash=16 option.'Move Overhead'=20 nodes=2000";
/// let engine: EngineSpec = text.parse()?;
/// assert_eq!(engine.command, ["./saffron", "uci"]);
/// assert_eq!(engine.options[1], ("Move Overhead".to_owned(), "20".to_owned()));
/// assert_eq!(engine.limits.nodes, Some(2000));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// Name in reports and PGN.
    pub name: String,
    /// Program and its arguments.
    pub command: Vec<String>,
    /// Working directory; by default that of the current process.
    pub dir: Option<PathBuf>,
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Lines to send before the options.
    pub init: Vec<String>,
    /// Engine's name of the variant, if it differs from Saffron's id.
    pub variant: Option<String>,
    /// True if the engine's `startpos` is the start position of the match.
    pub own_start: bool,
    /// True if the engine names cells as on a rectangle: files from a on without gaps, ranks by the skewed coordinate.
    pub skewed: bool,
    /// Limits that replace those of the match.
    pub limits: Limits,
    /// Named level, for engines that have levels instead of limits.
    pub level: Option<String>,
    /// Time by which the engine may exceed its limit, if it differs from that of the match.
    pub margin: Option<Duration>,
    /// File for standard error, which is discarded otherwise.
    pub stderr: Option<PathBuf>,
    /// Log file of the dialogue.
    pub log: Option<PathBuf>,
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = words(text)?;
        let mut spec = Self::default();
        for (key, value) in pairs(&words)? {
            spec.set(key, value)?;
        }
        let Some(program) = spec.command.first() else {
            return Err("cmd=COMMAND is missing".to_owned());
        };
        if spec.name.is_empty() {
            let file = PathBuf::from(program);
            spec.name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        }
        spec.check()?;
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if self.limits.set(key, value)? {
            return Ok(());
        }
        let unexpected = |expected: &str| Err(format!("{key}: expected {expected}, not {value:?}"));
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.command = words(value)?,
            "dir" => self.dir = Some(value.into()),
            "protocol" => match value {
                "uci" => self.protocol = Protocol::Uci,
                "jocly" => self.protocol = Protocol::Jocly,
                _ => return unexpected("uci or jocly"),
            },
            "init" => self.init.push(value.to_owned()),
            "variant" => self.variant = Some(value.to_owned()),
            "startpos" => match value {
                "own" => self.own_start = true,
                _ => return unexpected("own"),
            },
            "coordinates" => match value {
                "skewed" => self.skewed = true,
                "printed" => self.skewed = false,
                _ => return unexpected("printed or skewed"),
            },
            "level" => self.level = Some(value.to_owned()),
            "margin" => match milliseconds(value) {
                Some(margin) => self.margin = Some(margin),
                None => return unexpected("milliseconds"),
            },
            "stderr" => self.stderr = Some(value.into()),
            "log" => self.log = Some(value.into()),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.options.push((name.to_owned(), value.to_owned())),
                _ => {
                    return Err(format!(
                        "there is no key {key:?}; the keys are name, cmd, dir, protocol, option.NAME, init, variant, \
                         startpos, coordinates, tc, movetime, nodes, depth, level, margin, stderr and log"
                    ));
                }
            },
        }
        Ok(())
    }

    /// Returns an error if settings exclude each other.
    fn check(&self) -> Result<(), String> {
        let with_line_end = |text: &String| text.contains(['\n', '\r']);
        if self.init.iter().any(with_line_end)
            || self.options.iter().any(|(name, value)| with_line_end(name) || with_line_end(value))
        {
            return Err("init and options are single lines".to_owned());
        }
        match self.protocol {
            Protocol::Uci if self.level.is_some() => {
                Err("level: only players of protocol=jocly have levels".to_owned())
            }
            Protocol::Jocly if !self.options.is_empty() => Err("option: protocol=jocly has no options".to_owned()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read() {
        let text = "name=F cmd='fsf -x' dir=/tmp protocol=uci option.UCI_Elo=1 init='load a b' variant=tuned \
                    startpos=own coordinates=skewed tc=10+0.1 nodes=7 margin=90 stderr=err log=talk";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!((spec.name.as_str(), spec.command.as_slice()), ("F", &["fsf".to_owned(), "-x".to_owned()][..]));
        assert_eq!((spec.init.as_slice(), spec.variant.as_deref()), (&["load a b".to_owned()][..], Some("tuned")));
        assert!(spec.own_start && spec.skewed && spec.limits.clock.is_some());
        assert_eq!(spec.margin, Some(Duration::from_millis(90)));
        let jocly: EngineSpec = "cmd='node jocly_player.js' protocol=jocly level=fast".parse().unwrap();
        assert_eq!((jocly.name.as_str(), jocly.protocol), ("node", Protocol::Jocly));
    }

    #[test]
    fn errors_are_reported() {
        for (text, message) in [
            ("name=A", "cmd=COMMAND is missing"),
            ("cmd=a hash=5", "there is no key \"hash\"; "),
            ("cmd=a protocol=xboard", "protocol: expected uci or jocly, not \"xboard\""),
            ("cmd=a level=3", "level: only players of protocol=jocly"),
            ("cmd=a protocol=jocly option.X=3", "option: protocol=jocly has no options"),
            ("cmd=a uci", "expected key=value, not \"uci\""),
            ("cmd=a tc=1 movetime=1", "tc and movetime exclude each other"),
            ("cmd=a 'option.X=1\ngo'", "init and options are single lines"),
            ("cmd=a option.=1", "there is no key \"option.\""),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
