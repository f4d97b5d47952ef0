//! Registration: a guest or a new visitor becomes a person.

use saffron_protocol::account::Registration;
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{AccountId, StoreError, names as stored_names, sessions};

use crate::accounts::email;
use crate::app::App;
use crate::error::Error;
use crate::games::info::kind_of;
use crate::lobby::seeks;
use crate::mail::jobs::Mail;
use crate::mail::language::Language;
use crate::names;
use crate::names::key::key;
use crate::parts::passwords;
use crate::parts::passwords::turns::Requester;
use crate::session::{self, NewSession, Viewer, Visit, viewer};

/// Registers an account, or turns the visitor's guest into one. Returns the account and its session token.
///
/// # Errors
/// `InvalidName`, `NameTaken`, `InvalidEmail` or a refused password; `RateLimited` after too many registrations; `Gone`
/// if the guest has registered meanwhile.
pub async fn register(
    app: &App,
    before: Option<&Viewer>,
    visit: &Visit,
    language: Language,
    request: &Registration,
) -> Result<(Viewer, String), Error> {
    let name = names::check(&request.name)?;
    passwords::check(&request.password, &name)?;
    let email = request.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    let email = email.map(|email| email::check(app, email)).transpose()?;
    app.accounts.limits.registrations.take(&visit.client)?;
    if is_taken(app, &name).await? {
        return Err(ErrorCode::NameTaken.into());
    }
    let name_key = key(&name);
    let password_hash =
        app.accounts.passwords.hash(&app.random, Requester::Client(visit.client), &request.password).await?;
    let (email, email_key) = email.unzip();
    let limits = &app.accounts.limits;
    let may_send = |key: &String| limits.mails.take(&visit.client).is_ok() && limits.mails_by_address.take(key).is_ok();
    let sends = email_key.as_ref().is_some_and(may_send);
    if email.is_some() && !sends {
        // The account exists nevertheless; the page offers to send the e-mail again.
        tracing::warn!("an e-mail to confirm an address was not sent");
    }
    let registration = accounts::Registration { name, name_key, password_hash, email, email_key };
    let language = sends.then_some(language);
    let (id, session) = store(app, before, registration, language, visit).await?;
    session::changed(app, id);
    let account = accounts::by_id(&*app.database, id).await?.ok_or(ErrorCode::Internal)?;
    // A former guest may have games and seeks in memory.
    app.games.rename(id, |player| {
        player.name.clone_from(&account.name);
        player.kind = kind_of(account.kind);
    });
    seeks::rename(app, &account).await;
    Ok((viewer(account, session.hash), session.into_token()))
}

/// Returns whether an account has a name that looks like this one, or an erased account had one.
async fn is_taken(app: &App, name: &str) -> Result<bool, StoreError> {
    let erased = app.accounts.erased_names.digest(name);
    Ok(names::find(&*app.database, name).await?.is_some() || stored_names::is_erased(&*app.database, &erased).await?)
}

/// Stores the account and its first session. A guest keeps its games, but its old sessions end. With a language, a
/// confirmation e-mail is queued.
async fn store(
    app: &App,
    before: Option<&Viewer>,
    registration: accounts::Registration,
    language: Option<Language>,
    visit: &Visit,
) -> Result<(AccountId, NewSession), Error> {
    let guest = before.filter(|viewer| viewer.is_guest());
    let id = guest.map_or_else(|| AccountId::from_random(app.random.bits()), |viewer| viewer.account);
    let session = NewSession::new(app, id, visit);
    let mut statements = vec![stored_names::is_free(&app.accounts.erased_names.digest(&registration.name))];
    if let (Some(address), Some(language)) = (registration.email.clone(), language) {
        statements.push(Mail::Confirm { account: id, address, language }.enqueue(app.clock.now()));
    }
    if guest.is_some() {
        statements.push(accounts::register(id, &registration));
        statements.push(sessions::end_all(id, None));
    } else {
        let mut account = Account::new(id, Kind::Person, app.clock.now());
        account.name = Some(registration.name);
        account.name_key = Some(registration.name_key);
        account.password_hash = Some(registration.password_hash);
        account.email = registration.email;
        account.email_key = registration.email_key;
        statements.push(accounts::insert(&account));
        // The session that was signed in on this browser ends.
        statements.extend(before.map(|viewer| sessions::end_token(&viewer.token)));
    }
    statements.push(session.statement.clone());
    match app.database.transact(statements).await {
        Ok(_) => app.jobs.mail.wake(),
        // The name was taken or erased meanwhile.
        Err(StoreError::Conflict { statement: 0, .. } | StoreError::Unique(_)) => {
            return Err(ErrorCode::NameTaken.into());
        }
        // The guest has registered in another tab.
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::Gone.into()),
        Err(error) => return Err(error.into()),
    }
    if let Some(before) = before {
        session::changed(app, before.account);
    }
    Ok((id, session))
}
