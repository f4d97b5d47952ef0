//! Tables of the documents.

use std::collections::BTreeMap;
use std::fmt::Write;

use saffron_rules::Variant;

use crate::data::{End, EndingData, Endings, Outcome, Results, Side};
use crate::figures::{both, grouped, in_a_row, moves, share};
use crate::files::Folder;

/// Name of an ending in texts, such as K+Q v K+R.
pub(crate) fn name(ending: &str) -> String {
    let at = ending.rfind('K').unwrap_or(0);
    let side = |letters: &str| letters.chars().map(String::from).collect::<Vec<_>>().join("+");
    format!("{} v {}", side(&ending[..at]), side(&ending[at..]))
}

/// English name of a game, as on the page.
///
/// # Errors
/// One line that names the catalogue in which it is missing.
pub(crate) fn game(variant: &Variant) -> Result<String, String> {
    let path = Folder::default().names(variant.id());
    let key = format!("variant_{}", variant.id());
    let messages: BTreeMap<String, String> =
        serde_json::from_str(&Folder::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = messages.get(&key).ok_or_else(|| format!("{}: there is no {key}", path.display()))?;
    Ok(name.replace('’', "'"))
}

/// Columns with the shares of results of positions: of the quiet ones first, and of all in brackets.
fn columns(quiet: Option<Results>, all: Results, stalemates: bool) -> String {
    let parts = |results: Results| {
        let Results { won, stalemate_won, drawn, stalemate_lost, lost, .. } = results;
        let parts =
            if stalemates { vec![won, stalemate_won, drawn, stalemate_lost, lost] } else { vec![won, drawn, lost] };
        parts.into_iter().map(|part| share(part, results.legal)).collect::<Vec<_>>()
    };
    let quiet = quiet.map(parts);
    let shares = parts(all).into_iter().enumerate();
    let cells = shares.map(|(at, all)| both(quiet.as_ref().map(|quiet| quiet[at].clone()), &all));
    cells.collect::<Vec<_>>().join(" | ")
}

/// Numbers of positions: the quiet ones first, and all in brackets.
fn positions(quiet: [Option<Results>; 2], all: Results) -> String {
    let [white, black] = quiet;
    let quiet = white.zip(black).map(|(white, black)| grouped(white.and(black).legal));
    both(quiet, &grouped(all.legal))
}

/// Returns whether stalemate is a result of its own.
pub(crate) fn has_stalemates(endings: &Endings) -> bool {
    endings.endings.iter().any(|data| data.together().stalemate_won + data.together().stalemate_lost > 0)
}

fn mate(data: &EndingData, winner: Side) -> String {
    data.longest_mate(winner).map_or_else(|| "-".to_owned(), |longest| moves(longest.plies).to_string())
}

/// Table of the endings of a variant.
pub(crate) fn results(endings: &Endings) -> String {
    let stalemates = has_stalemates(endings);
    let of = if stalemates {
        vec!["won", "stalemated", "drawn", "is stalemated", "lost"]
    } else {
        vec!["won", "drawn", "lost"]
    };
    let heads: Vec<String> =
        ["w", "b"].iter().flat_map(|side| of.iter().map(move |what| format!("{side}: {what}"))).collect();
    let mut text = format!("| | positions | {} | mate in | lost in | zugzwangs | held |\n", heads.join(" | "));
    let _ = writeln!(text, "|---|{}", "--:|".repeat(heads.len() + 5));
    for data in &endings.endings {
        let held = data.held.map_or_else(
            || "-".to_owned(),
            |held| {
                let (all, checks) = (held.all.iter().sum::<u64>(), held.perpetual.iter().sum::<u64>());
                if checks == 0 { grouped(all) } else { format!("{} ({})", grouped(all), grouped(checks)) }
            },
        );
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {held} |",
            name(&data.ending),
            positions(data.quiet(), data.together()),
            columns(data.quiet()[0], data.to_move[0], stalemates),
            columns(data.quiet()[1], data.to_move[1], stalemates),
            mate(data, Side::W),
            mate(data, Side::B),
            grouped(data.zugzwangs.count),
        );
    }
    text
}

/// Table of the endings whose results were counted by the colours of bishops.
pub(crate) fn bishops(endings: &Endings) -> String {
    let stalemates = has_stalemates(endings);
    let mut text = String::from("| | bishops | positions | won | ");
    text.push_str(if stalemates { "stalemated | drawn | is stalemated | lost |\n" } else { "drawn | lost |\n" });
    let _ = writeln!(text, "|---|---|{}", "--:|".repeat(if stalemates { 6 } else { 4 }));
    for data in &endings.endings {
        for bishops in &data.bishops {
            let on = match bishops.on.as_str() {
                "same" => "on the same colour".to_owned(),
                "different" => "on different colours".to_owned(),
                "one" => "on one colour".to_owned(),
                "two" | "three" => format!("on {} colours", bishops.on),
                cells => format!("on the colour of {}", cells.replace(", ", " or ")),
            };
            let (quiet, results) = (data.quiet_of(bishops), bishops.to_move[0].and(bishops.to_move[1]));
            let [white, black] = quiet;
            let together = white.zip(black).map(|(white, black)| white.and(black));
            let _ = writeln!(
                text,
                "| {} | {on} | {} | {} |",
                name(&data.ending),
                positions(quiet, results),
                columns(together, results, stalemates)
            );
        }
    }
    text
}

/// Table of the mates of more than 50 moves, and of those that the 50-move rule takes away, as far as they were counted; `None` if
/// there are none.
pub(crate) fn long_mates(endings: &Endings) -> Result<Option<String>, String> {
    let mut text = String::from(
        "| | mates | of more than 50 moves | beyond the rule | beyond, of all mates | longest mate (plies) | in a row |\n|---|--:|--:|--:|--:|--:|--:|\n",
    );
    let head = text.len();
    for data in endings.endings.iter().filter(|data| data.is_long()) {
        let decided = data.together().won + data.together().lost;
        let counted = data.long_mates.map_or_else(
            || "not counted | not counted | -".to_owned(),
            |mates| {
                let (long, beyond) = (mates.all.iter().sum(), mates.beyond.iter().sum());
                format!("{} | {} | {}", grouped(long), grouped(beyond), share(beyond, decided))
            },
        );
        let longest =
            data.longest.iter().filter(|longest| longest.end == End::Mate).max_by_key(|longest| longest.plies);
        let Some(longest) = longest else { continue };
        let row = in_a_row(&endings.variant, longest)?;
        let (name, decided) = (name(&data.ending), grouped(decided));
        let _ = writeln!(text, "| {name} | {decided} | {counted} | {} | {row} |", longest.plies);
    }
    Ok((text.len() > head).then_some(text))
}

fn outcome(outcome: Outcome, who: &str) -> String {
    match outcome {
        Outcome::Win(n) => format!("{who} wins in {}", moves(n)),
        Outcome::StalemateWin(n) => format!("{who} stalemates in {}", moves(n)),
        Outcome::Draw => "drawn".to_owned(),
        Outcome::StalemateLoss(0) => format!("{who} is stalemated"),
        Outcome::StalemateLoss(n) => format!("{who} is stalemated in {}", moves(n)),
        Outcome::Loss(n) => format!("{who} loses in {}", moves(n)),
    }
}

/// Table of the mutual zugzwangs, with an example for each pair of results; `None` if there are none.
pub(crate) fn zugzwangs(endings: &Endings) -> Option<String> {
    let mut text =
        String::from("| | zugzwangs | for example | White to move | Black to move |\n|---|--:|---|---|---|\n");
    let head = text.len();
    for data in &endings.endings {
        for (number, example) in data.zugzwangs.examples.iter().enumerate() {
            let (ending, count) =
                if number == 0 { (name(&data.ending), grouped(data.zugzwangs.count)) } else { Default::default() };
            let placement = example.fen.split(' ').next().unwrap_or("");
            let _ = writeln!(
                text,
                "| {ending} | {count} | `{placement}` | {} | {} |",
                outcome(example.white, "White"),
                outcome(example.black, "Black"),
            );
        }
    }
    (text.len() > head).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_named_with_their_sides_apart() {
        assert_eq!(["KQK", "KQKR", "KBNK"].map(name), ["K+Q v K", "K+Q v K+R", "K+B+N v K"]);
    }
}
