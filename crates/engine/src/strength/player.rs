//! Player of limited strength: it sees some lines of the search, evaluates them with an error, and chooses a move.

use saffron_rules::{Move, Position};

use super::evaluation_noise::EvaluationNoise;
use super::oversight::Oversight;
use super::scale::{Skill, Strength};
use crate::interface::{Line, Root};
use crate::random::RandomKey;
use crate::score::Score;

/// Score in centipawns beyond which all scores count the same.
const WON_SCORE: f64 = 1500.0;

/// Penalty of a repetition for a player that is not worse, in centipawns: people try another move first.
const REPETITION_PENALTY: f64 = 150.0;

/// Score in centipawns below which a player does not avoid repetitions.
const BAD_SCORE: f64 = -100.0;

/// Player in one position.
pub(super) struct Player<'a> {
    root: &'a Root,
    skill: Skill,
    /// Key of the position in its game.
    key: RandomKey,
    oversight: Oversight,
    noise: EvaluationNoise,
}

/// Move that the player considers.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Line as the player sees it: that of the search, or one with another reply if the player has overlooked the best one.
    pub(super) line: Line,
    /// Evaluation by the player, in centipawns.
    value: f64,
}

impl<'a> Player<'a> {
    /// Creates the player. `seed` identifies the game.
    pub(super) fn new(root: &'a Root, strength: Strength, seed: u64) -> Player<'a> {
        let skill = strength.skill();
        let game = RandomKey::from_seed(seed);
        // A repeated position gets another key.
        let times = root.past.iter().filter(|&&hash| hash == root.position.hash()).count();
        let key = game.fold_in(root.position.hash()).fold_in(times as u64);
        Player {
            root,
            skill,
            key,
            oversight: Oversight::new(skill.oversight, key),
            noise: EvaluationNoise::new(skill.evaluation_noise, game, key),
        }
    }

    /// Depth of the player's search in plies.
    pub(super) fn depth(&self) -> u32 {
        let deeper = self.key.fold_in(0).uniform() < self.skill.depth.fract();
        self.skill.depth as u32 + u32::from(deeper)
    }

    /// Maximum number of nodes of the player's search.
    pub(super) fn nodes(&self) -> u64 {
        self.skill.nodes as u64
    }

    /// Maximum number of moves among which the player chooses.
    pub(super) fn candidates(&self) -> usize {
        self.skill.candidates.round() as usize
    }

    /// Returns the lines whose first moves the player does not overlook; all of them if it is in check, or would overlook all.
    pub(super) fn noticed_lines<'l>(&self, lines: &'l [Line]) -> Vec<&'l Line> {
        let position = &self.root.position;
        let all = &lines[..lines.len().min(self.candidates())];
        let is_noticed = |line: &&Line| position.in_check() || !self.oversight.overlooks_own(position, line.pv[0]);
        let noticed: Vec<&Line> = all.iter().filter(is_noticed).collect();
        if noticed.is_empty() { all.iter().collect() } else { noticed }
    }

    /// Returns the replies to the player's move that it sees, if it overlooks the reply of the line. `None` if it sees that reply, or
    /// no reply at all.
    pub(super) fn noticed_replies(&self, after: &Position, line: &Line) -> Option<Vec<Move>> {
        let expected = *line.pv.get(1)?;
        let arrived = line.pv[0].to;
        if !self.oversight.overlooks_reply(after, expected, arrived) {
            return None;
        }
        let mut replies = after.legal_moves();
        replies.retain(|&reply| !self.oversight.overlooks_reply(after, reply, arrived));
        (!replies.is_empty()).then_some(replies)
    }

    /// Returns a line with the player's evaluation of it.
    pub(super) fn candidate(&self, line: Line) -> Candidate {
        let value = subjective_value(line.score) + self.noise.error(&self.root.position, line.pv[0]);
        Candidate { line, value }
    }

    /// Returns the line that the player chooses; `None` without candidates.
    pub(super) fn choose(&self, candidates: Vec<Candidate>) -> Option<Line> {
        // A mate in one is always played.
        if let Some(mate) = candidates.iter().find(|candidate| candidate.line.score == Score::Mate(1)) {
            return Some(mate.line.clone());
        }
        let best = candidates.iter().map(|candidate| candidate.value).fold(f64::NEG_INFINITY, f64::max);
        let appeal = |candidate: &Candidate| {
            let avoided = best > BAD_SCORE && self.repeats(candidate.line.pv[0]);
            candidate.value - if avoided { REPETITION_PENALTY } else { 0.0 }
        };
        candidates.into_iter().max_by(|a, b| appeal(a).total_cmp(&appeal(b))).map(|candidate| candidate.line)
    }

    /// Returns whether a move repeats a position of the game.
    fn repeats(&self, mv: Move) -> bool {
        let mut next = self.root.position;
        next.play_unchecked(mv);
        self.root.past.contains(&next.hash())
    }
}

/// Converts a score to its value as people perceive it: all won positions are equal, and a shorter mate is better.
fn subjective_value(score: Score) -> f64 {
    let mate = |moves: i32| WON_SCORE + 25.0 * f64::from((40 - moves).max(0));
    match score {
        Score::Cp(value) => f64::from(value).clamp(-WON_SCORE, WON_SCORE),
        Score::Mate(moves) if moves > 0 => mate(moves),
        Score::Mate(moves) => -mate(-moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    fn candidate(player: &Player, mv: Move, score: Score) -> Candidate {
        player.candidate(Line { score, pv: vec![mv] })
    }

    #[test]
    fn scores_keep_their_order() {
        let order = [
            Score::Mate(-1),
            Score::Mate(-9),
            Score::Cp(-900),
            Score::Cp(0),
            Score::Cp(1400),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(order.windows(2).all(|pair| subjective_value(pair[0]) < subjective_value(pair[1])));
        assert_eq!(subjective_value(Score::Cp(3000)), subjective_value(Score::Cp(2000)));
    }

    #[test]
    fn a_repetition_is_avoided_unless_the_player_is_worse() {
        let start = Variant::by_id("shafran").unwrap().start();
        let [again, new] = [start.legal_moves()[0], start.legal_moves()[1]];
        let mut root = Root::from(start);
        root.past = vec![start.play(again).unwrap().hash()];
        let chosen = |score: i32| {
            let player = Player::new(&root, Strength::MAX, 1);
            let candidates =
                vec![candidate(&player, again, Score::Cp(score)), candidate(&player, new, Score::Cp(score - 60))];
            player.choose(candidates).unwrap().pv[0]
        };
        assert_eq!(chosen(0), new);
        assert_eq!(chosen(-400), again);
    }

    #[test]
    fn worse_moves_are_rarer_the_stronger_the_player_and_the_bigger_the_loss() {
        let root = Root::from(Variant::by_id("shafran").unwrap().start());
        let moves = root.position.legal_moves();
        let losers = |elo: u32, loss: i32| {
            let strength = Strength::from_elo(elo).unwrap();
            let is_worse = |seed: &u64| {
                let player = Player::new(&root, strength, *seed);
                let candidates =
                    vec![candidate(&player, moves[0], Score::Cp(0)), candidate(&player, moves[1], Score::Cp(-loss))];
                player.choose(candidates).unwrap().pv[0] == moves[1]
            };
            (0..400).filter(is_worse).count()
        };
        let (low, high) = (Strength::MIN.elo(), Strength::MAX.elo());
        let middle = u32::midpoint(low, high);
        let counts = [losers(low, 80), losers(middle, 80), losers(high, 80)];
        assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
        assert!(losers(low, 80) > losers(low, 300));
        assert_eq!(losers(middle, 900), 0);
    }

    #[test]
    fn a_mate_in_one_is_played() {
        let root = Root::from(Variant::by_id("shafran").unwrap().start());
        let moves = root.position.legal_moves();
        for seed in 0..300 {
            let player = Player::new(&root, Strength::MIN, seed);
            let candidates = vec![
                candidate(&player, moves[0], Score::Mate(2)),
                candidate(&player, moves[1], Score::Mate(1)),
                candidate(&player, moves[2], Score::Cp(1499)),
            ];
            assert_eq!(player.choose(candidates).unwrap().pv[0], moves[1]);
        }
        assert!(Player::new(&root, Strength::MIN, 0).choose(Vec::new()).is_none());
    }
}
