//! A model from a file: its skins in its materials, and its skeletons.

use super::colour::{Colour, INK, PAPER, STEEL, joint_colour, with_alpha};
use super::drawing::{beneath_wires, wires};
use super::joints::{ensure_room_for_skeletons, ensure_room_for_skins};
use super::models::open_models;
use super::skin_joints::SkinJoints;
use super::{Gl, Live, RiggedMesh, RiggedVertex, SkeletonLines, Texture, View};
use crate::asset::{self, Asset, Submesh, Surface};
use crate::pose::model_from_joints;
use crate::skin::skin_point;
use crate::transform::transform_point;
use anyhow::{Context as _, Result};
use glam::{Mat4, Vec3};
use glium::backend::Facade;
use glium::{DrawParameters, uniform};
use std::cell::RefCell;
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
    pub asset: Asset,
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
    joints: SkinJoints,
    /// The palette of the surface that is drawn, in memory that is kept.
    matrices: RefCell<Vec<Mat4>>,
}

impl ModelScene {
    /// The model that the command line names, or the lesson's own, each as a name and a file in `assets/`.
    pub fn open_all(
        gl: &Gl,
        model: Option<&Path>,
        own: &[(&str, &str)],
    ) -> Result<Vec<(String, Rc<Live<Self>>)>> {
        let context = gl.clone();
        open_models(gl, model, own, move |path, _, _| Self::read(&context, path))
    }

    /// Reads a model file, and the pictures that it names.
    pub fn read(gl: &Gl, path: &Path) -> Result<Self> {
        let asset = asset::read(path)?;
        let too_large = |(what, advice)| asset.error(what, advice);
        ensure_room_for_skeletons(&asset.chains).map_err(too_large)?;
        ensure_room_for_skins(&asset.surfaces).map_err(too_large)?;
        let skeletons =
            SkeletonLines::new(gl, asset.chains.clone()).with_context(|| path.display().to_string())?;
        let meshes = asset.surfaces.iter().map(|surface| upload(gl, surface));
        let meshes = meshes.collect::<Result<_>>().with_context(|| path.display().to_string())?;
        // And a bind shape.
        let most = asset.surfaces.iter().map(|surface| surface.joints.len() + 1).max().unwrap_or(0);
        let mut notes = asset.notes.clone();
        let pictures = asset.materials.iter();
        let pictures =
            pictures.map(|material| material.image.as_deref().map(|path| picture(gl, path, &mut notes)));
        Ok(Self {
            pictures: pictures.map(Option::transpose).collect::<Result<_>>()?,
            joint_numbers: skeletons.joints().collect(),
            skeletons: skeletons.over_everything(),
            notes,
            meshes,
            checker: Texture::checker(gl.get_context())?,
            joints: SkinJoints::new(gl, most)?,
            matrices: RefCell::default(),
            asset,
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
        self.asset.world_from_model
    }

    /// From every node to the model, as the file places them.
    pub fn model_from_nodes_at_rest(&self) -> Vec<Mat4> {
        self.model_from_nodes(&self.asset.parent_from_nodes())
    }

    /// From every node to the model, from every node's transform to its parent.
    pub fn model_from_nodes(&self, parent_from_nodes: &[Mat4]) -> Vec<Mat4> {
        model_from_joints(&self.asset.rig.skeleton, parent_from_nodes)
    }

    /// Where all vertices of all surfaces are, in the model.
    pub fn posed(&self, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let mut places = Vec::new();
        for surface in &self.asset.surfaces {
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

    /// Draws all surfaces as their joints pull them. `palette_into` fills an empty list with a surface's palette; one for
    /// which it has none is left out.
    ///
    /// The model is in the file's own axes and unit; `world_from_model` leads on from there.
    pub fn draw(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        palette_into: impl Fn(&Surface, &mut Vec<Mat4>),
        look: ModelLook,
    ) -> Result<()> {
        let mut palette = self.matrices.take();
        for (surface, mesh) in self.asset.surfaces.iter().zip(&self.meshes) {
            palette.clear();
            palette_into(surface, &mut palette);
            if palette.is_empty() {
                continue;
            }
            self.joints.write(&mut palette, &self.colours_of(surface, look.alone))?;
            for submesh in &surface.submeshes {
                let coat = self.coat(submesh.material, look.weights_shown);
                self.draw_submesh(target, view, world_from_model, mesh, submesh, &coat, &beneath_wires())?;
                if look.wires_shown {
                    let ink = Coat { colour: with_alpha(INK, 0.6), ..Coat::default() };
                    self.draw_submesh(target, view, world_from_model, mesh, submesh, &ink, &wires())?;
                }
            }
        }
        self.matrices.replace(palette);
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "it is half of `draw`")]
    fn draw_submesh(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        mesh: &RiggedMesh,
        submesh: &Submesh,
        coat: &Coat,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let Range { start, end } = submesh.triangles;
        let Some(indices) = mesh.indices.slice(3 * start..3 * end) else { return Ok(()) };
        let picture = coat.picture.as_ref().map(|picture| picture.get());
        let uniforms = uniform! {
            Palette: &self.joints.palette,
            NormalPalette: &self.joints.normal_palette,
            Colours: &self.joints.colours,
            u_palette: self.joints.palette_texels.uniform(),
            u_normal_palette: self.joints.normal_texels.uniform(),
            u_joint_colours: self.joints.colour_texels.uniform(),
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: coat.colour,
            u_weights_shown: coat.weights_shown,
            u_eye: view.eye.to_array(),
            u_picture: picture.as_deref().unwrap_or(&self.checker).repeated(),
            u_picture_shown: picture.is_some(),
        };
        Ok(target.draw(&mesh.vertices, indices, &self.joints.program.get(), &uniforms, parameters)?)
    }

    /// How a submesh with this material is painted.
    fn coat(&self, material: Option<usize>, weights_shown: bool) -> Coat {
        if weights_shown {
            return Coat { weights_shown, ..Coat::default() };
        }
        let materials = &self.asset.materials;
        let colour =
            material.and_then(|index| materials.get(index)).map_or(STEEL, |material| material.colour);
        let picture = material.and_then(|index| self.pictures.get(index).cloned().flatten());
        Coat { colour, picture, weights_shown }
    }

    /// The colour of every joint of a surface.
    fn colours_of(&self, surface: &Surface, alone: Option<usize>) -> Vec<Colour> {
        let is_shown = |node: usize| alone.is_none_or(|alone| alone == node);
        let colour = |node: usize| if is_shown(node) { self.colour(node) } else { PAPER };
        surface.joints.iter().map(|joint| colour(joint.node)).collect()
    }
}

/// What covers a submesh.
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

/// The picture of a material. Until it can be shown a checker is, and a note says why.
fn picture(gl: &Gl, path: &Path, notes: &mut Vec<String>) -> Result<Rc<Live<Texture>>> {
    let context = gl.get_context().clone();
    let read = move |path: &Path| Texture::read(&context, path);
    let (picture, error) = gl.file_or(path.to_owned(), read, || Texture::checker(gl.get_context()))?;
    notes.extend(error.map(|error| format!("This picture is shown as a checker: {error:#}.")));
    Ok(picture)
}
