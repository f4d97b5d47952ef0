//! Games against a program that plays through a line protocol: a line `go VARIANT t=SECONDS MOVES...` is answered by
//! a line `bestmove MOVE ...`, `error TEXT` or `gameover ...`, and `seed N` by `ok`.
//!
//! ```text
//! cargo run --release -p saffron-engine --example versus -- VARIANT GAMES OUR_MS THEIR_SECONDS PROGRAM [ARGUMENT...]
//! ```
//!
//! Each opening of four random plies is played from both sides. The rules are ours; a game in which the other program
//! refuses a legal move is named, left out of the score and replaced by another one.

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use saffron_engine::{Control, Engine, Limits, Random, Root};
use saffron_rules::{Color, Game, Outcome, Record, Variant};

const HASH_MB: usize = 64;
const OPENING_PLIES: usize = 4;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Opponent {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Opponent {
    fn start(command: &[String]) -> Result<Opponent> {
        let (program, arguments) = command.split_first().ok_or("PROGRAM is missing")?;
        let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no standard output")?).lines();
        Ok(Opponent { child, input, output })
    }

    fn ask(&mut self, line: &str) -> Result<String> {
        writeln!(self.input, "{line}")?;
        Ok(self.output.next().ok_or("the program ended")??)
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Match {
    variant: &'static Variant,
    ours: Duration,
    theirs: String,
    engine: Engine,
    opponent: Opponent,
    slowest: Duration,
}

impl Match {
    /// Plays a game to its end; none when the other program refuses a legal move.
    fn play(&mut self, opening: &Game, us: Color) -> Result<Option<Game>> {
        let mut game = opening.clone();
        self.engine.new_game();
        while game.outcome().is_none() {
            let mv = if game.position().turn() == us {
                let began = Instant::now();
                let root = Root::from(&game);
                let found = self.engine.search(&root, &Limits::movetime(self.ours), &Control::new(), &mut ());
                self.slowest = self.slowest.max(began.elapsed());
                found.best.ok_or("no move from our own engine")?
            } else {
                let answer = self.ask(&game)?;
                match answer.strip_prefix("bestmove ") {
                    Some(rest) => {
                        let text = rest.split(' ').next().unwrap_or_default();
                        game.position().parse_uci(text).map_err(|error| format!("the program played {error}"))?
                    }
                    None => {
                        println!("refused: {answer} in {}", game.position().to_fen());
                        return Ok(None);
                    }
                }
            };
            game.play(mv)?;
            // Few of these programs know when to agree on a draw.
            let _ = game.claim_draw();
        }
        Ok(Some(game))
    }

    fn ask(&mut self, game: &Game) -> Result<String> {
        let moves = game.positions().iter().zip(game.moves());
        let moves: Vec<String> = moves.map(|(position, &mv)| position.uci(mv)).collect();
        self.opponent.ask(&format!("go {} t={} {}", self.variant.id(), self.theirs, moves.join(" ")))
    }
}

fn opening(variant: &'static Variant, random: &mut Random) -> Result<Game> {
    loop {
        let mut game = Game::new(variant.start());
        for _ in 0..OPENING_PLIES {
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())])?;
        }
        if game.outcome().is_none() {
            return Ok(game);
        }
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, games, ours, theirs, command @ ..] = &arguments[..] else {
        return Err("usage: versus VARIANT GAMES OUR_MS THEIR_SECONDS PROGRAM [ARGUMENT...]".into());
    };
    let variant = Variant::by_id(variant).ok_or("there is no such variant")?;
    let games: usize = games.parse()?;
    let mut random = Random::new(u64::from(variant.spec().year));
    let mut event = Match {
        variant,
        ours: Duration::from_millis(ours.parse()?),
        theirs: theirs.clone(),
        engine: Engine::new(HASH_MB)?,
        opponent: Opponent::start(command)?,
        slowest: Duration::ZERO,
    };
    let (mut won, mut drawn, mut lost, mut refused) = (0, 0, 0, 0);
    while won + drawn + lost < games {
        let opening = opening(variant, &mut random)?;
        for us in Color::ALL {
            let Some(game) = event.play(&opening, us)? else {
                refused += 1;
                continue;
            };
            let quarters = game.outcome().map_or(2, |outcome: Outcome| outcome.quarters(us));
            match quarters {
                4 => won += 1,
                0 | 1 => lost += 1,
                _ => drawn += 1,
            }
            let players = if us == Color::White { ["Saffron", "opponent"] } else { ["opponent", "Saffron"] };
            let tags = ["White", "Black"].into_iter().zip(players);
            let tags = tags.map(|(tag, name)| (tag.to_owned(), name.to_owned())).collect();
            println!("{}", Record { tags, game });
            println!("{}: won {won} drawn {drawn} lost {lost} refused {refused}", variant.id());
        }
    }
    println!("slowest move of ours: {} ms", event.slowest.as_millis());
    Ok(())
}
