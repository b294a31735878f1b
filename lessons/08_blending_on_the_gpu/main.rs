//! One tube, twice: its vertices follow one joint each, or up to four, blended on the graphics card.
//!
//! time → pose → walk 02.4 → fill_palette 07.2 → palette → skin.vert 08.3 → frame; weights → slots 08.4 → vertices 08.2;
//! walk 02.4 → joint_strings.vert 08.1 → frame

mod arm;
mod painter;
mod panel;
mod scene;
mod skin;
mod strings;

use anyhow::Result;
use common::transform::transform_point;
use gl::colour::{INK, STEEL, joint_colour, mix, with_alpha};
use gl::{Gl, SkinLook, SkinPainter, View};
use glam::{Mat4, Vec3, vec2, vec3};
use painter::Strings;
use panel::Chosen;
use scene::{ARMS, FEET, ROLL, Scene};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, Pointer, Step, Subject};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<Blending>(env!("CARGO_BIN_NAME"))
}

/// The middle of the view at first, in world space.
const MIDDLE: Vec3 = vec3(0.3, 1.1, 0.0);
/// The width of the blend at first, in bones.
const WIDTH: f32 = 0.35;

struct Blending {
    gl: Gl,
    painter: SkinPainter,
    strings: Strings,
    scene: Scene,
    /// The width of the blend, in bones, and the error if no skin can have it.
    width: f32,
    refusal: Option<String>,
    chosen: Chosen,
    weights_shown: bool,
    skeleton_shown: bool,
    /// True if strings are shown in place of the skins.
    strings_shown: bool,
}

impl Lesson for Blending {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self {
            gl: gl.clone(),
            painter: SkinPainter::new(gl)?,
            strings: Strings::new(gl)?,
            scene: Scene::new(gl, WIDTH)?,
            width: WIDTH,
            refusal: None,
            chosen: Chosen::new(),
            weights_shown: false,
            skeleton_shown: true,
            strings_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(MIDDLE, 2.85, 0.0, 8.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(ROLL)
    }

    fn update(&mut self, step: Step) {
        self.scene.phase = step.time / ROLL;
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let palette = self.scene.palette();
        frame.view = self.seen(frame.view, &palette);
        frame.grid()?;
        let look = SkinLook {
            colour: mix(STEEL, [1.0; 4], 0.4),
            weights_shown: self.weights_shown,
            ..SkinLook::default()
        };
        for (arm, skin) in self.scene.skins.iter().enumerate() {
            frame.shadow(FEET[arm], vec2(0.4, 0.4))?;
            let world_from_model = Mat4::from_translation(FEET[arm]);
            if !self.strings_shown {
                let (target, view) = (&mut frame.target, &frame.view);
                self.painter.draw(target, view, &skin.buffers, world_from_model, &palette, look)?;
            }
            frame.label(FEET[arm], [0.0, 22.0], ARMS[arm], INK);
        }
        if self.skeleton_shown {
            self.draw_bones(frame);
        }
        if self.strings_shown {
            self.strings.draw(frame, &self.scene.world_from_joints())?;
        } else if self.skeleton_shown || self.chosen.close {
            panel::draw_slots(&self.scene, &self.chosen, frame, &palette);
        }
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let vertex = self.chosen.vertex(&self.scene);
        // The blended arm comes first there.
        let skin = ARMS.len() - 1 - self.chosen.arm;
        Some(Inspected { opens_on: Some(Subject::Vertex { skin, vertex }), ..self.scene.inspected() })
    }
}

impl Blending {
    fn seen(&self, view: View, palette: &[Mat4]) -> View {
        self.chosen.seen(view, MIDDLE, &self.scene, palette)
    }

    /// Draws a line along every bone and a dot on every joint, over both skins.
    fn draw_bones(&self, frame: &mut Frame<'_>) {
        let posed_from_joints = self.scene.posed_from_joints();
        for foot in FEET {
            for (joint, &posed_from_joint) in posed_from_joints.iter().enumerate() {
                let ends = [Vec3::ZERO, Vec3::Y * arm::BONE];
                let [from, to] = ends.map(|end| foot + transform_point(posed_from_joint, end));
                let colour = joint_colour(joint);
                frame.lines_on_top.line(from, to, 2.0, with_alpha(colour, 0.8));
                frame.lines_on_top.line(from, from, 8.0, colour);
            }
        }
    }
}
