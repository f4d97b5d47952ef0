//! Conversion tables of FIDE's rating regulations (B.02, articles 8.1.1 and 8.1.2).

/// Rating differences by scores of 50 to 100 hundredths.
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// Greatest rating differences with an expected score of 50 to 99 hundredths for the higher player.
const LIMITS: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
];

/// Rating difference by a score in hundredths, from 0 to 100.
pub(crate) fn difference(hundredths: i64) -> i64 {
    let index = usize::try_from((hundredths - 50).abs()).unwrap_or(0).min(DIFFERENCES.len() - 1);
    if hundredths < 50 { -DIFFERENCES[index] } else { DIFFERENCES[index] }
}

/// Expected score in hundredths by a rating difference, on the full scale.
pub(crate) fn expected(difference: i64) -> i64 {
    let higher = 50 + LIMITS.partition_point(|limit| *limit < difference.abs()) as i64;
    if difference < 0 { 100 - higher } else { higher }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_the_tables() {
        let differences = [(0, -800), (1, -677), (49, -7), (50, 0), (60, 72), (75, 193), (99, 677), (100, 800)];
        for (score, expected) in differences {
            assert_eq!(difference(score), expected, "{score}");
        }
        for (difference, score) in
            [(0, 50), (3, 50), (4, 51), (-4, 49), (190, 75), (345, 89), (400, 92), (735, 99), (736, 100), (-900, 0)]
        {
            assert_eq!(expected(difference), score, "{difference}");
        }
    }
}
