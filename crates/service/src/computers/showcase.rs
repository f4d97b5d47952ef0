//! Showcase games between two computers, for visitors who come while no people play.

use std::sync::Arc;

use saffron_live::{Settings, TimeControl};
use saffron_protocol::lobby::SideChoice;
use saffron_rules::Variant;
use tokio::time::{Instant, MissedTickBehavior};

use crate::app::App;
use crate::config::limits::SHOWCASE_INTERVAL;
use crate::error::Error;
use crate::games::info::GameData;
use crate::lobby::pairing::{Pairing, new_id, start};
use crate::lobby::tv::people_play;
use crate::parts::offers::Terms;

/// Time control of showcase games: 5+3, slow enough to follow.
const CONTROL: TimeControl = TimeControl::Clock { initial: 300, increment: 3 };
/// Levels that play showcase games.
const LEVELS: std::ops::RangeInclusive<u8> = 5..=9;

/// Starts a showcase game whenever a visitor is connected and no people play, cycling through the variants. One game
/// runs at a time. Never returns.
pub(crate) async fn run(app: &Arc<App>) {
    let mut interval = tokio::time::interval_at(Instant::now() + SHOWCASE_INTERVAL, SHOWCASE_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut variants = Variant::all().iter().cycle();
    loop {
        interval.tick().await;
        if !is_needed(app) {
            continue;
        }
        let Some(variant) = variants.next() else { return };
        if let Err(error) = begin(app, variant).await {
            tracing::error!(%error, "two computers could not begin a game");
        }
    }
}

fn is_needed(app: &App) -> bool {
    let is_running = !app.lobby.current.first(1, |game| game.people == 0).is_empty();
    app.sockets.total() > 0 && !is_running && !people_play(app)
}

async fn begin(app: &Arc<App>, variant: &'static Variant) -> Result<(), Error> {
    let choices = f64::from(LEVELS.end() - LEVELS.start() + 1);
    let level = || {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the number of levels")]
        let above = (app.random.fraction() * choices) as u8;
        LEVELS.start() + above.min(LEVELS.end() - LEVELS.start())
    };
    let (one, mut other) = (level(), level());
    if one == other {
        other = if one == *LEVELS.end() { one - 1 } else { one + 1 };
    }
    let (Some(one), Some(other)) = (app.computers.of_level(one), app.computers.of_level(other)) else {
        return Ok(());
    };
    let settings = Settings::casual(variant.id(), CONTROL);
    let pairing = Pairing {
        terms: Terms { settings, speed: CONTROL.speed(), side: SideChoice::Random },
        accounts: [one.clone(), other.clone()],
        data: GameData::default(),
        id: new_id(app),
        also: Vec::new(),
    };
    start(app, pairing).await.map(|_| ())
}
