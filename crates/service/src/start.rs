//! Start, background tasks and stop of the service.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use saffron_live::{Millis, TimeControl};
use saffron_store::accounts::Kind;
use saffron_store::games::{Asleep, asleep, log_index};
use saffron_store::server::{self, Downtime};
use saffron_store::{Database, GameId, StoreError};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::MissedTickBehavior;

use crate::accounts::closing;
use crate::app::{AccountState, App, ArchiveState, Computers, DatabaseHandle, LobbyState, PeopleState, PuzzleState};
use crate::calendar::rfc3339;
use crate::clock::{Clock, Comparison, millis};
use crate::config::ServiceConfig;
use crate::config::limits::{
    HEARTBEAT_INTERVAL, IDLE_GAME_TTL, LAST_JOBS_TIMEOUT, LONG_DOWNTIME, MAX_CLOCK_AHEAD, MAX_CLOCK_DIFFERENCE,
};
use crate::games::Games;
use crate::games::notices::{GameNotice, NoticeSender};
use crate::games::online::Online;
use crate::lobby::{seeks, watch as lobby};
use crate::metrics::Metrics;
use crate::metrics::measured::MeasuredDatabase;
use crate::names::{self, ErasedNames};
use crate::notifications::push::{self, PushClient, PushServiceError};
use crate::parts::arenas::LiveArenas;
use crate::parts::budgets::Budgets;
use crate::parts::chat_floods::ChatState;
use crate::parts::contacts::Contacts;
use crate::parts::jobs::Jobs;
use crate::parts::sockets::SocketCounts;
use crate::parts::tournaments::LoadedTournaments;
use crate::people::participations;
use crate::random::Random;
use crate::{arenas, chat, computers, housekeeping, mail, notifications, puzzles, ratings, tournament_jobs, vacation};

/// The running site. The server answers requests with it, and so do simulations.
#[derive(Debug)]
pub struct Service {
    app: Arc<App>,
    epoch: i64,
    notices: mpsc::UnboundedReceiver<GameNotice>,
    startup_games: StartupGames,
}

/// Reason why the service cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The store cannot be read or written.
    #[error("the data cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// A push service is named that is none.
    #[error(transparent)]
    PushService(#[from] PushServiceError),
    /// The last heartbeat is more than seven days later than the wall clock's time.
    #[error(
        "the data were last used at {stored}, but by this machine's clock it is {wall}: set the clock, or if it is right, \
         run `saffron admin accept-clock` and start again"
    )]
    Clock {
        /// Last heartbeat of the previous server (RFC 3339).
        stored: String,
        /// Time of the wall clock (RFC 3339).
        wall: String,
    },
}

/// Starts the server's time at the latest of the wall clock's time, the previous server's last heartbeat, and an event
/// shortly after that.
fn begin_clock(clock: Clock, alive_at: Option<Millis>, last_event: Option<Millis>) -> Result<Clock, StartError> {
    let Some(alive_at) = alive_at else { return Ok(clock) };
    let wall = clock.now();
    if alive_at - wall > MAX_CLOCK_AHEAD {
        return Err(StartError::Clock { stored: rfc3339(alive_at), wall: rfc3339(wall) });
    }
    // Later events are those of games whose own time is ahead.
    let soon = alive_at..=alive_at + 10 * millis(HEARTBEAT_INTERVAL);
    let last = last_event.filter(|last| soon.contains(last)).unwrap_or(alive_at);
    if wall - alive_at > LONG_DOWNTIME {
        tracing::warn!(
            stopped_at = rfc3339(alive_at),
            now = rfc3339(wall),
            "by the wall clock no server ran for a long time; if the wall clock is wrong, stop the server and set it"
        );
    }
    Ok(clock.not_before(last))
}

/// Adjusts the server's time to the wall clock, and warns the operator of differences.
fn follow_wall_clock(app: &App) {
    let Some(comparison) = app.clock.follow() else { return };
    let Comparison { server, wall, slow, changed } = comparison;
    let ahead = comparison.ahead();
    app.metrics.set_clock_ahead(ahead);
    let times = || (rfc3339(server), rfc3339(wall));
    if slow && changed {
        let (server, wall) = times();
        tracing::warn!(server, wall, "the server's time is ahead of the wall clock: it runs at half speed for a while");
    } else if changed {
        let (server, wall) = times();
        tracing::info!(server, wall, "the server's time is that of the wall clock again");
    }
    let differs = if ahead.abs() <= MAX_CLOCK_DIFFERENCE { false } else { !slow };
    if differs != app.clock_differs.swap(differs, Ordering::Relaxed) && differs {
        let (server, wall) = times();
        let what = if ahead > 0 {
            "the server's time is far ahead of the wall clock: stop the server, run `saffron admin accept-clock`, start it"
        } else {
            "the server's time is behind the wall clock, which was set: it catches up at the next start"
        };
        tracing::warn!(server, wall, what);
    }
}

/// Running games that the start reads into memory.
#[derive(Debug)]
struct StartupGames {
    /// Games with running clocks, games in which a computer or a player on vacation may be to move, and oversized
    /// games.
    awake: Vec<GameId>,
    /// Games of accounts that were closed while no server ran.
    closed: Vec<GameId>,
}

impl StartupGames {
    fn new(app: &App, running: &[Asleep], fat: Vec<GameId>) -> Self {
        let now = app.clock.now();
        let of = |wanted: &dyn Fn(&Asleep) -> bool| -> Vec<GameId> {
            running.iter().filter(|asleep| wanted(asleep)).map(|asleep| asleep.game.id).collect()
        };
        let has = |asleep: &Asleep, kind: Kind| asleep.kinds.contains(&Some(kind));
        let mut awake = of(&|asleep| {
            let control = serde_json::from_str::<TimeControl>(&asleep.game.control);
            control.is_ok_and(TimeControl::is_real_time)
                || has(asleep, Kind::Computer)
                || asleep.game.to_move.is_some_and(|account| app.accounts.vacations.of(account, now).is_some())
        });
        awake.extend(fat);
        let closed = of(&|asleep| has(asleep, Kind::Closed) || asleep.kinds.contains(&None));
        Self { awake, closed }
    }
}

impl Service {
    /// Takes over the store of the previous server and resumes its running games; the downtime does not count in them.
    /// `seed` makes all random choices reproducible and is for simulations only. `stopping` becomes true when the
    /// server is about to stop.
    ///
    /// # Errors
    /// [`StartError::Store`] if the store fails, [`StartError::Clock`] if the wall clock is far behind the previous
    /// server's time.
    pub async fn start(
        database: Arc<dyn Database>,
        clock: Clock,
        seed: Option<u64>,
        config: ServiceConfig,
        stopping: watch::Receiver<bool>,
    ) -> Result<Self, StartError> {
        let random = seed.map_or_else(Random::from_system, Random::from_seed);
        let metrics = Arc::new(Metrics::default());
        let database: Arc<dyn Database> = Arc::new(MeasuredDatabase::new(database, Arc::clone(&metrics)));
        let epoch = database.take_epoch().await?;
        let (running, log) = (asleep(&*database).await?, log_index(&*database).await?);
        let clock = begin_clock(clock, epoch.alive_at, log.last_at)?;
        let (sender, notices) = NoticeSender::new();
        let games =
            Arc::new(Games::new(Arc::clone(&database), clock.clone(), epoch.number, sender, Arc::clone(&metrics)));
        // Without a stored heartbeat, games stopped at their last event.
        let stopped_at = epoch.alive_at.unwrap_or(Millis::MIN);
        let downtimes =
            server::begin(&*database, epoch.number, Downtime { stopped_at, resumed_at: clock.now() }).await?;
        let fat = games.take_over(&running, log, downtimes);
        tracing::info!(games = running.len(), epoch = epoch.number, "running games taken over");
        names::renew_keys(&*database).await?;
        let erased_names = ErasedNames::load(&*database, &random).await?;
        let push_key = push::key(&*database, &random).await?;
        let push = PushClient::new(push_key, config.operator(), &config.push_services)?;
        let computers = match config.computers.threads {
            0 => Vec::new(),
            _ => computers::ensure(&*database, &random, clock.now()).await?,
        };
        let stop = Arc::new(Semaphore::new(0));
        tokio::spawn({
            let (stop, mut stopping) = (Arc::clone(&stop), stopping.clone());
            async move {
                // A dropped sender means that the server is gone.
                let _ = stopping.wait_for(|stopping| *stopping).await;
                stop.close();
            }
        });
        let app = App {
            database: DatabaseHandle(database),
            clock,
            random,
            budgets: Arc::new(Budgets::new(config.budgets)),
            accounts: AccountState::new(&config.accounts, erased_names),
            games,
            online: Online::default(),
            lobby: LobbyState::default(),
            computers: Computers::new(config.computers, computers),
            sockets: SocketCounts::default(),
            chat: ChatState::default(),
            contacts: Contacts::default(),
            jobs: Jobs::new(epoch.number),
            people: PeopleState::default(),
            archive: ArchiveState::default(),
            puzzles: PuzzleState::default(),
            tournaments: LoadedTournaments::default(),
            team_tournaments: LoadedTournaments::default(),
            arenas: LiveArenas::default(),
            push,
            metrics,
            stopping,
            stop,
            config,
            connections: AtomicU64::new(1),
            writing: AtomicBool::new(true),
            clock_differs: AtomicBool::new(false),
        };
        let app = Arc::new(app);
        vacation::load(&app).await?;
        seeks::load(&app).await?;
        arenas::load(&app).await?;
        running.iter().for_each(|running| app.lobby.current.add_asleep(running));
        let startup_games = StartupGames::new(&app, &running, fat);
        Ok(Self { app, epoch: epoch.number, notices, startup_games })
    }

    /// State, for the code that answers requests.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Handle for the final work when the service stops.
    pub fn ending(&self) -> Ending {
        Ending { app: Arc::clone(&self.app), epoch: self.epoch }
    }

    /// Runs the background tasks. Never returns.
    pub async fn run(self) {
        let Self { app, epoch, mut notices, startup_games } = self;
        let waking = async {
            closing::leave_games_of_closed(&app, &startup_games.closed).await;
            app.games.wake_all(startup_games.awake).await;
        };
        let rest = app.config.rest.unwrap_or(IDLE_GAME_TTL);
        let resting = app.games.let_go(rest);
        let time = async { app.games.keep_time().await };
        let heartbeat = async {
            let mut interval = tokio::time::interval(HEARTBEAT_INTERVAL);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                interval.tick().await;
                follow_wall_clock(&app);
                let written = server::alive(&*app.database, epoch, app.clock.now()).await;
                app.writing.store(written.is_ok(), Ordering::Relaxed);
                if let Err(error) = written {
                    tracing::error!(%error, "the store could not be dispatch that the server is alive");
                }
            }
        };
        let (turns, turned) = mpsc::unbounded_channel();
        let (ends, ended) = mpsc::unbounded_channel();
        let dispatch = async {
            while let Some(notice) = notices.recv().await {
                // Dropping this task closes the channels of the readers.
                if let GameNotice::Ended { game, is_awaited } = notice {
                    app.jobs.ratings.wake();
                    if is_awaited {
                        app.jobs.tournaments.wake();
                    }
                    app.arenas.game_ended(game);
                    let _ = ends.send(game);
                }
                if let GameNotice::Started(id) | GameNotice::Turn(id) = notice {
                    vacation::turned(&app, id);
                }
                computers::on_game_event(&app, notice);
                if lobby::on_game_event(&app, notice) {
                    app.jobs.notifications.wake();
                    let _ = turns.send(notice.game());
                }
            }
        };
        let turns = lobby::send_turns(Arc::clone(&app), turned);
        let chats = chat::open_at_ends(&app, ended);
        let lobby = lobby::keep(Arc::clone(&app));
        let computers = computers::run(Arc::clone(&app));
        let (housekeeping, mail) = (housekeeping::keep(&app), mail::deliver(&app));
        let ratings = ratings::keep(&app);
        let mining = puzzles::mining::keep(&app);
        let (arenas, series) = (arenas::run::keep(&app), arenas::series::keep(&app));
        let tournaments = tournament_jobs::keep(&app);
        let earlier = participations::record_earlier(&app);
        let (soon, push) = (notifications::keep(&app), push::keep(&app));
        tokio::join!(
            waking,
            resting,
            time,
            heartbeat,
            dispatch,
            turns,
            lobby,
            computers,
            chats,
            housekeeping,
            mail,
            ratings,
            mining,
            arenas,
            tournaments,
            series,
            earlier,
            soon,
            push
        );
    }
}

/// Final work of a service that stops.
#[derive(Debug)]
pub struct Ending {
    app: Arc<App>,
    epoch: i64,
}

impl Ending {
    /// Waits for the sockets to close, stores the time of the stop, and closes the store once everything is durable.
    pub async fn finish(self) {
        let Self { app, epoch } = self;
        for _ in 0..40 {
            if app.sockets.total() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // An aborted e-mail would be sent again by the next server.
        app.jobs.idle(LAST_JOBS_TIMEOUT).await;
        if let Err(error) = server::alive(&*app.database, epoch, app.clock.now()).await {
            tracing::error!(%error, "the end could not be noted");
        }
        if let Err(error) = app.database.close().await {
            tracing::error!(%error, "the store could not be closed");
        }
    }
}
