//! Server host: the real server on the simulated disk and network.

use std::net::Ipv4Addr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use saffron_live::Millis;
use saffron_service::config::{ComputerLimits, ServiceConfig, SocketLimits};
use saffron_service::{Clock, Service};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use turmoil::net::TcpListener;

use crate::world::{PORT, SERVER, World, now};

/// Delay until a server that could not start is started again.
const RESTART_DELAY: Duration = Duration::from_millis(200);

/// Runs the server from its start until it is stopped.
pub(crate) async fn serve(world: Rc<World>) -> turmoil::Result {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
    let (stop, stopping) = watch::channel(false);
    world.stop.replace(Some(stop));
    let (idle, idling) = mpsc::unbounded_channel();
    world.idle.replace(Some(idle));
    let service = start(&world, &stopping).await;
    let ending = service.ending();
    let router = saffron_server::api_routes(&service);
    world.up.set(true);
    world.note(SERVER, "up");
    let mut stopped = stopping.clone();
    tokio::select! {
        biased;
        _ = stopped.wait_for(|stopping| *stopping) => {}
        () = accept(&listener, &router) => {}
        () = service.run() => {}
        () = pass_time(idling) => {}
    }
    drop(listener);
    world.note(SERVER, "stopping");
    ending.finish().await;
    world.note(SERVER, "stopped");
    world.stopped.set(true);
    std::future::pending().await
}

async fn start(world: &World, stopping: &watch::Receiver<bool>) -> Service {
    loop {
        let start = world.starts.get();
        world.starts.set(start + 1);
        if start > 0 {
            world.history().totals.restarts += 1;
        }
        world.history().server_returns(now());
        let wall = world.wall();
        world.note(SERVER, &format!("start {start} at {wall}"));
        let seed = world.plan.seed.wrapping_mul(1000).wrapping_add(start);
        let sockets = SocketLimits { per_client: 10_000, queue: world.plan.queue, ..SocketLimits::default() };
        // Computer players think on threads, which the seed does not control.
        let config = ServiceConfig {
            sockets,
            computers: ComputerLimits::none(),
            rest: Some(Duration::from_millis(world.plan.rest)),
            ..ServiceConfig::default()
        };
        let database = Arc::new(world.disk.open());
        let clock = if world.plan.follows_wall_clock() {
            let started = Instant::now();
            Clock::following(move || wall + Millis::try_from(started.elapsed().as_millis()).unwrap_or(0))
        } else {
            Clock::starting_at(wall)
        };
        match Service::start(database, clock, Some(seed), config, stopping.clone()).await {
            Ok(service) => return service,
            Err(error) => {
                world.note(SERVER, &format!("not started: {error}"));
                if world.plan.store_fails {
                    world.history().totals.store_failures += 1;
                } else {
                    world.violation(format!("the server did not start: {error}"));
                }
                world.history().server_leaves(now());
                tokio::time::sleep(RESTART_DELAY).await;
            }
        }
    }
}

/// Passes durations in milliseconds at once, without a request in between. Never returns.
async fn pass_time(mut idling: mpsc::UnboundedReceiver<u64>) {
    while let Some(lasts) = idling.recv().await {
        tokio::time::advance(Duration::from_millis(lasts)).await;
    }
    std::future::pending::<()>().await;
}

async fn accept(listener: &TcpListener, router: &Router) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let service = TowerToHyperService::new(router.clone());
        let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades();
        tokio::spawn(connection);
    }
}
