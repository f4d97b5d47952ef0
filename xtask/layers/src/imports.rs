//! What an item defines, imports and names.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemUse, Macro, TraitItem, UseTree, Visibility};

use crate::attributes::{attributes, is_for_tests};
use crate::module::{Module, Target};

/// Adds to a module what an item of it, other than a child module, defines, imports and names.
pub(crate) fn collect(item: &Item, module: &mut Module) {
    if let Some(name) = defined_name(item) {
        let file = module.file;
        module.names.entry(name).or_default().push(Target::Item(file));
    }
    Collector { module }.visit_item(item);
}

/// The name under which an item can be imported.
fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The name of a macro that other crates can use.
pub(crate) fn exported_macro(item: &Item) -> Option<String> {
    let exported = attributes(item)?.iter().any(|attribute| attribute.path().is_ident("macro_export"));
    if exported { defined_name(item) } else { None }
}

/// Collects the paths of an item.
struct Collector<'a> {
    module: &'a mut Module,
}

impl Collector<'_> {
    fn use_tree(&mut self, tree: &UseTree, prefix: &[String]) {
        let join = |name: &syn::Ident| prefix.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
        match tree {
            UseTree::Path(path) => self.use_tree(&path.tree, &join(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.use_tree(tree, prefix)),
            UseTree::Glob(_) => self.module.globs.push(prefix.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                let last = prefix.last().cloned().unwrap_or_default();
                self.import(last, prefix.to_vec());
            }
            UseTree::Name(name) => self.import(name.ident.to_string(), join(&name.ident)),
            UseTree::Rename(rename) if rename.ident == "self" => {
                self.import(rename.rename.to_string(), prefix.to_vec());
            }
            UseTree::Rename(rename) => self.import(rename.rename.to_string(), join(&rename.ident)),
        }
    }

    fn import(&mut self, name: String, path: Vec<String>) {
        self.module.names.entry(name).or_default().push(Target::Use(path.clone()));
        self.module.references.push(path);
    }

    /// The paths among the tokens of a macro, whose grammar is its own.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.module.references.extend(take_path(&mut path));
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.module.references.extend(take_path(&mut path));
                    self.tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => self.module.references.extend(take_path(&mut path)),
            }
        }
        self.module.references.extend(take_path(&mut path));
    }
}

fn take_path(path: &mut Vec<String>) -> Option<Vec<String>> {
    Some(std::mem::take(path)).filter(|path| !path.is_empty())
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).is_some_and(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            _ => &[],
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes: &[Attribute] = match item {
            TraitItem::Fn(item) => &item.attrs,
            _ => &[],
        };
        if !is_for_tests(attributes) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if item.leading_colon.is_none() {
            self.use_tree(&item.tree, &[]);
        }
    }

    /// `pub(in path)` takes nothing from there.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.module.references.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, invocation: &'ast Macro) {
        self.visit_path(&invocation.path);
        self.tokens(invocation.tokens.clone());
    }
}
