//! Circles in the graph of imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which file takes which names from which other file.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    edges: BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>,
}

/// Files each of which imports, directly or by way of the others, every other one.
#[derive(Debug)]
pub(crate) struct Circle {
    pub(crate) files: Vec<PathBuf>,
    /// The imports among the files.
    pub(crate) edges: Vec<Edge>,
}

/// The names that one file takes from another.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
    pub(crate) names: Vec<String>,
}

impl Graph {
    pub(crate) fn add_file(&mut self, file: &Path) {
        self.edges.entry(file.to_owned()).or_default();
    }

    pub(crate) fn add_edge(&mut self, from: &Path, to: &Path, name: &str) {
        let edges = self.edges.entry(from.to_owned()).or_default();
        edges.entry(to.to_owned()).or_default().insert(name.to_owned());
    }

    pub(crate) fn file_count(&self) -> usize {
        self.edges.len()
    }

    /// The strongly connected components of more than one file, in alphabetical order.
    pub(crate) fn circles(&self) -> Vec<Circle> {
        let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
            self.edges.keys().map(|file| (file, self.reached_from(file))).collect();
        let mut placed = BTreeSet::new();
        let mut circles = Vec::new();
        for (&file, forward) in &reached {
            let is_mutual = |other: &&&PathBuf| reached.get(*other).is_some_and(|back| back.contains(file));
            if !forward.contains(file) || placed.contains(file) {
                continue;
            }
            let files: Vec<PathBuf> = forward.iter().filter(is_mutual).map(|&file| file.clone()).collect();
            placed.extend(forward.iter().filter(is_mutual).copied());
            let edges = self.edges_among(&files);
            circles.push(Circle { files, edges });
        }
        circles
    }

    /// The files to which a chain of one or more imports leads.
    fn reached_from(&self, file: &Path) -> BTreeSet<&PathBuf> {
        let mut reached = BTreeSet::new();
        let mut open = vec![file];
        while let Some(next) = open.pop() {
            for target in self.edges.get(next).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(target) {
                    open.push(target);
                }
            }
        }
        reached
    }

    fn edges_among(&self, files: &[PathBuf]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for from in files {
            for (to, names) in self.edges.get(from).into_iter().flatten() {
                if files.contains(to) {
                    let names = names.iter().cloned().collect();
                    edges.push(Edge { from: from.clone(), to: to.clone(), names });
                }
            }
        }
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_circles_are_told_apart() {
        let mut graph = Graph::default();
        for (from, to) in [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "c"), ("f", "a")] {
            graph.add_edge(Path::new(from), Path::new(to), "name");
        }
        let circles = graph.circles();
        let files: Vec<Vec<&str>> =
            circles.iter().map(|circle| circle.files.iter().filter_map(|file| file.to_str()).collect()).collect();
        assert_eq!(files, [vec!["a", "b"], vec!["c", "d", "e"]]);
        assert_eq!(circles.iter().map(|circle| circle.edges.len()).collect::<Vec<_>>(), [2, 3]);
    }
}
