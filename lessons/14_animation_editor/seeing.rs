//! Draws what is shown beside the pose: the poses before and after it, and the paths of joints.

use crate::editor::Editor;
use anyhow::Result;
use common::pose::walk;
use common::transform::{Transform, transform_point};
use editor::Animation;
use gl::colour::{ACCENT, CHANGED, Colour, INK, with_alpha};
use glam::{Mat4, Vec3};
use models::{ModelLook, ModelScene};
use stage::Frame;

/// The strength of the poses before and after.
const FAINT: f32 = 0.2;

/// Number of points on a joint's path in a second.
const POINTS_PER_SECOND: f32 = 60.0;
/// Most points of a path, for long animations.
const MOST_POINTS: f32 = 2000.0;

/// Switches for the things drawn beside the pose.
pub struct Seeing {
    pub skeleton: bool,
    /// Onion skins: the poses at the keys before and after the present time.
    pub onion: bool,
    /// True if the paths of the chosen joints are shown.
    pub trail: bool,
}

/// Every node's matrix to the model, for a pose.
pub fn model_from_nodes(scene: &ModelScene, pose: &[Transform]) -> Vec<Mat4> {
    let mut placed = vec![Mat4::IDENTITY; pose.len()];
    walk(&scene.asset.rig.skeleton, |i| pose[i].to_matrix(), &mut placed);
    placed
}

impl Seeing {
    /// Draws everything that is shown besides the pose at a time.
    pub fn draw(&self, frame: &mut Frame<'_>, scene: &ModelScene, editor: &Editor, time: f32) -> Result<()> {
        let Some(animation) = editor.animation() else { return Ok(()) };
        if self.onion {
            for (key, colour) in [(animation.key_before(time), ACCENT), (animation.key_after(time), CHANGED)]
            {
                key.map_or(Ok(()), |key| ghost(frame, scene, animation, key, colour))?;
            }
        }
        for &joint in editor.chosen.all().iter().filter(|_| self.trail) {
            trail(frame, scene, animation, joint);
        }
        Ok(())
    }
}

/// Draws the model transparently, in an animation's pose at a time.
fn ghost(
    frame: &mut Frame<'_>,
    scene: &ModelScene,
    animation: &Animation,
    time: f32,
    colour: Colour,
) -> Result<()> {
    let pose = animation.pose(&scene.asset.rig, time);
    let look = ModelLook { ghost: Some(with_alpha(colour, FAINT)), ..ModelLook::default() };
    scene.draw_posed(frame, scene.world_from_model(), &model_from_nodes(scene, &pose), look)
}

/// Draws the path of a joint's origin through the world, with a mark for each of its keys.
fn trail(frame: &mut Frame<'_>, scene: &ModelScene, animation: &Animation, joint: usize) {
    let mut animator = animation.animator(&scene.asset.rig);
    let mut place = |time: f32| {
        animator.seek(time);
        let model_from_joint = model_from_nodes(scene, animator.pose())[joint];
        transform_point(scene.world_from_model(), model_from_joint.w_axis.truncate())
    };
    let count = (animation.seconds * POINTS_PER_SECOND).clamp(1.0, MOST_POINTS).ceil();
    let points: Vec<Vec3> =
        (0..=count as u16).map(|i| place(animation.seconds * f32::from(i) / count)).collect();
    let colour = scene.colour(joint);
    for pair in points.windows(2) {
        frame.lines_on_top.line(pair[0], pair[1], 2.0, with_alpha(colour, 0.7));
    }
    for time in animation.key_times(joint) {
        let at = place(time);
        let reach = frame.view.metres_of_pixels(at, 1.5);
        frame.lines_on_top.line(at - reach * Vec3::Y, at + reach * Vec3::Y, 5.0, INK);
    }
}
