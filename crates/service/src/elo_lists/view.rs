//! Elo lists as they cross the wire.

use std::cmp::Reverse;

use saffron_protocol::elo::{EloList, EloListInfo, EloPlayer, EloTournamentInfo};
use saffron_tournament::elo::{self, EloRating};

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// List with its players by rating.
pub(super) fn list(
    info: EloListInfo,
    version: u32,
    list: &elo::EloList,
    ratings: &[EloRating],
    editable: bool,
) -> EloList {
    EloList {
        info,
        version,
        settings: list.settings.clone(),
        players: players(list, ratings),
        tournaments: list
            .tournaments
            .iter()
            .map(|tournament| EloTournamentInfo {
                id: tournament.id.clone(),
                name: tournament.name.clone(),
                date: tournament.date.to_string(),
                of_teams: tournament.of_teams,
                players: count(tournament.players.len()),
                games: count(tournament.games.len()),
            })
            .collect(),
        editable,
    }
}

/// Players by rating, the best first, then those without one by name.
pub(super) fn players(list: &elo::EloList, ratings: &[EloRating]) -> Vec<EloPlayer> {
    let last = list.tournaments.len().checked_sub(1).map(count);
    let entries = (0..).zip(&list.entries).zip(ratings);
    let entries = entries.filter_map(|((entry, fields), rating)| Some((entry, fields.as_ref()?, rating)));
    let mut players: Vec<EloPlayer> = entries
        .map(|(entry, fields, rating)| EloPlayer {
            entry,
            fields: fields.clone(),
            rank: None,
            rating: rating.rating,
            games: rating.games,
            k: rating.k,
            change: rating
                .changes
                .last()
                .filter(|change| Some(change.tournament) == last)
                .and_then(|change| Some(i32::from(change.after?) - i32::from(change.before?))),
            tournaments: count(rating.changes.len()),
        })
        .collect();
    players.sort_by_cached_key(|player| (Reverse(player.rating), player.fields.name.to_lowercase(), player.entry));
    let mut before = None;
    for (place, player) in (1..).zip(&mut players) {
        let rank = match before {
            Some((rating, rank)) if rating == player.rating => rank,
            _ => place,
        };
        before = Some((player.rating, rank));
        player.rank = player.rating.map(|_| rank);
    }
    players
}
