//! A player of limited strength: what it sees of what the search has found, and the move that it plays.

use saffron_rules::{Move, Position};

use super::judgement::Judgement;
use super::scale::{Skill, Strength};
use super::sight::Sight;
use crate::interface::{Line, Root};
use crate::random::RandomKey;
use crate::score::Score;

/// Beyond this an advantage does not look bigger.
const WON: f64 = 1500.0;

/// What a repetition seems to cost a player that does not stand badly: people try something else first.
const REPETITION: f64 = 150.0;

/// Below this, in centipawns, a repetition is welcome.
const BAD: f64 = -100.0;

/// A player in one position.
pub(super) struct Player<'a> {
    root: &'a Root,
    skill: Skill,
    here: RandomKey,
    sight: Sight,
    judgement: Judgement,
}

/// A move that the player considers.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The line as the search has found it, or as the player sees it when it has overlooked the answer.
    pub(super) line: Line,
    /// What the player takes it to be worth, in centipawns.
    worth: f64,
}

impl<'a> Player<'a> {
    /// `seed` names the game.
    pub(super) fn new(root: &'a Root, strength: Strength, seed: u64) -> Player<'a> {
        let skill = strength.skill();
        let game = RandomKey::of_game(seed);
        // Who sees a position again looks at it anew.
        let times = root.past.iter().filter(|&&hash| hash == root.position.hash()).count();
        let here = game.about(root.position.hash()).about(times as u64);
        Player {
            root,
            skill,
            here,
            sight: Sight::new(skill.oversight, here),
            judgement: Judgement::new(skill.misjudgement, game, here),
        }
    }

    /// How far it looks ahead here, in plies.
    pub(super) fn depth(&self) -> u32 {
        let sometimes = self.here.about(0).fraction() < self.skill.depth.fract();
        self.skill.depth as u32 + u32::from(sometimes)
    }

    /// The greatest number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.skill.nodes as u64
    }

    /// Among how many moves it chooses, at most.
    pub(super) fn candidates(&self) -> usize {
        self.skill.candidates.round() as usize
    }

    /// The lines whose moves it sees: all of them when it is in check, and where it sees none.
    pub(super) fn seen<'l>(&self, lines: &'l [Line]) -> Vec<&'l Line> {
        let position = &self.root.position;
        let all = &lines[..lines.len().min(self.candidates())];
        let is_seen = |line: &&Line| position.in_check() || !self.sight.misses_own(position, line.pv[0]);
        let seen: Vec<&Line> = all.iter().filter(is_seen).collect();
        if seen.is_empty() { all.iter().collect() } else { seen }
    }

    /// The answers to its move that it sees, where it overlooks the one on which the line rests; none where it sees that, or
    /// sees no other either.
    pub(super) fn answers_seen(&self, after: &Position, line: &Line) -> Option<Vec<Move>> {
        let expected = *line.pv.get(1)?;
        let arrived = line.pv[0].to;
        if !self.sight.misses_reply(after, expected, arrived) {
            return None;
        }
        let mut answers = after.legal_moves();
        answers.retain(|&reply| !self.sight.misses_reply(after, reply, arrived));
        (!answers.is_empty()).then_some(answers)
    }

    /// A line with what it seems to be worth.
    pub(super) fn judge(&self, line: Line) -> Candidate {
        let worth = worth(line.score) + self.judgement.error(&self.root.position, line.pv[0]);
        Candidate { line, worth }
    }

    /// The line that it plays.
    pub(super) fn choose(&self, candidates: Vec<Candidate>) -> Option<Line> {
        // A mate in one that is seen is played.
        if let Some(mate) = candidates.iter().find(|candidate| candidate.line.score == Score::Mate(1)) {
            return Some(mate.line.clone());
        }
        let best = candidates.iter().map(|candidate| candidate.worth).fold(f64::NEG_INFINITY, f64::max);
        let appeal = |candidate: &Candidate| {
            let unwelcome = best > BAD && self.repeats(candidate.line.pv[0]);
            candidate.worth - if unwelcome { REPETITION } else { 0.0 }
        };
        candidates.into_iter().max_by(|a, b| appeal(a).total_cmp(&appeal(b))).map(|candidate| candidate.line)
    }

    /// Whether a move leads to a position that has been there before.
    fn repeats(&self, mv: Move) -> bool {
        let mut next = self.root.position;
        next.play_unchecked(mv);
        self.root.past.contains(&next.hash())
    }
}

/// A score as people take it: what is won is won, and a nearer mate is better.
fn worth(score: Score) -> f64 {
    let mate = |moves: i32| WON + 25.0 * f64::from((40 - moves).max(0));
    match score {
        Score::Cp(value) => f64::from(value).clamp(-WON, WON),
        Score::Mate(moves) if moves > 0 => mate(moves),
        Score::Mate(moves) => -mate(-moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    fn candidate(player: &Player, mv: Move, score: Score) -> Candidate {
        player.judge(Line { score, pv: vec![mv] })
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
        assert!(order.windows(2).all(|pair| worth(pair[0]) < worth(pair[1])));
        assert_eq!(worth(Score::Cp(3000)), worth(Score::Cp(2000)));
    }

    #[test]
    fn a_repetition_is_avoided_by_who_does_not_stand_badly() {
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
    fn a_mate_in_one_that_is_seen_is_played() {
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
