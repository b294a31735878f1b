//! The knight's motion: the clip that plays, the change from the clip before, and the layer over both.

use crate::knight::{Knight, LAYERS, MOTIONS, numbered};
use crate::past::{Moment, Past};
use anyhow::Result;
use common::clip::{Animator, Layer, Mixer, Source, feathered_mask};
use common::pose::{Pose, placed};
use glam::Mat4;
use std::rc::Rc;

/// Periods in seconds and in metres after which both are counted from 0 again. The ground repeats with it.
const ROUND: f32 = 10.0;

/// Kind of change from one motion to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Switches at once.
    Cut,
    /// Fades from the pose on screen.
    Fade,
    /// Fades from the first pose of the old motion: a mistake.
    FromFirstPose,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// The index of the motion that lasts, and of one that is played once instead.
    pub lasting: usize,
    pub once: Option<usize>,
    /// The index of a layer.
    pub layer: Option<usize>,
    /// True if the layer is added, and not blended.
    pub added: bool,
    pub change: Change,
    /// Seconds.
    pub fade: f32,
    /// Amount of the layer, from 0 to 1.
    pub amount: f32,
    /// The first and the last joint of its mask's edge; a last one above the first counts as the first.
    pub mask: [Edge; 2],
}

/// First or last joint of a mask's edge, on the path from the hips to an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    Hips,
    Spine,
    Chest,
    /// The shoulder of the arm that does it.
    Arm,
}

/// Share of each motion in a pose.
pub type Shares = [f32; MOTIONS.len()];

/// The knight in motion.
pub struct Show {
    pub mixer: Mixer<Animator>,
    pub layer: Layer<Animator>,
    /// The pose on screen, and every joint's matrix to the model.
    pub pose: Pose,
    model_from_joints: Vec<Mat4>,
    /// The last seconds: for the instruments alone.
    pub past: Past,
    pub knight: Rc<Knight>,
    /// Shares of the motions in the kept pose, and its speed.
    kept: Shares,
    kept_speed: f32,
    time: f32,
    gone: f32,
}

impl Show {
    /// The knight, walking.
    pub fn new(knight: &Rc<Knight>) -> Result<Self> {
        let mut mixer = knight.mixer()?;
        mixer.start("walk", 0.0)?;
        mixer.update(0.3);
        Ok(Self {
            layer: knight.layer()?,
            pose: mixer.pose().to_vec(),
            model_from_joints: placed(&knight.rig().skeleton, mixer.pose()),
            mixer,
            past: Past::new(knight),
            knight: knight.clone(),
            kept: Shares::default(),
            kept_speed: 0.0,
            time: 0.0,
            gone: 0.0,
        })
    }

    /// Lets `dt` seconds pass with a request, which may be repeated in every frame.
    pub fn update(&mut self, dt: f32, request: &Request) -> Result<()> {
        self.start(request)?;
        self.mixer.update(dt);
        self.lay_over(dt, request)?;
        self.pose.copy_from_slice(self.mixer.pose());
        self.layer.lay_over(&mut self.pose);
        self.model_from_joints = placed(&self.knight.rig().skeleton, &self.pose);
        self.time += dt;
        self.gone += self.speed() * dt;
        if dt > 0.0 {
            self.remember();
        }
        self.count_anew();
        Ok(())
    }

    /// Keeps time and distance small. After an hour they would be too coarse for the length of a step.
    fn count_anew(&mut self) {
        let [time, gone] = [self.time, self.gone].map(|counted| ROUND * (counted / ROUND).floor());
        self.time -= time;
        self.gone -= gone;
        self.past.count_from(time, gone);
    }

    fn start(&mut self, request: &Request) -> Result<()> {
        let motion = request.once.unwrap_or(request.lasting);
        let next = MOTIONS[motion].name;
        let (playing, _) = self.playing();
        if playing == motion {
            return Ok(self.mixer.start(next, request.fade)?);
        }
        if request.change == Change::FromFirstPose {
            self.mixer.restart(MOTIONS[playing].name, 0.0)?;
            self.mixer.update(0.0);
        }
        (self.kept, self.kept_speed) = (self.shares(), self.speed());
        let fade = if request.change == Change::Cut { 0.0 } else { request.fade };
        Ok(self.mixer.start(next, fade)?)
    }

    fn lay_over(&mut self, dt: f32, request: &Request) -> Result<()> {
        // An added motion begins with no difference, so it needn't fade in.
        let at_once = request.change == Change::Cut || request.added && request.layer.is_some();
        let fade = if at_once { 0.0 } else { request.fade };
        self.layer.is_added = request.added;
        self.layer.goal = if request.layer.is_some() { request.amount } else { 0.0 };
        if let Some(layer) = request.layer {
            let name = LAYERS[layer];
            self.set_mask(request.mask, layer);
            // An invisible layer needn't fade.
            match self.layer.weight() > 0.0 {
                true => self.layer.mixer.start(name, fade)?,
                false => self.layer.mixer.restart(name, 0.0)?,
            }
        }
        self.layer.update(dt, fade);
        Ok(())
    }

    fn set_mask(&mut self, [first, last]: [Edge; 2], layer: usize) {
        // The fist that punches is the left one; the sword is in the right.
        let arm = ["shoulder.L", "shoulder.R", "shoulder.R"][layer];
        let joint = |edge: Edge| self.knight.joint(["hips", "spine", "chest", arm][edge as usize]);
        if let (Some(first), Some(last)) = (joint(first), joint(last.max(first))) {
            self.layer.mask = feathered_mask(&self.knight.rig().skeleton, first, last);
        }
    }

    /// The index of the present motion, and its weight.
    pub fn playing(&self) -> (usize, f32) {
        let playing = self.mixer.source().and_then(|source| numbered(source.name()));
        (playing.unwrap_or(0), self.mixer.fade().weight())
    }

    /// Returns the share of each motion now, apart from the layer.
    fn shares(&self) -> Shares {
        let (playing, weight) = self.playing();
        let mut shares = self.kept.map(|share| share * (1.0 - weight));
        shares[playing] += weight;
        shares
    }

    /// Returns the speed of the ground below, in metres a second.
    fn speed(&self) -> f32 {
        let (playing, weight) = self.playing();
        (1.0 - weight) * self.kept_speed + weight * MOTIONS[playing].speed
    }

    /// Returns the distance he has gone, in metres, on ground that repeats after a round.
    pub fn gone(&self) -> f32 {
        self.gone
    }

    fn remember(&mut self) {
        let (playing, weight) = self.playing();
        let laid = self.layer.mixer.source().and_then(|source| numbered(source.name()));
        let matrices = self.world_from_joints(false);
        self.past.remember(Moment {
            time: self.time,
            kept: self.kept.map(|share| share * (1.0 - weight)),
            playing: (playing, weight),
            layer: (laid.unwrap_or(0), self.layer.weight()),
            place: self.past.place(&matrices),
            gone: self.gone,
        });
    }

    /// Computes the matrices from every joint to the world. Mixing matrices instead of poses is a mistake.
    pub fn world_from_joints(&self, matrices_mixed: bool) -> Vec<Mat4> {
        let world_from_model = self.knight.scene.world_from_model();
        let to_world = |matrix: &Mat4| world_from_model * *matrix;
        match matrices_mixed {
            true => self.mixed_matrices().iter().map(to_world).collect(),
            false => self.model_from_joints.iter().map(to_world).collect(),
        }
    }

    /// Mixes the matrices of each pose, walked down the tree by itself, number by number.
    fn mixed_matrices(&self) -> Vec<Mat4> {
        let Some(source) = self.mixer.source() else { return Vec::new() };
        let weight = self.mixer.fade().weight();
        let poses = [self.mixer.fade().kept(), source.pose(), self.layer.mixer.pose()];
        let [kept, played, laid] = poses.map(|pose| placed(&self.knight.rig().skeleton, pose));
        let layer = |joint: usize| self.layer.mask[joint] * self.layer.weight();
        (0..kept.len()).map(|i| mixed(mixed(kept[i], played[i], weight), laid[i], layer(i))).collect()
    }
}

fn mixed(from: Mat4, to: Mat4, weight: f32) -> Mat4 {
    from * (1.0 - weight) + to * weight
}
