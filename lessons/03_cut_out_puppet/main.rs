//! A paper knight: one sprite pinned to each joint, and a handful of angles that make it walk.

mod panel;
mod puppet;
mod scene;
mod sprite;

use crate::puppet::{Part, Placed};
use crate::sprite::UNIT_SQUARE;
use anyhow::Result;
use common::shapes;
use gl::colour::{INK, PAPER, joint_colour, mix, rgb, with_alpha};
use gl::{Gl, HotReload, MeshBuffers, Texture};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::{Blend, DrawParameters, Program, Surface, Vertex, VertexBuffer, implement_vertex, uniform};
use scene::{Knight, STRIDE, STRIDE_LENGTH};
use stage::{Args, Camera, Clock, Frame, Grip, Inspected, Lesson, Pace, Panel, Pointer, Step};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<CutOutPuppet>(env!("CARGO_BIN_NAME"))
}

struct CutOutPuppet {
    knight: Knight,
    textures: Vec<Rc<HotReload<Texture>>>,
    program: Rc<HotReload<Program>>,
    ground: MeshBuffers,
    pins_shown: bool,
    outlines_shown: bool,
    hand_shown: bool,
    /// The mouse in the model's plane.
    mouse: Option<Vec2>,
    /// The part that the mouse holds.
    grip: Grip<usize>,
}

impl Lesson for CutOutPuppet {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let knight = Knight::new(gl)?;
        let load = |part: &Part| gl.texture(&format!("puppet/{}", part.image));
        let textures = knight.puppet().0.iter().map(load).collect::<Result<_>>()?;
        let ground = [vec2(-50.0, -9.0), vec2(50.0, -9.0), vec2(50.0, 0.0), vec2(-50.0, 0.0)];
        Ok(Self {
            knight,
            textures,
            program: gl.program("sprite.vert", "sprite.frag", &[Corner::build_bindings()])?,
            ground: MeshBuffers::new(gl, &shapes::plate(&ground))?,
            pins_shown: false,
            outlines_shown: false,
            hand_shown: false,
            mouse: None,
            grip: Grip::none(),
        })
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(0.0, 0.88, 0.0), 2.4)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(STRIDE)
    }

    fn update(&mut self, step: Step) {
        self.mouse = step.input.mouse.and_then(|mouse| mouse.on_plane_z()).map(Vec3::truncate);
        if step.dt != 0.0 {
            self.knight.phase = step.time / STRIDE;
            self.knight.turn_parts();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        panel::drag(self, pointer, clock)
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(self.knight.inspected())
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        self.draw_ground(frame)?;
        let placed = self.knight.place();
        for i in self.knight.order() {
            self.draw_part(frame, i, placed[i])?;
        }
        panel::mark_pins(self, frame, &placed);
        panel::mark_hand(self, frame);
        panel::mark_part_under_mouse(self, frame, &placed);
        Ok(())
    }
}

/// The vertex format, a corner of a sprite.
#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 3],
    a_texture_coordinates: [f32; 2],
}
implement_vertex!(Corner, a_position, a_texture_coordinates);

impl CutOutPuppet {
    fn draw_part(&self, frame: &mut Frame<'_>, i: usize, placed: Placed) -> Result<()> {
        let corners = self.knight.corners(i, placed);
        let corner = |i: usize| Corner {
            a_position: corners[i].to_array(),
            a_texture_coordinates: UNIT_SQUARE[i].to_array(),
        };
        let vertices = VertexBuffer::immutable(frame.gl(), &[0, 1, 2, 3].map(corner))?;
        let texture = self.textures[i].get();
        let uniforms = uniform! {
            u_clip_from_model: frame.view.clip_from_world.to_cols_array_2d(),
            u_texture: texture.sampler(),
        };
        let fan = NoIndices(PrimitiveType::TriangleFan);
        let blended = DrawParameters { blend: Blend::alpha_blending(), ..DrawParameters::default() };
        frame.target.draw(&vertices, fan, &self.program.get(), &uniforms, &blended)?;
        if self.outlines_shown {
            frame.lines_on_top.outline(Mat4::IDENTITY, &corners, 1.5, joint_colour(i));
        }
        Ok(())
    }

    fn draw_ground(&self, frame: &mut Frame<'_>) -> Result<()> {
        let step = STRIDE_LENGTH / 3.0;
        frame.plate(&self.ground, Mat4::IDENTITY, mix(PAPER, rgb(0xcbb894), 0.40))?;
        frame.lines.line(vec3(-50.0, 0.0, 0.0), vec3(50.0, 0.0, 0.0), 3.0, mix(INK, PAPER, 0.45));
        for i in -12i8..12 {
            // Three marks in every stride, so that the ground repeats with the walk.
            let gone = (self.knight.phase * STRIDE_LENGTH) % step;
            let place = vec3(f32::from(i) * step - gone, -0.07, 0.0);
            frame.lines.line(place, place + Vec3::X * 0.16, 3.0, with_alpha(INK, 0.22));
        }
        Ok(())
    }
}
