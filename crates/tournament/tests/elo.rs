//! Elo lists: examples worked by hand from FIDE's Rating Regulations (Handbook B.02 of 1 March 2024, article 8.3.1 as amended from
//! 1 October 2025), and what holds for any list.

use proptest::prelude::*;
use saffron_rules::Color;
use saffron_tournament::elo::{
    EloCommand, EloEntry, EloGame, EloList, EloMatch, EloRating, EloSettings, EloTournament, RatedTournament, ratings,
    team_player,
};
use saffron_tournament::state::{Board, Command, Entrant, Settings, State, System, TournamentRefusal};
use saffron_tournament::teams::{
    MatchPoints, TeamBye, TeamEntry, TeamScore, TeamSystem, TeamTournamentCommand, TeamTournamentPlayer,
    TeamTournamentSettings, TeamTournamentState,
};
use saffron_tournament::{Points, state::GameResult};

fn entry(name: &str, rating: Option<u16>, games: u32) -> EloEntry {
    EloEntry { name: name.into(), rating, games, ..EloEntry::default() }
}

fn rated(rating: u16) -> Option<EloEntry> {
    Some(entry(&rating.to_string(), Some(rating), 30))
}

fn unrated() -> Option<EloEntry> {
    Some(entry("New", None, 0))
}

/// Tournament of games between entries, as White, Black and result, each a round.
fn tournament(date: &str, games: &[(u32, u32, &str)]) -> EloTournament {
    let game = |(round, (white, black, result)): (u32, &(u32, u32, &str))| EloGame {
        round,
        white: *white,
        black: *black,
        result: result.parse().expect("a result"),
    };
    EloTournament {
        games: (1..).zip(games).map(game).collect(),
        ..EloTournament::new("Cup", date.parse().expect("a date"))
    }
}

/// Entry 0 against the others in turn.
fn of_first(date: &str, results: &[&str]) -> EloTournament {
    let games: Vec<_> = (1..).zip(results).map(|(other, result)| (0, other, *result)).collect();
    tournament(date, &games)
}

fn numbers(ratings: &[EloRating]) -> Vec<Option<u16>> {
    ratings.iter().map(|rating| rating.rating).collect()
}

#[test]
fn a_tournament_is_rated_by_the_sum_of_its_games() {
    // 1900 against 1850 (0.57), 2000 (0.36), 1700 (0.76) and 2350 (400 points: 0.08): expected 1.77, scored 2.5, K = 20: 14.6.
    let entries = [rated(1900), rated(1850), rated(2000), rated(1700), rated(2350)];
    let ratings = ratings(&entries, &[of_first("2026-03-01", &["1-0", "1/2-1/2", "1-0", "0-1"])]);
    assert_eq!(ratings[0].rating, Some(1915));
    let change = &ratings[0].changes[0];
    assert_eq!((change.k, change.sum, change.before, change.after), (Some(20), 73, Some(1900), Some(1915)));
    let expected: Vec<_> = change.games.iter().map(|game| (game.difference, game.expected)).collect();
    assert_eq!(expected, [(Some(50), Some(57)), (Some(-100), Some(36)), (Some(200), Some(76)), (Some(-400), Some(8))]);
    // The others by their own halves: 1850 lost with 0.43, 2000 drew with 0.64, 1700 lost with 0.24, 2350 won with 0.92.
    assert_eq!(numbers(&ratings)[1..], [Some(1841), Some(1997), Some(1695), Some(2352)]);
    assert_eq!((ratings[0].games, ratings[0].k), (34, Some(20)));
}

#[test]
fn stalemates_count_three_quarters_and_one() {
    // Equal ratings, K = 40: 40 * (0.75 - 0.5) = 10.
    let entries = [Some(entry("a", Some(1600), 0)), Some(entry("b", Some(1600), 0))];
    let ratings = ratings(&entries, &[tournament("2026-03-01", &[(0, 1, "3/4-1/4")])]);
    assert_eq!(numbers(&ratings), [Some(1610), Some(1590)]);
}

#[test]
fn decisions_of_the_arbiter_count_and_forfeits_do_not() {
    let entries = [rated(1600), rated(1600)];
    let of = |result| numbers(&ratings(&entries, &[tournament("2026-03-01", &[(0, 1, result)])]));
    assert_eq!(of("0-0"), [Some(1590), Some(1590)]);
    assert_eq!(of("1/2-0"), [Some(1600), Some(1590)]);
    for forfeit in ["+/-", "-/+", "-/-"] {
        assert_eq!(of(forfeit), [Some(1600), Some(1600)], "{forfeit}");
    }
}

#[test]
fn every_tournament_is_a_period_with_the_ratings_before_it() {
    let entries = [rated(1600), rated(1600)];
    let spring = tournament("2026-03-01", &[(0, 1, "1-0"), (1, 0, "0-1")]);
    let autumn = tournament("2026-10-01", &[(0, 1, "1-0")]);
    let ratings = ratings(&entries, &[spring, autumn]);
    // Twice 20 * 0.5; then a difference of 40 points, for which 0.56 is expected: 20 * 0.44 = 8.8.
    assert_eq!(numbers(&ratings), [Some(1629), Some(1571)]);
    let before: Vec<_> = ratings[0].changes.iter().map(|change| (change.tournament, change.before)).collect();
    assert_eq!(before, [(0, Some(1600)), (1, Some(1620))]);
}

#[test]
fn juniors_gain_by_40_until_the_end_of_the_year_of_their_18th_birthday() {
    let junior = Some(EloEntry { birth: Some(2008), ..entry("j", Some(1600), 30) });
    let entries = [junior, rated(1600)];
    let after = |date| ratings(&entries, &[tournament(date, &[(0, 1, "1-0")])])[0].rating;
    assert_eq!(after("2026-12-31"), Some(1620));
    assert_eq!(after("2027-01-01"), Some(1610));
}

#[test]
fn thirty_games_are_counted_over_tournaments_and_not_within_one() {
    let entries = [Some(entry("n", Some(1600), 28)), rated(1600)];
    let draws = [(0, 1, "1-0"), (0, 1, "0-1"), (0, 1, "1-0")];
    let ratings = ratings(&entries, &[tournament("2026-03-01", &draws), tournament("2026-04-01", &[(0, 1, "0-1")])]);
    let coefficients: Vec<_> = ratings[0].changes.iter().map(|change| change.k).collect();
    assert_eq!(coefficients, [Some(40), Some(20)]);
}

#[test]
fn a_rating_of_2400_once_reached_keeps_the_coefficient_of_10() {
    let entries = [rated(2395), rated(2395), rated(2395)];
    let up = tournament("2026-03-01", &[(0, 1, "1-0"), (0, 2, "1-0")]);
    let down = tournament("2026-04-01", &[(0, 1, "0-1"), (0, 2, "0-1"), (0, 1, "0-1")]);
    let again = tournament("2026-05-01", &[(0, 1, "1-0")]);
    let ratings = ratings(&entries, &[up, down, again]);
    let changes = &ratings[0].changes;
    assert!(changes[0].after >= Some(2400) && changes[1].after < Some(2400));
    assert_eq!(changes.iter().map(|change| change.k).collect::<Vec<_>>(), [Some(20), Some(10), Some(10)]);
}

#[test]
fn far_weaker_opponents_give_nothing_from_2650_on() {
    let of = |own| ratings(&[rated(own), rated(1800)], &[tournament("2026-03-01", &[(0, 1, "1-0")])])[0].rating;
    // 10 * (1 - 0.92) = 0.8 below, 10 * (1 - 1.00) = 0 from 2650 on.
    assert_eq!(of(2649), Some(2650));
    assert_eq!(of(2650), Some(2650));
}

#[test]
fn a_first_rating_needs_five_games_and_has_two_draws_against_1800() {
    let entries = [unrated(), rated(1600), rated(1650), rated(1700), rated(1750), rated(1800)];
    // 3 of 5 against 1700 on average: 1728.57 + 50, see the formulas.
    let results = ["1-0", "1-0", "0-1", "1/2-1/2", "1/2-1/2"];
    let after = ratings(&entries, &[of_first("2026-03-01", &results)]);
    assert_eq!((after[0].rating, after[0].games, after[0].k), (Some(1779), 5, Some(40)));
    let initial = after[0].changes[0].initial.as_ref().expect("a first rating");
    assert_eq!((initial.opponents.len(), initial.points, initial.percentage), (5, Points::from_quarters(12), 57));
    // Their opponents' games against the unrated player do not count.
    assert_eq!(numbers(&after)[1..], [Some(1600), Some(1650), Some(1700), Some(1750), Some(1800)]);
    assert_eq!(after[1].changes[0].games[0].rating, None);
    assert_eq!(after[1].games, 30);
    // The same games in two tournaments, which the pool puts together.
    let both = |second| {
        let rest = tournament(second, &[(0, 3, "0-1"), (0, 4, "1/2-1/2"), (0, 5, "1/2-1/2")]);
        ratings(&entries, &[of_first("2024-01-15", &results[..2]), rest])
    };
    assert_eq!(both("2026-03-15")[0].rating, Some(1779));
    assert_eq!(both("2026-03-16")[0].rating, None, "after 26 months");
}

#[test]
fn a_first_tournament_without_a_point_is_disregarded() {
    let entries = [unrated(), rated(1700), rated(1700), rated(1700), rated(1700), rated(1700)];
    let lost = of_first("2026-03-01", &["0-1"; 5]);
    let after = ratings(&entries, std::slice::from_ref(&lost));
    assert_eq!((after[0].rating, after[0].games, &after[0].changes[0].initial), (None, 0, &None));
    let drawn = of_first("2026-04-01", &["1/2-1/2"; 5]);
    let after = ratings(&entries, &[lost, drawn]);
    // Of the second one only: (5 * 1700 + 3600) / 7 = 1728.57, 3.5 of 7.
    assert_eq!(after[0].rating, Some(1729));
}

#[test]
fn ratings_are_1400_at_least() {
    let entries = [unrated(), rated(1400), rated(1400), rated(1400), rated(1400), rated(1400)];
    // 1 of 5: (5 * 1400 + 3600) / 7 = 1514.3, 2 of 7 is 29 per cent: 158 points less.
    let after = ratings(&entries, &[of_first("2026-03-01", &["1-0", "0-1", "0-1", "0-1", "0-1"])]);
    let initial = after[0].changes[0].initial.as_ref().expect("a number");
    assert_eq!((initial.rating, after[0].rating), (1356, None));
    // Further results are added to those before.
    let next = of_first("2026-04-01", &["1-0"; 5]);
    let after = ratings(&entries, &[of_first("2026-03-01", &["1-0", "0-1", "0-1", "0-1", "0-1"]), next]);
    assert_eq!(after[0].changes[1].initial.as_ref().map(|initial| initial.opponents.len()), Some(10));
    assert!(after[0].rating >= Some(1400));
    // A rating that falls below is gone.
    let lost = ratings(&[rated(1400), rated(1400)], &[tournament("2026-03-01", &[(0, 1, "0-1")])]);
    assert_eq!(numbers(&lost), [None, Some(1410)]);
}

/// Tournament of four players and two rounds, of which one game was forfeited.
fn finished() -> State {
    let settings = Settings {
        name: "Club cup".into(),
        variant: "glinski".into(),
        system: System::Swiss { rounds: 2, initial: Color::White, accelerated: false },
        tie_breaks: Vec::new(),
        bye: Points::ONE,
        quarters: true,
        place: String::new(),
        dates: "2026-11-24".into(),
        time_control: String::new(),
        arbiter: String::new(),
    };
    let mut state = State::replay(&State::create(settings).expect("settings")).expect("events");
    let mut command = |command: &Command| {
        for event in state.decide(command).expect("a command") {
            state.apply(&event).expect("an event");
        }
        state.clone()
    };
    let entrant = |(name, rating, birth): (&str, u16, &str)| Entrant {
        name: name.into(),
        rating: Some(rating),
        birth: birth.into(),
        ..Entrant::default()
    };
    let entrants = [("Anna", 1900, "2010/05/01"), ("Béla", 1800, "1970"), ("Cili", 1200, ""), ("Dani", 1600, "")];
    command(&Command::Enter { entrants: entrants.map(entrant).to_vec() });
    for round in 1..=2_u8 {
        let paired = command(&Command::Pair);
        let boards: Vec<Board> = paired.rounds()[usize::from(round) - 1].boards.clone();
        for (at, board) in boards.iter().enumerate() {
            let result: GameResult = if round == 2 && at == 1 { "+/-" } else { "1-0" }.parse().expect("a result");
            command(&Command::SetResult { round, white: board.white, black: board.black, result: Some(result) });
        }
    }
    command(&Command::Finish)
}

fn list() -> EloList {
    EloList::new(EloSettings { name: "Club".into(), ..EloSettings::default() }).expect("settings")
}

#[test]
fn a_tournament_is_added_with_its_players() {
    let state = finished();
    assert_eq!(RatedTournament::from(&state).games.len(), 3, "without the forfeit");
    let mut list = list();
    list.apply(&EloCommand::Enter { entries: vec![entry("Anna Kiss", Some(1850), 40)] }).expect("entered");
    let date = "2026-11-24".parse().expect("a date");
    list.add("t1", &RatedTournament::from(&state), date, &[EloMatch { player: 0, entry: Some(0) }]).expect("added");
    let names: Vec<_> = list.entries.iter().flatten().map(|entry| (entry.name.as_str(), entry.rating)).collect();
    assert_eq!(names, [("Anna Kiss", Some(1850)), ("Béla", Some(1800)), ("Cili", None), ("Dani", Some(1600))]);
    assert_eq!(list.entry(1).and_then(|entry| entry.birth), Some(1970));
    assert_eq!(list.tournaments[0].games.len(), 3);
    assert_eq!(list.check(), Ok(()));
    // Added again it replaces the copy; the entries that it has brought along are matched.
    let matches: Vec<EloMatch> = list.tournaments[0]
        .players
        .iter()
        .map(|(player, entry)| EloMatch { player: *player, entry: Some(*entry) })
        .collect();
    let before = list.clone();
    list.add("t1", &RatedTournament::from(&state), date, &matches).expect("added again");
    assert_eq!(list, before);
    // An entry that has played stays.
    let removed = list.apply(&EloCommand::RemoveEntry { entry: 0 });
    assert_eq!(removed, Err(TournamentRefusal::InvalidEntry { field: "entry".into() }));
    list.apply(&EloCommand::RemoveTournament { index: 0 }).expect("taken out");
    list.apply(&EloCommand::RemoveEntry { entry: 0 }).expect("removed");
    assert_eq!(list.entry(0), None);
    assert_eq!(list.check(), Ok(()));
}

/// Match of two teams with three boards, of which the last one was forfeited. Both teams have an Anna.
fn finished_match() -> TeamTournamentState {
    let (zero, one, two) = (Points::ZERO, Points::ONE, Points::from_quarters(8));
    let settings = TeamTournamentSettings {
        name: "Club match".into(),
        variant: "glinski".into(),
        system: TeamSystem::Match { rounds: 1 },
        boards: 3,
        reserves: 0,
        primary: TeamScore::Match,
        match_points: MatchPoints { win: two, draw: one, loss: zero },
        bye: TeamBye { match_points: one, game_points: one },
        quarters: true,
        tie_breaks: Vec::new(),
        place: String::new(),
        dates: "2026-11-24".into(),
        time_control: String::new(),
        arbiter: String::new(),
    };
    let events = TeamTournamentState::create(settings).expect("settings");
    let mut state = TeamTournamentState::replay(&events).expect("events");
    let player = |(name, rating): (&str, u16)| TeamTournamentPlayer {
        name: name.into(),
        rating: Some(rating),
        title: String::new(),
    };
    let team = |name: &str, players: [(&str, u16); 3]| TeamEntry {
        name: name.into(),
        captain: String::new(),
        players: players.map(player).to_vec(),
    };
    let teams = vec![
        team("Pécs", [("Anna", 1900), ("Béla", 1800), ("Cili", 1700)]),
        team("Győr", [("Anna", 1850), ("Dani", 1200), ("Emma", 1600)]),
    ];
    let result = |board, text: &str| TeamTournamentCommand::SetResult {
        round: 1,
        first: 0,
        board,
        result: Some(text.parse().expect("a result")),
    };
    for command in [
        TeamTournamentCommand::Enter { teams },
        TeamTournamentCommand::Pair,
        result(1, "1/2-1/2"),
        result(2, "1-0"),
        result(3, "+/-"),
        TeamTournamentCommand::Finish,
    ] {
        for event in state.decide(&command).expect("a command") {
            state.apply(&event).expect("an event");
        }
    }
    state
}

#[test]
fn boards_of_a_team_tournament_are_rated() {
    let rated = RatedTournament::from(&finished_match());
    let texts: Vec<String> = rated.games.iter().map(|game| String::from(*game)).collect();
    // Players of the second team are numbered from 20. On board 2 it has White, and its player has lost.
    assert_eq!(texts, ["1 0 20 1/2-1/2", "1 21 1 0-1"]);
    let mut list = list();
    let date = "2026-11-24".parse().expect("a date");
    list.add("m1", &rated, date, &[]).expect("added");
    let entries: Vec<_> =
        list.entries.iter().flatten().map(|entry| (entry.name.as_str(), entry.rating, entry.club.as_str())).collect();
    let expected = [
        ("Anna (Pécs)", Some(1900), "Pécs"),
        ("Béla", Some(1800), "Pécs"),
        ("Anna (Győr)", Some(1850), "Győr"),
        ("Dani", None, "Győr"),
    ];
    assert_eq!(entries, expected);
    assert!(list.tournaments[0].of_teams);
    // 40 * (0.5 - 0.57): -2.8; the game against Dani, who has no rating, does not count.
    assert_eq!(numbers(&ratings(&list.entries, &list.tournaments)), [Some(1897), Some(1800), Some(1853), None]);
    let text = serde_json::to_string(&list).expect("JSON");
    assert_eq!(serde_json::from_str::<EloList>(&text).ok().as_ref(), Some(&list));
    // Lists that were stored before are of individual tournaments.
    let old = r#"{"id":"","name":"","date":"2026-11-24","players":[],"games":[]}"#;
    assert!(serde_json::from_str::<EloTournament>(old).is_ok_and(|tournament| !tournament.of_teams));
    let unknown = [EloMatch { player: team_player(1, 3), entry: Some(0) }];
    let refusal = TournamentRefusal::InvalidEntry { field: "players".into() };
    assert_eq!(list.add("m2", &rated, date, &unknown), Err(refusal));
}

#[test]
fn what_does_not_fit_is_refused() {
    let state = finished();
    let date = "2026-11-24".parse().expect("a date");
    let field = |result: Result<(), TournamentRefusal>| match result {
        Err(TournamentRefusal::InvalidEntry { field }) => field,
        other => panic!("{other:?}"),
    };
    let mut other = list();
    other.settings.variant = Some("shafran".into());
    assert_eq!(field(other.add("t", &RatedTournament::from(&state), date, &[])), "variant");
    let mut list = list();
    list.apply(&EloCommand::Enter { entries: vec![entry("A", None, 0)] }).expect("entered");
    let twice = [EloMatch { player: 0, entry: Some(0) }, EloMatch { player: 1, entry: Some(0) }];
    assert_eq!(field(list.clone().add("t", &RatedTournament::from(&state), date, &twice)), "players");
    assert_eq!(
        field(list.clone().add("t", &RatedTournament::from(&state), date, &[EloMatch { player: 9, entry: Some(0) }])),
        "players"
    );
    let mut open = state.clone();
    for event in open.decide(&Command::Reopen).expect("opened") {
        open.apply(&event).expect("an event");
    }
    assert_eq!(field(list.add("t", &RatedTournament::from(&open), date, &[])), "tournament");
    let same = list.apply(&EloCommand::Enter { entries: vec![entry("A", None, 0)] });
    assert_eq!(same, Err(TournamentRefusal::SameName { name: "A".into() }));
    for (wrong, name) in [
        (EloEntry { rating: Some(1399), ..entry("B", None, 0) }, "rating"),
        (EloEntry { birth: Some(1800), ..entry("B", None, 0) }, "birth"),
        (entry("B", None, 10_000), "games"),
        (entry("", None, 0), "name"),
    ] {
        assert_eq!(field(list.apply(&EloCommand::Enter { entries: vec![wrong] })), name);
    }
    let unknown = list.apply(&EloCommand::RemoveEntry { entry: 5 });
    assert_eq!(unknown, Err(TournamentRefusal::NoSuchPlayer { player: 5 }));
}

#[test]
fn a_list_is_read_as_it_is_written() {
    let mut list = list();
    list.add("t1", &RatedTournament::from(&finished()), "2026-11-24".parse().expect("a date"), &[]).expect("added");
    let text = serde_json::to_string(&list).expect("JSON");
    assert!(text.contains(r#""1 0 3 1-0""#), "{text}");
    assert_eq!(serde_json::from_str::<EloList>(&text).expect("the same"), list);
    for wrong in ["1 0 3", "1 0 3 2-0", "1 0 3 1-0 x", "1 -1 3 1-0", ""] {
        let changed = text.replace("1 0 3 1-0", wrong);
        assert!(serde_json::from_str::<EloList>(&changed).is_err(), "{wrong}");
    }
}

fn any_list() -> impl Strategy<Value = (Vec<Option<EloEntry>>, Vec<EloTournament>)> {
    let entry = (prop::option::of(1400_u16..2900), 0_u32..40, prop::option::of(1990_u16..2020));
    let entry = entry.prop_map(|(rating, games, birth)| Some(EloEntry { rating, games, birth, ..EloEntry::default() }));
    let results: Vec<GameResult> = GameResult::all().collect();
    let game = (0_u32..12, 0_u32..12, prop::sample::select(results), 1_u32..10);
    let game = game.prop_map(|(white, black, result, round)| EloGame { round, white, black, result });
    let tournament = (0_u32..12, prop::collection::vec(game, 0..40)).prop_map(|(month, games)| EloTournament {
        games,
        ..EloTournament::new("T", format!("2026-{:02}-01", month + 1).parse().expect("a date"))
    });
    let tournaments = prop::collection::vec(tournament, 0..6).prop_map(|mut tournaments| {
        tournaments.sort_by_key(|tournament| tournament.date);
        tournaments
    });
    (prop::collection::vec(entry, 12), tournaments)
}

proptest! {
    /// Every number is explained: the change is K times the sum, a game counts by its own difference, and the ratings of a
    /// tournament are those before it.
    #[test]
    fn every_number_follows_from_those_before((entries, tournaments) in any_list()) {
        let after = ratings(&entries, &tournaments);
        for (entry, rating) in entries.iter().zip(&after) {
            let mut before = entry.as_ref().and_then(|entry| entry.rating);
            for change in &rating.changes {
                prop_assert_eq!(change.before, before);
                before = change.after;
                if let (Some(own), Some(k)) = (change.before, change.k) {
                    let counted: Vec<_> = change.games.iter().filter(|game| game.rating.is_some()).collect();
                    prop_assert!(usize::from(k) * counted.len() <= 700);
                    let sum: i32 = counted.iter().map(|game| 25 * game.points.quarters() - i32::from(game.expected.unwrap_or(0))).sum();
                    prop_assert_eq!(sum, change.sum);
                    let exact = f64::from(i32::from(k) * sum) / 100.0;
                    match change.after {
                        Some(after) => prop_assert!((f64::from(after) - f64::from(own) - exact).abs() <= 0.5),
                        None => prop_assert!(f64::from(own) + exact < 1400.0),
                    }
                    for game in counted {
                        let bound = if own >= 2650 { 2000 } else { 400 };
                        prop_assert!(game.difference.is_some_and(|difference| difference.abs() <= bound));
                    }
                } else if change.after.is_some() {
                    prop_assert!(change.initial.as_ref().is_some_and(|initial| initial.opponents.len() >= 5));
                    prop_assert!(change.after <= Some(2200));
                }
            }
            prop_assert_eq!(rating.rating, before);
            prop_assert!(rating.rating.is_none_or(|rating| rating >= 1400));
        }
    }

    /// Two players of one coefficient below 2650 change by as much, in opposite directions, if their points add up to a win.
    #[test]
    fn what_one_gains_the_other_loses(a in 1500_u16..2300, b in 1500_u16..2300, quarters in 0_i32..=4) {
        let result = GameResult::from_points(Points::from_quarters(quarters), Points::from_quarters(4 - quarters), true);
        let game = EloGame { round: 1, white: 0, black: 1, result: result.expect("a result") };
        let cup = EloTournament { games: vec![game], ..tournament("2026-03-01", &[]) };
        let after = ratings(&[rated(a), Some(entry("other", Some(b), 30))], &[cup]);
        let change = |at: usize, before: u16| i32::from(after[at].rating.expect("a rating")) - i32::from(before);
        prop_assert_eq!(change(0, a), -change(1, b));
    }

    /// Later tournaments change nothing of what earlier ones gave.
    #[test]
    fn earlier_tournaments_stay_as_they_are((entries, tournaments) in any_list(), count in 0_usize..6) {
        let all = ratings(&entries, &tournaments);
        let count = count.min(tournaments.len());
        for (first, rating) in ratings(&entries, &tournaments[..count]).iter().zip(&all) {
            prop_assert_eq!(&rating.changes[..first.changes.len()], &first.changes[..]);
            let next = rating.changes.get(first.changes.len());
            prop_assert!(next.is_none_or(|change| change.tournament as usize >= count && change.before == first.rating));
        }
    }
}
