//! A tree of joints as lines: one point per joint, and one line from every joint to each of its children.

use crate::skeleton::Skeleton;
use glam::Vec3;

/// The lines of a skeleton, as a graphics card needs them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointLines {
    /// A point per joint, in that joint's own space: its origin.
    pub positions: Vec<Vec3>,
    /// The two points of each line: a parent's index and its child's, in either order.
    pub pairs: Vec<[u16; 2]>,
}

/// The lines of a skeleton, depth first.
pub fn joint_lines(skeleton: &Skeleton) -> JointLines {
    let mut lines = JointLines { positions: vec![Vec3::ZERO; skeleton.joints().len()], pairs: Vec::new() };
    for root in skeleton.roots() {
        add_lines_below(skeleton, root, &mut lines.pairs);
    }
    lines
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

    #[test]
    fn a_tree_has_a_line_less_than_joints() {
        let mut skeleton = Skeleton::chain(&["0", "1", "2", "3"]);
        skeleton.add("4", Some(2));
        let lines = joint_lines(&skeleton);
        assert_eq!(lines.positions, [Vec3::ZERO; 5]);
        assert_eq!(sorted(lines), [[0, 1], [1, 2], [2, 3], [2, 4]]);
    }

    /// Lines are the same in any order.
    fn sorted(mut lines: JointLines) -> Vec<[u16; 2]> {
        lines.pairs.sort_unstable();
        lines.pairs
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
