//! Games of tournaments over the board: texts of score sheets and records, read by the rules, and PGN.

use std::fmt::Write;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TOURNAMENT_GAME, MAX_TOURNAMENT_GAME_TEXT, MAX_TOURNAMENT_GAMES};
use saffron_rules::{Color, PgnReader, Position, Reason, ReplayError, Replayer, Variant, write_tag};
use saffron_tournament::state::{GameResult, MAX_GAME, MAX_GAMES, TournamentRefusal};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::MAX_TOURNAMENT_PLIES;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};

/// Readings of a text, in different languages and with different names of the files, that a replayer may try.
const READINGS: usize = 10;

/// Length of the lines of movetext.
const LINE: usize = 80;

const _: () = assert!(MAX_TOURNAMENT_GAME == MAX_GAME && MAX_TOURNAMENT_GAMES == MAX_GAMES);

fn wrong(problem: &dyn std::fmt::Display) -> ErrorCode {
    ErrorCode::TournamentRefused(TournamentRefusal::WrongGame { problem: problem.to_string() })
}

/// Moves of a text in short notation with English letters. Of a record only the main line counts.
///
/// # Errors
/// `TooLong` for a text above the limits, `TournamentRefused` with the move that cannot be played, `RateLimited` if the client has
/// used up its processor time.
pub fn read(app: &App, client: Client, variant: &str, text: &str) -> Result<String, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let variant = Variant::by_id(variant).ok_or(ErrorCode::UnknownVariant)?;
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

/// Returns a state if all its games can be played. Very many take seconds, so they are checked on a thread of their own.
///
/// # Errors
/// `TournamentRefused` with the first move that cannot be played, or is not in the form in which games are kept.
pub async fn check_all<S: Send + 'static>(
    app: &App,
    client: Client,
    variant: &str,
    state: S,
    games: impl Fn(&S) -> Vec<&str> + Send + 'static,
) -> Result<S, Error> {
    let variant = Variant::by_id(variant).ok_or(ErrorCode::UnknownVariant)?;
    let plies = games(&state).into_iter().map(|moves| moves.split(' ').count()).sum();
    app.budgets.owe(Payer::Client(client), Cost::of_replay(plies));
    let checked = tokio::task::spawn_blocking(move || {
        games(&state).into_iter().try_for_each(|moves| check(variant.start(), moves))?;
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

/// Cost of answering with games of these moves.
pub fn cost<'a>(moves: impl Iterator<Item = &'a str>) -> Cost {
    let (count, bytes) = moves.fold((0, 0), |(count, bytes), moves| (count + 1, bytes + moves.len()));
    Cost::of_library(count, bytes)
}

/// Game of a tournament as PGN has it.
pub struct Record<'a> {
    /// Name of the tournament; may be empty.
    pub event: &'a str,
    pub place: &'a str,
    /// Days as people write them.
    pub dates: &'a str,
    /// Id of the variant.
    pub variant: &'a str,
    /// Round, and the boards within it: `3.12`.
    pub round: String,
    /// Board of a match of teams, from 1; `None` if there are no teams.
    pub board: Option<u32>,
    /// White and Black.
    pub players: [RecordPlayer<'a>; 2],
    pub result: Option<GameResult>,
    pub moves: &'a str,
}

/// Player of a record.
#[derive(Clone, Copy, Default)]
pub struct RecordPlayer<'a> {
    /// Name; empty if it is not known.
    pub name: &'a str,
    pub title: &'a str,
    pub rating: Option<u16>,
    /// Team; `None` without one.
    pub team: Option<&'a str>,
}

/// Writes a game with an empty line behind it.
pub fn write_game(text: &mut String, record: &Record<'_>) {
    let known = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let result = record.result.map_or("*", pgn_result);
    for (name, value) in [
        ("Event", known(record.event)),
        ("Site", known(record.place)),
        ("Date", date(record.dates)),
        ("Round", record.round.clone()),
        ("White", known(record.players[0].name)),
        ("Black", known(record.players[1].name)),
        ("Result", result.to_owned()),
    ] {
        write_tag(text, name, &value);
    }
    let tags = [["WhiteTitle", "WhiteElo", "WhiteTeam"], ["BlackTitle", "BlackElo", "BlackTeam"]];
    for ([title, rating, team], player) in tags.into_iter().zip(&record.players) {
        if !player.title.is_empty() {
            write_tag(text, title, player.title);
        }
        if let Some(own) = player.rating {
            write_tag(text, rating, &own.to_string());
        }
        if let Some(own) = player.team {
            write_tag(text, team, own);
        }
    }
    if let Some(board) = record.board {
        write_tag(text, "Board", &board.to_string());
    }
    if record.result.is_some_and(|result| !result.is_played) {
        write_tag(text, "Termination", Reason::Forfeit.termination());
    }
    let variant = record.variant;
    write_tag(text, "Variant", Variant::by_id(variant).map_or(variant, |variant| variant.name()));
    text.push('\n');
    write_moves(text, record.moves, result);
    text.push_str("\n\n");
}

/// Writes moves with numbers, and the result, in lines.
fn write_moves(text: &mut String, moves: &str, result: &str) {
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
pub fn first_day(dates: &str) -> Option<String> {
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
