//! Simulation of one seed, from its plan to its report.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use saffron_store::{MemoryDisk, MemoryOptions};
use turmoil::Sim;

use crate::arenas;
use crate::checks;
use crate::client;
use crate::final_views;
use crate::history::Totals;
use crate::logs;
use crate::plan::{Direction, Fault, Plan};
use crate::server;
use crate::setup;
use crate::tournaments::{self, Known};
use crate::world::{Phase, SERVER, World, millis};

/// Timeout until everyone is connected again and every command is answered, in milliseconds.
const SETTLE_TIMEOUT: u64 = 45_000;
/// Timeout until the last arena is over, in milliseconds.
const ARENA_TIMEOUT: u64 = 240_000;
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

/// Runs the simulation of a seed; with `trace`, keeps the lines of its trace.
pub fn run_seed(seed: u64, trace: bool) -> Report {
    run_plan(&Plan::new(seed), trace)
}

/// Runs the simulation of a seed with an arena in place of games.
pub fn run_arena_seed(seed: u64, trace: bool) -> Report {
    run_plan(&Plan::of_arenas(seed), trace)
}

/// Runs the simulation of a seed with tournaments in place of games.
pub fn run_tournament_seed(seed: u64, trace: bool) -> Report {
    run_plan(&Plan::of_tournaments(seed), trace)
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

/// Life of a person: in an arena, as the organiser of a tournament, its reader, or in games.
async fn live(world: Rc<World>, person: usize) -> turmoil::Result {
    let organises = world.plan.tournaments.iter().position(|tournament| tournament.organiser == person);
    match organises {
        _ if !world.plan.arenas.is_empty() => arenas::play(world, person).await,
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
        let setup::Start { accounts, games, tournaments, arenas } = setup::set_up(&plan, &disk)?;
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
        let world = World::new(plan, disk, accounts, games, (tournaments, arenas), trace);
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
        let end = self.world.plan.duration;
        while self.now() < end {
            self.step()?;
            if self.is_wrong() {
                return Ok(());
            }
        }
        self.heal();
        self.world.phase.set(Phase::Settle);
        self.until("over", ARENA_TIMEOUT, |run| run.world.arenas.borrow().iter().all(|arena| arena.is_over))?;
        self.until("settled", SETTLE_TIMEOUT, Self::is_settled)?;
        self.world.phase.set(Phase::Last);
        self.until("gone on", LAST_MOVES_TIMEOUT, |run| run.goes_on() && run.is_settled())?;
        if !self.is_wrong() {
            self.ask_views()?;
        }
        if !self.is_wrong() && self.world.plan.leaving {
            self.see_leave()?;
        }
        if !self.is_wrong() {
            let now = self.now();
            checks::check(&self.world, now)?;
        }
        Ok(())
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

    fn perform(&mut self, action: Action) {
        self.note(&format!("{action:?}"));
        match action {
            Action::Fault(fault) => self.fault(fault),
            Action::StartServer => {
                if !self.server_runs {
                    self.server_runs = true;
                    self.sim.bounce(SERVER);
                }
            }
            Action::StartPerson(person) => {
                if !self.people_run[person] {
                    self.people_run[person] = true;
                    self.sim.bounce(host(person));
                }
            }
            Action::Repair(person) => self.sim.repair(host(person), SERVER),
            Action::Release(person) => self.sim.release(host(person), SERVER),
            Action::EndOutage => self.world.disk.set_unreachable(false),
            Action::NoLoss(person) => self.sim.set_link_fail_rate(host(person), SERVER, 0.0),
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "rates are small numbers")]
    fn fault(&mut self, fault: Fault) {
        match fault {
            Fault::CrashServer { down, jump } => {
                if self.server_runs {
                    self.kill_server(down, jump);
                }
            }
            Fault::StopServer { down, jump } => {
                let stop = self.world.stop.borrow();
                if self.server_runs
                    && self.stopping.is_none()
                    && self.world.up.get()
                    && let Some(stop) = &*stop
                {
                    // Without a receiver the server is not running.
                    let _ = stop.send(true);
                    self.stopping = Some((down, jump));
                }
            }
            Fault::CrashPerson { person, down } => {
                if self.people_run[person] {
                    self.people_run[person] = false;
                    self.sim.crash(host(person));
                    self.later(down, Action::StartPerson(person));
                }
            }
            Fault::Partition { person, direction, lasts } => {
                match direction {
                    Direction::Both => self.sim.partition(host(person), SERVER),
                    Direction::ToServer => self.sim.partition_oneway(host(person), SERVER),
                    Direction::FromServer => self.sim.partition_oneway(SERVER, host(person)),
                }
                self.later(lasts, Action::Repair(person));
            }
            Fault::Hold { person, lasts } => {
                self.sim.hold(host(person), SERVER);
                self.later(lasts, Action::Release(person));
            }
            Fault::Loss { person, rate, lasts } => {
                self.sim.set_link_fail_rate(host(person), SERVER, rate as f64 / 1000.0);
                self.later(lasts, Action::NoLoss(person));
            }
            Fault::Latency { person, most } => {
                let most = most.max(self.world.plan.network.latency.0);
                self.sim.set_link_max_message_latency(host(person), SERVER, Duration::from_millis(most));
            }
            Fault::Outage { lasts } => {
                self.world.disk.set_unreachable(true);
                self.later(lasts, Action::EndOutage);
            }
            Fault::Disk { sync, failing, unknown } => {
                self.world.disk.set_options(options(&self.world.plan, sync, failing, unknown));
            }
        }
    }

    /// Kills the server's process together with the unsynced data of its disk.
    fn kill_server(&mut self, down: u64, jump: i64) {
        let now = self.now();
        self.server_runs = false;
        self.stopping = None;
        self.world.stopped.set(false);
        self.world.up.set(false);
        self.world.stop.replace(None);
        // Like a power failure: no message is sent any more. The order in which a runtime drops its tasks, and so closes their
        // connections, depends on other work in this process.
        (0..self.people_run.len()).for_each(|person| self.sim.partition(host(person), SERVER));
        self.sim.crash(SERVER);
        (0..self.people_run.len()).for_each(|person| self.sim.repair(host(person), SERVER));
        self.world.disk.crash();
        self.world.history().server_leaves(now);
        self.world.wall_error.set(self.world.wall_error.get() + jump);
        self.note("server down");
        self.later(down, Action::StartServer);
    }

    /// Ends all faults.
    fn heal(&mut self) {
        self.note("heal");
        self.healed = self.now();
        self.actions.clear();
        self.world.disk.set_options(options(&self.world.plan, (0, 5), 0, 0));
        self.world.disk.set_unreachable(false);
        for person in 0..self.people_run.len() {
            self.sim.release(host(person), SERVER);
            self.sim.repair(host(person), SERVER);
            self.sim.set_link_fail_rate(host(person), SERVER, 0.0);
            self.sim.set_link_max_message_latency(host(person), SERVER, Duration::from_millis(60));
            self.perform(Action::StartPerson(person));
        }
        if self.stopping.is_none() {
            self.perform(Action::StartServer);
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
