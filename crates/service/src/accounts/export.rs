//! Export of all data stored by and about an account.

use std::sync::Arc;

use futures_util::stream::{self, Stream};
use saffron_protocol::error::ErrorCode;
use saffron_store::challenges::Challenge;
use saffron_store::erasure::{self, Export, SolvedContest, TriedPuzzles};
use saffron_store::games::{self, Cursor, Filter, Game};
use saffron_store::library;
use saffron_store::ratings::{Point, Rating};
use saffron_store::{AccountId, StoreError};
use serde_json::{Value, json};

use crate::accounts::preferences_of;
use crate::app::App;
use crate::config::limits::{EXPORT_PAGE, LIBRARY_PAGE};
use crate::error::Error;
use crate::session::Viewer;

/// Streams all data of an account as JSON. Games are read page by page, as fast as the client reads.
pub async fn export(
    app: &Arc<App>,
    viewer: &Viewer,
) -> Result<impl Stream<Item = Result<String, StoreError>> + Send + use<>, Error> {
    app.accounts.limits.changes.take(&viewer.account)?;
    let export = erasure::export(&*app.database, viewer.account, app.clock.now()).await?;
    let export = export.ok_or(ErrorCode::NotFound)?;
    let mut text = account_json(&export).to_string();
    // The lists of the library and of games are the last fields, so the object is left open for them.
    text.pop();
    text.push_str(",\"library\":[");
    let (app, account) = (Arc::clone(app), viewer.account);
    let parts = stream::unfold(Part::Start(text), move |part| {
        let app = Arc::clone(&app);
        async move { part.next(&app, account).await }
    });
    Ok(parts)
}

/// Next part of an export.
enum Part {
    /// First part: the JSON object with everything but the library and the games, cut off after the `[` of the library.
    Start(String),
    /// Next page of the library, after this version.
    Library(i64),
    /// Next page of games, after this cursor or from the first game.
    Games(Option<Cursor>),
    /// The object is complete, or a read has failed.
    End,
}

impl Part {
    async fn next(self, app: &App, account: AccountId) -> Option<(Result<String, StoreError>, Self)> {
        let after = match self {
            Self::Start(text) => return Some((Ok(text), Self::Library(0))),
            Self::Library(after) => return Some(library_part(app, account, after).await),
            Self::Games(after) => after,
            Self::End => return None,
        };
        let filter = Filter { account: Some(account), ..Filter::default() };
        let page = match games::list(&*app.database, &filter, after, EXPORT_PAGE).await {
            Ok(page) => page,
            Err(error) => return Some((Err(error), Self::End)),
        };
        let mut text = elements(page.iter().map(|game| game_json(game, account)), after.is_none());
        let full = page.len() == usize::try_from(EXPORT_PAGE).unwrap_or(usize::MAX);
        match page.last().filter(|_| full) {
            Some(last) => Some((Ok(text), Self::Games(Some(Cursor::from(last))))),
            None => {
                text.push_str("]}\n");
                Some((Ok(text), Self::End))
            }
        }
    }
}

/// A page of the library after a version, and the part that follows.
async fn library_part(app: &App, account: AccountId, after: i64) -> (Result<String, StoreError>, Part) {
    let page = match library::after(&*app.database, account, after, LIBRARY_PAGE).await {
        Ok(page) => page,
        Err(error) => return (Err(error), Part::End),
    };
    let Some(last) = page.last() else { return (Ok("],\"games\":[".to_owned()), Part::Games(None)) };
    let next = Part::Library(last.version);
    let entries = page
        .iter()
        .map(|entry| json!({ "id": entry.id, "version": entry.version, "body": entry.body.as_deref().map(raw) }));
    (Ok(elements(entries, after == 0)), next)
}

/// Elements of a list as JSON, with a comma before each but the list's first.
fn elements(values: impl Iterator<Item = Value>, from_the_first: bool) -> String {
    let mut text = String::new();
    for (index, value) in values.enumerate() {
        if index > 0 || !from_the_first {
            text.push(',');
        }
        text.push_str(&value.to_string());
    }
    text
}

fn account_json(export: &Export) -> Value {
    let account = &export.account;
    json!({
        "account": {
            "id": account.id.as_str(),
            "kind": account.kind.as_str(),
            "name": account.name,
            "email": account.email,
            "emailConfirmed": account.email_confirmed,
            "createdAt": account.created_at,
            "seenAt": account.seen_at,
            "moderator": account.moderator,
            "suspendedUntil": account.banned_until,
            "mutedUntil": account.muted_until,
            "preferences": preferences_of(account),
            "vacationUntil": account.vacation_until,
            "vacationYear": account.vacation_year,
            "vacationDays": account.vacation_days,
        },
        "sessions": export.sessions.iter().map(|session| json!({
            "id": session.id.as_str(),
            "createdAt": session.created_at,
            "usedAt": session.used_at,
            "expiresAt": session.expires_at,
            "userAgent": session.user_agent,
            "address": session.address,
        })).collect::<Vec<_>>(),
        "ratings": export.ratings.iter().map(|(rating, history)| rating_json(rating, history)).collect::<Vec<_>>(),
        "chat": export.chat.iter().map(|line| json!({
            "game": line.game.as_str(),
            "room": line.room.as_str(),
            "at": line.at,
            "text": line.text,
        })).collect::<Vec<_>>(),
        "messages": export.messages.iter().map(|(other, message)| json!({
            "with": other.as_str(),
            "sender": message.sender.as_str(),
            "at": message.at,
            "text": message.text,
        })).collect::<Vec<_>>(),
        "follows": ids(&export.follows),
        "blocks": ids(&export.blocks),
        "challenges": export.challenges.iter().map(challenge_json).collect::<Vec<_>>(),
        "reports": export.reports.iter().map(|report| json!({
            "id": report.id.as_str(),
            "about": report.about.as_str(),
            "reason": report.reason,
            "details": report.details,
            "game": report.game.map(|game| game.to_string()),
            "at": report.at,
        })).collect::<Vec<_>>(),
        "puzzles": export.puzzles.iter().map(|TriedPuzzles { variant, results, days }| json!({
            "variant": variant,
            "results": results.iter().map(|result| json!({
                "id": result.puzzle,
                "solved": result.solved,
                "day": result.day,
                "vote": result.vote,
            })).collect::<Vec<_>>(),
            "days": days.iter().map(|(day, solved)| json!({ "day": day, "solved": solved })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "scores": export.scores.iter().map(|(name, score)| (name.clone(), json!(score))).collect::<serde_json::Map<_, _>>(),
        "contests": export.contests.iter().map(|contest| json!({
            "id": contest.id.as_str(),
            "name": contest.name,
            "variant": contest.variant,
            "opensAt": contest.opens_at,
            "closesAt": contest.closes_at,
        })).collect::<Vec<_>>(),
        "tournaments": export.tournaments.iter().map(|tournament| json!({
            "id": tournament.id.as_str(),
            "name": tournament.name,
            "createdAt": tournament.created_at,
            "updatedAt": tournament.updated_at,
        })).collect::<Vec<_>>(),
        "arenaSeries": export.arena_series.iter().map(|series| json!({
            "id": series.id.as_str(),
            "name": series.name,
            "createdAt": series.created_at,
            "settings": raw(&series.data),
        })).collect::<Vec<_>>(),
        "joinedTournaments": export.participations.iter().map(|one| json!({
            "id": one.tournament.as_str(),
            "joinedAt": one.joined_at,
            "rank": one.rank,
        })).collect::<Vec<_>>(),
        "notifications": export.notifications.iter().map(|notification| json!({
            "kind": notification.kind,
            "about": notification.subject,
            "createdAt": notification.created_at,
            "readAt": notification.read_at,
        })).collect::<Vec<_>>(),
        "notificationSettings": export.notification_settings.as_deref()
            .and_then(|settings| serde_json::from_str::<Value>(settings).ok()),
        "pushSubscriptions": export.push_subscriptions.iter().map(|subscription| json!({
            "endpoint": subscription.endpoint,
            "language": subscription.language,
            "createdAt": subscription.created_at,
        })).collect::<Vec<_>>(),
        "eloLists": export.elo_lists.iter().map(|list| json!({
            "id": list.id.as_str(),
            "name": list.name,
            "createdAt": list.created_at,
            "updatedAt": list.updated_at,
        })).collect::<Vec<_>>(),
        "teams": export.teams.iter().map(|member| json!({
            "id": member.team.as_str(),
            "role": member.role.as_str(),
            "since": member.since,
            "text": member.note,
            "quiet": member.quiet,
        })).collect::<Vec<_>>(),
        "teamMessages": export.team_messages.iter().map(|message| json!({
            "team": message.team.as_str(),
            "at": message.at,
            "text": message.text,
        })).collect::<Vec<_>>(),
        "solvedContests": export.solved_contests.iter().map(solved_contest_json).collect::<Vec<_>>(),
    })
}

fn solved_contest_json(solved: &SolvedContest) -> Value {
    json!({
        "id": solved.id.as_str(),
        "rounds": solved.rounds.iter().map(|round| round.started_at).collect::<Vec<_>>(),
        "answers": solved.answers.iter().map(|answer| json!({
            "round": answer.round,
            "puzzle": answer.puzzle,
            "found": answer.found,
            "solved": answer.solved,
            "points": answer.points,
            "took": answer.took,
        })).collect::<Vec<_>>(),
    })
}

fn ids(accounts: &[AccountId]) -> Vec<&str> {
    accounts.iter().map(AccountId::as_str).collect()
}

fn rating_json(rating: &Rating, history: &[Point]) -> Value {
    json!({
        "variant": rating.variant,
        "speed": rating.speed,
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": rating.games,
        "updatedAt": rating.updated_at,
        "history": history.iter().map(|point| json!({ "at": point.at, "rating": point.rating })).collect::<Vec<_>>(),
    })
}

fn challenge_json(challenge: &Challenge) -> Value {
    json!({
        "id": challenge.id.as_str(),
        "challenger": challenge.challenger.as_str(),
        "challenged": challenge.challenged.map(|account| account.to_string()),
        "variant": challenge.variant,
        "control": raw(&challenge.control),
        "rated": challenge.rated,
        "side": challenge.side,
        "startFen": challenge.start_fen,
        "createdAt": challenge.created_at,
        "expiresAt": challenge.expires_at,
    })
}

fn game_json(game: &Game, account: AccountId) -> Value {
    let side = if game.white == Some(account) { "w" } else { "b" };
    json!({
        "id": game.id.as_str(),
        "variant": game.variant,
        "control": raw(&game.control),
        "rated": game.rated,
        "side": side,
        "opponent": if side == "w" { game.black } else { game.white }.map(|account| account.to_string()),
        "createdAt": game.created_at,
        "endedAt": game.ended_at,
        "status": game.status.as_str(),
        "result": game.result,
        "reason": game.reason,
        "startFen": game.start_fen,
        "moves": game.moves,
    })
}

/// Parses JSON that is stored as text.
fn raw(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}
