//! Words and `key=value` pairs of a line of text, with quotes as in a shell.

/// Splits a text at spaces. Text between `'` or `"` is one word without the quotes; a backslash outside single quotes escapes
/// the next character.
///
/// # Errors
/// If a quote is not closed.
pub(crate) fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), character) if character == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), character) => word.get_or_insert_default().push(character),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(character);
            }
            (None, character) if character.is_whitespace() => words.extend(word.take()),
            (None, character) => word.get_or_insert_default().push(character),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a quote {open} is not closed in {text:?}"));
    }
    words.extend(word);
    Ok(words)
}

/// Splits words of the form `key=value`.
///
/// # Errors
/// The word that has no `=`.
pub(crate) fn pairs(words: &[String]) -> Result<Vec<(&str, &str)>, String> {
    let pair = |word: &'_ String| word.find('=').map(|at| (at, at + 1)).ok_or_else(|| word.clone());
    let split = |word| {
        let (end, begin) = pair(word).map_err(|word| format!("expected key=value, not {word:?}"))?;
        Ok((&word[..end], &word[begin..]))
    };
    words.iter().map(split).collect()
}

/// Parses a number.
///
/// # Errors
/// If the value is not a number; the error names the key.
pub(crate) fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key}: expected a number, not {value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let read = |text| words(text).unwrap();
        assert_eq!(read("  name=A  cmd='/a b/saffron uci' "), ["name=A", "cmd=/a b/saffron uci"]);
        assert_eq!(read(r#"option."Move Overhead"=5 x='' "it's""#), ["option.Move Overhead=5", "x=", "it's"]);
        assert_eq!(read(r"a\ b 'c\d' \'"), ["a b", r"c\d", "'"]);
        assert_eq!(words("name='A").unwrap_err(), "a quote ' is not closed in \"name='A\"");
        assert_eq!(read(" "), [""; 0]);
    }

    #[test]
    fn pairs_are_split_at_the_first_character() {
        let words = ["a=b=c".to_owned(), "d=".to_owned()];
        assert_eq!(pairs(&words).unwrap(), [("a", "b=c"), ("d", "")]);
        assert_eq!(pairs(&["x".to_owned()]).unwrap_err(), "expected key=value, not \"x\"");
    }
}
