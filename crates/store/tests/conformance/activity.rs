//! Games of one account, and of two with each other, for the figures of profiles.

use saffron_store::games::{self, Filter, Finish, Game, NewGame, Outcome, PlayedGame, Score, Status};
use saffron_store::{AccountId, Database};

use crate::support::{account_id, game_id, new_game, on_every_database, won};

const ANNA: u128 = 1;

/// Games of four accounts with and without a result, a rating, a rated result, a move and a position of their own.
async fn many_games(database: &dyn Database) {
    for number in 0..240_u32 {
        let rating = |number: u32| (!number.is_multiple_of(4)).then(|| f64::from(1400 + number * 13 % 900));
        let player = |number: u32| (!number.is_multiple_of(7)).then(|| account_id(u128::from(number % 4)));
        let new = NewGame {
            variant: ["glinski", "shafran"][(number % 2) as usize].into(),
            white: player(number),
            black: player(number / 4),
            rated: number % 5 < 2,
            white_rating: rating(number),
            black_rating: rating(number + 1),
            // Some are created at the same moment.
            created_at: i64::from(number * 37 % 50),
            start_fen: number.is_multiple_of(9).then(|| "8 w - - 0 1".into()),
            ..new_game(game_id(500 + u128::from(number)))
        };
        let mut statements = vec![games::insert(&new)];
        if !number.is_multiple_of(11) {
            let points = number / 5 % 6;
            let opening = ["e2e4 e9e6", "f10f11q", ""][(number / 2 % 3) as usize];
            let finish = Finish {
                aborted: points == 5,
                points: (points != 5).then_some(points),
                opening: opening.into(),
                moves: opening.into(),
                ..won(new.id, vec![])
            };
            statements.push(games::finish(&finish).unwrap());
        }
        database.transact(statements).await.unwrap();
    }
}

/// The same by the list of games, which other tests check.
fn played(game: &Game, account: AccountId) -> PlayedGame {
    let white = game.white == Some(account);
    let points = if white { game.points.unwrap() } else { 4 - game.points.unwrap() };
    let moved = game.start_fen.is_none() && !game.moves.is_empty();
    PlayedGame {
        created_at: game.created_at,
        variant: game.variant.clone(),
        white,
        opponent: if white { game.black } else { game.white },
        outcome: match points {
            4 => Outcome::Won,
            0 => Outcome::Lost,
            _ => Outcome::Drawn,
        },
        first_move: moved.then(|| game.moves.split(' ').next().unwrap().to_owned()),
    }
}

#[test]
fn played_games_are_the_ended_ones_since_a_time() {
    on_every_database(|database| async move {
        many_games(&*database).await;
        for (account, from, limit) in [(ANNA, 0, 100), (ANNA, 25, 100), (ANNA, 0, 5), (2, 10, 8), (9, 0, 9)] {
            let account = account_id(account);
            let status = Some(Status::Ended);
            let filter = Filter { account: Some(account), status, from: Some(from), ..Filter::default() };
            let listed = games::list(&*database, &filter, None, limit).await.unwrap();
            let expected: Vec<PlayedGame> = listed.iter().map(|game| played(game, account)).collect();
            let found = games::played_since(&*database, account, from, limit).await.unwrap();
            assert_eq!(found, expected, "{account} {from} {limit}");
        }
        let all = games::played_since(&*database, account_id(ANNA), 0, 100).await.unwrap();
        assert!(all.len() > 20, "{}", all.len());
        for first in [None, Some("e2e4"), Some("f10f11q")] {
            assert!(all.iter().any(|game| game.first_move.as_deref() == first), "{first:?}");
        }
        assert!(all.iter().any(|game| game.opponent == Some(account_id(ANNA))), "a game against oneself");
    });
}

#[test]
fn the_best_wins_are_those_against_the_highest_ratings() {
    on_every_database(|database| async move {
        many_games(&*database).await;
        let account = Some(account_id(ANNA));
        for rated in [true, false] {
            let outcome = Some(Outcome::Won);
            let filter = Filter { account, outcome, rated: Some(rated), ..Filter::default() };
            let mut won = games::list(&*database, &filter, None, 100).await.unwrap();
            let beaten = |game: &Game| if game.points == Some(4) { game.black_rating } else { game.white_rating };
            won.retain(|game| beaten(game).is_some() && game.white != game.black);
            won.sort_by(|one, other| beaten(other).partial_cmp(&beaten(one)).unwrap());
            assert!(won.len() > 3, "{}", won.len());
            let found = games::best_wins(&*database, account_id(ANNA), rated, 3).await.unwrap();
            let ratings = |games: &[Game]| games.iter().map(beaten).collect::<Vec<_>>();
            assert_eq!(ratings(&found), ratings(&won[..3]));
            assert!(found.iter().all(|game| won.contains(game)));
        }
        assert_eq!(games::best_wins(&*database, account_id(9), true, 3).await, Ok(vec![]));
    });
}

#[test]
fn the_score_against_a_player_counts_both_colours() {
    on_every_database(|database| async move {
        many_games(&*database).await;
        let one = account_id(ANNA);
        let filter = Filter { account: Some(one), status: Some(Status::Ended), ..Filter::default() };
        let all = games::list(&*database, &filter, None, 1000).await.unwrap();
        let mut others: Vec<AccountId> = all.iter().flat_map(|game| [game.white, game.black]).flatten().collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|other| *other != one);
        assert!(others.len() > 1, "{others:?}");
        let mut scored = 0;
        for other in others {
            let mut expected = Score::default();
            for game in &all {
                let Some(points) = game.points else { continue };
                if (game.white, game.black) == (Some(one), Some(other)) {
                    expected = Score { games: expected.games + 1, points: expected.points + points };
                } else if (game.white, game.black) == (Some(other), Some(one)) {
                    expected = Score { games: expected.games + 1, points: expected.points + 4 - points };
                }
            }
            scored += expected.points;
            assert_eq!(games::score_against(&*database, one, other).await, Ok(expected));
            let theirs = games::score_against(&*database, other, one).await.unwrap();
            assert_eq!(theirs.points, 4 * expected.games - expected.points);
        }
        assert!(scored > 0);
        assert_eq!(games::score_against(&*database, one, account_id(999)).await, Ok(Score::default()));
    });
}
