//! Default values of the row of a new game.

use crate::games::NewGame;
use crate::id::GameId;

impl NewGame {
    /// An unrated game between visitors without accounts, from the start position of the variant, that begins at time 0. Other
    /// fields are set by struct update:
    ///
    /// ```
    /// use saffron_store::{GameId, games::NewGame};
    ///
    /// let id = GameId::from_random(1);
    /// let game = NewGame { control: "300+3".into(), rated: true, ..NewGame::new(id, "glinski", "blitz") };
    /// assert_eq!(game.white, None);
    /// ```
    pub fn new(id: GameId, variant: impl Into<String>, speed: impl Into<String>) -> Self {
        Self {
            id,
            variant: variant.into(),
            speed: speed.into(),
            control: String::new(),
            rated: false,
            white: None,
            black: None,
            white_rating: None,
            white_provisional: false,
            black_rating: None,
            black_provisional: false,
            created_at: 0,
            start_fen: None,
            to_move: None,
            deadline: None,
            data: String::new(),
        }
    }
}
