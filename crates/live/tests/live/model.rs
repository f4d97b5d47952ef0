//! Simple model of a live game, to compare the library with. It keeps all positions and shares only types and the rules with
//! the library.

use saffron_live::{
    AbortCause, Clocks, Command, Context, DAY, Event, Millis, Presence, Refusal, RoundTrip, Settings, Speed,
    TimeControl,
};
use saffron_rules::{Claim, Color, Game, Outcome, Position, Reason, Role, Variant};

pub(crate) struct Model {
    pub(crate) control: TimeControl,
    first_move_time: Option<u32>,
    berserk: bool,
    strict: bool,
    host: Option<Color>,
    berserked: [bool; 2],
    pub(crate) game: Game,
    pub(crate) over: Option<Outcome>,
    pub(crate) draw: Option<Color>,
    pub(crate) back: Option<Color>,
    pub(crate) lines: [Vec<Vec<String>>; 2],
    /// Time of both sides at the start of the turn, in milliseconds.
    left: [i64; 2],
    began: Millis,
    last: Millis,
    /// Remaining lag quota.
    lag: [i64; 2],
    drew: [Option<usize>; 2],
    asked: [(usize, u32); 2],
}

const SECOND: i64 = 1_000;

impl Model {
    pub(crate) fn new(settings: &Settings, at: Millis) -> Self {
        let variant = Variant::by_id(&settings.variant).expect("a variant");
        let start = match &settings.start_fen {
            None => variant.start(),
            Some(fen) => Position::from_fen(variant, fen).expect("a position"),
        };
        let left = match settings.control {
            TimeControl::Clock { initial: 0, increment } => i64::from(increment).max(3) * SECOND,
            TimeControl::Clock { initial, .. } => i64::from(initial) * SECOND,
            TimeControl::Correspondence { days } => i64::from(days) * DAY,
            TimeControl::Unlimited => 0,
        };
        let mut model = Self {
            control: settings.control,
            first_move_time: settings.first_move_time,
            berserk: settings.berserk,
            strict: settings.strict,
            berserked: [false; 2],
            game: Game::new(start),
            over: None,
            draw: None,
            back: None,
            lines: [vec![], vec![]],
            left: Color::ALL.map(|side| match settings.host {
                Some(host) if host.side == side => left + i64::from(host.extra) * SECOND,
                _ => left,
            }),
            host: settings.host.map(|host| host.side),
            began: at,
            last: at,
            lag: [0; 2],
            drew: [None; 2],
            asked: [(0, 0); 2],
        };
        model.lag = [model.gain() * 3; 2];
        model
    }

    fn gain(&self) -> i64 {
        match self.control {
            TimeControl::Clock { initial, increment } => {
                (150 + 4 * (i64::from(initial) + 40 * i64::from(increment))).min(SECOND)
            }
            _ => 0,
        }
    }

    fn real_time(&self) -> bool {
        matches!(self.control, TimeControl::Clock { .. })
    }

    fn unlimited(&self) -> bool {
        self.control == TimeControl::Unlimited
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    fn ticks(&self) -> bool {
        self.over.is_none() && !self.unlimited() && (!self.real_time() || self.plies() >= 2)
    }

    pub(crate) fn clocks(&self, now: Millis) -> Option<Clocks> {
        if self.unlimited() {
            return None;
        }
        let mut left = self.left;
        if self.ticks() {
            let mover = self.turn() as usize;
            left[mover] = 0.max(left[mover] - (now.max(self.last) - self.began));
        }
        Some(Clocks { w: left[0], b: left[1] })
    }

    pub(crate) fn deadline(&self) -> Option<Millis> {
        if self.over.is_some() || self.unlimited() {
            return None;
        }
        let mover = self.turn() as usize;
        let wait = if !self.real_time() {
            self.left[mover]
        } else if self.plies() < 2 {
            match (self.first_move_time, self.control.speed()) {
                (Some(seconds), _) => i64::from(seconds) * SECOND,
                (None, Speed::Bullet) => 15 * SECOND,
                (None, Speed::Blitz) => 20 * SECOND,
                (None, Speed::Rapid) => 30 * SECOND,
                _ => 35 * SECOND,
            }
        } else {
            self.left[mover] + self.lag[mover].min(2 * SECOND)
        };
        Some((self.began + wait).max(self.last))
    }

    fn out_of_time(&self, now: Millis) -> Option<Outcome> {
        let over = self.deadline().is_some_and(|deadline| deadline <= now);
        over.then(|| if self.plies() < 2 { Outcome::ABORTED } else { self.flag() })
    }

    fn flag(&self) -> Outcome {
        self.unless_impossible(!self.turn(), Reason::TimeForfeit)
    }

    /// Win for `winner`, or a draw if its material is too little. Enough is, in Gliński's game, three minor pieces or a larger
    /// piece, and in the others material that can mate.
    pub(crate) fn unless_impossible(&self, winner: Color, reason: Reason) -> Outcome {
        let position = self.game.position();
        let count = |roles: &[Role]| roles.iter().map(|&role| position.pieces(winner, role).len()).sum::<usize>();
        let can_win = match position.variant().id() {
            "glinski" => count(&[Role::Pawn, Role::Rook, Role::Queen]) > 0 || count(&[Role::Knight, Role::Bishop]) > 2,
            _ => position.can_checkmate(winner),
        };
        if can_win { Outcome::win(winner, reason) } else { Outcome::draw(reason) }
    }

    fn end(&mut self, outcome: Outcome, now: Millis) -> Event {
        let clocks = self.clocks(now);
        if let Some(Clocks { w, b }) = clocks {
            self.left = [w, b];
        }
        self.over = Some(outcome);
        (self.draw, self.back, self.lines) = (None, None, [vec![], vec![]]);
        self.last = now;
        Event::Ended { outcome, clocks, abort: None }
    }

    fn abort(&mut self, cause: AbortCause, now: Millis) -> Event {
        let clocks = self.clocks(now);
        self.end(Outcome::ABORTED, now);
        Event::Ended { outcome: Outcome::ABORTED, clocks, abort: Some(cause) }
    }

    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Event> {
        let now = now.max(self.last);
        let by = self.turn();
        let end = self.out_of_time(now).map(|outcome| match outcome {
            Outcome::ABORTED => self.abort(AbortCause::NoFirstMove { by }, now),
            outcome => self.end(outcome, now),
        });
        end.into_iter().collect()
    }

    pub(crate) fn resume(&mut self, stopped_at: Millis, now: Millis) -> Vec<Event> {
        let now = now.max(self.last);
        let stopped_at = stopped_at.max(self.last);
        let mut events = vec![];
        if self.over.is_none() && !self.unlimited() && stopped_at < now {
            self.began += now - stopped_at;
            self.last = now;
            events.push(Event::Resumed { stopped_at });
        }
        events.extend(self.tick(now));
        events
    }

    pub(crate) fn by_server(&mut self, outcome: Outcome, now: Millis) -> Vec<Event> {
        let now = now.max(self.last);
        match outcome {
            _ if self.over.is_some() => vec![],
            Outcome::ABORTED => vec![self.abort(AbortCause::Server, now)],
            outcome => vec![self.end(outcome, now)],
        }
    }

    pub(crate) fn extend(&mut self, to: Color, ms: i64, now: Millis) -> Vec<Event> {
        if self.over.is_some() || self.unlimited() {
            return vec![];
        }
        self.left[to as usize] += ms;
        self.last = now.max(self.last);
        vec![Event::Extended { to, ms }]
    }

    /// Executes a command of a side.
    pub(crate) fn act(
        &mut self,
        side: Color,
        command: &Command,
        context: Context,
        now: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let now = now.max(self.last);
        if let Some(outcome) = self.over.or_else(|| self.out_of_time(now)) {
            return Err(Refusal::GameOver(outcome));
        }
        let events = match command {
            Command::Move { uci, ply, thought } => {
                self.play(side, uci, usize::from(*ply), *thought, context.round_trip, now)?
            }
            Command::SetConditionalMoves { lines } => vec![self.set_lines(side, lines)?],
            Command::AddTime => vec![self.add_time(!side, now)?],
            Command::Berserk => vec![self.go_berserk(side)?],
            Command::Abort if self.plies() < 2 => vec![self.abort(AbortCause::Player { by: side }, now)],
            Command::Abort => return Err(Refusal::CannotAbort),
            Command::Resign if self.plies() < 2 => return Err(Refusal::CannotResign),
            Command::Resign => vec![self.end(self.unless_impossible(!side, Reason::Resignation), now)],
            Command::ClaimVictory | Command::ClaimAbandonedDraw => {
                let from = self.claimable(side, context.opponent);
                if from.is_none_or(|from| from > now) {
                    return Err(Refusal::NotAbandoned { from });
                }
                let outcome = match command {
                    Command::ClaimVictory => self.unless_impossible(side, Reason::Abandonment),
                    _ => Outcome::draw(Reason::Abandonment),
                };
                vec![self.end(outcome, now)]
            }
            Command::ClaimDraw if side != self.turn() => return Err(Refusal::NotYourTurn),
            Command::ClaimDraw => match self.game.claim() {
                Some(Claim::Threefold) => vec![self.end(Outcome::draw(Reason::ThreefoldRepetition), now)],
                Some(Claim::FiftyMoves) => vec![self.end(Outcome::draw(Reason::FiftyMoves), now)],
                None => return Err(Refusal::NoClaim),
            },
            Command::OfferDraw => self.offer_draw(side, now)?,
            Command::DeclineDraw => {
                self.draw.take().ok_or(Refusal::NothingOffered)?;
                vec![Event::DrawDeclined { by: side }]
            }
            Command::ProposeTakeback => self.take_back(side, now)?,
            Command::DeclineTakeback => {
                self.back.take().ok_or(Refusal::NothingOffered)?;
                vec![Event::TakebackDeclined { by: side }]
            }
        };
        self.last = now;
        Ok(events)
    }

    fn go_berserk(&mut self, side: Color) -> Result<Event, Refusal> {
        let own = side as usize;
        if !self.berserk || self.plies() > own || self.berserked[own] {
            return Err(Refusal::CannotBerserk);
        }
        self.berserked[own] = true;
        self.left[own] /= 2;
        Ok(Event::Berserked { by: side, clocks: Clocks { w: self.left[0], b: self.left[1] } })
    }

    fn play(
        &mut self,
        side: Color,
        uci: &str,
        ply: usize,
        thought: Option<u32>,
        round_trip: RoundTrip,
        now: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        if side != self.turn() {
            return Err(Refusal::NotYourTurn);
        }
        if ply != self.plies() {
            return Err(Refusal::WrongPly { ply: self.plies() as u16 });
        }
        let illegal = Refusal::IllegalMove { uci: uci.chars().take(16).collect() };
        let mv = self.game.position().parse_uci(uci).map_err(|_| illegal)?;
        let elapsed = now - self.began;
        let (mut given_back, mut most) = (0, 0);
        if self.real_time() && self.plies() >= 2 {
            let lag = match thought {
                None => i64::from(round_trip.usual.min(round_trip.longest)),
                Some(thought) => (elapsed - i64::from(thought)).min(i64::from(round_trip.longest)).max(0),
            };
            most = round_trip.longest;
            given_back = lag.min(elapsed).min(self.lag[side as usize]);
            if elapsed - given_back >= self.left[side as usize] {
                let flag = self.flag();
                return Ok(vec![self.end(flag, now)]);
            }
        }
        let mut events = vec![self.played(mv, elapsed - given_back, (given_back, most), false, now)];
        let mut answered = false;
        while self.game.outcome().is_none() && !answered {
            answered = true;
            if let Some(answer) = self.lines[self.turn() as usize].first().map(|line| line[0].clone()) {
                let mv = self.game.position().parse_uci(&answer).expect("a conditional move was legal");
                events.push(self.played(mv, 0, (0, 0), true, now));
            }
        }
        if let Some(outcome) = self.game.outcome() {
            events.push(self.end(outcome, now));
        }
        Ok(events)
    }

    fn played(
        &mut self,
        mv: saffron_rules::Move,
        spent: i64,
        (lag, round_trip): (i64, u32),
        conditional: bool,
        now: Millis,
    ) -> Event {
        let side = self.turn();
        let mover = side as usize;
        let free = self.real_time() && self.plies() < 2;
        match self.control {
            TimeControl::Clock { increment, .. } if !free => {
                let gained = if self.berserked[mover] { 0 } else { i64::from(increment) * SECOND };
                self.left[mover] += gained - spent;
                self.lag[mover] = (self.lag[mover] + self.gain() - lag).min(7 * self.gain());
            }
            TimeControl::Correspondence { days } => self.left[mover] = i64::from(days) * DAY,
            _ => {}
        }
        let uci = self.game.position().uci(mv);
        self.game.play(mv).expect("a legal move");
        (self.began, self.last) = (now, now);
        self.back = None;
        if self.draw == Some(!side) {
            self.draw = None;
        }
        for lines in &mut self.lines {
            let going_on = lines.iter().filter(|line| line[0] == uci && line.len() > 1).map(|line| line[1..].to_vec());
            *lines = going_on.collect();
        }
        let clocks = (!self.unlimited()).then_some(Clocks { w: self.left[0], b: self.left[1] });
        Event::Moved { uci, spent: (!free).then_some(spent as u32), lag: lag as u32, round_trip, clocks, conditional }
    }

    fn offer_draw(&mut self, side: Color, now: Millis) -> Result<Vec<Event>, Refusal> {
        if self.draw == Some(!side) {
            return Ok(vec![self.end(Outcome::draw(Reason::Agreement), now)]);
        }
        let recent = self.drew[side as usize].is_some_and(|then| self.plies() <= then + 20);
        if self.plies() < 2 || self.draw.is_some() || recent {
            return Err(Refusal::CannotOfferDraw);
        }
        self.draw = Some(side);
        self.drew[side as usize] = Some(self.plies());
        Ok(vec![Event::DrawOffered { by: side }])
    }

    fn take_back(&mut self, side: Color, now: Millis) -> Result<Vec<Event>, Refusal> {
        if self.back == Some(!side) {
            let mut clocks = self.clocks(now);
            if let (TimeControl::Correspondence { days }, Some(Clocks { w, b })) = (self.control, clocks) {
                let all = i64::from(days) * DAY;
                clocks = Some(Clocks { w: w.max(all), b: b.max(all) });
            }
            if let Some(Clocks { w, b }) = clocks {
                self.left = [w, b];
            }
            let plies = if self.turn() == side { 1 } else { 2 };
            for _ in 0..plies {
                self.game.undo();
            }
            self.began = now;
            (self.draw, self.back, self.lines, self.asked) = (None, None, [vec![], vec![]], [(0, 0); 2]);
            return Ok(vec![Event::TakenBack { plies, clocks }]);
        }
        let needed = if self.turn() == side { 2 } else { 1 };
        let (then, times) = self.asked[side as usize];
        let times = if then == self.plies() { times } else { 0 };
        if self.strict || self.back.is_some() || self.plies() < needed || times == 3 {
            return Err(Refusal::CannotTakeBack);
        }
        self.back = Some(side);
        self.asked[side as usize] = (self.plies(), times + 1);
        Ok(vec![Event::TakebackProposed { by: side }])
    }

    fn add_time(&mut self, to: Color, now: Millis) -> Result<Event, Refusal> {
        let there = self.clocks(now).ok_or(Refusal::CannotAddTime)?;
        let (ms, enough) = match self.control {
            TimeControl::Correspondence { days } => (DAY, self.left[to as usize] + DAY > (i64::from(days) + 14) * DAY),
            _ => (15 * SECOND, [there.w, there.b][to as usize] + 15 * SECOND > 3 * 3600 * SECOND),
        };
        if enough || self.strict {
            return Err(Refusal::CannotAddTime);
        }
        self.left[to as usize] += ms;
        Ok(Event::TimeAdded { to, ms })
    }

    fn claimable(&self, side: Color, opponent: Presence) -> Option<Millis> {
        if !self.real_time() || self.plies() < 2 || self.turn() == side || self.host == Some(!side) {
            return None;
        }
        let wait = match self.control.speed() {
            Speed::Rapid => 80 * SECOND,
            Speed::Classical => 120 * SECOND,
            _ => 40 * SECOND,
        };
        match opponent {
            Presence::Present => None,
            Presence::Gone(since) => Some(since + wait),
            Presence::Left(at) => Some(at + 10 * SECOND),
        }
    }

    fn set_lines(&mut self, side: Color, lines: &[Vec<String>]) -> Result<Event, Refusal> {
        if self.real_time() {
            return Err(Refusal::NoConditionalMoves);
        }
        let mut kept: Vec<Vec<String>> = vec![];
        for (line, moves) in lines.iter().enumerate() {
            if self.turn() == side {
                return Err(Refusal::BadConditionalMove { line, ply: 0 });
            }
            let mut position = *self.game.position();
            let mut names = vec![];
            for (ply, uci) in moves.iter().enumerate() {
                let bad = Refusal::BadConditionalMove { line, ply };
                if position.outcome().is_some() {
                    return Err(bad);
                }
                let mv = position.parse_uci(uci).map_err(|_| bad)?;
                names.push(position.uci(mv));
                position.play_unchecked(mv);
            }
            if names.len() % 2 == 1 {
                names.pop();
            }
            // An answer that differs from what an earlier line answers to the same moves.
            let differs = |other: &Vec<String>| (0..names.len()).find(|&ply| differ_at(other, &names, ply));
            if let Some(ply) = kept.iter().find_map(differs) {
                return Err(Refusal::BadConditionalMove { line, ply });
            }
            kept.push(names);
        }
        let longest =
            |line: &Vec<String>| !kept.iter().any(|other| other.len() > line.len() && other.starts_with(line));
        let mut lines: Vec<Vec<String>> = vec![];
        for line in kept.iter().filter(|line| !line.is_empty() && longest(line)) {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        }
        self.lines[side as usize].clone_from(&lines);
        Ok(Event::ConditionalMovesSet { by: side, lines })
    }
}

/// Returns whether two lines first differ in this answer.
fn differ_at(a: &[String], b: &[String], ply: usize) -> bool {
    ply % 2 == 1 && ply < a.len() && ply < b.len() && a[..ply] == b[..ply] && a[ply] != b[ply]
}
