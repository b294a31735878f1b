//! The steps of a gradient descent. All are kept, so that time can run backwards.

use crate::gradient::Chain;
use common::skeleton::Skeleton;
use glam::{Mat4, Quat, Vec3, vec3};
use stage::Inspected;

/// The length of the tentacle, in metres, and its root.
pub const LENGTH: f32 = 2.0;
pub const ROOT: Vec3 = vec3(0.0, 0.15, 0.0);

/// Distance below which the target is reached and nothing moves any more, in metres.
const MET: f32 = 1e-6 * LENGTH;

#[derive(Clone, PartialEq)]
pub struct Task {
    /// Its rotations at the start.
    pub from: Vec<Quat>,
    pub target: Vec3,
    /// The cost of a radian, as a fraction of the square of the length.
    pub stiffness: f32,
    /// The length of an untested step, relative to that square too.
    pub blind: Option<f32>,
    /// True if a straight tentacle is bent a little.
    pub nudged: bool,
}

/// The tentacle after a step.
pub struct Moment {
    pub turns: Vec<Quat>,
    pub places: Vec<Vec3>,
    pub energy: f32,
}

/// The descent so far.
pub struct Run {
    pub task: Task,
    chain: Chain,
    pub moments: Vec<Moment>,
    goes_on: bool,
}

impl Run {
    pub fn new(task: Task) -> Self {
        let count = task.from.len();
        let mut chain = Chain::new(ROOT, vec![LENGTH / count as f32 * Vec3::Y; count]);
        chain.turn_to(|joint| task.from[joint]);
        chain.begin();
        if task.nudged {
            chain.nudge(task.target);
        }
        let mut run = Self { task, chain, moments: Vec::new(), goes_on: true };
        run.keep();
        run
    }

    fn keep(&mut self) {
        let (chain, task) = (&self.chain, &self.task);
        self.moments.push(Moment {
            turns: chain.turns().to_vec(),
            places: chain.places().to_vec(),
            energy: chain.energy(task.target, task.stiffness * LENGTH.powi(2)),
        });
    }

    /// Takes steps until there are this many, or until no step lowers the energy any more.
    pub fn go_on(&mut self, steps: usize) {
        let square = LENGTH.powi(2);
        while self.goes_on && self.moments.len() <= steps {
            let (target, stiffness) = (self.task.target, self.task.stiffness * square);
            self.goes_on = match self.task.blind {
                Some(step) => {
                    self.chain.descend_blindly(target, stiffness, step / square);
                    true
                }
                None => self.chain.missed(target) > MET && self.chain.descend(target, stiffness),
            };
            if self.goes_on {
                self.keep();
            }
        }
    }

    /// The tentacle after a step, or after the last one if there are fewer.
    pub fn at(&self, step: usize) -> &Moment {
        &self.moments[step.min(self.moments.len() - 1)]
    }
}

impl Moment {
    /// Returns the joints and the tip, for the inspector.
    pub fn inspected(&self) -> Inspected {
        let count = self.turns.len();
        let names: Vec<String> = (0..count).map(|joint| format!("joint {joint}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).chain(["tip"]).collect();
        let bone = LENGTH / count as f32 * Vec3::Y;
        let (mut in_parents, mut in_world) = (Vec::new(), Vec::new());
        let mut world_turn = Quat::IDENTITY;
        for (joint, &place) in self.places.iter().enumerate() {
            let turn = self.turns.get(joint).copied().unwrap_or(Quat::IDENTITY);
            let offset = if joint == 0 { ROOT } else { bone };
            world_turn *= turn;
            in_parents.push(Mat4::from_rotation_translation(turn, offset));
            in_world.push(Mat4::from_rotation_translation(world_turn, place));
        }
        let joints = Skeleton::chain(&names);
        Inspected::new(&joints, None, in_parents, in_world)
    }
}
