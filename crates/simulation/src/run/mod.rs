//! Simulation of one seed, from its plan to its report.

mod faults;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use saffron_store::{MemoryDisk, MemoryOptions};
use turmoil::Sim;

use crate::checks;
use crate::client;
use crate::final_views;
use crate::history::Totals;
use crate::logs;
use crate::plan::{Fault, Plan};
use crate::played;
use crate::server;
use crate::setup;
use crate::tournaments::{self, Known};
use crate::world::{Phase, SERVER, World, millis};

/// Timeout until everyone is connected again and every command is answered, in milliseconds.
const SETTLE_TIMEOUT: u64 = 45_000;
/// Timeout until a tournament is over, in milliseconds.
const TOURNAMENT_TIMEOUT: u64 = 240_000;
/// Time that a simulation runs on after the end of its tournament, in milliseconds.
const AFTER_THE_END: u64 = 2000;
/// Interval between two idle times at the end, in milliseconds.
const IDLE_INTERVAL: u64 = 4000;
/// Timeout of the last moves, in milliseconds.
const LAST_MOVES_TIMEOUT: u64 = 20_000;
/// Minimum duration of a waiting phase, in milliseconds.
const MIN_WAIT: u64 = 1000;
/// Timeout until a server notices that clients have gone without closing their connections, in milliseconds.
const LEAVE_TIMEOUT: u64 = 120_000;

/// Report of a simulation.
#[derive(Clone, Debug)]
pub struct Report {
    pub seed: u64,
    /// Violations, the first one first; empty if there are none.
    pub violations: Vec<String>,
    pub totals: Totals,
    /// Hash of the whole trace.
    pub hash: u64,
    /// Lines of the trace, if requested.
    pub trace: Vec<String>,
}

/// What is simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Games,
    Tournaments,
    Arenas,
    Correspondence,
    Simuls,
}

/// Runs the simulation of a seed; with `trace`, keeps the lines of its trace.
pub fn run_seed(mode: Mode, seed: u64, trace: bool) -> Report {
    let plan = match mode {
        Mode::Games => Plan::new(seed),
        Mode::Tournaments => Plan::of_tournaments(seed),
        Mode::Arenas => Plan::of_arenas(seed),
        Mode::Correspondence => Plan::of_correspondence(seed),
        Mode::Simuls => Plan::of_simuls(seed),
    };
    run_plan(&plan, trace)
}

fn run_plan(plan: &Plan, trace: bool) -> Report {
    logs::noted(|| {
        let seed = plan.seed;
        let mut report = Report { seed, violations: Vec::new(), totals: Totals::default(), hash: 0, trace: Vec::new() };
        let run = || Run::new(plan.clone(), trace).map(|run| run.into_report(report.clone()));
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(Ok(report)) => return report,
            Ok(Err(error)) => report.violations.push(format!("the simulation could not begin: {error:#}")),
            Err(_) => report.violations.extend(logs::panics()),
        }
        report
    })
}

/// Scheduled action.
#[derive(Clone, Copy, Debug)]
enum Action {
    Fault(Fault),
    StartServer,
    StartPerson(usize),
    Repair(usize),
    Release(usize),
    NoLoss(usize),
    EndOutage,
}

struct Run<'a> {
    sim: Sim<'a>,
    world: Rc<World>,
    /// Scheduled actions, by time and order.
    actions: BTreeMap<(u64, u64), Action>,
    order: u64,
    /// True while the server's host runs.
    server_runs: bool,
    people_run: Vec<bool>,
    /// Downtime after an orderly stop that is in progress, and the jump of its clock.
    stopping: Option<(u64, i64)>,
    /// Time at which the last fault ended.
    healed: u64,
}

fn host(person: usize) -> String {
    format!("p{person}")
}

/// Life of a person: as a player of a tournament, the organiser of one, its reader, or in games.
async fn live(world: Rc<World>, person: usize) -> turmoil::Result {
    if let Some(plan) = world.plan.played.clone() {
        return played::play(world, person, &plan).await;
    }
    let organises = world.plan.tournaments.iter().position(|tournament| tournament.organiser == person);
    match organises {
        Some(tournament) => tournaments::organise(world, tournament).await,
        None if !world.plan.tournaments.is_empty() => tournaments::read(world, person).await,
        None => client::live(world, person).await,
    }
}

fn options(plan: &Plan, sync: (u64, u64), failing: u32, unknown: u32) -> MemoryOptions {
    let sync = (Duration::from_millis(sync.0), Duration::from_millis(sync.1));
    MemoryOptions { seed: plan.seed, sync, failing, unknown, ..MemoryOptions::default() }
}

impl Run<'_> {
    fn new(plan: Plan, trace: bool) -> anyhow::Result<Self> {
        let disk = MemoryDisk::new(options(&plan, (0, 0), 0, 0))?;
        let setup::Start { accounts, games, tournaments, played } = setup::set_up(&plan, &disk)?;
        let network = plan.network;
        let mut sim = turmoil::Builder::new()
            .rng_seed(plan.seed)
            .epoch(std::time::UNIX_EPOCH + Duration::from_secs(1_800_000_000))
            .tick_duration(Duration::from_millis(network.tick))
            .min_message_latency(Duration::from_millis(network.latency.0))
            .max_message_latency(Duration::from_millis(network.latency.1))
            .tcp_capacity(network.segments)
            .simulation_duration(Duration::from_secs(3600))
            .build();
        let people = plan.people.len();
        let mut actions = BTreeMap::new();
        for (order, (at, fault)) in plan.faults.iter().enumerate() {
            actions.insert((*at, u64::try_from(order)?), Action::Fault(*fault));
        }
        let order = u64::try_from(actions.len())?;
        let world = World::new(plan, disk, accounts, games, (tournaments, played), trace);
        let serving = Rc::clone(&world);
        sim.host(SERVER, move || server::serve(Rc::clone(&serving)));
        for person in 0..people {
            let world = Rc::clone(&world);
            sim.host(host(person), move || live(Rc::clone(&world), person));
        }
        let people_run = vec![true; people];
        Ok(Self { sim, world, actions, order, server_runs: true, people_run, stopping: None, healed: 0 })
    }

    fn into_report(mut self, mut report: Report) -> Report {
        if let Err(error) = self.run() {
            let now = self.now();
            self.world.history().violation(now, error.to_string());
        }
        self.world.history().totals.simulated = self.now();
        drop(self.sim);
        let mut history = self.world.history();
        report.violations.append(&mut history.violations);
        report.totals = history.totals;
        report.hash = history.hash;
        report.trace = history.trace.take().unwrap_or_default();
        report
    }

    fn now(&self) -> u64 {
        millis(self.sim.elapsed())
    }

    fn note(&self, what: &str) {
        self.world.history().note(self.now(), "sim", what);
    }

    fn is_wrong(&self) -> bool {
        !self.world.seen().violations.is_empty()
    }

    fn later(&mut self, after: u64, action: Action) {
        self.order += 1;
        self.actions.insert((self.now() + after, self.order), action);
    }

    fn run(&mut self) -> anyhow::Result<()> {
        let mut end = self.world.plan.duration;
        while self.now() < end {
            self.step()?;
            if self.is_wrong() {
                return Ok(());
            }
            if self.is_over() && self.world.plan.played.is_some() {
                end = end.min(self.now() + AFTER_THE_END);
            }
        }
        self.heal();
        self.world.phase.set(Phase::Settle);
        if let Some(played) = &self.world.plan.played {
            let lasts = played.idle_time();
            let step = usize::try_from(IDLE_INTERVAL)?;
            for at in (IDLE_INTERVAL..TOURNAMENT_TIMEOUT).step_by(step) {
                self.later(at, Action::Fault(Fault::Idle { lasts }));
            }
        }
        self.until("over", TOURNAMENT_TIMEOUT, Self::is_over)?;
        self.actions.retain(|_, action| !matches!(action, Action::Fault(_)));
        self.until("settled", SETTLE_TIMEOUT, Self::is_settled)?;
        if self.world.games.is_empty() {
            return self.check();
        }
        self.world.phase.set(Phase::Last);
        self.until("gone on", LAST_MOVES_TIMEOUT, |run| run.goes_on() && run.is_settled())?;
        if !self.is_wrong() {
            self.ask_views()?;
        }
        if !self.is_wrong() && self.world.plan.leaving {
            self.see_leave()?;
        }
        self.check()
    }

    /// Checks the store, unless something was wrong before.
    fn check(&self) -> anyhow::Result<()> {
        if self.is_wrong() {
            return Ok(());
        }
        checks::check(&self.world, self.now())
    }

    /// Performs the actions that are due and one step of the simulation.
    fn step(&mut self) -> anyhow::Result<bool> {
        while let Some(entry) = self.actions.first_entry()
            && entry.key().0 <= millis(self.sim.elapsed())
        {
            let action = entry.remove();
            self.perform(action);
        }
        if self.world.stopped.get()
            && let Some((down, jump)) = self.stopping.take()
        {
            self.kill_server(down, jump);
        }
        let finished = self.sim.step().map_err(|error| anyhow::anyhow!("a host failed: {error}"))?;
        self.listen();
        Ok(finished)
    }

    /// Records what the server has logged, and panics.
    fn listen(&self) {
        let now = self.now();
        for panic in logs::panics() {
            self.world.history().violation(now, format!("panic: {panic}"));
        }
        for (level, line) in logs::lines() {
            let mut history = self.world.history();
            history.note(now, "log", &line);
            if level == tracing::Level::ERROR {
                let never = ["do not fit", "cannot be written"].iter().any(|text| line.contains(text));
                if !self.world.plan.store_fails || never {
                    history.violation(now, format!("logged: {line}"));
                }
                history.totals.store_failures += 1;
            }
        }
    }

    /// Runs until a condition holds; records a violation if it takes longer than `most`.
    fn until(&mut self, what: &str, most: u64, is_so: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        let start = self.now();
        self.note(&format!("until {what}"));
        loop {
            for _ in 0..20 {
                self.step()?;
                if self.is_wrong() {
                    return Ok(());
                }
            }
            let now = self.now();
            if now >= start + MIN_WAIT && is_so(self) {
                return Ok(());
            }
            if now > start + most {
                let people = self.world.final_games.borrow().clone();
                let moved = self.world.last_moves.borrow().clone();
                let up = self.world.up.get();
                let text = format!("not {what} after {most} ms: server up {up}, moved {moved:?}, {people:?}");
                self.world.history().violation(now, text);
                return Ok(());
            }
        }
    }

    /// Returns whether the tournament is over, if there is one whose games are played here.
    fn is_over(&self) -> bool {
        self.world.played.borrow().as_ref().is_none_or(|seen| seen.is_over)
    }

    /// Returns whether everyone is connected, follows their games, and has an answer to every command.
    fn is_settled(&self) -> bool {
        let people = self.world.final_games.borrow();
        let all = people.iter().zip(&self.world.plan.people);
        self.world.up.get()
            && self.stopping.is_none()
            && self.world.tournaments.borrow().iter().all(Known::is_settled)
            && all.into_iter().all(|(games, plan)| {
                games.len() == plan.follows.len()
                    && games.iter().all(|game| game.following && game.pending == 0 && game.answered_ping > self.healed)
            })
    }

    /// Returns whether each game has ended or had another move.
    fn goes_on(&self) -> bool {
        let moved = self.world.last_moves.borrow();
        let people = self.world.final_games.borrow();
        (0..moved.len())
            .all(|game| moved[game] || people.iter().flatten().any(|followed| followed.game == game && followed.over))
    }

    /// Requests all games as every viewer sees them.
    fn ask_views(&mut self) -> anyhow::Result<()> {
        let world = Rc::clone(&self.world);
        self.sim.client("checker", final_views::ask_all(world));
        self.until_finished()
    }

    fn until_finished(&mut self) -> anyhow::Result<()> {
        let start = self.now();
        while !self.step()? {
            anyhow::ensure!(self.now() < start + 60_000, "the games could not be asked for");
        }
        Ok(())
    }

    /// Lets everyone leave, and waits until the server notices.
    fn see_leave(&mut self) -> anyhow::Result<()> {
        self.world.phase.set(Phase::Leave);
        let start = self.now();
        while self.now() < start + LEAVE_TIMEOUT && !self.is_wrong() {
            self.step()?;
        }
        let world = Rc::clone(&self.world);
        self.sim.client("checker2", final_views::ask_presence(world));
        self.until_finished()
    }
}
