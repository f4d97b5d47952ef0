//! Notifications as they are shown: with the names and states of what they are about.

use std::collections::HashMap;

use saffron_protocol::notifications::{Notification, NotificationAbout};
use saffron_store::accounts::Account;
use saffron_store::challenges::{self, Status as ChallengeStatus};
use saffron_store::games::{self, Game};
use saffron_store::notifications::Notification as Row;
use saffron_store::{AccountId, GameId, TeamId};

use super::kind::NotificationKind;
use super::tournaments::Tournaments;
use crate::app::App;
use crate::arenas;
use crate::error::Error;
use crate::games::info::{accounts_of, outcome_of, player, player_of};
use crate::teams;

/// Characters of a message that a notification shows.
const SHOWN_MESSAGE: usize = 140;

/// Notifications of an account by their rows. Those about what is no longer there are left out.
///
/// # Errors
/// Failures of the store.
pub async fn shown(app: &App, account: AccountId, rows: &[Row]) -> Result<Vec<Notification>, Error> {
    let known = Known::read(app, account, rows).await?;
    Ok(rows.iter().filter_map(|row| known.notification(account, row)).collect())
}

/// What the notifications are about.
struct Known {
    games: HashMap<String, Game>,
    accounts: HashMap<AccountId, Account>,
    others: HashMap<String, NotificationAbout>,
    tournaments: Tournaments,
    /// About teams, by the code of the kind and the id of the team.
    teams: HashMap<(String, String), NotificationAbout>,
}

impl Known {
    async fn read(app: &App, account: AccountId, rows: &[Row]) -> Result<Self, Error> {
        let of = |wanted: &[NotificationKind]| -> Vec<&Row> {
            let is_wanted =
                |row: &&Row| NotificationKind::by_code(&row.kind).is_some_and(|kind| wanted.contains(&kind));
            rows.iter().filter(is_wanted).collect()
        };
        let in_games = of(&[NotificationKind::Turn, NotificationKind::TimeLow, NotificationKind::GameEnded]);
        let ids: Vec<GameId> = in_games.iter().filter_map(|row| row.subject.parse().ok()).collect();
        let found = games::by_ids(&*app.database, &ids).await?;
        let mut people: Vec<AccountId> = found.iter().filter_map(|game| opponent(game, account)).collect();
        let now = app.clock.now();
        let mut challenged = Vec::new();
        for row in of(&[NotificationKind::Challenge]) {
            let Ok(id) = row.subject.parse() else { continue };
            if let Some(challenge) = challenges::by_id(&*app.database, id).await? {
                people.push(challenge.challenger);
                challenged.push(challenge);
            }
        }
        people.extend(of(&[NotificationKind::Message]).iter().filter_map(|row| row.subject.parse::<AccountId>().ok()));
        let accounts = accounts_of(&*app.database, people).await?;
        let mut others = HashMap::new();
        for challenge in challenged {
            let Some(challenger) = accounts.get(&challenge.challenger) else { continue };
            let about = NotificationAbout::Challenge {
                challenge: challenge.id.to_string(),
                variant: challenge.variant.clone(),
                challenger: player(challenger, None, false),
                open: challenge.status == ChallengeStatus::Open && now < challenge.expires_at,
            };
            others.insert(challenge.id.to_string(), about);
        }
        for row in of(&[NotificationKind::ArenaSoon]) {
            let Some(arena) = arenas::info_of(app, &row.subject).await? else { continue };
            let about = NotificationAbout::ArenaSoon {
                arena: arena.id.clone(),
                variant: arena.settings.variant,
                name: arena.settings.name,
                starts_at: arena.settings.starts_at,
            };
            others.insert(arena.id, about);
        }
        let tournaments = Tournaments::read(app, rows).await?;
        let teams = about_teams(app, account, rows).await?;
        let games = found.into_iter().map(|game| (game.id.to_string(), game)).collect();
        Ok(Self { games, accounts, others, tournaments, teams })
    }

    fn notification(&self, account: AccountId, row: &Row) -> Option<Notification> {
        let kind = NotificationKind::by_code(&row.kind)?;
        let (about, is_done) = match kind {
            NotificationKind::Challenge => {
                let about = self.others.get(&row.subject)?.clone();
                let is_done = matches!(about, NotificationAbout::Challenge { open: false, .. });
                (about, is_done)
            }
            NotificationKind::TeamMessage | NotificationKind::TeamRequest | NotificationKind::TeamAccepted => {
                let about = self.teams.get(&(row.kind.clone(), row.subject.clone()))?.clone();
                let is_done = matches!(about, NotificationAbout::TeamRequest { requests: 0, .. });
                (about, is_done)
            }
            NotificationKind::SimulSoon
            | NotificationKind::SimulBegun
            | NotificationKind::SimulAccepted
            | NotificationKind::StageBegun => self.tournaments.about(kind, row)?,
            NotificationKind::ArenaSoon => (self.others.get(&row.subject)?.clone(), false),
            NotificationKind::Message => {
                let sender = self.accounts.get(&row.subject.parse().ok()?).filter(|account| account.name.is_some())?;
                (NotificationAbout::Message { sender: player(sender, None, false) }, false)
            }
            NotificationKind::Turn | NotificationKind::TimeLow | NotificationKind::GameEnded => {
                let game = self.games.get(&row.subject)?;
                let (id, variant) = (game.id.to_string(), game.variant.clone());
                let opponent = player_of(opponent(game, account), &self.accounts, None, false);
                match kind {
                    NotificationKind::Turn => {
                        (NotificationAbout::Turn { game: id, variant, opponent }, game.to_move != Some(account))
                    }
                    NotificationKind::TimeLow => {
                        (NotificationAbout::TimeLow { game: id, variant, opponent }, game.to_move != Some(account))
                    }
                    _ => {
                        let result = outcome_of(game).and_then(|_| game.result.clone());
                        (NotificationAbout::GameEnded { game: id, variant, opponent, result }, false)
                    }
                }
            }
        };
        Some(Notification { about, created_at: row.created_at, read: is_done || row.read_at.is_some() })
    }
}

/// The other player of a game.
fn opponent(game: &Game, account: AccountId) -> Option<AccountId> {
    if game.white == Some(account) { game.black } else { game.white }
}

/// What notifications of an account about teams show, by the codes of their kinds and the ids of the teams.
async fn about_teams(
    app: &App,
    account: AccountId,
    rows: &[Row],
) -> Result<HashMap<(String, String), NotificationAbout>, Error> {
    let kinds = [NotificationKind::TeamMessage, NotificationKind::TeamRequest, NotificationKind::TeamAccepted];
    let of_teams: Vec<(NotificationKind, &Row, TeamId)> = rows
        .iter()
        .filter_map(|row| Some((NotificationKind::by_code(&row.kind)?, row, row.subject.parse().ok()?)))
        .filter(|(kind, ..)| kinds.contains(kind))
        .collect();
    let ids: Vec<TeamId> = of_teams.iter().map(|(.., team)| *team).collect();
    let names: HashMap<String, String> =
        teams::names(app, &ids).await?.into_iter().map(|team| (team.id, team.name)).collect();
    let mut found = HashMap::new();
    for (kind, row, id) in of_teams {
        let Some(name) = names.get(&row.subject).filter(|name| !name.is_empty()).cloned() else { continue };
        let team = row.subject.clone();
        let about = match kind {
            NotificationKind::TeamMessage => {
                let Some(message) = teams::newest(app, id, account).await? else { continue };
                NotificationAbout::TeamMessage { team, name, text: beginning(&message.text) }
            }
            NotificationKind::TeamRequest => {
                NotificationAbout::TeamRequest { team, name, requests: teams::open_requests(app, id, account).await? }
            }
            _ => NotificationAbout::TeamAccepted { team, name },
        };
        found.insert((row.kind.clone(), row.subject.clone()), about);
    }
    Ok(found)
}

/// Beginning of a text in one line.
fn beginning(text: &str) -> String {
    let mut words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(SHOWN_MESSAGE) {
        words.truncate(end);
        words.push('…');
    }
    words
}
