//! Contributions of opponents, with unplayed rounds as articles 15 and 16 evaluate them.

use super::Tournament;
use super::tie_break::Modifier;
use super::value::{Part, Value};
use crate::history::{Bye, History, Round};
use crate::points::Points;

/// What a round contributes to Buchholz and Sonneborn-Berger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contribution {
    pub(crate) round: usize,
    pub(crate) opponent: Option<usize>,
    /// Score of the opponent, or of the dummy.
    pub(crate) score: Points,
    /// Own points of the round.
    pub(crate) points: Points,
    /// True for a voluntary unplayed round (16.1.2): a requested bye or a forfeit loss.
    pub(crate) is_voluntary: bool,
    pub(crate) is_dummy: bool,
}

/// Returns whether a round is one in which the player was not available.
fn is_voluntary(round: &Round, win: Points) -> bool {
    match round {
        Round::Game { is_played, points, .. } => !is_played && *points < win,
        Round::Bye(bye, _) => matches!(bye, Bye::Half | Bye::Zero),
    }
}

impl Tournament<'_> {
    /// Rounds of a player that count.
    pub(super) fn rounds_of(&self, player: &History) -> Vec<Round> {
        (0..self.rounds).map(|round| player.round(round)).collect()
    }

    /// Games of a player over the board: round, opponent, points.
    pub(super) fn games(&self, player: usize) -> impl Iterator<Item = (usize, usize, Points)> {
        let rounds = self.rounds_of(&self.players[player]).into_iter().enumerate();
        rounds.filter_map(|(round, entry)| entry.played().map(|(opponent, _)| (round, opponent, entry.points())))
    }

    /// Score of a player for the tie-breaks of opponents (16.3): requested byes that no other round follows are draws.
    pub(super) fn adjusted_score(&self, player: usize) -> Points {
        let player = &self.players[player];
        let score = player.score(self.rounds);
        if self.is_round_robin {
            return score;
        }
        let rounds = self.rounds_of(player);
        let last = rounds.iter().rev().take_while(|round| is_voluntary(round, self.points.win));
        let byes = last.filter(|round| matches!(round, Round::Bye(..)));
        score + byes.map(|round| self.points.draw - round.points()).sum()
    }

    /// Contributions of all rounds of a player.
    pub(crate) fn contributions(&self, player: usize) -> Vec<Contribution> {
        let own = self.players[player].score(self.rounds);
        let of_draws = self.points.draw.times(self.rounds);
        let contribution = |(round, entry): (usize, Round)| {
            let points = entry.points();
            let is_voluntary = is_voluntary(&entry, self.points.win);
            match entry {
                Round::Game { opponent, is_played, .. } if is_played || self.is_round_robin => {
                    let score = self.adjusted_score(opponent);
                    Contribution {
                        round,
                        opponent: Some(opponent),
                        score,
                        points,
                        is_voluntary: false,
                        is_dummy: false,
                    }
                }
                Round::Game { opponent, .. } => {
                    let score = own.min(self.adjusted_score(opponent));
                    Contribution { round, opponent: Some(opponent), score, points, is_voluntary, is_dummy: true }
                }
                Round::Bye(..) => {
                    let score = own.min(of_draws);
                    Contribution { round, opponent: None, score, points, is_voluntary, is_dummy: true }
                }
            }
        };
        let all = self.rounds_of(&self.players[player]).into_iter().enumerate();
        // A round robin of an odd number has a free round for each.
        all.filter(|(_, round)| !self.is_round_robin || matches!(round, Round::Game { .. })).map(contribution).collect()
    }
}

/// Sum of what contributions are worth, without those that a modifier cuts (articles 14 and 16.5). `denominator` is that of the worth.
pub(crate) fn sum(
    contributions: &[Contribution],
    modifier: Modifier,
    worth: impl Fn(&Contribution) -> i64,
    denominator: i64,
) -> Value {
    let mut left: Vec<usize> = (0..contributions.len()).collect();
    let mut cut = vec![false; contributions.len()];
    let mut remove = |left: &mut Vec<usize>, at: Option<usize>| {
        if let Some(at) = at {
            cut[at] = true;
            left.retain(|each| *each != at);
        }
    };
    // The least significant value is that of the opponent with the least score, of several the least one.
    let significance = |at: &usize| (contributions[*at].score, worth(&contributions[*at]));
    let (least, most) = modifier.cuts();
    for _ in 0..least {
        let lowest = left.iter().copied().min_by_key(significance);
        let voluntary = left.iter().copied().filter(|at| contributions[*at].is_voluntary);
        let voluntary = voluntary.min_by_key(|at| worth(&contributions[*at]));
        let chosen = match (lowest, voluntary) {
            (Some(lowest), Some(voluntary)) if worth(&contributions[voluntary]) >= worth(&contributions[lowest]) => {
                Some(voluntary)
            }
            (lowest, _) => lowest,
        };
        remove(&mut left, chosen);
    }
    for _ in 0..most {
        let highest = left.iter().copied().max_by_key(significance);
        remove(&mut left, highest);
    }
    let parts = contributions.iter().zip(cut).map(|(each, is_cut)| Part {
        round: each.round,
        opponent: each.opponent,
        value: Value::new(worth(each), denominator),
        is_cut,
        is_dummy: each.is_dummy,
    });
    Value::sum(parts.collect(), denominator)
}
