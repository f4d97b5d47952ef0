//! Mining: puzzles from the mistakes in games.
//!
//! A fast search scores every position of a game. If the side to move is ahead and was not already winning, or mates, and by a
//! glance only one of its moves wins, the judge looks at the position with ten times the nodes, and follows the line for as long as one move wins.

use saffron_engine::{Control, Limits, Root, Score, WinRate};
use saffron_rules::{Game, Move, Position};

use crate::judge::{Judge, Judgement, chances};
use crate::puzzle::{Puzzle, is_mate};
use crate::tactics;
use crate::themes::Theme;

/// Chances, from -1 to 1, from which the judge looks at a position.
const PROMISING: f64 = 0.4;

/// Chances before the opponent's move above which many moves win, and only a mate is looked at.
const DECIDED: f64 = 0.9;

/// Score in centipawns from which a score of a game file is a mate.
const MATE_SCORE: i32 = 15_000;

/// Maximum number of the solver's moves.
const MAX_TURNS: usize = 6;

/// Chances by which a null move of the opponent lowers those of the solver, if the opponent is in zugzwang.
const ZUGZWANG: f64 = 0.6;

/// Maximum number of pieces, kings and pawns included, of a position that is examined for zugzwang.
const ZUGZWANG_PIECES: usize = 14;

/// Game to mine.
#[derive(Clone, Debug)]
pub struct MinedGame {
    /// Position at the start.
    pub start: Position,
    /// Moves, with their scores in centipawns for the side that moved, where a search has found them.
    pub moves: Vec<(Move, Option<i16>)>,
    /// Origin, for [`Puzzle::source`].
    pub source: String,
}

/// Finds the puzzles of a game; `None` if the control stopped it. The result depends only on the game and the judge's nodes.
pub fn mine_game(judge: &mut Judge<'_>, game: &MinedGame, control: &Control) -> Option<Vec<Puzzle>> {
    judge.forget();
    let scores = scores(judge, game, control)?;
    let mut puzzles = Vec::new();
    let mut played = Game::new(game.start);
    let model = WinRate::of(game.start.variant());
    let mut next = 1;
    for (ply, &(mv, _)) in game.moves.iter().enumerate() {
        if ply >= next
            && let (Some(before), Some(now)) = (scores[ply - 1], scores[ply])
            && is_candidate(&model, before, now)
        {
            let start = played.positions()[ply - 1];
            let past = played.positions()[..ply].iter().map(Position::hash).collect();
            let root = Root { position: *played.position(), past };
            if let Some(puzzle) = solve(judge, start, game.moves[ply - 1].0, root, control)? {
                // The rest of the solution would be found as puzzles of its own.
                next = ply + puzzle.moves.len();
                puzzles.push(Puzzle { source: format!("{} {}", game.source, ply), ..puzzle });
            }
        }
        if played.play_past_draw(mv).is_err() {
            break;
        }
    }
    Some(puzzles)
}

/// Returns the score of each position for its side to move, by a fast search where the game has none.
fn scores(judge: &mut Judge<'_>, game: &MinedGame, control: &Control) -> Option<Vec<Option<Score>>> {
    let limits = Limits::nodes((judge.nodes() / 10).max(1));
    let has_scores = game.moves.iter().any(|(_, score)| score.is_some());
    let mut scores = Vec::new();
    let mut root = Root::from(game.start);
    for &(mv, score) in &game.moves {
        scores.push(if has_scores {
            score.map(|score| Score::Cp(i32::from(score)))
        } else {
            let result = judge.engine().search(&root, &limits, control, &mut ());
            result.best.map(|_| result.score)
        });
        if control.is_stopped() {
            return None;
        }
        root.past.push(root.position.hash());
        root.position.play_unchecked(mv);
    }
    Some(scores)
}

/// Returns whether a position is worth a look, by its score and that of the opponent before the last move.
fn is_candidate(model: &WinRate, before: Score, now: Score) -> bool {
    let mates = now.to_centipawns() >= MATE_SCORE;
    chances(model, now) >= PROMISING && (mates || -chances(model, before) < DECIDED)
}

/// Returns the puzzle that begins with the move `first` from `start`, which leads to the root: outer `None` if the control
/// stopped it, inner `None` if it is no puzzle.
fn solve(judge: &mut Judge<'_>, start: Position, first: Move, root: Root, control: &Control) -> Option<Option<Puzzle>> {
    let question = root.position;
    if !judge.glance(&root, control)? {
        return Some(None);
    }
    let Some(line) = winning_line(judge, root, control)? else { return Some(None) };
    if is_obvious(&start, first, &question, line[0]) {
        return Some(None);
    }
    let mut puzzle = Puzzle::new(start, [&[first], &line[..]].concat());
    complete(judge, &mut puzzle, control)?;
    Some(Some(puzzle).filter(teaches))
}

/// Returns whether a puzzle teaches something: a single move has to mate or show a tactic.
fn teaches(puzzle: &Puzzle) -> bool {
    puzzle.moves.len() > 2 || puzzle.themes.iter().any(Theme::is_tactic)
}

/// Adds the themes.
pub(crate) fn complete(judge: &mut Judge<'_>, puzzle: &mut Puzzle, control: &Control) -> Option<()> {
    puzzle.themes = tactics::find(puzzle);
    if is_zugzwang(judge, puzzle, control)? {
        puzzle.themes.insert(Theme::Zugzwang);
    }
    Some(())
}

/// Follows a line for as long as one move wins, to a move of the solver; inner `None` if there is no such line, or it is a mate
/// with a side solution.
pub(crate) fn winning_line(judge: &mut Judge<'_>, mut root: Root, control: &Control) -> Option<Option<Vec<Move>>> {
    let mut moves: Vec<Move> = Vec::new();
    let mut first_mate = None;
    let mut forced = Vec::new();
    for turn in 0..MAX_TURNS {
        let Judgement::Only { mv, mate } = judge.judge(&root, control)? else {
            // A mate has one solution up to its last move.
            if first_mate.is_some() || turn == 0 {
                return Some(None);
            }
            moves.pop();
            break;
        };
        if turn == 0 {
            first_mate = mate;
        }
        forced.push(root.position.count_legal_moves() == 1);
        moves.push(mv);
        advance(&mut root, mv);
        if !root.position.has_legal_move() || turn + 1 == MAX_TURNS {
            break;
        }
        let Some(reply) = judge.defence(&root, mate.map(|moves| moves - 1), control) else {
            return if control.is_stopped() { None } else { Some(None) };
        };
        advance(&mut root, reply);
        if root.position.outcome().is_some() {
            break;
        }
        moves.push(reply);
    }
    let mates = is_mate(&root.position);
    let turns = moves.len().div_ceil(2) as u32;
    // A line that mates by chance or a mate that ends early is no proof.
    if mates != first_mate.is_some() || first_mate.is_some_and(|moves| moves != turns) {
        return Some(None);
    }
    // Moves without a choice at the end are no part of a solution.
    while !mates && moves.len() > 1 && forced[moves.len() / 2] {
        moves.truncate(moves.len() - 2);
    }
    Some(Some(moves))
}

fn advance(root: &mut Root, mv: Move) {
    root.past.push(root.position.hash());
    root.position.play_unchecked(mv);
}

/// Returns whether the solution begins without a thought: by recapturing, or by the only legal move.
fn is_obvious(start: &Position, first: Move, question: &Position, answer: Move) -> bool {
    let recaptures = start.captured(first).is_some() && first.to == answer.to;
    recaptures || question.count_legal_moves() == 1
}

/// Returns whether the opponent, after one of the solver's moves, would be better off without having to move.
fn is_zugzwang(judge: &mut Judge<'_>, puzzle: &Puzzle, control: &Control) -> Option<bool> {
    if puzzle.start.occupied().len() > ZUGZWANG_PIECES {
        return Some(false);
    }
    for turn in puzzle.solver_turns() {
        let mut after = turn.position;
        after.play_unchecked(turn.mv);
        let Some(passed) = after.null_move().filter(|_| after.has_legal_move()) else { continue };
        // The opponent's chances if it has to move, and if the solver has to.
        let moving = judge.chances(&Root::from(after), control)?;
        let passing = if passed.has_legal_move() { -judge.chances(&Root::from(passed), control)? } else { continue };
        if passing - moving >= ZUGZWANG {
            return Some(true);
        }
    }
    Some(false)
}
