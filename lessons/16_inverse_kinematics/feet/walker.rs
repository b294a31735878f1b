//! The knight who walks: his clip, fitted to the ground.

use super::hills::Hills;
use super::look_at::LookAt;
use super::prints::Prints;
use anyhow::{Context as _, Result, ensure};
use common::clip::Animator;
use common::ik::{Feet, Foot, Ground};
use common::pose::{Pose, walk};
use common::rig::Rig;
use common::transform::transform_point;
use formats::Asset;
use gl::asset_path;
use glam::{Mat4, Vec3, vec3};
use std::sync::Arc;

/// Number of parts of the clip for which it is known what stands.
pub const PARTS: usize = 60;

/// Speed of the clip's walk, in metres a second. Ahead is the world's z.
pub const CLIP_SPEED: f32 = 1.0;

/// Vector from his head's joint to his eyes, at rest in the world.
const EYES: Vec3 = vec3(0.0, 0.12, 0.1);

/// Greatest turn of his eyes, in radians: 75°.
const FARTHEST_LOOK: f32 = 1.31;

/// Number of rounds of the clip that he walks up to his place, after which earlier ones have no effect.
const BEFORE: f64 = 5.0;

/// The longest step in which he walks, in seconds.
const STEP: f64 = 1.0 / 60.0;

/// His speed over the ground, in metres a second: lower than the clip's, so that his feet slide unless they're held.
const SPEED: f32 = 0.8;

/// His task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    pub hills: Hills,
    /// True if his feet are fitted to the ground.
    pub fits: bool,
    /// True if a planted foot keeps its place.
    pub holds: bool,
    /// True if his hips come down where a leg is too short.
    pub lowers: bool,
}

impl Request {
    /// Returns the time for a round of the ground, in seconds.
    pub fn seconds(&self) -> f32 {
        self.hills.round / SPEED
    }
}

/// The knight on his way.
pub struct Walker {
    rig: Arc<Rig>,
    world_from_model: Mat4,
    feet: Feet,
    /// His feet before their first step.
    fresh: Feet,
    parts: Vec<Foot>,
    gaze: LookAt,
    /// Target of his look, relative to him.
    look: Vec3,
    animator: Animator,
    /// Time that he has walked, in seconds.
    time: f64,
    /// His distance in the round, in metres.
    gone: f64,
    pose: Pose,
    world_from_joints: Vec<Mat4>,
    pub prints: Prints,
    /// Which heels and toes stood in each part of the clip's last round.
    pub stood: [[[bool; 2]; 2]; PARTS],
    /// His task so far.
    walked: Option<Request>,
}

impl Walker {
    pub fn new(knight: &Asset) -> Result<Self> {
        let clip = Arc::new(formats::first_clip(&asset_path("knight/knight_walk.dae"), knight)?);
        let (rig, world_from_model) = (knight.rig.clone(), knight.world_from_model);
        let joint = |name: &str| {
            let found = rig.skeleton.named(name);
            found.with_context(|| format!("the knight has no joint '{name}'"))
        };
        let (at_rest, parts) = Foot::of_rig(&rig, world_from_model);
        ensure!(parts.len() == 2, "the knight has {} feet", parts.len());
        let fresh = Feet::new(&rig, world_from_model);
        Ok(Self {
            gaze: gaze(&at_rest, [joint("neck")?, joint("head")?]),
            look: Vec3::Z,
            feet: fresh.clone(),
            fresh,
            parts,
            animator: Animator::new(rig.clone(), clip),
            time: 0.0,
            gone: 0.0,
            pose: rig.rest.clone(),
            world_from_joints: at_rest,
            prints: Prints::default(),
            stood: [[[false; 2]; 2]; PARTS],
            walked: None,
            world_from_model,
            rig,
        })
    }

    /// Returns the length of a round of the clip, in seconds.
    pub fn seconds(&self) -> f32 {
        self.animator.clip().seconds
    }

    /// Lets `dt` seconds pass, until a time; or puts him there if that's no short way. He looks at a point that moves
    /// with him.
    pub fn update(&mut self, time: f32, dt: f32, request: &Request, look: Vec3) {
        self.look = look;
        let walked = Some(*request);
        if self.walked.is_none() || !(0.0..1.0).contains(&dt) {
            self.come_to(f64::from(time), f64::from(time) * f64::from(SPEED), request);
        } else {
            // A new ground takes effect as if it had always been there, even while paused.
            if self.walked != walked {
                self.come_to(self.time, self.gone, request);
            }
            self.pass(f64::from(dt), request);
        }
        self.walked = walked;
    }

    /// Lets time pass, in short steps.
    fn pass(&mut self, seconds: f64, request: &Request) {
        // A tenth of a second is six steps, however it is rounded.
        let steps = (seconds / STEP - 0.01).ceil().clamp(1.0, 1000.0);
        for _ in 0..steps as u16 {
            self.step(seconds / steps, request);
        }
    }

    /// Starts again before a time and a place, and walks up to them, as if he had always walked like this.
    fn come_to(&mut self, time: f64, gone: f64, request: &Request) {
        let before = BEFORE * f64::from(self.seconds());
        self.feet = self.fresh.clone();
        self.prints = Prints::default();
        self.time = time - before;
        self.gone = (gone - before * f64::from(SPEED)).rem_euclid(f64::from(request.hills.round));
        self.pass(before, request);
    }

    fn step(&mut self, dt: f64, request: &Request) {
        self.time += dt;
        self.gone += dt * f64::from(SPEED);
        let mut moved = Vec3::ZERO;
        if self.gone >= f64::from(request.hills.round) {
            self.gone -= f64::from(request.hills.round);
            moved = -request.hills.round * Vec3::Z;
            self.prints.carry(moved);
        }
        let here = self.here();
        self.animator.seek(self.time.rem_euclid(f64::from(self.seconds())) as f32);
        self.pose.copy_from_slice(self.animator.pose());

        let height = |_: f32, z: f32| request.hills.height(z);
        let mut world_from_model = Mat4::from_translation(here) * self.world_from_model;
        let ground = Ground { world_from_model, height: Some(&height), weight: 1.0, moved };
        (self.feet.holds, self.feet.lowers) = (request.holds, request.lowers);
        if request.fits {
            self.feet.fit(&mut self.pose, &ground, dt as f32);
        } else {
            // What stands is known all the same.
            self.feet.fit(&mut self.pose.clone(), &ground, dt as f32);
            world_from_model =
                Mat4::from_translation(request.hills.height(here.z) * Vec3::Y) * world_from_model;
        }
        self.stood[(self.phase() * PARTS as f32) as usize % PARTS] = self.stands();
        walk(&self.rig.skeleton, |i| self.pose[i].to_matrix(), &mut self.world_from_joints);
        let target = transform_point(world_from_model.inverse(), self.look + here);
        let (skeleton, joints) = (&self.rig.skeleton, &mut self.world_from_joints);
        self.gaze.look(skeleton, &mut self.pose, joints, target, 1.0);
        for world_from_joint in &mut self.world_from_joints {
            *world_from_joint = world_from_model * *world_from_joint;
        }
        self.prints.step(self.time, &self.soles(), &self.stands());
    }

    /// Returns the phase of the clip, from 0 to 1.
    pub fn phase(&self) -> f32 {
        self.animator.time() / self.seconds()
    }

    /// Returns his place on the ground, in the world.
    pub fn here(&self) -> Vec3 {
        self.gone as f32 * Vec3::Z
    }

    pub fn world_from_joints(&self) -> &[Mat4] {
        &self.world_from_joints
    }

    /// Heel and toe of each foot, in the world.
    pub fn soles(&self) -> [[Vec3; 2]; 2] {
        [0, 1].map(|side: usize| self.parts[side].sole(&self.world_from_joints))
    }

    /// Returns which of them are planted now.
    pub fn stands(&self) -> [[bool; 2]; 2] {
        let mut stands = self.feet.stands();
        [0, 1].map(|_| stands.next().unwrap_or_default())
    }

    /// Returns the place of his eyes, in the world.
    pub fn eyes(&self) -> Vec3 {
        let head = self.gaze.joints.last().map_or(0, |(head, _)| *head);
        transform_point(self.world_from_joints[head], self.gaze.eyes)
    }
}

/// Neck and head, which share the turn. At rest he looks ahead.
fn gaze(world_from_joints: &[Mat4], [neck, head]: [usize; 2]) -> LookAt {
    let head_from_world = world_from_joints[head].inverse();
    let in_head = |way: Vec3| head_from_world.transform_vector3(way);
    LookAt {
        joints: vec![(neck, 0.4), (head, 1.0)],
        eyes: in_head(EYES),
        ahead: in_head(Vec3::Z),
        limit: FARTHEST_LOOK,
    }
}
