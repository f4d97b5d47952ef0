//! Games as PGN records.

use saffron_live::{Live, TimeControl};
use saffron_protocol::game::{GameInfo, Player, PlayerKind};
use saffron_rules::{MoveAnnotation, Record};

use crate::calendar::date_and_time;

/// Origin of the server, for the game's `Site`; `None` if it is not configured.
#[derive(Clone, Debug, Default)]
pub struct Site(pub Option<String>);

/// PGN record of a game, with the clocks as comments (`%clk`) and an empty line at the end.
pub fn pgn(info: &GameInfo, live: &Live, site: &Site) -> String {
    let mut record = Record::from(live.game());
    record.tags = tags(info, site);
    if let Some(outcome) = live.outcome() {
        record.tags.push(("Termination".to_owned(), outcome.termination().to_owned()));
    }
    record.annotations = live.times().iter().map(|time| clock(*time)).collect();
    format!("{record}\n")
}

fn clock(time: u32) -> MoveAnnotation {
    let mut annotation = MoveAnnotation::default();
    annotation.after.clock = Some(time.into());
    annotation
}

fn tags(info: &GameInfo, site: &Site) -> Vec<(String, String)> {
    let (date, time) = date_and_time(info.created_at);
    let date = date.replace('-', ".");
    let event = format!("{} {} game", if info.rated { "Rated" } else { "Casual" }, info.speed.id());
    let address = site.0.as_ref().map_or_else(|| "?".to_owned(), |origin| format!("{origin}/live/{}", info.id));
    let mut tags = vec![
        ("Event", event),
        ("Site", address),
        ("Date", date.clone()),
        ("Round", "-".to_owned()),
        ("White", name(&info.white)),
        ("Black", name(&info.black)),
        ("GameId", info.id.clone()),
        ("UTCDate", date),
        ("UTCTime", time),
    ];
    for (elo, diff, kind, player) in [
        ("WhiteElo", "WhiteRatingDiff", "WhiteType", &info.white),
        ("BlackElo", "BlackRatingDiff", "BlackType", &info.black),
    ] {
        tags.extend(player.rating.map(|rating| (elo, rating.to_string())));
        tags.extend(player.rating_change.map(|change| (diff, format!("{change:+}"))));
        tags.extend((player.kind == PlayerKind::Computer).then(|| (kind, "program".to_owned())));
    }
    tags.push(("TimeControl", control(info.control)));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Name of a player; `?`, PGN's value for unknown, for guests and closed accounts.
fn name(player: &Player) -> String {
    player.name.clone().unwrap_or_else(|| "?".to_owned())
}

/// PGN's `TimeControl`: seconds and increment, or moves in a number of seconds.
fn control(control: TimeControl) -> String {
    match control {
        TimeControl::Clock { initial, increment } => format!("{initial}+{increment}"),
        TimeControl::Correspondence { days } => format!("1/{}", u32::from(days) * 86_400),
        TimeControl::Unlimited => "-".to_owned(),
    }
}
