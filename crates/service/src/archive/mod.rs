//! The archive: lists of games, and PGN.

pub mod filter;
pub mod pgn;
pub mod record;

use std::collections::HashMap;

use saffron_live::Millis;
use saffron_protocol::game::{GamePage, GameSummary};
use saffron_rules::{Move, Position, Variant};
use saffron_store::AccountId;
use saffron_store::accounts::Account;
use saffron_store::games::{self, Cursor, Game};

use crate::app::App;
use crate::archive::filter::cursor_text;
use crate::config::limits::{ARCHIVE_PAGE, MAX_RUNNING_GAMES};
use crate::error::Error;
use crate::games::info::{accounts_of, info_of};
use crate::session::Viewer;

/// A page of the ended games that match a query, the latest first.
///
/// # Errors
/// The errors of [`filter::read`].
pub async fn ended_games(app: &App, query: &str) -> Result<GamePage, Error> {
    let (filter, after) = filter::read(app, query).await?;
    let rows = games::list(&*app.database, &filter, after, ARCHIVE_PAGE + 1).await?;
    let page = &rows[..rows.len().min(ARCHIVE_PAGE as usize)];
    let next = page.last().filter(|_| rows.len() > page.len()).map(|last| cursor_text(Cursor::from(last)));
    let players = page.iter().flat_map(|game| [game.white, game.black]).flatten().collect();
    let accounts = accounts_of(&*app.database, players).await?;
    let games = page.iter().filter_map(|game| {
        let summary = summary_of(game, &accounts);
        if summary.is_none() {
            tracing::warn!(game = %game.id, "a game cannot be listed");
        }
        summary
    });
    Ok(GamePage { games: games.collect(), next })
}

/// Running games of the account: first those in which it is to move, the nearest deadline first; then the others, the
/// latest move first.
pub async fn own_running_games(app: &App, viewer: &Viewer) -> Result<GamePage, Error> {
    let running = games::running_of(&*app.database, viewer.account, MAX_RUNNING_GAMES).await?;
    let mut games: Vec<((bool, Millis), GameSummary)> = Vec::with_capacity(running.len());
    for Game { id, .. } in running {
        let Ok(live_game) = app.games.open(id).await else { continue };
        let state = live_game.lock();
        if state.live.outcome().is_some() {
            continue;
        }
        let waits = state.side_of(Some(viewer.account)) != Some(state.live.turn());
        let urgency = if waits { -state.live.last_at() } else { state.live.deadline().unwrap_or(Millis::MAX) };
        games.push(((waits, urgency), state.summary()));
    }
    games.sort_by_key(|(order, _)| *order);
    Ok(GamePage { games: games.into_iter().map(|(_, game)| game).collect(), next: None })
}

/// Summary of an ended game; `None` if it cannot be read, for example because the server lacks its variant.
pub fn summary_of(game: &Game, accounts: &HashMap<AccountId, Account>) -> Option<GameSummary> {
    let info = info_of(game, accounts)?;
    let (mut position, moves) = moves_of(game)?;
    moves.into_iter().for_each(|mv| position.play_unchecked(mv));
    let last_move = game.moves.split_whitespace().next_back().map(str::to_owned);
    let plies = u16::try_from(game.plies).ok()?;
    Some(GameSummary { info, plies, fen: position.to_fen(), last_move, turn: None, deadline: None })
}

/// Start and moves of an ended game; `None` if they cannot be read, for example because the server lacks its variant.
pub fn moves_of(game: &Game) -> Option<(Position, Vec<Move>)> {
    let variant = Variant::by_id(&game.variant)?;
    let start = match &game.start_fen {
        Some(fen) => Position::from_fen(variant, fen).ok()?,
        None => variant.start(),
    };
    let mut position = start;
    let moves = game.moves.split_whitespace().map(|uci| {
        let mv = position.parse_uci(uci).ok()?;
        position.play_unchecked(mv);
        Some(mv)
    });
    let moves = moves.collect::<Option<Vec<_>>>()?;
    Some((start, moves))
}
