//! The standing of a match in words and tables.

use std::fmt::Write;

use crate::ending::Ending;
use crate::event::Event;
use crate::sprt::{Decision, Sprt};
use crate::standing::{Effort, Standing};
use crate::statistics::{Estimate, FEWEST_PAIRS, Pairs};

/// The standing on one line, as the first engine sees it.
pub fn progress(event: &Event, standing: &Standing) -> String {
    let [won, drawn, lost] = standing.won_drawn_lost();
    let mut line = format!("+{won} ={drawn} -{lost}");
    if let Some(score) = standing.score() {
        let _ = write!(line, " {:.1} %", score * 100.0);
    }
    if let Some(elo) = standing.pairs.elo() {
        let _ = write!(line, ", Elo {}", estimate(elo));
    }
    if let Some(sprt) = &event.sprt {
        let (lower, upper) = sprt.bounds();
        let _ = write!(line, ", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&standing.pairs));
    }
    let failures: u64 = Ending::ALL.iter().filter(|end| end.is_failure()).map(|&end| standing.ended_by(end)).sum();
    if failures > 0 {
        let _ = write!(line, ", {failures} failures");
    }
    line
}

/// The whole standing.
pub fn table(event: &Event, standing: &Standing) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    let [first, second] = [0, 1].map(|engine| event.engines[engine].name.as_str());
    row("Match", format!("{first} against {second}"));
    row("Event", event.name.clone());
    let limits = [0, 1].map(|engine| event.limits_text(engine));
    row("Limits", if limits[0] == limits[1] { limits[0].clone() } else { limits.join("; ") });
    let [won, drawn, lost] = standing.won_drawn_lost();
    let score = standing.score().map_or_else(String::new, |score| format!(", score {:.2} %", score * 100.0));
    row("Games", format!("{}: won {won}, drawn {drawn}, lost {lost}{score}", standing.count()));
    let [_, worse, _, better, _] = standing.games;
    if worse + better > 0 {
        row("of them", format!("{better} won and {worse} lost by a stalemate of three quarters to one"));
    }
    if let Some(score) = standing.white_score() {
        row("White", format!("scored {:.2} %", score * 100.0));
    }
    row("Pairs", pairs(&standing.pairs));
    if let Some(elo) = standing.pairs.elo() {
        row("Elo", explained(elo, &standing.pairs));
    }
    if let Some(elo) = standing.pairs.normalized_elo() {
        row("Normalized Elo", explained(elo, &standing.pairs));
    }
    if let Some(superiority) = standing.pairs.superiority().filter(|_| standing.pairs.count() >= FEWEST_PAIRS) {
        row("Superiority", format!("{:.1} % (LOS)", superiority * 100.0));
    }
    if let Some(sprt) = &event.sprt {
        row("SPRT", verdict(sprt, &standing.pairs));
    }
    let ends: Vec<String> = Ending::ALL
        .into_iter()
        .map(|ending| (ending, standing.ended_by(ending)))
        .filter(|&(_, count)| count > 0)
        .map(|(ending, count)| format!("{} {count}", ending.name()))
        .collect();
    row("Ends", if ends.is_empty() { "-".to_owned() } else { ends.join(", ") });
    for engine in 0..2 {
        let name = &event.engines[engine].name;
        row("Failures", format!("{name}: {}", failures(standing, engine)));
    }
    for engine in 0..2 {
        if let Some(effort) = effort(&standing.efforts[engine]) {
            row("A move", format!("{}: {effort}", event.engines[engine].name));
        }
    }
    text
}

/// A value with what its interval is, or why it has none.
fn explained(value: Estimate, pairs: &Pairs) -> String {
    let text = estimate(value);
    match value.margin {
        margin if margin.is_finite() => format!("{text} (95 %)"),
        _ if pairs.count() < FEWEST_PAIRS => format!("{text} (an interval takes {FEWEST_PAIRS} pairs)"),
        _ if pairs.are_alike() => format!("{text} (no interval: all pairs are alike)"),
        _ => format!("{text} (its interval has no end)"),
    }
}

fn estimate(Estimate { value, margin }: Estimate) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "beyond measure".to_owned() } else { "beyond measure below".to_owned() };
    }
    // Without the sign of a zero.
    let value = value + 0.0;
    if margin.is_finite() { format!("{value:+.1} ± {margin:.1}") } else { format!("{value:+.1} ± ?") }
}

/// The classes of pairs, from both lost to both won.
fn pairs(pairs: &Pairs) -> String {
    let join = |counts: &[u64]| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    match pairs.as_pentanomial() {
        Some(counts) => format!("{}: {} (LL LD WL/DD WD WW)", pairs.count(), join(&counts)),
        None => format!("{}: {} (0, 1/4, ..., 2 points)", pairs.count(), join(&pairs.0)),
    }
}

fn verdict(sprt: &Sprt, pairs: &Pairs) -> String {
    let (lower, upper) = sprt.bounds();
    let decision = match sprt.decision(pairs) {
        Some(Decision::H0) => "H0 is accepted",
        Some(Decision::H1) => "H1 is accepted",
        None => "open",
    };
    format!("{sprt}: LLR {:.2} ({lower:.2}, {upper:.2}), {decision}", sprt.llr(pairs))
}

fn failures(standing: &Standing, engine: usize) -> String {
    let failures = Ending::ALL.into_iter().filter(|ending| ending.is_failure());
    let counts: Vec<String> =
        failures.map(|ending| format!("{} {}", ending.name(), standing.lost_by(ending, engine))).collect();
    counts.join(", ")
}

/// Averages of a move.
fn effort(effort: &Effort) -> Option<String> {
    if effort.moves == 0 {
        return None;
    }
    let mut text = format!("{:.1} ms", effort.time.as_secs_f64() * 1000.0 / effort.moves as f64);
    if effort.depths.0 > 0 {
        let _ = write!(text, ", depth {:.1}", effort.depths.1 as f64 / effort.depths.0 as f64);
    }
    let (time, nodes) = effort.nodes;
    if nodes > 0 {
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
        let _ = write!(text, ", {:.0} nodes, {speed:.0} nodes/s", nodes as f64 / effort.moves as f64);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_given_only_where_it_is_known() {
        let elo = |pairs| {
            let pairs = Pairs::pentanomial(pairs);
            explained(pairs.elo().unwrap(), &pairs)
        };
        assert_eq!(elo([0, 1, 0, 0, 0]), "-190.8 ± ? (an interval takes 10 pairs)");
        assert_eq!(elo([0, 0, 1, 0, 1]), "+190.8 ± ? (an interval takes 10 pairs)");
        assert_eq!(elo([0, 0, 0, 0, 1]), "beyond measure (an interval takes 10 pairs)");
        assert_eq!(elo([0, 0, 12, 0, 0]), "+0.0 ± ? (no interval: all pairs are alike)");
        assert_eq!(elo([12, 0, 0, 0, 0]), "beyond measure below (no interval: all pairs are alike)");
        assert_eq!(elo([0, 0, 0, 1, 29]), "+830.2 ± ? (its interval has no end)");
        assert_eq!(elo([1, 10, 78, 48, 13]), "+72.9 ± 22.3 (95 %)");
    }
}
