//! Annotated records: as other programs write them, and trees of random moves with random annotations, which come back from their
//! text as they were.

use std::path::Path;

use proptest::prelude::*;
use saffron_rules::{
    Annotation, Brush, Cell, Game, MoveAnnotation, PgnReader, Position, Record, Replayer, Score, Shape, SideLine,
    Variant, WrittenEval,
};

#[test]
fn records_of_other_programs_keep_what_they_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records/annotated.pgn");
    let text = std::fs::read_to_string(path).unwrap();
    let mut replayer = Replayer::new();
    let records: Vec<Record> =
        PgnReader::read_all(&text).iter().map(|raw| Record::from_raw(raw, &mut replayer).unwrap()).collect();
    let movetexts: Vec<String> = records
        .iter()
        .map(|record| record.to_string().split_once("\n\n").map(|(_, moves)| moves.to_owned()).unwrap())
        .collect();
    let wanted = [
        "{[%csl Gf5,Rf7] [%cal Ge4f5] The start. [%bqf] stays} 1. e5 {[%eval 0.31]\n\
         [%clk 1:00:00]} 1... g5 $1 {[%eval -0.12,18] [%clk 0:59:58.5] Good.} (1... g6\n\
         {[%eval #-3]} 2. Nhf4 $6 {[%cal Yh1f4] A knight.}) 2. Nhf4 *\n",
        "{[%csl Ya1] Diagram #} 1. e5 {[%emt 0:00:03]} 1... g5 $1 $14 (1... {Before the\n\
         line} g6 $5 {[%cal Gg7g6] [%cal Rzz] With a shape} 2. Nhf4 (2. Ndf4 $2 $19 g5\n\
         {deeper} (2... e6)) 2... e6) 2. {Behind the line} Nhf4 $132 $146\n\
         {[%clk 0:12:03]} 1/2-1/2\n",
        "{A comment to the end of the line} 1. e5 $4 {what else?} 1... g5 $10 2. Nhf4\n\
         $16 {unfinished [%csl Ga1} 2... Nhf8 $40 {feladta 3. e6} (2... Nhf8 {a9}) 1-0\n",
    ];
    assert_eq!(movetexts, wanted);
    for record in &records {
        assert_eq!(&Record::parse(&record.to_string()).unwrap(), record);
    }

    let first = &records[0];
    let cell = |name| first.game.start().variant().board().cell(name).unwrap();
    let arrow = |brush, from, to| Shape { brush, from: cell(from), to: Some(cell(to)) };
    let mark = |brush, at| Shape { brush, from: cell(at), to: None };
    let shapes = [mark(Brush::Green, "f5"), mark(Brush::Red, "f7"), arrow(Brush::Green, "e4", "f5")];
    assert_eq!((first.start.text.as_str(), first.start.shapes.as_slice()), ("The start. [%bqf] stays", &shapes[..]));
    let eval = |score, depth| Some(WrittenEval { score, depth });
    let [white, black] = &first.annotations[..] else { panic!("{:?}", first.annotations) };
    assert_eq!((white.after.eval, white.after.clock), (eval(Score::Centipawns(31), None), Some(3_600_000)));
    assert_eq!((black.after.eval, black.after.clock), (eval(Score::Centipawns(-12), Some(18)), Some(3_598_500)));
    assert_eq!((black.nags.as_slice(), black.after.text.as_str()), (&[1][..], "Good."));
    let side = &first.side_lines[0];
    assert_eq!(side.annotations[0].after.eval, eval(Score::Mate(-3), None));
    assert_eq!(
        (&side.annotations[1].nags[..], &side.annotations[1].after.shapes[..]),
        (&[6][..], &[arrow(Brush::Yellow, "h1", "f4")][..])
    );
}

/// A source of numbers for choices that depend on the position.
struct Choices(Vec<u32>, usize);

impl Choices {
    fn next(&mut self, below: usize) -> usize {
        self.1 += 1;
        let entropy = self.0[self.1 % self.0.len()].wrapping_mul(0x9e37_79b9).wrapping_add(self.1 as u32);
        (entropy.wrapping_mul(0x85eb_ca6b) >> 8) as usize % below
    }
}

const WORDS: [&str; 24] = [
    "a",
    "good",
    "move,",
    "(so",
    "it)",
    "is;",
    "]",
    "[",
    "[%",
    "[%x",
    "y]",
    "{",
    "}",
    "1-0",
    "*",
    "1.",
    "e5",
    "$1",
    "%",
    "—",
    "«ход»",
    "[Event",
    "\"x\"]",
    "thirty-three-characters-of-a-word",
];

/// Words with single spaces: a text as comments have it.
fn text(choices: &mut Choices) -> String {
    if choices.next(3) > 0 {
        return String::new();
    }
    let count = choices.next(30);
    (0..count).map(|_| WORDS[choices.next(WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn cell(choices: &mut Choices, position: &Position) -> Cell {
    let cells: Vec<Cell> = position.variant().board().cells().iter().collect();
    cells[choices.next(cells.len())]
}

fn annotation(choices: &mut Choices, position: &Position) -> Annotation {
    let mut shapes = Vec::new();
    for _ in 0..choices.next(12).saturating_sub(6) {
        let (from, to) = (cell(choices, position), cell(choices, position));
        let brush = Brush::ALL[choices.next(4)];
        shapes.push(Shape { brush, from, to: (from != to && choices.next(2) > 0).then_some(to) });
    }
    let number = choices.next(20_000) as i32 - 10_000;
    let score = if number % 2 == 0 { Score::Centipawns(number) } else { Score::Mate(number) };
    let depth = (choices.next(2) > 0).then(|| choices.next(100) as u32);
    let eval = (choices.next(3) == 0).then_some(WrittenEval { score, depth });
    let clock = (choices.next(3) == 0).then(|| choices.next(100_000_000) as u64);
    Annotation { text: text(choices), shapes, eval, clock }
}

/// Random moves from a position with random annotations and variations.
fn line(choices: &mut Choices, start: Position, length: usize, depth: usize, is_main: bool) -> SideLine {
    let mut line = SideLine { ply: 0, moves: Vec::new(), annotations: Vec::new(), side_lines: Vec::new() };
    let mut now = start;
    while line.moves.len() < length {
        let legal = now.legal_moves();
        if legal.is_empty() || now.outcome().is_some() {
            break;
        }
        let mut nags: Vec<u16> = (0..choices.next(4)).map(|_| choices.next(150) as u16).collect();
        nags.sort_unstable();
        nags.dedup();
        let before = text(choices);
        // Null moves are common in variations.
        let passed = if !is_main && choices.next(6) == 0 { now.null_move() } else { None };
        let mv = if passed.is_some() { None } else { Some(legal[choices.next(legal.len())]) };
        line.moves.push(mv);
        while depth > 0 && choices.next(4) == 0 {
            let length = 1 + choices.next(5);
            line.side_lines
                .push(SideLine { ply: line.moves.len() - 1, ..self::line(choices, now, length, depth - 1, false) });
        }
        match (mv, passed) {
            (Some(mv), _) => now.play_unchecked(mv),
            (None, passed) => now = passed.unwrap(),
        }
        line.annotations.push(MoveAnnotation { before, nags, after: annotation(choices, &now) });
    }
    while line.annotations.last().is_some_and(MoveAnnotation::is_empty) {
        line.annotations.pop();
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn an_annotated_tree_comes_back_from_its_text(
        numbers in prop::collection::vec(any::<u32>(), 1..60),
        variant in 0..Variant::all().len(),
        length in 0..30_usize,
        depth in 0..6_usize,
    ) {
        let mut choices = Choices(numbers, 0);
        let start = Variant::all()[variant].start();
        let main = line(&mut choices, start, length, depth, true);
        let mut game = Game::new(start);
        for mv in main.moves {
            game.play_past_draw(mv.unwrap()).unwrap();
        }
        let start = annotation(&mut choices, game.start());
        let tags = vec![("White".to_owned(), "Anna".to_owned()), ("Annotator".to_owned(), "B.".to_owned())];
        let mut record = Record::from(game);
        (record.tags, record.start, record.annotations, record.side_lines) =
            (tags, start, main.annotations, main.side_lines);
        let text = record.to_string();
        let again = Record::parse(&text).unwrap();
        prop_assert!(again.tags.starts_with(&record.tags), "{}", text);
        record.tags.clone_from(&again.tags);
        prop_assert_eq!(&again, &record, "{}", text);
        prop_assert_eq!(again.to_string(), text.clone());
        prop_assert!(text.lines().all(|line| line.chars().count() < 80), "{}", text);
    }
}
