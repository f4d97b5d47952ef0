//! Faults of a simulation, and their ends.

use std::time::Duration;

use super::{Action, Run, host, options};
use crate::plan::{Direction, Fault};
use crate::world::SERVER;

impl Run<'_> {
    pub(super) fn perform(&mut self, action: Action) {
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
            Fault::Idle { lasts } => {
                let idle = self.world.idle.borrow();
                if self.world.up.get()
                    && let Some(idle) = &*idle
                    && idle.send(lasts).is_ok()
                {
                    self.world.wall_error.set(self.world.wall_error.get() + i64::try_from(lasts).unwrap_or(0));
                }
            }
            Fault::Disk { sync, failing, unknown } => {
                self.world.disk.set_options(options(&self.world.plan, sync, failing, unknown));
            }
        }
    }

    /// Kills the server's process together with the unsynced data of its disk.
    pub(super) fn kill_server(&mut self, down: u64, jump: i64) {
        let now = self.now();
        self.server_runs = false;
        self.stopping = None;
        self.world.stopped.set(false);
        self.world.up.set(false);
        self.world.stop.replace(None);
        self.world.idle.replace(None);
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
    pub(super) fn heal(&mut self) {
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
}
