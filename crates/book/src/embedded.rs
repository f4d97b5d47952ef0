//! Opening books embedded in the program: the files of `books`, listed by the build script.

use std::sync::OnceLock;

use saffron_rules::Variant;

use crate::book::Book;

/// Contents of the files, with the id of the variant.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// Parsed books. Each is parsed on first use, which takes some milliseconds in a browser.
static BOOKS: [OnceLock<Option<Book>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

impl Book {
    /// Returns the embedded book of a variant, or `None` if it has none.
    ///
    /// ```
    /// use saffron_book::Book;
    /// use saffron_rules::Variant;
    ///
    /// let shafran = Variant::by_id("shafran").unwrap();
    /// let book = Book::embedded(shafran).unwrap();
    /// assert!(book.moves(&shafran.start())[0].weight == 255);
    /// ```
    pub fn embedded(variant: &'static Variant) -> Option<&'static Book> {
        let index = FILES.iter().position(|(id, _)| *id == variant.id())?;
        let book = BOOKS[index].get_or_init(|| Book::from_bytes(FILES[index].1).ok()).as_ref()?;
        std::ptr::eq(book.variant(), variant).then_some(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_book_is_consistent() {
        assert!(Variant::all().iter().all(|variant| FILES.iter().any(|(id, _)| *id == variant.id())));
        for &(id, bytes) in FILES {
            let variant = Variant::by_id(id).unwrap();
            let book = Book::embedded(variant).unwrap();
            assert_eq!(book.to_bytes(), bytes, "{id}");
            assert!(bytes.len() < 300_000, "{id}: books are below 300 KB");
            let statistics = book.verify().unwrap();
            assert!(statistics.positions >= 1000 && statistics.games >= 100, "{id}: {statistics:?}");
        }
    }
}
