//! The types that docs/protocol.md shows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use saffron_protocol::{account, error, game, lobby, messages, socket, tables};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use crate::described::{Described, Field, Shape, Value, read};

/// A number that every number of an example is. As White's quarter points it goes with the first reason, a mate.
const NUMBER: u8 = 4;

/// A type that is shown.
pub(crate) struct Shown {
    pub(crate) described: Described,
    /// Reads a value of the type, and writes it again.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests hold the tables against serde"))]
    pub(crate) round_trip: fn(Json) -> serde_json::Result<Json>,
}

/// Types that are shown, by their names in Rust.
pub(crate) struct ShownTypes(pub(crate) BTreeMap<&'static str, Shown>);

impl ShownTypes {
    /// Reads them from the sources below the folder.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut shown = Self(BTreeMap::new());
        shown.add::<socket::ClientMessage>(root)?;
        shown.add::<socket::ServerMessage>(root)?;
        shown.add::<saffron_live::Command>(root)?;
        shown.add::<saffron_live::CommandId>(root)?;
        shown.add::<saffron_live::Event>(root)?;
        shown.add::<saffron_live::Recorded>(root)?;
        shown.add::<saffron_live::Settings>(root)?;
        shown.add::<saffron_live::AbortCause>(root)?;
        shown.add::<saffron_live::TimeControl>(root)?;
        shown.add::<saffron_live::Speed>(root)?;
        shown.add::<saffron_live::Clocks>(root)?;
        shown.add::<saffron_live::Refusal>(root)?;
        shown.add::<saffron_tournament::state::TournamentRefusal>(root)?;
        shown.add::<saffron_tournament::arena::ArenaRefusal>(root)?;
        shown.add::<saffron_tournament::correspondence::CorrespondenceRefusal>(root)?;
        shown.add::<saffron_tournament::simul::SimulRefusal>(root)?;
        shown.add::<saffron_live::Host>(root)?;
        shown.add::<saffron_rules::Outcome>(root)?;
        shown.add::<saffron_rules::Reason>(root)?;
        shown.add::<error::ErrorCode>(root)?;
        shown.add::<game::GameView>(root)?;
        shown.add::<game::GameInfo>(root)?;
        shown.add::<game::GameState>(root)?;
        shown.add::<game::Berserk>(root)?;
        shown.add::<game::GameSummary>(root)?;
        shown.add::<game::GamePage>(root)?;
        shown.add::<game::Player>(root)?;
        shown.add::<game::PlayerKind>(root)?;
        shown.add::<game::PresenceView>(root)?;
        shown.add::<game::ChatLine>(root)?;
        shown.add::<game::Room>(root)?;
        shown.add::<game::ChatLines>(root)?;
        shown.add::<game::ChatRequest>(root)?;
        shown.add::<game::EventList>(root)?;
        shown.add::<game::CommandRequest>(root)?;
        shown.add::<game::CommandAnswer>(root)?;
        shown.add::<lobby::Lobby>(root)?;
        shown.add::<lobby::Seek>(root)?;
        shown.add::<lobby::SeekRequest>(root)?;
        shown.add::<lobby::SeekAnswer>(root)?;
        shown.add::<lobby::GameOffer>(root)?;
        shown.add::<lobby::SideChoice>(root)?;
        shown.add::<lobby::Challenge>(root)?;
        shown.add::<lobby::Challenges>(root)?;
        shown.add::<lobby::ChallengeRequest>(root)?;
        shown.add::<lobby::ChallengeStatus>(root)?;
        shown.add::<lobby::ComputerRequest>(root)?;
        shown.add::<lobby::GameStarted>(root)?;
        shown.add::<account::Me>(root)?;
        shown.add::<account::Email>(root)?;
        shown.add::<account::ServerOffer>(root)?;
        shown.add::<account::AddedVariant>(root)?;
        shown.add::<account::Preferences>(root)?;
        shown.add::<account::ChallengesFrom>(root)?;
        shown.add::<account::MessagesFrom>(root)?;
        shown.add::<account::Registration>(root)?;
        shown.add::<account::SignIn>(root)?;
        shown.add::<messages::Conversations>(root)?;
        shown.add::<messages::ConversationRow>(root)?;
        shown.add::<messages::Correspondent>(root)?;
        shown.add::<messages::Conversation>(root)?;
        shown.add::<messages::DirectMessage>(root)?;
        shown.add::<messages::MessageRequest>(root)?;
        shown.add::<messages::MessagesRead>(root)?;
        shown.add::<tables::TableList>(root)?;
        shown.add::<tables::VariantTables>(root)?;
        shown.add::<tables::TableInfo>(root)?;
        shown.add::<tables::TableCounts>(root)?;
        shown.add::<tables::TablePosition>(root)?;
        shown.add::<tables::TableMove>(root)?;
        shown.add::<tables::TableExercise>(root)?;
        shown.add::<tables::TableResult>(root)?;
        shown.add::<tables::TableRule>(root)?;
        Ok(shown)
    }

    fn add<T: Serialize + DeserializeOwned>(&mut self, root: &Path) -> Result<()> {
        let (file, name) = source_of(std::any::type_name::<T>(), root)?;
        let round_trip = |json| serde_json::to_value(serde_json::from_value::<T>(json)?);
        self.0.insert(name, Shown { described: read(&file, name)?, round_trip });
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Result<&Shown> {
        self.0.get(name).with_context(|| format!("{name} is not among the types that are shown"))
    }

    /// A value of a type with every field: one for each of its kinds, or for each of its texts.
    pub(crate) fn examples(&self, name: &str) -> Result<Vec<Json>> {
        let described = &self.get(name)?.described;
        match &described.shape {
            Shape::Object(fields) => Ok(vec![Json::Object(self.object(fields)?)]),
            Shape::Values(values) => Ok(values.iter().map(|(value, _)| json!(value)).collect()),
            Shape::Kinds { tag, content, kinds } => kinds
                .iter()
                .map(|kind| {
                    let mut object = match (&kind.whole, content) {
                        (Some(whole), Some(content)) => Map::from_iter([(content.clone(), self.example(whole)?)]),
                        (None, Some(content)) if !kind.fields.is_empty() => {
                            Map::from_iter([(content.clone(), Json::Object(self.object(&kind.fields)?))])
                        }
                        _ => self.object(&kind.fields)?,
                    };
                    object.insert(tag.clone(), json!(kind.name));
                    Ok(Json::Object(object))
                })
                .collect(),
        }
    }

    fn object(&self, fields: &[Field]) -> Result<Map<String, Json>> {
        let mut object = Map::new();
        for field in fields {
            match self.example(&field.value)? {
                Json::Object(inner) if field.flat => object.extend(inner),
                value => drop(object.insert(field.name.clone(), value)),
            }
        }
        Ok(object)
    }

    fn example(&self, value: &Value) -> Result<Json> {
        Ok(match value {
            Value::Text => json!("x"),
            Value::Boolean => json!(true),
            Value::Integer(_) | Value::Time => json!(NUMBER),
            Value::Side => json!("w"),
            Value::List(inner) => json!([self.example(inner)?]),
            Value::Named(name) => self.examples(name)?.into_iter().next().context("a type without values")?,
        })
    }
}

/// The file that defines a type by its full path, and its name.
fn source_of(path: &'static str, root: &Path) -> Result<(PathBuf, &'static str)> {
    let (modules, name) = path.rsplit_once("::").context("a type without a path")?;
    let mut modules = modules.split("::");
    let folder = modules.next().and_then(|name| name.strip_prefix("saffron_")).context("a type of another project")?;
    let mut file = root.join("crates").join(folder).join("src");
    file.extend(modules);
    file.set_extension("rs");
    Ok((file, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown() -> ShownTypes {
        ShownTypes::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("types")
    }

    /// The names of kinds, fields, codes and values in the tables are those that serde reads and writes: an example with every
    /// field of a table comes back as it was.
    #[test]
    fn every_kind_and_field_of_a_table_crosses_the_wire_by_its_name() {
        let types = shown();
        for (name, shown) in &types.0 {
            for example in types.examples(name).expect("examples") {
                let written =
                    (shown.round_trip)(example.clone()).unwrap_or_else(|error| panic!("{name} {example}: {error}"));
                assert_eq!(written, example, "{name}");
            }
        }
    }

    /// A field may be missing if the table has a question mark after it, and only then.
    #[test]
    fn a_field_may_be_absent_where_the_table_says_so() {
        let types = shown();
        for (name, shown) in &types.0 {
            let examples = types.examples(name).expect("examples");
            let kinds: Vec<(Option<&str>, &[Field])> = match &shown.described.shape {
                Shape::Object(fields) => vec![(None, fields)],
                Shape::Values(_) => continue,
                Shape::Kinds { content, kinds, .. } => {
                    kinds.iter().map(|kind| (content.as_deref(), &kind.fields[..])).collect()
                }
            };
            for (example, (content, fields)) in examples.iter().zip(kinds) {
                for field in fields.iter().filter(|field| !field.nullable && !field.flat) {
                    let mut without = example.clone();
                    let object = match content {
                        Some(key) => without.get_mut(key),
                        None => Some(&mut without),
                    };
                    let removed = object.and_then(Json::as_object_mut).and_then(|object| object.remove(&field.name));
                    assert!(removed.is_some(), "{name} {example} has no {}", field.name);
                    let read = (shown.round_trip)(without);
                    assert_eq!(read.is_ok(), field.optional, "{name}: {} of {example}: {read:?}", field.name);
                }
            }
        }
    }
}
