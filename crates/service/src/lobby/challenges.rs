//! Challenges, and the rematches among them: creating, accepting, declining, withdrawing.

use std::sync::Arc;

use saffron_live::{Millis, TimeControl};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_CHALLENGES, MAX_CHALLENGES_OF_GUEST, MAX_CHALLENGES_RECEIVED};
use saffron_protocol::lobby::{Challenge, ChallengeRequest, ChallengeStatus, Challenges, GameOffer, SideChoice};
use saffron_protocol::socket::ServerMessage;
use saffron_rules::Color;
use saffron_store::accounts::{Account, Kind};
use saffron_store::challenges::{self, Challenge as Row, Status};
use saffron_store::{AccountId, ChallengeId, GameId, Statement, StoreError};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::config::limits::{
    CHALLENGE_RETENTION, CHALLENGE_TTL, CHALLENGE_TTL_WITHOUT_CLOCK, MAX_NAME, REMATCH_TTL, REMATCH_TTL_WITHOUT_CLOCK,
};
use crate::error::Error;
use crate::games::info::GameData;
use crate::lobby::pairing::{
    self, Pairing, check_running_games, detached, either_has_blocked, eligible_account, new_id, notify_started,
    takes_challenges,
};
use crate::lobby::players::{self, pool};
use crate::names;
use crate::notifications::{self, NewNotification, NotificationKind};
use crate::parts::offers::{self, Terms, side_code, side_of_code};
use crate::session::Viewer;

/// Data stored with a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Data {
    /// Whether everyone with the link may accept.
    link: bool,
}

/// Challenge to be stored.
#[derive(Clone, Debug)]
struct NewChallenge {
    from: Account,
    /// `None` if everyone with the link may accept.
    to: Option<Account>,
    terms: Terms,
    rematch_of: Option<GameId>,
    ttl: Millis,
}

/// Lifetime of a challenge in milliseconds, by its time control.
fn ttl(control: TimeControl) -> Millis {
    if control.is_real_time() { CHALLENGE_TTL } else { CHALLENGE_TTL_WITHOUT_CLOCK }
}

/// Creates a challenge, or offers or accepts a rematch. A computer accepts at once.
///
/// # Errors
/// The errors of [`eligible_account`] and of [`offers::check`], `NotFound` if the opponent does not exist, `Oneself` for a
/// challenge to oneself, `NotAccepted` if the opponent does not take it, `TooMany` if either player has too many open
/// challenges.
pub async fn create(app: &Arc<App>, viewer: &Viewer, request: ChallengeRequest) -> Result<Challenge, Error> {
    let from = eligible_account(app, viewer).await?;
    if let Some(game) = &request.rematch_of {
        let game: GameId = game.parse().map_err(|_| ErrorCode::NotFound)?;
        return detached(offer_rematch(Arc::clone(app), from, game)).await;
    }
    let to = match &request.to {
        None => None,
        Some(name) if name.len() > MAX_NAME => return Err(ErrorCode::NotFound.into()),
        Some(name) => {
            let found = names::find(&*app.database, name).await?;
            Some(found.filter(|account| account.kind != Kind::Closed).ok_or(ErrorCode::NotFound)?)
        }
    };
    detached(make(Arc::clone(app), from, to, request.offer)).await
}

async fn make(app: Arc<App>, from: Account, to: Option<Account>, offer: GameOffer) -> Result<Challenge, Error> {
    let terms = offers::check(&offer, from.kind, app.clock.now())?;
    if let Some(to) = &to {
        if to.id == from.id {
            return Err(ErrorCode::Oneself.into());
        }
        takes_challenges(&app, to, &from).await?;
    }
    let ttl = ttl(terms.settings.control);
    add(&app, NewChallenge { from, to, terms, rematch_of: None, ttl }).await
}

/// Stores a challenge and sends it to both players. A computer accepts at once.
///
/// # Errors
/// `TooMany` if either player has too many open challenges, and the errors of [`pairing::start`].
async fn add(app: &Arc<App>, new: NewChallenge) -> Result<Challenge, Error> {
    let now = app.clock.now();
    let NewChallenge { from, to, terms, rematch_of, ttl } = new;
    let limit = if from.kind == Kind::Guest { MAX_CHALLENGES_OF_GUEST } else { MAX_CHALLENGES };
    let open = challenges::sent(&*app.database, from.id, now, limit).await?;
    let too_many = |limit: u32| ErrorCode::TooMany { limit: usize::try_from(limit).unwrap_or(usize::MAX) };
    if open.len() >= limit as usize && !app.config.quotas_off {
        return Err(too_many(limit).into());
    }
    if let Some(to) = to.as_ref().filter(|to| to.kind != Kind::Computer && !app.config.quotas_off) {
        let waiting = challenges::received(&*app.database, to.id, now, MAX_CHALLENGES_RECEIVED).await?;
        if waiting.len() >= MAX_CHALLENGES_RECEIVED as usize {
            return Err(too_many(MAX_CHALLENGES_RECEIVED).into());
        }
    }
    let row = Row {
        id: ChallengeId::from_random(app.random.bits()),
        challenger: from.id,
        challenged: to.as_ref().map(|to| to.id),
        variant: terms.settings.variant.clone(),
        speed: terms.speed.id().to_owned(),
        // Serialising this enum cannot fail.
        control: serde_json::to_string(&terms.settings.control).unwrap_or_default(),
        rated: terms.settings.rated,
        side: side_code(terms.side),
        start_fen: terms.settings.start_fen.clone(),
        rematch_of,
        status: Status::Open,
        game: None,
        created_at: now,
        expires_at: now.saturating_add(ttl),
        data: serde_json::to_string(&Data { link: to.is_none() }).unwrap_or_default(),
    };
    let mut statements = vec![challenges::insert(&row)];
    let notified = to.as_ref().filter(|to| to.kind != Kind::Computer).map(|to| to.id);
    if let Some(account) = notified {
        // A rematch is offered at the board.
        let seen = rematch_of.is_some() && app.online.is_online(account);
        let (subject, state) = (row.id.to_string(), row.expires_at.to_string());
        let new = NewNotification { account, kind: NotificationKind::Challenge, subject, state, seen };
        statements.extend(notifications::statements(app, new).await?);
    }
    app.database.transact(statements).await?;
    match to {
        Some(to) if to.kind == Kind::Computer => {
            let (id, challenger) = (row.id, row.challenger);
            if let Err(error) = begin(app, row, to).await {
                // No person will answer a challenge to a computer.
                app.database.transact(vec![challenges::cancel(id, challenger)]).await?;
                return Err(error);
            }
            view(app, &by_id(app, id).await?).await
        }
        _ => {
            let challenge = notify_players(app, &row).await;
            if let Some(account) = notified {
                notifications::announce(app, account).await;
            }
            challenge
        }
    }
}

/// Row of a challenge.
///
/// # Errors
/// `NotFound` if there is no such challenge, `Internal` if the store fails.
async fn by_id(app: &App, id: ChallengeId) -> Result<Row, Error> {
    Ok(challenges::by_id(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?)
}

fn id_of(text: &str) -> Result<ChallengeId, ErrorCode> {
    text.parse().map_err(|_| ErrorCode::NotFound)
}

/// A challenge, as a visitor who may see it sees it.
///
/// # Errors
/// `NotFound` if there is no such challenge or the visitor may not see it.
pub async fn show(app: &App, viewer: Option<&Viewer>, id: &str) -> Result<Challenge, Error> {
    let row = by_id(app, id_of(id)?).await?;
    if !is_for(&row, viewer.map(|viewer| viewer.account)) {
        return Err(ErrorCode::NotFound.into());
    }
    view(app, &row).await
}

/// Returns whether a visitor may see a challenge: its players, or everyone if it has a link.
fn is_for(row: &Row, viewer: Option<AccountId>) -> bool {
    let data: Data = serde_json::from_str(&row.data).unwrap_or_default();
    data.link || viewer.is_some_and(|viewer| row.challenger == viewer || row.challenged == Some(viewer))
}

fn status(row: &Row, now: Millis) -> ChallengeStatus {
    match row.status {
        Status::Open if row.expires_at <= now => ChallengeStatus::Expired,
        Status::Open => ChallengeStatus::Open,
        Status::Accepted => ChallengeStatus::Accepted,
        Status::Declined => ChallengeStatus::Declined,
        Status::Cancelled => ChallengeStatus::Cancelled,
    }
}

fn terms(row: &Row) -> Result<Terms, ErrorCode> {
    let control: TimeControl = serde_json::from_str(&row.control).map_err(|_| ErrorCode::InvalidControl)?;
    let settings = saffron_live::Settings {
        start_fen: row.start_fen.clone(),
        rated: row.rated,
        ..saffron_live::Settings::casual(row.variant.clone(), control)
    };
    Ok(Terms { settings, speed: control.speed(), side: side_of_code(row.side.as_deref()) })
}

/// A challenge in the form that clients are sent.
///
/// # Errors
/// `NotFound` if one of the accounts is closed, `Internal` if the store fails.
async fn view(app: &App, row: &Row) -> Result<Challenge, Error> {
    let terms = terms(row)?;
    let from = players::account(app, row.challenger).await?;
    let to = match row.challenged {
        Some(id) => Some(players::account(app, id).await?),
        None => None,
    };
    let pool = pool(terms.speed, [from.kind, to.as_ref().map_or(Kind::Person, |to| to.kind)]);
    let to = match to {
        Some(to) => Some(players::seat(app, &to, &row.variant, pool).await?),
        None => None,
    };
    Ok(Challenge {
        id: row.id.to_string(),
        from: players::seat(app, &from, &row.variant, pool).await?,
        to,
        offer: terms.offer(),
        speed: terms.speed,
        rematch_of: row.rematch_of.map(|game| game.to_string()),
        status: status(row, app.clock.now()),
        game: row.game.map(|game| game.to_string()),
        created_at: row.created_at,
        expires_at: row.expires_at,
    })
}

/// Open challenges from and to an account.
///
/// # Errors
/// `Internal` if the store fails.
pub async fn of_account(app: &App, account: AccountId) -> Result<Challenges, Error> {
    let now = app.clock.now();
    let received = challenges::received(&*app.database, account, now, MAX_CHALLENGES_RECEIVED).await?;
    let sent = challenges::sent(&*app.database, account, now, MAX_CHALLENGES).await?;
    Ok(Challenges { incoming: all_shown(app, &received).await?, outgoing: all_shown(app, &sent).await? })
}

async fn all_shown(app: &App, rows: &[Row]) -> Result<Vec<Challenge>, Error> {
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        match view(app, row).await {
            Ok(challenge) => all.push(challenge),
            // The other player has closed the account.
            Err(Error::Refused(ErrorCode::NotFound)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// Sends a new or changed challenge to both players, and notifies the watchers of the game that it is a rematch of.
async fn notify_players(app: &App, row: &Row) -> Result<Challenge, Error> {
    let challenge = view(app, row).await?;
    let message = ServerMessage::Challenge { challenge: Box::new(challenge.clone()) };
    [Some(row.challenger), row.challenged].into_iter().flatten().for_each(|account| app.online.tell(account, &message));
    if let Some(live_game) = row.rematch_of.and_then(|game| app.games.get(game).map(|live_game| (game, live_game))) {
        let (game, live_game) = live_game;
        live_game.lock().hint_all(&ServerMessage::Changed { game: game.to_string() }, |side| side.is_some());
    }
    Ok(challenge)
}

/// Accepts a challenge and starts its game.
///
/// # Errors
/// The errors of [`eligible_account`], `NotFound` if the account may not see the challenge, `Oneself` if it is its own, `Gone`
/// if it is no longer open, `AccountRequired` for a guest in a rated game, `NotAccepted` if one player has blocked the
/// other.
pub async fn accept(app: &Arc<App>, viewer: &Viewer, id: &str) -> Result<GameId, Error> {
    let id = id_of(id)?;
    let by = eligible_account(app, viewer).await?;
    detached(accept_by(Arc::clone(app), id, by)).await
}

async fn accept_by(app: Arc<App>, id: ChallengeId, by: Account) -> Result<GameId, Error> {
    let row = by_id(&app, id).await?;
    if !is_for(&row, Some(by.id)) {
        return Err(ErrorCode::NotFound.into());
    }
    if row.challenger == by.id {
        return Err(ErrorCode::Oneself.into());
    }
    if status(&row, app.clock.now()) != ChallengeStatus::Open {
        return Err(ErrorCode::Gone.into());
    }
    if row.rated && by.kind == Kind::Guest {
        return Err(ErrorCode::AccountRequired.into());
    }
    if either_has_blocked(&app, by.id, row.challenger).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let _creating = match row.rematch_of {
        Some(_) => Some(app.lobby.rematch_creation.lock().await),
        None => None,
    };
    begin(&app, row, by).await
}

/// Starts the game of a challenge. For a rematch, the caller holds `rematch_creation`.
///
/// # Errors
/// `Gone` if the challenge is no longer open or the challenger cannot play any more.
async fn begin(app: &Arc<App>, mut row: Row, by: Account) -> Result<GameId, Error> {
    let now = app.clock.now();
    let gone = |error: Error| if error.is_fault() { error } else { ErrorCode::Gone.into() };
    let from = players::account(app, row.challenger).await.map_err(gone)?;
    pairing::check_suspension(from.banned_until, now).map_err(|_| ErrorCode::Gone)?;
    check_running_games(app, from.id, from.kind).await.map_err(gone)?;
    let (id, by_id) = (new_id(app), by.id);
    let mut terms = terms(&row)?;
    // A computer moves at once, and its challenger is at the board, so the usual time for the first move will do.
    if by.kind != Kind::Computer {
        terms.settings = terms.settings.by_challenge();
    }
    let pairing = Pairing {
        terms,
        accounts: [from, by],
        data: GameData { rematch_of: row.rematch_of.map(|game| game.to_string()), ..GameData::default() },
        id,
        also: vec![challenges::accept(row.id, by_id, id, now), answered(app, row.id)],
    };
    let game = pairing::start(app, pairing).await?;
    (row.status, row.game, row.challenged) = (Status::Accepted, Some(game), Some(by_id));
    if let Some(live_game) = row.rematch_of.and_then(|old| app.games.get(old)) {
        live_game.lock().rematch = Some(game);
        live_game.lock().hint_all(&ServerMessage::Changed { game: live_game.id.to_string() }, |_| true);
    }
    notify_started(app, &[row.challenger], game, Some(row.id.as_str()));
    notifications::announce(app, by_id).await;
    if let Err(error) = notify_players(app, &row).await {
        tracing::warn!(%error, "no one was notified of a challenge");
    }
    Ok(game)
}

/// Statement by which no one is asked any more to answer a challenge.
fn answered(app: &App, id: ChallengeId) -> Statement {
    notifications::done(app, None, NotificationKind::Challenge, id.as_str())
}

/// Declines a challenge to the account.
///
/// # Errors
/// `Gone` if the challenge is no longer open, `Forbidden` if it is addressed to no one in particular, `NotFound` if the
/// account may not see it.
pub async fn decline(app: &Arc<App>, viewer: &Viewer, id: &str) -> Result<(), Error> {
    detached(decline_by(Arc::clone(app), id_of(id)?, viewer.account)).await
}

async fn decline_by(app: Arc<App>, id: ChallengeId, by: AccountId) -> Result<(), Error> {
    let row = by_id(&app, id).await?;
    if row.challenged != Some(by) {
        return Err(if is_for(&row, Some(by)) { ErrorCode::Forbidden } else { ErrorCode::NotFound }.into());
    }
    answer_with(&app, row, Status::Declined, by).await
}

/// Withdraws the account's own challenge.
///
/// # Errors
/// `Gone` if the challenge is no longer open, `Forbidden` if it is another account's, `NotFound` if the account may not
/// see it.
pub async fn withdraw(app: &Arc<App>, viewer: &Viewer, id: &str) -> Result<(), Error> {
    detached(withdraw_by(Arc::clone(app), id_of(id)?, viewer.account)).await
}

async fn withdraw_by(app: Arc<App>, id: ChallengeId, by: AccountId) -> Result<(), Error> {
    let row = by_id(&app, id).await?;
    if row.challenger != by {
        return Err(if is_for(&row, Some(by)) { ErrorCode::Forbidden } else { ErrorCode::NotFound }.into());
    }
    answer_with(&app, row, Status::Cancelled, by).await
}

async fn answer_with(app: &App, mut row: Row, status: Status, by: AccountId) -> Result<(), Error> {
    let statement =
        if status == Status::Declined { challenges::decline(row.id, by) } else { challenges::cancel(row.id, by) };
    match app.database.transact(vec![statement, answered(app, row.id)]).await {
        Ok(_) => {}
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::Gone.into()),
        Err(error) => return Err(error.into()),
    }
    if let Some(account) = row.challenged {
        notifications::announce(app, account).await;
    }
    row.status = status;
    // Fails if the other player has closed the account.
    let _ = notify_players(app, &row).await;
    Ok(())
}

/// Removes challenges from the store that expired long ago.
///
/// # Errors
/// Fails if the store does.
pub async fn clean_up(app: &App) -> Result<(), StoreError> {
    app.database.transact(vec![challenges::remove_expired(app.clock.now() - CHALLENGE_RETENTION)]).await.map(|_| ())
}

/// Offers a rematch of an ended game, or accepts the one that the opponent has offered.
///
/// # Errors
/// `NotFound` if there is no such game, `Forbidden` if the account did not play it, `Gone` if the game is still running
/// or the opponent cannot play any more, `NotAccepted` if one player has blocked the other.
async fn offer_rematch(app: Arc<App>, from: Account, game: GameId) -> Result<Challenge, Error> {
    let _creating = app.lobby.rematch_creation.lock().await;
    let live_game = app.games.open(game).await?;
    let (settings, speed, side, opponent, over) = {
        let state = live_game.lock();
        let side = state.side_of(Some(from.id)).ok_or(ErrorCode::Forbidden)?;
        let opponent = state.players[(!side).index()].ok_or(ErrorCode::Gone)?;
        (state.live.rematch(), state.live.speed(), side, opponent, state.live.outcome().is_some())
    };
    app.games.forget_idle(&live_game);
    if !over {
        return Err(ErrorCode::Gone.into());
    }
    let now = app.clock.now();
    let rows = challenges::rematches(&*app.database, game).await?;
    if let Some(accepted) = rows.iter().find(|row| row.status == Status::Accepted) {
        return view(&app, accepted).await;
    }
    let open = rows.into_iter().find(|row| row.status == Status::Open && row.expires_at > now);
    if let Some(open) = open {
        if open.challenger == from.id {
            return view(&app, &open).await;
        }
        let id = open.id;
        begin(&app, open, from).await?;
        return view(&app, &by_id(&app, id).await?).await;
    }
    let opponent = players::account(&app, opponent).await.map_err(|error| match error {
        Error::Refused(ErrorCode::NotFound) => ErrorCode::Gone.into(),
        error => error,
    })?;
    if either_has_blocked(&app, from.id, opponent.id).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let side = match side {
        Color::White => SideChoice::Black,
        Color::Black => SideChoice::White,
    };
    let ttl = if settings.control.is_real_time() { REMATCH_TTL } else { REMATCH_TTL_WITHOUT_CLOCK };
    let terms = Terms { settings, speed, side };
    add(&app, NewChallenge { from, to: Some(opponent), terms, rematch_of: Some(game), ttl }).await
}
