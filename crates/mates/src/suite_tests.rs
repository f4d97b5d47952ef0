use super::*;

#[test]
fn the_file_is_read_as_it_was_written() {
    let line = "glinski\tk/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1\t1";
    let suite = Suite::parse(&format!("# head\n\n{line}\n{}", line.replace("\t1", "\t>3"))).unwrap();
    assert_eq!(suite.problems[0].value, Value::MateIn(1));
    assert_eq!(suite.problems[1].value, Value::NoneWithin(3));
    let again = Suite::parse(&suite.to_text("command")).unwrap();
    assert_eq!(again.problems.len(), 2);
    for (one, other) in suite.problems.iter().zip(&again.problems) {
        assert!(one.position == other.position && one.value == other.value);
    }
    let mut solver = Solver::new();
    assert_eq!(suite.problems[0].holds(&mut solver), Ok(true));
    assert_eq!(suite.problems[1].holds(&mut solver), Ok(false));
}

#[test]
fn a_bad_line_is_reported() {
    let fen = "k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1";
    for (line, reason) in [
        ("glinski".to_owned(), "there are 1 columns, not 3"),
        (format!("chess\t{fen}\t1"), "there is no variant \"chess\""),
        (format!("glinski\t{fen}\t0"), "\"0\" is no number of moves"),
        (format!("glinski\t{fen}\t>x"), "\">x\" is no number of moves"),
    ] {
        let error = Suite::parse(&format!("#\n{line}")).unwrap_err();
        assert_eq!(error, LineError { line: 2, reason: reason.to_owned() });
    }
    assert_eq!(Suite::parse("glinski\tk w\t1").unwrap_err().line, 1);
}

#[test]
fn wanted_ends() {
    let mut quota = Quota { checks: [0; 6], quiet: [0, 0, 1, 0, 0, 0], near: 0, stalemates: 0 };
    assert!(quota.longest() == 2 && !quota.is_over());
    quota.quiet[2] = 0;
    assert!(quota.is_over());
}
