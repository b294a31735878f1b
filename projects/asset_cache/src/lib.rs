//! The models of a program: each is read once, found by its name, and read anew whenever its file is saved.
//!
//! **In here:** Which models there are, by their names; who draws them, and where, is not known. **Stands on:** `common`, `formats`, `gl`, `models`, `stage`.

use anyhow::Result;
use common::mesh::Extent;
use common::shapes::pebble;
use common::skin::skin_point;
use common::transform::transform_point;
use formats::{Asset, Surface};
use gl::colour::ERROR;
use gl::drawing::solid;
use gl::{Gl, HotReload, MeshBuffers, View, asset_path};
use glam::{Mat4, Vec3};
use models::{Lighting, ModelLook, ModelScene, Textures};
use stage::{Frame, Inspected, InspectedSkin};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A model file on the graphics card.
struct Loaded {
    scene: ModelScene,
    /// From every node to the model, as the file places them.
    at_rest: Vec<Mat4>,
    /// For each surface, the root that it hangs on, and the box around it at rest: the lesser corner first, in metres, y up.
    roots: Vec<usize>,
    boxes: Vec<Option<[Vec3; 2]>>,
}

impl Loaded {
    /// The pose to draw it in. A file that was read anew may have other nodes than the pose that is wanted.
    fn pose<'a>(&'a self, wanted: Option<&'a [Mat4]>) -> &'a [Mat4] {
        wanted.filter(|pose| pose.len() == self.at_rest.len()).unwrap_or(&self.at_rest)
    }

    fn read(gl: &Gl, path: &Path, textures: &Textures, lighting: &Rc<Lighting>) -> Result<Self> {
        let scene = ModelScene::lit(gl, formats::read(path)?, textures, lighting)?;
        let joints = scene.asset.rig.skeleton.joints();
        let root = |surface: &Surface| {
            let mut node = surface.joints.first().map_or(0, |joint| joint.node);
            while let Some(parent) = joints[node].parent {
                node = parent;
            }
            node
        };
        let roots = scene.asset.surfaces.iter().map(root).collect();
        let at_rest = scene.model_from_nodes_at_rest();
        let around = |surface| {
            let corners = points(&scene.asset, surface, &at_rest).map(|at| [at, at]);
            corners.reduce(joined)
        };
        let boxes = scene.asset.surfaces.iter().map(around).collect();
        Ok(Self { at_rest, roots, boxes, scene })
    }

    /// The root with a name.
    fn root(&self, name: &str) -> Option<usize> {
        let skeleton = &self.scene.asset.rig.skeleton;
        skeleton.roots().find(|&root| skeleton.joints()[root].name == name)
    }
}

/// The box around two.
fn joined([low, high]: [Vec3; 2], other: [Vec3; 2]) -> [Vec3; 2] {
    [low.min(other[0]), high.max(other[1])]
}

/// The points of a surface, in metres, y up.
fn points(asset: &Asset, surface: &Surface, model_from_nodes: &[Mat4]) -> impl Iterator<Item = Vec3> {
    let palette = surface.palette(model_from_nodes);
    let points = surface.mesh.positions.iter().zip(&surface.mesh.influences);
    points.map(move |(&point, influences)| {
        transform_point(asset.world_from_model, skin_point(&palette, influences, point))
    })
}

/// A file of the cache. It has nothing in it until it can be read.
struct File {
    /// Its one model; without a name, each of its roots is one, called as the root is.
    name: Option<String>,
    live: Rc<HotReload<Option<Loaded>>>,
}

/// All models of a program, with their materials, meshes and textures, and the light that they stand in.
pub struct AssetCache {
    files: Vec<File>,
    /// The light.
    pub lighting: Rc<Lighting>,
    /// What stands for a model that is missing.
    stand_in: Rc<MeshBuffers>,
}

impl AssetCache {
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

/// How much farther than at rest a model reaches in some pose.
const STRETCHED: f32 = 1.5;

/// One of the models of a cache.
pub struct Model {
    name: String,
    /// Whether it is one of several in its file.
    is_root: bool,
    live: Option<Rc<HotReload<Option<Loaded>>>>,
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
            let its = loaded.boxes.iter().enumerate().filter(|(index, _)| is_its(*index));
            its.filter_map(|(_, corners)| *corners).reduce(joined)
        });
        let stand_in = [Vec3::splat(-0.5 * STAND_IN), Vec3::splat(0.5 * STAND_IN)];
        found.flatten().unwrap_or(stand_in)
    }

    /// Where it is, in metres, y up: at rest, or in any pose.
    fn extent(&self, is_posed: bool) -> Extent {
        let [low, high] = self.bounds();
        let (centre, radius) = match is_posed {
            false => (0.5 * (low + high), 0.5 * low.distance(high)),
            true => (Vec3::ZERO, STRETCHED * low.abs().max(high.abs()).length()),
        };
        Extent { centre, radius, faces: None }
    }

    /// Draws it at rest, and words if it is missing: `world_from_model` begins in metres, y up.
    pub fn draw(&self, frame: &mut Frame<'_>, world_from_model: Mat4, look: ModelLook) -> Result<()> {
        if let Some(trouble) = self.trouble() {
            frame.label(world_from_model.w_axis.truncate(), [0.0, 0.0], trouble, ERROR);
        }
        self.draw_with(&mut frame.target, &frame.view, world_from_model, None, &[], look)
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

    /// What the inspector can look at of it, where [`draw_posed`](Self::draw_posed) draws the same.
    pub fn inspected_posed(
        &self,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
        without: &[&str],
    ) -> Option<Inspected> {
        self.with(|loaded, is_its| {
            let world_from_file = world_from_model * loaded.scene.world_from_model();
            let posed = loaded.pose(Some(model_from_nodes));
            let mut inspected = loaded.scene.inspected_posed(world_from_file, posed);
            let skins = inspected.skins.into_iter().enumerate();
            let is_drawn = |(index, skin): &(usize, InspectedSkin)| {
                is_its(*index) && !without.contains(&skin.name.as_str())
            };
            inspected.skins = skins.filter(is_drawn).map(|(_, skin)| skin).collect();
            inspected
        })
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
        let extent = self.extent(model_from_nodes.is_some());
        let drawn = self.with(|loaded, is_its| {
            let surfaces = &loaded.scene.asset.surfaces;
            let model_from_nodes = loaded.pose(model_from_nodes);
            let palette_into = |surface: &Surface, palette: &mut Vec<Mat4>| {
                let index = surfaces.iter().position(|other| std::ptr::eq(other, surface));
                if index.is_some_and(is_its) && !without.contains(&surface.name.as_str()) {
                    surface.palette_into(model_from_nodes, palette);
                }
            };
            let world_from_file = world_from_model * loaded.scene.world_from_model();
            let extent = extent.moved(&world_from_model);
            if !view.sees(extent.centre, extent.radius) {
                return Ok(());
            }
            self.lighting.only_on(&extent);
            loaded.scene.draw(target, view, world_from_file, palette_into, look)
        });
        let stand_in =
            || self.lighting.draw_mesh(target, view, &self.stand_in, world_from_model, ERROR, &solid());
        drawn.unwrap_or_else(stand_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gl::View;
    use gl::offscreen;
    use glium::{Surface as _, Texture2d};

    const BOXES: &str = r##"<COLLADA version="1.4.1"><asset><unit meter="0.5"/><up_axis>Z_UP</up_axis></asset>
        <library_geometries><geometry id="g"><mesh>
        <source id="p"><float_array id="f" count="9">0 0 0 4 0 0 0 0 2</float_array><technique_common>
        <accessor source="#f" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
        <param name="Z" type="float"/></accessor></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
        </mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s">
        <node id="crate" name="crate"><instance_geometry url="#g"/></node>
        <node id="other" name="other"><node><translate>0 6 0</translate><instance_geometry url="#g"/></node></node>
        </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;

    #[test]
    fn models_are_found_by_their_names_even_when_they_come_later() -> Result<()> {
        let gl = offscreen()?;
        let path = std::env::temp_dir().join(format!("store-{}.dae", std::process::id()));
        let knight = (Some("knight".to_owned()), asset_path("knight/knight.dae"));
        let store = AssetCache::read(&gl, [knight, (None, path.clone())])?;
        assert_eq!(store.names(), ["knight"]);
        assert!(gl.errors().iter().any(|error| error.contains("store-")), "{:?}", gl.errors());
        assert_eq!(store.model("crate").trouble().as_deref(), Some("There is no model 'crate'."));

        std::fs::write(&path, BOXES)?;
        assert!(gl.reload(false));
        assert_eq!((store.names().join(", "), gl.errors().len()), ("knight, crate, other".to_owned(), 0));
        let [one, other] = ["crate", "other"].map(|name| store.model(name));
        assert_eq!((one.trouble(), other.trouble()), (None, None));
        // Half a metre is a unit, and its z is up.
        assert_eq!(one.bounds(), [Vec3::ZERO, Vec3::new(2.0, 1.0, 0.0)]);
        assert_eq!(other.bounds(), [Vec3::new(0.0, 0.0, -3.0), Vec3::new(2.0, 1.0, -3.0)]);

        std::fs::write(&path, BOXES.replace("crate", "barrel"))?;
        assert!(gl.reload(false));
        assert!(
            one.trouble().is_some() && other.trouble().is_none() && store.model("barrel").trouble().is_none()
        );
        std::fs::remove_file(&path)?;
        Ok(())
    }

    #[test]
    fn a_model_is_drawn_where_it_is_and_a_box_for_one_that_is_missing() -> Result<()> {
        let gl = offscreen()?;
        let store = AssetCache::open(&gl, &[("knight", "knight/knight.dae")], &[])?;
        let picture = Texture2d::empty(&gl, 16, 16)?;
        let view = View {
            // Two metres to either side of what is a metre high.
            clip_from_world: Mat4::from_diagonal(glam::vec4(0.5, 0.5, -0.1, 1.0))
                * Mat4::from_translation(-Vec3::Y),
            eye: Vec3::new(0.0, 1.0, 9.0),
            flat: false,
            size: [16, 16],
            scale: 1.0,
        };
        let covered = |draw: &dyn Fn(&mut glium::framebuffer::SimpleFrameBuffer<'_>) -> Result<()>| {
            let depth =
                glium::framebuffer::DepthRenderBuffer::new(&gl, glium::texture::DepthFormat::I24, 16, 16)?;
            let mut surface =
                glium::framebuffer::SimpleFrameBuffer::with_depth_buffer(&gl, &picture, &depth)?;
            surface.clear_color_and_depth((0.0, 0.0, 0.0, 0.0), 1.0);
            draw(&mut surface)?;
            let pixels: Vec<Vec<(u8, u8, u8, u8)>> = picture.read();
            let is_drawn = |pixel: &&(u8, u8, u8, u8)| pixel.3 > 0;
            anyhow::Ok(pixels.iter().flatten().filter(is_drawn).count())
        };
        let (knight, look) = (store.model("knight"), ModelLook::default());
        let whole = covered(&|target| knight.draw_with(target, &view, Mat4::IDENTITY, None, &[], look))?;
        assert!((15..90).contains(&whole), "{whole}");
        let aside = Mat4::from_translation(9.0 * Vec3::X);
        assert_eq!(covered(&|target| knight.draw_with(target, &view, aside, None, &[], look))?, 0);

        let surfaces: Vec<String> = knight
            .with(|loaded, _| {
                loaded.scene.asset.surfaces.iter().map(|surface| surface.name.clone()).collect()
            })
            .unwrap_or_default();
        let names: Vec<&str> = surfaces.iter().map(String::as_str).collect();
        let none = covered(&|target| knight.draw_posed(target, &view, Mat4::IDENTITY, &[], &names, look))?;
        assert!(names.len() > 1 && none == 0, "{names:?} {none}");

        let up = Mat4::from_translation(Vec3::Y);
        assert!(
            covered(&|target| store.model("elephant").draw_with(target, &view, up, None, &[], look))? >= 9
        );
        Ok(())
    }

    #[test]
    fn a_picture_that_two_materials_show_is_loaded_once() -> Result<()> {
        let gl = offscreen()?;
        let asset = formats::read(&asset_path("knight/knight.dae"))?;
        let images: Vec<_> = asset.materials.iter().filter_map(|material| material.image.clone()).collect();
        assert!(images.len() > 1 && images[0] == images[1], "{images:?}");
        let (textures, mut notes) = (Textures::default(), Vec::new());
        let [one, other] =
            [textures.get(&gl, &images[0], &mut notes)?, textures.get(&gl, &images[1], &mut notes)?];
        assert!(Rc::ptr_eq(&one, &other) && notes.is_empty());
        Ok(())
    }
}
