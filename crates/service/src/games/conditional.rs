//! Conditional moves as they are stored: an event without lines in the log, and the lines of the last set of each side in a
//! row that the next one replaces. So a game does not grow with how often they are set.

use std::borrow::Cow;

use saffron_live::{Event, Recorded};
use saffron_rules::Color;
use saffron_store::GameId;
use saffron_store::conditional_moves::ConditionalMoves;

use crate::games::stored::{recorded, stored};

/// The kind of the event, as it is in each of them.
const KIND: &[u8] = b"conditionalMovesSet";

const fn code(side: Color) -> &'static str {
    match side {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// The last set of each side among these events.
pub(crate) fn last_of(game: GameId, events: &[Recorded]) -> Vec<ConditionalMoves> {
    let last = |side| events.iter().rev().find(|one| one.event.sets_conditional_moves_of() == Some(side));
    let set = |side| {
        let Recorded { seq, event: Event::ConditionalMovesSet { lines, .. }, .. } = last(side)? else { return None };
        // Lists of texts always become text.
        let lines = serde_json::to_string(lines).unwrap_or_default();
        let side = code(side).to_owned();
        Some(ConditionalMoves { game, side, seq: *seq, lines })
    };
    Color::ALL.into_iter().filter_map(set).collect()
}

/// An event as it is in the log.
pub(crate) fn logged(recorded: &Recorded) -> Vec<u8> {
    match recorded.event {
        Event::ConditionalMovesSet { .. } => {
            stored(&Recorded { event: recorded.event.without_lines(), ..recorded.clone() })
        }
        _ => stored(recorded),
    }
}

/// The event of a set, with its side; `None` for all others.
fn set_of(seq: usize, event: &saffron_store::Event) -> Option<(Color, Recorded)> {
    if !event.data.windows(KIND.len()).any(|part| part == KIND) {
        return None;
    }
    let recorded = recorded(seq, event).ok()?;
    Some((recorded.event.sets_conditional_moves_of()?, recorded))
}

/// Indices of the events that set the lines of each side last. Earlier ones have no lines.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct LastSets([Option<usize>; 2]);

impl LastSets {
    /// Goes on over the events of a game from one number to another: those whose lines count for nothing any more lose them.
    pub(crate) fn advance(&mut self, events: &mut [saffron_store::Event], from: usize, to: usize) {
        for seq in from..to.min(events.len()) {
            let Some((side, _)) = set_of(seq, &events[seq]) else { continue };
            if let Some(before) = self.0[side.index()].replace(seq).filter(|before| *before != seq) {
                strip(&mut events[before], before);
            }
        }
    }

    /// The events of a game that has ended, in which no lines count any more.
    pub(crate) fn ended<'a>(
        self,
        events: &'a [saffron_store::Event],
        committed: usize,
    ) -> Cow<'a, [saffron_store::Event]> {
        let waiting = committed.min(events.len())..events.len();
        let with: Vec<usize> = self.0.into_iter().flatten().chain(waiting).collect();
        let mut kept = Cow::Borrowed(events);
        for seq in with.into_iter().filter(|seq| set_of(*seq, &events[*seq]).is_some()) {
            strip(&mut kept.to_mut()[seq], seq);
        }
        kept
    }
}

fn strip(event: &mut saffron_store::Event, seq: usize) {
    if let Some((_, recorded)) = set_of(seq, event) {
        event.data = logged(&recorded);
    }
}

/// The events of a running game as its row has them, and the last sets, whose lines are in none of them.
pub(crate) fn folded(
    game: GameId,
    events: &[saffron_store::Event],
    last: LastSets,
) -> (Vec<saffron_store::Event>, Vec<ConditionalMoves>) {
    let sets = last.0.into_iter().flatten().filter_map(|seq| recorded(seq, &events[seq]).ok());
    let sets = last_of(game, &sets.collect::<Vec<_>>());
    (last.ended(events, events.len()).into_owned(), sets)
}

/// Returns whether events have their own lines, as those of earlier versions do.
pub(crate) fn have_lines(events: &[saffron_store::Event]) -> bool {
    let has = |(seq, event)| set_of(seq, event).is_some_and(|(_, set)| set.event != set.event.without_lines());
    events.iter().enumerate().any(has)
}

/// Adds the separately stored lines to events that were read from the store, and removes superseded lines from events of earlier
/// versions, which have their own.
pub(crate) fn restore(events: &mut [saffron_store::Event], kept: &[ConditionalMoves]) -> Result<LastSets, String> {
    for ConditionalMoves { side, seq, lines, .. } in kept {
        let seq = usize::try_from(*seq).unwrap_or(usize::MAX);
        let found = events.get(seq).and_then(|event| set_of(seq, event));
        let Some((by, mut recorded)) = found.filter(|(by, _)| code(*by) == side) else {
            return Err(format!("conditional moves of event {seq}, which sets none"));
        };
        let lines =
            serde_json::from_str(lines).map_err(|error| format!("conditional moves of event {seq}: {error}"))?;
        recorded.event = Event::ConditionalMovesSet { by, lines };
        events[seq].data = stored(&recorded);
    }
    let mut last = LastSets::default();
    last.advance(events, 0, events.len());
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(seq: u32, by: Color, lines: &[&str]) -> Recorded {
        let lines = lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        Recorded { seq, at: 5, command: None, digest: None, event: Event::ConditionalMovesSet { by, lines } }
    }

    fn events(all: &[Recorded], data: fn(&Recorded) -> Vec<u8>) -> Vec<saffron_store::Event> {
        all.iter().map(|one| saffron_store::Event { at: one.at, data: data(one) }).collect()
    }

    #[test]
    fn only_the_last_set_of_each_side_has_lines() {
        let game = GameId::from_random(1);
        let all = [
            set(0, Color::White, &["e2e5 e9e6"]),
            set(1, Color::Black, &["b1a3 h10i8"]),
            Recorded { event: Event::DrawOffered { by: Color::White }, ..set(2, Color::White, &[]) },
            set(3, Color::White, &["e2e5 h10i8"]),
        ];
        let expected = events(
            &[all[0].event.without_lines(), all[1].event.clone(), all[2].event.clone(), all[3].event.clone()]
                .into_iter()
                .zip(&all)
                .map(|(event, one)| Recorded { event, ..one.clone() })
                .collect::<Vec<_>>(),
            stored,
        );
        // From events of an earlier time, which have their own lines.
        let mut old = events(&all, stored);
        let last = restore(&mut old, &[]).expect("lines");
        assert_eq!(old, expected);
        assert_eq!(last.ended(&old, 4).into_owned(), events(&all, logged));
        // From those of today, with their rows.
        let rows: Vec<ConditionalMoves> = [(&all[1], "b"), (&all[3], "w")]
            .map(|(one, side)| {
                let Event::ConditionalMovesSet { lines, .. } = &one.event else { panic!("a set") };
                let lines = serde_json::to_string(lines).expect("text");
                ConditionalMoves { game, side: side.to_owned(), seq: one.seq, lines }
            })
            .to_vec();
        let mut new = events(&all, logged);
        restore(&mut new, &rows).expect("lines");
        assert_eq!(new, expected);
        assert_eq!(last_of(game, &all).len(), 2);
        let lost = ConditionalMoves { seq: 2, ..rows[0].clone() };
        assert!(restore(&mut new, &[lost]).is_err());
    }
}
