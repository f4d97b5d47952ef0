//! Serialisation: positions as variant and FEN, games as variant, start FEN and moves in UCI form.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Game, Outcome, Position, Variant};

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
        GameText { variant, start: self.start().to_fen(), moves, declared: self.declared }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = GameText::deserialize(deserializer)?;
        let mut game = Self::new(position(&text.variant, &text.start)?);
        for (ply, uci) in text.moves.iter().enumerate() {
            let wrong = |error: &dyn core::fmt::Display| D::Error::custom(format_args!("ply {}: {error}", ply + 1));
            let mv = game.position().parse_uci(uci).map_err(|error| wrong(&error))?;
            game.play(mv).map_err(|error| wrong(&error))?;
        }
        if let Some(outcome) = text.declared {
            game.declare(outcome).map_err(D::Error::custom)?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Piece, Role};

    #[test]
    fn what_is_written_is_read_the_same() {
        for variant in Variant::all() {
            let mut game = Game::new(variant.start());
            for _ in 0..6 {
                let mv = game.position().legal_moves()[3];
                game.play(mv).unwrap();
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
