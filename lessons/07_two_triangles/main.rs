//! A skin whose vertices follow one joint each.
//!
//! time → turns → walk 02.4 → joints in the model → fill_palette 07.2 → palette → vertices      `Scene::posed`

mod drawing;
mod panel;
mod scene;
mod skin;

use anyhow::Result;
use common::transform::transform_point;
use gl::Gl;
use gl::colour::{INK, with_alpha};
use glam::{Mat4, Vec3, vec3};
use scene::{Posed, Scene, WAVE};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, Pointer, Step, Subject};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<TwoTriangles>(env!("CARGO_BIN_NAME"))
}

struct TwoTriangles {
    scene: Scene,
    /// The chosen vertex, as a number that the command line sets.
    vertex: f32,
    /// The skin's place on its path: 0 in the bind pose, 1 in the joint's space, 2 in the present pose.
    way: f32,
    bind_shown: bool,
    /// True if rings mark the vertices that a test finds out of place.
    found_shown: bool,
}

impl Lesson for TwoTriangles {
    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self { scene: Scene::new(), vertex: 4.0, way: 2.0, bind_shown: true, found_shown: false })
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(1.2, 0.9, 0.0), 6.2)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(WAVE)
    }

    fn update(&mut self, step: Step) {
        self.scene.phase = step.time / WAVE;
        if step.dt != 0.0 {
            self.scene.wave();
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let (skin, posed) = (self.scene.skin(), self.scene.posed());
        let (vertex, joint) = self.chosen();
        if self.bind_shown {
            drawing::edges(frame, skin, &skin.points, with_alpha(INK, 0.45));
        }
        if self.is_under_way() {
            drawing::triangles(frame, skin, &posed.points, 0.3)?;
        }
        let (points, model_from_joints) = self.in_view(&posed);
        drawing::triangles(frame, skin, &points, 1.0)?;
        if self.is_under_way() {
            panel::draw_way(self, frame, &posed);
        }
        drawing::bones(frame, skin, &model_from_joints, joint, self.is_under_way());
        for (joint, _) in self.scene.found().into_iter().flatten().filter(|_| self.found_shown) {
            drawing::out_of_place(frame, skin, &points, joint);
        }
        drawing::vertices(frame, skin, &points, vertex);
        panel::draw_names(self, frame, &points, &model_from_joints);
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let (vertex, _) = self.chosen();
        Some(Inspected { opens_on: Some(Subject::Vertex { skin: 0, vertex }), ..self.scene.inspected() })
    }
}

impl TwoTriangles {
    /// Returns the chosen vertex and its joint.
    fn chosen(&self) -> (usize, usize) {
        let skin = self.scene.skin();
        let vertex = (self.vertex as usize).min(skin.points.len() - 1);
        (vertex, skin.joints[vertex])
    }

    /// Returns true if the skin is shown on its path, and not at the end.
    fn is_under_way(&self) -> bool {
        self.way < 2.0
    }

    /// Returns vertices and joints as drawn, in the pose or on the path of the chosen vertex's joint.
    fn in_view(&self, posed: &Posed) -> (Vec<Vec3>, Vec<Mat4>) {
        if !self.is_under_way() {
            return (posed.points.clone(), posed.from_joints.clone());
        }
        let (_, joint) = self.chosen();
        let moved = panel::on_the_way(&self.scene, posed, joint, self.way);
        let skin = self.scene.skin();
        (
            skin.points.iter().map(|point| transform_point(moved, *point)).collect(),
            skin.bind_from_joints.iter().map(|bind_from_joint| moved * bind_from_joint).collect(),
        )
    }
}
