//! Draws a model, its skins in their materials, and its skeletons.

use super::colour::{Colour, PAPER, STEEL, joint_colour};
use super::drawing::{beneath_lines, depth_alone, plate};
use super::parts::{Part, parts};
use super::skin::{SkinLook, SkinPainter, Triangles};
use super::{Extent, Gl, HotReload, Light, MeshBuffers, SkeletonLines, Texture, VertexColour, View};
use anyhow::{Context as _, Result};
use common::asset::{Alpha, Asset, Image};
use common::mesh::{Mesh, Surface};
use common::pose::model_from_joints;
use common::skin::{Influences, skin_point};
use common::transform::transform_point;
use glam::{Mat4, Vec3};
use glium::framebuffer::SimpleFrameBuffer;
use glium::{DrawParameters, Program, Vertex};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The way in which a model is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelLook {
    /// True if the skin shows its weights, in the joints' colours, instead of materials.
    pub weights_shown: bool,
    /// The only node whose weights are shown in colour, or none for all.
    pub alone: Option<usize>,
    /// A transparent colour for all of the model, drawn without its inside as an earlier or later pose.
    pub ghost: Option<Colour>,
}

/// The scene into which a model is drawn.
pub struct Scene<'a, 'f> {
    pub target: &'a mut SimpleFrameBuffer<'f>,
    /// The viewer's place.
    pub view: &'a View,
    /// The light, if it isn't the usual one.
    pub light: Option<&'a Light>,
}

/// The shaders and the textures of models, which many may share.
pub struct ModelPainter {
    skins: SkinPainter,
    /// The textures so far, each with its picture.
    textures: RefCell<Vec<(Image, Rc<HotReload<Texture>>)>>,
}

impl ModelPainter {
    /// Loads the shaders.
    pub fn new(gl: &Gl) -> Result<Rc<Self>> {
        Ok(Rc::new(Self { skins: SkinPainter::for_models(gl)?, textures: RefCell::default() }))
    }

    /// Returns the texture of a picture, which is loaded once.
    fn texture(&self, gl: &Gl, image: &Image, notes: &mut Vec<String>) -> Result<Rc<HotReload<Texture>>> {
        let mut textures = self.textures.borrow_mut();
        if let Some((_, texture)) = textures.iter().find(|(known, _)| known == image) {
            return Ok(texture.clone());
        }
        let texture = Texture::of_material(gl, image, notes)?;
        textures.push((image.clone(), texture.clone()));
        Ok(texture)
    }
}

/// A surface on the graphics card.
struct Uploaded {
    parts: Vec<Part<MeshBuffers>>,
    /// The points in the bind pose, each once, with their weights.
    points: Vec<(Vec3, Influences)>,
    /// The palette at rest, and the box around the surface then, in metres, y up.
    at_rest: Vec<Mat4>,
    extent: Extent,
    is_closed: bool,
}

/// A model on the graphics card.
pub struct Model {
    /// What the model is.
    pub asset: Asset,
    /// The skeletons, drawn over their skin.
    pub skeletons: SkeletonLines,
    /// Oddities of the file, and what could not be shown of it.
    pub notes: Vec<String>,
    surfaces: Vec<Uploaded>,
    textures: Vec<Option<Rc<HotReload<Texture>>>>,
    /// The index of every joint in its skeleton, by node, which gives its colour.
    joint_numbers: HashMap<usize, usize>,
    /// What draws the surfaces, if it has any.
    painter: Option<Rc<ModelPainter>>,
    /// The program for vertices with colours, if it has such.
    coloured: Option<Rc<HotReload<Program>>>,
}

impl Model {
    /// Uploads a model, and the textures that it names.
    pub fn new(gl: &Gl, asset: Asset) -> Result<Self> {
        Self::of(gl, asset, &ModelPainter::new(gl)?)
    }

    /// Uploads a model's joints alone.
    pub fn of_joints(gl: &Gl, mut asset: Asset) -> Result<Self> {
        (asset.surfaces, asset.materials) = Default::default();
        let skeletons = SkeletonLines::new(gl, asset.chains.clone());
        let skeletons = skeletons.with_context(|| asset.file().to_owned())?;
        Ok(Self {
            notes: asset.notes.clone(),
            joint_numbers: skeletons.joints().collect(),
            surfaces: Vec::new(),
            textures: Vec::new(),
            painter: None,
            coloured: None,
            skeletons,
            asset,
        })
    }

    /// Uploads a model that shares shaders and textures with others.
    pub fn of(gl: &Gl, mut asset: Asset, painter: &Rc<ModelPainter>) -> Result<Self> {
        let (surfaces, materials) =
            (std::mem::take(&mut asset.surfaces), std::mem::take(&mut asset.materials));
        let mut model = Self::of_joints(gl, asset)?;
        let at_rest = model.model_from_nodes_at_rest();
        let upload = |surface: &Surface| {
            let parts =
                parts(surface, gpu::MAX_JOINTS).into_iter().map(|Part { mesh, joints, submeshes }| {
                    Ok(Part { mesh: MeshBuffers::skin(gl, &mesh)?, joints, submeshes })
                });
            let (at_rest, points) = (surface.palette(&at_rest), points(surface));
            Ok(Uploaded {
                parts: parts.collect::<Result<_>>()?,
                extent: Extent::of(model.moved(&points, &at_rest)),
                is_closed: is_closed(surface, &at_rest),
                points,
                at_rest,
            })
        };
        let file = || model.asset.file().to_owned();
        model.surfaces = surfaces.iter().map(upload).collect::<Result<_>>().with_context(file)?;
        for material in &materials {
            let image = material.image.as_ref();
            let texture = image.map(|image| painter.texture(gl, image, &mut model.notes));
            model.textures.push(texture.transpose()?);
        }
        let has_colours = surfaces.iter().any(|surface| !surface.mesh.colours.is_empty());
        model.coloured = has_colours.then(|| coloured(gl)).transpose()?;
        model.painter = Some(painter.clone());
        (model.asset.surfaces, model.asset.materials) = (surfaces, materials);
        Ok(model)
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

    /// Returns every node's matrix to the world, from every node's matrix to its parent.
    pub fn world_from_nodes(&self, parent_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let model_from_nodes = self.model_from_nodes(parent_from_nodes);
        model_from_nodes.iter().map(|&node| self.world_from_model() * node).collect()
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
        let joints = joints.map(|place| transform_point(self.world_from_model(), place));
        let mut places: Vec<Vec3> = joints.collect();
        for (surface, Uploaded { points, .. }) in self.asset.surfaces.iter().zip(&self.surfaces) {
            places.extend(self.moved(points, &surface.palette(model_from_nodes)));
        }
        places
    }

    /// Returns the box around a surface at rest, in metres, y up.
    pub fn extent(&self, surface: usize) -> Extent {
        self.surfaces[surface].extent
    }

    /// Returns the places of points that a palette moves, in world space.
    fn moved(&self, points: &[(Vec3, Influences)], palette: &[Mat4]) -> impl Iterator<Item = Vec3> {
        let place = |(point, influences): &(Vec3, Influences)| skin_point(palette, influences, *point);
        points.iter().map(move |point| transform_point(self.world_from_model(), place(point)))
    }

    /// Draws all surfaces in a pose. `model_from_nodes` has every node's matrix to the model, or to the world
    /// if `world_from_model` is the identity.
    pub fn draw(
        &self,
        scene: &mut Scene<'_, '_>,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
        look: ModelLook,
    ) -> Result<()> {
        let mut palette = Vec::new();
        for (index, surface) in self.asset.surfaces.iter().enumerate() {
            surface.palette_into(model_from_nodes, &mut palette);
            self.draw_surface(scene, index, world_from_model, &palette, look)?;
        }
        Ok(())
    }

    /// Draws a surface at rest, if it may be seen. `world_from_metres` begins in metres, y up.
    pub fn draw_at_rest(
        &self,
        scene: &mut Scene<'_, '_>,
        index: usize,
        world_from_metres: Mat4,
    ) -> Result<()> {
        let Uploaded { extent, at_rest, .. } = &self.surfaces[index];
        if !extent.may_be_seen(scene.view, world_from_metres) {
            return Ok(());
        }
        let world_from_model = world_from_metres * self.world_from_model();
        self.draw_surface(scene, index, world_from_model, at_rest, ModelLook::default())
    }

    /// Draws a surface with a palette.
    ///
    /// The model is in the file's own axes and unit; `world_from_model` maps from there.
    pub fn draw_surface(
        &self,
        scene: &mut Scene<'_, '_>,
        index: usize,
        world_from_model: Mat4,
        palette: &[Mat4],
        look: ModelLook,
    ) -> Result<()> {
        let Some(ModelPainter { skins, .. }) = self.painter.as_deref() else { return Ok(()) };
        let surface = &self.asset.surfaces[index];
        let colours = look.weights_shown.then(|| self.colours_of(surface, look.alone));
        let coloured = self.coloured.as_ref().map(|program| program.get());
        for part in &self.surfaces[index].parts {
            let palette = &part.of(palette);
            if let Some(colours) = &colours {
                skins.set_colours(&part.of(colours));
            }
            for (submesh, range) in &part.submeshes {
                let triangles = Triangles {
                    view: scene.view,
                    world_from_model,
                    mesh: &part.mesh,
                    range: range.clone(),
                    palette,
                    coloured: coloured.as_deref().filter(|_| look.ghost.is_none() && !look.weights_shown),
                    light: scene.light,
                };
                let mut draw = |look, parameters: DrawParameters<'_>| {
                    skins.draw_triangles(scene.target, &triangles, look, &parameters)
                };
                if let Some(colour) = look.ghost {
                    let ghost = SkinLook { colour, alpha: Alpha::Blend, ..SkinLook::default() };
                    draw(ghost, depth_alone())?;
                    draw(ghost, plate())?;
                    continue;
                }
                let material = surface.submeshes[*submesh].material.filter(|_| !look.weights_shown);
                let texture =
                    material.and_then(|material| Some(self.textures.get(material)?.as_ref()?.get()));
                let material = material.and_then(|material| self.asset.materials.get(material));
                let covered = SkinLook {
                    colour: material.map_or(STEEL, |material| material.colour),
                    texture: texture.as_deref(),
                    weights_shown: look.weights_shown,
                    alpha: material.map_or(Alpha::Opaque, |material| material.alpha),
                    unlit: material.is_some_and(|material| material.unlit),
                    shine: material.and_then(|material| material.shine),
                    emission: material.map_or([0.0; 3], |material| material.emission),
                    closed: self.surfaces[index].is_closed && world_from_model.determinant() > 0.0,
                    ..SkinLook::default()
                };
                draw(covered, beneath_lines())?;
            }
        }
        Ok(())
    }

    /// Returns the colour of each joint of a surface, and last that of vertices without a joint.
    fn colours_of(&self, surface: &Surface, alone: Option<usize>) -> Vec<Colour> {
        let is_shown = |node: usize| alone.is_none_or(|alone| alone == node);
        let colour = |node: usize| if is_shown(node) { self.colour(node) } else { PAPER };
        surface.joints.iter().map(|joint| colour(joint.node)).chain([STEEL]).collect()
    }
}

/// Loads the shaders of surfaces whose vertices have colours.
fn coloured(gl: &Gl) -> Result<Rc<HotReload<Program>>> {
    let formats = [gpu::skin_format(gl)?, VertexColour::build_bindings()];
    let defines = vec!["HAS_VERTEX_COLOURS".to_owned()];
    gl.program_with(&["reference/coloured.vert", "model.frag"], &formats, defines)
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
fn is_closed(surface: &Surface, palette: &[Mat4]) -> bool {
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
    edges.values().all(|more| *more == 0) && palette.iter().all(|matrix| matrix.determinant() > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset_path;
    use std::sync::Arc;

    #[test]
    fn a_mesh_is_closed_until_a_triangle_is_missing_or_turned_or_all_of_it_is_mirrored() -> Result<()> {
        let asset = formats::read(&asset_path("knight/knight.dae"))?;
        let at_rest = model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes());
        let changed = |surface: &Surface, change: fn(&mut Mesh)| {
            let mut mesh = (*surface.mesh).clone();
            change(&mut mesh);
            is_closed(&Surface { mesh: Arc::new(mesh), ..surface.clone() }, &surface.palette(&at_rest))
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
            assert!(!is_closed(surface, &surface.palette(&mirrored)));
        }
        Ok(())
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_picture_that_two_materials_show_is_loaded_once() -> Result<()> {
        let knight = Model::new(&crate::offscreen()?, formats::read(&asset_path("knight/knight.dae"))?)?;
        let textures: Vec<_> = knight.textures.iter().flatten().collect();
        assert!(textures.len() > 1 && textures.iter().all(|texture| Rc::ptr_eq(texture, textures[0])));
        assert_eq!(knight.notes, [""; 0]);
        Ok(())
    }
}
