//! Closing, erasing and exporting an account.

use crate::accounts::{self, Account};
use crate::arena_series::{self, ArenaSeries};
use crate::challenges::{self, Challenge};
use crate::chat::{self, Line};
use crate::contests::{self, Answer, Contest, StartedRound};
use crate::database::Database;
use crate::elo_lists::{self, EloList};
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, ContestId};
use crate::messages::{self, Message};
use crate::moderation::{self, Report};
use crate::names::{self, NameDigest};
use crate::notifications::{self, Notification};
use crate::push::{self, Subscription};
use crate::puzzles::{self, PuzzleResult};
use crate::ratings::{self, Point, Rating};
use crate::relations::{self, Relation};
use crate::scores;
use crate::sessions::{self, Session};
use crate::statement::Statement;
use crate::teams::{self, TeamMember, TeamMessage};
use crate::tournament_players::{self, Participation};
use crate::tournaments::{self, Tournament};

/// Statements that close an account: its sessions end, its series of arenas stop, and its open offers, its library, its notifications,
/// its conversations, its memberships of teams, and its results of puzzles and exercises are removed. The messages that others have
/// from it stay. Its name stays taken, its games and ratings stay visible. They conflict if there is no such person or guest.
pub fn close(account: AccountId) -> Vec<Statement> {
    let close = Statement::new(
        "UPDATE accounts SET kind = 'closed', password_hash = NULL, email = NULL, email_key = NULL, email_confirmed = 0, \
         vacation_until = NULL WHERE id = $1 AND kind IN ('person', 'guest')",
    );
    // Waiting e-mails: by its id, or by its address only, which the next statement removes.
    let mails = "DELETE FROM jobs WHERE account = $1 \
                 OR key = (SELECT email_key FROM accounts WHERE id = $1 AND email_confirmed = 1)";
    let mut statements = vec![Statement::new(mails).with(account), close.with(account).expecting(1)];
    let sql = [
        "DELETE FROM sessions WHERE account = $1",
        "DELETE FROM tokens WHERE account = $1",
        "DELETE FROM feeds WHERE account = $1",
        "DELETE FROM notifications WHERE account = $1",
        "DELETE FROM notification_settings WHERE account = $1",
        "DELETE FROM push_subscriptions WHERE account = $1",
        "DELETE FROM seeks WHERE account = $1",
        "DELETE FROM library WHERE account = $1",
        "DELETE FROM puzzle_results WHERE account = $1",
        "DELETE FROM puzzle_days WHERE account = $1",
        "DELETE FROM scores WHERE account = $1",
        "UPDATE arena_series SET next_at = NULL, version = version + 1 WHERE organiser = $1",
        "UPDATE challenges SET status = 'cancelled' WHERE challenger = $1 AND status = 'open'",
        "UPDATE challenges SET status = 'declined' WHERE challenged = $1 AND status = 'open'",
    ];
    statements.extend(sql.map(|sql| Statement::new(sql).with(account)));
    statements.extend(messages::close(account));
    statements.extend(teams::leave_all(account));
    statements
}

/// Statements that erase a closed account: its name, of which a digest stays so that it cannot be taken again, settings, ratings,
/// lines of chat, messages (to teams, too), follows and blocks, the reports by and about it, its results of contests, its series of arenas, its list of
/// tournaments, and the names of its contests, tournaments and Elo lists. Its games stay, played by a closed account without a name.
/// The log of moderators' actions about it and the events of tournaments stay too, with its id only. They conflict if the account is
/// not closed.
pub fn erase(account: AccountId, name: Option<&NameDigest>) -> Vec<Statement> {
    let erase = Statement::new(
        "UPDATE accounts SET name = NULL, name_key = NULL, preferences = '', marks = '', seen_at = created_at \
         WHERE id = $1 AND kind = 'closed'",
    );
    let mut statements = vec![erase.with(account).expecting(1)];
    statements.extend(name.map(names::reserve));
    statements.extend(messages::erase(account));
    let sql = [
        "DELETE FROM ratings WHERE account = $1",
        "DELETE FROM rating_history WHERE account = $1",
        "DELETE FROM chat WHERE account = $1",
        "DELETE FROM team_messages WHERE author = $1",
        "DELETE FROM relations WHERE account = $1 OR other = $1",
        "DELETE FROM reports WHERE reporter = $1 OR about = $1",
        "DELETE FROM challenges WHERE challenger = $1 OR challenged = $1",
        "DELETE FROM arena_series WHERE organiser = $1",
        // By the keys of the answers, which begin with the contest.
        "DELETE FROM contest_answers WHERE account = $1 \
         AND contest IN (SELECT contest FROM contest_rounds WHERE account = $1)",
        "DELETE FROM contest_rounds WHERE account = $1",
        "DELETE FROM tournament_players WHERE account = $1",
        "UPDATE contests SET name = '' WHERE organiser = $1",
        "UPDATE tournaments SET name = '' WHERE organiser = $1",
        "UPDATE elo_lists SET name = '' WHERE organiser = $1",
    ];
    statements.extend(sql.map(|sql| Statement::new(sql).with(account)));
    statements
}

/// Stored data by and about an account, without its games, which [`games::list`](crate::games::list) lists, its library, for
/// which [`library::after`](crate::library::after) is, and the hash of its password.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    pub account: Account,
    pub sessions: Vec<Session>,
    /// Ratings, each with its history.
    pub ratings: Vec<(Rating, Vec<Point>)>,
    /// Lines of chat, the newest first.
    pub chat: Vec<Line>,
    /// Messages by and to it that it has not deleted, each with the other account, the newest conversation and message first.
    pub messages: Vec<(AccountId, Message)>,
    pub follows: Vec<AccountId>,
    pub blocks: Vec<AccountId>,
    /// Open challenges by and to it.
    pub challenges: Vec<Challenge>,
    /// Reports by it.
    pub reports: Vec<Report>,
    pub puzzles: Vec<TriedPuzzles>,
    /// Best scores, by their names.
    pub scores: Vec<(String, i64)>,
    /// Contests that it has set.
    pub contests: Vec<Contest>,
    pub solved_contests: Vec<SolvedContest>,
    /// Tournaments that it has set, without their events.
    pub tournaments: Vec<Tournament>,
    /// Series of arenas that it has set.
    pub arena_series: Vec<ArenaSeries>,
    /// Tournaments that it has joined, the latest first.
    pub participations: Vec<Participation>,
    /// Elo lists that it keeps.
    pub elo_lists: Vec<EloList>,
    /// Roles in teams, also requests.
    pub teams: Vec<TeamMember>,
    /// Messages to teams, the newest first.
    pub team_messages: Vec<TeamMessage>,
    /// Notifications, the newest first.
    pub notifications: Vec<Notification>,
    /// How it gets them, in the caller's form.
    pub notification_settings: Option<String>,
    /// Browsers that get them.
    pub push_subscriptions: Vec<Subscription>,
}

/// Rounds and answers of an account in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedContest {
    pub id: ContestId,
    pub rounds: Vec<StartedRound>,
    pub answers: Vec<Answer>,
}

/// Results of an account with the puzzles of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedPuzzles {
    /// Id of the variant.
    pub variant: String,
    pub results: Vec<PuzzleResult>,
    /// Results of the puzzles of the day: the day, and whether it was solved.
    pub days: Vec<(i64, bool)>,
}

/// Collects an [`Export`]; `None` if there is no such account.
///
/// # Errors
///
/// Failures of the database.
pub async fn export(database: &dyn Database, account: AccountId, now: Millis) -> Result<Option<Export>, StoreError> {
    let all = u32::MAX;
    let Some(mut record) = accounts::by_id(database, account).await? else { return Ok(None) };
    record.password_hash = None;
    let mut rated = Vec::new();
    for rating in ratings::of_account(database, account).await? {
        let key = (rating.variant.as_str(), rating.speed.as_str());
        let history = ratings::history(database, account, key, i64::MIN, all).await?;
        rated.push((rating, history));
    }
    let mut tried = Vec::new();
    for variant in puzzles::variants(database, account).await? {
        let results = puzzles::results(database, account, &variant, all).await?;
        let days = puzzles::days(database, account, &variant, all).await?;
        tried.push(TriedPuzzles { variant, results, days });
    }
    let mut solved_contests = Vec::new();
    for id in contests::of_solver(database, account).await? {
        let rounds = contests::started(database, id, account).await?;
        solved_contests.push(SolvedContest { id, rounds, answers: contests::answers(database, id, account).await? });
    }
    let mut open = challenges::sent(database, account, now, all).await?;
    open.extend(challenges::received(database, account, now, all).await?);
    Ok(Some(Export {
        account: record,
        sessions: sessions::of_account(database, account, now).await?,
        ratings: rated,
        chat: chat::of_account(database, account, all).await?,
        messages: messages::of_account(database, account).await?,
        follows: relations::of_account(database, account, Relation::Follow, all).await?,
        blocks: relations::of_account(database, account, Relation::Block, all).await?,
        challenges: open,
        reports: moderation::reports_by(database, account, all).await?,
        puzzles: tried,
        scores: scores::of_account(database, account).await?,
        contests: contests::of_organiser(database, account, i64::MIN, all).await?,
        solved_contests,
        tournaments: tournaments::of_organiser(database, account, all).await?,
        arena_series: arena_series::of_organiser(database, account, all).await?,
        participations: tournament_players::of_account(database, account, None, all).await?,
        elo_lists: elo_lists::of_organiser(database, account, all).await?,
        teams: teams::of_account(database, account, all).await?,
        team_messages: teams::messages_by(database, account, all).await?,
        notifications: notifications::newest(database, account, all).await?,
        notification_settings: notifications::settings(database, account).await?.map(|(settings, _)| settings),
        push_subscriptions: push::of_account(database, account, now).await?,
    }))
}
