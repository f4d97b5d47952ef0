//! Groups of a stage: who plays whom, and the standings.

use saffron_rules::Color;

use super::{CorrespondencePair, CorrespondenceResult};
use crate::history::{Bye, History, Round};
use crate::points::{Points, ResultPoints};
use crate::standings::{Modifier, Standing, TieBreak, TieBreakKind, Tournament, standings};

/// Tie-breaks of a group, in their order.
pub const TIE_BREAKS: [TieBreak; 3] = [
    TieBreak { kind: TieBreakKind::SonnebornBerger, modifier: Modifier::None },
    TieBreak { kind: TieBreakKind::Wins, modifier: Modifier::None },
    TieBreak { kind: TieBreakKind::DirectEncounter, modifier: Modifier::None },
];

/// Group of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Players by their places in the Berger table.
    pub players: Vec<u32>,
    /// Games.
    pub games: Vec<CorrespondenceGame>,
    /// Players who withdrew so early that their games count for no one.
    pub uncounted: Vec<u32>,
}

/// Game of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrespondenceGame {
    /// Players and the id of the game.
    pub pair: CorrespondencePair,
    /// End; `None` while the game is played.
    pub result: Option<CorrespondenceResult>,
}

impl CorrespondenceGame {
    /// Points of a side; `None` if the game is played or counts for neither player.
    #[must_use]
    pub fn points(&self, side: Color) -> Option<Points> {
        let (player, own) = match (side, self.result?) {
            (_, CorrespondenceResult::Void) => return None,
            (Color::White, CorrespondenceResult::Played { white, .. }) => return Some(white),
            (Color::Black, CorrespondenceResult::Played { black, .. }) => return Some(black),
            (Color::White, CorrespondenceResult::NotBegun { absent }) => (self.pair.white, absent),
            (Color::Black, CorrespondenceResult::NotBegun { absent }) => (self.pair.black, absent),
        };
        Some(if player == own { Points::ZERO } else { Points::ONE })
    }

    /// Returns whether a player has one of the sides.
    #[must_use]
    pub fn is_of(&self, player: u32) -> bool {
        [self.pair.white, self.pair.black].contains(&player)
    }
}

impl Group {
    /// Returns whether no game is played any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|game| game.result.is_some())
    }

    /// Returns whether a game counts for the standings once it is over.
    #[must_use]
    pub fn counts(&self, game: &CorrespondenceGame) -> bool {
        !self.uncounted.iter().any(|player| game.is_of(*player))
    }

    /// Standings, whose players are places of [`players`](Self::players). `numbers` gives the players' places in the initial ranking
    /// of the tournament, in whose order those are whom the tie-breaks leave tied.
    #[must_use]
    pub fn standings(&self, numbers: &[u32]) -> Vec<Standing> {
        let rounds = self.games.iter().map(|game| game.pair.round as usize + 1).max().unwrap_or(0);
        let place = |player: u32| self.players.iter().position(|known| *known == player);
        let mut histories: Vec<History> = (self.players.iter())
            .map(|player| History {
                number: numbers.get(*player as usize).copied().unwrap_or(u32::MAX),
                rounds: vec![Round::Bye(Bye::Zero, Points::ZERO); rounds],
                ..History::default()
            })
            .collect();
        for game in self.games.iter().filter(|game| self.counts(game)) {
            let (Some(white), Some(black)) = (place(game.pair.white), place(game.pair.black)) else { continue };
            let is_played = matches!(game.result, Some(CorrespondenceResult::Played { .. }));
            for (own, opponent, color) in [(white, black, Color::White), (black, white, Color::Black)] {
                let Some(points) = game.points(color) else { continue };
                histories[own].rounds[game.pair.round as usize] = Round::Game { opponent, color, points, is_played };
            }
        }
        let tournament = Tournament {
            players: &histories,
            ratings: &[],
            rounds,
            points: ResultPoints::default(),
            is_round_robin: true,
        };
        let mut rows = standings(&tournament, &TIE_BREAKS);
        // Those who do not count are last, without a rank of their own.
        rows.sort_by_key(|row| self.uncounted.contains(&self.players[row.player]));
        rows
    }
}
