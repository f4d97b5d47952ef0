//! Changing a password, and a new one by e-mail.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use saffron_protocol::account::{PasswordChange, PasswordReset, ResetRequest};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Kind};
use saffron_store::{StoreError, sessions, tokens};

use crate::account::confirmation::confirmed;
use crate::account::email::{self, language_of};
use crate::account::hash_turns::Requester;
use crate::account::mail_jobs::Mail;
use crate::account::passwords;
use crate::account::purpose::RESET;
use crate::account::session::{self, Visit};
use crate::account::token::hash_of;
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::http::answer::{Done, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;

/// `POST /api/account/password`. All other sessions end.
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordChange>,
) -> Done {
    let account = confirmed(&app, &viewer, &request.old_password).await?;
    passwords::check(&request.new_password, account.name.as_deref().unwrap_or_default())?;
    let hash = app.accounts.passwords.hash(&app.random, Requester::Account(account.id), &request.new_password).await?;
    let statements = vec![
        accounts::set_password(account.id, &hash),
        sessions::end_all(account.id, Some(&viewer.token)),
        tokens::end(account.id, RESET),
    ];
    app.database.transact(statements).await?;
    session::changed(&app, account.id);
    done()
}

/// `POST /api/account/reset`. Whether an account has the address is found out later, so that neither the answer nor its
/// time tells it.
pub(crate) async fn ask_for_reset(
    State(app): State<Arc<App>>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<ResetRequest>,
) -> Done {
    let (_, email_key) = email::check(&app, request.email.trim())?;
    app.accounts.limits.mails.take(visit.client)?;
    app.accounts.limits.mails_by_address.take(email_key.clone())?;
    let mail = Mail::Reset { email_key, language: language_of(&headers) };
    app.database.transact(vec![mail.enqueue(app.clock.now())]).await?;
    app.jobs.mail.wake();
    done()
}

/// `POST /api/account/reset/confirm`. All sessions end.
pub(crate) async fn reset(
    State(app): State<Arc<App>>,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordReset>,
) -> Done {
    app.accounts.limits.sign_ins.take(visit.client)?;
    let (token, now) = (hash_of(&request.token), app.clock.now());
    let found = tokens::find(&*app.database, &token, RESET, now).await?;
    let found = found.ok_or(ErrorCode::InvalidToken)?;
    let account = accounts::by_id(&*app.database, found.account).await?;
    let account = account.filter(|account| account.kind == Kind::Person).ok_or(ErrorCode::InvalidToken)?;
    passwords::check(&request.password, account.name.as_deref().unwrap_or_default())?;
    let hash = app.accounts.passwords.hash(&app.random, Requester::Client(visit.client), &request.password).await?;
    let statements = vec![
        tokens::take(&token, RESET, app.clock.now()),
        accounts::set_password(account.id, &hash),
        sessions::end_all(account.id, None),
    ];
    match app.database.transact(statements).await {
        Ok(_) => {}
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::InvalidToken.into()),
        Err(error) => return Err(error.into()),
    }
    session::changed(&app, account.id);
    done()
}
