//! Creation of games: two guests each, one of whom challenges the other.

use saffron_live::TimeControl;
use saffron_protocol::lobby::{Challenge, ChallengeRequest, GameOffer, GameStarted, SideChoice};
use serde::Deserialize;
use serde_json::json;

use crate::error::LoadError;
use crate::http::Http;

/// Game with the session cookies of White and Black.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    pub(crate) game: String,
    pub(crate) cookies: [String; 2],
}

#[derive(Deserialize)]
struct Anything {}

/// Creates two guests and a game between them.
pub(crate) async fn seat(http: &mut Http, variant: &str) -> Result<Seats, LoadError> {
    let mut cookies = [String::new(), String::new()];
    for cookie in &mut cookies {
        let (_, set) = http.post::<Anything>("/api/guest", None, &json!({})).await?;
        *cookie = set.ok_or_else(|| LoadError::Answer("/api/guest sets no cookie".to_owned()))?;
    }
    let control = TimeControl::Clock { initial: TimeControl::MAX_INITIAL, increment: 60 };
    let offer = GameOffer { variant: variant.to_owned(), control, rated: false, side: SideChoice::White, fen: None };
    let request = ChallengeRequest { offer, to: None, rematch_of: None };
    let (challenge, _) = http.post::<Challenge>("/api/challenges", Some(&cookies[0]), &request).await?;
    let accept = format!("/api/challenges/{}/accept", challenge.id);
    let (started, _) = http.post::<GameStarted>(&accept, Some(&cookies[1]), &json!({})).await?;
    Ok(Seats { game: started.game, cookies })
}
