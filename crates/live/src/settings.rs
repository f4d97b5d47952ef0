//! Validation of the settings of a game.

use saffron_rules::{FenError, Outcome, Position, Variant};
use serde::Serialize;

use crate::clock::FIRST_MOVE_TIMES;
use crate::event::{Host, Settings};
use crate::time::TimeControl;

/// Maximum length of a FEN, in bytes.
pub(crate) const MAX_FEN: usize = 400;

/// Reason for which settings are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SettingsError {
    /// There is no such variant.
    #[error("there is no variant {variant:?}")]
    UnknownVariant {
        /// The id as it was given, cut after 40 characters.
        variant: String,
    },
    /// The start position is longer than any FEN.
    #[error("a FEN has at most {limit} bytes")]
    FenTooLong {
        /// The maximum in bytes.
        limit: usize,
    },
    /// The start position cannot be played.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The game would be over at its start.
    #[error("the game is over: {0}")]
    Over(#[cfg_attr(feature = "typescript", ts(type = "OutcomeData"))] Outcome),
    /// There is no such time control, no such time for first moves, no time of which a side could give up half, or none to which a
    /// host could have more.
    #[error("there is no such time control")]
    Control,
    /// A rated game starts from the variant's own position.
    #[error("a game from another position is not rated")]
    RatedPosition,
    /// A rated game has the same conditions for both sides.
    #[error("a game of a host is not rated")]
    RatedHost,
    /// A rated game has a time limit.
    #[error("a game without a time limit is not rated")]
    RatedUnlimited,
}

/// Returns whether a side can be the host of a game with this time control.
fn is_possible(host: Host, control: TimeControl) -> bool {
    match control {
        TimeControl::Clock { initial, .. } => host.extra == 0 || initial > 0 && host.extra <= TimeControl::MAX_INITIAL,
        TimeControl::Correspondence { .. } | TimeControl::Unlimited => false,
    }
}

/// Checks settings and returns them in canonical form, with the start position. In canonical form the variant's own start
/// position is left out, and any other one is written as the rules write it.
///
/// # Errors
/// A [`SettingsError`] for the first invalid setting.
pub(crate) fn checked(mut settings: Settings) -> Result<(Settings, Position), SettingsError> {
    let Some(variant) = Variant::by_id(&settings.variant) else {
        let variant = settings.variant.chars().take(40).collect();
        return Err(SettingsError::UnknownVariant { variant });
    };
    let own = variant.start();
    let start = match settings.start_fen.as_deref() {
        None => own,
        Some(fen) if fen.len() > MAX_FEN => return Err(SettingsError::FenTooLong { limit: MAX_FEN }),
        Some(fen) => Position::from_fen(variant, fen)?,
    };
    settings.start_fen = (start != own).then(|| start.to_fen());
    let first_move_time = settings.first_move_time;
    if first_move_time.is_some_and(|time| !settings.control.is_real_time() || !FIRST_MOVE_TIMES.contains(&time)) {
        return Err(SettingsError::Control);
    }
    if !settings.control.is_valid() {
        return Err(SettingsError::Control);
    }
    if settings.berserk && !matches!(settings.control, TimeControl::Clock { initial: 1.., .. }) {
        return Err(SettingsError::Control);
    }
    if settings.host.is_some_and(|host| !is_possible(host, settings.control)) {
        return Err(SettingsError::Control);
    }
    if settings.rated && settings.host.is_some() {
        return Err(SettingsError::RatedHost);
    }
    if settings.rated && settings.start_fen.is_some() {
        return Err(SettingsError::RatedPosition);
    }
    if settings.rated && settings.control == TimeControl::Unlimited {
        return Err(SettingsError::RatedUnlimited);
    }
    match saffron_rules::Game::new(start).outcome() {
        Some(outcome) => Err(SettingsError::Over(outcome)),
        None => Ok((settings, start)),
    }
}
