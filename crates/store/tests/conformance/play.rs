//! Lists of games, ratings, seeks, challenges.

use saffron_store::accounts::{self, Account, Kind, Registration};
use saffron_store::challenges::{self, Challenge};
use saffron_store::conditional_moves::{self, ConditionalMoves};
use saffron_store::games::{self, Change, Cursor, Filter, Finish, Game, NewGame, Outcome, Status, Turn};
use saffron_store::jobs::{self, Count};
use saffron_store::ratings::{self, Listed, Rating};
use saffron_store::seeks::{self, Seek};
use saffron_store::{ChallengeId, Database, SeekId, StoreError};

use crate::support::{account_id, game_id, new_game, on_every_database, won};

/// Games of all kinds, in no order.
async fn many_games(database: &dyn Database) -> Vec<Game> {
    for number in 0..90_u32 {
        let player = |number: u32| (!number.is_multiple_of(5)).then(|| account_id(u128::from(number % 5)));
        let new = NewGame {
            white: player(number),
            black: player(number / 5),
            variant: ["glinski", "mccooey"][(number % 2) as usize].into(),
            speed: ["blitz", "rapid", "correspondence"][(number % 3) as usize].into(),
            rated: number % 4 < 2,
            // Some are created at the same moment.
            created_at: i64::from((number * 37) % 60),
            ..new_game(game_id(1000 + u128::from(number)))
        };
        let mut statements = vec![games::insert(&new)];
        if number % 7 != 0 {
            let points = number % 6;
            let finish = Finish {
                ended_at: new.created_at + 100,
                aborted: points == 5,
                result: (points != 5).then(|| format!("{points}/4")),
                points: (points != 5).then_some(points),
                reason: "mate".into(),
                plies: number,
                opening: ["e4 e5 ", "e4 e6 ", "d4 e6 "][(number / 3 % 3) as usize].into(),
                moves: "e4 e5 ".into(),
                ..won(new.id, vec![])
            };
            statements.push(games::finish(&finish).unwrap());
        }
        database.transact(statements).await.unwrap();
    }
    let ids: Vec<_> = (0..90).map(|number| game_id(1000 + number)).collect();
    let mut games = games::by_ids(database, &ids).await.unwrap();
    games.sort_by_key(|game| std::cmp::Reverse((game.created_at, game.id)));
    games
}

fn outcome(game: &Game, account: saffron_store::AccountId) -> Option<Outcome> {
    let points = if game.white == Some(account) { game.points? } else { 4 - game.points? };
    Some(match points {
        4 => Outcome::Won,
        0 => Outcome::Lost,
        _ => Outcome::Drawn,
    })
}

/// Meaning of a filter, written independently.
fn shows(filter: &Filter, game: &Game) -> bool {
    let plays = |account| game.white == Some(account) || game.black == Some(account);
    let against = match (filter.account, filter.opponent) {
        (Some(one), Some(other)) => {
            [game.white, game.black] == [Some(one), Some(other)] || [game.black, game.white] == [Some(one), Some(other)]
        }
        (account, _) => account.is_none_or(plays),
    };
    against
        && filter.outcome.is_none_or(|wanted| {
            // Who plays against itself both wins and loses.
            let account = filter.account.unwrap();
            let as_white = (game.white == Some(account)).then(|| outcome(game, account)).flatten();
            let as_black =
                (game.black == Some(account) && game.white != Some(account)).then(|| outcome(game, account)).flatten();
            as_white == Some(wanted) || as_black == Some(wanted)
        })
        && filter.variant.as_ref().is_none_or(|variant| game.variant == *variant)
        && filter.speed.as_ref().is_none_or(|speed| game.speed == *speed)
        && filter.rated.is_none_or(|rated| game.rated == rated)
        && filter.status.is_none_or(|status| game.status == status)
        && filter.result.as_ref().is_none_or(|result| game.result.as_ref() == Some(result))
        && filter
            .opening
            .as_ref()
            .is_none_or(|opening| format!("{} ", game.opening).starts_with(&format!("{opening} ")))
        && filter.from.is_none_or(|from| game.created_at >= from)
        && filter.until.is_none_or(|until| game.created_at < until)
}

#[test]
fn lists_show_what_the_filter_says_page_by_page() {
    on_every_database(|database| async move {
        let games = many_games(&*database).await;
        assert_eq!(games.len(), 90);
        let account = Some(account_id(1));
        let filters = [
            Filter::default(),
            Filter { account, ..Filter::default() },
            Filter { account, opponent: Some(account_id(2)), ..Filter::default() },
            Filter { account, opponent: account, ..Filter::default() },
            Filter { account, outcome: Some(Outcome::Won), ..Filter::default() },
            Filter { account, outcome: Some(Outcome::Drawn), rated: Some(true), ..Filter::default() },
            Filter { account, outcome: Some(Outcome::Lost), opponent: Some(account_id(3)), ..Filter::default() },
            Filter { variant: Some("mccooey".into()), speed: Some("rapid".into()), ..Filter::default() },
            Filter { status: Some(Status::Running), account, ..Filter::default() },
            Filter { status: Some(Status::Aborted), rated: Some(false), ..Filter::default() },
            Filter { result: Some("3/4".into()), ..Filter::default() },
            Filter { opening: Some("e4".into()), from: Some(20), until: Some(40), ..Filter::default() },
            Filter { opening: Some("E4".into()), ..Filter::default() },
            Filter { opening: Some("e".into()), ..Filter::default() },
        ];
        for filter in filters {
            let expected: Vec<_> = games.iter().filter(|game| shows(&filter, game)).cloned().collect();
            let nothing = matches!(filter.opening.as_deref(), Some("E4" | "e"));
            assert_eq!(expected.is_empty(), nothing, "{filter:?}");
            let mut found = Vec::new();
            loop {
                let after = found.last().map(Cursor::from);
                let page = games::list(&*database, &filter, after, 7).await.unwrap();
                let last = page.len() < 7;
                found.extend(page);
                if last {
                    break;
                }
            }
            assert_eq!(found, expected, "{filter:?}");
        }
        let without = Filter { opponent: account, ..Filter::default() };
        assert!(matches!(games::list(&*database, &without, None, 7).await, Err(StoreError::Statement(_))));

        let totals = games::totals(&*database, account_id(1)).await.unwrap();
        let count = |wanted: Outcome| {
            let mine = games.iter().filter(|game| game.white == account || game.black == account);
            // A game against oneself counts for both sides.
            mine.map(|game| {
                let white = game.white == account && game.points.is_some();
                let black = game.black == account && game.points.is_some();
                let of = |points: u32| match points {
                    4 => Outcome::Won,
                    0 => Outcome::Lost,
                    _ => Outcome::Drawn,
                };
                u32::from(white && of(game.points.unwrap()) == wanted)
                    + u32::from(black && of(4 - game.points.unwrap()) == wanted)
            })
            .sum::<u32>()
        };
        assert_eq!(
            (totals.won, totals.drawn, totals.lost),
            (count(Outcome::Won), count(Outcome::Drawn), count(Outcome::Lost))
        );
        assert!(totals.won > 0 && totals.drawn > 0 && totals.lost > 0 && totals.running > 0 && totals.rated > 0);
        let running = games::running_of(&*database, account_id(1), 100).await.unwrap();
        assert!(!running.is_empty() && running.iter().all(|game| game.status == Status::Running));
        let count = games::count_running(&*database, account_id(1)).await;
        assert_eq!(count, Ok(u32::try_from(running.len()).unwrap()));
    });
}

#[test]
fn correspondence_games_wait_for_the_right_side() {
    on_every_database(|database| async move {
        let (white, black) = (account_id(1), account_id(2));
        for number in 1..=3_u8 {
            let deadline = (number < 3).then_some(1000 - i64::from(number));
            let id = game_id(number.into());
            let turn = games::turn(&Turn { game: id, plies: 1, to_move: Some(black), deadline });
            database.transact(vec![games::insert(&new_game(id)), turn]).await.unwrap();
        }
        assert_eq!(games::count_to_move(&*database, white).await, Ok(0));
        assert_eq!(games::count_to_move(&*database, black).await, Ok(3));
        let waiting = games::to_move(&*database, black, 10).await.unwrap();
        let ids: Vec<_> = waiting.iter().map(|game| game.id).collect();
        assert_eq!(ids, vec![game_id(2), game_id(1), game_id(3)]);
        assert_eq!(games::overdue(&*database, 998, 10).await, Ok(vec![game_id(2)]));
        database.transact(vec![crate::support::finish(game_id(2), vec![])]).await.unwrap();
        assert_eq!(games::count_to_move(&*database, black).await, Ok(2));
        assert_eq!(games::overdue(&*database, 998, 10).await, Ok(vec![]));
        let late = games::turn(&Turn { game: game_id(2), plies: 9, to_move: Some(white), deadline: None });
        assert!(matches!(database.transact(vec![late]).await, Err(StoreError::Conflict { .. })));
    });
}

#[test]
fn a_change_keeps_the_turn_and_the_last_sets_until_the_game_ends() {
    on_every_database(|database| async move {
        let apply = async |change: &Change| database.transact(games::change(change).unwrap()).await.unwrap();
        for (game, rate_at) in [(game_id(1), Some(70)), (game_id(2), None)] {
            database.transact(vec![games::insert(&new_game(game))]).await.unwrap();
            let set = ConditionalMoves { game, side: "w".into(), seq: 3, lines: "[]".into() };
            let turn = Turn { game, plies: 3, to_move: Some(account_id(2)), deadline: Some(900) };
            apply(&Change::Continued { conditional_moves: vec![set.clone()], turn: Some(turn) }).await;
            apply(&Change::Continued { conditional_moves: vec![], turn: None }).await;
            assert_eq!(conditional_moves::of(&*database, game).await, Ok(vec![set]));
            assert_eq!(games::overdue(&*database, 900, 10).await, Ok(vec![game]));
            apply(&Change::Ended { finish: won(game, vec![]), rate_at }).await;
            assert_eq!(conditional_moves::of(&*database, game).await, Ok(vec![]));
            assert_eq!(games::overdue(&*database, 900, 10).await, Ok(vec![]));
        }
        // The second game is not to be rated.
        let waiting = vec![Count { kind: "rate".into(), waiting: 1, failed: 0 }];
        assert_eq!(jobs::counts(&*database).await, Ok(waiting));
    });
}

fn rating(account: u128, games: u32, rating: f64) -> Rating {
    Rating {
        account: account_id(account),
        variant: "glinski".into(),
        speed: "blitz".into(),
        rating,
        deviation: 80.0,
        volatility: 0.09,
        games,
        updated_at: i64::from(games) * 10,
    }
}

#[test]
fn a_rating_counts_each_game_once() {
    on_every_database(|database| async move {
        let one = account_id(1);
        database.transact(ratings::update(&rating(1, 1, 1510.5))).await.unwrap();
        for wrong in [1, 3] {
            let conflict = database.transact(ratings::update(&rating(1, wrong, 9.0))).await;
            assert!(matches!(conflict, Err(StoreError::Conflict { .. })), "{wrong}: {conflict:?}");
        }
        database.transact(ratings::update(&rating(1, 2, 1520.25))).await.unwrap();
        assert_eq!(ratings::find(&*database, one, "glinski", "blitz").await, Ok(Some(rating(1, 2, 1520.25))));
        assert_eq!(ratings::find(&*database, one, "glinski", "rapid").await, Ok(None));
        let history = ratings::history(&*database, one, ("glinski", "blitz"), 0, 10).await.unwrap();
        assert_eq!(history.iter().map(|point| point.rating).collect::<Vec<_>>(), vec![1510.5, 1520.25]);
        let last = ratings::history(&*database, one, ("glinski", "blitz"), 0, 1).await.unwrap();
        assert_eq!(last, history[1..]);

        // A rating that was set before the first game is one with no games.
        database.transact(vec![ratings::set(&rating(2, 0, 2000.0))]).await.unwrap();
        database.transact(ratings::update(&rating(2, 1, 2001.0))).await.unwrap();
        assert_eq!(ratings::of_account(&*database, account_id(2)).await, Ok(vec![rating(2, 1, 2001.0)]));
        assert!(database.transact(ratings::update(&rating(3, 2, 1.0))).await.is_err());
    });
}

#[test]
fn the_best_are_listed_in_order() {
    on_every_database(|database| async move {
        for (number, value) in [(1, 1500.0), (2, 1700.0), (3, 1600.0), (4, 1900.0), (5, 1800.0)] {
            let guest = accounts::insert(&Account::new(account_id(number), Kind::Guest, 0));
            let name = format!("player{number}");
            let registration = Registration {
                name: name.clone(),
                name_key: name,
                password_hash: String::new(),
                email: None,
                email_key: None,
            };
            // The fourth stays a guest, the fifth is not certain enough.
            let mut statements = vec![guest];
            if number != 4 {
                statements.push(accounts::register(account_id(number), &registration));
            }
            let deviation = if number == 5 { 200.0 } else { 60.0 };
            statements.extend(ratings::update(&Rating { deviation, ..rating(number, 1, value) }));
            database.transact(statements).await.unwrap();
        }
        let who = Listed { variant: "glinski".into(), speed: "blitz".into(), deviation: 75.0, since: 10 };
        let best = ratings::best(&*database, &who, 100, 10).await.unwrap();
        assert_eq!(best.iter().map(|rating| rating.rating).collect::<Vec<_>>(), vec![1700.0, 1600.0, 1500.0]);
        assert_eq!(ratings::rank(&*database, &who, 100, 1600.0).await, Ok(2));
        let later = Listed { since: 11, ..who.clone() };
        assert_eq!(ratings::best(&*database, &later, 100, 10).await, Ok(vec![]));
        let banned = accounts::Marks { moderator: false, banned_until: Some(50), muted_until: None, marks: "".into() };
        database.transact(vec![accounts::set_marks(account_id(2), &banned)]).await.unwrap();
        assert_eq!(ratings::best(&*database, &who, 49, 10).await.unwrap().len(), 2);
        assert_eq!(ratings::best(&*database, &who, 50, 10).await.unwrap().len(), 3);
    });
}

#[test]
fn an_offer_is_accepted_once() {
    on_every_database(|database| async move {
        let seek = Seek {
            id: SeekId::from_random(1),
            account: account_id(1),
            variant: "glinski".into(),
            speed: "blitz".into(),
            control: "300+3".into(),
            rated: true,
            side: None,
            rating_min: Some(1400),
            rating_max: None,
            created_at: 1,
            expires_at: 100,
            data: String::new(),
        };
        database.transact(vec![seeks::insert(&seek)]).await.unwrap();
        assert_eq!(seeks::all(&*database, 99, 10).await, Ok(vec![seek.clone()]));
        assert_eq!(seeks::count(&*database, account_id(1), 99).await, Ok(1));
        assert_eq!(seeks::by_id(&*database, seek.id, 100).await, Ok(None));
        let accept = |game| database.transact(vec![seeks::take(seek.id, 50), games::insert(&new_game(game_id(game)))]);
        let (first, second) = (accept(1), accept(2));
        assert!(first.await.is_ok());
        assert_eq!(second.await, Err(StoreError::Conflict { statement: 0, expected: 1, found: 0 }));
        assert_eq!(games::by_id(&*database, game_id(2)).await, Ok(None));
        assert!(games::by_id(&*database, game_id(1)).await.unwrap().is_some());
        let late = Seek { id: SeekId::from_random(2), ..seek.clone() };
        database.transact(vec![seeks::insert(&late)]).await.unwrap();
        assert!(database.transact(vec![seeks::withdraw(late.id, account_id(2))]).await.is_err());
        database.transact(vec![seeks::withdraw(late.id, account_id(1))]).await.unwrap();
    });
}

#[test]
fn a_challenge_is_accepted_by_the_right_account_in_time() {
    on_every_database(|database| async move {
        let challenge = |number: u128, challenged| Challenge {
            id: ChallengeId::from_random(number),
            challenger: account_id(1),
            challenged,
            variant: "glinski".into(),
            speed: "blitz".into(),
            control: "300+3".into(),
            rated: false,
            side: Some("w".into()),
            start_fen: None,
            rematch_of: Some(game_id(9)),
            status: challenges::Status::Open,
            game: None,
            created_at: 1,
            expires_at: 100,
            data: "{}".into(),
        };
        let (link, direct) = (challenge(1, None), challenge(2, Some(account_id(2))));
        let other = challenge(3, Some(account_id(2)));
        for challenge in [&link, &direct, &other] {
            database.transact(vec![challenges::insert(challenge)]).await.unwrap();
        }
        assert_eq!(challenges::received(&*database, account_id(2), 5, 10).await.unwrap().len(), 2);
        assert_eq!(challenges::sent(&*database, account_id(1), 5, 10).await.unwrap().len(), 3);
        assert_eq!(challenges::rematches(&*database, game_id(9)).await.unwrap().len(), 3);
        let accept =
            |id, by: u128, now| database.transact(vec![challenges::accept(id, account_id(by), game_id(7), now)]);
        assert!(accept(link.id, 1, 50).await.is_err(), "by the challenger");
        assert!(accept(direct.id, 3, 50).await.is_err(), "by somebody else");
        assert!(accept(direct.id, 2, 100).await.is_err(), "too late");
        accept(link.id, 3, 50).await.unwrap();
        assert!(accept(link.id, 4, 50).await.is_err(), "twice");
        let accepted = challenges::by_id(&*database, link.id).await.unwrap().unwrap();
        assert_eq!((accepted.challenged, accepted.game), (Some(account_id(3)), Some(game_id(7))));
        assert_eq!(accepted.status, challenges::Status::Accepted);
        assert!(database.transact(vec![challenges::decline(direct.id, account_id(1))]).await.is_err());
        database.transact(vec![challenges::decline(direct.id, account_id(2))]).await.unwrap();
        assert!(database.transact(vec![challenges::cancel(direct.id, account_id(1))]).await.is_err());
        database.transact(vec![challenges::cancel(other.id, account_id(1))]).await.unwrap();
        assert_eq!(challenges::received(&*database, account_id(2), 5, 10).await, Ok(vec![]));
        database.transact(vec![challenges::remove_expired(101)]).await.unwrap();
        assert_eq!(challenges::by_id(&*database, link.id).await, Ok(None));
    });
}
