//! Draws a model from a file, its skins in their materials, and its skeletons.

use crate::parts;
use crate::skin_painter::Triangles;
use crate::{SkinLook, SkinPainter, Textures};
use anyhow::{Context as _, Result};
use common::mesh::Mesh;
use common::pose::model_from_joints;
use common::skeleton::Joint;
use common::skin::{Influences, skin_point};
use common::transform::transform_point;
use formats::{Alpha, Asset, Material, Surface};
use gl::colour::{Colour, INK, PAPER, STEEL, joint_colour, with_alpha};
use gl::drawing::{beneath_wires, depth_alone, plate, wires};
use gl::{Gl, HotReload, MeshBuffers, SkeletonLines, Texture};
use glam::{Mat4, Vec3};
use glium::DrawParameters;
use stage::{Frame, Inspected, InspectedSkin};
use std::borrow::Cow;
use std::cell::Ref;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// The way in which a model is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelLook {
    /// True if the skin shows its weights, in the joints' colours, instead of materials.
    pub weights_shown: bool,
    /// The only node whose weights are shown in colour, or none for all.
    pub alone: Option<usize>,
    /// True if the edges of all triangles are shown too.
    pub wires_shown: bool,
    /// A transparent colour for all of the model, drawn without its inside as an earlier or later pose.
    pub ghost: Option<Colour>,
}

/// A part of a surface on the graphics card, with joints for one uniform block.
struct SurfacePart {
    mesh: MeshBuffers,
    joints: Option<Vec<usize>>,
    submeshes: Vec<(usize, Range<usize>)>,
}

impl SurfacePart {
    fn all(gl: &Gl, surface: &Surface) -> Result<Vec<Self>> {
        let upload = |part: parts::Partition<'_>| {
            let mesh = MeshBuffers::skin(gl, &part.mesh)?;
            Ok(Self { mesh, joints: part.joints, submeshes: part.submeshes })
        };
        parts::parts(surface, gpu::MAX_JOINTS).into_iter().map(upload).collect()
    }

    /// Returns the part's entries of a list for the whole surface.
    fn of<'l, T: Copy>(&self, list: &'l [T]) -> Cow<'l, [T]> {
        match &self.joints {
            None => Cow::Borrowed(list),
            Some(joints) => joints.iter().map(|&joint| list[joint]).collect(),
        }
    }
}

/// A model on the graphics card.
pub struct ModelScene {
    /// The contents of the file.
    pub asset: Asset,
    /// The skeletons, drawn over their skin.
    pub skeletons: SkeletonLines,
    /// Oddities of the file, and what could not be shown of it.
    pub notes: Vec<String>,
    meshes: Vec<Vec<SurfacePart>>,
    are_closed: Vec<bool>,
    /// The points of each surface in the bind pose, each once, with their weights.
    points: Vec<Vec<(Vec3, Influences)>>,
    textures: Vec<Option<Rc<HotReload<Texture>>>>,
    /// The index of every joint in its skeleton, by node, which gives its colour.
    joint_numbers: HashMap<usize, usize>,
    painter: SkinPainter,
}

impl ModelScene {
    /// Uploads the contents of a model file, and the textures that it names.
    pub fn new(gl: &Gl, asset: Asset) -> Result<Self> {
        let has_colours = asset.surfaces.iter().any(|surface| !surface.mesh.colours.is_empty());
        Self::with_painter(gl, asset, &Textures::default(), SkinPainter::for_models(gl, has_colours)?)
    }

    /// Uploads a model for frames in a light of their own, with textures that it may share with others.
    pub fn lit(gl: &Gl, asset: Asset, textures: &Textures) -> Result<Self> {
        let scene = Self::with_painter(gl, asset, textures, SkinPainter::lit(gl)?)?;
        let at_rest = scene.model_from_nodes_at_rest();
        let are_closed = scene.asset.surfaces.iter().map(|surface| is_closed(surface, &at_rest)).collect();
        Ok(Self { are_closed, ..scene })
    }

    fn with_painter(gl: &Gl, asset: Asset, textures: &Textures, painter: SkinPainter) -> Result<Self> {
        let file = || asset.file().to_owned();
        let skeletons = SkeletonLines::new(gl, asset.chains.clone()).with_context(file)?;
        let meshes = asset.surfaces.iter().map(|surface| SurfacePart::all(gl, surface));
        let meshes = meshes.collect::<Result<_>>().with_context(file)?;
        let mut notes = asset.notes.clone();
        let images = asset.materials.iter().map(|material| material.image.as_ref());
        let textures = images.map(|image| image.map(|image| textures.get(gl, image, &mut notes)).transpose());
        Ok(Self {
            textures: textures.collect::<Result<_>>()?,
            joint_numbers: skeletons.joints().collect(),
            skeletons: skeletons.over_everything(),
            notes,
            meshes,
            are_closed: vec![false; asset.surfaces.len()],
            points: asset.surfaces.iter().map(points).collect(),
            painter,
            asset,
        })
    }

    /// Returns the number of vertices of all surfaces.
    pub fn vertices(&self) -> usize {
        self.asset.surfaces.iter().map(|surface| surface.mesh.positions.len()).sum()
    }

    /// Returns the colour of a node, which is its joint's, or else that of metal.
    pub fn colour(&self, node: usize) -> Colour {
        self.joint_numbers.get(&node).map_or(STEEL, |&joint| joint_colour(joint))
    }

    /// Returns the matrix from the file's own axes and unit to the world, with y up and metres.
    pub fn world_from_model(&self) -> Mat4 {
        self.asset.world_from_model
    }

    /// Returns every node's matrix to the model, in the pose of the file.
    pub fn model_from_nodes_at_rest(&self) -> Vec<Mat4> {
        self.model_from_nodes(&self.asset.parent_from_nodes())
    }

    /// Returns every node's matrix to the model, from every node's matrix to its parent.
    pub fn model_from_nodes(&self, parent_from_nodes: &[Mat4]) -> Vec<Mat4> {
        model_from_joints(&self.asset.rig.skeleton, parent_from_nodes)
    }

    /// Returns the places of all vertices of all surfaces, in model space.
    pub fn posed(&self, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let mut places = Vec::new();
        for surface in &self.asset.surfaces {
            let palette = surface.palette(model_from_nodes);
            let points = surface.mesh.positions.iter().zip(&surface.mesh.influences);
            places.extend(points.map(|(&point, influences)| skin_point(&palette, influences, point)));
        }
        places
    }

    /// Returns the places of all joints and of all points of all surfaces, in world space.
    pub fn places(&self, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let joints = self.skeletons.joints().map(|(node, _)| model_from_nodes[node].w_axis.truncate());
        let points = self.asset.surfaces.iter().zip(&self.points).flat_map(|(surface, points)| {
            let palette = surface.palette(model_from_nodes);
            points.iter().map(move |(point, influences)| skin_point(&palette, influences, *point))
        });
        joints.chain(points).map(|place| transform_point(self.world_from_model(), place)).collect()
    }

    /// Returns what the inspector shows of the model, from every node's matrices to its parent and to the
    /// model. `hung` returns a surface with its present binding.
    pub fn inspected<'a>(
        &'a self,
        world_from_model: Mat4,
        parent_from_nodes: Vec<Mat4>,
        model_from_nodes: &[Mat4],
        hung: impl Fn(&'a Surface) -> &'a Surface,
    ) -> Inspected {
        let skin = |surface: &Surface| InspectedSkin {
            name: surface.name.clone(),
            mesh: surface.mesh.clone(),
            nodes: surface.joints.iter().map(|joint| Some(joint.node)).chain([None]).collect(),
            joints_from_bind: surface.joints.iter().map(|joint| joint.joint_from_bind).collect(),
            palette: surface.palette(model_from_nodes),
            world_from_model: None,
        };
        let skeleton = &self.asset.rig.skeleton;
        Inspected {
            colours: (0..skeleton.joints().len()).map(|node| self.colour(node)).collect(),
            skins: self.asset.surfaces.iter().map(|surface| skin(hung(surface))).collect(),
            ..Inspected::new(skeleton, Some(world_from_model), parent_from_nodes, model_from_nodes.to_vec())
        }
    }

    /// Returns what the inspector shows of a pose given by matrices to the model, with the file's bindings.
    pub fn inspected_posed(&self, world_from_model: Mat4, model_from_nodes: &[Mat4]) -> Inspected {
        let joints = self.asset.rig.skeleton.joints().iter();
        let in_parent = |(joint, &model_from_node): (&Joint, &Mat4)| match joint.parent {
            Some(parent) if model_from_nodes[parent].determinant() != 0.0 => {
                model_from_nodes[parent].inverse() * model_from_node
            }
            _ => model_from_node,
        };
        let parent_from_nodes = joints.zip(model_from_nodes).map(in_parent).collect();
        self.inspected(world_from_model, parent_from_nodes, model_from_nodes, |surface| surface)
    }

    /// Draws all surfaces in a pose. `model_from_nodes` has every node's matrix to the model, or to the world
    /// if `world_from_model` is the identity.
    pub fn draw_posed(
        &self,
        frame: &mut Frame<'_>,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
        look: ModelLook,
    ) -> Result<()> {
        let mut palette = Vec::new();
        for (index, surface) in self.asset.surfaces.iter().enumerate() {
            surface.palette_into(model_from_nodes, &mut palette);
            self.draw_surface(frame, index, world_from_model, &palette, look)?;
        }
        Ok(())
    }

    /// Draws a surface with a palette.
    ///
    /// The model is in the file's own axes and unit; `world_from_model` maps from there.
    pub fn draw_surface(
        &self,
        frame: &mut Frame<'_>,
        index: usize,
        world_from_model: Mat4,
        palette: &[Mat4],
        look: ModelLook,
    ) -> Result<()> {
        let surface = &self.asset.surfaces[index];
        let is_mirrored = world_from_model.determinant() < 0.0;
        let colours = look.weights_shown.then(|| self.colours_of(surface, look.alone));
        for part in &self.meshes[index] {
            self.painter.set_palette(&part.of(palette))?;
            if let Some(colours) = &colours {
                self.painter.set_colours(&part.of(colours));
            }
            for (submesh, triangles) in &part.submeshes {
                let (view, range) = (&frame.view, triangles.clone());
                let triangles = Triangles { view, world_from_model, mesh: &part.mesh, range };
                let mut draw = |look, parameters: DrawParameters<'_>| {
                    let light = frame.lit.as_ref();
                    self.painter.draw_triangles(&mut frame.target, &triangles, look, &parameters, light)
                };
                if let Some(colour) = look.ghost {
                    let ghost = SkinLook { colour, alpha: Alpha::Blend, ..SkinLook::default() };
                    draw(ghost, depth_alone())?;
                    draw(ghost, plate())?;
                    continue;
                }
                let material = surface.submeshes[*submesh].material;
                let texture = self.texture_of(material).filter(|_| !look.weights_shown);
                let material = self.material_of(material).filter(|_| !look.weights_shown);
                let covered = SkinLook {
                    colour: material.map_or(STEEL, |material| material.colour),
                    texture: texture.as_deref(),
                    vertices_coloured: !look.weights_shown,
                    weights_shown: look.weights_shown,
                    alpha: material.map_or(Alpha::Opaque, |material| material.alpha),
                    unlit: material.is_some_and(|material| material.unlit),
                    shine: material.and_then(|material| material.shine),
                    emission: material.map_or([0.0; 3], |material| material.emission),
                    closed: self.are_closed[index] && !is_mirrored,
                };
                draw(covered, beneath_wires())?;
                if look.wires_shown {
                    let inked = SkinLook { colour: with_alpha(INK, 0.6), ..SkinLook::default() };
                    draw(inked, wires())?;
                }
            }
        }
        Ok(())
    }

    /// Draws the skeletons in a pose, given by every node's matrix to the model.
    pub fn draw_skeletons(
        &self,
        frame: &mut Frame<'_>,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
    ) -> Result<()> {
        let world_from_nodes: Vec<Mat4> =
            model_from_nodes.iter().map(|&model_from_node| world_from_model * model_from_node).collect();
        self.skeletons.draw(&mut frame.target, &frame.view, &world_from_nodes)
    }

    fn material_of(&self, material: Option<usize>) -> Option<&Material> {
        self.asset.materials.get(material?)
    }

    fn texture_of(&self, material: Option<usize>) -> Option<Ref<'_, Texture>> {
        Some(self.textures.get(material?)?.as_ref()?.get())
    }

    /// Returns the colour of each joint of a surface, and last that of vertices without a joint.
    fn colours_of(&self, surface: &Surface, alone: Option<usize>) -> Vec<Colour> {
        let is_shown = |node: usize| alone.is_none_or(|alone| alone == node);
        let colour = |node: usize| if is_shown(node) { self.colour(node) } else { PAPER };
        surface.joints.iter().map(|joint| colour(joint.node)).chain([STEEL]).collect()
    }
}

/// Returns the points of a surface, each once, though it has a vertex for every normal there.
fn points(surface: &Surface) -> Vec<(Vec3, Influences)> {
    let mut seen = HashSet::new();
    let Mesh { positions, influences, .. } = &*surface.mesh;
    let mut is_new = |(point, Influences { joints, weights }): &(Vec3, Influences)| {
        seen.insert((point.to_array().map(f32::to_bits), *joints, weights.map(f32::to_bits)))
    };
    positions.iter().copied().zip(influences.iter().copied()).filter(|point| is_new(point)).collect()
}

/// Returns true if a surface is a closed mesh, whose back faces never show: no edge is on its border, its
/// triangles face as its normals do, and nothing mirrors it.
fn is_closed(surface: &Surface, model_from_nodes: &[Mat4]) -> bool {
    let Mesh { positions, normals, points, triangles, .. } = &*surface.mesh;
    // Counts for each edge the triangles on one side, minus those on the other.
    let mut edges = HashMap::new();
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| corner as usize);
        for [from, to] in [[a, b], [b, c], [c, a]].map(|ends| ends.map(|end| points[end])) {
            *edges.entry([from.min(to), from.max(to)]).or_insert(0) += (from as i64 - to as i64).signum();
        }
        let faces = (positions[b] - positions[a]).cross(positions[c] - positions[a]);
        if faces.dot(normals[a] + normals[b] + normals[c]) < 0.0 {
            return false;
        }
    }
    edges.values().all(|more| *more == 0)
        && surface.palette(model_from_nodes).iter().all(|matrix| matrix.determinant() > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gl::asset_path;
    use std::sync::Arc;

    #[test]
    fn a_mesh_is_closed_until_a_triangle_is_missing_or_turned_or_all_of_it_is_mirrored() -> Result<()> {
        let asset = formats::read(&asset_path("knight/knight.dae"))?;
        let at_rest = model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes());
        let changed = |surface: &Surface, change: fn(&mut Mesh)| {
            let mut mesh = (*surface.mesh).clone();
            change(&mut mesh);
            is_closed(&Surface { mesh: Arc::new(mesh), ..surface.clone() }, &at_rest)
        };
        for surface in &asset.surfaces {
            assert!(changed(surface, |_| ()));
            assert!(!changed(surface, |mesh| mesh.triangles.truncate(mesh.triangles.len() - 1)));
            assert!(!changed(surface, |mesh| mesh.triangles[0].reverse()));
            assert!(!changed(surface, |mesh| mesh
                .triangles
                .iter_mut()
                .for_each(|corners| corners.reverse())));
            let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
            let mirrored: Vec<Mat4> = at_rest.iter().map(|matrix| mirror * *matrix).collect();
            assert!(!is_closed(surface, &mirrored));
        }
        Ok(())
    }
}
