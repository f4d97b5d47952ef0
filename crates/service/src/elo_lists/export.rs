//! Files of Elo lists.

use std::fmt::Write;

use saffron_protocol::elo::EloListFile;

use super::create::FILE_VERSION;
use super::{load, rate, view};
use crate::app::App;
use crate::client::Client;
use crate::csv::field;
use crate::error::Error;

/// List as values that are separated by semicolons, with a head: spreadsheets of most languages of the page read it so.
///
/// # Errors
/// `NotFound` if there is no such list; `RateLimited` if the client has used up its processor time.
pub async fn csv(app: &App, client: Client, id: &str) -> Result<String, Error> {
    let loaded = load(app, client, id).await?;
    let ratings = rate(app, client, &loaded.list);
    // With the mark by which spreadsheets know the encoding.
    let mut out = "\u{feff}name;birth;club;rating;games;K;change\r\n".to_owned();
    for player in view::players(&loaded.list, &ratings) {
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let _ = write!(
            out,
            "{};{};{};{};{};{};{}\r\n",
            field(&player.fields.name, ';'),
            number(player.fields.birth.map(i64::from)),
            field(&player.fields.club, ';'),
            number(player.rating.map(i64::from)),
            player.games,
            number(player.k.map(i64::from)),
            number(player.change.map(i64::from)),
        );
    }
    Ok(out)
}

/// File with all that the ratings follow from.
///
/// # Errors
/// Those of [`csv`].
pub async fn file(app: &App, client: Client, id: &str) -> Result<EloListFile, Error> {
    let loaded = load(app, client, id).await?;
    Ok(EloListFile { saffron_elo_list: FILE_VERSION, list: loaded.list })
}
