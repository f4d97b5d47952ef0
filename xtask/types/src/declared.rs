//! Declarations of types, and of those that they depend on.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::layout::laid_out;

/// Declarations by name.
pub(crate) struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
    /// Names that another file declares.
    elsewhere: &'static [&'static str],
}

impl Declarations {
    /// Declarations that leave out types which another file declares.
    pub(crate) fn without(elsewhere: &'static [&'static str]) -> Self {
        Self { config: Config::new().with_large_int("number"), found: BTreeMap::new(), elsewhere }
    }

    /// Adds a type and those that it depends on.
    pub(crate) fn add<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own have a declaration and an output path.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.elsewhere.contains(&name.as_str()) || self.found.contains_key(&name) {
            return;
        }
        let declaration = format!("{}\nexport {}", T::docs().unwrap_or_default(), T::decl(&self.config));
        self.found.insert(name, laid_out(&declaration));
        T::visit_dependencies(self);
    }

    /// Declarations by name, each after an empty line.
    pub(crate) fn text(&self) -> String {
        self.found.values().map(|declaration| format!("\n{declaration}")).collect()
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}
