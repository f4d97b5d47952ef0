//! Facts about a player before a round: score, opponents, colour preference, floats.

use std::cmp::Reverse;

use saffron_rules::Color;

use super::SwissRound;
use crate::history::{Bye, History, Round};
use crate::points::Points;

/// Strength of a colour preference (C.04.3, article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strength {
    None,
    Mild,
    Strong,
    Absolute,
}

/// Float of a round (article 1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Float {
    None,
    Up,
    Down,
}

#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) number: u32,
    /// Score with virtual points.
    pub(super) score: Points,
    /// Places of those who may not be met (again), in their order.
    met: Vec<usize>,
    /// Games with White less those with Black.
    pub(super) difference: i32,
    /// Colours of the played games, the latest last.
    pub(super) colors: Vec<Color>,
    pub(super) preference: Option<Color>,
    pub(super) strength: Strength,
    /// Floats of the last round and the one before.
    pub(super) floats: [Float; 2],
    pub(super) may_have_bye: bool,
    /// Number of rounds without a played game.
    pub(super) unplayed: usize,
    pub(super) is_topscorer: bool,
}

impl Facts {
    /// Facts about all players before a round.
    pub(super) fn of_all(round: &SwissRound<'_>) -> Vec<Facts> {
        let mut all: Vec<Facts> = round.players.iter().map(|player| Facts::new(player, round)).collect();
        for &(a, b) in round.forbidden {
            if a < all.len() && b < all.len() {
                all[a].met.push(b);
                all[b].met.push(a);
            }
        }
        for facts in &mut all {
            facts.met.sort_unstable();
        }
        all
    }

    fn new(player: &History, SwissRound { players, round, rounds, system, .. }: &SwissRound<'_>) -> Facts {
        let past: Vec<Round> = (0..*round).map(|round| player.round(round)).collect();
        let colors: Vec<Color> = past.iter().filter_map(Round::played).map(|(_, color)| color).collect();
        let difference = colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum();
        let (preference, strength) = preference(&colors, difference);
        let float = |back: usize| {
            let Some(at) = round.checked_sub(back) else { return Float::None };
            let Some((opponent, _)) = past[at].played() else {
                return if past[at].points() > system.loss { Float::Down } else { Float::None };
            };
            match player.pairing_score(at).cmp(&players[opponent].pairing_score(at)) {
                std::cmp::Ordering::Greater => Float::Down,
                std::cmp::Ordering::Less => Float::Up,
                std::cmp::Ordering::Equal => Float::None,
            }
        };
        let has_won_unplayed = |round: &Round| match round {
            Round::Bye(Bye::Allocated, _) => true,
            round => round.played().is_none() && round.points() >= system.win,
        };
        let max = system.win.times(*round);
        let score = player.score(*round);
        Facts {
            number: player.number,
            score: player.pairing_score(*round),
            met: past.iter().filter_map(Round::played).map(|(opponent, _)| opponent).collect(),
            difference,
            preference,
            strength,
            floats: [float(1), float(2)],
            may_have_bye: !past.iter().any(has_won_unplayed),
            unplayed: past.len() - colors.len(),
            is_topscorer: round + 1 == *rounds && score + score > max,
            colors,
        }
    }

    /// Returns whether both last played games were with the same colour.
    pub(super) fn repeats(&self) -> bool {
        self.colors.last_chunk::<2>().is_some_and(|[a, b]| a == b)
    }

    pub(super) fn is_absolute(&self) -> bool {
        self.strength == Strength::Absolute
    }

    pub(super) fn is_strong(&self) -> bool {
        self.strength >= Strength::Strong
    }

    /// Order of the players: by score, then by pairing number; the first is the highest.
    pub(super) fn rank(&self) -> (Reverse<Points>, u32) {
        (Reverse(self.score), self.number)
    }
}

/// Colour preference by the colours of the played games.
fn preference(colors: &[Color], difference: i32) -> (Option<Color>, Strength) {
    let Some(&last) = colors.last() else { return (None, Strength::None) };
    let repeats = colors.last_chunk::<2>().is_some_and(|[a, b]| a == b);
    let wanted = match difference {
        1.. => Color::Black,
        ..=-1 => Color::White,
        0 => !last,
    };
    match difference.abs() {
        2.. => (Some(wanted), Strength::Absolute),
        // After two games with one colour, that of the next one is certain, whichever was played more often.
        _ if repeats => (Some(!last), Strength::Absolute),
        1 => (Some(wanted), Strength::Strong),
        _ => (Some(wanted), Strength::Mild),
    }
}

/// Returns whether two players may meet: not twice (C1), not if it is forbidden, and not with the same absolute preference, unless
/// one of them is a topscorer (C3).
pub(super) fn may_meet(facts: &[Facts], a: usize, b: usize) -> bool {
    let (one, other) = (&facts[a], &facts[b]);
    let clash = one.is_absolute() && other.is_absolute() && one.preference == other.preference;
    !(clash && !one.is_topscorer && !other.is_topscorer) && one.met.binary_search(&b).is_err()
}

/// Colour of the higher player of a pair (article 5). `is_odd` is whether its place among the present players is odd.
pub(super) fn color_of_higher(high: &Facts, low: &Facts, initial: Color, is_odd: bool) -> Color {
    match (high.preference, low.preference) {
        (Some(own), other) if Some(own) != other => return own,
        (None, Some(other)) => return !other,
        _ => {}
    }
    if let (Some(own), Some(_)) = (high.preference, low.preference) {
        if high.strength != low.strength {
            return if high.strength > low.strength { own } else { !own };
        }
        let (difference, other) = (high.difference.abs(), low.difference.abs());
        if high.is_absolute() && difference != other {
            return if difference > other { own } else { !own };
        }
    }
    // The latest round in which they had different colours.
    let last = high.colors.iter().rev().zip(low.colors.iter().rev()).find(|(own, other)| own != other);
    if let Some((own, _)) = last {
        return !*own;
    }
    high.preference.unwrap_or(if is_odd { initial } else { !initial })
}
