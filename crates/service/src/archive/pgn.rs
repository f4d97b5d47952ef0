//! PGN of one game, or of all games that match a filter.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use futures_util::stream::{self, Stream};
use saffron_live::{Live, Recorded};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::Account;
use saffron_store::games::{self, Cursor, Filter, Game};
use saffron_store::{AccountId, Event, GameId, StoreError};
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::archive::filter;
use crate::archive::record::{Site, pgn};
use crate::client::Client;
use crate::config::limits::PGN_PAGE;
use crate::error::Error;
use crate::games::info::{accounts_of, info_of};
use crate::games::stored::recorded;
use crate::parts::budgets::{Cost, Payer};

fn site(app: &App) -> Site {
    Site(app.config.public_origin.as_ref().map(|origin| origin.trim_end_matches('/').to_owned()))
}

/// PGN of a game, running or ended.
///
/// # Errors
/// `NotFound` if there is no such game, `RateLimited` if the client has used up its processor time.
pub async fn one(app: &Arc<App>, client: Client, id: GameId) -> Result<String, Error> {
    let live_game = app.open_game(client, id).await?;
    let text = {
        let state = live_game.lock();
        pgn(&state.info, &state.durable(), &site(app))
    };
    app.games.forget_idle(&live_game);
    Ok(text)
}

/// Streams the ended games that match a query as PGN, the latest first, as fast as the client reads.
///
/// # Errors
/// The errors of [`filter::read`], `RateLimited` if the client has used up its processor time, and `Busy` if too many
/// streams are open.
pub async fn all(
    app: &Arc<App>,
    client: Client,
    query: &str,
) -> Result<impl Stream<Item = Result<String, StoreError>> + Send + use<>, Error> {
    let (filter, after) = filter::read(app, query).await?;
    let payer = Payer::Client(client);
    app.budgets.may_use_processor(payer)?;
    let permit = Arc::clone(&app.archive.streams).try_acquire_owned().map_err(|_| ErrorCode::Busy)?;
    let (waiting, accounts) = Default::default();
    let app = Arc::clone(app);
    let mut pages = Pages { app, payer, filter, after, waiting, accounts, ended: false, _permit: permit };
    // Read before the status is sent, so that a failure gets an error response.
    pages.read().await?;
    let games = stream::unfold(pages, |mut pages| async {
        let next = pages.next().await?;
        Some((next, pages))
    });
    Ok(games)
}

/// Rest of a stream. At most one page of games is in memory.
struct Pages {
    app: Arc<App>,
    payer: Payer,
    filter: Filter,
    after: Option<Cursor>,
    waiting: VecDeque<(Game, Vec<Event>)>,
    /// Players of the games on the page.
    accounts: HashMap<AccountId, Account>,
    ended: bool,
    _permit: OwnedSemaphorePermit,
}

impl Pages {
    async fn read(&mut self) -> Result<(), StoreError> {
        let page = games::list_with_events(&*self.app.database, &self.filter, self.after, PGN_PAGE).await?;
        self.ended = page.len() < PGN_PAGE as usize;
        self.after = page.last().map(|(game, _)| Cursor::from(game));
        let players = page.iter().flat_map(|(game, _)| [game.white, game.black]).flatten().collect();
        self.accounts = accounts_of(&*self.app.database, players).await?;
        self.waiting = page.into();
        Ok(())
    }

    /// PGN of the next game that can be written; `None` at the end, and after an error, which aborts the response.
    async fn next(&mut self) -> Option<Result<String, StoreError>> {
        loop {
            while let Some((game, events)) = self.waiting.pop_front() {
                match self.write(&game, &events) {
                    Ok(text) => return Some(Ok(text)),
                    Err(problem) => tracing::error!(game = %game.id, problem, "a game cannot be written as PGN"),
                }
            }
            if self.ended {
                return None;
            }
            let stopping = *self.app.stopping.borrow();
            let read = if stopping { Err(StoreError::Closed) } else { self.read().await };
            if let Err(error) = read {
                tracing::warn!(%error, "a stream of PGN is broken off");
                self.ended = true;
                return Some(Err(error));
            }
        }
    }

    fn write(&self, game: &Game, events: &[Event]) -> Result<String, String> {
        self.app.budgets.owe(self.payer, Cost::of_replay(events.len()));
        let info = info_of(game, &self.accounts).ok_or("unknown variant or time control")?;
        let read: Result<Vec<Recorded>, _> =
            events.iter().enumerate().map(|(seq, event)| recorded(seq, event)).collect();
        let live = Live::replay(read.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
        Ok(pgn(&info, &live, &site(&self.app)))
    }
}
