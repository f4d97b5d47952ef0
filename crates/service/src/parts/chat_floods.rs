//! Limits on the chat lines of an account.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::CHAT_BURST;
use saffron_store::{AccountId, GameId};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard};

use crate::config::Quota;
use crate::config::limits::{CHAT_REFILL, CHAT_REPEAT_LINES, CHAT_REPEAT_TTL, WRITERS_BEFORE_SWEEP};
use crate::parts::limits::Allowance;
use crate::parts::swept_map::SweptMap;

/// Locks for the chats: games share them.
const LOCKS: usize = 64;

/// The chats, as far as they are in memory.
#[derive(Debug)]
pub struct ChatState {
    /// The accounts that have written lately.
    writers: Mutex<SweptMap<AccountId, Writer>>,
    orders: Vec<AsyncMutex<()>>,
}

/// An account that has written lately.
#[derive(Debug)]
struct Writer {
    allowance: Allowance,
    last: VecDeque<(Millis, String)>,
}

impl Default for ChatState {
    fn default() -> Self {
        Self {
            writers: Mutex::new(SweptMap::above(WRITERS_BEFORE_SWEEP)),
            orders: (0..LOCKS).map(|_| AsyncMutex::default()).collect(),
        }
    }
}

impl ChatState {
    /// Holds the order of the lines of a game: while it is held, no line is added and no one is sent those before.
    pub async fn order(&self, game: GameId) -> AsyncMutexGuard<'_, ()> {
        let sum: usize = game.as_str().bytes().map(usize::from).sum();
        self.orders[sum % LOCKS].lock().await
    }

    /// Counts a line of an account.
    ///
    /// # Errors
    /// `RateLimited` for too many lines, and for one that it wrote just before.
    pub fn count(&self, account: AccountId, line: &str, now: Millis) -> Result<(), ErrorCode> {
        let line = line.to_lowercase();
        let mut writers = self.writers.lock().unwrap_or_else(PoisonError::into_inner);
        writers.make_room(|writer| writer.last.back().is_some_and(|(at, _)| now - at < CHAT_REPEAT_TTL));
        let writer = writers.entries.entry(account).or_insert_with(|| Writer {
            allowance: Allowance::new(Quota { burst: CHAT_BURST, refill: CHAT_REFILL }),
            last: VecDeque::new(),
        });
        writer.last.retain(|(at, _)| now - at < CHAT_REPEAT_TTL);
        if let Some((at, _)) = writer.last.iter().find(|(_, before)| *before == line) {
            let wait = CHAT_REPEAT_TTL - (now - at);
            return Err(ErrorCode::RateLimited { retry_after: u64::try_from(wait).unwrap_or(0).div_ceil(1000) });
        }
        writer.allowance.take()?;
        if writer.last.len() == CHAT_REPEAT_LINES {
            writer.last.pop_front();
        }
        writer.last.push_back((now, line));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn few_lines_at_once_and_none_twice() {
        let state = ChatState::default();
        let account = AccountId::from_random(1);
        assert_eq!(state.count(account, "Hello", 0), Ok(()));
        assert_eq!(state.count(account, "hello", 1_500), Err(ErrorCode::RateLimited { retry_after: 59 }));
        assert_eq!(state.count(AccountId::from_random(2), "hello", 1_500), Ok(()));
        for line in ["a", "b", "c", "d"] {
            assert_eq!(state.count(account, line, 2_000), Ok(()));
        }
        assert_eq!(state.count(account, "e", 2_000), Err(ErrorCode::RateLimited { retry_after: 3 }));
        tokio::time::advance(std::time::Duration::from_secs(60)).await;
        assert_eq!(state.count(account, "hello", 60_000), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_are_silent_are_forgotten() {
        let state = ChatState::default();
        for number in 0..WRITERS_BEFORE_SWEEP {
            state.count(AccountId::from_random(number as u128), "hello", 0).expect("a first line");
        }
        state.count(AccountId::from_random(u128::MAX), "hello", CHAT_REPEAT_TTL).expect("a first line");
        assert_eq!(state.writers.lock().expect("no panic").entries.len(), 1);
    }
}
