//! Values of the tie-breaks of teams (C.07, articles 12 and 13).

use super::fold::TeamTournamentState;
use super::settings::TeamScore;
use super::tie_break::{TeamTieBreak, TeamTieBreakKind};
use crate::history::{Bye, History};
use crate::points::Points;
use crate::standings::{self, Contribution, Modifier, Part, TieBreak, TieBreakKind, Tournament, Value, split};

/// Denominator of points.
const QUARTERS: i64 = 4;

fn quarters(points: Points) -> i64 {
    i64::from(points.quarters())
}

/// Rounds of all teams by both scores, and their points on boards.
pub(super) struct Scores<'a> {
    state: &'a TeamTournamentState,
    rounds: usize,
    pub(super) matches: Vec<History>,
    pub(super) games: Vec<History>,
    /// Points on each board. A bye counts as wins on all boards (article 12), half a bye as draws.
    boards: Vec<Vec<Points>>,
}

impl<'a> Scores<'a> {
    /// Scores after the first rounds.
    pub(super) fn of(state: &'a TeamTournamentState, rounds: usize) -> Self {
        let [matches, games] = [TeamScore::Match, TeamScore::Game].map(|score| state.histories(rounds, score));
        Self { state, rounds, matches, games, boards: points_on_boards(state, rounds) }
    }

    pub(super) fn histories(&self, score: TeamScore) -> &[History] {
        match score {
            TeamScore::Match => &self.matches,
            TeamScore::Game => &self.games,
        }
    }

    /// The teams as a tournament by one of the scores.
    fn tournament(&self, score: TeamScore) -> Tournament<'_> {
        Tournament {
            players: self.histories(score),
            ratings: &[],
            rounds: self.rounds,
            points: self.state.result_points(score),
            is_round_robin: self.state.settings.is_fixed(),
        }
    }

    fn primary(&self) -> TeamScore {
        self.state.settings.primary
    }

    fn other(&self) -> TeamScore {
        match self.primary() {
            TeamScore::Match => TeamScore::Game,
            TeamScore::Game => TeamScore::Match,
        }
    }

    fn total(&self, score: TeamScore, team: usize) -> Points {
        self.histories(score)[team].score(self.rounds)
    }

    /// Values of a tie-break for all teams, by their places, of which these are tied.
    pub(super) fn values(&self, TeamTieBreak { kind, modifier }: TeamTieBreak, groups: &[Vec<usize>]) -> Vec<Value> {
        type Kind = TeamTieBreakKind;
        let teams = 0..self.matches.len();
        let of_primary =
            |kind: TieBreakKind| standings::values(&self.tournament(self.primary()), TieBreak { kind, modifier });
        match kind {
            Kind::OtherScore => {
                teams.map(|team| Value::new(quarters(self.total(self.other(), team)), QUARTERS)).collect()
            }
            Kind::DirectEncounter => standings::direct_encounters(&self.tournament(self.primary()), groups),
            Kind::ExtendedDirectEncounter => ranks(teams.len(), groups, &|group| self.extended_encounter(group)),
            Kind::Wins => standings::values(&self.tournament(TeamScore::Match), TieBreakKind::Wins.into()),
            Kind::Buchholz => of_primary(TieBreakKind::Buchholz),
            Kind::MatchMatch => self.sonneborn_berger(TeamScore::Match, TeamScore::Match, modifier),
            Kind::MatchGame => self.sonneborn_berger(TeamScore::Match, TeamScore::Game, modifier),
            Kind::GameMatch => self.sonneborn_berger(TeamScore::Game, TeamScore::Match, modifier),
            Kind::GameGame => self.sonneborn_berger(TeamScore::Game, TeamScore::Game, modifier),
            Kind::ScheduleStrength => self.schedule_strength(of_primary(TieBreakKind::Buchholz)),
            Kind::BoardCount => teams.map(|team| self.by_boards(team, |board| board as i64 + 1)).collect(),
            Kind::TopBoards | Kind::BottomBoards => {
                let key = |team: usize| self.board_key(kind, team);
                let mut values =
                    ranks(teams.len(), groups, &|group| split(vec![group], |team| std::cmp::Reverse(key(team))));
                for (team, value) in values.iter_mut().enumerate() {
                    value.parts = self.by_boards(team, |_| 1).parts;
                }
                values
            }
        }
    }

    /// Splits tied teams by the values of a tie-break. A board count compares teams with equal game points only (12.1).
    pub(super) fn split(&self, tie_break: TeamTieBreak, groups: Vec<Vec<usize>>, values: &[Value]) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for group in groups {
            let has_equal_games =
                group.iter().all(|team| self.total(TeamScore::Game, *team) == self.total(TeamScore::Game, group[0]));
            if tie_break.kind == TeamTieBreakKind::BoardCount && !has_equal_games {
                all.push(group);
                continue;
            }
            let is_low_first = tie_break.kind.is_low_first();
            all.extend(split(
                vec![group],
                |team| {
                    if is_low_first { values[team].clone() } else { values[team].negated() }
                },
            ));
        }
        all
    }

    /// Sum of the opponents' scores times the points against them, each by one of the scores (13.2).
    fn sonneborn_berger(&self, of_opponent: TeamScore, own: TeamScore, modifier: Modifier) -> Vec<Value> {
        let [opponents, points, matches] = [of_opponent, own, TeamScore::Match].map(|score| self.tournament(score));
        let value = |team: usize| {
            let merged: Vec<Contribution> = opponents
                .contributions(team)
                .into_iter()
                .zip(points.contributions(team))
                .zip(matches.contributions(team))
                .map(|((opponent, own), by_match)| Contribution {
                    points: own.points,
                    // A match won by forfeit may have fewer game points than boards.
                    is_voluntary: by_match.is_voluntary,
                    ..opponent
                })
                .collect();
            let product = |each: &Contribution| quarters(each.score) * quarters(each.points);
            standings::sum(&merged, modifier, product, QUARTERS * QUARTERS)
        };
        (0..self.matches.len()).map(value).collect()
    }

    /// Other score and Buchholz, divided by how much greater the primary score can be than the other one of a match (13.4).
    fn schedule_strength(&self, buchholz: Vec<Value>) -> Vec<Value> {
        let win = |score| quarters(self.state.result_points(score).win);
        let rounds = self.state.planned_rounds() as i64;
        let factor = (win(self.primary()) * rounds / win(self.other()).max(1)).max(1);
        let value = |(team, buchholz): (usize, Value)| {
            let other = quarters(self.total(self.other(), team));
            let mut sum = Value::new(other * factor + buchholz.numerator(), QUARTERS * factor);
            sum.parts = buchholz.parts;
            sum
        };
        buchholz.into_iter().enumerate().map(value).collect()
    }

    /// Sum of the points on boards, each with a weight.
    fn by_boards(&self, team: usize, weight: impl Fn(usize) -> i64) -> Value {
        let part = |(board, points): (usize, &Points)| Part {
            round: board,
            opponent: None,
            value: Value::new(quarters(*points) * weight(board), QUARTERS),
            is_cut: false,
            is_dummy: false,
        };
        Value::sum(self.boards[team].iter().enumerate().map(part).collect(), QUARTERS)
    }

    /// Points by which boards decide, the most important ones first.
    fn board_key(&self, kind: TeamTieBreakKind, team: usize) -> Vec<Points> {
        let boards = &self.boards[team];
        if kind == TeamTieBreakKind::TopBoards {
            return boards.clone();
        }
        (1..boards.len()).rev().map(|count| boards[..count].iter().copied().sum()).collect()
    }

    /// Groups of tied teams by direct encounter, the best first: by the primary score, then by the other one, and again for those that
    /// stay tied (13.3).
    fn extended_encounter(&self, tied: Vec<usize>) -> Vec<Vec<usize>> {
        if tied.len() < 2 {
            return vec![tied];
        }
        for score in [self.primary(), self.other()] {
            let groups = standings::resolve_encounters(&self.tournament(score), tied.clone());
            if groups.len() > 1 {
                return groups.into_iter().flat_map(|group| self.extended_encounter(group)).collect();
            }
        }
        vec![tied]
    }
}

/// Ranks from 1 within each group of tied teams.
fn ranks(teams: usize, groups: &[Vec<usize>], resolve: &dyn Fn(Vec<usize>) -> Vec<Vec<usize>>) -> Vec<Value> {
    let mut values = vec![Value::whole(1); teams];
    for group in groups {
        let mut rank = 1;
        for tied in resolve(group.clone()) {
            for &team in &tied {
                values[team] = Value::whole(rank);
            }
            rank += tied.len();
        }
    }
    values
}

/// Points of the active teams on each board, with those of matches that count.
fn points_on_boards(state: &TeamTournamentState, rounds: usize) -> Vec<Vec<Points>> {
    let boards = state.settings.boards();
    let active = state.active();
    let mut all = vec![vec![Points::ZERO; boards]; active.len()];
    for round in state.rounds.iter().take(rounds) {
        for (own, &team) in all.iter_mut().zip(&active) {
            let of_bye = match round.bye_of(team) {
                Some(Bye::Allocated | Bye::Full) => Points::ONE,
                Some(Bye::Half) => Points::HALF,
                Some(Bye::Zero) | None => Points::ZERO,
            };
            own.iter_mut().for_each(|points| *points += of_bye);
            let Some((match_, side)) = round.match_of(team) else { continue };
            let is_annulled = [match_.pair.first, match_.pair.second].iter().any(|team| state.is_annulled(*team));
            if is_annulled || state.score(match_).is_none() {
                continue;
            }
            for (points, result) in own.iter_mut().zip(match_.results.iter().flatten()) {
                *points += [result.white, result.black][side];
            }
        }
    }
    all
}
