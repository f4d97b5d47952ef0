//! Accounts of the computer players: one for each level.

use saffron_engine::LEVELS;
use saffron_live::Millis;
use saffron_rules::Variant;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::ratings::{self, Rating};
use saffron_store::{AccountId, Database, StoreError};

use crate::lobby::players::{COMPUTER_POOL, first_rating};
use crate::names::key::key;
use crate::random::Random;

/// Name of a level's account.
fn name_of(level: u32) -> String {
    format!("Saffron-{level}")
}

/// Accounts of all levels, the weakest first. Missing ones are created with their initial ratings.
///
/// # Errors
/// `Unique` if a user has the name of a computer; otherwise fails if the store does.
pub async fn ensure(database: &dyn Database, random: &Random, now: Millis) -> Result<Vec<Account>, StoreError> {
    let there = accounts::computers(database).await?;
    let mut all = Vec::with_capacity(LEVELS.len());
    let mut statements = Vec::new();
    for level in LEVELS {
        let account = there.iter().find(|account| account.level == Some(level.number)).cloned();
        let rated = match &account {
            Some(account) => ratings::of_account(database, account.id).await?,
            None => Vec::new(),
        };
        let account = account.unwrap_or_else(|| {
            let mut account = Account::new(AccountId::from_random(random.bits()), Kind::Computer, now);
            account.level = Some(level.number);
            account.name_key = Some(key(&name_of(level.number)));
            account.name = Some(name_of(level.number));
            statements.push(accounts::insert(&account));
            account
        });
        let first = first_rating(level.number);
        for variant in Variant::known() {
            if rated.iter().any(|rating| rating.speed == COMPUTER_POOL && rating.variant == variant.id()) {
                continue;
            }
            statements.push(ratings::set(&Rating {
                account: account.id,
                variant: variant.id().to_owned(),
                speed: COMPUTER_POOL.to_owned(),
                rating: first.value,
                deviation: first.deviation,
                volatility: first.volatility,
                games: 0,
                updated_at: now,
            }));
        }
        all.push(account);
    }
    if !statements.is_empty() {
        database.transact(statements).await?;
    }
    Ok(all)
}
