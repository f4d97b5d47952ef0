//! Observations from outside the server: commands with their answers, events as shown, and violations.

use std::collections::{BTreeMap, BTreeSet};

use saffron_live::{Command, CommandId, Recorded};
use saffron_protocol::error::ErrorCode;
use saffron_rules::Color;

/// Key of a command by its id.
pub(crate) type CommandKey = (String, u32);

/// Returns the key of a command id.
pub(crate) fn key(id: &CommandId) -> CommandKey {
    (id.client.clone(), id.n)
}

/// Command as its sender knows it. Times are simulated milliseconds since the start.
#[derive(Clone, Debug)]
pub(crate) struct SentCommand {
    pub(crate) game: usize,
    pub(crate) side: Color,
    pub(crate) command: Command,
    pub(crate) first_sent: u64,
    pub(crate) last_sent: u64,
    /// Number of times it was sent.
    pub(crate) copies: u32,
    /// Number of its first event, as acknowledged.
    pub(crate) acknowledged: Option<u32>,
    /// Refusal which states that it was not carried out.
    pub(crate) refused: Option<ErrorCode>,
}

/// Event as first shown to a client.
#[derive(Clone, Debug)]
pub(crate) struct ShownEvent {
    pub(crate) recorded: Recorded,
    pub(crate) first: u64,
}

/// Part of a game that a person followed without a gap.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) person: usize,
    pub(crate) game: usize,
    pub(crate) side: Option<Color>,
    /// Number of the first event.
    pub(crate) from: u32,
    /// Number after the last event.
    pub(crate) next: u32,
    pub(crate) shown: BTreeSet<u32>,
}

/// Totals of one or several simulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Simulated milliseconds.
    pub simulated: u64,
    /// Distinct commands sent.
    pub commands: u64,
    /// Commands sent, with repetitions.
    pub copies: u64,
    /// Commands acknowledged.
    pub acknowledged: u64,
    /// Commands refused.
    pub refused: u64,
    /// Events in the games at the end.
    pub events: u64,
    /// Connections made.
    pub connections: u64,
    /// Starts of the server after the first.
    pub restarts: u64,
    /// Games that ended.
    pub ended: u64,
    /// Number of times that the server asked a slow reader to watch a game again, or disconnected it.
    pub behind: u64,
    /// Commits that failed or seemed to fail.
    pub store_failures: u64,
}

impl Totals {
    /// Adds the totals of another simulation.
    pub fn add(&mut self, other: &Self) {
        self.simulated += other.simulated;
        self.commands += other.commands;
        self.copies += other.copies;
        self.acknowledged += other.acknowledged;
        self.refused += other.refused;
        self.events += other.events;
        self.connections += other.connections;
        self.restarts += other.restarts;
        self.ended += other.ended;
        self.behind += other.behind;
        self.store_failures += other.store_failures;
    }
}

/// Observations of a simulation.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(crate) commands: BTreeMap<CommandKey, SentCommand>,
    /// Events shown, by game and event number.
    pub(crate) shown: Vec<BTreeMap<u32, ShownEvent>>,
    pub(crate) stretches: Vec<Stretch>,
    /// Periods without the server: start, and end once it is back.
    pub(crate) away: Vec<(u64, Option<u64>)>,
    pub(crate) violations: Vec<String>,
    pub(crate) totals: Totals,
    /// Lines of the trace, if they are kept.
    pub(crate) trace: Option<Vec<String>>,
    /// FNV-1a hash of all trace lines.
    pub(crate) hash: u64,
}

impl History {
    /// Records that the server is down from now on, if it was not before.
    pub(crate) fn server_leaves(&mut self, now: u64) {
        if self.away.last().is_none_or(|away| away.1.is_some()) {
            self.away.push((now, None));
        }
    }

    /// Records that the server is back.
    pub(crate) fn server_returns(&mut self, now: u64) {
        if let Some(away) = self.away.last_mut().filter(|away| away.1.is_none()) {
            away.1 = Some(now);
        }
    }

    pub(crate) fn new(games: usize, trace: bool) -> Self {
        Self {
            shown: vec![BTreeMap::new(); games],
            trace: trace.then(Vec::new),
            hash: 0xcbf2_9ce4_8422_2325,
            ..Self::default()
        }
    }

    /// Adds a line to the trace.
    pub(crate) fn note(&mut self, at: u64, who: &str, what: &str) {
        for byte in at.to_le_bytes().into_iter().chain(who.bytes()).chain(what.bytes()) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        if let Some(trace) = &mut self.trace {
            trace.push(format!("{at:>7} {who:<8} {what}"));
        }
    }

    /// Records a violation.
    pub(crate) fn violation(&mut self, at: u64, what: impl std::fmt::Display) {
        self.note(at, "WRONG", &what.to_string());
        // The first violations show the cause.
        if self.violations.len() < 20 {
            self.violations.push(format!("{at} ms: {what}"));
        }
    }

    /// Records that a copy of a command was sent.
    pub(crate) fn sent(&mut self, at: u64, id: &CommandId, game: usize, side: Color, command: &Command) {
        self.totals.copies += 1;
        let totals = &mut self.totals;
        let sent = self.commands.entry(key(id)).or_insert_with(|| {
            totals.commands += 1;
            SentCommand {
                game,
                side,
                command: command.clone(),
                first_sent: at,
                last_sent: at,
                copies: 0,
                acknowledged: None,
                refused: None,
            }
        });
        sent.copies += 1;
        sent.last_sent = at;
    }

    /// Records the acknowledgement of a command, by its own answer or by its first event.
    pub(crate) fn acknowledged(&mut self, at: u64, id: &CommandId, seq: u32) {
        let Some(sent) = self.commands.get_mut(&key(id)) else {
            return self.violation(at, format!("{id:?} was acknowledged, but no client sent it"));
        };
        let wrong = match sent.acknowledged {
            Some(before) if before != seq => Some(format!("{id:?} was acknowledged as event {before} and as {seq}")),
            _ if sent.refused.is_some() && sent.copies == 1 => Some(format!("{id:?} was refused, then acknowledged")),
            _ => None,
        };
        if sent.acknowledged.is_none() {
            self.totals.acknowledged += 1;
        }
        sent.acknowledged = Some(seq);
        if let Some(wrong) = wrong {
            self.violation(at, wrong);
        }
    }

    /// Records the final refusal of a command.
    pub(crate) fn refused(&mut self, at: u64, id: &CommandId, error: &ErrorCode) {
        let Some(sent) = self.commands.get_mut(&key(id)) else {
            return self.violation(at, format!("{id:?} was refused, but no client sent it"));
        };
        self.totals.refused += 1;
        let acknowledged = sent.acknowledged;
        sent.refused = Some(error.clone());
        if acknowledged.is_some() {
            self.violation(at, format!("{id:?} was acknowledged, then refused: {error:?}"));
        }
    }

    /// Records that an event was shown to a client.
    pub(crate) fn show(&mut self, at: u64, game: usize, recorded: &Recorded) {
        match self.shown[game].get(&recorded.seq) {
            None => {
                let shown = ShownEvent { recorded: recorded.clone(), first: at };
                self.shown[game].insert(recorded.seq, shown);
            }
            // Replaced conditional moves have lost their lines.
            Some(before) if before.recorded != *recorded && without_lines(&before.recorded) != *recorded => {
                let before = before.recorded.clone();
                self.violation(at, format!("event {} was shown as {before:?} and as {recorded:?}", recorded.seq));
            }
            Some(_) => {}
        }
    }
}

/// Returns an event as it is kept once its conditional moves were replaced.
pub(crate) fn without_lines(recorded: &Recorded) -> Recorded {
    Recorded { event: recorded.event.without_lines(), ..recorded.clone() }
}
