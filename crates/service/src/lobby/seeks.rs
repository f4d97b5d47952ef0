//! Seeks: creating, pairing, accepting, withdrawing, expiring.

use std::collections::BTreeSet;
use std::sync::Arc;

use saffron_live::{Millis, Speed};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_SEEKS, MAX_SEEKS_OF_GUEST};
use saffron_protocol::lobby::{Lobby, Seek, SeekAnswer, SeekRequest, SideChoice};
use saffron_protocol::socket::ServerMessage;
use saffron_store::accounts::{Account, Kind};
use saffron_store::{AccountId, GameId, SeekId, StoreError, seeks};

use crate::app::App;
use crate::config::limits::{MAX_SEEK_RATING, MAX_SEEKS_OF_ALL, MAX_SHOWN_SEEKS, SEEK_TTL};
use crate::error::Error;
use crate::games::info::GameData;
use crate::lobby::pairing::{
    self, Pairing, check_running_games, check_suspension, detached, either_has_blocked, eligible_account, new_id,
    notify_started,
};
use crate::lobby::players::{self, pool};
use crate::parts::offers::{self, Terms, side_code, side_of_code};
use crate::parts::seek_book::OpenSeek;
use crate::session::Viewer;

/// Current state of the lobby.
pub fn lobby(app: &App) -> Lobby {
    let (players, games) = counts(app);
    Lobby { seeks: app.lobby.seeks.shown(MAX_SHOWN_SEEKS), players, games }
}

/// Numbers of connected accounts and of running games.
pub fn counts(app: &App) -> (u32, u32) {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    (count(app.online.count()), count(app.lobby.current.count()))
}

/// Creates a seek, or starts a game at once if an open seek matches.
///
/// # Errors
/// The errors of [`eligible_account`] and of [`offers::check`], `InvalidField` for a seek with a start position or an invalid
/// range of ratings, `TooMany` if the account has too many seeks, `Busy` if the lobby is full.
pub async fn create(app: &Arc<App>, viewer: &Viewer, request: SeekRequest) -> Result<SeekAnswer, Error> {
    let owner = eligible_account(app, viewer).await?;
    detached(make(Arc::clone(app), owner, request)).await
}

async fn make(app: Arc<App>, owner: Account, request: SeekRequest) -> Result<SeekAnswer, Error> {
    let now = app.clock.now();
    let terms = check(&request, owner.kind, now)?;
    let _creating = app.lobby.seek_creation.lock().await;
    let stored = !request.quick && terms.speed == Speed::Correspondence;
    let seek = open(&app, &owner, terms, (request.rating_from, request.rating_to), stored).await?;
    if let Some(same) = app.lobby.seeks.find(|other| other.is_same(&seek)) {
        return Ok(SeekAnswer::Waiting { seek: same.shown });
    }
    if let Some(game) = pair(&app, &owner, &seek).await? {
        return Ok(SeekAnswer::Started { game: game.to_string() });
    }
    let limit = if owner.kind == Kind::Guest { MAX_SEEKS_OF_GUEST } else { MAX_SEEKS };
    if app.lobby.seeks.count_of(owner.id) >= limit && !app.config.quotas_off {
        return Err(ErrorCode::TooMany { limit }.into());
    }
    if app.lobby.seeks.count() >= MAX_SEEKS_OF_ALL {
        return Err(ErrorCode::Busy.into());
    }
    if stored {
        app.database.transact(vec![seeks::insert(&row(&seek))]).await?;
    }
    let shown = seek.shown.clone();
    app.lobby.seeks.insert(seek);
    app.lobby.followers.tell(&ServerMessage::SeekAdded { seek: shown.clone() }, |()| true);
    Ok(SeekAnswer::Waiting { seek: shown })
}

fn check(request: &SeekRequest, by: Kind, now: Millis) -> Result<Terms, ErrorCode> {
    let invalid = |field: &str| Err(ErrorCode::InvalidField { field: field.to_owned() });
    if request.offer.fen.is_some() {
        return invalid("fen");
    }
    let in_range = |rating: Option<i32>| rating.is_none_or(|rating| (0..=MAX_SEEK_RATING).contains(&rating));
    let (from, to) = (request.rating_from, request.rating_to);
    if !in_range(from) || from.zip(to).is_some_and(|(from, to)| from > to) {
        return invalid("ratingFrom");
    }
    if !in_range(to) {
        return invalid("ratingTo");
    }
    offers::check(&request.offer, by, now)
}

async fn open(
    app: &App,
    owner: &Account,
    terms: Terms,
    (rating_from, rating_to): (Option<i32>, Option<i32>),
    stored: bool,
) -> Result<OpenSeek, Error> {
    let id = SeekId::from_random(app.random.bits());
    let now = app.clock.now();
    let shown = Seek {
        id: id.to_string(),
        player: players::seat(app, owner, &terms.settings.variant, terms.speed.id()).await?,
        offer: terms.offer(),
        speed: terms.speed,
        rating_from,
        rating_to,
        created_at: now,
        expires_at: stored.then_some(now + SEEK_TTL),
    };
    let offline_since = (!app.online.is_online(owner.id)).then_some(now);
    Ok(OpenSeek { id, account: owner.id, terms, shown, stored, offline_since })
}

/// Starts a game with the best match among the open seeks; `None` if none matches.
async fn pair(app: &Arc<App>, owner: &Account, seek: &OpenSeek) -> Result<Option<GameId>, Error> {
    let mut rejected = BTreeSet::new();
    loop {
        let reachable = |other: &OpenSeek| other.stored || app.online.is_online(other.account);
        let Some(other) = app.lobby.seeks.best_for(seek, &rejected, reachable) else { return Ok(None) };
        rejected.insert(other.id);
        if either_has_blocked(app, owner.id, other.account).await? {
            continue;
        }
        let side = match (other.terms.side, seek.terms.side) {
            (SideChoice::Random, SideChoice::White) => SideChoice::Black,
            (SideChoice::Random, SideChoice::Black) => SideChoice::White,
            (side, _) => side,
        };
        match begin(app, other.id, side, owner).await {
            Ok(game) => return Ok(Some(game)),
            // Another player was faster, or the owner cannot play any more.
            Err(Error::Refused(ErrorCode::Gone)) => {}
            Err(error) => return Err(error),
        }
    }
}

/// Accepts a seek and starts its game.
///
/// # Errors
/// The errors of [`eligible_account`], `Gone` if the seek is no longer open or its owner is offline, `Oneself` for the
/// account's own seek, `AccountRequired` for a guest in a rated game, `NotAccepted` if the rating is outside the seek's
/// range or one player has blocked the other.
pub async fn accept(app: &Arc<App>, viewer: &Viewer, id: &str) -> Result<GameId, Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let by = eligible_account(app, viewer).await?;
    detached(accept_by(Arc::clone(app), id, by)).await
}

async fn accept_by(app: Arc<App>, id: SeekId, by: Account) -> Result<GameId, Error> {
    let seek = app.lobby.seeks.get(id).ok_or(ErrorCode::Gone)?;
    if seek.account == by.id {
        return Err(ErrorCode::Oneself.into());
    }
    if seek.terms.settings.rated && by.kind == Kind::Guest {
        return Err(ErrorCode::AccountRequired.into());
    }
    if !seek.stored && !app.online.is_online(seek.account) {
        return Err(ErrorCode::Gone.into());
    }
    let player = players::seat(&app, &by, &seek.terms.settings.variant, seek.terms.speed.id()).await?;
    if !seek.admits(player.rating) || either_has_blocked(&app, by.id, seek.account).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    begin(&app, id, seek.terms.side, &by).await
}

/// Takes a seek out of the book and starts its game, with the owner on this side. `Gone` if another player was faster
/// or the owner cannot play any more.
async fn begin(app: &Arc<App>, id: SeekId, side: SideChoice, by: &Account) -> Result<GameId, Error> {
    let seek = app.lobby.seeks.take(id).ok_or(ErrorCode::Gone)?;
    let owner = match owner_who_can_play(app, &seek).await {
        Ok(owner) => owner,
        Err(error) if error.is_fault() => {
            app.lobby.seeks.insert(seek);
            return Err(error);
        }
        Err(_) => {
            remove_or_log(app, &seek).await;
            return Err(ErrorCode::Gone.into());
        }
    };
    let pairing = Pairing {
        terms: Terms { side, ..seek.terms.clone() },
        accounts: [owner, by.clone()],
        data: GameData::default(),
        id: new_id(app),
        also: if seek.stored { vec![seeks::take(id, app.clock.now())] } else { Vec::new() },
    };
    match pairing::start(app, pairing).await {
        Ok(game) => {
            notify_removed(app, &seek);
            notify_started(app, &[seek.account], game, Some(id.as_str()));
            if seek.terms.speed != Speed::Correspondence {
                withdraw_real_time(app, &[seek.account, by.id]);
            }
            Ok(game)
        }
        Err(Error::Refused(ErrorCode::Gone)) => {
            notify_removed(app, &seek);
            Err(ErrorCode::Gone.into())
        }
        Err(error) => {
            app.lobby.seeks.insert(seek);
            Err(error)
        }
    }
}

async fn owner_who_can_play(app: &App, seek: &OpenSeek) -> Result<Account, Error> {
    let owner = players::account(app, seek.account).await?;
    check_suspension(owner.banned_until, app.clock.now())?;
    check_running_games(app, owner.id, owner.kind).await?;
    Ok(owner)
}

/// Withdraws the real-time seeks of accounts that have started a real-time game.
fn withdraw_real_time(app: &App, accounts: &[AccountId]) {
    let ended =
        app.lobby.seeks.take_all(|seek| accounts.contains(&seek.account) && seek.terms.speed != Speed::Correspondence);
    ended.iter().for_each(|seek| notify_removed(app, seek));
}

/// Withdraws the account's own seek.
///
/// # Errors
/// `Gone` if the seek is no longer open, `Forbidden` if it is another account's.
pub async fn withdraw(app: &Arc<App>, viewer: &Viewer, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    detached(withdraw_by(Arc::clone(app), id, viewer.account)).await
}

async fn withdraw_by(app: Arc<App>, id: SeekId, account: AccountId) -> Result<(), Error> {
    let seek = app.lobby.seeks.get(id).ok_or(ErrorCode::Gone)?;
    if seek.account != account {
        return Err(ErrorCode::Forbidden.into());
    }
    let seek = app.lobby.seeks.take(id).ok_or(ErrorCode::Gone)?;
    if let Err(error) = remove(&app, &seek).await {
        app.lobby.seeks.insert(seek);
        return Err(error.into());
    }
    Ok(())
}

/// Withdraws all seeks of an account.
pub async fn withdraw_all(app: &App, account: AccountId) {
    for seek in app.lobby.seeks.take_all(|seek| seek.account == account) {
        remove_or_log(app, &seek).await;
    }
}

/// Updates the player in an account's seeks after a guest has registered.
pub async fn rename(app: &App, account: &Account) {
    for seek in app.lobby.seeks.all_of(account.id) {
        let pool = pool(seek.terms.speed, [account.kind; 2]);
        let Ok(player) = players::seat(app, account, &seek.terms.settings.variant, pool).await else { continue };
        // It may have been accepted during the look-up.
        let Some(mut seek) = app.lobby.seeks.take(seek.id) else { continue };
        seek.shown.player = player;
        notify_removed(app, &seek);
        app.lobby.followers.tell(&ServerMessage::SeekAdded { seek: seek.shown.clone() }, |()| true);
        app.lobby.seeks.insert(seek);
    }
}

/// Removes a seek from the store and the followers' lists, after it was taken out of the book.
///
/// # Errors
/// Fails if the store does; the seek is still stored then.
async fn remove(app: &App, seek: &OpenSeek) -> Result<(), StoreError> {
    if seek.stored {
        match app.database.transact(vec![seeks::withdraw(seek.id, seek.account)]).await {
            Ok(_) | Err(StoreError::Conflict { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    notify_removed(app, seek);
    Ok(())
}

/// Like [`remove`], but only logs a failure. The seek may come back at the next start then.
async fn remove_or_log(app: &App, seek: &OpenSeek) {
    if let Err(error) = remove(app, seek).await {
        tracing::error!(%error, "a seek could not be removed");
        notify_removed(app, seek);
    }
}

fn notify_removed(app: &App, seek: &OpenSeek) {
    app.lobby.followers.tell(&ServerMessage::SeekRemoved { id: seek.id.to_string() }, |()| true);
}

/// Ends expired seeks, and pairs those whose owners have just reconnected.
pub async fn sweep(app: &Arc<App>) {
    let (ended, back) = app.lobby.seeks.sweep(app.clock.now(), |account| app.online.is_online(account));
    for seek in ended {
        remove_or_log(app, &seek).await;
    }
    for seek in back {
        let _creating = app.lobby.seek_creation.lock().await;
        let Some(seek) = app.lobby.seeks.take(seek.id) else { continue };
        let Ok(owner) = owner_who_can_play(app, &seek).await else {
            notify_removed(app, &seek);
            continue;
        };
        match pair(app, &owner, &seek).await {
            Ok(Some(game)) => {
                notify_removed(app, &seek);
                notify_started(app, &[seek.account], game, Some(seek.id.as_str()));
            }
            Ok(None) | Err(_) => app.lobby.seeks.insert(seek),
        }
    }
}

/// Removes expired seeks from the store.
pub async fn clean_up(app: &App) -> Result<(), StoreError> {
    app.database.transact(vec![seeks::expire(app.clock.now())]).await.map(|_| ())
}

/// Reads the stored seeks into the book.
///
/// # Errors
/// Fails if the store does.
pub async fn load(app: &App) -> Result<(), StoreError> {
    let limit = u32::try_from(MAX_SEEKS_OF_ALL).unwrap_or(u32::MAX);
    for row in seeks::all(&*app.database, app.clock.now(), limit).await? {
        match read(app, &row).await {
            Ok(seek) => app.lobby.seeks.insert(seek),
            Err(error) => tracing::warn!(seek = %row.id, %error, "a seek cannot be offered any more"),
        }
    }
    Ok(())
}

fn row(seek: &OpenSeek) -> seeks::Seek {
    let rating = |rating: Option<i32>| rating.and_then(|rating| u32::try_from(rating).ok());
    let Seek { rating_from, rating_to, created_at, expires_at, .. } = seek.shown;
    seeks::Seek {
        id: seek.id,
        account: seek.account,
        variant: seek.terms.settings.variant.clone(),
        speed: seek.terms.speed.id().to_owned(),
        // Serialising this enum cannot fail.
        control: serde_json::to_string(&seek.terms.settings.control).unwrap_or_default(),
        rated: seek.terms.settings.rated,
        side: side_code(seek.terms.side),
        rating_min: rating(rating_from),
        rating_max: rating(rating_to),
        created_at,
        expires_at: expires_at.unwrap_or(created_at + SEEK_TTL),
        data: String::new(),
    }
}

async fn read(app: &App, row: &seeks::Seek) -> Result<OpenSeek, Error> {
    let owner = players::account(app, row.account).await?;
    let offer = saffron_protocol::lobby::GameOffer {
        variant: row.variant.clone(),
        control: serde_json::from_str(&row.control).map_err(|_| ErrorCode::InvalidControl)?,
        rated: row.rated,
        side: side_of_code(row.side.as_deref()),
        fen: None,
    };
    let terms = offers::check(&offer, owner.kind, app.clock.now())?;
    let rating = |rating: Option<u32>| rating.and_then(|rating| i32::try_from(rating).ok());
    let shown = Seek {
        id: row.id.to_string(),
        player: players::seat(app, &owner, &row.variant, pool(terms.speed, [owner.kind; 2])).await?,
        offer: terms.offer(),
        speed: terms.speed,
        rating_from: rating(row.rating_min),
        rating_to: rating(row.rating_max),
        created_at: row.created_at,
        expires_at: Some(row.expires_at),
    };
    Ok(OpenSeek { id: row.id, account: row.account, terms, shown, stored: true, offline_since: None })
}
