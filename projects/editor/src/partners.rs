//! Finds pairs of left and right joints by their names.

use common::ik::{Side, words};
use common::skeleton::Skeleton;
use std::collections::HashMap;

/// A joint's name without the words for its sides, and those sides.
type Split = (String, Vec<Side>);

/// Returns every joint's partner: the one of the same name on the other side. A joint without a side in its name is its
/// own partner. One with a side has none if no joint has the other name, or one side has more joints of it.
///
/// If several share a name, as in a scene with two people, they are paired in their order.
pub fn partners(skeleton: &Skeleton) -> Vec<Option<usize>> {
    let splits: Vec<Split> = skeleton.joints().iter().map(|joint| split(&joint.name)).collect();
    let mut joints: HashMap<&Split, Vec<usize>> = HashMap::new();
    for (joint, split) in splits.iter().enumerate() {
        joints.entry(split).or_default().push(joint);
    }
    let partner = |(joint, split): (usize, &Split)| {
        let (rest, sides) = split;
        if sides.is_empty() {
            return Some(joint);
        }
        let others = joints.get(&(rest.clone(), sides.iter().map(|side| side.other()).collect()))?;
        let same = &joints[split];
        let place = same.iter().position(|&other| other == joint)?;
        (same.len() == others.len()).then(|| others[place])
    };
    splits.iter().enumerate().map(partner).collect()
}

/// Removes the words for sides from a name. Another character replaces them, so that the words around don't meet.
fn split(name: &str) -> Split {
    let mut rest = String::new();
    let mut sides = Vec::new();
    for word in words(name) {
        match Side::of(word) {
            Some(side) => {
                sides.push(side);
                rest.push('\0');
            }
            None => rest.push_str(word),
        }
    }
    (rest, sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name of each joint's partner.
    fn paired(names: &[&str]) -> Vec<Option<String>> {
        let mut skeleton = Skeleton::new();
        for name in names {
            skeleton.add(name, None);
        }
        let name = |joint: usize| names[joint].to_owned();
        partners(&skeleton).into_iter().map(|partner| partner.map(name)).collect()
    }

    #[test]
    fn the_usual_schemes_are_known() {
        for (left, right) in [
            ("upper_arm_L", "upper_arm_R"),
            ("hand.L.001", "hand.R.001"),
            ("hand.l_end", "hand.r_end"),
            ("left hand", "right hand"),
            ("HAND-LEFT", "HAND-RIGHT"),
            ("mixamorig:LeftArm", "mixamorig:RightArm"),
            ("Bip01 L Arm", "Bip01 R Arm"),
            ("J_Bip_L_UpperArm", "J_Bip_R_UpperArm"),
            ("LThigh", "RThigh"),
            ("thighL2", "thighR2"),
            ("LEFTArm", "RIGHTArm"),
            ("eye.L.corner.R", "eye.R.corner.L"),
            ("größeL", "größeR"),
        ] {
            assert_eq!(paired(&[left, right]), [Some(right.to_owned()), Some(left.to_owned())], "{left}");
        }
    }

    #[test]
    fn what_has_no_side_is_its_own_partner() {
        for name in ["hips", "bright", "Lamp", "ROOT", "", "control", "leftover", "Ärmel"] {
            assert_eq!(paired(&[name, "bleft", "Ramp"])[0], Some(name.to_owned()), "{name}");
        }
    }

    #[test]
    fn a_partner_must_be_there_and_be_the_only_one() {
        assert_eq!(paired(&["hand.L", "hand.R.001", "Hand.R", "handR", "hand.L.foot"]), [const { None }; 5]);
        assert_eq!(paired(&["hand_L", "hand_R", "hand_R"]), [const { None }; 3]);
        // The words around a side don't meet.
        assert_eq!(paired(&["1L1", "11R"]), [None, None]);
        let mut two = Skeleton::new();
        for name in ["hand_L", "hand_R", "hand_L", "hand_R"] {
            two.add(name, None);
        }
        assert_eq!(partners(&two), [Some(1), Some(0), Some(3), Some(2)]);
    }
}
