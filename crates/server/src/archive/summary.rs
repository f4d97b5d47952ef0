//! Games as lists show them.

use std::collections::HashMap;

use saffron_protocol::game::GameSummary;
use saffron_rules::{Position, Variant};
use saffron_store::AccountId;
use saffron_store::accounts::Account;
use saffron_store::games::Game;

use crate::live::info::info_of;

/// An ended game of the store; `None` where it cannot be read, as when its variant is not one of this server.
pub(crate) fn summary_of(game: &Game, accounts: &HashMap<AccountId, Account>) -> Option<GameSummary> {
    let info = info_of(game, accounts)?;
    let variant = Variant::by_id(&game.variant)?;
    let mut position = match &game.start_fen {
        Some(fen) => Position::from_fen(variant, fen).ok()?,
        None => variant.start(),
    };
    let mut last_move = None;
    for uci in game.moves.split(' ').filter(|uci| !uci.is_empty()) {
        position.play_unchecked(position.parse_uci(uci).ok()?);
        last_move = Some(uci.to_owned());
    }
    let plies = u16::try_from(game.plies).ok()?;
    Some(GameSummary { info, plies, fen: position.to_fen(), last_move, turn: None, deadline: None })
}
