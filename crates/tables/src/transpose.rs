//! Exchange of rows and columns of a square of bits.

use saffron_rules::Cell;

/// Exchanges rows and columns: bit `j` of row `i` becomes bit `i` of row `j` (Warren, Hacker's Delight, 7-3).
pub(crate) fn transpose(rows: &mut [u128; Cell::COUNT]) {
    let mut width = 64;
    let mut mask = u128::from(u64::MAX);
    while width != 0 {
        let mut k = 0;
        while k < Cell::COUNT {
            for i in k..k + width {
                let swapped = (rows[i] >> width ^ rows[i + width]) & mask;
                rows[i + width] ^= swapped;
                rows[i] ^= swapped << width;
            }
            k += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows = [0_u128; Cell::COUNT];
        let mut state = 1_u128;
        for row in &mut rows {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            *row = state ^ state >> 67;
        }
        let before = rows;
        transpose(&mut rows);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in before.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
