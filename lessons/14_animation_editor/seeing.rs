//! Draws what is shown beside the pose: the poses before and after it, the paths of joints, another animation.

use crate::editor::Editor;
use anyhow::Result;
use common::pose::{Pose, walk};
use common::transform::{Transform, transform_point};
use editor::Animation;
use formats::Surface;
use gl::colour::{ACCENT, CHANGED, Colour, INK, with_alpha};
use glam::{Mat4, Vec3};
use models::{ModelLook, ModelScene};
use stage::Frame;

/// The colours of the poses before and after, and of another animation.
const BEFORE: Colour = ACCENT;
const AFTER: Colour = CHANGED;
const OTHER: Colour = INK;

/// Number of points on a joint's path in a second.
const POINTS_PER_SECOND: f32 = 60.0;
/// Most points of a path, for long animations.
const MOST_POINTS: f32 = 2000.0;

/// Switches for the things drawn beside the pose.
pub struct Seeing {
    pub skeleton: bool,
    /// Onion skins: the number of columns of keys before and after the present time, and their strength.
    pub onion: bool,
    pub before: f32,
    pub after: f32,
    pub faint: f32,
    /// True if the paths of the chosen joints are shown.
    pub trail: bool,
    /// Another animation of the document, at the same time.
    pub other: Option<usize>,
}

impl Default for Seeing {
    fn default() -> Self {
        let skeleton = true;
        Self { skeleton, onion: false, before: 1.0, after: 1.0, faint: 0.8, trail: false, other: None }
    }
}

/// Every node's matrix to the model, for a pose.
pub fn model_from_nodes(scene: &ModelScene, pose: &[Transform]) -> Vec<Mat4> {
    let mut placed = vec![Mat4::IDENTITY; pose.len()];
    walk(&scene.asset.rig.skeleton, |i| pose[i].to_matrix(), &mut placed);
    placed
}

/// Draws a model in a pose.
pub fn draw_model(
    frame: &mut Frame<'_>,
    scene: &ModelScene,
    model_from_nodes: &[Mat4],
    look: ModelLook,
) -> Result<()> {
    let palette =
        |surface: &Surface, palette: &mut Vec<Mat4>| surface.palette_into(model_from_nodes, palette);
    scene.draw(&mut frame.target, &frame.view, scene.world_from_model(), palette, look)
}

impl Seeing {
    /// Draws everything that is shown besides the pose at a time.
    pub fn draw(&self, frame: &mut Frame<'_>, scene: &ModelScene, editor: &Editor, time: f32) -> Result<()> {
        let Some(animation) = editor.animation() else { return Ok(()) };
        if let Some(other) = self.other.and_then(|index| editor.document().animations.get(index)) {
            self.ghost(frame, scene, other, time, OTHER)?;
        }
        if self.onion {
            let columns = |next: fn(&Animation, f32) -> Option<f32>| {
                std::iter::successors(next(animation, time), move |&column| next(animation, column))
            };
            for column in columns(Animation::key_before).take(self.before as usize) {
                self.ghost(frame, scene, animation, column, BEFORE)?;
            }
            for column in columns(Animation::key_after).take(self.after as usize) {
                self.ghost(frame, scene, animation, column, AFTER)?;
            }
        }
        for &joint in editor.chosen.all().iter().filter(|_| self.trail) {
            trail(frame, scene, animation, joint);
        }
        Ok(())
    }

    /// Draws the model transparently, in an animation's pose at a time.
    fn ghost(
        &self,
        frame: &mut Frame<'_>,
        scene: &ModelScene,
        animation: &Animation,
        time: f32,
        colour: Colour,
    ) -> Result<()> {
        let mut pose = Pose::new();
        animation.pose_into(&scene.asset.rig.rest, time, &mut pose);
        let colour = with_alpha(colour, 1.0 - self.faint);
        let placed = model_from_nodes(scene, &pose);
        draw_model(frame, scene, &placed, ModelLook { ghost: Some(colour), ..ModelLook::default() })
    }
}

/// Draws the path of a joint's origin through the world, with a mark for each of its keys.
fn trail(frame: &mut Frame<'_>, scene: &ModelScene, animation: &Animation, joint: usize) {
    let mut pose = Pose::new();
    let mut place = |time: f32| {
        animation.pose_into(&scene.asset.rig.rest, time, &mut pose);
        let model_from_joint = model_from_nodes(scene, &pose)[joint];
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
