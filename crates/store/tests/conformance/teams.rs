//! Teams, their members and messages.

use saffron_store::accounts::{self, Account, Kind};
use saffron_store::teams::{self, Team, TeamMember, TeamMessage, TeamRole};
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_store::{AccountId, Database, Statement, StoreError, TeamId, TournamentId, erasure, server};

use crate::support::{account_id, on_every_database};

fn team(number: u128, members: u32) -> Team {
    Team {
        id: TeamId::from_random(number),
        name: format!("Kispest {number}"),
        name_key: format!("kispest-{number}"),
        created_at: 5,
        members,
        version: 1,
        data: "open".into(),
    }
}

fn member(team: &Team, account: u128, role: TeamRole, since: i64) -> TeamMember {
    TeamMember { team: team.id, account: account_id(account), role, since, note: String::new(), quiet: false }
}

async fn write(database: &dyn Database, statements: Vec<Statement>) -> Result<(), StoreError> {
    database.transact(statements).await.map(|_| ())
}

/// Epoch of a database with accounts of five people.
async fn with_people(database: &dyn Database) -> i64 {
    let account = |number| accounts::insert(&Account::new(account_id(number), Kind::Person, 5));
    write(database, (1..=5).map(account).collect()).await.unwrap();
    database.take_epoch().await.unwrap().number
}

fn is_conflict(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict { expected: 1, found: 0, .. }))
}

fn accounts_in(members: &[TeamMember]) -> Vec<AccountId> {
    members.iter().map(|member| member.account).collect()
}

#[test]
fn a_team_is_kept_with_its_members() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = with_people(database).await;
        let new = team(1, 1);
        let leader = member(&new, 1, TeamRole::Leader, 5);
        write(database, vec![teams::insert(&new, epoch), teams::set_member(&leader)]).await.unwrap();
        assert_eq!(teams::find(database, new.id).await.unwrap(), Some(new.clone()));
        assert_eq!(teams::find(database, TeamId::from_random(9)).await.unwrap(), None);
        let same_name = Team { id: TeamId::from_random(2), ..new.clone() };
        let taken = write(database, vec![teams::insert(&same_name, epoch)]).await;
        assert!(matches!(taken, Err(StoreError::Unique(_))), "{taken:?}");

        let asks = TeamMember { note: "Szia!".into(), ..member(&new, 2, TeamRole::Request, 7) };
        let after = Team { version: 2, ..new.clone() };
        write(database, vec![teams::update(&after, 1, epoch), teams::set_member(&asks)]).await.unwrap();
        assert_eq!(teams::member_of(database, new.id, asks.account).await.unwrap(), Some(asks.clone()));
        assert_eq!(teams::count(database, new.id, TeamRole::Request).await.unwrap(), 1);
        assert_eq!(teams::members(database, new.id, 0, 10).await.unwrap(), std::slice::from_ref(&leader));

        let accepted = member(&new, 2, TeamRole::Member, 8);
        let after = Team { members: 2, version: 3, ..new.clone() };
        write(database, vec![teams::update(&after, 2, epoch), teams::set_member(&accepted)]).await.unwrap();
        let early = member(&new, 3, TeamRole::Member, 6);
        let after = Team { members: 3, version: 4, ..new.clone() };
        write(database, vec![teams::update(&after, 3, epoch), teams::set_member(&early)]).await.unwrap();
        let all = teams::members(database, new.id, 0, 10).await.unwrap();
        assert_eq!(all, [leader.clone(), early.clone(), accepted.clone()]);
        assert_eq!(teams::members(database, new.id, 1, 1).await.unwrap(), std::slice::from_ref(&early));
        assert_eq!(
            teams::with_role(database, new.id, TeamRole::Member, 1).await.unwrap(),
            std::slice::from_ref(&early)
        );
        assert_eq!(teams::of_account(database, early.account, 9).await.unwrap(), std::slice::from_ref(&early));

        write(database, vec![teams::set_quiet(new.id, early.account, true)]).await.unwrap();
        let mut readers = vec![leader.account, accepted.account];
        readers.sort();
        assert_eq!(teams::readers(database, new.id, None, 9).await.unwrap(), readers);
        assert_eq!(teams::readers(database, new.id, Some(readers[0]), 9).await.unwrap(), readers[1..]);
        let stranger = write(database, vec![teams::set_quiet(new.id, account_id(4), true)]).await;
        assert!(is_conflict(&stranger), "{stranger:?}");

        write(database, vec![teams::remove_member(new.id, early.account)]).await.unwrap();
        let again = write(database, vec![teams::remove_member(new.id, early.account)]).await;
        assert!(is_conflict(&again), "{again:?}");
        write(database, teams::remove(new.id, epoch)).await.unwrap();
        assert_eq!(teams::find(database, new.id).await.unwrap(), None);
        assert_eq!(teams::of_account(database, leader.account, 9).await.unwrap(), []);
    });
}

#[test]
fn a_change_of_a_team_conflicts_if_another_one_came_in_between() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = with_people(database).await;
        let new = team(1, 1);
        write(database, vec![teams::insert(&new, epoch)]).await.unwrap();
        let join = |account| {
            let after = Team { members: 2, version: 2, ..new.clone() };
            vec![teams::update(&after, 1, epoch), teams::set_member(&member(&new, account, TeamRole::Member, 6))]
        };
        let (one, two) = tokio::join!(write(database, join(2)), write(database, join(3)));
        assert_eq!(one, Ok(()));
        assert!(is_conflict(&two), "{two:?}");
        assert_eq!(teams::find(database, new.id).await.unwrap().unwrap().members, 2);
        assert_eq!(accounts_in(&teams::members(database, new.id, 0, 9).await.unwrap()), [account_id(2)]);
        let late = Team { version: 3, ..new.clone() };
        // An account that was closed meanwhile does not come in.
        write(database, erasure::close(account_id(4))).await.unwrap();
        let closed = vec![teams::update(&late, 2, epoch), teams::set_member(&member(&new, 4, TeamRole::Member, 6))];
        let closed = write(database, closed).await;
        assert!(is_conflict(&closed), "{closed:?}");
        // A server that was replaced writes no more.
        let next = database.take_epoch().await.unwrap().number;
        for wrong in [epoch, next + 1] {
            let statements = [
                vec![teams::update(&late, 2, wrong)],
                vec![teams::insert(&team(3, 1), wrong)],
                teams::remove(new.id, wrong),
            ];
            for statements in statements {
                let result = write(database, statements).await;
                assert!(is_conflict(&result), "{result:?}");
            }
        }
        assert_eq!(teams::find(database, new.id).await.unwrap().unwrap().version, 2);
    });
}

#[test]
fn teams_are_listed_by_size_and_found_by_their_names() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = with_people(database).await;
        let (a, b, c) = (team(1, 3), team(2, 20), Team { name_key: "pest".into(), ..team(3, 20) });
        for team in [&a, &b, &c] {
            write(database, vec![teams::insert(team, epoch)]).await.unwrap();
        }
        let mut sorted = [b.clone(), c.clone(), a.clone()];
        sorted.sort_by_key(|team| std::cmp::Reverse((team.members, team.id)));
        assert_eq!(teams::largest(database, None, 9).await.unwrap(), sorted);
        let first = teams::largest(database, None, 1).await.unwrap();
        assert_eq!(first, sorted[..1]);
        let after = first.last().map(|team| (team.members, team.id));
        assert_eq!(teams::largest(database, after, 9).await.unwrap(), sorted[1..]);
        assert_eq!(teams::search(database, "kispest", 9).await.unwrap(), [a.clone(), b.clone()]);
        assert_eq!(teams::search(database, "kispest-2", 9).await.unwrap(), std::slice::from_ref(&b));
        assert_eq!(teams::search(database, "x", 9).await.unwrap(), []);
        let mut found = teams::by_ids(database, &[a.id, c.id, TeamId::from_random(9)]).await.unwrap();
        found.sort_by_key(|team| team.members);
        assert_eq!(found, [a, c]);
    });
}

#[test]
fn messages_come_newest_first() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = with_people(database).await;
        let new = team(1, 1);
        write(database, vec![teams::insert(&new, epoch)]).await.unwrap();
        for (author, at) in [(1, 10), (2, 20), (1, 30)] {
            let text = format!("at {at}");
            write(database, vec![teams::insert_message(new.id, account_id(author), at, &text)]).await.unwrap();
        }
        let times = |messages: &[TeamMessage]| messages.iter().map(|message| message.at).collect::<Vec<_>>();
        let all = teams::messages(database, new.id, None, 9).await.unwrap();
        assert_eq!(times(&all), [30, 20, 10]);
        assert_eq!(all[0].text, "at 30");
        let older = teams::messages(database, new.id, Some(all[0].position), 1).await.unwrap();
        assert_eq!(times(&older), [20]);
        assert_eq!(teams::find_message(database, new.id, all[1].position).await.unwrap(), Some(all[1].clone()));
        assert_eq!(teams::find_message(database, TeamId::from_random(2), all[1].position).await.unwrap(), None);
        assert_eq!(times(&teams::messages_by(database, account_id(1), 9).await.unwrap()), [30, 10]);
        let foreign = write(database, vec![teams::remove_message(TeamId::from_random(2), all[1].position)]).await;
        assert!(is_conflict(&foreign), "{foreign:?}");
        write(database, vec![teams::remove_message(new.id, all[1].position)]).await.unwrap();
        assert_eq!(times(&teams::messages(database, new.id, None, 9).await.unwrap()), [30, 10]);
        // The wall clock was ahead.
        write(database, server::accept_time(15)).await.unwrap();
        assert_eq!(times(&teams::messages(database, new.id, None, 9).await.unwrap()), [15, 10]);
    });
}

#[test]
fn an_account_that_is_closed_leaves_its_teams() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = with_people(database).await;
        // Alone; the only leader of several; one of two leaders; a member; a request.
        let all = [team(1, 1), team(2, 3), team(3, 3), team(4, 2), team(5, 1)];
        let roles: [&[(u128, TeamRole, i64)]; 5] = [
            &[(1, TeamRole::Leader, 5), (4, TeamRole::Request, 6)],
            &[(1, TeamRole::Leader, 5), (2, TeamRole::Member, 8), (3, TeamRole::Member, 7), (4, TeamRole::Request, 6)],
            &[(1, TeamRole::Leader, 5), (2, TeamRole::Leader, 8), (3, TeamRole::Member, 7)],
            &[(1, TeamRole::Member, 6), (2, TeamRole::Leader, 5)],
            &[(1, TeamRole::Request, 6), (2, TeamRole::Leader, 5)],
        ];
        for (team, roles) in all.iter().zip(roles) {
            let mut statements = vec![teams::insert(team, epoch)];
            statements.extend(
                roles.iter().map(|(account, role, since)| teams::set_member(&member(team, *account, *role, *since))),
            );
            statements.push(teams::insert_message(team.id, account_id(1), 9, "hello"));
            write(database, statements).await.unwrap();
        }
        let export = erasure::export(database, account_id(1), 20).await.unwrap().unwrap();
        assert_eq!((export.teams.len(), export.team_messages.len()), (5, 5));
        write(database, erasure::close(account_id(1))).await.unwrap();
        assert_eq!(teams::of_account(database, account_id(1), 9).await.unwrap(), []);
        let stored = async |number: usize| teams::find(database, all[number].id).await.unwrap();
        assert_eq!(stored(0).await, None);
        assert_eq!(teams::with_role(database, all[0].id, TeamRole::Request, 9).await.unwrap(), []);
        assert_eq!(teams::messages(database, all[0].id, None, 9).await.unwrap(), []);
        for (number, members, leaders) in [(1, 2, [3]), (2, 2, [2]), (3, 1, [2])] {
            let team = stored(number).await.unwrap();
            assert_eq!((team.members, team.version), (members, 2), "{number}");
            let found = teams::with_role(database, team.id, TeamRole::Leader, 9).await.unwrap();
            assert_eq!(accounts_in(&found), leaders.map(account_id), "{number}");
        }
        assert_eq!(stored(4).await, Some(all[4].clone()), "a request counts for nothing");
        // What it has written stays until it is erased, as in chats.
        assert_eq!(teams::messages(database, all[1].id, None, 9).await.unwrap().len(), 1);
        write(database, erasure::erase(account_id(1), None)).await.unwrap();
        assert_eq!(teams::messages(database, all[1].id, None, 9).await.unwrap(), []);
    });
}

#[test]
fn tournaments_of_a_team_are_found() {
    on_every_database(|database| async move {
        let database = &*database;
        let epoch = database.take_epoch().await.unwrap().number;
        let id = TeamId::from_random(1);
        let tournament = |number, team| Tournament {
            id: TournamentId::from_random(number),
            kind: TournamentKind::Arena,
            organiser: account_id(1),
            name: "Cup".into(),
            created_at: 5,
            updated_at: 10,
            over: false,
            summary: String::new(),
            version: 0,
            team,
            series: None,
        };
        let (mut own, other) = (tournament(1, Some(id)), tournament(2, None));
        let statements = vec![tournaments::insert(&own, epoch), tournaments::insert(&other, epoch)];
        write(database, statements).await.unwrap();
        assert_eq!(
            tournaments::of_team(database, id, TournamentKind::Arena, 9).await.unwrap(),
            std::slice::from_ref(&own)
        );
        assert_eq!(tournaments::of_team(database, id, TournamentKind::Simul, 9).await.unwrap(), []);
        let event = |seq| tournaments::TournamentEvent { seq, at: 5, author: account_id(1), data: String::new() };
        own = Tournament { team: None, version: 1, ..own };
        write(database, tournaments::append(&own, 0, &[event(0)], epoch)).await.unwrap();
        assert_eq!(tournaments::of_team(database, id, TournamentKind::Arena, 9).await.unwrap(), []);
        own = Tournament { team: Some(id), version: 2, ..own };
        write(database, tournaments::append(&own, 1, &[event(1)], epoch)).await.unwrap();
        assert_eq!(tournaments::of_team(database, id, TournamentKind::Arena, 9).await.unwrap(), [own]);
    });
}
