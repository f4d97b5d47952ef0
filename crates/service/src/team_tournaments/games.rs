//! Games of team tournaments, and PGN.

use saffron_protocol::team_tournaments::{TeamTournamentGame, TeamTournamentGames};
use saffron_rules::Color;
use saffron_tournament::state::GameResult;
use saffron_tournament::teams::{TeamMatch, TeamTournamentState};

use super::{find, load};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::tournament_games::{Record, RecordPlayer, cost, write_game};
use crate::tournament_log::from_one;

/// Selection of games: all, those of a round, of a match, or one. Rounds, tables and boards are numbered from 1.
#[derive(Clone, Copy, Default, Debug)]
pub struct GameFilter {
    pub round: Option<u32>,
    /// Match of a round.
    pub table: Option<u32>,
    pub board: Option<u32>,
}

/// Board of a match, from 0, with its moves.
struct BoardMoves<'a> {
    round: usize,
    table: usize,
    match_: &'a TeamMatch,
    board: usize,
    moves: &'a str,
}

impl GameFilter {
    /// Games of a tournament that it selects.
    fn games(self, state: &TeamTournamentState) -> Vec<BoardMoves<'_>> {
        let is_selected = |of: Option<u32>, at: usize| of.is_none_or(|number| number == from_one(at));
        let mut games = Vec::new();
        for (round, paired) in state.rounds().iter().enumerate().filter(|(at, _)| is_selected(self.round, *at)) {
            for (table, match_) in paired.matches.iter().enumerate().filter(|(at, _)| is_selected(self.table, *at)) {
                let boards = (0..match_.results.len()).filter(|at| is_selected(self.board, *at));
                games.extend(boards.filter_map(|board| {
                    let moves = state.game(round, match_, board)?;
                    Some(BoardMoves { round, table, match_, board, moves })
                }));
            }
        }
        games
    }
}

/// Moves of all games.
pub(super) fn all(state: &TeamTournamentState) -> Vec<&str> {
    GameFilter::default().games(state).into_iter().map(|game| game.moves).collect()
}

/// Games of a tournament.
///
/// # Errors
/// `NotFound` if there is no such tournament; `RateLimited` if the client has used up its processor time.
pub async fn games(app: &App, client: Client, id: &str, filter: GameFilter) -> Result<TeamTournamentGames, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let games = filter.games(&loaded.state).into_iter().map(|game| TeamTournamentGame {
        round: from_one(game.round),
        table: from_one(game.table),
        board: from_one(game.board),
        moves: game.moves.to_owned(),
    });
    let games: Vec<TeamTournamentGame> = games.collect();
    app.budgets.owe(Payer::Client(client), cost(games.iter().map(|game| game.moves.as_str())));
    Ok(TeamTournamentGames { games })
}

/// Games of a tournament as PGN, with an empty line behind each.
///
/// # Errors
/// Those of [`games`].
pub async fn pgn(app: &App, client: Client, id: &str, filter: GameFilter) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let games = filter.games(&loaded.state);
    let mut text = String::new();
    for game in &games {
        // The name of an erased account's tournament is gone.
        write_game(&mut text, &record(&loaded.state, &row.name, game));
    }
    app.budgets.owe(Payer::Client(client), Cost::of_library(games.len(), text.len()));
    Ok(text)
}

fn record<'a>(state: &'a TeamTournamentState, event: &'a str, game: &BoardMoves<'a>) -> Record<'a> {
    let settings = state.settings();
    let BoardMoves { round, table, match_, board, moves } = *game;
    let seated = state.boards(match_)[board];
    let player = |team: u32, player: Option<u32>| {
        let entry = &state.teams()[team as usize].entry;
        let found = player.and_then(|player| entry.players.get(player as usize));
        RecordPlayer {
            name: found.map_or("", |player| &player.name),
            title: found.map_or("", |player| &player.title),
            rating: found.and_then(|player| player.rating),
            team: Some(&entry.name),
        }
    };
    let mut players = [player(match_.pair.first, seated.first), player(match_.pair.second, seated.second)];
    let mut result = match_.results[board];
    if match_.color(board) == Color::Black {
        players.reverse();
        result = result.map(GameResult::turned);
    }
    Record {
        event,
        place: &settings.place,
        dates: &settings.dates,
        variant: &settings.variant,
        round: format!("{}.{}.{}", from_one(round), from_one(table), from_one(board)),
        board: Some(from_one(board)),
        players,
        result,
        moves,
    }
}
