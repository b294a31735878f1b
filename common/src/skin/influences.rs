//! The joints that influence a point, with their weights.

use crate::transform::transform_point;
use glam::{Mat4, Vec3};

/// Most joints that influence one point.
pub const SLOTS: usize = 4;

/// The joints that influence a point, with their weights. Slots that are not used have the weight zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influences {
    /// Indices into the palette.
    pub joints: [i32; SLOTS],
    /// None is negative, and they sum to 1; where no joint influences the point, all are zero.
    pub weights: [f32; SLOTS],
}

impl Influences {
    /// One joint alone.
    pub fn of(joint: usize) -> Self {
        Self { joints: [joint as i32, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] }
    }

    /// Joints and weights of the slots that are used.
    pub fn used(&self) -> impl Iterator<Item = (usize, f32)> {
        let pairs = self.joints.into_iter().zip(self.weights);
        pairs.filter(|(_, weight)| *weight != 0.0).map(|(joint, weight)| (joint as usize, weight))
    }
}

/// The four joints with the largest weights, the largest first, with weights that sum to 1.
///
/// `joint_weights` are joints and weights, as many as there are and in any order; each joint comes once, and no weight
/// is negative. Of equal weights the one of the lower joint counts as the larger. If none is above zero, all are zero.
pub fn four_largest(joint_weights: &[(usize, f32)]) -> Influences {
    // TODO 08.4: Keep the four largest weights, the largest first, and let them sum to 1. No answer is ever NaN.
    // BEGIN SOLUTION 08.4
    let mut sorted = joint_weights.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    sorted.truncate(SLOTS);
    let sum: f32 = sorted.iter().map(|(_, weight)| weight).sum();
    let mut influences = Influences::default();
    for (slot, (joint, weight)) in sorted.into_iter().enumerate() {
        influences.joints[slot] = joint as i32;
        influences.weights[slot] = if sum > 0.0 { weight / sum } else { 0.0 };
    }
    influences
    // END SOLUTION 08.4
    // STARTER 08.4: let mut influences = Influences::default();
    // STARTER 08.4: let above_zero = joint_weights.iter().filter(|(_, weight)| *weight > 0.0);
    // STARTER 08.4: for (slot, &(joint, weight)) in above_zero.take(SLOTS).enumerate() {
    // STARTER 08.4:     influences.joints[slot] = joint as i32;
    // STARTER 08.4:     influences.weights[slot] = weight;
    // STARTER 08.4: }
    // STARTER 08.4: influences
}

/// The four strongest of the joints that influence a point, with weights that sum to 1; none if no joint does.
///
/// A joint that comes several times has the sum of its weights.
pub fn strongest(joint_weights: &mut Vec<(usize, f32)>) -> Influences {
    if joint_weights.len() > 1 {
        joint_weights.sort_by_key(|(joint, _)| *joint);
        joint_weights.dedup_by(|(joint, weight), (kept, sum)| {
            let is_same = joint == kept;
            *sum += if is_same { *weight } else { 0.0 };
            is_same
        });
    }
    four_largest(joint_weights)
}

/// Heights at which the second and the third joint take over, as parts of the whole.
pub const CUTS: [f32; 2] = [1.0 / 3.0, 2.0 / 3.0];

/// The weights of three joints at the height `t`, from 0 at the foot to 1 at the top.
///
/// Around every cut, from `margin` below it to `margin` above it, the weight goes over evenly from one joint to the
/// next. Elsewhere one joint has all of it. The margin is above 0, and below a sixth, so that there is an elsewhere
/// between the cuts.
pub fn three_weights(t: f32, margin: f32) -> [f32; 3] {
    // TODO 09.1: Give the three weights at this height.
    // BEGIN SOLUTION 09.1
    let [first, second] = CUTS.map(|cut| {
        let over = (t - (cut - margin)) / (2.0 * margin);
        over.clamp(0.0, 1.0)
    });
    [1.0 - first, first - second, second]
    // END SOLUTION 09.1
    // STARTER 09.1: let _ = (t, margin);
    // STARTER 09.1: [1.0, 0.0, 0.0]
}

/// Returns the place of a point of the bind pose now: each joint moves it, and the results are mixed with their weights.
///
/// `palette` has every joint's `posed_from_bind`.
///
/// # Panics
/// If the palette has no entry for one of the joints. [`mend`] makes sure that it has.
pub fn skin_point(palette: &[Mat4], influences: &Influences, point: Vec3) -> Vec3 {
    let mut posed = Vec3::ZERO;
    for (joint, weight) in influences.used() {
        posed += weight * transform_point(palette[joint], point);
    }
    posed
}

/// Weights whose sum is this close to 1 are left as they are.
const CLOSE: f32 = 1e-4;

/// Makes influences from a file or a program safe to use, and says what it had to change.
///
/// Weights that do not sum to 1 are divided by their sum. A point without any influence is given to `root`.
///
/// # Errors
/// If a joint is not one of the palette's `joints`, or a weight is negative or not finite. The message names the vertex.
pub fn mend(influences: &mut [Influences], joints: usize, root: usize) -> Result<Vec<String>, String> {
    let (mut without, mut uneven) = (Vec::new(), Vec::new());
    for (vertex, influences) in influences.iter_mut().enumerate() {
        for (joint, weight) in influences.joints.into_iter().zip(influences.weights) {
            let found = || format!("vertex {vertex} is influenced by joint {joint}");
            if !weight.is_finite() || weight < 0.0 {
                return Err(format!("{} with the weight {weight}: weights go from 0 to 1", found()));
            }
            if !(0..joints as i64).contains(&i64::from(joint)) {
                let last = joints.saturating_sub(1);
                return Err(format!("{}, but the palette has joints 0 to {last}", found()));
            }
        }
        let sum: f32 = influences.weights.iter().sum();
        if sum == 0.0 {
            without.push(vertex);
            *influences = Influences::of(root);
        } else if (sum - 1.0).abs() > CLOSE {
            uneven.push(vertex);
            influences.weights = influences.weights.map(|weight| weight / sum);
        }
    }
    let notes = [
        note(&without, &format!("is influenced by no joint: it now follows joint {root}")),
        note(&uneven, "has weights that do not sum to 1: they were divided by their sum"),
    ];
    Ok(notes.into_iter().flatten().collect())
}

/// One sentence about all vertices with the same trouble.
fn note(vertices: &[usize], what: &str) -> Option<String> {
    let first = vertices.first()?;
    Some(match vertices.len() - 1 {
        0 => format!("vertex {first} {what}"),
        1 => format!("vertex {first}, like one other, {what}"),
        others => format!("vertex {first}, like {others} others, {what}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weights_sum_to_one(weights in prop::collection::vec(0.001f32..1.0, 1..9)) {
            let joint_weights: Vec<_> = weights.iter().copied().enumerate().collect();
            let influences = four_largest(&joint_weights);
            prop_assert!((influences.weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            let smallest_kept = influences.used().map(|(joint, _)| weights[joint]).fold(1.0, f32::min);
            let kept = |joint: usize| influences.used().any(|(used, _)| used == joint);
            prop_assert!(joint_weights.iter().all(|&(joint, weight)| kept(joint) || weight <= smallest_kept));
        }
    }

    #[test]
    fn what_can_be_mended_is_and_is_told() {
        let half = Influences { joints: [1, 0, 0, 0], weights: [0.5, 0.0, 0.0, 0.0] };
        let mut influences = [Influences::of(2), half, Influences::default(), half];
        let notes = mend(&mut influences, 3, 2).unwrap();
        assert_eq!(influences, [Influences::of(2), Influences::of(1), Influences::of(2), Influences::of(1)]);
        assert_eq!(
            notes,
            [
                "vertex 2 is influenced by no joint: it now follows joint 2",
                "vertex 1, like one other, has weights that do not sum to 1: they were divided by their sum"
            ]
        );
    }

    #[test]
    fn what_cannot_be_mended_names_the_vertex() {
        let with = |joint: i32, weight: f32| {
            let wrong = Influences { joints: [0, joint, 0, 0], weights: [0.5, weight, 0.0, 0.0] };
            mend(&mut [Influences::of(0), wrong], 2, 0).unwrap_err().to_string()
        };
        assert_eq!(with(2, 0.5), "vertex 1 is influenced by joint 2, but the palette has joints 0 to 1");
        assert_eq!(with(-1, 0.5), "vertex 1 is influenced by joint -1, but the palette has joints 0 to 1");
        let wrong = |weight: &str| {
            format!("vertex 1 is influenced by joint 1 with the weight {weight}: weights go from 0 to 1")
        };
        assert_eq!(with(1, -0.5), wrong("-0.5"));
        assert_eq!(with(1, f32::NAN), wrong("NaN"));
        assert_eq!(with(1, f32::INFINITY), wrong("inf"));
    }

    #[test]
    fn a_joint_that_comes_twice_has_both_weights() {
        let influences = strongest(&mut vec![(3, 0.2), (1, 0.5), (3, 0.4), (0, 0.0)]);
        assert_eq!(influences.used().map(|(joint, _)| joint).collect::<Vec<_>>(), [3, 1]);
        assert!((influences.weights[0] - 0.6 / 1.1).abs() < 1e-6);
    }
}
