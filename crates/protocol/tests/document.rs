//! docs/protocol.md names every message, field and code, and nothing that does not exist: its tables are compared with the
//! types as they are written.

use std::collections::BTreeMap;

use syn::{Attribute, Fields, Item};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// A section of the document, and the type that its table shows.
const TABLES: [(&str, &str, &str); 17] = [
    ("Messages of the client", "ClientMessage", include_str!("../src/socket.rs")),
    ("Messages of the server", "ServerMessage", include_str!("../src/socket.rs")),
    ("Commands", "Command", include_str!("../../live/src/command.rs")),
    ("Events", "Event", include_str!("../../live/src/event.rs")),
    ("Command id", "CommandId", include_str!("../../live/src/command.rs")),
    ("Recorded event", "Recorded", include_str!("../../live/src/event.rs")),
    ("Settings", "Settings", include_str!("../../live/src/event.rs")),
    ("Time control", "TimeControl", include_str!("../../live/src/time.rs")),
    ("Clocks of both sides", "Clocks", include_str!("../../live/src/event.rs")),
    ("Game view", "GameView", include_str!("../src/game.rs")),
    ("Game info", "GameInfo", include_str!("../src/game.rs")),
    ("Player", "Player", include_str!("../src/game.rs")),
    ("Game state", "GameState", include_str!("../src/game.rs")),
    ("Presence", "PresenceView", include_str!("../src/game.rs")),
    ("Chat line", "ChatLine", include_str!("../src/game.rs")),
    ("Codes of the server", "ErrorCode", include_str!("../src/error.rs")),
    ("Codes of a game", "Refusal", include_str!("../../live/src/command.rs")),
];

/// Names, each with the names of its fields.
type Table = BTreeMap<String, Vec<String>>;

#[test]
fn the_document_has_every_message_field_and_code_and_no_others() {
    for (heading, name, source) in TABLES {
        assert_eq!(documented(heading), written(name, source), "section {heading:?} of docs/protocol.md and {name}");
    }
}

/// The rows of the table below a heading: the first column, and what is in code marks in the second.
fn documented(heading: &str) -> Table {
    let lines = DOCUMENT.lines().skip_while(|line| line.trim_start_matches('#') != format!(" {heading}")).skip(1);
    let rows = lines.take_while(|line| !line.starts_with('#')).filter(|line| line.starts_with("| `"));
    let mut table = Table::new();
    // The first row is the head where it names the field that tells kinds apart.
    for row in rows.filter(|row| !row.starts_with("| `t` |") && !row.starts_with("| `kind` | fields")) {
        let mut columns = row.split('|').skip(1);
        let names = |column: &str| column.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        let name = names(columns.next().expect("a column")).remove(0);
        let second = columns.next().expect("a column");
        // Tables of fields have one column of words after it, those of kinds have two.
        let fields = if columns.count() > 1 { names(second) } else { Vec::new() };
        assert!(table.insert(name, fields).is_none(), "{row}");
    }
    table
}

/// The kinds of an enumeration with their fields, or the fields of a structure, under the names that serde gives them.
fn written(name: &str, source: &str) -> Table {
    let file = syn::parse_file(source).expect("Rust");
    for item in file.items {
        match item {
            Item::Enum(item) if item.ident == name => {
                let kinds = renaming(&item.attrs, "rename_all");
                let fields = renaming(&item.attrs, "rename_all_fields");
                let variants = item.variants.iter().filter(|variant| !has(&variant.attrs, "untagged"));
                return variants
                    .map(|variant| (kinds(&variant.ident.to_string()), names(&variant.fields, &fields)))
                    .collect();
            }
            Item::Struct(item) if item.ident == name => {
                let fields = renaming(&item.attrs, "rename_all");
                return names(&item.fields, &fields).into_iter().map(|field| (field, Vec::new())).collect();
            }
            _ => {}
        }
    }
    panic!("there is no type {name}");
}

fn names(fields: &Fields, rename: &impl Fn(&str) -> String) -> Vec<String> {
    let sent = fields.iter().filter(|field| serde(&field.attrs) != "skip");
    let named = sent.filter_map(|field| Some((field.ident.as_ref()?.to_string(), &field.attrs)));
    named.map(|(name, attrs)| rename(&name) + if has(attrs, "skip_serializing_if") { "?" } else { "" }).collect()
}

/// What serde is told in attributes.
fn serde(attributes: &[Attribute]) -> String {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("serde"));
    lists.filter_map(|attribute| Some(attribute.meta.require_list().ok()?.tokens.to_string())).collect()
}

fn has(attributes: &[Attribute], word: &str) -> bool {
    serde(attributes).contains(word)
}

/// How names are changed by an attribute of this name.
fn renaming(attributes: &[Attribute], attribute: &str) -> impl Fn(&str) -> String + use<> {
    let text = serde(attributes);
    let value = text.split(&format!("{attribute} = \"")).nth(1).and_then(|rest| rest.split('"').next());
    let style = value.unwrap_or_default().to_owned();
    move |name| match style.as_str() {
        "" => name.to_owned(),
        "lowercase" => name.to_lowercase(),
        "snake_case" => {
            let mut text = String::new();
            for (index, letter) in name.char_indices() {
                if letter.is_uppercase() && index > 0 {
                    text.push('_');
                }
                text.extend(letter.to_lowercase());
            }
            text
        }
        "camelCase" => {
            let mut text = String::new();
            let mut up = false;
            for (index, letter) in name.char_indices() {
                match letter {
                    '_' => up = true,
                    letter if index == 0 => text.extend(letter.to_lowercase()),
                    letter if up => {
                        text.extend(letter.to_uppercase());
                        up = false;
                    }
                    letter => text.push(letter),
                }
            }
            text
        }
        other => panic!("unknown style {other:?}"),
    }
}
