//! Games and players as they are shown, from what the store has.

use std::collections::HashMap;

use saffron_live::{Speed, TimeControl};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GameInfo, Player, PlayerKind};
use saffron_rules::{Outcome, Reason, Variant};
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::games::{Game, Status};
use saffron_store::{AccountId, Database, StoreError};
use serde::{Deserialize, Serialize};

/// Data stored with a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GameData {
    /// Id of the game that this one is a rematch of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// Id of the arena to which the game belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<String>,
    /// Id of the round robin by correspondence to which the game belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// Id of the simul to which the game belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simul: Option<String>,
}

impl GameData {
    /// Data of a stored game; empty if this server cannot read it.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }
}

/// Accounts by their ids, each once.
///
/// # Errors
/// Failures of the store.
pub async fn accounts_of(
    database: &dyn Database,
    mut ids: Vec<AccountId>,
) -> Result<HashMap<AccountId, Account>, StoreError> {
    ids.sort_unstable();
    ids.dedup();
    let found = accounts::by_ids(database, &ids).await?;
    Ok(found.into_iter().map(|account| (account.id, account)).collect())
}

/// Kind of player of an account.
pub fn kind_of(kind: Kind) -> PlayerKind {
    match kind {
        Kind::Person => PlayerKind::Person,
        Kind::Guest => PlayerKind::Guest,
        Kind::Computer => PlayerKind::Computer,
        Kind::Closed => PlayerKind::Closed,
    }
}

/// A player with a rating, as far as one is known.
pub fn player(account: &Account, rating: Option<f64>, provisional: bool) -> Player {
    Player {
        account: account.id.to_string(),
        name: account.name.clone().filter(|_| account.kind != Kind::Closed),
        kind: kind_of(account.kind),
        level: account.level.and_then(|level| u8::try_from(level).ok()),
        rating: rating.map(rounded),
        provisional,
        rating_change: None,
    }
}

/// The player of a seat by its account; a closed one without a name if that is not there.
pub fn player_of(
    id: Option<AccountId>,
    accounts: &HashMap<AccountId, Account>,
    rating: Option<f64>,
    provisional: bool,
) -> Player {
    let known = id.and_then(|id| accounts.get(&id)).map(|account| player(account, rating, provisional));
    known.unwrap_or_else(|| Player {
        account: id.map(|id| id.to_string()).unwrap_or_default(),
        name: None,
        kind: PlayerKind::Closed,
        level: None,
        rating: rating.map(rounded),
        provisional,
        rating_change: None,
    })
}

/// A game of the store; `None` where this server does not know its variant or its time control.
pub fn info_of(game: &Game, accounts: &HashMap<AccountId, Account>) -> Option<GameInfo> {
    let seat = |id: Option<AccountId>, rating: Option<f64>, provisional, change: Option<f64>| {
        let player = player_of(id, accounts, rating, provisional);
        Player { rating_change: change.map(rounded), ..player }
    };
    let control: TimeControl = serde_json::from_str(&game.control).ok()?;
    let variant = Variant::by_id(&game.variant)?;
    let data = GameData::read(&game.data);
    Some(GameInfo {
        id: game.id.to_string(),
        variant: game.variant.clone(),
        start_fen: game.start_fen.clone().unwrap_or_else(|| variant.start().to_fen()),
        control,
        speed: Speed::from_id(&game.speed).unwrap_or_else(|| control.speed()),
        rated: game.rated,
        white: seat(game.white, game.white_rating, game.white_provisional, game.white_change),
        black: seat(game.black, game.black_rating, game.black_provisional, game.black_change),
        arena: data.arena,
        tournament: data.tournament,
        simul: data.simul,
        created_at: game.created_at,
        ended_at: game.ended_at,
        outcome: outcome_of(game),
    })
}

/// Outcome of a stored game; `None` while it runs.
pub fn outcome_of(game: &Game) -> Option<Outcome> {
    match game.status {
        Status::Running => None,
        Status::Aborted => Some(Outcome::ABORTED),
        Status::Ended => {
            let reason = Reason::from_id(game.reason.as_deref()?)?;
            Outcome::new(reason, u8::try_from(game.points?).ok()?).ok()
        }
    }
}

/// A rating or a change of one as a whole number.
#[allow(clippy::cast_possible_truncation, reason = "ratings are far below the limit")]
pub fn rounded(rating: f64) -> i32 {
    rating.round() as i32
}

/// Code of a refusal of settings.
pub fn settings_error(error: &saffron_live::SettingsError) -> ErrorCode {
    use saffron_live::SettingsError as E;
    match error {
        E::UnknownVariant { .. } => ErrorCode::UnknownVariant,
        E::Control => ErrorCode::InvalidControl,
        E::RatedPosition | E::RatedUnlimited | E::RatedHost => ErrorCode::CannotBeRated,
        _ => ErrorCode::InvalidPosition,
    }
}
