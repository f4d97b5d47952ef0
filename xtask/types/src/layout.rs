//! The layout of generated declarations: one field or alternative a line, comments on lines of their own.

/// Braces with no more inside than this stay on one line.
const MAX_INSIDE: usize = 90;

/// Lays out a declaration. `text` has no braces, commas or bars inside its strings.
pub(crate) fn laid_out(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut brackets = 0_usize;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if let Some((comment, behind)) = rest.strip_prefix("/**").and_then(|rest| rest.split_once("*/")) {
            start_line(&mut out, depth);
            out.push_str(&one_line(comment));
            out.push('\n');
            rest = behind.trim_start();
            continue;
        }
        rest = &rest[character.len_utf8()..];
        match character {
            '{' if let Some((inside, behind)) = short(rest) => {
                token(&mut out, depth, &format!("{{ {inside} }}"));
                rest = behind;
            }
            '{' => {
                depth += 1;
                token(&mut out, depth - 1, "{\n");
                rest = rest.trim_start();
            }
            '}' => {
                depth = depth.saturating_sub(1);
                start_line(&mut out, depth);
                out.push('}');
            }
            ',' if depth > 0 && brackets == 0 => {
                out.push_str(";\n");
                rest = rest.trim_start();
            }
            '|' if depth == 0 => {
                out.truncate(out.trim_end().len());
                out.push_str("\n  |");
            }
            '\n' => {}
            _ => {
                match character {
                    '[' => brackets += 1,
                    ']' => brackets = brackets.saturating_sub(1),
                    _ => {}
                }
                token(&mut out, depth, character.encode_utf8(&mut [0; 4]));
            }
        }
    }
    out.push('\n');
    out
}

/// Returns the text inside of braces and the text after them, if the inside fits on a line.
fn short(rest: &str) -> Option<(&str, &str)> {
    let mut open = 1;
    let end = rest.char_indices().find_map(|(at, character)| {
        match character {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })?;
    let inside = rest[..end].trim().trim_end_matches(',');
    (inside.len() <= MAX_INSIDE && !inside.contains("/**")).then(|| (inside, &rest[end + 1..]))
}

/// Begins a line with its indentation.
fn start_line(out: &mut String, depth: usize) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&"  ".repeat(depth));
}

/// Writes a token, indented at the start of a line.
fn token(out: &mut String, depth: usize, text: &str) {
    if out.ends_with('\n') {
        out.push_str(&"  ".repeat(depth));
        if text == " " {
            return;
        }
    }
    out.push_str(text);
}

/// A comment with the first paragraph of its text.
fn one_line(comment: &str) -> String {
    let lines = comment.lines().map(|line| line.trim().trim_start_matches('*').trim());
    let paragraph: Vec<&str> = lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
    format!("/** {} */", paragraph.join(" ").replace("[`", "`").replace("`]", "`"))
}

#[cfg(test)]
mod tests {
    use super::laid_out;

    #[test]
    fn fields_and_comments_have_lines_of_their_own() {
        let text = "export type T = { a: string, \n/**\n * Of [`B`].\n *\n * More.\n */\nb?: [number, string], };";
        let expected = "export type T = {\n  a: string;\n  /** Of `B`. */\n  b?: [number, string];\n};\n";
        assert_eq!(laid_out(text), expected);
    }

    #[test]
    fn alternatives_have_lines_of_their_own() {
        let text = "export type T = { \"code\": \"a\", \"params\": { b: number, } } | { \"code\": \"c\" };";
        let expected = "export type T = { \"code\": \"a\", \"params\": { b: number, } }\n  | { \"code\": \"c\" };\n";
        assert_eq!(laid_out(text), expected);
    }
}
