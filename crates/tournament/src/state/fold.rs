//! State of a tournament: the fold of its events.

use std::collections::BTreeSet;

use super::event::{Board, Event, PairedRound, PlayerId, RoundBye};
use super::result::GameResult;
use super::settings::{Entrant, Settings, System};
use crate::games::EnteredGames;
use crate::history::{Bye, History, Round};
use crate::points::{Points, ResultPoints};
use crate::standings::{self, Standing};
use crate::swiss::{BakuAcceleration, PointSystem, SwissRound};
use saffron_rules::Color;

/// Player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Entry.
    pub entrant: Entrant,
    /// Pairing number from 1; `None` before numbers are given.
    pub number: Option<u32>,
    /// False after a withdrawal.
    pub is_present: bool,
    /// True if the entry was removed; the place stays.
    pub is_removed: bool,
    /// Requested byes of rounds that are not paired: round, from 0, and kind.
    pub requests: Vec<(usize, Bye)>,
    /// Penalties and bonuses: the round from which on they count, from 0, and points.
    pub corrections: Vec<(usize, Points)>,
}

/// Tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) settings: Settings,
    pub(super) players: Vec<Player>,
    pub(super) rounds: Vec<PairedRound>,
    pub(super) forbidden: BTreeSet<(PlayerId, PlayerId)>,
    /// True if the numbers were given after the last change of an entry.
    pub(super) is_numbered: bool,
    /// Lowest player of the higher group of an accelerated tournament.
    pub(super) last_accelerated: Option<PlayerId>,
    pub(super) is_over: bool,
    /// Moves by White and Black, who have a board in the round.
    pub(super) games: EnteredGames<(PlayerId, PlayerId)>,
    pub(super) arbiters: BTreeSet<String>,
}

/// Event that does not fit the state before it: the events are damaged or those of another tournament.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {index} does not fit the tournament")]
pub struct Fault {
    /// Index of the event, from 0.
    pub index: usize,
}

impl State {
    /// State after events, of which the first one has the settings.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn replay(events: &[Event]) -> Result<Self, Fault> {
        let [Event::Settings { settings }, others @ ..] = events else { return Err(Fault { index: 0 }) };
        let mut state = Self::new(settings.clone());
        for (at, event) in others.iter().enumerate() {
            state.apply(event).ok_or(Fault { index: at + 1 })?;
        }
        Ok(state)
    }

    pub(super) fn new(settings: Settings) -> Self {
        Self {
            settings,
            players: Vec::new(),
            rounds: Vec::new(),
            forbidden: BTreeSet::new(),
            is_numbered: false,
            last_accelerated: None,
            is_over: false,
            games: EnteredGames::default(),
            arbiters: BTreeSet::new(),
        }
    }

    /// Applies an event; `None` if it does not fit, and then nothing has changed.
    pub fn apply(&mut self, event: &Event) -> Option<()> {
        match event {
            Event::Settings { settings } => self.settings = settings.clone(),
            Event::Entrant { player, entrant } => {
                self.is_numbered = false;
                let place = *player as usize;
                if place == self.players.len() {
                    self.players.push(Player {
                        entrant: entrant.clone(),
                        number: None,
                        is_present: true,
                        is_removed: false,
                        requests: Vec::new(),
                        corrections: Vec::new(),
                    });
                } else {
                    self.player_mut(*player)?.entrant = entrant.clone();
                }
            }
            Event::Removed { player } => {
                self.is_numbered = false;
                let player = self.player_mut(*player)?;
                player.is_removed = true;
                player.is_present = false;
                player.number = None;
            }
            Event::Withdrawn { player } => self.player_mut(*player)?.is_present = false,
            Event::Returned { player } => self.player_mut(*player)?.is_present = true,
            Event::ByeRequested { player, round, bye } => {
                let at = index(*round)?;
                let requests = &mut self.player_mut(*player)?.requests;
                requests.retain(|(round, _)| *round != at);
                requests.extend(bye.map(|bye| (at, bye)));
            }
            Event::Forbidden { players: (a, b), forbidden } => {
                self.player(*a).filter(|_| a != b)?;
                self.player(*b)?;
                let pair = (*a.min(b), *a.max(b));
                if *forbidden {
                    self.forbidden.insert(pair);
                } else {
                    self.forbidden.remove(&pair);
                }
            }
            Event::Numbered { order } => self.number(order)?,
            Event::Paired { round, pairs } => self.pair(index(*round)?, pairs)?,
            Event::Unpaired { round } => {
                index(*round).filter(|at| at + 1 == self.rounds.len())?;
                self.rounds.pop();
                self.keep_games_of_boards();
            }
            Event::Result { round, white, black, result } => {
                let board = self.board_mut(index(*round)?, *white, *black)?;
                board.result = *result;
            }
            Event::Game { round, white, black, moves } => {
                let at = index(*round)?;
                self.board(at, *white, *black)?;
                self.games.set(at, (*white, *black), moves.as_deref());
            }
            Event::Bye { round, player, bye } => {
                self.player(*player)?;
                let byes = &mut self.rounds.get_mut(index(*round)?)?.byes;
                match byes.iter_mut().find(|each| each.player == *player) {
                    Some(each) => each.bye = *bye,
                    None => byes.push(RoundBye { player: *player, bye: *bye }),
                }
            }
            Event::Correction { player, round, points, .. } => {
                let at = index(*round)?;
                self.player_mut(*player)?.corrections.push((at, *points));
            }
            Event::Arbiter { account, appointed: true } => drop(self.arbiters.insert(account.clone())),
            Event::Arbiter { account, appointed: false } => drop(self.arbiters.remove(account)),
            Event::Finished => self.is_over = true,
            Event::Reopened => self.is_over = false,
        }
        Some(())
    }

    /// Gives the pairing numbers.
    fn number(&mut self, order: &[PlayerId]) -> Option<()> {
        let mut all: Vec<PlayerId> = order.to_vec();
        all.sort_unstable();
        if all != self.active() {
            return None;
        }
        if self.rounds.is_empty() {
            self.last_accelerated = match self.settings.system {
                System::Swiss { rounds, accelerated: true, .. } => {
                    let higher = BakuAcceleration::new(order.len(), usize::from(rounds)).higher;
                    order.get(higher.min(order.len()).checked_sub(1)?).copied()
                }
                _ => None,
            };
        }
        self.is_numbered = true;
        for (number, player) in (1..).zip(order) {
            self.players[*player as usize].number = Some(number);
        }
        Some(())
    }

    /// Adds a paired round, or takes it in place of the last one.
    fn pair(&mut self, at: usize, pairs: &PairedRound) -> Option<()> {
        let mut met = BTreeSet::new();
        let boards = pairs.boards.iter().flat_map(|board| [board.white, board.black]);
        for player in boards.chain(pairs.byes.iter().map(|bye| bye.player)) {
            self.player(player)?.number?;
            if !met.insert(player) {
                return None;
            }
        }
        if at == self.rounds.len() {
            self.rounds.push(pairs.clone());
        } else if at + 1 == self.rounds.len() {
            self.rounds[at] = pairs.clone();
            self.keep_games_of_boards();
        } else {
            return None;
        }
        Some(())
    }

    /// Drops the games of boards of the last round that are there no more.
    fn keep_games_of_boards(&mut self) {
        let boards: BTreeSet<(PlayerId, PlayerId)> =
            self.rounds.last().into_iter().flat_map(|round| &round.boards).map(|b| (b.white, b.black)).collect();
        self.games.keep(self.rounds.len(), |players| boards.contains(players));
    }

    /// Settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// All players that were ever entered, by their ids.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Player who was not removed.
    #[must_use]
    pub fn player(&self, player: PlayerId) -> Option<&Player> {
        self.players.get(player as usize).filter(|player| !player.is_removed)
    }

    fn player_mut(&mut self, player: PlayerId) -> Option<&mut Player> {
        self.players.get_mut(player as usize).filter(|player| !player.is_removed)
    }

    /// Ids of the players who were not removed.
    #[must_use]
    pub fn active(&self) -> Vec<PlayerId> {
        (0..).zip(&self.players).filter(|(_, player)| !player.is_removed).map(|(id, _)| id).collect()
    }

    /// Paired rounds.
    #[must_use]
    pub fn rounds(&self) -> &[PairedRound] {
        &self.rounds
    }

    /// Accounts that are arbiters, as the caller names them.
    #[must_use]
    pub fn arbiters(&self) -> &BTreeSet<String> {
        &self.arbiters
    }

    /// Pairs that must not meet.
    pub fn forbidden(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
        self.forbidden.iter().copied()
    }

    /// Returns whether the tournament has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Number of rounds that are planned.
    #[must_use]
    pub fn planned_rounds(&self) -> usize {
        match self.settings.system {
            System::Swiss { rounds, .. } => usize::from(rounds),
            System::RoundRobin { double } if self.rounds.is_empty() => {
                let players = self.active().len();
                let single = (players + players % 2).saturating_sub(1);
                if players < 2 { 0 } else { single * (1 + usize::from(double)) }
            }
            System::RoundRobin { .. } => self.rounds.len(),
        }
    }

    /// Number of rounds from the first one of which all results are known.
    #[must_use]
    pub fn complete_rounds(&self) -> usize {
        self.rounds.iter().take_while(|round| is_complete(round)).count()
    }

    /// Board of two players in a round, from 0.
    #[must_use]
    pub fn board(&self, round: usize, white: PlayerId, black: PlayerId) -> Option<&Board> {
        self.rounds.get(round)?.boards.iter().find(|board| (board.white, board.black) == (white, black))
    }

    /// Moves of the game of two players in a round, from 0: short notation with English letters and a space between two moves.
    #[must_use]
    pub fn game(&self, round: usize, white: PlayerId, black: PlayerId) -> Option<&str> {
        self.games.get(round, (white, black))
    }

    /// Games of a round, from 0, by their boards, from 0.
    pub fn games(&self, round: usize) -> impl Iterator<Item = (usize, &Board, &str)> + '_ {
        let boards = self.rounds.get(round).into_iter().flat_map(|round| &round.boards).enumerate();
        boards.filter_map(move |(at, board)| Some((at, board, self.game(round, board.white, board.black)?)))
    }

    fn board_mut(&mut self, round: usize, white: PlayerId, black: PlayerId) -> Option<&mut Board> {
        self.rounds.get_mut(round)?.boards.iter_mut().find(|board| (board.white, board.black) == (white, black))
    }

    /// Points of results.
    #[must_use]
    pub fn points(&self) -> ResultPoints {
        ResultPoints { allocated_bye: self.settings.bye, ..ResultPoints::default() }
    }

    /// Points of a bye.
    fn bye_points(&self, bye: Bye) -> Points {
        match bye {
            Bye::Allocated => self.settings.bye,
            Bye::Full => Points::ONE,
            Bye::Half => Points::HALF,
            Bye::Zero => Points::ZERO,
        }
    }

    /// Returns whether none of a player's games counts: withdrawn from a round robin before half of them were played.
    #[must_use]
    pub fn is_annulled(&self, player: PlayerId) -> bool {
        if !self.settings.is_round_robin() || self.player(player).is_none_or(|player| player.is_present) {
            return false;
        }
        let boards = self.rounds.iter().flat_map(|round| &round.boards);
        let own: Vec<&Board> = boards.filter(|board| [board.white, board.black].contains(&player)).collect();
        let played = own.iter().filter(|board| board.result.is_some_and(|result| result.is_played)).count();
        2 * played < own.len()
    }

    /// Active players with their first rounds, whose places are those of [`Self::active`]. Games without a result count as free
    /// rounds.
    #[must_use]
    pub fn histories(&self, rounds: usize) -> Vec<History> {
        let active = self.active();
        let mut place_of = vec![0; self.players.len()];
        for (place, player) in active.iter().enumerate() {
            place_of[*player as usize] = place;
        }
        let virtual_points = self.virtual_points();
        let mut histories: Vec<History> = Vec::new();
        // Players without numbers follow the others.
        let mut last = self.players.iter().filter_map(|player| player.number).max().unwrap_or(0);
        for player in &active {
            let Player { number, corrections, .. } = &self.players[*player as usize];
            let number = number.unwrap_or_else(|| {
                last = last.saturating_add(1);
                last
            });
            let is_accelerated = self.higher_group_ends_at().is_some_and(|last| number <= last);
            histories.push(History {
                number,
                rounds: Vec::new(),
                virtual_points: if is_accelerated { virtual_points.clone() } else { Vec::new() },
                corrections: corrections.clone(),
            });
        }
        for round in self.rounds.iter().take(rounds) {
            for history in &mut histories {
                history.rounds.push(Round::Bye(Bye::Zero, Points::ZERO));
            }
            for RoundBye { player, bye } in &round.byes {
                if let Some(entry) = histories[place_of[*player as usize]].rounds.last_mut() {
                    *entry = Round::Bye(*bye, self.bye_points(*bye));
                }
            }
            for Board { white, black, result } in &round.boards {
                let Some(GameResult { white: for_white, black: for_black, is_played }) = *result else { continue };
                if self.is_annulled(*white) || self.is_annulled(*black) {
                    continue;
                }
                let sides = [(white, black, Color::White, for_white), (black, white, Color::Black, for_black)];
                for (own, other, color, points) in sides {
                    let opponent = place_of[*other as usize];
                    if let Some(entry) = histories[place_of[*own as usize]].rounds.last_mut() {
                        *entry = Round::Game { opponent, color, points, is_played };
                    }
                }
            }
        }
        histories
    }

    /// Greatest number of the higher group of an accelerated tournament.
    fn higher_group_ends_at(&self) -> Option<u32> {
        self.players.get(self.last_accelerated? as usize)?.number
    }

    fn virtual_points(&self) -> Vec<Points> {
        match self.settings.system {
            System::Swiss { rounds, accelerated: true, .. } => {
                BakuAcceleration::new(self.players.len(), usize::from(rounds)).virtual_points(Points::ONE)
            }
            _ => Vec::new(),
        }
    }

    /// Calls a function with the next round of a Swiss tournament, whose places are those of [`Self::active`].
    pub(super) fn with_next_round<T>(&self, initial: Color, pair: impl FnOnce(&SwissRound<'_>) -> T) -> T {
        let round = self.rounds.len();
        let active = self.active();
        let place = |player: PlayerId| active.binary_search(&player).ok();
        let present: Vec<usize> = self.present().into_iter().filter_map(place).collect();
        let forbidden: Vec<(usize, usize)> =
            self.forbidden.iter().filter_map(|(a, b)| Some((place(*a)?, place(*b)?))).collect();
        pair(&SwissRound {
            players: &self.histories(round),
            present: &present,
            round,
            rounds: self.planned_rounds(),
            initial,
            system: PointSystem::default(),
            forbidden: &forbidden,
        })
    }

    /// Standings after the first rounds. [`Standing::player`] and the opponents of its values are places in [`Self::active`].
    #[must_use]
    pub fn standings(&self, rounds: usize) -> Vec<Standing> {
        let ratings: Vec<Option<u16>> =
            self.active().iter().map(|player| self.players[*player as usize].entrant.rating).collect();
        let tournament = standings::Tournament {
            players: &self.histories(rounds),
            ratings: &ratings,
            rounds,
            points: self.points(),
            is_round_robin: self.settings.is_round_robin(),
        };
        standings::standings(&tournament, &self.settings.tie_breaks)
    }

    /// Number of rounds after which standings are shown: of a Swiss tournament those that are complete, of a round robin all, since
    /// its games are played in any order.
    #[must_use]
    pub fn ranked_rounds(&self) -> usize {
        if self.settings.is_round_robin() { self.rounds.len() } else { self.complete_rounds() }
    }
}

/// Returns whether all results of a round are known.
pub(super) fn is_complete(round: &PairedRound) -> bool {
    round.boards.iter().all(|board| board.result.is_some())
}

/// Index of a round that is numbered from 1.
pub(super) fn index(round: u8) -> Option<usize> {
    usize::from(round).checked_sub(1)
}
