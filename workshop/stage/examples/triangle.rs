//! Draws one triangle with all the OpenGL that it needs, which `docs/opengl.md` explains line by line.

use anyhow::Result;
use common::transform::transform_point;
use course::{About, LessonInfo, Toml};
use gl::colour::{FAINT, INK};
use gl::{Gl, HotReload};
use glam::{Mat4, Vec3, vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::{
    Depth, DepthTest, DrawParameters, Program, Surface, Vertex, VertexBuffer, implement_vertex, uniform,
};
use stage::{Args, Camera, Frame, Lens, Lesson, Panel, Scene, Step, fixed};
use std::process::ExitCode;
use std::rc::Rc;

/// The vertex format, a corner as the graphics card keeps it.
#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 3],
    a_colour: [f32; 3],
}
implement_vertex!(Corner, a_position, a_colour);

/// The corners A, B and C, in the triangle's own space.
const CORNERS: [Corner; 3] = [
    Corner { a_position: [-1.0, 0.0, 0.0], a_colour: [1.0, 0.7, 0.0] },
    Corner { a_position: [1.0, 0.0, 0.0], a_colour: [0.0, 0.3, 0.7] },
    Corner { a_position: [0.0, 1.6, 0.0], a_colour: [0.1, 0.1, 0.2] },
];
const LETTERS: [&str; 3] = ["A", "B", "C"];

struct Triangle {
    corners: VertexBuffer<Corner>,
    program: Rc<HotReload<Program>>,
    /// The rotation about y, in degrees.
    turn: f32,
    twice: bool,
    depth_test: bool,
    lens: Lens,
}

impl Lesson for Triangle {
    fn open(gl: &Gl, _: &Args) -> Result<Self> {
        Ok(Self {
            corners: VertexBuffer::immutable(gl, &CORNERS)?,
            program: gl.program("triangle.vert", "triangle.frag", &[Corner::build_bindings()])?,
            turn: 0.0,
            twice: false,
            depth_test: true,
            lens: Lens::Perspective,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.8, 0.0), 2.6, 20.0, 12.0)
    }

    fn update(&mut self, _: Step) {}

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("turn", &mut self.turn, -180.0..=180.0, "%.0f°");
        panel.switch("twice", &mut self.twice);
        panel.same_line();
        panel.switch("depth test", &mut self.depth_test);
        let lenses = [(Lens::Perspective, "perspective"), (Lens::Orthographic, "parallel")];
        panel.choice_of("projection", &mut self.lens, &lenses);
        panel.camera.lens = self.lens;
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        self.draw_triangle(frame, self.world_from_triangle())?;
        if self.twice {
            let farther = Mat4::from_translation(vec3(0.6, 0.0, -0.8));
            self.draw_triangle(frame, farther * self.world_from_triangle())?;
        }
        self.label_corners(frame);
        Ok(())
    }
}

impl Triangle {
    fn world_from_triangle(&self) -> Mat4 {
        Mat4::from_rotation_y(self.turn.to_radians())
    }

    /// Draws the triangle, in one draw call.
    fn draw_triangle(&self, frame: &mut Frame<'_>, world_from_triangle: Mat4) -> Result<()> {
        let uniforms = uniform! {
            u_world_from_triangle: world_from_triangle.to_cols_array_2d(),
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
        };
        let test = if self.depth_test { DepthTest::IfLess } else { DepthTest::Overwrite };
        let depth = Depth { test, write: true, ..Depth::default() };
        let parameters = DrawParameters { depth, ..DrawParameters::default() };
        let triangles = NoIndices(PrimitiveType::TrianglesList);
        let program = self.program.get();
        Ok(frame.target.draw(&self.corners, triangles, &program, &uniforms, &parameters)?)
    }

    /// Labels each corner with its letter and its place in clip space, after the division.
    fn label_corners(&self, frame: &mut Frame<'_>) {
        for (corner, letter) in CORNERS.iter().zip(LETTERS) {
            let in_world = transform_point(self.world_from_triangle(), Vec3::from(corner.a_position));
            let in_clip = frame.view.clip_from_world * in_world.extend(1.0);
            let seen = in_clip / in_clip.w;
            let seen = format!("{}, {}", fixed(seen.x).trim(), fixed(seen.y).trim());
            let [upper, lower] = if corner.a_position[1] > 0.0 { [-34.0, -16.0] } else { [14.0, 32.0] };
            frame.label(in_world, [0.0, upper], letter, INK);
            frame.label(in_world, [0.0, lower], seen, FAINT);
        }
    }
}

fn main() -> ExitCode {
    let (title, summary) = ("One triangle".to_owned(), "All that OpenGL needs to draw it.".to_owned());
    let about = Toml { data: About { title, summary, ..About::default() }, ..Toml::default() };
    let lesson = LessonInfo { about, ..LessonInfo::default() };
    stage::run_as("triangle", Ok(lesson), &[Scene::of::<Triangle>("")])
}
