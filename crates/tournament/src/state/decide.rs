//! Decisions: which events a command has.

use std::collections::BTreeSet;

use super::event::{Board, Command, Event, PairedRound, PlayerId, RoundBye, TournamentRefusal};
use super::fold::{State, index, is_complete};
use super::result::GameResult;
use super::settings::{
    Entrant, MAX_ARBITERS, MAX_PLAYERS, MAX_ROUND_ROBIN, MAX_TEXT, Settings, System, check, check_moves, check_text,
    is_correction,
};
use crate::history::Bye;
use crate::points::Points;
use crate::round_robin::berger_table;
use crate::swiss::{SwissError, pair_swiss};

/// Number of rounds before which players are numbered again when the entries have changed (C.04.2: until the fourth round is paired).
const RENUMBERED_ROUNDS: usize = 3;

impl Command {
    /// Returns whether it can be given when the tournament is over: games are often typed from their sheets then.
    fn is_for_the_end(&self) -> bool {
        matches!(self, Self::Reopen | Self::Finish | Self::SetGame { .. } | Self::SetArbiter { .. })
    }
}

impl State {
    /// Events that create a tournament.
    ///
    /// # Errors
    /// [`TournamentRefusal::InvalidEntry`] if a setting is outside its limits.
    pub fn create(settings: Settings) -> Result<Vec<Event>, TournamentRefusal> {
        settings.check()?;
        Ok(vec![Event::Settings { settings }])
    }

    /// State after events that come from a file.
    ///
    /// # Errors
    /// [`TournamentRefusal::ForeignReport`] if the events do not follow on one another, [`TournamentRefusal::InvalidEntry`] and
    /// [`TournamentRefusal::TooManyPlayers`] for what is outside the limits.
    pub fn checked_replay(events: &[Event]) -> Result<Self, TournamentRefusal> {
        for event in events {
            match event {
                Event::Settings { settings } => settings.check()?,
                Event::Entrant { entrant, .. } => entrant.check()?,
                Event::Correction { points, reason, .. } => {
                    check("points", is_correction(*points))?;
                    check_text("reason", reason, 1, MAX_TEXT)?;
                }
                Event::Game { moves: Some(moves), .. } => check_moves(moves)?,
                _ => {}
            }
        }
        let foreign = |fault: &dyn std::fmt::Display| TournamentRefusal::ForeignReport { problem: fault.to_string() };
        let state = Self::replay(events).map_err(|fault| foreign(&fault))?;
        let limit = if state.settings.is_round_robin() { MAX_ROUND_ROBIN } else { MAX_PLAYERS };
        if state.active().len() > limit || state.players.len() > 2 * MAX_PLAYERS {
            return Err(TournamentRefusal::TooManyPlayers { limit });
        }
        state.games.check()?;
        Ok(state)
    }

    /// Events of a command; none if it changes nothing. The state changes when they are applied.
    ///
    /// # Errors
    /// The reason why the command is refused.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, TournamentRefusal> {
        if self.is_over && !command.is_for_the_end() {
            return Err(TournamentRefusal::TournamentOver);
        }
        match command {
            Command::ChangeSettings { settings } => self.change_settings(settings),
            Command::Enter { entrants } => self.enter(entrants),
            Command::ChangeEntrant { player, entrant } => self.change_entrant(*player, entrant),
            Command::SetNumbers { order } => self.set_numbers(order),
            Command::Remove { player } => {
                self.known(*player)?;
                let was_paired = self.rounds.iter().any(|round| takes_part(round, *player));
                if was_paired {
                    Err(TournamentRefusal::TournamentBegun)
                } else {
                    Ok(vec![Event::Removed { player: *player }])
                }
            }
            Command::Withdraw { player } => self.withdraw(*player),
            Command::Return { player } => {
                let is_present =
                    self.player(*player).ok_or(TournamentRefusal::NoSuchPlayer { player: *player })?.is_present;
                Ok(if is_present { Vec::new() } else { vec![Event::Returned { player: *player }] })
            }
            Command::RequestBye { player, round, bye } => self.request_bye(*player, *round, *bye),
            Command::Forbid { players: (a, b), forbidden } => {
                self.known(*a)?;
                self.known(*b)?;
                if a == b {
                    return Err(TournamentRefusal::OtherPlayers);
                }
                let players = (*a.min(b), *a.max(b));
                let is_known = self.forbidden.contains(&players) == *forbidden;
                Ok(if is_known { Vec::new() } else { vec![Event::Forbidden { players, forbidden: *forbidden }] })
            }
            Command::Pair => self.pair_next(),
            Command::Unpair => self.unpair(),
            Command::SetPairs { boards, bye } => self.set_pairs(boards, *bye),
            Command::SetResult { round, white, black, result } => self.set_result(*round, *white, *black, *result),
            Command::SetGame { round, white, black, moves } => self.set_game(*round, *white, *black, moves.as_deref()),
            Command::SetBye { round, player, bye } => self.set_bye(*round, *player, *bye),
            Command::Correct { player, round, points, reason } => self.correct(*player, *round, *points, reason),
            Command::SetArbiter { account, appointed } => self.set_arbiter(account, *appointed),
            Command::Finish => self.finish(),
            Command::Reopen => Ok(if self.is_over { vec![Event::Reopened] } else { Vec::new() }),
        }
    }

    fn set_arbiter(&self, account: &str, appointed: bool) -> Result<Vec<Event>, TournamentRefusal> {
        check_text("arbiters", account, 1, MAX_TEXT)?;
        check("arbiters", !appointed || self.arbiters.len() < MAX_ARBITERS)?;
        let is_known = self.arbiters.contains(account) == appointed;
        let event = Event::Arbiter { account: account.to_owned(), appointed };
        Ok(if is_known { Vec::new() } else { vec![event] })
    }

    fn known(&self, player: PlayerId) -> Result<(), TournamentRefusal> {
        self.player(player).map(|_| ()).ok_or(TournamentRefusal::NoSuchPlayer { player })
    }

    fn change_settings(&self, settings: &Settings) -> Result<Vec<Event>, TournamentRefusal> {
        settings.check()?;
        if !self.rounds.is_empty() {
            let Settings { variant, bye, quarters, system, .. } = settings;
            let is_same_system = match (self.settings.system, *system) {
                (
                    System::Swiss { rounds: before, initial: color, accelerated: false },
                    System::Swiss { rounds, initial, accelerated: false },
                ) => color == initial && (rounds == before || usize::from(rounds) >= self.rounds.len()),
                (before, after) => before == after,
            };
            let own = &self.settings;
            if (&own.variant, own.bye, own.quarters) != (variant, *bye, *quarters) || !is_same_system {
                return Err(TournamentRefusal::TournamentBegun);
            }
        }
        Ok(if *settings == self.settings { Vec::new() } else { vec![Event::Settings { settings: settings.clone() }] })
    }

    fn enter(&self, entrants: &[Entrant]) -> Result<Vec<Event>, TournamentRefusal> {
        if !self.rounds.is_empty() {
            if self.settings.is_round_robin() {
                return Err(TournamentRefusal::TournamentBegun);
            }
            if self.rounds.len() == self.planned_rounds() {
                return Err(TournamentRefusal::AllPaired);
            }
        }
        let limit = if self.settings.is_round_robin() { MAX_ROUND_ROBIN } else { MAX_PLAYERS };
        // Removed players keep their places.
        if self.active().len() + entrants.len() > limit || self.players.len() + entrants.len() > 2 * MAX_PLAYERS {
            return Err(TournamentRefusal::TooManyPlayers { limit });
        }
        let mut names: BTreeSet<&str> =
            self.active().into_iter().map(|player| self.players[player as usize].entrant.name.as_str()).collect();
        let mut events = Vec::new();
        for (player, entrant) in (self.players.len()..).zip(entrants) {
            entrant.check()?;
            if !names.insert(&entrant.name) {
                return Err(TournamentRefusal::SameName { name: entrant.name.clone() });
            }
            // There are at most twice as many places as players.
            let player = PlayerId::try_from(player).unwrap_or(PlayerId::MAX);
            events.push(Event::Entrant { player, entrant: entrant.clone() });
        }
        Ok(events)
    }

    fn change_entrant(&self, player: PlayerId, entrant: &Entrant) -> Result<Vec<Event>, TournamentRefusal> {
        let before = &self.player(player).ok_or(TournamentRefusal::NoSuchPlayer { player })?.entrant;
        entrant.check()?;
        let has_name = |other: &PlayerId| self.players[*other as usize].entrant.name == entrant.name;
        if self.active().iter().any(|other| *other != player && has_name(other)) {
            return Err(TournamentRefusal::SameName { name: entrant.name.clone() });
        }
        Ok(if before == entrant { Vec::new() } else { vec![Event::Entrant { player, entrant: entrant.clone() }] })
    }

    fn set_numbers(&self, order: &[PlayerId]) -> Result<Vec<Event>, TournamentRefusal> {
        if !self.settings.is_round_robin() || !self.rounds.is_empty() {
            return Err(TournamentRefusal::TournamentBegun);
        }
        let mut all = order.to_vec();
        all.sort_unstable();
        if all != self.active() {
            return Err(TournamentRefusal::OtherPlayers);
        }
        Ok(vec![Event::Numbered { order: order.to_vec() }])
    }

    fn withdraw(&self, player: PlayerId) -> Result<Vec<Event>, TournamentRefusal> {
        self.player(player).filter(|player| player.is_present).ok_or(TournamentRefusal::NoSuchPlayer { player })?;
        let mut events = vec![Event::Withdrawn { player }];
        if self.settings.is_round_robin() {
            for (round, pairs) in (1..).zip(&self.rounds) {
                for &Board { white, black, result } in &pairs.boards {
                    let forfeit = match (white == player, black == player) {
                        (true, _) => GameResult::BLACK_FORFEIT,
                        (_, true) => GameResult::WHITE_FORFEIT,
                        _ => continue,
                    };
                    if result.is_none() {
                        events.push(Event::Result { round, white, black, result: Some(forfeit) });
                    }
                }
            }
        }
        Ok(events)
    }

    fn request_bye(&self, player: PlayerId, round: u8, bye: Option<Bye>) -> Result<Vec<Event>, TournamentRefusal> {
        self.known(player)?;
        let at = index(round).filter(|at| (self.rounds.len()..self.planned_rounds()).contains(at));
        let at = at.filter(|_| !self.settings.is_round_robin() && bye != Some(Bye::Allocated));
        let at = at.ok_or(TournamentRefusal::NoSuchGame { round })?;
        let requests = &self.players[player as usize].requests;
        let before = requests.iter().find(|(round, _)| *round == at).map(|(_, bye)| *bye);
        Ok(if before == bye { Vec::new() } else { vec![Event::ByeRequested { player, round, bye }] })
    }

    fn pair_next(&self) -> Result<Vec<Event>, TournamentRefusal> {
        if let Some((round, _)) = (1..).zip(&self.rounds).find(|(_, round)| !is_complete(round)) {
            return Err(TournamentRefusal::ResultsMissing { round });
        }
        if !self.rounds.is_empty() && self.rounds.len() >= self.planned_rounds() {
            return Err(TournamentRefusal::AllPaired);
        }
        match self.settings.system {
            System::Swiss { initial, .. } => {
                let mut numbered = self.clone();
                let numbers = self.new_numbers();
                if let Some(event) = &numbers {
                    numbered.apply(event).ok_or(TournamentRefusal::OtherPlayers)?;
                }
                let pairs = numbered.swiss_pairs(initial)?;
                Ok(numbers.into_iter().chain([Event::Paired { round: self.next_round(), pairs }]).collect())
            }
            System::RoundRobin { double } => self.pair_all(double),
        }
    }

    /// Number of the next round, from 1; there are at most as many rounds as [`System`] allows.
    fn next_round(&self) -> u8 {
        u8::try_from(self.rounds.len() + 1).unwrap_or(u8::MAX)
    }

    /// Players with numbers in the order of these.
    fn numbered(&self) -> Vec<PlayerId> {
        let mut all: Vec<(u32, PlayerId)> = self
            .active()
            .into_iter()
            .filter_map(|player| Some((self.players[player as usize].number?, player)))
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, player)| player).collect()
    }

    /// Initial ranking: by rating, title and name (C.04.2, 2), again after each change of an entry. From the fourth round on, those who
    /// have numbers keep them.
    fn swiss_order(&self) -> Vec<PlayerId> {
        if self.is_numbered {
            return self.numbered();
        }
        let key = |player: &PlayerId| {
            let entrant = &self.players[*player as usize].entrant;
            (std::cmp::Reverse(entrant.rating), entrant.title_rank(), entrant.name.to_lowercase(), *player)
        };
        let mut order = self.active();
        order.sort_by_cached_key(key);
        if self.rounds.len() < RENUMBERED_ROUNDS {
            return order;
        }
        let mut kept = self.numbered();
        let known: BTreeSet<PlayerId> = kept.iter().copied().collect();
        kept.extend(order.into_iter().filter(|player| !known.contains(player)));
        kept
    }

    fn swiss_pairs(&self, initial: saffron_rules::Color) -> Result<PairedRound, TournamentRefusal> {
        let active = self.active();
        let pairing = self.with_next_round(initial, |swiss| {
            if swiss.present.len() < 2 {
                return Err(TournamentRefusal::TooFewPlayers);
            }
            pair_swiss(swiss).map_err(|_: SwissError| TournamentRefusal::NoPairing)
        })?;
        let board = |pair: &crate::Pair| Board { white: active[pair.white], black: active[pair.black], result: None };
        let allocated = pairing.bye.map(|place| RoundBye { player: active[place], bye: Bye::Allocated });
        Ok(PairedRound {
            boards: pairing.pairs.iter().map(board).collect(),
            byes: allocated.into_iter().chain(self.requested_byes()).collect(),
        })
    }

    /// Numbers of a Swiss tournament, if they are others than before.
    fn new_numbers(&self) -> Option<Event> {
        let order = self.swiss_order();
        (order != self.numbered()).then_some(Event::Numbered { order })
    }

    /// Bye that a player has requested for the next round.
    fn requested_bye(&self, player: PlayerId) -> Option<Bye> {
        let requests = &self.players[player as usize].requests;
        requests.iter().find(|(at, _)| *at == self.rounds.len()).map(|(_, bye)| *bye)
    }

    /// Players who take part in the next round.
    pub(super) fn present(&self) -> Vec<PlayerId> {
        let takes_part =
            |player: &PlayerId| self.players[*player as usize].is_present && self.requested_bye(*player).is_none();
        self.active().into_iter().filter(takes_part).collect()
    }

    /// Requested byes of the next round.
    fn requested_byes(&self) -> Vec<RoundBye> {
        let present = self.active().into_iter().filter(|player| self.players[*player as usize].is_present);
        present.filter_map(|player| Some(RoundBye { player, bye: self.requested_bye(player)? })).collect()
    }

    fn pair_all(&self, double: bool) -> Result<Vec<Event>, TournamentRefusal> {
        let mut order = self.numbered();
        let known: BTreeSet<PlayerId> = order.iter().copied().collect();
        order.extend(self.active().into_iter().filter(|player| !known.contains(player)));
        // Those who withdrew before the first round do not play.
        if let Some(&player) = order.iter().find(|player| !self.players[**player as usize].is_present) {
            return Err(TournamentRefusal::NoSuchPlayer { player });
        }
        if order.len() < 2 {
            return Err(TournamentRefusal::TooFewPlayers);
        }
        if order.len() > MAX_ROUND_ROBIN {
            return Err(TournamentRefusal::TooManyPlayers { limit: MAX_ROUND_ROBIN });
        }
        let rounds = (1..).zip(berger_table(order.len(), double)).map(|(round, pairs)| {
            let boards: Vec<Board> = pairs
                .iter()
                .map(|pair| Board { white: order[pair.white], black: order[pair.black], result: None })
                .collect();
            let is_free = |player: &&PlayerId| !boards.iter().any(|board| [board.white, board.black].contains(player));
            let free = order.iter().find(is_free);
            let byes = free.map(|player| RoundBye { player: *player, bye: Bye::Zero }).into_iter().collect();
            Event::Paired { round, pairs: PairedRound { boards, byes } }
        });
        let rounds: Vec<Event> = rounds.collect();
        Ok(std::iter::once(Event::Numbered { order }).chain(rounds).collect())
    }

    fn unpair(&self) -> Result<Vec<Event>, TournamentRefusal> {
        let last = self.rounds.len();
        let first = if self.settings.is_round_robin() { 1 } else { last };
        if last == 0 {
            return Err(TournamentRefusal::NoSuchGame { round: 1 });
        }
        let mut events = Vec::new();
        for at in (first..=last).rev() {
            let round = u8::try_from(at).unwrap_or(u8::MAX);
            if self.rounds[at - 1].boards.iter().any(|board| board.result.is_some()) {
                return Err(TournamentRefusal::ResultsKnown { round });
            }
            events.push(Event::Unpaired { round });
        }
        Ok(events)
    }

    fn set_pairs(
        &self,
        boards: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
    ) -> Result<Vec<Event>, TournamentRefusal> {
        if self.settings.is_round_robin() {
            return Err(TournamentRefusal::NoSuchGame { round: self.next_round() });
        }
        let mut events = Vec::new();
        let (round, mut before, requested) = match self.rounds.last().filter(|last| !is_complete(last)) {
            Some(last) => {
                let round = u8::try_from(self.rounds.len()).unwrap_or(u8::MAX);
                if last.boards.iter().any(|board| board.result.is_some()) {
                    return Err(TournamentRefusal::ResultsKnown { round });
                }
                let (allocated, requested): (Vec<RoundBye>, Vec<RoundBye>) =
                    last.byes.iter().partition(|bye| bye.bye == Bye::Allocated);
                let players = last.boards.iter().flat_map(|board| [board.white, board.black]);
                (round, players.chain(allocated.iter().map(|bye| bye.player)).collect::<Vec<_>>(), requested)
            }
            None => {
                if self.rounds.len() >= self.planned_rounds() {
                    return Err(TournamentRefusal::AllPaired);
                }
                events.extend(self.new_numbers());
                (self.next_round(), self.present(), self.requested_byes())
            }
        };
        let mut after: Vec<PlayerId> = boards.iter().flat_map(|(white, black)| [*white, *black]).collect();
        after.extend(bye);
        before.sort_unstable();
        after.sort_unstable();
        if before != after || bye.is_some() != (before.len() % 2 == 1) {
            return Err(TournamentRefusal::OtherPlayers);
        }
        let allocated = bye.map(|player| RoundBye { player, bye: Bye::Allocated });
        let boards = boards.iter().map(|&(white, black)| Board { white, black, result: None });
        let pairs = PairedRound { boards: boards.collect(), byes: allocated.into_iter().chain(requested).collect() };
        if self.rounds.get(usize::from(round) - 1) != Some(&pairs) {
            events.push(Event::Paired { round, pairs });
        }
        Ok(events)
    }

    fn set_result(
        &self,
        round: u8,
        white: PlayerId,
        black: PlayerId,
        result: Option<GameResult>,
    ) -> Result<Vec<Event>, TournamentRefusal> {
        let board = index(round).and_then(|at| self.board(at, white, black));
        let before = board.ok_or(TournamentRefusal::NoSuchGame { round })?.result;
        if result.is_some_and(GameResult::has_quarters) && !self.settings.quarters {
            return Err(TournamentRefusal::NoSuchResult);
        }
        Ok(if before == result { Vec::new() } else { vec![Event::Result { round, white, black, result }] })
    }

    fn set_game(
        &self,
        round: u8,
        white: PlayerId,
        black: PlayerId,
        moves: Option<&str>,
    ) -> Result<Vec<Event>, TournamentRefusal> {
        let at = index(round).filter(|at| self.board(*at, white, black).is_some());
        let at = at.ok_or(TournamentRefusal::NoSuchGame { round })?;
        let is_new = self.games.would_change(at, (white, black), moves)?;
        let event = Event::Game { round, white, black, moves: moves.map(str::to_owned) };
        Ok(if is_new { vec![event] } else { Vec::new() })
    }

    fn set_bye(&self, round: u8, player: PlayerId, bye: Bye) -> Result<Vec<Event>, TournamentRefusal> {
        self.known(player)?;
        let none = || TournamentRefusal::NoSuchGame { round };
        let pairs = index(round).and_then(|at| self.rounds.get(at)).ok_or_else(none)?;
        let has_board = pairs.boards.iter().any(|board| [board.white, board.black].contains(&player));
        if has_board || bye == Bye::Allocated {
            return Err(none());
        }
        let before = pairs.byes.iter().find(|each| each.player == player).map(|each| each.bye);
        Ok(if before == Some(bye) { Vec::new() } else { vec![Event::Bye { round, player, bye }] })
    }

    fn correct(
        &self,
        player: PlayerId,
        round: u8,
        points: Points,
        reason: &str,
    ) -> Result<Vec<Event>, TournamentRefusal> {
        self.known(player)?;
        let is_round = index(round).is_some_and(|at| at < self.planned_rounds());
        check("round", is_round)?;
        check("points", points != Points::ZERO && is_correction(points))?;
        check_text("reason", reason, 1, MAX_TEXT)?;
        Ok(vec![Event::Correction { player, round, points, reason: reason.to_owned() }])
    }

    fn finish(&self) -> Result<Vec<Event>, TournamentRefusal> {
        if self.rounds.is_empty() {
            return Err(TournamentRefusal::NoSuchGame { round: 1 });
        }
        match (1..).zip(&self.rounds).find(|(_, round)| !is_complete(round)) {
            Some((round, _)) => Err(TournamentRefusal::ResultsMissing { round }),
            None => Ok(if self.is_over { Vec::new() } else { vec![Event::Finished] }),
        }
    }
}

/// Returns whether a player has a board or a bye in a round.
fn takes_part(round: &PairedRound, player: PlayerId) -> bool {
    round.boards.iter().any(|board| [board.white, board.black].contains(&player))
        || round.byes.iter().any(|bye| bye.player == player)
}
