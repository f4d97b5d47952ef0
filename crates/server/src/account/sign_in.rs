//! Signing in and out, and the sessions of an account.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::account::{Me, Session, Sessions, SignIn};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::sessions;

use crate::account::cookie::token_of;
use crate::account::hash_turns::Requester;
use crate::account::me::me;
use crate::account::name_key::key;
use crate::account::names;
use crate::account::session::{self, NewSession, Visit};
use crate::account::token::hash_of;
use crate::account::viewer::{Viewer, viewer};
use crate::app::App;
use crate::http::answer::{Answer, Done, answer, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;

/// Whether an account can be signed in to by a password.
fn has_password(account: &Account) -> bool {
    account.kind == Kind::Person && account.password_hash.is_some()
}

/// `POST /api/account/sign-in`. A wrong name, a wrong password and a closed account have the same answer, which takes the
/// same time.
pub(crate) async fn sign_in(
    State(app): State<Arc<App>>,
    before: Option<Viewer>,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<SignIn>,
) -> Answer<Me> {
    let limits = &app.accounts.limits;
    limits.sign_ins.take(visit.client)?;
    let name: String = request.name.trim().chars().take(64).collect();
    let name_key = key(&name);
    limits.delays.check(&name_key, visit.client)?;
    limits.sign_ins_by_name.take(name_key.clone())?;
    let account = names::find(&*app.database, &name).await?.filter(has_password);
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let right = app.accounts.passwords.is_right(Requester::Client(visit.client), hash, &request.password).await?;
    let Some(account) = account.filter(|_| right) else {
        limits.delays.failed(&name_key, visit.client);
        return Err(ErrorCode::WrongPassword.into());
    };
    limits.delays.succeeded(&name_key, visit.client);
    let session = NewSession::new(&app, account.id, &visit);
    let mut statements = vec![session.statement.clone(), accounts::seen(account.id, app.clock.now())];
    statements.extend(before.iter().map(|before| sessions::end_token(&before.token)));
    app.database.transact(statements).await?;
    if let Some(before) = before {
        session::changed(&app, before.account);
    }
    let hash = session.hash;
    session.give_to(&visit);
    answer(me(&app, Some(&viewer(account, hash))).await?)
}

/// `POST /api/account/sign-out`.
pub(crate) async fn sign_out(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    visit: Visit,
    headers: axum::http::HeaderMap,
    _same_origin: SameOrigin,
) -> Done {
    if let Some(token) = token_of(&headers) {
        app.database.transact(vec![sessions::end_token(&hash_of(token))]).await?;
    }
    if let Some(viewer) = viewer {
        session::changed(&app, viewer.account);
    }
    visit.cookie.remove();
    done()
}

/// `GET /api/account/sessions`.
pub(crate) async fn list(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Sessions> {
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
    answer(Sessions { sessions: listed.collect() })
}

/// `DELETE /api/account/sessions/{id}`.
pub(crate) async fn end(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    if !sessions::end(&*app.database, viewer.account, id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    session::changed(&app, viewer.account);
    done()
}

/// `DELETE /api/account/sessions`: all but the one of the request.
pub(crate) async fn end_others(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Done {
    let others = sessions::end_all(viewer.account, Some(&viewer.token));
    app.database.transact(vec![others]).await?;
    session::changed(&app, viewer.account);
    done()
}
