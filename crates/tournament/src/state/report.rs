//! Tournaments from reports, and reports of tournaments.

use std::cmp::Reverse;

use saffron_rules::Color;

use super::event::{Board, Event, PairedRound, PlayerId, RoundBye, TournamentRefusal};
use super::fold::State;
use super::result::GameResult;
use super::settings::{Entrant, MAX_NAME, MAX_PLAYERS, MAX_ROUNDS, MAX_TEXT, Settings, System};
use crate::history::{Bye, History, Round};
use crate::points::{Points, ResultPoints};
use crate::standings::TieBreak;
use crate::trf::{Report, ReportPlayer};

/// Tags of lines about the tournament as a whole.
const NAME: &str = "012";
const PLACE: &str = "022";
const DATES: [&str; 2] = ["042", "052"];
const TYPE: &str = "092";
const ARBITER: &str = "102";
const TIME_CONTROL: &str = "122";

impl State {
    /// Events of a tournament as a report has it.
    ///
    /// # Errors
    /// [`TournamentRefusal::ForeignReport`] for points of results and virtual points that no tournament here has; [`TournamentRefusal::InvalidEntry`] and
    /// [`TournamentRefusal::TooManyPlayers`] for what is outside the limits.
    pub fn import(report: &Report, variant: &str, tie_breaks: Vec<TieBreak>) -> Result<Vec<Event>, TournamentRefusal> {
        let foreign = |problem: &str| TournamentRefusal::ForeignReport { problem: problem.to_owned() };
        if report.players.len() > MAX_PLAYERS {
            return Err(TournamentRefusal::TooManyPlayers { limit: MAX_PLAYERS });
        }
        let bye = report.points.allocated_bye;
        let normal = ResultPoints { allocated_bye: bye, unknown: report.points.unknown, ..ResultPoints::default() };
        if report.points != normal || bye > Points::ONE || bye < Points::ZERO {
            return Err(foreign("a win does not have 1 point, a draw ½ and a loss 0"));
        }
        let mut events = vec![Event::Settings { settings: settings(report, variant, tie_breaks)? }];
        for (player, entry) in (0..).zip(&report.players) {
            let entrant = entrant(entry);
            entrant.check()?;
            events.push(Event::Entrant { player, entrant });
        }
        let mut order: Vec<PlayerId> = (0..).take(report.players.len()).collect();
        order.sort_by_key(|player| report.players[*player as usize].history.number);
        events.push(Event::Numbered { order });
        for round in 0..report.paired_rounds() {
            let number = u8::try_from(round + 1).ok().filter(|_| round < MAX_ROUNDS);
            let number = number.ok_or_else(|| foreign("there are too many rounds"))?;
            events.push(Event::Paired { round: number, pairs: pairs(report, round)? });
        }
        let paired = report.paired_rounds();
        for &(round, place, bye) in &report.byes {
            if let (true, Ok(round)) = (round >= paired, u8::try_from(round + 1)) {
                events.push(Event::ByeRequested { player: id(place), round, bye: Some(bye) });
            }
        }
        for (a, b) in report.forbidden_in(paired) {
            events.push(Event::Forbidden { players: (id(a), id(b)), forbidden: true });
        }
        for (player, entry) in (0..).zip(&report.players) {
            for &(round, points) in &entry.history.corrections {
                let round = u8::try_from(round + 1).map_err(|_| foreign("a correction is of a round far off"))?;
                events.push(Event::Correction { player, round, points, reason: "report".to_owned() });
            }
        }
        let state = Self::replay(&events).map_err(|_| foreign("a player stands twice in a round"))?;
        let accelerated = state.histories(0);
        for (entry, history) in report.players.iter().zip(accelerated) {
            let round = |round: usize| {
                let at = |points: &[Points]| points.get(round).copied().unwrap_or_default();
                at(&entry.history.virtual_points) == at(&history.virtual_points)
            };
            if !(0..state.planned_rounds()).all(round) {
                return Err(foreign("the virtual points are not those of the Baku acceleration"));
            }
        }
        Ok(events)
    }

    /// Report of the tournament.
    #[must_use]
    pub fn report(&self) -> Report {
        let settings = &self.settings;
        let mut report = Report {
            points: self.points(),
            rounds: Some(self.planned_rounds()),
            initial: match settings.system {
                System::Swiss { initial, .. } => Some(initial),
                System::RoundRobin { .. } => None,
            },
            ..Report::default()
        };
        let kind = match settings.system {
            System::Swiss { .. } => "Individual: Swiss-System",
            System::RoundRobin { double: false } => "Individual: Round-Robin",
            System::RoundRobin { double: true } => "Individual: Double Round-Robin",
        };
        let head = [
            (NAME, settings.name.as_str()),
            (PLACE, &settings.place),
            (DATES[0], &settings.dates),
            (TYPE, kind),
            (ARBITER, &settings.arbiter),
            (TIME_CONTROL, &settings.time_control),
        ];
        let head = head.into_iter().filter(|(_, text)| !text.is_empty());
        report.head = head.map(|(tag, text)| (tag.to_owned(), text.to_owned())).collect();
        let active = self.active();
        let place = |player: PlayerId| active.binary_search(&player).ok();
        for (player, history) in active.iter().zip(self.histories(self.rounds.len())) {
            let Entrant { name, rating, title, federation, id, birth, sex, .. } =
                self.players[*player as usize].entrant.clone();
            report.players.push(ReportPlayer {
                history,
                name,
                sex: sex.chars().next(),
                title,
                rating,
                federation,
                id,
                birth,
                written_points: None,
                rank: None,
            });
        }
        for (round, pairs) in self.rounds.iter().enumerate() {
            for board in pairs.boards.iter().filter(|board| board.result.is_none()) {
                let (Some(white), Some(black)) = (place(board.white), place(board.black)) else { continue };
                for (own, opponent, color) in [(white, black, Color::White), (black, white, Color::Black)] {
                    let points = report.points.unknown;
                    report.players[own].history.rounds[round] =
                        Round::Game { opponent, color, points, is_played: true };
                    report.open.push((round, own));
                }
            }
        }
        for standing in self.standings(self.ranked_rounds()) {
            report.players[standing.player].rank = u16::try_from(standing.rank).ok();
            report.players[standing.player].written_points = Some(standing.points);
        }
        for (at, player) in active.iter().enumerate() {
            let requests = self.players[*player as usize].requests.iter();
            let open = requests.filter(|(round, _)| *round >= self.rounds.len());
            report.byes.extend(open.map(|(round, bye)| (*round, at, *bye)));
        }
        for (a, b) in self.forbidden() {
            if let (Some(a), Some(b)) = (place(a), place(b)) {
                let last = self.planned_rounds().saturating_sub(1);
                report.forbidden.push(crate::trf::Forbidden { first: 0, last, players: vec![a, b] });
            }
        }
        report
    }
}

/// Id of the player at a place of a report.
fn id(place: usize) -> PlayerId {
    PlayerId::try_from(place).unwrap_or(PlayerId::MAX)
}

/// Text without control characters and space around it, cut to a length.
fn clean(text: &str, most: usize) -> String {
    let text: String = text.trim().chars().filter(|c| !c.is_control()).take(most).collect();
    text.trim_end().to_owned()
}

fn settings(report: &Report, variant: &str, tie_breaks: Vec<TieBreak>) -> Result<Settings, TournamentRefusal> {
    let text = |tag: &str| report.head.iter().find(|(each, _)| each == tag).map_or("", |(_, text)| text);
    let rounds = report.rounds.unwrap_or(0).max(report.paired_rounds()).max(1);
    let is_accelerated =
        report.players.iter().any(|player| player.history.virtual_points.iter().any(|points| *points != Points::ZERO));
    let kind = text(TYPE).to_lowercase();
    let system = if kind.contains("robin") {
        System::RoundRobin { double: kind.contains("double") }
    } else {
        let rounds = u8::try_from(rounds).unwrap_or(u8::MAX);
        System::Swiss { rounds, initial: report.initial_color(), accelerated: is_accelerated }
    };
    let dates: Vec<String> =
        DATES.iter().map(|tag| clean(text(tag), MAX_TEXT / 3)).filter(|date| !date.is_empty()).collect();
    let name = clean(text(NAME), MAX_NAME);
    let has_quarters = |round: &Round| round.points().quarters() % 2 != 0;
    let settings = Settings {
        name: if name.is_empty() { "Tournament".to_owned() } else { name },
        variant: variant.to_owned(),
        system,
        tie_breaks,
        bye: report.points.allocated_bye,
        quarters: report.players.iter().any(|player| player.history.rounds.iter().any(has_quarters)),
        place: clean(text(PLACE), MAX_TEXT),
        dates: dates.join(" – "),
        time_control: clean(text(TIME_CONTROL), MAX_TEXT),
        arbiter: clean(text(ARBITER), MAX_TEXT),
    };
    settings.check()?;
    Ok(settings)
}

fn entrant(player: &ReportPlayer) -> Entrant {
    let name = clean(&player.name, MAX_NAME);
    Entrant {
        name: if name.is_empty() { format!("{}", player.history.number) } else { name },
        rating: player.rating.filter(|rating| *rating > 0),
        title: clean(&player.title, 3),
        federation: clean(&player.federation, 3),
        club: String::new(),
        id: clean(&player.id, 11),
        birth: clean(&player.birth, 10),
        sex: player
            .sex
            .map(|sex| sex.to_ascii_lowercase().to_string())
            .filter(|sex| sex == "m" || sex == "w")
            .unwrap_or_default(),
    }
}

/// Pairs of a round, from 0, with their results. Boards are in the order of C.04.2: by the score of the higher player, both scores, and
/// the number of the higher player.
fn pairs(report: &Report, round: usize) -> Result<PairedRound, TournamentRefusal> {
    let mut boards = Vec::new();
    let mut byes = Vec::new();
    for (place, player) in report.players.iter().enumerate() {
        match player.history.round(round) {
            Round::Game { opponent, color: Color::White, points: white, is_played } => {
                let other = &report.players[opponent].history;
                let black = other.round(round).points();
                let is_open = report.open.contains(&(round, place));
                let result = GameResult::from_points(white, black, is_played);
                if result.is_none() && !is_open {
                    let problem = format!("round {}: {white} and {black} points", round + 1);
                    return Err(TournamentRefusal::ForeignReport { problem });
                }
                let rank = |history: &History| (history.pairing_score(round), Reverse(history.number));
                let (own, others) = (rank(&player.history), rank(other));
                let (score, number) = own.max(others);
                let key = (score, own.0 + others.0, number);
                let result = result.filter(|_| !is_open);
                boards.push((key, Board { white: id(place), black: id(opponent), result }));
            }
            Round::Bye(bye, points) if bye != Bye::Zero || points != Points::ZERO => {
                let normal = match bye {
                    Bye::Allocated => report.points.allocated_bye,
                    Bye::Full => Points::ONE,
                    Bye::Half => Points::HALF,
                    Bye::Zero => Points::ZERO,
                };
                if points != normal {
                    let problem = format!("round {}: a bye with {points} points", round + 1);
                    return Err(TournamentRefusal::ForeignReport { problem });
                }
                byes.push(RoundBye { player: id(place), bye });
            }
            Round::Game { .. } | Round::Bye(..) => {}
        }
    }
    boards.sort_by(|(a, _), (b, _)| b.cmp(a));
    Ok(PairedRound { boards: boards.into_iter().map(|(_, board)| board).collect(), byes })
}
