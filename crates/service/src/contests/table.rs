//! Table of a contest: by points, then by solved puzzles, then by the time of these.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use saffron_protocol::contests::ContestRow;
use saffron_protocol::game::PlayerKind;
use saffron_store::contests::RoundScore;
use saffron_store::{AccountId, StoreError};

use crate::app::App;
use crate::games::info::{accounts_of, player};

/// Rows of the table, the best first.
pub(super) async fn rows(app: &App, scores: Vec<RoundScore>) -> Result<Vec<ContestRow>, StoreError> {
    let accounts = accounts_of(&*app.database, scores.iter().map(|score| score.account).collect()).await?;
    let ranked = ranked(scores).into_iter().map(|(account, row)| match accounts.get(&account) {
        Some(account) => {
            let player = player(account, None, false);
            ContestRow { name: player.name, kind: player.kind, ..row }
        }
        None => row,
    });
    Ok(ranked.collect())
}

/// Results of the solvers, the best first, without their names.
fn ranked(scores: Vec<RoundScore>) -> Vec<(AccountId, ContestRow)> {
    let mut results: BTreeMap<AccountId, ContestRow> = BTreeMap::new();
    for RoundScore { account, points, solved, took, .. } in scores {
        let empty = || ContestRow {
            rank: 0,
            name: None,
            kind: PlayerKind::Closed,
            points: 0,
            solved: 0,
            took: 0,
            rounds: Vec::new(),
        };
        let row = results.entry(account).or_insert_with(empty);
        row.points += points;
        row.solved += solved;
        row.took += took;
        row.rounds.push(points);
    }
    let mut rows: Vec<_> = results.into_iter().collect();
    let order = |row: &ContestRow| (Reverse(row.points), Reverse(row.solved), row.took);
    rows.sort_by_key(|(_, row)| order(row));
    let mut last = None;
    for (number, (_, row)) in (1..).zip(&mut rows) {
        let (rank, result) = last.filter(|(_, result)| *result == order(row)).unwrap_or((number, order(row)));
        row.rank = rank;
        last = Some((rank, result));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_first_then_solved_puzzles_then_time_and_equals_share_a_rank() {
        let score = |solver, round, points, solved, took| RoundScore {
            account: AccountId::from_random(solver),
            round,
            points,
            solved,
            took,
        };
        let scores = vec![
            score(1, 0, 100, 1, 5),
            score(1, 1, 60, 1, 9),
            score(2, 0, 160, 2, 20),
            score(3, 0, 160, 3, 90),
            score(4, 0, 160, 2, 14),
            score(5, 0, 0, 0, 0),
        ];
        let rows = ranked(scores);
        assert_eq!(rows.iter().map(|(_, row)| row.rank).collect::<Vec<_>>(), [1, 2, 2, 4, 5]);
        let expected =
            [(3, 1, vec![160]), (1, 2, vec![100, 60]), (4, 2, vec![160]), (2, 4, vec![160]), (5, 5, vec![0])];
        for (solver, rank, rounds) in expected {
            let (_, row) = rows.iter().find(|(account, _)| *account == AccountId::from_random(solver)).expect("a row");
            assert_eq!((row.rank, &row.rounds), (rank, &rounds), "{solver}");
        }
    }
}
