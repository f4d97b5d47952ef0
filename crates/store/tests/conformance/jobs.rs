//! The queue of background jobs.

use std::sync::Arc;

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::jobs::{self, Claim, Count, Job, NewJob};
use saffron_store::{Database, Statement, StoreError, erasure, server, tokens};

use crate::support::{account_id, on_every_database};

fn new(kind: &'static str, key: &str, run_at: i64) -> NewJob {
    NewJob {
        queue: "mail",
        kind,
        key: key.to_owned(),
        payload: format!("{kind} {key} {run_at}"),
        account: None,
        created_at: run_at,
        run_at,
        expires_at: None,
    }
}

async fn enqueue(database: &Arc<dyn Database>, job: &NewJob) {
    database.transact(vec![jobs::enqueue(job)]).await.unwrap();
}

async fn claim(database: &Arc<dyn Database>, epoch: i64, now: i64, limit: u32) -> Vec<Job> {
    let claim = Claim { queue: "mail", epoch, now, lease_until: now + 100, limit };
    jobs::claim(&**database, claim).await.unwrap().jobs
}

async fn end(database: &Arc<dyn Database>, statements: Vec<Statement>) {
    database.transact(statements).await.unwrap();
}

fn keys(jobs: &[Job]) -> Vec<&str> {
    jobs.iter().map(|job| job.key.as_str()).collect()
}

#[test]
fn a_job_is_claimed_once_when_its_time_has_come_and_the_earliest_first() {
    on_every_database(|database| async move {
        for (key, run_at) in [("later", 50), ("second", 20), ("first", 10)] {
            enqueue(&database, &new("reset", key, run_at)).await;
        }
        enqueue(&database, &NewJob { queue: "ratings", ..new("rate", "other", 1) }).await;
        assert_eq!(jobs::next_at(&*database, "mail", 1).await, Ok(Some(10)));
        assert!(claim(&database, 1, 9, 9).await.is_empty());
        let claimed = claim(&database, 1, 20, 9).await;
        assert_eq!(keys(&claimed), ["first", "second"]);
        assert_eq!((claimed[0].payload.as_str(), claimed[0].attempts), ("reset first 10", 1));
        assert_eq!(jobs::next_at(&*database, "mail", 1).await, Ok(Some(50)));
        assert!(claim(&database, 1, 20, 9).await.is_empty(), "they are leased");
        assert_eq!(jobs::leased(&*database, "mail", 1).await.unwrap().len(), 2);
        end(&database, claimed[0].finish()).await;
        assert_eq!(jobs::leased(&*database, "mail", 1).await.unwrap().len(), 1);
        assert_eq!(keys(&claim(&database, 1, 60, 1).await), ["later"]);
    });
}

#[test]
fn a_lease_ends_with_its_time_or_with_its_server() {
    on_every_database(|database| async move {
        enqueue(&database, &new("reset", "a", 10)).await;
        let first = claim(&database, 1, 10, 9).await.remove(0);
        assert!(claim(&database, 1, 109, 9).await.is_empty());
        assert_eq!(jobs::next_at(&*database, "mail", 1).await, Ok(Some(110)), "no one may be doing it");
        let second = claim(&database, 1, 110, 9).await.remove(0);
        assert_eq!(second.attempts, 2);
        // A worker that has lost the lease has no effect, even in the same epoch.
        for late in [first.finish(), first.retry(5, "late"), first.fail(5, "late")] {
            assert!(matches!(database.transact(late).await, Err(StoreError::Conflict { statement: 0, .. })));
        }
        let third = claim(&database, 2, 111, 9).await.remove(0);
        assert!(database.transact(second.finish()).await.is_err());
        end(&database, third.finish()).await;
        assert!(database.transact(third.finish()).await.is_err(), "an effect that goes with it happens once");
        assert_eq!(jobs::next_at(&*database, "mail", 3).await, Ok(None));
    });
}

#[test]
fn the_end_of_a_job_that_is_repeated_does_not_concern_the_next_one() {
    on_every_database(|database| async move {
        enqueue(&database, &new("reset", "a", 10)).await;
        let first = claim(&database, 1, 10, 9).await.remove(0);
        end(&database, first.finish()).await;
        enqueue(&database, &new("reset", "a", 20)).await;
        let second = claim(&database, 1, 20, 9).await.remove(0);
        assert!(matches!(database.transact(first.finish()).await, Err(StoreError::Conflict { statement: 0, .. })));
        end(&database, second.finish()).await;
    });
}

#[test]
fn a_job_replaces_the_one_that_waits_and_follows_the_one_that_is_being_done() {
    on_every_database(|database| async move {
        for run_at in 10..30 {
            enqueue(&database, &new("reset", "a", run_at)).await;
        }
        enqueue(&database, &new("confirm", "a", 10)).await;
        let claimed = claim(&database, 1, 30, 9).await;
        assert_eq!(claimed.iter().map(|job| job.payload.as_str()).collect::<Vec<_>>(), ["confirm a 10", "reset a 29"]);
        enqueue(&database, &new("reset", "a", 31)).await;
        assert!(claim(&database, 1, 40, 9).await.is_empty(), "not while the one before is being done");
        end(&database, claimed[1].finish()).await;
        let next = claim(&database, 1, 40, 9).await;
        assert_eq!((next[0].payload.as_str(), next[0].attempts), ("reset a 31", 1));
        // Nor do the end of the one before and its delay concern the one that has replaced it.
        enqueue(&database, &new("reset", "a", 41)).await;
        end(&database, next[0].retry(1000, "slow")).await;
        let next = claim(&database, 1, 41, 9).await;
        assert_eq!(next[0].payload, "reset a 41");
        enqueue(&database, &new("reset", "a", 42)).await;
        end(&database, next[0].fail(41, "refused")).await;
        assert_eq!(claim(&database, 1, 42, 9).await[0].payload, "reset a 42");
    });
}

#[test]
fn a_job_that_failed_comes_later_than_new_ones_and_one_that_was_given_up_is_kept() {
    on_every_database(|database| async move {
        enqueue(&database, &new("reset", "a", 10)).await;
        enqueue(&database, &new("reset", "b", 11)).await;
        let claimed = claim(&database, 1, 20, 9).await;
        end(&database, claimed[0].retry(30, "451")).await;
        end(&database, claimed[1].fail(20, "550")).await;
        assert_eq!(jobs::next_at(&*database, "mail", 1).await, Ok(Some(30)));
        assert!(claim(&database, 1, 29, 9).await.is_empty());
        enqueue(&database, &new("reset", "c", 40)).await;
        let again = claim(&database, 1, 40, 9).await;
        assert_eq!((keys(&again), again[1].attempts), (vec!["c", "a"], 2));
        let count = |waiting, failed| vec![Count { kind: "reset".into(), waiting, failed }];
        assert_eq!(jobs::counts(&*database).await, Ok(count(2, 1)));
        let listed = jobs::list(&*database, 9).await.unwrap();
        assert_eq!(
            (listed[1].key.as_str(), listed[1].failed_at, listed[1].error.as_deref()),
            ("b", Some(20), Some("550"))
        );
        // Asked for again, it is a new one.
        enqueue(&database, &new("reset", "b", 50)).await;
        assert_eq!(claim(&database, 1, 50, 9).await[0].attempts, 1);
        end(&database, claim(&database, 1, 200, 9).await[0].fail(200, "550")).await;
        end(&database, vec![jobs::remove_failed("mail", 200)]).await;
        assert_eq!(jobs::counts(&*database).await, Ok(count(2, 1)));
        assert_eq!(database.transact(vec![jobs::retry_failed(300)]).await.unwrap()[0].len(), 1);
        assert_eq!(jobs::counts(&*database).await, Ok(count(3, 0)));
    });
}

#[test]
fn a_job_whose_time_is_over_is_dropped() {
    on_every_database(|database| async move {
        enqueue(&database, &NewJob { expires_at: Some(100), ..new("reset", "a", 10) }).await;
        enqueue(&database, &NewJob { expires_at: Some(101), ..new("confirm", "b", 10) }).await;
        let claim = Claim { queue: "mail", epoch: 1, now: 100, lease_until: 150, limit: 9 };
        let claimed = jobs::claim(&*database, claim).await.unwrap();
        assert_eq!((keys(&claimed.jobs), claimed.expired), (vec!["b"], vec!["reset".to_owned()]));
        // Not while it is being done.
        let claimed = jobs::claim(&*database, Claim { now: 120, ..claim }).await.unwrap();
        assert!(claimed.expired.is_empty());
    });
}

#[test]
fn what_was_made_in_a_future_that_did_not_come_expires_as_if_it_were_made_now() {
    on_every_database(|database| async move {
        enqueue(&database, &NewJob { expires_at: Some(1060), ..new("reset", "future", 1000) }).await;
        enqueue(&database, &NewJob { expires_at: Some(160), run_at: 1000, ..new("confirm", "tried", 50) }).await;
        let stored = |data: &str, created_at| tokens::Token {
            purpose: "reset".into(),
            account: account_id(1),
            data: data.into(),
            created_at,
            expires_at: created_at + 60,
        };
        database.transact(tokens::replace(&[1; 32], &stored("future", 1000))).await.unwrap();
        database.transact(server::accept_time(100)).await.unwrap();
        assert_eq!(keys(&claim(&database, 1, 100, 9).await), ["future", "tried"]);
        for (now, valid) in [(159, true), (160, false)] {
            let found = tokens::find(&*database, &[1; 32], "reset", now).await.unwrap();
            assert_eq!(found.is_some(), valid, "{now}");
        }
        let claim = Claim { queue: "mail", epoch: 2, now: 160, lease_until: 150, limit: 9 };
        assert_eq!(jobs::claim(&*database, claim).await.unwrap().expired.len(), 2);
    });
}

#[test]
fn the_jobs_of_an_account_go_with_it() {
    on_every_database(|database| async move {
        let mut account = Account::new(account_id(1), Kind::Person, 1);
        (account.email_key, account.email_confirmed) = (Some("a@b".into()), true);
        account.email = account.email_key.clone();
        database.transact(vec![accounts::insert(&account)]).await.unwrap();
        enqueue(&database, &NewJob { account: Some(account_id(1)), ..new("confirm", "c@d", 10) }).await;
        enqueue(&database, &NewJob { account: Some(account_id(2)), ..new("confirm", "e@f", 10) }).await;
        enqueue(&database, &new("reset", "a@b", 10)).await;
        end(&database, vec![jobs::cancel("confirm", account_id(2))]).await;
        assert_eq!(jobs::counts(&*database).await.unwrap().len(), 2);
        end(&database, erasure::close(account_id(1))).await;
        assert_eq!(jobs::counts(&*database).await, Ok(vec![]));
    });
}
