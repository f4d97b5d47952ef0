//! Reads the numbers of passed and failed tests from the output of test runners.

/// Numbers of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
    /// Tests that were not run.
    pub(crate) skipped: u64,
}

/// The test runner that printed the output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Runner {
    /// `test result: ok. 12 passed; 0 failed; 1 ignored; ...`, once for each test program.
    Cargo,
    /// `      Tests  1 failed | 12 passed | 2 skipped (15)`.
    Vitest,
    /// `12 passed, 0 failed`.
    Plain,
}

impl Totals {
    /// Adds the counts in a line of a runner's output.
    pub(crate) fn read(&mut self, runner: Runner, line: &str) {
        let line = line.trim();
        let list = match runner {
            Runner::Cargo => {
                line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")).map(|(_, list)| list)
            }
            Runner::Vitest => line.strip_prefix("Tests ").map(|list| list.split('(').next().unwrap_or(list)),
            Runner::Plain => Some(line).filter(|line| is_plain(line)),
        };
        for part in list.unwrap_or_default().split([';', '|', ',']) {
            let Some((count, word)) = part.trim().split_once(' ') else {
                continue;
            };
            let Ok(count) = count.parse::<u64>() else { continue };
            match word {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "skipped" | "ignored" | "todo" => self.skipped += count,
                _ => {}
            }
        }
    }

    /// Adds another runner's totals.
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

fn is_plain(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    matches!(words.as_slice(), [_, "passed,", _, "failed"] | [_, "passed,", _, "failed,", _, "skipped"])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(runner: Runner, lines: &[&str]) -> (u64, u64, u64) {
        let mut totals = Totals::default();
        lines.iter().for_each(|line| totals.read(runner, line));
        (totals.passed, totals.failed, totals.skipped)
    }

    #[test]
    fn cargo_reports_each_test_program() {
        let lines = [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.05s",
            "test tests::ten_passed ... ok",
            "test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.05s",
        ];
        assert_eq!(read(Runner::Cargo, &lines), (7, 2, 1));
    }

    #[test]
    fn vitest_reports_tests_and_files_apart() {
        let lines = [
            " Test Files  2 passed (2)",
            "      Tests  1 failed | 40 passed | 2 skipped (43)",
            "   Start at  10:00:00",
        ];
        assert_eq!(read(Runner::Vitest, &lines), (40, 1, 2));
    }

    #[test]
    fn the_plain_line_stands_alone() {
        let lines =
            ["a test with 5 passed, 5 failed in its name", "17 passed, 1 failed", "2 passed, 0 failed, 3 skipped"];
        assert_eq!(read(Runner::Plain, &lines), (19, 1, 3));
    }
}
