//! Proposals for tournaments that are to be added: the day of the end, and entries with the names of the players.

use std::collections::{BTreeSet, HashMap};

use saffron_protocol::elo::{EloCandidates, EloProposal, ProposedMatch};
use saffron_protocol::error::ErrorCode;
use saffron_tournament::elo::{self, Date, RatedTournament};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::{load_own, rated_tournament};
use crate::app::App;
use crate::calendar::date_and_time;
use crate::client::Client;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::{team_tournaments, tournaments};

/// Tournaments of the viewer that a list may rate.
///
/// # Errors
/// `NotFound` if there is no such list, `Forbidden` for one of another account; `RateLimited` if the client has used up its processor
/// time.
pub async fn candidates(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<EloCandidates, Error> {
    let variant = load_own(app, client, viewer, id).await?.list.settings.variant;
    let is_rated = |of: &str| variant.as_ref().is_none_or(|variant| variant == of);
    let mut tournaments = tournaments::own_past(app, client, viewer).await?;
    tournaments.retain(|info| is_rated(&info.variant));
    let mut team_tournaments = team_tournaments::own_past(app, client, viewer).await?;
    team_tournaments.retain(|info| is_rated(&info.variant));
    Ok(EloCandidates { tournaments, team_tournaments })
}

/// Proposes matches of the players of a tournament with the entries of a list.
///
/// # Errors
/// `NotFound` if there is no such list or tournament, `Forbidden` for one of another account; `RateLimited` if the client has used up
/// its processor time.
pub async fn propose(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    tournament: &str,
) -> Result<EloProposal, Error> {
    let loaded = load_own(app, client, viewer, id).await?;
    let (rated, updated_at) = rated_tournament(app, client, viewer, tournament).await?;
    let games = &rated.games;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(loaded.list.entries.len() + games.len()));
    let known = loaded.list.tournaments.iter().find(|other| other.id == tournament);
    let day = || date_and_time(updated_at).0.parse().ok();
    let date = known.map(|known| known.date).or_else(|| last_day(&rated.dates)).or_else(day);
    let played: BTreeSet<u32> = games.iter().flat_map(|game| [game.white, game.black]).collect();
    Ok(EloProposal {
        date: date.ok_or(ErrorCode::Internal)?.to_string(),
        games: u32::try_from(games.len()).unwrap_or(u32::MAX),
        players: matches(&loaded.list, known.map(|known| known.players.as_slice()), &rated, &played),
    })
}

/// Matches as they were confirmed before, and by names that one entry and one player have.
fn matches(
    list: &elo::EloList,
    confirmed: Option<&[(u32, u32)]>,
    rated: &RatedTournament,
    played: &BTreeSet<u32>,
) -> Vec<ProposedMatch> {
    let mut entries: HashMap<String, Option<u32>> = HashMap::new();
    for (entry, fields) in (0..).zip(&list.entries) {
        if let Some(fields) = fields {
            entries.entry(key(&fields.name)).and_modify(|several| *several = None).or_insert(Some(entry));
        }
    }
    let confirmed: HashMap<u32, u32> = confirmed.unwrap_or_default().iter().copied().collect();
    let mut taken: BTreeSet<u32> = confirmed.values().copied().collect();
    let found = played.iter().filter_map(|player| Some((*player, rated.players.get(player)?)));
    found
        .map(|(player, fields)| {
            let named = || entries.get(&key(&fields.name)).copied().flatten().filter(|entry| taken.insert(*entry));
            let entry = confirmed.get(&player).copied().or_else(named);
            ProposedMatch { player, fields: fields.clone(), entry }
        })
        .collect()
}

/// Words of a name in alphabetical order, without accents, capitals and punctuation: `Kiss, Ágnes` and `Agnes Kiss` have the same.
fn key(name: &str) -> String {
    let plain: String = name
        .nfd()
        .filter(|letter| !is_combining_mark(*letter))
        .map(|letter| if letter.is_alphanumeric() { letter } else { ' ' })
        .collect();
    let lower = plain.to_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

/// Last day of dates as people write them, with the year first: `2026-11-24 – 2026-11-26`, `2026. 11. 24–26.`, `2026.11.28–12.02`.
fn last_day(dates: &str) -> Option<Date> {
    let numbers: Vec<&str> = dates.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let at = numbers.iter().rposition(|number| number.len() == 4)?;
    let (year, rest) = (numbers[at], &numbers[at + 1..]);
    let (month, day) = match rest {
        [month, day] | [_, _, month, day] => (month, day),
        [month, _, day] => (month, day),
        _ => return None,
    };
    format!("{year}-{month:0>2}-{day:0>2}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_day_of_dates_is_found() {
        for (dates, expected) in [
            ("2026-11-24", Some("2026-11-24")),
            ("2026. 11. 24–26.", Some("2026-11-26")),
            ("2026.11.28–12.02", Some("2026-12-02")),
            ("2026/11/24 – 2026/11/30", Some("2026-11-30")),
            ("2026. 5. 3.", Some("2026-05-03")),
            ("24–26 November 2026", None),
            ("2026", None),
            ("2026.13.01", None),
            ("Friday evenings", None),
            ("", None),
        ] {
            assert_eq!(last_day(dates).map(|date| date.to_string()).as_deref(), expected, "{dates}");
        }
    }

    #[test]
    fn names_are_compared_by_their_words() {
        assert_eq!(key("Kiss, Ágnes"), key("agnes kiss"));
        assert_eq!(key("Nagy-Tóth Éva"), "eva nagy toth");
        assert_ne!(key("Kiss Ágnes"), key("Kiss Anna"));
    }
}
