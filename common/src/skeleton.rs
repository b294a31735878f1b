//! A tree of joints.

/// One joint of a skeleton.
///
/// Artists say *bone*; a joint is the place where a bone begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// Its parent's index, or none for a root.
    pub parent: Option<usize>,
}

/// A tree of joints (artists also say armature or rig), parents before their children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
}

impl Skeleton {
    /// A skeleton without joints.
    pub fn new() -> Self {
        Self::default()
    }

    /// A chain: each joint is the parent of the next.
    pub fn chain(names: &[&str]) -> Self {
        let mut skeleton = Self::new();
        let mut parent = None;
        for name in names {
            parent = Some(skeleton.add(name, parent));
        }
        skeleton
    }

    /// Adds a joint and returns its index.
    ///
    /// # Panics
    /// If the parent isn't there yet: parents come before their children.
    pub fn add(&mut self, name: &str, parent: Option<usize>) -> usize {
        let index = self.joints.len();
        if let Some(parent) = parent {
            assert!(
                parent < index,
                "joint '{name}' names parent {parent}, but only {index} joints come before it"
            );
        }
        self.joints.push(Joint { name: name.to_owned(), parent });
        index
    }

    /// The joints, parents before their children.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Returns the index of the first joint with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The joints without a parent.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        self.below(None)
    }

    /// The joints whose parent this one is.
    pub fn children(&self, joint: usize) -> impl Iterator<Item = usize> {
        self.below(Some(joint))
    }

    fn below(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.joints.len()).filter(move |&joint| self.joints[joint].parent == parent)
    }
}

/// Returns the nodes of a file that begin a skeleton: the joints that have no joint above them, at any height.
///
/// `parents` has each node's parent, or none at the top; parents come before their children. `is_joint` tells which nodes are
/// joints. A plain node between two joints does not begin a new skeleton.
///
/// # Panics
/// If `is_joint` is shorter than `parents`, or a parent does not come before its child.
pub fn skeleton_roots(parents: &[Option<usize>], is_joint: &[bool]) -> Vec<usize> {
    // TODO 05.2: Collect the joints that begin a skeleton.
    // BEGIN SOLUTION 05.2
    let mut below_a_joint: Vec<bool> = Vec::new();
    for above in parents {
        below_a_joint.push(above.is_some_and(|above| is_joint[above] || below_a_joint[above]));
    }
    (0..parents.len()).filter(|&node| is_joint[node] && !below_a_joint[node]).collect()
    // END SOLUTION 05.2
    // STARTER 05.2: (0..parents.len()).filter(|&node| is_joint[node]).collect()
}

/// A skeleton whose joints are some of the nodes of a larger tree: those that are joints and not anything else.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Indices of its joints among the nodes.
    pub joints: Vec<usize>,
    /// The joints in the same order. A joint's parent is the nearest joint above it.
    pub skeleton: Skeleton,
}

impl Chain {
    /// The skeletons among some nodes, one for each joint that has no joint above it.
    ///
    /// # Panics
    /// If `is_joint` is shorter than the list of nodes.
    pub fn all(nodes: &Skeleton, is_joint: &[bool]) -> Vec<Self> {
        let parents: Vec<Option<usize>> = nodes.joints().iter().map(|node| node.parent).collect();
        let roots = skeleton_roots(&parents, is_joint);
        let mut roots = roots.iter().peekable();
        let mut chains: Vec<Self> = Vec::new();
        // For every node, the nearest joint at or above it: which chain, and which of its joints.
        let mut nearest: Vec<Option<(usize, usize)>> = Vec::new();
        for (at, node) in nodes.joints().iter().enumerate() {
            let above = node.parent.and_then(|parent| nearest[parent]);
            let found = if roots.next_if_eq(&&at).is_some() {
                chains.push(Self { joints: Vec::new(), skeleton: Skeleton::new() });
                Some((chains.len() - 1, None))
            } else {
                above.filter(|_| is_joint[at]).map(|(chain, joint)| (chain, Some(joint)))
            };
            nearest.push(match found {
                Some((chain, parent)) => {
                    chains[chain].joints.push(at);
                    Some((chain, chains[chain].skeleton.add(&node.name, parent)))
                }
                None => above,
            });
        }
        chains
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_have_one_parent() {
        let mut skeleton = Skeleton::chain(&["hip", "knee", "ankle"]);
        skeleton.add("other knee", Some(0));
        skeleton.add("hat", None);
        assert_eq!(skeleton.roots().collect::<Vec<_>>(), [0, 4]);
        assert_eq!(skeleton.children(0).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(skeleton.children(2).count(), 0);
    }

    #[test]
    #[should_panic(expected = "joint 'hand' names parent 3, but only 1 joints come before it")]
    fn a_parent_comes_before_its_child() {
        let mut skeleton = Skeleton::chain(&["shoulder"]);
        skeleton.add("hand", Some(3));
    }
}
