//! Offers of games: whether they can be played, and by whom.

use saffron_live::{Live, Millis, Settings, Speed};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::{GameOffer, SideChoice};
use saffron_store::accounts::Kind;

use crate::games::info::settings_error;

/// An offer that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub settings: Settings,
    pub speed: Speed,
    /// Of the side that offers.
    pub side: SideChoice,
}

impl Terms {
    /// The offer in its one form.
    pub fn offer(&self) -> GameOffer {
        let Settings { variant, start_fen, control, rated, first_move_time: _, berserk: _, strict: _, host: _ } =
            self.settings.clone();
        GameOffer { variant, control, rated, side: self.side, fen: start_fen }
    }
}

/// Checks an offer of an account of this kind.
///
/// # Errors
/// `UnknownVariant`, `InvalidPosition`, `InvalidControl`, `CannotBeRated`.
pub fn check(offer: &GameOffer, by: Kind, now: Millis) -> Result<Terms, ErrorCode> {
    if offer.rated && by == Kind::Guest {
        return Err(ErrorCode::CannotBeRated);
    }
    let settings = Settings {
        start_fen: offer.fen.clone(),
        rated: offer.rated,
        ..Settings::casual(offer.variant.clone(), offer.control)
    };
    let (live, _) = Live::create(settings, now).map_err(|error| settings_error(&error))?;
    Ok(Terms { settings: live.settings().clone(), speed: live.speed(), side: offer.side })
}

/// A side as the store keeps it.
pub fn side_code(side: SideChoice) -> Option<String> {
    match side {
        SideChoice::White => Some("w".to_owned()),
        SideChoice::Black => Some("b".to_owned()),
        SideChoice::Random => None,
    }
}

/// A side of the store.
pub fn side_of_code(code: Option<&str>) -> SideChoice {
    match code {
        Some("w") => SideChoice::White,
        Some("b") => SideChoice::Black,
        _ => SideChoice::Random,
    }
}

#[cfg(test)]
mod tests {
    use saffron_live::TimeControl;

    use super::*;

    fn offer(rated: bool, control: TimeControl, fen: Option<&str>) -> GameOffer {
        let variant = "shafran".to_owned();
        GameOffer { variant, control, rated, side: SideChoice::White, fen: fen.map(str::to_owned) }
    }

    #[test]
    fn an_offer_is_checked_and_brought_into_one_form() {
        let blitz = TimeControl::Clock { initial: 180, increment: 2 };
        let own = saffron_rules::Variant::by_id("shafran").expect("a variant").start().to_fen();
        let terms = check(&offer(true, blitz, Some(&own)), Kind::Person, 0).expect("the variant's own position");
        assert_eq!(terms.offer(), offer(true, blitz, None));
        assert_eq!((terms.speed, side_of_code(side_code(terms.side).as_deref())), (Speed::Blitz, SideChoice::White));

        let refused = |offer: GameOffer, by| check(&offer, by, 0).expect_err("refused");
        let other = own.replace(" w ", " b ");
        assert_eq!(refused(offer(true, blitz, None), Kind::Guest), ErrorCode::CannotBeRated);
        assert_eq!(refused(offer(true, blitz, Some(&other)), Kind::Person), ErrorCode::CannotBeRated);
        assert_eq!(refused(offer(true, TimeControl::Unlimited, None), Kind::Person), ErrorCode::CannotBeRated);
        assert_eq!(refused(offer(false, blitz, Some("8/8 w")), Kind::Person), ErrorCode::InvalidPosition);
        let days = TimeControl::Correspondence { days: 4 };
        assert_eq!(refused(offer(false, days, None), Kind::Person), ErrorCode::InvalidControl);
        let unknown = GameOffer { variant: "chess".to_owned(), ..offer(false, blitz, None) };
        assert_eq!(refused(unknown, Kind::Person), ErrorCode::UnknownVariant);
        assert!(check(&offer(false, blitz, Some(&other)), Kind::Guest, 0).is_ok());
    }
}
