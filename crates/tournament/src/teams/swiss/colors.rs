//! Colours on board 1 (C.04.6, 1.7 and 4).

use saffron_rules::Color;

use super::SwissTeam;
use crate::teams::settings::ColorPreferences;

/// Preference for a colour on board 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Preference {
    pub(super) color: Color,
    /// True if the colour came twice less often or the other one twice in a row; only of type B.
    pub(super) is_strong: bool,
}

/// Matches with White less those with Black.
fn difference(colors: &[Color]) -> i32 {
    colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum()
}

impl Preference {
    /// Preference of a team after matches with these colours.
    pub(super) fn of(colors: &[Color], kind: ColorPreferences, is_last_round: bool) -> Option<Self> {
        let is_graded = match kind {
            ColorPreferences::None => return None,
            ColorPreferences::TypeA => false,
            ColorPreferences::TypeB => true,
        };
        let difference = difference(colors);
        let twice = match colors {
            [.., before, last] if before == last => Some(*last),
            _ => None,
        };
        let strong = match difference {
            ..-1 => Some(Color::White),
            2.. => Some(Color::Black),
            -1 | 0 if twice == Some(Color::Black) => Some(Color::White),
            0 | 1 if twice == Some(Color::White) => Some(Color::Black),
            _ => None,
        };
        if let Some(color) = strong {
            return Some(Self { color, is_strong: is_graded });
        }
        let mild = match difference {
            -1 => Some(Color::White),
            1 => Some(Color::Black),
            _ if is_last_round => None,
            _ => colors.last().map(|last| !*last),
        };
        mild.filter(|_| is_graded).map(|color| Self { color, is_strong: false })
    }
}

/// Colour of the first team of a pair: the one with the higher score (4.3).
pub(super) fn color_of_first(
    first: &SwissTeam,
    second: &SwissTeam,
    preferences: [Option<Preference>; 2],
    initial: Color,
) -> Color {
    if first.colors.is_empty() && second.colors.is_empty() {
        return if first.number % 2 == 1 { initial } else { !initial };
    }
    match preferences {
        [Some(own), None] => return own.color,
        [None, Some(other)] => return !other.color,
        [Some(own), Some(other)] if own.color != other.color => return own.color,
        [Some(own), Some(other)] if own.is_strong != other.is_strong => {
            return if own.is_strong { own.color } else { !other.color };
        }
        _ => {}
    }
    let [own, other] = [first, second].map(|team| difference(&team.colors));
    if own != other {
        return if own < other { Color::White } else { Color::Black };
    }
    let histories = first.colors.iter().rev().zip(second.colors.iter().rev());
    let last_different = histories.into_iter().find(|(own, other)| own != other).map(|(own, _)| !*own);
    let of_first = || preferences[0].map(|own| own.color);
    let after_first = || first.colors.last().map(|last| !*last);
    let after_second = || second.colors.last().copied();
    last_different.or_else(of_first).or_else(after_first).or_else(after_second).unwrap_or(initial)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(text: &str) -> Vec<Color> {
        text.chars().map(|letter| if letter == 'w' { Color::White } else { Color::Black }).collect()
    }

    #[test]
    fn preferences_of_both_types() {
        // Colours, type A, type B, type B in the last round: in capitals the strong ones.
        let cases = [
            ("", "-", "-", "-"),
            ("w", "-", "b", "b"),
            ("wb", "-", "w", "-"),
            ("ww", "b", "B", "B"),
            ("bww", "b", "B", "B"),
            ("bbww", "b", "B", "B"),
            ("bbbww", "-", "w", "w"),
            ("bwb", "-", "w", "w"),
            ("wbb", "w", "W", "W"),
            ("bwbb", "w", "W", "W"),
            ("wwwb", "b", "B", "B"),
        ];
        let letter = |preference: Option<Preference>| match preference {
            None => "-".to_owned(),
            Some(Preference { color, is_strong: true }) => color.letter().to_string().to_uppercase(),
            Some(Preference { color, .. }) => color.letter().to_string(),
        };
        for (text, a, b, last) in cases {
            let of = |kind, is_last| letter(Preference::of(&colors(text), kind, is_last));
            assert_eq!(of(ColorPreferences::TypeA, false), a, "{text}");
            assert_eq!(of(ColorPreferences::TypeB, false), b, "{text}");
            assert_eq!(of(ColorPreferences::TypeB, true), last, "{text}");
            assert_eq!(of(ColorPreferences::None, false), "-", "{text}");
        }
    }

    #[test]
    fn colors_of_a_pair_by_the_articles_in_their_order() {
        // Article, colours of both, type, colour of the first one, whose number is 2.
        let cases = [
            ("4.3.1", "", "", ColorPreferences::TypeA, 'b'),
            ("4.3.2", "ww", "wb", ColorPreferences::TypeA, 'b'),
            ("4.3.2", "wb", "ww", ColorPreferences::TypeA, 'w'),
            ("4.3.3", "ww", "bb", ColorPreferences::TypeA, 'b'),
            ("4.3.4", "wwb", "ww", ColorPreferences::TypeB, 'w'),
            ("4.3.5", "www", "bww", ColorPreferences::TypeA, 'b'),
            ("4.3.5", "w", "b", ColorPreferences::None, 'b'),
            ("4.3.6", "wb", "bw", ColorPreferences::None, 'w'),
            ("4.3.6", "wbww", "bwww", ColorPreferences::TypeA, 'w'),
            ("4.3.7", "bww", "bww", ColorPreferences::TypeA, 'b'),
            ("4.3.8", "bw", "bw", ColorPreferences::None, 'b'),
            ("4.3.9", "", "bw", ColorPreferences::None, 'w'),
        ];
        for (article, own, other, kind, expected) in cases {
            let team = |number, text| SwissTeam { number, colors: colors(text), ..SwissTeam::default() };
            let [first, second] = [team(2, own), team(1, other)];
            let preferences = [&first, &second].map(|team| Preference::of(&team.colors, kind, false));
            let color = color_of_first(&first, &second, preferences, Color::White);
            assert_eq!(color.letter(), expected, "{article}: {own} {other}");
        }
    }
}
