//! Games of tournaments: texts of score sheets and records, read by the rules, and PGN.

use std::fmt::Write;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TOURNAMENT_GAME, MAX_TOURNAMENT_GAME_TEXT, MAX_TOURNAMENT_GAMES};
use saffron_protocol::tournaments::{TournamentGame, TournamentGames};
use saffron_rules::{Color, PgnReader, Position, Reason, ReplayError, Replayer, Variant, write_tag};
use saffron_tournament::state::{Board, Entrant, GameResult, MAX_GAME, MAX_GAMES, Settings, State, TournamentRefusal};

use super::{find, load};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::MAX_TOURNAMENT_PLIES;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::tournament_log::from_one;

/// Readings of a text, in different languages and with different names of the files, that a replayer may try.
const READINGS: usize = 10;

/// Length of the lines of movetext.
const LINE: usize = 80;

const _: () = assert!(MAX_TOURNAMENT_GAME == MAX_GAME && MAX_TOURNAMENT_GAMES == MAX_GAMES);

/// Selection of games: all, those of a round, or one. Rounds and boards are numbered from 1.
#[derive(Clone, Copy, Debug)]
pub struct GameFilter {
    pub round: Option<u32>,
    pub board: Option<u32>,
}

impl GameFilter {
    /// Games of a tournament that it selects, with rounds and boards from 0.
    fn games(self, state: &State) -> impl Iterator<Item = (usize, usize, &Board, &str)> {
        let rounds = (0..state.rounds().len()).filter(move |at| self.round.is_none_or(|round| round == from_one(*at)));
        rounds.flat_map(move |round| {
            let games =
                state.games(round).filter(move |(at, ..)| self.board.is_none_or(|board| board == from_one(*at)));
            games.map(move |(at, board, moves)| (round, at, board, moves))
        })
    }
}

fn wrong(problem: &dyn std::fmt::Display) -> ErrorCode {
    ErrorCode::TournamentRefused(TournamentRefusal::WrongGame { problem: problem.to_string() })
}

/// Moves of a text in short notation with English letters. Of a record only the main line counts.
///
/// # Errors
/// `TooLong` for a text above the limits, `TournamentRefused` with the move that cannot be played, `RateLimited` if the client has
/// used up its processor time.
pub(super) fn read(app: &App, client: Client, settings: &Settings, text: &str) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let variant = Variant::by_id(&settings.variant).ok_or(ErrorCode::UnknownVariant)?;
    let too_long = |limit| ErrorCode::TooLong { field: "moves".to_owned(), limit };
    if text.len() > MAX_TOURNAMENT_GAME_TEXT {
        return Err(too_long(MAX_TOURNAMENT_GAME_TEXT).into());
    }
    let games = PgnReader::read_all(text);
    let [raw] = games.as_slice() else {
        return Err(match games.get(1) {
            Some(second) => wrong(&format_args!("another game begins in line {}", second.line)),
            None => wrong(&"there are no moves"),
        }
        .into());
    };
    let plies = raw.moves().count();
    if plies > MAX_TOURNAMENT_PLIES {
        return Err(too_long(MAX_TOURNAMENT_GAME).into());
    }
    app.budgets.owe(Payer::Client(client), Cost::of_replay(READINGS * plies));
    let replay = Replayer::new().with_variant(variant).replay(raw);
    let start = variant.start();
    if replay.start.is_some_and(|position| position.variant().id() != variant.id()) {
        return Err(wrong(&"the record is one of another variant").into());
    }
    if replay.start.is_some_and(|position| position != start) {
        return Err(wrong(&"the record does not begin with the start position").into());
    }
    if let Some(error) = replay.error {
        return Err(refusal(&error).into());
    }
    if replay.moves.is_empty() {
        return Err(wrong(&"there are no moves").into());
    }
    let mut position = start;
    let mut written = Vec::with_capacity(replay.moves.len());
    for mv in replay.moves {
        written.push(position.san(mv));
        // The replay has found every move legal.
        position = position.play(mv).map_err(|error| wrong(&error))?;
    }
    let moves = written.join(" ");
    if moves.len() > MAX_TOURNAMENT_GAME { Err(too_long(MAX_TOURNAMENT_GAME).into()) } else { Ok(moves) }
}

fn refusal(error: &ReplayError) -> ErrorCode {
    let Some(ply) = &error.ply else { return wrong(&error) };
    let (text, problem) = (ply.text.clone(), error.kind.to_string());
    let black = ply.turn == Color::Black;
    ErrorCode::TournamentRefused(TournamentRefusal::WrongMove { number: ply.number, black, text, problem })
}

/// Returns the state if all its games can be played. Very many take seconds, so they are checked on a thread of their own.
///
/// # Errors
/// `TournamentRefused` with the first move that cannot be played, or is not in the form in which games are kept.
pub(super) async fn check_all(app: &App, client: Client, state: State) -> Result<State, Error> {
    let variant = Variant::by_id(&state.settings().variant).ok_or(ErrorCode::UnknownVariant)?;
    let all = GameFilter { round: None, board: None };
    let plies = all.games(&state).map(|(.., moves)| moves.split(' ').count()).sum();
    app.budgets.owe(Payer::Client(client), Cost::of_replay(plies));
    let checked = tokio::task::spawn_blocking(move || {
        all.games(&state).try_for_each(|(.., moves)| check(variant.start(), moves))?;
        Ok::<_, TournamentRefusal>(state)
    });
    let checked = checked.await.map_err(|error| {
        tracing::error!(%error, "the games of a tournament could not be checked");
        ErrorCode::Internal
    })?;
    Ok(checked.map_err(ErrorCode::TournamentRefused)?)
}

fn check(start: Position, moves: &str) -> Result<(), TournamentRefusal> {
    let mut position = start;
    for text in moves.split(' ') {
        let read = position.parse_san(text).map_err(|error| error.to_string());
        let canonical = read.and_then(|mv| {
            let written = position.san(mv);
            if written == text { Ok(mv) } else { Err(format!("it is written {written}")) }
        });
        match canonical.and_then(|mv| position.play(mv).map_err(|error| error.to_string())) {
            Ok(next) => position = next,
            Err(problem) => {
                let (number, black) = (position.fullmove_number(), position.turn() == Color::Black);
                return Err(TournamentRefusal::WrongMove { number, black, text: text.to_owned(), problem });
            }
        }
    }
    Ok(())
}

/// Games of a tournament.
///
/// # Errors
/// `NotFound` if there is no such tournament; `RateLimited` if the client has used up its processor time.
pub async fn games(app: &App, client: Client, id: &str, filter: GameFilter) -> Result<TournamentGames, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let games = filter.games(&loaded.state).map(|(round, board, _, moves)| TournamentGame {
        round: from_one(round),
        board: from_one(board),
        moves: moves.to_owned(),
    });
    let games: Vec<TournamentGame> = games.collect();
    app.budgets.owe(Payer::Client(client), cost(&games));
    Ok(TournamentGames { games })
}

fn cost(games: &[TournamentGame]) -> Cost {
    Cost::of_library(games.len(), games.iter().map(|game| game.moves.len()).sum())
}

/// Games of a tournament as PGN, with an empty line behind each.
///
/// # Errors
/// Those of [`games`].
pub async fn pgn(app: &App, client: Client, id: &str, filter: GameFilter) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    let mut text = String::new();
    let mut count = 0;
    for (round, at, board, moves) in filter.games(&loaded.state) {
        // The name of an erased account's tournament is gone.
        write_game(&mut text, &loaded.state, &row.name, (round, at, board), moves);
        count += 1;
    }
    app.budgets.owe(Payer::Client(client), Cost::of_library(count, text.len()));
    Ok(text)
}

fn write_game(text: &mut String, state: &State, event: &str, (round, at, board): (usize, usize, &Board), moves: &str) {
    let Settings { place, dates, variant, .. } = state.settings();
    let known = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let result = board.result.map_or("*", pgn_result);
    let players = [board.white, board.black].map(|player| &state.players()[player as usize].entrant);
    let [white, black] = players.map(|entrant| entrant.name.clone());
    for (name, value) in [
        ("Event", known(event)),
        ("Site", known(place)),
        ("Date", date(dates)),
        ("Round", format!("{}.{}", from_one(round), from_one(at))),
        ("White", white),
        ("Black", black),
        ("Result", result.to_owned()),
    ] {
        write_tag(text, name, &value);
    }
    for ([title, rating], Entrant { title: own_title, rating: own_rating, .. }) in
        [["WhiteTitle", "WhiteElo"], ["BlackTitle", "BlackElo"]].into_iter().zip(players)
    {
        if !own_title.is_empty() {
            write_tag(text, title, own_title);
        }
        if let Some(own_rating) = own_rating {
            write_tag(text, rating, &own_rating.to_string());
        }
    }
    if board.result.is_some_and(|result| !result.is_played) {
        write_tag(text, "Termination", Reason::Forfeit.termination());
    }
    write_tag(text, "Variant", Variant::by_id(variant).map_or(variant, |variant| variant.name()));
    text.push('\n');
    let mut length = 0;
    let mut push = |word: &str| {
        if length > 0 {
            let fits = length + 1 + word.len() < LINE;
            text.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        text.push_str(word);
        length += word.len();
    };
    for (ply, mv) in moves.split(' ').enumerate() {
        if ply % 2 == 0 {
            push(&format!("{}.", ply / 2 + 1));
        }
        push(mv);
    }
    push(result);
    text.push_str("\n\n");
}

/// Result as PGN has it. Decisions that take points from both sides have none there.
fn pgn_result(result: GameResult) -> &'static str {
    match (result.white.quarters(), result.black.quarters()) {
        (4, 0) => "1-0",
        (3, 1) => "3/4-1/4",
        (2, 2) => "1/2-1/2",
        (1, 3) => "1/4-3/4",
        (0, 4) => "0-1",
        _ => "*",
    }
}

/// First day of dates as people write them, in the form `2026-11-24`; `None` if they do not say it.
pub(super) fn first_day(dates: &str) -> Option<String> {
    Some(date(dates).replace('.', "-")).filter(|day| !day.contains('?'))
}

/// First day of dates as people write them, in the form of PGN, if it is written as `2026-11-24` or with other signs between its
/// numbers; otherwise the first year.
fn date(dates: &str) -> String {
    let numbers: Vec<&str> = dates.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let year = numbers.iter().position(|number| number.len() == 4);
    let Some(at) = year else { return "????.??.??".to_owned() };
    let part = |after: usize, most: u8| {
        let number = numbers.get(at + after).filter(|number| number.len() == 2)?;
        number.parse().ok().filter(|number| (1..=most).contains(number))
    };
    let mut text = numbers[at].to_owned();
    let (month, day) = (part(1, 12), part(2, 31));
    let _ = match (month, day) {
        (Some(month), Some(day)) => write!(text, ".{month:02}.{day:02}"),
        _ => write!(text, ".??.??"),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_day_of_dates_is_found() {
        for (dates, expected) in [
            ("2026-11-24", "2026.11.24"),
            ("2026. 11. 24–26.", "2026.11.24"),
            ("2026/11/24 – 2026/11/30", "2026.11.24"),
            ("24–26 November 2026", "2026.??.??"),
            ("2026", "2026.??.??"),
            ("2026.13.01", "2026.??.??"),
            ("Friday evenings", "????.??.??"),
            ("", "????.??.??"),
        ] {
            assert_eq!(date(dates), expected, "{dates}");
            let day = (!expected.contains('?')).then(|| expected.replace('.', "-"));
            assert_eq!(first_day(dates), day, "{dates}");
        }
    }
}
