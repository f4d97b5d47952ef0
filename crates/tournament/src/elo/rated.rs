//! What an Elo list takes over of a tournament.

use std::collections::{BTreeMap, BTreeSet};

use saffron_rules::Color;

use super::list::{EloEntry, EloGame};
use crate::state::{MAX_NAME, PlayerId, State};
use crate::teams::{BoardPlace, MAX_TEAM_PLAYERS, TeamEntry, TeamPlace, TeamTournamentState};

/// Tournament as an Elo list takes it over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedTournament {
    /// Name.
    pub name: String,
    /// Id of the variant.
    pub variant: String,
    /// Days as people write them.
    pub dates: String,
    /// True for one of teams.
    pub is_of_teams: bool,
    /// True if it has ended.
    pub is_over: bool,
    /// Players who were not removed, as entries. Those of teams are named by [`team_player`].
    pub players: BTreeMap<PlayerId, EloEntry>,
    /// Games that were played over the board, by the players: no byes, forfeits or unknown results. Those of a player or a team that
    /// has withdrawn from a round robin count, since they were played.
    pub games: Vec<EloGame>,
}

/// Player of a team tournament among all of its players.
#[must_use]
pub fn team_player(team: TeamPlace, player: BoardPlace) -> PlayerId {
    // A team has at most as many players, and they keep their places.
    team * MAX_TEAM_PLAYERS as PlayerId + player
}

impl From<&State> for RatedTournament {
    fn from(state: &State) -> Self {
        let settings = state.settings();
        let rounds = (1..).zip(state.rounds());
        let boards = rounds.flat_map(|(round, pairs)| pairs.boards.iter().map(move |board| (round, board)));
        let games = boards.filter_map(|(round, board)| {
            let result = board.result.filter(|result| result.is_played)?;
            Some(EloGame { round, white: board.white, black: board.black, result })
        });
        let players = state.active().into_iter();
        let players = players.map(|player| (player, EloEntry::of(&state.players()[player as usize].entrant)));
        Self {
            name: settings.name.clone(),
            variant: settings.variant.clone(),
            dates: settings.dates.clone(),
            is_of_teams: false,
            is_over: state.is_over(),
            players: players.collect(),
            games: games.collect(),
        }
    }
}

impl From<&TeamTournamentState> for RatedTournament {
    fn from(state: &TeamTournamentState) -> Self {
        let settings = state.settings();
        let mut games = Vec::new();
        for (round, paired) in (1..).zip(state.rounds()) {
            for match_ in &paired.matches {
                for (board, players) in state.boards(match_).into_iter().enumerate() {
                    let Some(result) = match_.results[board].filter(|result| result.is_played) else { continue };
                    let (Some(first), Some(second)) = (players.first, players.second) else { continue };
                    let own = team_player(match_.pair.first, first);
                    let other = team_player(match_.pair.second, second);
                    games.push(match match_.color(board) {
                        Color::White => EloGame { round, white: own, black: other, result },
                        Color::Black => EloGame { round, white: other, black: own, result: result.turned() },
                    });
                }
            }
        }
        Self {
            name: settings.name.clone(),
            variant: settings.variant.clone(),
            dates: settings.dates.clone(),
            is_of_teams: true,
            is_over: state.is_over(),
            players: entries(state),
            games,
        }
    }
}

/// Players of all teams with their teams as clubs. Those who share a name have the team behind it, since names of a list differ.
fn entries(state: &TeamTournamentState) -> BTreeMap<PlayerId, EloEntry> {
    let teams: Vec<(TeamPlace, &TeamEntry)> =
        state.active().into_iter().map(|team| (team, &state.teams()[team as usize].entry)).collect();
    let mut names = BTreeSet::new();
    let all = teams.iter().flat_map(|(_, entry)| &entry.players);
    let shared: BTreeSet<&str> = all.map(|player| player.name.as_str()).filter(|name| !names.insert(*name)).collect();
    let mut entries = BTreeMap::new();
    for (team, entry) in teams {
        for (place, player) in (0..).zip(&entry.players) {
            let mut name = player.name.clone();
            if shared.contains(name.as_str()) {
                let with_team: String = format!("{name} ({})", entry.name).chars().take(MAX_NAME).collect();
                with_team.trim_end().clone_into(&mut name);
            }
            let fields =
                EloEntry { name, title: player.title.clone(), club: entry.name.clone(), ..EloEntry::default() };
            entries.insert(team_player(team, place), fields.with_rating(player.rating));
        }
    }
    entries
}
