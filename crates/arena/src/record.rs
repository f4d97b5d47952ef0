//! PGN of the games of a match, and results read back from it to resume a match.

use saffron_rules::{
    Color, Comment, FileLetters, Language, MovetextItem, Notation, Outcome, PgnReader, RawGame, Reason, Replay,
    Termination as Marker, write_tag,
};

use crate::engine_match::EngineMatch;
use crate::game::{MoveEvaluation, PlayedGame};
use crate::match_score::GameResult;
use crate::termination::Termination;

/// Prefixes of the last comment, which names the side that lost or failed.
const BY_WHITE: &str = "White: ";
const BY_BLACK: &str = "Black: ";

/// Returns the PGN of a game, followed by an empty line. Each move has its evaluation as a comment. `date` has the form of the
/// tag `Date`, `2026.11.21`.
pub fn record(engine_match: &EngineMatch, result: GameResult, played: &PlayedGame, date: &str) -> String {
    let white = result.white();
    let score = Outcome::scored(Color::White, played.white_quarters, Reason::Adjudication).result();
    let start = played.game.start();
    let mut tags = vec![
        ("Event", engine_match.name.clone()),
        ("Site", "?".to_owned()),
        ("Date", date.to_owned()),
        ("Round", round(result.index)),
        ("White", engine_match.engines[white].name.clone()),
        ("Black", engine_match.engines[1 - white].name.clone()),
        ("Result", score.to_owned()),
        ("Variant", start.variant().name().to_owned()),
    ];
    if *start != start.variant().start() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start.to_fen()));
    }
    let [of_white, of_black] = [white, 1 - white].map(|engine| engine_match.limits_text(engine));
    if of_white == of_black {
        tags.push(("TimeControl", of_white));
    } else {
        tags.push(("WhiteTimeControl", of_white));
        tags.push(("BlackTimeControl", of_black));
    }
    tags.push(("PlyCount", played.game.moves().len().to_string()));
    tags.push(("Termination", played.termination.tag().to_owned()));
    tags.push(("Ending", played.termination.name().to_owned()));
    let written = RawGame {
        tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        items: items(played),
        result: Some(Marker::Score(score)),
        ..RawGame::default()
    };
    let replay = Replay {
        start: Some(*start),
        end: Some(*played.game.position()),
        moves: played.game.moves().to_vec(),
        language: Language::English,
        files: FileLetters::WithoutJ,
        variant_is_inherited: false,
        error: None,
        result_mismatch: None,
        result: written.result,
        ends_with_double_zero: false,
        notes: Vec::new(),
    };
    replay.write(&written, Notation::ENGLISH) + "\n"
}

/// Returns the movetext: moves, comments with the engines' evaluations, and the termination.
fn items(played: &PlayedGame) -> Vec<MovetextItem> {
    let comment = |text| MovetextItem::Comment(Comment { line: 0, text, to_line_end: false, after_number: false });
    let mut items = Vec::with_capacity(2 * played.game.moves().len() + 1);
    for (ply, (position, &mv)) in played.game.positions().iter().zip(played.game.moves()).enumerate() {
        items.push(MovetextItem::Move { line: 0, text: position.san(mv), turn: None, number: None });
        if let Some(evaluation) = ply.checked_sub(played.opening_plies).and_then(|index| played.evaluations.get(index))
        {
            items.push(comment(comment_text(evaluation)));
        }
    }
    if played.opening_plies > 0 {
        items.insert(played.opening_plies, comment("book".to_owned()));
    }
    items.push(comment(last_words(played)));
    items
}

/// Formats evaluation, depth and time in seconds: `+0.35/12 0.10s`.
fn comment_text(evaluation: &MoveEvaluation) -> String {
    let time = format!("{:.3}s", evaluation.took.as_secs_f64());
    match (evaluation.info.score, evaluation.info.depth) {
        (Some(score), Some(depth)) => format!("{score}/{depth} {time}"),
        (Some(score), None) => format!("{score} {time}"),
        _ => time,
    }
}

fn last_words(played: &PlayedGame) -> String {
    let side = match (played.failed, played.white_quarters) {
        (Some(Color::White), _) | (None, 0 | 1) => BY_WHITE,
        (Some(Color::Black), _) | (None, 3 | 4) => BY_BLACK,
        _ => "",
    };
    let termination = played.termination.name();
    match played.detail.as_str() {
        "" => format!("{side}{termination}"),
        detail => format!("{side}{termination}, {}", detail.replace(['{', '}'], " ").replace(char::is_control, " ")),
    }
}

/// Formats pair and game, both from 1: `12.2`.
fn round(index: usize) -> String {
    format!("{}.{}", index / 2 + 1, index % 2 + 1)
}

fn index(round: &str) -> Option<usize> {
    let (pair, game) = round.split_once('.')?;
    let (pair, game): (usize, usize) = (pair.parse().ok()?, game.parse().ok()?);
    (matches!(game, 1 | 2) && pair > 0).then_some((pair - 1) * 2 + game - 1)
}

/// Reads the results of a match from its PGN file. Games with another event or other engines are ignored, and so are games
/// beyond the current number of games.
///
/// # Errors
/// If a game has the match's name but does not belong to it; the error names the line and the difference.
pub fn earlier_results(engine_match: &EngineMatch, text: &str) -> Result<Vec<GameResult>, String> {
    let mut reader = PgnReader::new();
    let mut results: Vec<GameResult> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut take = |reader: &mut PgnReader| -> Result<(), String> {
        while let Some(score) = reader.next_game() {
            let found =
                earlier_result(engine_match, &score).map_err(|error| format!("line {}: {error}", score.line))?;
            results.extend(found.filter(|result| result.index < engine_match.games && seen.insert(result.index)));
        }
        Ok(())
    };
    for line in text.lines() {
        reader.push_line(line);
        take(&mut reader)?;
    }
    reader.finish();
    take(&mut reader)?;
    Ok(results)
}

/// Returns the offset of the last game in the file if it is an incomplete game of this match, left by an interrupted run. Games
/// with another event, or none, are never cut.
pub fn cut_off(engine_match: &EngineMatch, text: &str) -> Option<usize> {
    // First line of every game of this match.
    let mut head = String::new();
    write_tag(&mut head, "Event", &engine_match.name);
    let begins = |at: &usize| {
        let (before, rest) = text.split_at(*at);
        (before.is_empty() || before.ends_with("\n\n")) && (rest.starts_with(&head) || head.starts_with(rest))
    };
    let at = text.match_indices('[').map(|(at, _)| at).rfind(begins)?;
    let games = PgnReader::read_all(&text[at..]);
    // A first line that is cut off may parse as anything.
    let is_cut = text.len() - at < head.len() || matches!(games.as_slice(), [only] if only.result.is_none());
    is_cut.then_some(at)
}

fn earlier_result(engine_match: &EngineMatch, score: &RawGame) -> Result<Option<GameResult>, String> {
    // A game without a result was being written when the match was interrupted.
    let (Some(name), Some(Marker::Score(written))) = (score.tag("Event"), score.result) else { return Ok(None) };
    if name != engine_match.name {
        return Ok(None);
    }
    let round = score.tag("Round").unwrap_or_default();
    let index = index(round).ok_or_else(|| format!("[Round {round:?}] is none of a match"))?;
    let white = engine_match.engines[index % 2].name.as_str();
    let black = engine_match.engines[1 - index % 2].name.as_str();
    if (score.tag("White"), score.tag("Black")) != (Some(white), Some(black)) {
        return Err(format!("game {round} should be {white} against {black}"));
    }
    let opening = engine_match.opening(index);
    let game = opening.game();
    let moves = game.positions().iter().zip(game.moves()).map(|(position, &mv)| position.san(mv));
    let same_start =
        score.tag("FEN").map_or(opening.start == opening.start.variant().start(), |fen| fen == opening.start.to_fen());
    if !same_start || !moves.eq(score.moves().take(opening.moves.len()).map(|(_, text)| text.to_owned())) {
        return Err(format!("game {round} has another opening: seed or openings are not the same"));
    }
    let termination = score.tag("Ending").and_then(Termination::by_name);
    let termination = termination.ok_or_else(|| format!("game {round} does not say how it ended"))?;
    let white_quarters = match written {
        "1-0" => 4,
        "3/4-1/4" => 3,
        "1/2-1/2" => 2,
        "1/4-3/4" => 1,
        _ => 0,
    };
    let failed = termination.is_failure().then(|| failed_side(score, white_quarters)).flatten();
    Ok(Some(GameResult { index, white_quarters, termination, failed }))
}

/// Returns the side whose engine failed, from the last comment, or else from the score.
fn failed_side(score: &RawGame, white_quarters: u8) -> Option<Color> {
    let last_words = score.items.iter().rev().find_map(|item| match item {
        MovetextItem::Comment(comment) => Some(comment.text.as_str()),
        _ => None,
    });
    match (last_words, white_quarters) {
        (Some(text), _) if text.starts_with(BY_WHITE) => Some(Color::White),
        (Some(text), _) if text.starts_with(BY_BLACK) => Some(Color::Black),
        (_, 0 | 1) => Some(Color::White),
        (_, 3 | 4) => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::{Info, Score as Eval};
    use crate::opening::Opening;
    use crate::spec::EngineSpec;
    use crate::{Adjudication, Limits};
    use saffron_rules::{Record, Variant};
    use std::time::Duration;

    fn engine_match() -> EngineMatch {
        let start = Variant::by_id("shafran").unwrap().start();
        let moves = ["e2e5", "e9e6"];
        let mut now = start;
        let moves = moves.map(|text| {
            let mv = now.parse_uci(text).unwrap();
            now.play_unchecked(mv);
            mv
        });
        let engine = |name: &str| EngineSpec { name: name.to_owned(), ..EngineSpec::default() };
        EngineMatch {
            name: "test \"one\"".to_owned(),
            start,
            engines: [engine("A"), engine("B")],
            limits: Limits { nodes: Some(7), ..Limits::default() },
            openings: vec![Opening { start, from_match_start: true, moves: moves.to_vec() }],
            games: 4,
            concurrency: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            margin: Duration::ZERO,
            grace: Duration::ZERO,
            timeout: Duration::ZERO,
        }
    }

    fn played(engine_match: &EngineMatch) -> PlayedGame {
        let mut game = engine_match.openings[0].game();
        let mv = game.position().parse_san("Nc4").unwrap();
        game.play(mv).unwrap();
        let info = Info { score: Some(Eval::Cp(-35)), depth: Some(12), nodes: Some(7) };
        PlayedGame {
            game,
            opening_plies: 2,
            evaluations: vec![MoveEvaluation { info, took: Duration::from_millis(104) }],
            termination: Termination::IllegalMove,
            detail: "e9}e1".to_owned(),
            white_quarters: 4,
            failed: Some(Color::Black),
        }
    }

    #[test]
    fn a_record_is_complete_and_can_be_read() {
        let engine_match = engine_match();
        let result = GameResult {
            index: 3,
            white_quarters: 4,
            termination: Termination::IllegalMove,
            failed: Some(Color::Black),
        };
        let text = record(&engine_match, result, &played(&engine_match), "2026.11.21");
        assert_eq!(
            text,
            "[Event \"test \\\"one\\\"\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"2.2\"]\n[White \"B\"]\n\
             [Black \"A\"]\n[Result \"1-0\"]\n[Variant \"Shafran\"]\n[TimeControl \"7 nodes\"]\n[PlyCount \"3\"]\n\
             [Termination \"rules infraction\"]\n[Ending \"illegal move\"]\n\n\
             1. e5 e6 {book} 2. Nc4 {-0.35/12 0.104s} {Black: illegal move, e9 e1} 1-0\n\n"
        );
        assert_eq!(Record::parse(&text).unwrap().game.moves().len(), 3);
        assert_eq!(earlier_results(&engine_match, &text), Ok(vec![result]));
        // A failure against too little material is a draw; the PGN still names the side that failed.
        let drawn = GameResult { white_quarters: 2, ..result };
        let text = record(&engine_match, drawn, &PlayedGame { white_quarters: 2, ..played(&engine_match) }, "?");
        assert!(text.ends_with("{Black: illegal move, e9 e1} 1/2-1/2\n\n"), "{text}");
        assert_eq!(earlier_results(&engine_match, &text), Ok(vec![drawn]));
    }

    fn record_of(engine_match: &EngineMatch, index: usize, white_quarters: u8, termination: Termination) -> String {
        let result = GameResult { index, white_quarters, termination, failed: None };
        record(engine_match, result, &PlayedGame { white_quarters, ..played(engine_match) }, "?")
    }

    #[test]
    fn a_record_that_is_cut_off_is_found_wherever_it_ends() {
        let engine_match = engine_match();
        let text = |index, white_quarters| record_of(&engine_match, index, white_quarters, Termination::Repetition);
        let first = text(0, 4);
        for wanted in 0..=4 {
            let last = text(1, wanted);
            // One side's fraction of a point determines the other side's.
            let result = last.trim_end().rsplit(' ').next().unwrap();
            let whole = last.rfind(result).unwrap() + if (1..4).contains(&wanted) { 3 } else { result.len() };
            for cut in 1..=last.len() {
                let file = first.clone() + &last[..cut];
                let found = cut_off(&engine_match, &file);
                assert!(found == Some(first.len()) || cut >= whole && found.is_none(), "{:?}: {found:?}", &last[..cut]);
                // The rest of the file holds complete games only.
                let results = earlier_results(&engine_match, &file).unwrap();
                let quarters: Vec<u8> = results.iter().skip(1).map(|result| result.white_quarters).collect();
                assert_eq!(quarters, if found.is_none() { vec![wanted] } else { vec![] }, "{:?}", &last[..cut]);
            }
        }
        let last = text(1, 2);
        assert_eq!(cut_off(&engine_match, &(first.clone() + &last)), None);
        assert_eq!((cut_off(&engine_match, ""), cut_off(&engine_match, "[E")), (None, Some(0)));
        // Only at the end of the file, and only for this match.
        let cut = &last[..last.len() - 20];
        assert_eq!(cut_off(&engine_match, &format!("{cut}\n\n{first}")), None);
        assert_eq!(cut_off(&engine_match, &format!("{first}{}", cut.replace("one", "two"))), None);
        assert_eq!(cut_off(&engine_match, &format!("{first}1. e5 e6")), None);
    }

    #[test]
    fn a_match_is_resumed() {
        let engine_match = engine_match();
        let text = |index, white_quarters| record_of(&engine_match, index, white_quarters, Termination::IllegalMove);
        let other = "[Event \"another\"]\n\n1. e5 *\n\n";
        let cut = text(2, 0);
        let file = [other, &text(1, 3), &text(0, 2), &text(0, 4), &text(9, 4), &cut[..cut.len() - 20]].concat();
        let results: Vec<_> =
            earlier_results(&engine_match, &file).unwrap().iter().map(|r| (r.index, r.white_quarters)).collect();
        assert_eq!(results, [(1, 3), (0, 2)]);
        let wrong = |from: &str, to: &str| earlier_results(&engine_match, &text(0, 4).replace(from, to)).unwrap_err();
        assert_eq!(wrong("[White \"A\"]", "[White \"C\"]"), "line 1: game 1.1 should be A against B");
        assert!(wrong("1. e5 e6", "1. e4 e6").contains("has another opening"));
        assert!(wrong("1.1", "x").contains("is none of a match"));
        assert!(wrong("illegal move", "?").contains("does not say how it ended"));
    }
}
