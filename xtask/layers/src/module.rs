//! A module: what it defines, imports and names.

use std::collections::HashMap;

/// What a name stands for in a module.
#[derive(Debug)]
pub(crate) enum Target {
    /// An item, defined in the file of this index.
    Item(usize),
    /// A child module, by its index.
    Module(usize),
    /// Something that a `use` brings here, by its path.
    Use(Vec<String>),
}

/// One module, in a file of its own or inside of another's.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// The index of the parent; the root's is its own.
    pub(crate) parent: usize,
    /// The index of the file that holds the module.
    pub(crate) file: usize,
    /// The names that can be used in the module without a path. A name can stand for a type, a value and a macro.
    pub(crate) names: HashMap<String, Vec<Target>>,
    /// The paths of glob imports, without the star.
    pub(crate) globs: Vec<Vec<String>>,
    /// The paths that the module's code names.
    pub(crate) references: Vec<Vec<String>>,
}
