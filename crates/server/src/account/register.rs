//! `POST /api/account/register`: a guest becomes a person, or somebody new comes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use saffron_protocol::account::{Me, Registration};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::{AccountId, StoreError, names as stored_names, sessions};

use crate::account::email::{self, language_of};
use crate::account::hash_turns::Requester;
use crate::account::mail_jobs::{Language, Mail};
use crate::account::me::me;
use crate::account::name_key::key;
use crate::account::session::{self, NewSession, Visit};
use crate::account::viewer::{Viewer, viewer};
use crate::account::{names, passwords};
use crate::app::App;
use crate::error::Error;
use crate::http::answer::{Answer, answer};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::live::info::kind_of;
use crate::lobby::seeks;

pub(crate) async fn register(
    State(app): State<Arc<App>>,
    before: Option<Viewer>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<Registration>,
) -> Answer<Me> {
    let name = names::check(&request.name)?;
    passwords::check(&request.password, &name)?;
    let email = request.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    let email = email.map(|email| email::check(&app, email)).transpose()?;
    app.accounts.limits.registrations.take(visit.client)?;
    if is_taken(&app, &name).await? {
        return Err(ErrorCode::NameTaken.into());
    }
    let name_key = key(&name);
    let password_hash =
        app.accounts.passwords.hash(&app.random, Requester::Client(visit.client), &request.password).await?;
    let (email, email_key) = email.unzip();
    let limits = &app.accounts.limits;
    let may_send =
        |key: &String| limits.mails.take(visit.client).is_ok() && limits.mails_by_address.take(key.clone()).is_ok();
    let sends = email_key.as_ref().is_some_and(may_send);
    if email.is_some() && !sends {
        // The account is made all the same; the page offers to send the e-mail again.
        tracing::warn!("an e-mail to confirm an address was not sent");
    }
    let registration = accounts::Registration { name, name_key, password_hash, email, email_key };
    let language = sends.then(|| language_of(&headers));
    let (id, session) = store(&app, before.as_ref(), registration, language, &visit).await?;
    let hash = session.hash;
    session.give_to(&visit);
    session::changed(&app, id);
    let account = accounts::by_id(&*app.database, id).await?.ok_or(ErrorCode::Internal)?;
    // Whoever was a guest may sit at a board, and may be in the lobby.
    app.games.rename(id, |player| {
        player.name.clone_from(&account.name);
        player.kind = kind_of(account.kind);
    });
    seeks::rename(&app, &account).await;
    answer(me(&app, Some(&viewer(account, hash))).await?)
}

/// Returns whether an account has a name that looks like this one, or an erased account had one.
async fn is_taken(app: &App, name: &str) -> Result<bool, StoreError> {
    let erased = app.accounts.erased_names.digest(name);
    Ok(names::find(&*app.database, name).await?.is_some() || stored_names::is_erased(&*app.database, &erased).await?)
}

/// Stores the account and its first session: that of the guest, who keeps its games and loses its sessions as a guest, or a
/// new one. With a language, its address is sent an e-mail.
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
        // Whoever was signed in here is not any more.
        statements.extend(before.map(|viewer| sessions::end_token(&viewer.token)));
    }
    statements.push(session.statement.clone());
    match app.database.transact(statements).await {
        Ok(_) => app.jobs.mail.wake(),
        // The name was erased, or taken, meanwhile.
        Err(StoreError::Conflict { statement: 0, .. } | StoreError::Unique(_)) => {
            return Err(ErrorCode::NameTaken.into());
        }
        // The guest has registered in another tab meanwhile.
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::Gone.into()),
        Err(error) => return Err(error.into()),
    }
    if let Some(before) = before {
        session::changed(app, before.account);
    }
    Ok((id, session))
}

#[cfg(test)]
mod tests {
    use saffron_store::accounts::Kind;
    use serde_json::json;

    use crate::testing_games::{Site, blitz, messages};

    #[tokio::test]
    async fn a_guest_who_registers_is_shown_by_name_at_the_boards_and_in_the_lobby() {
        let site = Site::start().await;
        let (guest, anna) = (site.account(Kind::Guest, None).await, site.person("Anna").await);
        let game = site.game(blitz(false), &guest, &anna).await;
        let (outbox, mut inbox) = site.watch(game, Some(&anna)).await;
        let control = json!({ "kind": "correspondence", "days": 3 });
        let offer = json!({ "variant": "shafran", "control": control, "rated": false, "side": "white" });
        guest.posted("/api/seeks", json!({ "offer": offer })).await;
        assert!(messages(&mut inbox, "changed").is_empty());
        guest.posted("/api/account/register", json!({ "name": "Berta", "password": "a kitchen with 7 lamps" })).await;
        assert_eq!(messages(&mut inbox, "changed"), [json!({ "t": "changed", "game": game.as_str() })]);

        // Whoever comes back reads the whole game, since events name nobody.
        site.app.games.watch(game, &outbox, Some(anna.account), Some(1)).await.expect("a game");
        let views = messages(&mut inbox, "game");
        let white = &views[0]["view"]["info"]["white"];
        assert_eq!((&white["name"], &white["kind"]), (&json!("Berta"), &json!("person")));
        let lobby = site.ok("/api/lobby", None).await;
        let player = &lobby["seeks"][0]["player"];
        assert_eq!((&player["name"], &player["kind"]), (&json!("Berta"), &json!("person")));
    }
}
