//! Parser of one variant of a text.

use saffron_rules::{
    Board, BoardSpec, CastlingSpec, Color, EnPassantForm, FileSpan, Orientation, PawnSpec, PromotionSpec, Role,
    SpecError, Variant, VariantError, VariantSpec, WinningMaterial,
};

use crate::error::{FileError, FileErrorKind, ValueType};
use crate::places::{Part, Places};
use crate::source::{At, Table, Value};

/// Variant that has been read and can be built.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) spec: VariantSpec,
    /// Line of its id.
    pub(crate) line: usize,
}

impl Described {
    /// Returns an error about the whole variant.
    pub(crate) fn error(&self, kind: FileErrorKind) -> FileError {
        FileError::new(self.line, kind).about(self.spec.id)
    }
}

const KEYS: &[&str] = &[
    "id",
    "name",
    "year",
    "extends",
    "start",
    "board",
    "pawn",
    "promotion",
    "castling",
    "en-passant",
    "stalemate",
    "winning-material",
];

/// Minimum number of cells of the king's move in long castling.
const LONG: usize = 3;

/// Reads a variant, which may extend one that was read before it.
pub(crate) fn read(table: &Table<'_>, earlier: &[Described]) -> Result<Described, FileError> {
    let id = table.need("id")?.string()?;
    let mut reader = Reader { table, base: None, places: Places::default() };
    let spec = reader.variant(&id, earlier).map_err(|error| error.about(id.value))?;
    Ok(Described { spec, line: id.line })
}

struct Reader<'t, 'a> {
    table: &'t Table<'a>,
    /// Variant that this one extends.
    base: Option<VariantSpec>,
    places: Places,
}

impl<'a> Reader<'_, 'a> {
    fn variant(&mut self, id: &At<&str>, earlier: &[Described]) -> Result<VariantSpec, FileError> {
        self.table.only(KEYS)?;
        let name = self.string("name", Part::Name)?;
        let name = name.ok_or_else(|| self.table.missing("name"))?;
        self.places.put(Part::Id, id.value, id.line);
        let taken = earlier.iter().any(|other| other.spec.id == id.value);
        if taken || Variant::by_id(id.value).is_some() {
            return Err(id.error(FileErrorKind::IdTaken(id.value.to_owned())));
        }
        if Variant::known().iter().any(|other| other.is_called(name.value)) {
            return Err(name.error(FileErrorKind::NameTaken(name.value.to_owned())));
        }
        self.base = self.base(earlier)?;
        let spec = self.spec(id.value, name.value)?;
        spec.check().map_err(|error| self.located(&error))?;
        Ok(spec)
    }

    /// Returns the error with the line that it is about.
    fn located(&self, error: &VariantError) -> FileError {
        let extends = || self.table.get("extends").map(Value::line);
        let line = self.places.find(error).or_else(extends).unwrap_or(self.table.line());
        FileError::new(line, FileErrorKind::Variant(error.clone()))
    }

    fn base(&self, earlier: &[Described]) -> Result<Option<VariantSpec>, FileError> {
        let Some(value) = self.table.get("extends") else { return Ok(None) };
        let id = value.string()?;
        let before = earlier.iter().find(|other| other.spec.id == id.value).map(|other| other.spec);
        match before.or_else(|| Variant::by_id(id.value).map(|variant| *variant.spec())) {
            Some(spec) => Ok(Some(spec)),
            None => {
                let known = Variant::known().into_iter().map(Variant::id);
                let known = known.chain(earlier.iter().map(|other| other.spec.id)).map(str::to_owned).collect();
                Err(id.error(FileErrorKind::UnknownBase { id: id.value.to_owned(), known }))
            }
        }
    }

    fn spec(&mut self, id: &str, name: &str) -> Result<VariantSpec, FileError> {
        let base = self.base;
        let year = match self.optional("year", base)? {
            Some(value) => value.number(1..=9999)?.value,
            None => base.map_or(1, |base| base.year),
        };
        let board = self.board()?;
        let pawn = self.pawn()?;
        let promotion = self.promotion()?;
        let castling = self.castling(board)?;
        let en_passant_form = self.en_passant_form(&pawn)?;
        let stalemate_quarters = match self.table.get("stalemate") {
            Some(value) => {
                self.places.put(Part::Stalemate, "", value.line());
                value.number(0..=4)?.value
            }
            None => base.map_or(2, |base| base.stalemate_quarters),
        };
        let winning_material = match self.table.get("winning-material") {
            Some(value) => {
                let rules = [("helpmate", WinningMaterial::Helpmate), ("piece-count", WinningMaterial::PieceCount)];
                one_of(value, &rules)?
            }
            None => base.map_or_else(WinningMaterial::default, |base| base.winning_material),
        };
        let start = match (self.string("start", Part::Start)?, base) {
            (Some(start), _) => kept(start.value),
            (None, Some(base)) => inherited_start(base.start, castling),
            (None, None) => return Err(self.table.missing("start")),
        };
        // The material that can win depends on the board, the moves of the pieces and the score of stalemate.
        let same_ends = ["board", "pawn", "promotion", "stalemate"].iter().all(|key| self.table.get(key).is_none());
        Ok(VariantSpec {
            id: kept(id),
            name: kept(name),
            year,
            board,
            start,
            pawn,
            promotion,
            castling,
            en_passant_form,
            stalemate_quarters,
            material: base.filter(|_| same_ends).and_then(|base| base.material),
            winning_material,
        })
    }

    fn string(&mut self, key: &str, part: Part) -> Result<Option<At<&'a str>>, FileError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let text = value.string()?;
        self.places.put(part, text.value, text.line);
        Ok(Some(text))
    }

    /// Value of a key that may be missing only if the variant extends another one.
    fn optional<B>(&self, key: &str, base: Option<B>) -> Result<Option<Value<'a>>, FileError> {
        match (self.table.get(key), base) {
            (None, None) => Err(self.table.missing(key)),
            (value, _) => Ok(value),
        }
    }

    fn board(&mut self) -> Result<BoardSpec, FileError> {
        let base = self.base.map(|base| base.board);
        let Some(value) = self.optional("board", base)? else {
            return base.ok_or_else(|| self.table.missing("board"));
        };
        let table = value.table(&["orientation", "files"])?;
        let orientation = match (table.get("orientation"), base) {
            (None, Some(base)) => base.orientation,
            _ => {
                let value = table.need("orientation")?;
                one_of(
                    value,
                    &[
                        ("vertical-files", Orientation::VerticalFiles),
                        ("horizontal-ranks", Orientation::HorizontalRanks),
                    ],
                )?
            }
        };
        let files = match (table.get("files"), base) {
            (None, Some(base)) => base.files,
            _ => {
                let list = table.need("files")?.list()?;
                self.places.put(Part::Files, "", list.line);
                let files: Result<Vec<_>, FileError> = list.value.into_iter().map(|value| self.file(value)).collect();
                kept_list(files?)
            }
        };
        Ok(BoardSpec { files, orientation })
    }

    fn file(&mut self, value: Value<'_>) -> Result<FileSpan, FileError> {
        let table = value.table(&["letter", "low", "high", "first-rank"])?;
        let letter = letter(table.need("letter")?)?;
        self.places.put(Part::File, &letter.value, letter.line);
        let low = table.need("low")?.number(-60..=60)?.value;
        let high = table.need("high")?.number(-60..=60)?.value;
        let first_rank = match table.get("first-rank") {
            Some(value) => value.number(1..=99)?.value,
            None => 1,
        };
        Ok(FileSpan { letter: letter.value, low, high, first_rank })
    }

    fn pawn(&mut self) -> Result<PawnSpec, FileError> {
        let base = self.base.map(|base| base.pawn);
        let Some(value) = self.optional("pawn", base)? else {
            return base.ok_or_else(|| self.table.missing("pawn"));
        };
        self.places.put(Part::Pawn, "", value.line());
        let table = value.table(&[
            "forward",
            "captures",
            "first-captures",
            "first-steps",
            "black-first-steps",
            "blocked-by-enemy",
        ])?;
        let first_steps = self.first_steps(&table, "first-steps")?;
        let black_first_steps = self.first_steps(&table, "black-first-steps")?;
        Ok(PawnSpec {
            forward: match (self.steps(&table, "forward", Part::Forward)?, base) {
                (Some(steps), _) => steps,
                (None, base) => base.ok_or_else(|| table.missing("forward"))?.forward,
            },
            captures: match (self.steps(&table, "captures", Part::Captures)?, base) {
                (Some(steps), _) => steps,
                (None, base) => base.ok_or_else(|| table.missing("captures"))?.captures,
            },
            first_captures: match self.steps(&table, "first-captures", Part::Captures)? {
                Some(steps) => steps,
                None => base.map_or(&[], |base| base.first_captures),
            },
            // Black's cells follow from White's, unless they are given too.
            black_first_steps: match (black_first_steps, first_steps) {
                (None, None) => base.and_then(|base| base.black_first_steps),
                (black, _) => black,
            },
            first_steps: match (first_steps, base) {
                (Some(steps), _) => steps,
                (None, base) => base.ok_or_else(|| table.missing("first-steps"))?.first_steps,
            },
            stopped_by_enemy_in_front: match table.get("blocked-by-enemy") {
                Some(value) => value.boolean()?.value,
                None => base.is_some_and(|base| base.stopped_by_enemy_in_front),
            },
        })
    }

    /// Reads a list of steps, each `[x, y]`.
    fn steps(&mut self, table: &Table<'_>, key: &str, part: Part) -> Result<Option<&'static [(i8, i8)]>, FileError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        let mut steps = Vec::new();
        for step in value.list()?.value {
            let [x, y] = step.list()?.value[..] else {
                return Err(step.error(FileErrorKind::StepForm { key: key.to_owned() }));
            };
            let (x, y) = (x.number::<i8>(-9..=9)?.value, y.number::<i8>(-9..=9)?.value);
            self.places.put(part, &format_args!("{x} {y}"), step.line());
            steps.push((x, y));
        }
        self.places.put(part, "", value.line());
        Ok(Some(kept_list(steps)))
    }

    /// Reads the starting cells by the number of cells that a pawn may go from them.
    fn first_steps(&mut self, table: &Table<'_>, key: &str) -> Result<Option<&'static [FirstSteps]>, FileError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        let mut steps = Vec::new();
        for (count, cells) in value.any_table()?.entries() {
            let cells = cells.string()?;
            let Some(count) = count.parse().ok().filter(|count| (1..=8).contains(count)) else {
                let (key, found) = (key.to_owned(), count.to_owned());
                return Err(cells.error(FileErrorKind::StepCount { key, found }));
            };
            self.places.put(Part::FirstSteps, cells.value, cells.line);
            steps.push((count, kept(cells.value)));
        }
        Ok(Some(kept_list(steps)))
    }

    fn promotion(&mut self) -> Result<PromotionSpec, FileError> {
        let base = self.base.map_or(PromotionSpec::USUAL, |base| base.promotion);
        let Some(value) = self.table.get("promotion") else { return Ok(base) };
        let table = value.table(&["cells", "black-cells", "roles"])?;
        let mut cells = |key: &str| -> Result<Option<&'static str>, FileError> {
            let Some(value) = table.get(key) else { return Ok(None) };
            let cells = value.string()?;
            self.places.put(Part::PromotionCells, cells.value, cells.line);
            Ok(Some(kept(cells.value)))
        };
        let (white, black) = (cells("cells")?, cells("black-cells")?);
        let roles = match table.get("roles") {
            None => base.roles,
            Some(value) => {
                let list = value.list()?;
                self.places.put(Part::Roles, "", list.line);
                let known = Role::PROMOTIONS.map(|role| (role_name(role), role));
                let roles: Result<Vec<_>, FileError> =
                    list.value.into_iter().map(|role| one_of(role, &known)).collect();
                kept_list(roles?)
            }
        };
        Ok(PromotionSpec {
            cells: white.or(base.cells),
            black_cells: if white.is_some() { black } else { black.or(base.black_cells) },
            roles,
        })
    }

    fn castling(&mut self, board: BoardSpec) -> Result<&'static [CastlingSpec], FileError> {
        let base = self.base.map_or(&[][..], |base| base.castling);
        let Some(value) = self.table.get("castling") else { return Ok(base) };
        if !value.is_string() {
            if !value.is_list() {
                return Err(value.unlike(ValueType::Castling));
            }
            let rights: Result<Vec<_>, FileError> =
                value.list()?.value.into_iter().map(|right| self.castling_right(right)).collect();
            return Ok(kept_list(rights?));
        }
        match value.string()?.value {
            "none" => Ok(&[]),
            "long-only" if base.is_empty() => Err(value.error(FileErrorKind::LongOnlyWithoutBase)),
            "long-only" => {
                let board = Board::new(board).map_err(|error| self.located(&SpecError::from(error).into()))?;
                Ok(kept_list(base.iter().filter_map(|right| long_only(&board, right)).collect()))
            }
            other => Err(value.error(FileErrorKind::CastlingWord(other.to_owned()))),
        }
    }

    fn castling_right(&mut self, value: Value<'_>) -> Result<CastlingSpec, FileError> {
        let table = value.table(&["letter", "side", "king", "rook", "moves"])?;
        let letter = letter(table.need("letter")?)?;
        self.places.put(Part::Castling, &letter.value, letter.line);
        let side = match table.get("side") {
            None => None,
            Some(value) => {
                one_of(value, &[("both", None), ("white", Some(Color::White)), ("black", Some(Color::Black))])?
            }
        };
        let king = self.castling_cell(&table, "king")?;
        let rook = self.castling_cell(&table, "rook")?;
        let mut moves = Vec::new();
        for value in table.need("moves")?.list()?.value {
            let table = value.table(&["notation", "king", "rook"])?;
            let notation = table.need("notation")?.string()?;
            self.places.put(Part::Castling, notation.value, notation.line);
            let (king, rook) = (self.castling_cell(&table, "king")?, self.castling_cell(&table, "rook")?);
            moves.push((kept(notation.value), king, rook));
        }
        Ok(CastlingSpec { letter: letter.value, side, king, rook, moves: kept_list(moves) })
    }

    fn castling_cell(&mut self, table: &Table<'_>, key: &str) -> Result<&'static str, FileError> {
        let cell = table.need(key)?.string()?;
        self.places.put(Part::Castling, cell.value, cell.line);
        Ok(kept(cell.value))
    }

    fn en_passant_form(&mut self, pawn: &PawnSpec) -> Result<EnPassantForm, FileError> {
        if let Some(value) = self.table.get("en-passant") {
            self.places.put(Part::EnPassant, "", value.line());
            return one_of(
                value,
                &[("passed", EnPassantForm::Passed), ("passed-and-pawn", EnPassantForm::PassedAndPawn)],
            );
        }
        Ok(match self.base {
            Some(base) if pawn.forward.len() == base.pawn.forward.len() => base.en_passant_form,
            _ if pawn.forward.len() > 1 => EnPassantForm::PassedAndPawn,
            _ => EnPassantForm::Passed,
        })
    }
}

/// Number of cells that a pawn may go, and the names of the cells from which it may.
type FirstSteps = (u8, &'static str);

/// Returns the castling right with only its long moves; `None` if it has none.
fn long_only(board: &Board, right: &CastlingSpec) -> Option<CastlingSpec> {
    let king = board.cell(right.king)?;
    let far = |to: &str| board.cell(to).is_some_and(|to| board.between(king, to).len() + 1 >= LONG);
    let moves: Vec<_> = right.moves.iter().filter(|(_, to, _)| far(to)).copied().collect();
    (!moves.is_empty()).then(|| CastlingSpec { moves: kept_list(moves), ..*right })
}

/// Start position of the extended variant, without the castling rights that this variant lacks.
fn inherited_start(start: &'static str, castling: &[CastlingSpec]) -> &'static str {
    let mut fields: Vec<String> = start.split(' ').map(str::to_owned).collect();
    let Some(rights) = fields.get_mut(2) else { return start };
    let known = |letter: char| castling.iter().any(|right| right.letter == letter.to_ascii_uppercase());
    rights.retain(|letter| letter == '-' || known(letter));
    if rights.is_empty() {
        rights.push('-');
    }
    let fields = fields.join(" ");
    if fields == start { start } else { kept(&fields) }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Reads one of these words, and returns its meaning.
fn one_of<T: Copy>(value: Value<'_>, words: &[(&str, T)]) -> Result<T, FileError> {
    let text = value.string()?;
    words.iter().find(|(word, _)| *word == text.value).map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known = words.iter().map(|(word, _)| (*word).to_owned()).collect();
        text.error(FileErrorKind::UnknownWord { found: text.value.to_owned(), known })
    })
}

/// Reads a string of one character.
fn letter(value: Value<'_>) -> Result<At<char>, FileError> {
    let text = value.string()?;
    let mut letters = text.value.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(At { value: letter, line: text.line }),
        _ => Err(text.error(FileErrorKind::NotOneLetter(text.value.to_owned()))),
    }
}

/// Leaks a text.
fn kept(text: &str) -> &'static str {
    String::from(text).leak()
}

/// Leaks a list.
fn kept_list<T>(list: Vec<T>) -> &'static [T] {
    list.leak()
}
