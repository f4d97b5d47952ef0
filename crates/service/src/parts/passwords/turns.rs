//! Turns at hashing passwords, each with the memory of one hash.
//!
//! A hash takes 19 MiB. If each were allocated on the thread that is free, every thread that ever made one would keep as much.
//! So a few blocks of memory go from hash to hash, and are freed after a while without use.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use argon2::Block;
use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::client::Client;
use crate::config::limits::{MAX_HASHES, MAX_WAITING_HASHES, MAX_WAITING_HASHES_EACH};

/// On whose behalf a password is hashed. Requesters take turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Requester {
    Client(Client),
    Account(AccountId),
}

#[derive(Clone, Debug)]
pub struct HashTurns(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    waiting: HashMap<Requester, VecDeque<oneshot::Sender<Turn>>>,
    /// Requesters who wait, in the order of their turns.
    order: VecDeque<Requester>,
    count: usize,
    /// Memories that no hash uses.
    free: Vec<Vec<Block>>,
    /// Time of the last hash.
    last_used: Instant,
}

impl Default for HashTurns {
    /// Half of the processors at a time, at least one.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::new(processors / 2)
    }
}

impl HashTurns {
    fn new(at_a_time: usize) -> Self {
        let free = vec![Vec::new(); at_a_time.clamp(1, MAX_HASHES)];
        let (waiting, order) = (HashMap::new(), VecDeque::new());
        Self(Arc::new(Mutex::new(Queue { waiting, order, count: 0, free, last_used: Instant::now() })))
    }

    /// Runs a calculation on a thread for such, when it is the requester's turn.
    ///
    /// # Errors
    /// `Busy` where too many wait.
    pub async fn run<T: Send + 'static>(
        &self,
        requester: Requester,
        calculate: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Result<T, ErrorCode> {
        let mut turn = self.turn(requester).await?;
        let result = tokio::task::spawn_blocking(move || calculate(turn.memory.get_or_insert_default()));
        result.await.map_err(|error| {
            tracing::error!(%error, "hashing a password ended early");
            ErrorCode::Internal
        })
    }

    /// Gives the memories back to the system if no password was hashed for some time.
    pub fn drop_unused(&self, time: Duration) {
        let mut queue = self.lock();
        if queue.last_used.elapsed() >= time {
            queue.free.iter_mut().for_each(|memory| drop(std::mem::take(memory)));
        }
    }

    async fn turn(&self, requester: Requester) -> Result<Turn, ErrorCode> {
        let waiting = {
            let mut queue = self.lock();
            if let Some(memory) = queue.free.pop() {
                return Ok(Turn { memory: Some(memory), turns: self.clone() });
            }
            let own = queue.waiting.get(&requester).map_or(0, VecDeque::len);
            if queue.count >= MAX_WAITING_HASHES || own >= MAX_WAITING_HASHES_EACH {
                return Err(ErrorCode::Busy);
            }
            if own == 0 {
                queue.order.push_back(requester);
            }
            let (sender, turn) = oneshot::channel();
            queue.waiting.entry(requester).or_default().push_back(sender);
            queue.count += 1;
            turn
        };
        waiting.await.map_err(|_| ErrorCode::Internal)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let requester = self.order.pop_front()?;
        let own = self.waiting.get_mut(&requester)?;
        let next = own.pop_front();
        if own.is_empty() {
            self.waiting.remove(&requester);
        } else {
            self.order.push_back(requester);
        }
        self.count -= 1;
        next
    }
}

/// The right to hash one password. Dropped, it goes to the next who waits.
#[derive(Debug)]
struct Turn {
    /// `None` once it has gone on.
    memory: Option<Vec<Block>>,
    turns: HashTurns,
}

impl Drop for Turn {
    fn drop(&mut self) {
        while let Some(memory) = self.memory.take() {
            let next = {
                let mut queue = self.turns.lock();
                match queue.next() {
                    Some(next) => next,
                    None => {
                        queue.last_used = Instant::now();
                        return queue.free.push(memory);
                    }
                }
            };
            // Who has given up does not take it.
            if let Err(mut back) = next.send(Self { memory: Some(memory), turns: self.turns.clone() }) {
                self.memory = back.memory.take();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn client(number: u8) -> Requester {
        Requester::Client(Client::new([192, 0, 2, number].into()))
    }

    #[tokio::test]
    async fn hashes_share_few_memories() {
        let turns = HashTurns::new(2);
        let mut memories = BTreeSet::new();
        for _ in 0..8 {
            let jobs = (0..8).map(|_| {
                turns.run(client(1), |memory| {
                    memory.resize(64, Block::new());
                    memory.as_ptr() as usize
                })
            });
            for memory in futures_util::future::join_all(jobs).await {
                memories.insert(memory.expect("a result"));
            }
        }
        assert!(memories.len() <= 2, "{memories:?}");
        assert_eq!(turns.lock().free.len(), 2);
    }

    #[tokio::test]
    async fn requesters_take_turns_and_too_many_are_refused() {
        let turns = HashTurns::new(1);
        let held = turns.turn(client(99)).await.expect("a free turn");
        let order = Arc::new(Mutex::new(Vec::new()));
        let wait = |number: u8| {
            let (turns, order) = (turns.clone(), Arc::clone(&order));
            tokio::spawn(async move {
                let turn = turns.turn(client(number)).await?;
                order.lock().expect("no panic").push(number);
                drop(turn);
                Ok::<(), ErrorCode>(())
            })
        };
        let mut waiting: Vec<_> = (0..MAX_WAITING_HASHES_EACH).map(|_| wait(1)).collect();
        tokio::task::yield_now().await;
        assert_eq!(wait(1).await.expect("no panic"), Err(ErrorCode::Busy));
        waiting.push(wait(2));
        waiting.extend((MAX_WAITING_HASHES_EACH + 1..MAX_WAITING_HASHES).map(|_| wait(3)));
        tokio::task::yield_now().await;
        assert_eq!(wait(4).await.expect("no panic"), Err(ErrorCode::Busy));
        drop(held);
        for waiting in waiting {
            assert_eq!(waiting.await.expect("no panic"), Ok(()));
        }
        let order = order.lock().expect("no panic");
        assert_eq!(order[..4], [1, 2, 3, 1], "{order:?}");
        assert_eq!(turns.lock().free.len(), 1);
    }

    #[tokio::test]
    async fn the_turn_of_a_request_that_was_given_up_goes_on() {
        let turns = HashTurns::new(1);
        let held = turns.turn(client(99)).await.expect("a free turn");
        let waiting = || {
            let turns = turns.clone();
            tokio::spawn(async move { turns.turn(client(1)).await.map(drop) })
        };
        let (given_up, patient) = (waiting(), waiting());
        tokio::task::yield_now().await;
        given_up.abort();
        assert!(given_up.await.is_err());
        drop(held);
        assert_eq!(patient.await.expect("no panic"), Ok(()));
        let queue = turns.lock();
        assert_eq!((queue.free.len(), queue.count), (1, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn unused_memories_are_given_back() {
        let turns = HashTurns::new(1);
        let use_memory = |memory: &mut Vec<Block>| memory.resize(64, Block::new());
        turns.run(client(1), use_memory).await.expect("a result");
        turns.drop_unused(Duration::from_secs(1));
        assert_eq!(turns.lock().free[0].len(), 64);
        tokio::time::sleep(Duration::from_secs(1)).await;
        turns.drop_unused(Duration::from_secs(1));
        assert_eq!(turns.lock().free[0].capacity(), 0);
        turns.run(client(1), use_memory).await.expect("a result");
    }

    #[tokio::test]
    async fn a_panic_ends_one_request_only() {
        let turns = HashTurns::new(1);
        assert_eq!(turns.run(client(1), |_| panic!("a test")).await, Err::<(), _>(ErrorCode::Internal));
        assert_eq!(turns.run(client(1), |_| 7).await, Ok(7));
    }
}
