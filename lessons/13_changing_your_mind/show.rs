//! What the knight does: who plays, what is laid over it, and what he has done in the last seconds.

use crate::knight::{Knight, LAYERS, MOTIONS, Move, STRIDE, numbered};
use anyhow::Result;
use common::clip::{Animator, Layer, Player, Source, set_below};
use common::pose::Pose;
use glam::{Mat4, Vec3};
use std::collections::VecDeque;
use std::rc::Rc;

/// For how many seconds he is remembered.
pub const REMEMBERED: f32 = 3.0;

/// The joints whose way is shown: a hand and a foot.
pub const FOLLOWED: [&str; 2] = ["hand.R", "toe.R"];

/// After so many seconds, and after so many metres, they are counted from 0 again. The ground looks the same there.
const ROUND: f32 = 10.0;

/// Below this height, in metres, the joint of the toes is on the ground.
const GROUNDED: f32 = 0.05;

/// How one motion follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// At once.
    Cut,
    /// On the way from the pose on screen.
    Fade,
    /// On the way from the first pose of what was played: a mistake.
    FromFirstFrame,
}

/// What he is told to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// The number of a motion.
    pub motion: usize,
    /// The number of a layer.
    pub layer: Option<usize>,
    pub change: Change,
    /// Seconds.
    pub fade: f32,
    /// How fast the stride is, in metres a second.
    pub pace: f32,
    /// Whether the stride keeps both clips at one phase.
    pub matched: bool,
    /// How much of the layer there is, from 0 to 1.
    pub amount: f32,
    /// Which joints are the layer's.
    pub mask: MaskShape,
}

/// Which joints are the layer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskShape {
    /// The chest and all below it; the spine by half.
    Soft,
    /// The chest and all below it.
    Hard,
    /// The arm that does it.
    Arm,
    /// All joints.
    All,
}

/// How much of each motion there is in a pose.
pub type Shares = [f32; MOTIONS.len()];

/// A moment that is remembered.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Counted as the show's own time is now, in seconds.
    pub time: f32,
    /// What the kept pose is made of. Together with the motion that is played it is 1.
    pub kept: Shares,
    /// The number of the motion that is played, and its weight.
    pub playing: (usize, f32),
    /// The number of the motion that is laid over, and its weight.
    pub layer: (usize, f32),
    /// Where the followed joints are, in the world.
    pub places: [Vec3; FOLLOWED.len()],
    /// How far he had gone, in metres, counted as [`Show::gone`] is now.
    pub gone: f32,
}

/// The knight in motion.
pub struct Show {
    pub player: Player<Move>,
    pub layer: Layer<Animator>,
    /// The pose on screen.
    pub pose: Pose,
    /// The last seconds, the latest moment at the end.
    pub moments: VecDeque<Moment>,
    knight: Rc<Knight>,
    followed: [Option<usize>; FOLLOWED.len()],
    /// What the kept pose was made of, and how fast it went.
    kept: Shares,
    kept_speed: f32,
    time: f32,
    gone: f32,
}

impl Show {
    /// The knight, walking.
    pub fn new(knight: &Rc<Knight>) -> Result<Self> {
        let mut player = knight.player()?;
        player.start("walk", 0.0)?;
        player.update(0.3);
        let followed = FOLLOWED.map(|name| knight.joint(name));
        Ok(Self {
            layer: Layer::new(knight.layers()?),
            pose: player.pose().to_vec(),
            player,
            moments: VecDeque::new(),
            knight: knight.clone(),
            followed,
            kept: Shares::default(),
            kept_speed: 0.0,
            time: 0.0,
            gone: 0.0,
        })
    }

    /// Lets `dt` seconds pass while he does what he is told. What he is told he may be told again in every picture.
    pub fn update(&mut self, dt: f32, wish: &Wish) -> Result<()> {
        if let Some(Move::Stride(gait)) = self.player.source_named(MOTIONS[STRIDE].name) {
            gait.matched = wish.matched;
            gait.set_speed(wish.pace);
        }
        self.start(wish)?;
        self.player.update(dt);
        self.lay_over(dt, wish)?;
        self.pose.copy_from_slice(self.player.pose());
        self.layer.lay_over(&mut self.pose);
        self.time += dt;
        self.gone += self.speed() * dt;
        if dt > 0.0 {
            self.remember();
        }
        self.count_anew();
        Ok(())
    }

    /// Keeps time and way small. After an hour they would be too coarse for the length of a step.
    fn count_anew(&mut self) {
        let [time, gone] = [self.time, self.gone].map(|counted| ROUND * (counted / ROUND).floor());
        self.time -= time;
        self.gone -= gone;
        for moment in &mut self.moments {
            moment.time -= time;
            moment.gone -= gone;
        }
    }

    fn start(&mut self, wish: &Wish) -> Result<()> {
        let next = MOTIONS[wish.motion].name;
        let (playing, _) = self.playing();
        if playing == wish.motion {
            return Ok(self.player.start(next, wish.fade)?);
        }
        if wish.change == Change::FromFirstFrame {
            self.player.restart(MOTIONS[playing].name, 0.0)?;
            self.player.update(0.0);
        }
        (self.kept, self.kept_speed) = (self.shares(), self.speed());
        let fade = if wish.change == Change::Cut { 0.0 } else { wish.fade };
        Ok(self.player.start(next, fade)?)
    }

    fn lay_over(&mut self, dt: f32, wish: &Wish) -> Result<()> {
        let fade = if wish.change == Change::Cut { 0.0 } else { wish.fade };
        self.layer.goal = if wish.layer.is_some() { wish.amount } else { 0.0 };
        if let Some(layer) = wish.layer {
            let name = LAYERS[layer];
            self.set_mask(wish.mask, layer);
            // What nobody sees need not fade.
            match self.layer.weight() > 0.0 {
                true => self.layer.player.start(name, fade)?,
                false => self.layer.player.restart(name, 0.0)?,
            }
        }
        self.layer.update(dt, fade);
        Ok(())
    }

    fn set_mask(&mut self, shape: MaskShape, layer: usize) {
        // The fist that punches is the left one; the sword is in the right.
        let arm = ["shoulder.L", "shoulder.R"][layer];
        let parts: &[(&str, f32)] = match shape {
            MaskShape::Soft => &[("spine", 0.5), ("chest", 1.0)],
            MaskShape::Hard => &[("chest", 1.0)],
            MaskShape::Arm => &[(arm, 1.0)],
            MaskShape::All => &[("hips", 1.0)],
        };
        let mask = &mut self.layer.mask;
        mask.fill(0.0);
        for &(joint, weight) in parts {
            if let Some(joint) = self.knight.joint(joint) {
                set_below(mask, &self.knight.figure.skeleton, joint, weight);
            }
        }
    }

    /// The number of the motion that is played, and its weight.
    pub fn playing(&self) -> (usize, f32) {
        let playing = self.player.source().and_then(|source| numbered(source.name()));
        (playing.unwrap_or(0), self.player.fade().weight())
    }

    /// How much of each motion there is now, apart from the layer.
    fn shares(&self) -> Shares {
        let (playing, weight) = self.playing();
        let mut shares = self.kept.map(|share| share * (1.0 - weight));
        shares[playing] += weight;
        shares
    }

    /// How fast the ground goes by, in metres a second.
    fn speed(&self) -> f32 {
        let weight = self.player.fade().weight();
        let speed = self.player.source().map_or(0.0, Move::speed);
        (1.0 - weight) * self.kept_speed + weight * speed
    }

    /// How far he has gone, in metres, on ground that is the same again after a round.
    pub fn gone(&self) -> f32 {
        self.gone
    }

    fn remember(&mut self) {
        let (playing, weight) = self.playing();
        let laid = self.layer.player.source().and_then(|source| numbered(source.name()));
        let matrices = self.world_from_joints(false);
        let place = |joint: usize| matrices[joint].w_axis.truncate();
        self.moments.push_back(Moment {
            time: self.time,
            kept: self.kept.map(|share| share * (1.0 - weight)),
            playing: (playing, weight),
            layer: (laid.unwrap_or(0), self.layer.weight()),
            places: self.followed.map(|joint| joint.map_or(Vec3::ZERO, place)),
            gone: self.gone,
        });
        while self.moments.front().is_some_and(|moment| moment.time < self.time - REMEMBERED) {
            self.moments.pop_front();
        }
    }

    /// From every joint to the world. If matrices are mixed and not poses, it is the mistake that it sounds like.
    pub fn world_from_joints(&self, matrices_mixed: bool) -> Vec<Mat4> {
        let world_from_model = self.knight.scene.world_from_model();
        let model_from_joints = match matrices_mixed {
            true => self.mixed_matrices(),
            false => self.knight.model_from_joints(&self.pose),
        };
        model_from_joints.into_iter().map(|matrix| world_from_model * matrix).collect()
    }

    /// All that is mixed, each walked down the tree by itself, and number by number mixed after that.
    fn mixed_matrices(&self) -> Vec<Mat4> {
        let Some(source) = self.player.source() else { return Vec::new() };
        let weight = self.player.fade().weight();
        let [kept, played, laid] = [self.player.fade().kept(), source.pose(), self.layer.player.pose()]
            .map(|pose| self.knight.model_from_joints(pose));
        let layer = |joint: usize| self.layer.mask[joint] * self.layer.weight();
        (0..kept.len()).map(|i| mixed(mixed(kept[i], played[i], weight), laid[i], layer(i))).collect()
    }

    /// How fast the foot that is followed slides while it is on the ground, on average, in metres a second.
    pub fn slide(&self) -> f32 {
        let (mut way, mut seconds) = (0.0, 0.0);
        for (a, b) in self.moments.iter().zip(self.moments.iter().skip(1)) {
            let [from, to] = [a, b].map(|moment| moment.places[1] + moment.gone * Vec3::Z);
            if to.y < GROUNDED {
                way += from.distance(to.with_y(from.y));
                seconds += b.time - a.time;
            }
        }
        if seconds > 0.0 { way / seconds } else { 0.0 }
    }

    /// The fastest that a followed joint was in the time that is remembered, in metres a second.
    pub fn fastest(&self, followed: usize) -> f32 {
        let pairs = self.moments.iter().zip(self.moments.iter().skip(1));
        let speeds = pairs.map(|(a, b)| a.places[followed].distance(b.places[followed]) / (b.time - a.time));
        speeds.fold(0.0, f32::max)
    }
}

fn mixed(from: Mat4, to: Mat4, weight: f32) -> Mat4 {
    from * (1.0 - weight) + to * weight
}
