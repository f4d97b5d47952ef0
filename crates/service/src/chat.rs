//! The chats of a game: one for its players, one for its spectators.
//!
//! Players read and write the spectators' chat only after the end of the game. Accounts that have blocked each other do
//! not see each other's lines.

use std::collections::HashSet;
use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{ChatLine, Room};
use saffron_protocol::socket::ServerMessage;
use saffron_rules::Color;
use saffron_store::accounts::{self, Kind};
use saffron_store::chat::{self, Line};
use saffron_store::{AccountId, GameId, StoreError, relations};
use tokio::sync::mpsc;

use crate::app::App;
use crate::config::limits::MAX_CHAT_LINES;
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::games::live_game::LiveGame;
use crate::games::outbox::{Outbox, frame};
use crate::session::Viewer;
use crate::text;

/// Adds a line to a chat, and sends it to its readers.
///
/// # Errors
/// `SignInRequired` without a session, `NotFound` if there is no such game, `Forbidden` in a chat that is closed to the
/// account, `AccountRequired` for a guest among the spectators, `Muted` for a muted account, `RateLimited` for too many
/// lines, `TooLong` or `InvalidField` for an unacceptable text.
pub async fn say(app: &Arc<App>, viewer: Option<&Viewer>, game: &str, room: Room, text: &str) -> Result<(), Error> {
    let viewer = viewer.ok_or(ErrorCode::SignInRequired)?;
    let text = text::line(text)?;
    let live_game = app.games.open(game.parse().map_err(|_| ErrorCode::NotFound)?).await?;
    let result = add(app, viewer.account, &live_game, room, text).await;
    app.games.forget_idle(&live_game);
    result
}

async fn add(app: &App, writer: AccountId, live_game: &LiveGame, room: Room, text: &str) -> Result<(), Error> {
    let (side, ended) = place(live_game, Some(writer));
    if !is_open(room, side, ended) {
        return Err(ErrorCode::Forbidden.into());
    }
    // Read again, since the viewer of a WebSocket may be as old as the connection.
    let account = accounts::by_id(&*app.database, writer).await?.ok_or(ErrorCode::SignInRequired)?;
    let now = app.clock.now();
    match account.kind {
        Kind::Closed => return Err(ErrorCode::AccountClosed.into()),
        Kind::Guest if side.is_none() => return Err(ErrorCode::AccountRequired.into()),
        _ if account.muted_until.is_some_and(|until| now < until) => return Err(ErrorCode::Muted.into()),
        _ => {}
    }
    if !app.config.quotas_off {
        app.chat.count(writer, text, now)?;
    }
    let hidden_accounts = hidden_accounts(app, writer).await?;
    let _order = app.chat.order(live_game.id).await;
    let (account, name) = (Some(writer), account.name);
    let line = Line { game: live_game.id, room: stored(room), account, at: now, hidden: false, text: text.to_owned() };
    app.database.transact(vec![chat::insert(&line)]).await?;
    let line = ChatLine { account: writer.to_string(), name, at: now, text: text.to_owned() };
    let frame = frame(&ServerMessage::Chat { game: live_game.id.to_string(), room, lines: vec![line] });
    let state = live_game.lock();
    let ended = state.live.outcome().is_some();
    let readers = state.watchers.iter().filter(|watcher| {
        watcher.chats
            && is_open(room, watcher.side, ended)
            && watcher.account.is_none_or(|id| !hidden_accounts.contains(&id))
    });
    readers.for_each(|watcher| watcher.outbox.hint(frame.clone()));
    Ok(())
}

/// Sends the existing lines to a new watcher, who then gets each new one.
pub async fn send_all(app: &Arc<App>, viewer: Option<&Viewer>, live_game: &LiveGame, outbox: &Outbox) {
    let account = viewer.map(|viewer| viewer.account);
    let (side, ended) = place(live_game, account);
    let _order = app.chat.order(live_game.id).await;
    for room in [Room::Players, Room::Spectators] {
        if is_open(room, side, ended) {
            send(app, live_game.id, room, account, outbox).await;
        }
    }
    let mut state = live_game.lock();
    if let Some(watcher) = state.watchers.iter_mut().find(|watcher| watcher.outbox.id() == outbox.id()) {
        watcher.chats = true;
    }
}

/// Opens the spectators' chat to the players of each game that ends. Never returns.
pub async fn open_at_ends(app: &App, mut ended: mpsc::UnboundedReceiver<GameId>) {
    while let Some(game) = ended.recv().await {
        open_at_end(app, game).await;
    }
}

/// Sends the spectators' lines to the players who are connected.
async fn open_at_end(app: &App, game: GameId) {
    let Some(live_game) = app.games.get(game) else { return };
    let players: Vec<(Option<AccountId>, Outbox)> = {
        let state = live_game.lock();
        let players = state.watchers.iter().filter(|watcher| watcher.side.is_some() && watcher.chats);
        players.map(|watcher| (watcher.account, watcher.outbox.clone())).collect()
    };
    let _order = app.chat.order(game).await;
    for (account, outbox) in players {
        send(app, game, Room::Spectators, account, &outbox).await;
    }
}

/// Sends all lines of a chat, if there are any.
async fn send(app: &App, game: GameId, room: Room, account: Option<AccountId>, outbox: &Outbox) {
    match lines(app, game, room, account).await {
        Ok(lines) if lines.is_empty() => {}
        Ok(lines) => outbox.hint(frame(&ServerMessage::Chat { game: game.to_string(), room, lines })),
        Err(error) => tracing::error!(%game, %error, "a chat cannot be read"),
    }
}

/// Lines of a chat that an account may read.
///
/// # Errors
/// `NotFound` if there is no such game, `Forbidden` if the chat is closed to the account.
pub async fn read(app: &App, account: Option<AccountId>, game: GameId, room: Room) -> Result<Vec<ChatLine>, Error> {
    let live_game = app.games.open(game).await?;
    let (side, ended) = place(&live_game, account);
    app.games.forget_idle(&live_game);
    if !is_open(room, side, ended) {
        return Err(ErrorCode::Forbidden.into());
    }
    Ok(lines(app, game, room, account).await?)
}

/// Last lines of a chat, without those hidden from the account.
async fn lines(app: &App, game: GameId, room: Room, account: Option<AccountId>) -> Result<Vec<ChatLine>, StoreError> {
    let database = &*app.database;
    let lines = chat::last(database, game, stored(room), MAX_CHAT_LINES).await?;
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let hidden_accounts = match account {
        Some(account) => hidden_accounts(app, account).await?,
        None => HashSet::new(),
    };
    let writers = accounts_of(database, lines.iter().filter_map(|line| line.account).collect()).await?;
    let shown = lines.into_iter().filter(|line| !line.hidden).filter_map(|line| {
        let writer = line.account.filter(|writer| !hidden_accounts.contains(writer))?;
        let name = writers.get(&writer).and_then(|account| account.name.clone());
        Some(ChatLine { account: writer.to_string(), name, at: line.at, text: line.text })
    });
    Ok(shown.collect())
}

/// Accounts that the account has blocked or is blocked by.
async fn hidden_accounts(app: &App, account: AccountId) -> Result<HashSet<AccountId>, StoreError> {
    Ok(relations::blocks_around(&*app.database, account).await?.into_iter().collect())
}

/// Side of an account, and whether the game has ended.
fn place(live_game: &LiveGame, account: Option<AccountId>) -> (Option<Color>, bool) {
    let state = live_game.lock();
    (state.side_of(account), state.live.outcome().is_some())
}

/// Returns whether a player of this side, or a spectator (`None`), may use a chat.
fn is_open(room: Room, side: Option<Color>, ended: bool) -> bool {
    match room {
        Room::Players => side.is_some(),
        Room::Spectators => side.is_none() || ended,
    }
}

fn stored(room: Room) -> chat::Room {
    match room {
        Room::Players => chat::Room::Players,
        Room::Spectators => chat::Room::Spectators,
    }
}
