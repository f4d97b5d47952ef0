//! Start of a game between two accounts, and the checks before it.

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::account::{ChallengesFrom, Preferences};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_GAMES, MAX_GAMES_OF_GUEST};
use saffron_protocol::lobby::SideChoice;
use saffron_protocol::socket::ServerMessage;
use saffron_store::accounts::{Account, Kind};
use saffron_store::relations::{Relation, between};
use saffron_store::{AccountId, GameId, Statement, games};

use crate::app::App;
use crate::error::Error;
use crate::games::Opening;
use crate::games::info::GameData;
use crate::lobby::players::{self, pool};
use crate::parts::offers::Terms;
use crate::session::Viewer;

/// Accounts and terms of a new game, with statements for the same transaction.
#[derive(Debug)]
pub struct Pairing {
    /// Terms; the side is that of the first account.
    pub terms: Terms,
    pub accounts: [Account; 2],
    pub data: GameData,
    pub id: GameId,
    pub also: Vec<Statement>,
}

/// Starts a game. Suspensions and limits must have been checked before.
///
/// # Errors
/// `Oneself` for one account on both sides, `CannotBeRated` for a rated game with a guest, `Busy` if the computers play
/// as many games as allowed, `Gone` if one of the `also` statements conflicts.
pub async fn start(app: &Arc<App>, pairing: Pairing) -> Result<GameId, Error> {
    let Pairing { terms, accounts: [first, second], data, id, also } = pairing;
    if first.id == second.id {
        return Err(ErrorCode::Oneself.into());
    }
    let kinds = [first.kind, second.kind];
    if terms.settings.rated && kinds.contains(&Kind::Guest) {
        return Err(ErrorCode::CannotBeRated.into());
    }
    if terms.settings.control.is_real_time() && kinds.contains(&Kind::Computer) && free_computer_games(app) == 0 {
        return Err(ErrorCode::Busy.into());
    }
    let pool = pool(terms.speed, kinds);
    let variant = &terms.settings.variant;
    let mut players = [
        (first.id, players::seat(app, &first, variant, pool).await?),
        (second.id, players::seat(app, &second, variant, pool).await?),
    ];
    let first_is_white = match terms.side {
        SideChoice::White => true,
        SideChoice::Black => false,
        SideChoice::Random => app.random.coin(),
    };
    if !first_is_white {
        players.reverse();
    }
    Ok(app.games.begin(id, Opening { settings: terms.settings, players, data }, also).await?)
}

/// Number of games with clocks that the computers can begin now.
pub fn free_computer_games(app: &App) -> usize {
    let played = app.lobby.current.count_that(|game| game.real_time && game.people < 2);
    app.computers.limits.games.saturating_sub(played)
}

/// Random id for a game.
pub fn new_id(app: &App) -> GameId {
    GameId::from_random(app.random.bits())
}

/// Notifies all connections of the accounts that a game of theirs has started.
pub fn notify_started(app: &App, accounts: &[AccountId], game: GameId, of: Option<&str>) {
    let message = ServerMessage::Started { game: game.to_string(), of: of.map(str::to_owned) };
    accounts.iter().for_each(|account| app.online.tell(*account, &message));
}

/// Checks that an account is not suspended and does not create offers too fast.
///
/// # Errors
/// `Suspended` if it is suspended, `RateLimited` if it is too fast.
pub fn check_may_offer(app: &App, viewer: &Viewer) -> Result<(), ErrorCode> {
    check_suspension(viewer.banned_until, app.clock.now())?;
    if app.config.quotas_off {
        return Ok(());
    }
    app.lobby.rates.take(&viewer.account)
}

/// Checks that an account is not suspended.
///
/// # Errors
/// `Suspended` with the end of the suspension.
pub fn check_suspension(banned_until: Option<Millis>, now: Millis) -> Result<(), ErrorCode> {
    match banned_until {
        Some(until) if until > now => Err(ErrorCode::Suspended { until: Some(until) }),
        _ => Ok(()),
    }
}

/// Checks that an account may have another running game.
///
/// # Errors
/// `TooMany` if it has as many as allowed, `Internal` if the store fails.
pub async fn check_running_games(app: &App, account: AccountId, kind: Kind) -> Result<(), Error> {
    let limit = match kind {
        _ if app.config.quotas_off => return Ok(()),
        Kind::Computer => return Ok(()),
        Kind::Guest => MAX_GAMES_OF_GUEST,
        Kind::Person | Kind::Closed => MAX_GAMES,
    };
    let running = games::count_running(&*app.database, account).await?;
    if usize::try_from(running).unwrap_or(usize::MAX) >= limit {
        Err(ErrorCode::TooMany { limit }.into())
    } else {
        Ok(())
    }
}

/// Returns whether one of two accounts has blocked the other.
///
/// # Errors
/// `Internal` if the store fails.
pub async fn either_has_blocked(app: &App, one: AccountId, other: AccountId) -> Result<bool, Error> {
    for (from, to) in [(one, other), (other, one)] {
        if between(&*app.database, from, to).await? == Some(Relation::Block) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks that an account takes challenges from another one.
///
/// # Errors
/// `NotAccepted` if it does not, by its preferences or because one has blocked the other; `Internal` if the store
/// fails.
pub async fn takes_challenges(app: &App, challenged: &Account, from: &Account) -> Result<(), Error> {
    if either_has_blocked(app, challenged.id, from.id).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let preferences: Preferences = serde_json::from_str(&challenged.preferences).unwrap_or_default();
    let takes = match preferences.challenges {
        ChallengesFrom::Everybody => true,
        ChallengesFrom::Accounts => from.kind != Kind::Guest,
        ChallengesFrom::Followed => {
            let relation = between(&*app.database, challenged.id, from.id).await?;
            relation == Some(Relation::Follow)
        }
        ChallengesFrom::Nobody => false,
    };
    if takes { Ok(()) } else { Err(ErrorCode::NotAccepted.into()) }
}

/// Account of a visitor who may start a game or offer one.
///
/// # Errors
/// `Suspended` for a suspended account, `RateLimited` for offers that are too fast, `TooMany` for too many running
/// games.
pub async fn eligible_account(app: &App, viewer: &Viewer) -> Result<Account, Error> {
    check_may_offer(app, viewer)?;
    check_running_games(app, viewer.account, viewer.kind).await?;
    players::account(app, viewer.account).await
}

/// Runs work in its own task, so that it completes even if the client aborts the request. Otherwise memory and store
/// could differ.
///
/// # Errors
/// The errors of the work, and `Internal` if it panics.
pub async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.unwrap_or_else(|error| {
        tracing::error!(%error, "work has failed");
        Err(ErrorCode::Internal.into())
    })
}
