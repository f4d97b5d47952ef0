//! Types as they cross the wire, read from their source: names by serde's attributes, meanings by the comments.

use std::path::Path;

use anyhow::{Context, Result, bail};
use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, LitStr, Meta, PathArguments, Type};

/// A type.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) doc: String,
    pub(crate) shape: Shape,
}

#[derive(Debug)]
pub(crate) enum Shape {
    /// An object.
    Object(Vec<Field>),
    /// One of a set of texts.
    Values(Vec<(String, String)>),
    /// Object of one of several kinds, distinguished by the field `tag`. The fields of a kind are next to it, or in the field `content`.
    Kinds { tag: String, content: Option<String>, kinds: Vec<Kind> },
}

#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) fields: Vec<Field>,
    /// Content, if it is a type of its own.
    pub(crate) whole: Option<Value>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) value: Value,
    pub(crate) optional: bool,
    pub(crate) nullable: bool,
    /// The value for which the field is absent.
    pub(crate) left_out: Option<&'static str>,
    /// The fields of the value stand in its place.
    pub(crate) flat: bool,
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Text,
    Boolean,
    /// Integer type, by its name in Rust.
    Integer(String),
    Time,
    Side,
    List(Box<Self>),
    Named(String),
}

/// Serde attributes of an item.
#[derive(Default)]
struct Serde {
    tag: Option<String>,
    content: Option<String>,
    rename_all: Option<String>,
    rename_all_fields: Option<String>,
    optional: bool,
    left_out: Option<&'static str>,
    skip: bool,
    flatten: bool,
    untagged: bool,
}

/// Reads a type of a file.
pub(crate) fn read(file: &Path, name: &str) -> Result<Described> {
    for item in items(file)? {
        match item {
            Item::Struct(item) if item.ident == name => {
                let serde = serde_of(&item.attrs)?;
                let fields = fields(&item.fields, serde.rename_all.as_deref(), serde.optional)?;
                return Ok(Described { doc: doc(&item.attrs), shape: Shape::Object(fields) });
            }
            Item::Enum(item) if item.ident == name => {
                let serde = serde_of(&item.attrs)?;
                let shape = enumeration(&item, serde).with_context(|| format!("in {name}"))?;
                return Ok(Described { doc: doc(&item.attrs), shape });
            }
            _ => {}
        }
    }
    bail!("{} has no type {name}", file.display())
}

/// The public constants of a file: meanings and values.
pub(crate) fn constants(file: &Path) -> Result<Vec<(String, u64)>> {
    let constants = items(file)?.into_iter().filter_map(|item| match item {
        Item::Const(item) => Some(item),
        _ => None,
    });
    constants
        .map(|item| {
            let value = number(&item.expr).with_context(|| format!("{} is no number or product", item.ident))?;
            Ok((doc(&item.attrs), value))
        })
        .collect()
}

fn items(file: &Path) -> Result<Vec<Item>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(syn::parse_file(&text).with_context(|| format!("in {}", file.display()))?.items)
}

fn number(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Binary(product) if matches!(product.op, syn::BinOp::Mul(_)) => {
            number(&product.left)?.checked_mul(number(&product.right)?)
        }
        _ => None,
    }
}

fn enumeration(item: &syn::ItemEnum, serde: Serde) -> Result<Shape> {
    let mut kinds = Vec::new();
    for variant in &item.variants {
        let own = serde_of(&variant.attrs)?;
        if own.untagged {
            continue;
        }
        let (fields, whole) = match &variant.fields {
            Fields::Unnamed(content) if content.unnamed.len() == 1 => {
                (Vec::new(), Some(value(&content.unnamed[0].ty)?.0))
            }
            named => (self::fields(named, serde.rename_all_fields.as_deref(), false)?, None),
        };
        let name = renamed(&variant.ident.to_string(), serde.rename_all.as_deref())?;
        kinds.push(Kind { name, doc: doc(&variant.attrs), fields, whole });
    }
    Ok(match serde.tag {
        Some(tag) => Shape::Kinds { tag, content: serde.content, kinds },
        None => Shape::Values(kinds.into_iter().map(|kind| (kind.name, kind.doc)).collect()),
    })
}

fn fields(fields: &Fields, style: Option<&str>, all_optional: bool) -> Result<Vec<Field>> {
    let mut found = Vec::new();
    for field in fields {
        let serde = serde_of(&field.attrs)?;
        let Some(ident) = field.ident.as_ref().filter(|_| !serde.skip) else { continue };
        let name = renamed(&ident.to_string(), style)?;
        let (value, is_option) = value(&field.ty).with_context(|| format!("in the field {name}"))?;
        let optional = serde.optional || all_optional;
        let nullable = is_option && !optional;
        let Serde { left_out, flatten: flat, .. } = serde;
        found.push(Field { name, doc: doc(&field.attrs), value, optional, nullable, left_out, flat });
    }
    Ok(found)
}

/// The value of a type, and whether there may be none.
fn value(ty: &Type) -> Result<(Value, bool)> {
    let path = match ty {
        Type::Path(path) => path,
        Type::Reference(reference) => return value(&reference.elem),
        _ => bail!("only paths and references are known"),
    };
    let last = path.path.segments.last().context("an empty path")?;
    let inner = || -> Result<Value> {
        match &last.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(inner)) => Ok(value(inner)?.0),
                _ => bail!("no type in {}", last.ident),
            },
            _ => bail!("no type in {}", last.ident),
        }
    };
    let name = last.ident.to_string();
    Ok(match name.as_str() {
        "Option" => (inner()?, true),
        "Box" => (inner()?, false),
        "Vec" => (Value::List(Box::new(inner()?)), false),
        "String" | "str" => (Value::Text, false),
        "bool" => (Value::Boolean, false),
        "usize" => (Value::Integer("u64".to_owned()), false),
        "u8" | "u16" | "u32" | "u64" | "i32" | "i64" => (Value::Integer(name), false),
        "Millis" => (Value::Time, false),
        "Color" => (Value::Side, false),
        _ => (Value::Named(name), false),
    })
}

fn serde_of(attributes: &[Attribute]) -> Result<Serde> {
    let mut serde = Serde::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            let text =
                if meta.input.peek(syn::Token![=]) { Some(meta.value()?.parse::<LitStr>()?.value()) } else { None };
            match name.as_str() {
                "tag" => serde.tag = text,
                "content" => serde.content = text,
                "rename_all" => serde.rename_all = text,
                "rename_all_fields" => serde.rename_all_fields = text,
                "default" => serde.optional = true,
                "skip_serializing_if" => {
                    serde.optional = true;
                    serde.left_out = match text.as_deref() {
                        Some("Option::is_none") => None,
                        Some("is_zero") => Some("0"),
                        Some("std::ops::Not::not") => Some("`false`"),
                        _ => return Err(meta.error("this condition for skipping is not known")),
                    };
                }
                "skip" => serde.skip = true,
                "flatten" => serde.flatten = true,
                "untagged" => serde.untagged = true,
                "with" | "deny_unknown_fields" => {}
                other => return Err(meta.error(format!("serde's `{other}` is not known"))),
            }
            Ok(())
        })?;
    }
    Ok(serde)
}

/// A name as serde writes it.
fn renamed(name: &str, style: Option<&str>) -> Result<String> {
    let words: Vec<String> = if name.contains(|c: char| c.is_uppercase()) {
        let starts = name.char_indices().filter(|(at, c)| *at > 0 && c.is_uppercase()).map(|(at, _)| at);
        let ends = starts.clone().chain([name.len()]);
        [0].into_iter().chain(starts).zip(ends).map(|(start, end)| name[start..end].to_lowercase()).collect()
    } else {
        name.split('_').map(str::to_owned).collect()
    };
    Ok(match style {
        None => name.to_owned(),
        Some("lowercase") => name.to_lowercase(),
        Some("snake_case") => words.join("_"),
        Some("kebab-case") => words.join("-"),
        Some("camelCase") => words
            .iter()
            .enumerate()
            .map(|(index, word)| {
                let (first, rest) = word.split_at(word.len().min(1));
                if index == 0 { word.clone() } else { first.to_uppercase() + rest }
            })
            .collect(),
        Some(other) => bail!("unknown style {other}"),
    })
}

/// The comment on an item as one line, up to its first example. Links to items become their names.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> =
        lines.map(|line| line.trim().to_owned()).take_while(|line| !line.starts_with("```")).collect();
    let text = lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("[`", "`").replace("`]", "`").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_serde_does() {
        let written = |name, style| renamed(name, Some(style)).expect("a style");
        assert_eq!(written("SeekAdded", "camelCase"), "seekAdded");
        assert_eq!(written("claim_from", "camelCase"), "claimFrom");
        assert_eq!(written("w", "camelCase"), "w");
        assert_eq!(written("NotYourTurn", "snake_case"), "not_your_turn");
        assert_eq!(written("StalemateWin", "kebab-case"), "stalemate-win");
        assert_eq!(written("Correspondence", "lowercase"), "correspondence");
        assert!(renamed("A", Some("SCREAMING")).is_err());
    }

    #[test]
    fn comments_become_one_line_without_links_and_examples() {
        let text = "/// One of [`DAYS`], `a|b`.\n///\n/// More.\n/// ```\n/// code\n/// ```\nstruct A;";
        let item: syn::ItemStruct = syn::parse_str(text).expect("Rust");
        assert_eq!(doc(&item.attrs), "One of `DAYS`, `a\\|b`. More.");
    }
}
