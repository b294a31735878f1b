//! The models of a program: each is read once, found by its name, and read anew whenever its file is saved.

use super::colour::ERROR;
use super::drawing::solid;
use super::{Gl, Lighting, Live, MeshBuffers, ModelLook, ModelScene, Textures, View, asset_path};
use crate::asset::{self, Surface};
use crate::shapes::pebble;
use crate::skin::skin_point;
use crate::transform::transform_point;
use anyhow::Result;
use glam::{Mat4, Vec3};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A model file on the graphics card.
struct Loaded {
    scene: ModelScene,
    /// From every node to the model, as the file places them.
    at_rest: Vec<Mat4>,
    /// For each surface, the root that it hangs on.
    roots: Vec<usize>,
}

impl Loaded {
    fn read(gl: &Gl, path: &Path, textures: &Textures, lighting: &Rc<Lighting>) -> Result<Self> {
        let scene = ModelScene::lit(gl, asset::read(path)?, textures, lighting)?;
        let joints = scene.asset.rig.skeleton.joints();
        let root = |surface: &Surface| {
            let mut node = surface.joints.first().map_or(0, |joint| joint.node);
            while let Some(parent) = joints[node].parent {
                node = parent;
            }
            node
        };
        let roots = scene.asset.surfaces.iter().map(root).collect();
        Ok(Self { at_rest: scene.model_from_nodes_at_rest(), roots, scene })
    }

    /// The root with a name.
    fn root(&self, name: &str) -> Option<usize> {
        let skeleton = &self.scene.asset.rig.skeleton;
        skeleton.roots().find(|&root| skeleton.joints()[root].name == name)
    }
}

/// A file of the store. It has nothing in it until it can be read.
struct File {
    /// Its one model; without a name, each of its roots is one, called as the root is.
    name: Option<String>,
    live: Rc<Live<Option<Loaded>>>,
}

/// All models of a program, with their materials, meshes and textures, and the light that they stand in.
pub struct Store {
    files: Vec<File>,
    /// The light.
    pub lighting: Rc<Lighting>,
    /// What stands for a model that is missing.
    stand_in: Rc<MeshBuffers>,
}

impl Store {
    /// Reads model files in `assets/`: such as are one model, each with its name, and such as are several.
    ///
    /// A file that cannot be read is no error here. The stage tells what is wrong with it until it can.
    pub fn open(gl: &Gl, single: &[(&str, &str)], several: &[&str]) -> Result<Self> {
        let single = single.iter().map(|(name, asset)| (Some((*name).to_owned()), asset_path(asset)));
        let several = several.iter().map(|asset| (None, asset_path(asset)));
        Self::read(gl, single.chain(several))
    }

    fn read(gl: &Gl, files: impl IntoIterator<Item = (Option<String>, PathBuf)>) -> Result<Self> {
        let (lighting, textures) = (Lighting::new(gl)?, Textures::default());
        let open = |(name, path)| {
            let (context, textures, lighting) = (gl.clone(), textures.clone(), lighting.clone());
            let load = move |path: &Path| Loaded::read(&context, path, &textures, &lighting).map(Some);
            let (live, error) = gl.file_or(path, load, || Ok(None))?;
            if let Some(error) = error {
                live.complain(&error);
            }
            Ok(File { name, live })
        };
        let files = files.into_iter().map(open).collect::<Result<_>>()?;
        let half = 0.5 * STAND_IN;
        let stand_in = Rc::new(MeshBuffers::new(gl, &pebble(Vec3::splat(half), 8.0, 24, 16))?);
        Ok(Self { files, lighting, stand_in })
    }

    /// The names of all models that are there.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for File { name, live } in &self.files {
            let Some(loaded) = &*live.get() else { continue };
            let skeleton = &loaded.scene.asset.rig.skeleton;
            let roots = || skeleton.roots().filter(|root| loaded.roots.contains(root));
            match name {
                Some(name) => names.push(name.clone()),
                None => names.extend(roots().map(|root| skeleton.joints()[root].name.clone())),
            }
        }
        names
    }

    /// The model with a name. If there is none, it is a box in the colour of errors, and says so.
    pub fn model(&self, name: &str) -> Model {
        let has_it = |file: &&File| match &file.name {
            Some(single) => single == name,
            None => file.live.get().as_ref().is_some_and(|loaded| loaded.root(name).is_some()),
        };
        let file = self.files.iter().find(has_it);
        Model {
            name: name.to_owned(),
            is_root: file.is_some_and(|file| file.name.is_none()),
            live: file.map(|file| file.live.clone()),
            lighting: self.lighting.clone(),
            stand_in: self.stand_in.clone(),
        }
    }
}

/// How large the box is that stands for a model, in metres.
const STAND_IN: f32 = 0.8;

/// One of the models of a store.
pub struct Model {
    name: String,
    /// Whether it is one of several in its file.
    is_root: bool,
    live: Option<Rc<Live<Option<Loaded>>>>,
    lighting: Rc<Lighting>,
    stand_in: Rc<MeshBuffers>,
}

impl Model {
    /// Asks the file, if it has this model now, and tells which of its surfaces belong to it.
    fn with<T>(&self, ask: impl FnOnce(&Loaded, &dyn Fn(usize) -> bool) -> T) -> Option<T> {
        let loaded = self.live.as_ref()?.get();
        let loaded = loaded.as_ref()?;
        let root = loaded.root(&self.name);
        if self.is_root && root.is_none() {
            return None;
        }
        Some(ask(loaded, &|surface| !self.is_root || Some(loaded.roots[surface]) == root))
    }

    /// What is wrong, if there is no such model.
    pub fn trouble(&self) -> Option<String> {
        let is_there = self.with(|_, _| ()).is_some();
        (!is_there).then(|| format!("There is no model '{}'.", self.name))
    }

    /// The corners of the box around it at rest, the lesser one first: in metres, y up.
    pub fn bounds(&self) -> [Vec3; 2] {
        let found = self.with(|loaded, is_its| {
            let asset = &loaded.scene.asset;
            let mut bounds: Option<[Vec3; 2]> = None;
            for (_, surface) in asset.surfaces.iter().enumerate().filter(|(index, _)| is_its(*index)) {
                let palette = surface.palette(&loaded.at_rest);
                for (&point, influences) in surface.mesh.positions.iter().zip(&surface.mesh.influences) {
                    let at = transform_point(asset.world_from_model, skin_point(&palette, influences, point));
                    bounds = Some(bounds.map_or([at, at], |[low, high]| [low.min(at), high.max(at)]));
                }
            }
            bounds
        });
        let stand_in = [Vec3::splat(-0.5 * STAND_IN), Vec3::splat(0.5 * STAND_IN)];
        found.flatten().unwrap_or(stand_in)
    }

    /// Draws it at rest: `world_from_model` begins in metres, y up.
    pub fn draw(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        look: ModelLook,
    ) -> Result<()> {
        self.draw_with(target, view, world_from_model, None, &[], look)
    }

    /// Draws it in a pose, without some of its surfaces, which are named: `world_from_model` begins in metres, y up, as in
    /// [`draw`](Self::draw), and `model_from_nodes` has all nodes of the file, in the file's own axes and unit.
    pub fn draw_posed(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
        without: &[&str],
        look: ModelLook,
    ) -> Result<()> {
        self.draw_with(target, view, world_from_model, Some(model_from_nodes), without, look)
    }

    fn draw_with(
        &self,
        target: &mut impl glium::Surface,
        view: &View,
        world_from_model: Mat4,
        model_from_nodes: Option<&[Mat4]>,
        without: &[&str],
        look: ModelLook,
    ) -> Result<()> {
        let drawn = self.with(|loaded, is_its| {
            let surfaces = &loaded.scene.asset.surfaces;
            // A file that was read anew may have other nodes than the pose.
            let fits = |pose: &&[Mat4]| pose.len() == loaded.at_rest.len();
            let model_from_nodes = model_from_nodes.filter(fits).unwrap_or(&loaded.at_rest);
            let palette_into = |surface: &Surface, palette: &mut Vec<Mat4>| {
                let index = surfaces.iter().position(|other| std::ptr::eq(other, surface));
                if index.is_some_and(is_its) && !without.contains(&surface.name.as_str()) {
                    surface.palette_into(model_from_nodes, palette);
                }
            };
            let world_from_file = world_from_model * loaded.scene.world_from_model();
            loaded.scene.draw(target, view, world_from_file, palette_into, look)
        });
        let stand_in =
            || self.lighting.draw_mesh(target, view, &self.stand_in, world_from_model, ERROR, &solid());
        drawn.unwrap_or_else(stand_in)
    }
}
