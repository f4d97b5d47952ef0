//! Life of a client: connections, one after another.

use std::rc::Rc;
use std::time::Duration;

use crate::client::session::{End, Session, connect};
use crate::client::state::Client;
use crate::world::{Phase, World};

/// Connects, and reconnects after every disconnection.
pub(crate) async fn live(world: Rc<World>, person: usize) -> turmoil::Result {
    let mut client = Client::new(world, person);
    let mut failures: u32 = 0;
    client.world.note(&client.name, "alive");
    loop {
        let mut pause = match connect(&client.world, client.person).await {
            Ok(socket) => {
                failures = 0;
                client.world.history().totals.connections += 1;
                client.connected = true;
                let end = Session::new(&mut client, socket).run().await;
                client.connected = false;
                client.world.note(&client.name, &format!("disconnected: {end:?}"));
                match end {
                    End::Closing(after) => after,
                    End::Broken | End::Silent | End::Own => 0,
                }
            }
            Err(error) => {
                client.world.note(&client.name, &format!("no connection: {error}"));
                failures += 1;
                0
            }
        };
        client.report();
        if client.world.phase.get() == Phase::Leave {
            return std::future::pending().await;
        }
        pause += client.random.range(50..300) << failures.min(4);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}
