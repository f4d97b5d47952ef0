//! Calendar of what comes: arenas, those that series will have, simuls, and tournaments over the board. Also as a file (RFC 5545).

use icalendar::{Calendar as CalendarFile, Component, Event, EventLike, Property};
use saffron_live::{DAY, Millis};
use saffron_protocol::arena_series::{ArenaRepeats, Calendar, CalendarArena, CalendarTournament};
use saffron_protocol::arenas::ArenaInfo;
use saffron_protocol::game::PlayerKind;
use saffron_store::tournaments::{self, TournamentKind};

use crate::app::App;
use crate::arenas::series::{active, schedule};
use crate::arenas::{next_standing, upcoming};
use crate::calendar::{basic, day};
use crate::client::Client;
use crate::config::limits::{CALENDAR_AHEAD, MAX_CALENDAR_ARENAS, MAX_CALENDAR_ROWS};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::simuls;
use crate::tournaments::dated;

/// What comes in the next four weeks.
///
/// # Errors
/// Failures of the store; `RateLimited` if the client has used up its processor time.
pub async fn calendar(app: &App, client: Client) -> Result<Calendar, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let now = app.clock.now();
    let until = now + CALENDAR_AHEAD;
    let mut arenas: Vec<CalendarArena> = upcoming(app, until).await?.into_iter().map(entry).collect();
    arenas.extend(later(app, now, until).await?);
    arenas.sort_by(|a, b| (a.starts_at, &a.id, &a.series).cmp(&(b.starts_at, &b.id, &b.series)));
    arenas.truncate(MAX_CALENDAR_ARENAS);
    let rows = tournaments::current(&*app.database, TournamentKind::Board, MAX_CALENDAR_ROWS).await?;
    let simuls = simuls::planned(app, until).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(arenas.len() + simuls.len() + rows.len()));
    let mut board: Vec<CalendarTournament> = Vec::new();
    for (first, info) in dated(app, &rows).await? {
        // The day is one of any time zone.
        if day(&first).is_some_and(|at| (now - 2 * DAY..until).contains(&at)) {
            board.push(CalendarTournament {
                id: info.id,
                name: info.name,
                organiser: info.organiser,
                variant: info.variant,
                day: first,
                dates: info.dates,
                place: info.place,
            });
        }
    }
    board.sort_by(|a, b| (&a.day, &a.name, &a.id).cmp(&(&b.day, &b.name, &b.id)));
    Ok(Calendar { now, arenas, simuls, tournaments: board, standing: next_standing(app).await? })
}

fn entry(arena: ArenaInfo) -> CalendarArena {
    let ends_at = arena.settings.ends_at();
    CalendarArena {
        id: Some(arena.id),
        series: arena.series,
        name: arena.settings.name,
        organiser: arena.organiser,
        variant: arena.settings.variant,
        initial: arena.settings.initial,
        increment: arena.settings.increment,
        speed: arena.speed,
        rated: arena.settings.rated,
        starts_at: arena.settings.starts_at,
        ends_at,
    }
}

/// Arenas of series that will be created. Of series that repeat by hours, those that exist already are enough.
async fn later(app: &App, now: Millis, until: Millis) -> Result<Vec<CalendarArena>, Error> {
    let mut later = Vec::new();
    for (row, settings, organiser) in active(app, MAX_CALENDAR_ROWS).await? {
        if matches!(settings.schedule.repeats, ArenaRepeats::Hours { .. }) {
            continue;
        }
        let starts = std::iter::successors(row.next_at, |start| schedule::next_after(&settings.schedule, *start));
        for starts_at in starts.take_while(|start| *start < until).filter(|start| *start > now) {
            let arena = settings.at(starts_at);
            later.push(CalendarArena {
                id: None,
                series: Some(row.id.to_string()),
                name: arena.name.clone(),
                organiser: organiser.name.clone(),
                variant: arena.variant.clone(),
                initial: arena.initial,
                increment: arena.increment,
                speed: crate::arenas::control(&arena).speed(),
                rated: arena.rated,
                starts_at,
                ends_at: arena.ends_at(),
            });
        }
    }
    Ok(later)
}

/// Calendar as a file. It holds names only, since calendars have no message catalogues, and nothing of the server itself.
///
/// # Errors
/// As those of [`calendar`].
pub async fn file(app: &App, client: Client) -> Result<String, Error> {
    let Calendar { now, arenas, simuls, tournaments, .. } = calendar(app, client).await?;
    let base = app.config.public_origin.as_deref().unwrap_or_default();
    let mut file = CalendarFile::new();
    file.name("Saffron");
    for arena in arenas {
        let link = match &arena.id {
            Some(id) => format!("{base}/arena/{id}"),
            None => format!("{base}/calendar"),
        };
        let mut event = Event::new();
        // An arena of a series is the same event before and after it is created.
        let id = match (&arena.series, &arena.id) {
            (Some(series), _) => format!("series-{series}-{}", arena.starts_at),
            (None, id) => format!("arena-{}", id.as_deref().unwrap_or_default()),
        };
        event.uid(&format!("{id}@saffron")).summary(&arena.name).url(&link);
        for (property, at) in [("DTSTAMP", now), ("DTSTART", arena.starts_at), ("DTEND", arena.ends_at)] {
            event.add_property(property, basic(at));
        }
        file.push(event.done());
    }
    for simul in simuls.into_iter().filter(|simul| simul.host.kind != PlayerKind::Computer) {
        let mut event = Event::new();
        event.uid(&format!("simul-{}@saffron", simul.id)).summary(&simul.settings.name);
        event.url(&format!("{base}/simul/{}", simul.id));
        for (property, at) in [("DTSTAMP", Some(now)), ("DTSTART", simul.settings.begins_at)] {
            event.add_property(property, at.map(basic).unwrap_or_default());
        }
        file.push(event.done());
    }
    for tournament in tournaments {
        let mut event = Event::new();
        event.uid(&format!("tournament-{}@saffron", tournament.id)).summary(&tournament.name);
        event.url(&format!("{base}/tournament/{}", tournament.id));
        if !tournament.place.is_empty() {
            event.location(&tournament.place);
        }
        event.add_property("DTSTAMP", basic(now));
        let mut first = Property::new("DTSTART", tournament.day.replace('-', ""));
        event.append_property(first.add_parameter("VALUE", "DATE").done());
        file.push(event.done());
    }
    Ok(file.to_string())
}
