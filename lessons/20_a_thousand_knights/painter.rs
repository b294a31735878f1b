//! Draws all knights by few calls: their palettes are in one texture, and the shader fetches each knight's own.

use crate::skin::{Painted, SkinBuffers};
use anyhow::{Result, anyhow};
use gl::colour::{INK, with_alpha};
use gl::drawing::{see_through, solid};
use gl::{Gl, HotReload, MeshVertex, RiggedVertex, Texels, Texture};
use glam::{Mat4, Vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::{DrawParameters, Program, Surface as _, Vertex, VertexBuffer, implement_vertex, uniform};
use stage::Frame;
use std::cell::RefCell;
use std::rc::Rc;

/// The shader's attributes of each knight, besides his palette.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The three rows of `world_from_model`.
    pub a_world_x: [f32; 4],
    pub a_world_y: [f32; 4],
    pub a_world_z: [f32; 4],
    /// 1 if he is on the other side.
    pub a_side: f32,
    /// A colour for the whole knight, with its strength.
    pub a_tint: [f32; 4],
}
implement_vertex!(Instance, a_world_x, a_world_y, a_world_z, a_side, a_tint);

/// The place of a knight's shadow.
#[derive(Clone, Copy)]
struct Foot {
    /// Its place, in the world.
    a_foot: [f32; 3],
}
implement_vertex!(Foot, a_foot);

#[derive(Clone, Copy)]
struct Corner {
    a_place: [f32; 2],
}
implement_vertex!(Corner, a_place);

/// Returns the distance in metres at which about a third of a colour remains: a crowd of this `reach` is visible as a
/// whole from the farthest point of the flight.
pub fn clear(reach: f32) -> f32 {
    (4.0 * reach).max(95.0)
}

/// Half the width of a knight's shadow, in metres.
const SHADOW: f32 = 0.42;

/// Draws knights by instanced calls. Their shaders include `haze.glsl`, which adds haze to the colours.
pub struct CrowdPainter {
    program: Rc<HotReload<Program>>,
    shadow: Rc<HotReload<Program>>,
    square: VertexBuffer<Corner>,
    texture: Rc<HotReload<Texture>>,
    joints: usize,
    /// Distance at which about a third of a colour remains, in metres.
    pub clear: f32,
    /// The buffers of the last upload, with space for as many knights.
    sent: RefCell<Option<Sent>>,
}

/// The input of a call.
struct Sent {
    palettes: Texels,
    instances: VertexBuffer<Instance>,
}

/// Options for drawing knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Rows for each matrix: 3, or 4 with the constant one.
    pub rows: usize,
    /// True if triangles that face away are culled.
    pub culled: bool,
}

/// Knights drawn alike, in the order of the shader's instances.
#[derive(Default)]
pub struct Group {
    /// Rows of `posed_from_bind` of all their palettes.
    pub rows: Vec<[f32; 4]>,
    pub instances: Vec<Instance>,
}

impl Group {
    /// Adds a knight by the three rows of each matrix of his palette.
    pub fn add(&mut self, palette: &[[f32; 4]], rows: usize, instance: Instance) {
        if rows == 3 {
            self.rows.extend_from_slice(palette);
        } else {
            for matrix in palette.chunks_exact(3) {
                self.rows.extend_from_slice(matrix);
                self.rows.push([0.0, 0.0, 0.0, 1.0]);
            }
        }
        self.instances.push(instance);
    }

    /// Removes all of them, and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.instances.clear();
    }
}

impl CrowdPainter {
    /// Makes a painter for knights with this many matrices in a palette.
    pub fn new(gl: &Gl, joints: usize, texture: Rc<HotReload<Texture>>) -> Result<Self> {
        let formats = [RiggedVertex::build_bindings(), Painted::build_bindings(), Instance::build_bindings()];
        let shadows = [Corner::build_bindings(), Foot::build_bindings()];
        let square = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]].map(|a_place| Corner { a_place });
        Ok(Self {
            program: gl.program("crowd.vert", "reference/crowd.frag", &formats)?,
            shadow: gl.program("reference/crowd_shadow.vert", "reference/crowd_shadow.frag", &shadows)?,
            square: VertexBuffer::immutable(gl, &square)?,
            texture,
            joints,
            clear: clear(0.0),
            sent: RefCell::default(),
        })
    }

    /// Draws a group, by as many calls as the driver's largest texture requires. `watch` is called when palettes are
    /// uploaded, and when they are drawn.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        skin: &SkinBuffers,
        group: &Group,
        look: Look,
        mut watch: impl FnMut(Stage),
    ) -> Result<()> {
        let (gl, each) = (frame.gl(), self.joints * look.rows);
        // A file that can't be read yet has no joints.
        let Some(most) = Texels::most(gl).checked_div(each) else { return Ok(()) };
        let batches = group.rows.chunks(most * each).zip(group.instances.chunks(most));
        for (rows, instances) in batches {
            self.send(gl, rows, instances)?;
            watch(Stage::Upload);
            self.draw_sent(frame, skin, instances.len(), look)?;
            watch(Stage::Draw);
        }
        Ok(())
    }

    /// Uploads the input of a call. The buffers grow only if there are more knights than before.
    fn send(&self, gl: &Gl, rows: &[[f32; 4]], instances: &[Instance]) -> Result<()> {
        let mut sent = self.sent.borrow_mut();
        let has_room =
            |sent: &Sent| sent.palettes.len() >= rows.len() && sent.instances.len() >= instances.len();
        if !sent.as_ref().is_some_and(has_room) {
            let palettes = Texels::new(gl, rows.len())?;
            *sent = Some(Sent { palettes, instances: VertexBuffer::empty(gl, instances.len())? });
        }
        if let Some(Sent { palettes, instances: there }) = sent.as_ref() {
            palettes.write(rows);
            if let Some(room) = there.slice(0..instances.len()) {
                room.write(instances);
            }
        }
        Ok(())
    }

    fn draw_sent(&self, frame: &mut Frame<'_>, skin: &SkinBuffers, count: usize, look: Look) -> Result<()> {
        let sent = self.sent.borrow();
        let Some(Sent { palettes, instances }) = sent.as_ref() else { return Ok(()) };
        let Some(instances) = instances.slice(0..count) else { return Ok(()) };
        let texture = self.texture.get();
        let uniforms = uniform! {
            u_palettes: palettes.uniform(),
            u_rows: look.rows as i32,
            u_joints: self.joints as i32,
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_texture: texture.repeated(),
            u_clear: self.clear,
            u_high: frame.view.size[1] as f32,
        };
        let parameters = if look.culled { solid() } else { both_sides() };
        let vertices = (&skin.vertices, &skin.painted, per_instance(instances.per_instance())?);
        Ok(frame.target.draw(vertices, &skin.indices, &self.program.get(), &uniforms, &parameters)?)
    }

    /// Draws the shadows of all knights on these feet, in the world.
    pub fn draw_shadows(&self, frame: &mut Frame<'_>, feet: impl Iterator<Item = Vec3>) -> Result<()> {
        let feet: Vec<Foot> = feet.map(|foot| Foot { a_foot: foot.to_array() }).collect();
        if feet.is_empty() {
            return Ok(());
        }
        let feet = VertexBuffer::new(frame.gl(), &feet)?;
        let uniforms = uniform! {
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_clear: self.clear,
            u_radius: SHADOW,
            u_colour: with_alpha(INK, 0.42),
        };
        let corners = (&self.square, per_instance(feet.per_instance())?);
        let strip = NoIndices(PrimitiveType::TriangleStrip);
        Ok(frame.target.draw(corners, strip, &self.shadow.get(), &uniforms, &see_through())?)
    }
}

/// Work for a frame, with its index in [`STAGES`](crate::measure::STAGES).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Palettes were sent to the graphics card.
    Upload = 1,
    /// All triangles of a call were drawn.
    Draw = 2,
}

/// OpenGL 3.3 has instancing; a driver without it gives an error.
fn per_instance<T, E>(attributes: Result<T, E>) -> Result<T> {
    attributes.map_err(|_| anyhow!("this driver cannot draw one mesh many times in one call"))
}

/// Solid, and seen from both sides.
fn both_sides() -> DrawParameters<'static> {
    DrawParameters { backface_culling: glium::BackfaceCullingMode::CullingDisabled, ..solid() }
}

/// The field below all knights.
pub struct Ground {
    program: Rc<HotReload<Program>>,
    vertices: VertexBuffer<MeshVertex>,
}

impl Ground {
    pub fn new(gl: &Gl) -> Result<Self> {
        let corners = [[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        let corner = |[x, z]: [f32; 2]| MeshVertex { a_position: [x, 0.0, z], a_normal: [0.0, 1.0, 0.0] };
        Ok(Self {
            program: gl.program("mesh.vert", "reference/field.frag", &[MeshVertex::build_bindings()])?,
            vertices: VertexBuffer::immutable(gl, &corners.map(corner))?,
        })
    }

    /// Draws the ground. Rings of knights are `apart`, and the last is `reach` from the middle, in metres.
    pub fn draw(&self, frame: &mut Frame<'_>, apart: f32, reach: f32, clear: f32) -> Result<()> {
        let eye = frame.view.eye;
        let under_the_eye =
            Mat4::from_translation(eye.with_y(0.0)) * Mat4::from_scale(Vec3::splat(4.0 * clear));
        let uniforms = uniform! {
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: under_the_eye.to_cols_array_2d(),
            u_colour: INK,
            u_eye: eye.to_array(),
            u_apart: apart,
            u_reach: reach,
            u_clear: clear,
            u_high: frame.view.size[1] as f32,
        };
        let strip = NoIndices(PrimitiveType::TriangleStrip);
        Ok(frame.target.draw(
            &self.vertices,
            strip,
            &self.program.get(),
            &uniforms,
            &DrawParameters::default(),
        )?)
    }
}
