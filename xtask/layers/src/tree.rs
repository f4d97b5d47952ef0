//! The module tree of a crate, read from its files: what each module defines, and the paths that it names.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::{Item, ItemMod};

use crate::attributes::{attributes, is_for_tests, path_attribute};
use crate::imports;
use crate::module::{Module, Target};

/// The modules of a library or a program.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The root comes first.
    pub(crate) modules: Vec<Module>,
    /// The files, in the order in which they are declared.
    pub(crate) files: Vec<PathBuf>,
}

/// Reads the module tree whose root is in this file. Code for tests only is left out.
pub(crate) fn read(root: &Path, source: &dyn Fn(&Path) -> io::Result<String>) -> Result<Tree> {
    let folder = root.parent().context("the root lies in no folder")?;
    let mut reader = Reader { tree: Tree::default(), source };
    reader.file(root, folder, 0)?;
    Ok(reader.tree)
}

struct Reader<'a> {
    tree: Tree,
    source: &'a dyn Fn(&Path) -> io::Result<String>,
}

impl Reader<'_> {
    /// Adds a module that has a file of its own, and its children, whose files lie in `folder`. Returns its index.
    fn file(&mut self, path: &Path, folder: &Path, parent: usize) -> Result<usize> {
        let text = (self.source)(path).with_context(|| format!("cannot read {}", path.display()))?;
        let parsed = syn::parse_file(&text).with_context(|| format!("cannot parse {}", path.display()))?;
        self.tree.files.push(path.to_owned());
        self.module(&parsed.items, self.tree.files.len() - 1, folder, parent)
    }

    fn module(&mut self, items: &[Item], file: usize, folder: &Path, parent: usize) -> Result<usize> {
        let index = self.tree.modules.len();
        self.tree.modules.push(Module { parent, file, ..Module::default() });
        for item in items {
            if attributes(item).is_some_and(is_for_tests) {
                continue;
            }
            match item {
                Item::Mod(child) => self.child(child, index, file, folder)?,
                other => {
                    // An exported macro is named as if the crate's root defined it.
                    if let Some(name) = imports::exported_macro(other) {
                        self.tree.modules[0].names.entry(name).or_default().push(Target::Item(file));
                    }
                    imports::collect(other, &mut self.tree.modules[index]);
                }
            }
        }
        Ok(index)
    }

    fn child(&mut self, child: &ItemMod, parent: usize, file: usize, folder: &Path) -> Result<()> {
        let name = child.ident.to_string();
        let below = folder.join(&name);
        let index = match (&child.content, path_attribute(&child.attrs)) {
            (Some((_, items)), _) => self.module(items, file, &below, parent)?,
            (None, Some(named)) => {
                let own = self.tree.files[file].parent().unwrap_or(folder).join(named);
                let folder = own.parent().unwrap_or(folder).to_owned();
                self.file(&own, &folder, parent)?
            }
            (None, None) => {
                let beside = folder.join(format!("{name}.rs"));
                let inside = below.join("mod.rs");
                let path = if (self.source)(&beside).is_ok() { beside } else { inside };
                self.file(&path, &below, parent)?
            }
        };
        self.tree.modules[parent].names.entry(name).or_default().push(Target::Module(index));
        Ok(())
    }
}
