//! Serialisation: positions as variant and FEN, games as variant, start FEN and moves in UCI form.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Game;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::variant::Variant;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct PositionText {
    variant: String,
    fen: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Game")]
struct GameText {
    variant: String,
    start: String,
    moves: Vec<String>,
    #[serde(default)]
    declared: Option<Outcome>,
}

fn position<E: Error>(variant: &str, fen: &str) -> Result<Position, E> {
    let variant = Variant::by_id(variant).ok_or_else(|| E::custom(format_args!("there is no variant {variant:?}")))?;
    Position::from_fen(variant, fen).map_err(E::custom)
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionText { variant: self.variant().id().to_string(), fen: self.to_fen() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = PositionText::deserialize(deserializer)?;
        position(&text.variant, &text.fen)
    }
}

/// The start, the moves, and an end that they do not tell, such as a resignation.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.positions().iter().zip(self.moves()).map(|(position, &mv)| position.uci(mv)).collect();
        let variant = self.start().variant().id().to_string();
        GameText { variant, start: self.start().to_fen(), moves, declared: self.declared() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = GameText::deserialize(deserializer)?;
        let mut game = Self::new(position(&text.variant, &text.start)?);
        for (ply, uci) in text.moves.iter().enumerate() {
            let wrong = |error: &dyn core::fmt::Display| D::Error::custom(format_args!("ply {}: {error}", ply + 1));
            let mv = game.position().parse_uci(uci).map_err(|error| wrong(&error))?;
            game.play_past_draw(mv).map_err(|error| wrong(&error))?;
        }
        if let Some(outcome) = text.declared {
            game.declare_past_draw(outcome).map_err(D::Error::custom)?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Reason;
    use crate::piece::{Color, Piece, Role};

    #[test]
    fn what_is_written_is_read_the_same() {
        for variant in Variant::all() {
            let mut game = Game::new(variant.start());
            for _ in 0..6 {
                let moves = game.position().legal_moves();
                game.play(moves[3 % moves.len()]).unwrap();
            }
            game.resign(Color::Black).unwrap();
            let json = serde_json::to_string(&game).unwrap();
            assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);
            let json = serde_json::to_string(game.position()).unwrap();
            assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), *game.position());
        }
        let piece = Piece { color: Color::Black, role: Role::Queen };
        let json = serde_json::to_string(&piece).unwrap();
        assert_eq!(serde_json::from_str::<Piece>(&json).unwrap(), piece);
    }

    /// Whatever a record can hold, past a draw by repetition and by 75 moves, comes back.
    #[test]
    fn games_that_went_on_past_an_automatic_draw_are_read_back() {
        let shafran = Variant::by_id("shafran").unwrap();
        let mut repeated = Game::new(shafran.start());
        for text in "b1a3 h10i8 a3b1 i8h10 ".repeat(5).split_whitespace() {
            let mv = repeated.position().parse_uci(text).unwrap();
            repeated.play_past_draw(mv).unwrap();
        }
        let late = Position::from_fen(shafran, "k4/6/7/8/9/8R/8/7/6/R3K w - - 149 90").unwrap();
        let mut late = Game::new(late);
        for text in ["a1a2", "e10e9", "a2a1"] {
            let mv = late.position().parse_uci(text).unwrap();
            late.play_past_draw(mv).unwrap();
        }
        for game in [repeated, late] {
            assert!(game.outcome().is_some());
            let mut resigned = game.clone();
            resigned.declare_past_draw(Outcome::win(Color::Black, Reason::Resignation)).unwrap();
            for game in [game, resigned] {
                let json = serde_json::to_string(&game).unwrap();
                assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game, "{json}");
            }
        }
    }

    #[test]
    fn outcomes_that_cannot_be_are_refused() {
        let read = |json: &str| serde_json::from_str::<Outcome>(json);
        for reason in ["Checkmate", "Resignation", "TimeForfeit", "Agreement", "Stalemate"] {
            for score in [5, 7, 200, 255] {
                assert!(read(&format!(r#"{{"reason":"{reason}","white_quarters":{score}}}"#)).is_err());
            }
        }
        for wrong in [
            r#"{"reason":"Checkmate","white_quarters":2}"#,
            r#"{"reason":"Agreement","white_quarters":4}"#,
            r#"{"reason":"Resignation"}"#,
            r#"{"reason":"Abort","white_quarters":2}"#,
            r#"{"reason":"Boredom","white_quarters":2}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for outcome in
            [Outcome::ABORTED, Outcome::draw(Reason::TimeForfeit), Outcome::scored(Color::Black, 3, Reason::Stalemate)]
        {
            assert_eq!(read(&serde_json::to_string(&outcome).unwrap()).unwrap(), outcome);
        }
        // A game does not take an end that its moves do not show.
        let start = Variant::all()[0].spec().start;
        let game = |outcome: &str| {
            let json = format!(r#"{{"variant":"shafran","start":"{start}","moves":[],"declared":{outcome}}}"#);
            serde_json::from_str::<Game>(&json)
        };
        for reason in ["DeadPosition", "FivefoldRepetition", "SeventyFiveMoves", "ThreefoldRepetition", "FiftyMoves"] {
            assert!(game(&format!(r#"{{"reason":"{reason}","white_quarters":2}}"#)).is_err(), "{reason}");
        }
        assert!(game(r#"{"reason":"Checkmate","white_quarters":4}"#).is_err());
        assert!(game(r#"{"reason":"TimeForfeit","white_quarters":4}"#).is_ok());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |json: &str| serde_json::from_str::<Game>(json).unwrap_err().to_string();
        assert!(error(r#"{"variant":"chess","start":"x","moves":[]}"#).contains("there is no variant \"chess\""));
        assert!(error(r#"{"variant":"shafran","start":"x","moves":[]}"#).contains("a FEN of this game has 6 fields"));
        let start = Variant::all()[0].spec().start;
        let json = format!(r#"{{"variant":"shafran","start":"{start}","moves":["e2e5","e2e5"]}}"#);
        assert!(error(&json).contains("ply 2: e2e5 is not a legal move here"));
    }
}
