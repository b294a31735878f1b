//! Arms and legs of a skeleton, found by their usual names.

use crate::ik::Limb;
use crate::skeleton::Skeleton;
use glam::{Mat4, Vec3};

/// Three joints with the names of an arm or a leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLimb {
    /// Name: `left arm`, `right leg`, or `arm` without a side.
    pub name: String,
    /// True if it is a leg: its knee goes forwards. An elbow goes backwards.
    pub is_leg: bool,
    /// Root, middle and end: shoulder, elbow and hand.
    pub joints: [usize; 3],
}

/// Usual names of a limb's joints, without their side, in small letters and one word.
struct Usual {
    name: &'static str,
    roots: &'static [&'static str],
    middles: &'static [&'static str],
    ends: &'static [&'static str],
}

/// Names of an arm's joints. Some, as `leg` and `shoulder`, can mean two joints: then the limb's other names decide.
const ARM: Usual = Usual {
    name: "arm",
    roots: &["upperarm", "uparm", "armupper", "arm", "shldr", "shoulder", "humerus"],
    middles: &["forearm", "lowerarm", "lowarm", "armlower", "elbow"],
    ends: &["hand", "wrist"],
};
const LEG: Usual = Usual {
    name: "leg",
    roots: &["thigh", "upperleg", "upleg", "legupper", "hip", "leg", "femur"],
    middles: &["shin", "calf", "lowerleg", "lowleg", "leglower", "leg", "knee"],
    ends: &["foot", "ankle"],
};

/// Returns all limbs that have usual names: for each elbow and knee the nearest shoulder or hip above it, and the first
/// hand or foot below, of the same side. [`bending_limbs`] has those that can bend.
pub fn named_limbs(skeleton: &Skeleton) -> Vec<NamedLimb> {
    let joints = skeleton.joints();
    let split: Vec<(Option<Side>, String)> = joints.iter().map(|joint| split(&joint.name)).collect();
    let above = |joint: usize| std::iter::successors(joints[joint].parent, |&joint| joints[joint].parent);
    let mut limbs: Vec<NamedLimb> = Vec::new();
    for (middle, (side, name)) in split.iter().enumerate() {
        for usual in [&ARM, &LEG].into_iter().filter(|usual| usual.middles.contains(&&**name)) {
            let is =
                |joint: usize, names: &[&str]| split[joint].0 == *side && names.contains(&&*split[joint].1);
            // A bone in several pieces begins with the first of them.
            let first = |joint: usize| above(joint).filter(|&above| split[above] == split[joint]).last();
            if first(middle).is_some() {
                continue;
            }
            let root = above(middle).find(|&joint| is(joint, usual.roots));
            let root = root.map(|root| first(root).unwrap_or(root));
            let end = (middle + 1..joints.len())
                .find(|&joint| is(joint, usual.ends) && above(joint).any(|above| above == middle));
            if let (Some(root), Some(end)) = (root, end) {
                let side = side.map_or("", |side| if side == Side::Left { "left " } else { "right " });
                let name = format!("{side}{}", usual.name);
                limbs.push(NamedLimb { name, is_leg: usual.name == LEG.name, joints: [root, middle, end] });
            }
        }
    }
    limbs
}

/// Returns the limbs with usual names that can bend, each with its name. One that is straight at rest bends like most, in
/// a world in which the model looks along z: knees forwards, elbows backwards.
pub fn bending_limbs(skeleton: &Skeleton, world_from_joints_at_rest: &[Mat4]) -> Vec<(String, Limb)> {
    let limb = |NamedLimb { name, is_leg, joints }: NamedLimb| {
        let towards = if is_leg { Vec3::Z } else { Vec3::NEG_Z };
        Some((name, Limb::new(skeleton, world_from_joints_at_rest, joints, Some(towards))?))
    };
    named_limbs(skeleton).into_iter().filter_map(limb).collect()
}

/// The side in a joint's name, and the longest usual name with which it ends. In `mixamorig:LeftForeArm` that is `forearm`.
fn split(name: &str) -> (Option<Side>, String) {
    let words = words(name);
    let side = words.iter().find_map(|word| Side::of(word));
    let is_word = |word: &&&str| word.chars().all(char::is_alphabetic) && Side::of(word).is_none();
    let words: Vec<String> = words.iter().filter(is_word).map(|word| word.to_lowercase()).collect();
    let is_usual = |name: &String| {
        let lists = |usual: &Usual| [usual.roots, usual.middles, usual.ends];
        [&ARM, &LEG].into_iter().flat_map(lists).any(|names| names.contains(&&**name))
    };
    let longest = (0..words.len()).map(|first| words[first..].concat()).find(is_usual);
    (side, longest.unwrap_or_default())
}

/// A side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Side {
    /// The side that a word means.
    pub fn of(word: &str) -> Option<Self> {
        let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        match () {
            () if is(["l", "left"]) => Some(Self::Left),
            () if is(["r", "right"]) => Some(Self::Right),
            () => None,
        }
    }

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The words of a name, and what is between them. In `mixamorig:LeftArm2` they are `mixamorig`, `:`, `Left`, `Arm` and `2`.
pub fn words(name: &str) -> Vec<&str> {
    let characters: Vec<(usize, char)> = name.char_indices().collect();
    let mut words = Vec::new();
    let mut start = 0;
    for i in 1..characters.len() {
        let after = characters.get(i + 1).map(|&(_, next)| next);
        if is_border(characters[i - 1].1, characters[i].1, after) {
            words.push(&name[start..characters[i].0]);
            start = characters[i].0;
        }
    }
    words.push(&name[start..]);
    words
}

/// Returns true if a word begins at a character, given the one before it and the one after it.
fn is_border(before: char, here: char, after: Option<char>) -> bool {
    if !(before.is_alphabetic() && here.is_alphabetic()) {
        return before.is_alphabetic() || here.is_alphabetic();
    }
    // In `LArm` and `LEFTArm` the last capital begins the next word.
    here.is_uppercase() && (before.is_lowercase() || after.is_some_and(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the limbs found in a tree of chains: each name with its three joints' names.
    fn found(chains: &[&[&str]]) -> Vec<(String, [String; 3])> {
        let mut skeleton = Skeleton::chain(&["Hips"]);
        for chain in chains {
            let mut parent = 0;
            for name in *chain {
                parent = skeleton.add(name, Some(parent));
            }
        }
        let name = |joint: usize| skeleton.joints()[joint].name.clone();
        named_limbs(&skeleton).into_iter().map(|limb| (limb.name, limb.joints.map(name))).collect()
    }

    #[test]
    fn the_usual_schemes_are_known() {
        for (chain, wanted) in [
            (["shoulder.L", "upper_arm.L", "forearm.L", "hand.L"], "left arm"),
            (
                [
                    "mixamorig:RightShoulder",
                    "mixamorig:RightArm",
                    "mixamorig:RightForeArm",
                    "mixamorig:RightHand",
                ],
                "right arm",
            ),
            (
                ["mixamorig:Hips", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot"],
                "left leg",
            ),
            (["pelvis", "thigh_r", "calf_r", "foot_r"], "right leg"),
            (["clavicle_l", "upperarm_l", "lowerarm_l", "hand_l"], "left arm"),
            (["Bip01 Spine", "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot"], "right leg"),
            (["J_Bip_L_Shoulder", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand"], "left arm"),
            (["lCollar", "lShldr", "lForeArm", "lHand"], "left arm"),
            (["spine", "L_Hip", "L_Knee", "L_Ankle"], "left leg"),
            (["clavicle", "Shoulder", "Elbow", "Wrist"], "arm"),
            (["leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand"], "left arm"),
        ] {
            let joints = [chain[1], chain[2], chain[3]].map(str::to_owned);
            assert_eq!(found(&[&chain]), [(wanted.to_owned(), joints)]);
        }
    }

    #[test]
    fn other_joints_may_lie_between() {
        let between = [
            "upper_arm.L",
            "upper_arm.L.001",
            "forearm.L",
            "forearm.L.001",
            "roll.L",
            "hand.L",
            "hand.L_end",
        ];
        assert_eq!(found(&[&between])[0].1, ["upper_arm.L", "forearm.L", "hand.L"]);
    }

    #[test]
    fn sides_and_kinds_do_not_mix() {
        assert!(found(&[&["thigh.L", "shin.R", "foot.L"]]).is_empty());
        assert!(found(&[&["upper_arm.L", "shin.L", "hand.L"]]).is_empty());
        assert!(found(&[&["upper_arm.L", "forearm.L"], &["hand.L"]]).is_empty());
        assert!(found(&[&["a", "b", "c"]]).is_empty());
    }
}
