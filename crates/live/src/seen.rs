//! The commands that were carried out, by their ids, so that one that is sent again is not repeated.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::command::CommandId;

/// How many are remembered.
const REMEMBERED: usize = 32;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// Shared by the entries of the same client.
    client: Arc<str>,
    n: u32,
    seq: u32,
}

/// The last commands of one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen(VecDeque<Entry>);

impl Seen {
    /// The number of the first event of this command, if it is remembered.
    pub(crate) fn seq(&self, id: &CommandId) -> Option<u32> {
        self.0.iter().rev().find(|entry| entry.n == id.n && *entry.client == *id.client).map(|entry| entry.seq)
    }

    pub(crate) fn add(&mut self, id: &CommandId, seq: u32) {
        let known = self.0.iter().rev().find(|entry| *entry.client == *id.client);
        let client = known.map_or_else(|| Arc::from(id.client.as_str()), |entry| Arc::clone(&entry.client));
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(Entry { client, n: id.n, seq });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_thirty_two_are_remembered() {
        let id = |client: &str, n: u32| CommandId { client: client.into(), n };
        let mut seen = Seen::default();
        for n in 0..40 {
            seen.add(&id(if n % 2 == 0 { "even" } else { "odd" }, n), n + 100);
        }
        assert_eq!(seen.seq(&id("even", 38)), Some(138));
        assert_eq!(seen.seq(&id("odd", 39)), Some(139));
        assert_eq!(seen.seq(&id("even", 8)), Some(108));
        assert_eq!(seen.seq(&id("odd", 7)), None);
        assert_eq!(seen.seq(&id("odd", 38)), None);
    }
}
