//! Texts with one mistake each: the error names the line and the reason.

use saffron_rules::WinningMaterial;
use saffron_variants::{FileError, add, check, parse};

/// A whole variant on 19 cells; a mistake is made by replacing some of it.
const SKIRMISH: &str = r#"[[variant]]
id = "skirmish"
name = "Skirmish"
year = 2026
start = "k/1p1/1p1p1/1PPP1/2K2 w - - 0 1"
stalemate = 2
[variant.board]
orientation = "vertical-files"
files = [
    { letter = "a", low = 0, high = 2 },
    { letter = "b", low = 0, high = 3 },
    { letter = "c", low = 0, high = 4 },
    { letter = "d", low = 1, high = 4 },
    { letter = "e", low = 2, high = 4 },
]
[variant.pawn]
forward = [[0, 1]]
captures = [[-1, 0], [1, 1]]
first-steps.1 = "b2 c2 d2"
"#;

fn error(text: &str) -> FileError {
    let error = parse(text).map(|variants| variants.len()).unwrap_err();
    assert_eq!(check(text), Err(error.clone()));
    assert!(error.line() >= 1 && !error.kind().to_string().is_empty() && !error.to_string().contains('\n'));
    error
}

/// Replaces one place of the text and expects a mistake on this line with this in its reason.
#[track_caller]
fn expect(from: &str, to: &str, line: usize, reason: &str) {
    assert_eq!(SKIRMISH.matches(from).count(), 1, "{from:?} must stand there once");
    let error = error(&SKIRMISH.replace(from, to));
    assert!(error.kind().to_string().contains(reason), "{error}");
    assert_eq!(error.line(), line, "{error}");
}

#[test]
fn the_text_without_a_mistake_is_read() {
    assert_eq!(check(SKIRMISH), Ok(()));
    let skirmish = parse(SKIRMISH).unwrap()[0];
    assert_eq!((skirmish.id(), skirmish.spec().year, skirmish.board().cells().len()), ("skirmish", 2026, 19));
    assert_eq!(skirmish.start().legal_moves().len(), 3);
    assert_eq!(parse(&format!("\u{feff}{}", SKIRMISH.replace('\n', "\r\n"))).unwrap().len(), 1);
}

#[test]
fn what_is_not_toml() {
    expect("year = 2026", "year 2026", 4, "expected");
    expect("year = 2026", "year = 2026\nyear = 2027", 5, "duplicate key");
    expect("year = 2026", "year = \"2026", 4, "");
    expect("[variant.pawn]", "[variant.pawn", 16, "");
    assert_eq!(error("").kind().to_string(), "there is no [[variant]]");
    assert!(error("variant = 3").kind().to_string().contains("must be a list of tables"));
    assert!(error("variant = [3]").kind().to_string().contains("must be a table, not a whole number"));
    assert!(error("[variant]\nid = \"x\"").kind().to_string().contains("each under [[variant]]"));
    assert_eq!(error("\n\nvariants = []").line(), 3);
    assert!(
        error(&format!("variant = {}{}", "[".repeat(9999), "]".repeat(9999))).kind().to_string().contains("recursion")
    );
    assert!(error(&"#".repeat(saffron_variants::MAX_TEXT_BYTES + 1)).kind().to_string().contains("bytes"));
    let many: String = (0..65).map(|n| format!("[[variant]]\nid = \"v{n}\"\n")).collect();
    assert!(error(&many).kind().to_string().contains("65 variants"));
}

#[test]
fn keys_and_kinds_of_values() {
    expect("stalemate = 2", "stale-mate = 2", 6, "there is no key \"stale-mate\" here; there are id, name");
    expect("orientation =", "direction =", 8, "there is no key \"direction\" here");
    expect("low = 0, high = 2 }", "low = 0, high = 2, colour = 1 }", 10, "there is no key \"colour\"");
    expect("forward =", "forwards =", 17, "there is no key \"forwards\"");
    expect("id = \"skirmish\"", "", 1, "has no id");
    expect("name = \"Skirmish\"", "", 1, "the variant has no name");
    expect("year = 2026", "", 1, "the variant has no year");
    expect("start =", "#", 1, "the variant has no start");
    expect("low = 1, ", "", 13, "has no low");
    expect("captures = [[-1, 0], [1, 1]]", "", 16, "pawn has no captures");
    expect("year = 2026", "year = \"2026\"", 4, "year must be a whole number, not a string");
    expect("year = 2026", "year = 0", 4, "year must be from 1 to 9999, not 0");
    expect("year = 2026", "year = 99999999999999999999999", 4, "year must be from 1 to 9999");
    expect("stalemate = 2", "stalemate = 5", 6, "stalemate must be from 0 to 4, not 5");
    expect("stalemate = 2", "stalemate = 0.5", 6, "stalemate must be a whole number, not a fraction");
    expect(
        "\"vertical-files\"",
        "\"upright\"",
        8,
        "\"upright\" is not one of \"vertical-files\", \"horizontal-ranks\"",
    );
    expect("[[0, 1]]", "[0, 1]", 17, "forward must be a list, not a whole number");
    expect("[[0, 1]]", "[[0, 1, 2]]", 17, "a step is two numbers");
    expect("[[0, 1]]", "[[0, 100]]", 17, "from -9 to 9");
    expect("first-steps.1", "first-steps.9", 19, "\"9\" is not a number of cells from 1 to 8");
    expect("first-steps.1", "first-steps.one", 19, "\"one\" is not a number of cells");
    expect("stalemate = 2", "promotion.roles = [\"rook\", \"king\"]", 6, "\"king\" is not one of \"queen\"");
    expect("stalemate = 2", "castling = \"free\"", 6, "it can be \"none\", \"long-only\"");
    expect("stalemate = 2", "castling = 3", 6, "castling must be \"none\"");
    expect("stalemate = 2", "castling = \"long-only\"", 6, "needs a variant with castling to extend");
    expect("stalemate = 2", "en-passant = \"yes\"", 6, "\"yes\" is not one of");
    expect("stalemate = 2", "winning-material = \"queen\"", 6, "\"queen\" is not one of \"helpmate\", \"piece-count\"");
    expect("stalemate = 2", "winning-material = 3", 6, "winning-material must be a string");
}

#[test]
fn names_that_cannot_be_used() {
    expect("\"skirmish\"", "\"Skirmish game\"", 2, "is not 1 to 32 small letters");
    expect("\"skirmish\"", "\"7up\"", 2, "the first one a letter");
    expect("\"skirmish\"", "\"shafran\"", 2, "there is already a variant \"shafran\"");
    expect("\"skirmish\"", "\"a\\nb\"", 2, "is not 1 to 32 small letters");
    expect("\"Skirmish\"", "\"Gliński's\"", 3, "there is already a variant called");
    expect("\"Skirmish\"", "\"...\"", 3, "with a letter or digit");
    expect("\"Skirmish\"", "\"a\\nb\"", 3, "on one line");
    expect("stalemate = 2", "extends = \"chess\"", 6, "there is no variant \"chess\" to extend; there are shafran");
    let twice = error(&format!("{SKIRMISH}\n{SKIRMISH}"));
    assert_eq!((twice.line(), twice.kind().to_string()), (22, "there is already a variant \"skirmish\"".to_owned()));
}

#[test]
fn boards_that_cannot_be() {
    expect("letter = \"d\"", "letter = \"b\"", 13, "file letter 'b' is used twice");
    expect("letter = \"d\"", "letter = \"dd\"", 13, "\"dd\" is not one letter");
    expect("letter = \"d\"", "letter = \"D\"", 13, "is not one of a to z");
    expect("low = 1, high = 4", "low = 5, high = 4", 13, "file d has no cell");
    expect("low = 1, high = 4", "low = -99, high = 4", 13, "low must be from -60 to 60, not -99");
    expect("low = 1, high = 4", "low = 1, high = 17", 9, "at most 16 cells");
    expect("low = 1, high = 4", "low = 1, high = 4, first-rank = 7", 9, "no cell has rank 6");
    expect("low = 1, high = 4", "low = 1, high = 4, first-rank = 99", 13, "above 99");
    let files: String = ('a'..='i').map(|c| format!("{{ letter = \"{c}\", low = 0, high = 15 }},\n")).collect();
    expect("    { letter = \"a\", low = 0, high = 2 },\n", &files, 19, "used twice");
    let wide = "[[variant]]\nid = \"wide\"\nname = \"Wide\"\nextends = \"glinski\"\nboard.files = [\n".to_owned()
        + &files
        + "]";
    assert_eq!(error(&wide).to_string(), "line 5, variant wide: board: the board needs 144 places; there are 128");
}

#[test]
fn pawns_that_cannot_be() {
    expect("[[-1, 0], [1, 1]]", "[[-1, 0], [0, 1]]", 18, "overlap");
    expect("[[-1, 0], [1, 1]]", "[[-1, 0], [-1, 0]]", 18, "overlap");
    expect("[[-1, 0], [1, 1]]", "[[-1, 0], [2, 2]]", 18, "capture [2, 2] is neither");
    expect("[[0, 1]]", "[]", 18, "missing");
    expect("[[0, 1]]", "[[0, 2]]", 17, "step [0, 2] does not lead");
    expect("\"b2 c2 d2\"", "\"b2 c2 z2\"", 19, "there is no cell \"z2\"");
    expect("first-steps.1 =", "first-steps.2 = \"c2\"\nfirst-steps.1 =", 20, "c2 is named twice");
    expect("stalemate = 2", "promotion.cells = \"a3 q9\"", 6, "there is no cell \"q9\"");
    expect("stalemate = 2", "promotion.roles = []", 6, "at least one");
    expect("stalemate = 2", "promotion.roles = [\"rook\", \"rook\"]", 6, "different ones");
    let two = SKIRMISH.replace("[[0, 1]]", "[[0, 1], [1, 2]]").replace("stalemate = 2", "en-passant = \"passed\"");
    let error = error(&two);
    assert!(error.line() == 6 && error.kind().to_string().contains("must name the pawn's cell"), "{error}");
}

#[test]
fn boards_that_cannot_be_turned() {
    // Without its lowest cell the a file has a1 and a2, and the counterpart of e3 is missing.
    let uneven = SKIRMISH.replace("low = 0, high = 2 }", "low = 1, high = 2 }");
    let given = |cells: &str| uneven.replace("\"b2 c2 d2\"", cells);
    let error = error(&given("\"b2 c2 d2\"\nfirst-steps.2 = \"e3\""));
    assert_eq!(error.line(), 20);
    assert_eq!(error.kind().to_string(), "cell e3 has no counterpart when the board is turned by 180 degrees");
    // If the cells of Black are given, White's are not turned.
    let cells = "\"b2 c2 d2\"\nfirst-steps.2 = \"e3\"\nblack-first-steps.1 = \"b3 c4 d3\"";
    let start = given(cells).replace("k/1p1/1p1p1/", "k/1p1/p1p1/");
    let variant = parse(&start).unwrap()[0];
    assert_eq!(variant.board().cells().len(), 18);
    assert_eq!(variant.pawns().start(saffron_rules::Color::Black).len(), 3);
}

#[test]
fn starts_that_cannot_be() {
    expect("k/1p1/1p1p1/1PPP1/2K2", "k/1p1/1p1p1/1PPP1/2K3", 5, "rank 1 has 5 cells");
    expect("k/1p1/1p1p1/1PPP1/2K2", "1/1p1/1p1p1/1PPP1/2K2", 5, "has no king");
    expect("k/1p1/1p1p1/1PPP1/2K2", "k/1p1/1p1p1/1PPP1/P1K2", 5, "a pawn of White cannot stand on a1");
    expect("w - -", "w KQ -", 5, "castling");
    expect("w - - 0 1", "w", 5, "fields");
}

/// A row of ten cells with king and rook, and castling to try.
fn castling(right: &str) -> String {
    format!(
        r#"[[variant]]
id = "row"
name = "Row"
extends = "devasa"
start = "r3k3r/9/ppppppppp/9/9/9/PPPPPPPPP/9/R3K3R w - - 0 1"
[[variant.castling]]
{right}
"#
    )
}

#[test]
fn castling_that_cannot_be() {
    let right =
        "letter = \"K\"\nking = \"e1\"\nrook = \"i1\"\nmoves = [{ notation = \"0-0\", king = \"g1\", rook = \"f1\" }]";
    assert!(parse(&castling(right)).is_ok());
    let expect = |from: &str, to: &str, line: usize, reason: &str| {
        assert!(right.contains(from));
        let error = error(&castling(&right.replacen(from, to, 1)));
        assert!(error.line() == line && error.kind().to_string().contains(reason), "{error}");
    };
    expect("\"i1\"", "\"h3\"", 10, "castling 0-0 is not on the line");
    expect("king = \"g1\"", "king = \"f1\"", 10, "castling 0-0 is not on the line");
    expect("rook = \"f1\" }", "rook = \"d1\" }", 10, "castling 0-0 is not on the line");
    expect("king = \"g1\"", "king = \"g0\"", 10, "there is no cell \"g0\"");
    expect("0-0", "O-O", 10, "is not called 0-0");
    expect("\"K\"", "\"k\"", 7, "castling letter 'k'");
    expect("\"K\"", "\"KQ\"", 7, "is not one letter");
    expect("king = \"e1\"\n", "", 6, "castling has no king");
    expect("letter = \"K\"\n", "letter = \"K\"\nside = \"left\"\n", 8, "\"left\" is not one of");
    let again = format!("{right}\n[[variant.castling]]\n{right}");
    assert!(error(&castling(&again)).kind().to_string().contains("castling letter 'K' is used twice"));
    let other = format!("{right}\n[[variant.castling]]\n{}", right.replace('K', "Q"));
    assert!(error(&castling(&other)).kind().to_string().contains("the name or the king's cell of another one"));
}

#[test]
fn sides_can_differ() {
    let text = castling(
        "letter = \"K\"\nside = \"white\"\nking = \"e1\"\nrook = \"i1\"\nmoves = [{ notation = \"0-0\", king = \"g1\", rook = \"f1\" }]\n\
         [[variant.castling]]\nletter = \"K\"\nside = \"black\"\nking = \"e9\"\nrook = \"i9\"\nmoves = [{ notation = \"0-0\", king = \"g9\", rook = \"f9\" }]",
    )
    .replace("w - -", "w Kk -");
    let row = parse(&text).unwrap()[0];
    let rights: Vec<_> =
        row.castling_rights().iter().map(|right| (right.letter, row.board().name(right.rook))).collect();
    assert_eq!(rights, [('K', "i1"), ('k', "i9")]);
}

#[test]
fn all_or_none_are_added() {
    let first = "[[variant]]\nid = \"all-one\"\nname = \"All one\"\nextends = \"glinski\"\n";
    let same_name = "[[variant]]\nid = \"all-two\"\nname = \"All, One\"\nextends = \"all-one\"\n";
    let error = add(&format!("{first}{same_name}")).unwrap_err();
    assert_eq!((error.line(), error.variant()), (6, Some("all-two")));
    assert!(saffron_rules::Variant::by_id("all-one").is_none());
    let added = add(&format!("{first}{}", same_name.replace("All, One", "All two"))).unwrap();
    assert_eq!(added.iter().map(|variant| variant.id()).collect::<Vec<_>>(), ["all-one", "all-two"]);
    assert_eq!(add(first).unwrap_err().kind().to_string(), "there is already a variant \"all-one\"");
    assert_eq!(saffron_rules::Variant::by_tag("All one").map(saffron_rules::Variant::id), Some("all-one"));
}

#[test]
fn what_is_not_said_is_taken_over() {
    let text =
        "[[variant]]\nid = \"over\"\nname = \"Over\"\nextends = \"shafran\"\ncastling = \"none\"\nstalemate = 3\n";
    let over = parse(text).unwrap()[0];
    assert_eq!(over.spec().start, "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w - - 0 1");
    assert_eq!((over.spec().year, over.stalemate_quarters(), over.castling_moves().len()), (1939, 3, 0));
    assert!(over.spec().material.is_none(), "other ends count");
    let same = parse("[[variant]]\nid = \"same\"\nname = \"Same\"\nextends = \"shafran\"\ncastling = \"long-only\"")
        .unwrap()[0];
    assert_eq!(same.castling_moves().len(), 4);
    assert!(same.spec().material.is_some());
}

#[test]
fn a_file_chooses_what_is_enough_to_win() {
    let read = |id: &str, more: &str| {
        let text = format!("[[variant]]\nid = \"{id}\"\nname = \"{id}\"\n{more}\n");
        parse(&text).unwrap()[0].spec().winning_material
    };
    for (more, expected) in [
        ("extends = \"shafran\"", WinningMaterial::Helpmate),
        ("extends = \"glinski\"", WinningMaterial::PieceCount),
        ("extends = \"glinski\"\nstalemate = 2", WinningMaterial::PieceCount),
        ("extends = \"glinski\"\nwinning-material = \"helpmate\"", WinningMaterial::Helpmate),
        ("extends = \"mccooey\"\nwinning-material = \"piece-count\"", WinningMaterial::PieceCount),
    ] {
        assert_eq!(read("enough", more), expected, "{more}");
    }
    // A game of its own.
    assert_eq!(parse(SKIRMISH).unwrap()[0].spec().winning_material, WinningMaterial::Helpmate);
}
