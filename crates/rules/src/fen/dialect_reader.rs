//! Reading FENs in the dialects of other programs.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::cell::Cell;
use crate::fen::dialect::FenDialect;
use crate::fen::error::FenError;
use crate::fen::short::completed;
use crate::piece::Piece;
use crate::position::Position;
use crate::setup::Setup;
use crate::text::truncated;
use crate::variant::Variant;

impl FenDialect {
    /// The cells of the board in the order in which the placement names them.
    fn rows(self, board: &Board) -> Vec<Vec<Cell>> {
        let group = |key: &dyn Fn(Cell) -> i16| {
            let mut rows: Vec<(i16, Vec<Cell>)> = Vec::new();
            // Cells come file by file, each from its lowest cell up.
            for cell in board.cells() {
                match rows.iter_mut().find(|(of, _)| *of == key(cell)) {
                    Some((_, row)) => row.push(cell),
                    None => rows.push((key(cell), vec![cell])),
                }
            }
            rows.sort_by_key(|&(of, _)| of);
            rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>()
        };
        let file = |cell| i16::from(board.coordinates(cell).0);
        match self {
            Self::Ranks => group(&|cell| -i16::from(board.rank(cell))),
            Self::FilesUp => group(&file),
            Self::FilesDown => {
                let mut rows = group(&file);
                rows.iter_mut().for_each(|row| row.reverse());
                rows
            }
            Self::Rising => group(&|cell| {
                let (x, y) = board.coordinates(cell);
                i16::from(x) - i16::from(y)
            }),
        }
    }

    /// The placement of a FEN in this dialect, in this library's own form.
    fn placement(self, variant: &'static Variant, text: &str) -> Result<String, FenError> {
        let rows = self.rows(variant.board());
        let found = text.split('/').count();
        if found != rows.len() {
            return Err(FenError::DialectRows { dialect: self, expected: rows.len(), found });
        }
        let mut setup = Setup::new();
        for (at, (row, text)) in rows.iter().zip(text.split('/')).enumerate() {
            let expected = row.len();
            let found = self.row(row, text, &mut setup).map_err(|character| FenError::DialectCharacter {
                dialect: self,
                character,
                row: at + 1,
            })?;
            if found != expected {
                let text = truncated(text);
                return Err(FenError::DialectRowLength { dialect: self, row: at + 1, expected, found, text });
            }
        }
        let fen = setup.to_fen(variant);
        Ok(fen.split(' ').next().unwrap_or_default().to_owned())
    }

    /// Puts the pieces of a row on the board, and counts its cells.
    fn row(self, row: &[Cell], text: &str, setup: &mut Setup) -> Result<usize, char> {
        let (mut at, mut run) = (0_usize, None);
        for sign in text.chars() {
            if let Some(digit) = sign.to_digit(10) {
                let run = run.get_or_insert(0_usize);
                *run = run.saturating_mul(10).saturating_add(digit as usize);
                continue;
            }
            at = at.saturating_add(run.take().unwrap_or(0));
            let piece = Piece::from_letter(sign).ok_or(sign)?;
            if let Some(&cell) = row.get(at) {
                setup.put(piece, cell);
            }
            at = at.saturating_add(1);
        }
        Ok(at.saturating_add(run.unwrap_or(0)))
    }
}

impl Position {
    /// Reads a FEN in a dialect. Fields may be missing from the end: White is to move then, and no castling or capture en
    /// passant is possible. The operations of EPD may follow four fields, underscores may stand for spaces, and a single
    /// cell passed over may be named with the files a to k.
    ///
    /// # Errors
    /// A [`FenError`] that names the field and what is wrong, or why no game can come to it.
    pub fn from_fen_dialect(variant: &'static Variant, fen: &str, dialect: FenDialect) -> Result<Self, FenError> {
        let fen = completed(variant, fen);
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let Some((placement, rest)) = fields.split_first() else { return Self::from_fen(variant, &fen) };
        let placement = dialect.placement(variant, placement)?;
        let own = |rest: &[&str]| Self::from_fen(variant, &format!("{placement} {}", rest.join(" ")));
        let [turn, castling, en_passant, clock, number] = *rest else { return own(rest) };
        let read = own(&[turn, castling, en_passant, clock, number]);
        // The files a to k would name another cell, where no pawn has passed.
        let renamed = renamed(variant.board(), en_passant);
        match (read, renamed) {
            (read @ Err(FenError::EnPassant(_) | FenError::Setup(_)), Some(cell)) => {
                own(&[turn, castling, &cell, clock, number]).or(read)
            }
            (read, _) => read,
        }
    }

    /// Reads a FEN in whatever dialect it is: this library's own first, alone where the rows
    /// have the form of ranks; else by files, up or down, whichever of them gives a position that a game can come to; else by rising lines.
    ///
    /// # Errors
    /// [`FenError::Ambiguous`] where the files can be read upwards and downwards, and otherwise
    /// what is wrong in the first dialect whose form it has.
    pub fn from_any_fen(variant: &'static Variant, fen: &str) -> Result<Self, FenError> {
        let fen = completed(variant, fen);
        let fen = fen.as_str();
        let own = match Self::from_fen(variant, fen) {
            Ok(position) => return Ok(position),
            Err(error) => error,
        };
        let read = |dialect| Self::from_fen_dialect(variant, fen, dialect);
        if let Ok(position) = read(FenDialect::Ranks) {
            return Ok(position);
        }
        // Where the rows have the form of ranks, what is wrong with them must not make another position of them:
        // on De Vasa's board files have the same form.
        let form = matches!(
            own,
            FenError::Fields { .. }
                | FenError::Ranks { .. }
                | FenError::RankLength { .. }
                | FenError::Character { .. }
                | FenError::Zero { .. }
        );
        if !form {
            return Err(own);
        }
        let first_error = match (read(FenDialect::FilesUp), read(FenDialect::FilesDown)) {
            (Ok(up), Ok(down)) if up != down => {
                return Err(FenError::Ambiguous(FenDialect::FilesUp, FenDialect::FilesDown));
            }
            (Ok(position), _) | (_, Ok(position)) => return Ok(position),
            (Err(error), Err(_)) => error,
        };
        match (read(FenDialect::Rising), first_error) {
            (Ok(position), _) => Ok(position),
            // The placement has not the form of these dialects.
            (
                Err(_),
                FenError::DialectRows { .. }
                | FenError::DialectRowLength { .. }
                | FenError::DialectCharacter { .. }
                | FenError::Fields { .. },
            ) => Err(own),
            (Err(_), error) => Err(error),
        }
    }
}

/// The cell that a program with the files a to k means by this name.
fn renamed(board: &Board, cell: &str) -> Option<String> {
    if !board.lacks_j() {
        return None;
    }
    match cell.chars().next()? {
        'j' => Some(cell.replacen('j', "k", 1)),
        'k' => Some(cell.replacen('k', "l", 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glinski() -> &'static Variant {
        Variant::by_id("glinski").unwrap()
    }

    const FILES_UP: &str = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6";
    const FILES_DOWN: &str = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6";
    const RISING: &str = "1prnqb/2p2bk/3p1b1n/4p3r/5ppppp/11/PPPPP5/R3P4/N1B1P3/QB2P2/BKNRP1";
    const CHEX: &str = "6_p-5-P_r-p-4-P-R_n-1-p-3-P-1-N_q-2-p-2-P-2-Q_b-b-b-1-p-1-P-1-B-B-B_\
                        k-2-p-2-P-2-K_n-1-p-3-P-1-N_r-p-4-P-R_p-5-P_6$w";

    #[test]
    fn the_start_position_is_told_apart_in_every_dialect() {
        for (dialect, placement) in [
            (FenDialect::Ranks, "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1"),
            (FenDialect::FilesUp, FILES_UP),
            (FenDialect::FilesDown, FILES_DOWN),
            (FenDialect::Rising, RISING),
        ] {
            for rest in ["", " w", " w -", " w - 1", " w - 0 1", " w - - 0 1"] {
                let fen = format!("{placement}{rest}");
                assert_eq!(Position::from_any_fen(glinski(), &fen), Ok(glinski().start()), "{fen}");
                for named in FenDialect::ALL {
                    let read = Position::from_fen_dialect(glinski(), &fen, named);
                    assert_eq!(read.is_ok(), named == dialect, "{fen} as {named}: {read:?}");
                }
            }
        }
        assert_eq!(FenDialect::by_name("files-down"), Some(FenDialect::FilesDown));
        assert_eq!(FenDialect::by_name("sideways"), None);
    }

    #[test]
    fn chex_has_signs_of_its_own() {
        assert_eq!(Position::from_any_fen(glinski(), CHEX), Ok(glinski().start()));
        let moved = CHEX.replace("$w", "$b").replace("_k-2-", "_km-2-");
        let position = Position::from_any_fen(glinski(), &moved).unwrap();
        assert_eq!(position.turn(), crate::Color::Black);
    }

    #[test]
    fn en_passant_is_read_with_either_naming_of_the_files() {
        // Black's pawn has gone from k7 to k5, past k6, which programs with a j call j6.
        let placement = "6/7/8/9/10/K9k/10/9/8/4p2/6";
        let read = |cell: &str| Position::from_any_fen(glinski(), &format!("{placement} w {cell} 0 1"));
        let wanted = read("k6").unwrap();
        assert_eq!(wanted.board_name_of_passed(), "k6");
        assert_eq!(read("j6"), Ok(wanted));
        // In Hexofen the pawns of the last file can be passed too; its name is k where there is a j.
        let hexofen = Variant::by_id("hexofen").unwrap();
        let last = |cell: &str| Position::from_any_fen(hexofen, &format!("6/7/8/9/10/K9k/10/9/8/7/3p2 w {cell} 0 1"));
        assert_eq!(last("l5").unwrap().board_name_of_passed(), "l5");
        assert_eq!(last("k5"), last("l5"));
        assert!(matches!(read("i6"), Err(FenError::Setup(_))));
        assert!(matches!(read("m6"), Err(FenError::EnPassant(_))));
    }

    impl Position {
        fn board_name_of_passed(&self) -> String {
            let cells = self.en_passant().map(|ep| ep.cells).unwrap_or_default();
            cells.iter().map(|cell| self.variant().board().name(cell).to_owned()).collect()
        }
    }

    #[test]
    fn what_two_dialects_read_differently_is_unclear() {
        let fen = "6/7/8/9/10/K9k/10/9/8/3q3/6 w - 0 1";
        assert_eq!(
            Position::from_any_fen(glinski(), fen),
            Err(FenError::Ambiguous(FenDialect::FilesUp, FenDialect::FilesDown))
        );
        let up = Position::from_fen_dialect(glinski(), fen, FenDialect::FilesUp).unwrap();
        let down = Position::from_fen_dialect(glinski(), fen, FenDialect::FilesDown).unwrap();
        let king = |p: &Position| glinski().board().name(p.king(crate::Color::White)).to_owned();
        assert_eq!((king(&up).as_str(), king(&down).as_str()), ("f1", "f11"));
        assert!(matches!(
            Position::from_any_fen(glinski(), "6/7/8/9/10/11/10/9/8/7/k4K w - 0 1"),
            Err(FenError::Ambiguous(..))
        ));
        // The same either way up.
        let same = "6/3K3/8/9/10/11/10/9/8/3k3/6 w - 0 1";
        assert_eq!(
            Position::from_any_fen(glinski(), same),
            Position::from_fen_dialect(glinski(), same, FenDialect::FilesUp)
        );
        assert!(Position::from_any_fen(glinski(), same).is_ok());
    }

    #[test]
    fn errors_are_those_of_the_form_that_fits() {
        let error = |fen: &str| Position::from_any_fen(glinski(), fen).unwrap_err();
        assert!(matches!(error("x"), FenError::Fields { .. }));
        assert!(matches!(error("6/7/8/9/10/11/10/9/8/7/6 w - 0 1"), FenError::Setup(_)));
        assert!(matches!(error("1/3/5/7/9/11/11/11/11/11/11 w - 0 1"), FenError::Setup(_)));
        let named = |fen: &str, dialect| Position::from_fen_dialect(glinski(), fen, dialect).unwrap_err().to_string();
        assert_eq!(
            named("6/7/8 w - 0 1", FenDialect::FilesUp),
            "placement, files-up: the board has 11 rows; there are 3"
        );
        assert_eq!(
            named("6/7/8/9/10/12/10/9/8/7/6 w - 0 1", FenDialect::FilesDown),
            "placement, files-down: row 6 has 11 cells; \"12\" fills 12"
        );
        assert_eq!(
            named("6/7/8/9/x9/11/10/9/8/7/6 w - 0 1", FenDialect::Rising),
            "placement, rising: 'x' in row 5 is neither a piece nor a number of empty cells"
        );
        assert!(matches!(Position::from_fen_dialect(glinski(), "", FenDialect::Rising), Err(FenError::Fields { .. })));
    }

    #[test]
    fn shafran_keeps_its_castling_field() {
        let shafran = Variant::by_id("shafran").unwrap();
        let files = "RP2pr/NP3pb/BP4pn/QP5pb/KP6pk/BP5pq/NP4pb/BP3pn/RP2pr";
        let fen = |rest: &str| Position::from_any_fen(shafran, &format!("{files} {rest}"));
        assert!(matches!(fen("w - 0 1"), Err(FenError::Fields { .. })));
        assert_eq!(fen("w QBqb - 0 1"), Ok(shafran.start()));
    }
}
