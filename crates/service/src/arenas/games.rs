//! Games of an arena: how they begin, and what their ends mean to it.

use std::sync::Arc;

use saffron_live::{AbortCause, Live, Settings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::SideChoice;
use saffron_rules::{Color, Outcome};
use saffron_store::{AccountId, GameId, TournamentId};
use saffron_tournament::arena::{ArenaPair, ArenaResult, ArenaSettings};

use super::command::control;
use crate::app::App;
use crate::error::Error;
use crate::games::info::GameData;
use crate::lobby::pairing::{Pairing, notify_started, start};
use crate::lobby::players;
use crate::parts::offers::Terms;

/// Begins a game that was paired, and notifies both players.
///
/// # Errors
/// Those of [`start`]; `NotFound` if an account is closed.
pub(super) async fn begin(
    app: &Arc<App>,
    arena: TournamentId,
    settings: &ArenaSettings,
    game: GameId,
    accounts: [AccountId; 2],
) -> Result<(), Error> {
    let [white, black] = accounts;
    let control = control(settings);
    let settings = Settings {
        rated: settings.rated,
        berserk: settings.berserk,
        strict: true,
        ..Settings::casual(settings.variant.clone(), control)
    };
    let pairing = Pairing {
        terms: Terms { settings, speed: control.speed(), side: SideChoice::White },
        accounts: [players::account(app, white).await?, players::account(app, black).await?],
        data: GameData { arena: Some(arena.to_string()), ..GameData::default() },
        id: game,
        also: Vec::new(),
    };
    start(app, pairing).await?;
    notify_started(app, &accounts, game, Some(arena.as_str()));
    Ok(())
}

/// Result of a game; `None` while it is played.
///
/// # Errors
/// Failures of the store: the game is to be looked at again.
pub(super) async fn result(app: &App, game: GameId, pair: &ArenaPair) -> Result<Option<ArenaResult>, ErrorCode> {
    match app.games.open(game).await {
        Ok(live_game) => Ok(result_of(&live_game.lock().durable(), pair)),
        // It was paired, but has never begun.
        Err(ErrorCode::NotFound) => Ok(Some(ArenaResult::Void)),
        Err(error) => Err(error),
    }
}

fn result_of(live: &Live, pair: &ArenaPair) -> Option<ArenaResult> {
    let outcome = live.outcome()?;
    let player = |side: Color| if side == Color::White { pair.white } else { pair.black };
    if outcome == Outcome::ABORTED {
        return Some(match live.abort_cause() {
            Some(AbortCause::NoFirstMove { by } | AbortCause::Player { by }) => {
                ArenaResult::NotBegun { absent: player(by) }
            }
            Some(AbortCause::Server) | None => ArenaResult::Void,
        });
    }
    let plies = live.ply();
    let won = |side: Color| ArenaResult::Won { winner: player(side), plies, berserk: live.has_berserked(side) };
    // A stalemate that gives more than half of the point is a win.
    Some(match outcome.quarters(Color::White).cmp(&outcome.quarters(Color::Black)) {
        std::cmp::Ordering::Greater => won(Color::White),
        std::cmp::Ordering::Less => won(Color::Black),
        std::cmp::Ordering::Equal => ArenaResult::Drawn { plies },
    })
}
