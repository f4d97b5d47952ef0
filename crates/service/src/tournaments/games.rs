//! Games of tournaments, and PGN.

use saffron_protocol::tournaments::{TournamentGame, TournamentGames};
use saffron_tournament::state::{Board, Entrant, State};

use super::{find, load};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::tournament_games::{Record, RecordPlayer, cost, write_game};
use crate::tournament_log::from_one;

/// Selection of games: all, those of a round, or one. Rounds and boards are numbered from 1.
#[derive(Clone, Copy, Debug)]
pub struct GameFilter {
    pub round: Option<u32>,
    pub board: Option<u32>,
}

impl GameFilter {
    /// Games of a tournament that it selects, with rounds and boards from 0.
    fn games(self, state: &State) -> impl Iterator<Item = (usize, usize, &Board, &str)> {
        let rounds = (0..state.rounds().len()).filter(move |at| self.round.is_none_or(|round| round == from_one(*at)));
        rounds.flat_map(move |round| {
            let games =
                state.games(round).filter(move |(at, ..)| self.board.is_none_or(|board| board == from_one(*at)));
            games.map(move |(at, board, moves)| (round, at, board, moves))
        })
    }
}

/// Moves of all games.
pub(super) fn all(state: &State) -> Vec<&str> {
    let all = GameFilter { round: None, board: None };
    all.games(state).map(|(.., moves)| moves).collect()
}

/// Games of a tournament.
///
/// # Errors
/// `NotFound` if there is no such tournament; `RateLimited` if the client has used up its processor time.
pub async fn games(app: &App, client: Client, id: &str, filter: GameFilter) -> Result<TournamentGames, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let games = filter.games(&loaded.state).map(|(round, board, _, moves)| TournamentGame {
        round: from_one(round),
        board: from_one(board),
        moves: moves.to_owned(),
    });
    let games: Vec<TournamentGame> = games.collect();
    app.budgets.owe(Payer::Client(client), cost(games.iter().map(|game| game.moves.as_str())));
    Ok(TournamentGames { games })
}

/// Games of a tournament as PGN, with an empty line behind each.
///
/// # Errors
/// Those of [`games`].
pub async fn pgn(app: &App, client: Client, id: &str, filter: GameFilter) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let mut text = String::new();
    let mut count = 0;
    for (round, at, board, moves) in filter.games(&loaded.state) {
        // The name of an erased account's tournament is gone.
        write_game(&mut text, &record(&loaded.state, &row.name, (round, at, board), moves));
        count += 1;
    }
    app.budgets.owe(Payer::Client(client), Cost::of_library(count, text.len()));
    Ok(text)
}

fn record<'a>(
    state: &'a State,
    event: &'a str,
    (round, at, board): (usize, usize, &'a Board),
    moves: &'a str,
) -> Record<'a> {
    let settings = state.settings();
    let player = |player: u32| {
        let Entrant { name, title, rating, .. } = &state.players()[player as usize].entrant;
        RecordPlayer { name, title, rating: *rating, team: None }
    };
    Record {
        event,
        place: &settings.place,
        dates: &settings.dates,
        variant: &settings.variant,
        round: format!("{}.{}", from_one(round), from_one(at)),
        board: None,
        players: [player(board.white), player(board.black)],
        result: board.result,
        moves,
    }
}
