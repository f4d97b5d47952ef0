//! Filters of the archive, parsed from a query.

use saffron_live::{DAY, Speed};
use saffron_protocol::error::ErrorCode;
use saffron_rules::Variant;
use saffron_store::games::{Cursor, Filter, Outcome, Status};

use crate::app::App;
use crate::calendar::day;
use crate::config::limits::OPENING_PLIES;
use crate::error::Error;
use crate::people::named;

/// Results as the archive stores them.
const RESULTS: [&str; 5] = ["1-0", "3/4-1/4", "1/2-1/2", "1/4-3/4", "0-1"];

/// Parses the parameters of a query. All are optional; `after` is the cursor of the page.
///
/// # Errors
/// `InvalidField` with the name of an invalid, unknown or repeated parameter; `NotFound` if a player does not exist;
/// `UnknownVariant` if the variant does not.
pub async fn read(app: &App, query: &str) -> Result<(Filter, Option<Cursor>), Error> {
    let mut filter = Filter { status: Some(Status::Ended), ..Filter::default() };
    let mut after = None;
    let mut result = None;
    let mut seen: Vec<String> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let invalid = || ErrorCode::InvalidField { field: name.chars().take(32).collect() };
        if seen.iter().any(|before| *before == name) {
            return Err(invalid().into());
        }
        seen.push(name.clone().into_owned());
        if value.is_empty() {
            continue;
        }
        match &*name {
            "player" => filter.account = Some(named(app, &value).await?.id),
            "opponent" => filter.opponent = Some(named(app, &value).await?.id),
            "variant" => {
                filter.variant = Some(Variant::by_id(&value).ok_or(ErrorCode::UnknownVariant)?.id().to_owned());
            }
            "speed" => filter.speed = Some(Speed::from_id(&value).ok_or_else(invalid)?.id().to_owned()),
            "result" => result = Some(value.into_owned()),
            "opening" => filter.opening = Some(opening(&value).ok_or_else(invalid)?),
            "from" => filter.from = Some(day(&value).ok_or_else(invalid)?),
            // Inclusive: the filter ends with the next day.
            "to" => filter.until = Some(day(&value).ok_or_else(invalid)? + DAY),
            "rated" => filter.rated = Some(value.parse().map_err(|_| invalid())?),
            "after" => after = Some(cursor(&value).ok_or_else(invalid)?),
            _ => return Err(invalid().into()),
        }
    }
    // An opponent without a player is a player.
    if filter.account.is_none() {
        filter.account = filter.opponent.take();
    }
    if let Some(result) = result {
        match (result.as_str(), filter.account) {
            ("win", Some(_)) => filter.outcome = Some(Outcome::Won),
            ("draw", Some(_)) => filter.outcome = Some(Outcome::Drawn),
            ("loss", Some(_)) => filter.outcome = Some(Outcome::Lost),
            (result, _) if RESULTS.contains(&result) => filter.result = Some(result.to_owned()),
            _ => return Err(ErrorCode::InvalidField { field: "result".to_owned() }.into()),
        }
    }
    Ok((filter, after))
}

/// Parses moves in UCI form, separated by spaces (`+` in a query). `None` if there are none, too many, or one is
/// malformed.
fn opening(text: &str) -> Option<String> {
    let moves: Vec<&str> = text.split(' ').filter(|each| !each.is_empty()).collect();
    let are_moves =
        moves.iter().all(|each| (4..=8).contains(&each.len()) && each.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    (are_moves && (1..=OPENING_PLIES).contains(&moves.len())).then(|| moves.join(" "))
}

/// Encodes a cursor for the `next` of a page.
pub fn cursor_text(cursor: Cursor) -> String {
    format!("{}-{}", cursor.created_at, cursor.id)
}

fn cursor(text: &str) -> Option<Cursor> {
    let (created_at, id) = text.split_once('-')?;
    Some(Cursor { created_at: created_at.parse().ok()?, id: id.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use saffron_store::GameId;

    use super::*;

    #[test]
    fn openings_are_moves() {
        assert_eq!(opening("e2e5 e9e6"), Some("e2e5 e9e6".to_owned()));
        assert_eq!(opening(" f10f11q "), Some("f10f11q".to_owned()));
        for text in [" ", "e2", "e2e5,e9e6", "e2e5 %", &"e2e5 ".repeat(17)] {
            assert_eq!(opening(text), None, "{text:?}");
        }
    }

    #[test]
    fn cursors_read_back() {
        let place = Cursor { created_at: 1_732_622_400_000, id: GameId::from_random(7) };
        assert_eq!(cursor(&cursor_text(place)), Some(place));
        for text in ["", "-", "1", "x-aaaaaaaaaa", "1-Aaaaaaaaaa", "1-aaaaaaaaaaa"] {
            assert_eq!(cursor(text), None, "{text:?}");
        }
    }
}
