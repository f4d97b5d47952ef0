//! Messages of a socket, one a line, after a line with the settings of a game: a message is one or is refused, and a command
//! is decided as events that apply, or refused. What is stored and sent is read the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_live::{
    Command, CommandDigest, CommandId, Context, Live, Millis, Presence, Recorded, RoundTrip, Settings, TimeControl,
};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::GameState;
use saffron_protocol::limits::MAX_MESSAGE;
use saffron_protocol::socket::{ClientMessage, ServerMessage};

/// When the game begins.
const START: Millis = 1_800_000_000_000;

fuzz_target!(|text: &str| {
    let (settings, messages) = text.split_once('\n').unwrap_or(("", text));
    let Some(mut game) = Game::new(settings) else { return };
    for message in messages.lines().filter(|message| message.len() <= MAX_MESSAGE) {
        let Ok(message) = serde_json::from_str::<ClientMessage>(message) else { continue };
        let written = serde_json::to_string(&message).expect("JSON");
        assert_eq!(serde_json::from_str::<ClientMessage>(&written).expect("what was written"), message);
        if let ClientMessage::Do { id, command, .. } = message {
            game.command(id, &command);
        }
    }
    game.check();
});

/// A game, and all that was stored of it.
struct Game {
    live: Live,
    stored: Vec<(String, Option<CommandDigest>)>,
    now: Millis,
}

impl Game {
    /// A game by settings in JSON, or by those that a text which is none stands for; `None` where they cannot be played.
    fn new(settings: &str) -> Option<Self> {
        let settings = serde_json::from_str(settings)
            .unwrap_or_else(|_| Settings::casual("glinski", TimeControl::Clock { initial: 60, increment: 1 }));
        let (live, created) = Live::create(settings, START).ok()?;
        Some(Self { live, stored: vec![stored(&created)], now: START })
    }

    /// Carries out a command. Its number chooses the side, the time since the one before, and whether the other side is there.
    fn command(&mut self, id: CommandId, command: &Command) {
        let choice = id.n;
        let side = if choice & 1 == 0 { self.live.turn() } else { !self.live.turn() };
        self.now += Millis::from(choice >> 3 & 0xffff) << (choice >> 19 & 0xf);
        let opponent = match choice >> 1 & 3 {
            2 => Presence::Gone(self.now - 100_000),
            3 => Presence::Left(self.now - 15_000),
            _ => Presence::Present,
        };
        if !id.is_valid() || self.live.executed(side, &id, command) != Ok(None) {
            return;
        }
        match self.live.decide(
            side,
            command,
            Context { round_trip: RoundTrip::steady(choice >> 23), opponent },
            self.now,
        ) {
            Ok(events) => {
                let first = self.live.next_seq();
                let seen = !events.is_empty();
                let recorded = self
                    .live
                    .record(events, self.now, Some((id.clone(), command.digest())))
                    .expect("events that apply");
                assert!(!seen || self.live.executed(side, &id, command) == Ok(Some(first)), "{id:?}");
                self.store(recorded);
            }
            Err(refusal) => {
                let error = ErrorCode::Refused(refusal);
                read_again(&ServerMessage::Refused { game: "abcdefghij".to_owned(), id, error });
                let ended = self.live.tick(self.now);
                let recorded = self.live.record(ended, self.now, None).expect("an end that applies");
                self.store(recorded);
            }
        }
    }

    fn store(&mut self, events: Vec<Recorded>) {
        self.stored.extend(events.iter().map(stored));
        let state = GameState::new(&self.live, self.now, 0);
        // The digests of commands are stored with the events, and not sent.
        let events = events.into_iter().map(|event| Recorded { digest: None, ..event }).collect();
        read_again(&ServerMessage::Events { game: "abcdefghij".to_owned(), events, state });
    }

    /// The game as it is read from the store is the same.
    fn check(&self) {
        let events = self
            .stored
            .iter()
            .map(|(text, digest)| Recorded { digest: *digest, ..serde_json::from_str(text).expect("a stored event") });
        assert_eq!(Live::replay(events).as_ref(), Ok(&self.live));
    }
}

fn stored(event: &Recorded) -> (String, Option<CommandDigest>) {
    (serde_json::to_string(event).expect("JSON"), event.digest)
}

/// A message of the server is read as it was written.
fn read_again(message: &ServerMessage) {
    let written = serde_json::to_string(message).expect("JSON");
    assert_eq!(&serde_json::from_str::<ServerMessage>(&written).expect("what was written"), message, "{written}");
}
