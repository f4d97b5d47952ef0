//! Messages between two accounts.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::messages::{self, Before, Message};
use saffron_store::moderation::{self, Report};
use saffron_store::{AccountId, Database, ReportId, StoreError, erasure, server};

use crate::support::{account_id, on_every_database};

const ANNA: u128 = 1;
const BERTA: u128 = 2;
const CLARA: u128 = 3;

async fn send(database: &dyn Database, from: u128, to: u128, at: i64, text: &str) -> i64 {
    let answer = database.transact(messages::send(account_id(from), account_id(to), at, text)).await.unwrap();
    messages::sent_position(answer, 0).unwrap()
}

async fn between(database: &dyn Database, account: u128, other: u128) -> Vec<(u128, String)> {
    let list = messages::between(database, account_id(account), account_id(other), None, 99).await.unwrap();
    let number = |id: AccountId| (1..9).find(|number| account_id(*number) == id).unwrap();
    list.into_iter().map(|message| (number(message.sender), message.text)).collect()
}

/// Other accounts of conversations with the unread messages and the newest text.
async fn listed(database: &dyn Database, account: u128) -> Vec<(AccountId, u32, Option<String>)> {
    let list = messages::conversations(database, account_id(account), None, 99).await.unwrap();
    list.into_iter().map(|one| (one.other, one.unread, one.last.map(|last| last.text))).collect()
}

async fn people(database: &dyn Database) {
    for number in [ANNA, BERTA, CLARA] {
        let account = Account::new(account_id(number), Kind::Person, 1);
        database.transact(vec![accounts::insert(&account)]).await.unwrap();
    }
}

async fn erase(database: &dyn Database, account: u128) {
    let mut statements = erasure::close(account_id(account));
    statements.extend(erasure::erase(account_id(account), None));
    database.transact(statements).await.unwrap();
}

#[test]
fn a_message_is_in_the_conversations_of_both() {
    on_every_database(|database| async move {
        let database = &*database;
        let first = send(database, ANNA, BERTA, 5, "hello").await;
        let second = send(database, ANNA, BERTA, 6, "are you there").await;
        assert!(first < second);
        send(database, CLARA, BERTA, 6, "a game?").await;
        send(database, BERTA, ANNA, 7, "yes").await;
        assert_eq!(
            listed(database, BERTA).await,
            [(account_id(ANNA), 2, Some("yes".into())), (account_id(CLARA), 1, Some("a game?".into()))]
        );
        assert_eq!(listed(database, ANNA).await, [(account_id(BERTA), 1, Some("yes".into()))]);
        let texts = |of: &[(u128, &str)]| of.iter().map(|(by, text)| (*by, (*text).to_owned())).collect::<Vec<_>>();
        let all = texts(&[(BERTA, "yes"), (ANNA, "are you there"), (ANNA, "hello")]);
        assert_eq!(between(database, ANNA, BERTA).await, all);
        assert_eq!(between(database, BERTA, ANNA).await, all);
        assert_eq!(between(database, ANNA, CLARA).await, []);
        let (anna, berta) = (account_id(ANNA), account_id(BERTA));
        let older = messages::between(database, anna, berta, Some(second), 1).await.unwrap();
        assert_eq!(older, [Message { position: first, sender: anna, at: 5, text: "hello".into() }]);
        assert_eq!(messages::has_written(database, anna, berta).await, Ok(true));
        assert_eq!(messages::has_written(database, berta, account_id(CLARA)).await, Ok(false));
        for (one, other, acquainted) in [(BERTA, CLARA, true), (CLARA, BERTA, true), (ANNA, CLARA, false)] {
            let found = messages::are_acquainted(database, account_id(one), account_id(other)).await;
            assert_eq!(found, Ok(acquainted), "{one} {other}");
        }
    });
}

#[test]
fn messages_are_read_up_to_a_position() {
    on_every_database(|database| async move {
        let database = &*database;
        let (anna, berta) = (account_id(ANNA), account_id(BERTA));
        let first = send(database, ANNA, BERTA, 5, "a").await;
        send(database, BERTA, ANNA, 6, "b").await;
        let last = send(database, ANNA, BERTA, 7, "c").await;
        send(database, CLARA, BERTA, 8, "d").await;
        let unread = async || {
            let of_anna = messages::unread_from(database, berta, anna).await.unwrap();
            (of_anna, messages::count_unread(database, berta).await.unwrap())
        };
        assert_eq!(unread().await, (2, 2));
        database.transact(vec![messages::read_to(berta, anna, first)]).await.unwrap();
        assert_eq!(unread().await, (1, 2));
        database.transact(vec![messages::read_to(berta, anna, last)]).await.unwrap();
        assert_eq!(unread().await, (0, 1));
        // An older position does not make them unread again.
        database.transact(vec![messages::read_to(berta, anna, first)]).await.unwrap();
        assert_eq!(unread().await, (0, 1));
        assert_eq!(messages::unread_from(database, anna, berta).await, Ok(1));
        assert_eq!(messages::unread_from(database, anna, account_id(CLARA)).await, Ok(0));
    });
}

#[test]
fn conversations_have_pages() {
    on_every_database(|database| async move {
        let database = &*database;
        for other in 2..8 {
            // Three of them have the same time.
            send(database, other, ANNA, if other < 5 { 10 } else { 10 + other as i64 }, "hello").await;
        }
        let all = messages::conversations(database, account_id(ANNA), None, 99).await.unwrap();
        assert_eq!(all.len(), 6);
        let (mut paged, mut before) = (Vec::new(), None);
        loop {
            let page = messages::conversations(database, account_id(ANNA), before, 2).await.unwrap();
            let Some(last) = page.last() else { break };
            before = Some(Before { last_at: last.last_at, other: last.other });
            paged.extend(page);
        }
        assert_eq!(paged, all);
    });
}

#[test]
fn a_conversation_is_deleted_for_one_and_removed_by_both() {
    on_every_database(|database| async move {
        let database = &*database;
        let (anna, berta) = (account_id(ANNA), account_id(BERTA));
        send(database, ANNA, BERTA, 5, "a").await;
        database.transact(messages::delete(berta, anna)).await.unwrap();
        assert_eq!((listed(database, BERTA).await.len(), between(database, BERTA, ANNA).await.len()), (0, 0));
        assert_eq!(messages::count_unread(database, berta).await, Ok(0));
        assert_eq!(between(database, ANNA, BERTA).await, [(ANNA, "a".into())]);
        let again = database.transact(messages::delete(berta, anna)).await;
        assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");

        send(database, ANNA, BERTA, 6, "b").await;
        assert_eq!(listed(database, BERTA).await, [(anna, 1, Some("b".into()))]);
        assert_eq!(between(database, BERTA, ANNA).await, [(ANNA, "b".into())]);
        assert_eq!(messages::has_written(database, anna, berta).await, Ok(true));
        database.transact(messages::delete(anna, berta)).await.unwrap();
        assert_eq!(messages::has_written(database, anna, berta).await, Ok(false));
        let stored = async || {
            let rows = database.read(saffron_store::Statement::new("SELECT text FROM messages")).await.unwrap();
            rows.into_iter().map(|row| row.first::<String>().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(stored().await, ["b"], "no one has the first one any more");
        database.transact(messages::delete(berta, anna)).await.unwrap();
        assert!(stored().await.is_empty());
    });
}

#[test]
fn an_erased_account_takes_its_texts_along() {
    on_every_database(|database| async move {
        let database = &*database;
        people(database).await;
        let (anna, berta) = (account_id(ANNA), account_id(BERTA));
        send(database, ANNA, BERTA, 5, "by Anna").await;
        send(database, BERTA, ANNA, 6, "by Berta").await;
        send(database, ANNA, BERTA, 7, "by Anna again").await;
        send(database, ANNA, CLARA, 8, "to Clara").await;
        send(database, BERTA, CLARA, 9, "between others").await;
        let export = erasure::export(database, anna, 9).await.unwrap().unwrap();
        let exported: Vec<_> = export.messages.iter().map(|(other, one)| (*other, one.text.as_str())).collect();
        let of_berta = ["by Anna again", "by Berta", "by Anna"].map(|text| (berta, text));
        assert_eq!(exported, [&[(account_id(CLARA), "to Clara")][..], &of_berta].concat());

        database.transact(erasure::close(anna)).await.unwrap();
        assert_eq!(listed(database, ANNA).await, []);
        assert_eq!(between(database, BERTA, ANNA).await.len(), 3, "the others keep what a closed account wrote");
        database.transact(erasure::erase(anna, None)).await.unwrap();
        assert_eq!(between(database, BERTA, ANNA).await, [(BERTA, "by Berta".into())]);
        assert_eq!(
            listed(database, BERTA).await,
            [(account_id(CLARA), 0, Some("between others".into())), (anna, 0, None)]
        );
        assert_eq!(listed(database, CLARA).await, [(berta, 1, Some("between others".into()))]);
    });
}

#[test]
fn closing_removes_what_the_other_one_has_deleted() {
    on_every_database(|database| async move {
        let database = &*database;
        people(database).await;
        for (from, to) in [(ANNA, BERTA), (BERTA, CLARA), (ANNA, CLARA)] {
            send(database, from, to, 5, "hello").await;
        }
        database.transact(messages::delete(account_id(ANNA), account_id(BERTA))).await.unwrap();
        database.transact(messages::delete(account_id(CLARA), account_id(BERTA))).await.unwrap();
        database.transact(erasure::close(account_id(BERTA))).await.unwrap();
        let rows = database.read(saffron_store::Statement::new("SELECT text FROM messages")).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(between(database, ANNA, CLARA).await.len(), 1);
    });
}

#[test]
fn a_report_keeps_its_messages_until_an_account_is_erased() {
    on_every_database(|database| async move {
        let database = &*database;
        people(database).await;
        let (anna, berta) = (account_id(ANNA), account_id(BERTA));
        for (at, text) in [(5, "rude"), (6, "ruder")] {
            send(database, ANNA, BERTA, at, text).await;
        }
        let mut last = messages::between(database, berta, anna, None, 9).await.unwrap();
        last.reverse();
        let report = Report {
            id: ReportId::from_random(1),
            reporter: berta,
            about: anna,
            reason: "abuse".into(),
            details: String::new(),
            game: None,
            at: 7,
            handled_at: None,
            handled_by: None,
            outcome: None,
        };
        let mut statements = vec![moderation::insert_report(&report)];
        statements.extend(messages::attach(report.id, &last));
        database.transact(statements).await.unwrap();
        database.transact(messages::delete(anna, berta)).await.unwrap();
        database.transact(messages::delete(berta, anna)).await.unwrap();
        assert_eq!(messages::of_report(database, report.id).await, Ok(last));
        let ids = [report.id, ReportId::from_random(2)];
        assert_eq!(messages::counts_of_reports(database, &ids).await, Ok(vec![(report.id, 2)]));
        erase(database, ANNA).await;
        assert_eq!(messages::of_report(database, report.id).await, Ok(vec![]));
    });
}

#[test]
fn messages_of_a_clock_that_was_ahead_are_of_now() {
    on_every_database(|database| async move {
        let database = &*database;
        send(database, ANNA, BERTA, 900, "ahead").await;
        send(database, CLARA, BERTA, 5, "before").await;
        database.transact(server::accept_time(8)).await.unwrap();
        send(database, CLARA, BERTA, 9, "after").await;
        let list = messages::conversations(database, account_id(BERTA), None, 9).await.unwrap();
        let times: Vec<_> = list.iter().map(|one| (one.last_at, one.last.as_ref().map(|last| last.at))).collect();
        assert_eq!(times, [(9, Some(9)), (8, Some(8))]);
    });
}
