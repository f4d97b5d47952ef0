//! Which file defines what a path names.

use std::path::Path;

use crate::circles::Graph;
use crate::module::Target;
use crate::tree::Tree;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// A module, by its index.
    Module(usize),
    /// An item that the file of this index defines.
    Item(usize),
}

/// A path that is imported by way of more names than this leads in a circle of its own.
const MOST_STEPS: usize = 64;

/// Adds an edge for each path that names an item of another file. Files are named as seen from `folder`.
pub(crate) fn add_edges(tree: &Tree, folder: &Path, graph: &mut Graph) {
    let shown = |file: usize| tree.files[file].strip_prefix(folder).unwrap_or(&tree.files[file]);
    for file in 0..tree.files.len() {
        graph.add_file(shown(file));
    }
    for (index, module) in tree.modules.iter().enumerate() {
        for path in &module.references {
            if let Some((file, name)) = item(tree, index, path)
                && file != module.file
            {
                graph.add_edge(shown(module.file), shown(file), &name);
            }
        }
    }
}

/// The file that defines the first item on the path, and the item's name. What follows on the path is associated with
/// the item, such as an enum's variant.
fn item(tree: &Tree, module: usize, path: &[String]) -> Option<(usize, String)> {
    match resolve(tree, module, path, MOST_STEPS)? {
        (Found::Item(file), position) => Some((file, path[position].clone())),
        (Found::Module(_), _) => None,
    }
}

/// Follows a path from a module to its end or to the first item. Returns what was found, and its place on the path.
fn resolve(tree: &Tree, module: usize, path: &[String], steps: usize) -> Option<(Found, usize)> {
    let steps = steps.checked_sub(1)?;
    let mut found = None;
    for (position, name) in path.iter().enumerate() {
        let inside = match found {
            None => module,
            Some(Found::Module(inside)) => inside,
            Some(Found::Item(_)) => return Some((found?, position - 1)),
        };
        found = Some(match name.as_str() {
            "crate" => Found::Module(0),
            "self" => Found::Module(inside),
            "super" => Found::Module(tree.modules[inside].parent),
            name => lookup(tree, inside, name, position + 1 < path.len(), steps)?,
        });
    }
    Some((found?, path.len() - 1))
}

/// What a name stands for in a module; a module rather than an item where more of the path follows.
fn lookup(tree: &Tree, module: usize, name: &str, followed: bool, steps: usize) -> Option<Found> {
    let steps = steps.checked_sub(1)?;
    let targets = tree.modules[module].names.get(name);
    let mut all = targets.into_iter().flatten().filter_map(|target| match target {
        Target::Item(file) => Some(Found::Item(*file)),
        Target::Module(index) => Some(Found::Module(*index)),
        // A `use` of the module itself would be found again and again: it stands for another item of the same name.
        Target::Use(path) if path.len() == 1 && path[0] == name => None,
        Target::Use(path) => Some(resolve(tree, module, path, steps)?.0),
    });
    let is_wanted = |found: &Found| matches!(found, Found::Module(_)) == followed;
    let first = all.next();
    let found = first.filter(is_wanted).or_else(|| all.find(is_wanted)).or(first);
    found.or_else(|| {
        tree.modules[module].globs.iter().find_map(|glob| match resolve(tree, module, glob, steps)?.0 {
            Found::Module(inside) if inside != module => lookup(tree, inside, name, followed, steps),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::{Path, PathBuf};

    use super::add_edges;
    use crate::circles::Graph;
    use crate::tree;

    /// The circles of a crate with these files, each as its edges.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let read = |path: &Path| {
            let found = files.iter().find(|(name, _)| Path::new("src").join(name) == path);
            found.map(|(_, text)| (*text).to_owned()).ok_or(io::Error::from(io::ErrorKind::NotFound))
        };
        let tree = tree::read(&PathBuf::from("src/lib.rs"), &read).expect("a crate that parses");
        let mut graph = Graph::default();
        add_edges(&tree, Path::new("src"), &mut graph);
        let circles = graph.circles();
        let edges = circles.iter().flat_map(|circle| &circle.edges);
        edges.map(|edge| format!("{}->{}:{}", edge.from.display(), edge.to.display(), edge.names.join(","))).collect()
    }

    #[test]
    fn two_files_that_import_each_other_are_a_circle() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "pub struct B; fn f() -> Option<crate::a::A> { None }"),
        ];
        assert_eq!(circles(&files), ["a.rs->b.rs:B", "b.rs->a.rs:A"]);
    }

    #[test]
    fn imports_in_one_direction_are_none() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::A;"),
            ("a.rs", "use super::b::{B, C as D}; pub struct A(B, D);"),
            ("b.rs", "pub struct B; pub struct C;"),
        ];
        assert_eq!(circles(&files), [""; 0]);
    }

    #[test]
    fn a_re_export_stands_for_the_file_that_defines_the_item() {
        let through_root = [
            ("lib.rs", "mod a; mod b; pub use crate::a::A; pub use b::*;"),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use crate::A; pub struct B;"),
        ];
        assert_eq!(circles(&through_root), ["a.rs->b.rs:B", "b.rs->a.rs:A"]);
        let downwards =
            [("lib.rs", "mod a; mod b; pub use a::A;"), ("a.rs", "pub struct A;"), ("b.rs", "use crate::A;")];
        assert_eq!(circles(&downwards), [""; 0]);
    }

    #[test]
    fn a_child_that_takes_an_item_of_its_parent_is_in_a_circle_with_it() {
        let files = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod child; pub use child::Child; pub struct Shared;"),
            ("a/child.rs", "pub struct Child(super::Shared);"),
        ];
        assert_eq!(circles(&files), ["a/child.rs->a/mod.rs:Shared", "a/mod.rs->a/child.rs:Child"]);
        let only_re_exported = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod child; mod shared; pub use child::Child; pub use shared::Shared;"),
            ("a/child.rs", "pub struct Child(super::Shared);"),
            ("a/shared.rs", "pub struct Shared;"),
        ];
        assert_eq!(circles(&only_re_exported), [""; 0]);
    }

    #[test]
    fn paths_in_bodies_macros_and_inline_modules_count() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b; pub fn a() { b::call(); }"),
            ("b.rs", "pub fn call() { println!(\"{}\", crate::c::NUMBER + 1) }"),
            ("c.rs", "pub const NUMBER: u8 = 1; mod inner { use super::super::a; fn f() { a::a(); } }"),
        ];
        assert_eq!(circles(&files), ["a.rs->b.rs:call", "b.rs->c.rs:NUMBER", "c.rs->a.rs:a"]);
    }

    #[test]
    fn glob_imports_count_for_the_names_that_are_used() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::*; pub struct A(B);"),
            ("b.rs", "use crate::a::*; pub struct B;"),
        ];
        assert_eq!(circles(&files), [""; 0]);
        let both = [files[0], files[1], ("b.rs", "use crate::a::*; pub struct B; impl From<A> for B {}")];
        assert_eq!(circles(&both), ["a.rs->b.rs:B", "b.rs->a.rs:A"]);
    }

    #[test]
    fn code_for_tests_is_left_out() {
        let files = [
            ("lib.rs", "mod a; mod b; #[cfg(test)] mod missing;"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "#[cfg(test)] use crate::a::A; pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ];
        assert_eq!(circles(&files), [""; 0]);
        let not_for_tests = [files[0], files[1], ("b.rs", "#[cfg(not(test))] use crate::a::A; pub struct B;")];
        assert_eq!(circles(&not_for_tests), ["a.rs->b.rs:B", "b.rs->a.rs:A"]);
    }

    #[test]
    fn exported_macros_belong_to_their_file() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "#[macro_export] macro_rules! make { () => { $crate::b::B } }"),
            ("b.rs", "pub struct B; fn f() { crate::make!(); }"),
        ];
        assert_eq!(circles(&files), ["a.rs->b.rs:B", "b.rs->a.rs:make"]);
    }

    #[test]
    fn a_macro_and_a_module_of_one_name_are_told_apart() {
        let files = [
            ("lib.rs", "mod setup; mod a;"),
            ("setup.rs", "use crate::a::A; pub struct Setup(A);"),
            ("a.rs", "#[macro_export] macro_rules! setup { () => {} } pub struct A;"),
        ];
        assert_eq!(circles(&files), [""; 0]);
        let used = [files[0], files[1], ("a.rs", "pub struct A; use crate::setup::Setup;"), ("b.rs", "")];
        assert_eq!(circles(&used), ["a.rs->setup.rs:Setup", "setup.rs->a.rs:A"]);
    }

    #[test]
    fn names_that_import_each_other_end() {
        let files = [("lib.rs", "mod a; mod b;"), ("a.rs", "pub use crate::b::X;"), ("b.rs", "pub use crate::a::X;")];
        assert_eq!(circles(&files), [""; 0]);
    }
}
