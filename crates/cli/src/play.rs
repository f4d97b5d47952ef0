//! `saffron play`: a game against the engine in the terminal.

use std::io::{BufRead, Write};

use saffron_book::Book;
use saffron_engine::{Control, Engine, LEVELS, Level, Limits, Random, Root, Strength, WinRate};
use saffron_rules::{Color, Game, Move, Position, Record, Variant};

use crate::diagram;
use crate::error::CliError;
use crate::position::PositionArguments;

/// Size of the engine's transposition table in MiB.
const HASH_MB: usize = 64;

const HELP: &str = "\
  e2e5, Nc4, Q-0-0  play a move
  moves             list the legal moves
  hint              ask the engine for a move
  undo              take the last two moves back
  draw              claim a draw
  resign            give up: a loss, or a draw if the other side has too little to win with
  flip              turn the board
  fen, record       print the position or the game
  quit              leave";

/// Play a game in the terminal
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Level of the engine, 0 to 10; 0 is for children
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=10))]
    level: u32,
    /// Strength of the engine as an Elo rating, instead of a level
    #[arg(long, value_name = "ELO", conflicts_with = "level", value_parser = elo_range())]
    elo: Option<u32>,
    /// Side that you play: white, black, or both to enter the moves of both sides
    #[arg(long, value_name = "SIDE", default_value = "white")]
    side: Side,
}

fn elo_range() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(Strength::MIN.elo())..=i64::from(Strength::MAX.elo()))
}

/// Strength of the computer.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    Level(Level),
    Elo(Strength),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Side {
    White,
    Black,
    Both,
}

impl Side {
    fn plays(self, color: Color) -> bool {
        match self {
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Both => true,
        }
    }
}

/// Plays until the game ends or the player leaves.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let start = arguments.position.position()?;
    let below = if arguments.side == Side::Black { Color::Black } else { Color::White };
    let seed = saffron_uci::clock_seed();
    let mut table = Table {
        game: Game::new(start),
        engine: Engine::new(HASH_MB).map_err(CliError::new)?,
        seed,
        lottery: Random::new(seed),
        opponent: arguments
            .elo
            .and_then(Strength::from_elo)
            .map_or(Opponent::Level(Level::by_number(arguments.level)), Opponent::Elo),
        side: arguments.side,
        below,
    };
    let mut out = std::io::stdout();
    writeln!(out, "{}", table.title())?;
    writeln!(out, "Type a move such as e2e5 or Nc4, or help.\n")?;
    table.show(&mut out)?;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        if table.engine_moves(&mut out)? {
            continue;
        }
        if let Some(outcome) = table.game.outcome() {
            writeln!(out, "The game is over: {outcome}.")?;
            return Ok(());
        }
        write!(out, "{} > ", table.turn())?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(());
        };
        if table.obey(line?.trim(), &mut out)? == Next::Leave {
            return Ok(());
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

/// Game in progress.
struct Table {
    game: Game,
    engine: Engine,
    /// Seed of the mistakes of a limited player in this game.
    seed: u64,
    /// Random choice among the book's moves.
    lottery: Random,
    opponent: Opponent,
    side: Side,
    below: Color,
}

impl Table {
    fn title(&self) -> String {
        let variant: &Variant = self.game.start().variant();
        let opponent = match self.side {
            Side::Both => "two players".to_owned(),
            Side::White | Side::Black => match self.opponent {
                Opponent::Level(level) => format!("level {} of {} (Elo {})", level.number, LEVELS.len() - 1, level.elo),
                Opponent::Elo(strength) => format!("Elo {}", strength.elo()),
            },
        };
        format!("{} ({}), {opponent}", variant.name(), variant.spec().year)
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    fn show(&self, out: &mut impl Write) -> Result<(), CliError> {
        write!(out, "{}", diagram::draw(self.game.position(), self.below))?;
        if self.game.position().in_check() {
            writeln!(out, "Check.")?;
        }
        Ok(writeln!(out)?)
    }

    /// Lets the engine move if it is its turn.
    fn engine_moves(&mut self, out: &mut impl Write) -> Result<bool, CliError> {
        if self.side.plays(self.turn()) || self.game.outcome().is_some() {
            return Ok(false);
        }
        let Some(mv) = self.choice() else { return Ok(false) };
        self.play(mv, out)?;
        Ok(true)
    }

    /// Returns the engine's move: from the book at levels that use one, otherwise by a search.
    fn choice(&mut self) -> Option<Move> {
        let root = Root::from(&self.game);
        let (limits, control, seed) = (Limits::default(), Control::new(), self.seed);
        match &self.opponent {
            Opponent::Level(level) => {
                let book = if level.plays_book() { Book::embedded(root.position.variant()) } else { None };
                match book.and_then(|book| book.choose(&root.position, &root.past, self.lottery.fraction())) {
                    Some(known) => Some(known.mv),
                    None => self.engine.search_at_level(&root, level, seed, &limits, &control, &mut ()).best,
                }
            }
            Opponent::Elo(strength) => {
                self.engine.search_at_strength(&root, *strength, seed, &limits, &control, &mut ()).best
            }
        }
    }

    fn play(&mut self, mv: Move, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.game.position();
        let dots = if position.turn() == Color::White { "." } else { "..." };
        writeln!(out, "{}{dots} {}\n", position.fullmove_number(), position.long_san(mv))?;
        self.game.play(mv).map_err(CliError::new)?;
        self.show(out)
    }

    /// Executes a line of input. An unknown command gets an answer and has no effect.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<Next, CliError> {
        match line {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "moves" => writeln!(out, "{}", sorted_san(self.game.position()))?,
            "fen" => writeln!(out, "{}", self.game.position().to_fen())?,
            "record" => writeln!(out, "{}", Record::from(self.game.clone()))?,
            "flip" => {
                self.below = !self.below;
                self.show(out)?;
            }
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "resign" => {
                let turn = self.turn();
                self.answer(|game| game.resign(turn).err(), out)?;
            }
            "draw" => self.answer(|game| game.claim_draw().err(), out)?,
            _ => match read_move(self.game.position(), line) {
                Ok(mv) => self.play(mv, out)?,
                Err(error) => writeln!(out, "{error} (type help for the list of commands)")?,
            },
        }
        Ok(Next::Go)
    }

    fn answer<E: std::fmt::Display>(
        &mut self,
        act: impl FnOnce(&mut Game) -> Option<E>,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        match act(&mut self.game) {
            Some(error) => Ok(writeln!(out, "{error}")?),
            None => Ok(()),
        }
    }

    fn hint(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        let root = Root::from(&self.game);
        let result = self.engine.search(&root, &Limits::nodes(200_000), &Control::new(), &mut ());
        if let Some(mv) = result.best {
            let score = WinRate::of(root.position.variant()).normalized(result.score);
            writeln!(out, "{} ({score})", root.position.san(mv))?;
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        let plies = if self.side == Side::Both { 1 } else { 2 };
        if self.game.moves().len() < plies {
            return Ok(writeln!(out, "There is no move of yours to take back.")?);
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.show(out)
    }
}

/// Parses a move in UCI form or SAN.
fn read_move(position: &Position, text: &str) -> Result<Move, saffron_rules::SanError> {
    position.parse_uci(text).or_else(|_| position.parse_san(text))
}

fn sorted_san(position: &Position) -> String {
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|mv| position.san(mv)).collect();
    moves.sort_unstable();
    moves.join(" ")
}
