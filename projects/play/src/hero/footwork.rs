//! A body on the ground: on its feet, or along the ground while it lies.

use super::terrain::Terrain;
use common::ik::{Feet, Ground, smooth};
use common::pose::Pose;
use common::rig::Rig;
use glam::{Mat4, Vec2};
use ground::TICK;
use std::sync::Arc;

/// Seconds until a body is fully on the ground, or fully off it.
const COMES: f32 = 0.12;

/// Seconds until a body is fully along the ground, or fully on its feet.
const LIES: f32 = 0.3;

/// Half-life of the distance to another lift or lean, in seconds.
const FOLLOWS: f32 = 0.03;

/// A body, and what it stands or lies on.
///
/// All places are in a frame that goes along with it: it begins where the feet of its shape are, x to the right, y up, z to
/// the viewer.
#[derive(Clone, Debug)]
pub(super) struct Footwork {
    feet: Feet,
    /// Weight of all corrections: from 0, in the air, to 1, on the ground.
    weight: f32,
    /// Weight of lying: from 0, on its feet, to 1, along the ground.
    lies: f32,
    /// Height of the ground below the hips, and the angle by which it rises to the right below all of the body.
    under: Vec2,
}

impl Footwork {
    /// Creates the footwork of a rig's legs.
    pub fn new(rig: &Arc<Rig>, world_from_model: Mat4) -> Self {
        Self { feet: Feet::new(rig, world_from_model), weight: 0.0, lies: 0.0, under: Vec2::ZERO }
    }

    /// Puts the feet of a pose on the terrain for a tick, in which the ground moves by `moved` in the frame, if there is any.
    /// Who `lies` along it has no feet that stand. Returned is for a body that lies how high the model is to be in the frame,
    /// and by which angle it is to be turned to the left as a whole.
    pub fn fit(
        &mut self,
        pose: &mut Pose,
        from_model: Mat4,
        terrain: Option<&Terrain>,
        lies: bool,
        moved: Vec2,
    ) -> Vec2 {
        let seconds = TICK as f32;
        let comes = if terrain.is_some() { seconds } else { -seconds };
        self.weight = (self.weight + comes / COMES).clamp(0.0, 1.0);
        self.lies = (self.lies + if lies { seconds } else { -seconds } / LIES).clamp(0.0, 1.0);
        if let Some(terrain) = terrain {
            let comes = if self.weight > 0.0 { 1.0 - 0.5f32.powf(seconds / FOLLOWS) } else { 1.0 };
            self.under += comes * (terrain.under - self.under);
        }
        let (on_ground, lying) = (smooth(self.weight), smooth(self.lies));
        let height = terrain.map(|terrain| move |x: f32, _: f32| terrain.height(x));
        // A lying body has let go of the ground.
        let height = height.as_ref().filter(|_| !lies).map(|height| height as &dyn Fn(f32, f32) -> f32);
        let weight = on_ground * (1.0 - lying);
        let ground = Ground { world_from_model: from_model, height, weight, moved: moved.extend(0.0) };
        self.feet.fit(pose, &ground, seconds);
        on_ground * lying * self.under
    }
}
