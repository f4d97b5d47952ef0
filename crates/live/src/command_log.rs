//! The commands that were carried out, by their ids, so that one that is sent again is not repeated.

use std::sync::Arc;

use crate::command::CommandId;
use crate::digest::CommandDigest;

/// A command that was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    n: u32,
    /// The number of its first event.
    pub(crate) seq: u32,
    /// `None` in games whose events were stored before digests were.
    pub(crate) digest: Option<CommandDigest>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Client {
    name: Arc<str>,
    /// Commands of the client, in the order of their numbers.
    done: Vec<Done>,
}

/// Executed commands of one side. The number is bounded by that of the game's events, so all are remembered and none is executed
/// twice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CommandLog(Vec<Client>);

impl CommandLog {
    pub(crate) fn get(&self, id: &CommandId) -> Option<Done> {
        let client = self.0.iter().rfind(|client| *client.name == *id.client)?;
        let place = client.done.binary_search_by_key(&id.n, |done| done.n).ok()?;
        client.done.get(place).copied()
    }

    /// Adds a command. One whose id is known stays what it is.
    pub(crate) fn add(&mut self, id: &CommandId, seq: u32, digest: Option<CommandDigest>) {
        let done = Done { n: id.n, seq, digest };
        match self.0.iter_mut().rfind(|client| *client.name == *id.client) {
            Some(client) => {
                if let Err(place) = client.done.binary_search_by_key(&id.n, |done| done.n) {
                    client.done.insert(place, done);
                }
            }
            None => self.0.push(Client { name: Arc::from(id.client.as_str()), done: vec![done] }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_remembered() {
        let id = |client: &str, n: u32| CommandId { client: client.into(), n };
        let mut log = CommandLog::default();
        let named = |n: u32| id(if n.is_multiple_of(2) { "even" } else { "odd" }, n);
        for n in (0..500).rev() {
            log.add(&named(n), n + 100, None);
        }
        for n in 0..500 {
            assert_eq!(log.get(&named(n)).map(|done| done.seq), Some(n + 100));
        }
        assert_eq!(log.get(&id("odd", 38)), None);
        assert_eq!(log.get(&id("even", 500)), None);
        assert_eq!(log.get(&id("third", 0)), None);
    }
}
