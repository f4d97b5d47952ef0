//! Signing in and out, and the sessions of an account.

use saffron_protocol::account::{Session, Sessions, SignIn};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::sessions;

use crate::app::App;
use crate::error::Error;
use crate::names;
use crate::names::key::key;
use crate::parts::passwords::turns::Requester;
use crate::session::{self, NewSession, Viewer, Visit, viewer};
use crate::tokens::hash_of;

/// Returns whether a password can sign in to an account.
fn has_password(account: &Account) -> bool {
    account.kind == Kind::Person && account.password_hash.is_some()
}

/// Starts a session by name and password. Returns the account and the session token. A wrong name, a wrong password and
/// a closed account are refused alike, after the same time.
pub async fn sign_in(
    app: &App,
    before: Option<&Viewer>,
    visit: &Visit,
    request: &SignIn,
) -> Result<(Viewer, String), Error> {
    let limits = &app.accounts.limits;
    limits.sign_ins.take(&visit.client)?;
    let name: String = request.name.trim().chars().take(64).collect();
    let name_key = key(&name);
    limits.delays.check(&name_key, visit.client)?;
    limits.sign_ins_by_name.take(&name_key)?;
    let account = names::find(&*app.database, &name).await?.filter(has_password);
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let right = app.accounts.passwords.is_right(Requester::Client(visit.client), hash, &request.password).await?;
    let Some(account) = account.filter(|_| right) else {
        limits.delays.failed(&name_key, visit.client);
        return Err(ErrorCode::WrongPassword.into());
    };
    limits.delays.succeeded(&name_key, visit.client);
    let session = NewSession::new(app, account.id, visit);
    let mut statements = vec![session.statement.clone(), accounts::seen(account.id, app.clock.now())];
    statements.extend(before.iter().map(|before| sessions::end_token(&before.token)));
    app.database.transact(statements).await?;
    if let Some(before) = before {
        session::changed(app, before.account);
    }
    Ok((viewer(account, session.hash), session.into_token()))
}

/// Ends the session with this token.
pub async fn sign_out(app: &App, viewer: Option<&Viewer>, token: Option<&str>) -> Result<(), Error> {
    if let Some(token) = token {
        app.database.transact(vec![sessions::end_token(&hash_of(token))]).await?;
    }
    if let Some(viewer) = viewer {
        session::changed(app, viewer.account);
    }
    Ok(())
}

/// Sessions of the account.
pub async fn sessions_of(app: &App, viewer: &Viewer) -> Result<Sessions, Error> {
    let all = sessions::of_account(&*app.database, viewer.account, app.clock.now()).await?;
    let current = sessions::find(&*app.database, &viewer.token, app.clock.now()).await?;
    let current = current.map(|session| session.id);
    let listed = all.into_iter().map(|session| Session {
        current: Some(session.id) == current,
        id: session.id.to_string(),
        user_agent: session.user_agent,
        created_at: session.created_at,
        used_at: session.used_at,
    });
    Ok(Sessions { sessions: listed.collect() })
}

/// Ends a session of the account.
///
/// # Errors
/// `NotFound` if the account has no session with this id.
pub async fn end_session(app: &App, viewer: &Viewer, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    if !sessions::end(&*app.database, viewer.account, id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    session::changed(app, viewer.account);
    Ok(())
}

/// Ends all sessions of the account except the current one.
pub async fn end_other_sessions(app: &App, viewer: &Viewer) -> Result<(), Error> {
    let others = sessions::end_all(viewer.account, Some(&viewer.token));
    app.database.transact(vec![others]).await?;
    session::changed(app, viewer.account);
    Ok(())
}
