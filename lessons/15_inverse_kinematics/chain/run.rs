//! Four ways from one pose to one target, iteration by iteration. All that happened is kept, so that time can go back.

use glam::{Quat, Vec3, vec3};
use ik::{Chain, Limit, Link, Method, Rules};
use std::f32::consts::{PI, TAU};
use std::time::{Duration, Instant};

/// How long the tentacle is, in metres, and where it begins.
pub const LENGTH: f32 = 2.0;
pub const ROOT: Vec3 = vec3(0.0, 0.15, 0.0);

/// What counts as met, as a part of its length.
pub const MET: f32 = 1e-4;

/// Which way its joints turn.
#[derive(Clone, Copy, PartialEq)]
pub enum Joints {
    Flat,
    Stiff,
    AnyWay,
    Cones,
}

impl Joints {
    /// Whether it keeps to the plane z = 0.
    pub fn are_flat(self) -> bool {
        matches!(self, Self::Flat | Self::Stiff)
    }

    /// The limit of each of so many joints: the more there are, the less it turns.
    pub fn limit(self, count: usize) -> Limit {
        let part = 1.0 / count as f32;
        match self {
            Self::Flat => Limit::Hinge { axis: Vec3::Z, range: [-PI, PI] },
            Self::Stiff => Limit::Hinge { axis: Vec3::Z, range: [-3.5 * part, 5.6 * part] },
            Self::AnyWay => Limit::Free,
            Self::Cones => Limit::Cone(4.0 * part),
        }
    }
}

/// How it stands before the first iteration.
#[derive(Clone, Copy, PartialEq)]
pub enum Pose {
    Bent,
    Curled,
    Straight,
    /// Straight, with its target on its own line.
    NoSlope,
}

impl Pose {
    /// The turn of each of so many joints.
    pub fn turns(self, count: usize, joints: Joints) -> Vec<Quat> {
        // Out of the plane too, if it may.
        let axis = if joints.are_flat() { Vec3::Z } else { vec3(0.5, 0.0, 1.0) };
        let turn = |joint: usize| {
            let angle = match self {
                Self::Bent => 3.0 * (TAU * joint as f32 / count as f32).cos(),
                Self::Curled => -5.5,
                Self::Straight | Self::NoSlope => 0.0,
            };
            Quat::from_scaled_axis(angle / count as f32 * axis)
        };
        (0..count).map(turn).collect()
    }
}

/// What all of them are to do.
#[derive(Clone, PartialEq)]
pub struct Task {
    pub joints: Joints,
    /// How they are turned at first.
    pub from: Vec<Quat>,
    pub target: Vec3,
    /// What a radian costs, as a part of the square of the length.
    pub stiffness: f32,
    /// The length of a step downhill, by the same square, if nobody asks where it leads.
    pub blind: Option<f32>,
    /// Whether a straight chain is bent a bit.
    pub nudged: bool,
}

impl Task {
    pub fn chain(&self) -> Chain {
        let count = self.from.len();
        let link = Link { bone: LENGTH / count as f32 * Vec3::Y, limit: self.joints.limit(count) };
        let mut chain = Chain::new(ROOT, vec![link; count]);
        chain.turn_to(|joint| self.from[joint]);
        chain
    }

    pub fn energy(&self, chain: &Chain) -> f32 {
        chain.energy(self.target, self.stiffness * LENGTH.powi(2))
    }
}

/// What an iteration came to.
pub struct Moment {
    pub turns: Vec<Quat>,
    pub places: Vec<Vec3>,
    pub energy: f32,
    pub missed: f32,
    /// By how much its joints have turned since the start, all together: radians.
    pub turned: f32,
}

/// One method at its work.
pub struct Run {
    pub method: Method,
    chain: Chain,
    moments: Vec<Moment>,
    goes_on: bool,
    spent: Duration,
}

impl Run {
    pub fn new(task: &Task, method: Method) -> Self {
        let mut chain = task.chain();
        chain.begin(task.target);
        if !task.nudged {
            chain.turn_to(|joint| task.from[joint]);
        }
        let (moments, spent) = (Vec::new(), Duration::ZERO);
        let mut run = Self { method, chain, moments, goes_on: true, spent };
        run.keep(task);
        run
    }

    fn keep(&mut self, task: &Task) {
        let (chain, turns) = (&self.chain, self.chain.turns());
        self.moments.push(Moment {
            turns: turns.to_vec(),
            places: chain.places().to_vec(),
            energy: task.energy(chain),
            missed: chain.missed(task.target),
            turned: turns.iter().zip(&task.from).map(|(now, then)| now.angle_between(*then)).sum(),
        });
    }

    /// Goes on until so many iterations are done, or until nothing moves any more.
    pub fn go_on(&mut self, task: &Task, iterations: usize) {
        while self.goes_on && self.moments.len() <= iterations {
            let began = Instant::now();
            self.goes_on = self.iterate(task);
            self.spent += began.elapsed();
            if self.goes_on {
                self.keep(task);
            }
        }
    }

    fn iterate(&mut self, task: &Task) -> bool {
        let square = LENGTH.powi(2);
        match task.blind.filter(|_| self.method == Method::Descent) {
            Some(step) => {
                self.chain.descend_blindly(task.target, task.stiffness * square, step / square);
                true
            }
            None => {
                let rules = Rules { stiffness: task.stiffness, ..Rules::default() };
                self.chain.iterate(self.method, task.target, &rules)
            }
        }
    }

    /// All up to an iteration.
    pub fn until(&self, iteration: usize) -> &[Moment] {
        &self.moments[..self.moments.len().min(iteration + 1)]
    }

    /// What an iteration came to; if there are no more, the last one.
    pub fn at(&self, iteration: usize) -> &Moment {
        &self.moments[iteration.min(self.moments.len() - 1)]
    }

    /// The first iteration, up to this one, after which the target is met.
    pub fn met(&self, iteration: usize) -> Option<usize> {
        self.until(iteration).iter().position(|moment| moment.missed <= MET * LENGTH)
    }

    /// Microseconds for an iteration.
    pub fn microseconds(&self) -> f32 {
        1e6 * self.spent.as_secs_f32() / self.moments.len().saturating_sub(1).max(1) as f32
    }
}
