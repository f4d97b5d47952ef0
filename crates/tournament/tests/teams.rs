//! Team tournaments as their organisers run them: commands, events, and the state that they fold to.

use std::collections::BTreeSet;

use proptest::prelude::*;
use saffron_rules::Color;
use saffron_tournament::state::{GameResult, TournamentRefusal};
use saffron_tournament::teams::{
    BoardPlayers, ColorPreferences, MatchPoints, PairedTeams, TeamBye, TeamEntry, TeamMatch, TeamPair, TeamPlace,
    TeamRoundBye, TeamScore, TeamSystem, TeamTieBreakKind, TeamTournamentCommand as Command,
    TeamTournamentEvent as Event, TeamTournamentPlayer, TeamTournamentSettings, TeamTournamentState,
};
use saffron_tournament::{Bye, Points};

fn points(points: i32) -> Points {
    Points::from_quarters(4 * points)
}

fn settings(system: TeamSystem, boards: u8) -> TeamTournamentSettings {
    TeamTournamentSettings {
        name: "Csapatbajnokság".to_owned(),
        variant: "glinski".to_owned(),
        system,
        boards,
        reserves: 2,
        primary: TeamScore::Match,
        match_points: MatchPoints { win: points(2), draw: points(1), loss: points(0) },
        bye: TeamBye { match_points: points(1), game_points: Points::from_quarters(2 * i32::from(boards)) },
        quarters: true,
        tie_breaks: ["MPvGP", "EMGSB"].map(|code| code.parse().expect("a code")).to_vec(),
        place: String::new(),
        dates: String::new(),
        time_control: String::new(),
        arbiter: String::new(),
    }
}

fn swiss(rounds: u8) -> TeamSystem {
    TeamSystem::Swiss { rounds, initial: Color::White, preferences: ColorPreferences::TypeA }
}

/// Team with so many players, whose ratings fall from team to team and from board to board.
fn entry(team: u16, players: u16) -> TeamEntry {
    let letter = char::from(b'A' + u8::try_from(team).expect("a letter"));
    let player = |board: u16| TeamTournamentPlayer {
        name: format!("{letter}{}", board + 1),
        rating: Some(2000_u16.saturating_sub(100 * team + 10 * board).max(1)),
        title: String::new(),
    };
    TeamEntry { name: letter.to_string(), captain: String::new(), players: (0..players).map(player).collect() }
}

/// Tournament and all its events.
struct Run {
    state: TeamTournamentState,
    events: Vec<Event>,
}

impl Run {
    fn new(settings: TeamTournamentSettings, teams: u16, players: u16) -> Self {
        let events = TeamTournamentState::create(settings).expect("good settings");
        let mut run = Self { state: TeamTournamentState::replay(&events).expect("a beginning"), events };
        run.must(&Command::Enter { teams: (0..teams).map(|team| entry(team, players)).collect() });
        run
    }

    /// Carries out a command; the state is the fold of all events, before and after they were written.
    fn carry_out(&mut self, command: &Command) -> Result<usize, TournamentRefusal> {
        let events = self.state.decide(command)?;
        for event in &events {
            assert_eq!(self.state.apply(event), Some(()), "{command:?}: {event:?}");
        }
        let count = events.len();
        self.events.extend(events);
        let text = serde_json::to_string(&self.events).expect("JSON");
        let read: Vec<Event> = serde_json::from_str(&text).expect("the same");
        assert_eq!(TeamTournamentState::checked_replay(&read).as_ref(), Ok(&self.state), "{command:?}");
        Ok(count)
    }

    fn must(&mut self, command: &Command) -> usize {
        self.carry_out(command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
    }

    fn refused(&self, command: &Command) -> TournamentRefusal {
        self.state.decide(command).expect_err("a refusal")
    }

    /// Enters the results of the boards of a match, written with spaces between them.
    fn results(&mut self, round: u8, first: TeamPlace, text: &str) {
        for (board, text) in (1..).zip(text.split(' ')) {
            let result = Some(text.parse().expect("a result"));
            self.must(&Command::SetResult { round, first, board, result });
        }
    }

    /// Enters the same result on all open boards.
    fn fill(&mut self, text: &str) {
        let result: Option<GameResult> = Some(text.parse().expect("a result"));
        for (round, paired) in (1..).zip(self.state.rounds().to_vec()) {
            for match_ in paired.matches {
                for board in 1..=u8::try_from(match_.results.len()).expect("few boards") {
                    let (now, _) = self.state.match_of(usize::from(round) - 1, match_.pair.first).expect("the match");
                    if now.results[usize::from(board) - 1].is_none() {
                        self.must(&Command::SetResult { round, first: match_.pair.first, board, result });
                    }
                }
            }
        }
    }

    /// Pairs of a round, from 1.
    fn pairs(&self, round: usize) -> Vec<(TeamPlace, TeamPlace)> {
        self.state.rounds()[round - 1].matches.iter().map(|match_| (match_.pair.first, match_.pair.second)).collect()
    }

    /// Names, match points, game points and values of the standings.
    fn standings(&self) -> Vec<String> {
        let active = self.state.active();
        let rows = self.state.standings(self.state.ranked_rounds()).into_iter().map(|row| {
            let name = &self.state.teams()[active[row.team] as usize].entry.name;
            let values: Vec<String> = row.values.iter().map(ToString::to_string).collect();
            format!("{} {name} {} {} {}", row.rank, row.match_points, row.game_points, values.join(" "))
        });
        rows.collect()
    }
}

fn pair(first: TeamPlace, second: TeamPlace) -> TeamPair {
    TeamPair { first, second }
}

#[test]
fn a_swiss_tournament_from_entry_to_end() {
    let mut run = Run::new(settings(swiss(3), 2), 5, 2);
    run.must(&Command::Pair);
    // The lowest team has the bye, which is a draw.
    assert_eq!(run.pairs(1), [(0, 2), (3, 1)]);
    assert_eq!(run.state.rounds()[0].bye, Some(4));
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::ResultsMissing { round: 1 });
    run.results(1, 0, "3/4-1/4 1/2-1/2");
    run.results(1, 3, "0-1 1-0");
    // A: 1.25, opponent C with 0 match points. B and D drew: opponents with 1 point, 1 game point. E has a dummy with its own score.
    assert_eq!(
        run.standings(),
        ["1 A 2.0 1.25 1.25 0", "2 B 1.0 1.0 1 1", "2 D 1.0 1.0 1 1", "2 E 1.0 1.0 1 1", "5 C 0.0 0.75 0.75 1.5"]
    );
    run.must(&Command::Pair);
    // A meets B, the first one of those with 1 point. D and E play; C has the bye.
    assert_eq!(run.pairs(2), [(1, 0), (4, 3)]);
    assert_eq!(run.state.rounds()[1].bye, Some(2));
    run.fill("1-0");
    run.must(&Command::Pair);
    assert_eq!(run.refused(&Command::Finish), TournamentRefusal::ResultsMissing { round: 3 });
    run.fill("1/2-1/2");
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::AllPaired);
    run.must(&Command::Finish);
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::TournamentOver);
    run.must(&Command::Reopen);
    run.must(&Command::SetResult { round: 3, first: run.pairs(3)[0].0, board: 1, result: None });
    assert_eq!(run.refused(&Command::Finish), TournamentRefusal::ResultsMissing { round: 3 });
}

#[test]
fn reserves_move_up_for_absent_players() {
    let mut run = Run::new(settings(swiss(2), 2), 2, 3);
    run.must(&Command::SetAbsent { team: 0, player: 0, absent: true });
    run.must(&Command::Pair);
    let boards = |run: &Run| {
        let found = run.state.boards(&run.state.rounds()[0].matches[0]);
        found.into_iter().map(|BoardPlayers { first, second }| (first, second)).collect::<Vec<_>>()
    };
    assert_eq!(boards(&run), [(Some(1), Some(0)), (Some(2), Some(1))]);
    // The first result fixes the line-ups; a later absence leaves them.
    run.results(1, 0, "1-0");
    run.must(&Command::SetAbsent { team: 1, player: 0, absent: true });
    assert_eq!(boards(&run), [(Some(1), Some(0)), (Some(2), Some(1))]);
    run.must(&Command::SetLineUp { round: 1, team: 1, players: vec![Some(0), Some(2)] });
    assert_eq!(boards(&run)[1], (Some(2), Some(2)));
    for players in [vec![Some(1), Some(0)], vec![Some(0)], vec![Some(1), Some(1)], vec![Some(0), Some(3)]] {
        let command = Command::SetLineUp { round: 1, team: 1, players };
        assert_eq!(run.refused(&command), TournamentRefusal::WrongLineUp);
    }
}

#[test]
fn boards_without_a_player_are_forfeited() {
    let mut run = Run::new(settings(swiss(2), 3), 2, 3);
    run.must(&Command::SetAbsent { team: 1, player: 0, absent: true });
    run.must(&Command::Pair);
    run.results(1, 0, "1/2-1/2");
    let results = |run: &Run| {
        let results = run.state.rounds()[0].matches[0].results.iter();
        results.map(|result| result.map_or("-".to_owned(), |result| result.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(results(&run), ["1/2-1/2", "-", "+/-"]);
    // The absent player comes after all.
    run.must(&Command::SetLineUp { round: 1, team: 1, players: vec![Some(0), Some(1), Some(2)] });
    assert_eq!(results(&run), ["1/2-1/2", "-", "-"]);
    // No one comes on board 2; the result of board 1 stays.
    run.must(&Command::SetLineUp { round: 1, team: 0, players: vec![None, None, Some(2)] });
    assert_eq!(results(&run), ["1/2-1/2", "-/+", "-"]);
}

#[test]
fn teams_without_players_play() {
    let mut run = Run::new(settings(swiss(1), 2), 2, 0);
    run.must(&Command::Pair);
    run.results(1, 0, "1-0 1-0");
    assert_eq!(run.standings(), ["1 A 2.0 2.0 2 0", "2 B 0.0 0.0 0 0"]);
    assert!(run.state.player_scores(1).is_empty());
}

#[test]
fn a_forfeited_match_is_no_meeting() {
    let mut run = Run::new(settings(swiss(3), 2), 4, 2);
    run.must(&Command::Pair);
    assert_eq!(run.pairs(1), [(0, 2), (3, 1)]);
    run.must(&Command::Forfeit { round: 1, first: 0, present: Some(0) });
    run.must(&Command::Forfeit { round: 1, first: 3, present: None });
    // The points of the forfeit are those of the players who were there, also if one is absent later.
    run.must(&Command::SetAbsent { team: 0, player: 0, absent: true });
    let boards = run.state.boards(&run.state.rounds()[0].matches[0]);
    assert_eq!(boards.iter().map(|board| board.first).collect::<Vec<_>>(), [Some(0), Some(1)]);
    // A match without any player is lost for both.
    let scores: Vec<String> =
        run.standings().iter().map(|row| row.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(scores, ["1 A 2.0", "2 B 0.0", "2 C 0.0", "2 D 0.0"]);
    run.must(&Command::Withdraw { team: 3 });
    run.must(&Command::Pair);
    // A has won by forfeit and must not have the bye; A and C may meet, since they have not played.
    assert_eq!(run.pairs(2), [(0, 1)]);
    assert_eq!(run.state.rounds()[1].bye, Some(2));
    run.must(&Command::Unpair);
    assert_eq!(
        run.refused(&Command::SetPairs { pairs: vec![pair(2, 0)], bye: Some(3) }),
        TournamentRefusal::OtherTeams
    );
    run.must(&Command::SetPairs { pairs: vec![pair(2, 0)], bye: Some(1) });
    run.fill("1-0");
    assert_eq!(run.refused(&Command::Unpair), TournamentRefusal::ResultsKnown { round: 2 });
}

#[test]
fn a_round_robin_counts_no_match_of_a_team_that_left_early() {
    let mut run = Run::new(settings(TeamSystem::RoundRobin { double: false }, 2), 4, 2);
    run.must(&Command::Pair);
    assert_eq!(run.state.rounds().len(), 3);
    assert_eq!(run.pairs(1), [(0, 3), (1, 2)]);
    run.results(1, 0, "1-0 1-0");
    run.results(1, 1, "1-0 1/2-1/2");
    assert_eq!(run.standings()[0], "1 A 2.0 2.0 2 0");
    // D has played one of three matches.
    run.must(&Command::Withdraw { team: 3 });
    assert!(run.state.is_annulled(3));
    assert_eq!(run.standings()[0], "1 B 2.0 1.5 1.5 0");
    run.fill("1/2-1/2");
    run.must(&Command::Finish);
    assert_eq!(run.standings()[0], "1 B 3.0 2.5 2.5 3.5");
}

#[test]
fn a_match_of_two_teams_has_rounds_with_changing_colours() {
    let mut run = Run::new(settings(TeamSystem::Match { rounds: 3 }, 2), 2, 2);
    assert_eq!(run.refused(&Command::Enter { teams: vec![entry(2, 2)] }), TournamentRefusal::TooManyTeams { limit: 2 });
    run.must(&Command::Pair);
    assert_eq!([run.pairs(1), run.pairs(2), run.pairs(3)], [[(0, 1)], [(1, 0)], [(0, 1)]]);
    run.fill("1-0");
    run.must(&Command::Finish);
    assert_eq!(run.standings(), ["1 A 4.0 4.0 4 8", "2 B 2.0 2.0 2 8"]);
}

#[test]
fn players_are_ranked_by_points_and_performance() {
    let mut run = Run::new(settings(swiss(1), 2), 2, 2);
    run.must(&Command::Pair);
    run.results(1, 0, "1-0 +/-");
    let scores = run.state.player_scores(1);
    let text = |score: &saffron_tournament::teams::PlayerScore| {
        let name = &run.state.teams()[score.team as usize].entry.players[score.player as usize].name;
        let colors: String = score.games.iter().map(|game| game.color.letter()).collect();
        format!("{} {name} {} {:?} {colors}", score.rank, score.points, score.performance)
    };
    let texts: Vec<String> = scores.iter().map(text).collect();
    // The forfeit gives a point, but no performance; colours alternate by boards.
    assert_eq!(texts, ["1 A1 1.0 Some(2700) w", "2 A2 1.0 None b", "3 B1 0.0 Some(1200) b", "4 B2 0.0 None w"]);
}

/// Match with results of 4 boards: C.07's tie-breaks by boards, calculated by hand.
#[test]
fn tie_breaks_by_boards() {
    let mut settings = settings(swiss(1), 4);
    settings.tie_breaks = ["BC", "TBR", "BBE"].map(|code| code.parse().expect("a code")).to_vec();
    let mut run = Run::new(settings, 3, 4);
    run.must(&Command::Pair);
    run.results(1, 0, "1-0 0-1 0-1 1-0");
    // A: 1·1 + 4·1 = 5, B: 2 + 3 = 5; on board 1 A is better. C has the bye, which is 4 wins for them: 10; its 2 game points make it
    // comparable. BBE only counts among those who are still tied.
    assert_eq!(run.standings(), ["1 A 1.0 2.0 5 1 1", "2 B 1.0 2.0 5 2 1", "3 C 1.0 2.0 10 1 1"]);
}

/// Three teams that beat one another by match points, and differ in game points.
#[test]
fn an_extended_direct_encounter_looks_at_the_other_score() {
    let mut settings = settings(TeamSystem::RoundRobin { double: false }, 4);
    settings.tie_breaks = ["DE", "EDE", "SSSC"].map(|code| code.parse().expect("a code")).to_vec();
    let mut run = Run::new(settings, 3, 4);
    run.must(&Command::Pair);
    for round in 1..=3 {
        let (first, second) = run.pairs(round)[0];
        // A beats B by 3, B beats C by 4, C beats A by 2½.
        let (text, flipped) = match first.min(second) + first.max(second) {
            1 => (["1-0", "1-0", "1-0", "0-1"], first != 0),
            3 => (["1-0"; 4], first != 1),
            _ => (["1-0", "1-0", "1/2-1/2", "0-1"], first != 2),
        };
        let turned = text.map(|text| match (text, flipped) {
            ("1-0", true) => "0-1",
            ("0-1", true) => "1-0",
            (other, _) => other,
        });
        run.results(u8::try_from(round).expect("few"), first, &turned.join(" "));
    }
    // Game points: A 3 + 1½, B 1 + 4, C 0 + 2½. SSSC: 6 / 4 is 1, so Buchholz of two opponents with 2 points is added.
    assert_eq!(run.standings(), ["1 B 2.0 5.0 1 1 9", "2 A 2.0 4.5 1 2 8.5", "3 C 2.0 2.5 1 3 6.5"]);
}

#[test]
fn settings_outside_their_limits_are_refused() {
    let good = settings(swiss(3), 4);
    let with = |change: &dyn Fn(&mut TeamTournamentSettings)| {
        let mut settings = good.clone();
        change(&mut settings);
        TeamTournamentState::create(settings).map(|_| ()).map_err(|refusal| refusal.to_string())
    };
    let refused = |field: &str| Err(format!("{field} is outside its limits"));
    assert_eq!(with(&|_| {}), Ok(()));
    assert_eq!(with(&|settings| settings.boards = 0), refused("boards"));
    assert_eq!(with(&|settings| settings.boards = 21), refused("boards"));
    assert_eq!(with(&|settings| settings.reserves = 17), refused("reserves"));
    assert_eq!(with(&|settings| settings.match_points.loss = points(2)), refused("matchPoints"));
    assert_eq!(with(&|settings| settings.match_points.draw = points(3)), refused("matchPoints"));
    assert_eq!(with(&|settings| settings.bye.match_points = points(3)), refused("bye.matchPoints"));
    assert_eq!(with(&|settings| settings.bye.game_points = points(5)), refused("bye.gamePoints"));
    assert_eq!(with(&|settings| settings.system = swiss(31)), refused("system.rounds"));
}

#[test]
fn a_begun_tournament_keeps_its_form() {
    let mut run = Run::new(settings(swiss(3), 2), 4, 3);
    run.must(&Command::Pair);
    let own = run.state.settings().clone();
    let mut changed = own.clone();
    changed.boards = 3;
    assert_eq!(run.refused(&Command::ChangeSettings { settings: changed }), TournamentRefusal::TournamentBegun);
    let mut changed = own.clone();
    changed.reserves = 0;
    assert_eq!(
        run.refused(&Command::ChangeSettings { settings: changed }),
        TournamentRefusal::TooManyPlayers { limit: 2 }
    );
    let mut changed = own;
    changed.system = swiss(5);
    changed.tie_breaks.clear();
    run.must(&Command::ChangeSettings { settings: changed });
    assert_eq!(run.refused(&Command::ChangeTeam { team: 0, entry: entry(0, 2) }), TournamentRefusal::TournamentBegun);
    run.must(&Command::ChangeTeam { team: 0, entry: entry(0, 4) });
    assert_eq!(run.refused(&Command::Remove { team: 0 }), TournamentRefusal::TournamentBegun);
    // A late team has no points of the first round, and the last number.
    run.must(&Command::Enter { teams: vec![entry(5, 2)] });
    run.fill("1/2-1/2");
    run.must(&Command::Pair);
    assert_eq!(run.state.teams()[4].number, Some(5));
}

/// Points of the standings by names.
fn scores(run: &Run) -> Vec<String> {
    run.standings().iter().map(|row| row.split(' ').skip(1).take(3).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn requested_byes_give_the_points_that_were_asked_for() {
    let mut run = Run::new(settings(swiss(3), 2), 6, 2);
    for (team, bye) in [(0, Bye::Full), (1, Bye::Half), (2, Bye::Zero), (3, Bye::Half)] {
        run.must(&Command::RequestBye { team, round: 1, bye: Some(bye) });
    }
    run.must(&Command::RequestBye { team: 3, round: 1, bye: None });
    assert_eq!(run.must(&Command::RequestBye { team: 0, round: 1, bye: Some(Bye::Full) }), 0, "known");
    run.must(&Command::Pair);
    let byes = &run.state.rounds()[0].byes;
    assert_eq!(byes.iter().map(|each| each.bye).collect::<Vec<_>>(), [Bye::Full, Bye::Half, Bye::Zero]);
    // Of the three that are left the lowest one has the pairing-allocated bye.
    assert_eq!((run.pairs(1), run.state.rounds()[0].bye), (vec![(4, 3)], Some(5)));
    run.fill("1-0");
    assert_eq!(scores(&run), ["A 2.0 2.0", "E 2.0 2.0", "B 1.0 1.0", "F 1.0 1.0", "C 0.0 0.0", "D 0.0 0.0"]);
    // Three absences leave A, E and F. A has had the points of a win without playing, and F its bye.
    for team in [1, 2, 3] {
        run.must(&Command::RequestBye { team, round: 2, bye: Some(Bye::Zero) });
    }
    run.must(&Command::Pair);
    assert_eq!(run.state.rounds()[1].bye, Some(4));
    let pairs = run.state.rounds()[1].matches[0].pair;
    run.must(&Command::SetPairs { pairs: vec![pair(pairs.second, pairs.first)], bye: Some(4) });
    assert_eq!(run.state.rounds()[1].byes.len(), 3, "pairs by hand leave the requested byes");
    for (round, team, bye) in [(1, 0, Some(Bye::Half)), (4, 0, Some(Bye::Half)), (3, 0, Some(Bye::Allocated))] {
        assert_eq!(run.refused(&Command::RequestBye { team, round, bye }), TournamentRefusal::NoSuchGame { round });
    }
}

#[test]
fn a_late_team_can_be_given_the_points_of_a_bye() {
    let mut run = Run::new(settings(swiss(3), 2), 2, 2);
    run.must(&Command::Pair);
    run.fill("1/2-1/2");
    run.must(&Command::Enter { teams: vec![entry(2, 2), entry(3, 2)] });
    run.must(&Command::SetBye { round: 1, team: 2, bye: Bye::Full });
    run.must(&Command::SetBye { round: 1, team: 2, bye: Bye::Half });
    assert_eq!(scores(&run), ["A 1.0 1.0", "B 1.0 1.0", "C 1.0 1.0", "D 0.0 0.0"]);
    for (round, team, bye) in [(1, 0, Bye::Half), (2, 2, Bye::Half), (1, 3, Bye::Allocated)] {
        assert_eq!(run.refused(&Command::SetBye { round, team, bye }), TournamentRefusal::NoSuchGame { round });
    }
    run.must(&Command::Withdraw { team: 3 });
    run.must(&Command::Pair);
    let bye = run.state.rounds()[1].bye.expect("an odd number");
    assert_eq!(
        run.refused(&Command::SetBye { round: 2, team: bye, bye: Bye::Full }),
        TournamentRefusal::NoSuchGame { round: 2 }
    );
    let fixed = Run::new(settings(TeamSystem::RoundRobin { double: false }, 2), 3, 2);
    let command = Command::RequestBye { team: 0, round: 1, bye: Some(Bye::Half) };
    assert_eq!(fixed.refused(&command), TournamentRefusal::NoSuchGame { round: 1 });
}

#[test]
fn penalties_and_bonuses_count_from_their_round_on() {
    let mut run = Run::new(settings(swiss(3), 2), 4, 2);
    let correct = |team, round, match_points, game_points| Command::Correct {
        team,
        round,
        match_points: Points::from_quarters(match_points),
        game_points: Points::from_quarters(game_points),
        reason: "telephone".to_owned(),
    };
    run.must(&correct(0, 1, -4, 0));
    run.must(&correct(3, 1, 0, 2));
    run.must(&correct(2, 2, 8, 8));
    run.must(&Command::Pair);
    run.fill("1/2-1/2");
    assert_eq!(scores(&run), ["D 1.0 1.5", "B 1.0 1.0", "C 1.0 1.0", "A 0.0 1.0"]);
    // The next round is paired by the scores with them: A floats, since the others have a point each.
    run.must(&Command::Pair);
    run.fill("1/2-1/2");
    assert_eq!(scores(&run), ["C 4.0 4.0", "D 2.0 2.5", "B 2.0 2.0", "A 1.0 2.0"]);
    assert_eq!(run.state.teams()[3].corrections[0].reason, "telephone");
    let field = |command: &Command| run.refused(command).to_string();
    assert_eq!(field(&correct(0, 4, 4, 0)), "round is outside its limits");
    assert_eq!(field(&correct(0, 0, 4, 0)), "round is outside its limits");
    assert_eq!(field(&correct(0, 1, 0, 0)), "matchPoints is outside its limits");
    assert_eq!(field(&correct(0, 1, 401, 0)), "matchPoints is outside its limits");
    assert_eq!(field(&correct(0, 1, 0, -401)), "gamePoints is outside its limits");
    assert_eq!(run.refused(&correct(9, 1, 4, 0)), TournamentRefusal::NoSuchTeam { team: 9 });
}

#[test]
fn a_game_belongs_to_its_board() {
    let mut run = Run::new(settings(swiss(2), 2), 4, 2);
    let set = |round, first, board, moves: Option<&str>| {
        let moves = moves.map(str::to_owned);
        Command::SetGame { round, first, board, moves }
    };
    let games = |run: &Run| {
        let round = &run.state.rounds()[0];
        let boards = round.matches.iter().flat_map(|match_| (0..2).map(move |board| (match_, board)));
        boards.filter_map(|(match_, board)| run.state.game(0, match_, board).map(str::to_owned)).collect::<Vec<_>>()
    };
    run.must(&Command::Pair);
    run.must(&set(1, 0, 1, Some("e5 e6")));
    run.must(&set(1, 3, 2, Some("f6 f7")));
    assert_eq!(run.must(&set(1, 0, 1, Some("e5 e6"))), 0, "known");
    // By hand the match of A and C stays, the other one is another.
    run.must(&Command::SetPairs { pairs: vec![pair(1, 3), pair(0, 2)], bye: None });
    assert_eq!(games(&run), ["e5 e6"]);
    // Other players on the board leave it its game, as they leave the result.
    run.must(&set(1, 1, 2, Some("b4")));
    run.must(&Command::SetLineUp { round: 1, team: 0, players: vec![Some(1), None] });
    assert_eq!(games(&run), ["b4", "e5 e6"]);
    for (round, first, board) in [(1, 2, 1), (1, 0, 3), (1, 0, 0), (2, 0, 1)] {
        assert_eq!(run.refused(&set(round, first, board, Some("e5"))), TournamentRefusal::NoSuchGame { round });
    }
    assert_eq!(run.refused(&set(1, 0, 1, Some("e5  e6"))).to_string(), "moves is outside its limits");
    run.must(&set(1, 1, 2, None));
    run.fill("1-0");
    run.must(&Command::Pair);
    run.fill("1-0");
    run.must(&Command::Finish);
    run.must(&set(1, 1, 1, Some("b5")));
    assert_eq!(games(&run), ["b5", "e5 e6"], "games are typed after the end, too");
    let mut run = Run::new(settings(swiss(2), 2), 4, 2);
    run.must(&Command::Pair);
    run.must(&set(1, 0, 1, Some("e5")));
    run.must(&Command::Unpair);
    run.must(&Command::Pair);
    assert!(games(&run).is_empty());
}

/// Rounds were stored without requested byes before there were any.
#[test]
fn stored_rounds_without_byes_are_read() {
    let stored = r#"{"pairs":[{"first":0,"second":1}],"bye":2}"#;
    let expected = PairedTeams { pairs: vec![pair(0, 1)], bye: Some(2), byes: Vec::new() };
    assert_eq!(serde_json::from_str::<PairedTeams>(stored).ok(), Some(expected));
}

#[test]
fn events_of_other_tournaments_are_refused() {
    let mut run = Run::new(settings(swiss(3), 2), 4, 2);
    run.must(&Command::Pair);
    let foreign = [
        Event::LineUp { round: 1, team: 0, players: vec![Some(5), None] },
        Event::LineUp { round: 2, team: 0, players: vec![None, None] },
        Event::Result { round: 1, first: 2, board: 1, result: None },
        Event::Result { round: 1, first: 0, board: 3, result: None },
        Event::Result { round: 1, first: 0, board: 0, result: None },
        Event::Absent { team: 0, player: 2, absent: true },
        Event::ByeRequested { team: 9, round: 2, bye: Some(Bye::Half) },
        Event::Bye { round: 1, team: 0, bye: Bye::Half },
        Event::Bye { round: 2, team: 0, bye: Bye::Half },
        Event::Game { round: 1, first: 2, board: 1, moves: None },
        Event::Game { round: 1, first: 0, board: 3, moves: Some("e5".to_owned()) },
        Event::Correction {
            team: 9,
            round: 1,
            match_points: Points::ONE,
            game_points: Points::ONE,
            reason: "late".to_owned(),
        },
        Event::Paired {
            round: 2,
            pairs: PairedTeams { byes: vec![TeamRoundBye { team: 0, bye: Bye::Allocated }], ..PairedTeams::default() },
        },
        Event::Paired {
            round: 2,
            pairs: PairedTeams {
                byes: vec![TeamRoundBye { team: 0, bye: Bye::Half }],
                bye: Some(0),
                ..PairedTeams::default()
            },
        },
        Event::Numbered { order: vec![0, 0] },
        Event::Unpaired { round: 2 },
        Event::Settings { settings: settings(swiss(3), 3) },
        Event::Team { team: 0, entry: entry(0, 1) },
        Event::Team { team: 9, entry: entry(9, 1) },
    ];
    for event in foreign {
        let mut state = run.state.clone();
        assert_eq!(state.apply(&event), None, "{event:?}");
        assert_eq!(state, run.state, "{event:?}");
    }
}

/// Returns whether a team has had a pairing-allocated bye, or the points of a win without playing.
fn has_won_without_playing(state: &TeamTournamentState, team: TeamPlace) -> bool {
    state.rounds().iter().any(|round| match round.match_of(team) {
        Some((match_, side)) => state
            .score(match_)
            .is_some_and(|score| !score.is_played && score.match_points[side] == state.settings().match_points.win),
        None => matches!(round.bye_of(team), Some(Bye::Allocated | Bye::Full)),
    })
}

/// Match points and game points of a team: its matches and byes, and what the events say of penalties and bonuses.
fn plain_sums(run: &Run, team: TeamPlace, rounds: usize) -> [Points; 2] {
    let TeamTournamentSettings { match_points, bye, .. } = run.state.settings();
    let mut sums = [Points::ZERO; 2];
    let mut add = |points: [Points; 2]| {
        for (sum, points) in sums.iter_mut().zip(points) {
            *sum += points;
        }
    };
    for round in &run.state.rounds()[..rounds] {
        add(match round.bye_of(team) {
            Some(Bye::Allocated) => [bye.match_points, bye.game_points],
            Some(Bye::Full) => [match_points.win, points(2)],
            Some(Bye::Half) => [match_points.draw, points(1)],
            Some(Bye::Zero) | None => [Points::ZERO; 2],
        });
        let Some((match_, side)) = round.match_of(team) else { continue };
        let is_annulled = [match_.pair.first, match_.pair.second].iter().any(|team| run.state.is_annulled(*team));
        if let Some(score) = run.state.score(match_).filter(|_| !is_annulled) {
            add([score.match_points[side], score.game_points[side]]);
        }
    }
    for event in &run.events {
        match event {
            Event::Correction { team: of, round, match_points, game_points, .. }
                if *of == team && usize::from(*round) <= rounds =>
            {
                add([*match_points, *game_points]);
            }
            _ => {}
        }
    }
    sums
}

fn command() -> impl Strategy<Value = Command> {
    let team = 0..7_u32;
    let round = 0..6_u8;
    let result = prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "+/-", "-/-", "3/4-1/4"])
        .prop_map(|text| Some(text.parse().expect("a result")));
    let player = prop::option::of(0..4_u32);
    let bye = prop::sample::select(vec![Bye::Allocated, Bye::Full, Bye::Half, Bye::Zero]);
    prop_oneof![
        4 => Just(Command::Pair),
        1 => Just(Command::Unpair),
        1 => Just(Command::Finish),
        1 => Just(Command::Reopen),
        6 => (round.clone(), team.clone(), 0..4_u8, result)
            .prop_map(|(round, first, board, result)| Command::SetResult { round, first, board, result }),
        2 => (round.clone(), team.clone(), prop::collection::vec(player, 2..4))
            .prop_map(|(round, team, players)| Command::SetLineUp { round, team, players }),
        2 => (round, team.clone(), prop::option::of(team.clone()))
            .prop_map(|(round, first, present)| Command::Forfeit { round, first, present }),
        1 => (team.clone(), 0..4_u32, any::<bool>())
            .prop_map(|(team, player, absent)| Command::SetAbsent { team, player, absent }),
        1 => team.clone().prop_map(|team| Command::Withdraw { team }),
        1 => team.clone().prop_map(|team| Command::Return { team }),
        1 => team.clone().prop_map(|team| Command::Remove { team }),
        2 => (team.clone(), 0..6_u8, prop::option::of(bye.clone()))
            .prop_map(|(team, round, bye)| Command::RequestBye { team, round, bye }),
        2 => (0..6_u8, team.clone(), 0..4_u8, prop::option::of("[a-f]5 [a-f]6"))
            .prop_map(|(round, first, board, moves)| Command::SetGame { round, first, board, moves }),
        2 => (team.clone(), 0..6_u8, -9..9_i32, -9..9_i32).prop_map(|(team, round, of_match, of_game)| {
            let [match_points, game_points] = [of_match, of_game].map(Points::from_quarters);
            Command::Correct { team, round, match_points, game_points, reason: "phone".to_owned() }
        }),
        1 => (0..6_u8, team.clone(), bye).prop_map(|(round, team, bye)| Command::SetBye { round, team, bye }),
        1 => (0..4_u16).prop_map(|team| Command::Enter { teams: vec![entry(20 + team, team)] }),
        1 => (team, 0..5_u16).prop_map(|(team, players)| Command::ChangeTeam { team, entry: entry(10, players) }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is sent, the state stays the fold of its events, no team stands twice in a round, and a Swiss tournament pairs no two
    /// teams that have played.
    #[test]
    fn any_commands_leave_a_tournament(is_swiss in any::<bool>(), commands in prop::collection::vec(command(), 0..50)) {
        let system = if is_swiss { swiss(5) } else { TeamSystem::RoundRobin { double: false } };
        let mut settings = settings(system, 2);
        settings.tie_breaks = TeamTieBreakKind::all()
            .take(10)
            .map(|kind| saffron_tournament::teams::TeamTieBreak {
                kind,
                modifier: saffron_tournament::standings::Modifier::None,
            })
            .collect();
        let mut run = Run::new(settings, 5, 3);
        for command in commands {
            let before = run.state.clone();
            let played: BTreeSet<TeamPair> = before
                .rounds()
                .iter()
                .flat_map(|round| &round.matches)
                .filter(|match_| before.score(match_).is_some_and(|score| score.is_played))
                .map(|match_| pair(match_.pair.first.min(match_.pair.second), match_.pair.first.max(match_.pair.second)))
                .collect();
            let done = run.carry_out(&command);
            if done.is_err() {
                prop_assert_eq!(&run.state, &before);
            } else if is_swiss && matches!(command, Command::Pair) {
                let last = run.state.rounds().last().expect("a round");
                for TeamPair { first, second } in last.matches.iter().map(|match_| match_.pair) {
                    prop_assert!(!played.contains(&pair(first.min(second), first.max(second))));
                }
                if let Some(team) = last.bye {
                    prop_assert!(!has_won_without_playing(&before, team), "{} has the bye", team);
                }
            }
            // Rounds are filled so that there are more of them.
            if matches!(command, Command::SetResult { .. }) && done.is_ok() {
                run.fill("1/2-1/2");
            }
            for round in run.state.rounds() {
                let teams = round.matches.iter().flat_map(|match_| [match_.pair.first, match_.pair.second]);
                let byes = round.byes.iter().map(|each| each.team);
                let all: Vec<TeamPlace> = teams.chain(round.bye).chain(byes).collect();
                prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
            }
            let rounds = run.state.ranked_rounds();
            let active = run.state.active();
            let standings = run.state.standings(rounds);
            prop_assert_eq!(standings.len(), active.len());
            for row in standings {
                let sums = plain_sums(&run, active[row.team], rounds);
                prop_assert_eq!([row.match_points, row.game_points], sums, "{}", active[row.team]);
            }
            let points: Points = run.state.player_scores(rounds).iter().map(|score| score.points).sum();
            let entered: Points = run.state.rounds()[..rounds]
                .iter()
                .flat_map(|round| &round.matches)
                .flat_map(TeamMatch::game_points)
                .sum();
            prop_assert!(points <= entered);
        }
    }
}
