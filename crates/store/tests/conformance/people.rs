//! Accounts, sessions, tokens.

use saffron_store::accounts::{self, Account, Kind, Registration};
use saffron_store::erasure;
use saffron_store::names::{self, NameDigest};
use saffron_store::sessions::{self, Session};
use saffron_store::tokens::{self, Token};
use saffron_store::{SessionId, StoreError};

use crate::support::{account_id, on_every_database};

fn registration(name: &str) -> Registration {
    Registration {
        name: name.into(),
        name_key: name.to_lowercase(),
        password_hash: "hash".into(),
        email: Some(format!("{name}@example.org")),
        email_key: Some(format!("{}@example.org", name.to_lowercase())),
    }
}

#[test]
fn a_guest_becomes_a_person_with_a_name_of_its_own() {
    on_every_database(|database| async move {
        let (one, two) = (account_id(1), account_id(2));
        for id in [one, two] {
            database.transact(vec![accounts::insert(&Account::new(id, Kind::Guest, 5))]).await.unwrap();
        }
        database.transact(vec![accounts::register(one, &registration("Anna"))]).await.unwrap();
        let taken = database.transact(vec![accounts::register(two, &registration("ANNA"))]).await;
        assert!(matches!(taken, Err(StoreError::Unique(_))), "{taken:?}");
        let twice = database.transact(vec![accounts::register(one, &registration("Berta"))]).await;
        assert!(matches!(twice, Err(StoreError::Conflict { .. })), "{twice:?}");
        let anna = accounts::by_name(&*database, "anna").await.unwrap().unwrap();
        assert_eq!((anna.id, anna.kind, anna.created_at, anna.name.as_deref()), (one, Kind::Person, 5, Some("Anna")));
        assert_eq!(accounts::by_id(&*database, one).await, Ok(Some(anna.clone())));
        assert_eq!(accounts::search(&*database, "an", 10).await, Ok(vec![anna]));
        assert_eq!(accounts::search(&*database, "ao", 10).await, Ok(vec![]));
        assert_eq!(accounts::by_ids(&*database, &[two, account_id(9), one]).await.unwrap().len(), 2);
    });
}

#[test]
fn the_name_of_an_erased_account_stays_taken_until_it_is_freed() {
    on_every_database(|database| async move {
        let (one, two) = (account_id(1), account_id(2));
        let (digest, other): (NameDigest, NameDigest) = ([1; 32], [2; 32]);
        for id in [one, two] {
            database.transact(vec![accounts::insert(&Account::new(id, Kind::Guest, 5))]).await.unwrap();
        }
        let anna = accounts::register(one, &registration("Anna"));
        database.transact(vec![names::is_free(&digest), anna]).await.unwrap();
        let mut statements = erasure::close(one);
        statements.extend(erasure::erase(one, Some(&digest)));
        database.transact(statements).await.unwrap();
        assert_eq!(names::is_erased(&*database, &digest).await, Ok(true));
        assert_eq!(names::is_erased(&*database, &other).await, Ok(false));
        let again = || vec![names::is_free(&digest), accounts::register(two, &registration("Anna"))];
        let taken = database.transact(again()).await;
        assert!(matches!(taken, Err(StoreError::Conflict { statement: 0, .. })), "{taken:?}");
        // Two accounts whose names look alike are erased one after the other.
        database.transact(vec![names::reserve(&digest)]).await.unwrap();
        assert!(database.transact(vec![names::free(&other)]).await.is_err());
        database.transact(vec![names::free(&digest)]).await.unwrap();
        database.transact(again()).await.unwrap();
    });
}

#[test]
fn keys_of_names_are_made_anew_where_nobody_has_the_new_one() {
    on_every_database(|database| async move {
        assert_eq!((names::rules(&*database).await, names::secret(&*database).await), (Ok(0), Ok(None)));
        database.transact(vec![names::set_rules(3), names::set_secret(&[9; 32])]).await.unwrap();
        assert_eq!((names::rules(&*database).await, names::secret(&*database).await), (Ok(3), Ok(Some([9; 32]))));
        assert!(database.transact(vec![names::set_secret(&[8; 32])]).await.is_err());
        for (id, name) in [(1, "Anna"), (2, "Berta"), (3, "Clara")] {
            let guest = accounts::insert(&Account::new(account_id(id), Kind::Guest, 5));
            database.transact(vec![guest, accounts::register(account_id(id), &registration(name))]).await.unwrap();
        }
        database.transact(vec![accounts::insert(&Account::new(account_id(4), Kind::Guest, 5))]).await.unwrap();
        let page = names::page(&*database, None, 2).await.unwrap();
        let rest = names::page(&*database, Some(page[1].id), 9).await.unwrap();
        let listed: Vec<_> = page.iter().chain(&rest).map(|named| (named.id, named.name_key.as_str())).collect();
        assert_eq!(listed, [(account_id(1), "anna"), (account_id(2), "berta"), (account_id(3), "clara")]);
        let keys = [names::set_key(account_id(2), "b"), names::set_key(account_id(3), "anna")];
        database.transact(keys.to_vec()).await.unwrap();
        for (key, id) in [("anna", 1), ("b", 2), ("clara", 3)] {
            let found = accounts::by_name(&*database, key).await.unwrap();
            assert_eq!(found.map(|account| account.id), Some(account_id(id)), "{key}");
        }
    });
}

#[test]
fn an_address_belongs_to_who_confirmed_it() {
    on_every_database(|database| async move {
        let (one, two) = (account_id(1), account_id(2));
        for (id, name) in [(one, "Anna"), (two, "Berta")] {
            let guest = accounts::insert(&Account::new(id, Kind::Guest, 5));
            database.transact(vec![guest, accounts::register(id, &registration(name))]).await.unwrap();
        }
        let set = |id, confirmed| vec![accounts::set_email(id, Some("X@y"), Some("x@y"), confirmed)];
        database.transact(set(one, false)).await.unwrap();
        assert_eq!(accounts::by_email(&*database, "x@y").await, Ok(None));
        database.transact(set(two, true)).await.unwrap();
        assert!(matches!(database.transact(set(one, true)).await, Err(StoreError::Unique(_))));
        assert_eq!(accounts::by_email(&*database, "x@y").await.unwrap().unwrap().id, two);
    });
}

#[test]
fn sessions_are_listed_and_ended() {
    on_every_database(|database| async move {
        let session = |number: u8| Session {
            id: SessionId::from_random(number.into()),
            account: account_id(1),
            created_at: 1,
            used_at: number.into(),
            expires_at: 100,
            user_agent: "a browser".into(),
            address: "::1".into(),
        };
        for number in 1..=3 {
            database.transact(vec![sessions::insert(&[number; 32], &session(number))]).await.unwrap();
        }
        assert_eq!(sessions::find(&*database, &[2; 32], 99).await, Ok(Some(session(2))));
        assert_eq!(sessions::find(&*database, &[2; 32], 100).await, Ok(None));
        assert_eq!(sessions::find(&*database, &[9; 32], 1).await, Ok(None));
        sessions::touch(&*database, &[1; 32], 50, 200, "::2").await.unwrap();
        let list = sessions::of_account(&*database, account_id(1), 99).await.unwrap();
        assert_eq!(list.iter().map(|session| session.used_at).collect::<Vec<_>>(), vec![50, 3, 2]);
        assert_eq!(sessions::end(&*database, account_id(2), session(3).id).await, Ok(false));
        assert_eq!(sessions::end(&*database, account_id(1), session(3).id).await, Ok(true));
        database.transact(vec![sessions::end_all(account_id(1), Some(&[2; 32]))]).await.unwrap();
        assert_eq!(sessions::of_account(&*database, account_id(1), 99).await, Ok(vec![session(2)]));
        database.transact(vec![sessions::expire(100)]).await.unwrap();
        assert_eq!(sessions::of_account(&*database, account_id(1), 1).await, Ok(vec![]));
    });
}

#[test]
fn a_token_is_used_once() {
    on_every_database(|database| async move {
        let token = |data: &str| Token {
            purpose: "reset".into(),
            account: account_id(1),
            data: data.into(),
            created_at: 1,
            expires_at: 100,
        };
        database.transact(tokens::replace(&[1; 32], &token("old"))).await.unwrap();
        database.transact(tokens::replace(&[2; 32], &token("new"))).await.unwrap();
        assert_eq!(tokens::find(&*database, &[1; 32], "reset", 50).await, Ok(None));
        assert_eq!(tokens::find(&*database, &[2; 32], "confirm", 50).await, Ok(None));
        assert_eq!(tokens::find(&*database, &[2; 32], "reset", 50).await, Ok(Some(token("new"))));
        assert!(database.transact(vec![tokens::take(&[2; 32], "reset", 100)]).await.is_err());
        let (one, two) = (
            database.transact(vec![tokens::take(&[2; 32], "reset", 50)]),
            database.transact(vec![tokens::take(&[2; 32], "reset", 50)]),
        );
        assert!(one.await.is_ok());
        assert!(matches!(two.await, Err(StoreError::Conflict { .. })));
    });
}
