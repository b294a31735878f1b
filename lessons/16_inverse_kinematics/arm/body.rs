//! A model whose arm or leg reaches for a point, while a clip moves the rest of it.

use super::marks::{self, Triangle};
use super::{Owner, Request};
use anyhow::Result;
use common::clip::{Animator, Clip};
use common::ik::{Arm, Goal, Limb, bending_limbs};
use common::transform::Transform;
use gl::{Gl, Model, ModelLook};
use glam::{Mat4, Vec2, Vec3, vec3};
use stage::{Args, Camera, Frame, Inspected, Models, Panel, Subject};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The limb that reaches, if there is one: the knight's sword is in that hand.
const FIRST: &str = "right arm";

/// Angle of the view of a limb from its side, in degrees.
const AROUND: f32 = 68.0;

/// A model, and the limb of it that reaches: an arm or leg that is found by its usual name.
pub struct Walking {
    pub scene: Model,
    clip: Arc<Clip>,
    limb: Option<Limb>,
    /// Matrices from every node to the world, at rest.
    at_rest: Vec<Mat4>,
    /// Camera with a view of all of it.
    around: Camera,
}

impl Walking {
    fn read(gl: &Gl, path: &Path) -> Result<Self> {
        let scene = Model::new(gl, formats::read(path)?)?;
        let still = Clip { name: "rest".to_owned(), ..Clip::default() };
        let clip = scene.asset.clips.first().cloned().unwrap_or(Arc::new(still));
        let at_rest = scene.world_from_nodes(&scene.asset.parent_from_nodes());
        let limbs = bending_limbs(&scene.asset.rig.skeleton, &at_rest);
        let limb = limbs.iter().find(|(name, _)| name == FIRST).or(limbs.first()).map(|&(_, limb)| limb);
        let around = Camera::around(scene.places(&scene.model_from_nodes_at_rest()), 40.0, 8.0);
        Ok(Self { scene, clip, limb, at_rest, around })
    }
}

pub struct Body {
    models: Models<Rc<Walking>>,
    pub model: Rc<Walking>,
    animator: Animator,
    pub request: Request,
    world_from_nodes: Vec<Mat4>,
    pub missed: f32,
}

impl Body {
    pub fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.dae")];
        let read = |gl: &Gl, path: &_, _: bool, _: &mut Vec<_>| Ok(Rc::new(Walking::read(gl, path)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let model = models.shown().get().clone();
        let mut body = Self {
            animator: Animator::new(model.scene.asset.rig.clone(), model.clip.clone()),
            request: Request { target: Vec3::ZERO, pole: Vec3::ZERO, soft: 0.0 },
            world_from_nodes: model.at_rest.clone(),
            missed: 0.0,
            models,
            model,
        };
        body.begin();
        Ok(body)
    }

    /// Puts target and pole in visible places for the limb.
    fn begin(&mut self) {
        let Some(limb) = self.model.limb else { return };
        let (arm, pole) = (limb.arm(&self.model.at_rest), limb.pole_now(&self.model.at_rest));
        let length = arm.length();
        self.request.target = arm.root.lerp(arm.end, 0.3) + 0.65 * length * vec3(0.0, 0.2, 1.0);
        self.request.pole = arm.middle + 0.7 * length * pole;
    }

    /// Reloads the model from its saved file.
    fn renew(&mut self) {
        let latest = self.models.shown().get().clone();
        if Rc::ptr_eq(&latest, &self.model) {
            return;
        }
        self.animator = Animator::new(latest.scene.asset.rig.clone(), latest.clip.clone());
        self.model = latest;
        self.begin();
    }

    /// Computes the matrices from every node to the world for a pose.
    fn place(&mut self, pose: &[Transform]) {
        let parent_from_nodes: Vec<Mat4> = pose.iter().map(|node| node.to_matrix()).collect();
        self.world_from_nodes = self.model.scene.world_from_nodes(&parent_from_nodes);
    }

    pub fn arm(&self) -> Option<Arm> {
        Some(self.model.limb?.arm(&self.world_from_nodes))
    }

    pub fn triangle(&self, arm: Arm) -> Triangle {
        let bones = [arm.root.distance(arm.middle), arm.middle.distance(arm.end)];
        Triangle::new(bones, arm.root, &self.request)
    }
}

impl Owner for Body {
    /// Looks at the limb from its side, or at all of the model if there is none.
    fn camera(&self) -> Camera {
        let all = self.model.around;
        let Some(limb) = self.model.limb else { return all };
        let arm = limb.arm(&self.model.at_rest);
        let yaw = if arm.root.x < all.target.x { -AROUND } else { AROUND };
        let ahead = arm.root + 0.25 * arm.length() * Vec3::Z;
        Camera { target: ahead, height: (3.4 * arm.length()).min(all.height), yaw, ..all }
    }

    fn seconds(&self) -> Option<f32> {
        Some(self.model.clip.seconds).filter(|seconds| *seconds > 0.0)
    }

    /// Poses the model at a time of its clip, and turns two joints so that the third reaches the target.
    fn reach(&mut self, time: f32) {
        self.renew();
        self.animator.seek(time);
        let mut pose = self.animator.pose().to_vec();
        self.place(&pose);
        let Some(limb) = self.model.limb else { return };
        let Request { target, pole, soft } = self.request;
        let arm = limb.arm(&self.world_from_nodes);
        let goal = Goal { target, pole: pole - arm.root, soft };
        limb.turn(&mut pose, limb.turns(&self.world_from_nodes, &goal));
        self.place(&pose);
        self.missed = self.arm().map_or(0.0, |arm| arm.end.distance(target));
    }

    fn request(&mut self) -> &mut Request {
        &mut self.request
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.show(panel);
    }

    fn inspected(&self) -> Inspected {
        let opens_on = self.model.limb.map(|limb| Subject::Joint(limb.joints[1]));
        Inspected {
            opens_on,
            ..Inspected::of_posed(&self.model.scene, Mat4::IDENTITY, &self.world_from_nodes)
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let scene = &self.model.scene;
        let around = self.model.around;
        frame.shadow(around.target.with_y(0.0), Vec2::splat(0.2 * around.height))?;
        frame.model(scene, Mat4::IDENTITY, &self.world_from_nodes, ModelLook::default())?;
        if scene.asset.surfaces.is_empty() {
            scene.skeletons.draw(&mut frame.target, &frame.view, &self.world_from_nodes)?;
        }
        if let Some(arm) = self.arm() {
            let triangle = self.triangle(arm);
            triangle.draw(frame, arm);
            marks::handles(frame, &self.request, arm, self.missed);
            if !triangle.is_answered() {
                marks::no_number(frame, &self.request);
            }
        }
        Ok(())
    }
}
