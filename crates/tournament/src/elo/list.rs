//! Elo list as its organiser edits it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::date::Date;
use super::formulas::FLOOR;
use super::rated::RatedTournament;
use crate::state::settings::{check, check_text};
use crate::state::{Entrant, GameResult, MAX_NAME, MAX_TEXT, PlayerId, TournamentRefusal};

/// Greatest number of entries of a list.
pub const MAX_ELO_ENTRIES: usize = 2_000;
/// Greatest number of tournaments of a list.
pub const MAX_ELO_TOURNAMENTS: usize = 200;
/// Greatest number of games of a list.
pub const MAX_ELO_GAMES: usize = 50_000;
/// Highest rating that is entered.
pub const MAX_ELO_RATING: u16 = 3500;
/// Greatest length of the description of a list, in characters.
pub const MAX_DESCRIPTION: usize = 1_000;
/// Greatest number of games that a player brings along.
const MAX_GAMES: u32 = 9_999;
/// Years of birth.
const BIRTH_YEARS: RangeInclusive<u16> = 1900..=2100;
/// Greatest number of lines of a description.
const MAX_LINES: usize = 20;

/// Settings of an Elo list.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloSettings {
    /// The name: at most 80 characters.
    pub name: String,
    /// The id of the variant; `None` for tournaments of all variants.
    pub variant: Option<String>,
    /// What it is for; may be empty: at most 1,000 characters in 20 lines.
    pub description: String,
}

/// Player of an Elo list as entered.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloEntry {
    /// The name: at most 80 characters.
    pub name: String,
    /// The title, such as `GM`; may be empty.
    pub title: String,
    /// The club or town; may be empty.
    pub club: String,
    /// The year of birth; `None` if it is not known.
    pub birth: Option<u16>,
    /// The rating before the first tournament of the list, from 1400 to 3500; `None` without one.
    pub rating: Option<u16>,
    /// The number of rated games before the first tournament of the list.
    pub games: u32,
}

/// Game of a tournament that was played over the board, by the entries of its players; written `1 0 3 1-0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct EloGame {
    /// Round, from 1.
    pub round: u32,
    /// Entry of White.
    pub white: u32,
    /// Entry of Black.
    pub black: u32,
    /// Result.
    pub result: GameResult,
}

impl TryFrom<String> for EloGame {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let read = || {
            let mut parts = text.split(' ');
            let mut number = || parts.next()?.parse().ok();
            let (round, white, black) = (number()?, number()?, number()?);
            let result = parts.next()?.parse().ok()?;
            parts.next().is_none().then_some(Self { round, white, black, result })
        };
        read().ok_or_else(|| format!("{text:?} is not a round, two entries and a result, such as 1 0 3 1-0"))
    }
}

impl From<EloGame> for String {
    fn from(EloGame { round, white, black, result }: EloGame) -> Self {
        format!("{round} {white} {black} {result}")
    }
}

/// Rated tournament of an Elo list, with a copy of its games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StoredEloTournament))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "StoredEloTournament"))]
pub struct EloTournament {
    /// The id of the tournament on this server; empty if it came from another one.
    pub id: String,
    /// The name.
    pub name: String,
    /// The day of its end.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub date: Date,
    /// The players of the tournament and their entries.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<u32>>))]
    pub players: Vec<(PlayerId, u32)>,
    /// True if it is a team tournament.
    #[serde(default)]
    pub of_teams: bool,
    /// The games that were played, each as round, entry of White, entry of Black and result: `1 0 3 1-0`.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub games: Vec<EloGame>,
}

impl EloTournament {
    /// Tournament without games.
    #[must_use]
    pub fn new(name: &str, date: Date) -> Self {
        let (players, games) = (Vec::new(), Vec::new());
        Self { id: String::new(), name: name.to_owned(), date, players, of_teams: false, games }
    }
}

/// Player of a tournament and the entry of the same person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloMatch {
    /// The player of the tournament.
    pub player: PlayerId,
    /// The entry; `None` for a new one.
    pub entry: Option<u32>,
}

/// Command of the organiser of an Elo list. All ratings are computed again after each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum EloCommand {
    /// Changes the settings.
    ChangeSettings {
        /// The new settings.
        settings: EloSettings,
    },
    /// Enters players.
    Enter {
        /// The players.
        entries: Vec<EloEntry>,
    },
    /// Corrects an entry.
    ChangeEntry {
        /// The entry.
        entry: u32,
        /// What it should be.
        fields: EloEntry,
    },
    /// Removes an entry that is not in a tournament of the list.
    RemoveEntry {
        /// The entry.
        entry: u32,
    },
    /// Adds a tournament of the organiser that is over, or takes over again what has changed in it.
    AddTournament {
        /// The id of the tournament.
        tournament: String,
        /// The day of its end.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        date: Date,
        /// The players who have an entry; the others who played become new ones.
        players: Vec<EloMatch>,
    },
    /// Takes a tournament out of the list.
    RemoveTournament {
        /// The place of the tournament among those of the list, from 0.
        index: u32,
    },
}

/// Elo list: settings, entries, tournaments. Ratings follow from it by [`ratings`](super::ratings).
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StoredEloList))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "StoredEloList"))]
pub struct EloList {
    /// The settings.
    pub settings: EloSettings,
    /// The entries by their numbers, from 0; `None` for one that was removed.
    pub entries: Vec<Option<EloEntry>>,
    /// The tournaments by the days of their ends; those of a day as they were added.
    pub tournaments: Vec<EloTournament>,
}

impl EloList {
    /// List without entries.
    ///
    /// # Errors
    /// [`TournamentRefusal::InvalidEntry`] for what is outside the limits.
    pub fn new(settings: EloSettings) -> Result<Self, TournamentRefusal> {
        settings.check()?;
        Ok(Self { settings, entries: Vec::new(), tournaments: Vec::new() })
    }

    /// Carries out a command. [`EloCommand::AddTournament`] needs the tournament: see [`add`](Self::add).
    ///
    /// # Errors
    /// [`TournamentRefusal`]; the list may have changed in part then.
    pub fn apply(&mut self, command: &EloCommand) -> Result<(), TournamentRefusal> {
        match command {
            EloCommand::ChangeSettings { settings } => {
                settings.check()?;
                self.settings = settings.clone();
            }
            EloCommand::Enter { entries } => {
                check("entries", !entries.is_empty())?;
                for entry in entries {
                    self.enter(entry.clone())?;
                }
            }
            EloCommand::ChangeEntry { entry, fields } => {
                self.entry(*entry).ok_or(TournamentRefusal::NoSuchPlayer { player: *entry })?;
                self.check_entry(fields, Some(*entry))?;
                self.entries[*entry as usize] = Some(fields.clone());
            }
            EloCommand::RemoveEntry { entry } => {
                self.entry(*entry).ok_or(TournamentRefusal::NoSuchPlayer { player: *entry })?;
                let has_played = |tournament: &EloTournament| {
                    tournament.players.iter().any(|(_, other)| other == entry)
                        || tournament.games.iter().any(|game| game.white == *entry || game.black == *entry)
                };
                check("entry", !self.tournaments.iter().any(has_played))?;
                self.entries[*entry as usize] = None;
            }
            EloCommand::RemoveTournament { index } => {
                let index = *index as usize;
                check("index", index < self.tournaments.len())?;
                self.tournaments.remove(index);
            }
            EloCommand::AddTournament { .. } => return check("tournament", false),
        }
        Ok(())
    }

    /// Adds a tournament that is over, or replaces it if the list has it. Players without an entry become new ones, with their ratings
    /// of the tournament if those can be entered.
    ///
    /// # Errors
    /// [`TournamentRefusal`]; the list may have changed in part then.
    pub fn add(
        &mut self,
        id: &str,
        tournament: &RatedTournament,
        date: Date,
        players: &[EloMatch],
    ) -> Result<(), TournamentRefusal> {
        check("tournament", tournament.is_over)?;
        check("variant", self.settings.variant.as_ref().is_none_or(|variant| *variant == tournament.variant))?;
        let at = self.tournaments.iter().position(|other| other.id == id);
        let mut entries: BTreeMap<PlayerId, u32> = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for EloMatch { player, entry } in players {
            let Some(entry) = *entry else { continue };
            self.entry(entry).ok_or(TournamentRefusal::NoSuchPlayer { player: entry })?;
            let is_new = entries.insert(*player, entry).is_none() && taken.insert(entry);
            check("players", is_new && tournament.players.contains_key(player))?;
        }
        let games = &tournament.games;
        let played: BTreeSet<PlayerId> = games.iter().flat_map(|game| [game.white, game.black]).collect();
        entries.retain(|player, _| played.contains(player));
        for player in played.into_iter().filter(|player| !entries.contains_key(player)).collect::<Vec<_>>() {
            if let Some(found) = tournament.players.get(&player) {
                entries.insert(player, self.enter(found.clone())?);
            }
        }
        let games = games.iter().filter_map(|game| {
            let (white, black) = (*entries.get(&game.white)?, *entries.get(&game.black)?);
            Some(EloGame { white, black, ..*game })
        });
        let added = EloTournament {
            id: id.to_owned(),
            name: tournament.name.clone(),
            date,
            of_teams: tournament.is_of_teams,
            games: games.collect(),
            players: entries.into_iter().collect(),
        };
        match at {
            Some(at) => self.tournaments[at] = added,
            None => self.tournaments.push(added),
        }
        self.tournaments.sort_by_key(|tournament| tournament.date);
        self.check_sizes()
    }

    /// Entry by its number; `None` if there is none or it was removed.
    #[must_use]
    pub fn entry(&self, entry: u32) -> Option<&EloEntry> {
        self.entries.get(entry as usize)?.as_ref()
    }

    /// Refuses a list that is outside the limits or names entries that it has not.
    ///
    /// # Errors
    /// [`TournamentRefusal`] with the first fault.
    pub fn check(&self) -> Result<(), TournamentRefusal> {
        self.settings.check()?;
        self.check_sizes()?;
        let mut names = BTreeSet::new();
        for entry in self.entries.iter().flatten() {
            entry.check()?;
            if !names.insert(&entry.name) {
                return Err(TournamentRefusal::SameName { name: entry.name.clone() });
            }
        }
        for tournament in &self.tournaments {
            check_text("tournaments.name", &tournament.name, 0, MAX_NAME)?;
            check_text("tournaments.id", &tournament.id, 0, 10)?;
            let is_known = |entry: u32| self.entry(entry).is_some();
            let is_game = |game: &EloGame| {
                game.result.is_played && game.white != game.black && is_known(game.white) && is_known(game.black)
            };
            check("tournaments.games", tournament.games.iter().all(is_game))?;
            check("tournaments.players", tournament.players.iter().all(|(_, entry)| is_known(*entry)))?;
        }
        check("tournaments", self.tournaments.is_sorted_by_key(|tournament| tournament.date))
    }

    fn check_sizes(&self) -> Result<(), TournamentRefusal> {
        if self.entries.len() > MAX_ELO_ENTRIES {
            return Err(TournamentRefusal::TooManyPlayers { limit: MAX_ELO_ENTRIES });
        }
        check("tournaments", self.tournaments.len() <= MAX_ELO_TOURNAMENTS)?;
        let games: usize = self.tournaments.iter().map(|tournament| tournament.games.len()).sum();
        check("tournaments.games", games <= MAX_ELO_GAMES)
    }

    fn enter(&mut self, entry: EloEntry) -> Result<u32, TournamentRefusal> {
        self.check_entry(&entry, None)?;
        if self.entries.len() >= MAX_ELO_ENTRIES {
            return Err(TournamentRefusal::TooManyPlayers { limit: MAX_ELO_ENTRIES });
        }
        self.entries.push(Some(entry));
        Ok(u32::try_from(self.entries.len() - 1).unwrap_or(u32::MAX))
    }

    /// Refuses what is outside the limits, and a name that another entry has.
    fn check_entry(&self, entry: &EloEntry, own: Option<u32>) -> Result<(), TournamentRefusal> {
        entry.check()?;
        let is_same = |(at, other): (u32, &Option<EloEntry>)| {
            Some(at) != own && other.as_ref().is_some_and(|other| other.name == entry.name)
        };
        if (0..).zip(&self.entries).any(is_same) {
            return Err(TournamentRefusal::SameName { name: entry.name.clone() });
        }
        Ok(())
    }
}

impl EloSettings {
    fn check(&self) -> Result<(), TournamentRefusal> {
        check_text("name", &self.name, 1, MAX_NAME)?;
        if let Some(variant) = &self.variant {
            check_text("variant", variant, 1, MAX_TEXT)?;
        }
        let lines = self.description.split('\n');
        let is_clean = lines.clone().count() <= MAX_LINES && !lines.flat_map(str::chars).any(char::is_control);
        check("description", is_clean && self.description.chars().count() <= MAX_DESCRIPTION)
    }
}

impl EloEntry {
    /// Entry of a player of a tournament, with the rating there if it can be entered.
    #[must_use]
    pub fn of(entrant: &Entrant) -> Self {
        let birth = entrant.birth.get(..4).and_then(|year| year.parse().ok());
        let fields = Self {
            name: entrant.name.clone(),
            title: entrant.title.clone(),
            club: entrant.club.clone(),
            birth: birth.filter(|year| BIRTH_YEARS.contains(year)),
            rating: None,
            games: 0,
        };
        fields.with_rating(entrant.rating)
    }

    /// Entry with a rating of a tournament, if it can be entered.
    pub(super) fn with_rating(self, rating: Option<u16>) -> Self {
        Self { rating: rating.filter(|rating| (FLOOR..=MAX_ELO_RATING).contains(rating)), ..self }
    }

    fn check(&self) -> Result<(), TournamentRefusal> {
        check_text("name", &self.name, 1, MAX_NAME)?;
        check_text("title", &self.title, 0, 3)?;
        check_text("club", &self.club, 0, MAX_TEXT)?;
        check("birth", self.birth.is_none_or(|year| BIRTH_YEARS.contains(&year)))?;
        check("rating", self.rating.is_none_or(|rating| (FLOOR..=MAX_ELO_RATING).contains(&rating)))?;
        check("games", self.games <= MAX_GAMES)
    }
}
