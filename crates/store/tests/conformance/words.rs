//! Chat, relations, moderation, feeds; erasing; copying everything.

use saffron_store::accounts::{self, Account, Kind, Registration};
use saffron_store::admin;
use saffron_store::chat::{self, Line, Room};
use saffron_store::erasure;
use saffron_store::games;
use saffron_store::jobs::{NewJob, enqueue};
use saffron_store::moderation::{self, Action, Report};
use saffron_store::ratings::{self, Rating};
use saffron_store::relations::{self, Relation};
use saffron_store::sessions::{self, Session};
use saffron_store::tournaments::{self, Tournament, TournamentEvent, TournamentKind};
use saffron_store::{
    Database, MemoryDisk, MemoryOptions, Postgres, PostgresOptions, ReportId, SessionId, TournamentId, feeds,
};

use crate::postgres;
use crate::support::{account_id, append, entry, game_id, new_game, on_every_database};

fn line(account: u128, room: Room, at: i64) -> Line {
    Line { game: game_id(1), room, account: Some(account_id(account)), at, hidden: false, text: format!("at {at}") }
}

fn report(number: u128, reporter: u128, about: u128) -> Report {
    Report {
        id: ReportId::from_random(number),
        reporter: account_id(reporter),
        about: account_id(about),
        reason: "abuse".into(),
        details: "rude".into(),
        game: Some(game_id(1)),
        at: 5,
        handled_at: None,
        handled_by: None,
        outcome: None,
    }
}

#[test]
fn rooms_are_apart_and_lines_can_be_hidden() {
    on_every_database(|database| async move {
        for at in 1..=5 {
            database.transact(vec![chat::insert(&line(1, Room::Players, at))]).await.unwrap();
        }
        database.transact(vec![chat::insert(&line(2, Room::Spectators, 6))]).await.unwrap();
        let last = chat::last(&*database, game_id(1), Room::Players, 3).await.unwrap();
        assert_eq!(last, (3..=5).map(|at| line(1, Room::Players, at)).collect::<Vec<_>>());
        database.transact(vec![chat::hide(account_id(2), Some(game_id(2)))]).await.unwrap();
        assert!(!chat::last(&*database, game_id(1), Room::Spectators, 3).await.unwrap()[0].hidden);
        database.transact(vec![chat::hide(account_id(2), Some(game_id(1)))]).await.unwrap();
        assert!(chat::last(&*database, game_id(1), Room::Spectators, 3).await.unwrap()[0].hidden);
        assert_eq!(chat::of_account(&*database, account_id(1), 1).await, Ok(vec![line(1, Room::Players, 5)]));
    });
}

#[test]
fn following_and_blocking_exclude_each_other() {
    on_every_database(|database| async move {
        let (one, two) = (account_id(1), account_id(2));
        database.transact(vec![relations::set(one, two, Relation::Follow, 1)]).await.unwrap();
        assert_eq!(relations::between(&*database, one, two).await, Ok(Some(Relation::Follow)));
        assert_eq!(relations::between(&*database, two, one).await, Ok(None));
        assert_eq!(relations::count_towards(&*database, two, Relation::Follow).await, Ok(1));
        database.transact(vec![relations::set(one, two, Relation::Block, 2)]).await.unwrap();
        assert_eq!(relations::count_towards(&*database, two, Relation::Follow).await, Ok(0));
        assert_eq!(relations::of_account(&*database, one, Relation::Block, 9).await, Ok(vec![two]));
        database.transact(vec![relations::remove(one, two)]).await.unwrap();
        assert_eq!(relations::between(&*database, one, two).await, Ok(None));
    });
}

#[test]
fn a_report_is_handled_once_and_noted() {
    on_every_database(|database| async move {
        let open = report(1, 1, 2);
        database.transact(vec![moderation::insert_report(&open)]).await.unwrap();
        assert_eq!(moderation::open_reports(&*database, 9).await, Ok(vec![open.clone()]));
        let action = |at| Action {
            at,
            moderator: account_id(3),
            action: "mute".into(),
            about: Some(account_id(2)),
            details: "a week".into(),
        };
        for at in 7..=9 {
            let handled = database
                .transact(vec![
                    moderation::handle_report(open.id, account_id(3), at, "muted"),
                    moderation::note(&action(at)),
                ])
                .await;
            assert_eq!(handled.is_ok(), at == 7);
        }
        assert_eq!(moderation::open_reports(&*database, 9).await, Ok(vec![]));
        let handled = moderation::report_by_id(&*database, open.id).await.unwrap().unwrap();
        assert_eq!((handled.handled_at, handled.outcome.as_deref()), (Some(7), Some("muted")));
        database.transact(vec![moderation::note(&action(10))]).await.unwrap();
        let all = moderation::actions(&*database, None, None, 1).await.unwrap();
        assert_eq!(all[0].1, action(10));
        let before = moderation::actions(&*database, Some(account_id(2)), Some(all[0].0), 9).await.unwrap();
        assert_eq!(before.iter().map(|(_, action)| action.at).collect::<Vec<_>>(), vec![7]);
        assert_eq!(moderation::actions(&*database, Some(account_id(3)), None, 9).await, Ok(vec![]));
    });
}

#[test]
fn a_feed_has_one_secret() {
    on_every_database(|database| async move {
        database.transact(vec![feeds::set(account_id(1), &[1; 32], 5)]).await.unwrap();
        database.transact(vec![feeds::set(account_id(1), &[2; 32], 6)]).await.unwrap();
        assert_eq!(feeds::account(&*database, &[1; 32]).await, Ok(None));
        assert_eq!(feeds::account(&*database, &[2; 32]).await, Ok(Some(account_id(1))));
        database.transact(vec![feeds::remove(account_id(1))]).await.unwrap();
        assert_eq!(feeds::account(&*database, &[2; 32]).await, Ok(None));
    });
}

/// Adds rows to most tables.
async fn fill(database: &dyn Database) {
    let one = account_id(1);
    let registration = Registration {
        name: "Anna".into(),
        name_key: "anna".into(),
        password_hash: "secret".into(),
        email: Some("anna@example.org".into()),
        email_key: Some("anna@example.org".into()),
    };
    let session = Session {
        id: SessionId::from_random(1),
        account: one,
        created_at: 1,
        used_at: 1,
        expires_at: 100,
        user_agent: "a browser".into(),
        address: "::1".into(),
    };
    let rating = Rating {
        account: one,
        variant: "glinski".into(),
        speed: "blitz".into(),
        rating: 1501.5,
        deviation: 100.0,
        volatility: 0.09,
        games: 1,
        updated_at: 3,
    };
    let mut statements = vec![
        accounts::insert(&Account::new(one, Kind::Guest, 1)),
        accounts::register(one, &registration),
        sessions::insert(&[1; 32], &session),
        chat::insert(&line(1, Room::Players, 4)),
        relations::set(one, account_id(2), Relation::Follow, 5),
        relations::set(account_id(2), one, Relation::Block, 5),
        moderation::insert_report(&report(1, 1, 2)),
        feeds::set(one, &[9; 32], 6),
    ];
    statements.extend(ratings::update(&rating));
    database.transact(statements).await.unwrap();
    let epoch = database.take_epoch().await.unwrap().number;
    append(database, vec![entry(game_id(1), 0, epoch)], vec![games::insert(&new_game(game_id(1)))]).await.unwrap();
    append(database, vec![entry(game_id(1), 1, epoch)], vec![]).await.unwrap();
    let tournament = Tournament {
        id: TournamentId::from_random(1),
        kind: TournamentKind::Arena,
        organiser: one,
        name: "Autumn".into(),
        created_at: 7,
        updated_at: 8,
        over: true,
        summary: "one round".into(),
        version: 2,
        team: None,
        series: None,
    };
    let event = |seq| TournamentEvent { seq, at: 8, author: one, data: format!("event {seq}") };
    let mut statements = vec![tournaments::insert(&tournament, epoch)];
    statements.extend(tournaments::append(&tournament, 0, &[event(0), event(1)], epoch));
    database.transact(statements).await.unwrap();
}

#[test]
fn an_erased_account_leaves_its_games_without_a_name() {
    on_every_database(|database| async move {
        let one = account_id(1);
        fill(&*database).await;
        let export = erasure::export(&*database, one, 50).await.unwrap().unwrap();
        assert_eq!((export.account.name.as_deref(), export.account.password_hash), (Some("Anna"), None));
        assert_eq!((export.sessions.len(), export.ratings.len(), export.ratings[0].1.len()), (1, 1, 1));
        assert_eq!((export.chat.len(), export.follows.len(), export.blocks.len(), export.reports.len()), (1, 1, 0, 1));
        assert!(database.transact(erasure::erase(one, None)).await.is_err(), "it is not closed");
        database.transact(erasure::close(one)).await.unwrap();
        assert!(database.transact(erasure::close(one)).await.is_err());
        assert_eq!(sessions::find(&*database, &[1; 32], 50).await, Ok(None));
        let closed = accounts::by_name(&*database, "anna").await.unwrap().unwrap();
        assert_eq!((closed.kind, closed.password_hash, closed.email), (Kind::Closed, None, None));
        database.transact(erasure::erase(one, Some(&[7; 32]))).await.unwrap();
        let export = erasure::export(&*database, one, 50).await.unwrap().unwrap();
        assert_eq!(export.account.name, None);
        assert!(export.sessions.is_empty() && export.ratings.is_empty() && export.chat.is_empty());
        assert!(export.follows.is_empty() && export.reports.is_empty());
        assert_eq!(relations::between(&*database, account_id(2), one).await, Ok(None));
        assert_eq!(games::by_id(&*database, game_id(1)).await.unwrap().unwrap().white, Some(one));
        assert_eq!(erasure::export(&*database, account_id(7), 50).await, Ok(None));
    });
}

#[test]
fn everything_is_copied_to_another_database() {
    on_every_database(|database| async move {
        fill(&*database).await;
        let disk = MemoryDisk::new(MemoryOptions::default()).unwrap();
        let copy = disk.open();
        let count = admin::copy(&*database, &copy).await.unwrap();
        assert!(count > 10);
        assert!(admin::copy(&*database, &copy).await.is_err(), "it is not empty any more");
        for table in admin::TABLES {
            let original = table.rows(&*database, None, 100).await.unwrap();
            assert_eq!(table.rows(&copy, None, 100).await.unwrap(), original, "{}", table.name);
        }
        assert_eq!(games::running_games(&copy).await, games::running_games(&*database).await);
        let id = TournamentId::from_random(1);
        assert_eq!(tournaments::find(&copy, id).await.unwrap().map(|tournament| tournament.version), Some(2));
        assert_eq!(tournaments::events(&copy, id, 0).await.unwrap().len(), 2);
    });
}

#[test]
fn rows_that_were_copied_take_no_numbers_of_later_ones() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Ok(url) = postgres::database().await else { return println!("without PostgreSQL") };
        let original = MemoryDisk::new(MemoryOptions::default()).unwrap().open();
        let job = |key: &str| {
            enqueue(&NewJob {
                queue: "mail",
                kind: "mail",
                key: key.into(),
                payload: String::new(),
                account: None,
                created_at: 1,
                run_at: 1,
                expires_at: None,
            })
        };
        let line = |text: &str| {
            chat::insert(&Line {
                game: game_id(1),
                room: Room::Players,
                account: None,
                at: 1,
                hidden: false,
                text: text.into(),
            })
        };
        original.transact(vec![job("one"), line("one")]).await.unwrap();
        let copy = Postgres::open(&url, &PostgresOptions::default()).await.unwrap();
        admin::copy(&original, &copy).await.unwrap();
        copy.close().await.unwrap();
        let copy = Postgres::open(&url, &PostgresOptions::default()).await.unwrap();
        copy.transact(vec![job("two"), line("two")]).await.unwrap();
        copy.close().await.unwrap();
        postgres::remove(&url).await;
    });
}
