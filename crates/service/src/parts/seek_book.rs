//! The open seeks in memory, and which of them fit together.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use saffron_live::Millis;
use saffron_protocol::limits::SEEK_PATIENCE;
use saffron_protocol::lobby::{Seek, SideChoice};
use saffron_store::{AccountId, SeekId};

use crate::parts::offers::Terms;

/// Time for which a seek outlives the last connection of its owner, who may come back.
pub const PATIENCE: Millis = SEEK_PATIENCE as Millis * 1000;

/// An open seek.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenSeek {
    pub id: SeekId,
    pub account: AccountId,
    pub terms: Terms,
    /// The seek as the lobby shows it.
    pub shown: Seek,
    /// Whether it is stored. Others live while their owner is connected.
    pub stored: bool,
    /// Since when its owner is not connected, as far as that was noticed.
    pub offline_since: Option<Millis>,
}

impl OpenSeek {
    fn rating(&self) -> Option<i32> {
        self.shown.player.rating
    }

    /// Returns whether a player with this rating may accept it.
    pub fn admits(&self, rating: Option<i32>) -> bool {
        let Seek { rating_from, rating_to, .. } = self.shown;
        match rating {
            Some(rating) => rating_from.is_none_or(|from| rating >= from) && rating_to.is_none_or(|to| rating <= to),
            None => rating_from.is_none() && rating_to.is_none(),
        }
    }

    /// Returns whether both are the same seek of one account.
    pub fn is_same(&self, other: &Self) -> bool {
        let range = |seek: &Self| (seek.shown.rating_from, seek.shown.rating_to);
        (self.account, &self.terms, range(self), self.stored)
            == (other.account, &other.terms, range(other), other.stored)
    }

    /// Returns whether the owners of both seeks would play the same game with each other.
    fn fits(&self, other: &Self) -> bool {
        use SideChoice::{Black, White};
        let sides = !matches!((self.terms.side, other.terms.side), (White, White) | (Black, Black));
        self.account != other.account
            && self.terms.settings == other.terms.settings
            && sides
            && self.admits(other.rating())
            && other.admits(self.rating())
    }

    fn distance(&self, other: &Self) -> u32 {
        // Guests count as beginners do.
        let rating = |seek: &Self| seek.rating().unwrap_or(1500);
        rating(self).abs_diff(rating(other))
    }
}

/// The open seeks, the oldest first.
#[derive(Debug, Default)]
pub struct SeekBook {
    seeks: Mutex<Vec<OpenSeek>>,
}

impl SeekBook {
    fn lock(&self) -> MutexGuard<'_, Vec<OpenSeek>> {
        self.seeks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seek that fits best: the one with the closest rating, of these the oldest. `reachable` says whose owner can be
    /// told of a game.
    pub fn best_for(
        &self,
        seek: &OpenSeek,
        rejected: &BTreeSet<SeekId>,
        reachable: impl Fn(&OpenSeek) -> bool,
    ) -> Option<OpenSeek> {
        let seeks = self.lock();
        let fitting =
            seeks.iter().filter(|other| !rejected.contains(&other.id) && other.fits(seek) && reachable(other));
        fitting.min_by_key(|other| (other.distance(seek), other.shown.created_at, other.id)).cloned()
    }

    pub fn insert(&self, seek: OpenSeek) {
        self.lock().push(seek);
    }

    /// Takes a seek out: of several who want it, one gets it.
    pub fn take(&self, id: SeekId) -> Option<OpenSeek> {
        let mut seeks = self.lock();
        let index = seeks.iter().position(|seek| seek.id == id)?;
        Some(seeks.remove(index))
    }

    pub fn get(&self, id: SeekId) -> Option<OpenSeek> {
        self.find(|seek| seek.id == id)
    }

    pub fn find(&self, condition: impl Fn(&OpenSeek) -> bool) -> Option<OpenSeek> {
        self.lock().iter().find(|seek| condition(seek)).cloned()
    }

    /// Takes out all that fulfil a condition.
    pub fn take_all(&self, condition: impl Fn(&OpenSeek) -> bool) -> Vec<OpenSeek> {
        self.lock().extract_if(.., |seek| condition(seek)).collect()
    }

    pub fn all_of(&self, account: AccountId) -> Vec<OpenSeek> {
        self.lock().iter().filter(|seek| seek.account == account).cloned().collect()
    }

    pub fn count_of(&self, account: AccountId) -> usize {
        self.lock().iter().filter(|seek| seek.account == account).count()
    }

    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Seeks for the lobby: the latest first, at most `limit`.
    pub fn shown(&self, limit: usize) -> Vec<Seek> {
        self.lock().iter().rev().take(limit).map(|seek| seek.shown.clone()).collect()
    }

    /// Notes whose owners are connected. Returns the seeks that have ended, which are taken out, and those whose owners have
    /// come (back).
    pub fn sweep(&self, now: Millis, is_online: impl Fn(AccountId) -> bool) -> (Vec<OpenSeek>, Vec<OpenSeek>) {
        let mut seeks = self.lock();
        let mut back = Vec::new();
        for seek in seeks.iter_mut().filter(|seek| !seek.stored) {
            if !is_online(seek.account) {
                seek.offline_since.get_or_insert(now);
            } else if seek.offline_since.take().is_some() {
                back.push(seek.clone());
            }
        }
        let has_ended = |seek: &mut OpenSeek| {
            seek.shown.expires_at.is_some_and(|at| at <= now)
                || seek.offline_since.is_some_and(|since| now - since >= PATIENCE)
        };
        (seeks.extract_if(.., has_ended).collect(), back)
    }
}

#[cfg(test)]
mod tests {
    use saffron_live::{Settings, Speed, TimeControl};
    use saffron_protocol::game::{Player, PlayerKind};

    use super::*;

    fn seek(n: u128, rating: Option<i32>, side: SideChoice, range: (Option<i32>, Option<i32>)) -> OpenSeek {
        let (id, account) = (SeekId::from_random(n), AccountId::from_random(n));
        let control = TimeControl::Clock { initial: 180, increment: 2 };
        let settings = Settings::casual("shafran", control);
        let terms = Terms { settings, speed: Speed::Blitz, side };
        let player = Player {
            account: account.to_string(),
            name: None,
            kind: PlayerKind::Person,
            level: None,
            rating,
            provisional: false,
            rating_change: None,
        };
        let shown = Seek {
            id: id.to_string(),
            player,
            offer: terms.offer(),
            speed: terms.speed,
            rating_from: range.0,
            rating_to: range.1,
            created_at: i64::try_from(n).expect("small"),
            expires_at: None,
        };
        OpenSeek { id, account, terms, shown, stored: false, offline_since: None }
    }

    const ANY: (Option<i32>, Option<i32>) = (None, None);

    fn best(book: &SeekBook, seek: &OpenSeek) -> Option<SeekId> {
        book.best_for(seek, &BTreeSet::new(), |_| true).map(|seek| seek.id)
    }

    #[test]
    fn the_closest_rating_is_found_and_ranges_count_both_ways() {
        use SideChoice::{Black, Random, White};
        let book = SeekBook::default();
        let seeks = [
            seek(1, Some(1200), Random, ANY),
            seek(2, Some(1650), Random, (Some(1600), None)),
            seek(3, Some(1800), White, (None, Some(1700))),
            seek(4, None, Black, ANY),
        ];
        seeks.iter().for_each(|seek| book.insert(seek.clone()));
        let found = |seek| best(&book, &seek);
        assert_eq!(found(seek(9, Some(1600), Random, ANY)), Some(seeks[1].id));
        assert_eq!(found(seek(9, Some(1590), Random, ANY)), Some(seeks[3].id), "below 2's range");
        assert_eq!(found(seek(9, Some(1750), White, (Some(1700), None))), None, "white is taken, others are too weak");
        assert_eq!(found(seek(9, Some(1700), Black, (Some(1700), None))), Some(seeks[2].id));
        assert_eq!(found(seek(9, None, Black, ANY)), Some(seeks[0].id), "ranges exclude guests");
        assert_eq!(found(OpenSeek { account: seeks[0].account, ..seek(9, None, Black, ANY) }), None, "oneself");
        let mut other = seek(9, Some(1600), Random, ANY);
        other.terms.settings.variant = "glinski".to_owned();
        assert_eq!(best(&book, &other), None);
        assert!(book.best_for(&seeks[0], &seeks.iter().map(|seek| seek.id).collect(), |_| true).is_none());
        assert!(book.best_for(&seeks[0], &BTreeSet::new(), |_| false).is_none());
    }

    #[test]
    fn a_seek_is_taken_once() {
        let book = SeekBook::default();
        let one = seek(1, None, SideChoice::Random, ANY);
        book.insert(one.clone());
        assert_eq!(book.take(one.id), Some(one.clone()));
        assert_eq!((book.take(one.id), book.count()), (None, 0));
    }

    #[test]
    fn seeks_end_with_their_time_or_after_their_owner_has_gone() {
        let book = SeekBook::default();
        let present = seek(1, None, SideChoice::Random, ANY);
        let gone = seek(2, None, SideChoice::Random, ANY);
        let mut stored = seek(3, None, SideChoice::Random, ANY);
        (stored.stored, stored.shown.expires_at) = (true, Some(20_000));
        [&present, &gone, &stored].into_iter().for_each(|seek| book.insert(seek.clone()));
        let online = |account| account == present.account;
        let ids = |seeks: Vec<OpenSeek>| seeks.into_iter().map(|seek| seek.id).collect::<Vec<_>>();
        let sweep = |now, everybody| {
            let (ended, back) = book.sweep(now, |account| everybody || online(account));
            (ids(ended), ids(back))
        };
        assert_eq!(sweep(1000, false), (vec![], vec![]));
        assert_eq!(sweep(5000, true), (vec![], vec![gone.id]), "the owner has come back");
        assert_eq!(sweep(6000, false), (vec![], vec![]));
        assert_eq!(sweep(6000 + PATIENCE, false), (vec![gone.id], vec![]));
        assert_eq!(sweep(20_000, false), (vec![stored.id], vec![]));
        assert_eq!(book.count(), 1);
    }
}
