//! Property tests: for random sequences of steps of both sides and the server, the library does the same as the model, and the
//! invariants hold.

use proptest::prelude::*;
use proptest::sample::select;
use saffron_live::{
    Clocks, Command, CommandDigest, CommandId, Context, DAY, Event, Host, Live, Millis, Presence, Recorded, Refusal,
    RoundTrip, Settings, TimeControl,
};
use saffron_rules::{Color, Outcome, Reason};

use crate::model::Model;
use crate::support::START;

/// One step of a random game.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Time since the previous step, in units of 1/4000 of a usual move's time.
    wait: u32,
    side: Color,
    round_trip: RoundTrip,
    /// Absence of the other side, in usual moves; `None` if it is present.
    gone: Option<(u8, bool)>,
    action: Action,
}

#[derive(Clone, Debug)]
enum Action {
    /// A move of the side to move: the first of the other side's conditional moves, the last move back, or the legal move
    /// chosen by `pick`.
    Move {
        pick: u16,
        thought: Option<u32>,
        like: u8,
    },
    Act(Command),
    /// Accepts or declines the other side's open offer, a draw or a takeback.
    Answer {
        accepts: bool,
    },
    /// Conditional moves, each line a walk by these choices.
    Lines(Vec<Vec<u8>>),
    Tick,
    /// A tick at this offset from the deadline.
    AtDeadline(i64),
    Resume {
        before: u32,
    },
    Abort,
    Forfeit,
    Extend(i64),
}

fn commands() -> impl Strategy<Value = Action> {
    let broken = Command::Move { uci: "b1b99".into(), ply: 0, thought: None };
    prop_oneof![
        4 => Just(Command::OfferDraw),
        4 => Just(Command::DeclineDraw),
        6 => Just(Command::ClaimDraw),
        8 => Just(Command::ProposeTakeback),
        3 => Just(Command::DeclineTakeback),
        4 => Just(Command::AddTime),
        4 => Just(Command::Berserk),
        1 => Just(Command::Abort),
        1 => Just(Command::Resign),
        2 => Just(Command::ClaimVictory),
        1 => Just(Command::ClaimAbandonedDraw),
        1 => Just(broken),
    ]
    .prop_map(Action::Act)
}

fn actions() -> impl Strategy<Value = Action> {
    prop_oneof![
        60 => (any::<u16>(), proptest::option::of(0_u32..4_000), 0_u8..8)
            .prop_map(|(pick, thought, like)| Action::Move { pick, thought, like }),
        26 => commands(),
        16 => any::<bool>().prop_map(|accepts| Action::Answer { accepts }),
        16 => proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..6), 0..4).prop_map(Action::Lines),
        4 => Just(Action::Tick),
        3 => select(vec![-2_500_i64, -1_500, -600, -2, -1, 0, 1]).prop_map(Action::AtDeadline),
        4 => (0_u32..20_000).prop_map(|before| Action::Resume { before }),
        1 => select(vec![Action::Abort, Action::Forfeit, Action::Extend(DAY), Action::Extend(5_000)]),
    ]
}

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let wait = prop_oneof![12 => Just(0_u32), 12 => 0_u32..4_000, 1 => 0_u32..80_000];
    let gone = proptest::option::weighted(0.2, (any::<u8>(), any::<bool>()));
    let side = select(Color::ALL.to_vec());
    let round_trip = select(vec![(0_u32, 0_u32), (40, 40), (40, 300), (300, 300), (60, 5_000), (5_000, 5_000)])
        .prop_map(|(usual, longest)| RoundTrip { usual, longest });
    let step = (wait, side, round_trip, gone, actions());
    let step = step.prop_map(|(wait, side, round_trip, gone, action)| Step { wait, side, round_trip, gone, action });
    proptest::collection::vec(step, 1..80)
}

pub(crate) fn games() -> impl Strategy<Value = Settings> {
    let clock = |initial, increment| TimeControl::Clock { initial, increment };
    let controls = vec![
        clock(0, 1),
        clock(15, 0),
        clock(60, 0),
        clock(180, 2),
        clock(600, 5),
        clock(10_800, 180),
        TimeControl::Correspondence { days: 1 },
        TimeControl::Correspondence { days: 3 },
        TimeControl::Correspondence { days: 14 },
        TimeControl::Unlimited,
    ];
    let starts = vec![
        ("shafran", None),
        ("glinski", None),
        ("mccooey", None),
        ("shafran", Some("k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1")),
        ("shafran", Some("k4/6/7/8/9/8R/8/7/6/R3K w - - 146 90")),
        ("shafran", Some("5/6/7/8/4Kr3/9/8/6k/6/5 w - - 96 1")),
        ("shafran", Some("5/6/7/8/9/2R6/1K4p1/5k1/6/5 b - - 0 1")),
        ("glinski", Some("1/3/5/7/9/11/7Q3/11/7K3/11/7k3 w - - 0 1")),
    ];
    let modes = (any::<bool>(), any::<bool>(), proptest::bool::weighted(0.2));
    let host = (select(Color::ALL.to_vec()), select(vec![0, 60, 3_600])).prop_map(|(side, extra)| Host { side, extra });
    let all = (select(controls), select(starts), modes, proptest::option::weighted(0.3, host));
    all.prop_map(|(control, (variant, fen), (by_challenge, berserk, strict), host)| {
        let start_fen = fen.map(Into::into);
        let has_initial_time = matches!(control, TimeControl::Clock { initial: 1.., .. });
        let berserk = berserk && has_initial_time;
        let host = host.filter(|host| has_initial_time || control.is_real_time() && host.extra == 0);
        let settings = Settings { start_fen, berserk, strict, host, ..Settings::casual(variant, control) };
        if by_challenge { settings.by_challenge() } else { settings }
    })
}

/// Expected clocks, computed from the events alone: the initial time, less the time used, plus the time added.
struct Ledger {
    control: TimeControl,
    left: [i64; 2],
    turn: Color,
    plies: usize,
    began: Millis,
    last: Millis,
    berserked: [bool; 2],
}

impl Ledger {
    fn enter(&mut self, recorded: &Recorded) {
        let TimeControl::Clock { increment, .. } = self.control else { return };
        let at = recorded.at;
        let mover = self.turn as usize;
        let check = |left: [i64; 2], clocks: &Option<Clocks>| {
            assert_eq!(*clocks, Some(Clocks { w: left[0], b: left[1] }), "{recorded:?}");
        };
        match &recorded.event {
            Event::Moved { spent, lag, round_trip, clocks, .. } => {
                assert!(lag <= round_trip, "more than was measured: {recorded:?}");
                if let Some(spent) = spent {
                    assert_eq!(i64::from(*spent) + i64::from(*lag), at - self.began);
                    let gained = if self.berserked[mover] { 0 } else { i64::from(increment) * 1_000 };
                    self.left[mover] += gained - i64::from(*spent);
                }
                (self.turn, self.plies, self.began) = (!self.turn, self.plies + 1, at);
                check(self.left, clocks);
            }
            Event::TakenBack { plies, clocks } => {
                self.use_time(at);
                self.plies -= usize::from(*plies);
                if *plies == 1 {
                    self.turn = !self.turn;
                }
                self.began = at;
                check(self.left, clocks);
            }
            Event::TimeAdded { to, ms } | Event::Extended { to, ms } => self.left[*to as usize] += ms,
            Event::Berserked { by, clocks } => {
                assert!(!self.berserked[*by as usize] && self.plies <= *by as usize, "{recorded:?}");
                self.berserked[*by as usize] = true;
                self.left[*by as usize] /= 2;
                check(self.left, &Some(*clocks));
            }
            Event::Resumed { stopped_at } => {
                assert!((self.last..=at).contains(stopped_at));
                self.began += at - stopped_at;
            }
            Event::Ended { clocks, .. } => {
                self.use_time(at);
                check(self.left, clocks);
            }
            _ => {}
        }
        self.last = at;
    }

    fn use_time(&mut self, at: Millis) {
        if self.plies >= 2 {
            let left = &mut self.left[self.turn as usize];
            *left = (*left - (at - self.began)).max(0);
        }
    }
}

/// Game played by steps, together with its model.
pub(crate) struct Run {
    live: Live,
    /// Game that follows the recorded events alone, as they were stored.
    replica: Live,
    model: Model,
    ledger: Ledger,
    pub(crate) log: Vec<Recorded>,
    now: Millis,
    commands: u32,
    executed: Vec<(Color, CommandId, Command, u32)>,
    /// Number of refused commands.
    refused: usize,
}

impl Run {
    pub(crate) fn new(settings: &Settings) -> Self {
        let (live, created) = Live::create(settings.clone(), START).expect("playable settings");
        let model = Model::new(settings, START);
        let Clocks { w, b } = live.clocks_at(START).unwrap_or(Clocks { w: 0, b: 0 });
        let turn = live.turn();
        let ledger = Ledger {
            control: settings.control,
            left: [w, b],
            turn,
            plies: 0,
            began: START,
            last: START,
            berserked: [false; 2],
        };
        let replica = Live::replay([created.clone()]).expect("a game");
        Self {
            live,
            replica,
            model,
            ledger,
            log: vec![created],
            now: START,
            commands: 0,
            executed: Vec::new(),
            refused: 0,
        }
    }

    /// Time of a usual move, in milliseconds.
    fn usual(&self) -> i64 {
        if self.model.control.is_real_time() { 1_000 } else { DAY / 10 }
    }

    pub(crate) fn step(&mut self, step: &Step) {
        self.now += i64::from(step.wait) * self.usual() / 4_000;
        let context = Context { round_trip: step.round_trip, opponent: self.presence(step.gone) };
        match &step.action {
            Action::Move { pick, thought, like } => {
                if let Some(uci) = self.choice(*pick, *like) {
                    let command = Command::Move { uci, ply: self.live.ply(), thought: *thought };
                    // Now and then the wrong side tries.
                    let side = if *like == 7 { step.side } else { self.live.turn() };
                    self.act(side, &command, context);
                }
            }
            Action::Act(command) => self.act(step.side, command, context),
            Action::Answer { accepts } => self.answer(*accepts, context),
            Action::Lines(choices) => {
                let lines = choices.iter().map(|choices| self.walk(choices)).collect();
                // Now and then also in the side's own turn.
                let side = if step.round_trip == RoundTrip::steady(5_000) { step.side } else { !self.live.turn() };
                self.act(side, &Command::SetConditionalMoves { lines }, context);
            }
            Action::Tick => self.tick(),
            Action::AtDeadline(after) => {
                if let Some(deadline) = self.live.deadline() {
                    self.now = self.now.max(deadline + after);
                    self.tick();
                }
            }
            Action::Resume { before } => {
                let stopped_at = self.now - i64::from(*before) * self.usual() / 4_000;
                let events = self.live.resume(stopped_at, self.now);
                assert_eq!(events, self.model.resume(stopped_at, self.now));
                self.record(events, None);
            }
            Action::Abort => {
                let events = self.live.abort(self.now);
                assert_eq!(events, self.model.by_server(Outcome::ABORTED, self.now));
                self.record(events, None);
            }
            Action::Forfeit => {
                let events = self.live.forfeit(step.side, self.now);
                let outcome = self.model.unless_impossible(!step.side, Reason::Forfeit);
                assert_eq!(events, self.model.by_server(outcome, self.now));
                self.record(events, None);
            }
            Action::Extend(ms) => {
                let events = self.live.extend(step.side, *ms);
                assert_eq!(events, self.model.extend(step.side, *ms, self.now));
                self.record(events, None);
            }
        }
        self.check();
    }

    fn answer(&mut self, accepts: bool, context: Context) {
        let (takeback, draw) = (self.live.takeback_proposal(), self.live.draw_offer());
        let (by, command) = match (takeback, draw, accepts) {
            (Some(by), _, true) => (by, Command::ProposeTakeback),
            (Some(by), _, false) => (by, Command::DeclineTakeback),
            (None, Some(by), true) => (by, Command::OfferDraw),
            (None, Some(by), false) => (by, Command::DeclineDraw),
            (None, None, _) => return,
        };
        self.act(!by, &command, context);
    }

    fn presence(&self, gone: Option<(u8, bool)>) -> Presence {
        match gone {
            None => Presence::Present,
            Some((moves, false)) => Presence::Gone(self.now - i64::from(moves) * self.usual()),
            Some((moves, true)) => Presence::Left(self.now - i64::from(moves) * self.usual()),
        }
    }

    /// Chooses a move of the side to move.
    fn choice(&self, pick: u16, like: u8) -> Option<String> {
        let position = self.live.position();
        let expected = self.live.conditional_moves(!self.live.turn());
        if let (0..4, Some(line)) = (like, expected.get(usize::from(pick) % expected.len().max(1))) {
            return Some(line[0].clone());
        }
        let all = position.legal_moves();
        let back = self.live.game().moves().iter().rev().nth(1).map(|last| (last.to, last.from));
        let back = all.iter().find(|mv| Some((mv.from, mv.to)) == back).filter(|_| like < 5);
        let mv = back.or_else(|| all.get(usize::from(pick) % all.len().max(1)))?;
        Some(position.uci(*mv))
    }

    /// Builds a line of legal moves with few choices, so that lines have much in common; now and then an illegal one.
    fn walk(&self, choices: &[u8]) -> Vec<String> {
        let mut position = *self.live.position();
        let mut line = vec![];
        for &choice in choices {
            let all = position.legal_moves();
            match all.get(usize::from(choice) % 3) {
                Some(&mv) if choice < 250 => {
                    line.push(position.uci(mv));
                    position.play_unchecked(mv);
                }
                _ => line.push("a1a1".into()),
            }
        }
        line
    }

    fn act(&mut self, side: Color, command: &Command, context: Context) {
        let before = self.live.clone();
        let decided = self.live.decide(side, command, context, self.now);
        assert_eq!(decided, self.model.act(side, command, context, self.now), "{side} {command:?}");
        assert_eq!(self.live, before, "a decision changes nothing");
        let Ok(events) = decided else {
            self.refused += 1;
            return;
        };
        assert!(!events.is_empty());
        self.commands += 1;
        let id = CommandId { client: format!("{side}{}", self.commands % 3), n: self.commands };
        let seq = self.live.next_seq();
        let executed = |live: &Live, side, id: &CommandId| live.executed(side, id, command);
        assert_eq!(executed(&self.live, side, &id), Ok(None));
        self.record(events, Some((id.clone(), command.digest())));
        self.executed.push((side, id.clone(), command.clone(), seq));
        assert!(self.live.outcome().is_some() || executed(&self.live, !side, &id) == Ok(None));
        // All executed commands are remembered, and each id stands for its own command.
        for (side, id, done, seq) in &self.executed {
            for live in [&self.live, &self.replica] {
                assert_eq!(live.executed(*side, id, done), Ok(Some(*seq)));
                let other =
                    if done.digest() == command.digest() { Ok(Some(*seq)) } else { Err(Refusal::CommandIdUsed) };
                assert_eq!(executed(live, *side, id), other);
            }
        }
    }

    fn tick(&mut self) {
        let events = self.live.tick(self.now);
        assert_eq!(events, self.model.tick(self.now));
        self.record(events, None);
    }

    fn record(&mut self, events: Vec<Event>, command: Option<(CommandId, CommandDigest)>) {
        let recorded = self.live.record(events, self.now, command).expect("events of this state");
        for recorded in recorded {
            assert_eq!(self.replica.outcome(), None, "nothing follows the end");
            assert_eq!(recorded.seq as usize, self.log.len());
            assert!(self.log.last().is_some_and(|last| last.at <= recorded.at));
            self.ledger.enter(&recorded);
            let text = serde_json::to_string(&recorded).expect("JSON");
            let read: Recorded = serde_json::from_str(&text).expect("an event");
            let read = Recorded { digest: recorded.digest, ..read };
            assert_eq!(read, recorded);
            self.replica.apply(read).expect("the next event");
            self.log.push(recorded);
        }
    }

    fn check(&self) {
        let (live, model) = (&self.live, &self.model);
        assert_eq!(self.replica, *live);
        assert_eq!(live.next_seq() as usize, self.log.len());
        assert_eq!(live.outcome(), model.over);
        assert_eq!(live.clocks_at(self.now), model.clocks(self.now));
        assert_eq!(live.deadline(), model.deadline());
        assert_eq!((live.draw_offer(), live.takeback_proposal()), (model.draw, model.back));
        assert_eq!(Color::ALL.map(|side| live.conditional_moves(side)), model.lines);
        assert!(live.conditional_moves(live.turn()).is_empty(), "the side to move has answered");
        assert_eq!(live.position(), model.game.position());
        assert_eq!(live.game().moves(), model.game.moves());
        assert_eq!(live.times().len(), if model.control.is_real_time() { live.moves().len() } else { 0 });
        if live.outcome().is_none() {
            assert_eq!(live.claims(), model.game.claims().collect::<Vec<_>>());
        }
        if let Some(deadline) = live.deadline() {
            assert_eq!(live.tick(deadline).len(), 1);
            assert!(deadline <= live.last_at() || live.tick(deadline - 1).is_empty());
        } else {
            assert!(live.tick(self.now + 10_000 * DAY).is_empty());
        }
    }

    fn finish(&self) {
        assert_eq!(Live::replay(self.log.iter().cloned()).as_ref(), Ok(&self.live));
        let ends = self.log.iter().filter(|recorded| matches!(recorded.event, Event::Ended { .. })).count();
        assert_eq!(ends, usize::from(self.live.outcome().is_some()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_matches_its_model(settings in games(), steps in steps()) {
        let mut run = Run::new(&settings);
        for step in &steps {
            run.step(step);
        }
        run.finish();
    }
}

/// Checks that the random steps cover every kind of event and of end that is not very rare.
#[test]
fn the_steps_reach_everything() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngSeed, TestRunner};

    let config = Config { rng_seed: RngSeed::Fixed(1), ..Config::default() };
    let mut runner = TestRunner::new(config);
    let (mut kinds, mut ends) = (std::collections::BTreeMap::new(), std::collections::BTreeMap::new());
    let (mut answers, mut refused) = (0, 0);
    for _ in 0..500 {
        let value = (games(), steps()).new_tree(&mut runner).expect("a value").current();
        let mut run = Run::new(&value.0);
        for step in &value.1 {
            run.step(step);
        }
        for recorded in &run.log {
            let text = serde_json::to_value(&recorded.event).expect("JSON");
            *kinds.entry(text["kind"].as_str().expect("a kind").to_owned()).or_insert(0) += 1;
            answers += usize::from(matches!(recorded.event, Event::Moved { conditional: true, .. }));
            if let Event::Ended { outcome, .. } = recorded.event {
                *ends.entry(outcome.to_string()).or_insert(0) += 1;
            }
        }
        refused += run.refused;
    }
    assert_eq!(kinds.len(), 13, "{kinds:?}");
    for reason in [
        "abort",
        "resignation",
        "agreement",
        "time",
        "abandonment",
        "forfeit",
        "fifty",
        "seventyfive",
        "threefold",
        "dead",
    ] {
        assert!(ends.keys().any(|end| end.ends_with(reason)), "{reason}: {ends:?}");
    }
    println!("{kinds:?} {ends:?} {answers} answers, {refused} refused");
    assert!(kinds["takenBack"] > 20 && answers > 50 && refused > 1_000, "{kinds:?} {answers} {refused}");
}
