//! Transactions, the log and its order, epochs.

use std::sync::{Arc, Mutex};

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::conditional_moves::{self, ConditionalMoves};
use saffron_store::games::{self, NewGame, Status};
use saffron_store::server::Downtime;
use saffron_store::{Database, Statement, StoreError, compaction, server};

use crate::support::{account_id, append, entry, event, finish, game_id, new_game, on_every_database};

#[test]
fn a_transaction_is_applied_whole_or_not_at_all() {
    on_every_database(|database| async move {
        let (one, two) = (game_id(1), game_id(2));
        database.transact(vec![games::insert(&new_game(one))]).await.unwrap();
        let again = database.transact(vec![games::insert(&new_game(two)), games::insert(&new_game(one))]).await;
        assert!(matches!(again, Err(StoreError::Unique(_))), "{again:?}");
        assert_eq!(games::by_id(&*database, two).await, Ok(None));

        let none = Statement::new("UPDATE games SET plies = $1 WHERE id = $2").with(7_u32).with("nothing").expecting(1);
        let conflict = database.transact(vec![games::insert(&new_game(two)), none]).await;
        assert_eq!(conflict, Err(StoreError::Conflict { statement: 1, expected: 1, found: 0 }));
        assert_eq!(games::by_id(&*database, two).await, Ok(None));

        // What is wrong in one transaction does not concern the others that are committed with it.
        let good = database.transact(vec![games::insert(&new_game(two))]);
        let bad = database.transact(vec![Statement::new("no SQL")]);
        let also_good = database.transact(vec![finish(two, vec![])]);
        assert!(matches!(bad.await, Err(StoreError::Statement(_))));
        assert!(good.await.is_ok());
        assert!(also_good.await.is_ok());
        assert_eq!(games::by_id(&*database, two).await.unwrap().unwrap().status, Status::Ended);
    });
}

#[test]
fn parameters_out_of_order_are_refused_everywhere() {
    on_every_database(|database| async move {
        let sql = "SELECT id FROM games WHERE speed = $2 AND id = $1";
        let swapped = database.read(Statement::new(sql).with("a").with("b")).await;
        assert!(matches!(swapped, Err(StoreError::Statement(_))), "{swapped:?}");
        let missing = database.read(Statement::new("SELECT id FROM games WHERE speed = $1")).await;
        assert!(matches!(missing, Err(StoreError::Statement(_))), "{missing:?}");
    });
}

#[test]
fn rows_come_back_as_they_were_written() {
    on_every_database(|database| async move {
        let mut new = new_game(game_id(1));
        new.start_fen = Some("ёж \u{1f41d} '\"".into());
        new.deadline = Some(i64::MAX);
        new.to_move = new.black;
        let rows = database.transact(vec![games::insert(&new), Statement::new("SELECT COUNT(*) FROM games")]).await;
        assert_eq!(rows.unwrap()[1].clone().pop().unwrap().first(), Ok(1_i64));
        let game = games::by_id(&*database, new.id).await.unwrap().unwrap();
        assert_eq!((game.id, game.white, game.black), (new.id, new.white, new.black));
        assert_eq!((game.white_rating, game.black_rating), (Some(1500.0), None));
        assert_eq!((game.white_provisional, game.black_provisional, game.rated), (true, false, true));
        assert_eq!((game.start_fen, game.deadline, game.to_move), (new.start_fen, new.deadline, new.to_move));
        assert_eq!((game.status, game.points, game.result), (Status::Running, None, None));
    });
}

#[test]
fn the_log_takes_each_entry_of_a_game_once_and_in_order() {
    on_every_database(|database| async move {
        let epoch = database.take_epoch().await.unwrap().number;
        let game = game_id(1);
        let missing = append(&*database, vec![entry(game, 0, epoch)], vec![]).await;
        assert_eq!(missing, Err(StoreError::NoGame(game)));
        let first = vec![entry(game, 0, epoch), entry(game, 1, epoch)];
        append(&*database, first, vec![games::insert(&new_game(game))]).await.unwrap();
        for (seq, expected) in [(0, 2), (1, 2), (3, 2)] {
            let refused = append(&*database, vec![entry(game, seq, epoch)], vec![]).await;
            assert_eq!(refused, Err(StoreError::Sequence { game, expected, found: seq }));
        }
        // A refused call leaves none of its entries.
        let refused = append(&*database, vec![entry(game, 2, epoch), entry(game, 4, epoch)], vec![]).await;
        assert_eq!(refused, Err(StoreError::Sequence { game, expected: 3, found: 4 }));
        let none = Statement::new("DELETE FROM games WHERE id = $1").with("nothing").expecting(1);
        let refused = append(&*database, vec![entry(game, 2, epoch)], vec![none]).await;
        assert_eq!(refused, Err(StoreError::Conflict { statement: 0, expected: 1, found: 0 }));
        append(&*database, vec![entry(game, 2, epoch)], vec![]).await.unwrap();

        let running = games::running_games(&*database).await.unwrap();
        assert_eq!(running.len(), 1);
        assert_eq!(running[0].events, vec![event(0), event(1), event(2)]);
        assert_eq!(games::events(&*database, game).await.unwrap(), running[0].events);

        let events = (0..4).map(event).collect();
        append(&*database, vec![entry(game, 3, epoch)], vec![finish(game, events)]).await.unwrap();
        assert_eq!(games::running_games(&*database).await, Ok(vec![]));
        assert_eq!(games::events(&*database, game).await.unwrap(), (0..4).map(event).collect::<Vec<_>>());
        let again = append(&*database, vec![], vec![finish(game, vec![])]).await;
        assert_eq!(again, Err(StoreError::Conflict { statement: 0, expected: 1, found: 0 }));
    });
}

#[test]
fn completions_are_called_in_the_order_of_the_calls() {
    on_every_database(|database| async move {
        let epoch = database.take_epoch().await.unwrap().number;
        let game = game_id(1);
        append(&*database, vec![], vec![games::insert(&new_game(game))]).await.unwrap();
        let called = Arc::new(Mutex::new(Vec::new()));
        for seq in 0..500 {
            let called = Arc::clone(&called);
            // Some are wrong, and some have statements.
            let bad = seq % 7 == 3;
            let entries = vec![entry(game, if bad { 9999 } else { seq - (seq + 3) / 7 }, epoch)];
            let and = if seq % 5 == 0 { vec![Statement::new("SELECT 1")] } else { vec![] };
            database.append(
                entries,
                and,
                Box::new(move |result| {
                    assert_eq!(result.is_err(), bad, "{seq}: {result:?}");
                    called.lock().unwrap().push(seq);
                }),
            );
        }
        database.flush().await.unwrap();
        assert_eq!(*called.lock().unwrap(), (0..500).collect::<Vec<_>>());
        assert_eq!(games::events(&*database, game).await.unwrap().len(), 500 - 71);
    });
}

#[test]
fn an_old_epoch_is_refused() {
    on_every_database(|database| async move {
        let first = database.take_epoch().await.unwrap();
        assert_eq!((first.number, first.alive_at), (1, None));
        server::alive(&*database, first.number, 777).await.unwrap();
        let game = game_id(1);
        append(&*database, vec![entry(game, 0, 1)], vec![games::insert(&new_game(game))]).await.unwrap();
        let second = database.take_epoch().await.unwrap();
        assert_eq!((second.number, second.alive_at), (2, Some(777)));
        let refused = append(&*database, vec![entry(game, 1, 1)], vec![]).await;
        assert_eq!(refused, Err(StoreError::Fenced { current: 2, found: 1 }));
        assert!(server::alive(&*database, 1, 999).await.is_err());
        append(&*database, vec![entry(game, 1, 2)], vec![]).await.unwrap();
    });
}

#[test]
fn a_closed_database_says_so() {
    on_every_database(|database| async move {
        database.health().await.unwrap();
        database.close().await.unwrap();
        assert_eq!(database.read(Statement::new("SELECT 1")).await, Err(StoreError::Closed));
        assert_eq!(database.transact(vec![]).await, Err(StoreError::Closed));
        assert_eq!(append(&*database, vec![entry(game_id(1), 0, 0)], vec![]).await, Err(StoreError::Closed));
    });
}

#[test]
fn the_sequence_survives_trimming() {
    on_every_database(|database: Arc<dyn Database>| async move {
        let epoch = database.take_epoch().await.unwrap().number;
        let (ended, running) = (game_id(1), game_id(2));
        for game in [ended, running] {
            append(&*database, vec![entry(game, 0, epoch)], vec![games::insert(&new_game(game))]).await.unwrap();
        }
        append(&*database, vec![entry(ended, 1, epoch)], vec![finish(ended, vec![event(0), event(1)])]).await.unwrap();
        assert_eq!(length(&database).await, 3);
        // The running game's entry is nowhere else: it stays.
        assert_eq!(database.trim(i64::MAX).await, Ok(2));
        assert_eq!(length(&database).await, 1);
        assert_eq!(database.trim(i64::MAX).await, Ok(0));
        assert_eq!(games::running_games(&*database).await.unwrap()[0].events, vec![event(0)]);
        let refused = append(&*database, vec![entry(running, 0, epoch)], vec![]).await;
        assert_eq!(refused, Err(StoreError::Sequence { game: running, expected: 1, found: 0 }));
        append(&*database, vec![entry(running, 1, epoch)], vec![finish(running, vec![event(0), event(1)])])
            .await
            .unwrap();
        assert_eq!(database.trim(i64::MAX).await, Ok(2));
        assert_eq!(length(&database).await, 0);
        let refused = append(&*database, vec![entry(running, 0, epoch)], vec![]).await;
        assert_eq!(refused, Err(StoreError::Sequence { game: running, expected: 2, found: 0 }));
    });
}

/// Length of the log, exact if no entry was refused or removed from the middle.
async fn length(database: &Arc<dyn Database>) -> u64 {
    compaction::log_length(&**database).await.unwrap().0
}

#[test]
fn of_conditional_moves_the_last_set_of_a_side_stays() {
    on_every_database(|database| async move {
        let game = game_id(1);
        database.transact(vec![games::insert(&new_game(game))]).await.unwrap();
        let epoch = database.take_epoch().await.unwrap().number;
        let set = |side: &str, seq: u32| ConditionalMoves { game, side: side.into(), seq, lines: format!("of {seq}") };
        for seq in 0..4 {
            let side = if seq == 1 { "b" } else { "w" };
            append(&*database, vec![entry(game, seq, epoch)], vec![conditional_moves::set(&set(side, seq))])
                .await
                .unwrap();
        }
        let kept = vec![set("b", 1), set("w", 3)];
        assert_eq!(conditional_moves::of(&*database, game).await, Ok(kept.clone()));
        // An event that is refused leaves the lines as they were.
        let late = append(&*database, vec![entry(game, 3, epoch)], vec![conditional_moves::set(&set("w", 9))]).await;
        assert!(matches!(late, Err(StoreError::Sequence { .. })), "{late:?}");
        let fenced =
            append(&*database, vec![entry(game, 4, epoch - 1)], vec![conditional_moves::set(&set("w", 9))]).await;
        assert!(matches!(fenced, Err(StoreError::Fenced { .. })), "{fenced:?}");
        assert_eq!(conditional_moves::of(&*database, game).await, Ok(kept));
        database.transact(vec![conditional_moves::remove(game)]).await.unwrap();
        assert_eq!(conditional_moves::of(&*database, game).await, Ok(vec![]));
    });
}

#[test]
fn running_games_are_told_without_their_events_and_read_one_by_one() {
    on_every_database(|database| async move {
        let [one, two, ended] = [1, 2, 3].map(game_id);
        let accounts = [(1, Kind::Person), (2, Kind::Computer)]
            .map(|(id, kind)| accounts::insert(&Account::new(account_id(id), kind, 0)));
        database.transact(accounts.to_vec()).await.unwrap();
        for (id, black) in [(one, Some(account_id(2))), (two, None), (ended, None)] {
            let new = NewGame { white: Some(account_id(1)), black, ..new_game(id) };
            database.transact(vec![games::insert(&new)]).await.unwrap();
        }
        let epoch = database.take_epoch().await.unwrap().number;
        for seq in 0..40 {
            let entries = vec![entry(one, seq, epoch), entry(two, seq, epoch), entry(ended, seq, epoch)];
            append(&*database, entries, vec![]).await.unwrap();
        }
        append(&*database, vec![], vec![finish(ended, (0..40).map(event).collect())]).await.unwrap();
        let all: Vec<_> = (0..40).map(event).collect();
        // One game has some of its events in its row.
        database.transact(vec![games::fold(one, &all[..30]).unwrap()]).await.unwrap();
        let mut asleep = games::asleep(&*database).await.unwrap();
        asleep.sort_by_key(|asleep| asleep.game.id);
        let told: Vec<_> = asleep.iter().map(|asleep| (asleep.game.id, asleep.kinds, asleep.size > 0)).collect();
        let mut expected =
            vec![(one, [Some(Kind::Person), Some(Kind::Computer)], true), (two, [Some(Kind::Person), None], false)];
        expected.sort_by_key(|(id, ..)| *id);
        assert_eq!(told, expected);
        let index = games::log_index(&*database).await.unwrap();
        assert_eq!((index.last_at, index.games[&two].positions.len()), (Some(event(39).at), 40));
        for id in [one, two] {
            assert_eq!(games::events_at(&*database, id, &index.games[&id].positions).await, Ok(all.clone()));
        }
        // Events that were moved meanwhile are found in the row.
        compaction::compact(&*database, 1000).await.unwrap();
        append(&*database, vec![entry(one, 40, epoch)], vec![]).await.unwrap();
        for id in [one, two] {
            assert_eq!(games::events_at(&*database, id, &index.games[&id].positions).await, Ok(all.clone()));
        }
        // A fold of fewer events, or of an ended game, has no effect.
        database.transact(vec![games::fold(one, &all[..3]).unwrap(), games::fold(ended, &[]).unwrap()]).await.unwrap();
        assert_eq!(games::by_id(&*database, one).await.unwrap().unwrap().events_count, 40);
        assert_eq!(games::events(&*database, ended).await, Ok(all));
    });
}

#[test]
fn downtimes_are_kept_as_long_as_running_games_need_them() {
    on_every_database(|database| async move {
        let away = |stopped_at, resumed_at| Downtime { stopped_at, resumed_at };
        let first = database.take_epoch().await.unwrap();
        assert_eq!(first.alive_at, None);
        // No game is running.
        let begun = server::begin(&*database, first.number, away(i64::MIN, 10)).await;
        assert_eq!(begun, Ok(vec![away(i64::MIN, 10)]));
        let game = NewGame { created_at: 50, ..new_game(game_id(1)) };
        database.transact(vec![games::insert(&game)]).await.unwrap();
        let second = database.take_epoch().await.unwrap();
        assert_eq!(second.alive_at, Some(10));
        assert_eq!(server::begin(&*database, second.number, away(60, 90)).await, Ok(vec![away(60, 90)]));
        assert_eq!(server::begin(&*database, second.number, away(95, 99)).await, Ok(vec![away(60, 90), away(95, 99)]));
        let fenced = server::begin(&*database, first.number, away(100, 101)).await;
        assert!(matches!(fenced, Err(StoreError::Conflict { .. })), "{fenced:?}");
        assert!(database.transact(vec![server::is_current(first.number)]).await.is_err());
        assert!(database.transact(vec![server::is_current(second.number)]).await.is_ok());
        // What is trimmed from the log is known of the server's life.
        append(&*database, vec![entry(game.id, 0, second.number)], vec![]).await.unwrap();
        compaction::compact(&*database, 10).await.unwrap();
        assert_eq!(database.take_epoch().await.unwrap().alive_at, Some(event(0).at));
    });
}
