//! The cylinder of lesson 09 with a face, which shows where it looks, and its volume.

use anyhow::Result;
use common::mesh::Mesh;
use common::pose::model_from_joints;
use common::shapes::cylinder;
use common::skeleton::Skeleton;
use common::skin::{Influences, four_largest, joints_from_bind, palette, skin_point, three_weights};
use gl::colour::{Colour, INK, rgb};
use gl::{Gl, MeshBuffers, SkinLook, SkinPainter};
use glam::{Mat4, Vec3, vec3};
use glium::Surface;
use stage::{Frame, Inspected};
use std::f32::consts::PI;

/// Distance from each joint to the next, in metres.
pub const LENGTH: f32 = 1.0;
pub const HEIGHT: f32 = 3.0 * LENGTH;
const RADIUS: f32 = 0.36;
pub const JOINTS: [&str; 3] = ["foot", "waist", "head"];
/// Half the height over which one joint's weight changes to the next one's, as a fraction of the whole height.
const MARGIN: f32 = 0.1;
const SKIN: Colour = rgb(0xd8c39a);

/// The body, and what draws it.
pub struct Body {
    skeleton: Skeleton,
    joints_from_bind: Vec<Mat4>,
    /// The skin in the bind pose.
    mesh: Mesh,
    /// The volume in the bind pose, in cubic metres.
    volume_at_rest: f32,
    /// The skin and the face.
    surfaces: [MeshBuffers; 2],
    painter: SkinPainter,
}

impl Body {
    pub fn new(gl: &Gl) -> Result<Self> {
        let skeleton = Skeleton::chain(&JOINTS);
        let joints_from_bind = joints_from_bind(&skeleton, &Self::bind_pose());
        let mut mesh = cylinder(RADIUS, HEIGHT, 40, 48);
        let influences = |point: &Vec3| {
            let weights = three_weights(point.y / HEIGHT, MARGIN);
            four_largest(&[0, 1, 2].map(|joint| (joint, weights[joint])))
        };
        mesh.influences = mesh.positions.iter().map(influences).collect();
        let volume_at_rest = volume(&mesh, |vertex| mesh.positions[vertex]);
        let surfaces = [MeshBuffers::skin(gl, &mesh)?, MeshBuffers::skin(gl, &face())?];
        let painter = SkinPainter::new(gl)?;
        Ok(Self { skeleton, joints_from_bind, mesh, volume_at_rest, surfaces, painter })
    }

    /// Every joint's matrix to its parent, in the bind pose.
    pub fn bind_pose() -> [Mat4; 3] {
        let up = Mat4::from_translation(Vec3::Y * LENGTH);
        [Mat4::IDENTITY, up, up]
    }

    /// Every joint's matrix to the model.
    pub fn model_from_joints(&self, parent_from_joints: &[Mat4]) -> Vec<Mat4> {
        model_from_joints(&self.skeleton, parent_from_joints)
    }

    /// Returns the palette: every joint's matrix from the bind pose to the pose.
    pub fn palette(&self, parent_from_joints: &[Mat4]) -> Vec<Mat4> {
        palette(&self.model_from_joints(parent_from_joints), &self.joints_from_bind)
    }

    /// Returns the inspector's input.
    pub fn inspected(&self, world_from_model: Mat4, parent_from_joints: Vec<Mat4>) -> Inspected {
        let (posed, palette) =
            (self.model_from_joints(&parent_from_joints), self.palette(&parent_from_joints));
        let inspected = Inspected::new(&self.skeleton, Some(world_from_model), parent_from_joints, posed);
        inspected.with_skin(self.mesh.clone(), &self.joints_from_bind, palette).opens_on("waist")
    }

    /// The volume inside the skin, in per cent of that in the bind pose.
    pub fn volume_percent(&self, palette: &[Mat4]) -> f32 {
        let place =
            |vertex: usize| skin_point(palette, &self.mesh.influences[vertex], self.mesh.positions[vertex]);
        let posed: Vec<Vec3> = (0..self.mesh.positions.len()).map(place).collect();
        100.0 * volume(&self.mesh, |vertex| posed[vertex]) / self.volume_at_rest
    }

    /// Draws skin and face.
    pub fn draw(&self, frame: &mut Frame<'_>, world_from_model: Mat4, palette: &[Mat4]) -> Result<()> {
        for (mesh, colour) in self.surfaces.iter().zip([SKIN, INK]) {
            let look = SkinLook { colour, ..SkinLook::default() };
            self.painter.draw(&mut frame.target, &frame.view, mesh, world_from_model, palette, look)?;
        }
        Ok(())
    }

    /// Draws skin and face stiffly, in the bind pose.
    pub fn draw_stiff(&self, frame: &mut Frame<'_>, world_from_model: Mat4) -> Result<()> {
        self.draw(frame, world_from_model, &[Mat4::IDENTITY; JOINTS.len()])
    }

    /// Draws the skin alone, as a ghost in a colour: it hides nothing that is drawn later.
    pub fn draw_ghost(
        &self,
        frame: &mut Frame<'_>,
        world_from_model: Mat4,
        palette: &[Mat4],
        colour: Colour,
    ) -> Result<()> {
        let (mesh, look) = (&self.surfaces[0], SkinLook { colour, ..SkinLook::default() });
        self.painter.draw(&mut frame.target, &frame.view, mesh, world_from_model, palette, look)?;
        frame.target.clear_depth(1.0);
        Ok(())
    }
}

/// Two eyes and a nose, at the front of the head.
fn face() -> Mesh {
    let mut face = Mesh::default();
    for (x, y, radius) in [(-0.14, 2.66, 0.055), (0.14, 2.66, 0.055), (0.0, 2.52, 0.075)] {
        let z = f32::sqrt(RADIUS * RADIUS - x * x);
        face.append(ball(vec3(x, y * LENGTH, z), radius));
    }
    face.influences = vec![Influences::of(2); face.positions.len()];
    face
}

/// A cylinder whose slices have the radii of a ball's.
fn ball(centre: Vec3, radius: f32) -> Mesh {
    let mut ball = cylinder(1.0, 1.0, 20, 12);
    for (position, normal) in ball.positions.iter_mut().zip(&mut ball.normals) {
        let (up, out) = (PI * (position.y - 0.5)).sin_cos();
        *normal = vec3(out * position.x, up, out * position.z);
        *position = centre + radius * *normal;
    }
    ball
}

/// The volume inside a closed surface: each triangle is the base of a pyramid with its apex at the origin.
fn volume(mesh: &Mesh, place: impl Fn(usize) -> Vec3) -> f32 {
    let pyramid = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|corner| place(corner as usize));
        a.dot(b.cross(c)) / 6.0
    };
    mesh.triangles.iter().map(pyramid).sum()
}
