//! A tree of joints as lines, one from every joint to each of its children.

use crate::skeleton::Skeleton;

/// The lines of a skeleton, depth first: for each the indices of a parent and its child, in either order.
pub fn joint_lines(skeleton: &Skeleton) -> Vec<[u16; 2]> {
    let mut pairs = Vec::new();
    for root in skeleton.roots() {
        add_lines_below(skeleton, root, &mut pairs);
    }
    pairs
}

/// Adds the lines from a joint to its children, and all lines below those.
fn add_lines_below(skeleton: &Skeleton, joint: usize, pairs: &mut Vec<[u16; 2]>) {
    // TODO 04.1: Add a pair for every line that begins at this joint, or anywhere below it.
    // BEGIN SOLUTION 04.1
    for child in skeleton.children(joint) {
        pairs.push([joint as u16, child as u16]);
        add_lines_below(skeleton, child, pairs);
    }
    // END SOLUTION 04.1
    // STARTER 04.1: let _ = (skeleton, joint, pairs);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are the same in any order.
    fn sorted(mut pairs: Vec<[u16; 2]>) -> Vec<[u16; 2]> {
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn every_joint_is_joined_to_its_own_parent() {
        let mut skeleton = Skeleton::chain(&["hip"]);
        for parent in [0, 0, 1, 2] {
            skeleton.add("leg", Some(parent));
        }
        assert_eq!(sorted(joint_lines(&skeleton)), [[0, 1], [0, 2], [1, 3], [2, 4]]);
    }
}
