//! Results of the players of all teams.

use saffron_rules::Color;

use super::fold::TeamTournamentState;
use super::{BoardPlace, TeamPlace};
use crate::history::{Bye, History, Round};
use crate::points::{Points, ResultPoints};
use crate::standings::{self, TieBreakKind, Tournament, Value};

/// Game of a player on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardGame {
    /// Round from 0.
    pub round: usize,
    /// Board from 0.
    pub board: usize,
    /// Colour of the player.
    pub color: Color,
    /// Team of the opponent.
    pub team: TeamPlace,
    /// Opponent; `None` if the board of the other team had none, or one whom no one has entered.
    pub opponent: Option<BoardPlace>,
    /// Points of the player.
    pub points: Points,
    /// False if one of them did not appear.
    pub is_played: bool,
}

/// Score of a player on boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerScore {
    /// Team of the player.
    pub team: TeamPlace,
    /// Player.
    pub player: BoardPlace,
    /// Rank from 1, by points and performance; players who are level have the same.
    pub rank: usize,
    /// Points, also of forfeits.
    pub points: Points,
    /// Performance rating against rated opponents; `None` without one.
    pub performance: Option<u16>,
    /// Games by rounds.
    pub games: Vec<BoardGame>,
}

impl TeamTournamentState {
    /// Players who had a board with a known result in the first rounds, those with the most points first.
    #[must_use]
    pub fn player_scores(&self, rounds: usize) -> Vec<PlayerScore> {
        // Places of players in the list of all: that of the first player of each team.
        let mut start = Vec::with_capacity(self.teams.len());
        let mut owners: Vec<(TeamPlace, BoardPlace)> = Vec::new();
        for (team, entered) in (0..).zip(&self.teams) {
            start.push(owners.len());
            owners.extend((0..).zip(&entered.entry.players).map(|(player, _)| (team, player)));
        }
        let place = |team: TeamPlace, player: BoardPlace| start[team as usize] + player as usize;
        let mut games: Vec<Vec<BoardGame>> = vec![Vec::new(); owners.len()];
        for (round, paired) in self.rounds.iter().take(rounds).enumerate() {
            for match_ in &paired.matches {
                let teams = [match_.pair.first, match_.pair.second];
                for (board, players) in self.boards(match_).into_iter().enumerate() {
                    let Some(result) = match_.results[board] else { continue };
                    let players = [players.first, players.second];
                    for side in [0, 1] {
                        let Some(player) = players[side] else { continue };
                        games[place(teams[side], player)].push(BoardGame {
                            round,
                            board,
                            color: if side == 0 { match_.color(board) } else { !match_.color(board) },
                            team: teams[1 - side],
                            opponent: players[1 - side],
                            points: [result.white, result.black][side],
                            is_played: result.is_played,
                        });
                    }
                }
            }
        }
        let history = |(number, games): (u32, &Vec<BoardGame>)| {
            let mut history = History { number, ..History::default() };
            history.rounds = vec![Round::Bye(Bye::Zero, Points::ZERO); rounds];
            for game in games {
                history.rounds[game.round] = match game.opponent {
                    Some(opponent) => Round::Game {
                        opponent: place(game.team, opponent),
                        color: game.color,
                        points: game.points,
                        is_played: game.is_played,
                    },
                    None => Round::Bye(Bye::Zero, game.points),
                };
            }
            history
        };
        let histories: Vec<History> = (1..).zip(&games).map(history).collect();
        let ratings: Vec<Option<u16>> = owners
            .iter()
            .map(|(team, player)| self.teams[*team as usize].entry.players[*player as usize].rating)
            .collect();
        let all = Tournament {
            players: &histories,
            ratings: &ratings,
            rounds,
            points: ResultPoints::default(),
            is_round_robin: false,
        };
        let mut scores: Vec<PlayerScore> = Vec::new();
        let ranked = standings::standings(&all, &[TieBreakKind::Performance.into()]);
        for standing in ranked {
            let games = std::mem::take(&mut games[standing.player]);
            if games.is_empty() {
                continue;
            }
            let (team, player) = owners[standing.player];
            let performance = standing.values.first().map_or(0, Value::numerator);
            let performance = u16::try_from(performance).ok().filter(|performance| *performance > 0);
            let key = (standing.points, performance);
            let tied = scores.last().filter(|last| (last.points, last.performance) == key).map(|last| last.rank);
            scores.push(PlayerScore {
                team,
                player,
                rank: tied.unwrap_or(scores.len() + 1),
                points: standing.points,
                performance,
                games,
            });
        }
        scores
    }
}
