//! Score of a match as a line and as a table.

use std::fmt::Write;

use crate::engine_match::EngineMatch;
use crate::match_score::{MatchScore, SearchTotals};
use crate::sprt::{Decision, Sprt};
use crate::statistics::{Estimate, MIN_PAIRS, Pairs};
use crate::termination::Termination;

/// Formats the score on one line, from the first engine's point of view.
pub fn progress(engine_match: &EngineMatch, match_score: &MatchScore) -> String {
    let [won, drawn, lost] = match_score.won_drawn_lost();
    let mut line = format!("+{won} ={drawn} -{lost}");
    if let Some(score) = match_score.score() {
        let _ = write!(line, " {:.1} %", score * 100.0);
    }
    if let Some(elo) = match_score.pairs.elo() {
        let _ = write!(line, ", Elo {}", estimate(elo));
    }
    if let Some(sprt) = &engine_match.sprt {
        let (lower, upper) = sprt.bounds();
        let _ = write!(line, ", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&match_score.pairs));
    }
    let failures: u64 =
        Termination::ALL.iter().filter(|end| end.is_failure()).map(|&end| match_score.ended_by(end)).sum();
    if failures > 0 {
        let _ = write!(line, ", {failures} failures");
    }
    line
}

/// Formats the score as a table.
pub fn table(engine_match: &EngineMatch, match_score: &MatchScore) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    let [first, second] = [0, 1].map(|engine| engine_match.engines[engine].name.as_str());
    row("Match", format!("{first} against {second}"));
    row("Event", engine_match.name.clone());
    let limits = [0, 1].map(|engine| engine_match.limits_text(engine));
    row("Limits", if limits[0] == limits[1] { limits[0].clone() } else { limits.join("; ") });
    let [won, drawn, lost] = match_score.won_drawn_lost();
    let score = match_score.score().map_or_else(String::new, |score| format!(", score {:.2} %", score * 100.0));
    row("Games", format!("{}: won {won}, drawn {drawn}, lost {lost}{score}", match_score.count()));
    let [_, worse, _, better, _] = match_score.games;
    if worse + better > 0 {
        row("of them", format!("{better} won and {worse} lost by a stalemate of three quarters to one"));
    }
    if let Some(score) = match_score.white_score() {
        row("White", format!("scored {:.2} %", score * 100.0));
    }
    row("Pairs", pairs(&match_score.pairs));
    if let Some(elo) = match_score.pairs.elo() {
        row("Elo", explained(elo, &match_score.pairs));
    }
    if let Some(elo) = match_score.pairs.normalized_elo() {
        row("Normalized Elo", explained(elo, &match_score.pairs));
    }
    if let Some(superiority) = match_score.pairs.superiority().filter(|_| match_score.pairs.count() >= MIN_PAIRS) {
        row("Superiority", format!("{:.1} % (LOS)", superiority * 100.0));
    }
    if let Some(sprt) = &engine_match.sprt {
        row("SPRT", verdict(sprt, &match_score.pairs));
    }
    let ends: Vec<String> = Termination::ALL
        .into_iter()
        .map(|termination| (termination, match_score.ended_by(termination)))
        .filter(|&(_, count)| count > 0)
        .map(|(termination, count)| format!("{} {count}", termination.name()))
        .collect();
    row("Ends", if ends.is_empty() { "-".to_owned() } else { ends.join(", ") });
    for engine in 0..2 {
        let name = &engine_match.engines[engine].name;
        row("Failures", format!("{name}: {}", failures(match_score, engine)));
    }
    for engine in 0..2 {
        if let Some(effort) = effort(&match_score.totals[engine]) {
            row("A move", format!("{}: {effort}", engine_match.engines[engine].name));
        }
    }
    text
}

/// Formats a value with its interval, or with the reason why the interval is unknown.
fn explained(value: Estimate, pairs: &Pairs) -> String {
    let text = estimate(value);
    match value.margin {
        margin if margin.is_finite() => format!("{text} (95 %)"),
        _ if pairs.count() < MIN_PAIRS => format!("{text} (an interval takes {MIN_PAIRS} pairs)"),
        _ if pairs.are_alike() => format!("{text} (no interval: all pairs are alike)"),
        _ => format!("{text} (its interval has no end)"),
    }
}

fn estimate(Estimate { value, margin }: Estimate) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "beyond measure".to_owned() } else { "beyond measure below".to_owned() };
    }
    // Adding zero removes the sign of a negative zero.
    let value = value + 0.0;
    if margin.is_finite() { format!("{value:+.1} ± {margin:.1}") } else { format!("{value:+.1} ± ?") }
}

/// Formats the classes of pairs, from both lost to both won.
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

fn failures(match_score: &MatchScore, engine: usize) -> String {
    let failures = Termination::ALL.into_iter().filter(|termination| termination.is_failure());
    let counts: Vec<String> = failures
        .map(|termination| format!("{} {}", termination.name(), match_score.lost_by(termination, engine)))
        .collect();
    counts.join(", ")
}

/// Formats the averages per move; `None` if the engine made no move.
fn effort(effort: &SearchTotals) -> Option<String> {
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
    fn an_interval_is_given_only_if_it_is_known() {
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
