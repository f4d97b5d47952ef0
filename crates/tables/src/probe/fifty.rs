//! Values under the 50-move rule.
//!
//! They are exact by depths to zeroing. Tables whose mates are all within 100 plies have no such depths; without them a value is
//! exact if no capture or pawn move can restart the count and keep the result, or if so few plies are left that all lines are
//! searched.

use saffron_rules::{Color, Position, Role};

use crate::format::ending::Ending;
use crate::format::layout::ReadError;
use crate::format::value::{FIFTY_MOVES, FiftyMoves, Value, Wdl, Zeroing};
use crate::probe::moves::after_moves;
use crate::probe::tables::Tables;

/// Maximum number of plies left for which all lines are searched. Positions after two plies are looked up only after a capture or
/// pawn move, so this needs hardly more of the tables than the moves of a position do.
const FOLLOWED: u16 = 2;

impl Tables {
    /// Value of a position, and its outcome under the 50-move rule.
    pub(crate) fn value_and_rule(&self, position: &Position) -> Result<Option<(Value, FiftyMoves)>, ReadError> {
        let Some(value) = self.value(position)? else { return Ok(None) };
        let left = FIFTY_MOVES.saturating_sub(position.halfmove_clock());
        let fifty = match value.plies() {
            Some(plies) if plies > left => match self.zeroing(position)? {
                Some(Zeroing::Within(plies)) if plies <= left => FiftyMoves::InTime,
                Some(_) => FiftyMoves::TooLate,
                None if left == 0 || !self.may_zero(position, value.wdl()) => FiftyMoves::TooLate,
                None if left <= FOLLOWED => self.follow(position, value.wdl(), left)?,
                None => FiftyMoves::Unclear,
            },
            _ => FiftyMoves::InTime,
        };
        Ok(Some((value, fifty)))
    }

    /// Returns whether some capture or pawn move of either side may keep the result of a decided position. It returns false if there
    /// is no pawn, the loser has no piece that could be captured, and the winner's pieces without any one of them never win.
    fn may_zero(&self, position: &Position, wdl: Wdl) -> bool {
        let winner = if wdl > Wdl::Draw { position.turn() } else { !position.turn() };
        if !position.by_role(Role::Pawn).is_empty() || position.by_color(!winner).len() > 1 {
            return true;
        }
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
        let pieces: Vec<Role> =
            roles.flat_map(|role| std::iter::repeat_n(role, position.pieces(winner, role).len())).collect();
        (0..pieces.len()).any(|taken| {
            let mut left = pieces.clone();
            left.remove(taken);
            // Here White is the winner and to move.
            let (ending, _) = Ending::new(&left, &[]);
            if ending.len() == 2 {
                return self.wins_bare(if wdl > Wdl::Draw { wdl } else { wdl.reversed() });
            }
            self.counts(&ending).is_none_or(|counts| {
                let [.., stalemate_wins, wins] = counts[Color::White.index()].results;
                wins > 0 || matches!(wdl, Wdl::StalemateWin | Wdl::StalemateLoss) && stalemate_wins > 0
            })
        })
    }

    /// Applies the 50-move rule to a decided position whose end is more plies away than are left.
    fn follow(&self, position: &Position, wdl: Wdl, left: u16) -> Result<FiftyMoves, ReadError> {
        let wins = wdl > Wdl::Draw;
        // The winner needs one move that is in time; the loser needs one that is not.
        let (mut found, reached) =
            if wins { (FiftyMoves::TooLate, FiftyMoves::InTime) } else { (FiftyMoves::InTime, FiftyMoves::TooLate) };
        for (_, after) in after_moves(position) {
            let one = self.follow_move(&after, wdl.reversed(), left - 1)?;
            if one == reached {
                return Ok(reached);
            }
            if one == FiftyMoves::Unclear {
                found = FiftyMoves::Unclear;
            }
        }
        Ok(found)
    }

    /// Applies the 50-move rule to a move into this position, which keeps the result if it is `wdl` to the side then to move.
    fn follow_move(&self, after: &Position, wdl: Wdl, left: u16) -> Result<FiftyMoves, ReadError> {
        if after.halfmove_clock() > 0 && left == 0 {
            // An end here would be nearer than the end of the position before.
            return Ok(FiftyMoves::TooLate);
        }
        let Some((value, fifty)) = self.value_and_rule(after)? else { return Ok(FiftyMoves::Unclear) };
        // A winner's move has to keep the result; a loser's may lead to a worse one, which has to be in time as well.
        let loser_moved = wdl > Wdl::Draw;
        Ok(match fifty {
            _ if value.wdl() == wdl => fifty,
            _ if !loser_moved => FiftyMoves::TooLate,
            FiftyMoves::InTime => FiftyMoves::InTime,
            _ => FiftyMoves::Unclear,
        })
    }

    /// Returns whether any position of two kings alone has this result to the side to move.
    fn wins_bare(&self, wdl: Wdl) -> bool {
        self.bare_values().any(|value| value.wdl() == wdl)
    }
}
