//! The view of the model, with what is shown beside its pose: the poses before and after it, and the paths of joints.

use crate::editor::Editor;
use crate::figure::Figure;
use anyhow::Result;
use common::transform::transform_point;
use editor::Animation;
use gl::colour::{ACCENT, CHANGED, INK, with_alpha};
use gl::{Model, ModelLook};
use glam::Vec3;
use stage::{Camera, Frame, Panels};
use std::rc::Rc;

/// The strength of the poses before and after.
const FAINT: f32 = 0.2;

/// Number of points on a joint's path in a second.
const POINTS_PER_SECOND: f32 = 60.0;
/// Most points of a path, for long animations.
const MOST_POINTS: f32 = 2000.0;

/// The view: the camera at first, and the things that can be drawn beside the pose.
pub struct Seeing {
    /// The camera that has the whole model in view.
    pub around: Camera,
    /// True if the camera is to go there.
    pub shows_all: bool,
    skeleton: bool,
    /// Onion skins: the poses at the keys before and after the present time.
    onion: bool,
    /// True if the paths of the chosen joints are shown.
    trail: bool,
}

impl Seeing {
    pub fn new(scene: &Model) -> Self {
        let around = Camera::around(scene.places(&scene.model_from_nodes_at_rest()), 24.0, 10.0);
        Self { around, shows_all: false, skeleton: true, onion: false, trail: false }
    }

    /// Shows the menu of what can be seen.
    pub fn menu(&mut self, panels: &mut Panels<'_>) {
        panels.menu("View", |menu| {
            menu.switch("Skeleton", &mut self.skeleton);
            menu.switch("Onion skins", &mut self.onion);
            menu.switch("Trail", &mut self.trail);
        });
    }

    /// Brings the whole model into view, if that was asked for.
    pub fn follow(&mut self, camera: &mut Camera) {
        if std::mem::take(&mut self.shows_all) {
            (camera.target, camera.height) = (self.around.target, self.around.height);
        }
    }

    /// Draws what can be seen beside the model as it stands.
    pub fn draw(&self, frame: &mut Frame<'_>, figure: &Figure, editor: &Editor) -> Result<()> {
        let Figure { scene, time, .. } = figure;
        if let Some(animation) = editor.animation() {
            let [before, after] = [animation.key_before(*time), animation.key_after(*time)];
            for (key, colour) in [(before, ACCENT), (after, CHANGED)] {
                if let Some(key) = key.filter(|_| self.onion) {
                    let ghost = Some(with_alpha(colour, FAINT));
                    let then = Figure::new(scene, animation.pose(&scene.asset.rig, key), key);
                    then.draw(frame, ModelLook { ghost, ..ModelLook::default() })?;
                }
            }
            let joints = editor.chosen.all().iter().filter(|_| self.trail);
            joints.for_each(|&joint| trail(frame, scene, animation, joint));
        }
        if self.skeleton {
            frame.skeletons(scene, scene.world_from_model(), &figure.model_from_nodes)?;
        }
        Ok(())
    }
}

/// Draws the path of a joint's origin through the world, with a mark for each of its keys.
fn trail(frame: &mut Frame<'_>, scene: &Rc<Model>, animation: &Animation, joint: usize) {
    let mut animator = animation.animator(&scene.asset.rig);
    let mut place = |time: f32| {
        animator.seek(time);
        let model_from_joint = Figure::new(scene, animator.pose().to_vec(), time).model_from_nodes[joint];
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
