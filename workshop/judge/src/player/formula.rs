//! The pose at any moment as one formula of the whole script: the last entry's clip, seen from what was there before it.
//!
//! No time runs here and nothing is remembered. Rotations are matrices, mixed by their logarithm.

use super::schema::{Clip, Entry, Fades, Joint, Part, Task, Track};
use glam::{DMat3, DMat4, DQuat, DVec3, DVec4};

/// A joint in its parent: scaled, then turned, then moved.
#[derive(Clone, Copy)]
pub struct Local {
    pub translation: DVec3,
    pub rotation: DMat3,
    pub scale: DVec3,
}

/// Each step of the formula, so that a mistake is the right law with another step.
#[derive(Clone, Copy)]
pub struct Law {
    pub fades: Fades,
    /// True if an entry takes the place of others at its moment.
    pub replaces: bool,
    /// The moment of the old motion that a fade leaves, by the new entry and the moment that is seen.
    pub left: fn(&Task, &Entry, f64) -> f64,
    /// True if a fade leaves the pose that was seen, and not the old clip.
    pub leaves_screen: bool,
    /// True if what a clip doesn't move is at rest, and not where the clip before it left it.
    pub forgets: bool,
    /// The weight of a clip after a part of its fade.
    pub weight: fn(f64) -> f64,
    /// The moment at which the clip of an entry begins.
    pub begun: fn(&Entry) -> f64,
    /// The second of a clip, by those that have passed.
    pub second: fn(&Clip, f64) -> f64,
    /// True if the first and the last key hold before and after them.
    pub holds: bool,
    /// The part of the way between two keys, by that of the time.
    pub part: fn(f64) -> f64,
    /// A rotation between those of two keys, which are quaternions.
    pub turn: fn([DVec4; 2], f64) -> DMat3,
    /// The matrix of a joint to its parent.
    pub matrix: fn(&Local) -> DMat4,
    /// The matrix of a joint, by its parent's and its own.
    pub chain: fn(DMat4, DMat4) -> DMat4,
    /// The matrix whose columns are printed.
    pub printed: fn(&DMat4) -> DMat4,
}

impl Law {
    /// The law of a kind of fades.
    pub fn of(fades: Fades) -> Self {
        Self {
            fades,
            replaces: true,
            left: match fades {
                Fades::Kept => |_, entry, _| entry.at,
                Fades::Running => |_, _, now| now,
            },
            leaves_screen: true,
            forgets: true,
            weight: |part| part,
            begun: |entry| entry.at,
            second: |clip, passed| match clip.loops && clip.seconds > 0.0 {
                true => passed.rem_euclid(clip.seconds),
                false => passed.min(clip.seconds),
            },
            holds: true,
            part: |part| part,
            turn: |[a, b], part| turned(rotation(a), rotation(b), part),
            matrix: |joint| {
                let turned = joint.rotation * DMat3::from_diagonal(joint.scale);
                DMat4::from_mat3_translation(turned, joint.translation)
            },
            chain: |model_from_parent, parent_from_joint| model_from_parent * parent_from_joint,
            printed: |matrix| *matrix,
        }
    }

    /// Returns each joint's matrix at each asked moment.
    pub fn poses(&self, task: &Task) -> Vec<Vec<DMat4>> {
        task.ask
            .iter()
            .map(|now| self.model(task, &self.pose(task, &self.played(task, *now), *now)))
            .collect()
    }

    /// Returns the matrices of a pose.
    pub fn model(&self, task: &Task, pose: &[Local]) -> Vec<DMat4> {
        let mut model_from_joints: Vec<DMat4> = Vec::new();
        for (joint, local) in task.joints.iter().zip(pose) {
            let own = (self.matrix)(local);
            let parent = usize::try_from(joint.parent).ok().map(|parent| model_from_joints[parent]);
            model_from_joints.push(parent.map_or(own, |parent| (self.chain)(parent, own)));
        }
        model_from_joints.iter().map(self.printed).collect()
    }

    /// Returns the entries that change something until a moment: of those at one moment the last, unless it plays already.
    fn played<'a>(&self, task: &'a Task, now: f64) -> Vec<&'a Entry> {
        let mut played: Vec<&Entry> = Vec::new();
        for (i, entry) in task.script.iter().enumerate().filter(|(_, entry)| entry.at <= now) {
            let is_replaced = self.replaces && task.script.get(i + 1).is_some_and(|next| next.at == entry.at);
            let plays = played.last().is_some_and(|last| last.start == entry.start);
            if !is_replaced && !plays {
                played.push(entry);
            }
        }
        played
    }

    /// Returns the pose that the last of some entries leads to.
    fn pose(&self, task: &Task, played: &[&Entry], now: f64) -> Vec<Local> {
        let Some((entry, before)) = played.split_last() else { return rest(task) };
        let clip = self.clip(task, entry, before, now);
        let passed = now - entry.at;
        if passed >= entry.fade {
            return clip;
        }
        let left = (self.left)(task, entry, now);
        let before = &before[..before.partition_point(|entry| entry.at <= left)];
        let seen = match before.last() {
            Some(old) if !self.leaves_screen => self.clip(task, old, &[], left),
            _ => self.pose(task, before, left),
        };
        let weight = (self.weight)(passed / entry.fade);
        seen.iter().zip(&clip).map(|(from, to)| from.to(to, weight)).collect()
    }

    /// Returns the pose of an entry's clip alone, whatever was played before.
    fn clip(&self, task: &Task, entry: &Entry, before: &[&Entry], now: f64) -> Vec<Local> {
        let mut pose = match before.split_last() {
            Some((old, older)) if !self.forgets => self.clip(task, old, older, entry.at),
            _ => rest(task),
        };
        let Some(clip) = task.clips.iter().find(|clip| clip.name == entry.start) else { return pose };
        let second = (self.second)(clip, now - (self.begun)(entry));
        for track in &clip.tracks {
            let (keys, part) = self.keys(&track.times, second);
            let joint = &mut pose[track.joint];
            let vector = || {
                let [a, b] = keys.map(|key| DVec3::from_slice(&track.values[key]));
                a + part * (b - a)
            };
            match track.part {
                Part::Translation => joint.translation = vector(),
                Part::Rotation => joint.rotation = (self.turn)(quaternions(track, keys), part),
                Part::Scale => joint.scale = vector(),
            }
        }
        pose
    }

    /// Returns the two keys around a second, and the part of the way from one to the other.
    fn keys(&self, times: &[f64], second: f64) -> ([usize; 2], f64) {
        let next = times.partition_point(|time| *time <= second);
        let is_outside = next == 0 || next == times.len();
        if times.len() == 1 || is_outside && self.holds {
            return ([next.max(1) - 1; 2], 0.0);
        }
        let next = next.clamp(1, times.len() - 1);
        let (from, to) = (times[next - 1], times[next]);
        // A step at the end leads nowhere beyond it.
        let part = if from == to { 1.0 } else { (second - from) / (to - from) };
        ([next - 1, next], (self.part)(part))
    }
}

impl Local {
    /// Goes a part of the way to another, each of the three in its own way.
    fn to(&self, other: &Self, part: f64) -> Self {
        Self {
            translation: self.translation + part * (other.translation - self.translation),
            rotation: turned(self.rotation, other.rotation, part),
            scale: self.scale + part * (other.scale - self.scale),
        }
    }
}

/// Returns the pose where nothing moves.
pub fn rest(task: &Task) -> Vec<Local> {
    let local = |joint: &Joint| Local {
        translation: joint.translation.into(),
        rotation: rotation(joint.rotation.into()),
        scale: joint.scale.into(),
    };
    task.joints.iter().map(local).collect()
}

fn quaternions(track: &Track, keys: [usize; 2]) -> [DVec4; 2] {
    keys.map(|key| DVec4::from_slice(&track.values[key]))
}

/// Returns the matrix of a quaternion.
pub fn rotation(quaternion: DVec4) -> DMat3 {
    DMat3::from_quat(DQuat::from_vec4(quaternion.normalize()))
}

/// Goes a part of the way between two rotations, evenly and the short way round: `a · exp(part · log(aᵀ · b))`.
pub fn turned(a: DMat3, b: DMat3, part: f64) -> DMat3 {
    let way = a.transpose() * b;
    // Its skew half is the axis, times the sine of the angle; its trace is 1 and twice the cosine.
    let axis = 0.5
        * DVec3::new(way.y_axis.z - way.z_axis.y, way.z_axis.x - way.x_axis.z, way.x_axis.y - way.y_axis.x);
    let trace = way.x_axis.x + way.y_axis.y + way.z_axis.z;
    let angle = axis.length().atan2(0.5 * (trace - 1.0));
    axis.try_normalize().map_or(a, |axis| a * DMat3::from_axis_angle(axis, part * angle))
}
