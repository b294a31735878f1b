//! A model from a Collada file: its skins in its materials, and its skeletons.

use super::colour::{Colour, INK, PAPER, STEEL, joint_colour, with_alpha};
use super::drawing::{beneath_wires, wires};
use super::joints::{JointColours, MAX_JOINTS, ensure_room_for_skeletons, ensure_room_for_skins};
use super::models::open_models;
use super::{Gl, Joints, Live, RiggedMesh, RiggedVertex, SkeletonLines, Texture, UNMOVED, View, block};
use crate::collada;
use crate::model::{Model, Part, Surface};
use crate::skin::skin_point;
use crate::transform::transform_point;
use anyhow::{Context as _, Result};
use glam::{Mat4, Vec3};
use glium::backend::Facade;
use glium::uniforms::UniformBuffer;
use glium::{DrawParameters, Program, Vertex, uniform};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

/// How a model is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelLook {
    /// Whether every joint's colour is shown where it pulls, instead of materials.
    pub weights_shown: bool,
    /// A node whose colour alone is shown, if colours are.
    pub alone: Option<usize>,
    /// Whether the edges of all triangles are shown too.
    pub wires_shown: bool,
}

/// A model on the graphics card.
pub struct ModelScene {
    /// What the file says.
    pub model: Model,
    /// Its skeletons, drawn over their skin.
    pub skeletons: SkeletonLines,
    /// What is odd in the file, or could not be shown.
    pub notes: Vec<String>,
    meshes: Vec<RiggedMesh>,
    /// One for each material.
    pictures: Vec<Option<Rc<Live<Texture>>>>,
    /// The number of every joint in its skeleton, by node.
    joint_numbers: HashMap<usize, usize>,
    checker: Texture,
    program: Rc<Live<Program>>,
    palette: UniformBuffer<Joints>,
    colours: UniformBuffer<JointColours>,
}

impl ModelScene {
    /// The model that the command line names, or the lesson's own, each as a name and a file in `assets/`.
    pub fn open_all(
        gl: &Gl,
        model: Option<&Path>,
        own: &[(&str, &str)],
    ) -> Result<Vec<(String, Rc<Live<Self>>)>> {
        let context = gl.clone();
        open_models(gl, model, own, move |path, _| Self::read(&context, path))
    }

    /// Reads a Collada file, and the pictures that it names.
    pub fn read(gl: &Gl, path: &Path) -> Result<Self> {
        let document = collada::read(path)?;
        ensure_room_for_skeletons(&document)?;
        ensure_room_for_skins(&document)?;
        let model = Model::new(document);
        let skeletons =
            SkeletonLines::new(gl, &model.document.scene).with_context(|| path.display().to_string())?;
        let meshes = model.surfaces.iter().map(|surface| upload(gl, surface));
        let meshes = meshes.collect::<Result<_>>().with_context(|| path.display().to_string())?;
        let mut notes: Vec<String> = model.document.notes.iter().map(ToString::to_string).collect();
        let pictures = model.document.materials.iter();
        let pictures =
            pictures.map(|material| material.image.as_deref().map(|path| picture(gl, path, &mut notes)));
        Ok(Self {
            pictures: pictures.map(Option::transpose).collect::<Result<_>>()?,
            joint_numbers: skeletons.joints().collect(),
            skeletons: skeletons.over_everything(),
            notes,
            meshes,
            checker: Texture::checker(gl.get_context())?,
            program: gl.program("skin.vert", "model.frag", &[RiggedVertex::build_bindings()])?,
            palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            colours: UniformBuffer::dynamic(gl, [STEEL; MAX_JOINTS])?,
            model,
        })
    }

    /// How many vertices it has.
    pub fn vertices(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.vertices.len()).sum()
    }

    /// The colour of a node: its joint's, or that of metal.
    pub fn colour(&self, node: usize) -> Colour {
        self.joint_numbers.get(&node).map_or(STEEL, |&joint| joint_colour(joint))
    }

    /// From the model, in the file's own axes and unit, to the world: y up, and metres.
    pub fn world_from_model(&self) -> Mat4 {
        self.model.document.scene.world_from_file
    }

    /// From every node to the model, as the file places them.
    pub fn model_from_nodes_at_rest(&self) -> Vec<Mat4> {
        let scene = &self.model.document.scene;
        scene.model_from_nodes(&scene.parent_from_nodes())
    }

    /// Where all vertices of all surfaces are, in the model.
    pub fn posed(&self, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let mut places = Vec::new();
        for surface in &self.model.surfaces {
            let palette = surface.palette(model_from_nodes);
            let points = surface.mesh.solid.positions.iter().zip(&surface.mesh.influences);
            places.extend(points.map(|(&point, influences)| skin_point(&palette, influences, point)));
        }
        places
    }

    /// Where all vertices and all joints are, in the world.
    pub fn places(&self, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let joints = self.skeletons.joints().map(|(node, _)| model_from_nodes[node].w_axis.truncate());
        let places = joints.chain(self.posed(model_from_nodes));
        places.map(|place| transform_point(self.world_from_model(), place)).collect()
    }

    /// Draws all surfaces as their joints pull them. A surface for which `palette_of` has no palette is left out.
    ///
    /// The model is in the file's own axes and unit; `world_from_model` leads on from there.
    pub fn draw(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        palette_of: impl Fn(usize) -> Option<Vec<Mat4>>,
        look: ModelLook,
    ) -> Result<()> {
        for (index, (surface, mesh)) in self.model.surfaces.iter().zip(&self.meshes).enumerate() {
            let Some(palette) = palette_of(index) else { continue };
            self.palette.write(&block(&palette)?);
            self.colours.write(&self.colours_of(surface, look.alone));
            for part in &surface.parts {
                let coat = self.coat(part.material, look.weights_shown);
                self.draw_part(target, view, world_from_model, mesh, part, &coat, &beneath_wires())?;
                if look.wires_shown {
                    let ink = Coat { colour: with_alpha(INK, 0.6), ..Coat::default() };
                    self.draw_part(target, view, world_from_model, mesh, part, &ink, &wires())?;
                }
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "it is half of `draw`")]
    fn draw_part(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        mesh: &RiggedMesh,
        part: &Part,
        coat: &Coat,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let Range { start, end } = part.triangles;
        let Some(indices) = mesh.indices.slice(3 * start..3 * end) else { return Ok(()) };
        let picture = coat.picture.as_ref().map(|picture| picture.get());
        let uniforms = uniform! {
            Palette: &self.palette,
            Colours: &self.colours,
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: coat.colour,
            u_weights_shown: coat.weights_shown,
            u_eye: view.eye.to_array(),
            u_picture: picture.as_deref().unwrap_or(&self.checker).repeated(),
            u_picture_shown: picture.is_some(),
        };
        Ok(target.draw(&mesh.vertices, indices, &self.program.get(), &uniforms, parameters)?)
    }

    /// How a part with this material is painted.
    fn coat(&self, material: Option<usize>, weights_shown: bool) -> Coat {
        if weights_shown {
            return Coat { weights_shown, ..Coat::default() };
        }
        let materials = &self.model.document.materials;
        let colour =
            material.and_then(|index| materials.get(index)).map_or(STEEL, |material| material.colour);
        let picture = material.and_then(|index| self.pictures.get(index).cloned().flatten());
        Coat { colour, picture, weights_shown }
    }

    /// The colour of every joint of a surface.
    fn colours_of(&self, surface: &Surface, alone: Option<usize>) -> JointColours {
        let mut colours = [STEEL; MAX_JOINTS];
        for (colour, joint) in colours.iter_mut().zip(&surface.joints) {
            let is_shown = alone.is_none_or(|alone| alone == joint.node);
            *colour = if is_shown { self.colour(joint.node) } else { PAPER };
        }
        colours
    }
}

/// What covers a part of a surface.
#[derive(Default)]
struct Coat {
    colour: Colour,
    picture: Option<Rc<Live<Texture>>>,
    weights_shown: bool,
}

/// A surface with what pulls on it, on the graphics card.
fn upload(gl: &Gl, surface: &Surface) -> Result<RiggedMesh> {
    let vertices = RiggedVertex::of(&surface.mesh.solid, &surface.mesh.influences);
    RiggedMesh::new(gl, &vertices, &surface.mesh.solid.triangles)
}

/// The picture of a material. If it cannot be shown, a checker is, and a note says why.
fn picture(gl: &Gl, path: &Path, notes: &mut Vec<String>) -> Result<Rc<Live<Texture>>> {
    let context = gl.get_context().clone();
    let read = gl.file(path.to_owned(), move |path| Texture::read(&context, path));
    read.or_else(|error| {
        notes.push(format!("This picture is shown as a checker: {error:#}."));
        Ok(Rc::new(Live::fixed(Texture::checker(gl.get_context())?)))
    })
}
