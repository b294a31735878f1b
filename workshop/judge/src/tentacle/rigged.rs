//! A tentacle with what its properties ask again and again.

use super::printed::Printed;
use glam::{DMat4, DVec3};

/// A skeleton and a skin at one moment.
pub struct Pose {
    pub model_from_joints: Vec<DMat4>,
    /// The joints' matrices from the bind pose, mixed by each vertex's weights. The printed palette isn't asked.
    pub mixed: Vec<DMat4>,
    /// The vertices, in model space.
    pub skin: Vec<DVec3>,
}

/// A tentacle, with what follows from its bind pose.
pub struct Rigged {
    pub printed: Printed,
    pub bind: Pose,
    pub poses: Vec<Pose>,
    /// For each vertex the first one at its place.
    pub welded: Vec<usize>,
    /// From a joint to a child at another place, if the skin follows the joint or one above it.
    pub bones: Vec<[usize; 2]>,
    /// For each vertex the bone that is nearest in the bind pose; of some that are about as near, the one it follows most.
    pub own: Vec<usize>,
    /// For each bone how far its own vertices are from its line, at most.
    pub thickness: Vec<f64>,
    /// The distance of the farthest vertex from the first one.
    pub size: f64,
    /// The distance that rounding may explain.
    pub slack: f64,
}

impl Rigged {
    pub fn new(printed: Printed) -> Self {
        let size = |from: DVec3| printed.positions.iter().map(|at| at.distance(from)).fold(0.0, f64::max);
        let (size, reach) = (size(printed.positions[0]), size(DVec3::ZERO));
        let slack = 1e-3 * size + 1e-5 * reach;
        let bind_from_joints: Vec<DMat4> = printed.joints_from_bind.iter().map(inverse).collect();
        let pose = |model_from_joints: &[DMat4]| {
            let mixed = printed.joints.iter().zip(&printed.weights).map(|(joints, weights)| {
                let matrix = |joint: &usize| model_from_joints[*joint] * printed.joints_from_bind[*joint];
                joints.iter().zip(weights).map(|(joint, weight)| matrix(joint) * *weight).sum()
            });
            let mixed: Vec<DMat4> = mixed.collect();
            let skin = mixed.iter().zip(&printed.positions).map(|(matrix, at)| point(matrix, *at)).collect();
            Pose { model_from_joints: model_from_joints.to_vec(), mixed, skin }
        };
        let bind = Pose { skin: printed.positions.clone(), ..pose(&bind_from_joints) };
        let mut followed = vec![false; printed.parents.len()];
        for (joint, weight) in printed.joints.iter().flatten().zip(printed.weights.iter().flatten()) {
            followed[*joint] |= *weight > 0.0;
        }
        let bones = (0..printed.parents.len()).filter_map(|joint| Some([printed.parent(joint)?, joint]));
        let bones = bones.filter(|bone| printed.up(bone[0]).any(|joint| followed[joint]));
        let bones: Vec<_> = bones.filter(|bone| bind.bone(*bone)[1].length() > slack).collect();
        let own = |(vertex, at): (usize, &DVec3)| {
            let away: Vec<f64> = bones.iter().map(|bone| bind.to_bone(*bone, *at)).collect();
            let near = 1.3 * away.iter().copied().fold(f64::INFINITY, f64::min) + slack;
            let slots = || printed.joints[vertex].iter().zip(&printed.weights[vertex]);
            let follows = |bone: &usize| -> f64 {
                let of_it = slots().filter(|(joint, _)| **joint == bones[*bone][0]);
                of_it.map(|(_, weight)| *weight).sum()
            };
            let nearest = (0..away.len()).filter(|bone| away[*bone] <= near);
            nearest
                .max_by(|a, b| follows(a).total_cmp(&follows(b)).then(away[*b].total_cmp(&away[*a])))
                .unwrap_or(0)
        };
        let own: Vec<usize> = printed.positions.iter().enumerate().map(own).collect();
        let mut thickness = vec![0.0_f64; bones.len()];
        for (bone, at) in own.iter().zip(&printed.positions).filter(|(bone, _)| **bone < bones.len()) {
            let [from, along] = bind.bone(bones[*bone]);
            thickness[*bone] = thickness[*bone].max((*at - from).reject_from(along).length());
        }
        let first =
            |at: &DVec3| printed.positions.iter().position(|other| other.distance(*at) <= 1e-5 * size);
        let welded = printed.positions.iter().map(|at| first(at).unwrap_or(0)).collect();
        let poses = printed.moments.iter().map(|moment| pose(&moment.model_from_joints)).collect();
        Self { bind, poses, welded, bones, own, thickness, size, slack, printed }
    }

    /// Returns the first bone whose middle is outside of the skin: its triangles fill less than half of the view from there.
    pub fn bone_outside(&self, pose: &Pose) -> Option<[usize; 2]> {
        let is_outside = |bone: &&[usize; 2]| {
            let [from, along] = pose.bone(**bone);
            let angles = self.printed.triangles.iter().map(|corners| {
                let [a, b, c] = corners.map(|corner| pose.skin[corner] - from - 0.5 * along);
                let (x, y, z) = (a.length(), b.length(), c.length());
                let below = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
                2.0 * a.dot(b.cross(c)).atan2(below)
            });
            angles.sum::<f64>() < std::f64::consts::TAU
        };
        self.bones.iter().find(is_outside).copied()
    }

    /// Returns how far a point is from a bone, or from one that meets it in the bind pose.
    pub fn to_own(&self, pose: &Pose, bone: usize, at: DVec3) -> f64 {
        let place = |joint: usize| self.bind.model_from_joints[joint].w_axis;
        let near = |a: usize, b: usize| place(a).distance(place(b)) <= self.slack;
        let meets = |other: &&[usize; 2]| other.iter().any(|a| self.bones[bone].iter().any(|b| near(*a, *b)));
        let away = self.bones.iter().filter(meets).map(|bone| pose.to_bone(*bone, at));
        away.fold(f64::INFINITY, f64::min)
    }

    /// Returns the direction of a bone as the parent of its joint sees it, if that has one.
    pub fn lean(&self, pose: &Pose, bone: [usize; 2]) -> Option<DVec3> {
        let parent = self.printed.parent(bone[0])?;
        let [_, along] = pose.bone(bone);
        Some((inverse(&pose.model_from_joints[parent]) * along.extend(0.0)).truncate())
    }
}

impl Pose {
    /// Returns the place where a bone begins, and the way to its end.
    pub fn bone(&self, bone: [usize; 2]) -> [DVec3; 2] {
        let [from, to] = bone.map(|joint| self.model_from_joints[joint].w_axis.truncate());
        [from, to - from]
    }

    fn to_bone(&self, bone: [usize; 2], at: DVec3) -> f64 {
        let [from, along] = self.bone(bone);
        let part = (at - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        at.distance(from + along * part.clamp(0.0, 1.0))
    }
}

/// Returns a point as a matrix takes it, whatever its last row.
pub fn point(matrix: &DMat4, at: DVec3) -> DVec3 {
    (*matrix * at.extend(1.0)).truncate()
}

/// Returns true if a matrix presses everything flat, so that it has no inverse.
pub fn is_flat(matrix: &DMat4) -> bool {
    matrix.determinant().abs() < 1e-18
}

/// Returns the inverse, or the identity where there is none.
pub fn inverse(matrix: &DMat4) -> DMat4 {
    if is_flat(matrix) { DMat4::IDENTITY } else { matrix.inverse() }
}
