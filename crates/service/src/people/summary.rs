//! Summary of what an account has played.

use std::collections::HashMap;
use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::game::PlayerKind;
use saffron_protocol::people::{BestWin, FirstMove, HalfYear, OpponentCount, PlayerSummary, VariantCount};
use saffron_rules::Variant;
use saffron_store::accounts::Account;
use saffron_store::games::{self, Game, Outcome, PlayedGame};
use saffron_store::{AccountId, StoreError};

use crate::app::App;
use crate::archive::{moves_of, summary_of};
use crate::client::Client;
use crate::config::limits::MAX_SUMMARY_GAMES;
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::parts::budgets::{Cost, Payer};
use crate::people::{half_year, named};

/// Most frequent opponents among whom one with a name is looked for.
const OPPONENTS: usize = 10;

/// Best wins among which one that the server can show is looked for.
const WINS: u32 = 5;

/// Summary of an account's games, from a cache for up to a minute. The client pays for making it.
///
/// # Errors
/// `NotFound` if there is no such account, or it is closed; `RateLimited` if the client has used up its processor time.
pub async fn summary(app: &App, client: Client, name: &str) -> Result<Arc<PlayerSummary>, Error> {
    let account = named(app, name).await?;
    let payer = Payer::Client(client);
    app.budgets.may_use_processor(payer)?;
    let now = app.clock.now();
    Ok(app.people.summaries.get(account.id, now, make(app, payer, account.id, now)).await?)
}

async fn make(app: &App, payer: Payer, account: AccountId, now: Millis) -> Result<Arc<PlayerSummary>, StoreError> {
    let from = half_year::begins(now);
    let mut played = games::played_since(&*app.database, account, from, MAX_SUMMARY_GAMES + 1).await?;
    let complete = played.len() <= MAX_SUMMARY_GAMES as usize;
    played.truncate(MAX_SUMMARY_GAMES as usize);
    let mut wins = games::best_wins(&*app.database, account, true, WINS).await?;
    if wins.is_empty() {
        wins = games::best_wins(&*app.database, account, false, WINS).await?;
    }
    let replayed: usize = wins.iter().map(|game| game.plies as usize).sum();
    app.budgets.owe(payer, Cost::of_summary(played.len(), replayed));
    let opponents: Vec<(AccountId, u32)> = half_year::opponents(&played, account).into_iter().take(OPPONENTS).collect();
    let players = wins.iter().flat_map(|game| [game.white, game.black]).flatten();
    let accounts =
        accounts_of(&*app.database, players.chain(opponents.iter().map(|(opponent, _)| *opponent)).collect()).await?;
    Ok(Arc::new(PlayerSummary {
        half_year: HalfYear { complete, ..figures(&played, opponent(&opponents, &accounts), now) },
        best_win: wins.iter().find_map(|game| best_win(game, &accounts)),
    }))
}

/// Figures of a half year, as if these were all its games.
fn figures(played: &[PlayedGame], opponent: Option<OpponentCount>, now: Millis) -> HalfYear {
    let days = half_year::days(played, now);
    let count = |outcome| number(half_year::count(played, outcome));
    // The server may lack a variant that it had earlier.
    let known = |(id, games)| Variant::by_id(id).map(|variant| (variant, games));
    let favourite = half_year::variants(played).into_iter().find_map(known);
    HalfYear {
        from: half_year::begins(now),
        active_days: number(days.iter().filter(|count| **count > 0).count()),
        longest_streak: number(half_year::longest_streak(&days)),
        days,
        wins: count(Outcome::Won),
        draws: count(Outcome::Drawn),
        losses: count(Outcome::Lost),
        favourite: favourite.map(|(variant, games)| VariantCount { variant: variant.id().to_owned(), games }),
        first_move: favourite.and_then(|(variant, _)| first_move(played, variant)),
        opponent,
        complete: true,
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn first_move(played: &[PlayedGame], variant: &'static Variant) -> Option<FirstMove> {
    let moves = half_year::first_moves(played, variant.id());
    let of = moves.iter().map(|(_, games)| games).sum();
    let (uci, games) = *moves.first()?;
    let start = variant.start();
    let san = start.san(start.parse_uci(uci).ok()?);
    Some(FirstMove { uci: uci.to_owned(), san, games, of })
}

/// The first opponent with a name.
fn opponent(opponents: &[(AccountId, u32)], accounts: &HashMap<AccountId, Account>) -> Option<OpponentCount> {
    opponents.iter().find_map(|(id, games)| {
        let player = player(accounts.get(id)?, None, false);
        let named = matches!(player.kind, PlayerKind::Person | PlayerKind::Computer);
        named.then_some(OpponentCount { player, games: *games })
    })
}

/// A win as it is shown; `None` if it cannot be read, for example because the server lacks its variant.
fn best_win(game: &Game, accounts: &HashMap<AccountId, Account>) -> Option<BestWin> {
    Some(BestWin { san: last_san(game), game: summary_of(game, accounts)? })
}

/// Last move of a game in short notation; `None` if it has no move.
fn last_san(game: &Game) -> Option<String> {
    let (mut position, mut moves) = moves_of(game)?;
    let last = moves.pop()?;
    moves.into_iter().for_each(|mv| position.play_unchecked(mv));
    Some(position.san(last))
}
