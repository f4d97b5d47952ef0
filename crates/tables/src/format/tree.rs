//! Decision trees that choose models by features.

use crate::format::bytes::Reader;
use crate::format::features::{Attacks, COUNT, Features};

/// Bit that marks a model, as opposed to another node.
const LEAF: u16 = 1 << 15;

/// Question whether a feature is at most a number.
#[derive(Clone, Copy, Debug, Default)]
struct Question {
    feature: u8,
    most: u8,
}

impl Question {
    #[inline(always)]
    fn ask(self, features: &Features) -> usize {
        usize::from(features[usize::from(self.feature) % 64] <= self.most)
    }
}

/// A question and those that follow the answers no and yes. Asking three at once takes less time than two one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    first: Question,
    second: [Question; 2],
    /// Successor for both answers: another node, or a model with [`LEAF`].
    next: [u16; 4],
}

/// Decision tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    root: u16,
}

/// Stored form of a tree: the features of the questions in the order of a walk that takes the answer no first, each plus one and 0
/// for a model; the numbers that they are compared with; and the models.
#[derive(Clone, Default, Debug)]
pub(crate) struct Parts {
    pub(crate) features: Vec<u8>,
    pub(crate) most: Vec<u8>,
    pub(crate) models: Vec<u8>,
}

impl Parts {
    /// Reads the parts of a tree; `None` at the end of the bytes.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut list = || reader.list().map(<[u8]>::to_vec);
        Some(Self { features: list()?, most: list()?, models: list()? })
    }
}

impl Tree {
    /// Model for a place with these features.
    #[inline(always)]
    pub(crate) fn model(&self, features: &Features) -> usize {
        let mut at = self.root;
        while at & LEAF == 0 {
            let node = &self.nodes[usize::from(at)];
            let second = node.second.map(|question| question.ask(features));
            let first = node.first.ask(features);
            at = node.next[2 * first + if first == 0 { second[0] } else { second[1] }];
        }
        usize::from(at ^ LEAF)
    }

    /// Features of attacks that the tree asks for.
    pub(crate) fn attacks(&self) -> Attacks {
        let questions = self.nodes.iter().flat_map(|node| [node.first, node.second[0], node.second[1]]);
        Attacks::of(questions.map(|question| usize::from(question.feature)))
    }

    /// Returns the tree of these parts, with `models` models; `None` if the parts are invalid.
    pub(crate) fn new(parts: &Parts, models: usize) -> Option<Self> {
        let (mut most, mut leaves) = (parts.most.iter(), parts.models.iter());
        // Questions with their successors.
        let mut single: Vec<(Question, [u16; 2])> = Vec::new();
        let mut root = LEAF;
        // The link that the next node belongs to: a question and its answer, or the root.
        let mut open = vec![None];
        for feature in &parts.features {
            let place = open.pop()?;
            let next = if let Some(feature) = feature.checked_sub(1) {
                let number = u16::try_from(single.len()).ok().filter(|number| *number < LEAF)?;
                if usize::from(feature) >= COUNT {
                    return None;
                }
                single.push((Question { feature, most: *most.next()? }, [LEAF; 2]));
                open.extend([Some((number, 1)), Some((number, 0))]);
                number
            } else {
                u16::from(*leaves.next().filter(|model| usize::from(**model) < models)?) | LEAF
            };
            match place {
                None => root = next,
                Some((question, answer)) => single[usize::from(question)].1[answer] = next,
            }
        }
        if !open.is_empty() || most.next().is_some() || leaves.next().is_some() {
            return None;
        }
        // Each question that is not second in a node is first in one.
        let mut tree = Self { nodes: Vec::new(), root };
        if root & LEAF == 0 {
            tree.root = 0;
            tree.nodes.push(Node::default());
            let mut open = vec![(0, root)];
            while let Some((number, first)) = open.pop() {
                let (first, second) = single[usize::from(first)];
                let mut node = Node { first, ..Node::default() };
                for (answer, second) in second.into_iter().enumerate() {
                    let (question, next) = if second & LEAF == 0 {
                        single[usize::from(second)]
                    } else {
                        (Question::default(), [second; 2])
                    };
                    node.second[answer] = question;
                    for (other, next) in next.into_iter().enumerate() {
                        node.next[2 * answer + other] = if next & LEAF == 0 {
                            open.push((tree.nodes.len(), next));
                            tree.nodes.push(Node::default());
                            tree.nodes.len() as u16 - 1
                        } else {
                            next
                        };
                    }
                }
                tree.nodes[number] = node;
            }
        }
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(features: &[u8], most: &[u8], models: &[u8]) -> Parts {
        Parts { features: features.to_vec(), most: most.to_vec(), models: models.to_vec() }
    }

    #[test]
    fn models_are_found_and_wrong_trees_are_refused() {
        // Feature 2 at most 5: feature 0 at most 1: feature 1 at most 7 (models 1, 3), else 2; else 0.
        let (features, most, models) = ([3, 0, 1, 0, 2, 0, 0], [5, 1, 7], [0, 2, 3, 1]);
        let tree = Tree::new(&parts(&features, &most, &models), 4).unwrap();
        let model = |some: [u8; 3]| {
            let mut features = [0; 64];
            features[..3].copy_from_slice(&some);
            tree.model(&features)
        };
        assert_eq!([[0, 0, 6], [2, 0, 5], [1, 8, 0], [0, 7, 1]].map(model), [0, 2, 3, 1]);
        let alone = Tree::new(&parts(&[0], &[], &[2]), 3).unwrap();
        assert_eq!(alone.model(&[0; 64]), 2);
        let wrong = |features: &[u8], most: &[u8], models: &[u8], count| {
            assert!(Tree::new(&parts(features, most, models), count).is_none());
        };
        wrong(&features, &most, &models, 3);
        wrong(&features[..6], &most, &models[..3], 4);
        wrong(&features, &most[..2], &models, 4);
        wrong(&[0, 0], &[], &[0, 0], 4);
        wrong(&[COUNT as u8 + 1, 0, 0], &[0], &[0, 0], 4);
        wrong(&[], &[], &[], 4);
    }

    #[test]
    fn a_tree_answers_as_its_questions_one_by_one() {
        // A tree of random shape, and the same walked question by question.
        let mut state = 7_u32;
        let mut random = move |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % n
        };
        let mut all = parts(&[], &[], &[]);
        let mut open = 1;
        while open > 0 {
            if all.features.len() < 400 && random(3) > 0 || all.features.len() < 9 {
                all.features.push(random(COUNT as u32) as u8 + 1);
                all.most.push(random(40) as u8);
                open += 1;
            } else {
                all.features.push(0);
                all.models.push(random(200) as u8);
                open -= 1;
            }
        }
        let tree = Tree::new(&all, 200).unwrap();
        /// Walks the part of the tree that begins at `at`, and returns its model for the features.
        fn walk(all: &Parts, at: &mut [usize; 3], features: Option<&Features>) -> Option<u8> {
            at[0] += 1;
            let Some(feature) = all.features[at[0] - 1].checked_sub(1) else {
                at[2] += 1;
                return features.map(|_| all.models[at[2] - 1]);
            };
            at[1] += 1;
            let most = all.most[at[1] - 1];
            let yes = features.map(|features| features[usize::from(feature)] <= most);
            let no = walk(all, at, features.filter(|_| yes == Some(false)));
            no.or(walk(all, at, features.filter(|_| yes == Some(true))))
        }
        for _ in 0..500 {
            let features: Features = std::array::from_fn(|_| random(40) as u8);
            let expected = walk(&all, &mut [0; 3], Some(&features)).unwrap();
            assert_eq!(tree.model(&features), usize::from(expected));
        }
    }
}
