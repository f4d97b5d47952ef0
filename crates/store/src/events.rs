//! Events of a game, and their encoding in the row of the game.

use crate::entry::Millis;
use crate::error::StoreError;

/// An event of a game. Its index among the events of the game is its sequence number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Time of the event.
    pub at: Millis,
    /// Encoded event; opaque to the store.
    pub data: Vec<u8>,
}

/// Appends an encoded event: time, length, data; numbers are little-endian.
pub(crate) fn write(bytes: &mut Vec<u8>, event: &Event) -> Result<(), StoreError> {
    let length = u32::try_from(event.data.len());
    let length = length.map_err(|_| StoreError::Statement("an event of 4 GiB".to_owned()))?;
    bytes.extend_from_slice(&event.at.to_le_bytes());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&event.data);
    Ok(())
}

/// Reads what [`write`] wrote.
pub(crate) fn read(mut bytes: &[u8]) -> Result<Vec<Event>, StoreError> {
    let mut events = Vec::new();
    while !bytes.is_empty() {
        let event = next(&mut bytes).ok_or_else(|| StoreError::Corrupt("the events of a game end early".to_owned()))?;
        events.push(event);
    }
    Ok(events)
}

fn next(bytes: &mut &[u8]) -> Option<Event> {
    let (at, rest) = bytes.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (data, rest) = rest.split_at_checked(u32::from_le_bytes(*length).try_into().ok()?)?;
    *bytes = rest;
    Some(Event { at: Millis::from_le_bytes(*at), data: data.to_vec() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn events_read_back(events in proptest::collection::vec((any::<i64>(), any::<Vec<u8>>()), 0..8), cut: usize) {
            let events: Vec<_> = events.into_iter().map(|(at, data)| Event { at, data }).collect();
            let mut bytes = Vec::new();
            let mut ends = vec![0];
            for event in &events {
                write(&mut bytes, event).unwrap();
                ends.push(bytes.len());
            }
            prop_assert_eq!(read(&bytes), Ok(events));
            let cut = cut % (bytes.len() + 1);
            prop_assert_eq!(read(&bytes[..cut]).is_ok(), ends.contains(&cut));
        }
    }
}
