//! Draws all knights by few calls: their palettes are in one texture, and the shader fetches each knight's own.

use crate::army::Army;
use crate::coarse::coarse;
use crate::costs::{Stage, Stopwatch};
use crate::field;
use crate::groups::{Group, Instance, gather};
use crate::panel::Instruments;
use crate::skin::{Painted, PaintedBuffers, Skin};
use anyhow::{Result, anyhow};
use gl::colour::{INK, with_alpha};
use gl::drawing::{see_through, solid};
use gl::{Gl, HotReload, MeshVertex, Texture};
use glam::{Mat4, Vec3};
use glium::CapabilitiesSource as _;
use glium::backend::Facade as _;
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::buffer_texture::{BufferTexture, BufferTextureType};
use glium::{DrawParameters, Program, Surface as _, Vertex, VertexBuffer, implement_vertex, uniform};
use stage::Frame;
use std::cell::RefCell;
use std::rc::Rc;

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
fn clear(reach: f32) -> f32 {
    (4.0 * reach).max(95.0)
}

/// Edge of the cubes from which a coarse skin keeps one vertex each, in metres.
const COARSE: f32 = 0.12;

/// Half the width of a knight's shadow, in metres.
const SHADOW: f32 = 0.42;

/// Draws knights by instanced calls. Their shaders include `haze.glsl`, which adds haze to the colours.
pub struct CrowdPainter {
    program: Rc<HotReload<Program>>,
    shadow: Rc<HotReload<Program>>,
    square: VertexBuffer<Corner>,
    texture: Rc<HotReload<Texture>>,
    /// The fine and the coarse skin.
    skins: [PaintedBuffers; 2],
    /// Matrices in a palette.
    joints: usize,
    /// Knights of the last frame: finely and coarsely drawn.
    groups: RefCell<[Group; 2]>,
    /// The buffers of the last upload, with space for as many knights.
    sent: RefCell<Option<Sent>>,
}

/// The number of rows of a buffer that OpenGL promises. Most drivers have room for more.
const MOST_ROWS: usize = 65_536;

/// The input of a call.
struct Sent {
    /// Rows of matrices, in the card's own memory: glium's *dynamic* buffers are in the host's, where an NVIDIA card needs 15
    /// times as long.
    palettes: BufferTexture<[f32; 4]>,
    instances: VertexBuffer<Instance>,
}

impl Sent {
    /// Uploads the input of a call. The buffers grow only if there are more knights than `last` time.
    fn write<'a>(
        last: &'a mut Option<Self>,
        gl: &Gl,
        rows: &[[f32; 4]],
        instances: &[Instance],
    ) -> Result<&'a Self> {
        let has_room =
            |sent: &Self| sent.palettes.len() >= rows.len() && sent.instances.len() >= instances.len();
        let sent = match last.take().filter(has_room) {
            Some(sent) => sent,
            None => {
                let instances = VertexBuffer::empty(gl, instances.len())?;
                Self { palettes: BufferTexture::empty(gl, rows.len(), BufferTextureType::Float)?, instances }
            }
        };
        if let Some(room) = sent.palettes.slice(0..rows.len()) {
            room.write(rows);
        }
        if let Some(room) = sent.instances.slice(0..instances.len()) {
            room.write(instances);
        }
        Ok(last.insert(sent))
    }
}

/// Options for drawing knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Rows for each matrix: 3, or 4 with the constant one.
    pub rows: usize,
    /// True if triangles that face away are culled.
    pub culled: bool,
}

impl CrowdPainter {
    /// Makes a painter for knights in this skin, and makes its coarse copy.
    pub fn new(gl: &Gl, skin: &Skin, texture: Rc<HotReload<Texture>>) -> Result<Self> {
        let formats = [gpu::skin_format(gl)?, Painted::build_bindings(), Instance::build_bindings()];
        let shadows = [Corner::build_bindings(), Foot::build_bindings()];
        let square = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]].map(|a_place| Corner { a_place });
        Ok(Self {
            program: gl.program("crowd.vert", "reference/crowd.frag", &formats)?,
            shadow: gl.program("reference/crowd_shadow.vert", "reference/crowd_shadow.frag", &shadows)?,
            square: VertexBuffer::immutable(gl, &square)?,
            texture,
            skins: [PaintedBuffers::new(gl, skin)?, PaintedBuffers::new(gl, &coarse(skin, COARSE))?],
            joints: skin.entries.len(),
            groups: RefCell::default(),
            sent: RefCell::default(),
        })
    }

    /// Draws all visible knights: the near ones by one call, and the far ones by another; or each of both by as many
    /// calls as the driver's largest texture requires.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        army: &Army,
        instruments: &Instruments,
        stopwatch: &mut Stopwatch,
    ) -> Result<()> {
        let (groups, sent) = (&mut *self.groups.borrow_mut(), &mut *self.sent.borrow_mut());
        gather(groups, army, &frame.view, instruments);
        let (gl, look, haze) = (frame.gl(), instruments.settings.look, clear(army.reach()));
        let each = self.joints * look.rows;
        let most = gl.get_context().get_capabilities().max_texture_buffer_size.unwrap_or_default();
        // A file that can't be read yet has no joints.
        let Some(most) = MOST_ROWS.max(most as usize).checked_div(each) else { return Ok(()) };
        for (group, skin) in groups.iter().zip(&self.skins) {
            for (rows, instances) in group.rows.chunks(most * each).zip(group.instances.chunks(most)) {
                let sent = Sent::write(sent, gl, rows, instances)?;
                stopwatch.lap(gl, Stage::Upload);
                self.draw_sent(frame, skin, sent, instances.len(), look, haze)?;
                stopwatch.lap(gl, Stage::Draw);
            }
        }
        Ok(())
    }

    fn draw_sent(
        &self,
        frame: &mut Frame<'_>,
        skin: &PaintedBuffers,
        Sent { palettes, instances }: &Sent,
        count: usize,
        look: Look,
        clear: f32,
    ) -> Result<()> {
        let Some(instances) = instances.slice(0..count) else { return Ok(()) };
        let texture = self.texture.get();
        let uniforms = uniform! {
            u_palettes: palettes,
            u_rows: look.rows as i32,
            u_joints: self.joints as i32,
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_texture: texture.repeated(),
            u_clear: clear,
            u_high: frame.view.size[1] as f32,
        };
        let parameters = if look.culled { solid() } else { both_sides() };
        let PaintedBuffers { skin, painted } = skin;
        let vertices = (&skin.vertices, painted, per_instance(instances.per_instance())?);
        Ok(frame.target.draw(vertices, &skin.indices, &self.program.get(), &uniforms, &parameters)?)
    }

    pub fn draw_shadows(&self, frame: &mut Frame<'_>, army: &Army) -> Result<()> {
        let feet: Vec<Foot> = army.feet().map(|foot| Foot { a_foot: foot.to_array() }).collect();
        if feet.is_empty() {
            return Ok(());
        }
        let feet = VertexBuffer::new(frame.gl(), &feet)?;
        let uniforms = uniform! {
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_clear: clear(army.reach()),
            u_radius: SHADOW,
            u_colour: with_alpha(INK, 0.42),
        };
        let corners = (&self.square, per_instance(feet.per_instance())?);
        let strip = NoIndices(PrimitiveType::TriangleStrip);
        Ok(frame.target.draw(corners, strip, &self.shadow.get(), &uniforms, &see_through())?)
    }
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

    /// Draws the ground, with the rings of the knights. The last is `reach` metres from the middle.
    pub fn draw(&self, frame: &mut Frame<'_>, reach: f32) -> Result<()> {
        let (eye, clear) = (frame.view.eye, clear(reach));
        let under_the_eye =
            Mat4::from_translation(eye.with_y(0.0)) * Mat4::from_scale(Vec3::splat(4.0 * clear));
        let uniforms = uniform! {
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: under_the_eye.to_cols_array_2d(),
            u_colour: INK,
            u_eye: eye.to_array(),
            u_apart: field::APART,
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
