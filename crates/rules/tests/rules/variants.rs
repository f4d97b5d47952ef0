//! Rules as data: what a description of a game may say, and each mistake with its own error.

use saffron_rules::{
    BoardError, BoardSpec, CastlingSpec, Color, EnPassantForm, FenError, FileSpan, Orientation, PawnSpec,
    PromotionSpec, Role, SetupError, SpecError, Variant, VariantError, VariantSpec, WinningMaterial,
};

const fn file(letter: char, low: i8, high: i8) -> FileSpan {
    FileSpan { letter, low, high, first_rank: 1 }
}

/// A hexagon of 19 cells.
const FILES: &[FileSpan] = &[file('a', 0, 2), file('b', 0, 3), file('c', 0, 4), file('d', 1, 4), file('e', 2, 4)];

const PAWN: PawnSpec = PawnSpec {
    forward: &[(0, 1)],
    captures: &[(-1, 0), (1, 1)],
    first_captures: &[],
    first_steps: &[(1, "b2 c2 d2")],
    black_first_steps: None,
    stopped_by_enemy_in_front: false,
};

const SKIRMISH: VariantSpec = VariantSpec {
    id: "skirmish",
    name: "Skirmish",
    year: 2026,
    board: BoardSpec { files: FILES, orientation: Orientation::VerticalFiles },
    start: "k/1p1/1p1p1/1PPP1/2K2 w - - 0 1",
    pawn: PAWN,
    promotion: PromotionSpec::USUAL,
    castling: &[],
    en_passant_form: EnPassantForm::Passed,
    stalemate_quarters: 2,
    material: None,
    winning_material: WinningMaterial::Helpmate,
};

/// De Vasa's game, which has castling, under another name.
fn castles() -> VariantSpec {
    VariantSpec { id: "castles", name: "Castles", ..*Variant::by_id("devasa").unwrap().spec() }
}

const LONG: CastlingSpec =
    CastlingSpec { letter: 'Q', side: None, king: "f1", rook: "a1", moves: &[("0-0-0", "c1", "d1")] };

/// What is wrong; a variant can be built where its data can be checked, and not elsewhere.
#[track_caller]
/// What is wrong with a description, its start position aside.
fn wrong(spec: VariantSpec) -> Option<SpecError> {
    match refused(spec)? {
        VariantError::Spec(error) => Some(error),
        error => panic!("{error}"),
    }
}

/// Why a variant is not built.
fn refused(spec: VariantSpec) -> Option<VariantError> {
    let error = spec.check().err();
    assert_eq!(Variant::build(spec).err(), error);
    error
}

#[test]
fn ids_and_names_are_fit_for_protocols_and_records() {
    let longest = "a23456789-123456789-123456789-12";
    for id in ["a", "a1", "a-", longest] {
        assert_eq!(wrong(VariantSpec { id, ..SKIRMISH }), None, "{id}");
    }
    for id in ["", "A", "1a", "-a", "a_b", "a b", "é", "a23456789-123456789-123456789-123"] {
        assert_eq!(wrong(VariantSpec { id, ..SKIRMISH }), Some(SpecError::Id(id.to_owned())), "{id}");
    }
    let longest = "ń".repeat(64).leak();
    for name in ["1", "?!a", "A B, C: \"D\"", longest] {
        assert_eq!(wrong(VariantSpec { name, ..SKIRMISH }), None, "{name}");
    }
    for name in ["", " ", "?!", "a\nb", "\0a", "ń".repeat(65).leak()] {
        assert!(matches!(wrong(VariantSpec { name, ..SKIRMISH }), Some(SpecError::Name(_))), "{name}");
    }
}

#[test]
fn a_pawns_steps_are_those_that_the_move_generator_knows() {
    let pawn = |change: fn(&mut PawnSpec)| {
        let mut spec = SKIRMISH;
        // Several steps forward need the form that names the pawn.
        spec.en_passant_form = EnPassantForm::PassedAndPawn;
        change(&mut spec.pawn);
        wrong(spec)
    };
    assert_eq!(pawn(|pawn| pawn.forward = &[(0, 1), (1, 2)]), None);
    assert_eq!(pawn(|pawn| pawn.captures = &[]), None);
    assert_eq!(pawn(|pawn| pawn.captures = &[(-1, 1), (2, 3)]), None);
    assert_eq!(pawn(|pawn| pawn.first_captures = &[(1, 2)]), None);
    assert_eq!(pawn(|pawn| pawn.forward = &[(0, 2)]), Some(SpecError::Forward(0, 2)));
    assert_eq!(pawn(|pawn| pawn.forward = &[(0, 1), (1, 3)]), Some(SpecError::Forward(1, 3)));
    assert_eq!(pawn(|pawn| pawn.captures = &[(1, 1), (0, 2)]), Some(SpecError::Capture(0, 2)));
    assert_eq!(pawn(|pawn| pawn.first_captures = &[(2, 4)]), Some(SpecError::Capture(2, 4)));
    assert_eq!(pawn(|pawn| pawn.forward = &[]), Some(SpecError::PawnSteps));
    assert_eq!(pawn(|pawn| pawn.forward = &[(0, 1), (0, 1)]), Some(SpecError::PawnSteps));
    assert_eq!(pawn(|pawn| pawn.captures = &[(0, 1)]), Some(SpecError::PawnSteps));
    assert_eq!(pawn(|pawn| pawn.first_captures = &[(1, 1)]), Some(SpecError::PawnSteps));
}

#[test]
fn first_steps_start_from_different_cells_of_the_board() {
    let steps = |first_steps| wrong(VariantSpec { pawn: PawnSpec { first_steps, ..PAWN }, ..SKIRMISH });
    let black = |black: &'static [(u8, &'static str)]| {
        wrong(VariantSpec { pawn: PawnSpec { black_first_steps: Some(black), ..PAWN }, ..SKIRMISH })
    };
    assert_eq!(steps(&[(8, "c2"), (1, "b2 d2")]), None);
    assert_eq!(steps(&[(9, "c2"), (1, "b2 d2")]), Some(SpecError::FirstStep(9)));
    assert_eq!(steps(&[(1, "b2 d2"), (0, "c2")]), Some(SpecError::FirstStep(0)));
    assert_eq!(steps(&[(1, "b2 c2"), (2, "c2 d2")]), Some(SpecError::FirstStepTwice("c2".into())));
    assert_eq!(steps(&[(1, "b2 c2 f2")]), Some(SpecError::Cell("f2".into())));
    assert_eq!(black(&[(2, "b3 c4 d3")]), None);
    assert_eq!(black(&[(9, "b3 c4 d3")]), Some(SpecError::FirstStep(9)));
    assert_eq!(black(&[(2, "b3 c4"), (1, "c4 d3")]), Some(SpecError::FirstStepTwice("c4".into())));
}

#[test]
fn pawns_become_something_else() {
    use Role::{Bishop, King, Knight, Pawn, Queen};
    let roles = |roles| wrong(VariantSpec { promotion: PromotionSpec { roles, ..PromotionSpec::USUAL }, ..SKIRMISH });
    assert_eq!(roles(&[Knight]), None);
    assert_eq!(roles(&[Bishop, Queen, Knight]), None);
    for bad in [&[][..], &[Queen, Queen], &[Knight, King], &[Pawn], &[Queen, Bishop, Queen]] {
        assert_eq!(roles(bad), Some(SpecError::Promotions), "{bad:?}");
    }
    let cells = |cells, black_cells| {
        let promotion = PromotionSpec { cells, black_cells, ..PromotionSpec::USUAL };
        let spec = VariantSpec { promotion, ..SKIRMISH };
        wrong(spec).map_or_else(|| Ok(Variant::build(spec).unwrap()), Err)
    };
    let named = |variant: &Variant, color| {
        let board = variant.board();
        let mut names: Vec<_> = variant.promotion_cells(color).iter().map(|cell| board.name(cell)).collect();
        names.sort_unstable();
        names.join(" ")
    };
    let both = |variant: &'static Variant| Color::ALL.map(|color| named(variant, color));
    assert_eq!(both(cells(None, None).unwrap()), ["a3 b4 c5 d4 e3", "a1 b1 c1 d1 e1"]);
    // Black's are White's, turned, unless they are given.
    assert_eq!(both(cells(Some("a3 c5"), None).unwrap()), ["a3 c5", "c1 e1"]);
    assert_eq!(both(cells(Some("a3 c5"), Some("d1")).unwrap()), ["a3 c5", "d1"]);
    assert_eq!(both(cells(None, Some("d1")).unwrap()), ["a3 b4 c5 d4 e3", "d1"]);
    assert_eq!(cells(Some("a4"), None).unwrap_err(), SpecError::Cell("a4".into()));
}

#[test]
fn what_a_stalemate_is_worth_and_how_passing_is_written() {
    for stalemate_quarters in 0..=4 {
        assert_eq!(wrong(VariantSpec { stalemate_quarters, ..SKIRMISH }), None);
    }
    assert_eq!(wrong(VariantSpec { stalemate_quarters: 5, ..SKIRMISH }), Some(SpecError::Stalemate(5)));
    let two_ways = PawnSpec { forward: &[(0, 1), (1, 2)], ..PAWN };
    assert_eq!(wrong(VariantSpec { pawn: two_ways, ..SKIRMISH }), Some(SpecError::EnPassantForm));
    assert_eq!(wrong(VariantSpec { en_passant_form: EnPassantForm::PassedAndPawn, ..SKIRMISH }), None);
}

#[test]
fn boards_and_start_positions_are_checked_too() {
    let board = BoardSpec { files: &FILES[..0], ..SKIRMISH.board };
    assert_eq!(wrong(VariantSpec { board, ..SKIRMISH }), Some(SpecError::Board(BoardError::EmptyFile('a'))));
    // Without its last two files the board has no cell where turning it brings c1.
    let board = BoardSpec { files: &FILES[..3], ..SKIRMISH.board };
    assert_eq!(wrong(VariantSpec { board, ..SKIRMISH }), Some(SpecError::Cell("d2".into())));
    let pawn = PawnSpec { first_steps: &[(1, "c1")], ..PAWN };
    assert_eq!(wrong(VariantSpec { board, pawn, ..SKIRMISH }), Some(SpecError::NotSymmetric("c1".into())));
    let fields = FenError::Fields { least: 5, most: 6, found: 0 };
    assert_eq!(refused(VariantSpec { start: "", ..SKIRMISH }), Some(VariantError::Start(fields)));
    let start = "1/1p1/1p1p1/1PPP1/2K2 w - - 0 1";
    let no_king = FenError::Setup(SetupError::NoKing(Color::Black));
    assert_eq!(refused(VariantSpec { start, ..SKIRMISH }), Some(VariantError::Start(no_king)));
}

#[test]
fn castling_is_a_leap_towards_a_rook() {
    let castling = |castling: &'static [CastlingSpec], rights: &str| {
        let start = castles().start.replace("KQkq", rights).leak();
        wrong(VariantSpec { castling, start, ..castles() })
    };
    assert_eq!(castling(&[LONG], "Qq"), None);
    const WHITE: CastlingSpec = CastlingSpec { side: Some(Color::White), ..LONG };
    assert_eq!(castling(&[WHITE], "Q"), None);
    // Black's cells as they are, not turned.
    const BLACK: CastlingSpec =
        CastlingSpec { side: Some(Color::Black), king: "d9", rook: "a9", moves: &[("0-0", "b9", "c9")], ..LONG };
    assert_eq!(castling(&[WHITE, BLACK], "Qq"), None);

    const NO_ROOM: CastlingSpec = CastlingSpec { moves: &[("0-0-0", "e1", "d1")], ..LONG };
    const BEYOND: CastlingSpec = CastlingSpec { moves: &[("0-0-0", "a1", "d1")], ..LONG };
    const ROOK_BEYOND: CastlingSpec = CastlingSpec { moves: &[("0-0-0", "c1", "g1")], ..LONG };
    const ONE_CELL: CastlingSpec = CastlingSpec { moves: &[("0-0-0", "c1", "c1")], ..LONG };
    for bad in [&[NO_ROOM], &[BEYOND], &[ROOK_BEYOND], &[ONE_CELL]] {
        assert_eq!(castling(bad, "-"), Some(SpecError::Castling("0-0-0".into())), "{bad:?}");
    }
    const NOWHERE: CastlingSpec = CastlingSpec { rook: "a0", ..LONG };
    assert_eq!(castling(&[NOWHERE], "-"), Some(SpecError::Cell("a0".into())));
    const NAMELESS: CastlingSpec = CastlingSpec { moves: &[("0-0-0-0", "c1", "d1")], ..LONG };
    assert_eq!(castling(&[NAMELESS], "-"), Some(SpecError::CastlingNotation("0-0-0-0".into())));
}

#[test]
fn castling_moves_and_rights_are_told_apart() {
    let castling = |castling| wrong(VariantSpec { castling, start: castles().start, ..castles() });
    const SHORT: CastlingSpec =
        CastlingSpec { letter: 'K', side: None, king: "f1", rook: "i1", moves: &[("0-0", "h1", "g1")] };
    assert_eq!(castling(&[SHORT, LONG]), None);
    // Two moves of one right.
    const BOTH: CastlingSpec = CastlingSpec { moves: &[("0-0-0", "c1", "d1"), ("Q-0-0", "b1", "c1")], ..LONG };
    assert_eq!(castling(&[SHORT, BOTH]), None);
    const SAME_NAME: CastlingSpec = CastlingSpec { moves: &[("0-0", "c1", "d1")], ..LONG };
    assert_eq!(castling(&[SHORT, SAME_NAME]), Some(SpecError::CastlingTwice("0-0".into())));
    const SAME_CELL: CastlingSpec = CastlingSpec { moves: &[("0-0-0", "c1", "d1"), ("Q-0-0", "c1", "e1")], ..LONG };
    assert_eq!(castling(&[SHORT, SAME_CELL]), Some(SpecError::CastlingTwice("Q-0-0".into())));
    const SAME_LETTER: CastlingSpec = CastlingSpec { letter: 'K', ..LONG };
    assert_eq!(castling(&[SHORT, SAME_LETTER]), Some(SpecError::CastlingLetter('K')));
    const SMALL: CastlingSpec = CastlingSpec { letter: 'q', ..LONG };
    assert_eq!(castling(&[SHORT, SMALL]), Some(SpecError::CastlingLetter('q')));
    // Eight rights can be told apart: four of each side.
    const fn right(letter: char) -> CastlingSpec {
        CastlingSpec { letter, moves: &[], ..LONG }
    }
    const EIGHT: &[CastlingSpec] = &[SHORT, LONG, right('A'), right('B')];
    const TEN: &[CastlingSpec] = &[SHORT, LONG, right('A'), right('B'), right('C')];
    assert_eq!((castling(EIGHT), castling(TEN)), (None, Some(SpecError::CastlingRights)));
}
